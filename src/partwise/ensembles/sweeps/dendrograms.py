"""Dendrograms as other libraries return them: which subtrees are joined, and how high."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from partwise.base import InputError
from partwise.clusterings import Items
from partwise.engines import is_frame
from partwise.ensembles.hierarchies.sources import single_linkage_of
from partwise.ensembles.sweeps.merges import Merges

_STEPS = (
    "the estimator has no distances_, so thresholds are the numbers of merges; fit it with "
    "compute_distances=True to get distances"
)
_INVERSIONS = (
    "some heights are lower than one within their subtree (inversions); they were raised to the "
    "highest one in it"
)


class Dendrogram(NamedTuple):
    """The merges of a dendrogram, its items, and what to keep in mind about them."""

    merges: Merges
    items: Items
    notes: tuple[str, ...] = ()


def dendrogram_of(data: Any) -> Dendrogram | None:
    """Return the merges of a hierarchy, a linkage matrix or an estimator; None if it is no such.

    A linkage matrix is what :func:`scipy.cluster.hierarchy.linkage` returns, four columns. An
    estimator has ``children_`` as scikit-learn's ``AgglomerativeClustering``, or
    ``single_linkage_tree_`` as ``hdbscan.HDBSCAN``.

    Examples
    --------
    >>> linkage = np.array([[0, 1, 0.5, 2], [2, 3, 1.5, 3]])
    >>> dendrogram_of(linkage).merges.thresholds.tolist()
    [-inf, 0.5, 1.5]
    >>> dendrogram_of([0, 0, 1]) is None
    True
    """
    if is_frame(data):
        return None  # some frames answer to any name
    if hasattr(type(data), "to_merges"):
        return Dendrogram(data.to_merges(), data.item_set)
    if hasattr(data, "children_"):
        return _of_estimator(data)
    if hasattr(data, "fit") and not hasattr(data, "labels_"):
        raise InputError(
            f"{type(data).__name__} is not fitted",
            subject="the dendrogram",
            remedy="fit it first, as in AgglomerativeClustering(compute_distances=True).fit(X)",
        )
    data = _matrix_of(single_linkage_of(data))
    if isinstance(data, np.ndarray) and data.ndim == 2 and data.shape[1] == 4:
        return _of_rows(data[:, :2], data[:, 2], len(data) + 1)
    return None


def _matrix_of(data: Any) -> Any:
    """Return a linkage matrix that is written as a list of lists as an array; others as they are.

    Its heights are floats; a list of labels of four items has whole numbers.
    """
    if not isinstance(data, list | tuple) or not data:
        return data
    are_rows = all(isinstance(row, list | tuple) and len(row) == 4 for row in data)
    if not are_rows or not all(isinstance(row[2], float) for row in data):
        return data
    from scipy.cluster.hierarchy import is_valid_linkage

    matrix = np.array(data)
    return matrix if matrix.dtype.kind == "f" and is_valid_linkage(matrix) else data


def _of_estimator(estimator: Any) -> Dendrogram:
    children = np.asarray(estimator.children_)
    n = int(getattr(estimator, "n_leaves_", len(children) + 1))
    heights = getattr(estimator, "distances_", None)
    if heights is None:
        merges = Merges.of_tree(children, np.arange(1, len(children) + 1), n)
        return Dendrogram(merges, Items(n), (_STEPS,))
    return _of_rows(children, np.asarray(heights), n)


def _of_rows(children: Any, heights: Any, n: int) -> Dendrogram:
    if children.dtype.kind not in "iuf" or heights.dtype.kind not in "iuf":
        raise InputError("all entries must be numbers", subject="the linkage matrix")
    merges = Merges.of_tree(children, heights, n)
    is_raised = not np.array_equal(np.unique(heights), merges.thresholds[1:])
    return Dendrogram(merges, Items(n), (_INVERSIONS,) if is_raised else ())
