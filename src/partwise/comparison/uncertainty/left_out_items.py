"""Confidence intervals of scores of covers and memberships, by leaving out each item in turn.

Omega, extended BCubed and the fuzzy Rand index are means over items or pairs of items, or functions
of such means, so each item has a share in them that can be taken out. Others are refused with the
reason.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import TableError, many
from partwise.catalogue import BeyondIndex
from partwise.clusterings import Cover, Memberships
from partwise.comparison.uncertainty.estimates import Estimate, check_level
from partwise.scoring import ByIndex
from partwise.tables import CoverTable, SoftTable

Floats = NDArray[np.float64]

_METHOD = "jackknife over items"
_FEWEST_ITEMS = 100
_FEWEST_DECIDING = 4.0
_MOST_PAIRS = 5 * 10**7  # that share a cluster, in memory at once
_MOST_ROWS = 5000  # of memberships, each compared with each

_BEST_MATCH = (
    "it averages the best matches of clusters, and a sample of items changes which match is best"
)
_REFUSED = {
    "onmi_lfk": _BEST_MATCH,
    "onmi_max": _BEST_MATCH,
    "average_f1": _BEST_MATCH,
    "element_centric": "it is a mean over items, and the term of each item depends on which other "
    "items were drawn",
    "adjusted_concordance": "its expected value is a mean over pairs of pairs, for which no "
    "interval was simulated; fuzzy_rand has one",
}
_OF_TABLE = "it is computed from the expected contingency table, not as a mean over items or pairs"


def beyond_estimates(
    table: CoverTable | SoftTable, indices: Iterable[BeyondIndex], level: float
) -> ByIndex[Estimate]:
    """Estimate scores of covers or memberships for all items that these were drawn from.

    The items are taken as a sample, drawn independently of one another from many more items in the
    same clusters. If an index has no valid confidence interval, its estimate says why.
    """
    check_level(level)
    return ByIndex({index.key: _of_index(index, table, level) for index in indices})


def _of_index(index: BeyondIndex, table: CoverTable | SoftTable, level: float) -> Estimate:
    value = float(index.evaluate(table).value)
    without = _WITHOUT.get(index.key)
    if without is None:
        return Estimate.refused(value, level, _REFUSED.get(index.key, _OF_TABLE))
    if table.n < _FEWEST_ITEMS:
        note = f"{many(table.n, 'item')} are too few; at least {_FEWEST_ITEMS} are needed"
        return Estimate.refused(value, level, note)
    try:
        with np.errstate(divide="ignore", invalid="ignore"):
            values = without(table)
    except TableError as error:
        return Estimate.refused(value, level, str(error))
    return _around(index, value, values, level)


def _around(index: BeyondIndex, value: float, without: Floats, level: float) -> Estimate:
    """Return the interval from the values without each item; refuse if few items decide."""
    n = len(without)
    if not np.isfinite(without).all():
        return Estimate.refused(value, level, "leaving out one item makes this score undefined")
    squares = (without - without.mean()) ** 2
    if squares.sum() < n * 1e-30:
        return Estimate.refused(value, level, "leaving out an item does not change the score")
    if squares.sum() ** 2 / (squares**2).sum() < _FEWEST_DECIDING:
        return Estimate.refused(value, level, "too few items decide this score")
    error = math.sqrt((n - 1) / n * squares.sum())
    corrected = n * value - (n - 1) * float(without.mean())
    low, high = map(float, index.range)
    corrected = min(max(corrected, low), high)
    return Estimate.around(index, value, error, level, _METHOD, corrected=corrected)


def _levels(table: CoverTable) -> tuple[Any, ...]:
    """Return in how many clusters items are together, as sparse matrices items × items."""
    covers: tuple[Cover, ...] = table.reference, table.candidate
    pairs = sum(int((cover.sizes.astype(np.float64) ** 2).sum()) for cover in covers)
    if pairs > _MOST_PAIRS:
        raise TableError(
            f"{pairs:.1g} pairs of items share a cluster, and the jackknife can handle at most "
            f"{_MOST_PAIRS:.0e}",
            remedy="estimate from a random sample of the items",
        )
    return tuple((cover.matrix @ cover.matrix.T).tocsr() for cover in covers)


def _omega_without(table: CoverTable) -> Floats:
    """Return Omega without each item, from the levels of its pairs."""
    n = table.n
    one, other = _levels(table)
    width = int(other.max()) + 1 if other.nnz else 1
    both = (one * width + other).tocoo()
    apart = both.row != both.col
    rows, keys = both.row[apart], both.data[apart]
    in_a, in_b = np.divmod(keys, width)
    most = int(max(in_a.max(initial=0), in_b.max(initial=0))) + 1
    by_a, by_b = (
        np.bincount(rows * most + own, minlength=n * most).reshape(n, most).astype(np.float64)
        for own in (in_a, in_b)
    )
    absent = n - 1.0 - np.bincount(rows, minlength=n)  # pairs that share no cluster of either
    by_a[:, 0] += absent
    by_b[:, 0] += absent
    same = absent + np.bincount(rows, in_a == in_b, n)
    pairs = (n - 1) * (n - 2) / 2
    agree = same.sum() / 2 - same
    chance = ((by_a.sum(axis=0) / 2 - by_a) * (by_b.sum(axis=0) / 2 - by_b)).sum(axis=1)
    return np.asarray((agree * pairs - chance) / (pairs * pairs - chance))


def _shares_without(own: Any, other: Any) -> Floats:
    """Return the mean multiplicity over items without each: its own share, and in others'."""
    n = own.shape[0]
    cells = own.tocoo()
    rows, columns = cells.row, cells.col
    shared = np.asarray(other[rows, columns]).ravel()
    ratios = np.minimum(cells.data, shared) / cells.data
    near = np.bincount(rows, minlength=n).astype(np.float64)
    means = np.divide(np.bincount(rows, ratios, n), near, out=np.zeros(n), where=near > 0)
    apart = rows != columns
    changes = (means[columns] - ratios)[apart] / (near[columns][apart] - 1)
    totals = means.sum() - means + np.bincount(rows[apart], changes, n)
    return np.asarray(totals / ((near > 0).sum() - (near > 0)))


