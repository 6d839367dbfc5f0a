"""The requirements that you can make of an index, and whether an index meets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from partwise.base import InputError, TextResult
from partwise.catalogue import Index
from partwise.properties.guide.facts import Fact, Source, cost_more_in, facts_about
from partwise.properties.verdict import Counterexample

HELD_WORDS: dict[str, str] = {
    "maximal_agreement": "only equal clusterings get its best value",
    "minimal_agreement": "only clusterings that agree on no pair get its worst value",
    "symmetry": "symmetric",
    "distance": "a distance",
    "linear_complexity": "takes linear time",
    "monotonicity": "monotone",
    "strong_monotonicity": "strongly monotone",
    "constant_baseline": "has a constant baseline",
    "asymptotic_constant_baseline": "has an asymptotic constant baseline",
}
FAILED_WORDS: dict[str, str] = {
    "maximal_agreement": "no maximal agreement",
    "minimal_agreement": "no minimal agreement",
    "symmetry": "not symmetric",
    "distance": "not a distance",
    "linear_complexity": "not in linear time",
    "monotonicity": "not monotone",
    "strong_monotonicity": "not strongly monotone",
    "constant_baseline": "no constant baseline",
    "asymptotic_constant_baseline": "no constant baseline, not even asymptotically",
}
_HOW = {
    "tie": ": an improvement may leave it unchanged",
    "decrease": ": an improvement may make it worse",
}
_BASELINES = ("exact", "asymptotic")
_CLUSTERS = ("large", "small")


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement for an index.

    Parameters
    ----------
    name : str
        The argument of :func:`~partwise.recommend`.
    value : bool or str
        True, or "exact" or "asymptotic", or "large" or "small".
    """

    name: str
    value: bool | str = True

    @property
    def words(self) -> str:
        """The requirement in words."""
        if self.name == "constant_baseline":
            return f"constant baseline ({self.value})"
        if self.name == "matters":
            return f"errors in {self.value} clusters matter more"
        return self.name.replace("_", " ")


@dataclass(frozen=True)
class Answer(TextResult):
    """Whether an index meets a requirement, and why.

    Parameters
    ----------
    requirement : Requirement
        The requirement.
    met : bool or None
        Whether the index meets it; None if that is unknown.
    words : str
        The answer in a few words.
    source : str
        Where the answer comes from: a key of ``partwise.properties.guide.facts.SOURCES``.
    note : str
        A reason or a limitation.
    counterexample : Counterexample or None
        The counterexample that shows that the requirement is not met.
    """

    requirement: Requirement
    met: bool | None
    words: str
    source: Source
    note: str = ""
    counterexample: Counterexample | None = None

    def __str__(self) -> str:
        return f"{self.words} [{self.source}{': ' if self.note else ''}{self.note}]"

    def shown(self) -> str:
        """Return the answer with the counterexample and its values, if there is one."""
        return str(self) if self.counterexample is None else f"{self}; {self.counterexample}"

    def _content(self) -> dict[str, Any]:
        example = self.counterexample
        return {
            "requirement": self.requirement.words,
            "met": self.met,
            "answer": self.words,
            "source": self.source,
            "note": self.note,
            "counterexample": None if example is None else str(example),
            "says": None if example is None else example.says,
        }


def judge(index: Index, requirement: Requirement) -> Answer:
    """Decide whether an index meets a requirement."""
    if requirement.name == "matters":
        return _weight(index, requirement)
    facts = facts_about(index)
    kind, fact = requirement.name, facts[requirement.name]
    if requirement.value == "asymptotic" and not fact.holds:
        asymptotic = facts["asymptotic_constant_baseline"]
        if asymptotic.applicable:
            kind, fact = "asymptotic_constant_baseline", asymptotic
    return _answer(requirement, kind, fact)


def _answer(requirement: Requirement, kind: str, fact: Fact) -> Answer:
    if not fact.applicable:
        words = f"{kind.replace('_', ' ')} is not defined for it"
        return Answer(requirement, False, words, fact.source)
    if fact.holds is None:
        words = f"it is unknown whether it meets “{requirement.words}”"
        return Answer(requirement, None, words, fact.source, fact.note)
    words = HELD_WORDS[kind] if fact.holds else FAILED_WORDS[kind] + _HOW.get(fact.value or "", "")
    return Answer(requirement, fact.holds, words, fact.source, fact.note, fact.counterexample)


def _weight(index: Index, requirement: Requirement) -> Answer:
    sizes = cost_more_in(index)
    if sizes is None:
        words = "it is unknown whether errors in large or in small clusters cost more"
        return Answer(requirement, None, words, "unknown", "the paper does not say")
    words = f"errors in {sizes} clusters cost more"
    note = "it counts pairs" if sizes == "large" else "seen in experiments, not proved"
    return Answer(requirement, sizes == requirement.value, words, "paper", note)


Asked: TypeAlias = Mapping[str, bool | str | None]


def checked(asked: Asked, *, sizes_known: bool | None) -> tuple[Requirement, ...]:
    """Return the requirements among the arguments of ``recommend``, or say what is wrong."""
    if sizes_known not in (None, True, False):
        raise InputError(f"sizes_known= must be True, False or None, not {sizes_known!r}")
    return tuple(_each(dict(asked), sizes_known))


def _each(asked: dict[str, bool | str | None], sizes_known: bool | None) -> Iterator[Requirement]:
    if sizes_known is False and asked["constant_baseline"] is None:
        asked["constant_baseline"] = "asymptotic"
    for name, value in asked.items():
        if value is None or value is False:
            continue
        if name == "matters":
            allowed: tuple[bool | str, ...] = _CLUSTERS
        elif name == "constant_baseline":
            allowed = (True, *_BASELINES)
        else:
            allowed = (True,)
        if not any(
            value is choice or (isinstance(value, str) and value == choice) for choice in allowed
        ):
            known = ", ".join(repr(choice) for choice in allowed)
            raise InputError(f"{name}= must be {known} or None (not required), not {value!r}")
        exact = name == "constant_baseline" and value is True
        yield Requirement(name, "exact" if exact else value)
