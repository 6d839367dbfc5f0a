"""Scores against what random clusterings with the same sizes would score."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import Figure, Spec, layer, words
from partwise.charts.panels import Panel, Rows, domain_of, in_order, small_multiples, value_on
from partwise.charts.theme import colour
from partwise.charts.wording import clean, decimals, number


@dataclass(frozen=True)
class Baseline:
    """A score beside its expected value for random clusterings with the candidate's sizes.

    Parameters
    ----------
    candidate, index : str
        Names, as they are to be read.
    value : float
        The score; NaN where it is undefined.
    expected : float
        Mean over random clusterings.
    low, high : float, optional
        Ends of the band that holds most random clusterings.
    """

    candidate: str
    index: str
    value: float
    expected: float
    low: float | None = None
    high: float | None = None


def baselines(
    rows: Sequence[Baseline],
    *,
    lower_is_better: Collection[str] = (),
    band: float = 0.9,
    title: str = "Scores against chance",
) -> Figure:
    """Draw each score as a dot, and the expected value as a tick in the band of random scores.

    Examples
    --------
    >>> baselines([Baseline("kmeans_20", "NMI", 0.76, 0.02, 0.018, 0.022)]).title
    'Scores against chance'
    """
    if not rows:
        raise InputError("a chart of baselines needs at least one score, and got none")
    names = in_order(row.candidate for row in rows)
    panels = [
        _panel([row for row in rows if row.index == index], names, lower_is_better, band)
        for index in in_order(row.index for row in rows)
    ]
    description = (
        "A panel for each index and a row for each candidate: the dot is the score, the upright "
        "tick is what random clusterings with the candidate's cluster sizes score on average"
        + (
            f", and the band around it holds {round(100 * band)} % of them"
            if any(row.low is not None for row in rows)
            else ""
        )
        + ". Where the ticks stand at different places, the index favours some cluster sizes "
        "by chance alone."
    )
    return Figure(small_multiples(panels, Rows(names)), title, description)


def _panel(
    rows: Sequence[Baseline], names: Sequence[str], lower: Collection[str], band: float
) -> Panel:
    places = decimals(row.value for row in rows)
    values = [_mark(row, names.index(row.candidate), places, band) for row in rows]
    ends = domain_of(x for row in rows for x in (row.value, row.expected, row.low, row.high))
    y = Rows(names).y
    scored = [row for row in values if math.isfinite(row["value"])]
    expected = [row for row in values if "expected" in row]
    line: Spec = {"color": colour("faint"), "strokeWidth": 1.5, "aria": False}
    bar: Spec = {"height": 11, "color": colour("band"), "aria": False}
    tick: Spec = {"color": colour("muted"), "thickness": 2, "height": 13, "opacity": 1}
    dot: Spec = {"opacity": 1, "size": 62, "fill": colour("accent")}
    x = {field: value_on(ends, field) for field in ("expected", "low", "value")}
    layers = [
        layer(
            "rule",
            [row for row in scored if "expected" in row],
            line,
            x=x["expected"],
            y=y,
            x2={"field": "value"},
        ),
        layer(
            "bar",
            [row for row in values if "low" in row],
            bar,
            x=x["low"],
            y=y,
            x2={"field": "high"},
        ),
        layer("tick", expected, tick | {"aria": False}, x=x["expected"], y=y),
        layer("circle", scored, dot, x=x["value"], y=y, description=words("tip")),
    ]
    note = "lower is better" if rows[0].index in lower else "higher is better"
    return Panel(rows[0].index, note, values, layers)


def _mark(row: Baseline, position: int, places: int, band: float) -> dict[str, Any]:
    mark: dict[str, Any] = {"row": position, "value": row.value}
    tip = f"{clean(row.candidate)}, {clean(row.index)}: {number(row.value, places)}"
    if math.isfinite(row.expected):
        mark["expected"] = row.expected
        tip += f"; by chance {number(row.expected, places)}"
    if row.low is not None and row.high is not None and math.isfinite(row.low + row.high):
        mark |= {"low": row.low, "high": row.high}
        ends = f"{number(row.low, places)} to {number(row.high, places)}"
        tip += f" ({round(100 * band)} % of random clusterings {ends})"
    return mark | {"tip": tip}
