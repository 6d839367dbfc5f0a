"""How consistently replicates cluster each item: element-centric consistency."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, many
from partwise.clusterings import (
    MISSING,
    Codes,
    MissingInPairs,
    NoisePolicy,
    Policies,
    missing_in_each,
    renumber,
)
from partwise.engines import Several
from partwise.ensembles.replicates import (
    Fit,
    Sampling,
    is_function,
    made_replicates,
    read_replicates,
    refuse_options,
)
from partwise.tables import as_cell

if TYPE_CHECKING:
    from partwise.ensembles.plots import ItemConsistencyPlots

_SHOWN = 10


@dataclass(frozen=True, eq=False)
class ItemConsistency(Result):
    """How consistently replicates cluster each item. Made by :func:`item_consistency`.

    Parameters
    ----------
    items : sequence of hashable
        The items.
    values : array of length n
        The mean element-centric similarity of each item over the pairs of replicates that have it;
        NaN for an item that fewer than two replicates have.
    replicates : array of length n
        How many replicates have each item.
    about_items : tuple of str
        Notes on noise points and missing labels.
    """

    items: Sequence[Hashable]
    values: NDArray[np.float64]
    replicates: NDArray[np.int64]
    about_items: tuple[str, ...] = ()

    @property
    def mean(self) -> float:
        """The mean over items in two or more replicates; NaN if there are none."""
        known = self.values[~np.isnan(self.values)]
        return float(known.mean()) if len(known) else math.nan

    def __getitem__(self, item: Hashable) -> float:
        if item not in self.items:
            raise InputError(f"there is no item {item!r}")
        return float(self.values[self.items.index(item)])

    def least(self, count: int = _SHOWN) -> dict[Hashable, float]:
        """Return the least consistent items with their values, the least first."""
        known = np.flatnonzero(~np.isnan(self.values))
        order = known[np.argsort(self.values[known], kind="stable")][:count]
        return {self.items[place]: float(self.values[place]) for place in order.tolist()}

    @property
    def notes(self) -> tuple[str, ...]:
        """How many items have no value, and how noise points and missing labels were treated."""
        rare = int(np.isnan(self.values).sum())
        why = f"{many(rare, 'item')} in fewer than two replicates, so without a value"
        notes = [why] if rare else []
        return (*notes, *self.about_items)

    def to_table(self) -> Table:
        """Return the least consistent items."""
        rows = [[as_cell(item), value] for item, value in self.least().items()]
        title = f"Consistency of {many(len(self.items), 'item')} over replicates"
        if rows:
            title += (
                f": mean {self.mean:.3f} of 1; the {many(len(rows), 'item')} that are least "
                "consistent"
            )
        return Table(["item", "consistency"], rows, title, self.notes, decimals=3)

    def _full_table(self) -> Table:
        counts, values = self.replicates.tolist(), self.values.tolist()
        rows = zip(map(as_cell, self.items), values, counts, strict=True)
        return Table(["item", "consistency", "replicates"], list(rows))

    def _content(self) -> dict[str, Any]:
        return {
            "mean": self.mean,
            "items": list(self.items),
            "values": self.values,
            "replicates": self.replicates,
            "notes": self.notes,
        }

    @property
    def plot(self) -> ItemConsistencyPlots:
        """``plot()`` draws a histogram of the consistency of items."""
        from partwise.ensembles.plots import ItemConsistencyPlots

        return ItemConsistencyPlots(self)


def item_consistency(
    replicates: Several | Fit,
    *,
    data: Any = None,
    cluster_count: int | None = None,
    repeats: int = 20,
    subsample: float = 0.8,
    seed: int = 0,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingInPairs = "raise",
) -> ItemConsistency:
    """Measure for each item how much replicates agree on its cluster (Gates et al. 2019).

    The element-centric consistency of an item is its element-centric similarity, averaged over all
    pairs of replicates. For one pair, this is the size of the overlap of its two clusters, divided
    by the size of the larger one. The consistency is 1 for an item that is always with the same
    items. If all replicates have all items, the mean over items equals
    ``stability(replicates, "element_centric")``.

    Parameters
    ----------
    replicates : clusterings, or a function
        As in :func:`cluster_stability`.
    data : array or data frame, optional
        The data for the function, one row per item.
    cluster_count : int, optional
        The value of k to pass to the function.
    repeats, subsample, seed, progress, noise, noise_label, missing
        As in :func:`cluster_stability`.

    Returns
    -------
    ItemConsistency
        A value for each item. It prints the least consistent items first.

    Examples
    --------
    >>> runs = [[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1]]
    >>> consistency = item_consistency(runs)
    >>> consistency.values.round(3).tolist()
    [0.778, 0.778, 0.5, 0.833, 0.833, 0.833]
    >>> consistency.least(1)
    {2: 0.5}
    """
    in_each, by_pairs = missing_in_each(missing)
    policies = Policies(noise, noise_label, in_each)
    if is_function(replicates):
        sampling = Sampling(data, repeats, subsample, seed, progress)
        codes = made_replicates(replicates, [cluster_count], sampling, policies)[cluster_count]
        items: Sequence[Hashable] = range(len(data))
        about_items: tuple[str, ...] = ()
    else:
        refuse_options(data=data, cluster_count=cluster_count)
        read = read_replicates(replicates, policies, by_pairs)
        items, codes, about_items = read.items, read.codes, tuple(read.coverage.notes())
    if len(codes) < 2:
        raise InputError(f"consistency needs at least two replicates, not {len(codes)}")
    present = np.sum([own != MISSING for own in codes], axis=0)
    return ItemConsistency(items, _mean_similarities(codes), present, about_items)


def _mean_similarities(codes: Sequence[Codes]) -> NDArray[np.float64]:
    """Return the mean element-centric similarity of each item over pairs that both have it."""
    sums, pairs = np.zeros(len(codes[0])), np.zeros(len(codes[0]), np.int64)
    for one, other in combinations(codes, 2):
        both = np.flatnonzero((one != MISSING) & (other != MISSING))
        sums[both] += _similarities(one[both], other[both])
        pairs[both] += 1
    means = np.full(len(sums), math.nan)
    np.divide(sums, pairs, out=means, where=pairs > 0)
    return means


def _similarities(one: Codes, other: Codes) -> NDArray[np.float64]:
    """Return n_ij / max(a_i, b_j) for each item, as ``element_centric`` averages it."""
    cells = renumber(one * (int(other.max(initial=0)) + 1) + other)[0]
    a, b, both = (np.bincount(own)[own].astype(np.float64) for own in (one, other, cells))
    similarities: NDArray[np.float64] = both / np.maximum(a, b)
    return similarities
