"""Clusterings × clusterings: one index for every pair, on several threads."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import UndefinedValueError, in_threads, tracked
from partwise.catalogue import Index, UndefinedPolicy, as_index, check_undefined
from partwise.clusterings import (
    MissingInPairs,
    NoisePolicy,
    Policies,
    Weighting,
    missing_in_each,
)
from partwise.engines import (
    Inputs,
    OnSharedItems,
    Several,
    named,
    read_ensemble,
    read_shared,
)
from partwise.kernels import MOST_AT_ONCE, MatrixScorer, threads_for
from partwise.scoring.beyond_scoring import kind_beyond, pairwise_beyond, together
from partwise.scoring.pairwise_scores import FEWEST_SHARED, PairwiseScores
from partwise.scoring.single import Which
from partwise.tables import PairCounts


def pairwise(
    clusterings: Several,
    index: Which,
    *,
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingInPairs = "raise",
    weights: object = None,
    weighting: Weighting = "multiplicity",
) -> PairwiseScores:
    """Compare every pair of several clusterings by one index.

    Parameters
    ----------
    clusterings : sequence, mapping name → labels, or data frame with a column each
        Clusterings of the same items, in any form that :class:`~partwise.Clustering` takes. To
        compare covers or memberships, make at least one a :class:`~partwise.Cover` or a
        :class:`~partwise.Memberships`.
    index : str, Index or callable
        The index; entry (i, j) has clustering i as the reference and j as the candidate. An index
        that is declared symmetric is computed once for each pair.
    threads : int, optional
        How many tables to count at the same time; by default, one per core.
    progress : bool, optional
        Whether to show a progress bar; by default, on a terminal.
    undefined, noise, noise_label
        As in :func:`~partwise.score`.
    missing : {"raise", "drop", "singletons", "pairwise"}
        As in :func:`~partwise.score`. "drop" leaves out every item that some clustering lacks.
        "pairwise" compares each pair on the items that both have; ``.shared`` says how many.
    weights, weighting
        As in :func:`~partwise.contingency`, with a weight for each item of the first clustering.
        For frames and files, the name of a column beside it.

    Returns
    -------
    PairwiseScores
        The values with the names of the clusterings: ``.values`` and :func:`numpy.asarray` give
        the array of shape (m, m), ``.to_frame()`` a square frame with the names.

    Examples
    --------
    >>> import partwise as pw
    >>> scores = pw.pairwise({"a": [0, 0, 1], "b": [0, 1, 1], "c": [5, 5, 7]}, "rand")
    >>> scores
    Rand of all pairs of 3 clusterings (higher is more alike)
    clustering       a       b       c
    a           1.0000  0.3333  1.0000
    b           0.3333  1.0000  0.3333
    c           1.0000  0.3333  1.0000
    >>> scores["a", "b"]
    np.float64(0.3333333333333333)
    """
    in_each, by_pairs = missing_in_each(missing)
    kind = kind_beyond(together(None, clusterings), index)
    if kind is not None:
        policies = Policies(noise, noise_label, in_each, weights, weighting)
        return pairwise_beyond(kind, clusterings, index, policies, undefined, progress)
    chosen = as_index(index)
    policies = Policies(noise, noise_label, in_each, weights, weighting)
    by_name = named(clusterings, weights)
    if by_pairs:
        inputs = read_shared(by_name, policies, 'missing="pairwise"')
        return scores_on_shared(inputs, chosen, undefined, threads, progress)
    with read_ensemble(by_name, policies) as same:
        values = index_matrix(same, chosen, undefined, threads, progress)
        return PairwiseScores(chosen, tuple(same.names), values)


def scores_on_shared(
    inputs: OnSharedItems,
    index: Index,
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
) -> PairwiseScores:
    """Compare each clustering with each other on the items that both have."""
    shared = inputs.shared_items()
    few = (shared < FEWEST_SHARED) & ~np.eye(len(shared), dtype=bool)
    if few.any() and undefined == "raise":
        one, other = (inputs.names[place] for place in np.argwhere(few)[0])
        raise UndefinedValueError(f"{one!r} and {other!r} have fewer than two items in common")
    values = index_matrix(inputs, index, undefined, threads, progress)
    return PairwiseScores(index, inputs.names, np.where(few, math.nan, values), shared)


def index_matrix(
    inputs: Inputs,
    index: Index,
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
) -> NDArray[np.float64]:
    """Return the value of an index for each clustering with each other."""
    check_undefined(undefined)
    names = inputs.names
    workers = min(threads_for(threads, 2**62), inputs.most_at_once)
    matrix = _scored_by_kernel(inputs, index, workers, progress)
    by_counts = index.kind == "pairs" and inputs.policies.weights is None

    def compare(job: tuple[int, int]) -> PairCounts | float:
        first, second = names[job[0]], names[job[1]]
        if by_counts:
            return inputs.pair_counts(first, second)
        return float(index.evaluate(inputs.table(second, first), undefined=undefined).value)

    undecided = np.isnan(matrix)
    rows, columns = np.nonzero(np.triu(undecided) if index.symmetric else undecided)
    jobs = list(zip(rows.tolist(), columns.tolist(), strict=True))
    if jobs:
        comparisons = in_threads(compare, jobs, workers)
        results = list(tracked(comparisons, len(jobs), f"{index.label}: ", progress))
        values = _values(index, results, undefined) if by_counts else np.array(results, np.float64)
        matrix[rows, columns] = values
    if index.symmetric:
        below = np.tril_indices(len(names), -1)
        matrix[below] = matrix.T[below]
    return matrix


def _scored_by_kernel(
    inputs: Inputs, index: Index, workers: int, progress: bool | None
) -> NDArray[np.float64]:
    """Score what a kernel can from labels in memory; NaN stands for the rest.

    Of an index that is symmetric, entries below the diagonal are not computed.
    """
    m = len(inputs.names)
    matrix = np.full((m, m), math.nan)
    codes = inputs.narrow_codes()
    if index.program is None or not codes or len(codes[0]) > MOST_AT_ONCE:
        return matrix
    scorer = MatrixScorer(codes, index.program, workers)
    for i in tracked(range(m), m, f"{index.label}: ", progress):
        start = i if index.symmetric else 0
        matrix[i, start:] = scorer.row(i, start)
    return matrix


def _values(index: Index, results: list[Any], undefined: UndefinedPolicy) -> NDArray[np.float64]:
    """Evaluate a pair-counting index on all counts in one vectorised call."""
    columns = [np.array(column, object) for column in zip(*results, strict=True)]
    return np.asarray(index.from_counts(*columns, undefined=undefined), np.float64)
