"""The best of many candidates: quantiles and sets by another route, and the routes to the data."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import multivariate_normal, norm
from scipy.stats import t as student

import partwise as pw
from partwise.comparison.answer import Answer
from partwise.comparison.uncertainty import best_of_many
from partwise.comparison.uncertainty.best_of_many import (
    Joint,
    contenders,
    joint_of_clusters,
    joint_of_columns,
    joint_of_pairs,
    largest_error,
    simultaneous,
)
from partwise.comparison.uncertainty.cluster_sampling import cluster_estimates
from partwise.comparison.uncertainty.dispatch import Influences
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.tables import three_way

Codes = NDArray[np.int64]
Matrix = NDArray[np.float64]
MANY = 1e6  # degrees of freedom: as good as a normal law


def joint(scores: object, covariance: object, degrees: float = MANY) -> Joint:
    matrix = np.asarray(covariance, np.float64)
    every = np.ones(matrix.shape, bool)
    return Joint(np.asarray(scores, np.float64), matrix, every, np.full(matrix.shape, degrees))


def covariance(seed: int, m: int) -> Matrix:
    factors = np.random.default_rng(seed).normal(size=(m, m + 1))
    return np.asarray(factors @ factors.T / 100)


def labels(
    seed: int, n: int = 400, k: int = 8, right: tuple[float, ...] = (0.8, 0.78, 0.6)
) -> tuple[Codes, list[Codes]]:
    rng = np.random.default_rng(seed)
    reference = rng.integers(0, k, n)
    luck, shared = rng.random(n), rng.random(n) < 0.5
    candidates = [
        np.where(np.where(shared, luck, rng.random(n)) < share, reference, rng.integers(0, k, n))
        for share in right
    ]
    return reference, candidates


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_the_largest_of_three_errors(seed: int, level: float) -> None:
    """The probability of the cube of this size is the level, by integration of the density."""
    matrix = covariance(seed, 3)
    reach = largest_error(matrix, level) * np.sqrt(np.diag(matrix))
    law = multivariate_normal(np.zeros(3), matrix)
    assert law.cdf(reach, lower_limit=-reach) == pytest.approx(level, abs=0.006)


def test_few_degrees_of_freedom_take_wider_gaps() -> None:
    """Of two candidates the worse one is left out beyond the quantile of Student's law."""
    for degrees in (5.0, 40.0):
        for share, left in ((0.97, [0, 1]), (1.03, [0])):
            gap = share * student.ppf(0.975, degrees) * np.sqrt(2)
            assert contenders(joint([gap, 0.0], np.eye(2), degrees), 0.95) == left


def by_closed_testing(of: Joint, level: float, seed: int = 5) -> set[int]:
    """Leave out a candidate if every set that holds it is rejected as a set of the best ones.

    A set is rejected if one of its members is behind any candidate by more than the quantile of how
    far the members can be behind by chance: the definition of which the steps are a shortcut.
    """
    m = len(of.scores)
    drawn = np.random.default_rng(seed).multivariate_normal(np.zeros(m), of.covariance, 40_000)

    def behind(scores: Matrix, members: tuple[int, ...]) -> Matrix:
        far = [
            (scores[..., j] - scores[..., i])
            / np.sqrt(of.covariance[i, i] + of.covariance[j, j] - 2 * of.covariance[i, j])
            for i in members
            for j in range(m)
            if i != j
        ]
        return np.asarray(np.max(far, axis=0))

    sets = [s for size in range(1, m + 1) for s in combinations(range(m), size)]
    kept = [s for s in sets if behind(of.scores, s) <= np.quantile(behind(drawn, s), level)]
    return {i for members in kept for i in members}


@pytest.mark.parametrize("seed", range(12))
def test_contenders_are_those_of_closed_testing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    of = joint(rng.normal(0, 0.35, 4), covariance(seed, 4))
    assert set(contenders(of, 0.95)) == by_closed_testing(of, 0.95)


