"""The paper's definitions of its properties, on the values of the oracle: slow, obvious, exact.

Each ``breaks_…`` tells whether the given clusterings refute a property for certain. Values are
turned so that larger means more alike; None stands for 0/0. Work at 60 digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations

from mpmath import mpf

import partwise as pw
from support.oracle import ALL_PAIR_COUNTING, Pairs, pair_counts, value
from support.oracle_information import rounded
from support.partitions import agreements

__all__ = [
    "CHECKS",
    "Score",
    "differ",
    "expected_counts",
    "not_above",
    "of_counts",
    "oriented",
    "score_of",
    "trivial",
]

Labels = tuple[int, ...]
Score = Callable[[Labels, Labels], "Fraction | mpf | None"]
EPSILON = mpf(10) ** -40


def oriented(key: str) -> int:
    return 1 if pw.index(key).direction == "similarity" else -1


def towards_similarity(key: str, found: Fraction | mpf | None) -> Fraction | mpf | None:
    return None if found is None else oriented(key) * found


def score_of(key: str) -> Score:
    known: dict[tuple[Labels, Labels], Fraction | mpf | None] = {}

    def score(a: Labels, b: Labels) -> Fraction | mpf | None:
        if (a, b) not in known:
            known[a, b] = towards_similarity(key, value(key, a, b))
        return known[a, b]

    return score


def of_counts(key: str, counts: Iterable[Fraction | int]) -> Fraction | mpf | None:
    pairs = Pairs(*map(Fraction, counts))
    return towards_similarity(key, rounded(lambda: ALL_PAIR_COUNTING[key](*pairs)))


def above(x: Fraction | mpf | None, y: Fraction | mpf | None) -> bool:
    """Whether x > y for certain; False where one is undefined."""
    if x is None or y is None:
        return False
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x > y
    return bool(mpf_of(x) - mpf_of(y) > EPSILON)


def mpf_of(x: Fraction | mpf) -> mpf:
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def differ(x: Fraction | mpf | None, y: Fraction | mpf | None) -> bool:
    return above(x, y) or above(y, x)


def not_above(x: Fraction | mpf | None, y: Fraction | mpf | None) -> bool:
    return x is not None and y is not None and not above(x, y)


def trivial(a: Labels) -> bool:
    return len(set(a)) in (1, len(a))


def breaks_symmetry(score: Score, a: Labels, b: Labels) -> bool:
    return differ(score(a, b), score(b, a))


def breaks_maximal_agreement(score: Score, a: Labels, b: Labels) -> bool:
    if a == b:
        return False
    if not trivial(a) and score(a, a) is None:
        return True
    return not_above(score(a, a), score(a, b)) or differ(score(a, a), score(b, b))


def breaks_minimal_agreement(score: Score, *four: Labels) -> bool:
    a, b, c, d = four
    assert not agreements(a, b)
    return bool(agreements(c, d)) and not_above(score(c, d), score(a, b))


def breaks_distance(score: Score, *given: Labels) -> bool:
    if len(given) == 2:
        return breaks_symmetry(score, *given) or breaks_maximal_agreement(score, *given)
    a, b, c = given
    best, ac, ab, bc = score(a, a), score(a, c), score(a, b), score(b, c)
    if best is None or ac is None or ab is None or bc is None:
        return False
    return above(best - ac, (best - ab) + (best - bc))


def breaks_monotonicity(score: Score, a: Labels, before: Labels, after: Labels) -> bool:
    """The definition itself: no agreement with A is lost, and A is not trivial."""
    if trivial(a) or before == after or not agreements(a, before) <= agreements(a, after):
        return False
    return not_above(score(a, after), score(a, before)) or not_above(
        score(after, a), score(before, a)
    )


def mean(score: Score, a: Labels, b: Labels) -> Fraction | mpf | None:
    values = [score(a, shuffled) for shuffled in set(permutations(b))]
    if None in values:
        return None
    return sum(mpf_of(v) for v in values if v is not None) / len(values)


def breaks_constant_baseline(score: Score, *four: Labels) -> bool:
    a, b, other_a, other_b = four
    if trivial(a) or trivial(other_a):
        return False
    return differ(mean(score, a, b), mean(score, other_a, other_b))


def expected_counts(a: Labels, b: Labels) -> tuple[Fraction, ...]:
    n11, n10, n01, n00 = map(Fraction, pair_counts(a, b))
    total, m_a, m_b = n11 + n10 + n01 + n00, n11 + n10, n11 + n01
    e11 = m_a * m_b / total
    return e11, m_a - e11, m_b - e11, total - m_a - m_b + e11


CHECKS: dict[str, Callable[..., bool]] = {
    "symmetry": breaks_symmetry,
    "maximal_agreement": breaks_maximal_agreement,
    "minimal_agreement": breaks_minimal_agreement,
    "distance": breaks_distance,
    "monotonicity": breaks_monotonicity,
    "constant_baseline": breaks_constant_baseline,
}
