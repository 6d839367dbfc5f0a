"""The guide's answer: which indices meet the requirements, in which order, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from partwise.claims import PROPERTIES, SOURCES
from partwise.display import Printable, Table
from partwise.guide.facts import facts_about
from partwise.guide.requirements import Answer, Requirement
from partwise.index import Index

__all__ = ["Admitted", "Compromise", "Recommendation", "properties_held"]


@dataclass(frozen=True, slots=True)
class Admitted:
    """An index that meets all requirements, and why; unpacks as a pair."""

    index: Index
    reasons: tuple[str, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.index, self.reasons))


class Compromise(NamedTuple):
    """What to give up so that some index remains, and the indices that then do, best first."""

    instead: str
    indices: tuple[Index, ...]


def properties_held(index: Index) -> frozenset[str]:
    """Return the properties that an index is known to have, other than being unbiased."""
    facts = facts_about(index)
    return frozenset(kind for kind in PROPERTIES[:-1] if facts[kind].holds)


@dataclass(frozen=True)
class Recommendation(Printable):
    """Indices for given requirements; made by :func:`~partwise.recommend`.

    Parameters
    ----------
    requirements : tuple of Requirement
        What was asked.
    admissible : tuple of (Index, reasons)
        The indices that meet all requirements, best first.
    answers : mapping of Index to answers
        How each admissible index meets each requirement.
    rejected : mapping of Index to answers
        The others, with each requirement that they fail and a counterexample.
    unknown : mapping of Index to answers
        Indices that fail nothing for certain, but about which a fact is missing. They are not
        recommended.
    compromises : tuple of (instead, indices)
        If nothing is admissible: the least that one has to give up.
    notes : tuple of str
        What else to know.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.guide import recommend
    >>> found = recommend(distance=True, constant_baseline="asymptotic", monotonicity=True)
    >>> [index.key for index, reasons in found.admissible]
    ['correlation_distance', 'correlation_chord']
    >>> found.best
    <Index correlation_distance: Correlation Distance>
    >>> print(found.rejected[pw.index("jaccard")][0])
    not monotone [errata: it may stay at 0, not increase (erratum 2)]
    """

    requirements: tuple[Requirement, ...]
    admissible: tuple[Admitted, ...]
    answers: Mapping[Index, tuple[Answer, ...]]
    rejected: Mapping[Index, tuple[Answer, ...]]
    unknown: Mapping[Index, tuple[Answer, ...]]
    compromises: tuple[Compromise, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def best(self) -> Index | None:
        """The first of the admissible indices, if there are any."""
        return self.admissible[0].index if self.admissible else None

    @property
    def title(self) -> str:
        """What was asked, in a line."""
        asked = ", ".join(requirement.words for requirement in self.requirements)
        return f"Required: {asked or 'nothing'}"

    def to_table(self) -> Table:
        """Return a line for each index: its rank or "no" or "unknown", and why."""
        rows = [
            [index.key, str(rank), "; ".join(reasons)]
            for rank, (index, reasons) in enumerate(self.admissible, 1)
        ]
        for verdict, group in (("unknown", self.unknown), ("no", self.rejected)):
            rows += [
                [index.key, verdict, "; ".join(answer.shown(index) for answer in answers)]
                for index, answers in group.items()
            ]
        return Table(["index", "rank", "why"], rows, self.title, self._remarks())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "requirements": {each.name: each.value for each in self.requirements},
            "best": self.best.key if self.best else None,
            "admissible": [
                {"index": index.key, "label": index.label, "reasons": list(reasons)}
                for index, reasons in self.admissible
            ],
            "rejected": _plain(self.rejected),
            "unknown": _plain(self.unknown),
            "compromises": [
                {"instead": instead, "indices": [index.key for index in indices]}
                for instead, indices in self.compromises
            ],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        lines = [
            *self._found(),
            *_section("Unknown, so not recommended:", self.unknown),
            *_section("Fails a requirement:", self.rejected),
        ]
        remarks = self._remarks()
        return "\n".join([*lines, *(["", *remarks] if remarks else [])])

    def summary(self) -> str:
        """Return the admissible indices and the remarks as text, without the other indices."""
        return "\n".join([*self._found(), "", *self._remarks(self.answers)]).rstrip()

    def _found(self) -> list[str]:
        if not self.admissible:
            return [self.title, "", "No index meets all of it."]
        lines = [self.title, "", "Admissible, best first:"]
        for rank, (index, reasons) in enumerate(self.admissible, 1):
            lines += [f"  {rank}. {index.key} ({index.label})"]
            lines += [f"       {reason}" for reason in reasons]
        return lines

    def _remarks(self, *groups: Mapping[Index, tuple[Answer, ...]]) -> list[str]:
        return [
            *(
                f"Compromise: {instead}: {', '.join(index.key for index in indices)}."
                for instead, indices in self.compromises
            ),
            *self.notes,
            *_legend(*(groups or (self.answers, self.rejected, self.unknown))),
        ]


def _legend(*groups: Mapping[Index, tuple[Answer, ...]]) -> list[str]:
    """Explain the sources that are named."""
    named = {answer.source for group in groups for answers in group.values() for answer in answers}
    return [f"[{source}] {told}" for source, told in SOURCES.items() if source in named]


def _section(title: str, group: Mapping[Index, tuple[Answer, ...]]) -> list[str]:
    if not group:
        return []
    lines = ["", title]
    for index, answers in group.items():
        lines += [f"  {index.key}: {answers[0].shown(index)}"]
        lines += [f"  {' ' * len(index.key)}  {answer.shown(index)}" for answer in answers[1:]]
    return lines


def _plain(group: Mapping[Index, tuple[Answer, ...]]) -> dict[str, Any]:
    return {
        index.key: [answer.to_dict(index) for answer in answers] for index, answers in group.items()
    }
