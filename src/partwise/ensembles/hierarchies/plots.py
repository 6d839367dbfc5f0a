"""The charts of hierarchies: dendrogram, tanglegram, curves over cuts."""

from __future__ import annotations

import numpy as np

from partwise.base import InputError
from partwise.charts import (
    Branching,
    CutPoint,
    Figure,
    Pictures,
    Plots,
    cut_curve,
    dendrogram_of_items,
    tanglegram,
)
from partwise.ensembles.hierarchies.cut_curve import CutCurve
from partwise.ensembles.hierarchies.hierarchy import Hierarchy
from partwise.ensembles.hierarchies.tree_arrays import Tree
from partwise.ensembles.hierarchies.untangling import untangled

MOST_LEAVES = 60
"""The most in a dendrogram; in a larger one, leaves are clusters."""
MOST_LINES = 150
"""The most in a tanglegram."""


class HierarchyPlots(Plots[Hierarchy]):
    """``hierarchy.plot()`` and the other charts of a hierarchy.

    Examples
    --------
    >>> import partwise as pw
    >>> h = pw.Hierarchy([[["a", "b"], "c"], ["d", "e"]])
    >>> h.plot(), h.plot.tanglegram([[["a", "c"], "b"], ["d", "e"]])
    (<Figure 'Dendrogram'>, <Figure 'Two hierarchies face to face'>)
    """

    def dendrogram(self, title: str = "Dendrogram") -> Figure:
        """Draw the dendrogram; with many items, only its upper part, with clusters as leaves."""
        tree, names = self._result.tree, [str(item) for item in self._result.items]
        if tree.n <= MOST_LEAVES:
            return dendrogram_of_items(_branching(tree), names, title=title)
        counts = tree.clusters[tree.steps]
        fits = np.flatnonzero(counts <= MOST_LEAVES)[0]
        codes = tree.codes(int(tree.steps[fits]))
        _, leaves, sizes = np.unique(codes, return_index=True, return_counts=True)
        short = [
            names[leaf] if size == 1 else f"{names[leaf]} + {size - 1}"
            for leaf, size in zip(leaves.tolist(), sizes.tolist(), strict=True)
        ]
        figure = dendrogram_of_items(_branching(tree.restricted(leaves)), short, title=title)
        return figure.noted(
            f"The leaves are {len(leaves)} clusters of {tree.n:,} items. Each has the name of its "
            "first item and the number of its other items."
        )

    def tanglegram(
        self,
        other: object,
        *,
        names: tuple[str, str] = ("first", "second"),
        clusters: int | None = None,
        title: str = "Two hierarchies face to face",
    ) -> Figure:
        """Draw two hierarchies of the same items face to face, with a line for each item.

        Branches are rotated so that few lines cross.

        Parameters
        ----------
        other : Hierarchy, or anything that Hierarchy accepts
            A hierarchy of the same items, at most 150.
        names : pair of str
            Names of the two hierarchies.
        clusters : int, optional
            Cut the first hierarchy into this many clusters, and colour the lines by cluster.
        title : str
            Title of the chart.
        """
        first, second, matched = self._result.matched_trees(other)
        if first.n > MOST_LINES:
            raise InputError(
                f"a tanglegram of {first.n:,} items would be unreadable; the limit is {MOST_LINES}",
                remedy="restrict both hierarchies to some items: first.restrict(items)",
            )
        groups = None if clusters is None else self._result.cut(clusters=clusters).codes.tolist()
        layout = untangled(first, second, matched)
        back = np.argsort(matched)  # leaves of the second by the numbers of the first
        rows = [
            [int(back[child]) if child < second.n else child for child in second.row(node)]
            for node in range(second.nodes)
        ]
        order = back[layout.second].tolist()
        return tanglegram(
            _branching(first, names[0], layout.first),
            Branching(names[1], order, rows, second.heights.tolist()),
            [str(item) for item in self._result.items],
            groups=groups,
            crossings=layout.crossings,
            title=title,
        )

    __call__ = dendrogram

    def _pictures(self) -> Pictures:
        return {"dendrogram": self.dendrogram}


class CutCurvePlots(Plots[CutCurve]):
    """``curve.plot()``: an index of two hierarchies over the number of clusters."""

    def curve(self) -> Figure:
        """Draw the curve with its null band."""
        result = self._result
        parts = (result.clusters, result.values, result.expected, result.low, result.high)
        return cut_curve(
            [CutPoint(*row) for row in zip(*(part.tolist() for part in parts), strict=True)],
            index=result.index.short,
            level=result.level,
            lower_is_better=result.index.direction == "distance",
        )

    __call__ = curve

    def _pictures(self) -> Pictures:
        return {"cuts": self.curve}


def _branching(tree: Tree, name: str = "", order: list[int] | None = None) -> Branching:
    rows = [tree.row(node) for node in range(tree.nodes)]
    places = tree.order.tolist() if order is None else order
    return Branching(name, places, rows, tree.heights.tolist())
