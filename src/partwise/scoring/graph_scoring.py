"""The pair-counting indices between graphs, and between graphs and clusterings."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from partwise.base import InputError, many
from partwise.catalogue import (
    SITUATION,
    Index,
    UndefinedPolicy,
    Value,
    as_index,
    as_indices,
    indices,
)
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.engines import are_many, named
from partwise.scoring.batches import ScoreTable
from partwise.scoring.graph import Directed, Graph
from partwise.scoring.graph_edges import is_graph
from partwise.scoring.graph_pairs import counts_of_nodes, graph_counts
from partwise.scoring.single import Scores, Which
from partwise.tables import PairCounts, Relation

_OF_GRAPHS: dict[Relation, str] = {
    "identical": "both join the same pairs",
    "opposite": "one joins all pairs and the other none",
    "trivial": "one joins all pairs or none (a complete graph or one cluster; no edges or all "
    "singletons)",
    "ordinary": SITUATION["ordinary"],
}


class GraphScores(Scores):
    """The values of several pair-counting indices for two graphs, or a graph and a clustering.

    A mapping key → value that prints as a table; ``counts`` has the pair counts.

    Examples
    --------
    >>> found = graph_scores([(0, 1), (1, 2)], [(1, 0), (2, 3)], ["jaccard", "correlation"], n=4)
    >>> found.counts
    PairCounts(n11=1, n10=1, n01=1, n00=3)
    >>> print(found)
    4 nodes, 2 pairs joined in the reference, 2 in the candidate
    index        label                       value  better
    jaccard      Jaccard                  0.333333  higher
    correlation  Correlation Coefficient      0.25  higher
    """

    def __init__(self, counts: PairCounts, nodes: int, values: Mapping[Index, Value]) -> None:
        super().__init__(None, values)
        self.counts = counts
        self.n = nodes

    def _title(self) -> str:
        return (
            f"{many(self.n, 'node')}, {many(self.counts.same_a, 'pair')} joined in the reference, "
            f"{self.counts.same_b} in the candidate"
        )

    def _sizes(self) -> dict[str, int]:
        names = ("n11", "n10", "n01", "n00")
        return {"n": self.n, **dict(zip(names, self.counts, strict=True))}


def graph_score(
    reference: object,
    candidate: object,
    index: Which,
    *,
    exact: bool = False,
    undefined: UndefinedPolicy = "convention",
    n: int | None = None,
    nodes: Iterable[Hashable] | None = None,
    directed: Directed | None = None,
    threshold: float | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    pairs: object = None,
) -> float | Fraction:
    """Compare two graphs, or a graph and a clustering, by a pair-counting index.

    Parameters
    ----------
    reference, candidate, n, nodes, directed, threshold, noise, noise_label, missing, pairs
        As in :func:`~partwise.graphs.counts`.
    index : str or Index
        A pair-counting index.
    exact, undefined
        As in :func:`~partwise.score`. A complete graph is treated like a single cluster, and a
        graph without edges like singletons.

    Returns
    -------
    float or Fraction
        The value of the index.

    Examples
    --------
    >>> square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    >>> graph_score(square, [0, 0, 1, 1], "jaccard")
    0.5
    >>> graph_score(square, [(0, 2), (1, 3)], "correlation", n=4)
    -1.0
    >>> graph_score([0, 0, 0, 1], [0, 0, 1, 1], "adjusted_rand", pairs=square)  # graph-aware
    0.0
    """
    (chosen,) = _pair_indices([as_index(index)])
    counts = graph_counts(
        reference,
        candidate,
        n=n,
        nodes=nodes,
        directed=directed,
        threshold=threshold,
        noise=noise,
        noise_label=noise_label,
        missing=missing,
        pairs=pairs,
    )
    return chosen.evaluate(counts, exact=exact, undefined=undefined, situations=_OF_GRAPHS).value


def graph_scores(
    reference: object,
    candidate: Any,
    indices: Iterable[Which] | None = None,
    *,
    exact: bool = False,
    undefined: UndefinedPolicy = "convention",
    n: int | None = None,
    nodes: Iterable[Hashable] | None = None,
    directed: Directed | None = None,
    threshold: float | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    pairs: object = None,
) -> GraphScores | ScoreTable:
    """Compare graphs by several pair-counting indices.

    Parameters
    ----------
    reference, n, nodes, directed, threshold, noise, noise_label, missing, pairs
        As in :func:`~partwise.graphs.counts`.
    candidate : graph, clustering, or mapping name → graph or clustering
        One or several, such as candidate communities of a graph.
    indices : iterable of str or Index, optional
        Which pair-counting indices; by default, the recommended ones and your own.
    exact, undefined
        As in :func:`~partwise.graphs.score`.

    Returns
    -------
    GraphScores or ScoreTable
        A mapping key → value; for several candidates, a mapping name → such scores.

    Examples
    --------
    >>> square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    >>> print(graph_scores(square, {"sides": [0, 0, 1, 1], "diagonals": [0, 1, 0, 1]}, ["CC"]))
    candidate       CC
    sides       0.5000
    diagonals  -1.0000
    Best first by CC
    """
    chosen = _pair_indices(as_indices(indices) if indices is not None else _all_pair_indices())
    about = None if nodes is None else tuple(nodes)

    policies = Policies(noise, noise_label, missing)
    options = {"n": n, "nodes": about, "directed": directed, "threshold": threshold}

    def compare(one: object) -> GraphScores:
        counts, size = counts_of_nodes(reference, one, policies, pairs, **options)
        values = {
            index: index.evaluate(
                counts,
                exact=exact and index.is_rational,
                undefined=undefined,
                situations=_OF_GRAPHS,
            )
            for index in chosen
        }
        return GraphScores(counts, size, values)

    if not (isinstance(candidate, Mapping) and _are_sides(candidate.values())):
        return compare(candidate)
    by_name = {}
    for name, one in named(candidate).items():
        try:
            by_name[name] = compare(one)
        except InputError as error:
            raise error.about(name) from None
    return ScoreTable(by_name)


def _are_sides(values: Collection[object]) -> bool:
    """Tell graphs and clusterings from labels."""
    clusterings = [value for value in values if not (isinstance(value, Graph) or is_graph(value))]
    return len(values) > 0 and (not clusterings or are_many(clusterings))


def _all_pair_indices() -> list[Index]:
    return [index for index in indices() if index.kind == "pairs"]


def _pair_indices(chosen: list[Index]) -> list[Index]:
    for index in chosen:
        if index.kind != "pairs":
            raise InputError(
                f"{index.key} needs the clusters of both sides, but a graph has none; choose a "
                "pair-counting index, such as correlation, jaccard or rand"
            )
    return chosen
