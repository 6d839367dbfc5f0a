"""Decide whether an index has a property: by a proof, or by the smallest counterexample."""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from partwise.base import InputError, PartwiseError
from partwise.catalogue import Index
from partwise.properties.registry import PROPERTIES, property_keys
from partwise.properties.search.enumeration import MOST_ITEMS
from partwise.properties.search.index_values import Study
from partwise.properties.search.triples import MOST_IN_TRIPLES
from partwise.properties.time_limit import Clock
from partwise.properties.verdict import Verdict

Result = TypeVar("Result")

_PROOF_SECONDS = 6.0
_PATIENT_SECONDS = 120.0  # where nothing limits the time
_GRACE = 0.5
_CHECKED_N, _CHECKED_TRIPLES = 6, 5  # how far even what is proved is tried
_IMPLIED_BY = {
    "weak_monotonicity": "monotonicity",
    "meila_monotonicity": "monotonicity",
    "homogeneity": "monotonicity",
    "completeness": "monotonicity",
}


class ContradictionError(PartwiseError, RuntimeError):
    """A proof and a certified counterexample contradict each other: partwise has a fault."""


class _StoppedError(BaseException):
    """Ends a thread; no handler of ordinary errors may catch it."""


class Case:
    """An index that is examined, with and without its conventions for undefined values.

    Parameters
    ----------
    index : Index
        The index.
    max_n, triples_n : int
        How many items to try, for pairs and for triples of clusterings.
    clock : Clock, optional
        When to stop.
    """

    def __init__(
        self, index: Index, max_n: int = 10, triples_n: int = 7, clock: Clock | None = None
    ) -> None:
        _check_depth("max_n", max_n, 2, MOST_ITEMS)
        _check_depth("triples_n", triples_n, 2, MOST_IN_TRIPLES)
        self.index = index
        self.full = Study(index, max_n, triples_n, clock)
        self.bare = self.full.by_formula() if self.full.has_conventions else None

    def limit(self, clock: Clock) -> None:
        """Set another time limit."""
        for study in filter(None, (self.full, self.bare)):
            study.clock = clock

    def decide(self, key: str) -> Verdict:
        """Decide one property."""
        if not PROPERTIES[key].applies(self.index):
            reason = "it is defined for pair-counting indices only"
            return Verdict(key, "not_applicable", reason=reason)
        proved = _proved(self.index, key, self.full.clock)
        if proved is not None:
            self._try_anyway(proved)
            return proved
        return self._searched(key)

    def _searched(self, key: str) -> Verdict:
        """Look at what the formula alone gives; then at what conventions add."""
        by_formula = None if self.bare is None else PROPERTIES[key].decide(self.bare)
        if by_formula is not None and by_formula.status == "refuted":
            return by_formula
        verdict = PROPERTIES[key].decide(self.full)
        if by_formula is not None and verdict.status == "refuted":
            said = "only where the formula is undefined and a convention decides"
            return replace(verdict, reason="; ".join(filter(None, (said, verdict.reason))))
        return verdict

    def _try_anyway(self, proved: Verdict) -> None:
        if proved.status != "proved" or proved.about == "linear_complexity":
            return
        n = min(self.full.max_n, _CHECKED_N)
        small = Study(self.index, n, min(self.full.triples_n, _CHECKED_TRIPLES), self.full.clock)
        found = PROPERTIES[proved.about].decide(small)
        if found.status == "refuted" and found.counterexample and found.counterexample.certified:
            raise ContradictionError(
                f"{proved.about} of {self.index.key} is proved, yet {found.counterexample} "
                "refutes it; please report this"
            )


def decide(
    index: Index, about: str, *, max_n: int = 10, triples_n: int = 7, seconds: float = 60.0
) -> Verdict:
    """Decide whether an index has a property.

    Examples
    --------
    >>> import partwise as pw
    >>> print(decide(pw.index("jaccard"), "monotonicity"))
    refuted (tie): A = 01|2, B = 02|1, B' = 0|1|2: V(A, B) = 0, V(A, B') = 0
    >>> decide(pw.index("correlation"), "constant_baseline").status
    'proved'
    """
    (key,) = property_keys(about)
    return Case(index, max_n, triples_n, Clock(seconds)).decide(key)


def _proved(index: Index, key: str, clock: Clock) -> Verdict | None:
    from partwise.properties.prove.proving import (
        PROVABLE,  # SymPy takes a second
        prove,
    )

    premise = _IMPLIED_BY.get(key, key)
    if premise not in PROVABLE:
        return None
    most = _PROOF_SECONDS if math.isfinite(clock.left) else _PATIENT_SECONDS
    seconds = min(most, clock.left / 2)
    found = within(seconds, lambda: prove(index, premise, seconds))
    if found is None or premise == key:
        return found
    if found.status != "proved":
        return None
    return replace(found, about=key, reason=f"follows from {premise}")


def within(seconds: float, work: Callable[[], Result]) -> Result | None:
    """Do some work on a thread that is told to stop if it takes too long; then None.

    It stops before its next step in Python; where it never comes to one, it is left behind.

    Examples
    --------
    >>> within(5, lambda: 1 + 1)
    2
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again by the caller
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(min(seconds + _GRACE, threading.TIMEOUT_MAX))
    if thread.is_alive() and thread.ident is not None:
        stop = ctypes.pythonapi.PyThreadState_SetAsyncExc
        stop(ctypes.c_ulong(thread.ident), ctypes.py_object(_StoppedError))
        return None
    if errors:
        raise errors[0]
    return results[0] if results else None


def _check_depth(name: str, value: int, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
