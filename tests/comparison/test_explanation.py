"""Why indices disagree: constructed examples in which the cause is known."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import partwise as pw
from partwise.comparison.causes import Reason, item_agreement
from partwise.comparison.opinions import Opinions
from partwise.comparison.size_bias import Baseline, Evidence, baseline_words

GENERATOR = np.random.default_rng(11)
REFERENCE = np.repeat(np.arange(10), 30)
SHATTERED = GENERATOR.permutation(np.repeat(np.arange(150), 2))  # has seen nothing of the reference
HALF_RIGHT = np.where(GENERATOR.random(300) < 0.45, REFERENCE, GENERATOR.integers(0, 10, 300))


@pytest.fixture(scope="module")
def biased() -> pw.Comparison:
    return pw.compare(REFERENCE, {"shattered": SHATTERED, "half right": HALF_RIGHT})


def test_size_bias_is_named_where_a_random_candidate_wins(biased: pw.Comparison) -> None:
    """150 random pairs beat a candidate that is right about many items, by NMI, only by size."""
    assert biased.preferred["nmi_arithmetic"] == ("shattered",)
    assert biased.best == ("half right",)
    reason = biased.why("NMI", "shattered", "half right")
    assert isinstance(reason, Reason)
    assert reason.cause == "size bias"
    assert (reason.prefers, reason.over) == ("shattered", "half right")
    assert "more, smaller clusters (150 against 10)" in str(reason)
    assert "would prefer half right" in str(reason)


def test_the_words_name_index_sizes_baseline_and_who_is_trusted() -> None:
    candidates = {"shattered": SHATTERED, "half right": HALF_RIGHT}
    found = pw.compare(REFERENCE, candidates, ["CC", "S&S", "NMI", "NMImax"])
    (finding,) = found.explanation.findings
    assert finding.cause == "size bias"
    assert finding.text.startswith("NMI and NMImax prefer shattered to half right: ")
    assert "shattered has more, smaller clusters (150 against 10)" in finding.text
    assert "these indices give higher scores even to random clusterings" in finding.text
    assert "By CC and S&S, which have a constant baseline, half right is better" in finding.text


def test_the_baseline_in_the_words_is_exact(biased: pw.Comparison) -> None:
    """E[NMI] = E[M] / ((H(A) + H(B)) / 2); the shattered candidate is random, so close by."""
    mean = float(
        pw.chance.expected_of_sizes(index="NMI", row_sizes=[30] * 10, column_sizes=[2] * 150).value
    )
    assert abs(float(biased.scores["shattered"]["nmi_arithmetic"]) - mean) < 0.02
    assert f"is {mean:.3g} with the sizes of shattered and" in str(
        biased.why("NMI", "shattered", "half right")
    )


def test_a_sampled_baseline_says_so(biased: pw.Comparison) -> None:
    """The mean of BCubed has no closed form; other random candidates give nearly the same."""
    reason = biased.why("bcubed", "shattered", "half right")
    assert isinstance(reason, Reason)
    told = re.search(
        rf"is about (\S+) with the sizes of {reason.prefers} and (\S+) with those of {reason.over} "
        r"\(from 200 random candidates\)",
        reason.numbers,
    )
    assert told
    for number, name in zip(told.groups(), (reason.prefers, reason.over), strict=True):
        sizes = biased.table(name).column_sizes
        other = pw.chance.expected_of_sizes(
            index="bcubed", row_sizes=[30] * 10, column_sizes=sizes, samples=2000, seed=7
        )
        assert abs(float(number) - float(other.value)) < 5 * other.sd / 200**0.5


def test_the_other_direction_of_bias() -> None:
    """Jaccard likes one large cluster better than a candidate that is right about many items."""
    reference = np.repeat(np.arange(3), 40)
    lumped = np.zeros(120, int)
    lumped[:2] = 1
    generator = np.random.default_rng(3)
    poor = np.where(generator.random(120) < 0.3, reference, generator.integers(0, 8, 120) + 10)
    found = pw.compare(reference, {"lumped": lumped, "poor": poor})
    assert found.preferred["jaccard"] == ("lumped",)
    assert found.best == ("poor",)
    reason = found.why("J", "lumped", "poor")
    assert isinstance(reason, Reason)
    assert reason.cause == "size bias"
    assert "fewer, larger clusters (2 against" in str(reason)


def test_equal_sizes_are_never_blamed() -> None:
    """Candidates with the same cluster sizes have the same baseline, whatever the index."""
    generator = np.random.default_rng(5)
    sizes = np.repeat(np.arange(6), [30, 20, 10, 5, 3, 2])
    reference = np.repeat(np.arange(9), [20, 20, 6, 4, 4, 4, 4, 4, 4])
    found = pw.compare(reference, {name: generator.permutation(sizes) for name in "abcdefgh"})
    causes = {finding.cause for finding in found.explanation.findings}
    assert causes
    assert not any(cause.startswith("size bias") for cause in causes)


def test_an_index_that_sees_one_kind_of_error_is_told() -> None:
    """Wallace is N11 / (N11 + N10): joining pairs wrongly costs it nothing.

    Both candidates have five clusters of the sizes 12, 2, 2, 2, 2, so no baseline can be the cause.
    """
    reference = [0] * 10 + [1] * 10
    joins = [0] * 10 + [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    other = [0] * 6 + [1, 1, 2, 2] + [0] * 6 + [3, 3, 4, 4]
    found = pw.compare(reference, {"joins": joins, "other": other}, ["CC", "W"])
    reason = found.why("W", "joins", "other")
    assert isinstance(reason, Reason)
    assert reason.prefers == "joins"
    assert reason.cause == "one-sided"
    assert "Pair recall does not count pairs that a candidate wrongly joins" in str(reason)


def test_weight_of_small_clusters_is_told() -> None:
    """One candidate damages the large cluster, the other all small ones; AMI minds the latter."""
    reference = [0] * 60 + [i for i in range(1, 21) for _ in range(3)]
    hurts_large = [0] * 40 + [100] * 20 + reference[60:]
    hurts_small = [0] * 60 + [i // 2 for i in range(2, 22) for _ in range(3)]
    found = pw.compare(
        reference, {"hurts large": hurts_large, "hurts small": hurts_small}, ["CC", "AMI"]
    )
    assert found.best == ("hurts small",)
    assert found.preferred["ami_arithmetic"] == ("hurts large",)
    reason = found.why("AMI", "hurts large", "hurts small")
    assert isinstance(reason, Reason)
    assert reason.cause == "small clusters weigh more"
    assert "hurts large agrees better with the reference on items of small" in str(reason)


def test_item_agreement_by_hand() -> None:
    """Clusters of 4, 2, 2 items; half of 8 items are in the largest alone.

    The first loses one item (3/4 for three, 1/3 for the one that joins two others), so its mean is
    (3·3/4 + 1/3... with |A ∪ B| = 4 + 3 − 1 = 6: 1/6) / 4; of the others, one pair is joined by a
    stranger (2/3 each), one is intact.
    """
    table = pw.contingency([0, 0, 0, 0, 1, 1, 2, 2], [0, 0, 0, 1, 1, 1, 2, 2])
    found = item_agreement(table)
    assert found.from_size == 4
    assert found.large == pytest.approx((3 * 3 / 4 + 1 / 6) / 4, abs=1e-15)
    assert found.small == pytest.approx((2 * 2 / 3 + 2 * 1) / 4, abs=1e-15)


def test_agreement_needs_no_explanation() -> None:
    candidates = {"same": [5, 5, 6, 6, 7, 7], "worse": [0, 1, 1, 2, 2, 0]}
    found = pw.compare([0, 0, 1, 1, 2, 2], candidates, ["CC", "NMI"])
    assert found.explanation.findings == []
    assert str(found.explanation) == "By CC, same has the best score; 2 of 2 indices agree."
    assert str(found.why("CC", "same", "same")) == "CC ranks same and same equal."


def test_the_same_seed_gives_the_same_words() -> None:
    def words(seed: int) -> str:
        candidates = {"shattered": SHATTERED, "half right": HALF_RIGHT}
        return str(pw.compare(REFERENCE, candidates, ["CC", "NMI"], seed=seed).explanation)

    assert words(1) == words(1)
    assert json.dumps(pw.compare(REFERENCE, {"a": SHATTERED}).explanation.to_dict())


def test_two_indices_of_pair_counts_weigh_sizes_alike() -> None:
    """Peirce and CC see four counts only: what sets them apart is how they weigh two errors.

    One candidate separates 10 · 10 pairs of a large cluster, the other joins 10 · 10 of two small
    ones. As many errors of each kind: an index prefers the first if a join weighs more than a
    separation, and so the weights that are told must be on both sides of 1.
    """
    reference = [0] * 20 + [1] * 10 + [2] * 10 + [3, 3, 4, 4]
    separates = [5] * 10 + [0] * 10 + reference[20:]
    joins = [0] * 20 + [1] * 20 + reference[40:]
    found = pw.compare(reference, {"first": separates, "second": joins}, ["CC", "peirce", "yule"])
    assert found.best == ("second",)
    (finding,) = found.explanation.findings
    assert finding.cause == "trade-off"
    assert "first separates 100 pairs that belong together (second: 0)" in finding.text
    told = re.findall(
        r"weighs (\S+) times as much as a wrong separation \(for CC, (\S+) times as much\)",
        finding.text,
    )
    assert len(told) == 2
    assert all(float(own) > 1 > float(usual) for own, usual in told)


def test_the_weight_of_a_join_is_the_slope() -> None:
    """F(N11, N10, N01) = N11 / (N11 + N10 + 9 N01): the weight of a join by hand.

    ∂F/∂N01 : ∂F/∂N10 at constant N11 + N10 is (9 N11) : (N11 + N10 + 9 N01).
    """
    reference = [0] * 20 + [1] * 10 + [2] * 10 + [3, 3, 4, 4]
    separates = [5] * 10 + [0] * 10 + reference[20:]
    joins = [0] * 20 + [1] * 20 + reference[40:]
    strict = pw.define("own_strict_jaccard", "n11 / (n11 + n10 + 9 * n01)", range=(0, 1))
    found = pw.compare(reference, {"first": separates, "second": joins}, ["CC", strict])
    reason = found.why(strict, "first", "second")
    assert isinstance(reason, Reason)
    assert reason.cause == "trade-off"
    same = 190 + 45 + 45 + 1 + 1
    n11, n01 = same - 50, 50  # halfway between the candidates
    slope = 9 * n11 / (same + 9 * n01)
    told = re.search(r"a wrong join weighs (\S+) times", reason.numbers)
    assert told
    assert float(told[1]) == pytest.approx(slope, rel=0.03)  # of two digits, and of one pair more


def test_a_perfect_score_for_mere_splits_is_told() -> None:
    """A candidate that only splits has all of the reference's information: NMImin is 1."""
    reference = np.repeat(np.arange(4), 12)
    splits = np.arange(48) // 3
    close = np.where(np.arange(48) % 12 == 0, (reference + 1) % 4, reference)
    found = pw.compare(reference, {"splits": splits, "close": close}, ["CC", "NMImin", "gamma"])
    assert found.best == ("close",)
    (finding,) = found.explanation.findings
    assert finding.cause == "best value too easily"
    # each of 4 clusters of 12 in 4 parts of 3: 4 · (66 − 4 · 3) pairs are separated
    assert finding.text.startswith(
        "NMImin and gamma prefer splits to close: splits wrongly joins no pair, although it "
        "separates 216 pairs, and that is enough for the best value of these indices."
    )


