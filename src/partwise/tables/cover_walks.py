"""Walks from items through the clusters of covers: element-centric similarity (Gates et al. 2019).

A walk goes from an item to one of its clusters, from there to one of its items, and starts again
with probability 1 − α. Where it is, apart from its start, is the same for items with the same
clusters. An item in no cluster stays where it is, as if it were a cluster of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import TableError, tracked
from partwise.clusterings import Codes
from partwise.tables.cover_pairs import groups_of_rows
from partwise.tables.two_covers import CoverTable

_AT_ONCE = 2**22  # numbers in a block
_MOST_PAIRS = 2 * 10**10  # of groups of items: some minutes
_DENSE = 2000  # clusters up to which a dense solver is quicker

Floats = NDArray[np.float64]


class SharedWalks(NamedTuple):
    """What walks of two covers have in common, summed over items.

    Parameters
    ----------
    disjoint : list of (int, int)
        Fractions that sum to the part of items whose clusters overlap no others in both covers.
    walked : float
        The sum over all other items.
    """

    disjoint: list[tuple[int, int]]
    walked: float


def shared_walks(table: CoverTable, alpha: float) -> SharedWalks:
    """Sum over items how much the walks from the item have in common in both covers.

    Examples
    --------
    >>> from partwise.tables import cover_table
    >>> shared_walks(cover_table([0, 0, 1], [0, 1, 1]), 0.9)
    SharedWalks(disjoint=[(1, 2), (1, 2), (1, 2)], walked=0.0)
    """
    sides = tuple(_Side(cover.matrix, alpha) for cover in (table.reference, table.candidate))
    cells, counts = np.unique(
        sides[0].part_of_item * len(sides[1].clusters_in) + sides[1].part_of_item,
        return_counts=True,
    )
    parts = np.divmod(cells, len(sides[1].clusters_in))
    alone = np.logical_and(
        *(side.clusters_in[part] == 1 for side, part in zip(sides, parts, strict=True))
    )
    larger = np.maximum(*(side.items_in[part] for side, part in zip(sides, parts, strict=True)))
    disjoint = [
        (count * count, size)
        for count, size in zip(counts[alone].tolist(), larger[alone].tolist(), strict=True)
    ]
    return SharedWalks(disjoint, _walked(sides, cells[~alone]) if not alone.all() else 0.0)


class _Side:
    """One cover: its connected parts, and where walks from items are."""

    def __init__(self, matrix: Any, alpha: float) -> None:
        from scipy.sparse import csr_array, hstack
        from scipy.sparse.csgraph import connected_components

        n = matrix.shape[0]
        nowhere = np.flatnonzero(np.diff(matrix.indptr) == 0)
        ones = np.ones(len(nowhere), np.int64)
        own = csr_array((ones, (nowhere, np.arange(len(nowhere)))), shape=(n, len(nowhere)))
        self.matrix = hstack([matrix, own]).tocsr()
        _, codes = connected_components(_both_ways(self.matrix), directed=False)
        self.part_of_item = codes[:n].astype(np.int64)
        self.part_of_cluster = codes[n:]
        self.clusters_in = np.bincount(codes[n:])
        self.items_in = np.bincount(codes[:n])
        self.alpha = alpha
        self.out = self.matrix / np.diff(self.matrix.indptr)[:, None]  # item → cluster
        back = self.matrix.T.tocsr()
        self.back = (back / np.diff(back.indptr)[:, None]).tocsr()  # cluster → item
        self._solvers: dict[int, tuple[Codes, Callable[[Floats], Floats]]] = {}

    def _solver(self, part: int) -> tuple[Codes, Callable[[Floats], Floats]]:
        """Return the clusters of a part, and what adds up the steps of walks among them."""
        if part not in self._solvers:
            clusters = np.flatnonzero(self.part_of_cluster == part)
            steps = (self.back[clusters] @ self.out.tocsc()[:, clusters]).tocsc()
            self._solvers[part] = clusters, _solver_of(steps, self.alpha)
        return self._solvers[part]

    def walks(self, part: int, start: Codes, end: Codes) -> Floats:
        """Return where walks from some items are, at each of others in the same part."""
        clusters, solve = self._solver(part)
        among = solve(self.out.tocsr()[start][:, clusters].toarray())
        among *= 1 - self.alpha
        return np.asarray((self.back[clusters][:, end].T @ among.T).T)


def _both_ways(matrix: Any) -> Any:
    from scipy.sparse import block_array

    return block_array([[None, matrix], [matrix.T, None]], format="csr")


def _solver_of(steps: Any, alpha: float) -> Callable[[Floats], Floats]:
    """Return what solves x (1 − α · steps) = rows for x."""
    size = steps.shape[0]
    if size <= _DENSE:
        inverse = np.linalg.inv(np.eye(size) - alpha * steps.toarray())
        return lambda rows: rows @ inverse
    from scipy.sparse import eye_array
    from scipy.sparse.linalg import splu

    factors = splu((eye_array(size) - alpha * steps).tocsc())
    return lambda rows: factors.solve(rows.T, trans="T").T


def _walked(sides: tuple[_Side, ...], cells: Codes) -> float:
    """Sum what walks have in common, over the items in these cells of connected parts."""
    from scipy.sparse import hstack

    groups = groups_of_rows(hstack([side.matrix for side in sides]))
    _, first, sizes = np.unique(groups, return_index=True, return_counts=True)
    a, b = sides
    place = a.part_of_item[first] * len(b.clusters_in) + b.part_of_item[first]
    order = np.argsort(place, kind="stable")
    starts, stops = (np.searchsorted(place[order], cells, side) for side in ("left", "right"))
    pairs = int(((stops - starts).astype(object) ** 2).sum())
    if pairs > _MOST_PAIRS:
        raise TableError(
            f"element-centric similarity follows walks between {pairs:.1g} pairs of items with "
            "different clusters, which would take hours",
            remedy="compare by extended_bcubed or omega, or a sample of the items",
        )
    blocks = list(_blocks(order, starts.tolist(), stops.tolist()))
    return math.fsum(
        _common(sides, first[rows], first[columns], sizes[rows], sizes[columns])
        for rows, columns in tracked(blocks, len(blocks), "walks: ")
    )


def _blocks(order: Codes, starts: list[int], stops: list[int]) -> Iterator[tuple[Codes, Codes]]:
    for start, stop in zip(starts, stops, strict=True):
        columns = order[start:stop]
        step = max(_AT_ONCE // len(columns), 1)
        for place in range(0, len(columns), step):
            yield columns[place : place + step], columns


def _common(
    sides: tuple[_Side, ...], start: Codes, end: Codes, times: Codes, sizes: Codes
) -> float:
    walks = (side.walks(int(side.part_of_item[start[0]]), start, end) for side in sides)
    return float(times @ (np.minimum(*walks) @ sizes))
