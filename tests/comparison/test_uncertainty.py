"""Standard errors of pair-counting indices against items that are actually left out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import partwise as pw
from partwise.catalogue.index_record import Index
from partwise.comparison.uncertainty import jackknife as module
from partwise.comparison.uncertainty.api import difference, estimates_of
from partwise.comparison.uncertainty.dispatch import outcomes
from partwise.comparison.uncertainty.jackknife import scale_of
from partwise.scoring import ABOUT_INTERVALS, ByIndex

PAIRS = tuple(i for i in pw.indices("paper") if i.kind == "pairs")
SCALE_FREE = [index for index in PAIRS if index.key != "fager_mcgowan"]


def counts_by_hand(a: Sequence[int], b: Sequence[int]) -> tuple[int, int, int, int]:
    found = [(a[i] == a[j], b[i] == b[j]) for i, j in combinations(range(len(a)), 2)]
    return (
        found.count((True, True)),
        found.count((True, False)),
        found.count((False, True)),
        found.count((False, False)),
    )


def without(labels: Sequence[int], item: int) -> list[int]:
    return [*labels[:item], *labels[item + 1 :]]


@cache
def counts_without_each(a: tuple[int, ...], b: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    return [counts_by_hand(without(a, i), without(b, i)) for i in range(len(a))]


def left_out(index: Index, a: Sequence[int], b: Sequence[int]) -> list[Fraction | float]:
    """Return the value without each item in turn, exactly where the formula is rational."""
    return [
        index.from_counts(*counts, exact=index.is_rational, undefined="raise")
        for counts in counts_without_each(tuple(a), tuple(b))
    ]


def spread(values: Sequence[Fraction | float]) -> float:
    n = len(values)
    mean = sum(values) / n
    return math.sqrt((n - 1) * sum((value - mean) ** 2 for value in values) / n)


def labels(seed: int, n: int, k: int, kept: float = 0.6) -> tuple[NDArray[np.int64], ...]:
    rng = np.random.default_rng(seed)
    a = rng.integers(0, k, n)
    candidates = [np.where(rng.random(n) < kept, a, rng.integers(0, k + 1, n)) for _ in range(2)]
    return (a, *candidates)


@pytest.mark.parametrize("index", SCALE_FREE, ids=lambda index: index.key)
@pytest.mark.parametrize(("n", "k"), [(12, 2), (30, 3), (45, 6)])
def test_standard_error_is_that_of_items_actually_left_out(index: Index, n: int, k: int) -> None:
    a, b, _ = labels(n, n, k)
    [(_, found)] = outcomes(pw.contingency(a, b), [index])
    assert not isinstance(found, str)
    assert found.standard_error == pytest.approx(
        spread(left_out(index, a.tolist(), b.tolist())), rel=1e-11, abs=1e-14
    )


@pytest.mark.parametrize("index", SCALE_FREE, ids=lambda index: index.key)
def test_paired_error_is_that_of_items_actually_left_out(index: Index) -> None:
    a, b, c = labels(5, 130, 4)
    one, two = (left_out(index, a.tolist(), x.tolist()) for x in (b, c))
    expected = spread([x - y for x, y in zip(one, two, strict=True)])
    found = difference(a, b, c, [index])[index.key]
    assert found.standard_error == pytest.approx(expected, rel=1e-10)


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 2), min_size=3, max_size=12))
def test_random_small_tables(items: list[tuple[int, int]]) -> None:
    a, b = (list(side) for side in zip(*items, strict=True))
    for index, found in outcomes(pw.contingency(a, b), SCALE_FREE):
        try:
            expected = spread(left_out(index, a, b))
        except pw.errors.UndefinedValueError:
            assert isinstance(found, str)
            continue
        assert isinstance(found, str) or found.standard_error == pytest.approx(
            expected, rel=1e-9, abs=1e-12
        )


def test_own_formulas_get_the_same() -> None:
    a, b, c = labels(8, 200, 5)
    own = pw.define("jaccard_of_my_own", "n11 / (mA + mB - n11)", range=(0, 1))
    table = pw.contingency(a, b)
    mine, theirs = estimates_of(table, [own]), estimates_of(table, [pw.index("jaccard")])
    assert mine[own.key].low == pytest.approx(theirs["jaccard"].low, rel=1e-10)
    paired = difference(a, b, c, [own, pw.index("jaccard")])
    assert paired[own.key].p_value == pytest.approx(paired["jaccard"].p_value, rel=1e-9)


def test_scale_is_known() -> None:
    scales = {index.key: scale_of(index) for index in PAIRS}
    assert {key for key, scale in scales.items() if scale != 1} == {"fager_mcgowan"}
    assert scale_of(pw.define("pairs_in_both", "n11")) is None
    assert scale_of(pw.define("share_of_items", "n11 / (N + n)")) not in (1.0, None)


def test_fager_mcgowan_is_estimated_without_what_vanishes() -> None:
    a, b, _ = labels(9, 300, 4)
    found = estimates_of(pw.contingency(a, b), [pw.index("fager_mcgowan"), pw.index("FM")])
    limit, fm = found["fager_mcgowan"], found["fowlkes_mallows"]
    assert limit.value == pw.score(a, b, "fager_mcgowan") < fm.value
    assert limit.corrected == pytest.approx(fm.value, rel=1e-7)
    assert (limit.low, limit.high) == pytest.approx((fm.low, fm.high), rel=1e-7)


def test_formulas_that_grow_say_so() -> None:
    a, b, _ = labels(9, 300, 4)
    grows = pw.define("pairs_in_both", "n11")
    found = estimates_of(pw.contingency(a, b), [grows])[grows.key]
    assert found.low is None
    assert "number of items" in str(found.note)


@pytest.mark.parametrize("index", PAIRS, ids=lambda index: index.key)
def test_linear_form_agrees_for_many_items(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, _ = labels(1, 20_000, 12)
    table = pw.contingency(a, b)
    one = estimates_of(table, [index])[index.key]
    monkeypatch.setattr(module, "_MOST_CELLS", 0)
    two = estimates_of(table, [index])[index.key]
    assert (one.method, two.method) == ("jackknife", "linearised jackknife")
    assert two.standard_error == pytest.approx(one.standard_error, rel=2e-3)


@pytest.mark.parametrize("index", SCALE_FREE, ids=lambda index: index.key)
def test_error_shrinks_as_the_root_of_items_at_any_size(index: Index) -> None:
    matrix = np.array([[40, 10, 2], [5, 60, 5], [1, 10, 70]], object)
    errors = []
    for factor in (10**5, 10**17):
        [(_, found)] = outcomes(pw.Contingency.from_matrix(matrix * factor), [index])
        assert not isinstance(found, str)
        errors.append(found.standard_error * math.sqrt(factor))
    assert errors[0] == pytest.approx(errors[1], rel=1e-5)


@pytest.mark.parametrize("factor", [4000, 10**6, 10**12])
def test_large_tables_against_fractions(factor: int) -> None:
    """Leave-one-out values differ in the last digits of a float; fractions have them all."""
    counts = [[40, 10, 2], [5, 60, 5], [1, 10, 70]]
    cells = {(i, j): counts[i][j] * factor + i - j for i in range(3) for j in range(3)}
    rows, columns = zip(*cells, strict=True)
    table = pw.Contingency.from_cells(rows, columns, cells.values())
    a, b = (
        [sum(c for at, c in cells.items() if at[side] == i) for i in range(3)] for side in (0, 1)
    )
    both, total = sum(c * (c - 1) for c in cells.values()) // 2, table.n * (table.n - 1) // 2
    same_a, same_b = (sum(c * (c - 1) for c in sizes) // 2 for sizes in (a, b))
    rational = [index for index in SCALE_FREE if index.is_rational]
    for index, found in outcomes(table, rational):
        values = {}
        for (i, j), count in cells.items():
            n11, m_a, m_b = both - (count - 1), same_a - (a[i] - 1), same_b - (b[j] - 1)
            apart = total - (table.n - 1) - m_a - m_b + n11
            values[i, j] = index.from_counts(n11, m_a - n11, m_b - n11, apart, exact=True)
        mean = sum(cells[at] * value for at, value in values.items()) / table.n
        square = sum(cells[at] * (value - mean) ** 2 for at, value in values.items())
        assert not isinstance(found, str)
        expected = math.sqrt(square * (table.n - 1) / table.n)
        assert found.standard_error == pytest.approx(expected, rel=1e-5)


def test_names_and_order_do_not_matter() -> None:
    a, b, c = labels(3, 150, 4)
    order = np.random.default_rng(1).permutation(150)
    renamed = (a * 7 - 100)[order], (b * -3)[order], c[order]
    one = difference(a, b, c, PAIRS)
    two = difference(*renamed, PAIRS)
    swapped = difference(a, c, b, PAIRS)
    for key, found in one.items():
        assert two[key].standard_error == pytest.approx(found.standard_error, rel=1e-9)
        assert swapped[key].value == -found.value
        assert swapped[key].p_value == pytest.approx(found.p_value, rel=1e-9)


def test_intervals_stay_within_the_range() -> None:
    a, _, _ = labels(3, 40, 3)
    for seed in range(20):
        table = pw.contingency(a, labels(seed, 40, 3, kept=seed / 20)[1])
        for key, found in estimates_of(table, PAIRS, 0.999).items():
            lowest, highest = pw.index(key).range
            if found.low is not None and found.high is not None:
                assert lowest <= found.low <= found.high <= highest


def test_p_values_of_differences_are_never_zero() -> None:
    """However clear a difference is: of many items, by both ways to an interval."""
    a = np.repeat(np.arange(5), 4000)
    b, c = np.where(np.arange(20_000) % 50, a, 9), np.arange(20_000) % 7
    for d in difference(a, b, c, PAIRS).values():
        assert d.p_value is None or 0 < d.p_value < 1e-9


def test_same_candidates_do_not_differ() -> None:
    a, b, _ = labels(3, 100, 4)
    for found in difference(a, b, b + 5, PAIRS).values():
        assert (found.value, found.p_value) == (0, 1)


def test_candidates_that_score_alike_need_not_be_the_same() -> None:
    """Both have no pair in common with the reference, which does not mean that none differ."""
    a = np.repeat(np.arange(20), 3)
    b, c = np.tile(np.arange(3), 20), np.tile(np.array([0, 1, 2, 4, 5, 6]), 10)
    found = difference(a, b, c, [pw.index("jaccard")])["jaccard"]
    assert (found.value, found.p_value) == (0, None)


def test_near_chance_few_clusters_give_no_interval() -> None:
    rng = np.random.default_rng(0)
    found = estimates_of(pw.contingency(*rng.integers(0, 2, (2, 500))), [pw.index("CC")])
    assert "close to chance" in str(found["correlation"].note)


def test_few_pairs_give_no_interval() -> None:
    a, b = np.arange(400) // 2, (np.arange(400) + 1) // 2
    b[:8] = a[:8]
    found = estimates_of(pw.contingency(a, b), [pw.index("CC")])
    assert "together in both" in str(found["correlation"].note)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([], []),
        ([0], [0]),
        ([0, 0], [0, 1]),
        ([0, 0, 0], [0, 1, 2]),
        ([0] * 50, [0] * 50),
        ([0] * 50, list(range(50))),
        (list(range(50)), list(range(50))),
        ([0] * 50, [0] * 49 + [1]),
        ([0, 1] * 25, [0, 1] * 25),
        ([0] * 49 + [1], [1] + [0] * 49),
    ],
)
def test_extremes_give_no_interval_but_a_reason(a: list[int], b: list[int]) -> None:
    codes = np.array(a, np.int64), np.array(b, np.int64)
    for key, found in estimates_of(pw.contingency(a, b), PAIRS).items():
        assert found.low is None, key
        assert found.standard_error is None
        assert found.note
    for paired in difference(codes[0], codes[1], codes[0], PAIRS).values():
        assert paired.p_value in (None, 1)
        assert paired.note


def test_few_deciding_items_give_no_interval() -> None:
    a = np.repeat(np.arange(20), 100)
    b = a.copy()
    b[3] = 7
    found = estimates_of(pw.contingency(a, b), [pw.index("jaccard")])["jaccard"]
    assert found.low is None
    assert "only about 1 item decides" in str(found.note)


def test_tables_say_once_what_intervals_are_about() -> None:
    a, b, c = labels(3, 150, 4)
    few = estimates_of(pw.contingency(a[:5], b[:5]), PAIRS)
    for found, times in ((estimates_of(pw.contingency(a, b), PAIRS), 1), (few, 0)):
        assert list(found.to_table().notes).count(ABOUT_INTERVALS) == times
    assert list(difference(a, b, c, PAIRS).to_table().notes).count(ABOUT_INTERVALS) == 1
    estimates = pw.compare(a, {"b": b, "c": c}).estimates()
    assert list(estimates.to_table().notes).count(ABOUT_INTERVALS) == 1


def test_notes_name_the_candidates_that_they_are_about() -> None:
    a, b, _ = labels(3, 150, 4)
    near = np.where(np.arange(len(a)) == 0, 1 - a, a)  # one item decides
    found = pw.compare(a, {"good": b, "near": near}, ["CC", "R", "F-measure"])
    texts = found.estimates().to_table().notes
    assert any(note.startswith(("CC and R of near: ", "CC of near: ")) for note in texts)
    assert any(note.startswith("FMeasure: ") for note in texts)  # of both


def test_values_in_tables_lie_inside_their_intervals_and_tiny_p_values_are_words() -> None:
    a, b, c = labels(3, 1500, 4)
    keys = ["NMI", "VI", "BCubed", "CC"]
    found = pw.compare(a, {"b": b, "c": c}, keys)
    for table in (found.estimates()["b"].to_table(), found.differences("b", "c").to_table()):
        value, low, high, plain = map(table.columns.index, ("value", "low", "high", "uncorrected"))
        rows: list[Any] = list(table.rows)
        assert all(row[low] < row[value] < row[high] for row in rows)
        assert [row[plain] is None for row in rows] == [False, False, False, True]
    p_values = ByIndex({"correlation": 1e-9, "rand": 0.0123}, "p_value").to_table()
    assert [row[1] for row in p_values.rows] == ["< 0.001", "0.012"]


@pytest.mark.parametrize("level", [0, 1, 95, -0.5])
def test_levels_are_checked(level: float) -> None:
    with pytest.raises(pw.errors.InputError, match="between 0 and 1"):
        estimates_of(pw.contingency([0, 1], [0, 1]), PAIRS, level)


def test_columns_are_checked() -> None:
    with pytest.raises(pw.errors.InputError, match="of the same length"):
        difference(np.array([0, 1]), np.array([0, 1]), np.array([0]), PAIRS)
