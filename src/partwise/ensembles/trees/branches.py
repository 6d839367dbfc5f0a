"""Names that follow main parents: a cluster keeps its name as long as its largest part lasts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from partwise.ensembles.trees.links import Links


def branch_names(labels: Sequence[Sequence[Hashable]], links: Sequence[Links]) -> list[list[str]]:
    """Return a name for each cluster of each level, in the order of the labels.

    Clusters of the first level are called as their labels. Further down, the main child of a
    cluster keeps its name; what else splits off is called by that name and a number.

    Examples
    --------
    >>> import numpy as np
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
