"""How often two indices order two candidates differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import CONTENT_WIDTH, Figure, layered
from partwise.charts.grid import Side, cell, cells, column_names, key_of_colours, row_names
from partwise.charts.wording import clean, percent, plural, shorten, text_width

_LONGEST_NAME = 20
_TOPS = (0.12, 0.3, 0.6, 1.0)


@dataclass(frozen=True)
class Disagreement:
    """How many pairs of candidates two indices order differently.

    Parameters
    ----------
    first, second : str
        Indices, as they are to be read; either order.
    differ : int
        Pairs of candidates that the two order differently.
    pairs : int
        Pairs that both order; with none the cell stays empty.
    """

    first: str
    second: str
    differ: int
    pairs: int

    @property
    def share(self) -> float:
        """Part of the pairs that are ordered differently."""
        return self.differ / self.pairs if self.pairs else 0.0


def disagreement(
    rows: Sequence[Disagreement],
    order: Sequence[str],
    *,
    title: str = "How often two indices disagree",
) -> Figure:
    """Draw a matrix of indices, below its diagonal.

    Examples
    --------
    >>> disagreement([Disagreement("CC", "NMI", 3, 15)], ["CC", "NMI"]).title
    'How often two indices disagree'
    """
    where = {name: i for i, name in enumerate(order)}
    unknown = [name for row in rows for name in (row.first, row.second) if name not in where]
    if unknown or len(order) < 2:
        raise InputError(
            f"the order of the matrix lacks {unknown[0]!r}: give every index once"
            if unknown
            else f"a matrix of disagreement needs two indices or more, and got {len(order)}"
        )
    largest = max((row.share for row in rows), default=0)
    top = next(limit for limit in _TOPS if largest <= limit)
    names = [shorten(name, _LONGEST_NAME) for name in order]
    marks = [_mark(row, where, top) for row in rows if row.pairs and row.first != row.second]
    side = _side(names)
    count = len(order) - 1
    layers = [
        *cells(marks, side),
        row_names(names[1:], side),
        column_names(names[:-1], side, [i * side.height for i in range(count)]),
        *key_of_colours("pairs of candidates ordered differently", top, count * side.height + 14),
    ]
    chart = layered(layers, count * side.width, count * side.height)
    pairs = max((row.pairs for row in rows), default=0)
    description = (
        "A cell for each two indices: the percentage of pairs of candidates "
        f"({pairs:,} in all) that the two order differently. Indices that agree with each other "
        "stand side by side."
    )
    return Figure(chart, title, description)


def _side(names: Sequence[str]) -> Side:
    """Return the side of a cell: as large as the page allows, within reason."""
    room = CONTENT_WIDTH - max(text_width(name, 11) for name in names) - 60
    width = max(14, min(46, room // (len(names) - 1)))
    return Side(width, min(width, 30))


def _mark(row: Disagreement, where: dict[str, int], top: float) -> dict[str, Any]:
    upper, lower = sorted((row.first, row.second), key=lambda name: where[name])
    words = f"{row.differ:,} of {plural(row.pairs, 'pair')} ordered differently"
    tip = f"{clean(upper)} and {clean(lower)}: {words} ({percent(row.share)})"
    text = percent(row.share).removesuffix(" %")
    return cell(where[lower] - 1, where[upper], row.share / top, text, tip)
