"""Clusterings joined step by step, the nearest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import (
    CONTENT_WIDTH,
    Figure,
    at,
    layer,
    layered,
    measure,
    own_scale,
    words,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, number, plural, shorten, shorten_all, text_width

_LONGEST_NAME, _LONGEST_INDEX, _SIZE, _STEP, _WIDEST = 28, 40, 12, 26, 620.0


def dendrogram(
    merges: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    index: str,
    linkage: str = "average",
    title: str = "Which clusterings are alike",
) -> Figure:
    """Draw a dendrogram from left, where distances are zero, to right.

    Examples
    --------
    >>> dendrogram([(0, 1, 0.5, 2)], ["A1", "A2"], index="CD").title
    'Which clusterings are alike'
    """
    if not names:
        raise InputError("a dendrogram needs at least one clustering")
    m = len(names)
    leaves = _leaves(merges, m)
    bars, arms = _lines(merges, names, leaves, index)
    short = shorten_all(names, _LONGEST_NAME)
    space = max(text_width(name, _SIZE) for name in short) + 14
    width = min(_WIDEST, CONTENT_WIDTH - space)
    longest = max((float(merge[2]) for merge in merges), default=0) or 1
    across = own_scale([0, longest * 1.02]) | {"zero": True}
    axis = {
        "title": f"distance by {shorten(index, _LONGEST_INDEX)}",
        "titleAnchor": "start",
        "tickCount": 5,
        "labelFlush": True,
    }
    x = measure("x", scale=across, axis=axis)
    y = measure("y", scale=own_scale([m - 0.5, -0.5]), axis=None)
    line = {"stroke": colour("accent"), "strokeWidth": 1.75, "strokeCap": "square"}
    text = {"align": "right", "baseline": "middle", "fontSize": _SIZE, "aria": False}
    rows = [{"y": place, "name": short[leaf]} for place, leaf in enumerate(leaves)]
    layers = [
        layer("rule", arms, line | {"aria": False}, x=x, x2={"field": "x2"}, y=y),
        layer("rule", bars, line, x=x, y=y, y2={"field": "y2"}, description=words("tip")),
        layer("text", rows, text, x=at(-8), y=y, text=words("name")),
    ]
    description = (
        f"{plural(m, 'clustering')}, joined from the most similar on by {clean(index)} ({linkage} "
        "linkage). A vertical line joins two groups; its place on the axis is their distance."
    )
    return Figure(layered(layers, width, _STEP * m), title, description)


def _leaves(merges: Sequence[Sequence[float]], m: int) -> list[int]:
    """Return the leaves from top to bottom."""
    waiting, leaves = [m + len(merges) - 1], []
    while waiting:
        branch = waiting.pop()
        if branch < m:
            leaves.append(branch)
        else:
            one, other = merges[branch - m][:2]
            waiting += [int(other), int(one)]
    return leaves


def _lines(
    merges: Sequence[Sequence[float]], names: Sequence[str], leaves: list[int], index: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the upright line of each merge, and the lines that lead from branches to it."""
    m = len(names)
    place = {leaf: (0.0, float(row)) for row, leaf in enumerate(leaves)}
    inside = {leaf: [clean(name)] for leaf, name in enumerate(names)}
    bars: list[dict[str, Any]] = []
    arms: list[dict[str, Any]] = []
    for step, (first, second, distance, _) in enumerate(merges):
        one, other = int(first), int(second)
        arms += [{"x": place[b][0], "x2": distance, "y": place[b][1]} for b in (one, other)]
        ends = place[one][1], place[other][1]
        tip = (
            f"{_said(inside[one])} and {_said(inside[other])}: {number(distance, 4)} by "
            f"{clean(index)}"
        )
        bars.append({"x": distance, "y": ends[0], "y2": ends[1], "tip": tip})
        place[m + step] = (float(distance), sum(ends) / 2)
        inside[m + step] = inside[one] + inside[other]
    return bars, arms


def _said(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} with {plural(len(names) - 1, 'other')}"
