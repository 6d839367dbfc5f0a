"""The forms in which covers come → who is in which cluster, as arrays of numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.clusterings.clustering import Clustering
from partwise.clusterings.factorization import MISSING, Codes, factorize, is_missing
from partwise.clusterings.field_objects import as_list, field_labels, graph_names
from partwise.clusterings.items import Items, check_item, named_items

_COLLECTIONS = (Set, list, tuple, range, Iterator, np.ndarray)


class ReadCover(NamedTuple):
    """Memberships: the number of a cluster and of an item for each; labels of clusters; items."""

    clusters: Codes
    members: Codes
    labels: Sequence[Hashable]
    items: Items

    def on(self, items: Iterable[Hashable]) -> ReadCover:
        """Return the same memberships over all these items."""
        known = named_items(items, None)
        names = known.as_text() if self.items.untyped else known
        number = {item: i for i, item in enumerate(names.ids())}
        own = self.items.ids()
        strange = [own[i] for i in np.unique(self.members).tolist() if own[i] not in number]
        if strange:
            raise InputError("clusters have items that are not in items=", examples=strange)
        places = np.array([number.get(item, MISSING) for item in own], np.int64)
        return self._replace(members=places[self.members], items=known)


def read_form(data: Any, items: Iterable[Hashable] | None) -> ReadCover:
    """Read a cover in whatever form it comes."""
    data = as_list(data)
    if isinstance(data, str | bytes):
        raise InputError(
            f"a cover is a collection of clusters, not text: {data[:20]!r}",
            remedy="pass pw.Cover(pw.read(…)) for a file",
        )
    if hasattr(type(data), "columns"):
        raise InputError(
            "this is a data frame, not a cover",
            remedy="pass pw.Cover(pw.read(frame)) if it has a row for each item in each cluster, "
            "pw.Cover(frame.to_numpy()) if it is a 0/1 matrix",
        )
    if hasattr(data, "tocsr") or (isinstance(data, np.ndarray) and data.ndim == 2):
        return _read_matrix(data, items)
    if hasattr(data, "communities"):
        nodes = getattr(getattr(data, "graph", None), "nodes", None)
        return read_clusters(data.communities, items if nodes is None or items else list(nodes))
    if hasattr(data, "membership"):
        return _read_memberships(data, items)
    if isinstance(data, Mapping):
        return _read_mapping(data, items)
    if isinstance(data, Set) or (isinstance(data, list | tuple) and _are_collections(data)):
        _refuse_rows_of_a_matrix(data)
        return read_clusters(data, items)
    return _of_clustering(data, items)


def _is_collection(data: object) -> bool:
    """Tell items of a cluster, or labels of an item, from a single one."""
    if isinstance(data, _COLLECTIONS):
        return True
    return hasattr(data, "__array__") and getattr(data, "ndim", 0) == 1  # a series, an index


def _are_collections(data: Sequence[object]) -> bool:
    return not data or all(map(_is_collection, data))


def _refuse_rows_of_a_matrix(clusters: Set[Any] | Sequence[Any]) -> None:
    """Refuse lists of 0 and 1, as long as each other, that repeat them: they list no items."""
    rows = [part for part in clusters if isinstance(part, list | tuple | np.ndarray)]
    if len(rows) < len(clusters) or len({len(row) for row in rows}) != 1:
        return
    if all(_is_0_or_1(x) for row in rows for x in row) and any(
        len({*row}) < len(row) for row in rows
    ):
        raise InputError(
            "a list of lists of 0 and 1 may be a matrix or a list of clusters",
            remedy="pass pw.Cover(np.array(rows)) if it is a matrix items × clusters, or sets of "
            "items if they are clusters",
        )


def _is_0_or_1(entry: object) -> bool:
    return isinstance(entry, int | float | np.generic) and entry in (0, 1)


def read_clusters(clusters: Any, items: Iterable[Hashable] | None) -> ReadCover:
    """Read a list of collections of items, or a mapping from names to such collections."""
    named = clusters.items() if isinstance(clusters, Mapping) else enumerate(clusters)
    known = None if items is None else named_items(items, None)
    number: dict[Hashable, int] = {} if known is None else {x: i for i, x in enumerate(known.ids())}
    owners: list[int] = []
    members: list[int] = []
    labels: list[Hashable] = []
    for name, part in named:
        if isinstance(part, str | bytes) or not isinstance(part, Iterable):
            raise InputError(f"cluster {name!r} must be a list of items, not {part!r}")
        for item in part.tolist() if isinstance(part, np.ndarray) else part:
            check_item(item, f"cluster {name!r}")
            if known is not None and item not in number:
                raise InputError("clusters have items that are not in items=", examples=[item])
            members.append(number.setdefault(item, len(number)))
            owners.append(len(labels))
        labels.append(name)
    if known is None:
        known = Items(len(number), names=tuple(number), keyed=True, ordered=False)
    return ReadCover(np.array(owners, np.int64), np.array(members, np.int64), labels, known)


def _read_mapping(data: Mapping[Any, Any], items: Iterable[Hashable] | None) -> ReadCover:
    """Read item → label or labels; no label, None or NaN: the item is in no cluster."""
    rows: list[tuple[int, Hashable]] = []
    for place, (item, labels) in enumerate(data.items()):
        several = _is_collection(labels)
        own = (
            (labels.tolist() if isinstance(labels, np.ndarray) else labels) if several else [labels]
        )
        for label in own:
            check_label(label, item)
            if not is_missing(label):
                rows.append((place, label))
    number: dict[Hashable, int] = {}
    clusters = [number.setdefault(label, len(number)) for _, label in rows]
    members = np.array([place for place, _ in rows], np.int64)
    known = named_items(data.keys(), len(data), ordered=False)
    read = ReadCover(np.array(clusters, np.int64), members, list(number), known)
    return read if items is None else read.on(items)


def check_label(label: Any, item: Hashable) -> None:
    """Refuse what cannot name a cluster."""
    try:
        hash(label)
    except TypeError:
        raise InputError(
            f"item {item!r} has {label!r} among its labels, which cannot name a cluster",
            remedy="map each item to a list of labels, such as text or numbers",
        ) from None


def _read_matrix(data: Any, items: Iterable[Hashable] | None) -> ReadCover:
    """Read a 0/1 matrix with a row for each item and a column for each cluster."""
    if hasattr(data, "tocsr"):
        entries = data.tocoo()
        rows, columns = (np.asarray(axis, np.int64) for axis in (entries.row, entries.col))
        values = np.asarray(entries.data)
    else:
        if np.ma.is_masked(data):
            raise InputError("the matrix is masked", remedy="fill it in: matrix.filled(0)")
        data = np.asarray(data)  # of a matrix, a row is a matrix again
        rows, columns = np.nonzero(data)
        values = data[rows, columns]
    odd = np.flatnonzero((values != 1) & (values != 0))
    if len(odd):
        row, column = int(rows[odd[0]]), int(columns[odd[0]])
        raise InputError(
            f"a membership matrix must hold 0 and 1, but row {row}, column {column} has "
            f"{values[odd[:1]].tolist()[0]!r}",
            remedy="round it, for example matrix > 0.5",
        )
    n, k = data.shape
    known = Items(n) if items is None else named_items(items, n)
    here = np.asarray(values == 1)
    return ReadCover(columns[here].astype(np.int64), rows[here], list(range(k)), known)


def _read_memberships(data: Any, items: Iterable[Hashable] | None) -> ReadCover:
    """Read the clusters of each vertex, as igraph's covers have them; or its one cluster."""
    labels = list(data.membership)
    names = graph_names(data) if items is None else items
    if not any(isinstance(own, list | tuple) for own in labels):
        return _of_clustering(labels, names)
    several = [own if isinstance(own, list | tuple) else [own] for own in labels]
    members = np.repeat(np.arange(len(labels)), [len(own) for own in several])
    number: dict[Hashable, int] = {}
    clusters = [number.setdefault(label, len(number)) for own in several for label in own]
    known = Items(len(labels)) if names is None else named_items(names, len(labels))
    return ReadCover(np.array(clusters, np.int64), members, list(number), known)


