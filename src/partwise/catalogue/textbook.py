"""Formulas as papers and textbooks write them, where the catalogue's own are arranged otherwise.

Scores are computed by the formulas of the catalogue, some of which are arranged so that no digits
are lost. These are the same functions in the form that people know; they are printed, and a test
holds each to the values of its index.
"""

from __future__ import annotations

from collections.abc import Callable

from partwise.base import Number, ops
from partwise.catalogue.typeset import named
from partwise.tables import FormulaTable, PairCounts


def _margins(p: PairCounts) -> tuple[Number, Number, Number]:
    return named("m_{A}", p.same_a), named("m_{B}", p.same_b), named("N", p.total)


def _adjusted_rand(p: PairCounts) -> Number:
    a, b, total = _margins(p)
    return (p.n11 - a * b / total) / ((a + b) / 2 - a * b / total)


def _adjusted_fowlkes_mallows(p: PairCounts) -> Number:
    a, b, total = _margins(p)
    root = ops.sqrt(a * b)
    return (p.n11 / root - root / total) / (1 - root / total)


def _fager_mcgowan(p: PairCounts) -> Number:
    return p.n11 / ops.sqrt(p.same_a * p.same_b) - 1 / (2 * ops.sqrt(p.same_a))


def _correlation(p: PairCounts) -> Number:
    sides = (p.n11 + p.n10) * (p.n11 + p.n01) * (p.n00 + p.n10) * (p.n00 + p.n01)
    return (p.n11 * p.n00 - p.n10 * p.n01) / ops.sqrt(sides)


def _correlation_distance(p: PairCounts) -> Number:
    cc = _correlation(p)
    return ops.over_pi(ops.arccos(cc, sine_squared=1 - cc * cc))


def _sokal_sneath_1(p: PairCounts) -> Number:
    apart = p.n00 / (p.n00 + p.n10) + p.n00 / (p.n00 + p.n01)
    return (p.n11 / p.same_a + p.n11 / p.same_b + apart) / 4


def _lerman(t: FormulaTable) -> Number:
    a, b, total = _margins(t.pairs)
    return (t.pairs.n11 - a * b / total) / ops.sqrt(t.n11_variance)


def _mari(t: FormulaTable) -> Number:
    p, n = t.pairs, t.n
    a, b = named("m_{A}", p.same_a), named("m_{B}", p.same_b)
    linked = t.sum(t.cell * ((t.row - 1) * (t.col - 1) - (t.cell - 1)))
    expected = named("E", 2 * (a * b - p.n11 - linked) / ((n - 2) * (n - 3)))
    return (p.n11 - expected) / ((a + b) / 2 - expected)


def _f1(precision: Number, recall: Number) -> Number:
    p, r = named("P", precision), named("R", recall)
    return 2 * p * r / (p + r)


def _bcubed_precision(t: FormulaTable) -> Number:
    return t.sum(t.cell**2 / t.col) / t.n


def _bcubed_recall(t: FormulaTable) -> Number:
    return t.sum(t.cell**2 / t.row) / t.n


def _pair_sets_index(t: FormulaTable) -> Number:
    overlap = named("S", t.matched(t.cell / ops.maximum(t.row, t.col)))
    expected = named("E", t.size_overlap / t.n)
    return ops.maximum(0, (overlap - expected) / (ops.maximum(t.k_a, t.k_b) - expected))


TEXTBOOK: dict[str, Callable[..., Number]] = {
    "adjusted_rand": _adjusted_rand,
    "correlation": _correlation,
    "correlation_distance": _correlation_distance,
    "sokal_sneath_1": _sokal_sneath_1,
    "fager_mcgowan": _fager_mcgowan,
    "adjusted_fowlkes_mallows": _adjusted_fowlkes_mallows,
    "lerman": _lerman,
    "mari": _mari,
    "f_measure": lambda t: _f1(t.column_maxima / t.n, t.row_maxima / t.n),
    "bcubed": lambda t: _f1(_bcubed_precision(t), _bcubed_recall(t)),
    "bcubed_precision": _bcubed_precision,
    "bcubed_recall": _bcubed_recall,
    "element_centric": lambda t: t.sum(t.cell**2 / ops.maximum(t.row, t.col)) / t.n,
    "pair_sets_index": _pair_sets_index,
    "split_join": lambda t: 2 * t.n - t.row_maxima - t.column_maxima,
    "van_dongen": lambda t: (2 * t.n - t.row_maxima - t.column_maxima) / (2 * t.n),
    "mi": lambda t: t.sum(t.cell / t.n * ops.log(t.n * t.cell / (t.row * t.col))),
    "nid": lambda t: 1 - t.mutual_information / ops.maximum(t.entropy_a, t.entropy_b),
    "tsallis_nmi_2": lambda t: 2 * t.pairs.n00 / (2 * t.pairs.n00 + t.pairs.n10 + t.pairs.n01),
    "tsallis_vi_2": lambda t: 2 * (t.pairs.n10 + t.pairs.n01) / t.n**2,
}
"""By the key of the index."""
