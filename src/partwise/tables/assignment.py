"""Which cells of a table to choose, at most one of each row and column, for the largest sum.

The kernel matches in whole numbers. Weights that have no common denominator below 2^60 are rounded
for it; the prices that prove its matching then tell the few cells among which the rounding may have
decided, and those are matched in exact arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import InputError, tracked
from partwise.tables.cells import Cells

MOST_WORK = 10**12
"""Clusters on the smaller side times cells of one tangle: minutes on one core."""

_LARGEST = 2**60  # of the kernel's whole numbers
_ROUNDS = 30


def best_cells(
    rows: NDArray[Any], columns: NDArray[Any], weights: NDArray[Any], limit: int | None = MOST_WORK
) -> NDArray[Any]:
    """Return which cells an optimal matching chooses, in order.

    Weights may be whole numbers, floats or fractions; cells that gain nothing are not chosen. The
    sum is the largest; for floats up to one unit in its last place.

    Examples
    --------
    >>> row, column = np.array([[0, 0], [0, 1], [1, 0]]).T
    >>> best_cells(row, column, np.array([5, 4, 4])).tolist()
    [1, 2]
    """
    gaining = np.flatnonzero(np.asarray(weights > 0, bool))
    cells = Cells(rows[gaining], columns[gaining], weights[gaining])
    if limit is not None:
        _check_work(cells, limit)
    gains, is_rounded = _whole_numbers(cells.counts)
    chosen, slack = _assigned(cells, gains)
    # Rounding loses less than a unit for each pair: an optimal matching has no cells beyond that.
    most = min(map(_height, cells[:2]))
    if is_rounded and not _is_sure(cells.counts, gains[chosen], most):
        near = np.flatnonzero(slack <= most)
        settled = [tangle[_best_exactly(cells, tangle)] for tangle in _tangles(cells, near)]
        chosen = np.sort(np.concatenate(settled))
    return gaining[chosen]  # type: ignore[no-any-return]


def _is_sure(weights: NDArray[Any], gains: NDArray[np.int64], most: int) -> bool:
    """Whether so many units do not show in the sum of floats."""
    return weights.dtype != object and most * 2**54 <= sum(gains.tolist())


def _whole_numbers(weights: NDArray[Any]) -> tuple[NDArray[np.int64], bool]:
    """Scale weights to whole numbers up to 2^60; say whether they had to be rounded."""
    if len(weights) == 0:
        return np.zeros(0, np.int64), False
    if weights.dtype.kind == "f":
        if not np.isfinite(weights).all():
            raise ArithmeticError("cells that are not numbers cannot be matched")
        scaled = np.ldexp(weights, 60 - math.frexp(weights.max())[1])
        gains = np.rint(scaled)
        return gains.astype(np.int64), bool((gains != scaled).any())
    if weights.dtype != object and weights.max() <= _LARGEST:
        return weights.astype(np.int64), False
    fractions = _fractions(weights)
    common = 1
    for fraction in fractions:
        common = math.lcm(common, fraction.denominator)
        if common > _LARGEST:
            break
    else:
        numerators = _over(fractions, common)
        if max(numerators) <= _LARGEST:
            return np.array(numerators, np.int64), False
    unit = Fraction(2) ** (math.ceil(max(fractions)).bit_length() - 60)
    return np.array([fraction // unit for fraction in fractions], np.int64), True


def _fractions(weights: NDArray[Any]) -> list[Fraction]:
    """Return weights as fractions; exact real numbers that are none, as the floats next to them."""
    ratios = (getattr(weight, "rational", weight) for weight in weights.tolist())
    pairs = zip(ratios, weights.tolist(), strict=True)
    return [Fraction(float(weight) if ratio is None else ratio) for ratio, weight in pairs]


def _over(fractions: list[Fraction], common: int) -> list[int]:
    return [f.numerator * (common // f.denominator) for f in fractions]


def _assigned(cells: Cells, gains: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the cells that the kernel chooses, and how much the prices exceed each cell."""
    rows, columns = (lines.astype(np.int32) for lines in cells[:2])
    sides = (_height(rows), _height(columns))
    partner, row_prices, column_prices = kernels.best_assignment(
        rows, columns, gains, *sides, _progress()
    )
    return (
        np.flatnonzero(partner[rows] == columns),
        row_prices[rows] + column_prices[columns] - gains,
    )


