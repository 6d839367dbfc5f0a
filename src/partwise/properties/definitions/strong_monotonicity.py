"""Strong monotonicity: V rises with N11 and N00, and falls with N10 and N01 (Property 5′).

"A pair-counting index satisfies strong monotonicity if it is increasing in N11, N00 when
N10 + N01 > 0, and decreasing in N10, N01 when N11 + N00 > 0." Tried for counts that differ by one
pair; where the formula is undefined there is no value, whatever a convention says.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study, not_above
from partwise.properties.search.pair_points import (
    Point,
    all_points,
    compare_points,
    float_values,
    point_example,
)
from partwise.properties.verdict import Verdict

KEY = "strong_monotonicity"

_MOST_ITEMS = 7  # 21 pairs


def decide(study: Study) -> Verdict:
    """Look for one more pair that moves the value the wrong way ("decrease") or not ("tie")."""
    return search(study.by_formula(), KEY, _violations, last_n=_MOST_ITEMS)


def _violations(study: Study, n: int) -> Iterator[Finding]:
    """Yield violations where p has more pairs than n − 1 items have, and at most those of n."""
    for total in range((n - 1) * (n - 2) // 2 + 1, n * (n - 1) // 2 + 1):
        steps = list(_steps(total))
        before = float_values(study, [p for p, _, _ in steps])
        after = float_values(study, [q for _, q, _ in steps])
        wanted = np.array([way for _, _, way in steps])
        lower, upper = np.where(wanted > 0, before, after), np.where(wanted > 0, after, before)
        for i in np.flatnonzero(not_above(upper, lower)).tolist():
            yield from _confirmed(study, *steps[i])


def _steps(total: int) -> Iterator[tuple[Point, Point, int]]:
    for p in all_points(total):
        for i, wanted in enumerate((1, -1, -1, 1)):
            if p[1] + p[2] if wanted > 0 else p[0] + p[3]:
                n11, n10, n01, n00 = (count + (i == k) for k, count in enumerate(p))
                yield p, (n11, n10, n01, n00), wanted


def _confirmed(study: Study, p: Point, q: Point, wanted: int) -> Iterator[Finding]:
    found = compare_points(study, q, p)
    if found is None or found.sign * wanted > 0:
        return
    kind = "agreeing" if wanted > 0 else "disagreeing"
    said = "the same" if found.sign == 0 else "worse" if wanted > 0 else "better"
    says = f"q has one more {kind} pair than p, but scores {said}"
    example = point_example(study, {"p": p, "q": q}, says, found.certified)
    yield Finding(example, "tie" if found.sign == 0 else "decrease")
