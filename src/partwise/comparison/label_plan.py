"""A plan: how many labels are needed, in words, and what samples of several sizes would give."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from partwise.base import Result, Table, confidence_interval, percent
from partwise.catalogue import Index
from partwise.comparison.uncertainty.api import Sampling
from partwise.comparison.uncertainty.estimates import Difference, Estimate

if TYPE_CHECKING:
    from partwise.comparison.plots import LabelPlanPlots


class PlanPoint(NamedTuple):
    """What a sample of one size is expected to give.

    ``power`` is that for the observed difference, the other two are those for the ends of its
    confidence interval.
    """

    size: int
    standard_error: float
    width: float
    power: float | None = None
    least_power: float | None = None
    most_power: float | None = None


@dataclass(frozen=True)
class LabelPlan(Result):
    """How many labelled items or clusters are needed; made by :meth:`Comparison.plan`.

    Parameters
    ----------
    index : Index
        The index by which candidates are compared.
    candidates : tuple of str
        The two best ones; the best one if the plan is for the width of its interval.
    sampling : {"items", "clusters"}
        What is labelled.
    level : float
        Confidence level of the intervals; tests are at 1 − level.
    power, width : float or None
        What was asked for: one of them.
    clusters : int or None
        How many clusters the whole reference has.
    labelled : int
        How many items or clusters are labelled now.
    chosen_among : int
        How many candidates there are.
    size : int or None
        How many are needed in all; None if no number is enough, or if none can be planned.
    smallest, largest : int or None
        The same for the ends of the confidence interval of the difference; None for no limit.
    now : Difference, Estimate or None
        What the labels that you have say.
    reason : str or None
        Why nothing can be planned.
    curve : tuple of PlanPoint
        What samples of several sizes are expected to give.

    Examples
    --------
    >>> import partwise as pw
    >>> a, b = [0, 1, 2] * 48 + [1, 1, 2] * 12, [0, 1, 2] * 45 + [0, 0, 2] * 15
    >>> plan = pw.compare([0, 1, 2] * 60, {"a": a, "b": b}, ["CC"]).plan(power=0.8)
    >>> plan.labelled, plan.more > 4000, plan.largest  # no limit: the difference may be 0
    (180, True, None)
    """

    index: Index
    candidates: tuple[Any, ...]
    sampling: Sampling
    level: float
    power: float | None
    width: float | None
    clusters: int | None
    labelled: int
    chosen_among: int
    size: int | None = None
    smallest: int | None = None
    largest: int | None = None
    now: Difference | Estimate | None = None
    reason: str | None = None
    curve: tuple[PlanPoint, ...] = ()

    @property
    def is_enough(self) -> bool:
        """Whether your labels distinguish the two, or give an interval that is narrow enough."""
        if isinstance(self.now, Difference):
            return self.now.p_value is not None and self.now.p_value < 1 - self.level
        return self.size is not None and self.size <= self.labelled

    @property
    def more(self) -> int | None:
        """How many more are needed; None if no number is enough, or if none can be planned."""
        if self.is_enough:
            return 0
        return None if self.size is None else max(0, self.size - self.labelled)

    @property
    def text(self) -> str:
        """The answer in a sentence or two."""
        if isinstance(self.now, Difference) and (self.is_enough or self.reason is None):
            return _of_two(self, self.now)
        if self.reason is not None:
            return f"No number of {self.sampling} can be planned: {self.reason}."
        return _of_one(self)

    @property
    def notes(self) -> tuple[str, ...]:
        """How certain the plan is, and what it is about."""
        if self.reason is not None:
            return ()
        notes = []
        if isinstance(self.now, Difference) and (self.size or math.inf) > self.labelled:
            notes.append(_range(self, self.now))
        if self.chosen_among > len(self.candidates):
            notes.append(
                f"This ignores that you choose among {self.chosen_among} candidates; the answer of "
                f"the comparison takes that into account, and needs more {self.sampling}."
            )
        notes.append(
            f"It assumes that {self.sampling} are drawn at random and clusterings are not refitted."
        )
        return tuple(notes)

    def to_table(self) -> Table:
        """Return the answer, and below it what samples of several sizes are expected to give."""
        if not self.curve:
            return Table([], [], self.text)
        full = self._full_table()
        shown = len(full.columns) if self.power else 3
        columns = [name.replace("_", " ") for name in full.columns[:shown]]
        rows = [[_short(cell) for cell in row[:shown]] for row in full.rows]
        emphasis = {(i, 0) for i, point in enumerate(self.curve) if point.size == self.size}
        return Table(columns, rows, self.text, self.notes, emphasis)

    def _full_table(self) -> Table:
        return Table([self.sampling, *PlanPoint._fields[1:]], self.curve)

    def _content(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "index": self.index,
            "candidates": self.candidates,
            "sampling": self.sampling,
            "level": self.level,
            "power": self.power,
            "width": self.width,
            "labelled": self.labelled,
            "size": self.size,
            "more": self.more,
            "smallest": self.smallest,
            "largest": self.largest,
            "now": self.now,
            "reason": self.reason,
            "notes": self.notes,
            "curve": [point._asdict() for point in self.curve],
        }

    @property
    def plot(self) -> LabelPlanPlots:
        """``plot()`` draws power or width against the number of labels."""
        from partwise.comparison.plots import LabelPlanPlots

        return LabelPlanPlots(self)


def about(size: int) -> int:
    """Round a size up to three digits.

    Examples
    --------
    >>> about(1143), about(97)
    (1150, 97)
    """
    step: int = 10 ** max(0, len(str(size)) - 3)
    return math.ceil(size / step) * step


def _short(value: Any) -> Any:
    return float(f"{value:.3g}") if isinstance(value, float) else value


def _chance(d: Difference) -> str:
    p = d.p_value or 0
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def _needed(plan: LabelPlan) -> str:
    """Say how many are needed, and how many more."""
    if plan.size is None:
        return f"No number of {plan.sampling} would"
    size = about(plan.size) if plan.clusters is None else min(about(plan.size), plan.clusters)
    more = f"{size - plan.labelled:,} more" if size > plan.labelled else "no more"
    more = f"{more} than the {plan.labelled:,} labelled"
    return f"About {size:,} {plan.sampling}, {more}, would"


def _of_one(plan: LabelPlan) -> str:
    """Say how many labels give the interval of a candidate the width that was asked for."""
    whose = f"{plan.candidates[0]}'s {plan.index.short}"
    interval = confidence_interval(plan.level)
    now = next(point.width for point in plan.curve if point.size == plan.labelled)
    if plan.is_enough:
        return (
            f"The {plan.labelled:,} labelled {plan.sampling} are enough: the {interval} of {whose} "
            f"is {now:.3g} wide, where {plan.width:g} is asked for."
        )
    wished = f"a {interval} of width {plan.width:g}, which is {now:.3g} now"
    return f"{_needed(plan)} give {whose} {wished}."


def _of_two(plan: LabelPlan, d: Difference) -> str:
    """Say how many labels distinguish two candidates."""
    pair = "{} from {}".format(*plan.candidates)
    gap = abs(d.value if d.corrected is None else d.corrected)
    power = f"with {percent(plan.power or 0)} power"
    if not plan.is_enough:
        so = f"if the observed difference, {gap:.3g}, is the true one"
        how = f" {power}" if plan.size else ""
        return f"{_needed(plan)} distinguish {pair} by {plan.index.short}{how}, {so}."
    alone = "For these two alone, the" if plan.chosen_among > len(plan.candidates) else "The"
    decided = (
        f"{alone} {plan.labelled:,} labelled {plan.sampling} are enough: they distinguish {pair} "
        f"by {plan.index.short} (difference {gap:.3g}, {_chance(d)})."
    )
    if plan.size is None or plan.size <= plan.labelled:
        return decided
    fresh = f"A new sample of about {about(plan.size):,} {plan.sampling} would do so {power}"
    return f"{decided} {fresh}, if the observed difference is the true one."


def _range(plan: LabelPlan, d: Difference) -> str:
    """Say which sizes follow from the ends of the interval of the difference."""
    least, most = (
        "no limit" if size is None else f"{about(size):,} {plan.sampling}"
        for size in (plan.smallest, plan.largest)
    )
    return (
        f"The plan is no more certain than the difference: its {confidence_interval(plan.level)}, "
        f"{d.low:.3g} to {d.high:.3g}, means from {least} to {most}."
    )
