"""Losses, agreement, head starts and disagreement, each against its definition in loops."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.base import InputError
from partwise.catalogue import Index
from partwise.comparison.causes import (
    _errs_one_way,
    _ignored_error,
    _one_way_words,
    _times,
    _trade,
    _weight_of_a_join,
    item_agreement,
)
from partwise.comparison.disagreement import Disagreement, agreeing_order
from partwise.comparison.figures import compared, described, left_out, shown_indices
from partwise.comparison.losses import BySize, losses_by_kind, losses_by_size
from partwise.comparison.ranking import LEADING
from partwise.comparison.size_bias import (
    Baseline,
    Evidence,
    baseline_words,
    has_head_start,
    leads_beyond_size,
    short,
    size_words,
)
from partwise.tables import AggregatedTable, PairCounts

RAND, VI, BCUBED, NMI = (pw.index(name) for name in ("rand", "VI", "bcubed", "NMI"))
ODDS = Index("own_odds", "odds", "pairs", lambda p: p.n11 / p.n10, range=(0, math.inf))
ITEMS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=12)


def aggregated(table: pw.Contingency) -> AggregatedTable:
    return AggregatedTable(
        table.blocks, table.row_histogram, table.column_histogram, table.row_maxima,
        table.column_maxima,
    )  # fmt: skip


# --- losses


@given(ITEMS)
def test_losses_by_kind_are_those_of_two_repairs(items: list[tuple[int, int]]) -> None:
    """From the candidate to its intersections with the reference, and from there to it."""
    a, b = [x for x, _ in items], [y for _, y in items]
    table = pw.contingency(a, b)
    for index in (RAND, VI, BCUBED):
        sign = 1 if index.direction == "similarity" else -1
        values = [float(pw.score(a, labels, index)) for labels in (b, items, a)]
        expected = (sign * (values[2] - values[1]), sign * (values[1] - values[0]))
        assert losses_by_kind(index, table) == pytest.approx(expected, nan_ok=True)
        assert losses_by_kind(index, aggregated(table)) == pytest.approx(expected, nan_ok=True)


@given(ITEMS, st.integers(1, 5))
def test_losses_by_size_repair_large_clusters_first(
    items: list[tuple[int, int]], from_size: int
) -> None:
    a, b = [x for x, _ in items], [y for _, y in items]
    sizes = Counter(a)
    halfway = [("own", x) if sizes[x] >= from_size else ("found", y) for x, y in items]
    for index in (RAND, VI, BCUBED):
        sign = 1 if index.direction == "similarity" else -1
        values = [float(pw.score(a, labels, index)) for labels in (b, halfway, a)]
        found = losses_by_size(index, pw.contingency(a, b), from_size)
        assert found == pytest.approx(
            (sign * (values[2] - values[1]), sign * (values[1] - values[0])), nan_ok=True
        )


def test_losses_that_are_unknown() -> None:
    def broken(_: Any) -> float:
        raise RuntimeError("no")

    own = pw.define("own_broken", broken)
    assert all(map(math.isnan, losses_by_kind(own, pw.contingency([0, 0, 1], [0, 1, 1]))))


@given(ITEMS)
def test_agreement_about_items_of_large_and_small_clusters(items: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in items], [y for _, y in items]
    sizes, others, both = Counter(a), Counter(b), Counter(items)
    from_size = next(
        size
        for size in sorted(sizes.values(), reverse=True)
        if 2 * sum(x for x in sizes.values() if x >= size) >= len(items)
    )
    own = [both[x, y] / (sizes[x] + others[y] - both[x, y]) for x, y in items]
    large = [value for value, (x, _) in zip(own, items, strict=True) if sizes[x] >= from_size]
    small = [value for value, (x, _) in zip(own, items, strict=True) if sizes[x] < from_size]
    for table in (pw.contingency(a, b), aggregated(pw.contingency(a, b))):
        found = item_agreement(table)
        assert found.from_size == from_size
        assert found.large == pytest.approx(sum(large) / len(large))
        expected = sum(small) / len(small) if small else math.nan
        assert found.small == pytest.approx(expected, nan_ok=True)


def test_trades_between_small_and_large_clusters() -> None:
    better_small, better_large = BySize(0.1, 0.4), BySize(0.2, 0.3)
    assert _trade(better_small, better_large, is_small=True)
    assert not _trade(better_small, better_large, is_small=False)
    assert _trade(better_large, better_small, is_small=False)
    for other in (BySize(0.1, 0.3), BySize(0.2, 0.4), BySize(0.05, 0.3)):
        assert not _trade(better_small, other, is_small=True)


def test_which_error_an_index_ignores() -> None:
    found = {key: _ignored_error(pw.index(key)) for key in ("wallace_1", "wallace_2", "rand", "CC")}
    assert found == {"wallace_1": "joins", "wallace_2": "separations", "rand": None, "CC": None}


def _evidence(
    reference: Any, candidate: Any, index: Index = RAND, name: str = "x", value: float = 0.5,
    baseline: Baseline | None = None,
) -> Evidence:  # fmt: skip
    table = pw.contingency(reference, candidate)
    return Evidence(index, name, table, value, baseline or Baseline(0.2))


def test_errors_in_one_direction() -> None:
    a = [0, 0, 0, 1, 1]
    for b, is_one_way, words in (
        ([0, 0, 1, 2, 2], True, "x wrongly joins no pair, although it separates 2 pairs"),
        ([0, 0, 0, 1, 2], True, "x wrongly joins no pair, although it separates 1 pair"),
        ([0, 0, 0, 0, 0], True, "x wrongly separates no pair, although it joins 6 pairs"),
        (a, False, ""), ([0, 0, 1, 1, 1], False, ""),
    ):  # fmt: skip
        evidence = _evidence(a, b)
        assert _errs_one_way(evidence) == is_one_way
        assert not words or _one_way_words(evidence) == words


def test_how_much_a_join_weighs() -> None:
    """In exact slopes: Rand counts both alike; N11/(N11 + N10 + 3 N01) at (400, 50, 20, 900)."""
    counts = PairCounts(400, 50, 20, 900)
    assert _weight_of_a_join(RAND, counts) == pytest.approx(1)
    own = pw.define("own_weighing", "n11 / (n11 + n10 + 3 * n01)", range=(0, 1))
    value = 400 / 510
    expected = (400 / 513 - value) / (399 / 510 - value)
    assert _weight_of_a_join(own, counts) == pytest.approx(expected)
    thousands = PairCounts(5000, 50, 20, 9000)  # five pairs at once
    value = 5000 / 5110
    expected = (5000 / 5125 - value) / (4995 / 5110 - value)
    assert _weight_of_a_join(own, thousands) == pytest.approx(expected)
    assert _weight_of_a_join(pw.index("wallace_1"), counts) is None  # it ignores joins
    assert _weight_of_a_join(pw.index("wallace_2"), counts) is not None
    for n11, n00 in ((0, 5), (5, 0)):
        assert _weight_of_a_join(RAND, PairCounts(n11, 3, 2, n00)) is None
    assert [_times(x) for x in (1.0, 0.996, 0.5, 2.345)] == [
        "as much as", "as much as", "0.5 times as much as", "2.3 times as much as"
    ]  # fmt: skip


# --- head starts


def _pair(
    mine: tuple[float, float], theirs: tuple[float, float], errors: tuple[float, float] = (0, 0),
    index: Index = RAND,
) -> tuple[Evidence, Evidence]:  # fmt: skip
    """Make evidence with values and baselines, and the errors of the latter."""
    table = pw.contingency([0, 0, 1, 1], [0, 0, 0, 1])
    one, two = (
        Evidence(index, name, table, value, Baseline(mean, error, 100 * bool(error)))
        for name, (value, mean), error in zip("ab", (mine, theirs), errors, strict=True)
    )
    return one, two


def test_adjusted_values() -> None:
    one, _ = _pair((0.8, 0.2), (0.5, 0.1), (0.04, 0.0))
    assert one.adjusted == pytest.approx(0.6 / 0.8)
    assert one.adjusted_error == pytest.approx(0.25 / 0.8 * 0.04)
    distance, _ = _pair((0.3, 1.2), (0.5, 0.1), (0.04, 0.0), VI)
    assert distance.adjusted == pytest.approx(0.9 / 1.2)
    assert distance.adjusted_error == pytest.approx(0.25 / 1.2 * 0.04)
    at_best, _ = _pair((0.6, 1.0), (0.5, 0.1))
    assert math.isnan(at_best.adjusted)
    assert math.isnan(at_best.adjusted_error)
    endless, _ = _pair((0.6, 1.0), (0.5, 0.1), index=ODDS)
    assert math.isnan(endless.adjusted)


def test_head_starts_beyond_errors_and_a_twentieth_of_the_lead() -> None:
    """0.04 is eight errors of 0.005, and a twentieth of a lead of 0.8."""
    assert has_head_start(*_pair((0.6, 0.24), (0.5, 0.2)))
    assert not has_head_start(*_pair((0.6, 0.16), (0.5, 0.2)))
    assert not has_head_start(*_pair((0.6, 0.2), (0.5, 0.2)))
    for error, is_start in ((0.0069, True), (0.0072, False)):  # of both: √2 times as much
        assert has_head_start(*_pair((0.6, 0.24), (0.5, 0.2), (error, error))) == is_start
    for error, is_start in ((0.0099, True), (0.0101, False)):
        assert has_head_start(*_pair((0.6, 0.24), (0.5, 0.2), (error, 0))) == is_start
    for lead, is_start in ((0.79, True), (0.81, False)):
        assert has_head_start(*_pair((0.1 + lead, 0.24), (0.1, 0.2))) == is_start
        assert has_head_start(*_pair((0.1, 0.24), (0.1 + lead, 0.2))) == is_start
    assert has_head_start(*_pair((0.5, 0.2), (0.6, 0.24), index=VI))
    assert not has_head_start(*_pair((0.5, 0.24), (0.6, 0.2), index=VI))
    assert not has_head_start(*_pair((0.6, 0.24), (0.5, 0.2), index=pw.index("CC")))


def test_leads_beyond_sizes() -> None:
    for mine, theirs, is_beyond in (
        ((0.6, 0.2), (0.55, 0.2), True), ((0.6, 0.2), (0.5, 0.1), True),
        ((0.5, 0.2), (0.6, 0.2), False), ((0.6, 0.2), (0.6, 0.2), False),
        ((0.6, 0.3), (0.55, 0.1), False),
    ):  # fmt: skip
        assert leads_beyond_size(*_pair(mine, theirs)) == is_beyond
        adjusted = [(value - mean) / (1 - mean) for value, mean in (mine, theirs)]
        assert (adjusted[0] > adjusted[1] + 1e-9) == is_beyond
    # Adjusted 0.5 and 0.4375; the errors are 0.5 · error/0.8 of the first.
    for error, is_beyond in ((0.0249, True), (0.0251, False)):
        assert leads_beyond_size(*_pair((0.6, 0.2), (0.55, 0.2), (error, 0))) == is_beyond
    for value, is_beyond in ((0.71, True), (0.69, False)):  # the head start is 0.3
        assert leads_beyond_size(*_pair((value, 0.5), (0.4, 0.2), index=ODDS)) == is_beyond


def test_baselines_in_words() -> None:
    one, two = _pair((0.6, 0.2), (0.55, 0.25))
    assert baseline_words(one, two) == (
        "by R, the expected score of a random clustering is 0.2 with the sizes of a and 0.25 with "
        "those of b; adjusted for that, R still prefers a (0.5 against 0.4)"
    )
    assert baseline_words(*_pair((0.6, 0.5), (0.55, 0.25))).endswith(
        "adjusted for that, R would prefer b (0.4 against 0.2)"
    )
    sampled = baseline_words(*_pair((0.6, 0.2), (0.55, 0.25), (0, 0.001)))
    assert "is about 0.2 with the sizes of a and 0.25 with those of b (from 100 ran" in sampled
    at_best = baseline_words(*_pair((0.6, 1.0), (0.55, 0.25)))
    assert at_best.endswith("those of b")
    assert baseline_words(*_pair((0.6, 0.25), (0.55, 1.0))).endswith("those of b")
    for mean, error, samples, words in (
        (0.123456, 0.0, 0, "0.123"), (0.123456, 0.02, 100, "0.12"), (0.123456, 0.2, 100, "0.1"),
        (0.123456, 0.0, 100, "0.123"), (1234.5, 20.0, 100, "1230"), (0.123456, 1e-5, 9, "0.123"),
        (17.6, 1.5, 9, "18"), (17.6, 0.5, 9, "17.6"),
    ):  # fmt: skip
        assert str(Baseline(mean, error, samples)) == words
    numbers = (1e-9, 9e-10, -2e-9, 0.99951, 123456.0)
    assert [short(x) for x in numbers] == ["1e-09", "0", "-2e-09", "1", "123000"]


def _sizes(labels: list[int], index: Index, other: list[int]) -> str:
    reference = [i // 4 for i in range(len(labels))]
    return size_words(
        _evidence(reference, labels, index, "x"), _evidence(reference, other, index, "y")
    )


def test_sizes_in_words() -> None:
    fine, coarse = [i // 2 for i in range(12)], [i // 6 for i in range(12)]
    giant = [0] * 7 + [1, 2, 3, 4, 5]
    assert _sizes(fine, NMI, coarse) == "x has more, smaller clusters (6 against 2)"
    assert _sizes(coarse, NMI, fine) == "x has fewer, larger clusters (2 against 6)"
    assert _sizes(coarse, pw.index("jaccard"), fine) == "x has fewer, larger clusters (2 against 6)"
    # A giant and lone items: more clusters than the six pairs have, and more pairs together.
    even = [i // 3 for i in range(12)]
    entropies = [float(pw.contingency([0] * 12, labels).information.entropy_b)
                 for labels in (even, giant)]  # fmt: skip
    assert entropies[0] > entropies[1]
    assert _sizes(even, NMI, giant) == (
        f"the cluster sizes of x have a higher entropy ({short(entropies[0])} against "
        f"{short(entropies[1])} nats)"
    )
    assert _sizes(giant, VI, even) == (
        f"the cluster sizes of x have a lower entropy ({short(entropies[1])} against "
        f"{short(entropies[0])} nats)"
    )
    assert _sizes(giant, pw.index("jaccard"), even) == "x puts more pairs together (21 against 12)"
    plain = "has 6 clusters, the largest of 7 items, and y has 4, the largest of 3"
    assert _sizes(giant, BCUBED, even) == f"x {plain}"
    assert _sizes(even, pw.index("jaccard"), giant).startswith("x has 4 clusters, the largest of 3")


# --- disagreement


VALUES = st.lists(
    st.lists(st.sampled_from([0.1, 0.2, 0.3, math.nan]), min_size=4, max_size=4),
    min_size=3, max_size=3,
)  # fmt: skip
THREE = [RAND, VI, BCUBED]


def _sign(index: Index, one: float, other: float) -> int:
    if math.isnan(one) or math.isnan(other) or one == other:
        return 0
    return 1 if (one > other) == (index.direction == "similarity") else -1


@given(VALUES)
def test_disagreement_counts_pairs_of_candidates(values: list[list[float]]) -> None:
    names, pairs = "abcd", list(combinations(range(4), 2))
    d = Disagreement(THREE, names, np.array(values))
    signs = [
        [_sign(index, row[i], row[j]) for i, j in pairs]
        for index, row in zip(THREE, values, strict=True)
    ]
    by_signs = Disagreement(THREE, names, np.array(values), "signs")
    for x in range(3):
        for y in range(3):
            two = list(zip(signs[x], signs[y], strict=True))
            opposite = sum(one * other < 0 for one, other in two)
            assert d.counts[x, y] == opposite
            assert d.percentages[x, y] == pytest.approx(100 * opposite / 6)
            assert by_signs.counts[x, y] == sum(one != other for one, other in two)
            expected = [
                (names[i], names[j]) if one > 0 else (names[j], names[i])
                for (i, j), (one, other) in zip(pairs, two, strict=True)
                if one * other < 0
            ]
            assert d.between(THREE[x], THREE[y].key) == expected
    for place, index in enumerate(THREE):
        for i, one in enumerate(names):
            for j, other in enumerate(names):
                sign = 0 if i == j else _sign(index, values[place][i], values[place][j])
                assert d.prefers(place, one, other) == sign
                assert (index in d.preferring(one, other)) == (sign > 0)
    rows = d.to_frame("polars").rows()
    assert [row[:2] for row in rows] == [("rand", "vi"), ("rand", "bcubed"), ("vi", "bcubed")]
    assert [row[2] for row in rows] == [d.counts[0, 1], d.counts[0, 2], d.counts[1, 2]]
    assert {row[3] for row in rows} == {6}
    assert [row[4] for row in rows] == [100 * row[2] / 6 for row in rows]
    assert d.to_dict()["pairs_of_candidates"] == 6


def test_disagreement_about_one_candidate_and_unknown_indices() -> None:
    d = Disagreement(THREE, ["a"], np.array([[0.1]] * 3))
    assert d.counts.tolist() == [[0] * 3] * 3
    assert d.percentages.tolist() == [[0] * 3] * 3
    with pytest.raises(InputError, match="jaccard was not compared; the indices are rand, vi, bc"):
        d.between("rand", "J")
    with pytest.raises(InputError, match="omega was not compared"):
        d.between("rand", "omega")
    assert d.to_table().title.startswith("% of 0 pairs")


def test_indices_that_agree_stand_together() -> None:
    """Two groups of two, far from each other."""
    matrix = np.array([[0, 40, 1, 41], [40, 0, 42, 2], [1, 42, 0, 43], [41, 2, 43, 0.0]])
    order = agreeing_order(matrix)
    assert sorted(order) == [0, 1, 2, 3]
    assert {frozenset(order[:2]), frozenset(order[2:])} == {frozenset({0, 2}), frozenset({1, 3})}
    assert agreeing_order(matrix[:2, :2]) == [0, 1]
    assert agreeing_order(np.zeros((3, 3))) == [0, 1, 2]
    assert agreeing_order(np.zeros((0, 0))) == []


# --- which indices and candidates are drawn


def test_indices_that_are_drawn() -> None:
    a, candidates = [0, 0, 1, 1, 2], {"x": [0, 0, 1, 2, 2], "y": [0, 1, 1, 1, 2]}
    every = pw.compare(a, candidates, "all", decide_by="yule")
    shown = shown_indices(every)
    assert [index.key for index in shown] == ["yule", *LEADING[:7]]
    assert len(shown_indices(every, 3)) == 3
    places = compared(every, every.decision)
    assert {every.indices[place].key for place in places} == {"yule", *LEADING}
    few = pw.compare(a, candidates, ["yule", "R", "CC"])
    assert compared(few) == [0, 1, 2]
    assert compared(pw.compare(a, candidates, [index.key for index in every.indices[:20]])) == [
        *range(20)
    ]
    rare = [index for index in every.indices if index.key not in LEADING][:22]
    unknown = pw.compare(a, candidates, [index.key for index in rare])
    assert compared(unknown) == [*range(20)]
    assert left_out(3, 3) == ""
    assert left_out(3, 4) == "The chart shows 3 of 4 indices, recommended ones first."


def test_mistakes_are_described_by_their_largest_parts() -> None:
    a = [0] * 21 + [1] * 4
    b = [i for part, size in enumerate((8, 5, 4, 2, 1, 1)) for i in [part] * size] + [9] * 4
    (split,) = pw.compare(a, {"x": b}, ["CC"]).mistakes("x")
    assert described(split) == ("0", ["0", "1", "2", "3", "…"], "8 + 5 + 4 + 2 + …")
    four = pw.compare([0] * 19 + [1] * 4, {"x": [*b[:18], 3, *b[21:]]}, ["CC"]).mistakes("x")
    assert described(four[0]) == ("0", ["0", "1", "2", "3"], "8 + 5 + 4 + 2")
