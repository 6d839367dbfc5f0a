"""What explanations say, computed again from labels and definitions.

Baselines come from closed forms that tests hold against all candidates, or from many samples; pair
counts from labels; losses from scores of repaired labels.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.chance import mean_in_closed_form, random_scores
from partwise.comparison.causes import Reason
from partwise.properties.known_verdicts import known

Labels = NDArray[np.int64]
SAMPLES = 1000


def sizes_of(labels: Labels) -> tuple[int, ...]:
    return tuple(sorted(Counter(labels.tolist()).values(), reverse=True))


def pairs_together(sizes: tuple[int, ...]) -> int:
    return sum(math.comb(size, 2) for size in sizes)


def entropy(sizes: tuple[int, ...]) -> float:
    n = sum(sizes)
    return -sum(size / n * math.log(size / n) for size in sizes)


def near(told: str, value: float) -> bool:
    """Whether a number that was told with three digits is this one."""
    return math.isclose(float(told.replace(",", "")), value, rel_tol=0.006, abs_tol=1e-8)


@cache
def baseline(key: str, reference: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[float, float]:
    """Return the expected score of a random clustering, and its standard error."""
    index = pw.index(key)
    table = pw.contingency(np.repeat(range(len(reference)), reference), labels_of(sizes))
    exact = mean_in_closed_form(table, index)
    if exact is not None:
        return exact, 0.0
    scores = random_scores(
        indices=[index], row_sizes=reference, column_sizes=sizes, samples=SAMPLES, seed=99
    )[key]
    return scores.mean, scores.standard_error


def labels_of(sizes: tuple[int, ...]) -> Labels:
    return np.repeat(np.arange(len(sizes)), sizes)


def check_sizes_told(told: str, liked: tuple[int, ...], other: tuple[int, ...]) -> None:
    """Hold what is said about sizes against the sizes."""
    drivers = [
        (len(liked), len(other)),
        (-pairs_together(liked), -pairs_together(other)),
        (entropy(liked), entropy(other)),
    ]
    if match := re.search(
        r"has (more, smaller|fewer, larger) clusters \((\d+) against (\d+)\)", told
    ):
        assert (int(match[2]), int(match[3])) == (len(liked), len(other))
        assert all((a > b) if match[1] == "more, smaller" else (a < b) for a, b in drivers)
    elif match := re.search(r"puts (more|fewer) pairs together \((\S+) against (\S+)\)", told):
        assert near(match[2], pairs_together(liked))
        assert near(match[3], pairs_together(other))
        assert (pairs_together(liked) > pairs_together(other)) == (match[1] == "more")
    elif match := re.search(r"have a (higher|lower) entropy \((\S+) against (\S+) nats\)", told):
        assert near(match[2], entropy(liked))
        assert near(match[3], entropy(other))
        assert (entropy(liked) > entropy(other)) == (match[1] == "higher")
    else:
        numbers = re.search(
            r"has (\d+) clusters?, the largest of (\d+) items?, "
            r"and .+ has (\d+), the largest of (\d+)$",
            told,
        )
        assert numbers, told
        assert tuple(map(int, numbers.groups())) == (len(liked), max(liked), len(other), max(other))


def check_bias(index: pw.Index, told: str) -> None:
    """PairDec bias means that more pairs together are favoured, PairInc bias that fewer are."""
    bias = known(index)["bias"].value
    if bias in ("dec", "inc"):
        more = "more pairs together" in told or "fewer, larger" in told
        fewer = "fewer pairs together" in told or "more, smaller" in told
        assert not (fewer if bias == "dec" else more), told


def check_baselines_told(told: str, mine: tuple[float, float], other: tuple[float, float]) -> None:
    match = re.search(
        r"random clustering is (about )?(\S+) with the sizes of .+ and (\S+) with those of [^(;.]+"
        r"(?:\(from (\d+) random candidates\))?",
        told,
    )
    assert match, told
    is_exact = mine[1] == other[1] == 0
    assert (match[1] is None) == (match[4] is None) == is_exact
    for number, (mean, error) in zip((match[2], match[3]), (mine, other), strict=True):
        if is_exact:
            assert near(number, mean), told
        else:
            assert (
                abs(float(number) - mean) <= 6 * error * math.sqrt(SAMPLES / int(match[4])) + 0.006
            )


def wrong_pairs(reference: Labels, candidate: Labels) -> tuple[int, int]:
    """Count pairs that are wrongly separated, and wrongly joined."""
    same = reference[:, None] == reference
    joined = candidate[:, None] == candidate
    upper = np.triu(np.ones_like(same), 1)
    return int((same & ~joined & upper).sum()), int((~same & joined & upper).sum())


def losses(
    index: pw.Index, reference: Labels, halfway: Labels, candidate: Labels
) -> tuple[float, ...]:
    sign = 1 if index.direction == "similarity" else -1
    perfect, middle, value = (float(index(reference, b)) for b in (reference, halfway, candidate))
    return sign * (perfect - middle), sign * (middle - value)


def unmerged(reference: Labels, candidate: Labels) -> Labels:
    return reference * 1000 + candidate


def large_repaired(reference: Labels, candidate: Labels, from_size: int) -> Labels:
    is_large = np.bincount(reference)[reference] >= from_size
    return np.where(is_large, 10_000 + reference, candidate)


def check_errors_told(told: str, reference: Labels, liked: Labels, other: Labels) -> None:
    match = re.search(
        r"separates (\S+) pairs? that belongs? together \(.*?: (\S+)\) "
        r"and joins (\S+) that do(?:es)? not \(.*?: (\S+)\)",
        told,
    )
    assert match, told
    (n10, n01), (other_n10, other_n01) = (wrong_pairs(reference, b) for b in (liked, other))
    assert [int(x) for x in match.groups()] == [n10, other_n10, n01, other_n01]


def check_losses_told(told: str, reference: Labels, liked: Labels, other: Labels) -> int:
    """Compute all losses in a text again; return how many indices it speaks of."""
    parts = re.findall(
        r"[Bb]y (.+?), splits cost [ab] (\S+) and [ab] (\S+), "
        r"and merges cost them (\S+) and ([^\s;]+)",
        told,
    )
    for name, *numbers in parts:
        index = pw.index(name)
        mine, theirs = (losses(index, reference, unmerged(reference, b), b) for b in (liked, other))
        for number, value in zip(numbers, (mine[0], theirs[0], mine[1], theirs[1]), strict=True):
            assert near(number, value), told
    return len(parts) + check_trade_told(told, reference, liked, other)


def check_trade_told(told: str, reference: Labels, liked: Labels, other: Labels) -> int:
    """Compute again which kind of error costs more and which less, by two indices that disagree."""
    match = re.search(
        r"(?:^|\. )([^.]+) penalises (splits|merges) less than (.+) does, "
        r"relative to (splits|merges): by \1, [ab] loses (\S+) from more \2 and gains (\S+) "
        r"from fewer \4; by \3, it loses (\S+) and gains (\S+)$",
        told,
    )
    if match is None:
        return 0
    for name, cost, gain in ((match[1], match[5], match[6]), (match[3], match[7], match[8])):
        index = pw.index(name)
        mine, theirs = (losses(index, reference, unmerged(reference, b), b) for b in (liked, other))
        by_kind = {"splits": mine[0] - theirs[0], "merges": mine[1] - theirs[1]}
        assert by_kind[match[2]] > 0 > by_kind[match[4]], told
        assert near(cost, by_kind[match[2]]), told
        assert near(gain, -by_kind[match[4]]), told
    return 2


def check_weights_told(reason: Reason, decision: pw.Index, *labels: Labels) -> int:
    """Compute again by how much a wrong join weighs more than a wrong separation."""
    match = re.search(
        r"a wrong join weighs (?:(\S+) times )?as much as a wrong separation"
        r"(?: \((for .*), (?:(\S+) times )?as much\))?",
        reason.numbers,
    )
    if match is None:
        return 0
    told = [match[1] or "1"] + ([match[3] or "1"] if match[2] else [])
    reference, *candidates = labels
    errors = [wrong_pairs(reference, candidate) for candidate in candidates]
    n10, n01 = (sum(kind) // 2 for kind in zip(*errors, strict=True))  # halfway between the two
    same = pairs_together(sizes_of(reference))
    n11, n00 = same - n10, math.comb(len(reference), 2) - same - n01
    for number, index in zip(told, (reason.index, decision), strict=False):
        value, joined, separated = (
            float(index.from_counts(*counts))
            for counts in (
                (n11, n10, n01, n00),
                (n11, n10, n01 + 1, n00 - 1),
                (n11 - 1, n10 + 1, n01, n00),
            )
        )
        assert float(number) == pytest.approx((joined - value) / (separated - value), rel=0.06)
    return 1


def check_agreement_told(told: str, from_size: int, *labels: Labels) -> None:
    """Compute again the mean overlap of each item's two clusters, |A ∩ B| / |A ∪ B|."""
    reference, liked, other = labels
    match = re.search(
        r"on items of (small|large) clusters \(mean agreement (\S+) against (\S+)\), and . on "
        r"items of \w+ clusters \((\S+) against ([^\s;]+);",
        told,
    )
    assert match, told
    is_large = np.bincount(reference)[reference] >= from_size
    means = []
    for candidate in (liked, other):
        in_a, in_b = reference[:, None] == reference, candidate[:, None] == candidate
        overlap = (in_a & in_b).sum(axis=1) / (in_a | in_b).sum(axis=1)
        large, small = overlap[is_large].mean(), overlap[~is_large].mean()
        means.append((small, large) if match[1] == "small" else (large, small))
    expected = (means[0][0], means[1][0], means[1][1], means[0][1])
    assert all(
        near(number, mean) for number, mean in zip(match.groups()[1:], expected, strict=True)
    )


