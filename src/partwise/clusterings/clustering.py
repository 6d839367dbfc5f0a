"""Labels → ``Clustering``: the one place where input is validated."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import AlignmentError, InputError, many
from partwise.clusterings.factorization import MISSING, Codes, Factorized, factorize, renumber
from partwise.clusterings.field_objects import field_labels
from partwise.clusterings.grouped_items import labels_of_clusters, labels_of_pairs
from partwise.clusterings.items import (
    Items,
    MissingPolicy,
    correspond,
    examples,
    named_items,
)
from partwise.clusterings.measurements import refuse_measurements
from partwise.clusterings.policies import (
    AS_THEY_ARE,
    NoisePolicy,
    Policies,
    settle_missing,
    settle_noise,
)
from partwise.kernels import sizes_if_numbered


class Clustering:
    """A partition of items into clusters. Immutable.

    Parameters
    ----------
    labels : list, tuple, array, series, mapping item → label, or what another library returns
        One label per item: integers, text, booleans, anything hashable. Floats must be whole
        numbers. The index of a pandas series names the items. docs/objects.md lists the objects of
        other libraries that you can pass, such as fitted models and communities of graphs.
    items : sequence of hashable, optional
        Unique names of the items. Without names, items are identified by their position.
    noise : {None, "singletons", "drop", "cluster"}
        What to do with noise points (label ``noise_label``). "singletons" makes each its own
        cluster, "drop" leaves them out. None and "cluster" both keep them as one cluster; use
        "cluster" to say that you mean it.
    noise_label : hashable
        The label that marks noise, −1 as in scikit-learn.
    missing : {"raise", "drop", "singletons"}
        What to do with items that have no label (None, NaN, NA, NaT): raise an error, leave them
        out, or make each its own cluster.

    Examples
    --------
    >>> c = Clustering(["x", "y", "x", "x"])
    >>> c.n, c.k, c.sizes.tolist(), c.cluster_labels
    (4, 2, [3, 1], ('x', 'y'))
    >>> c == Clustering([0, 7, 0, 0])
    True
    >>> Clustering([0, -1, 0, -1], noise="singletons").k
    3
    """

    __slots__ = ("_cluster_labels", "_codes", "_items", "_sizes")

    def __init__(
        self,
        labels: object,
        *,
        items: Iterable[Hashable] | None = None,
        noise: NoisePolicy | None = None,
        noise_label: Hashable = -1,
        missing: MissingPolicy = "raise",
    ) -> None:
        Policies(noise, noise_label, missing)  # checks them
        if getattr(labels, "is_hard", None) is not None:  # memberships
            labels = labels.require_clustering()  # type: ignore[attr-defined]
        if hasattr(labels, "to_clustering"):  # labels of a file or frame
            labels = labels.to_clustering(missing=missing)
        if not isinstance(labels, Clustering):
            labels, known = field_labels(labels)
            items = known if items is None else items
        if isinstance(labels, Clustering):
            labelled = Factorized(labels._codes, list(labels._cluster_labels))
            item_set = labels._items if items is None else named_items(items, labels.n)
        elif isinstance(labels, Mapping):
            if items is not None:
                raise InputError("a mapping item → label already names its items; leave out items=")
            labelled = factorize(list(labels.values()))
            refuse_measurements(labelled)
            item_set = named_items(labels.keys(), len(labels), ordered=False)
        else:
            labelled = factorize(labels)
            refuse_measurements(labelled)
            item_set = items_of_labels(labels, items, len(labelled.codes))
        labelled = settle_missing(labelled, item_set, missing)
        self._settle(settle_noise(labelled, item_set, noise, noise_label), item_set)

    def _settle(self, labelled: Factorized, items: Items) -> None:
        """Leave out what is marked as missing, and number the clusters by first appearance."""
        codes, names = np.ascontiguousarray(labelled.codes, np.int64), labelled.labels
        sizes = sizes_if_numbered(codes)
        if sizes is None:
            kept = np.flatnonzero(codes != MISSING)
            if len(kept) < len(codes):
                items, codes = items.take(kept), codes[kept]
            named, (codes, first) = codes, renumber(codes)
            names = [names[code] for code in named[first].tolist()]
            sizes = np.bincount(codes, minlength=len(first)).astype(np.int64, copy=False)
        self._codes, self._sizes, self._cluster_labels = codes, sizes, tuple(names[: len(sizes)])
        self._codes.flags.writeable = self._sizes.flags.writeable = False
        self._items = items

    @classmethod
    def from_codes(cls, labelled: Factorized, items: Items) -> Clustering:
        """Make a clustering from checked codes and items; items whose code is −1 are dropped."""
        result = cls.__new__(cls)
        result._settle(labelled, items)
        return result

    def __reduce__(self) -> tuple[Callable[..., Clustering], tuple[Any, ...]]:
        labelled = Factorized(self._codes, list(self._cluster_labels))
        return Clustering.from_codes, (labelled, self._items)

    @classmethod
    def from_clusters(
        cls,
        clusters: Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]],
        items: Iterable[Hashable] | None = None,
        *,
        missing: MissingPolicy = "raise",
    ) -> Clustering:
        """Make a clustering from its clusters: a list of lists of items, or name → items.

        Parameters
        ----------
        clusters : iterable of iterables, or mapping name → items
            The items of each cluster. No item may be in two clusters.
        items : iterable of hashable, optional
            All items, in the order of the labels that you compare it with by position. By default,
            the items are those of the clusters, in no particular order.
        missing : {"raise", "drop", "singletons"}
            What to do with items that are in no cluster.

        Examples
        --------
        >>> c = Clustering.from_clusters([["ann", "bob"], ["cy"]])
        >>> c.items, c.labels
        (('ann', 'bob', 'cy'), (0, 0, 1))
        >>> names = ["cy", "dee", "bob", "ann"]
        >>> Clustering.from_clusters([["ann", "bob"], ["cy"]], names, missing="singletons").k
        3
        """
        label_of = labels_of_clusters(clusters)
        if items is None:
            return cls(label_of, missing=missing)
        names = named_items(items, None).ids()
        strange = label_of.keys() - set(names)
        if strange:
            raise InputError(
                "clusters have items that are not in items=",
                examples=[item for item in label_of if item in strange],
            )
        return cls([label_of.get(item) for item in names], items=names, missing=missing)

    @classmethod
    def from_pairs(
        cls,
        pairs: Iterable[Sequence[Hashable]] | NDArray[Any],
        items: Iterable[Hashable] | None = None,
    ) -> Clustering:
        """Make a clustering from pairs of matched items: its connected components.

        Parameters
        ----------
        pairs : iterable of pairs, or array of shape (m, 2)
            Pairs of items that belong together. All other pairs count as non-matches, unless a
            chain of pairs connects them. If only some pairs were judged, estimate scores from them
            with :func:`~partwise.estimate` and ``pairs=``.
        items : iterable of hashable, optional
            All items; those in no pair become singletons. By default, the items are those that
            appear in pairs, in order of appearance.

        Examples
        --------
        >>> c = Clustering.from_pairs([("a", "b"), ("b", "c")], items="abcd")
        >>> c.sizes.tolist()
        [3, 1]
        """
        return cls(labels_of_pairs(pairs, items))

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self._codes)

    @property
    def k(self) -> int:
        """Number of clusters."""
        return len(self._sizes)

    @property
    def sizes(self) -> Codes:
        """Sizes of the clusters, in order of first appearance."""
        return self._sizes

    @property
    def codes(self) -> Codes:
        """Number of each item's cluster; clusters are numbered by first appearance."""
        return self._codes

    @property
    def cluster_labels(self) -> tuple[Hashable, ...]:
        """Labels of the clusters, in the order of ``sizes``."""
        return self._cluster_labels

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """Label of each item."""
        return tuple(map(self._cluster_labels.__getitem__, self._codes.tolist()))

    @property
    def items(self) -> tuple[Hashable, ...]:
        """Names of the items; their positions in the input when they have no names."""
        return self._items.ids()

    @property
    def has_names(self) -> bool:
        """Whether the items have names; otherwise they are identified by position."""
        return self._items.keyed

    @property
    def item_set(self) -> Items:
        """What is known about the items: names, positions, what was left out."""
        return self._items

    @property
    def dropped(self) -> tuple[Hashable, ...]:
        """Items that a policy or a restriction left out."""
        return self._items.dropped

    @property
    def total(self) -> int:
        """Number of items in the input, the dropped ones included."""
        return self._items.total

    @property
    def is_trivial(self) -> bool:
        """Whether this is a single cluster, or only singletons."""
        return self.k in (0, 1, self.n)

    def clusters(self) -> Iterator[tuple[Hashable, ...]]:
        """Iterate over the clusters, each a tuple of its items."""
        order = np.argsort(self._codes, kind="stable")
        items = self.items
        for part in np.split(order, np.cumsum(self._sizes)[:-1]) if self.n else []:
            yield tuple(items[i] for i in part.tolist())

    def restrict(self, items: Iterable[Hashable]) -> Clustering:
        """Return the clustering of some of the items (positions, where they have no names).

        Examples
        --------
        >>> Clustering([0, 0, 1, 1]).restrict([0, 3]).k
        2
        """
        where = {item: i for i, item in enumerate(self.items)}
        wanted = named_items(items, None).ids()
        strange = [item for item in wanted if item not in where]
        if strange:
            raise AlignmentError(
                f"cannot restrict to items that are not in the clustering: {examples(strange)}"
            )
        chosen = np.array(sorted(where[item] for item in wanted), np.int64)
        labelled = Factorized(self._codes[chosen], list(self._cluster_labels))
        return Clustering.from_codes(labelled, self._items.take(chosen))

    def _codes_of_same_items(self, other: Clustering) -> Codes:
        """Return the other's codes in the order of these items, which must be the same."""
        if not isinstance(other, Clustering):
            raise InputError(f"expected a Clustering, not a {type(other).__name__}")
        try:
            mine, theirs = correspond(self._items, other._items)
        except AlignmentError:
            mine = theirs = np.zeros(0, np.int64)
        if not len(mine) == self.n == other.n:
            raise AlignmentError(
                f"the clusterings have different items ({self.n} and {other.n}); first restrict "
                "both to the items they share, and name the items of both or of neither"
            )
        codes = np.empty(self.n, np.int64)
        codes[mine] = other._codes[theirs]
        return codes

    def regroup(self, codes: Codes, names: Iterable[Hashable] | None = None) -> Clustering:
        """Return the same items in other clusters, numbered by ``codes``.

        Without names, the new clusters are called 0, 1, 2, … by first appearance.
        """
        codes, first = renumber(codes)
        labels = list(range(len(first)) if names is None else names)
        return Clustering.from_codes(Factorized(codes, labels), self._items)

    def meet(self, other: Clustering) -> Clustering:
        """Return the coarsest clustering that refines both: all non-empty intersections (A ⊗ B).

        Examples
        --------
        >>> Clustering([0, 0, 1, 1]).meet(Clustering([0, 1, 1, 1])).sizes.tolist()
        [1, 1, 2]
        """
        theirs = self._codes_of_same_items(other)
        codes, first = renumber(self._codes * other.k + theirs)
        names = [
            (self._cluster_labels[mine], other._cluster_labels[their])
            for mine, their in zip(self._codes[first], theirs[first], strict=True)
        ]
        return self.regroup(codes, names)

    def join(self, other: Clustering) -> Clustering:
        """Return the finest clustering that both refine.

        Examples
        --------
        >>> Clustering([0, 0, 1, 2]).join(Clustering([0, 1, 1, 2])).sizes.tolist()
        [3, 1]
        """
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        ends = (self._codes, self.k + self._codes_of_same_items(other))
        size = self.k + other.k
        graph = coo_array((np.ones(self.n, np.int8), ends), shape=(size, size))
        component = connected_components(graph, directed=False)[1] if size else np.zeros(0, int)
        return self.regroup(component[self._codes])

    def refines(self, other: Clustering) -> bool:
        """Whether every cluster lies inside one cluster of the other.

        Examples
        --------
        >>> Clustering([0, 1, 2, 2]).refines(Clustering([0, 0, 1, 1]))
        True
        """
        theirs = self._codes_of_same_items(other)
        representative = np.empty(self.k, np.int64)
        representative[self._codes] = theirs
        return bool(np.array_equal(representative[self._codes], theirs))

    def __eq__(self, other: object) -> bool:
        """Whether both put the same items together; the names of clusters do not matter.

        Items are the same if their names are; items without names are called 0, 1, 2, ….
        """
        if not isinstance(other, Clustering):
            return NotImplemented
        if self.n != other.n:
            return False
        theirs = other._codes
        if not (self._items.is_whole and other._items.is_whole):
            code = dict(zip(other.items, theirs.tolist(), strict=True))
            if any(item not in code for item in self.items):
                return False
            theirs = np.array([code[item] for item in self.items], np.int64)
        return bool(np.array_equal(self._codes, renumber(theirs)[0]))

    def __hash__(self) -> int:
        return hash((self.n, tuple(sorted(self._sizes.tolist()))))

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Clustering of {many(self.n, 'item')} into {many(self.k, 'cluster')}>"


def as_clustering(labels: object, policies: Policies = AS_THEY_ARE) -> Clustering:
    """Return labels as a clustering; a clustering is returned as it is when no policy is given."""
    if isinstance(labels, Clustering) and policies.noise is None:
        return labels
    return Clustering(
        labels, noise=policies.noise, noise_label=policies.noise_label, missing=policies.missing
    )


def items_of_labels(labels: object, items: Iterable[Hashable] | None, n: int) -> Items:
    """Return the items of labels in a list, an array or a series."""
    if items is not None:
        return named_items(items, n)
    index = getattr(labels, "index", None)
    if index is None or not type(labels).__module__.startswith(("pandas", "modin", "cudf")):
        return Items(n)
    if callable(index):  # an Index or an extension array, which have no index of their own
        return Items(n)
    if type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1:
        return Items(n, keyed=True)
    return named_items(list(index), n)
