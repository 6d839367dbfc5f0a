"""Scores from pairs that people judged: exact where all are judged, honest where some are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import partwise as pw
from partwise.comparison.uncertainty.judged_limits import Count, Share
from partwise.comparison.uncertainty.judged_pairs import estimate_pairs
from partwise.comparison.uncertainty.pair_samples import JudgedPairs, PairDesign, PairSample
from partwise.errors import InputError

KEYS = ["wallace_2", "wallace_1", "dice", "jaccard", "rand", "adjusted_rand", "correlation"]


def _labels(n: int, seed: int = 0) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    truth = np.arange(n) // 8
    found = np.where(rng.random(n) < 0.15, rng.integers(0, n // 8, n), truth)
    return truth, found


def _all_pairs(truth: Any) -> list[tuple[int, int, bool]]:
    return [(i, j, bool(truth[i] == truth[j])) for i, j in combinations(range(len(truth)), 2)]


@pytest.mark.parametrize("with_probability", [True, False])
def test_all_pairs_judged_give_the_exact_score(with_probability: bool) -> None:
    truth, found = _labels(64)
    pairs: list[Any] = _all_pairs(truth)
    if with_probability:
        pairs = [(*row, 1) for row in pairs]
    estimates = pw.estimate(None, found, KEYS, pairs=pairs, design="random pairs")["candidate"]
    for key in KEYS:
        exact = pw.score(truth, found, key)
        e = estimates[key]
        assert e.value == pytest.approx(exact, abs=1e-9)
        assert e.low == pytest.approx(exact, abs=1e-6)
        assert e.high == pytest.approx(exact, abs=1e-6)


def test_all_joined_pairs_judged_give_exact_precision_and_nothing_else() -> None:
    truth, found = _labels(64)
    pairs = [row for row in _all_pairs(truth) if found[row[0]] == found[row[1]]]
    estimates = pw.estimate(None, found, KEYS, pairs=pairs, design="random joined pairs")
    precision = estimates["candidate"]["wallace_2"]
    assert precision.value == pytest.approx(pw.score(truth, found, "wallace_2"), abs=1e-9)
    for key in KEYS[1:]:
        e = estimates["candidate"][key]
        assert e.low is None
        assert "could not draw all of these" in str(e.note)


def _samples(design: str) -> Iterator[tuple[float, Any, Any]]:
    """Enumerate all samples of a tiny frame: probability, drawn pairs, and their probabilities."""
    chance = np.array([0.3, 0.3, 0.7, 0.7, 0.5, 0.5])
    if design == "independent":
        for drawn in range(2 ** len(chance)):
            marks = np.array([drawn >> i & 1 for i in range(len(chance))], bool)
            yield float(np.prod(np.where(marks, chance, 1 - chance))), marks, chance
        return
    fixed = np.array([1 / 3] * 3 + [2 / 3] * 3)  # one of the first three, two of the others
    for one in range(3):
        for left_out in range(3, 6):
            marks = np.array([i == one or (i > 2 and i != left_out) for i in range(6)])
            yield 1 / 9, marks, fixed


@pytest.mark.parametrize("design", ["independent", "fixed"])
def test_horvitz_thompson_and_its_variance_by_enumerating_the_design(design: str) -> None:
    """The estimate of N10 is unbiased, and so is its variance; pairs of 4 items, all apart."""
    left, right = np.triu_indices(4, 1)
    match = np.array([True, False, True, True, False, True])
    values, variances, total = [], [], 0.0
    for share, marks, chance in _samples(design):
        total += share
        if not marks.any():
            values.append((share, 0.0))
            variances.append((share, 0.0))
            continue
        judged = JudgedPairs(left[marks], right[marks], match[marks], chance[marks], "random pairs")
        sample = PairSample.of(judged, np.arange(4))
        assert sample.is_fixed == (design == "fixed" or bool(sample.weights.sum() == 6))
        values.append((share, sample.apart.value))
        if design == "independent":
            spread = sample.apart.weights**2 * sample.apart.spreads * sample.apart.drawn
            variances.append((share, float(spread.sum())))
    assert total == pytest.approx(1)
    mean = sum(share * value for share, value in values)
    assert mean == pytest.approx(4)
    if design == "independent":
        variance = sum(share * (value - mean) ** 2 for share, value in values)
        assert sum(share * v for share, v in variances) == pytest.approx(variance)


def test_fixed_numbers_have_the_variance_of_a_stratified_sample() -> None:
    """Σ N_h² (1 − f_h) p_h (1 − p_h) / k_h, with the shares of matches in the sample."""
    rng = np.random.default_rng(1)
    left, right = np.triu_indices(40, 1)
    band = rng.integers(0, 3, len(left))
    size, number = np.bincount(band), np.array([40, 60, 80])
    drawn = np.concatenate(
        [rng.choice(np.flatnonzero(band == h), number[h], replace=False) for h in range(3)]
    )
    match = rng.random(len(drawn)) < np.array([0.1, 0.4, 0.7])[band[drawn]]
    chance = (number / size)[band[drawn]]
    judged = JudgedPairs(left[drawn], right[drawn], match, chance, "random pairs")
    sample = PairSample.of(judged, np.arange(40))  # joins nothing
    assert sample.is_fixed
    matches = np.bincount(band[drawn], match) / number
    expected = size**2 * (1 - number / size) * matches * (1 - matches) / number
    covariance = sample._covariances[1]
    assert covariance[1, 1] == pytest.approx(expected.sum())


def test_pairs_that_share_records_add_their_products() -> None:
    """By definition: products over all pairs of judged pairs with a drawn record in common."""
    rng = np.random.default_rng(2)
    truth, found = _labels(40, 3)
    records = rng.choice(40, 12, replace=False)
    ends = [(a, b) for i, a in enumerate(records) for b in records[i + 1 :]]
    left, right = np.array(ends).T
    judged = JudgedPairs(left, right, truth[left] == truth[right], None, "pairs of random records")
    sample = PairSample.of(judged, found)
    e, expected = sample._centred, np.zeros((2, 2))
    drawn = set(left.tolist())
    for p, q in np.ndindex(len(ends), len(ends)):
        if drawn & set(ends[p]) & set(ends[q]):
            expected += np.outer(e[:, p], e[:, q])
    own = e @ e.T
    chance = len(ends) / (40 * 39 / 2)
    expected = (expected - own) * (1 - len(drawn) / 40) + own * (1 - chance)
    np.testing.assert_allclose(sample._between_records(e), expected, rtol=1e-9)


def test_a_record_in_a_wrong_cluster_may_not_have_been_drawn() -> None:
    """Where all judged pairs that are joined match but one, others that share a record may not."""
    codes = np.repeat(np.arange(5), 40)
    records = np.random.default_rng(4).choice(200, 90, replace=False)
    left, right = np.array(list(combinations(records.tolist(), 2))).T
    joined = codes[left] == codes[right]
    match = joined.copy()
    match[np.flatnonzero(joined)[0]] = False
    sample = PairSample.of(JudgedPairs(left, right, match, None, "pairs of random records"), codes)
    independent, actual = sample._covariances
    ends = np.column_stack((left, right))[joined]
    drawn = set(left.tolist())
    shared = sum(bool({*one} & {*two} & drawn) for one, two in combinations(ends.tolist(), 2))
    least = (1 - len(left) / sample.total) + 2 * shared / 3 * (1 - len(drawn) / 200) / len(ends)
    assert actual[0, 0] > sample._between_records(sample._centred)[0, 0]
    assert actual[0, 0] / independent[0, 0] == pytest.approx(least)


def test_chances_of_pairs_with_drawn_records() -> None:
    """Records drawn with chance f: (π' − π²)/f = (1 − f)³, by enumerating who of three is drawn."""
    f = 0.3
    one = both = 0.0
    for drawn in product((True, False), repeat=3):
        chance = float(np.prod([f if d else 1 - f for d in drawn]))
        i, j, k = drawn
        one += chance * (i or j)
        both += chance * ((i or j) and (i or k))
    assert (both - one**2) / f == pytest.approx((1 - f) ** 3)


def test_a_share_of_pairs_drawn_alike_has_the_limits_of_wilson() -> None:
    z = np.array([-1.96, -1.0, 1.0, 1.96])
    for matches, others in ((30, 10), (3, 60), (50, 50)):
        k, p = matches + others, matches / (matches + others)
        one = np.ones(1)
        share = Share(Count(matches * one, 7 * one, one), Count(others * one, 7 * one, one), 7 * k)
        centre, half = (p + z**2 / (2 * k)), z * np.sqrt(p * (1 - p) / k + z**2 / (4 * k**2))
        np.testing.assert_allclose(share.limits(z), (centre + half) / (1 + z**2 / k), atol=5e-4)


def test_limits_of_a_count_are_at_their_distance() -> None:
    """Against minimising the distance by scipy, with a group in which nothing was drawn."""
    from scipy.optimize import minimize

    count = Count(np.array([4.0, 9.0, 0.0]), np.array([10.0, 2.0, 3.0]), np.array([1.0, 0.5, 0.9]))

    def distance(means: Any) -> float:
        return float(((count.drawn - means) ** 2 / (count.spreads * means)).sum())

    for total in (30.0, 58.0, 120.0):
        least = minimize(
            distance,
            np.array([4.0, 9.0, 1.0]),
            bounds=[(1e-9, None)] * 3,
            constraints={"type": "eq", "fun": lambda m, t=total: m @ count.weights - t},
            options={"maxiter": 500, "ftol": 1e-12},
        )
        assert count.squares(np.array([total]))[0] == pytest.approx(least.fun, abs=1e-3)
    for s in (-2.0, -0.5, 0.5, 2.0):
        assert count.squares(count.limits(np.array([s])))[0] == pytest.approx(s**2, rel=1e-6)


def test_unseen_matches_of_a_rarely_drawn_group_widen_the_interval() -> None:
    seen = Count(np.array([50.0]), np.array([1.0]), np.array([1.0]))
    both = Count(np.array([50.0, 0.0]), np.array([1.0, 40.0]), np.array([1.0, 1.0]))
    z = np.array([1.96])
    assert both.limits(z)[0] > seen.limits(z)[0] + 40
    assert both.limits(-z)[0] == pytest.approx(seen.limits(-z)[0])


def _held(design: PairDesign, seed: int) -> dict[str, bool | None]:
    truth, found = _labels(240)
    rng = np.random.default_rng(seed)
    left, right = np.triu_indices(240, 1)
    drawn = rng.choice(len(left), 2500, replace=False)
    judged = JudgedPairs(
        left[drawn], right[drawn], truth[left[drawn]] == truth[right[drawn]], None, design
    )
    estimates = estimate_pairs(PairSample.of(judged, found), [pw.index(key) for key in KEYS])
    held: dict[str, bool | None] = {}
    for key, e in estimates.items():
        value = pw.score(truth, found, key)
        held[key] = None if e.low is None or e.high is None else e.low <= value <= e.high
    return held


def test_intervals_hold_about_as_often_as_they_say() -> None:
    repetitions = [_held("random pairs", seed) for seed in range(120)]
    for key in KEYS:
        held = [repetition[key] for repetition in repetitions]
        assert None not in held
        assert 0.88 <= np.mean([bool(h) for h in held]) <= 1, key  # 95 % ± 3.5 standard errors


FRAME: dict[str, list[Any]] = {"left": [0, 0, 1], "right": [1, 2, 3], "match": [True, False, False]}
TWO = [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([(0, 1, True), (1, 0, False)], r"judged both a match and a non-match \(\(1, 0\)\)"),
        ([(0, 0, True)], r"paired with themselves \(0\)"),
        ([(0, 9, True)], r"items that the candidate does not have \(9\)"),
        ([(0, 1, "perhaps")], r"true or false, 1 or 0, yes or no \('perhaps'\)"),
        ([(0, 1, None)], "true or false"),
        ([(0, 1, True, 0.0)], r"above 0 and at most 1 \(0.0\)"),
        ([(0, 1, True, 1.5)], "above 0 and at most 1"),
        ([(0, 1, True, "often")], "above 0 and at most 1"),
        ([(0, 1, True, 0.5), (1, 0, True, 0.25)], "several probabilities"),
        ([(0, 1, True), (0, 2)], r"row 1 is \(0, 2\)"),
        ([(0, 1)], "nothing says which pairs match"),
    ],
)
def test_bad_pairs_are_refused(pairs: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        pw.estimate(None, TWO, ["CC"], pairs=pairs, design="random pairs")


def test_a_design_is_asked_for() -> None:
    pairs = [(0, 1, True), (0, 2, False)]
    with pytest.raises(InputError, match="say how the judged pairs were drawn") as error:
        pw.estimate(None, TWO, pairs=pairs)
    for design in ("random pairs", "random joined pairs", "random blocked pairs"):
        assert f'design="{design}"' in str(error.value)
    with pytest.raises(InputError, match="no design 'random items' for judged pairs"):
        pw.estimate(None, TWO, pairs=pairs, design="random items")
    with pytest.raises(InputError, match="add a column probability"):
        pw.estimate(None, TWO, pairs=pairs, design="random blocked pairs")
    with pytest.raises(InputError, match="does not join 1 of 2 judged pairs"):
        pw.estimate(None, TWO, pairs=pairs, design="random joined pairs")
    with pytest.raises(InputError, match="can score that candidate only"):
        pw.estimate(None, {"a": TWO, "b": TWO}, pairs=pairs, design="random joined pairs")
    with pytest.raises(InputError, match="pass None as the reference"):
        pw.estimate(TWO, TWO, pairs=pairs, design="random pairs")
    with pytest.raises(InputError, match=r"clusters= is for labelled items"):
        pw.estimate(None, TWO, pairs=pairs, design="random pairs", clusters=3)
    with pytest.raises(InputError, match="pairs need all of them"):
        pw.estimate(None, TWO, pairs=pairs, design="random pairs", noise="drop")


def test_pairs_not_drawn_as_said_are_refused() -> None:
    truth, found = _labels(240)
    rng = np.random.default_rng(0)
    pairs = _all_pairs(truth)
    chosen = [pairs[i] for i in rng.choice(len(pairs), 3000, replace=False)]
    joined = [row for row in pairs if found[row[0]] == found[row[1]]]
    biased = list({*chosen[:1500], *joined[:300]})
    e = pw.estimate(None, found, ["CC"], pairs=biased, design="random pairs")["candidate"]["CC"]
    assert e.low is None
    assert "not drawn at random from all pairs" in str(e.note)
    few = pw.estimate(None, found, ["CC"], pairs=chosen[:200], design="random pairs")
    assert "times as many pairs" in str(few["candidate"]["CC"].note)
    records = set(rng.choice(240, 60, replace=False).tolist())
    among = [row for row in pairs if records >= {row[0], row[1]}]
    with pytest.raises(InputError, match="pairs of random records"):
        pw.estimate(None, found, ["CC"], pairs=among, design="random pairs")
    blocked = [(*row, 0.9) for row in joined[: len(joined) // 2]]
    e = pw.estimate(None, found, ["wallace_2"], pairs=blocked, design="random blocked pairs")[
        "candidate"
    ]["wallace_2"]
    assert "the other pairs could not be drawn" in str(e.note)


def test_probabilities_that_do_not_add_up_are_refused() -> None:
    pairs = [(*row, 0.1) for row in _all_pairs(np.zeros(12))]
    with pytest.raises(InputError, match="represent about 660 pairs, but 12 items have 66"):
        pw.estimate(None, [0, 1] * 6, ["CC"], pairs=pairs, design="random pairs")


def test_few_records_are_refused() -> None:
    truth, found = np.arange(400) // 40, np.arange(400) // 40
    records = np.random.default_rng(0).choice(400, 20, replace=False).tolist()
    pairs = [
        (i, j, bool(truth[i] == truth[j])) for i in records for j in range(400) if j not in records
    ]
    estimates = pw.estimate(None, found, ["CC"], pairs=pairs, design="pairs of random records")
    note = str(estimates["candidate"]["CC"].note)
    assert "effective number of drawn records is 20" in note
    assert "draw 2.5 times as many records" in note


def test_frames_files_and_lists_give_the_same(tmp_path: Any) -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    truth, found = _labels(240)
    rng = np.random.default_rng(0)
    rows = [row for row in _all_pairs(truth) if rng.random() < 0.1]
    names = {f"r{i}": int(code) for i, code in enumerate(found)}
    named = [(f"r{i}", f"r{j}", match, 0.1) for i, j, match in rows]
    frame = pd.DataFrame(named, columns=["left", "right", "match", "probability"])
    frame.to_csv(tmp_path / "pairs.csv", index=False)
    frame.to_parquet(tmp_path / "pairs.parquet")
    splink = frame.rename(columns={"left": "unique_id_l", "right": "unique_id_r"})
    kinds = [named, frame, pl.from_pandas(frame), splink, tmp_path / "pairs.csv"]
    kinds += [str(tmp_path / "pairs.parquet"), frame.assign(match=frame["match"].astype(int))]
    first, *others = (
        pw.estimate(None, {"mine": names}, KEYS, pairs=kind, design="random pairs").to_dict()
        for kind in kinds
    )
    assert all(other == first for other in others)
    by_place = [(*row, 0.1) for row in rows]
    plain = pw.estimate(None, {"mine": found}, KEYS, pairs=by_place, design="random pairs")
    assert plain.to_dict() == first


def test_ids_of_text_files_are_text(tmp_path: Any) -> None:
    (tmp_path / "pairs.csv").write_text("left,right,match\n1,2,yes\n1,3,no\n2,3,no\n")
    path = tmp_path / "pairs.csv"
    estimates = pw.estimate(
        None, {1: "a", 2: "a", 3: "b"}, ["wallace_2"], pairs=path, design="random pairs"
    )
    assert estimates["candidate"]["wallace_2"].note is not None  # far too few, but found


def test_an_index_of_clusters_is_refused() -> None:
    truth, found = _labels(64)
    pairs = _all_pairs(truth)
    estimates = pw.estimate(None, found, ["NMI"], pairs=pairs, design="random pairs")
    assert "needs reference clusters" in str(estimates["candidate"]["NMI"].note)


def test_a_frame_of_judged_pairs_is_no_clustering() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(FRAME)
    with pytest.raises(InputError, match=r"2 of 3 pairs are judged a non-match.*pw.estimate"):
        pw.read(frame)
    with pytest.warns(UserWarning, match=r"not listed count as non-matches.*pw.estimate"):
        labels = pw.read(frame[frame["match"]])
    assert labels.to_clustering().k == 1
    with pytest.raises(InputError, match=r"shape \(3, 3\).*pw.estimate"):
        pw.Clustering.from_pairs(frame)
    with pytest.raises(InputError, match=r"must be two items.*pw.estimate"):
        pw.Clustering.from_pairs([("a", "b", True)])


def test_a_score_that_is_refused_is_blank_and_not_undefined() -> None:
    truth, found = _labels(64)
    joined = [row for row in _all_pairs(truth) if found[row[0]] == found[row[1]]]
    keys = ["wallace_2", "wallace_1"]
    result = pw.estimate(None, found, keys, pairs=joined[::2], design="random joined pairs")
    assert [row[2] is None for row in result.to_table().rows] == [False, True]
    assert "describe these candidates on all items" in str(result).replace("\n", " ")


def test_a_weighted_graph_as_pairs_says_how_to_pass_it() -> None:
    graph = sparse.csr_array(np.array([[0, 4, 0], [4, 0, 2], [0, 2, 0]]))
    sides = [0, 0, 1], [0, 1, 1]
    with pytest.raises(InputError, match=r"^pairs=: the graph is weighted .*Graph\(…, threshold=0"):
        pw.estimate(*sides, ["ARI"], pairs=graph)
    counted = pw.estimate(*sides, ["ARI"], pairs=pw.graphs.Graph(graph, threshold=0))
    assert counted["candidate"]["ARI"].value == pw.graphs.score(
        *sides, "ARI", pairs=[(0, 1), (1, 2)]
    )
