"""The search for the smallest counterexample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from partwise.properties.deadline import OutOfTimeError
from partwise.properties.search.index_values import IndexValues
from partwise.properties.verdict import Counterexample, Verdict

_MOST_DOUBTS = 20  # violations that nothing certifies, before the search ends


class Violation(NamedTuple):
    """A counterexample that a search met, and what kind of violation it is."""

    counterexample: Counterexample
    value: str | None = None


Look: TypeAlias = Callable[[IndexValues, int], Iterator[Violation]]
"""Yields the violations among n items, the first in the order of the enumeration first."""


def search(
    index_values: IndexValues,
    about: str,
    look: Look,
    *,
    first_n: int = 2,
    last_n: int | None = None,
) -> Verdict:
    """Look for a violation among ever more items."""
    last = index_values.max_n if last_n is None else min(last_n, index_values.max_n)
    if last < first_n:
        reason = f"it needs at least {first_n} items, but max_n is {last}"
        return Verdict(about, "unknown", reason=reason)
    doubts: list[Violation] = []
    reached = first_n - 1
    try:
        for n in range(first_n, last + 1):
            for finding in look(index_values, n):
                if finding.counterexample.certified:
                    return refuted(about, finding)
                doubts.append(finding)
                if index_values.index.kind == "callable" or len(doubts) >= _MOST_DOUBTS:
                    return refuted(about, doubts[0])
            reached = n
    except OutOfTimeError:
        if not doubts:
            return Verdict(about, "unknown", reached, reason=_late(reached, first_n))
    if doubts:
        return refuted(about, doubts[0])
    return Verdict(about, "held", last)


def _late(reached: int, first_n: int) -> str:
    if reached < first_n:
        return "out of time before anything was tried"
    return f"out of time; no violation up to n = {reached}"


def refuted(about: str, finding: Violation, also: str = "") -> Verdict:
    """Return the verdict that a violation refutes a property."""
    example = finding.counterexample
    rounded = "" if example.certified else "in floating-point numbers; not certified"
    reason = "; ".join(filter(None, (rounded, also)))
    return Verdict(about, "refuted", None, example, None, finding.value, reason)
