"""Where confidence intervals end to exist: each limit from both sides, and what it is made of."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.base import InputError
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign
from partwise.comparison.uncertainty.design_checks import (
    NO_POWER,
    _Mates,
    check_clusters,
    check_items,
)
from partwise.comparison.uncertainty.dispatch import _Company, outcomes
from partwise.comparison.uncertainty.entropies import _is_sparse
from partwise.comparison.uncertainty.estimates import LEAST_P
from partwise.comparison.uncertainty.influence import Influence
from partwise.comparison.uncertainty.jackknife import (
    _caveat,
    _in_company,
    _Sample,
    effects_of_pairs,
    scale_of,
    value_on,
)
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.left_out_items import _around, beyond_estimates
from partwise.comparison.uncertainty.paired import _degrees, _least_p, of_pair, sums_of_products
from partwise.tables import AggregatedTable, PairCounts, SizeHistogram

ITEMS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=4, max_size=12)
CC, RAND, JACCARD = (pw.index(name) for name in ("CC", "rand", "jaccard"))


def table_of(items: list[tuple[int, int]]) -> pw.Contingency:
    return pw.contingency([a for a, _ in items], [b for _, b in items])


def histogram(sizes: list[int]) -> SizeHistogram:
    return SizeHistogram.of(np.array(sizes))


# --- pairs


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_items_that_are_in_most_of_the_pairs(sizes: list[int]) -> None:
    """(Σ d)²/Σ d² over items, d the others of an item's cluster."""
    mates = [size - 1 for size in sizes for _ in range(size)]
    squares = sum(d * d for d in mates)
    assert _in_company(histogram(sizes)) == (sum(mates) ** 2 / squares if squares else 0)


def test_pairs_of_too_few_items() -> None:
    """Either 75 items or half of them must have company."""
    for n, company, words in (
        (200, 75, None), (200, 74, "only about 74 of the 200 items are in most of the pairs"),
        (60, 30, None), (60, 29, "a confidence interval needs 30, so label more items"),
        (200, 0, "only clusters of one item, and so no pairs"),
    ):  # fmt: skip
        labels = [0] * company + [*range(1, n - company + 1)]
        if company == 0:
            labels = [*range(n)]
        for a, b in ((labels, [0] * n), ([0] * n, labels)):
            found = _Sample(pw.contingency(a, b)).in_few
            assert found is None if words is None else words in str(found)


@given(ITEMS, st.data())
def test_items_that_weigh_more(items: list[tuple[int, int]], data: st.DataObject) -> None:
    """Pairs weigh the product of their items, with cells; without, that of one at a time."""
    table = table_of(items)
    rows, columns, counts = (part.tolist() for part in table.cells)
    factors = [data.draw(st.sampled_from([0.5, 1.0, 2.0])) for _ in rows]
    weight = dict(zip(zip(rows, columns, strict=True), factors, strict=True))
    own = [(table.row_labels.index(a), table.column_labels.index(b)) for a, b in items]
    sums = dict.fromkeys([(True, True), (True, False), (False, True), (False, False)], 0.0)
    for i in range(len(own)):
        for j in range(i):
            kind = own[i][0] == own[j][0], own[i][1] == own[j][1]
            sums[kind] += weight[own[i]] * weight[own[j]]
    found = _Sample(table).weighed(np.array(factors))
    assert found == pytest.approx([*sums.values()], abs=1e-9)
    apart = AggregatedTable(
        table.blocks, table.row_histogram, table.column_histogram, table.row_maxima,
        table.column_maxima,
    )  # fmt: skip
    blocks = len(apart.items_of_blocks)
    same = _Sample(apart).weighed(np.full(blocks, 1.5))
    pairs = np.array([float(count) for count in table.pair_counts])
    # Each of the two items of a pair adds half of it; the number of all pairs stays.
    assert same == pytest.approx([*(2 * pairs[:3]), pairs[3] - pairs[:3].sum()], abs=1e-9)
    assert sum(counts) == len(items)


@given(ITEMS)
def test_one_more_item_in_none_of_the_cells(items: list[tuple[int, int]]) -> None:
    """Alone or in the largest cluster of each clustering, and with nobody in both."""
    table = table_of(items)
    n11, n10, n01, n00 = (int(count) for count in table.pair_counts)
    rows, columns = Counter(a for a, _ in items), Counter(b for _, b in items)
    expected = [
        [n11, n10 + a, n01 + b, n00 + len(items) - a - b]
        for a in (0, max(rows.values()))
        for b in (0, max(columns.values()))
    ]
    assert _Sample(table).with_another().T.tolist() == expected


