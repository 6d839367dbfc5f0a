"""Monotonicity: every A-consistent improvement of B scores strictly better (Section 4, Property 5).

"For every two clusterings A, B with 1 < k_A < n and any B′ that is an A-consistent improvement of
B, V(A, B′) > V(A, B) and V(B′, A) > V(B, A)." An improvement is a sequence of perfect splits and
merges (Theorem 2), so these are what is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study, not_above, slack
from partwise.properties.search.moves import compared, improvements, proper_moves
from partwise.properties.time_limit import OutOfTimeError
from partwise.properties.verdict import Verdict

KEY = "monotonicity"
Mask: TypeAlias = NDArray[np.bool_]


def decide(study: Study) -> Verdict:
    """Look for improvements that score the same ("tie") or worse ("decrease")."""
    verdict = search(study, KEY, violations, first_n=3)
    if verdict.status != "refuted" or verdict.counterexample is None:
        return verdict
    other = "decrease" if verdict.value == "tie" else "tie"
    also = _first_of_kind(study, other)
    reason = "; ".join(filter(None, (verdict.reason, also)))
    return replace(verdict, reason=reason)


def violations(study: Study, n: int, kind: str | None = None) -> Iterator[Finding]:
    """Yield improvements among n items that do not score better; only of a kind, if given."""
    tables = study.tables(n)
    for i in suspicious(study, n, kind).tolist():
        a, b = tables.labels(i)
        for example, found in compared(study, a, b, improvements):
            value = "tie" if found.sign == 0 else "decrease"
            if kind in (None, value):
                yield Finding(example, value)


def suspicious(study: Study, n: int, kind: str | None = None) -> NDArray[np.int64]:
    """Return the tables of which some improvement seems not to score better."""
    tables, values = study.tables(n), study.values(n)
    source, target = proper_moves(tables, values)
    is_bad = np.zeros(len(source), bool)
    for seen in (values, values[tables.transpose]):
        before, after = seen[source], seen[target]
        is_bad |= _is_kind(after, before, kind)
    return np.unique(source[is_bad])


def _is_kind(after: NDArray[np.float64], before: NDArray[np.float64], kind: str | None) -> Mask:
    with np.errstate(invalid="ignore"):
        is_decrease = after < before - slack(before)
    if kind == "decrease":
        return is_decrease
    is_bad = not_above(after, before)
    return is_bad & ~is_decrease if kind == "tie" else is_bad


def _first_of_kind(study: Study, kind: str) -> str:
    """Tell about the smallest violation of the other kind, if there is one."""
    try:
        for n in range(3, study.max_n + 1):
            found = next((f for f in violations(study, n, kind)), None)
            if found is not None:
                word = "ties" if kind == "tie" else "decreases"
                return f"it also has {word}, from n = {n}: {found.counterexample}"
    except OutOfTimeError:
        return ""
    return ""
