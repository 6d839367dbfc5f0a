"""What is swept: a clustering for each threshold, brought to the items of the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Clustering, Factorized, Items
from partwise.engines import Inputs, in_memory
from partwise.ensembles.sweeps.merges import Merges
from partwise.tables import AggregatedTable, table_of_clusterings


@dataclass(frozen=True, eq=False)
class MergeFamily:
    """A clustering that coarsens from threshold to threshold.

    Parameters
    ----------
    merges : Merges
        Which items are joined when; the items of the reference come first.
    item_set : Items
        All items that are joined, by name or position.
    reference : Clustering or None
        What the clusterings are compared with; None for a sweep without a reference.
    rows : int32 array or None
        The reference cluster of each item; −1 for those that the reference does not have, which
        join others but are not counted.
    notes : tuple of str
        What to keep in mind.
    """

    merges: Merges
    item_set: Items
    reference: Clustering | None = None
    rows: NDArray[np.int32] | None = None
    notes: tuple[str, ...] = ()

    @property
    def thresholds(self) -> NDArray[np.float64]:
        """The thresholds, in the order of joining; at the first, which is infinite, none is."""
        return self.merges.thresholds

    def clustering(self, threshold: float) -> Clustering:
        """Return the clustering of all items at a threshold, those without reference included."""
        codes = self.merges.labels(threshold)
        labels = list(range(int(codes.max(initial=-1)) + 1))
        return Clustering.from_codes(Factorized(codes, [*labels]), self.item_set)

    def table(self, threshold: float) -> AggregatedTable:
        """Return the table of the items that the reference has."""
        assert self.reference is not None
        assert self.rows is not None
        counted = np.flatnonzero(self.rows >= 0)
        items = self.item_set.take(counted)
        rows, columns = self.rows[counted].astype(np.int64), self.merges.labels(threshold)[counted]
        reference = Factorized(rows, list(self.reference.cluster_labels))
        candidate = Factorized(columns, list(range(self.merges.n)))
        return table_of_clusterings(
            Clustering.from_codes(reference, items), Clustering.from_codes(candidate, items), 1
        )


@dataclass(frozen=True, eq=False)
class LabelFamily:
    """A clustering for each value of a parameter, such as a resolution.

    Parameters
    ----------
    inputs : Inputs
        The clusterings by name, and the reference if there is one, about the same items.
    names : tuple of str
        The clusterings in the order of their thresholds.
    thresholds : float64 array
        The values of the parameter, rising; 0, 1, 2, … if names do not tell them.
    notes : tuple of str
        What to keep in mind.
    """

    inputs: Inputs
    names: tuple[str, ...]
    thresholds: NDArray[np.float64]
    notes: tuple[str, ...] = ()

    def name(self, threshold: float) -> str:
        """Return the name of the clustering of the greatest value up to this one."""
        place = int(np.searchsorted(self.thresholds, threshold, side="right")) - 1
        return self.names[max(place, 0)]

    def clustering(self, threshold: float) -> Clustering:
        """Return the clustering at a threshold."""
        return in_memory(self.inputs.clusterings[self.name(threshold)])

    def table(self, threshold: float) -> AggregatedTable:
        """Return the table of the reference and the clustering at a threshold."""
        return self.inputs.table(self.name(threshold))


Family: TypeAlias = MergeFamily | LabelFamily