def test_adjusted_scores_that_are_told() -> None:
    """The mean of BCubed has no closed form: the numbers are those of the candidates drawn."""
    generator = np.random.default_rng(8)
    reference = generator.integers(0, 5, 400)
    fine, coarse = generator.integers(0, 80, 400), generator.integers(0, 3, 400)
    found = pw.compare(reference, {"fine": fine, "coarse": coarse}, ["bcubed"], decide_by="bcubed")
    reason = found.why("bcubed", "fine", "coarse")
    assert isinstance(reason, Reason)
    assert (reason.cause, reason.prefers) == ("size bias", "coarse")
    means = [found.chance[name]["bcubed"].mean for name in ("coarse", "fine")]
    told = re.search(
        r"is about (\S+) with the sizes of coarse and (\S+) with those of fine "
        r"\(from 200 random candidates\); adjusted for that, BCubed would prefer fine "
        r"\((\S+) against (\S+)\)",
        reason.numbers,
    )
    assert told
    numbers = [float(number) for number in told.groups()]
    assert numbers[:2] == pytest.approx(means, rel=0.01)
    adjusted = [
        (float(found.scores[name]["bcubed"]) - mean) / (1 - mean)
        for name, mean in zip(("coarse", "fine"), means, strict=True)
    ]
    assert numbers[2:] == pytest.approx(adjusted[::-1], rel=0.01)


