"""Score a family of clusterings at every threshold."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypedDict, Unpack, overload

from partwise.base import InputError
from partwise.catalogue import Index, UndefinedPolicy, as_index, as_indices, check_undefined
from partwise.catalogue import indices as known_indices
from partwise.chance import Seed
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.ensembles.sweeps.families import Family, LabelFamily
from partwise.ensembles.sweeps.family_reading import PairColumns, read_family
from partwise.ensembles.sweeps.neighbours import NeighbourSweep, neighbours_of
from partwise.ensembles.sweeps.sweep_result import Sweep
from partwise.ensembles.sweeps.sweep_scores import sweep_of
from partwise.ensembles.sweeps.threshold_comparison import Options
from partwise.scoring import Which
from partwise.tables import NotGivenError, sweep_merges


class _Options(TypedDict, total=False):
    score: str | None
    left: str | None
    right: str | None
    thresholds: int | Sequence[float] | None
    tolerance: float
    undefined: UndefinedPolicy
    seed: Seed
    progress: bool | None
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy


@overload
def sweep(
    reference: None,
    family: Any,
    indices: Iterable[Which] | Which | None = None,
    **options: Unpack[_Options],
) -> NeighbourSweep: ...
@overload
def sweep(
    reference: object,
    family: Any,
    indices: Iterable[Which] | Which | None = None,
    **options: Unpack[_Options],
) -> Sweep: ...
def sweep(
    reference: object,
    family: Any,
    indices: Iterable[Which] | Which | None = None,
    *,
    score: str | None = None,
    left: str | None = None,
    right: str | None = None,
    thresholds: int | Sequence[float] | None = None,
    tolerance: float = 0.01,
    undefined: UndefinedPolicy = "convention",
    seed: Seed = 0,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Sweep | NeighbourSweep:
    """Score clusterings at every threshold or resolution, and find the best one.

    Parameters
    ----------
    reference : Clustering, labels, a frame, a file, or None
        Labels as in :func:`~partwise.score`. The reference does not need to label every item of
        scored pairs: unlabelled items join others, but are not counted. Without item ids, its items
        are 0, 1, 2, … in order. With None, the sweep measures how much the clusterings change from
        threshold to threshold, and where they are steady.
    family : scored pairs, a dendrogram, or labels for each value
        * Pairs of items with a score, such as Splink's predictions: a frame of any library, a file,
          a list of tuples (left, right, score) or an array of these three columns. At a threshold,
          the clusters are the connected components of the pairs with score ≥ threshold. All pairs
          must fit into memory.
        * A dendrogram: a linkage matrix of SciPy, a fitted estimator with ``children_`` or
          ``single_linkage_tree_``, or a :class:`~partwise.Hierarchy`. At a threshold, items joined
          at height ≤ threshold are together. An inversion is raised to the greatest height in its
          subtree, as in SciPy's ``fcluster``. Without names, the items are those of the reference,
          in order.
        * Labels for each value, such as a resolution: a mapping ``{0.1: labels, 0.2: labels}`` or
          a frame with one column per value. If the names differ only in a number at the end, as
          ``leiden_0.4`` does, that number is the threshold; otherwise the thresholds are
          0, 1, 2, …. The reference may then be the name of a column.
    indices : iterable of str, Index or callable, optional
        Which indices; by default, those of :func:`~partwise.compare`, except slow ones that cannot
        be updated while items are joined (AMI). If you name a slow one, it is evaluated on a grid.
        Without a reference, the one index that measures similarity: by default, the correlation
        coefficient.
    score, left, right : str, optional
        Columns of the score and of the two items of a pair. By default, common names such as
        ``match_probability``, ``unique_id_l`` and ``unique_id_r`` are recognised. A single column
        of real numbers is taken as the score.
    thresholds : int or sequence of float, optional
        Which thresholds of pairs or a dendrogram, or how many at equal distances from the first
        to the last; by default, all distinct ones. A threshold at which nothing is joined comes
        first.
    tolerance : float
        Without a reference: the clustering counts as steady if the similarity is at most this far
        from that of equal clusterings.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.score`. With ``missing="singletons"``, an item of pairs that the
        reference does not have is a cluster of its own there, and is counted.
    seed : int or numpy.random.Generator, optional
        Seed of the random numbers for confidence intervals.
    progress : bool, optional
        Whether to show a progress bar; by default, if standard error is a terminal.

    Returns
    -------
    Sweep, or NeighbourSweep without a reference
        Prints the best threshold by each index, or where the clustering is steady; ``.to_frame()``
        has one row per threshold.

    Examples
    --------
    >>> import partwise as pw
    >>> people = {"ann": 1, "anne": 1, "bob": 2, "rob": 2, "cy": 3}
    >>> pairs = [("ann", "anne", 0.95), ("bob", "rob", 0.8), ("bob", "cy", 0.3)]
    >>> result = pw.sweep(people, pairs, ["ARI", "BCubed"])
    >>> result.thresholds.tolist(), result.clusters.tolist()
    ([inf, 0.95, 0.8, 0.3], [5, 4, 3, 2])
    >>> result.scores["ARI"].round(2).tolist()
    [0.0, 0.62, 1.0, 0.55]
    >>> result.at(0.5)
    <Clustering of 5 items into 3 clusters>

    Without a reference:

    >>> pw.sweep(None, pairs).similarity.round(2).tolist()
    [0.0, 0.67, 0.61, nan]
    """
    policies = Policies(noise, noise_label, missing)
    check_undefined(undefined)
    chosen = None if indices is None else as_indices(indices)
    if chosen == []:
        raise InputError("indices= is empty", remedy="name at least one index, or leave it out")
    swept = read_family(reference, family, policies, PairColumns(score, left, right), thresholds)
    options = Options(undefined, seed)
    if reference is None:
        return neighbours_of(swept, _one_index(chosen), tolerance, options)
    return sweep_of(swept, chosen or _usual_indices(swept), options, progress)


def _one_index(chosen: Sequence[Index] | None) -> Index:
    """Return the index by which clusterings are compared with each other."""
    if chosen is None:
        return as_index("correlation")
    if len(chosen) > 1:
        raise InputError(
            "without a reference, name one index, which measures how similar clusterings are",
            examples=[index.key for index in chosen],
            remedy="name one of them",
        )
    return chosen[0]


def _usual_indices(family: Family) -> list[Index]:
    """Return what a comparison shows; of merges, only what their running sums give."""
    usual = list(known_indices())
    return usual if isinstance(family, LabelFamily) else list(filter(_needs_sums_only, usual))


def _needs_sums_only(index: Index) -> bool:
    try:
        index.values(sweep_merges([0, 0, 1], [0], [1], [0, 1]))
    except NotGivenError:
        return False
    return True
