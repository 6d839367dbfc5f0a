"""Which cells of a table to choose, at most one of each row and column, for the largest sum."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.tables.cells import Cells

MOST_WORK = 10**12
"""Clusters on the smaller side times cells of one tangle: minutes on one core."""

_FEW = 40_000  # entries, which SciPy matches before the rest is told apart
_ROUNDS = 30
_ALWAYS_DENSE = 10**6
_DENSE_RATIO = 8


def best_cells(
    rows: NDArray[Any], columns: NDArray[Any], weights: NDArray[Any], limit: int | None = MOST_WORK
) -> NDArray[Any]:
    """Return which cells an optimal matching chooses, in order.

    Examples
    --------
    >>> row, column = np.array([[0, 0], [0, 1], [1, 0]]).T
    >>> best_cells(row, column, np.array([5, 4, 4])).tolist()
    [1, 2]
    """
    cells = Cells(rows, columns, weights)
    clear, left = _clear_cells(cells)
    tangles = list(_tangles(cells, left))
    for tangle in tangles:
        _check_work(cells, tangle, limit)
    assigned = [tangle[_is_assigned(cells, tangle)] for tangle in tangles]
    return np.sort(np.concatenate((clear, *assigned)))


def best_of_few(rows: NDArray[Any], columns: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """Return cells as :func:`best_cells` does; quicker for a small table.

    Where several matchings are equally good, it may be another of them.

    Examples
    --------
    >>> row, column = np.array([[0, 0], [0, 1], [1, 0]]).T
    >>> best_of_few(row, column, np.array([5, 4, 4])).tolist()
    [1, 2]
    """
    height, width = _height(rows), _height(columns)
    if height * width > _FEW:
        return best_cells(rows, columns, weights)
    partner = _assign_dense(rows, columns, weights, height, width)
    return np.flatnonzero(partner[rows] == columns)


def _clear_cells(cells: Cells) -> tuple[NDArray[Any], NDArray[Any]]:
    """Choose cells with which no matching is worse; return them, and what is left to decide.

    A cell that is no smaller than the largest other one of its row and the largest other one of
    its column together can take the place of whatever a matching has there. Then its row and
    column are settled, and further cells become clear.
    """
    left = np.arange(len(cells.counts))
    chosen = [left[:0]]
    height, width = (_height(lines) for lines in cells[:2])
    for _ in range(_ROUNDS):
        rows, columns, counts = (array[left] for array in cells)
        best, second = _best_two(rows, counts, height)
        best_of_column, second_of_column = _best_two(columns, counts, width)
        best = best[best >= 0]
        i, j = rows[best], columns[best]
        is_clear = (best_of_column[j] == best) & (counts[best] >= second[i] + second_of_column[j])
        clear = best[is_clear]
        if len(clear) == 0:
            break
        chosen.append(left[clear])
        left = left[~(np.isin(rows, rows[clear]) | np.isin(columns, columns[clear]))]
    return np.concatenate(chosen), left


def _height(lines: NDArray[Any]) -> int:
    return int(lines.max()) + 1 if len(lines) else 0


def _best_two(
    lines: NDArray[Any], counts: NDArray[Any], size: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return where the largest count of each line is, −1 if nowhere, and the second largest."""
    largest, second = np.zeros((2, size), counts.dtype)
    np.maximum.at(largest, lines, counts)
    where = np.flatnonzero(counts == largest[lines])[::-1]
    best = np.full(size, -1)
    best[lines[where]] = where  # the first of equals is written last
    others = counts.copy()
    others[best[best >= 0]] = 0
    np.maximum.at(second, lines, others)
    return best, second


def _tangles(cells: Cells, left: NDArray[Any]) -> list[NDArray[Any]]:
    """Group cells by the connected components of clusters that they link."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if len(left) == 0:
        return []
    rows, columns = cells.rows[left], cells.columns[left]
    height = _height(rows)
    size = height + _height(columns)
    links = (np.ones(len(left), np.int8), (rows, height + columns))
    component = connected_components(coo_array(links, shape=(size, size)), directed=False)[1][rows]
    order = np.argsort(component, kind="stable")
    return np.split(left[order], np.flatnonzero(np.diff(component[order])) + 1)


def _check_work(cells: Cells, tangle: NDArray[Any], limit: int | None) -> None:
    rows, columns = (np.unique(array[tangle]) for array in cells[:2])
    narrow = min(len(rows), len(columns))
    if limit is not None and narrow * len(tangle) > limit:
        raise InputError(
            f"an optimal matching would take long: {narrow} clusters of one side hang together "
            f"through {len(tangle)} cells, a product of {narrow * len(tangle):.2g} and more than "
            f"limit={limit:.2g}; pass a larger limit=, or limit=None, to wait for it"
        )


def _is_assigned(cells: Cells, tangle: NDArray[Any]) -> NDArray[Any]:
    """Say which cells of one tangle are matches."""
    height, i = _renumbered(cells.rows[tangle])
    width, j = _renumbered(cells.columns[tangle])
    if height > width:
        height, width, i, j = width, height, j, i
    is_dense = height * width <= max(_ALWAYS_DENSE, _DENSE_RATIO * len(tangle))
    assign = _assign_dense if is_dense else _assign_sparse
    partner = assign(i, j, _weights(cells.counts[tangle]), height, width)
    return partner[i] == j  # type: ignore[no-any-return]


def _renumbered(codes: NDArray[Any]) -> tuple[int, NDArray[Any]]:
    kept, codes = np.unique(codes, return_inverse=True)
    return len(kept), codes


def _weights(counts: NDArray[Any]) -> NDArray[np.float64]:
    if counts.dtype != object:
        return counts.astype(np.float64)
    scale = 1 << max(0, int(counts.max()).bit_length() - 1000)  # floats end at 2^1024
    return np.array([count / scale for count in counts.tolist()])


def _assign_dense(
    i: NDArray[Any], j: NDArray[Any], weights: NDArray[np.float64], height: int, width: int
) -> NDArray[Any]:
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros((height, width))
    matrix[i, j] = weights
    lines, partners = linear_sum_assignment(matrix, maximize=True)
    partner_of = np.full(height, -1)
    partner_of[lines] = partners
    return partner_of


def _assign_sparse(
    i: NDArray[Any], j: NDArray[Any], weights: NDArray[np.float64], height: int, width: int
) -> NDArray[Any]:
    """Match in a sparse matrix; a column of its own lets each line stay alone, at no gain."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    line = np.arange(height)
    most = weights.max() + 1  # costs must not be zero: SciPy takes those for no edge
    costs = np.concatenate((most - weights, np.full(height, most)))
    ends = (np.concatenate((i, line)), np.concatenate((j, width + line)))
    graph = csr_array((costs, ends), shape=(height, width + height))
    return min_weight_full_bipartite_matching(graph)[1]  # type: ignore[no-any-return]