def test_adjustment_is_told_beyond_sampling_error_only() -> None:
    """Adjusted, the candidates have 0.3/0.8 and 0.28/0.8: with errors of 0.05, nobody can tell."""
    index, table = pw.index("bcubed"), pw.contingency([0, 0, 1, 1], [0, 0, 0, 1])

    def words(error: float, samples: int) -> str:
        baseline = Baseline(0.2, error, samples)
        return baseline_words(
            Evidence(index, "a", table, 0.5, baseline), Evidence(index, "b", table, 0.48, baseline)
        )

    assert words(0.05, 100).endswith(
        "is about 0.2 with the sizes of a and 0.2 with those of b (from 100 random candidates); "
        "adjusted for that, the two cannot be distinguished (0.375 and 0.35)"
    )
    assert words(0.0, 0).endswith(
        "is 0.2 with the sizes of a and 0.2 with those of b; "
        "adjusted for that, BCubed still prefers a (0.375 against 0.35)"
    )


def test_which_kind_of_error_an_index_forgives_is_told() -> None:
    """AMI and NMI forgive k-means with 20 clusters what the ARI does not: splits of the ten digits.

    NMI still prefers it when adjusted for chance, so its sizes cannot be all of the reason.
    """
    digits = pw.read(pw.datasets.digits())
    candidates = {name: digits[name] for name in ("kmeans_10", "kmeans_20")}
    found = pw.compare(digits["reference"], candidates, ["ARI", "AMI", "NMI"])
    causes = {"AMI": "trade-off", "NMI": "size bias and trade-off"}
    for finding in found.explanation.findings:
        (index,) = finding.indices
        assert finding.cause == causes.pop(index.short)
        told = re.search(
            rf"{index.short} penalises splits less than ARI does, relative to merges: by "
            rf"{index.short}, kmeans_20 loses (\S+) from more splits and gains (\S+) from fewer "
            r"merges; by ARI, it loses (\S+) and gains (\S+)\.( |$)",
            finding.text,
        )
        assert told
        for by, cost, gain in ((index.key, told[1], told[2]), ("adjusted_rand", told[3], told[4])):
            lead = found.scores["kmeans_20"][by] - found.scores["kmeans_10"][by]
            assert float(gain) - float(cost) == pytest.approx(lead, abs=0.001)
        assert "constant baseline" not in finding.text  # it is not why they disagree
    assert not causes


