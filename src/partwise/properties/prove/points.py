"""Exact pair counts that refute a property whose definition is about pair counts."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from partwise.catalogue import Index
from partwise.properties.definitions.agreement import wrong_points
from partwise.properties.definitions.baseline import bias_example, biases_among
from partwise.properties.definitions.monotonicity import wrong_steps
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.pair_points import (
    Point,
    compare_points,
    expected_point,
    pairs_of,
    point_example,
    value_at,
)
from partwise.properties.verdict import Counterexample

_FEW = range(2, 5)  # items
_N = 9  # items, of which there are 36 pairs: m_A·m_B/36 is whole for all multiples of 6
_STEP = 6


def points_against_minimal_agreement(index: Index) -> Counterexample | None:
    """Find two graphs' worth of counts: without any agreement, yet not worse than the other.

    Counts for which the formula itself has values come first.
    """
    index_values = IndexValues(index)
    for values in (index_values.by_formula(), index_values):
        for n in _FEW:
            for violation in wrong_points(values, n):
                example = violation.counterexample
                if values is index_values:
                    says = f"{example.says}; a convention decides where the formula is undefined"
                    return replace(example, says=says)
                return example
    return None


def points_against_strong_monotonicity(index: Index) -> tuple[Counterexample, str] | None:
    """Find counts p and q that differ in one count, with values in the wrong order or equal."""
    values = IndexValues(index).by_formula()
    for n in _FEW[1:]:
        for violation in wrong_steps(values, n):
            return violation.counterexample, violation.value or ""
    return None


def points_against_asymptotic_baseline(index: Index) -> Counterexample | None:
    """Find two pairs of expected counts with different values."""
    values, total = IndexValues(index), pairs_of(_N)
    margins = range(_STEP, total, _STEP)
    first: Point | None = None
    for point in (expected_point(total, *sides) for sides in product(margins, repeat=2)):
        if value_at(index, point) is None:
            continue
        first = first or point
        order = compare_points(values, first, point)
        if order is not None and order.sign != 0:
            says = "both are expected counts, but their values differ"
            return point_example(values, {"p": first, "q": point}, says, order.certified)
    return None


def bias_points(index: Index) -> tuple[Counterexample, str] | None:
    """Find expected counts at which the value rises with m_B (PairDec), or falls (PairInc)."""
    values = IndexValues(index)
    biases = biases_among(values, [_N], _STEP)
    return bias_example(values, biases) if biases else None
