"""Ordered clusterings as a tree: nodes are clusters, edges the items that two of them share."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from partwise.base import Backend, Cell, InputError, Result, Table, frame_of, listed_up_to, many
from partwise.clusterings import Clustering, Codes, MissingPolicy, NoisePolicy, Policies
from partwise.engines import Coverage, Several, named, read_items
from partwise.ensembles.numbered_names import by_number, natural_key
from partwise.ensembles.trees.links import Floats, Links, branch_names
from partwise.ensembles.trees.records import TreeEdge, TreeNode
from partwise.tables import as_cell

if TYPE_CHECKING:
    from partwise.ensembles.trees.plots import TreePlots

TreeTable: TypeAlias = Literal["nodes", "edges"]

NOTABLE_SHARE = 0.1
"""The share of a cluster from which on a parent counts as one of several, as in clustree."""


@dataclass(frozen=True, eq=False)
class ClusterTree(Result):
    """How clusters split and mix from level to level. Made by :func:`tree`; prints as a table.

    Parameters
    ----------
    clusterings : dict
        The clusterings by name, from the top level to the bottom.
    coverage : Coverage
        Which items were compared.
    """

    clusterings: dict[str, Clustering]
    coverage: Coverage

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the clusterings, from top to bottom."""
        return tuple(self.clusterings)

    @cached_property
    def nodes(self) -> tuple[TreeNode, ...]:
        """The clusters of all levels, from top to bottom and by their labels."""
        columns = zip(
            self.levels, self._labels, self._sizes, *self._stability, self._branches, strict=True
        )
        return tuple(
            TreeNode(level, *cluster)
            for level, *lists in columns
            for cluster in zip(*lists, strict=True)
        )

    @cached_property
    def edges(self) -> tuple[TreeEdge, ...]:
        """Clusters of neighbouring levels that share items, from top to bottom and by labels."""
        edges = []
        ends = pairwise(zip(self.levels, self._labels, strict=True))
        for ((upper, above), (lower, below)), link in zip(ends, self._links, strict=True):
            columns = (
                *(link.parents, link.children, link.counts),
                *(link.in_proportions, link.out_proportions, link.is_main_parent),
            )
            for parent, child, *numbers in zip(*(c.tolist() for c in columns), strict=True):
                edges.append(TreeEdge(upper, above[parent], lower, below[child], *numbers))
        return tuple(edges)

    @cached_property
    def relabelled(self) -> dict[Any, Clustering]:
        """The clusterings with consistent cluster names, by level.

        Clusters of the top level keep their labels, as text. The main child of a cluster keeps its
        name; it is the child that gets the most items, among those whose main parent is this
        cluster. Other clusters that split off get new names: ``2_1`` is the first from ``2``.

        Examples
        --------
        >>> result = tree({1: [0, 0, 0, 0, 1, 1], 2: [5, 5, 5, 3, 8, 8]})
        >>> result.relabelled[2].labels
        ('0', '0', '0', '0_1', '1', '1')
        """
        renamed = {}
        for (level, clustering), order, names in zip(
            self.clusterings.items(), self._orders, self._branches, strict=True
        ):
            name_of = dict(zip(order, names, strict=True))
            in_turn = [name_of[cluster] for cluster in range(clustering.k)]
            renamed[level] = clustering.regroup(clustering.codes, in_turn)
        return renamed

    @cached_property
    def several_parents(self) -> dict[Any, tuple[Hashable, ...]]:
        """By level, the clusters that get at least 10% of their items from each of two parents."""
        clusters: dict[Any, tuple[Hashable, ...]] = {self.levels[0]: ()}
        below = zip(self.levels[1:], self._labels[1:], self._links, strict=True)
        for level, labels, link in below:
            mixed = link.several_parents(NOTABLE_SHARE).tolist()
            clusters[level] = tuple(labels[child] for child in mixed)
        return clusters

    @property
    def unstable(self) -> tuple[str, ...]:
        """The levels at which clusters have several parents."""
        return tuple(level for level, clusters in self.several_parents.items() if clusters)

    @property
    def is_nested(self) -> bool:
        """Whether each cluster is inside one cluster of the level above."""
        return all(bool(link.is_main_parent.all()) for link in self._links)

    @property
    def notes(self) -> tuple[str, ...]:
        """How to read the table, and how noise points and missing labels were treated."""
        reading = (
            "several parents: clusters that get at least 10% of their items from each of two "
            "clusters above. from others: share of items that do not come from the main parent of "
            "their cluster. stability (SC3), Jaccard: means over clusters; 1 if nothing changes."
        )
        first, *_, last = self.clusterings.values()
        turned = (
            f"the top level has {many(first.k, 'cluster')} and the bottom level {last.k}: pass the "
            "coarsest level first, unsorted (sort=False, --no-sort), to see how clusters split"
        )
        return (reading, *([turned] if first.k > last.k else []), *self.coverage.notes())

    # --- what is counted, once

    @cached_property
    def _orders(self) -> list[list[int]]:
        """The clusters of each level by their numbers, in the order of their labels."""
        return [
            sorted(range(c.k), key=lambda i: (natural_key(c.cluster_labels[i]), i))
            for c in self.clusterings.values()
        ]

    @property
    def _labels(self) -> list[list[Hashable]]:
        ordered = zip(self.clusterings.values(), self._orders, strict=True)
        return [[c.cluster_labels[i] for i in order] for c, order in ordered]

    @property
    def _sizes(self) -> list[list[int]]:
        ordered = zip(self.clusterings.values(), self._orders, strict=True)
        return [c.sizes[order].tolist() for c, order in ordered]

    @cached_property
    def _codes(self) -> list[Codes]:
        """For each level, the place of each item's cluster in the order of labels."""
        ordered = zip(self.clusterings.values(), self._orders, strict=True)
        return [np.argsort(order)[c.codes] for c, order in ordered]

    @cached_property
    def _links(self) -> list[Links]:
        """Each two neighbouring levels."""
        return [Links.between(upper, lower) for upper, lower in pairwise(self._codes)]

    @cached_property
    def _branches(self) -> list[list[str]]:
        return branch_names(self._labels, self._links)

    @cached_property
    def _stability(self) -> tuple[list[list[float]], list[list[float]]]:
        """For each level, the SC3 stability and the mean best Jaccard of its clusters."""
        m, codes = len(self.levels), self._codes
        sums: list[Floats] = [np.zeros(len(labels)) for labels in self._labels]
        for i, j in combinations(range(m), 2):
            link = self._links[i] if j == i + 1 else Links.between(codes[i], codes[j])
            upper, lower = link.sc3_terms()
            sums[i] += upper
            sums[j] += lower
        neighbours: list[list[Floats]] = [[] for _ in range(m)]
        for i, link in enumerate(self._links):
            upper, lower = link.best_jaccards()
            neighbours[i].append(upper)
            neighbours[i + 1].append(lower)
        sc3 = [(terms / (m - 1)).tolist() for terms in sums]
        return sc3, [np.mean(values, axis=0).tolist() for values in neighbours]

    # --- as tables and pictures

    @property
    def headline(self) -> str:
        """A sentence on the levels at which clusters have several parents."""
        n = self.coverage.compared
        sizes = f"{many(len(self.levels), 'level')} of {many(n, 'item')}"
        if self.unstable:
            which = f"level{'' if len(self.unstable) == 1 else 's'} {listed_up_to(self.unstable)}"
            return f"{sizes}: clusters have several parents at {which}."
        if self.is_nested:
            return f"{sizes}: each level only splits clusters of the one above."
        return f"{sizes}: no cluster has several parents, but some items move."

    def to_table(self) -> Table:
        """Return one line per level."""
        rows: list[list[Any]] = []
        strays = [None, *(float((~k.is_main_parent) @ k.counts) for k in self._links)]
        sc3, jaccard = self._stability
        for level, codes_of, stray, *means in zip(
            self.levels, self._labels, strays, sc3, jaccard, strict=True
        ):
            share = None if stray is None else stray / max(self.coverage.compared, 1)
            mixed = None if stray is None else len(self.several_parents[level])
            average = [float(np.mean(values)) if values else None for values in means]
            rows.append([level, len(codes_of), mixed, share, *average])
        columns = ["level", "clusters", "several parents", "from others", "stability", "Jaccard"]
        return Table(columns, rows, self.headline, self.notes, decimals=3)

    def to_nodes(self) -> Table:
        """Return one line per cluster of each level."""
        return _as_table(TreeNode, self.nodes)

    def to_edges(self) -> Table:
        """Return one line per two clusters of neighbouring levels that share items."""
        return _as_table(TreeEdge, self.edges)

    def _full_table(self) -> Table:
        return self.to_nodes()

    def to_frame(self, backend: Backend | None = None, *, of: TreeTable = "nodes") -> Any:
        """Return the nodes or the edges as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        of : {"nodes", "edges"}
            "nodes": one row per cluster of each level. "edges": one row per two clusters of
            neighbouring levels that share items. The columns are the fields of :class:`TreeNode` or
            :class:`TreeEdge`.

        Examples
        --------
        >>> result = tree({"coarse": ["a", "a", "b"], "fine": [1, 2, 3]})
        >>> result.to_frame("polars", of="edges").select("from_cluster", "to_cluster").rows()
        [('a', 1), ('a', 2), ('b', 3)]
        """
        if of not in get_args(TreeTable):
            allowed = " or ".join(map(repr, get_args(TreeTable)))
            raise InputError(f"of= must be {allowed}, not {of!r}")
        return frame_of(self.to_nodes() if of == "nodes" else self.to_edges(), backend)

    def _content(self) -> dict[str, Any]:
        return {
            "levels": self.levels,
            "unstable": self.unstable,
            "nested": self.is_nested,
            "nodes": self.nodes,
            "edges": self.edges,
            "notes": self.notes,
        }

    @property
    def plot(self) -> TreePlots:
        """The charts: ``plot()`` in the style of clustree, ``plot.stability()``."""
        from partwise.ensembles.trees.plots import TreePlots

        return TreePlots(self)


