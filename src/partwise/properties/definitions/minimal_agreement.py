"""Minimal agreement: the worst value is reached exactly where no pair agrees (Property 1′).

"A pair-counting index has the minimal agreement property if there exists a constant c_min so that
V(N11, N10, N01, N00) ≥ c_min with equality if and only if N11 = N00 = 0." It speaks of pair counts,
also of those that graphs have, but no clusterings.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study, slack
from partwise.properties.search.pair_points import (
    Point,
    all_points,
    compare_points,
    float_values,
    point_example,
    value_at,
)
from partwise.properties.verdict import Verdict

KEY = "minimal_agreement"


def decide(study: Study) -> Verdict:
    """Look for counts without agreement that score differently, or not worse than others."""
    return search(study, KEY, _violations)


def _violations(study: Study, n: int) -> Iterator[Finding]:
    total = n * (n - 1) // 2
    worst = _worst_known(study, n)
    if worst is None:
        return
    level = study.sense * float(value_at(study.index, worst))  # type: ignore[arg-type]
    points = sorted(all_points(total), key=lambda p: (p[0] + p[3] > 0, p))
    values = float_values(study, points)
    has_none = np.array([p[0] + p[3] == 0 for p in points])
    with np.errstate(invalid="ignore"):
        is_wrong = np.where(
            has_none, np.abs(values - level) > slack(values), values <= level + slack(values)
        )
    for i in np.flatnonzero(is_wrong & ~np.isnan(values)).tolist():
        found = compare_points(study, points[i], worst)
        if found is None or (found.sign == 0 if has_none[i] else found.sign > 0):
            continue
        says = (
            "neither has an agreeing pair, but their values differ"
            if has_none[i]
            else "p has no agreeing pair, q has, but q does not score better"
        )
        shown = {"p": worst, "q": points[i]}
        yield Finding(point_example(study, shown, says, found.certified))


def _worst_known(study: Study, n: int) -> Point | None:
    """Return the first counts without agreement that have a value."""
    for fewer in range(2, n + 1):
        total = fewer * (fewer - 1) // 2
        for n10 in range(total, -1, -1):
            point = (0, n10, total - n10, 0)
            if value_at(study.index, point) is not None:
                return point
    return None
