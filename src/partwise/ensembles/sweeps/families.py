"""What is swept: a clustering for each threshold, brought to the items of the reference."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os.path import commonprefix
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, listed_up_to, shown
from partwise.clusterings import Clustering, Codes, Factorized, Items
from partwise.engines import Inputs, in_memory
from partwise.ensembles.sweeps.merges import Merges, is_number
from partwise.tables import AggregatedTable, table_of_clusterings

_RESOLUTION = re.compile(r"leiden|louvain|res(olution)?$", re.IGNORECASE)
"""How columns of labels by resolution are called, by scanpy, Seurat and people."""


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

    @property
    def noun(self) -> str:
        """What people call the thresholds."""
        return "threshold" if self.merges.is_score else "height"

    def on_grid(self, thresholds: int | Sequence[float]) -> MergeFamily:
        """Return the same family at other thresholds, as :meth:`Merges.on_grid`."""
        return replace(self, merges=self.merges.on_grid(thresholds))

    def clustering(self, threshold: float | str) -> Clustering:
        """Return the clustering of all items at a threshold, those without reference included."""
        codes = self.merges.labels(threshold)
        return Clustering.from_codes(Factorized(codes, list(range(self.merges.n))), self.item_set)

    @property
    def counted(self) -> Codes:
        """The places of the items that the reference has; all where there is no reference."""
        return np.arange(self.merges.n) if self.rows is None else np.flatnonzero(self.rows >= 0)

    @property
    def reference_rows(self) -> NDArray[np.int32]:
        """The reference cluster of each item, or −1; an error where there is no reference."""
        if self.rows is None:
            raise InputError("this sweep has no reference")
        return self.rows

    @property
    def reference_codes(self) -> Codes:
        """The reference cluster of each item that the reference has."""
        return self.reference_rows[self.counted].astype(np.int64)

    def both(self, threshold: float | str) -> tuple[Clustering, Clustering]:
        """Return the reference and the clustering at a threshold, of the items that both have."""
        if self.reference is None:
            raise InputError("this sweep has no reference")
        places = self.counted
        items = self.item_set.take(places)
        reference = Factorized(self.reference_codes, list(self.reference.cluster_labels))
        candidate = Factorized(self.merges.labels(threshold)[places], list(range(self.merges.n)))
        return Clustering.from_codes(reference, items), Clustering.from_codes(candidate, items)

    def table(self, threshold: float | str) -> AggregatedTable:
        """Return the table of the items that the reference has."""
        return table_of_clusterings(*self.both(threshold), 1)


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
        The values of the parameter, rising; 0, 1, 2, … if names do not say them.
    are_counted : bool
        Whether thresholds only count the clusterings, since their names tell no numbers.
    notes : tuple of str
        What to keep in mind.
    """

    inputs: Inputs
    names: tuple[str, ...]
    thresholds: NDArray[np.float64]
    are_counted: bool
    notes: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """What the names of all clusterings have in common, such as leiden."""
        names = [str(name) for name in self.names]
        return re.sub(r"[\W\d_]+$", "", commonprefix(names)) if len(names) > 1 else ""  # noqa: RUF071

    @property
    def noun(self) -> str:
        """What people call the thresholds.

        Examples
        --------
        >>> import partwise as pw
        >>> pw.sweep([0, 0, 1], {"leiden_0.5": [0, 0, 0], "leiden_1.0": [0, 0, 1]}).family.noun
        'resolution'
        """
        if self.are_counted:
            return "clustering"
        return "resolution" if _RESOLUTION.search(self.stem) else "value"

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
                remedy=f"choose one of {listed_up_to(known)}",
            )
        return self.names[int(places[0])]

    def clustering(self, threshold: float | str) -> Clustering:
        """Return the clustering at a threshold."""
        return in_memory(self.inputs.clusterings[self.name(threshold)])

    def table(self, threshold: float | str) -> AggregatedTable:
        """Return the table of the reference and the clustering at a threshold."""
        return self.inputs.table(self.name(threshold))


Family: TypeAlias = MergeFamily | LabelFamily
