"""The guide's answer: which indices meet the requirements, in which order, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from partwise.base import Result, Table
from partwise.catalogue import Index
from partwise.properties.guide.facts import KINDS, SOURCES, facts_about
from partwise.properties.guide.requirements import Answer, Requirement

if TYPE_CHECKING:
    from partwise.properties.plots import RecommendationPlots

_NOTATION = (
    "In counterexamples, V is the index and c_max its value for equal clusterings. 01|2 are the "
    "clusters {0, 1} and {2}. E[V(A, B)] is the mean over all B with the same cluster sizes. p and "
    "q are pair counts (N11, N10, N01, N00)."
)


@dataclass(frozen=True, slots=True)
class Admitted:
    """An index that meets all requirements, and why; you can unpack it as a pair."""

    index: Index
    reasons: tuple[str, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.index, self.reasons))


class Compromise(NamedTuple):
    """What to give up if no index meets all requirements, and the indices that then do."""

    instead: str
    indices: tuple[Index, ...]


def properties_held(index: Index) -> frozenset[str]:
    """Return the properties that an index is known to have, other than being unbiased."""
    facts = facts_about(index)
    return frozenset(kind for kind in KINDS if facts[kind].holds)


@dataclass(frozen=True)
class Recommendation(Result):
    """The indices that meet requirements: a result of :func:`~partwise.recommend`.

    Parameters
    ----------
    requirements : tuple of Requirement
        What you required.
    admissible : tuple of (Index, reasons)
        The indices that meet all requirements, best first.
    answers : mapping of Index to answers
        How each admissible index meets each requirement.
    rejected : mapping of Index to answers
        Indices that fail a requirement, with each requirement that they fail and a counterexample.
    unknown : mapping of Index to answers
        Indices that fail no requirement for certain, but for which it is unknown whether they meet
        all of them. They are not recommended.
    compromises : tuple of (instead, indices)
        If no index is admissible: the smallest changes to the requirements for which there is one.
    notes : tuple of str
        What else you should know.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.properties.guide.choice import recommend
    >>> found = recommend(distance=True, constant_baseline="asymptotic", monotonicity=True)
    >>> [index.key for index, reasons in found.admissible]
    ['correlation_distance', 'correlation_chord']
    >>> found.best
    <Index correlation_distance: Correlation Distance>
    >>> print(found.rejected[pw.index("jaccard")][0])
    not monotone: an improvement may leave it unchanged [refuted]
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
        """The requirements in one line."""
        asked = ", ".join(requirement.words for requirement in self.requirements)
        return f"Required: {asked or 'nothing'}"

    @property
    def plot(self) -> RecommendationPlots:
        """``plot()`` draws which index meets which requirement."""
        from partwise.properties.plots import RecommendationPlots

        return RecommendationPlots(self)

    def to_table(self) -> Table:
        """Return one row per index: its rank, or "no" or "unknown", and why."""
        rows = [
            [index.key, str(rank), "; ".join(reasons)]
            for rank, (index, reasons) in enumerate(self.admissible, 1)
        ]
        for verdict, group in (("unknown", self.unknown), ("no", self.rejected)):
            rows += [
                [index.key, verdict, "; ".join(answer.shown() for answer in answers)]
                for index, answers in group.items()
            ]
        legend = _legend(self.answers, self.rejected, self.unknown)
        remarks = [*self._compromises(), *self.notes, *legend]
        return Table(["index", "rank", "why"], rows, self.title, remarks)

    def _full_table(self) -> Table:
        rows: list[list[Any]] = [
            [index.key, "admissible", rank, "; ".join(reasons)]
            for rank, (index, reasons) in enumerate(self.admissible, 1)
        ]
        for verdict, group in (("unknown", self.unknown), ("rejected", self.rejected)):
            rows += [
                [index.key, verdict, None, "; ".join(answer.shown() for answer in answers)]
                for index, answers in group.items()
            ]
        return Table(["index", "verdict", "rank", "why"], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "requirements": {
                requirement.name: requirement.value for requirement in self.requirements
            },
            "best": self.best,
            "admissible": [
                {"index": index, "label": index.label, "reasons": reasons}
                for index, reasons in self.admissible
            ],
            "rejected": self.rejected,
            "unknown": self.unknown,
            "compromises": self.compromises,
            "notes": self.notes,
        }

    def __str__(self) -> str:
        lines = [
            *self._found(),
            *_section("Unknown, so not recommended:", self.unknown),
            *_section("Fails a requirement:", self.rejected),
        ]
        remarks = [*self.notes, *_legend(self.answers, self.rejected, self.unknown)]
        return "\n".join([*lines, *(["", *remarks] if remarks else [])])

    def summary(self) -> str:
        """Return the admissible indices and the remarks as text, without the other indices."""
        return "\n".join([*self._found(), "", *self.notes, *_legend(self.answers)]).rstrip()

    def _found(self) -> list[str]:
        if not self.admissible:
            return [self.title, "", "No index meets all requirements.", *self._compromises()]
        lines = [self.title, "", "Admissible, best first:"]
        for rank, (index, reasons) in enumerate(self.admissible, 1):
            lines += [f"  {rank}. {index.key} ({index.label})"]
            lines += [f"       {reason}" for reason in reasons]
        return lines

    def _compromises(self) -> list[str]:
        return [
            f"Compromise: {instead}: {', '.join(index.key for index in indices)}."
            for instead, indices in self.compromises
        ]


def _legend(*groups: Mapping[Index, tuple[Answer, ...]]) -> list[str]:
    """Explain the sources that are named, and how counterexamples are written."""
    answers = [answer for group in groups for judged in group.values() for answer in judged]
    named = {answer.source for answer in answers}
    legend = [f"[{source}] {meaning}" for source, meaning in SOURCES.items() if source in named]
    return [*legend, _NOTATION] if any(answer.counterexample for answer in answers) else legend


def _section(title: str, group: Mapping[Index, tuple[Answer, ...]]) -> list[str]:
    if not group:
        return []
    lines = ["", title]
    for index, answers in group.items():
        lines += [f"  {index.key}: {answers[0].shown()}"]
        lines += [f"  {' ' * len(index.key)}  {answer.shown()}" for answer in answers[1:]]
    return lines
