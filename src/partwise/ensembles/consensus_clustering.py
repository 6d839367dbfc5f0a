"""Combine many clusterings into one whose mean distance to all of them is small."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, Result, Table, many
from partwise.catalogue import Index, UndefinedPolicy, as_index, refuse_asymmetric
from partwise.catalogue import index as find_index
from partwise.clusterings import Clustering, Codes, MissingPolicy, NoisePolicy, Policies
from partwise.engines import Coverage, Several, named, read_items
from partwise.ensembles.consensus_search import (
    MOST_ITEMS,
    MOST_ITEMS_BY_VALUES,
    Blocks,
    all_labels,
    best_of_all,
    improved,
    mean_distance,
)
from partwise.ensembles.distances import (
    Objective,
    as_distances,
    undefined_values,
    weighted,
    with_best,
)
from partwise.scoring import Which, index_matrix
from partwise.tables import contingency, pair_counts

if TYPE_CHECKING:
    from partwise.ensembles.plots import ConsensusPlots

_MOST_BLOCKS = 3000  # whose distances from each other are taken for linkage
_MOST_CUTS = 200
_MOST_CELLS = 2 * 10**7  # of the tables of all inputs with a consensus


@dataclass(frozen=True, eq=False)
class Consensus(Result):
    """A clustering that is close to many others. Made by :func:`consensus`; prints as a table.

    Parameters
    ----------
    clustering : Clustering
        The consensus.
    index : Index
        The index that measures the distances.
    distances : dict
        Distance of the consensus to each clustering, by name.
    mean_distance : float
        Weighted mean of these distances; lower is better.
    medoid : str
        The input clustering with the smallest mean distance to all of them.
    medoid_distances : dict
        Distance of the medoid to each clustering, by name.
    medoid_mean : float
        Weighted mean of the medoid's distances.
    proved : bool
        Whether all clusterings of the items were tried, so that no better one exists.
    how : str
        How the consensus was found.
    coverage : Coverage
        Which items were clustered.
    """

    clustering: Clustering
    index: Index
    distances: dict[str, float]
    mean_distance: float
    medoid: str
    medoid_distances: dict[str, float]
    medoid_mean: float
    proved: bool
    how: str
    coverage: Coverage

    @property
    def notes(self) -> tuple[str, ...]:
        """How the consensus was found, and how noise points and missing labels were treated."""
        return (self.how, *self.coverage.notes())

    @property
    def plot(self) -> ConsensusPlots:
        """``plot()`` draws the distance to each clustering."""
        from partwise.ensembles.plots import ConsensusPlots

        return ConsensusPlots(self)

    def to_table(self) -> Table:
        """Return the distances of the consensus and of the medoid to each clustering."""
        rows: list[list[Any]] = [
            [name, self.distances[name], self.medoid_distances[name]] for name in self.distances
        ]
        rows.append(["mean", self.mean_distance, self.medoid_mean])
        title = (
            f"Consensus of {many(len(self.distances), 'clustering')} by {self.index.label}: "
            f"{many(self.clustering.k, 'cluster')} of {many(self.clustering.n, 'item')}"
        )
        columns = ["distance to", "from the consensus", f"from the medoid {self.medoid}"]
        return Table(columns, rows, title, self.notes)

    def _full_table(self) -> Table:
        rows: list[list[Any]] = [
            [name, self.distances[name], self.medoid_distances[name]] for name in self.distances
        ]
        return Table(["clustering", "from_consensus", "from_medoid"], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "items": list(self.clustering.items),
            "labels": self.clustering.codes,
            "clusters": self.clustering.k,
            "distances": self.distances,
            "mean_distance": self.mean_distance,
            "medoid": self.medoid,
            "medoid_distances": self.medoid_distances,
            "medoid_mean": self.medoid_mean,
            "proved": self.proved,
            "how": self.how,
            "notes": list(self.notes),
        }


def consensus(
    clusterings: Several,
    index: Which = "correlation_distance",
    *,
    clustering_weights: Sequence[float] | Mapping[Any, float] | None = None,
    starts: int = 5,
    seed: int = 0,
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Consensus:
    """Find a clustering whose mean distance to many clusterings is small.

    For up to nine items (seven for an index that does not count pairs), all clusterings are tried
    and the result is the best one. For more items, a local search moves groups of items as long as
    that helps. It starts from the best of several clusterings: the inputs, cuts of an
    average-linkage dendrogram of how often items are together, and the minimum of the mean of
    1 − CC. The result is never worse than the medoid, but a better one may exist.

    Parameters
    ----------
    clusterings : sequence, mapping name → labels, or data frame with a column per clustering
        As in :func:`~partwise.pairwise`.
    index : str, Index or callable
        The symmetric index that measures distances. The local search is only for pair-counting
        indices; for others, the result is the best start.
    clustering_weights : sequence or mapping by name, optional
        How much each clustering counts; by default, all count the same.
    starts : int
        How many of the best starts to search from.
    seed : int
        Seed of the order in which items are moved.
    undefined, threads, progress, noise, noise_label, missing
        As in :func:`~partwise.pairwise`. Where an index stays undefined, the distance is infinite.
        There is no ``weights=`` for items: repeat items that count several times.

    Returns
    -------
    Consensus
        The clustering and its distances, with those of the medoid for comparison.

    Examples
    --------
    >>> result = consensus([[0, 0, 0, 1, 1], [0, 0, 1, 1, 1], [0, 0, 0, 1, 2]])
    >>> result.clustering.labels, result.proved
    ((0, 0, 0, 1, 1), True)
    """
    chosen, policies = as_index(index), Policies(noise, noise_label, missing)
    refuse_asymmetric(chosen)
    by_name = named(clusterings)
    names = list(by_name)
    if not names:
        raise InputError("a consensus needs at least one clustering")
    if starts < 1:
        raise InputError(f"starts= must be at least 1, not {starts}")
    shares = _shares(clustering_weights, names)
    inputs = read_items(by_name, policies, "a consensus")
    read = list(inputs.clusterings.values())
    matrix = index_matrix(inputs, chosen, undefined, threads, progress)
    chosen = with_best(chosen, matrix, names)
    distances = np.nan_to_num(as_distances(chosen, matrix), nan=np.inf)
    means = weighted(shares, distances)
    medoid = int(means.round(12).argmin())
    if not math.isfinite(means[medoid]):
        raise undefined_values(chosen, "some of the clusterings", undefined)
    labels, proved, how = _best_labels(chosen, read, shares, int(medoid), starts, seed, undefined)
    result = read[medoid] if labels is None else read[0].regroup(labels)
    own = np.array([float(chosen(clustering, result, undefined=undefined)) for clustering in read])
    own = np.nan_to_num(as_distances(chosen, own), nan=np.inf)
    return Consensus(
        result,
        chosen,
        dict(zip(names, own.tolist(), strict=True)),
        float(weighted(shares, own)),
        names[medoid],
        dict(zip(names, distances[:, medoid].tolist(), strict=True)),
        float(means[medoid]),
        proved,
        how,
        inputs.coverage,
    )


def _shares(
    weights: Sequence[float] | Mapping[Any, float] | None, names: list[str]
) -> NDArray[np.float64]:
    """Return weights of sum 1."""
    if weights is None:
        return np.full(len(names), 1 / len(names))
    if isinstance(weights, Mapping):
        strange = [name for name in weights if name not in names]
        absent = [name for name in names if name not in weights]
        if strange or absent:
            which = f"{absent[0]!r} has none" if absent else f"there is no {strange[0]!r}"
            raise InputError(
                f"clustering_weights= must have one weight for each clustering; {which}"
            )
        weights = [weights[name] for name in names]
    numbers = np.array(weights, np.float64)
    if numbers.shape != (len(names),):
        raise InputError(
            f"clustering_weights= has {numbers.size} weights for {len(names)} clusterings",
            remedy="pass one weight for each",
        )
    if not np.isfinite(numbers).all() or (numbers < 0).any() or not numbers.sum() > 0:
        raise InputError("clustering_weights= must be finite, at least 0, and not all 0")
    shares: NDArray[np.float64] = numbers / numbers.sum()
    return shares


def _best_labels(
    index: Index,
    read: list[Clustering],
    shares: NDArray[np.float64],
    medoid: int,
    starts: int,
    seed: int,
    undefined: UndefinedPolicy,
) -> tuple[Codes | None, bool, str]:
    """Return labels (None: the medoid's), whether none is better, and how they were found.

    At each input the mean of CD has a cusp, out of which no single move leads. The mean of 1 − CC
    has none, so the search starts also from where that is least.
    """
    n = read[0].n
    codes = [clustering.codes for clustering in read]
    if index.kind != "pairs" and n <= MOST_ITEMS_BY_VALUES:
        best = best_by_values(index, codes, shares, undefined, all_labels(n))
        return best.labels, True, _best_of_all(best.tried, best.ties)
    same = np.array([pair_counts(labels, labels, 1).n11 for labels in codes], np.int64)
    objective = Objective(index, same, n * (n - 1) // 2, shares, undefined)
    if index.kind == "pairs" and n <= MOST_ITEMS:
        labels, ties, tried = best_of_all(objective, codes)
        return labels, True, _best_of_all(tried, ties)
    blocks = Blocks.of(codes)
    candidates = [blocks.codes[:, i] for i in range(len(read))] + _cuts(blocks, shares)
    most = max(int(candidate.max()) + 2 for candidate in candidates)
    if blocks.input_clusters * most > _MOST_CELLS:
        return None, False, "the medoid: there are too many clusters for a search"
    rng = np.random.default_rng(seed)
    smooth = replace(objective, index=find_index("correlation"))
    first = candidates[_ranked(blocks, smooth, candidates)[0]]
    smoothed = improved(blocks, smooth, first, rng)[0]
    if index.kind != "pairs":
        every = [candidate[blocks.of_item] for candidate in (*candidates, smoothed)]
        best = best_by_values(index, codes, shares, undefined, every)
        how = (
            f"the best of {many(best.tried, 'starting point')}, because there is no local search "
            "for this index; another clustering may be better"
        )
        return best.labels, False, how
    ranked = _ranked(blocks, objective, candidates)
    begun = [smoothed, *(candidates[i] for i in ranked[:starts])]
    ends = [improved(blocks, objective, labels, rng) for labels in begun]
    labels, mean = min(ends, key=lambda end: end[1])
    searched = f"a local search from {many(len(ends), 'starting point')}"
    if mean >= mean_distance(blocks, objective, blocks.codes[:, medoid]) - 1e-12:
        how = f"the medoid: {searched} found nothing better, but another clustering may be"
        return None, False, how
    return labels[blocks.of_item], False, f"found by {searched}; another clustering may be better"


def _best_of_all(tried: int, ties: int) -> str:
    also = "" if ties == 1 else f"; {ties} of them tie"
    return f"the best of all {many(tried, 'clustering')} of the items{also}"


def _ranked(blocks: Blocks, objective: Objective, candidates: list[Codes]) -> list[int]:
    """Return the places of the candidates, the best first."""
    means = [mean_distance(blocks, objective, labels) for labels in candidates]
    return sorted(range(len(means)), key=means.__getitem__)


def _cuts(blocks: Blocks, shares: NDArray[np.float64]) -> list[Codes]:
    """Cut average linkage of the blocks, by how often they are apart, into 1, 2, … clusters."""
    if not 1 < len(blocks.sizes) <= _MOST_BLOCKS:
        return []
    from scipy.cluster.hierarchy import cut_tree, linkage
    from scipy.spatial.distance import pdist

    apart = pdist(blocks.codes, "hamming", w=shares)
    most = min(len(blocks.sizes), _MOST_CUTS, 2 * int(blocks.codes.max() + 1))
    trees = cut_tree(linkage(apart, "average"), range(1, most + 1))
    return list(trees.T.astype(np.int64))


_TIE = 1e-12


class Best(NamedTuple):
    """The first of the best clusterings, its mean distance, and how many are as good."""

    labels: Codes
    mean: float
    ties: int
    tried: int


def best_by_values(
    index: Index,
    inputs: list[Codes],
    shares: NDArray[np.float64],
    undefined: UndefinedPolicy,
    candidates: Iterable[Codes],
) -> Best:
    """Try clusterings one by one; where the index is undefined, the distance is infinite.

    Examples
    --------
    >>> import partwise as pw
    >>> inputs = [np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2]), np.array([0, 0, 0, 1])]
    >>> best_by_values(pw.index("vi"), inputs, np.full(3, 1 / 3), "convention", inputs).labels
    array([0, 0, 1, 2])
    """
    tried = list(candidates)
    means = np.array([_mean(index, inputs, shares, undefined, labels) for labels in tried])
    as_good = np.flatnonzero(means <= means.min() + _TIE)
    chosen = int(as_good[0])
    return Best(tried[chosen].astype(np.int64), float(means[chosen]), len(as_good), len(tried))


def _mean(
    index: Index,
    inputs: list[Codes],
    shares: NDArray[np.float64],
    undefined: UndefinedPolicy,
    labels: Codes,
) -> float:
    values = index.values([contingency(codes, labels) for codes in inputs], undefined=undefined)
    return float(weighted(shares, np.nan_to_num(as_distances(index, values), nan=np.inf)))
