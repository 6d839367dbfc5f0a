"""Tables of the page: cells with what they show and what they are sorted by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from partwise.base import Table, shown


@dataclass(frozen=True)
class Head:
    """A heading; numbers stand to the right and are sorted from large to small at first."""

    text: str
    numeric: bool = False

    @property
    def first(self) -> str:
        """The order of the first click."""
        return "descending" if self.numeric else ""


@dataclass(frozen=True)
class Cell:
    """A cell: its text, the number it stands for, and whether it stands out."""

    text: str
    value: float | None = None
    best: bool = False

    @property
    def numeric(self) -> bool:
        """Whether it is a number."""
        return self.value is not None

    @property
    def sort(self) -> str | None:
        """What it is sorted by; None is its text, and an empty text comes last."""
        return None if self.value is None else sort_key(self.value)


@dataclass(frozen=True)
class Rows:
    """A table."""

    heads: Sequence[Head]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""


def rows_of(table: Table) -> Rows:
    """Return a table as the page shows it.

    Examples
    --------
    >>> rows = rows_of(Table(["index", "score", "note"], [["ARI", 0.75, None], ["VI", None, "?"]]))
    >>> [head.numeric for head in rows.heads], [cell.text for cell in rows.rows[0]]
    ([False, True, False], ['ARI', '0.7500', ''])
    """
    columns = list(zip(*table.rows, strict=True))
    numeric = [
        any(isinstance(value, int | float) for value in column)
        and not any(isinstance(value, str) for value in column)
        for column in columns or [()] * len(table.columns)
    ]
    heads = [Head(name, of) for name, of in zip(table.columns, numeric, strict=True)]
    rows = [
        [
            replace(_cell(value) if j else _key(value), best=(i, j) in table.emphasis)
            for j, value in enumerate(row)
        ]
        for i, row in enumerate(table.rows)
    ]
    return Rows(heads, rows, table.title)


def _key(value: object) -> Cell:
    """Return the cell that names a row: a number with all digits that people read."""
    if isinstance(value, float):
        return Cell(shown(value).replace("inf", "∞").replace("-", "−"), value)
    return _cell(value)


def _cell(value: object) -> Cell:
    if isinstance(value, int) and not isinstance(value, bool):
        return count(value)
    if isinstance(value, float):
        return Cell(number(value), value)
    return Cell("" if value is None else str(value))


def count(value: int) -> Cell:
    """Return a cell of a whole number.

    Examples
    --------
    >>> count(1200)
    Cell(text='1,200', value=1200.0, best=False)
    """
    return Cell(f"{value:,}", float(value))


def sort_key(value: float) -> str:
    """Write a number as scripts read it; nothing if it is undefined.

    Examples
    --------
    >>> sort_key(0.5), sort_key(float("-inf")), sort_key(float("nan"))
    ('0.5', '-Infinity', '')
    """
    return "" if math.isnan(value) else repr(value).replace("inf", "Infinity")


def number(value: float, decimals: int = 4) -> str:
    """Write a score: four decimals, fewer where it is large.

    Examples
    --------
    >>> number(0.78418), number(537.823), number(float("nan")), number(-0.00001), number(5e-12)
    ('0.7842', '537.8', 'undefined', '0.0000', '0.0000')
    """
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) < 10:
        return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")
    return f"{value:,.4g}".replace("-", "−") if abs(value) < 10_000 else f"{value:,.0f}"
