"""What is swept: a clustering for each threshold, brought to the items of the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, listed_up_to, shown
from partwise.clusterings import Clustering, Factorized, Items
from partwise.engines import Inputs, in_memory
from partwise.ensembles.sweeps.merges import Merges, is_number
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

    def on_grid(self, thresholds: int | Sequence[float]) -> MergeFamily:
        """Return the same family at other thresholds, as :meth:`Merges.on_grid`."""
        return replace(self, merges=self.merges.on_grid(thresholds))

    def clustering(self, threshold: float | str) -> Clustering:
        """Return the clustering of all items at a threshold, those without reference included."""
        codes = self.merges.labels(threshold)
        return Clustering.from_codes(Factorized(codes, list(range(self.merges.n))), self.item_set)

    def table(self, threshold: float | str) -> AggregatedTable:
        """Return the table of the items that the reference has."""
        if self.reference is None or self.rows is None:
            raise InputError("there is no reference to compare with")
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

    @property
    def are_counted(self) -> bool:
        """Whether thresholds only count the clusterings, since their names tell no numbers."""
        names = [str(name) for name in self.names]
        stems = [name.rstrip("0123456789.") for name in names]
        try:
            numbers = [float(name.removeprefix(s)) for name, s in zip(names, stems, strict=True)]
        except ValueError:
            numbers = []
        are_told = len(set(stems)) == 1 and np.array_equal(self.thresholds, numbers)
        return np.array_equal(self.thresholds, np.arange(len(names))) and not are_told

    def name(self, threshold: float | str) -> str:
        """Return the name of the clustering at a threshold: one of the values, or the name."""
        if is_number(threshold):
            is_there = np.isclose(self.thresholds, float(threshold), rtol=1e-9, atol=0)
        else:
            is_there = np.array([name == threshold for name in self.names], bool)
        places = np.flatnonzero(is_there)
        if len(places) != 1:
            known = [*self.names] if self.are_counted else [*map(shown, self.thresholds.tolist())]
            raise InputError(
                f"there is no clustering at {threshold!r}",
                remedy=f"there is one at {listed_up_to(known)}",
            )
        return self.names[int(places[0])]

    def clustering(self, threshold: float | str) -> Clustering:
        """Return the clustering at a threshold."""
        return in_memory(self.inputs.clusterings[self.name(threshold)])

    def table(self, threshold: float | str) -> AggregatedTable:
        """Return the table of the reference and the clustering at a threshold."""
        return self.inputs.table(self.name(threshold))


Family: TypeAlias = MergeFamily | LabelFamily
