"""Scores with their confidence intervals: a panel for each index."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import Figure, layer, paint, words
from partwise.charts.panels import Panel, Rows, domain_of, in_order, small_multiples, value_on
from partwise.charts.theme import colour
from partwise.charts.wording import clean, decimals, number


@dataclass(frozen=True)
class Score:
    """The value of one index for one candidate.

    Parameters
    ----------
    candidate, index : str
        Names, as they are to be read.
    value : float
        The score; NaN where it is undefined.
    low, high : float, optional
        Ends of the confidence interval, where there is one.
    best : bool
        Whether the index prefers this candidate.
    """

    candidate: str
    index: str
    value: float
    low: float | None = None
    high: float | None = None
    best: bool = False


def scores(
    rows: Sequence[Score],
    *,
    lower_is_better: Collection[str] = (),
    confidence: float = 0.95,
    title: str = "Scores by index",
) -> Figure:
    """Draw a dot for each score and a line for its interval; the best of each index stands out.

    Parameters
    ----------
    rows : sequence of Score
        Candidates and indices are drawn in the order of their first appearance.
    lower_is_better : collection of str
        Those indices that are distances.
    confidence : float
        The level of the intervals.
    title : str
        Names the chart.

    Returns
    -------
    Figure
        One described mark for each score.

    Examples
    --------
    >>> scores([Score("ward_10", "CC", 0.784, 0.77, 0.80, best=True)]).title
    'Scores by index'
    """
    if not rows:
        raise InputError("a chart of scores needs at least one score, and got none")
    names = in_order(row.candidate for row in rows)
    panels = [
        _panel([row for row in rows if row.index == index], names, lower_is_better, confidence)
        for index in in_order(row.index for row in rows)
    ]
    wins = [sum(row.best for row in rows if row.candidate == name) for name in names]
    leaders = frozenset(i for i, won in enumerate(wins) if won and won == max(wins))
    intervals = any(row.low is not None and row.high is not None for row in rows)
    description = (
        "A panel for each index and a row for each candidate: the dot is the score"
        + (f", the line its {round(100 * confidence)} % confidence interval" if intervals else "")
        + ". The axis differs from panel to panel; a blue dot marks the candidate that the index "
        "prefers."
    )
    return Figure(small_multiples(panels, Rows(names, leaders)), title, description)


def _panel(
    rows: Sequence[Score], names: Sequence[str], lower: Collection[str], confidence: float
) -> Panel:
    places = decimals(row.value for row in rows)
    values = [_mark(row, names.index(row.candidate), places, confidence) for row in rows]
    domain = domain_of(end for row in rows for end in (row.value, row.low, row.high))
    y = Rows(names).y
    drawn = [row for row in values if math.isfinite(row["value"])]
    lines = layer(
        "rule",
        [row for row in drawn if "low" in row],
        {"strokeWidth": 2, "strokeCap": "round", "aria": False},
        x=value_on(domain, "low"),
        x2={"field": "high"},
        y=y,
        color=paint("colour"),
    )
    dots = layer(
        "circle",
        drawn,
        {"opacity": 1, "size": 62},
        x=value_on(domain, "value"),
        y=y,
        fill=paint("colour"),
        description=words("tip"),
    )
    note = "lower is better" if rows[0].index in lower else "higher is better"
    return Panel(rows[0].index, note, values, [lines, dots])


def _mark(row: Score, position: int, places: int, confidence: float) -> dict[str, Any]:
    tip = f"{clean(row.candidate)}, {clean(row.index)}: {number(row.value, places)}"
    mark: dict[str, Any] = {
        "row": position,
        "value": row.value,
        "best": row.best,
        "colour": colour("accent" if row.best else "faint"),
    }
    if row.low is not None and row.high is not None and math.isfinite(row.low + row.high):
        mark |= {"low": row.low, "high": row.high}
        ends = f"{number(row.low, places)} to {number(row.high, places)}"
        tip += f" ({round(100 * confidence)} % interval {ends})"
    return mark | {"tip": tip + (", preferred" if row.best else "")}
