"""The scale on which scores are drawn: the range of an index, from 0 up where it goes below."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable

from partwise.catalogue.index_record import Index


def scale_of(index: Index) -> tuple[float, float]:
    """Return the ends of the scale of an index, infinite where its range is.

    Examples
    --------
    >>> import partwise as pw
    >>> scale_of(pw.index("ARI")), scale_of(pw.index("CD")), scale_of(pw.index("VI"))
    ((0.0, 1.0), (0.0, 1.0), (0.0, inf))
    """
    low, high = map(float, index.range)
    return (max(low, 0.0) if index.direction == "similarity" or math.isfinite(low) else low, high)


def shared_scales(indices: Iterable[Index]) -> dict[str, Hashable]:
    """Return the scale of each index by its short name: equal ones can be drawn on one axis.

    An index of infinite range has a unit of its own.

    Examples
    --------
    >>> import partwise as pw
    >>> ari, nmi, distance, vi, mirkin = shared_scales(
    ...     map(pw.index, ["ARI", "NMI", "CD", "VI", "Mirkin"])
    ... ).values()
    >>> ari == nmi, ari == distance, vi == mirkin
    (True, False, False)
    """
    return {
        index.short: (index.direction, *scale_of(index))
        if all(map(math.isfinite, scale_of(index)))
        else index.key
        for index in indices
    }