@pytest.mark.parametrize("key", ["rand", "jaccard", "correlation", "wallace_1"])
def test_effects_of_pairs_are_derivatives(key: str) -> None:
    index, counts = pw.index(key), PairCounts(300, 40, 25, 900)
    found = effects_of_pairs(index, counts)
    for kind in range(4):
        step = np.eye(4)[kind] * 1e-3
        there, back = (
            float(
                value_on(index, PairCounts(*(np.array([*counts], float) + side * step)[:, None]))[0]
            )
            for side in (1, -1)
        )
        assert found[kind] == pytest.approx((there - back) / 2e-3, rel=1e-4, abs=1e-9)
    assert effects_of_pairs(index, PairCounts(300, 0, 25, 900))[1] == 0


def test_few_pairs_and_closeness_to_chance() -> None:
    """Twenty pairs together; and the part of pairs in the variance at most a hundredth, by what
    the two relations leave free.
    """
    assert _caveat(PairCounts(20, 5, 5, 100), 0.0, 0.1) is None
    assert str(_caveat(PairCounts(19, 5, 5, 100), 0.0, 0.1)).startswith("only 19 pairs are")
    counts = PairCounts(50, 30, 20, 400)  # apart: 420 · 430; together: 80 · 70
    free = 420 * 430 / (80 * 70)
    for of_pairs, is_near in ((0.99e-2, False), (1.01e-2, True)):
        found = _caveat(counts, of_pairs * free * 0.01, 0.1)
        assert (found is not None) == is_near
        assert found is None or "too close to chance" in found


@pytest.mark.parametrize(
    ("formula", "scale"),
    [
        ("n11 / (n11 + n10)", 1), ("n11", None), ("1 / n11", 2.0**60), ("n11 / (N + 1)", 2.0**60),
        ("n11 * n11 / N", None), ("sqrt(n11 - n10 - 1000 * n01)", None), ("log(n11)", None),
        ("n11 / N + 1 / N", 2.0**60),
    ],
)  # fmt: skip
def test_scales_of_formulas(formula: str, scale: float | None) -> None:
    own = pw.define("own_scaled", formula)
    assert scale_of(own) == scale


# --- entropies, BCubed


def test_a_tenth_of_the_clusters_may_be_small() -> None:
    assert not _is_sparse(histogram([20] * 10))
    assert not _is_sparse(histogram([20] * 9 + [19]))
    assert _is_sparse(histogram([20] * 9 + [19, 19]))
    assert _is_sparse(histogram([20] * 8 + [19]))
    assert not _is_sparse(histogram([20] * 18 + [1, 19]))


@given(ITEMS)
def test_company_of_items(items: list[tuple[int, int]]) -> None:
    """Of the others of an item's cluster, the share with it: the mean, without each item."""

    def mean(chosen: list[tuple[int, int]]) -> Fraction:
        total = Fraction(0)
        for i, (a, b) in enumerate(chosen):
            mates = [y for j, (x, y) in enumerate(chosen) if x == a and j != i]
            if mates:
                total += Fraction(sum(y == b for y in mates), len(mates))
        return total

    n, table = len(items), table_of(items)
    rows, _, counts = table.cells
    found = _Company.of(counts.astype(float), rows, table.row_sizes)
    assert found.mean == pytest.approx(float(mean(items)) / n)
    cells = [(table.row_labels[i], table.column_labels[j]) for i, j in
             zip(*(part.tolist() for part in table.cells[:2]), strict=True)]  # fmt: skip
    left = []
    for cell in cells:
        place = items.index(cell)
        left.append(float(mean(items[:place] + items[place + 1 :])) / (n - 1))
    moves = found.moves - found.moves[0]
    assert moves == pytest.approx(np.array(left) - left[0], abs=1e-12)


def test_three_items_are_needed_for_an_influence() -> None:
    for n in (0, 1, 2):
        [(_, found)] = outcomes(pw.contingency([0] * n, [0] * n), [RAND])
        assert found == "a confidence interval needs at least three items"
    [(_, found)] = outcomes(pw.contingency([0, 0, 1], [0, 1, 1]), [RAND])
    assert isinstance(found, Influence)
    [(_, found)] = outcomes(pw.contingency([0, 0, 1, 1], [0, 1, 0, 1]), [pw.index("bcubed")])
    assert found == "no two items of the sample are together in both clusterings"


