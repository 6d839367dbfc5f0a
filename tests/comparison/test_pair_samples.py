"""Judged pairs in groups, by loops over the pairs, and the limits beyond which they say nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.base import InputError
from partwise.comparison.uncertainty.judged_limits import Count, Share
from partwise.comparison.uncertainty.judged_pairs import (
    _check_one_by_one,
    check_draws,
    estimate_pairs,
)
from partwise.comparison.uncertainty.pair_samples import JudgedPairs, PairDesign, PairSample


def sample(
    pairs: Sequence[tuple[int, int]],
    match: Sequence[bool],
    codes: Sequence[int],
    probability: Sequence[float] | None = None,
    design: PairDesign = "random pairs",
) -> PairSample:
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    chances = None if probability is None else np.array(probability, np.float64)
    judged = JudgedPairs(left, right, np.array(match, bool), chances, design)
    return PairSample.of(judged, np.array(codes))


CODES = [0, 0, 0, 1, 1, 2]
ALL = list(combinations(range(6), 2))
CHANCES = [0.125, 0.25, 0.5, 1.0]


@given(
    st.lists(
        st.tuples(st.sampled_from(ALL), st.booleans(), st.sampled_from(CHANCES)),
        min_size=1, max_size=10, unique_by=lambda row: row[0],
    ),
    st.booleans(),
    st.sampled_from(["random pairs", "pairs of random records"]),
)  # fmt: skip
def test_counts_by_group(
    rows: list[tuple[tuple[int, int], bool, float]], known: bool, design: PairDesign
) -> None:
    """For how many pairs of a kind the judged ones stand, group by group, and how surely."""
    pairs, match, chances = (list(part) for part in zip(*rows, strict=True))
    if not known:
        chances = [len(rows) / 15] * len(rows)
    made = sample(pairs, match, CODES, chances if known else None, design)
    assert (made.n, made.total, made.same_b, len(made.judged)) == (6, 15, 4, len(rows))
    assert made.partners.tolist() == [2, 2, 2, 1, 1, 0]
    joined = [CODES[i] == CODES[j] for i, j in pairs]
    assert made.joined.tolist() == joined
    assert made.probability == pytest.approx(chances)
    assert made.weights == pytest.approx([1 / chance for chance in chances])
    assert made.is_fixed == (abs(sum(1 / chance for chance in chances) / 15 - 1) < 1e-6)
    values = sorted({*chances})
    assert made.groups.tolist() == [values.index(chance) for chance in chances]
    marks = [m and not j for m, j in zip(match, joined, strict=True)]
    count = made.count(np.array(marks))
    for group, chance in enumerate(values):
        number = sum(m for m, c in zip(marks, chances, strict=True) if c == chance)
        assert count.weights[group] == pytest.approx(1 / chance)
        assert count.drawn[group] == pytest.approx(number)
        through = design == "pairs of random records"
        assert count.spreads[group] == pytest.approx(1 if through else 1 - chance)
    estimate = sum(m / c for m, c in zip(marks, chances, strict=True))
    assert count.value == pytest.approx(estimate)
    apart = [1 / c for j, c in zip(joined, chances, strict=True) if not j]
    scale = (15 - 4) / sum(apart) if apart and not known else 1
    assert made.apart.value == pytest.approx(estimate * scale)


def test_many_probabilities_are_grouped_by_halvings() -> None:
    pairs = list(combinations(range(8), 2))
    for number, groups in ((20, 20), (21, 3)):
        chances = [0.2 + 0.03 * (i % number) for i in range(28)]
        made = sample(pairs, [True] * 28, [0] * 8, chances)
        assert len({*made.groups.tolist()}) == groups
    halvings = [math.ceil(-math.log2(chance)) for chance in chances]
    assert made.groups.tolist() == [sorted({*halvings}).index(h) for h in halvings]
    (count,) = [made.count(np.ones(28, bool))]
    for group in range(3):
        own = [1 / c for c, g in zip(chances, made.groups.tolist(), strict=True) if g == group]
        assert count.weights[group] == pytest.approx(sum(w * w for w in own) / sum(own))
        assert count.drawn[group] == pytest.approx(sum(own) ** 2 / sum(w * w for w in own))
        assert count.spreads[group] == pytest.approx(1 - sum(1 / w for w in own) / len(own))


def test_which_designs_draw_what() -> None:
    names: list[PairDesign] = [
        "random pairs", "random joined pairs", "random blocked pairs", "pairs of random records"
    ]  # fmt: skip
    made = [sample([(0, 1)], [True], CODES, design=name) for name in names]
    assert [each.judged.from_all for each in made] == [True, False, False, True]
    assert [each.judged.through_records for each in made] == [False, False, False, True]
    assert [each.probability[0] for each in made] == [1 / 15, 1 / 4, 1 / 4, 1 / 15]
    assert [each.degrees is None for each in made] == [True, True, True, False]


def _clusters(n: int, size: int) -> list[int]:
    return [i // size for i in range(n)]


def _judged(
    codes: list[int], joined: int, apart: int, probability: Any = None, **more: Any
) -> PairSample:
    """Judge so many pairs that are joined, the first of them a non-match, and so many others."""
    inside = [(i, j) for i, j in combinations(range(len(codes)), 2) if codes[i] == codes[j]]
    outside = [(i, j) for i, j in combinations(range(len(codes)), 2) if codes[i] != codes[j]]
    pairs = [*inside[:joined], *outside[:apart]]
    match = [False, *[True] * (joined - 1), *[False] * apart]
    return sample(pairs, match, codes, probability, **more)


def test_reasons_for_no_estimate() -> None:
    codes = _clusters(40, 4)  # 60 joined pairs of 780
    nothing = sample([], [], codes)
    assert nothing.refusal() == "there are no judged pairs"
    apart = _judged(codes, 0, 5)
    assert apart.refusal() == (
        "the candidate joins none of the judged pairs, so its scores are unknown"
    )
    # Of 780 pairs: 20 of 60 joined ones must be judged if a pair stands for 3, no pair more.
    for joined, others, reason in ((20, 240, None), (20, 235, "represents up to 3 pairs")):
        found = _judged(codes, joined, others).refusal()
        assert found is None if reason is None else reason in str(found), found
    coarse = str(_judged(codes, 10, 120).refusal())
    assert coarse == (
        "a judged pair represents up to 6 pairs, and the candidate joins only 60: judge 2.0 times "
        "as many pairs"
    )
    by_groups = _judged(codes, 20, 120, [1 / 3] * 20 + [1 / 6] * 120)
    assert by_groups.refusal() is None
    assert by_groups.too_few() == (
        "a judged pair represents up to 6 pairs, and the candidate joins only 60: judge 9.0 times "
        "as many pairs of those with the lowest probability"
    )


def test_joined_pairs_must_be_as_many_as_there_are() -> None:
    """At most five errors off: √(w · 60) for equal weights."""
    codes = _clusters(40, 4)
    for chance in (0.5, 0.25):
        error = math.sqrt(60 / chance)
        for off in (-5.2, -4.8, 4.8, 5.2):
            joined = round((60 + off * error) * chance)
            made = _judged(codes, max(joined, 0), 0, [chance] * max(joined, 0))
            if 0 < joined <= 60:
                off_by = abs(joined / chance - 60) / error
                assert (made._not_as_drawn() is None) == (off_by <= 5)
    wrong = _judged(codes, 60, 0, [0.25] * 60)
    assert wrong.refusal() == (
        "the judged pairs represent about 240 pairs that the candidate joins, but there are 60: "
        "the probabilities are wrong, or the other pairs could not be drawn"
    )
    not_at_random = str(_judged(codes, 60, 60).refusal())
    assert "about 390 pairs that the candidate joins, but there are 60" in not_at_random
    assert "not drawn at random from all pairs; add a column probability" in not_at_random
    through = _judged(codes, 60, 0, [0.25] * 60, design="pairs of random records")
    assert through._not_as_drawn() is None


@pytest.mark.parametrize(("records", "is_enough"), [(49, False), (50, True)])
def test_drawn_records_in_effect(records: int, is_enough: bool) -> None:
    """Equal clusters: as many in effect as were drawn; one large cluster counts most."""
    codes = _clusters(400, 4)
    pairs = [(i, (i + 1) % 400) for i in range(records)]
    made = sample(pairs, [True] * records, codes, design="pairs of random records")
    assert made._records == pytest.approx(records)
    assert made.degrees == pytest.approx(records - 1)
    reason = made._too_few_records()
    assert (reason is None) == is_enough
    assert reason is None or "is 49, because" in reason
    assert reason is None or "draw 1.0 times as many records" in reason
    uneven = [0] * 10 + [1 + i // 2 for i in range(30)]
    made = sample(pairs[:20], [True] * 20, uneven, design="pairs of random records")
    squares = [(uneven.count(code) - 1) ** 2 for code in uneven]
    expected = sum(squares) ** 2 / sum(s**2 for s in squares) * 20 / 40
    assert made._records == pytest.approx(expected)


def test_one_rare_match_must_not_decide() -> None:
    """Two groups: 1.96 rare weights against the usual error of the joined pairs."""
    codes = _clusters(200, 2)
    inside = [(2 * i, 2 * i + 1) for i in range(100)]
    outside = [(i, 199 - i) for i in range(99) if codes[i] != codes[199 - i]]
    for chance in (0.05, 0.2, 0.9):
        pairs = [*inside, *outside[:40]]
        match = [True] * 100 + [False] * 40
        chances = [0.5] * 100 + [chance] * 40
        made = sample(pairs, match, codes, chances)
        usual = math.sqrt(0.15 * 100 * 0.5 * 4)
        rarest = max((0.5, 1 / 0.5), (1 - chance, 1 / chance), key=lambda s: s[0] * s[1])
        more = 1.959964 * rarest[1] / usual
        reason = made._too_rare()
        assert (reason is None) == (more <= 1)
        if reason is not None:
            assert f"would represent {1 / chance:,.0f} pairs" in reason
            assert f"judge {more:.1f} times as many" in reason
        seen = sample(pairs, [True] * 100 + [True] * 20 + [False] * 20, codes, chances)
        assert seen._too_rare() is None
    alike = sample([*inside, *outside[:40]], [True] * 100 + [False] * 40, codes, [0.5] * 140)
    assert alike._too_rare() is None


# --- pairs that were not drawn as they say


def test_pairs_that_share_records_too_often() -> None:
    """A star of k pairs shares its record k(k − 1)/2 times."""

    def check(k: int, lone: int, n: int) -> None:
        left = np.array([0] * k + [k + 1 + 2 * i for i in range(lone)])
        right = np.array([*range(1, k + 1), *(k + 2 + 2 * i for i in range(lone))])
        _check_one_by_one(JudgedPairs(left, right, left > 0, None, "random pairs"), n)

    n = 400
    refused = 0
    for k in range(2, 12):
        number, shared = k + 20, k * (k - 1) // 2
        expected = number * (number - 1) / 2 * 4 / (n + 1)
        if shared > expected + 5 * (math.sqrt(expected) + 1):
            refused += 1
            said = f"a record in common {shared:,} times; .* about {expected:,.0f} times"
            with pytest.raises(InputError, match=said):
                check(k, 20, n)
        else:
            check(k, 20, n)
    assert 0 < refused < 10


@pytest.mark.parametrize("off", [-5.4, -4.6, 4.6, 5.4])
def test_weights_that_do_not_add_up(off: float) -> None:
    codes = _clusters(60, 3)
    total = 60 * 59 // 2
    chance = 0.25
    number = round((total + off * math.sqrt(0.75 * 16 * total * chance)) * chance)
    pairs = list(combinations(range(60), 2))[:number]
    made = sample(pairs, [True] * number, codes, [chance] * number)
    error = math.sqrt(number * 0.75 * 16)
    if abs(number * 4 - total) > 5 * error + 1e-6 * total:
        with pytest.raises(InputError, match=f"represent about {number * 4:,} pairs, but 60 items"):
            check_draws(made)
    else:
        check_draws(made)
    blocked = sample(pairs, [True] * number, codes, [chance] * number, "random blocked pairs")
    check_draws(blocked)


def test_joined_pairs_are_joined() -> None:
    made = sample([(0, 1), (0, 3), (1, 3)], [True] * 3, CODES, design="random joined pairs")
    with pytest.raises(InputError, match="does not join 2 of 3 judged pairs"):
        check_draws(made)
    check_draws(sample([(0, 1), (3, 4)], [True] * 2, CODES, design="random joined pairs"))
    check_draws(sample([], [], CODES))


# --- limits


ONE = np.ones(1)


def test_counts_without_spread_are_known() -> None:
    known = Count(np.array([9.0, 2.0]), np.array([1.0, 4.0]), np.zeros(2))
    distances = np.array([-2.0, 0.0, 2.0])
    assert known.limits(distances).tolist() == [17, 17, 17]
    assert known.squares(np.array([16.0, 17.0, 18.0])).tolist() == [math.inf, 0, math.inf]


@pytest.mark.parametrize("spread", [1.0, 0.25])
@pytest.mark.parametrize("weight", [1.0, 7.0])
def test_one_group_has_score_limits_in_closed_form(spread: float, weight: float) -> None:
    """The means μ with (x − μ)² = z² · spread · μ."""
    count = Count(16 * ONE, weight * ONE, spread * ONE)
    for z in (-3.0, -1.0, 0.0, 0.5, 2.5):
        v = z * z * spread
        mean = 16 + v / 2 + math.copysign(1, z) * math.sqrt(v * 16 + v * v / 4)
        assert count.limits(np.array([z]))[0] == pytest.approx(weight * mean, rel=1e-6)
        squares = count.squares(np.array([weight * mean]))[0]
        assert squares == pytest.approx(z * z, abs=1e-5)
    assert count.value == 16 * weight


def test_no_match_drawn_leaves_room_for_some() -> None:
    """A group without matches may have them, at a unit of the squared distance for each weight."""
    none = Count(np.zeros(1), 7 * ONE, ONE)
    assert none.limits(np.array([-1.0, 0.0, 2.0])) == pytest.approx([0, 0, 28], abs=1e-6)
    assert none.squares(np.array([0.0, 28.0])) == pytest.approx([0, 4], abs=1e-6)


def test_a_share_of_one_or_none() -> None:
    every = Share(Count(20 * ONE, 3 * ONE, ONE), Count(0 * ONE, 3 * ONE, ONE), 60)
    assert every.value == pytest.approx(1)
    low, high = every.limits(np.array([-1.96, 1.96]))
    z2 = 1.96**2
    assert low == pytest.approx(20 / (20 + z2), abs=2e-3)  # Wilson's
    assert high == pytest.approx(1)
    known = Share(Count(20 * ONE, 3 * ONE, 0 * ONE), Count(5 * ONE, 3 * ONE, 0 * ONE), 75)
    assert known.value == pytest.approx(0.8)


def test_an_estimate_needs_pairs_that_could_be_drawn() -> None:
    codes = _clusters(40, 4)
    joined = _judged(codes, 60, 0, design="random joined pairs")
    found = estimate_pairs(joined, [pw.index("wallace_2"), pw.index("rand"), pw.index("NMI")])
    assert found["wallace_2"].value == pytest.approx(59 / 60)
    assert "could not draw all of these" in str(found["rand"].note)
    assert "needs reference clusters" in str(found["nmi_arithmetic"].note)
    refused = estimate_pairs(sample([], [], codes), [pw.index("rand"), pw.index("NMI")])
    assert refused["rand"].note == "there are no judged pairs"
    assert math.isnan(refused["rand"].value)
    assert "needs reference clusters" in str(refused["nmi_arithmetic"].note)
