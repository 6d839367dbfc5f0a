"""``Hierarchy``: a dendrogram, or any tree with items as leaves."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from partwise.base import AlignmentError, InNotebooks, InputError, many
from partwise.catalogue import as_index
from partwise.clusterings import (
    Clustering,
    Codes,
    Factorized,
    Items,
    MissingPolicy,
    NoisePolicy,
    Policies,
    renumber,
)
from partwise.ensembles.hierarchies.agreement import (
    TwoTrees,
    cophenetic_correlation,
    correlation_with_distances,
    distances_of_pairs,
    goodman_kruskal,
    matched_leaves,
    rank_correlation,
)
from partwise.ensembles.hierarchies.cut_curve import CutCurve, curve_of_cuts
from partwise.ensembles.hierarchies.flat_reference import best_of_cuts, codes_of_leaves
from partwise.ensembles.hierarchies.newick import write_newick
from partwise.ensembles.hierarchies.purity import purity_of_tree, rounded_purity
from partwise.ensembles.hierarchies.sources import Source, read_source
from partwise.ensembles.hierarchies.tree_arrays import Tree
from partwise.ensembles.sweeps.best_threshold import BestThreshold
from partwise.ensembles.sweeps.merges import Merges
from partwise.scoring import Which

if TYPE_CHECKING:
    from partwise.ensembles.hierarchies.plots import HierarchyPlots


class Hierarchy(InNotebooks):
    """A hierarchical clustering: a dendrogram, or any rooted tree of items. Immutable.

    Parameters
    ----------
    tree : array, estimator, list, tuple, str or Hierarchy
        A linkage matrix of SciPy; a fitted scikit-learn model with ``children_`` (and optionally
        ``distances_``), or only its ``children_``; a fitted ``HDBSCAN``; nested lists or
        tuples of items; or text in Newick format. Nodes may have more than two children.
    items : sequence of hashable, optional
        Names of the items, in the order of the data. Nested lists and Newick text contain the
        names; for these, ``items`` gives the order of items in labels without names.

    Notes
    -----
    Heights come from the linkage matrix or ``distances_``; without these, the merges of an
    estimator have the heights 1, 2, 3, …. In nested lists and Newick text, the height of a node is
    the length of the longest path down to a leaf, with Newick's branch lengths if there are any. A
    node that is lower than one of its children (an inversion, for example from centroid linkage)
    gets that child's height, as in :func:`scipy.cluster.hierarchy.fcluster`.

    Examples
    --------
    >>> h = Hierarchy([[["ann", "bob"], "cy"], ["dee", "eve", "flo"]])
    >>> h
    <Hierarchy of 6 items: 4 nodes, at most 3 children each, height 3>
    >>> list(h.cut(clusters=2).clusters())
    [('ann', 'bob', 'cy'), ('dee', 'eve', 'flo')]
    >>> h.to_newick()
    '(((ann:1,bob:1):1,cy:2):1,(dee:1,eve:1,flo:1):2);'
    """

    __slots__ = ("_items", "_tree")
    _tree: Tree
    _items: Items

    def __init__(self, tree: object, *, items: Iterable[Hashable] | None = None) -> None:
        if isinstance(tree, Hierarchy):
            tree = Source(tree._tree, tree._items)
        self._tree, self._items = read_source(tree, items)

    @property
    def n(self) -> int:
        """Number of items."""
        return self._tree.n

    @property
    def items(self) -> tuple[Hashable, ...]:
        """Names of the items, or their positions if they have no names."""
        return self._items.ids()

    @property
    def item_set(self) -> Items:
        """What is known about the items: names, positions."""
        return self._items

    @property
    def heights(self) -> NDArray[np.float64]:
        """Heights of the nodes that join items, rising."""
        return self._tree.heights.copy()

    @property
    def height(self) -> float:
        """Height of the root; 0 if there is only one item."""
        return float(self._tree.heights[-1]) if self._tree.nodes else 0.0

    @property
    def is_binary(self) -> bool:
        """Whether every node has two children."""
        return self._tree.is_binary

    @property
    def order(self) -> tuple[Hashable, ...]:
        """The items from one end of the dendrogram to the other."""
        ids = self.items
        return tuple(ids[leaf] for leaf in self._tree.order.tolist())

    @property
    def cluster_counts(self) -> Codes:
        """Possible numbers of clusters of a cut, from all items apart to all together."""
        return np.asarray(self._tree.clusters[self._tree.steps], np.int64)

    def cut(self, height: float | None = None, *, clusters: int | None = None) -> Clustering:
        """Cut at a height, or into a number of clusters.

        Parameters
        ----------
        height : float, optional
            Items are in one cluster if they are joined at this height or below.
        clusters : int, optional
            The number of clusters. Nodes of the same height are joined at once, so some numbers may
            be impossible.

        Examples
        --------
        >>> h = Hierarchy("((a:1,b:1):2,(c:2,d:2):1);")
        >>> h.cut(1.5).sizes.tolist(), h.cut(clusters=2).sizes.tolist()
        ([2, 1, 1], [2, 2])
        """
        if (height is None) == (clusters is None):
            raise InputError("pass either height= or clusters=")
        tree = self._tree
        joined = tree.below(height) if clusters is None else tree.leaving(clusters)
        codes, first = renumber(self._tree.codes(joined))
        return Clustering.from_codes(Factorized(codes, list(range(len(first)))), self._items)

    def restrict(self, items: Iterable[Hashable]) -> Hierarchy:
        """Return the hierarchy of some items, given by name, or by position if they have no names.

        Examples
        --------
        >>> Hierarchy([[["a", "b"], "c"], "d"]).restrict(["a", "c", "d"]).to_newick()
        '((a:2,c:2):1,d:3);'
        """
        where = {item: i for i, item in enumerate(self.items)}
        wanted = list(dict.fromkeys(items))
        strange = [item for item in wanted if item not in where]
        if strange:
            raise AlignmentError("these items are not in the hierarchy", examples=strange)
        if not wanted:
            raise AlignmentError("no items are left")
        chosen = np.array(sorted(where[item] for item in wanted), np.int64)
        return Hierarchy(Source(self._tree.restricted(chosen), self._items.take(chosen)))

    def to_linkage(self) -> NDArray[np.float64]:
        """Return a linkage matrix for SciPy, if every node has two children.

        Examples
        --------
        >>> Hierarchy([["a", "b"], "c"]).to_linkage().tolist()
        [[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 2.0, 3.0]]
        """
        tree = self._tree
        if not tree.is_binary:
            raise InputError(
                "a linkage matrix needs nodes with two children, but some have more",
                remedy="to_newick() writes any hierarchy",
            )
        pairs = np.sort(tree.children.reshape(-1, 2), axis=1)
        return np.column_stack([pairs, tree.heights, tree.sizes[tree.n :]]).astype(np.float64)

    def to_newick(self, *, lengths: bool = True) -> str:
        """Return the hierarchy in Newick format, with differences of heights as branch lengths.

        Parameters
        ----------
        lengths : bool
            Whether to write branch lengths.
        """
        return write_newick(self._tree, self.items, lengths)

    def to_merges(self) -> Merges:
        """Return the joins of items by rising height, in the form that a sweep uses."""
        thresholds = np.r_[-np.inf, self._tree.heights[self._tree.steps[1:] - 1]]
        ends = self.n - self.cluster_counts
        levels = np.repeat(thresholds[1:], np.diff(ends))
        return Merges(self.n, *self._tree.joins(), levels, thresholds, ends, is_score=False)

    def dendrogram_purity(
        self,
        reference: object,
        *,
        exact: bool = False,
        noise: NoisePolicy | None = None,
        noise_label: Hashable = -1,
        missing: MissingPolicy = "raise",
    ) -> float | Fraction:
        """Return the dendrogram purity of the hierarchy for a reference, from 0 to 1 (best).

        For two items of one reference cluster, take the lowest node that contains both, and the
        share of its items that are in that cluster. The purity is the mean over all such pairs
        (Heller and Ghahramani 2005). It is 1 exactly if, for each reference cluster of two or more
        items, some node contains its items and no others.

        Parameters
        ----------
        reference : Clustering, labels, or label columns of a frame or file
            The reference clustering, of the same items.
        exact : bool
            Whether to return a fraction, which is slow for many nodes of different sizes.
        noise, noise_label, missing
            As in :func:`partwise.score`, for noise points of the reference and for items that only
            the reference or only the hierarchy has. "drop" also removes them from the hierarchy.

        Returns
        -------
        float or Fraction
            The purity; NaN if no two items are in one reference cluster.

        Examples
        --------
        >>> Hierarchy([["a1", "a2"], ["b1", ["b2", "a3"]]]).dendrogram_purity(
        ...     {"a1": "a", "a2": "a", "a3": "a", "b1": "b", "b2": "b"}, exact=True
        ... )
        Fraction(43, 60)
        """
        codes = codes_of_leaves(reference, self, Policies(noise, noise_label, missing))
        return (purity_of_tree if exact else rounded_purity)(self._tree, codes)

    def best_cut(
        self,
        reference: object,
        index: Which = "correlation",
        *,
        noise: NoisePolicy | None = None,
        noise_label: Hashable = -1,
        missing: MissingPolicy = "raise",
    ) -> BestThreshold:
        """Return the height at which the cut is most similar to a reference.

        To get the clustering, call ``hierarchy.cut(best.threshold)``. For the scores of all cuts,
        use ``pw.sweep(reference, hierarchy, index)``.

        Parameters
        ----------
        reference : Clustering, labels, or label columns of a frame or file
            The reference clustering, of the same items.
        index : str, Index or callable
            The index that compares the cuts. Indices that cannot be updated while items are joined,
            such as AMI, are evaluated only at some of the heights.
        noise, noise_label, missing
            As in :meth:`~partwise.Hierarchy.dendrogram_purity`.

        Returns
        -------
        BestThreshold
            The height and its score, for few items with a confidence interval that allows for the
            choice of the height; ``pw.sweep(reference, hierarchy, index).best()`` always has it.

        Examples
        --------
        >>> h = Hierarchy([[["a1", "a2"], "a3"], ["b1", "b2"]])
        >>> best = h.best_cut({"a1": "a", "a2": "a", "a3": "a", "b1": "b", "b2": "b"})
        >>> best.threshold, best.score, h.cut(best.threshold).k
        (2.0, 1.0, 2)
        """
        policies = Policies(noise, noise_label, missing)
        return best_of_cuts(reference, self, index, policies)

    def cophenetic_correlation(self, other: object) -> float:
        """Return the correlation of the heights at which two hierarchies join pairs of items.

        It is Pearson's correlation over all pairs (Sokal and Rohlf 1962): 1 for the same hierarchy,
        about 0 for unrelated ones. If you pass the distances between items instead of a second
        hierarchy, it measures how faithfully the dendrogram represents the data.

        Parameters
        ----------
        other : Hierarchy, anything that Hierarchy accepts, or distances
            A hierarchy of the same items, at most 20,000. Or the distances between the items, in
            their order: what SciPy's ``pdist`` returns, or a square matrix. A square data frame is
            matched by the names of the items.

        Examples
        --------
        >>> round(Hierarchy("(((a,b),c),d);").cophenetic_correlation("((a,b),(c,d));"), 4)
        0.3162
        """
        distances = distances_of_pairs(other, self._items)
        if distances is not None:
            return correlation_with_distances(self._tree, distances)
        return cophenetic_correlation(self.matched_trees(other))

    def bakers_gamma(
        self,
        other: object,
        *,
        coefficient: Literal["gamma", "spearman"] = "gamma",
        exact: bool = False,
    ) -> float | Fraction:
        """Return the rank correlation of the heights at which two hierarchies join pairs of items.

        Parameters
        ----------
        other : Hierarchy, or anything that Hierarchy accepts
            A hierarchy of the same items, at most 20,000: the time grows with their square.
        coefficient : {"gamma", "spearman"}
            Goodman and Kruskal's gamma, which Baker (1974) used; or Spearman's correlation, which
            ``cor_bakers_gamma`` of the R package dendextend computes. Gamma compares two pairs only
            if their heights differ in both hierarchies; Spearman's correlation counts ties.
        exact : bool
            Whether to return gamma as a fraction.

        Examples
        --------
        >>> h = Hierarchy("(((a,b),c),d);")
        >>> h.bakers_gamma("((a,b),(c,d));", exact=True)
        Fraction(1, 3)
        >>> round(h.bakers_gamma("((a,b),(c,d));", coefficient="spearman"), 4)
        0.2236
        """
        if coefficient not in ("gamma", "spearman"):
            raise InputError(f'coefficient= must be "gamma" or "spearman", not {coefficient!r}')
        if exact and coefficient != "gamma":
            raise InputError('exact=True is for coefficient="gamma"')
        trees = self.matched_trees(other)
        value = goodman_kruskal(trees) if coefficient == "gamma" else rank_correlation(trees)
        return value if exact else float(value)

    def bk_curve(
        self,
        other: object,
        index: Which = "fowlkes_mallows",
        *,
        clusters: Iterable[int] | None = None,
        level: float = 0.95,
    ) -> CutCurve:
        """Compare two hierarchies cut into 2, 3, 4, … clusters.

        With the index of Fowlkes and Mallows (1983), this is their B_k, with its mean and standard
        deviation if items are shuffled. You can choose any other index.

        Parameters
        ----------
        other : Hierarchy, or anything that Hierarchy accepts
            A hierarchy of the same items.
        index : str, Index or callable
            The index that compares the cuts.
        clusters : iterable of int, optional
            Numbers of clusters. By default, all numbers into which both hierarchies can be cut, or
            2,000 of these with more of the small ones.
        level : float
            Probability of the null band.

        Examples
        --------
        >>> curve = Hierarchy("(((a,b),c),(d,e));").bk_curve("(((a,b),d),(c,e));")
        >>> curve.clusters.tolist(), curve.values.tolist(), curve.expected.round(6).tolist()
        ([2, 3], [0.25, 0.5], [0.4, 0.2])
        """
        return curve_of_cuts(self.matched_trees(other), as_index(index), clusters, level)

    @property
    def tree(self) -> Tree:
        """The tree in arrays."""
        return self._tree

    def matched_trees(self, other: object) -> TwoTrees:
        """Return both trees, and the leaf of the second one for each leaf of the first."""
        theirs = other if isinstance(other, Hierarchy) else Hierarchy(other)
        return TwoTrees(self._tree, theirs._tree, matched_leaves(self._items, theirs._items))

    @property
    def plot(self) -> HierarchyPlots:
        """``plot()`` draws the dendrogram, ``plot.tanglegram(other)`` two that face each other."""
        from partwise.ensembles.hierarchies.plots import HierarchyPlots

        return HierarchyPlots(self)

    def __repr__(self) -> str:
        most = int(np.diff(self._tree.starts).max(initial=0))
        shape = "binary" if self.is_binary else f"at most {most} children each"
        nodes = f"{many(self._tree.nodes, 'node')}, {shape}, height {self.height:.6g}"
        return f"<Hierarchy of {many(self.n, 'item')}: {nodes}>"