def _as_table(kind: type[TreeNode | TreeEdge], records: tuple[TreeNode | TreeEdge, ...]) -> Table:
    names = [field.name for field in fields(kind)]
    rows = [[_cell(getattr(record, name)) for name in names] for record in records]
    return Table(names, rows)


def _cell(value: Any) -> Cell:
    """Return a number or text; the name of a level that is called by a number is that number."""
    return as_cell(getattr(value, "key", value))


def tree(
    clusterings: Several,
    *,
    sort: bool = True,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> ClusterTree:
    """Build a cluster tree of clusterings at increasing resolutions, as clustree does.

    If each cluster of a level comes from a single cluster of the level above, clusters only split.
    If clusters come from several, the clustering is unstable at this level.

    Parameters
    ----------
    clusterings : mapping name → labels, data frame with a column per clustering, file, or sequence
        At least two clusterings of the same items, coarsest first: the levels from top to bottom.
        For an AnnData object, pass the columns: ``adata.obs.filter(like="leiden_")``.
    sort : bool
        Whether to sort levels by the numbers in their names, if the names differ only in these
        (``leiden_0.2``, ``leiden_1.0``, or keys that are numbers). Otherwise, levels stay in the
        order in which you pass them.
    noise, noise_label, missing
        As in :func:`~partwise.pairwise`.

    Returns
    -------
    ClusterTree
        Nodes with size and stability, edges with counts and proportions, and consistent names.

    Notes
    -----
    ``sc3_stability`` is the stability index of SC3: the mean, over all other levels, of
    ``Σ_j |c ∩ d_j| / |d_j| / N²``, for the N clusters d_j of that level that share items with the
    cluster c. It is 1 if all levels have the cluster. clustree divides the same sum by the number
    of all levels, not of the others, so its values are (m − 1)/m of these for m levels.

    References
    ----------
    L. Zappia and A. Oshlack, Clustering trees: a visualization for evaluating clusterings at
    multiple resolutions, GigaScience 7 (2018). V. Y. Kiselev et al., SC3: consensus clustering of
    single-cell RNA-seq data, Nature Methods 14 (2017).

    Examples
    --------
    >>> k2, k3 = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> result = tree({"k1": [0] * 6, "k2": k2, "k3": k3})
    >>> result.unstable, result.several_parents["k3"]
    (('k3',), (1,))
    >>> result.edges[2]
    TreeEdge(from_level='k2', from_cluster=0, to_level='k3', to_cluster=0, count=2, \
in_proportion=1.0, out_proportion=0.6666666666666666, is_main_parent=True)
    """
    by_name = named(clusterings)
    if len(by_name) < 2:
        raise InputError(
            f"a cluster tree needs at least two clusterings, not {len(by_name)}",
            remedy="pass one clustering per resolution, number of clusters or threshold",
        )
    policies = Policies(noise, noise_label, missing)
    inputs = read_items(by_number(by_name) if sort else by_name, policies, "a cluster tree")
    return ClusterTree(dict(inputs.clusterings), inputs.coverage)