def hsu(of: Joint, level: float) -> set[int]:
    """Return the candidates in Hsu's set, each with the quantile of its own differences."""
    m = len(of.scores)
    drawn = np.random.default_rng(3).multivariate_normal(np.zeros(m), of.covariance, 40_000)
    stay = set()
    for i in range(m):
        others = [j for j in range(m) if j != i]
        errors = np.array(
            [np.sqrt(np.array([1, -1]) @ of.covariance[np.ix_([i, j], [i, j])] @ [1, -1])
             for j in others]
        )  # fmt: skip
        d = np.quantile(((drawn[:, others] - drawn[:, [i]]) / errors).max(axis=1), level)
        if (of.scores[i] - of.scores[others] + d * errors >= 0).all():
            stay.add(i)
    return stay


@pytest.mark.parametrize("seed", range(12))
def test_contenders_hold_the_set_of_hsu(seed: int) -> None:
    rng = np.random.default_rng(100 + seed)
    of = joint(rng.normal(0, 0.3, 6), covariance(seed, 6))
    assert hsu(of, 0.95) <= set(contenders(of, 0.95))


def test_equal_candidates_are_seldom_left_out() -> None:
    """All of ten equal ones stay in 95 % of the samples; Hsu's set loses one in half of them."""
    matrix = covariance(4, 10) + np.eye(10)
    rng = np.random.default_rng(0)
    drawn = rng.multivariate_normal(np.zeros(10), matrix, 300)
    sizes = [len(contenders(joint(scores, matrix), 0.95)) for scores in drawn]
    assert np.mean(np.array(sizes) < 10) == pytest.approx(0.05, abs=0.04)


def test_ties_singular_laws_and_pairs_that_cannot_be_judged() -> None:
    same = np.full((3, 3), 0.01)  # three copies of one candidate: no difference has an error
    assert contenders(joint([0.5, 0.5, 0.5], same), 0.95) == [0, 1, 2]
    two = joint([0.9, 0.9, 0.1], [[0.01, 0.01, 0], [0.01, 0.01, 0], [0, 0, 0.01]])
    assert contenders(two, 0.95) == [0, 1]
    unknown = two._replace(judged=np.zeros((3, 3), bool))
    assert contenders(unknown, 0.95) == [0, 1, 2]
    assert contenders(joint([0.5], [[0.01]]), 0.95) == [0]


def test_a_distance_and_its_negative_have_the_same_contenders() -> None:
    jaccard = pw.index("J")
    distance = replace(
        jaccard,
        key="minus_jaccard",
        formula=lambda pairs: -jaccard.formula(pairs),
        direction="distance",
        range=(-1, 0),
    )
    reference, candidates = labels(4)
    (one, _), (two, _) = (
        joint_of_columns(reference, candidates, index, 0.95) for index in (jaccard, distance)
    )
    assert two.scores == pytest.approx(one.scores)
    assert two.covariance == pytest.approx(one.covariance)
    assert contenders(two, 0.95) == contenders(one, 0.95)
    assert set(contenders(two, 0.95)) == {0, 1}


@pytest.mark.parametrize("name", ["CC", "NMI", "VI", "BCubed", "f_measure"])
def test_pairs_and_one_pass_give_the_same_law(name: str) -> None:
    """The route of engines, from three-way tables, and that of memory."""
    index = pw.index(name)
    reference, candidates = labels(2)
    known = [Influences(pw.contingency(reference, codes)) for codes in candidates]
    one, intervals = joint_of_columns(reference, candidates, index, 0.95)
    two, same = joint_of_pairs(
        lambda i, j: three_way(reference, candidates[i], candidates[j]), known, index, 0.95
    )
    for ours, theirs in zip(one, two, strict=True):
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-15)
    assert intervals(0.95) == same(0.95)
    assert one.judged.any() == (name != "f_measure")
    for i, j in combinations(range(3), 2):
        paired = pw.compare(
            reference, {"a": candidates[i], "b": candidates[j]}, [index]
        ).differences("a", "b")[index.key]
        if paired.standard_error is not None:
            square = one.covariance[i, i] + one.covariance[j, j] - 2 * one.covariance[i, j]
            assert np.sqrt(square) == pytest.approx(paired.standard_error, rel=1e-9)


