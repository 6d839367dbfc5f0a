"""Two levels of a tree: which clusters share items, main parents, and names that follow them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Codes
from partwise.tables import counted

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Links:
    """The clusters of two levels that share items, by parent and then by child.

    Parameters
    ----------
    parents, children, counts : arrays, an entry for each two clusters that share items
        The two clusters by their numbers, and how many items they share.
    parent_sizes, child_sizes : arrays
        Sizes of the clusters of both levels.

    Examples
    --------
    >>> links = Links.between(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1]))
    >>> links.counts.tolist(), links.in_proportions.tolist()
    ([2, 1, 1], [1.0, 0.5, 0.5])
    >>> links.is_main_parent.tolist()
    [True, False, True]
    """

    parents: Codes
    children: Codes
    counts: Codes
    parent_sizes: Codes
    child_sizes: Codes

    @classmethod
    def between(cls, upper: Codes, lower: Codes) -> Links:
        """Count two columns of numbers of clusters, none of which is left out."""
        table = counted(upper, lower)
        parents, children, counts = table.cells
        return cls(parents, children, counts, table.row_sizes, table.column_sizes)

    @property
    def in_proportions(self) -> Floats:
        """Which part of the child comes from this parent."""
        return self.counts / self.child_sizes[self.children]

    @property
    def out_proportions(self) -> Floats:
        """Which part of the parent goes to this child."""
        return self.counts / self.parent_sizes[self.parents]

    @cached_property
    def is_main_parent(self) -> NDArray[np.bool_]:
        """Whether the parent gives the child most items.

        If several parents give as many, it is the smallest of them, and then the first.
        """
        sizes = self.parent_sizes[self.parents]
        order = np.lexsort((self.parents, sizes, -self.counts, self.children))
        marks = np.zeros(len(order), bool)
        marks[order[_firsts(self.children[order])]] = True
        return marks

    @property
    def main_parents(self) -> Codes:
        """The main parent of each child."""
        main = self.is_main_parent
        parents = np.empty(len(self.child_sizes), np.int64)
        parents[self.children[main]] = self.parents[main]
        return parents

    @property
    def main_children(self) -> Codes:
        """The child to which each parent gives most items, for parents that are main parents.

        If several children get as many, it is the smallest of them, and then the first.
        """
        main = np.flatnonzero(self.is_main_parent)
        parents, children = self.parents[main], self.children[main]
        order = np.lexsort((children, self.child_sizes[children], -self.counts[main], parents))
        return children[order[_firsts(parents[order])]]

    def several_parents(self, share: float) -> Codes:
        """Return the children of which two parents or more each give at least this share."""
        large = self.children[self.in_proportions >= share]
        return np.flatnonzero(np.bincount(large, minlength=len(self.child_sizes)) > 1)

    def best_jaccards(self) -> tuple[Floats, Floats]:
        """Return, for each parent and each child, its Jaccard with the most similar of the others.

        Jaccard is the number of items that two clusters share, divided by that in either.
        """
        sizes = self.parent_sizes[self.parents] + self.child_sizes[self.children]
        jaccards = self.counts / (sizes - self.counts)
        best = np.zeros(len(self.parent_sizes)), np.zeros(len(self.child_sizes))
        np.maximum.at(best[0], self.parents, jaccards)
        np.maximum.at(best[1], self.children, jaccards)
        return best

    def sc3_terms(self) -> tuple[Floats, Floats]:
        """Return, for each parent and each child, what the other level adds to its stability.

        The mean share of its items in the clusters that hold them, divided by the number of these.
        """
        return (
            _sc3(self.parents, self.in_proportions, len(self.parent_sizes)),
            _sc3(self.children, self.out_proportions, len(self.child_sizes)),
        )


def _sc3(clusters: Codes, shares: Floats, k: int) -> Floats:
    pieces = np.bincount(clusters, minlength=k)
    stability: Floats = np.bincount(clusters, shares, k) / pieces**2
    return stability


def _firsts(values: Codes) -> NDArray[np.bool_]:
    """Tell of sorted values whether each is the first of its kind."""
    is_first: NDArray[np.bool_] = np.diff(values, prepend=-1) != 0
    return is_first


def branch_names(labels: Sequence[Sequence[Hashable]], links: Sequence[Links]) -> list[list[str]]:
    """Return a name for each cluster of each level, in the order of the labels.

    Clusters of the first level are called as their labels. Further down, the main child of a
    cluster keeps its name; what else splits off is called by that name and a number.

    Examples
    --------
    >>> a, b = np.array([0, 0, 0, 0, 1]), np.array([0, 0, 0, 1, 2])
    >>> branch_names([["x", "y"], [7, 8, 9]], [Links.between(a, b)])
    [['x', 'y'], ['x', 'x_1', 'y']]
    """
    taken: set[str] = set()
    levels = [[_unused(str(label), taken) for label in labels[0]]]
    for link in links:
        above = levels[-1]
        names = [above[parent] for parent in link.main_parents.tolist()]
        kept = set(link.main_children.tolist())
        levels.append(
            [
                name if child in kept else _unused(name, taken, first=1)
                for child, name in enumerate(names)
            ]
        )
    return levels


def _unused(name: str, taken: set[str], first: int = 0) -> str:
    """Return a name with the first number that makes it new, 0 for none, and mark it as taken."""
    number, unused = first, name if first == 0 else f"{name}_{first}"
    while unused in taken:
        number += 1
        unused = f"{name}_{number}"
    taken.add(unused)
    return unused