# --- differences


def test_degrees_and_least_p_values() -> None:
    """16 items that move it alike: 32 degrees if they are a few of many; 2^(1−16)."""
    powers = (16.0, 16.0)
    assert _degrees(powers, 1e12) == pytest.approx(32)
    assert _degrees(powers, 32) == pytest.approx(64)
    assert _degrees(powers, 16) == pytest.approx(32e9)
    assert _least_p(powers) == 2.0**-15
    assert _least_p((1e6, 1e6)) == LEAST_P


def _samples(seed: int = 3, n: int = 200) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 5, n)
    b, c = (np.where(rng.random(n) < 0.3, rng.integers(0, 5, n), a) for _ in range(2))
    return a, b, c


@pytest.mark.parametrize("key", ["correlation", "jaccard", "nmi_arithmetic", "bcubed"])
def test_differences_of_many_are_those_of_two(key: str) -> None:
    """Sums over items of products of influences: the same standard error as cell by cell."""
    a, b, c = _samples(n=2000)
    index = pw.index(key)
    tables = [pw.contingency(a, labels) for labels in (b, c)]
    by_candidate = [next(outcomes(table, [index]))[1] for table in tables]
    places = []
    for table, labels in zip(tables, (b, c), strict=True):
        number = {
            (table.row_labels[i], table.column_labels[j]): cell
            for cell, (i, j) in enumerate(
                zip(*(part.tolist() for part in table.cells[:2]), strict=True)
            )
        }
        places.append(np.array([number[cell] for cell in zip(a, labels, strict=True)], np.int32))
    sums = sums_of_products(by_candidate, places)
    u, v = (one.per_cell[place] for one, place in zip(by_candidate, places, strict=True))  # type: ignore[union-attr]
    for total, expected in zip(sums, (u * v, u**2 * v**2, u**3 * v), strict=True):
        assert total[0, 1] == pytest.approx(expected.sum(), rel=1e-9)
    found, _ = of_pair(index, tables, by_candidate, sums, (0, 1), 0.95)
    exact = difference(a, b, c, [index])[key]
    assert found.standard_error == pytest.approx(exact.standard_error, rel=1e-9)
    assert found.value == pytest.approx(exact.value)
    same, _ = of_pair(index, tables, by_candidate, sums, (0, 0), 0.95)
    assert (same.low, same.value) == (None, 0)
    none = ["why", by_candidate[1]]
    zero = sums_of_products(none, places)
    assert zero[0][0, 1] == zero[0][0, 0] == 0
    refused, is_same = of_pair(index, tables, none, zero, (0, 1), 0.95)
    assert (refused.note, refused.low, is_same) == ("why", None, False)


@pytest.mark.parametrize(("level", "fewest"), [(0.5, 6), (0.95, 6), (0.99, 8), (0.999, 11)])
def test_how_many_items_must_decide_about_a_difference(level: float, fewest: int) -> None:
    """At least six, and as many as coins must fall alike for the level: 1 + log2(1/(1 − level))."""
    assert fewest == max(6, math.ceil(1 - math.log2(1 - level)))
    a = np.repeat(np.arange(4), 50)
    b, c = a.copy(), a.copy()
    b[::100], c[1::67] = (a[::100] + 1) % 4, (a[1::67] + 1) % 4
    note = str(difference(a, b, c, [CC], level)["correlation"].note)
    assert f"this; a confidence interval needs {fewest}" in note


# --- covers and memberships


def _cover(n: int) -> tuple[pw.Cover, pw.Cover]:
    rng = np.random.default_rng(1)
    one = rng.random((n, 4)) < 0.4
    other = one ^ (rng.random((n, 4)) < 0.1)
    return pw.Cover(one), pw.Cover(other)


@pytest.mark.parametrize(("n", "is_enough"), [(99, False), (100, True)])
def test_a_hundred_items_of_covers(n: int, is_enough: bool) -> None:
    reference, candidate = _cover(n)
    found = pw.compare(reference, {"x": candidate}, "omega").estimates()["x"]["omega"]
    assert (found.low is not None) == is_enough
    assert is_enough or found.note == "99 items are too few; at least 100 are needed"


