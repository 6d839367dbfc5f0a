"""Scores with their confidence intervals, and against chance: a panel for each index."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from partwise.base import InputError, ci_text, confidence_interval, listed
from partwise.charts.figure import Figure, Spec, better, domain_of, layer, paint, words
from partwise.charts.panels import Panel, Rows, in_order, small_multiples, value_on
from partwise.charts.theme import colour
from partwise.charts.wording import clean, decimals, number


@dataclass(frozen=True)
class Score:
    """The value of one index for one candidate, with their names as they are to be read."""

    candidate: str
    index: str
    value: float  # NaN where it is undefined
    low: float | None = None  # ends of the confidence interval, where there is one
    high: float | None = None
    best: bool = False  # whether the index prefers this candidate
    uncorrected: float | None = None  # the score of the sample, where the value is corrected


@dataclass(frozen=True)
class Baseline:
    """A score beside its expected value for random clusterings with the candidate's sizes."""

    candidate: str
    index: str
    value: float  # NaN where it is undefined
    expected: float  # mean over random clusterings
    low: float | None = None  # ends of the band that holds most random clusterings
    high: float | None = None


_Row = TypeVar("_Row", Score, Baseline)


def scores(
    rows: Sequence[Score],
    *,
    lower_is_better: Collection[str] = (),
    confidence: float = 0.95,
    scales: Mapping[str, Hashable] | None = None,
    title: str = "Scores by index",
) -> Figure:
    """Draw a dot for each score and a line for its interval; the best of each index stands out.

    Indices with equal ``scales`` share an axis, all of them if none are given. Candidates and
    indices are drawn in the order of their first appearance.

    Examples
    --------
    >>> scores([Score("ward_10", "CC", 0.784, 0.77, 0.80, best=True)]).title
    'Scores by index'
    """
    if not rows:
        raise InputError("a chart of scores needs at least one score")
    names = in_order(row.candidate for row in rows)
    panels = [
        _score_panel(
            of_index, names, lower_is_better, confidence, _on_scale(rows, of_index, scales)
        )
        for of_index in _by_index(rows)
    ]
    wins = [sum(row.best for row in rows if row.candidate == name) for name in names]
    leaders = frozenset(i for i, won in enumerate(wins) if won and won == max(wins))
    intervals = any(row.low is not None and row.high is not None for row in rows)
    description = (
        "One panel per index and one row per candidate: the dot is the score"
        + (f", and the line is its {confidence_interval(confidence)}" if intervals else "")
        + _corrected(rows)
        + f". {_axes(rows, scales)}A blue dot marks the candidate that the index prefers."
    )
    return Figure(small_multiples(panels, Rows(names, leaders)), title, description)


def _corrected(rows: Sequence[Score]) -> str:
    """Say which scores are not those of the sample itself."""
    names = in_order(row.index for row in rows if row.uncorrected is not None)
    if not names:
        return ""
    return (
        f". Scores of {listed([*map(clean, names)])} are corrected for their bias in samples, as "
        "their intervals are"
    )


def baselines(
    rows: Sequence[Baseline],
    *,
    lower_is_better: Collection[str] = (),
    band: float = 0.9,
    scales: Mapping[str, Hashable] | None = None,
    title: str = "Scores against chance",
) -> Figure:
    """Draw each score as a dot, and the expected value as a tick in the band of random scores.

    Indices with equal ``scales`` share an axis, all of them if none are given.

    Examples
    --------
    >>> baselines([Baseline("kmeans_20", "NMI", 0.76, 0.02, 0.018, 0.022)]).title
    'Scores against chance'
    """
    if not rows:
        raise InputError("a chart of baselines needs at least one score")
    names = in_order(row.candidate for row in rows)
    panels = [
        _baseline_panel(of_index, names, lower_is_better, band, _on_scale(rows, of_index, scales))
        for of_index in _by_index(rows)
    ]
    banded = any(row.low is not None for row in rows)
    description = (
        "One panel per index and one row per candidate. The dot is the score, and the vertical "
        "tick is the mean score of random clusterings with the candidate's cluster sizes"
        + (f"; the band around it contains {round(100 * band)}% of them" if banded else "")
        + f". {_axes(rows, scales)}If the ticks are at different places, the index favours some "
        "cluster sizes by chance alone."
    )
    return Figure(small_multiples(panels, Rows(names)), title, description)


def _by_index(rows: Sequence[_Row]) -> list[list[_Row]]:
    return [
        [row for row in rows if row.index == index] for index in in_order(row.index for row in rows)
    ]


def _on_scale(
    rows: Sequence[_Row], of_index: Sequence[_Row], scales: Mapping[str, Hashable] | None
) -> list[_Row]:
    """Return the scores that the axis of an index has to hold."""
    if scales is None:
        return list(rows)
    return [row for row in rows if scales[row.index] == scales[of_index[0].index]]