def check_adjusted_told(reason: Reason, reference: Labels, candidates: dict[str, Labels]) -> None:
    """Compute again the scores adjusted for baselines that are exact."""
    match = re.search(r"adjusted for that, .*\((\S+) (?:and|against) (\S+)\)", reason.numbers)
    if match is None or "about" in reason.numbers:
        return
    index, best = reason.index, float(reason.index.best)
    adjusted = []
    for name in (reason.prefers, reason.over):
        mean, _ = baseline(index.key, sizes_of(reference), sizes_of(candidates[name]))
        adjusted.append((float(index(reference, candidates[name])) - mean) / (best - mean))
    if "would prefer" in reason.numbers:
        adjusted.reverse()
    assert all(near(number, value) for number, value in zip(match.groups(), adjusted, strict=True))


def check_weights_of_sizes(reason: Reason, reference: Labels, liked: Labels, other: Labels) -> None:
    match = re.search(r"large clusters have (\d+) items or more", reason.because)
    assert match
    check_agreement_told(reason.because, int(match[1]), reference, liked, other)
    parts = re.findall(
        r"by ([^;]+?), errors in small clusters cost [ab] (\S+) and [ab] (\S+), "
        r"and errors in large clusters cost them (\S+) and ([^\s;]+)",
        reason.numbers,
    )
    assert len(parts) == 2
    ratios = []
    for name, *numbers in parts:
        index = pw.index(name)
        mine, theirs = (
            losses(index, reference, large_repaired(reference, b, int(match[1])), b)
            for b in (liked, other)
        )
        for number, value in zip(numbers, (mine[0], theirs[0], mine[1], theirs[1]), strict=True):
            assert near(number, value)
        ratios.append((theirs[0] - mine[0]) / (mine[1] - theirs[1]))
    own, deciding = ratios
    assert own > deciding if reason.cause.startswith("small") else own < deciding