def test_names_of_candidates_are_written_as_they_are() -> None:
    found = pw.compare(REFERENCE, {"shattered": SHATTERED, "half right": HALF_RIGHT})
    assert "Shattered" not in str(found.explanation)
    assert "Half" not in str(found.explanation)


def test_summaries_are_grammatical() -> None:
    reference = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
    split, merged = [0, 0, 1, 1, 2, 2, 2, 3, 3, 4], [0, 0, 0, 0, 0, 0, 0, 1, 1, 2]

    def summary(candidates: dict[str, list[int]], indices: list[str], decide_by: str) -> str:
        return pw.compare(reference, candidates, indices, decide_by=decide_by).explanation.summary

    both = {"split": split, "merged": merged}
    assert summary({"split": split}, ["CC", "R"], "CC").startswith("There is only one candidate")
    assert summary(both, ["CC"], "CC") == "By CC, split has the best score."
    one = "By CC, split has the best score; 1 of 2 indices agrees (1 prefers merged instead)."
    assert summary(both, ["CC", "W"], "CC") == one
    twins = {"a": split, "b": split, "merged": merged}
    assert (
        summary(twins, ["CC", "R"], "CC")
        == "By CC, a and b have the best score; 2 of 2 indices agree."
    )
    more = "By CC, split has the best score; 1 of 3 indices agrees (2 prefer merged instead)."
    assert summary(both, ["CC", "W", "inverse purity"], "CC") == more


@pytest.mark.parametrize(
    ("index", "by_convention"),
    [("CC", True), ("S&S", True), ("ARI", False), ("J", False), ("Pair recall", False)],
)
def test_a_candidate_of_singletons_is_no_contender_in_words(
    index: str, by_convention: bool
) -> None:
    reference = [i % 3 for i in range(60)]
    near = [(i % 3 + (i % 7 == 0)) % 4 for i in range(60)]
    names = [f"person {i}" for i in range(60)]
    comparison = pw.compare(reference, {"near": near, "name": names}, [index])
    answer = comparison.answer()
    assert (answer.headline, answer.trivial, answer.informative) == ("near", ("name",), ("near",))
    assert str(answer).startswith(f"near is best by {index}: 0.")
    convention = f", and a convention gives such clusterings their {index}"
    assert str(answer).endswith(
        "name cannot be judged: it is a single cluster or all singletons"
        f"{convention if by_convention else ''}."
    )
    assert comparison.coverage.all_unique == ["name"]
    alone = pw.compare(reference, {"noise": [-1] * 60}, ["CC"], noise="singletons")
    assert alone.coverage.all_unique == []


