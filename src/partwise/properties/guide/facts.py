"""What the guide knows about an index: stored verdicts, or an audit for your own indices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias
from weakref import WeakKeyDictionary

from partwise.catalogue import Index
from partwise.properties.deadline import Deadline, time_limit
from partwise.properties.known_verdicts import known
from partwise.properties.registry import PROPERTIES
from partwise.properties.verdict import Counterexample, Status, Verdict

Source: TypeAlias = Status | Literal["paper"]
SOURCES: dict[Source, str] = {
    "proved": "proved; `partwise audit KEY` shows the proof",
    "refuted": "refuted by the counterexample shown, or for the reason given",
    "held": "no counterexample was found, but there is no proof; larger clusterings may violate it",
    "not_applicable": "the property is defined for pair-counting indices only",
    "paper": "an informal statement of the paper",
    "unknown": "it is not known",
}

KINDS = tuple(
    key for key, definition in PROPERTIES.items() if not definition.addition and key != "bias"
)
"""The properties that can be required."""

_MAX_N, _TRIPLES_N = 8, 6
_SECONDS = 20.0
_NO_VALUE = "the index has no value on any table of a few items"
_OF_INFORMATION = ("nmi", "fnmi", "vi", "ami", "smi")
_found: WeakKeyDictionary[Index, Mapping[str, Fact]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Fact:
    """Whether an index has a property, and how that is known."""

    holds: bool | None  # None if it is unknown, or makes no sense
    source: Source  # how it is known: a key of ``SOURCES``
    note: str = ""  # the reason, or how far it was tried
    value: str | None = None  # for a refuted monotonicity: "tie" or "decrease"
    counterexample: Counterexample | None = None  # what shows that the property fails

    @property
    def applicable(self) -> bool:
        """Whether the property is defined for the index at all."""
        return self.source != "not_applicable"


def facts_about(index: Index) -> Mapping[str, Fact]:
    """Return what is known about each property of an index.

    Properties of your own index are decided when they are first needed, which takes up to 20
    seconds.

    Examples
    --------
    >>> import partwise as pw
    >>> facts_about(pw.index("CC"))["distance"].holds
    False
    >>> own = pw.define("share_of_pairs", "n11 / N")
    >>> print(facts_about(own)["maximal_agreement"].counterexample)
    A = 0|1, B = 01: V(A, A) = 0, V(A, B) = 0
    """
    if index not in _found:
        verdicts = known(index) or _decided(index)
        _found[index] = {kind: _fact(verdicts[kind]) for kind in KINDS}
    return _found[index]


def _decided(index: Index) -> dict[str, Verdict]:
    """Decide all properties; what one leaves of its share of the time, the next ones have."""
    from partwise.properties.decide import Case

    deadline = Deadline(_SECONDS)
    case = Case(index, _MAX_N, _TRIPLES_N)
    if index.kind == "callable":
        case.survey(deadline.part(_SECONDS / 2))
    with time_limit(deadline):
        if not case.full.has_values:
            return {kind: Verdict(kind, "unknown", reason=_NO_VALUE) for kind in KINDS}
    verdicts = {}
    for left, kind in zip(range(len(KINDS), 0, -1), KINDS, strict=True):
        with time_limit(deadline.part(deadline.left / left)):
            verdicts[kind] = case.decide(kind)
    raised = [problem for problem in case.full.problems.values() if problem.kind == "raised"]
    if raised:  # then it was tried in part only
        return {kind: _doubted(verdict, str(raised[0])) for kind, verdict in verdicts.items()}
    return verdicts


def _doubted(verdict: Verdict, problem: str) -> Verdict:
    if verdict.status != "held":
        return verdict
    return Verdict(verdict.about, "unknown", reason=problem)


def _fact(verdict: Verdict) -> Fact:
    note, example = verdict.reason, verdict.counterexample
    if verdict.status == "held" and not note:
        note = f"no counterexample among all clusterings of up to n = {verdict.up_to_n} items"
    if example is not None and not example.certified and not note:
        note = "by floats, which are not exact"
    return Fact(verdict.holds, verdict.status, note, verdict.value, example)


def cost_more_in(index: Index) -> Literal["large", "small"] | None:
    """Return in which clusters an error costs more, by the paper's informal rule (Section 6).

    Pair-counting indices give more weight to large clusters: an item misplaced in a cluster of k
    costs k − 1 pairs. In experiments, information-theoretic indices give more weight to small
    clusters. The paper says nothing about others.

    Examples
    --------
    >>> import partwise as pw
    >>> [cost_more_in(pw.index(name)) for name in ("CC", "AMI", "BCubed")]
    ['large', 'small', None]
    """
    if index.kind == "pairs":
        return "large"
    is_information = index.builtin and index.key.partition("_")[0] in _OF_INFORMATION
    return "small" if is_information else None
