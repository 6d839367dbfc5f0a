"""How similar many clusterings are to each other: distances, an order, a dendrogram, a map."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, listed, many
from partwise.catalogue import Index, UndefinedPolicy, as_index, refuse_asymmetric
from partwise.clusterings import (
    Clustering,
    MissingInPairs,
    NoisePolicy,
    Policies,
    Weighting,
    missing_in_each,
)
from partwise.engines import (
    Coverage,
    Inputs,
    OnSharedItems,
    RemoteClustering,
    Several,
    named,
    read_ensemble,
    read_shared,
)
from partwise.ensembles.distances import checked_matrix, metric_note
from partwise.scoring import Which, index_matrix, scores_on_shared, shared_notes

if TYPE_CHECKING:
    from partwise.ensembles.plots import LandscapePlots


Linkage: TypeAlias = Literal["average", "complete", "single", "weighted"]


@dataclass(frozen=True, eq=False)
class Landscape(Result):
    """Clusterings with their distances from each other.

    Made by :func:`landscape`. Prints as a table in which similar clusterings are neighbours.

    Parameters
    ----------
    clusterings : dict
        The clusterings by name.
    index : Index
        The index that measures the distances.
    distances : array of shape (m, m)
        The distance between each two clusterings.
    linkage : str
        How the dendrogram measures distances between groups.
    merges : array of shape (m − 1, 4)
        The dendrogram in the format of :func:`scipy.cluster.hierarchy.linkage`, with branches
        rotated so that neighbouring leaves are as close as possible.
    order : tuple of str
        The names in the order of the dendrogram's leaves.
    coverage : Coverage
        Which items were compared.
    shared : array of shape (m, m), optional
        With ``missing="pairwise"``, how many items each two clusterings share.
    """

    clusterings: dict[str, Clustering | RemoteClustering]
    index: Index
    distances: NDArray[np.float64]
    linkage: Linkage
    merges: NDArray[np.float64]
    order: tuple[str, ...]
    coverage: Coverage
    shared: NDArray[np.int64] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of the rows and columns of ``distances``."""
        return tuple(self.clusterings)

    @property
    def places(self) -> list[int]:
        """The rows of ``distances`` in the order of the dendrogram."""
        return [self.names.index(name) for name in self.order]

    @cached_property
    def map(self) -> Scaling:
        """The clusterings as points in a plane, by classical multidimensional scaling."""
        return classical_scaling(self.distances)

    @property
    def mean_distances(self) -> dict[str, float]:
        """Mean distance of each clustering to all clusterings, itself included."""
        return dict(zip(self.names, self.distances.mean(axis=1).tolist(), strict=True))

    @property
    def medoid(self) -> str:
        """The clustering with the smallest mean distance to all; the first one if several tie."""
        return min(self.names, key=lambda name: round(self.mean_distances[name], 12))

    def groups(self, count: int) -> Clustering:
        """Cut the dendrogram into ``count`` groups of clusterings (fewer if distances tie).

        Examples
        --------
        >>> found = landscape({"a": [0, 0, 1, 1], "b": [0, 0, 1, 2], "c": [0, 1, 0, 1]})
        >>> list(found.groups(2).clusters())
        [('a', 'b'), ('c',)]
        """
        if not 1 <= count <= len(self.names):
            raise InputError(
                f"count must be from 1 to {len(self.names)}, the number of clusterings, not {count}"
            )
        if len(self.names) == 1:
            return Clustering([0], items=self.names)
        from scipy.cluster.hierarchy import fcluster

        return Clustering(fcluster(self.merges, count, "maxclust"), items=self.names)

    @property
    def notes(self) -> tuple[str, ...]:
        """Caveats: whether the distances are a metric, and what the map cannot show."""
        notes = []
        unsure = metric_note(self.index)
        if unsure:
            notes.append(unsure)
        if len(self.names) > 2:
            notes.append(
                f"the two axes of the map show {100 * self.map.shown:.0f}% of the squared distances"
            )
        if self.map.negative:
            notes.append(
                f"{100 * self.map.negative:.2g}% are negative eigenvalues: no map with any number "
                "of axes has exactly these distances"
            )
        if self.shared is not None:
            notes += shared_notes(self.names, self.shared)
            notes.append("distances on different items may break the triangle inequality")
        where = "" if self.shared is None else " on the items they share"
        notes += [f"{listed(same)} are the same clustering{where}" for same in self._same()]
        notes += self.coverage.notes()
        return tuple(notes)

    def _same(self) -> list[list[str]]:
        alike: dict[int, list[str]] = {}
        for row, name in zip(self.distances == 0, self.names, strict=True):
            alike.setdefault(int(row.argmax()), []).append(name)
        return [names for names in alike.values() if len(names) > 1]

    def to_table(self) -> Table:
        """Return one line per clustering, with similar ones side by side."""
        rows: list[list[Any]] = []
        for name, i in zip(self.order, self.places, strict=True):
            others = np.delete(np.arange(len(self.names)), i)
            near = others[self.distances[i, others].argmin()] if len(others) else None
            nearest = ["", None] if near is None else [self.names[near], self.distances[i, near]]
            x, y = self.map.coordinates[i].tolist()
            mean = self.mean_distances[name]
            rows.append([name, self.clusterings[name].k, mean, *nearest, x, y])
        columns = ["clustering", "clusters", "mean distance", "nearest", "distance", "x", "y"]
        sizes = sorted({clustering.n for clustering in self.clusterings.values()})
        several = f"{sizes[0]} to {sizes[-1]} items"
        items = several if len(sizes) > 1 else many(sizes[0], "item")
        title = (
            f"{many(len(self.names), 'clustering')} of {items} by {self.index.label}; "
            f"the medoid is {self.medoid}"
        )
        emphasis = {(self.order.index(self.medoid), 0)}
        return Table(columns, rows, title, self.notes, emphasis, decimals=4)

    def to_matrix(self) -> Table:
        """Return the distances as a table, in the order of the dendrogram."""
        chosen = self.distances[np.ix_(self.places, self.places)].tolist()
        rows = [[name, *row] for name, row in zip(self.order, chosen, strict=True)]
        return Table(["clustering", *self.order], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "metric": metric_note(self.index) is None,
            "names": self.names,
            "clusters": [clustering.k for clustering in self.clusterings.values()],
            "distances": self.distances,
            "mean_distances": self.mean_distances,
            "medoid": self.medoid,
            "order": self.order,
            "linkage": self.linkage,
            "merges": self.merges,
            **({} if self.shared is None else {"shared": self.shared}),
            "map": {
                "coordinates": self.map.coordinates,
                "eigenvalues": self.map.eigenvalues,
                "shown": self.map.shown,
                "negative": self.map.negative,
            },
            "notes": self.notes,
        }

    @property
    def plot(self) -> LandscapePlots:
        """The pictures: ``plot.map()``, ``plot.dendrogram()``, ``plot.matrix()``."""
        from partwise.ensembles.plots import LandscapePlots

        return LandscapePlots(self)


