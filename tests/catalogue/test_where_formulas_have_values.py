"""Whether a formula has a value, and which: against SymPy's algebraic numbers, on all routes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest
import sympy

import partwise as pw
from partwise.base import ops
from partwise.catalogue.formula import parse_formula
from partwise.properties.search.exact_value import exact_value
from partwise.tables import PairCounts, RealTable
from support.exact_truth import is_zero, value
from support.oracle import pair_counts, set_partitions

_RATIO = "(n11*n00 - n10*n01) / (sqrt(mA) * sqrt(mB) * sqrt(N - mA) * sqrt(N - mB))"

FORMULAS = [
    "1 - sqrt(1 - n11/(sqrt(n11+n10)*sqrt(n11+n01)))",
    f"(1 + {_RATIO}) / (1 - {_RATIO})",
    f"sqrt(1 - {_RATIO})",
    "1 / (sqrt(mA)*sqrt(mB) - n11)",
    "(mA - mB) / (sqrt(mA) - sqrt(mB))",
    "1 / (sqrt(n11 + n10 + 2*sqrt(n11*n10)) - sqrt(n11) - sqrt(n10))",
    "sqrt(sqrt(n11 + n10) * sqrt(n11 + n01) - n11)",
    "sqrt(sqrt(N*N - 2*N + 1) - (N - 1))",
    "1 / (sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2) + n10)",
    "n11 / log(sqrt(mA) * sqrt(mB) / n11)",
    "log(n11*n11 + n11*n10) - log(n11) - log(mA)",
    "1 / (log(n11*mB) - log(n11) - log(mB) + n01)",
    "max(n10, n01) / sqrt(n10*n10 + 2*n10*n01 + n01*n01)",
    "(n11*n11 + n11*n10) / (n11 * N)",
    "sqrt(n11*n00 - n10*n01) / N",
    "min(1 / (1 + n10), sqrt(mA/3)*sqrt(mA/3) - mA/3)",
]
each_formula = pytest.mark.parametrize("formula", FORMULAS)

Counts = tuple[Any, ...]


@cache
def small_counts() -> tuple[Counts, ...]:
    """Of all pairs of clusterings of up to six items."""
    found: set[Counts] = set()
    for n in range(2, 7):
        partitions = list(set_partitions(n))
        found |= {pair_counts(a, b) for a in partitions for b in partitions}
    return tuple(sorted(found))


def identical_counts() -> Iterator[Counts]:
    """Of a clustering with itself: up to 40 items in a few clusters, or in many."""
    for n in range(2, 41):
        for k in sorted({1, 2, 3, max(1, n // 2), n - 1, n}):
            sizes = [len(range(start, n, k)) for start in range(min(k, n))]
            together = sum(comb(size, 2) for size in sizes)
            yield together, 0, 0, comb(n, 2) - together


def names(counts: Counts) -> dict[str, Any]:
    n11, n10, n01, n00 = counts
    sums = {"mA": n11 + n10, "mB": n11 + n01, "N": n11 + n10 + n01 + n00}
    return {"n11": n11, "n10": n10, "n01": n01, "n00": n00, **sums}


def nearest(exact: sympy.Expr | None) -> float:
    if exact is None or is_zero(exact):
        return math.nan if exact is None else 0.0
    return float(sympy.N(exact, 40))


def agree(found: float, expected: float) -> bool:
    if math.isnan(expected):
        return math.isnan(found)
    return math.isclose(found, expected, rel_tol=1e-15)


@each_formula
def test_single_counts_arrays_and_tables_have_a_value_where_there_is_one(formula: str) -> None:
    index = pw.Index("own", "Own", "pairs", parse_formula(formula))
    table_twin = pw.Index("own", "Own", "table", lambda t: parse_formula(formula)(t.pairs))
    every = [*small_counts(), *identical_counts()]
    truth = [nearest(value(formula, names(counts))) for counts in every]
    arrays = PairCounts(*np.array(every, np.float64).T)
    by_array = index.values(arrays, undefined="nan")
    by_objects = index.from_counts(*np.array(every, object).T, undefined="nan")
    for place, (counts, expected) in enumerate(zip(every, truth, strict=True)):
        single = index.evaluate(PairCounts(*counts), undefined="nan").value
        answers = [single, by_array[place], by_objects[place]]
        assert all(agree(float(found), expected) for found in answers), (counts, answers, expected)
    for n in range(2, 41):
        labels = [i % 3 for i in range(n)]
        table = pw.contingency(labels, labels)
        expected = nearest(value(formula, names(tuple(table.pair_counts))))
        found = [table_twin.evaluate(table, undefined="nan").value]
        found += table_twin.values([table], undefined="nan").tolist()
        found += index.values([table], undefined="nan").tolist()
        assert all(agree(float(x), expected) for x in found), (n, found, expected)


@each_formula
def test_weighted_pairs_have_a_value_where_there_is_one(formula: str) -> None:
    index = pw.Index("own", "Own", "pairs", parse_formula(formula))
    rng = np.random.default_rng(4)
    for n in range(3, 16):
        a = rng.integers(0, 3, n)
        b = a if n % 2 else rng.integers(0, 3, n)
        weights = rng.integers(1, 9, n) / 8
        table = pw.contingency(a, b, weights=weights, weighting="importance")
        expected = nearest(value(formula, names(tuple(map(Fraction, table.pair_counts)))))
        found = index.evaluate(table, undefined="nan").value
        assert agree(float(found), expected), (n, found, expected)


@each_formula
def test_exact_values_of_audits_exist_where_scores_do(formula: str) -> None:
    index = pw.Index("own", "Own", "pairs", parse_formula(formula))
    for n in (3, 4, 5):
        for b in set_partitions(n):
            table = pw.contingency([0] * (n - 1) + [1], list(b))
            expected = value(formula, names(tuple(table.pair_counts)))
            found = exact_value(index, table)
            assert (expected is None) == (found != found)
            if expected is not None:
                assert sympy.N(found - expected, 50) == pytest.approx(0, abs=1e-40)


def test_conventions_apply_only_where_there_is_no_value() -> None:
    index = pw.define("own_with_range", FORMULAS[0], range=(0, 2))
    for n in range(2, 41):
        labels = [i % 2 for i in range(n)]
        value_here = index.evaluate(pw.contingency(labels, labels))
        trivial = n == 2  # two singletons have no pair, and no value
        assert value_here == ((2.0, value_here.note) if trivial else (1.0, None))


def _weights_of_importance(t: Any) -> Any:
    return 1 - ops.sqrt(1 - t.sum(t.cell * t.cell) / ops.sqrt(t.sum(t.row * t.cell) ** 2))


def _normalised_information(t: Any) -> Any:
    return 1 / (1 - t.mutual_information / ops.sqrt(t.entropy_a * t.entropy_b))


def _hellinger(t: Any) -> Any:
    return ops.sqrt(1 - t.sum(t.row**0.5 * t.col**0.5 * t.cell / t.col) / t.n)


def _distance_of_shares(t: Any) -> Any:
    return ops.sqrt(1 - t.sum(t.cell**0.5 * t.cell**0.5 * t.cell / t.row) / t.n)


@pytest.mark.parametrize(
    ("formula", "has_value"),
    [
        (_weights_of_importance, True),
        (_normalised_information, False),
        (_distance_of_shares, True),
        (_hellinger, True),
    ],
)
def test_sums_over_cells_and_entropies_of_identical_clusterings(
    formula: Any, has_value: bool
) -> None:
    index = pw.Index("own", "Own", "table", formula)
    for n in range(4, 41):
        labels = [i % 3 for i in range(n)]
        table = pw.contingency(labels, labels)
        found = index.evaluate(table, undefined="nan").value
        assert math.isnan(found) != has_value
    many = np.arange(5000) // 2  # more cells than are looked at one by one
    found = index(many, many, undefined="nan")
    assert math.isnan(found) != has_value
    sizes = np.repeat(np.arange(60), np.arange(1, 61))  # of as many different sizes
    assert math.isnan(index(sizes, sizes, undefined="nan")) != has_value
    weights = np.arange(1, 8) / 8
    found = index([0, 0, 1, 1, 1, 2, 2], [5, 5, 1, 1, 1, 7, 7], undefined="nan", weights=weights,
                  weighting="importance")  # fmt: skip
    assert math.isnan(found) != has_value


# --- the catalogue computes in floats


@pytest.mark.parametrize("index", [i for i in pw.indices("pairs") if i.builtin], ids=str)
def test_floats_have_a_value_where_pair_counting_formulas_have_one(index: pw.Index) -> None:
    every = [*small_counts(), *identical_counts()]
    by_array = index.values(PairCounts(*np.array(every, np.float64).T), undefined="nan")
    for counts, of_array in zip(every, by_array.tolist(), strict=True):
        single = index.evaluate(PairCounts(*counts), undefined="nan").value
        exact = _exactly(index, PairCounts(*counts).as_reals())
        assert math.isnan(single) == math.isnan(of_array) == math.isnan(exact), counts


@pytest.mark.parametrize("index", [i for i in pw.indices("table") if i.builtin], ids=str)
def test_floats_have_a_value_where_formulas_of_tables_have_one(index: pw.Index) -> None:
    labels = [list(b) for n in (2, 3, 4) for b in set_partitions(n)]
    tables = [pw.contingency(a, b) for a in labels for b in labels if len(a) == len(b)]
    tables += [
        pw.contingency([i % 3 for i in range(n)], [i % 3 for i in range(n)]) for n in (9, 23)
    ]
    at_once = index.values(tables, undefined="nan").tolist()
    for table, of_many in zip(tables, at_once, strict=True):
        single = index.evaluate(table, undefined="nan").value
        exact = _exactly(index, RealTable(table))
        assert math.isnan(single) == math.isnan(of_many) == math.isnan(exact), table.to_dense()


def _exactly(index: pw.Index, view: Any) -> float:
    try:
        return float(index.formula(view))
    except ArithmeticError:
        return math.nan


# --- what is infinite, and formulas that branch


def test_only_what_no_float_can_hold_is_infinite() -> None:
    divided = pw.define("own_divided", "(n11 + 1) / n10")
    assert math.isnan(divided.from_counts(3, 0, 0, 3))
    assert np.isnan(divided.from_counts([3, 3], [0, 0], [0, 1], [3, 2])).all()
    for sign, formula in ((1, "2**16"), (-1, "-(2**16)")):
        large = pw.define(f"own_large_{sign + 1}", f"({formula}) * ((N + 1)**16 * N)**4 * sqrt(2)")
        counts = (10**5, 0, 0, 10**5)
        single = large.evaluate(PairCounts(*counts))
        assert (single.value, single.note) == (sign * math.inf, "too large for a float")
        assert (
            large.from_counts(*([count, count] for count in counts)).tolist()
            == [sign * math.inf] * 2
        )


def test_branches_are_decided_exactly() -> None:
    @pw.pair_index("own_branches")
    def own_branches(p: Any) -> Any:
        if p.n11 == p.same_a**0.5 * p.same_b**0.5:
            return 7
        return p.n10 // 2 + p.n01 % 2

    for n in range(2, 41):
        same = [i % 2 for i in range(n)]
        assert own_branches(same, same) == 7
    assert own_branches.from_counts(1, 5, 3, 6) == 3


@pytest.mark.parametrize("samples", [40])
def test_samples_have_a_value_where_there_is_one(samples: int) -> None:
    """Two clusters of a pair: a third of the candidates is the reference itself."""
    ratio = pw.Index("own", "Own", "table", lambda t: parse_formula(FORMULAS[1])(t.pairs))
    for index in (ratio, pw.Index("own", "Own", "pairs", parse_formula(FORMULAS[1]))):
        values = pw.chance.random_scores([2, 2], [2, 2], [index], samples)["own"].values
        other = pw.score([0, 0, 1, 1], [0, 1, 0, 1], index)
        assert np.isnan(values).any()
        assert set(values[~np.isnan(values)]) == {other}
