"""Decide whether an index has a property: by a proof, or by the smallest counterexample."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.properties.deadline import (
    Deadline,
    NoAnswerError,
    OutOfTimeError,
    current_deadline,
    from_child,
    time_limit,
)
from partwise.properties.late_search import LateSearch
from partwise.properties.registry import PROPERTIES, property_keys
from partwise.properties.search.candidates import Violation, refuted
from partwise.properties.search.enumeration import MOST_ITEMS
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.survey import may_never_return
from partwise.properties.search.triples import MOST_IN_TRIPLES
from partwise.properties.verdict import Counterexample, Verdict

Outcome = TypeVar("Outcome")

_PROOF_SECONDS = 6.0
_PATIENT_SECONDS = 120.0  # where nothing limits the time
_TRIED_SECONDS = 10.0  # for what is proved
_FOLLOWS = "follows from "
DISAGREE = "the proof and the search disagree"
_IMPLIED_BY = {
    # random models of which a proper reference and the sizes of the candidate are drawn
    "fixed_number_baseline": "constant_baseline",
    "fixed_number_two_sided_baseline": "constant_baseline",
    "all_clusterings_baseline": "constant_baseline",
    "fixed_number_bias": "constant_baseline",
    "fixed_number_two_sided_bias": "constant_baseline",
    "all_clusterings_bias": "constant_baseline",
}


class Case:
    """An index that is examined, with and without its conventions for undefined values."""

    def __init__(self, index: Index, max_n: int = 10, triples_n: int = 7) -> None:
        _check_depth("max_n", max_n, 2, MOST_ITEMS)
        _check_depth("triples_n", triples_n, 2, MOST_IN_TRIPLES)
        self.index = index
        self.full = IndexValues(index, max_n, triples_n)
        self.bare = self.full.by_formula() if self.full.has_conventions else None
        self.late = LateSearch(self.full)
        self._proofs: dict[str, Verdict | None] = {}  # by what they prove

    def decide(self, key: str) -> Verdict:
        """Decide one property, by the current deadline.

        A user's function is searched in a child process, which sends back the values it computed.
        If it fails or does not return in time, the verdict is unknown.
        """
        if not PROPERTIES[key].applies(self.index):
            reason = "it is defined for pair-counting indices only"
            return Verdict(key, "not_applicable", reason=reason)
        try:
            return self._proved(key) or self._stoppable(lambda: self._searched(key))
        except OutOfTimeError as error:
            reason = f"failed: {error}" if str(error) else "out of time"
        except Exception as error:
            if self.index.builtin:
                raise
            reason = f"failed: {type(error).__name__}: {error}"
        return Verdict(key, "unknown", reason=reason)

    def survey(self, deadline: Deadline) -> None:
        """Ask a function about all tables, as far as time goes; the values are kept."""
        with contextlib.suppress(OutOfTimeError), time_limit(deadline):
            for n in range(2, self.full.max_n + 1):
                self.full.values(n)

    def _stoppable(self, work: Callable[[], Outcome]) -> Outcome:
        """Do work in a child process if it calls a function that may never return."""
        if not may_never_return(self.index):
            return work()
        shared = (self.index, self.index.formula)
        ((outcome, self.full, self.bare, self.late),) = from_child(
            lambda: [(work(), self.full, self.bare, self.late)], shared
        )
        return outcome

    def _searched(self, key: str) -> Verdict:
        """Look at what the formula alone gives; then at what conventions add; then further."""
        by_formula = None if self.bare is None else PROPERTIES[key].decide(self.bare)
        if by_formula is not None and by_formula.status == "refuted":
            return by_formula
        verdict = PROPERTIES[key].decide(self.full)
        if by_formula is not None and by_formula.holds and verdict.status == "refuted":
            said = "only where the formula is undefined and a convention decides"
            return replace(verdict, reason="; ".join(filter(None, (said, verdict.reason))))
        if verdict.status == "held" and (violation := self._late_violation(key)) is not None:
            return refuted(key, violation, f"no violation up to n = {verdict.up_to_n}")
        if verdict.status == "held" and self.index.kind != "callable" and not self.index.builtin:
            reasons = filter(None, (verdict.reason, _why_not_proved(self.index, key)))
            return replace(verdict, reason="; ".join(reasons))
        return verdict

    def _late_violation(self, key: str) -> Violation | None:
        """Look at larger clusterings; of an index of the catalogue there is no need."""
        is_tried = not self.index.builtin and self.index.kind != "callable"
        return self.late.violation(key) if is_tried else None

    def _proved(self, key: str) -> Verdict | None:
        """Prove a property; whatever a search finds against it blocks the proof."""
        premise = _IMPLIED_BY.get(key, key)
        if premise not in self._proofs:
            self._proofs[premise] = _proved(self.index, premise)
        proof = self._proofs[premise]
        verdict = proof if premise == key else _following(proof, key)
        if verdict is None or not (verdict.certificate or verdict.status == "proved"):
            return verdict
        return self._stoppable(lambda: self._tried(verdict))

    def _tried(self, proved: Verdict) -> Verdict:
        """Look for a violation of what is proved; whatever is found, certified or not, blocks it.

        An index of the catalogue is tried on all small clusterings, any other on larger ones too.
        """
        limit = time_limit(current_deadline().part(_TRIED_SECONDS))
        with contextlib.suppress(OutOfTimeError), limit:
            for example in self._violations(proved):
                return replace(
                    proved, status="unknown", counterexample=example, value=None, reason=DISAGREE
                )
        return proved

    def _violations(self, proved: Verdict) -> Iterator[Counterexample]:
        """Yield what speaks against a proof, or against what it follows from."""
        premises = [key for key in PROPERTIES if proved.reason == f"{_FOLLOWS}{key}"]
        for about in (proved.about, *premises):
            searched = PROPERTIES[about].decide(self.full)
            if searched.counterexample is not None and not _agree(proved.value, searched.value):
                yield searched.counterexample
            violation = self._late_violation(about)
            if violation is not None and not _agree(proved.value, violation.value):
                yield violation.counterexample


def _agree(proved: str | None, searched: str | None) -> bool:
    """Whether a bias that is proved to be the only one is the one that a search found."""
    return proved is not None and searched is not None and searched.endswith(proved)


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
    with time_limit(Deadline(seconds)):
        return Case(index, max_n, triples_n).decide(key)


def _proved(index: Index, key: str) -> Verdict | None:
    from partwise.properties.prove.proving import PROVABLE, prove  # SymPy takes a second

    if key not in PROVABLE or index.kind == "callable":
        return None
    left = current_deadline().left
    most = _PROOF_SECONDS if math.isfinite(left) else _PATIENT_SECONDS
    seconds = min(most, left / 2)
    if index.builtin:
        return prove(index, key, seconds)
    return _proved_in_child(index, lambda: prove(index, key, seconds), seconds)


def _why_not_proved(index: Index, key: str) -> str:
    """Return what keeps a user's index from being proved to have a property, if that is known."""
    from partwise.properties.prove.proving import PROVABLE
    from partwise.properties.prove.tracing import traced
    from partwise.tables import NotTraceableError

    try:
        if _IMPLIED_BY.get(key, key) in PROVABLE:
            traced(index)
    except NotTraceableError as error:
        return f"not proved, as {error}"
    except Exception:  # noqa: BLE001 - a user's formula may do anything with symbols
        return ""
    return ""


def _following(premise: Verdict | None, key: str) -> Verdict | None:
    """Return the verdict that a proof of another property implies."""
    if premise is None or premise.status != "proved":
        return None
    value = "none" if key.endswith("_bias") else premise.value
    return replace(premise, about=key, value=value, reason=f"{_FOLLOWS}{premise.about}")


def _proved_in_child(
    index: Index, prove: Callable[[], Verdict | None], seconds: float
) -> Verdict | None:
    """Try to prove something of a user's formula, which SymPy may never be done with."""
    with contextlib.suppress(NoAnswerError), time_limit(current_deadline().part(seconds)):
        (verdict,) = from_child(lambda: [prove()], shared=(index,))
        return verdict
    return None


def _check_depth(name: str, value: int, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InputError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
