"""The answer: which candidate, by which index, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from partwise.base import Table, TextResult, listed, p_text, percent
from partwise.catalogue import Index
from partwise.comparison.uncertainty.api import Sampling, estimate
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.scoring import ByCandidate, for_people

if TYPE_CHECKING:
    from partwise.comparison.comparison import Comparison
    from partwise.comparison.plots import EstimatesPlots

_SURE = 0.05


class Estimates(ByCandidate[Estimate]):
    """Scores with confidence intervals: a mapping candidate → key → estimate; prints as a table."""

    of_the_whole = False

    def __init__(self, indices: Sequence[Index], estimates: Mapping[str, Mapping[str, Estimate]]):
        super().__init__(estimates)
        self.indices = tuple(indices)

    def to_table(self) -> Table:
        """Return a line for each index and candidate, with why there is no interval below."""
        columns = ["index", "candidate", "score", "standard error", "low", "high"]
        rows: list[list[Any]] = [
            [index.short, name, e.value, e.standard_error, e.low, e.high, e.level, e.note]
            for index, name, e in self._rows()
        ]
        return for_people(Table([*columns, "level", "note"], rows))

    def _rows(self) -> Iterator[tuple[Index, str, Estimate]]:
        for index in self.indices:
            for name, estimates in self.items():
                yield index, name, estimates[index.key]

    @property
    def plot(self) -> EstimatesPlots:
        """``plot()`` draws the estimates with their confidence intervals."""
        from partwise.comparison.plots import EstimatesPlots

        return EstimatesPlots(self)


@dataclass(frozen=True)
class Answer(TextResult):
    """The best candidate by the deciding index, with its confidence interval; prints as text.

    Parameters
    ----------
    index : Index
        The deciding index.
    best : tuple of str
        The best candidates: one, unless they tie; none if the index is undefined for all.
    estimate : Estimate or None
        Score of the best one.
    runner_up : str or None
        The next one.
    differences : mapping candidate → Difference
        Score of the best one less that of each other.
    p_chance : float or None
        How likely a random candidate with the same cluster sizes is as good as the best one.
    """

    index: Index
    best: tuple[str, ...]
    estimate: Estimate | None
    runner_up: str | None
    differences: Mapping[str, Difference]
    p_chance: float | None

    @property
    def rivals(self) -> list[str]:
        """Candidates that cannot be distinguished from the best one, at 5 % after Holm."""
        known = {
            name: d.p_value
            for name, d in self.differences.items()
            if d.p_value is not None and name not in self.best
        }
        adjusted = holm(list(known.values()))
        return [name for name, p in zip(known, adjusted, strict=True) if p >= _SURE]

    def __str__(self) -> str:
        if self.estimate is None:
            return f"No candidate is best by {self.index.short}: it is undefined for all of them."
        sentences = [self._lead(self.estimate)]
        if self.runner_up is not None:
            sentences.append(self._ahead(self.differences[self.runner_up]))
        if self.rivals:
            they = "they" if len(self.best) > 1 else "it"
            sentences.append(
                f"In this sample {they} cannot be distinguished from {listed(self.rivals)} "
                f"(p ≥ {_SURE}, after Holm)."
            )
        if self.p_chance is not None and self.p_chance >= _SURE:
            sentences.append(
                "Random candidates with the same cluster sizes may do as well "
                f"({p_text(self.p_chance)})."
            )
        return " ".join(sentences)

    def _lead(self, e: Estimate) -> str:
        names = listed(self.best)
        if len(self.best) > 1:
            return f"{names} tie for the best by {self.index.short}, at {e.value:.4f}."
        within = ""
        if e.low is not None:
            whole = "" if e.corrected is None else f"for the whole {e.corrected:.4f}, "
            within = f" ({whole}{percent(e.level)} interval {e.low:.4f} to {e.high:.4f})"
        if not self.differences:
            return f"{names} has {self.index.short} {e.value:.4f}{within}."
        return f"{names} is best by {self.index.short}: {e.value:.4f}{within}."

    def _ahead(self, d: Difference) -> str:
        they = "They are" if len(self.best) > 1 else "It is"
        lead = f"{they} ahead of {self.runner_up} by {abs(d.value):.4f}"
        if d.p_value is None or d.low is None or d.high is None:
            return f"{lead}; there is no confidence interval: {d.note}." if d.note else f"{lead}."
        is_similarity = self.index.direction == "similarity"
        low, high = (d.low, d.high) if is_similarity else (-d.high, -d.low)
        return f"{lead} ({percent(d.level)} interval {low:.4f} to {high:.4f}, {p_text(d.p_value)})."

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "best": self.best,
            "runner_up": self.runner_up,
            "text": str(self),
            "rivals": self.rivals,
            "p_chance": self.p_chance,
            "differences": self.differences,
        }

    def _full_table(self) -> Table:
        columns = ["index", "best", "score", "low", "high", "level", "runner_up", "lead"]
        columns += ["p_value", "rivals", "p_chance", "text"]
        e, best = self.estimate, listed(self.best) if self.best else None
        score = [e.value, e.low, e.high, e.level] if e else [None] * 4
        d = None if self.runner_up is None else self.differences[self.runner_up]
        lead = [self.runner_up, d.value, d.p_value] if d else [None] * 3
        rivals = listed(self.rivals) if self.rivals else None
        row = [self.index.key, best, *score, *lead, rivals, self.p_chance, str(self)]
        return Table(columns, [row])


def answer_of(
    comparison: Comparison, level: float, sampling: Sampling | None, clusters: int | None
) -> Answer:
    """Say which candidate is best by the deciding index, with its confidence interval."""
    index, tied = comparison.decision, comparison.best
    if not tied:
        return Answer(index, (), None, None, {}, None)
    scores = {name: float(comparison.scores[name][index.key]) for name in comparison.names}
    best, *others = comparison.ranking
    others = [name for name in others if comparison.ranks[index.key][name] is not None]
    if sampling is None:
        known = Estimate.refused(scores[best], level, "the compared items are all there is")
        gaps = {name: Difference.refused(scores[best] - scores[name], level, "") for name in others}
    else:
        sample = _Sample(level=level, sampling=sampling, clusters=clusters)
        known = estimate(comparison.tables[best], [index], **sample)[index.key]
        gaps = {
            name: comparison.differences(best, name, [index], **sample)[index.key]
            for name in others
        }
    runner_up = next((name for name in others if name not in tied), None)
    p_chance = comparison.better_than_chance(index, names=[best])[best][index.key]
    return Answer(index, tied, known, runner_up, gaps, p_chance)


class _Sample(TypedDict):
    level: float
    sampling: Sampling
    clusters: int | None


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for being several, by Holm's method.

    Examples
    --------
    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for place, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[i]))
        adjusted[i] = largest
    return adjusted
