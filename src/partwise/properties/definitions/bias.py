"""Bias: whether random candidates with more, or with fewer, inter-cluster pairs are favoured.

With V^(s)(m_A, m_B) the value at the expected pair counts, an index "suffers from PairDec bias if
there are m_A, m_B in (0, N) such that dV^(s)/dm_B > 0", and from PairInc bias if it may be < 0
(Section 4, Property 6′). The verdict's value is "none", "dec", "inc" or "both"; "refuted" means
that there is a bias. Where there is no proof, V^(s) is compared at whole m_B: where it rises from
one to the next, its slope is positive somewhere between.
"""

from __future__ import annotations

from itertools import pairwise, product

from partwise.properties.definitions.asymptotic_constant_baseline import MOST_ITEMS
from partwise.properties.search.index_values import Study
from partwise.properties.search.pair_points import (
    Point,
    compare_points,
    expected_point,
    point_example,
)
from partwise.properties.time_limit import OutOfTimeError
from partwise.properties.verdict import Verdict

KEY = "bias"

_NAMES = {1: ("p", "q"), -1: ("r", "s")}
_TOLD = {
    1: "with more pairs together in B the random candidate is favoured from p to q (PairDec)",
    -1: "it is disfavoured from r to s (PairInc)",
}


def decide(study: Study) -> Verdict:
    """Look for expected counts between which the value rises or falls with m_B."""
    found: dict[int, tuple[Point, Point, bool]] = {}
    last = min(MOST_ITEMS, study.max_n)
    try:
        for n in range(3, last + 1):
            _look(study, n, found)
    except OutOfTimeError:
        return Verdict(KEY, "unknown", reason="out of time")
    if not found:
        reason = "looked at whole m_A and m_B"
        return Verdict(KEY, "held", last, value="none", reason=reason)
    value = "both" if len(found) == 2 else "dec" if 1 in found else "inc"
    points = {
        name: point
        for sign, (first, second, _) in sorted(found.items(), reverse=True)
        for name, point in zip(_NAMES[sign], (first, second), strict=True)
    }
    says = ", ".join(_TOLD[sign] for sign in sorted(found, reverse=True))
    is_certified = all(certified for _, _, certified in found.values())
    example = point_example(study, points, says, is_certified)
    return Verdict(KEY, "refuted", counterexample=example, value=value)


def _look(study: Study, n: int, found: dict[int, tuple[Point, Point, bool]]) -> None:
    total = n * (n - 1) // 2
    for m_a, (m_b, more) in product(range(1, total), pairwise(range(1, total))):
        first, second = (expected_point(total, m_a, m) for m in (m_b, more))
        compared = compare_points(study, second, first)
        if compared is not None and compared.sign != 0:
            found.setdefault(compared.sign, (first, second, compared.certified))