def test_intervals_from_values_without_each_item() -> None:
    reference, candidate = _cover(100)
    index = next(i for i in pw.indices("covers") if i.key == "omega")
    for moved, words in ((4, None), (3, "too few items decide this score"), (0, "does not change")):
        without = np.full(100, 0.5)
        without[: moved // 2] += 0.001
        without[moved // 2 : moved] -= 0.001
        if moved % 2:
            without[:3] = 0.501, 0.499, 0.5003
        found = _around(index, 0.5, without, 0.95)  # type: ignore[arg-type]
        if words:
            assert words in str(found.note)
            continue
        error = math.sqrt(99 / 100 * ((without - without.mean()) ** 2).sum())
        assert found.standard_error == pytest.approx(error)
        assert found.corrected == pytest.approx(100 * 0.5 - 99 * without.mean())
    undefined = np.full(100, 0.5)
    undefined[7] = np.nan
    note = _around(index, 0.5, undefined, 0.95).note  # type: ignore[arg-type]
    assert note == "leaving out one item makes this score undefined"
    above = np.full(100, 0.9) - 0.001 * np.arange(100)
    assert _around(index, 0.99, above, 0.95).corrected == 1  # type: ignore[arg-type]
    with pytest.raises(InputError, match="level="):
        beyond_estimates(pw.compare(reference, {"x": candidate}, "omega").scores["x"], [], 2)  # type: ignore[arg-type]


# --- labels and their design


def test_single_items_are_told_from_whole_clusters() -> None:
    """Refused from five deviations and a fifth more than usual; a note where nothing can tell."""
    for size, number in ((2, 400), (3, 300), (6, 200)):
        for labelled in range(20, number, 20):
            inside = labelled // 2
            cells = [size] * inside + [1] * (labelled - inside)
            table = pw.contingency([0] * sum(cells), np.repeat(np.arange(labelled), cells).tolist())
            truth = PartialTruth(table, np.full(labelled, size), histogram([size] * number))
            mates = _Mates.of(truth)
            is_more = mates.labelled > 1.2 * mates.rate * mates.number
            if is_more and mates.excess > 5 * mates.deviation:
                with pytest.raises(InputError, match="whole clusters seem to have been labelled"):
                    check_items(truth)
                continue
            is_blind = (1 - mates.rate) * mates.number / 2 <= 5 * mates.deviation
            assert check_items(truth) == (NO_POWER if is_blind else None)


@pytest.mark.parametrize("design", [None, "random clusters"])
def test_whole_clusters_are_told_from_single_items(design: Any) -> None:
    """A fifth of the pairs right, and four deviations of what whole clusters would show."""
    weights: Any = None
    seen = Counter[str]()
    rng = np.random.default_rng(5)
    for size, number, right in product((2, 3, 6), (40, 200, 400), (0.0, 0.15, 0.3, 1.0)):
        for share in (0.1, 0.3, 0.6):
            whole = np.repeat(np.arange(number), size)
            drawn = np.flatnonzero(rng.random(len(whole)) < share)
            noise = rng.integers(0, number, len(whole))
            reference = np.where(rng.random(len(whole)) < right, whole, noise)
            table = pw.contingency(reference[drawn], whole[drawn])
            truth = PartialTruth(table, np.full(table.k_b, size), histogram([size] * number))
            if design is None:
                weights = dict.fromkeys(table.row_labels, 2.0)
            made = ClusterDesign(design, sampling_weights=weights)
            mates = _Mates.of(truth)
            if mates.excess > 5 * mates.deviation:
                continue  # they look like whole clusters; how large these are is told elsewhere
            is_right = 2 * float(table.pair_counts.n11) / max(mates.labelled, 1.0)
            if_whole = (1 - mates.rate) * mates.number * is_right / 2
            tells = is_right >= 0.2 and if_whole > 4 * mates.deviation
            if tells and mates.excess <= 3 * mates.deviation:
                seen["refused"] += 1
                with pytest.raises(InputError, match="single items seem to have been labelled"):
                    check_clusters(truth, made)
                continue
            seen["no power"] += 1
            assert check_clusters(truth, made) == NO_POWER
    assert min(seen["refused"], seen["no power"]) >= 5


def test_estimates_of_tables() -> None:
    a, b, _ = _samples()
    found = estimates_of(pw.contingency(a, b), [CC, JACCARD], 0.9)
    assert all(e.level == 0.9 for e in found.values())