def _axes(rows: Sequence[Score | Baseline], scales: Mapping[str, Hashable] | None) -> str:
    """Say which panels can be compared by eye."""
    names = in_order(row.index for row in rows)
    different = 1 if scales is None else len({scales[name] for name in names})
    if different == 1:
        return "All panels have the same axis. " if len(names) > 1 else ""
    if different == len(names):
        return "The axis differs from panel to panel. "
    return "Indices with the same range share an axis. "


def _score_panel(
    rows: Sequence[Score],
    names: Sequence[str],
    lower: Collection[str],
    confidence: float,
    on_scale: Sequence[Score],
) -> Panel:
    def mark(row: Score, places: int) -> dict[str, Any]:
        tone = {"best": row.best, "colour": colour("accent" if row.best else "faint")}
        ends, tip = _ends(row), _tip(row, places)
        if ends:
            tip += f" ({ci_text(confidence, **ends, write=partial(number, digits=places))})"
        if row.uncorrected is not None:
            tip += f", uncorrected {number(row.uncorrected, places)}"
        return tone | ends | {"tip": tip + (", preferred" if row.best else "")}

    domain = domain_of(end for row in on_scale for end in (row.value, row.low, row.high))
    values = _marks(rows, names, mark)
    drawn = [row for row in values if math.isfinite(row["value"])]
    line: Spec = {"strokeWidth": 2, "strokeCap": "round", "aria": False}
    dot: Spec = {"opacity": 1, "size": 62}
    low, value, y = value_on(domain, "low"), value_on(domain, "value"), Rows(names).y
    bounded = [row for row in drawn if "low" in row]
    tint, tip = paint("colour"), words("tip")
    layers = [
        layer("rule", bounded, line, x=low, x2={"field": "high"}, y=y, color=tint),
        layer("circle", drawn, dot, x=value, y=y, fill=tint, description=tip),
    ]
    return Panel(rows[0].index, better(rows[0].index in lower), values, layers)


def _baseline_panel(
    rows: Sequence[Baseline],
    names: Sequence[str],
    lower: Collection[str],
    band: float,
    on_scale: Sequence[Baseline],
) -> Panel:
    def mark(row: Baseline, places: int) -> dict[str, Any]:
        known = {"expected": row.expected} if math.isfinite(row.expected) else {}
        ends = _ends(row)
        tip = _tip(row, places) + (f"; by chance {number(row.expected, places)}" if known else "")
        if ends:
            said = " to ".join(number(end, places) for end in ends.values())
            tip += f" ({round(100 * band)}% of random clusterings {said})"
        return known | ends | {"tip": tip}

    shown = ((row.value, row.expected, row.low, row.high) for row in on_scale)
    domain = domain_of(chain.from_iterable(shown))
    values = _marks(rows, names, mark)
    scored = [row for row in values if math.isfinite(row["value"])]
    expected = [row for row in values if "expected" in row]
    both = [row for row in scored if "expected" in row]
    banded = [row for row in values if "low" in row]
    line: Spec = {"color": colour("faint"), "strokeWidth": 1.5, "aria": False}
    bar: Spec = {"height": 11, "color": colour("band"), "aria": False}
    tick: Spec = {"color": colour("muted"), "thickness": 2, "height": 13, "opacity": 1}
    dot: Spec = {"opacity": 1, "size": 62, "fill": colour("accent")}
    x, y = {field: value_on(domain, field) for field in ("expected", "low", "value")}, Rows(names).y
    layers = [
        layer("rule", both, line, x=x["expected"], y=y, x2={"field": "value"}),
        layer("bar", banded, bar, x=x["low"], y=y, x2={"field": "high"}),
        layer("tick", expected, tick | {"aria": False}, x=x["expected"], y=y),
        layer("circle", scored, dot, x=x["value"], y=y, description=words("tip")),
    ]
    return Panel(rows[0].index, better(rows[0].index in lower), values, layers)


def _marks(
    rows: Sequence[_Row], names: Sequence[str], mark: Callable[[_Row, int], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return the rows of the data: where each stands, its value, and what is drawn of it."""
    places = decimals(row.value for row in rows)
    return [
        {"row": names.index(row.candidate), "value": row.value} | mark(row, places) for row in rows
    ]


def _tip(row: Score | Baseline, places: int) -> str:
    return f"{clean(row.candidate)}, {clean(row.index)}: {number(row.value, places)}"


def _ends(row: Score | Baseline) -> dict[str, float]:
    """Return the ends of the interval, if it has finite ones."""
    if row.low is None or row.high is None or not math.isfinite(row.low + row.high):
        return {}
    return {"low": row.low, "high": row.high}
