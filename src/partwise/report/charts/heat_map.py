"""Distances between clusterings as a matrix of colours."""

from __future__ import annotations

from collections.abc import Sequence

from partwise.errors import InputError
from partwise.report.charts.grid import Side, cell, cells, column_names, key_of_colours, row_names
from partwise.report.figure import CONTENT_WIDTH, Figure, layered
from partwise.report.wording import clean, number, plural, shorten, shorten_all, text_width

__all__ = ["heat_map"]

_LONGEST_NAME, _LONGEST_INDEX = 20, 40


def heat_map(
    distances: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    index: str,
    title: str = "How far the clusterings are from each other",
) -> Figure:
    """Draw a cell for each two clusterings.

    Parameters
    ----------
    distances : sequence of sequences
        The matrix, in the order of the names.
    names : sequence of str
        The clusterings, similar ones next to each other.
    index : str
        By which distances are measured, as it is to be read.
    title : str
        Names the chart.

    Returns
    -------
    Figure
        One described cell for each two clusterings.

    Examples
    --------
    >>> heat_map([[0, 0.5], [0.5, 0]], ["A1", "A2"], index="CD").title
    'How far the clusterings are from each other'
    """
    if not names:
        raise InputError("a matrix of distances needs at least one clustering, and got none")
    largest = max(max(row) for row in distances) or 1
    side = _side(names)
    places = 2 if largest < 10 else 0
    marks = [
        cell(i, j, value / largest, number(value, places), _tip(names[i], names[j], value, index))
        for i, row in enumerate(distances)
        for j, value in enumerate(row)
        if i != j
    ]
    short = shorten_all(names, _LONGEST_NAME)
    m = len(names)
    layers = [
        *cells(marks, side),
        row_names(short, side),
        column_names(short, side, [0] * m),
        *key_of_colours(
            f"distance by {shorten(index, _LONGEST_INDEX)}",
            largest,
            m * side.height + 14,
            lambda value: number(value, places),
        ),
    ]
    description = (
        f"A cell for each two of {plural(m, 'clustering')}: their distance by {clean(index)}, the "
        "darker the farther. Clusterings that are near each other stand side by side."
    )
    return Figure(layered(layers, m * side.width, m * side.height), title, description)


def _side(names: Sequence[str]) -> Side:
    """Return the side of a cell: as large as the page allows, within reason."""
    short = shorten_all(names, _LONGEST_NAME)
    room = CONTENT_WIDTH - max(text_width(name, 11) for name in short) - 60
    width = max(6, min(46, room // len(names)))
    return Side(width, min(width, 30))


def _tip(one: str, other: str, value: float, index: str) -> str:
    return f"{clean(one)} and {clean(other)}: {number(value, 4)} by {clean(index)}"
