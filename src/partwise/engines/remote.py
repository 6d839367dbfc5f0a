"""Clusterings that stay in their engine, and what can be asked of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import Clustering
from partwise.tables import AggregatedTable, Blocks, ThreeWayCounts, three_way

if TYPE_CHECKING:
    from partwise.engines.item_join import Joined


@dataclass(frozen=True, eq=False)
class RemoteClustering:
    """A clustering that stays in its engine.

    Parameters
    ----------
    joined : Joined
        The frame of all clusterings that are compared.
    name : str
        Which of them.
    n, k : int
        Numbers of items and of clusters.
    """

    joined: Joined
    name: str
    n: int
    k: int

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if hasattr(Clustering, name):
                raise InputError(_refusal(name))
            raise AttributeError(name)


def _refusal(what: str) -> str:
    return (
        f"{what} needs every item, and the items stayed in their engine; for data that fit in "
        "memory, load them first: pw.read(...).to_clustering()"
    )


def in_memory(clustering: Clustering | RemoteClustering) -> Clustering:
    """Return a clustering whose items are here; an error if they are not."""
    if isinstance(clustering, RemoteClustering):
        raise InputError(_refusal("this"))
    return clustering


def three_way_of(
    sides: tuple[
        Clustering | RemoteClustering, Clustering | RemoteClustering, Clustering | RemoteClustering
    ],
    tables: tuple[AggregatedTable, AggregatedTable],
) -> ThreeWayCounts:
    """Count how two candidates cross each other within the clusters of the reference."""
    reference, first, second = sides
    if (
        isinstance(reference, RemoteClustering)
        and isinstance(first, RemoteClustering)
        and isinstance(second, RemoteClustering)
    ):
        from partwise.engines.engine_tables import engine_triples

        found = engine_triples(reference.joined, reference.name, first.name, second.name)
        return _from_sizes(np.array(found, np.int64), tables)
    return three_way(*(in_memory(each).codes for each in sides))


def _from_sizes(
    found: NDArray[np.int64], tables: tuple[AggregatedTable, AggregatedTable]
) -> ThreeWayCounts:
    """Put together what is known of items that are alike: (items, n_ab, a, b, n_ac, c)."""
    items, n_ab, a, b, n_ac, c = found
    summaries, places = [], []
    for table, sizes in zip(tables, ((n_ab, a, b), (n_ac, a, c)), strict=True):
        distinct, where = np.unique(sizes, axis=1, return_inverse=True)
        inside = np.zeros(distinct.shape[1], np.int64)
        np.add.at(inside, where.reshape(-1), items)
        cell, row, column = distinct
        blocks = Blocks(cell, row, column, inside // cell)
        histograms = (table.row_histogram, table.column_histogram)
        summaries.append(
            AggregatedTable(blocks, *histograms, table.row_maxima, table.column_maxima)
        )
        places.append(where.reshape(-1))
    same = bool(np.array_equal(n_ab, n_ac) and np.array_equal(b, c))
    return ThreeWayCounts((summaries[0], summaries[1]), same, items, (places[0], places[1]))
