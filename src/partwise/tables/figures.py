"""A contingency table → its pictures: clusters against clusters, and their sizes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, listed, total
from partwise.tables.assignment import best_cells
from partwise.tables.contingency_table import Contingency
from partwise.tables.information import SizeHistogram

if TYPE_CHECKING:
    from partwise.charts import Cluster, Figure

_MOST_WORK = 10**10
"""As the limit of :func:`partwise.match_clusters`: some seconds."""

_MOST_CLUSTERS = 12


def label_text(label: Hashable) -> str:
    """Return the label of a cluster as text that can be read."""
    from partwise.charts import clean

    return clean(str(label))


@dataclass(frozen=True, eq=False)
class Pairing:
    """An optimal one-to-one matching of the rows and columns of a table.

    ``partner`` is the column that is matched with each row, −1 if there is none; ``accuracy`` the
    share of items that are in matched clusters of both.
    """

    partner: NDArray[Any]
    accuracy: float

    @property
    def matches(self) -> int:
        """How many clusters are matched."""
        return int((self.partner >= 0).sum())


def pairing(table: Contingency) -> Pairing | None:
    """Match clusters one to one; None if that would take long.

    Examples
    --------
    >>> matched = pairing(Contingency.from_matrix([[5, 0], [1, 0], [1, 3]]))
    >>> matched.partner.tolist(), matched.accuracy
    ([0, -1, 1], 0.8)
    """
    try:
        chosen = best_cells(*table.cells, _MOST_WORK)
    except InputError:
        return None
    rows, columns, counts = (array[chosen] for array in table.cells)
    partner = np.full(table.k_a, -1)
    partner[rows] = columns
    return Pairing(partner, float(Fraction(total(counts), table.n)) if table.n else 1.0)


def cluster_figure(
    table: Contingency, matched: Pairing | None, name: str = "the candidate"
) -> Figure:
    """Draw the largest clusters of the reference against those of a candidate, matched."""
    from partwise.charts import clean, flows

    rows = np.argsort(-table.row_sizes, kind="stable")[:_MOST_CLUSTERS].tolist()
    partners = {} if matched is None else {row: int(matched.partner[row]) for row in rows}
    partner = {row: column for row, column in partners.items() if column >= 0}
    columns = [partner[row] for row in rows if row in partner]
    columns += _largest_others(table, rows, columns)
    sides = [
        _side(rows, table.row_labels, table.row_sizes),
        _side(columns, table.column_labels, table.column_sizes),
    ]
    outlined = {
        (place, columns.index(partner[row])) for place, row in enumerate(rows) if row in partner
    }
    counts = _with_others(table, rows, columns)
    figure = flows(sides[0], sides[1], counts.tolist(), matched=outlined, name=name)
    hidden = [
        f"{shown} of {every:,} clusters of {whose}"
        for shown, every, whose in (
            (len(rows), table.k_a, "the reference"),
            (len(columns), table.k_b, clean(name)),
        )
        if shown < every
    ]
    return figure.noted(
        f"The chart shows {listed(hidden)}; the others are added up." if hidden else ""
    )


def sizes_figure(reference: SizeHistogram, candidates: Mapping[str, SizeHistogram]) -> Figure:
    """Draw the distributions of the sizes of clusters."""
    from partwise.charts import Sizes, sizes

    def of(name: str, histogram: SizeHistogram) -> Sizes:
        return Sizes(name, dict(zip(*(array.tolist() for array in histogram), strict=True)))

    drawn = [of(name, histogram) for name, histogram in candidates.items()]
    return sizes(of("reference", reference), drawn)


def _largest_others(table: Contingency, rows: list[int], columns: list[int]) -> list[int]:
    """Return the columns that share most items with some rows, besides those already chosen."""
    cells = table.cells
    in_rows = np.isin(cells.rows, rows)
    shared = np.bincount(cells.columns[in_rows], cells.counts[in_rows], table.k_b)
    shared[columns] = 0
    order = np.argsort(-shared, kind="stable")[: _MOST_CLUSTERS - len(columns)]
    return [int(column) for column in order if shared[column] > 0]


def _side(chosen: list[int], labels: Sequence[Hashable], sizes: NDArray[Any]) -> list[Cluster]:
    """Return the chosen clusters of one clustering, and one that stands for all others."""
    from partwise.charts import Cluster

    side = [Cluster(label_text(labels[i]), int(sizes[i])) for i in chosen]
    others = len(sizes) - len(chosen)
    if others:
        rest = total(sizes) - sum(cluster.size for cluster in side)
        side.append(Cluster("others", rest, other=True))
    return side


def _with_others(table: Contingency, rows: list[int], columns: list[int]) -> NDArray[Any]:
    """Return the cells of some rows and columns, with the others added up at the end."""
    cells = table.cells
    places = []
    for chosen, size in ((rows, table.k_a), (columns, table.k_b)):
        place = np.full(size, len(chosen))
        place[chosen] = np.arange(len(chosen))
        places.append(place)
    counts = np.zeros((len(rows) + 1, len(columns) + 1), cells.counts.dtype)
    np.add.at(counts, (places[0][cells.rows], places[1][cells.columns]), cells.counts)
    return counts[
        : len(rows) + (table.k_a > len(rows)), : len(columns) + (table.k_b > len(columns))
    ]