def check_one_side(reason: Reason, reference: Labels, liked: Labels, other: Labels) -> None:
    """An index sees one kind of error only if errors of the other kind cost neither anything."""
    if reason.index.kind == "pairs":
        return
    lost = (losses(reason.index, reference, unmerged(reference, b), b) for b in (liked, other))
    made = (wrong_pairs(reference, b) for b in (liked, other))
    costs, errors = zip(*lost, strict=True), zip(*made, strict=True)
    is_free = [any(e) and max(map(abs, c)) < 1e-12 for c, e in zip(costs, errors, strict=True)]
    assert any(is_free) == (reason.cause == "one-sided")


def check_reason(
    reason: Reason, decision: pw.Index, reference: Labels, candidates: dict[str, Labels]
) -> None:
    """Compute again what a reason says."""
    liked, other = candidates[reason.prefers], candidates[reason.over]
    key = reason.index.key
    if reason.cause.startswith("size bias"):
        sizes = tuple(sizes_of(b) for b in (reference, liked, other))
        check_sizes_told(reason.because, sizes[1], sizes[2])
        means = (baseline(key, sizes[0], sizes[1]), baseline(key, sizes[0], sizes[2]))
        check_baselines_told(reason.numbers, *means)
        check_adjusted_told(reason, reference, candidates)
        traded = check_trade_told(reason.numbers, reference, liked, other)
        assert bool(traded) == (reason.cause == "size bias and trade-off"), reason.numbers
    elif reason.cause == "best value too easily":
        assert 0 in wrong_pairs(reference, liked)
        assert float(reason.index(reference, liked)) == reason.index.best
    elif reason.cause.endswith("weigh more"):
        check_weights_of_sizes(reason, reference, liked, other)
    else:
        check_errors_told(reason.because, reference, liked, other)
        told = check_losses_told(reason.numbers, reference, liked, other)
        check_one_side(reason, reference, liked, other)
        if reason.cause == "cheaper errors":
            assert told
            mine, theirs = (
                losses(reason.index, reference, unmerged(reference, b), b) for b in (liked, other)
            )
            assert all(a <= b for a, b in zip(mine, theirs, strict=True))
        elif reason.cause == "fewer errors":
            (n10, n01), (other_n10, other_n01) = (wrong_pairs(reference, b) for b in (liked, other))
            assert n10 <= other_n10
            assert n01 <= other_n01
        else:
            assert reason.cause in ("trade-off", "one-sided")
            told += check_weights_told(reason, decision, reference, liked, other)
            assert told or "does not count pairs" in reason.numbers