def _recall_without(table: CoverTable) -> Floats:
    one, other = _levels(table)
    return _shares_without(one, other)


def _precision_without(table: CoverTable) -> Floats:
    one, other = _levels(table)
    return _shares_without(other, one)


def _bcubed_without(table: CoverTable) -> Floats:
    one, other = _levels(table)
    precision, recall = _shares_without(other, one), _shares_without(one, other)
    return np.asarray(2 * precision * recall / (precision + recall))


def _fuzzy_rand_without(table: SoftTable) -> Floats:
    """Return the fuzzy Rand index without each item: a mean over pairs of the others."""
    n = table.n
    if n > _MOST_ROWS:
        raise TableError(
            f"it compares every pair of the {n:,} items, and the limit is {_MOST_ROWS:,} items",
            remedy="estimate from a random sample of the items",
        )
    degrees = [_half_distances(side) for side in (table.reference, table.candidate)]
    differences = np.abs(degrees[0] - degrees[1])
    of_item = differences.sum(axis=1)
    return np.asarray(1 - (of_item.sum() / 2 - of_item) / ((n - 1) * (n - 2) / 2))


def _half_distances(memberships: Memberships) -> Floats:
    from scipy.spatial.distance import cdist

    rows = memberships.rows(np.arange(memberships.n))
    return np.asarray(cdist(rows, rows, "cityblock")) / 2


_WITHOUT: dict[str, Callable[[Any], Floats]] = {
    "omega": _omega_without,
    "extended_bcubed": _bcubed_without,
    "extended_bcubed_precision": _precision_without,
    "extended_bcubed_recall": _recall_without,
    "fuzzy_rand": _fuzzy_rand_without,
}
