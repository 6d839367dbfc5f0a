"""Scores of a whole candidate from whole clusters of the reference."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.base.errors import InputError
from partwise.comparison.uncertainty.labelled_clusters import (
    PartialTruth,
    estimated_counts,
    parts_of_clusters,
)
from partwise.comparison.uncertainty.partial_truth import Design, difference_whole, estimate_whole

PAIRS = tuple(i for i in pw.indices("paper") if i.kind == "pairs")
SIX = np.repeat(np.arange(6), [1, 2, 2, 3, 4, 5])
SIX_B = np.array([0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 0, 4, 4, 4, 4, 2])


def labelled(
    a: NDArray[np.int64], b: NDArray[np.int64], drawn: list[int] | NDArray[np.int64]
) -> PartialTruth:
    known = {i: int(c) for i, c in enumerate(a) if c in set(drawn)}
    return PartialTruth.of(known, dict(enumerate(b.tolist())))


def population(k: int, seed: int = 0) -> tuple[NDArray[np.int64], ...]:
    """Return clusters of some six items, and candidates that merge neighbours and lose items."""
    rng = np.random.default_rng(seed)
    a = np.repeat(np.arange(k), rng.integers(3, 10, k))
    merged = np.where(rng.random((2, k)) < 0.15, np.arange(1, k + 1), np.arange(k))
    lost = rng.random((2, len(a))) < [[0.1], [0.2]]
    b, c = np.where(lost, k + 1 + np.arange(len(a)), merged[:, a])
    return a, b, c


def parts(a: NDArray[np.int64], b: NDArray[np.int64], cluster: int) -> tuple[int, Fraction, int]:
    """Count by hand: items of a cluster, its share of m_B, and its pairs together in both."""
    inside = [i for i in range(len(a)) if a[i] == cluster]
    shared = sum(b[i] == b[j] for i, j in combinations(inside, 2))
    met = sum(b[i] == b[j] for i in inside for j in range(len(a)) if j != i)
    return len(inside), Fraction(met, 2), shared


def regressed(
    of: list[tuple[int, Fraction, int]], weights: list[Fraction], n: int, same_b: int
) -> tuple[Fraction, Fraction]:
    """Estimate N11 and m_A by least squares in two unknowns, solved by Cramer's rule."""
    p = q = r = Fraction(0)
    right = [[Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]]
    for (a, g, x), w in zip(of, weights, strict=True):
        p, q, r = p + w * a, q + w * g, r + w * g * g / a
        for place, y in enumerate((Fraction(x), Fraction(a * (a - 1), 2))):
            right[0][place] += w * y
            right[1][place] += w * y * g / a
    found = []
    for place in (0, 1):
        by_item = (right[0][place] * r - q * right[1][place]) / (p * r - q * q)
        by_pair = (p * right[1][place] - q * right[0][place]) / (p * r - q * q)
        found.append(n * by_item + same_b * by_pair)
    return found[0], found[1]


def test_parts_of_clusters_add_up_to_the_whole() -> None:
    of = [parts(SIX, SIX_B, cluster) for cluster in range(6)]
    whole = pw.contingency(SIX, SIX_B).pair_counts
    assert sum(g for _, g, _ in of) == whole.same_b
    assert sum(x for _, _, x in of) == whole.n11


