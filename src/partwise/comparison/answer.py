"""The answer: which candidate, by which index, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from partwise.base import Table, TextResult, ci_text, listed, listed_up_to, p_text, percent
from partwise.catalogue import SITUATION, Index
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.scoring import ByCandidate, for_people

if TYPE_CHECKING:
    from partwise.comparison.plots import EstimatesPlots

_SURE = 0.05


class Estimates(ByCandidate[Estimate]):
    """Scores with confidence intervals: a mapping candidate → key → estimate; prints as a table."""

    def __init__(self, indices: Sequence[Index], estimates: Mapping[str, Mapping[str, Estimate]]):
        super().__init__(estimates)
        self.indices = tuple(indices)

    def to_table(self) -> Table:
        """Return a line for each index and candidate, with a note where there is no interval.

        If an index is biased in samples, its score and confidence interval are corrected, and the
        column "uncorrected" has the score of the sample itself.
        """
        columns = ["index", "candidate", "score", "standard error", "low", "high", "uncorrected"]
        rows: list[list[Any]] = []
        for index, name, e in self._rows():
            interval = [e.standard_error, e.low, e.high, e.uncorrected]
            rows.append([index.short, name, e.centre, *interval, e.level, e.note])
        return for_people(Table([*columns, "level", "note"], rows), self.about)

    def _rows(self) -> Iterator[tuple[Index, str, Estimate]]:
        for index in self.indices:
            for name, estimates in self.items():
                yield index, name, estimates[index.key]

    @property
    def plot(self) -> EstimatesPlots:
        """``plot()`` draws the estimates with their confidence intervals."""
        from partwise.comparison.plots import EstimatesPlots

        return EstimatesPlots(self)


def not_distinguishable(contenders: Sequence[Any]) -> str:
    """Name candidates that cannot be distinguished from one another.

    Examples
    --------
    >>> not_distinguishable(["ward_10", "gaussian_10"])
    'ward_10 and gaussian_10 cannot be distinguished'
    """
    return f"{listed_up_to([*map(str, contenders)])} cannot be distinguished"


Method: TypeAlias = Literal["simultaneous", "halves"]


@dataclass(frozen=True)
class Answer(TextResult):
    """Which candidates may be the best by the deciding index; prints as text.

    Parameters
    ----------
    index : Index
        The deciding index.
    best : tuple of str
        The candidates with the best score, corrected where the index is biased in samples: one,
        unless they tie; none if the index is undefined for all. With halves, the one that was
        chosen on the first half.
    contenders : tuple of str
        The candidates that cannot be distinguished from the best one, most promising first. With
        probability ``level``, all that are truly best are among them.
    estimate : Estimate or None
        Score of the best one, with a confidence interval that is adjusted for choosing among all
        candidates.
    runner_up : str or None
        The next best candidate.
    differences : mapping candidate → Difference
        Score of the best one minus that of each other; confidence intervals and p-values are those
        for two candidates alone, not adjusted for choosing among more.
    p_chance : float or None
        How likely a random candidate with the same cluster sizes is as good as the best one.
    method : {"simultaneous", "halves"}
        How the confidence interval is adjusted: the intervals of all candidates hold at once, or
        it comes from other items than those on which the best one was chosen.
    trivial : tuple of str
        Contenders that cannot be judged because they are a single cluster or all singletons.
    """

    index: Index
    best: tuple[str, ...]
    contenders: tuple[str, ...]
    estimate: Estimate | None
    runner_up: str | None
    differences: Mapping[str, Difference]
    p_chance: float | None
    method: Method = "simultaneous"
    trivial: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The best candidate, or that several candidates cannot be distinguished.

        Contenders that are trivial are left out (see `informative`).
        """
        if not self.contenders:
            return "No answer"
        if len(self.informative) == 1:
            return self.informative[0]
        if self.informative == self.best:
            return f"{listed(self.best)} tie"
        return not_distinguishable(self.informative)

    @property
    def unjudged(self) -> dict[str, str]:
        """Contenders whose difference from the best one cannot be judged, and why."""
        return {
            name: self.differences[name].note or ""
            for name in self.contenders
            if name in self.differences
            and self.differences[name].p_value is None
            and name not in self.best
        }

    @property
    def informative(self) -> tuple[str, ...]:
        """The contenders that are not trivial."""
        return tuple(name for name in self.contenders if name not in self.trivial)

    def __str__(self) -> str:
        if self.estimate is None:
            return f"No candidate is best: {self.index.short} is undefined for all of them."
        sentences = [self._lead(self.estimate)]
        if self.runner_up is not None and self.runner_up not in self.trivial:
            sentences.append(self._ahead(self.differences[self.runner_up]))
        if self.trivial:
            sentences.append(self._why_trivial())
        for reason, names in self._not_mentioned().items():
            sentences.append(f"{listed_up_to(names)} cannot be judged: {reason}.")
        if self.p_chance is not None and self.p_chance >= _SURE:
            sentences.append(
                "Random candidates with the same cluster sizes may do as well "
                f"({p_text(self.p_chance)})."
            )
        return " ".join(sentences)

    def _lead(self, e: Estimate) -> str:
        short, score = self.index.short, self._score(e)
        if not self.differences:
            return f"{self.best[0]} has {short} {score}."
        if self.method == "halves":
            there = (
                f"there, {self.headline}" if len(self.contenders) > 1 else "there, it is the best"
            )
            if self.best[0] not in self.contenders:
                there = f"{listed_up_to(self.contenders, joint='or')} is better there"
            return (
                f"{self.best[0]} was chosen by {short} on a random half of the sample. On the "
                f"other half it has {score}; {there}."
            )
        if len(self.informative) == 1:
            return f"{self.informative[0]} is best by {short}: {score}."
        if self.informative == self.best:
            return f"{listed(self.best)} tie for the best by {short}, at {e.value:z.4f}."
        lead = f"{listed(self.best)} tie at" if len(self.best) > 1 else f"{self.informative[0]} has"
        return f"{self.headline} by {short} at the {percent(e.level)} level. {lead} {score}."

    def _why_trivial(self) -> str:
        it_is = "it is" if len(self.trivial) == 1 else "each is"
        by_convention = any(SITUATION["trivial"] in self.unjudged[name] for name in self.trivial)
        gives = f", and a convention gives such clusterings their {self.index.short}"
        return (
            f"{listed_up_to(self.trivial)} cannot be judged: {it_is} a single cluster or all "
            f"singletons{gives if by_convention else ''}."
        )

    def _score(self, e: Estimate) -> str:
        """Return the score with its interval, and the score of the sample where that is biased."""
        if e.low is None or e.high is None:
            return f"{e.value:z.4f}"
        details = [ci_text(e.level, e.low, e.high)]
        if self.differences and self.method == "simultaneous":
            details.append(f"adjusted for choosing among {len(self.differences) + 1} candidates")
        if e.corrected is not None:
            details.append(f"uncorrected {e.value:z.4f}")
        return f"{e.centre:z.4f} ({', '.join(details)})"

    def _ahead(self, d: Difference) -> str:
        they = "They are" if len(self.best) > 1 else "It is"
        sign = 1 if self.index.direction == "similarity" else -1
        where = "ahead of"
        if sign * d.centre < 0:
            sign, where = -sign, "behind"
        gap = abs(d.centre)
        by = "less than 0.0001" if 0 < gap < 0.00005 else f"{gap:z.4f}"
        lead = f"{they} {where} {self.runner_up} by {by}"
        if d.p_value is None or d.low is None or d.high is None:
            return f"{lead}; there is no confidence interval: {d.note}." if d.note else f"{lead}."
        low, high = sorted((sign * d.low, sign * d.high))
        details = f"{ci_text(d.level, low, high)}, {p_text(d.p_value)}"
        return f"{lead} ({details}).{self._for_two_alone(d.p_value, d.level)}"

    def _for_two_alone(self, p_value: float, level: float) -> str:
        """Say why a lead with a small p-value does not distinguish the best one of several."""
        number = len(self.differences) + 1
        if self.runner_up not in self.contenders or p_value >= 1 - level or number == 2:
            return ""
        return (
            " That would distinguish the two if they were the only candidates; with "
            f"{number} candidates, it does not."
        )

    def _not_mentioned(self) -> dict[str, list[str]]:
        """Return who cannot be judged, by reasons that are not those of the runner-up."""
        by_reason: dict[str, list[str]] = {}
        for name, reason in self.unjudged.items():
            if name not in self.trivial:
                by_reason.setdefault(reason, []).append(name)
        if self.runner_up is not None:
            by_reason.pop(self.differences[self.runner_up].note or "", None)
        return by_reason

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "headline": self.headline,
            "best": self.best,
            "contenders": self.contenders,
            "estimate": self.estimate,
            "method": self.method,
            "runner_up": self.runner_up,
            "text": str(self),
            "p_chance": self.p_chance,
            "differences": self.differences,
        }

    def _full_table(self) -> Table:
        columns = ["index", "best", "contenders", "score", "low", "high", "level", "runner_up"]
        columns += ["lead", "p_value", "p_chance", "text"]
        best, contenders = (
            listed(names) if names else None for names in (self.best, self.contenders)
        )
        e = self.estimate
        score = [e.centre, e.low, e.high, e.level] if e else [None] * 4
        d = None if self.runner_up is None else self.differences[self.runner_up]
        lead = [self.runner_up, d.centre, d.p_value] if d else [None] * 3
        row = [self.index.key, best, contenders, *score, *lead, self.p_chance, str(self)]
        return Table(columns, [row])
