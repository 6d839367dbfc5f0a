"""How well replicates recover each cluster: a bar for each, held against two thresholds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError, ci_text, confidence_interval
from partwise.charts.figure import Figure, Spec, at, layer, paint, words
from partwise.charts.panels import Panel, Rows, small_multiples, value_on
from partwise.charts.theme import colour
from partwise.charts.wording import clean, number, plural

_DOMAIN = (0.0, 1.0)
_TONES = {"stable": "accent", "doubtful": "series-2", "unstable": "series-5", "unknown": "muted"}
_SHARES = {"recovered": "accent", "between": "band", "dissolved": "series-5"}


@dataclass(frozen=True)
class Recovery:
    """The mean similarity of a cluster with its best match, and in how many replicates it is."""

    name: str
    size: int
    mean: float
    low: float  # NaN if there is no interval
    high: float
    dissolved: int
    recovered: int
    replicates: int
    trust: str  # stable, doubtful, unstable or unknown


def recoveries(
    rows: Sequence[Recovery],
    *,
    level: float,
    dissolution: float,
    recovery: float,
    title: str = "Which clusters are stable?",
) -> Figure:
    """Draw the mean of each cluster as a bar, and the share of replicates that recover it.

    Examples
    --------
    >>> row = Recovery("a", 20, 0.9, 0.85, 0.95, 1, 90, 100, "stable")
    >>> recoveries([row], level=0.95, dissolution=0.5, recovery=0.75).title
    'Which clusters are stable?'
    """
    if not rows:
        raise InputError("a stability chart needs at least one cluster")
    places = Rows([f"{clean(row.name)} ({plural(row.size, 'item')})" for row in rows])
    means = [_mean(place, row, level) for place, row in enumerate(rows)]
    shares = [_shares(place, row) for place, row in enumerate(rows)]
    panels = [
        Panel(
            "mean Jaccard similarity with the best match",
            f"{confidence_interval(level)}s",
            means,
            _mean_layers(means, places, (dissolution, recovery)),
        ),
        Panel(
            "share of replicates that recover it",
            "blue: recovered, grey: between, orange: dissolved",
            [parts[0] for parts in shares],
            _share_layers([part for parts in shares for part in parts], places),
        ),
    ]
    description = (
        "One row per cluster, most stable first. Left: the mean over replicates of its Jaccard "
        f"similarity with the most similar cluster, and the {confidence_interval(level)} of the "
        "mean. Blue marks stable clusters (from 0.75), orange doubtful ones (from 0.6), and red "
        "those that you should not trust. Right: the shares of replicates that recover the cluster "
        f"(similarity above {recovery:g}) and dissolve it (at most {dissolution:g}). The dashed "
        "lines on the left are at these two values."
    )
    return Figure(small_multiples(panels, places), title, description)


def _mean(place: int, row: Recovery, level: float) -> dict[str, Any]:
    tip = f"{clean(row.name)}: {number(row.mean)}, {row.trust}"
    if math.isfinite(row.low + row.high):
        tip += f" ({ci_text(level, row.low, row.high, number)})"
    ends = {"low": row.low, "high": row.high, "start": 0}
    return {
        "row": place,
        "value": row.mean,
        **ends,
        "colour": colour(_TONES[row.trust]),
        "tip": tip,
    }


def _mean_layers(
    marks: Sequence[dict[str, Any]], rows: Rows, thresholds: tuple[float, float]
) -> list[Spec]:
    drawn = [mark for mark in marks if math.isfinite(mark["value"])]
    bounded = [mark for mark in drawn if math.isfinite(mark["low"] + mark["high"])]
    x = {field: value_on(_DOMAIN, field) for field in ("value", "start", "low")}
    bar: Spec = {"strokeWidth": rows.step - 12, "opacity": 1}
    line: Spec = {"strokeWidth": 1.6, "color": colour("ink"), "aria": False}
    upright: Spec = {"color": colour("muted"), "strokeDash": [4, 3], "aria": False}
    height = at(rows.step * len(rows.names))
    limits = [{"value": value} for value in thresholds]
    tint, end = paint("colour"), {"field": "value"}
    said = words("tip")
    return [
        layer("rule", drawn, bar, x=x["start"], x2=end, y=rows.y, color=tint, description=said),
        layer("rule", limits, upright, x=x["value"], y=at(0), y2=height),
        layer("rule", bounded, line, x=x["low"], x2={"field": "high"}, y=rows.y),
    ]


def _shares(place: int, row: Recovery) -> list[dict[str, Any]]:
    """Return the parts of a bar: recovered, between, dissolved; the first has the number."""
    counts = [row.recovered, row.replicates - row.recovered - row.dissolved, row.dissolved]
    total, start, parts = max(row.replicates, 1), 0.0, []
    for (kind, tone), count in zip(_SHARES.items(), counts, strict=True):
        share = count / total if row.replicates else math.nan
        tip = f"{clean(row.name)}: {kind} in {count} of {plural(row.replicates, 'replicate')}"
        ends = {"start": start, "end": start + (count / total)}
        tone = colour(tone)
        parts.append({"row": place, "value": share, **ends, "colour": tone, "tip": tip})
        start = ends["end"]
    return parts


def _share_layers(marks: Sequence[dict[str, Any]], rows: Rows) -> list[Spec]:
    drawn = [mark for mark in marks if mark["end"] > mark["start"]]
    x = value_on(_DOMAIN, "start")
    bar: Spec = {"strokeWidth": rows.step - 12, "opacity": 1}
    tint, end, said = paint("colour"), {"field": "end"}, words("tip")
    return [layer("rule", drawn, bar, x=x, x2=end, y=rows.y, color=tint, description=said)]