def test_intervals_of_all_are_wider_than_those_of_each() -> None:
    reference, candidates = labels(3)
    index = pw.index("CC")
    law, intervals = joint_of_columns(reference, candidates, index, 0.95)
    of_all = simultaneous(law, intervals, index, 0.95)
    for alone, together in zip(intervals(0.95), of_all, strict=True):
        assert alone.low is not None
        assert alone.high is not None
        assert together.low is not None
        assert together.high is not None
        assert together.low < alone.low < alone.centre < alone.high < together.high
        assert (together.value, together.level) == (alone.value, 0.95)


@pytest.mark.parametrize("right", [(0.8, 0.78, 0.6), (0.98, 0.97, 0.95)])
def test_intervals_of_all_reach_as_far_as_symmetric_ones(right: tuple[float, ...]) -> None:
    reference, candidates = labels(3, right=right)
    index = pw.index("CC")
    law, intervals = joint_of_columns(reference, candidates, index, 0.95)
    reach = largest_error(law.covariance, 0.95)
    skewed = intervals(2 * norm.cdf(reach) - 1)
    of_all = simultaneous(law, intervals, index, 0.95)
    halves = reach * np.sqrt(np.diag(law.covariance))
    for ours, theirs, half in zip(of_all, skewed, halves, strict=True):
        assert theirs.low is not None
        assert theirs.high is not None
        ends = min(theirs.low, theirs.value - half), min(1, max(theirs.high, theirs.value + half))
        assert (ours.low, ours.high) == pytest.approx(ends, rel=1e-9)


def test_samples_of_clusters() -> None:
    rng = np.random.default_rng(0)
    reference = np.repeat(np.arange(400), 5)
    candidates = [
        np.where(rng.random(2000) < wrong, rng.integers(0, 400, 2000), reference)
        for wrong in (0.3, 0.32, 0.6)
    ]
    tables = [pw.contingency(reference, codes) for codes in candidates]
    law, intervals = joint_of_clusters(tables, pw.index("W"), 0.95, None)
    assert contenders(law, 0.95) == [0, 1]
    # recall of pairs is a mean over clusters of equal size, so its errors are those of a mean
    recalls = np.array(
        [[((codes[c * 5 : c * 5 + 5, None] == codes[None, c * 5 : c * 5 + 5]).sum() - 5) / 20
          for c in range(400)] for codes in candidates]
    )  # fmt: skip
    assert law.covariance == pytest.approx(np.cov(recalls) / 400, rel=1e-9)
    assert all(e.low is not None for e in simultaneous(law, intervals, pw.index("W"), 0.95))


