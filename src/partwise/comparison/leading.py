"""The indices of the paper's tables, which are named first."""

from __future__ import annotations

from collections.abc import Iterable

from partwise.index import Index

__all__ = ["LEADING", "leading_first"]

LEADING = (
    "correlation",
    "sokal_sneath_1",
    "correlation_distance",
    "ami_geometric",
    "adjusted_rand",
    "nmi_arithmetic",
    "vi",
    "rand",
    "jaccard",
    "dice",
    "wallace_1",
    "bcubed",
    "f_measure",
    "nmi_max",
    "fnmi",
    "smi",
)


def leading_first(indices: Iterable[Index]) -> list[Index]:
    """Put the indices of the paper's tables first, otherwise in the order given.

    Examples
    --------
    >>> import partwise as pw
    >>> [index.short for index in leading_first(pw.indices())][:3]
    ['CC', 'S&S', 'CD']
    """
    places = {key: place for place, key in enumerate(LEADING)}
    return sorted(indices, key=lambda index: places.get(index.key, len(LEADING)))
