"""The properties, each with its definition and how it is decided."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.properties.definitions import (
    asymptotic_constant_baseline,
    bias,
    completeness,
    constant_baseline,
    distance,
    homogeneity,
    lei_gt_bias,
    lei_nc_dec,
    lei_nc_inc,
    linear_complexity,
    maximal_agreement,
    meila_monotonicity,
    minimal_agreement,
    monotonicity,
    rag_bag,
    scale_invariance,
    size_against_quantity,
    strong_monotonicity,
    symmetry,
    weak_monotonicity,
)
from partwise.properties.search.index_values import Study
from partwise.properties.verdict import Verdict

Decide: TypeAlias = Callable[[Study], Verdict]

PAPER = "Gösgens, Tikhonov, Prokhorenkova (2021)"


@dataclass(frozen=True)
class Property:
    """A property that an index may have.

    Parameters
    ----------
    key : str
        The name by which code refers to it.
    title : str
        The name that people read.
    definition : str
        What it says, precisely.
    source : str
        Who defined it.
    decide : callable
        Looks for the smallest counterexample.
    addition : bool
        Whether it is not one of the paper's ten.
    pairs_only : bool
        Whether it is defined for pair-counting indices only.

    Examples
    --------
    >>> import partwise as pw
    >>> PROPERTIES["minimal_agreement"].applies(pw.index("VI"))
    False
    """

    key: str
    title: str
    definition: str
    source: str
    decide: Decide
    addition: bool = False
    pairs_only: bool = False

    def applies(self, index: Index) -> bool:
        """Whether the property is defined for an index."""
        return index.kind == "pairs" or not self.pairs_only


def _of(
    module: ModuleType, title: str, source: str = PAPER, *, pairs_only: bool = False
) -> Property:
    definition = inspect.getdoc(module) or ""
    return Property(
        module.KEY, title, definition, source, module.decide, source != PAPER, pairs_only
    )


_AMIGO, _LEI = "Amigó, Gonzalo, Artiles, Verdejo (2009)", "Lei et al. (2017)"

PROPERTIES: dict[str, Property] = {
    each.key: each
    for each in (
        _of(maximal_agreement, "Maximal agreement"),
        _of(minimal_agreement, "Minimal agreement", pairs_only=True),
        _of(symmetry, "Symmetry"),
        _of(distance, "Distance"),
        _of(linear_complexity, "Linear complexity"),
        _of(monotonicity, "Monotonicity"),
        _of(strong_monotonicity, "Strong monotonicity", pairs_only=True),
        _of(constant_baseline, "Constant baseline"),
        _of(asymptotic_constant_baseline, "Asymptotic constant baseline", pairs_only=True),
        _of(bias, "No bias", pairs_only=True),
        _of(weak_monotonicity, "Monotonicity with ties", "monotonicity, but ties are allowed"),
        _of(meila_monotonicity, "Meilă's monotonicity", "Meilă (2007)"),
        _of(homogeneity, "Homogeneity", _AMIGO),
        _of(completeness, "Completeness", _AMIGO),
        _of(rag_bag, "Rag bag", _AMIGO),
        _of(size_against_quantity, "Size against quantity", _AMIGO),
        _of(scale_invariance, "Scale invariance", "copies of items"),
        _of(lei_nc_inc, "NCinc bias", _LEI),
        _of(lei_nc_dec, "NCdec bias", _LEI),
        _of(lei_gt_bias, "No GTbias", _LEI),
    )
}


def property_keys(chosen: str | list[str] | tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Return the keys that are meant: all by default.

    Examples
    --------
    >>> property_keys("symmetry")
    ('symmetry',)
    """
    keys = tuple(PROPERTIES) if chosen is None else (chosen,) if isinstance(chosen, str) else chosen
    for key in keys:
        if key not in PROPERTIES:
            known = ", ".join(PROPERTIES)
            raise InputError(f"no property is called {key!r}; there are {known}")
    return tuple(keys)
