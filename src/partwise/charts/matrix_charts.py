"""Matrices with a colour and a number in each cell: disagreement, preferences and distances."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from partwise.base import InputError
from partwise.charts.figure import Figure, better, layered
from partwise.charts.grid import Side, cell, cells, column_names, key_of_colours, row_names
from partwise.charts.wording import clean, number, percent, plural, shorten, shorten_all

_LONGEST_NAME, _LONGEST_INDEX = 20, 40
_MATRIX_TITLES = {
    "distance": "How far the clusterings are from each other",
    "score": "What the clusterings score with each other",
}
_TOPS = (0.12, 0.3, 0.6, 1.0)  # shares that the darkest colour may stand for


@dataclass(frozen=True)
class Disagreement:
    """How many pairs of candidates two indices order differently, and how many both order.

    The indices are in either order; without pairs the cell stays empty.
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
            f"the order of the matrix lacks {unknown[0]!r}: name every index once"
            if unknown
            else f"a matrix of disagreement needs at least two indices, not {len(order)}"
        )
    largest = max((row.share for row in rows), default=0)
    top = next(limit for limit in _TOPS if largest <= limit)
    names = [shorten(name, _LONGEST_NAME) for name in order]
    marks = [
        _disagreement_cell(row, where, top) for row in rows if row.pairs and row.first != row.second
    ]
    count = len(order) - 1
    side = Side.fitting(names, count, (14, 46), 30)
    layers = [
        *cells(marks, side),
        row_names(names[1:], side),
        column_names(names[:-1], side, [i * side.height for i in range(count)]),
        *key_of_colours("pairs of candidates ordered differently", top, count * side.height + 14),
    ]
    pairs = max((row.pairs for row in rows), default=0)
    description = (
        f"Each cell shows the percentage of the {plural(pairs, 'pair')} of candidates that two "
        "indices order differently. Indices that agree with each other are next to each other."
    )
    return Figure(layered(layers, count * side.width, count * side.height), title, description)


def _disagreement_cell(row: Disagreement, where: dict[str, int], top: float) -> dict[str, Any]:
    upper, lower = sorted((row.first, row.second), key=lambda name: where[name])
    words = f"{row.differ:,} of {plural(row.pairs, 'pair')} ordered differently"
    tip = f"{clean(upper)} and {clean(lower)}: {words} ({percent(row.share)})"
    text = percent(row.share).removesuffix(" %")
    return cell(where[lower] - 1, where[upper], row.share / top, text, tip)


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
    'Each cell shows on how many of 10 datasets an index prefers a candidate.'
    """
    if not counts or not indices or datasets < 1:
        raise InputError("a chart of preferences needs candidates, indices and datasets")
    names = [shorten(name, _LONGEST_NAME) for name in counts]
    columns = [shorten(name, _LONGEST_NAME) for name in indices]
    side = Side(Side.fitting(names, len(columns), (14, 58), 30).width, 30)
    of_all = plural(datasets, "dataset")
    marks = [
        cell(
            i,
            j,
            count / datasets,
            str(count),
            f"{clean(indices[j])} prefers {clean(name)} on {count} of {of_all}",
        )
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
    description = f"Each cell shows on how many of {of_all} an index prefers a candidate."
    return Figure(chart, title, description)


def heat_map(
    distances: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    index: str,
    what: Literal["distance", "score"] = "distance",
    lower_is_better: bool = True,
    title: str = "",
) -> Figure:
    """Draw a cell for each two clusterings: how far apart they are, or what they score.

    Examples
    --------
    >>> heat_map([[0, 0.5], [0.5, 0]], ["A1", "A2"], index="CD").title
    'How far the clusterings are from each other'
    """
    if not names:
        raise InputError("a matrix of distances needs at least one clustering")
    finite = [value for row in distances for value in row if math.isfinite(value)]
    least, largest = min([0.0, *finite]), max([0.0, *finite])
    spread = largest - least or 1.0
    places = 2 if max(largest, -least) < 10 else 0
    cleaned = [clean(name) for name in names]
    marks = [
        cell(
            i,
            j,
            (value - least) / spread,
            number(value, places),
            f"{cleaned[i]} and {cleaned[j]}: {number(value, 4)} by {clean(index)}",
        )
        for i, row in enumerate(distances)
        for j, value in enumerate(row)
        if math.isfinite(value) and (what == "score" or i != j)
    ]
    m, short = len(names), shorten_all(names, _LONGEST_NAME)
    side = Side.fitting(short, m, (6, 46), 30)
    title_of_key = f"{what} by {shorten(index, _LONGEST_INDEX)}"
    layers = [
        *cells(marks, side),
        row_names(short, side),
        column_names(short, side, [0] * m),
        *key_of_colours(
            title_of_key,
            least + spread,
            m * side.height + 14,
            lambda value: number(value, places),
            least,
        ),
    ]
    title = title or _MATRIX_TITLES[what]
    described = _described(m, clean(index), what, better(lower_is_better))
    return Figure(layered(layers, m * side.width, m * side.height), title, described)


def _described(m: int, index: str, what: str, direction: str) -> str:
    if what == "distance":
        return (
            f"Each cell shows the distance of two of {plural(m, 'clustering')} by {index}. A "
            "darker colour means a larger distance. Similar clusterings are next to each other."
        )
    return (
        f"Each cell shows the score of two of {plural(m, 'clustering')} by {index}, with the "
        "reference on the left and the candidate above. A darker colour means a higher score, and "
        f"{direction}."
    )