def landscape(
    clusterings: Several,
    index: Which = "correlation_distance",
    *,
    linkage: Linkage = "average",
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingInPairs = "raise",
    weights: object = None,
    weighting: Weighting = "multiplicity",
) -> Landscape:
    """Compare many clusterings with each other, and show which are similar and which differ.

    Parameters
    ----------
    clusterings : sequence, mapping name → labels, or data frame with a column per clustering
        As in :func:`~partwise.pairwise`.
    index : str, Index or callable
        The index that measures distances, or a formula of n11, n10, n01 and n00. It must be
        symmetric, and have its best value for identical clusterings. For a similarity, the distance
        is the best value minus the value. If the distances are not a metric, ``notes`` says so.
    linkage : {"average", "complete", "single", "weighted"}
        How the dendrogram measures distances between groups.
    undefined, threads, progress, noise, noise_label, missing, weights, weighting
        As in :func:`~partwise.pairwise`.

    Returns
    -------
    Landscape
        Distances, order, dendrogram, map and medoid.

    Examples
    --------
    >>> found = landscape({"a": [0, 0, 1, 1], "b": [0, 0, 1, 2], "c": [0, 1, 0, 1]})
    >>> found.medoid, found.order
    ('b', ('a', 'b', 'c'))
    >>> found.distances.round(3).tolist()
    [[0.0, 0.282, 0.667], [0.282, 0.0, 0.602], [0.667, 0.602, 0.0]]
    """
    if linkage not in get_args(Linkage):
        allowed = ", ".join(map(repr, get_args(Linkage)))
        raise InputError(f"linkage= must be one of {allowed}, not {linkage!r}")
    chosen = as_index(index)
    in_each, by_pairs = missing_in_each(missing)
    policies = Policies(noise, noise_label, in_each, weights, weighting)
    refuse_asymmetric(chosen)
    by_name = named(clusterings, weights)
    if not by_name:
        raise InputError("a landscape needs at least one clustering")
    shared, inputs = None, _read(by_name, policies, by_pairs)
    with inputs:
        if isinstance(inputs, OnSharedItems):
            scores = scores_on_shared(inputs, chosen, undefined, threads, progress)
            values, shared = scores.values, scores.shared
        else:
            values = index_matrix(inputs, chosen, undefined, threads, progress)
    if shared is not None:
        _refuse_apart(inputs.names, values, shared)
    distances = checked_matrix(chosen, values, inputs.names, undefined)
    merges, leaves = as_dendrogram(distances, linkage)
    order = tuple(inputs.names[leaf] for leaf in leaves)
    kept = inputs.candidates
    return Landscape(kept, chosen, distances, linkage, merges, order, inputs.coverage, shared)