def test_an_answer_that_is_tied_or_undefined() -> None:
    reference = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
    split, merged = [0, 0, 1, 1, 2, 2, 2, 3, 3, 4], [0, 0, 0, 0, 0, 0, 0, 1, 1, 2]
    tied = pw.compare(reference, {"a": split, "b": split, "c": merged}, ["CC"]).answer()
    assert str(tied).startswith(
        "a, b and c cannot be distinguished by CC at the 95% level. a and b tie at 0.7338. "
        "They are ahead of c by"
    )
    assert (tied.contenders, set(tied.unjudged)) == (("a", "b", "c"), {"c"})
    ties = pw.compare(reference, {"a": split, "b": split, "c": merged}, ["CC"])
    known = ties.answer(sampling=None)
    assert str(known).startswith(
        "a and b tie for the best by CC, at 0.7338. They are ahead of c by"
    )
    assert (known.contenders, known.headline) == (("a", "b"), "a and b tie")
    lone = list(range(10))  # N11 / (N11 + N01) is 0/0 for singletons
    found = pw.compare(reference, {"split": split, "lone": lone}, ["wallace_2"])
    for sampling in ("items", None):
        answer = found.answer(sampling=sampling)
        assert (answer.best, answer.runner_up, answer.differences) == (("split",), None, {})
        assert str(answer).startswith("split has Pair precision 1.0000")


def test_a_biased_index_that_decides_is_told() -> None:
    """Where NMI decides, its own size bias is the cause, and not the indices that disagree."""
    candidates = {"shattered": SHATTERED, "half right": HALF_RIGHT}
    found = pw.compare(REFERENCE, candidates, ["CC", "S&S", "AMI", "NMI"], decide_by="NMI")
    assert found.best == ("shattered",)
    assert "Note that NMI has no constant baseline" in found.explanation.summary
    (finding,) = found.explanation.findings
    assert finding.cause == "size bias"
    assert finding.text.startswith("NMI prefers shattered to half right: shattered has more")
    assert (
        "By CC, S&S and AMI, which have a constant baseline, half right is better" in finding.text
    )


def test_headline_votes_report_and_json_count_by_one_rule() -> None:
    """Ties are no agreement, and each index is counted in exactly one place."""
    reference = np.repeat([0, 1, 2], 20)
    rng = np.random.default_rng(5)
    clusters = {"a": 2, "b": 2, "c": 5, "d": 60}
    for _ in range(10):
        candidates = {name: rng.integers(0, k, 60) for name, k in clusters.items()}
        comparison = pw.compare(reference, {**candidates, "again": candidates["a"]}, "all")
        counts, votes = comparison.agreement, comparison.votes
        sole = [names for names in comparison.opinions.preferred.values() if len(names) == 1]
        assert counts.of == len(comparison.opinions.classes)
        assert sum(votes.values()) == len(sole)
        if len(comparison.best) == 1:
            assert counts.agree == votes[comparison.best[0]]
        for name in set(comparison.names) - set(comparison.best):
            assert counts.prefer.get((name,), 0) == votes[name]
        assert f"{counts.agree} of {counts.of} indices" in comparison.headline
        assert comparison.to_dict()["agreement"]["agree"] == counts.agree


def test_an_index_that_is_undefined_for_a_candidate_does_not_vote_for_it() -> None:
    cc, rand, nmi = (pw.index(name) for name in ("CC", "rand", "NMI"))
    preferred = {cc.key: ("a", "b"), rand.key: ("b",), nmi.key: ()}
    opinions = Opinions.of([cc, rand, nmi], preferred)
    assert str(opinions.agreement(["a", "b"])) == (
        "1 of 3 indices agrees, 1 is undefined (1 prefers b instead)"
    )
    assert str(opinions.agreement(["b"])) == "1 of 3 indices agrees, 1 ties, 1 is undefined"
    assert opinions.votes(["a", "b"]) == {"a": 0, "b": 1}


def test_indices_that_differ_here_are_counted_apart() -> None:
    """Always agreeing holds where both are defined; conventions and NaN set indices apart."""
    generator = np.random.default_rng(3)
    for reference in ([0] * 6, list(range(6)), [0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 0, 1]):
        candidates = {
            "one": [0] * 6,
            "each": list(range(6)),
            "x": [0, 1, 0, 1, 0, 1],
            "y": generator.integers(0, 3, 6).tolist(),
        }
        for some in (["x", "each"], ["one", "each", "y"], list(candidates)):
            compared = pw.compare(reference, {name: candidates[name] for name in some}, "all")
            for members in compared.opinions.classes:
                minds = {compared.preferred[index.key] for index in members} - {()}
                assert len(minds) <= 1, members
