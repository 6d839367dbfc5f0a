"""The properties, each with its definition and the function that decides it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from partwise.base import InputError, near_names
from partwise.catalogue import Index
from partwise.properties.definitions import (
    agreement,
    amigo,
    baseline,
    chance_models,
    lei,
    monotonicity,
    symmetry_and_distance,
)
from partwise.properties.definitions.linear_complexity import linear_complexity
from partwise.properties.definitions.scale_invariance import scale_invariance
from partwise.properties.search.index_values import IndexValues
from partwise.properties.verdict import Verdict

Decide: TypeAlias = Callable[[IndexValues], Verdict]

PAPER = "Gösgens, Tikhonov, Prokhorenkova (2021)"


@dataclass(frozen=True)
class Property:
    """A property that an index may have.

    Parameters
    ----------
    key : str
        The name that code uses.
    title : str
        The name that people read.
    definition : str
        The precise definition.
    source : str
        Who defined it.
    decide : callable
        The function that looks for the smallest counterexample.
    addition : bool
        False for the paper's ten properties, True for all others.
    pairs_only : bool
        Whether it is defined only for pair-counting indices.

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


def _property(
    decide: Decide, title: str, source: str = PAPER, *, pairs_only: bool = False
) -> Property:
    """Record a property under the name of the function that decides it and documents it."""
    definition = inspect.getdoc(decide) or ""
    addition = source != PAPER
    return Property(decide.__name__, title, definition, source, decide, addition, pairs_only)


_AMIGO, _LEI = "Amigó, Gonzalo, Artiles, Verdejo (2009)", "Lei et al. (2017)"
_GATES = "random models of Gates & Ahn (2017)"

PROPERTIES: dict[str, Property] = {
    record.key: record
    for record in (
        _property(agreement.maximal_agreement, "Maximal agreement"),
        _property(agreement.minimal_agreement, "Minimal agreement", pairs_only=True),
        _property(symmetry_and_distance.symmetry, "Symmetry"),
        _property(symmetry_and_distance.distance, "Distance"),
        _property(linear_complexity, "Linear complexity"),
        _property(monotonicity.monotonicity, "Monotonicity"),
        _property(monotonicity.strong_monotonicity, "Strong monotonicity", pairs_only=True),
        _property(baseline.constant_baseline, "Constant baseline"),
        _property(
            baseline.asymptotic_constant_baseline, "Asymptotic constant baseline", pairs_only=True
        ),
        _property(baseline.bias, "No bias", pairs_only=True),
        _property(
            monotonicity.weak_monotonicity,
            "Monotonicity with ties",
            "the paper's monotonicity, with ties allowed",
        ),
        _property(monotonicity.meila_monotonicity, "Meilă's monotonicity", "Meilă (2007)"),
        _property(amigo.homogeneity, "Homogeneity", _AMIGO),
        _property(amigo.completeness, "Completeness", _AMIGO),
        _property(amigo.rag_bag, "Rag bag", _AMIGO),
        _property(amigo.size_against_quantity, "Size against quantity", _AMIGO),
        _property(scale_invariance, "Scale invariance", "defined by partwise"),
        _property(lei.lei_nc_inc, "NCinc bias", _LEI),
        _property(lei.lei_nc_dec, "NCdec bias", _LEI),
        _property(lei.lei_gt_bias, "No GTbias", _LEI),
        _property(chance_models.fixed_number_baseline, "Baseline: fixed number", _GATES),
        _property(
            chance_models.fixed_number_two_sided_baseline,
            "Baseline: two-sided number",
            _GATES,
        ),
        _property(chance_models.all_clusterings_baseline, "Baseline: all clusterings", _GATES),
        _property(
            chance_models.all_clusterings_two_sided_baseline,
            "Baseline: two-sided all",
            _GATES,
        ),
        _property(chance_models.fixed_number_bias, "No bias: fixed number", _GATES),
        _property(chance_models.fixed_number_two_sided_bias, "No bias: two-sided number", _GATES),
        _property(chance_models.all_clusterings_bias, "No bias: all clusterings", _GATES),
        _property(
            chance_models.all_clusterings_two_sided_bias,
            "No bias: two-sided all",
            _GATES,
        ),
    )
}


def property_keys(chosen: str | list[str] | tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Return the keys that are meant: all by default.

    Examples
    --------
    >>> property_keys("symmetry")
    ('symmetry',)
    """
    if not isinstance(chosen, str | Iterable | None):
        raise InputError(
            f"properties= must be the key of a property or a list of keys, not {chosen!r}"
        )
    keys = (chosen,) if isinstance(chosen, str) else tuple(PROPERTIES if chosen is None else chosen)
    known = ", ".join(PROPERTIES)
    if not keys:
        raise InputError(
            f"properties= is empty; leave it out for all properties, or choose from {known}"
        )
    for key in keys:
        if key not in PROPERTIES:
            meant = near_names(str(key), PROPERTIES)
            raise InputError(f"there is no property {key!r}{meant}; choose from {known}")
    return keys
