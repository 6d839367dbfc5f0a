"""How often each index agrees with judgements, and which properties the best indices share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from partwise.base import Cell, Result, Table, listed, listed_up_to, many
from partwise.catalogue import Index
from partwise.properties.guide.facts import KINDS, facts_about
from partwise.properties.guide.requirements import Requirement
from partwise.properties.registry import PROPERTIES

if TYPE_CHECKING:
    from partwise.properties.plots import AgreementPlots

View: TypeAlias = Literal["agrees", "disagrees", "ties", "undefined"]
"""What an index says about a judgement; only "agrees" counts as agreement."""

LEVEL = 0.95
_MOST_NAMED = 6
_INTERVALS = (
    "95% CI: exact (Clopper–Pearson), if the judgements are independent. A tie or an undefined "
    "value counts as disagreement."
)
_WHY_NOT: dict[View, str] = {"disagrees": "", "ties": " (tie)", "undefined": " (undefined)"}


@dataclass(frozen=True)
class Agreement:
    """How often one index agrees with the judgements.

    Parameters
    ----------
    index : Index
        The index.
    views : tuple of {"agrees", "disagrees", "ties", "undefined"}
        What it says about each judgement, in their order.
    low, high : float
        Exact (Clopper–Pearson) 95% confidence interval of its share of agreement.
    """

    index: Index
    views: tuple[View, ...]
    low: float
    high: float

    def count(self, view: View) -> int:
        """Return how many judgements have this view."""
        return self.views.count(view)

    @property
    def share(self) -> float:
        """The share of judgements with which the index agrees."""
        return self.count("agrees") / len(self.views)

    @property
    def agrees_with_all(self) -> bool:
        """Whether the index prefers the better candidate in every judgement."""
        return self.count("agrees") == len(self.views)


@dataclass(frozen=True)
class PropertySupport:
    """How often indices with a property agree with judgements, and how often those without it.

    Parameters
    ----------
    key : str
        The property.
    share_with, share_without : float or None
        Mean agreement of the indices that have it, and of those that lack it; None if there are no
        such indices. Indices that rank all candidates in the same order count once.
    """

    key: str
    share_with: float | None
    share_without: float | None


def shared_properties(
    chosen: Iterable[Index], others: Iterable[Index]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the properties that distinguish some indices from others.

    The first tuple has the properties that all chosen indices have and some others lack. The second
    has those that all chosen indices lack and some others have. A property counts only if it is
    defined for all chosen indices.

    Examples
    --------
    >>> import partwise as pw
    >>> shared_properties([pw.index("CC")], [pw.index("CD")])
    (('constant_baseline',), ('distance',))
    """
    groups = [tuple(chosen), tuple(others)]
    shared, lacking = [], []
    for kind in KINDS:
        if not all(facts_about(index)[kind].applicable for index in groups[0]):
            continue
        here, there = (
            {facts_about(i)[kind].holds is True for i in group if facts_about(i)[kind].applicable}
            for group in groups
        )
        if here == {True} and False in there:
            shared.append(kind)
        if here == {False} and True in there:
            lacking.append(kind)
    return tuple(shared), tuple(lacking)


def property_words(chosen: Sequence[Index], others: Iterable[Index]) -> list[str]:
    """Say which properties distinguish some indices from others."""
    one = len(chosen) == 1
    said = (
        f"Properties that {'it has' if one else 'they share'} and some others lack",
        f"Properties that {'it lacks' if one else 'all of them lack'} and some others have",
    )
    return [
        f"{words}: {', '.join(PROPERTIES[key].title.lower() for key in keys)}."
        for words, keys in zip(said, shared_properties(chosen, others), strict=True)
        if keys
    ]