def _sums(truth: PartialTruth, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weigh the labelled clusters' parts of n, m_B, N11 and m_A."""
    a = truth.table.row_sizes.astype(float)
    x, g = parts_of_clusters(truth)
    return np.array([a, g, x, a * (a - 1) / 2]) @ weights


def test_sums_over_drawn_clusters_are_unbiased() -> None:
    """K/k Σ y averages to the totals over all samples, and n times the mean of y/a over all draws.

    The regression is a smooth function of such sums, exact for the whole: so it is consistent.
    """
    whole = pw.contingency(SIX, SIX_B).pair_counts
    exact = [len(SIX), whole.same_b, whole.n11, whole.same_a]
    samples = [labelled(SIX, SIX_B, list(drawn)) for drawn in combinations(range(6), 3)]
    by_clusters = [_sums(truth, np.full(3, 6 / 3)) for truth in samples]
    assert np.mean(by_clusters, axis=0) == pytest.approx(exact, rel=1e-12)
    by_items = []
    for items in product(range(len(SIX)), repeat=2):
        times = Counter(SIX[list(items)].tolist())
        truth = labelled(SIX, SIX_B, sorted(times))
        often = np.array([times[c] for c in sorted(times)])
        by_items.append(_sums(truth, len(SIX) / 2 * often / truth.table.row_sizes))
    assert np.mean(by_items, axis=0) == pytest.approx(exact, rel=1e-12)


def _totals(truth: PartialTruth, times: NDArray[np.float64] | None) -> list[float]:
    here, _ = estimated_counts(truth, times)
    return [float(here.n11[0]), float(here.same_a[0]), float(here.same_b[0])]


@pytest.mark.parametrize("drawn", list(combinations(range(6), 4)))
def test_regression_on_clusters_is_least_squares(drawn: tuple[int, ...]) -> None:
    of = [parts(SIX, SIX_B, cluster) for cluster in drawn]
    same_b = int(pw.contingency(SIX, SIX_B).pair_counts.same_b)
    expected = regressed(of, [Fraction(1)] * 4, len(SIX), same_b)
    found = _totals(labelled(SIX, SIX_B, list(drawn)), None)
    assert found == pytest.approx([*map(float, expected), same_b], rel=1e-10)


def test_regression_on_drawn_items_is_least_squares() -> None:
    same_b = int(pw.contingency(SIX, SIX_B).pair_counts.same_b)
    for items in ((0, 3, 5, 9, 12), (1, 2, 8, 9, 16), (16, 15, 4, 4, 7)):
        times = Counter(int(SIX[i]) for i in items)
        drawn = sorted(times)
        of = [parts(SIX, SIX_B, cluster) for cluster in drawn]
        weights = [Fraction(times[c], a) for c, (a, _, _) in zip(drawn, of, strict=True)]
        expected = regressed(of, weights, len(SIX), same_b)
        how_often = np.array([times[c] for c in drawn], float)
        found = _totals(labelled(SIX, SIX_B, drawn), how_often)
        assert found == pytest.approx([*map(float, expected), same_b], rel=1e-10)


@pytest.mark.parametrize("sampling", ["clusters", "clusters of items"])
def test_estimates_are_unbiased_where_the_candidate_tells_nothing(sampling: Design) -> None:
    """With clusters of one size in the candidate, what remains is the ratio or Hansen & Hurwitz.

    Reference clusters of one size make the ratio that of known numbers; drawn items need not that.
    """
    by_items = sampling == "clusters of items"
    a = np.array([0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3]) if by_items else np.arange(12) // 3
    b = np.array([0, 0, 1, 1, 0, 2, 2, 2, 3, 1, 3, 3])
    whole = pw.contingency(a, b).pair_counts
    found = []
    if by_items:
        for items in product(range(12), repeat=2):
            times = Counter(int(a[i]) for i in items)
            truth = labelled(a, b, sorted(times))
            found.append(_totals(truth, np.array([times[c] for c in sorted(times)], float)))
    else:
        found = [_totals(labelled(a, b, list(drawn)), None) for drawn in combinations(range(4), 2)]
    exact = [whole.n11, whole.same_a, whole.same_b]
    assert np.mean(found, axis=0)[:2] == pytest.approx(exact[:2], rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_all_clusters_give_the_exact_counts(seed: int) -> None:
    a, b, _ = population(40, seed)
    whole = pw.contingency(a, b)
    truth = labelled(a, b, np.arange(40))
    items = np.array([int((a == c).sum()) for c in range(40)], float)
    for times in (None, items):  # every cluster once, or every item once
        here, _ = estimated_counts(truth, times)
        assert [float(c[0]) for c in here] == pytest.approx(list(whole.pair_counts), rel=1e-9)
    for sampling in ("clusters", "clusters of items"):
        for index, found in estimate_whole(truth, PAIRS, sampling=sampling).items():
            assert found.value == pw.score(a, b, index)
            assert found.note == "the sample is the whole"
            assert found.low is found.corrected is None


@pytest.mark.parametrize("name", ["CC", "J", "wallace_2"])
@pytest.mark.parametrize("sampling", ["clusters", "clusters of items"])
def test_standard_error_is_that_of_clusters_actually_left_out(sampling: Design, name: str) -> None:
    a, b, _ = population(400)
    rng = np.random.default_rng(5)
    times = Counter(a[rng.choice(len(a), 90)].tolist())
    if sampling == "clusters":
        times = Counter(dict.fromkeys(rng.choice(400, 90, replace=False).tolist(), 1))
    index = pw.index(name)
    n, same_b = len(a), int(pw.contingency(a, b).pair_counts.same_b)
    of = {c: parts(a, b, c) for c in times}

    def value(kept: Counter[int]) -> float:
        left = [c for c in kept if kept[c]]
        by = [Fraction(kept[c], of[c][0]) if sampling != "clusters" else Fraction(1) for c in left]
        n11, same_a = map(float, regressed([of[c] for c in left], by, n, same_b))
        rest = n * (n - 1) / 2 - same_a - same_b + n11
        if name == "CC":
            top = n11 * n * (n - 1) / 2 - same_a * same_b
            pairs = n * (n - 1) / 2
            return top / math.sqrt(same_a * (pairs - same_a) * same_b * (pairs - same_b))
        return n11 / (same_b if name == "wallace_2" else n * (n - 1) / 2 - rest)

    draws = [c for c in times for _ in range(times[c])]
    values = [value(times - Counter([c])) for c in draws]
    mean, k = sum(values) / len(values), len(values)
    variance = (k - 1) / k * sum((v - mean) ** 2 for v in values)
    if sampling == "clusters":
        variance *= 1 - sum(of[c][0] for c in times) / n
    truth = labelled(a, b, sorted(times))
    how_often = None if sampling == "clusters" else dict(times)
    found = estimate_whole(truth, [index], sampling=sampling, draws=how_often)[index.key]
    assert found.corrected == pytest.approx(value(times), rel=1e-9)
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-6)


def test_a_known_number_of_clusters_tells_the_share_drawn() -> None:
    a, b, _ = population(400)
    truth = labelled(a, b, np.arange(100))
    errors = [
        estimate_whole(truth, [pw.index("CC")], sampling="clusters", clusters=k)["correlation"]
        for k in (400, 10**6)
    ]
    assert errors[0].corrected == errors[1].corrected
    assert errors[0].standard_error is not None
    assert errors[1].standard_error is not None
    assert errors[0].standard_error / errors[1].standard_error == pytest.approx(
        math.sqrt((1 - 100 / 400) / (1 - 100 / 10**6)), rel=1e-9
    )


@pytest.mark.parametrize("sampling", ["clusters", "clusters of items"])
def test_intervals_hold_and_the_labelled_part_alone_misleads(sampling: Design) -> None:
    """With 200 samples, 95 % are outside of these bounds once in ten thousand runs or so."""
    a, b, c = population(600, 3)
    names = ("W", "wallace_2", "CC", "S&S", "AR", "J")
    indices = [pw.index(name) for name in names]
    true = {i.key: (pw.score(a, b, i), pw.score(a, c, i)) for i in indices}
    tables = pw.contingency(a, b), pw.contingency(a, c)
    rng = np.random.default_rng(1)
    held = {i.key: [0, 0] for i in indices}
    estimates: dict[str, list[tuple[float, float]]] = {i.key: [] for i in indices}
    for _ in range(200):
        if sampling == "clusters":
            drawn, times = rng.choice(600, 80, replace=False), None
        else:
            drawn, times = np.unique(a[rng.integers(0, len(a), 80)], return_counts=True)
        picked = np.isin(a, drawn)
        truths = []
        for table, codes in zip(tables, (b, c), strict=True):
            part = pw.contingency(a[picked], codes[picked])
            sizes = np.array([(codes == label).sum() for label in part.column_labels])
            truths.append(PartialTruth(part, sizes, table.n, int(table.pair_counts.same_b)))
        scores = estimate_whole(truths[0], indices, sampling=sampling, draws=times)
        paired = difference_whole(truths[0], truths[1], indices, sampling=sampling, draws=times)
        for key, (one, two) in true.items():
            score, gap = scores[key], paired[key]
            assert score.low is not None
            assert score.high is not None
            assert gap.low is not None
            assert gap.high is not None
            assert score.corrected is not None
            held[key][0] += score.low <= one <= score.high
            held[key][1] += gap.low <= one - two <= gap.high
            estimates[key].append((score.value, score.corrected))
    assert all(0.89 <= count / 200 <= 0.995 for counts in held.values() for count in counts), held
    for key, (one, _) in true.items():
        naive, corrected = np.mean(estimates[key], axis=0)
        assert corrected == pytest.approx(one, abs=0.01)
        assert key == "wallace_1" or naive > one + 0.03


def test_an_index_that_needs_more_than_pairs_is_refused() -> None:
    a, b, c = population(200)
    one, two = labelled(a, b, np.arange(60)), labelled(a, c, np.arange(60))
    others = [i for i in pw.indices("paper") if i.kind == "table"]
    for found in (
        estimate_whole(one, others, sampling="clusters"),
        difference_whole(one, two, others, sampling="clusters"),
    ):
        assert all("only pair-counting indices add up" in str(e.note) for e in found.values())
        assert all(e.low is None for e in found.values())


def test_few_or_alike_clusters_have_no_interval_and_one_that_decides_a_wide_one() -> None:
    a, b, _ = population(200)
    cc = [pw.index("CC")]
    few = estimate_whole(labelled(a, b, np.arange(9)), cc, sampling="clusters")["correlation"]
    assert "too few" in str(few.note)
    assert few.corrected is not None
    perfect = estimate_whole(labelled(a, a, np.arange(60)), cc, sampling="clusters")["correlation"]
    assert perfect.note == "leaving out a cluster changes nothing"
    assert perfect.corrected == pytest.approx(1.0, abs=1e-12)
    one_split = np.where(np.arange(len(a)) == 7, 10**6, a)
    rare = estimate_whole(labelled(a, one_split, np.arange(60)), cc, sampling="clusters")
    typical = estimate_whole(labelled(a, b, np.arange(60)), cc, sampling="clusters")
    widths = []
    for found in (rare["correlation"], typical["correlation"]):
        assert found.low is not None
        assert found.corrected is not None
        assert found.standard_error is not None
        widths.append((found.corrected - found.low) / found.standard_error)
    assert widths[0] > 10  # Student's quantile where a single cluster decides is 12.7
    assert 1.97 < widths[1] < 3
    nothing = PartialTruth.of({}, {0: 0, 1: 1})
    empty = estimate_whole(nothing, cc, sampling="clusters")["correlation"]
    assert empty.note == "no item is labelled"


@pytest.mark.parametrize("b", [np.zeros(12, int), np.arange(12), np.arange(12) // 6])
@pytest.mark.parametrize("drawn", [[0], [0, 1], [1, 2, 3]])
@pytest.mark.parametrize("sampling", ["clusters", "clusters of items"])
def test_extremes(b: NDArray[np.int64], drawn: list[int], sampling: Design) -> None:
    a = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    truth = labelled(a, b, drawn)
    for found in estimate_whole(truth, pw.indices("paper"), sampling=sampling).values():
        assert found.low is None
        assert found.note
    for gap in difference_whole(truth, truth, PAIRS, sampling=sampling).values():
        assert gap.low is None
        assert gap.note


def test_labels_without_names_go_by_position() -> None:
    by_position = PartialTruth.of([0, 0, None, None, 1], [5, 5, 5, 6, 6])
    by_name = PartialTruth.of({0: 0, 1: 0, 4: 1}, {0: 5, 1: 5, 2: 5, 3: 6, 4: 6})
    for truth in (by_position, by_name):
        assert truth.table.row_sizes.tolist() == [2, 1]
        assert (truth.n, truth.sizes.tolist(), truth.same_b) == (5, [3, 2], 4)


def test_a_whole_beyond_int64_is_exact() -> None:
    table = pw.contingency([0, 0, 1], [0, 1, 1])
    truth = PartialTruth(table, np.array([2**62, 2**62], object), 2**64, 2**124)
    assert truth.same_b == 2**124
    assert sum(truth.sizes.tolist()) == 2**63


def test_bad_input_is_refused() -> None:
    table = pw.contingency([0, 0, 1], ["x", "y", "y"])
    with pytest.raises(InputError, match="1 sizes in the whole for the 2"):
        PartialTruth(table, np.array([5]), 10, 20)
    with pytest.raises(InputError, match="'y' has 2 labelled items, but only 1"):
        PartialTruth(table, np.array([5, 1]), 10, 20)
    with pytest.raises(InputError, match="fewer than the 10"):
        PartialTruth(table, np.array([5, 5]), 9, 20)
    with pytest.raises(InputError, match="at least 20 pairs"):
        PartialTruth(table, np.array([5, 5]), 10, 19)
    with pytest.raises(InputError, match="negative"):
        PartialTruth(table, np.array([5, -5]), 10, 20)
    with pytest.raises(InputError, match="lacks 1 labelled items"):
        PartialTruth.of({"a": 0, "z": 0}, {"a": 0, "b": 1})


def test_a_bad_design_is_refused() -> None:
    truth = PartialTruth.of({"a": "p", "b": "q"}, {"a": 0, "b": 1, "c": 1})
    for options, message in (
        ({"sampling": "items"}, "sampling="),
        ({"sampling": "clusters", "draws": [1, 1]}, "draws= goes with"),
        ({"sampling": "clusters", "clusters": 1}, "at least the 2"),
        ({"sampling": "clusters", "clusters": 2}, "1 items are in none of them"),
        ({"sampling": "clusters of items", "clusters": 5}, "clusters= goes with"),
        ({"sampling": "clusters of items", "draws": [1]}, "each of the 2"),
        ({"sampling": "clusters of items", "draws": [1, 0]}, "at least once"),
        ({"sampling": "clusters of items", "draws": {"p": 1}}, "lacks 'q'"),
        ({"sampling": "clusters of items", "draws": {"p": 1, "q": 1, "r": 1}}, "has 'r'"),
        ({"sampling": "clusters", "level": 2}, "level="),
    ):
        with pytest.raises(InputError, match=message):
            estimate_whole(truth, PAIRS, **options)
    other = PartialTruth.of({"a": "p"}, {"a": 0, "b": 1, "c": 1})
    with pytest.raises(InputError, match="different reference clusters"):
        difference_whole(truth, other, PAIRS, sampling="clusters")
    larger = PartialTruth.of({"a": "p", "b": "q"}, {"a": 0, "b": 1, "c": 1, "d": 1})
    with pytest.raises(InputError, match="cluster 3 and 4 items"):
        difference_whole(truth, larger, PAIRS, sampling="clusters")
