"""Weights of items, for every index: multiplicities repeat items, importance scales pairs."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from mpmath import mp

import partwise as pw
from every_index.catalogue import CATALOGUE, PAIRS, TABLES, close, name
from support.oracle import ALL_PAIR_COUNTING

REFUSED = {
    **dict.fromkeys(
        ("ami_geometric", "ami_arithmetic", "ami_max", "ami_min", "smi", "lerman"),
        "random candidates",  # they look at what happens when items change places
    ),
    "rmi": "ways in which items can be arranged",
    "mari": "number n of items",
}
"""Indices that are not for weights of importance, and what their messages say."""

NOT_SCALE_INVARIANT = {"fager_mcgowan", "split_join"}
"""Twice the pairs, or the items, is another value, also where they are counted."""

rng = np.random.default_rng(9)
CASES = [
    (rng.integers(0, k, n), rng.integers(0, k, n), rng.integers(0, 4, n))
    for n, k in ((1, 1), (3, 2), (6, 2), (8, 3), (12, 4), (40, 5))
    for _ in range(3)
]
CASES += [  # trivial clusterings, where conventions decide
    (np.zeros(4, int), np.array([0, 0, 1, 1]), np.array([2, 1, 1, 3])),
    (np.arange(4), np.array([0, 0, 1, 1]), np.array([1, 1, 1, 1])),
    (np.arange(4), np.array([0, 0, 1, 1]), np.array([2, 1, 1, 1])),
    (np.zeros(3, int), np.arange(3), np.array([1, 1, 1])),
    (np.zeros(3, int), np.arange(3), np.array([5, 0, 0])),
]
CASES = [(a, b, w) for a, b, w in CASES if w.any()]


@pytest.mark.parametrize("index", CATALOGUE, ids=name)
def test_multiplicities_are_repeated_items(index: pw.Index) -> None:
    for a, b, w in CASES:
        expected = pw.score(np.repeat(a, w), np.repeat(b, w), index)
        found = pw.score(a, b, index, weights=w)
        assert found == expected or (math.isnan(found) and math.isnan(expected))
        assert index(a, b, weights=w) == found or math.isnan(found)


def test_multiplicities_give_the_table_of_repeated_items() -> None:
    for a, b, w in CASES:
        repeated = pw.contingency(np.repeat(a, w), np.repeat(b, w))
        assert pw.contingency(a, b, weights=w) == repeated


def weighted_pairs(a: Any, b: Any, weights: list[Fraction]) -> tuple[Fraction, ...]:
    """Sum w_v·w_w over pairs of two items: together in both, in A, in B, in neither."""
    sums = dict.fromkeys([(True, True), (True, False), (False, True), (False, False)], Fraction(0))
    for v, w in combinations(range(len(a)), 2):
        sums[bool(a[v] == a[w]), bool(b[v] == b[w])] += weights[v] * weights[w]
    return tuple(sums.values())


REAL = [(a, b, rng.random(len(a)) * 10.0 ** rng.integers(-3, 4, len(a))) for a, b, _ in CASES]
ORDINARY = [case for case in REAL if len(case[0]) > 5]


def test_pairs_weigh_the_product_of_their_items() -> None:
    for a, b, w in REAL:
        table = pw.contingency(a, b, weights=w, weighting="importance")
        exact = weighted_pairs(a, b, [Fraction(weight) for weight in w.tolist()])
        assert tuple(table.pair_counts) == exact


@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_pair_counting_against_brute_force(index: pw.Index) -> None:
    checked = 0
    for a, b, w in ORDINARY:
        pairs = weighted_pairs(a, b, [Fraction(weight) for weight in w.tolist()])
        if 0 in pairs:
            continue
        with mp.workdps(50):
            expected = ALL_PAIR_COUNTING[index.key](*pairs)
            found = pw.score(a, b, index, weights=w, weighting="importance")
            assert close(float(found), float(expected), 1e-14)
        if index.is_rational:
            exact = pw.score(a, b, index, weights=w, weighting="importance", exact=True)
            assert exact == expected
        checked += 1
    assert checked > 5


@pytest.mark.parametrize("index", [index for index in TABLES if index.key not in REFUSED], ids=name)
def test_cells_are_sums_of_weights(index: pw.Index) -> None:
    """Whole numbers as importance and as multiplicities give the same table."""
    heavy = [(case, pw.contingency(case[0], case[1], weights=case[2])) for case in CASES]
    ordinary = [(case, table) for case, table in heavy if table.relation == "ordinary"]
    assert len(ordinary) > 8
    for (a, b, w), table in ordinary:
        unit = 1 if index.key in NOT_SCALE_INVARIANT else 8
        found = pw.score(a, b, index, weights=w / unit, weighting="importance")
        assert found == pytest.approx(float(index.evaluate(table).value), rel=1e-14, abs=1e-15)


@pytest.mark.parametrize(
    "index",
    [index for index in CATALOGUE if index.key not in REFUSED.keys() | NOT_SCALE_INVARIANT],
    ids=name,
)
def test_equal_importance_changes_nothing(index: pw.Index) -> None:
    for a, b, _ in CASES:
        for weight in (1, 0.3, Fraction(7, 3), 10**20):
            found = pw.score(a, b, index, weights=[weight] * len(a), weighting="importance")
            expected = pw.score(a, b, index)
            assert found == pytest.approx(expected, rel=1e-14, abs=1e-15, nan_ok=True)


@pytest.mark.parametrize("key", sorted(NOT_SCALE_INVARIANT))
def test_an_index_that_is_not_invariant_to_scale_sees_it(key: str) -> None:
    a, b = CASES[-7][:2]
    values = [
        pw.score(a, b, key, weights=[weight] * len(a), weighting="importance") for weight in (1, 2)
    ]
    assert values[0] == pw.score(a, b, key) != values[1]


@pytest.mark.parametrize("index", CATALOGUE, ids=name)
def test_which_are_refused(index: pw.Index) -> None:
    a, b, w = REAL[-7]
    if index.key not in REFUSED:
        assert math.isfinite(pw.score(a, b, index, weights=w, weighting="importance"))
        return
    with pytest.raises(
        pw.errors.WeightsError, match=rf"{REFUSED[index.key]}.*weighting=\"multiplicity\""
    ):
        pw.score(a, b, index, weights=w, weighting="importance")


def test_scores_name_the_refused_ones() -> None:
    a, b, w = REAL[-7]
    found = pw.scores(a, b, pw.indices("all"), weights=w, weighting="importance")
    refused = {key for key, note in found.notes.items() if "multiplicity" in note}
    assert refused == REFUSED.keys()
    assert all(math.isnan(found[key]) for key in refused)
    weighed: Any = {"weights": w, "weighting": "importance"}
    with pytest.raises(pw.errors.WeightsError, match=r"^smi: "):
        pw.scores(a, b, ["smi"], **weighed)
    with pytest.raises(pw.errors.WeightsError, match=r"^smi: "):
        pw.scores(a, b, ["rand", "smi"], undefined="raise", **weighed)