def _refuse_apart(
    names: Sequence[str], values: NDArray[np.float64], shared: NDArray[np.int64]
) -> None:
    """Refuse clusterings that have no distance as they share too few items."""
    apart = np.argwhere(np.isnan(values) & (shared < 2))
    if len(apart):
        one, other = apart[0].tolist()
        common = many(int(shared[one, other]), "item")
        raise InputError(
            f"{names[one]!r} and {names[other]!r} have {common} in common, too few for a distance",
            remedy="leave out one of them",
        )


def _read(by_name: dict[str, object], policies: Policies, by_pairs: bool) -> Inputs:
    if by_pairs:
        return read_shared(by_name, policies, 'missing="pairwise"')
    return read_ensemble(by_name, policies)


_MOST_TURNED = 400
"""Turning branches so that neighbours are near takes time that grows with the cube of leaves."""


def as_dendrogram(
    distances: NDArray[np.float64], method: Linkage
) -> tuple[NDArray[np.float64], list[int]]:
    """Return the merges, with branches turned so that neighbours are near if few, and leaves."""
    if len(distances) == 1:
        return np.zeros((0, 4)), [0]
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
    from scipy.spatial.distance import squareform

    condensed = squareform(distances, checks=False)
    merges = linkage(condensed, method)
    if len(distances) <= _MOST_TURNED:
        merges = optimal_leaf_ordering(merges, condensed)
    leaves = leaves_list(merges).tolist()
    if 2 * leaves.index(0) >= len(leaves):  # either direction will do: the first name comes early
        merges[:, [0, 1]] = merges[:, [1, 0]]
        leaves.reverse()
    return merges, leaves


_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Scaling:
    """Coordinates from classical multidimensional scaling, and how much they show.

    Parameters
    ----------
    coordinates : array of shape (m, axes)
        One point per clustering.
    eigenvalues : array of length m
        Eigenvalues of −½ J D² J, largest first. A positive eigenvalue is the sum of squares on its
        axis. If there are negative ones, no points in any number of dimensions have exactly these
        distances.
    """

    coordinates: NDArray[np.float64]
    eigenvalues: NDArray[np.float64]

    @property
    def shown(self) -> float:
        """Share of the sum of absolute eigenvalues that the axes show; 1 if all are zero."""
        size = float(abs(self.eigenvalues).sum())
        axes = self.eigenvalues[: self.coordinates.shape[1]]
        return float(np.maximum(axes, 0).sum()) / size if size else 1.0

    @property
    def negative(self) -> float:
        """Share of the negative eigenvalues in this sum, which no axis can show."""
        size = float(abs(self.eigenvalues).sum())
        return float(abs(np.minimum(self.eigenvalues, 0)).sum()) / size if size else 0.0


def classical_scaling(distances: NDArray[np.float64], axes: int = 2) -> Scaling:
    """Place points so that their distances are as close as possible to the given ones.

    Parameters
    ----------
    distances : array of shape (m, m)
        Distances: symmetric, with zeros on the diagonal.
    axes : int
        How many axes.

    Returns
    -------
    Scaling
        The coordinates. The sign of each axis is chosen so that its largest coordinate is positive.

    Examples
    --------
    >>> line = classical_scaling(np.array([[0, 1, 3], [1, 0, 2], [3, 2, 0.0]]))
    >>> abs(line.coordinates[:, 0] - line.coordinates[0, 0]).round(6).tolist()
    [0.0, 1.0, 3.0]
    >>> round(line.shown, 6), line.negative
    (1.0, 0.0)
    """
    m = len(distances)
    squares = distances**2
    means = squares.mean(axis=0)
    products = -(squares - means - means[:, None] + means.mean()) / 2
    values, vectors = np.linalg.eigh(products)
    values, vectors = values[::-1], vectors[:, ::-1]
    values = np.where(abs(values) > _ROUNDING * max(1, m) * abs(values).max(), values, 0.0)
    points = vectors[:, :axes] * np.sqrt(np.maximum(values[:axes], 0))
    points = np.pad(points, ((0, 0), (0, axes - points.shape[1])))
    peaks = points[abs(points).argmax(axis=0), np.arange(axes)]
    return Scaling(points * np.where(peaks < 0, -1, 1) + 0.0, values)  # no negative zeros
