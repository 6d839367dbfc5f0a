"""On how many datasets each index prefers which candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partwise.base import InputError
from partwise.charts.figure import CONTENT_WIDTH, Figure, layered
from partwise.charts.grid import Side, cell, cells, column_names, key_of_colours, row_names
from partwise.charts.wording import clean, plural, shorten, text_width

_LONGEST_NAME = 20


def preferences(
    counts: Mapping[str, Sequence[int]],
    indices: Sequence[str],
    datasets: int,
    *,
    title: str = "Which candidate each index prefers",
) -> Figure:
    """Draw a row for each candidate and a column for each index.

    Examples
    --------
    >>> preferences({"few": [3], "many": [7]}, ["CC"], 10).description
    'A cell for each candidate and index: on how many of 10 datasets the index prefers it.'
    """
    if not counts or not indices or datasets < 1:
        raise InputError("a chart of preferences needs candidates, indices and datasets")
    names = [shorten(name, _LONGEST_NAME) for name in counts]
    columns = [shorten(name, _LONGEST_NAME) for name in indices]
    room = CONTENT_WIDTH - max(text_width(name, 11) for name in names) - 60
    side = Side(max(14, min(58, room // len(columns))), 30)
    marks = [
        cell(i, j, count / datasets, str(count), _tip(name, indices[j], count, datasets))
        for i, (name, row) in enumerate(counts.items())
        for j, count in enumerate(row)
    ]
    layers = [
        *cells(marks, side),
        row_names(names, side),
        column_names(columns, side, [0.0] * len(columns)),
        *key_of_colours("share of the datasets", 1.0, len(names) * side.height + 14),
    ]
    chart = layered(layers, len(columns) * side.width, len(names) * side.height)
    description = (
        f"A cell for each candidate and index: on how many of {plural(datasets, 'dataset')} the "
        "index prefers it."
    )
    return Figure(chart, title, description)


def _tip(candidate: str, index: str, count: int, datasets: int) -> str:
    return f"{clean(index)} prefers {clean(candidate)} on {count} of {plural(datasets, 'dataset')}"
