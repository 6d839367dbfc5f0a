"""The expected contingency table of soft clusterings."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn

import numpy as np

from partwise.base import InputError, TableError
from partwise.clusterings import Memberships, MissingPolicy, align_memberships
from partwise.tables.aggregated import AggregatedTable
from partwise.tables.contingency_table import table_of_clusterings
from partwise.tables.information import Information, SizeHistogram
from partwise.tables.pairs import PairCounts, Relation
from partwise.tables.weighted import WeightedTable
from partwise.tables.weights import ExactWeights

_BITS = 62  # of a cell: finer than the sums of floats that cells are
_FOR_PAIRS = (
    "it counts pairs of items, and an expected table does not say which items share clusters",
    "use fuzzy_rand or adjusted_concordance, which compare memberships pair by pair",
)
_FOR_CHANCE = (
    "it compares with random tables of whole items, but expected tables have shares of items",
    "use adjusted_concordance, which is adjusted for chance, or mutual information (MI)",
)


def _refuse(words: tuple[str, str]) -> NoReturn:
    raise TableError(words[0], remedy=words[1])


class ExpectedInformation(Information):
    """Entropies of shares of items."""

    @property
    def expected_mutual_information(self) -> NoReturn:
        """Refused: there is no such expectation."""
        _refuse(_FOR_CHANCE)

    @property
    def sd_mutual_information(self) -> NoReturn:
        """Refused: there is no such deviation."""
        _refuse(_FOR_CHANCE)

    @property
    def arrangement_information(self) -> NoReturn:
        """Refused: shares of items are not arranged."""
        _refuse(_FOR_CHANCE)

    @property
    def log_table_count(self) -> NoReturn:
        """Refused: tables of shares are not counted."""
        _refuse(_FOR_CHANCE)


class ExpectedTable(WeightedTable):
    """The contingency table of soft clusterings: n_ij = Σ_x u_xi v_xj over the items x.

    Make one with :func:`~partwise.contingency` from :class:`~partwise.Memberships`. A cell is the
    expected count if each item draws its cluster on either side independently, with its
    memberships as probabilities. The cells sum to the number of items.

    Examples
    --------
    >>> import partwise as pw
    >>> soft = pw.Memberships([[0.75, 0.25], [0.5, 0.5], [0, 1]])
    >>> t = pw.contingency(["x", "x", "y"], soft)
    >>> t.to_dense().tolist(), t.n, t.item_count
    ([[1.25, 0.75], [0.0, 1.0]], Fraction(3, 1), 3)
    """

    counted = "expected_items"

    @property
    def item_count(self) -> int:
        """Number of items."""
        return int(self.n)

    @property
    def T(self) -> ExpectedTable:  # noqa: N802
        """The table with the roles of reference and candidate swapped."""
        rows, columns, weights, row_labels, column_labels = self._given
        return ExpectedTable(columns, rows, weights, column_labels, row_labels)

    def __reduce__(self) -> tuple[type[ExpectedTable], tuple[Any, ...]]:
        return ExpectedTable, self._given

    @property
    def pair_counts(self) -> PairCounts:
        """Refused: cells do not say which items share clusters."""
        _refuse(_FOR_PAIRS)

    @property
    def linked_pairs(self) -> NoReturn:
        """Refused, like counts of pairs."""
        _refuse(_FOR_PAIRS)

    @property
    def n11_variance(self) -> NoReturn:
        """Refused: there is no such variance."""
        _refuse(_FOR_CHANCE)

    @property
    def same_clusters(self) -> NoReturn:
        """Refused: expected sizes do not say whether clusters have the same items."""
        _refuse(
            (
                "it needs clusters with the same items, which expected sizes do not show",
                "use mutual information (MI) or fuzzy_rand",
            )
        )

    @cached_property
    def information(self) -> Information:
        """Entropies of the clusters' shares of the items, and mutual information."""
        units = (self._row_units, self._column_units, self._units.counts)
        return ExpectedInformation(int(self.n / self.unit), *map(SizeHistogram.of, units))

    @property
    def relation(self) -> Relation:
        """How the clusterings stand to each other: soft ones are neither identical nor opposite."""
        return "trivial" if 1 in (self.k_a, self.k_b) else "ordinary"

    def _no_sums(self) -> TableError:  # type: ignore[override]
        return TableError(
            "expected tables cannot be added or subtracted",
            remedy="put all memberships into one pw.Memberships first",
        )

    def refuse_random_candidates(self) -> NoReturn:
        """Say why no index that looks at random candidates has a value here."""
        _refuse(_FOR_CHANCE)


def expected_table(
    reference: Memberships, candidate: Memberships, missing: MissingPolicy = "raise"
) -> AggregatedTable:
    """Return the expected table of memberships; if both are hard, the table of their labels.

    Examples
    --------
    >>> soft = Memberships([[0.5, 0.5], [0, 1]])
    >>> expected_table(soft, soft).to_dense().tolist()
    [[0.25, 0.25], [0.25, 1.25]]
    >>> expected_table(Memberships([0, 1]), Memberships([0, 0])).pair_counts.n10
    0
    """
    a, b = align_memberships(reference, candidate, missing)
    if a.is_hard and b.is_hard:
        return table_of_clusterings(a.to_clustering(), b.to_clustering())
    if a.n == 0:
        raise InputError("there are no items to compare")
    rows, columns, cells = _products(a, b)
    scale = 2 ** (_BITS - a.n.bit_length())
    units = np.rint(cells * float(scale)).astype(np.int64)
    units[units.argmax()] += a.n * scale - int(units.sum())  # rounding, so that cells sum to n
    weights = ExactWeights(units, Fraction(1, scale))
    return ExpectedTable(rows, columns, weights, a.cluster_labels, b.cluster_labels)


def _products(a: Memberships, b: Memberships) -> tuple[Any, Any, Any]:
    """Return Σ_x u_xi v_xj where it is not zero, with its row and column."""
    product = a.matrix.T @ b.matrix
    if isinstance(product, np.ndarray):
        rows, columns = np.nonzero(product)
        return rows, columns, product[rows, columns]
    product = product.tocoo()
    return product.row.astype(np.int64), product.col.astype(np.int64), product.data
