"""Why indices disagree: constructed examples in which the cause is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

import partwise as pw
from partwise.comparison.item_agreement import item_agreement

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
    assert reason is not None
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
    assert "baselines rise with them" in finding.text
    assert "By CC and S&S, whose baseline is constant, half right is better" in finding.text


def test_the_baseline_in_the_words_is_that_of_random_candidates(biased: pw.Comparison) -> None:
    """The shattered candidate is itself random: its NMI is close to the mean that is named."""
    mean = biased.chance["shattered"]["nmi_arithmetic"].mean
    assert abs(float(biased.scores["shattered"]["nmi_arithmetic"]) - mean) < 0.02
    assert f"{mean:.3g}" in str(biased.why("NMI", "shattered", "half right"))


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
    assert reason is not None
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
    assert not causes & {"size bias", "size bias in part"}


def test_an_index_that_sees_one_kind_of_error_is_told() -> None:
    """Wallace is N11 / (N11 + N10): joining pairs wrongly costs it nothing.

    Both candidates have five clusters of the sizes 12, 2, 2, 2, 2, so no baseline can be the cause.
    """
    reference = [0] * 10 + [1] * 10
    joins = [0] * 10 + [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    other = [0] * 6 + [1, 1, 2, 2] + [0] * 6 + [3, 3, 4, 4]
    found = pw.compare(reference, {"joins": joins, "other": other}, ["CC", "W"])
    reason = found.why("W", "joins", "other")
    assert reason is not None
    assert reason.prefers == "joins"
    assert reason.cause == "one-sided"
    assert "does not see pairs that are wrongly joined" in str(reason)


def test_weight_of_small_clusters_is_told() -> None:
    """One candidate damages the large cluster, the other all small ones; AMI minds the latter."""
    reference = [0] * 60 + [i for i in range(1, 21) for _ in range(3)]
    hurts_large = [0] * 40 + [100] * 20 + reference[60:]
    hurts_small = [0] * 60 + [i // 2 for i in range(2, 22) for _ in range(3)]
    found = pw.compare(
        reference, {"hurts large": hurts_large, "hurts small": hurts_small}, ["CC", "AMI"]
    )
    assert found.best == ("hurts small",)
    assert found.preferred["ami_geometric"] == ("hurts large",)
    reason = found.why("AMI", "hurts large", "hurts small")
    assert reason is not None
    assert reason.cause == "small clusters weigh more"
    assert "hurts large is better about items of small clusters" in str(reason)


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
    assert str(found.explanation) == "By CC, same is best; 2 of 2 indices agree."
    assert found.why("CC", "same", "same") is None


def test_the_same_seed_gives_the_same_words() -> None:
    def words(seed: int) -> str:
        candidates = {"shattered": SHATTERED, "half right": HALF_RIGHT}
        return str(pw.compare(REFERENCE, candidates, ["CC", "NMI"], seed=seed).explanation)

    assert words(1) == words(1)
    assert json.dumps(pw.compare(REFERENCE, {"a": SHATTERED}).explanation.to_plain())
