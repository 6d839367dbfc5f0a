"""``Cover``: clusters that may overlap, and items that may be in none."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from partwise.base import LABEL_POLICIES, OVERLAPPING, InputError, MissingLabelError, many
from partwise.clusterings.clustering import Clustering
from partwise.clusterings.cover_forms import (
    ReadCover,
    read_clusters,
    read_form,
    read_rows,
)
from partwise.clusterings.factorization import MISSING, Codes, Factorized
from partwise.clusterings.items import Items, MissingPolicy
from partwise.clusterings.policies import settle_missing


class Cover:
    """Clusters that may overlap: an item may be in several of them, or in none. Immutable.

    Parameters
    ----------
    data : clusters, mapping item → labels, 0/1 matrix, Clustering, labels, or another library's
        A list of sets or lists of items, one per cluster; a mapping from each item to its label or
        labels; a 0/1 matrix with a row per item and a column per cluster (NumPy or SciPy sparse);
        a cdlib ``NodeClustering`` or an igraph ``VertexCover``; what :func:`~partwise.read`
        returns, with one row for each cluster of an item; or anything that
        :class:`~partwise.Clustering` takes, which gives a cover without overlap.
    items : iterable of hashable, optional
        All items, also those in no cluster. By default, the items that the data name.

    Notes
    -----
    A cluster that is listed twice counts twice. An item that is listed twice in one cluster counts
    once. Empty clusters are left out.

    Examples
    --------
    >>> c = Cover([{"ann", "bob"}, {"bob", "cy"}], items=["ann", "bob", "cy", "dee"])
    >>> c
    <Cover of 4 items by 2 clusters: 1 item in several, 1 in none>
    >>> c.memberships.tolist(), c.is_partition
    ([1, 2, 1, 0], False)
    >>> Cover({"ann": ["x"], "bob": ["x", "y"], "cy": ["y"], "dee": []}) == c
    True
    """

    __slots__ = ("__dict__", "_cluster_labels", "_items", "_members", "_offsets")

    def __init__(self, data: object, *, items: Iterable[Hashable] | None = None) -> None:
        if hasattr(data, "to_cover"):  # rows of a file or frame
            data = data.to_cover()
        if isinstance(data, Cover):
            read = ReadCover(data._owners, data._members, data._cluster_labels, data._items)
            read = read if items is None else read.on(items)
        else:
            read = read_form(data, items)
        self._settle(read)

    def _settle(self, read: ReadCover) -> None:
        """Sort the members of each cluster, each once, and leave out clusters without any."""
        clusters, members, labels, items = read
        n = max(len(items), 1)
        pairs = np.unique(clusters * n + members)
        clusters, members = np.divmod(pairs, n)
        kept, sizes = np.unique(clusters, return_counts=True)
        self._members = members
        self._offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        self._cluster_labels = tuple(labels[i] for i in kept.tolist())
        self._items = items
        self._members.flags.writeable = self._offsets.flags.writeable = False

    @classmethod
    def _of(cls, read: ReadCover) -> Cover:
        result = cls.__new__(cls)
        result._settle(read)
        return result

    def __reduce__(self) -> tuple[Callable[..., Cover], tuple[Any, ...]]:
        read = ReadCover(self._owners, self._members, self._cluster_labels, self._items)
        return Cover._of, (read,)

    @classmethod
    def from_clusters(
        cls,
        clusters: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        items: Iterable[Hashable] | None = None,
    ) -> Cover:
        """Make a cover from its clusters: a list of lists of items, or name → items.

        Examples
        --------
        >>> Cover.from_clusters({"jazz": ["ann", "bob"], "folk": ["bob"]}).cluster_labels
        ('jazz', 'folk')
        """
        return cls._of(read_clusters(clusters, items))

    @classmethod
    def from_rows(
        cls,
        items: object,
        clusters: object,
        *,
        universe: Iterable[Hashable] | None = None,
        untyped: bool = False,
    ) -> Cover:
        """Make a cover from two columns: a row for each item in each cluster.

        Parameters
        ----------
        items, clusters : list, array or series
            The item and the cluster of each row. A row without a cluster adds an item, which may
            be in no cluster.
        universe : iterable of hashable, optional
            All items, also those without a row.
        untyped : bool
            Whether the items come from a text file, so that they can be compared with numbers.

        Examples
        --------
        >>> Cover.from_rows(["ann", "bob", "bob", "cy"], ["x", "x", "y", None])
        <Cover of 3 items by 2 clusters: 1 item in several, 1 in none>
        """
        return cls._of(read_rows(items, clusters, universe, untyped))

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self._items)

    @property
    def k(self) -> int:
        """Number of clusters."""
        return len(self._offsets) - 1

    @property
    def sizes(self) -> Codes:
        """Sizes of the clusters."""
        return np.diff(self._offsets)

    @property
    def members(self) -> Codes:
        """Numbers of the items of each cluster, one cluster after the other."""
        return self._members

    @property
    def offsets(self) -> Codes:
        """Where the members of each cluster start, and where the last ones end."""
        return self._offsets

    @property
    def _owners(self) -> Codes:
        """The number of the cluster that each of the members belongs to."""
        return np.repeat(np.arange(self.k), self.sizes)

    @cached_property
    def memberships(self) -> Codes:
        """In how many clusters each item is."""
        counts: Codes = np.bincount(self._members, minlength=self.n).astype(np.int64)
        counts.flags.writeable = False
        return counts

    @cached_property
    def matrix(self) -> Any:
        """The cover as a SciPy sparse matrix (CSR) of items × clusters: 1 marks a member."""
        from scipy.sparse import csc_array

        ones = np.ones(len(self._members), np.int64)
        return csc_array((ones, self._members, self._offsets), shape=(self.n, self.k)).tocsr()

    @property
    def cluster_labels(self) -> tuple[Hashable, ...]:
        """Labels of the clusters: their names, or their numbers in the input."""
        return self._cluster_labels

    @property
    def items(self) -> tuple[Hashable, ...]:
        """Names of the items; their positions where they have no names."""
        return self._items.ids()

    @property
    def item_set(self) -> Items:
        """What is known about the items: names, positions, what was left out."""
        return self._items

    @property
    def is_partition(self) -> bool:
        """Whether each item is in exactly one cluster."""
        return bool((self.memberships == 1).all())

    def clusters(self) -> Iterator[tuple[Hashable, ...]]:
        """Iterate over the clusters, each a tuple of its items."""
        items = self.items
        for part in np.split(self._members, self._offsets[1:-1]) if self.k else []:
            yield tuple(items[i] for i in part.tolist())

    def to_clustering(self, *, missing: MissingPolicy = "raise") -> Clustering:
        """Return the clustering; an error if an item is in several clusters.

        Parameters
        ----------
        missing : {"raise", "drop", "singletons"}
            What to do with items that are in no cluster.

        Examples
        --------
        >>> Cover([{0, 1}, {2}], items=range(4)).to_clustering(missing="singletons").k
        3
        """
        shared = np.flatnonzero(self.memberships > 1)
        if len(shared):
            items = self.items
            raise InputError(
                f"{many(len(shared), 'item')} of this cover {_are(shared)} in several clusters",
                count=len(shared),
                examples=[items[i] for i in shared[:3].tolist()],
                remedy=OVERLAPPING,
            )
        codes = np.full(self.n, MISSING, np.int64)
        codes[self._members] = self._owners
        if missing == "raise" and (codes == MISSING).any():
            nowhere = np.flatnonzero(codes == MISSING)
            items = self.items
            raise MissingLabelError(
                f"{many(len(nowhere), 'item')} of this cover {_are(nowhere)} in no cluster",
                count=len(nowhere),
                examples=[items[i] for i in nowhere[:3].tolist()],
                remedy=LABEL_POLICIES,
            )
        labelled = Factorized(codes, list(self._cluster_labels))
        settled = settle_missing(labelled, self._items, missing)
        return Clustering.from_codes(settled, self._items)

    def placed(self, where: Codes, items: Items) -> Cover:
        """Return the cover of items that are at these places here; −1: a cluster of its own."""
        number = np.full(self.n + 1, MISSING, np.int64)
        number[where] = np.where(where < 0, MISSING, np.arange(len(where)))
        number[-1] = MISSING
        members = number[self._members]
        kept = members != MISSING
        absent = np.flatnonzero(where < 0)
        clusters = np.concatenate((self._owners[kept], self.k + np.arange(len(absent))))
        names = items.ids()
        labels = (*self._cluster_labels, *(names[i] for i in absent.tolist()))
        return Cover._of(
            ReadCover(clusters, np.concatenate((members[kept], absent)), labels, items)
        )

    def _as_set(self) -> list[frozenset[Hashable]]:
        """Return the clusters in an order that does not depend on how they were listed."""
        number = {item: i for i, item in enumerate(sorted(self.items, key=repr))}
        return sorted(
            (frozenset(part) for part in self.clusters()),
            key=lambda part: sorted(number[item] for item in part),
        )

    def __eq__(self, other: object) -> bool:
        """Whether both have the same clusters of the same items; names and order do not matter."""
        if not isinstance(other, Cover):
            return NotImplemented
        if (self.n, self.k) != (other.n, other.k) or set(self.items) != set(other.items):
            return False
        return self._as_set() == other._as_set()

    def __hash__(self) -> int:
        return hash((self.n, tuple(sorted(self.sizes.tolist()))))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        several = int((self.memberships > 1).sum())
        nowhere = int((self.memberships == 0).sum())
        return (
            f"<Cover of {many(self.n, 'item')} by {many(self.k, 'cluster')}: "
            f"{many(several, 'item')} in several, {nowhere} in none>"
        )


def as_cover(data: object, items: Iterable[Hashable] | None = None) -> Cover:
    """Return a cover as it is, and anything else as it is read."""
    return data if isinstance(data, Cover) and items is None else Cover(data, items=items)


def _are(items: Codes) -> str:
    return "is" if len(items) == 1 else "are"
