"""The contingency table of items that count more or less."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option, WeightsError, total
from partwise.clusterings import (
    Clustering,
    Codes,
    Lone,
    Policies,
    Weighting,
    align,
    as_clustering,
)
from partwise.tables.aggregated import Blocks, size_overlap
from partwise.tables.cells import Cells, gathered, margin, sum_of_maxima
from partwise.tables.contingency_table import Contingency
from partwise.tables.information import Information, SizeHistogram
from partwise.tables.pairs import PairCounts
from partwise.tables.shown_cells import ShownCells
from partwise.tables.weights import (
    ExactWeights,
    exact_weights,
    multiplicities,
    weights_of_items,
)

_MULTIPLICITY = Option("weighting", "multiplicity")


class WeightedPairs(PairCounts):
    """Sums of w_v·w_w over pairs of items, where :class:`~partwise.PairCounts` counts pairs."""

    @property
    def items(self) -> NoReturn:
        """Refused: weights of pairs do not give the number of items."""
        raise WeightsError(
            "the formula uses the number n of items, which weights of pairs do not give",
            remedy=("use ", _MULTIPLICITY),
        )


def _refuse_random_candidates() -> NoReturn:
    raise WeightsError(
        "with importance weights, there are no random candidates of the same cluster sizes to "
        "compare with: their items change places, which changes the sizes",
        remedy=("use ", _MULTIPLICITY, ", or an index without such a correction"),
    )


def _refuse_arrangements() -> NoReturn:
    raise WeightsError(
        "importance weights are not numbers of items, so the ways in which items can be arranged "
        "cannot be counted",
        remedy=("use ", _MULTIPLICITY, ", or mutual information (MI)"),
    )


class WeightedInformation(Information):
    """Entropies of shares of the weight."""

    @property
    def expected_mutual_information(self) -> NoReturn:
        """Refused: there is no such expectation."""
        _refuse_random_candidates()

    @property
    def sd_mutual_information(self) -> NoReturn:
        """Refused: there is no such deviation."""
        _refuse_random_candidates()

    @property
    def arrangement_information(self) -> NoReturn:
        """Refused: weights are not arranged."""
        _refuse_arrangements()

    @property
    def log_table_count(self) -> NoReturn:
        """Refused: tables of weights are not counted."""
        _refuse_arrangements()


class WeightedTable(ShownCells):
    """A contingency table whose items have importance weights: cells are sums of weights.

    Make one with :func:`~partwise.contingency` and ``weighting="importance"``. Sizes are exact
    fractions; ``cells``, ``row_sizes`` and ``column_sizes`` show them as floats.

    Examples
    --------
    >>> import partwise as pw
    >>> t = pw.contingency([0, 0, 1], [0, 1, 1], weights=[1, 0.5, 2], weighting="importance")
    >>> t.row_sizes.tolist(), t.column_sizes.tolist(), t.pair_counts.n10
    ([1.5, 2.0], [1.0, 2.5], Fraction(1, 2))
    """

    def __init__(
        self,
        rows: Codes,
        columns: Codes,
        weights: ExactWeights,
        row_labels: Sequence[Hashable],
        column_labels: Sequence[Hashable],
    ) -> None:
        units, kept_rows, kept_columns = gathered(rows, columns, weights.units)
        vars(self).update(
            _given=(rows, columns, weights, row_labels, column_labels),
            _units=units,
            _row_units=margin(units.rows, units.counts, len(kept_rows)),
            _column_units=margin(units.columns, units.counts, len(kept_columns)),
            unit=weights.unit,
            row_labels=tuple(row_labels[i] for i in kept_rows.tolist()),
            column_labels=tuple(column_labels[j] for j in kept_columns.tolist()),
        )

    counted = "weight"
    _given: tuple[Codes, Codes, ExactWeights, Sequence[Hashable], Sequence[Hashable]]
    _units: Cells
    _row_units: NDArray[Any]
    _column_units: NDArray[Any]
    unit: Fraction
    row_labels: tuple[Hashable, ...]
    column_labels: tuple[Hashable, ...]

    def __reduce__(self) -> tuple[type[WeightedTable], tuple[Any, ...]]:
        return WeightedTable, self._given

    @property
    def T(self) -> WeightedTable:  # noqa: N802
        """The table with the roles of reference and candidate swapped."""
        rows, columns, weights, row_labels, column_labels = self._given
        return WeightedTable(columns, rows, weights, column_labels, row_labels)

    @property
    def item_count(self) -> int:
        """Number of items that have a weight."""
        return int(np.count_nonzero(self._given[2].units))

    def _in_weights(self, units: NDArray[Any]) -> NDArray[Any]:
        return np.array([*(self.unit * count for count in units.tolist()), None], object)[:-1]

    @property
    def cells(self) -> Cells:
        """The cells that are not zero: aligned arrays of rows, columns and weights."""
        rows, columns, units = self._units
        return Cells(rows, columns, self._in_weights(units).astype(np.float64))

    @property
    def row_sizes(self) -> NDArray[np.float64]:
        """Weights of the reference's clusters."""
        return self._in_weights(self._row_units).astype(np.float64)

    @property
    def column_sizes(self) -> NDArray[np.float64]:
        """Weights of the candidate's clusters."""
        return self._in_weights(self._column_units).astype(np.float64)

    def to_dense(self) -> NDArray[np.float64]:
        """Return the table as a dense matrix."""
        rows, columns, weights = self.cells
        matrix = np.zeros((self.k_a, self.k_b))
        matrix[rows, columns] = weights
        return matrix

    @cached_property
    def blocks(self) -> Blocks:  # type: ignore[override]
        """For each cell its weight and those of its two clusters."""
        rows, columns, units = self._units
        sides = self._row_units[rows], self._column_units[columns]
        return Blocks(*(self._in_weights(sums) for sums in (units, *sides)))

    @cached_property
    def row_histogram(self) -> SizeHistogram:  # type: ignore[override]
        """How many clusters of the reference have each weight."""
        return self._weighed(self._row_units)

    @cached_property
    def column_histogram(self) -> SizeHistogram:  # type: ignore[override]
        """How many clusters of the candidate have each weight."""
        return self._weighed(self._column_units)

    @cached_property
    def cell_histogram(self) -> SizeHistogram:
        """How many cells have each weight."""
        return self._weighed(self._units.counts)

    def _weighed(self, units: NDArray[Any]) -> SizeHistogram:
        sizes, counts = SizeHistogram.of(units)
        return SizeHistogram(self._in_weights(sizes), counts)

    @property
    def places(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Row and column of each cell."""
        return self._units.rows, self._units.columns

    @cached_property
    def size_overlap(self) -> Fraction:  # type: ignore[override]
        """What the weights of both sides' clusters have in common, the largest first."""
        sides = (self._row_units, self._column_units)
        return self.unit * size_overlap(*map(SizeHistogram.of, sides))

    @property
    def n11_variance(self) -> NoReturn:
        """Refused: there is no such variance."""
        _refuse_random_candidates()

    @cached_property
    def row_maxima(self) -> Fraction:  # type: ignore[override]
        """Sum of the largest cells of the rows."""
        return self.unit * sum_of_maxima(self._units.rows, self._units.counts, self.k_a)

    @cached_property
    def column_maxima(self) -> Fraction:  # type: ignore[override]
        """Sum of the largest cells of the columns."""
        return self.unit * sum_of_maxima(self._units.columns, self._units.counts, self.k_b)

    @cached_property
    def pair_counts(self) -> PairCounts:
        """Σ w_v·w_w over the pairs of two items that are together in both, in one, in neither."""
        alone = _square_sum(self._given[2].units)  # an item is no pair with itself
        sides = (self._units.counts, self._row_units, self._column_units)
        both, same_a, same_b = (_square_sum(sums) - alone for sums in sides)
        every = total(self._row_units) ** 2 - alone
        pairs = (both, same_a - both, same_b - both, every - same_a - same_b + both)
        return WeightedPairs(*(self.unit**2 * count / 2 for count in pairs))

    @cached_property
    def information(self) -> Information:
        """Entropies of the clusters' shares of the weight, and mutual information."""
        sides = (self._row_units, self._column_units, self._units.counts)
        return WeightedInformation(total(self._row_units), *map(SizeHistogram.of, sides))

    def _no_sums(self) -> WeightsError:
        return WeightsError(
            "tables of items with importance weights cannot be added or subtracted, because "
            "cells do not say which items they weigh",
            remedy=("use ", _MULTIPLICITY, ", or make one table of all items"),
        )

    def refuse_random_candidates(self) -> NoReturn:
        """Say why no index that looks at random candidates has a value here."""
        _refuse_random_candidates()


def weighted_contingency(
    reference: object, candidate: object, policies: Policies
) -> Contingency | WeightedTable:
    """Sum the weights of the items that each pair of clusters shares.

    Examples
    --------
    >>> weighted_contingency([0, 0, 1], [0, 1, 1], Policies(weights=[1, 2, 3])).n
    6
    >>> importance = Policies(weights=[1, 2, 3], weighting="importance")
    >>> weighted_contingency([0, 0, 1], [0, 1, 1], importance)
    3 items of weight 6, 2 reference clusters (rows), 2 candidate clusters (columns)
    reference  0  1
            0  1  2
            1  0  3
    """
    a, b = as_clustering(reference, policies), as_clustering(candidate, policies)
    weights = weights_of_items(policies.weights, a, b, policies.missing)
    return weighted_table_of(*align(a, b, policies.missing), weights, policies.weighting)


def weighted_table_of(
    a: Clustering, b: Clustering, weights: Any, weighting: Weighting
) -> Contingency | WeightedTable:
    """Sum the weights of items that are the same in both clusterings, in the same order."""
    names = a.cluster_labels, b.cluster_labels
    if weighting == "importance":
        return WeightedTable(a.codes, b.codes, exact_weights(weights), *names)
    counts = multiplicities(weights)
    for clustering in (a, b):
        _refuse_copies_of_lone_items(clustering, counts)
    cells, rows, columns = gathered(a.codes, b.codes, counts)
    return Contingency(
        cells, [names[0][i] for i in rows.tolist()], [names[1][j] for j in columns.tolist()]
    )


def _refuse_copies_of_lone_items(clustering: Clustering, counts: NDArray[Any]) -> None:
    """Items that a policy put into clusters of their own would be as many clusters as copies."""
    lone = [isinstance(label, Lone) for label in clustering.cluster_labels]
    where = np.flatnonzero(np.array(lone, bool)[clustering.codes] & (counts > 1))
    if len(where):
        raise InputError(
            f"item {clustering.items[where[0]]!r} has no cluster and stands for "
            f"{counts[where[0]]} items, each of which would become a singleton; drop such "
            "items, or repeat them in the labels"
        )


def _square_sum(units: NDArray[Any]) -> int:
    """Sum squares in Python integers."""
    return sum(unit * unit for unit in units.tolist())
