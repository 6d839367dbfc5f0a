"""Clusterings as other libraries have them, recognised by their attributes alone.

No library is imported. What is recognised becomes labels, with the names of the items where the
object has them; everything else passes as it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Set, ValuesView
from typing import Any, NamedTuple

import numpy as np

from partwise.base import OVERLAPPING, InputError, listed
from partwise.clusterings.grouped_items import labels_of_clusters, labels_of_pairs

_ATTRIBUTES = ("membership", "communities", "labels_")
_NO_OBJECTS = (str, bytes, Mapping, list, tuple, Set, np.ndarray)
_VERTEX_NAMES = ("name", "_nx_name")  # the second is what igraph keeps of a NetworkX node


class FieldLabels(NamedTuple):
    """Labels in a form that is read as such, and the names of their items if they are known."""

    labels: Any
    items: Iterable[Hashable] | None = None


def as_list(data: Any) -> Any:
    """Return what an iterator or the values of a mapping have, as a list; others as they are."""
    return list(data) if isinstance(data, Iterator | ValuesView) else data


def is_list_of_labels(data: object) -> bool:
    """Tell at a glance a list of numbers or text, which nothing else can be.

    Examples
    --------
    >>> is_list_of_labels([0, 1]), is_list_of_labels([{0, 1}]), is_list_of_labels([])
    (True, False, False)
    """
    return type(data) is list and bool(data) and type(data[0]) in (int, str, float, bool)


def is_field_object(data: object) -> bool:
    """Tell whether another library has one clustering in this form.

    Examples
    --------
    >>> is_field_object([{1, 2}, {3}]), is_field_object([[1, 2], [3]]), is_field_object([1, 2])
    (True, False, False)
    """
    return (
        _are_sets(data)
        or _scored_kind(data) is not None
        or _are_indexed_pairs(data)
        or (_is_object(data) and any(hasattr(data, name) for name in (*_ATTRIBUTES, "fit")))
    )


def field_labels(data: Any) -> FieldLabels:
    """Return the labels of an object of another library; what is none passes as it is.

    Examples
    --------
    >>> field_labels([frozenset({"ann", "bob"}), {"cy"}]).labels["cy"]
    1
    >>> field_labels([((1, 2), (0.9, 0.9)), ((3,), (1.0,))]).labels
    {1: 0, 2: 0, 3: 1}
    """
    if is_list_of_labels(data):
        return FieldLabels(data)
    data = as_list(data)
    if isinstance(data, Mapping):
        _check_one(data)
    if _are_sets(data):
        return FieldLabels(labels_of_clusters(data))
    kind = _scored_kind(data)
    if kind is not None:
        ids = [entry[0] for entry in data]
        return FieldLabels((labels_of_clusters if kind == "clusters" else labels_of_pairs)(ids))
    if _are_indexed_pairs(data):
        return FieldLabels(labels_of_pairs(data))
    return _of_object(data) if _is_object(data) else FieldLabels(data)


def _check_one(data: Mapping[Any, object]) -> None:
    """Refuse several clusterings by name where one is needed: item → label is one."""
    if data and all(isinstance(labels, list | np.ndarray) for labels in data.values()):
        raise InputError(
            f"one clustering is needed, but this is a mapping with {len(data)} names",
            examples=list(data),
            remedy="pass several clusterings to pw.scores or pw.compare; if each entry is a "
            "cluster, pass pw.Clustering.from_clusters(clusters.values())",
        )


def _are_sets(data: object) -> bool:
    """Tell a list or a set of sets: communities of NetworkX."""
    if not isinstance(data, list | tuple | Set) or not data:
        return False
    return all(isinstance(members, Set) for members in data)


def _scored_kind(data: Any) -> str | None:
    """Tell dedupe's clusters, (ids, a score for each), and its links, (two ids, a score)."""
    if not isinstance(data, list | tuple) or not data:
        return None
    kind = _scored_kind_of(data[0])
    is_one = kind is not None and all(_scored_kind_of(entry) == kind for entry in data)
    return kind if is_one else None


def _scored_kind_of(entry: Any) -> str | None:
    entry = entry.item() if isinstance(entry, np.void) else entry
    if not isinstance(entry, tuple) or len(entry) != 2:
        return None
    ids, scores = entry
    if not isinstance(ids, tuple | np.ndarray):
        return None
    if isinstance(scores, float | np.floating):
        return "links" if len(ids) == 2 else None
    if not isinstance(scores, tuple | np.ndarray) or not len(ids) == len(scores) > 0:
        return None
    are_scores = all(isinstance(score, float | np.floating) for score in scores)
    return "clusters" if are_scores else None


def _are_indexed_pairs(data: Any) -> bool:
    """Tell a MultiIndex of two levels of pandas: the pairs of recordlinkage."""
    return type(data).__name__ == "MultiIndex" and getattr(data, "nlevels", 0) == 2


def _is_object(data: object) -> bool:
    """Tell what is neither a plain container nor an array, a series or a frame of any library."""
    if isinstance(data, _NO_OBJECTS):
        return False
    return not any(hasattr(type(data), name) for name in ("__array__", "columns", "to_clustering"))


def _of_object(data: Any) -> FieldLabels:
    if isinstance(data, type) and hasattr(data, "fit"):
        raise InputError(
            f"{data.__name__} is a class, not a fitted model",
            remedy=f"fit one first: {data.__name__}().fit(X)",
        )
    kind = type(data).__name__
    names = [name for name in _ATTRIBUTES if hasattr(data, name)]
    if len(names) > 1:
        offers = listed([f".{name}" for name in names])
        raise InputError(
            f"a {kind} has {offers}, and it is not clear which of them is the clustering",
            remedy="pass one of these attributes",
        )
    if names == ["membership"]:
        return _of_membership(data, kind)
    if names == ["communities"]:
        if getattr(data, "overlap", False):
            raise InputError(f"this {kind} has overlapping communities; {OVERLAPPING}")
        return FieldLabels(labels_of_clusters(data.communities))
    if names == ["labels_"]:
        return FieldLabels(data.labels_)
    if hasattr(data, "fit"):
        raise InputError(
            f"this {kind} has no labels_",
            remedy="fit it first: model.fit(X); if it has no labels_ then, pass model.predict(X)",
        )
    if hasattr(data, "as_clustering"):
        raise InputError(
            f"a {kind} has many clusterings, one for each number of clusters",
            remedy="cut it: dendrogram.as_clustering(), or dendrogram.as_clustering(k)",
        )
    return FieldLabels(data)


def _of_membership(data: Any, kind: str) -> FieldLabels:
    labels = list(data.membership)
    if any(isinstance(label, list | tuple) for label in labels):
        raise InputError(f"this {kind} has vertices in several clusters; {OVERLAPPING}")
    return FieldLabels(labels, graph_names(data))


def graph_names(data: Any) -> Iterable[Hashable] | None:
    """Return the names of the vertices of igraph's graph; None where it has none."""
    vertices: Any = getattr(getattr(data, "graph", None), "vs", None)
    known = [] if vertices is None else vertices.attributes()
    names = (vertices[name] for name in _VERTEX_NAMES if name in known)
    return next(names, None)