def read_rows(
    items: object, clusters: object, universe: Iterable[Hashable] | None, untyped: bool = False
) -> ReadCover:
    """Read two columns, with a row for each item in each cluster."""
    members, names = factorize(items)
    codes, labels = factorize(clusters)
    if len(members) != len(codes):
        raise InputError(
            f"there are {many(len(members), 'item')} but {many(len(codes), 'cluster')}; each row "
            "needs an item and its cluster"
        )
    nameless: NDArray[Any] = np.flatnonzero(members == MISSING)
    if len(nameless):
        raise InputError(
            "rows have no item",
            count=len(nameless),
            examples=nameless[:3].tolist(),
            what="rows",
            remedy="name the item of each row",
        )
    known = Items(len(names), names=tuple(names), keyed=True, ordered=False, untyped=untyped)
    here = codes != MISSING
    read = ReadCover(codes[here], members[here], labels, known)
    return read if universe is None else read.on(universe)


def _of_clustering(data: Any, items: Iterable[Hashable] | None) -> ReadCover:
    """Read labels: a cover without overlap, in which items without a label are in no cluster."""
    labels, known = field_labels(data)
    names = known if items is None else items
    clustering = labels if isinstance(labels, Clustering) else None
    if clustering is None and not isinstance(labels, Mapping):
        coded = factorize(labels)
        if (coded.codes == MISSING).any():
            found = (
                Items(len(coded.codes)) if names is None else named_items(names, len(coded.codes))
            )
            here = np.flatnonzero(coded.codes != MISSING)
            return ReadCover(coded.codes[here], here, coded.labels, found)
    clustering = clustering or Clustering(labels, items=names)
    read = ReadCover(
        clustering.codes, np.arange(clustering.n), clustering.cluster_labels, clustering.item_set
    )
    same = items is None or clustering.items == tuple(items)
    return read if same or items is None else read.on(items)