@dataclass(frozen=True)
class AgreementRanking(Result):
    """Indices ranked by how often they agree with judgements: a result of `recommend`.

    Parameters
    ----------
    ranking : tuple of Agreement
        The indices, those that agree most often first. Ties are in the order in which
        :func:`~partwise.recommend` prefers the indices for their properties.
    properties : tuple of PropertySupport
        For each property, how often the indices with it agree, and how often those without it.
    improvements : mapping of int to bool
        The judgements, counted from 1, in which one candidate is an improvement of the other: it
        keeps every agreement with the reference and differs. True if you judged the improvement
        better, as every monotone index does.
    requirements : tuple of Requirement
        What else you required.
    excluded : tuple of Index
        The indices that do not meet the requirements, so they are not ranked.

    Examples
    --------
    >>> import partwise as pw
    >>> ranked = pw.recommend(
    ...     judgements=[([0, 0, 1], [0, 1, 2], [0, 0, 0])], indices=["R", "J"]
    ... )
    >>> ranked.best, ranked.ranking[1].share
    (<Index rand: Rand>, 0.0)
    """

    ranking: tuple[Agreement, ...]
    properties: tuple[PropertySupport, ...]
    improvements: Mapping[int, bool]
    requirements: tuple[Requirement, ...] = ()
    excluded: tuple[Index, ...] = ()

    @property
    def judgements(self) -> int:
        """The number of judgements."""
        return len(self.ranking[0].views)

    @property
    def best(self) -> Index:
        """The index to use: the first of the ranking."""
        return self.ranking[0].index

    @property
    def leaders(self) -> tuple[Index, ...]:
        """The indices that share the first place of the ranking."""
        most = self.ranking[0].count("agrees")
        return tuple(each.index for each in self.ranking if each.count("agrees") == most)

    @property
    def consistent(self) -> tuple[Index, ...]:
        """The indices that prefer the better candidate in every judgement."""
        return tuple(each.index for each in self.ranking if each.agrees_with_all)

    @property
    def plot(self) -> AgreementPlots:
        """``plot()`` draws the agreement of each index with its confidence interval."""
        from partwise.properties.plots import AgreementPlots

        return AgreementPlots(self)

    @property
    def title(self) -> str:
        """The answer in one line."""
        asked = ", ".join(requirement.words for requirement in self.requirements)
        among = f" (among indices with {asked})" if asked else ""
        best = self.ranking[0]
        agreed = f"{best.count('agrees')} of {many(self.judgements, 'judgement')}"
        others = len(self.leaders) - 1
        too = f", as {'does 1 other' if others == 1 else f'do {others} others'}" if others else ""
        return f"Use {best.index.label} ({best.index.key}): it agrees with {agreed}{too}{among}"

    @property
    def notes(self) -> tuple[str, ...]:
        """Which indices agree with all judgements, what they share, and how certain that is."""
        return (
            self._leading(),
            *property_words(self.leaders, self._others()),
            *self._about_improvements(),
            _INTERVALS,
        )

    def to_table(self) -> Table:
        """Return one row per index: its agreement, with a confidence interval."""
        rows: list[list[Cell]] = [
            [
                each.index.key,
                f"{each.count('agrees')} of {self.judgements}",
                each.share,
                f"{each.low:.3f} to {each.high:.3f}",
                _places(each.views),
            ]
            for each in self.ranking
        ]
        columns = ["index", "agrees with", "share", "95% CI", "does not agree with"]
        return Table(columns, rows, self.title, self.notes, decimals=3)

    def _others(self) -> list[Index]:
        return [each.index for each in self.ranking if each.index not in self.leaders]

    def _leading(self) -> str:
        names = listed_up_to([index.key for index in self.leaders], _MOST_NAMED)
        if self.consistent:
            return f"Agree with every judgement: {names}."
        return f"No index agrees with every judgement. These agree with the most: {names}."

    def _about_improvements(self) -> list[str]:
        against = [str(place) for place, agrees in self.improvements.items() if not agrees]
        if against:
            which = f"judgement{'' if len(against) == 1 else 's'} {listed(against)}"
            return [
                f"No monotone index agrees with {which}: the worse candidate is an improvement."
            ]
        if self.improvements:
            count = many(len(self.improvements), "judgement")
            return [f"Monotonicity decides {count}, as you did."]
        return []

    def _full_table(self) -> Table:
        rows: list[list[Cell]] = [
            [
                rank,
                each.index.key,
                *(each.count(view) for view in ("agrees", "disagrees", "ties", "undefined")),
                each.share,
                each.low,
                each.high,
            ]
            for rank, each in enumerate(self.ranking, 1)
        ]
        counts = ["agrees", "disagrees", "ties", "undefined"]
        return Table(["rank", "index", *counts, "share", "low", "high"], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "judgements": self.judgements,
            "best": self.best,
            "consistent": self.consistent,
            "level": LEVEL,
            "ranking": [
                {
                    "index": each.index,
                    "label": each.index.label,
                    "agrees": each.count("agrees"),
                    "share": each.share,
                    "low": each.low,
                    "high": each.high,
                    "views": each.views,
                }
                for each in self.ranking
            ],
            "shared": shared_properties(self.leaders, self._others())[0],
            "lacking": shared_properties(self.leaders, self._others())[1],
            "properties": self.properties,
            "improvements": self.improvements,
            "requirements": {each.name: each.value for each in self.requirements},
            "excluded": self.excluded,
            "notes": self.notes,
        }


def _places(views: Sequence[View]) -> str:
    """Name the judgements with which an index does not agree.

    Examples
    --------
    >>> _places(["agrees", "ties", "disagrees"])
    '2 (tie), 3'
    """
    return ", ".join(
        f"{place}{_WHY_NOT[view]}" for place, view in enumerate(views, 1) if view in _WHY_NOT
    )
