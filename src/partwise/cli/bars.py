"""Bars that candidates have to reach: ``--fail-below KEY=VALUE``."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

from partwise.errors import UnknownIndexError
from partwise.index import Index
from partwise.registry import index

__all__ = ["Bar", "read_bar"]


@dataclass(frozen=True)
class Bar:
    """A value that every candidate has to reach.

    Parameters
    ----------
    index : Index
        The index.
    value : float
        The value.
    """

    index: Index
    value: float

    def problem(self, value: float) -> str | None:
        """Say why a value does not reach the bar; None if it does, if only up to rounding.

        Examples
        --------
        >>> read_bar("VI=0.5").problem(0.6)
        '0.6, above 0.5'
        >>> read_bar("CC=0.3").problem(0.1 + 0.2 - 1e-16)
        """
        from partwise.comparison.ranking import ranks

        if math.isnan(value):
            return f"undefined, where {self.value:g} is asked for"
        if ranks(self.index, [value, self.value])[0] == 1:
            return None
        side = "below" if self.index.direction == "similarity" else "above"
        ours, asked = f"{value:.6g}", f"{self.value:.6g}"
        return f"{ours}, {side} {asked}" if ours != asked else f"{value}, {side} {self.value}"


def read_bar(text: str) -> Bar:
    """Read KEY=VALUE; what cannot be reached is an error, too."""
    key, _, value = text.rpartition("=")
    try:
        bar = float(value)
    except ValueError:
        bar = math.nan
    if not key.strip() or math.isnan(bar):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not of the form KEY=VALUE, such as correlation=0.8"
        )
    try:
        chosen = index(key.strip())
    except UnknownIndexError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if chosen.prefers(bar, float(chosen.best)):
        low, high = chosen.range
        raise argparse.ArgumentTypeError(
            f"no candidate can reach {text}: {chosen.key} is between {low} and {high}"
        )
    return Bar(chosen, bar)
