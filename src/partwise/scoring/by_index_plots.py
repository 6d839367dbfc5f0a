"""The picture of values by index: estimates or differences, with their confidence intervals."""

from __future__ import annotations

from typing import Any

from partwise.base import InputError, listed
from partwise.catalogue import Index, indices
from partwise.charts import Figure, Interval, Pictures, Plots, intervals
from partwise.scoring.by_index import ByIndex, short_of


class ByIndexPlots(Plots[ByIndex[Any]]):
    """``differences.plot()``: a row for each index, with confidence intervals."""

    def intervals(self) -> Figure:
        """Draw a row for each index: the estimate or the difference, with its confidence interval.

        Indices whose best value is not 1 are left out, unless there are no others.
        """
        estimates = {key: e for key, e in self._result.items() if hasattr(e, "low")}
        if not estimates:
            raise InputError(
                "there is nothing to draw: only estimates and differences can be drawn"
            )
        known = {index.key: index for index in indices("all")}
        shown = [key for key in estimates if _ends_at_one(known.get(key))] or list(estimates)
        rows = [_interval(key, known.get(key), estimates[key]) for key in shown]
        others = [short_of(key) for key in estimates if key not in shown]
        note = f"Left out, as their scales differ: {listed(others)}." if others else ""
        first = estimates[shown[0]]
        difference = hasattr(first, "p_value")
        drawn = intervals(rows, first.level, difference=difference, heading=self._result.less)
        return drawn.noted(note)

    __call__ = intervals

    def _pictures(self) -> Pictures:
        return {"intervals": self.intervals}


def _ends_at_one(index: Index | None) -> bool:
    return index is None or index.range[1] <= 1


def _interval(key: str, index: Index | None, e: Any) -> Interval:
    """Return the row of an index; of one that is not in the catalogue no direction is known."""
    name, lower = (key, None) if index is None else (index.short, index.direction == "distance")
    return Interval(name, e.value, e.low, e.high, lower, getattr(e, "p_value", None))
