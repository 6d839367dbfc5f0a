"""The values that a sweep goes through: their axis, and which of many points a screen can show."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.charts.figure import Spec, measure, own_scale
from partwise.charts.wording import clean, shorten_all, text_width

WIDTH = 620
"""Pixels of an axis."""

MOST_DOTS = 40
"""How many values get a dot each; more are a line."""

_COLUMNS = WIDTH // 2  # of two pixels each
_LOGARITHMIC_FROM = 40  # times the least
_ROOM = 0.03  # of the axis, for a value that is infinite

Steps = Literal["before", "after"]
Values: TypeAlias = Sequence[float] | NDArray[Any]
"""Numbers along a sweep."""


@dataclass(frozen=True)
class SweepAxis:
    """The values of a sweep, such as thresholds: numbers, or names of clusterings.

    `steps` says that the curve is known between the values: it has the value of the next larger
    one ("before"), as where items are joined if their score reaches the threshold, or of the next
    smaller one ("after"), as where a dendrogram is cut at a height.
    """

    values: Sequence[float | str] | NDArray[np.float64]
    name: str = "threshold"
    steps: Steps | None = None

    @cached_property
    def is_numeric(self) -> bool:
        """Whether all values are numbers; if not, they stand side by side."""
        if isinstance(self.values, np.ndarray):
            return not bool(np.isnan(self.values).any())
        return all(
            isinstance(value, int | float) and not math.isnan(value) for value in self.values
        )

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """Where the values stand; an infinite one stands beyond the others."""
        if not self.is_numeric:
            return np.arange(len(self.values), dtype=float)
        values = np.asarray(self.values, dtype=np.float64)
        finite = values[np.isfinite(values)]
        ends = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
        room = _ROOM * ((ends[1] - ends[0]) or 1)
        places: NDArray[np.float64] = np.clip(values, ends[0] - room, ends[1] + room)
        return places

    @cached_property
    def is_logarithmic(self) -> bool:
        """Whether ratios are shown: of few positive numbers that are far from each other."""
        if not self.is_numeric or not self.has_dots or self.steps is not None:
            return False
        is_positive = bool(np.isfinite(self.values).all() and self.places.min() > 0)
        return is_positive and self.ends[1] > _LOGARITHMIC_FROM * self.ends[0]

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest place."""
        return float(self.places.min()), float(self.places.max())

    @property
    def domain(self) -> tuple[float, float]:
        """The ends of the axis."""
        low, high = self.ends
        if not self.is_numeric:
            return -0.5, high + 0.5
        if self.is_logarithmic:
            return low / 1.15, high * 1.15
        room = _ROOM * (high - low) if self.has_dots else 0.0
        return (low - room, high + room) if high > low else (low - 0.5, high + 0.5)

    @property
    def has_dots(self) -> bool:
        """Whether each value gets a dot."""
        return len(self.values) <= MOST_DOTS

    @property
    def interpolate(self) -> str:
        """How a line runs from value to value; steps that are narrower than a pixel are none."""
        is_stepped = not self.has_dots and len(self.values) <= _COLUMNS and self.is_numeric
        return f"step-{self.steps}" if is_stepped and self.steps else "linear"

    def word(self, place: int) -> str:
        """Return a value as text."""
        value = self.values[place]
        if not self.is_numeric:
            return clean(value)
        return number_word(float(value))

    def share(self, place: int) -> float:
        """Return how far on the axis a value stands, from 0 to 1."""
        low, high = self.domain
        spot = float(self.places[place])
        if self.is_logarithmic:
            low, high, spot = math.log(low), math.log(high), math.log(spot)
        return (spot - low) / (high - low)

    def channel(self, *, labelled: bool, field: str = "x") -> Spec:
        """Return the channel of places, with the name of the axis if it is the last one."""
        axis: Spec = {
            "title": clean(self.name) if labelled else None,
            "labels": labelled,
            "grid": self.is_numeric,
            "tickCount": 10,
            "labelOverlap": True,
            "labelFlush": False,
        }
        scale = own_scale(self.domain)
        if not self.is_numeric:
            axis |= self._named()
        elif self.is_logarithmic:
            scale["type"] = "log"
            axis |= {"format": "~g", "tickCount": 6}
        return measure(field, scale=scale, axis=axis)

    def _named(self) -> Spec:
        """Return the axis of names: as many as there is space for, turned where they are long."""
        names = shorten_all([str(value) for value in self.values], 16)
        step = WIDTH / len(names)
        is_turned = max(text_width(name, 11) for name in names) > step - 4
        every = math.ceil(16 / step) if is_turned else 1
        return {
            "values": list(range(0, len(names), every)),
            "tickCount": len(names),
            "labelExpr": f"{json.dumps(names)}[datum.value]",
            "labelAngle": -50 if is_turned else 0,
            "labelAlign": "right" if is_turned else "center",
            "labelOverlap": False,
        }

    def drawn(self, values: Values) -> list[int]:
        """Return which points to draw, from left to right: no more than a screen can show."""
        drawn = thinned(self.places, np.asarray(values, dtype=np.float64), _COLUMNS)
        return [int(place) for place in drawn]

    def rows(self, values: Values, drawn: Sequence[int]) -> list[dict[str, Any]]:
        """Return some points of a line."""
        return [{"x": float(self.places[i]), "y": float(values[i])} for i in drawn]


def thinned(
    places: NDArray[np.float64], values: NDArray[np.float64], columns: int
) -> NDArray[np.intp]:
    """Return the finite points that draw the same line: first, last, least and largest of a column.

    With so many columns of pixels, the line through them covers the same pixels as the line through
    all (Jugel, Jerzak, Hackenbroich and Markl 2014, "M4").

    Examples
    --------
    >>> thinned(np.arange(9.0), np.array([0, 1, 5, 2, 0, 0, 1, 1, 1.0]), columns=1).tolist()
    [0, 2, 8]
    """
    order = np.argsort(places, kind="stable")
    order = order[np.isfinite(values[order])]
    if len(order) <= 4 * columns:
        return order
    x, y = places[order], values[order]
    column = np.floor((x - x[0]) / ((x[-1] - x[0]) or 1) * columns).clip(0, columns - 1)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    lengths = np.diff(np.append(starts, len(x)))
    kept = [starts, starts + lengths - 1]
    for extreme in (np.minimum, np.maximum):
        is_extreme = np.flatnonzero(y == np.repeat(extreme.reduceat(y, starts), lengths))
        kept.append(is_extreme[np.unique(column[is_extreme], return_index=True)[1]])
    thin: NDArray[np.intp] = order[np.unique(np.concatenate(kept))]
    return thin


def number_word(value: float) -> str:
    """Return a threshold as text, with as many digits as tell it from a whole number.

    Examples
    --------
    >>> number_word(0.87), number_word(0.123456), number_word(0.9999987), number_word(-math.inf)
    ('0.87', '0.1235', '0.999999', '−∞')
    """
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.4g}"
    for digits in (6, 9, 17):
        if float(text) != round(value) or value == round(value):
            break
        text = f"{value:.{digits}g}"
    return text.replace("-", "−")
