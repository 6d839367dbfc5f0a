"""The pictures of properties: tables of verdicts, triplets, and the decision figure."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from partwise.base import many
from partwise.catalogue import Index
from partwise.charts import (
    Choice,
    Figure,
    Interval,
    Judgement,
    Pictures,
    Plots,
    cut,
    decision_tree,
    intervals,
    verdicts,
)
from partwise.properties.auditing import mark
from partwise.properties.guide.agreement import LEVEL, AgreementRanking
from partwise.properties.guide.decision_tree import Leaf, Question
from partwise.properties.guide.recommendation import Recommendation
from partwise.properties.guide.requirements import Answer, judge
from partwise.properties.property_table import PropertyTable
from partwise.properties.registry import PROPERTIES
from partwise.properties.triplet_search.drawing import draw
from partwise.properties.triplet_search.example import Triplet
from partwise.properties.triplet_search.result import Triplets
from partwise.properties.verdict import Verdict

_MOST_INDICES, _MOST_RECOMMENDED = 60, 24
_TONES: dict[bool | None, Literal["yes", "no", "unknown"]] = {
    True: "yes",
    False: "no",
    None: "unknown",
}


class PropertyTablePlots(Plots[PropertyTable]):
    """``table.plot()``: which index has which property."""

    def verdicts(self) -> Figure:
        """Draw one row per index, with a mark for each property."""
        table = self._result
        keys, note = cut(list(table.audits), "indices", _MOST_INDICES)
        rows = {
            key: [_judgement(table.audits[key].verdicts[about]) for about in table.properties]
            for key in keys
        }
        titles = [PROPERTIES[about].title for about in table.properties]
        description = (
            "One row per index and one column per property. A tick means proved, a tick with a "
            "number means tried up to that number of items, a cross means refuted, ? means "
            "unknown, and – means not defined."
        )
        title = "Properties of indices"
        return verdicts(rows, titles, title=title, description=description).noted(note)

    __call__ = verdicts

    def _pictures(self) -> Pictures:
        return {"properties": self.verdicts}


class RecommendationPlots(Plots[Recommendation]):
    """``recommendation.plot()``: which index meets which requirement."""

    def requirements(self) -> Figure:
        """Draw one row per index, recommended ones first, with a mark for each requirement."""
        result = self._result
        ordered = [*result.answers, *result.unknown, *result.rejected]
        indices, note = cut(ordered, "indices, the recommended ones first", _MOST_RECOMMENDED)
        rows = {self._name(index): self._row(index) for index in indices}
        heads = [requirement.words for requirement in result.requirements]
        description = (
            "One row per index and one column per requirement. A tick means met, a cross means not "
            "met, and ? means unknown. "
            + (
                f"The {len(result.admissible)} numbered indices meet all of them, best first."
                if result.admissible
                else "No index meets all of them."
            )
        )
        title = "Which indices meet the requirements"
        return verdicts(rows, heads, title=title, description=description).noted(note)

    __call__ = requirements

    def _name(self, index: Index) -> str:
        admitted = [ranked.index for ranked in self._result.admissible]
        return f"{admitted.index(index) + 1}. {index.key}" if index in admitted else index.key

    def _row(self, index: Index) -> list[Judgement]:
        result = self._result
        known = [*result.answers.get(index, ()), *result.unknown.get(index, ())]
        by_name = {
            answer.requirement: answer for answer in (*known, *result.rejected.get(index, ()))
        }
        return [
            _answered(by_name.get(requirement) or judge(index, requirement))
            for requirement in result.requirements
        ]

    def _pictures(self) -> Pictures:
        return {"recommendation": self.requirements} if self._result.requirements else {}


class AgreementPlots(Plots[AgreementRanking]):
    """``ranking.plot()``: how often each index agrees with the judgements."""

    def shares(self) -> Figure:
        """Draw the share of judgements with which each index agrees, with confidence intervals."""
        ranking, note = cut(
            self._result.ranking, "indices, those that agree most often first", _MOST_RECOMMENDED
        )
        rows = [Interval(each.index.short, each.share, each.low, each.high) for each in ranking]
        heading = f"share of {many(self._result.judgements, 'judgement')}"
        title = "How often indices agree with the judgements"
        description = (
            "One row per index. The dot is the share of judgements with which the index agrees, "
            "and the line is its 95% confidence interval."
        )
        figure = intervals(rows, LEVEL, heading=heading, title=title)
        return replace(figure, description=description).noted(note)

    __call__ = shares

    def _pictures(self) -> Pictures:
        return {"agreement": self.shares}


class DecisionPlots(Plots[Question]):
    """``decision().plot()``: the questions, and where each answer leads."""

    def tree(self, title: str = "Which index?") -> Figure:
        """Draw the questions that follow from this one.

        Examples
        --------
        >>> import partwise as pw
        >>> pw.properties.decision().plot()
        <Figure 'Which index?'>
        """
        return decision_tree(_choice(self._result), title)

    __call__ = tree

    def _pictures(self) -> Pictures:
        return {"decision": self.tree}


class TripletsPlots(Plots[Triplets]):
    """``triplets.plot()``: shapes for the reference, regions for candidates."""

    def drawings(self, title: str | None = None) -> Figure:
        """Draw all triplets as one figure, the two candidates of each side by side."""
        return draw(self._result.triplets, title or self._result.title)

    __call__ = drawings

    def _pictures(self) -> Pictures:
        return {"triplets": self.drawings} if self._result.triplets else {}


class TripletPlots(Plots[Triplet]):
    """``triplet.plot()``: shapes for the reference, regions for candidates."""

    def drawing(self, *others: Triplet, title: str = "Indices disagree") -> Figure:
        """Draw the two candidates side by side, and other triplets below."""
        return draw([self._result, *others], title)

    __call__ = drawing

    def _pictures(self) -> Pictures:
        return {"triplet": self.drawing}


def _judgement(verdict: Verdict) -> Judgement:
    tone = "none" if verdict.status == "not_applicable" else _TONES[verdict.holds]
    return Judgement(tone, str(verdict), mark(verdict)[1:].strip())


def _answered(answer: Answer) -> Judgement:
    return Judgement(_TONES[answer.met], str(answer))


def _choice(at: Question | Leaf) -> Choice:
    if isinstance(at, Leaf):
        return Choice("  or  ".join(index.short for index in at.indices), at.why)
    return Choice(at.text, at.why, {answer: _choice(to) for answer, to in at.answers.items()})