def _progress() -> Callable[[int], None]:
    """Return what shows, from the first report on, how many clusters are left to match."""
    steps = done = 0
    bar = None

    def report(left: int) -> None:
        nonlocal steps, done, bar
        if bar is None:
            steps = left
            bar = tracked(range(left), left, "matching clusters")
        while done < steps - left:
            next(bar)
            done += 1

    return report


def _best_exactly(cells: Cells, tangle: NDArray[Any]) -> NDArray[Any]:
    """Return which cells of one tangle an optimal matching chooses."""
    rows, columns = (_renumbered(lines[tangle]) for lines in cells[:2])
    weights = np.array(_fractions(cells.counts[tangle]), object)
    gains, is_rounded = _whole_numbers(weights)
    if not is_rounded:
        return _assigned(Cells(rows, columns, weights), gains)[0]
    return np.array(_by_longest_paths(rows.tolist(), columns.tolist(), weights.tolist()))


def _by_longest_paths(rows: list[int], columns: list[int], weights: list[Fraction]) -> list[int]:
    """Match few cells in exact numbers, by the augmenting path of the largest gain each time."""
    of_row: dict[int, int] = {}  # the chosen cell of each row, and of each column
    of_column: dict[int, int] = {}
    while True:
        gain = dict.fromkeys(set(rows) - of_row.keys(), Fraction(0))  # on the way to each row
        via: dict[int, int] = {}
        best, last = Fraction(0), None
        is_longer = True
        while is_longer:
            is_longer = False
            for k, row in enumerate(rows):
                if row not in gain or of_row.get(row) == k:
                    continue
                ahead, taken = gain[row] + weights[k], of_column.get(columns[k])
                if taken is None:
                    best, last = max((best, last), (ahead, k), key=lambda end: end[0])
                elif rows[taken] not in gain or ahead - weights[taken] > gain[rows[taken]]:
                    gain[rows[taken]], via[rows[taken]] = ahead - weights[taken], k
                    is_longer = True
        if last is None:
            return sorted(of_row.values())
        while last is not None:
            row = rows[last]
            of_row[row] = of_column[columns[last]] = last
            last = via.get(row)


def _unclear_cells(cells: Cells) -> NDArray[Any]:
    """Choose cells with which no matching is worse; return what is left to decide.

    A cell that is no smaller than the largest other one of its row and the largest other one of
    its column together can take the place of whatever a matching has there. Then its row and
    column are settled, and further cells become clear.
    """
    left = np.arange(len(cells.counts))
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
        left = left[~(np.isin(rows, rows[clear]) | np.isin(columns, columns[clear]))]
    return left


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


def _check_work(cells: Cells, limit: int) -> None:
    """Refuse tables with a connected part that would take too long."""
    if min(map(_height, cells[:2])) * len(cells.counts) <= limit:
        return
    for tangle in _tangles(cells, _unclear_cells(cells)):
        rows, columns = (np.unique(lines[tangle]) for lines in cells[:2])
        narrow = min(len(rows), len(columns))
        if narrow * len(tangle) > limit:
            raise InputError(
                f"an optimal matching would take a long time: {narrow} clusters of one side "
                f"are connected through {len(tangle)} cells, and the product "
                f"{narrow * len(tangle):.2g} exceeds limit={limit:.2g}; to wait for it, pass a "
                "larger limit= or limit=None"
            )


def _renumbered(codes: NDArray[Any]) -> NDArray[Any]:
    return np.unique(codes, return_inverse=True)[1]
