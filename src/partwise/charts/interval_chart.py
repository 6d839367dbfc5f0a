"""Estimates or differences, a row for each index, with their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from partwise.base import InputError, ci_text, confidence_interval, p_text
from partwise.charts.figure import Figure, Spec, at, domain_of, layer, paint, words
from partwise.charts.panels import Panel, Rows, small_multiples, value_on
from partwise.charts.theme import colour
from partwise.charts.wording import clean, decimals, number


@dataclass(frozen=True)
class Interval:
    """An estimate by one index, and its confidence interval where there is one."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    lower_is_better: bool | None = False  # None if that is not known
    p_value: float | None = None  # of a difference

    @property
    def ends(self) -> dict[str, float]:
        """The ends of the confidence interval; empty if there are no finite ones."""
        if self.low is None or self.high is None or not math.isfinite(self.low + self.high):
            return {}
        return {"low": self.low, "high": self.high}

    @property
    def tone(self) -> str:
        """The colour of a difference: which candidate it is in favour of, if that is certain."""
        ends = self.ends
        if not ends or self.lower_is_better is None or ends["low"] <= 0 <= ends["high"]:
            return "faint"
        return "accent" if (self.value > 0) != self.lower_is_better else "series-2"


def intervals(
    rows: Sequence[Interval],
    level: float,
    *,
    difference: bool = False,
    heading: str = "",
    title: str = "",
) -> Figure:
    """Draw a row for each index; differences are held against zero.

    Examples
    --------
    >>> intervals([Interval("CC", 0.1, 0.02, 0.18)], 0.95, difference=True).title
    'How much two candidates differ'
    """
    if not rows:
        raise InputError("a chart of intervals needs at least one of them")
    names = [row.name for row in rows]
    zero = [0.0] if difference else []
    domain = domain_of([*zero, *(end for row in rows for end in (row.value, row.low, row.high))])
    places = decimals(row.value for row in rows)
    values = [_mark(place, row, places, level, difference) for place, row in enumerate(rows)]
    heading = heading or ("first minus second" if difference else "score")
    layers = _layers(values, domain, Rows(names), difference)
    panel = Panel(heading, f"{confidence_interval(level)}s", values, layers)
    description = (
        "One row per index: the dot is the score of the first candidate minus that of the second, "
        f"and the line is its {confidence_interval(level)}. Blue means that the first is better, "
        "orange that the second is. Grey means that the interval contains zero, so the two cannot "
        "be distinguished, or that there is no interval."
        if difference
        else "One row per index: the dot is the score, and the line is its "
        f"{confidence_interval(level)}."
    )
    default = "How much two candidates differ" if difference else "Scores with confidence intervals"
    return Figure(small_multiples([panel], Rows(names)), title or default, description)


def _layers(
    values: list[dict[str, Any]], domain: Sequence[float], rows: Rows, difference: bool
) -> list[Spec]:
    drawn = [row for row in values if math.isfinite(row["value"])]
    bounded = [row for row in drawn if "low" in row]
    x = {field: value_on(domain, field) for field in ("value", "low", "zero")}
    line: Spec = {"strokeWidth": 2, "strokeCap": "round", "aria": False}
    upright: Spec = {"color": colour("faint"), "strokeWidth": 1, "aria": False}
    dot: Spec = {"opacity": 1, "size": 62}
    tint = paint("colour")
    height = at(rows.step * len(rows.names))
    zero = [layer("rule", [{"zero": 0}], upright, x=x["zero"], y=at(0), y2=height)]
    return [
        *(zero if difference else []),
        layer("rule", bounded, line, x=x["low"], x2={"field": "high"}, y=rows.y, color=tint),
        layer("circle", drawn, dot, x=x["value"], y=rows.y, fill=tint, description=words("tip")),
    ]


def _mark(place: int, row: Interval, places: int, level: float, difference: bool) -> dict[str, Any]:
    tip = f"{clean(row.name)}: {number(row.value, places)}"
    ends = row.ends
    if ends:
        tip += f" ({ci_text(level, **ends, write=partial(number, digits=places))})"
    if row.p_value is not None:
        tip += f", {p_text(row.p_value)}"
    tone = colour(row.tone if difference else "accent")
    return {"row": place, "value": row.value, **ends, "colour": tone, "tip": tip}
