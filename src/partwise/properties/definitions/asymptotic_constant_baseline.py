"""Asymptotic constant baseline: V is one constant at the expected pair counts (Property 6′).

"There exists a constant c_base so that V(N̄11, N̄10, N̄01, N̄00) = c_base for all m_A, m_B in (0, N)",
where N̄11 = m_A m_B / N is the mean over random candidates, and the others follow from it. Where
there is no proof, whole m_A and m_B are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study
from partwise.properties.search.pair_points import (
    Point,
    compare_points,
    expected_point,
    point_example,
    value_at,
)
from partwise.properties.verdict import Verdict

KEY = "asymptotic_constant_baseline"

MOST_ITEMS = 6  # 15 pairs


def decide(study: Study) -> Verdict:
    """Look for two sets of expected counts with different values."""
    return search(study, KEY, _differences, first_n=3, last_n=MOST_ITEMS)


def _points(n: int) -> Iterator[Point]:
    total = n * (n - 1) // 2
    for m_a, m_b in product(range(1, total), repeat=2):
        yield expected_point(total, m_a, m_b)


def _differences(study: Study, n: int) -> Iterator[Finding]:
    fewer = (p for m in range(3, n + 1) for p in _points(m))
    first = next((p for p in fewer if value_at(study.index, p) is not None), None)
    if first is None:
        return
    for point in _points(n):
        found = compare_points(study, first, point)
        if found is not None and found.sign != 0:
            says = "both are expected counts, but their values differ"
            shown = {"p": first, "q": point}
            yield Finding(point_example(study, shown, says, found.certified))
