"""Whatever describes a hierarchy → its tree and the names of its leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.clusterings import Items, named_items
from partwise.ensembles.hierarchies.newick import Leaves, read_newick
from partwise.ensembles.hierarchies.tree_arrays import Tree

_FORMS = (
    "pass a linkage matrix of SciPy, a fitted estimator with children_, nested lists of items, or "
    "text in Newick format"
)

_SINGLE_LINKAGE = ("left_node", "right_node", "value", "cluster_size")  # of scikit-learn's HDBSCAN


class Source(NamedTuple):
    """A tree, and the items that its leaves are."""

    tree: Tree
    items: Items


def read_source(data: Any, items: Iterable[Hashable] | None) -> Source:
    """Read a hierarchy from any of the forms that it may have."""
    if isinstance(data, Source):
        if items is not None:
            raise InputError("a Hierarchy already has items", remedy="leave out items=")
        return data
    data = single_linkage_of(data)
    if isinstance(data, str):
        return _of_leaves(read_newick(data), items)
    if isinstance(data, list | tuple):
        return _of_leaves(nested_leaves(data), items)
    if isinstance(data, type) or (hasattr(data, "fit") and not hasattr(data, "children_")):
        name = data.__name__ if isinstance(data, type) else type(data).__name__
        raise InputError(
            f"{name} has no children_",
            subject="the hierarchy",
            remedy="fit an agglomerative model first, such as AgglomerativeClustering().fit(X)",
        )
    if hasattr(data, "children_"):
        return _of_matrix(_estimator_matrix(data), items)
    if hasattr(data, "__array__"):
        return _of_matrix(np.asarray(data), items)
    raise InputError(
        f"cannot read a hierarchy from a value of type {type(data).__name__}",
        subject="the hierarchy",
        remedy=_FORMS,
    )


def nested_leaves(tree: list[Any] | tuple[Any, ...]) -> Leaves:
    """Return the leaves of nested lists; a list is one higher than the highest in it.

    Examples
    --------
    >>> nested_leaves([["a", "b"], "c"])
    Leaves(names=['a', 'b', 'c'], rows=[[0, 1], [3, 2]], heights=[1, 2])
    """
    names: list[Hashable] = []
    nodes: list[list[tuple[bool, int]]] = []  # of each inner node: (is it a leaf, which one)
    heights: list[float] = []
    waiting: list[tuple[Any, int, list[tuple[bool, int]]]] = [(tree, 0, [])]
    while waiting:
        node, place, children = waiting.pop()
        if place < len(node):
            waiting.append((node, place + 1, children))
            if isinstance(node[place], list | tuple):
                waiting.append((node[place], 0, []))
            else:
                children.append((True, len(names)))
                names.append(node[place])
            continue
        if not children:
            path = "".join(f"[{where - 1}]" for _, where, _ in waiting)
            raise InputError("this list is empty; leave it out", subject=f"the hierarchy{path}")
        made = children[0]
        if len(children) > 1:  # a list in a list says nothing more than the inner one
            made = (False, len(nodes))
            nodes.append(children)
            heights.append(1 + max(0 if leaf else heights[which] for leaf, which in children))
        if waiting:
            waiting[-1][2].append(made)
    n = len(names)
    rows = [[which if leaf else n + which for leaf, which in children] for children in nodes]
    return Leaves(names, rows, heights)


def _of_leaves(leaves: Leaves, items: Iterable[Hashable] | None) -> Source:
    """Return a tree whose leaves have names; ``items`` says in which order labels are."""
    _refuse_repeated(leaves.names)
    known = named_items(leaves.names, None, ordered=False)
    tree = Tree.of_rows(len(leaves.names), leaves.rows, leaves.heights)
    if items is None:
        return Source(tree, known)
    wanted = named_items(items, None)
    place = {name: i for i, name in enumerate(leaves.names)}
    strange = [name for name in wanted.ids() if name not in place]
    absent = set(leaves.names) - set(wanted.ids())
    if strange or absent:
        raise InputError(
            "items= must name all leaves of the hierarchy and nothing else (names that are not "
            f"leaves: {len(strange)}, leaves that are not named: {len(absent)})",
            examples=[*strange, *(name for name in leaves.names if name in absent)],
        )
    return Source(tree.restricted(np.array([place[name] for name in wanted.ids()])), wanted)


def _refuse_repeated(names: list[Hashable]) -> None:
    """Refuse names that several leaves have."""
    try:
        repeated = [name for name, count in Counter(names).items() if count > 1]
    except TypeError:  # what cannot be a name is refused elsewhere
        return
    if repeated:
        raise InputError(
            "several leaves have the same name",
            subject="the hierarchy",
            examples=repeated,
            remedy="give each item its own name",
        )


def _estimator_matrix(model: Any) -> NDArray[Any]:
    """Return the children and, where the model has them, the distances at which they are joined."""
    children = np.asarray(model.children_)
    leaves = getattr(model, "n_leaves_", len(children) + 1)
    if leaves != len(children) + 1:
        raise InputError(
            f"the tree of this {type(model).__name__} is incomplete: it has {leaves} leaves but "
            f"only {many(len(children), 'merge')}",
            subject="the hierarchy",
            remedy="fit it with compute_full_tree=True",
        )
    distances = getattr(model, "distances_", None)
    return children if distances is None else np.c_[children, distances]


def _of_matrix(matrix: NDArray[Any], items: Iterable[Hashable] | None) -> Source:
    """Return the tree of a linkage matrix, or of children without heights.

    Without heights, the first merge has the height 1, the second 2, and so on.
    """
    if matrix.ndim != 2 or matrix.shape[1] not in (2, 3, 4) or matrix.dtype.kind not in "iuf":
        raise InputError(
            f"an array of shape {matrix.shape} and type {matrix.dtype} is not a linkage matrix",
            subject="the hierarchy",
            remedy="its columns must be the two children, their height and the number of items",
        )
    n, children = len(matrix) + 1, checked_children(matrix[:, :2], len(matrix) + 1)
    heights = matrix[:, 2] if matrix.shape[1] > 2 else np.arange(1, n)
    wrong = np.flatnonzero(~((heights >= 0) & np.isfinite(heights)))
    if len(wrong):
        raise _row_error(f"has the height {heights[wrong[0]]}; heights must be at least 0", wrong)
    rows = np.ascontiguousarray(children).ravel()
    tree = Tree.of_children(n, rows, np.arange(n) * 2, heights.astype(np.float64))
    if matrix.shape[1] == 4:
        _check_sizes(children, matrix[:, 3])
    return Source(tree, Items(n) if items is None else named_items(items, n))


def checked_children(children: NDArray[Any], n: int) -> NDArray[np.int64]:
    """Refuse rows that do not join two parts of n items which exist and are not joined yet."""
    made = n + np.arange(len(children))[:, None]  # the part that each row makes
    exists = (children >= 0) & (children < made)
    whole = np.where(exists, children, 0).astype(np.int64)  # fits all types
    wrong = np.flatnonzero((~exists | (whole != children)).any(axis=1))
    if len(wrong) == 0:
        again = np.ones(whole.size, bool)
        again[np.unique(whole, return_index=True)[1]] = False
        wrong = np.flatnonzero(again.reshape(whole.shape).any(axis=1))
    if len(wrong):
        problem = (
            f"joins {children[wrong[0]].tolist()}, but a row must join two items (0 to {n - 1}) or "
            f"earlier rows ({n}, {n + 1}, …), and each can be joined only once"
        )
        raise _row_error(problem, wrong)
    return whole


def _check_sizes(children: NDArray[np.int64], sizes: NDArray[Any]) -> None:
    """Refuse a fourth column that is not the number of items."""
    known = np.r_[np.ones(len(children) + 1), sizes]
    wrong = np.flatnonzero(known[children].sum(axis=1) != sizes)
    if len(wrong):
        row = wrong[0]
        problem = f"says {sizes[row]} items, but its parts have {known[children[row]].tolist()}"
        raise _row_error(problem, wrong)


def _row_error(problem: str, wrong: NDArray[np.int64]) -> InputError:
    more = f" ({many(len(wrong), 'row')} like it)" if len(wrong) > 1 else ""
    return InputError(f"row {wrong[0]} {problem}{more}", subject="the linkage matrix")


def single_linkage_of(data: Any) -> Any:
    """Return the linkage matrix of a model or a tree of HDBSCAN; else the data.

    The package hdbscan and scikit-learn have a model of this name each.
    """
    tree = data
    for name in ("single_linkage_tree_", "_single_linkage_tree_"):
        tree = getattr(tree, name, tree)
    if type(tree).__name__ == "CondensedTree":
        raise InputError(
            "the condensed tree of HDBSCAN leaves out merges",
            subject="the hierarchy",
            remedy="pass the fitted model, or its single_linkage_tree_",
        )
    if isinstance(tree, np.ndarray) and tree.dtype.names == _SINGLE_LINKAGE:
        return np.column_stack([tree[name] for name in _SINGLE_LINKAGE])
    is_tree = hasattr(type(tree), "get_clusters") and hasattr(tree, "to_numpy")
    return tree.to_numpy() if is_tree else tree
