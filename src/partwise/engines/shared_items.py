"""Clusterings that need not have the same items: two are compared on the items that both have."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Option
from partwise.clusterings import MISSING, Clustering, Codes, Policies, in_both, on_all_items
from partwise.engines.coverage import Coverage
from partwise.engines.entrance import loaded_items, sides_of
from partwise.engines.inputs import REFERENCE
from partwise.engines.same_items import Inputs
from partwise.tables import AggregatedTable, PairCounts, counted, pair_counts


@dataclass(frozen=True, eq=False)
class OnSharedItems(Inputs):
    """Clusterings in memory that need not have the same items: two are compared on those of both.

    Parameters
    ----------
    items : tuple of hashable
        All items that any of them has.
    codes : mapping name → array
        The cluster of each item in each clustering, −1 where it is not there.
    """

    clusterings: Mapping[str, Clustering]
    items: tuple[Hashable, ...]
    codes: Mapping[str, Codes]

    @property
    def most_at_once(self) -> int:
        """A table for each thread."""
        return max(len(self.clusterings) ** 2, 1)

    def both(self, first: str, second: str) -> tuple[Codes, Codes]:
        """Return the codes of the items that two clusterings share."""
        return in_both(self.codes[first], self.codes[second])

    def table(self, name: str, reference: str = REFERENCE) -> AggregatedTable:
        """Count the items that both have."""
        return counted(*self.both(reference, name), 1)

    def pair_counts(self, first: str, second: str) -> PairCounts:
        """Count pairs of items that both have."""
        return pair_counts(*self.both(first, second), 1)

    def shared_items(self) -> NDArray[np.int64]:
        """Return how many items each two clusterings share."""
        present = np.array([self.codes[name] != MISSING for name in self.names], np.float64)
        return (present @ present.T).astype(np.int64)

    def __exit__(self, *error: object) -> None:
        """Nothing is held."""


def read_shared(clusterings: Mapping[str, object], policies: Policies, what: str) -> OnSharedItems:
    """Read clusterings that need not have the same items, to compare two on those of both.

    Examples
    --------
    >>> inputs = read_shared({"a": {"x": 0, "y": 1}, "b": {"y": 5, "z": 5}}, Policies(), "this")
    >>> inputs.table("b", "a").n, inputs.shared_items().tolist()
    (1, [[2, 1], [1, 2]])
    """
    if policies.weights is not None:
        raise InputError(
            'missing="pairwise" compares every two clusterings on the items that both have, but '
            "weights= needs items that all of them have",
            remedy=["pass ", Option("missing", "drop"), ", or leave the weights out"],
        )
    read, sides = sides_of(loaded_items(clusterings, policies, what), policies)
    return OnSharedItems(
        read, Coverage.in_pairs(sides, read, policies), policies, *on_all_items(read)
    )