def test_clusters_of_which_one_candidate_has_no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known then of how its errors go with those of others."""
    rng = np.random.default_rng(0)
    reference = np.repeat(np.arange(100), 5)
    tables = [
        pw.contingency(
            reference, np.where(rng.random(500) < wrong, rng.integers(0, 100, 500), reference)
        )
        for wrong in (0.3, 0.5, 0.6)
    ]

    def estimated(table: Any, *more: Any) -> Any:
        found = cluster_estimates(table, *more)
        lacks = {key: replace(e, low=None, high=None) for key, e in found.items()}
        return lacks if table is tables[2] else found

    monkeypatch.setattr(best_of_many, "cluster_estimates", estimated)
    law, _ = joint_of_clusters(tables, pw.index("W"), 0.95, None)
    assert law.covariance[:2, 2].tolist() == law.covariance[2, :2].tolist() == [0, 0]
    assert not law.judged[:2, 2].any()
    assert law.judged[0, 1]
    assert law.covariance[0, 1] != 0


def compared(right: tuple[float, ...], indices: list[str] | None = None) -> pw.Comparison:
    reference, candidates = labels(4, right=right)
    names = [f"c{i}" for i in range(len(right))]
    return pw.compare(reference, dict(zip(names, candidates, strict=True)), indices or ["CC"])


def test_one_candidate_has_its_own_interval() -> None:
    found = compared((0.8,))
    answer = found.answer()
    assert answer.estimate == found.estimates()["c0"]["CC"]
    assert (answer.contenders, answer.headline) == (("c0",), "c0")
    assert found.answer(method="halves") == answer


def test_two_candidates_are_told_apart_as_their_p_value_says() -> None:
    for right in ((0.8, 0.79), (0.8, 0.7), (0.8, 0.6)):
        answer = compared(right).answer()
        (p_value,) = (difference.p_value for difference in answer.differences.values())
        assert p_value is not None
        assert (len(answer.contenders) == 1) == (p_value < 0.05)


def test_the_answer_names_a_set() -> None:
    answer = compared((0.8, 0.79, 0.5)).answer()
    assert set(answer.contenders) == {"c0", "c1"}
    first, second = answer.contenders
    assert answer.headline == f"{first} and {second} cannot be distinguished"
    assert str(answer).startswith(f"{answer.headline} by CC at the 95% level. {first} has 0.")
    assert "adjusted for choosing among 3 candidates" in str(answer)
    clear = compared((0.9, 0.6, 0.5)).answer()
    assert (clear.contenders, clear.headline) == (("c0",), "c0")
    assert str(clear).startswith("c0 is best by CC: ")
    assert compared((0.9, 0.6, 0.5)).headline.startswith("By CC, c0 is best")


def test_a_lead_that_counts_for_two_alone_is_explained_beside_a_set() -> None:
    d = Difference(0.02, 0.008, 0.004, 0.036, 0.024, 0.95, "jackknife")
    clear = replace(d, p_value=0.5)
    e = Estimate(0.8, 0.01, 0.78, 0.82, 0.95, "jackknife")
    several = Answer(pw.index("CC"), ("a",), ("a", "b"), e, "b", {"b": d, "c": d}, None)
    assert str(several).endswith(
        "(95% CI 0.0040 to 0.0360, p = 0.024). That would distinguish the two if they were "
        "the only candidates; with 3 candidates, it does not."
    )
    for other in (
        replace(several, contenders=("a",)),
        replace(several, differences={"b": clear, "c": clear}),
    ):
        assert "only candidates" not in str(other)


def test_copies_of_the_best_stay_in() -> None:
    reference, (near, _, far) = labels(4)
    found = pw.compare(reference, {"a": near, "b": near, "c": far}, ["CC"])
    assert found.answer().contenders == ("a", "b")


def test_biased_scores_are_corrected_before_they_are_compared() -> None:
    answer = compared((0.8, 0.79, 0.5), ["NMI"]).answer()
    e = answer.estimate
    assert e is not None
    assert e.corrected is not None
    assert f"{e.corrected:.4f} (95% CI" in str(answer)
    assert f"uncorrected {e.value:.4f}" in str(answer)
    assert e.low is not None
    assert e.high is not None
    assert e.low < e.centre < e.high


def test_halves_are_chosen_on_and_scored_on_other_items() -> None:
    found = compared((0.8, 0.79, 0.5))
    answer = found.answer(method="halves")
    assert answer.best[0] in ("c0", "c1")
    assert answer.method == "halves"
    order = np.random.default_rng(0).permutation(400) >= 200
    reference, candidates = labels(4, right=(0.8, 0.79, 0.5))
    place = int(answer.best[0][1])
    rest = pw.compare(reference[order], {"c": candidates[place][order]}, ["CC"])
    assert answer.estimate == rest.estimates()["c"]["CC"]
    assert f"{answer.best[0]} was chosen by CC on a random half" in str(answer)
    with pytest.raises(pw.errors.InputError, match="method="):
        found.answer(method="quarters")  # type: ignore[arg-type]
    with pytest.raises(pw.errors.InputError, match="needs a sample"):
        found.answer(method="halves", sampling=None)


def test_what_is_best_on_one_half_is_chosen() -> None:
    found = compared((0.5, 0.9, 0.6))
    assert found.answer(method="halves").best == ("c1",)
    assert found.answer(method="halves", sampling="clusters").best == ("c1",)


def test_engines_give_the_same_answer() -> None:
    duckdb = pytest.importorskip("duckdb")
    reference, candidates = labels(4)
    frame = {"id": np.arange(400), "gold": reference}
    frame |= {f"c{i}": codes for i, codes in enumerate(candidates)}
    import pandas as pd

    table = pd.DataFrame(frame)
    theirs = pw.compare("gold", duckdb.from_df(table), ["CC"])
    ours = pw.compare("gold", table, ["CC"])
    one, two = theirs.answer(), ours.answer()
    assert one.contenders == two.contenders
    assert set(one.contenders) == {"c0", "c1"}
    assert one.estimate is not None
    assert two.estimate is not None
    assert one.estimate.low == pytest.approx(two.estimate.low, rel=1e-9)
    assert one.estimate.high == pytest.approx(two.estimate.high, rel=1e-9)
    with pytest.raises(pw.errors.InputError, match="halves"):
        theirs.answer(method="halves")


@pytest.mark.parametrize("key", ["CC", "CD"])
def test_the_interval_in_the_text_is_that_of_the_lead_beside_it(key: str) -> None:
    """Also where the one chosen on a half is behind on the other one."""
    seen = set()
    number = r"(-?\d\.\d+)"
    for seed in range(12):
        reference, candidates = labels(4, right=(0.8, 0.79))
        by_name = {f"c{i}": codes for i, codes in enumerate(candidates)}
        text = str(pw.compare(reference, by_name, [key], seed=seed).answer(method="halves"))
        interval = rf"\(95% CI {number} to {number}, p "
        found = re.search(rf"(ahead of|behind) c\d by {number} {interval}", text)
        assert found
        lead, low, high = map(float, found.groups()[1:])
        assert abs((low + high) / 2 - lead) < (high - low) / 4  # the lead is about in the middle
        seen.add(found[1])
    assert seen == {"ahead of", "behind"}


def test_no_items_have_no_halves() -> None:
    nothing = pw.compare([], {"a": [], "b": []}, ["CC"])
    with pytest.raises(pw.errors.InputError, match="no items"):
        nothing.answer(method="halves")


def test_the_estimate_and_the_differences_are_of_the_best_one() -> None:
    """Also where the best score is another candidate's without the correction of its bias."""
    rng, is_other = np.random.default_rng(0), False
    for _ in range(40):
        reference = rng.integers(0, 5, 1500)
        few, many, far = (
            np.where(rng.random(1500) < wrong, rng.integers(0, k, 1500), reference)
            for wrong, k in ((0.4, 5), (0.415, 8), (0.7, 5))
        )
        found = pw.compare(reference, {"few": few, "many": many, "far": far}, ["NMI"])
        answer = found.answer()
        scores = {name: found.scores[name]["NMI"] for name in found}
        assert answer.estimate is not None
        assert answer.estimate.value == pytest.approx(scores[answer.best[0]])
        for name, difference in answer.differences.items():
            assert difference.value == pytest.approx(scores[answer.best[0]] - scores[name])
        is_other |= answer.best != found.best
    assert is_other


def test_the_headline_names_no_trivial_contender() -> None:
    rng = np.random.default_rng(0)
    reference = rng.integers(0, 5, 600)

    def mixed(share: float) -> NDArray[np.int64]:
        return np.where(rng.random(600) < share, rng.integers(0, 5, 600), reference)

    single, singletons = np.zeros(600, int), np.arange(600)
    candidates = {"good": mixed(0.1), "bad": mixed(0.5), "one": single, "all": singletons}
    comparison = pw.compare(reference, candidates, ["CC", "ARI"])
    assert set(comparison.answer().contenders) >= {"good", "one"}
    assert comparison.answer().informative == ("good",)
    assert str(comparison).startswith("By CC, good is best; 2 of 2 indices agree.\n")
    assert "CC of one and all, by convention" in " ".join(str(comparison).split())
