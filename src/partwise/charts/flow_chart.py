"""Where the items of each reference cluster went: a matched heat map."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import InputError
from partwise.charts.figure import Figure, Spec, at, layer, layered
from partwise.charts.grid import (
    Side,
    caption,
    cell,
    cells,
    column_names,
    key_of_colours,
    lying,
    row_names,
)
from partwise.charts.theme import colour
from partwise.charts.wording import clean, compact, percent, plural, shorten, text_width

_LONGEST_NAME = 18


@dataclass(frozen=True)
class Cluster:
    """A row or a column of the heat map."""

    label: str
    size: int  # those of its items included that are outside the chart
    other: bool = False  # whether it stands for all clusters that are not drawn

    @property
    def words(self) -> str:
        """The name within a sentence."""
        return clean(self.label) if self.other else f"cluster {clean(self.label)}"


def flows(
    reference: Sequence[Cluster],
    candidate: Sequence[Cluster],
    counts: Sequence[Sequence[int]],
    *,
    matched: Collection[tuple[int, int]] = (),
    name: str,
    title: str = "",
) -> Figure:
    """Draw reference clusters against the clusters of one candidate.

    Examples
    --------
    >>> clusters = [Cluster("a", 2), Cluster("b", 1)]
    >>> flows(clusters, clusters, [[2, 0], [0, 1]], matched=[(0, 0), (1, 1)], name="A1").title
    'Reference clusters against those of A1'
    """
    _check(reference, candidate, counts)
    chart = _heat_map(reference, candidate, counts, frozenset(matched), name)
    description = (
        f"Rows are reference clusters, and columns are clusters of {clean(name)}. Each cell is "
        "the number of items in common, coloured by their share of the reference cluster. "
        + ("Outlined cells are clusters matched one to one. " if matched else "")
        + "A row with several dark cells was split; a column with several was merged."
    )
    title = title or f"Reference clusters against those of {clean(name)}"
    return Figure(chart, title, description)


def _heat_map(
    reference: Sequence[Cluster],
    candidate: Sequence[Cluster],
    counts: Sequence[Sequence[int]],
    matched: Collection[tuple[int, int]],
    name: str,
) -> Spec:
    rows = [shorten(cluster.label, _LONGEST_NAME) for cluster in reference]
    columns = [shorten(cluster.label, _LONGEST_NAME) for cluster in candidate]
    side = Side.fitting(rows, len(columns), (14, 44), 28)
    marks = [
        _mark(reference, candidate, (i, j), count, (i, j) in matched)
        for i, line in enumerate(counts)
        for j, count in enumerate(line)
        if count
    ]
    width, height = side.width * len(columns), side.height * len(rows)
    turned = 0 if lying(columns, side) else 0.87 * max(text_width(name, 11) for name in columns)
    layers = [
        _backdrop(width, height),
        *cells(marks, side),
        row_names(rows, side),
        column_names(columns, side, [0] * len(columns)),
        caption("reference", -8, -6, "right"),
        caption(f"clusters of {shorten(name, 40)}", 0, -26 - turned),
        *key_of_colours("share of the reference cluster", 1, height + 14),
    ]
    return layered(layers, width, height)


def _check(
    reference: Sequence[Cluster], candidate: Sequence[Cluster], counts: Sequence[Sequence[int]]
) -> None:
    if not reference or not candidate:
        raise InputError("a heat map needs at least one cluster on each side")
    if len(counts) != len(reference) or any(len(line) != len(candidate) for line in counts):
        raise InputError(
            f"the heat map has {len(reference)} rows and {len(candidate)} columns, but the counts "
            f"have {len(counts)} rows and {sorted({len(line) for line in counts})} columns; pass "
            "one count per cell"
        )


def _backdrop(width: float, height: float) -> Spec:
    style = {"fill": None, "stroke": colour("grid"), "aria": False}
    return layer("rect", [{}], style, x=at(0), x2=at(width), y=at(0), y2=at(height))


def _mark(
    reference: Sequence[Cluster],
    candidate: Sequence[Cluster],
    place: tuple[int, int],
    count: int,
    matched: bool,
) -> dict[str, Any]:
    row, column = reference[place[0]], candidate[place[1]]
    share = count / row.size if row.size else 0
    tip = (
        f"{plural(count, 'item')} of reference {row.words} in {column.words}: "
        f"{percent(share)} of {row.size:,}" + (", matched" if matched else "")
    )
    return cell(*place, share, compact(count), tip, outlined=matched)
