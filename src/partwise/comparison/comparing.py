"""Read a reference and candidates, and compare them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import TypedDict, Unpack, overload

import numpy as np

from partwise.base import InputError, in_threads, tracked
from partwise.catalogue import (
    Index,
    UndefinedPolicy,
    as_index,
    as_indices,
    check_undefined,
    indices,
    kind_of_index,
)
from partwise.chance import Seed
from partwise.clusterings import (
    MOST_CELLS,
    Cover,
    Memberships,
    MissingPolicy,
    NoisePolicy,
    Policies,
)
from partwise.comparison.beyond_comparison import BeyondComparison, compare_beyond
from partwise.comparison.comparison import Comparison
from partwise.engines import (
    Inputs,
    candidates_of,
    own_name,
    read_clusterings,
    same_as_reference,
)
from partwise.kernels import threads_for
from partwise.scoring import (
    Scores,
    ScoreTable,
    Which,
    kind_beyond,
    scores_of_table,
    together,
)


class _Options(TypedDict, total=False):
    decide_by: Which | None
    undefined: UndefinedPolicy
    seed: Seed
    threads: int | None
    progress: bool | None
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy
    max_cells: int


@overload
def compare(  # type: ignore[overload-overlap]
    reference: Cover | Memberships,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    **options: Unpack[_Options],
) -> BeyondComparison: ...
@overload
def compare(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    **options: Unpack[_Options],
) -> Comparison: ...
def compare(
    reference: object,
    candidates: object,
    indices: Iterable[Which] | Which | None = None,
    *,
    decide_by: Which | None = None,
    undefined: UndefinedPolicy = "convention",
    seed: Seed = 0,
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    max_cells: int = MOST_CELLS,
) -> Comparison | BeyondComparison:
    """Compare candidate clusterings with a reference by several indices.

    Parameters
    ----------
    reference : Clustering, labels, a frame, Cover or Memberships
        Anything that :class:`~partwise.Clustering` takes; a frame, or what :func:`~partwise.read`
        returns; or the name of a column of the frame of candidates. If it or a candidate is a
        :class:`~partwise.Cover`, or an index is for covers, everything is read as a cover. The same
        holds for :class:`~partwise.Memberships`.
    candidates : mapping name → labels, frame with a column per candidate, or iterable of labels
        The candidates; those without a name are called 0, 1, 2, …. All are compared on the same
        items. You can also pass the labels of a single candidate. Frames of any library that
        Narwhals supports (Spark, DuckDB, Polars, Dask, …) are counted in their own engine. Keys are
        kept: ``compare(labels, {10: a, 20: b})[10]``. If the reference is among the candidates (the
        same data, or a column with its name and its clusters), it is left out with a note.
    indices : iterable of str, Index or callable, optional
        Which indices, by name or by family ("paper", "all"); by default, the recommended ones and
        those that you defined.
    decide_by : str, Index or callable, optional
        The index that decides the answer; by default, the correlation coefficient (CC) if it is
        among ``indices``, and otherwise the first of them.
    seed : int or numpy.random.Generator, optional
        Seed of all random numbers (for example of random candidates). The same seed gives the
        same results; None gives different results each time.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.score`. ``missing="drop"`` leaves out every item that has no label in
        one of the clusterings, so that all scores are about the same items. You cannot weight items
        here: copies of an item are not independent draws, so confidence intervals and p-values
        would be wrong. To score several candidates with weights, use :func:`~partwise.scores`.
    threads, progress
        As in :func:`~partwise.pairwise`.
    max_cells : int
        How many cells of a contingency table to fetch from the engine of a frame at most. If a
        table has more, only the sums that scores need are fetched, and individual errors are not
        shown.

    Returns
    -------
    Comparison or BeyondComparison
        Prints as the answer and a table with one line per candidate, best first. For covers and
        memberships, there are scores, ranks, pictures, a report and the confidence intervals of
        ``.estimates()``, but their clusters are not matched.

    Examples
    --------
    >>> import partwise as pw
    >>> candidates = {"A1": [0, 0, 1, 2, 2], "A2": [0, 0, 0, 0, 1]}
    >>> comparison = pw.compare([0, 0, 0, 1, 1], candidates, ["CC", "R", "W"])
    >>> comparison.best, comparison.preferred["wallace_1"]
    (('A1',), ('A2',))
    >>> print(comparison)
    By CC, A1 has the best score; 2 of 3 indices agree (1 prefers A2 instead).
    candidate      CC       R  Pair recall
    A1         0.6124  0.8000       0.5000
    A2         0.2500  0.6000       0.7500
    5 items, 2 reference clusters, 2 candidates, best first
    """
    policies = Policies(noise, noise_label, missing, max_cells=max_cells)
    check_undefined(undefined)
    _check_seed(seed)
    kind = kind_beyond(together(reference, candidates), indices) or kind_of_index(decide_by)
    if kind is not None:
        return compare_beyond(
            kind, reference, candidates, indices, decide_by, policies, undefined, progress
        )
    chosen, decision = _chosen(indices, decide_by)
    reference, by_name = candidates_of(reference, candidates)
    same = same_as_reference(reference, by_name)
    others = {name: labels for name, labels in by_name.items() if name not in same}
    inputs = read_clusterings(reference, others, policies)
    same += _reference_again(own_name(reference), inputs)
    names = [name for name in inputs.names if name not in same]

    def score(name: str) -> Scores:
        return scores_of_table(inputs.table(name), chosen, undefined=undefined)

    workers = min(threads_for(threads, 2**62), len(names))
    results = tracked(in_threads(score, names, workers), len(names), "comparing: ", progress)
    scores = ScoreTable(dict(zip(names, results, strict=True)))
    kept = {name: inputs.candidates[name] for name in names}
    sides = {name: inputs.coverage.candidates[name] for name in names}
    coverage = replace(inputs.coverage, candidates=sides, left_out=same)
    return Comparison(inputs.reference, kept, scores, decision, coverage, seed)


def _reference_again(name: object, inputs: Inputs) -> tuple[str, ...]:
    """Return the candidate with the reference's own name and clusters, if there are others."""
    for candidate in inputs.names if len(inputs.names) > 1 else ():
        if candidate == name:
            table = inputs.table(candidate)
            return (candidate,) if table.n_cells == table.k_a == table.k_b else ()
    return ()


def _chosen(
    wanted: Iterable[Which] | Which | None, decide_by: Which | None
) -> tuple[list[Index], Index]:
    """Return the indices, each once, and the one that decides."""
    chosen = indices() if wanted is None else as_indices(wanted)
    if decide_by is not None:
        chosen = [*chosen, as_index(decide_by)]
    by_key: dict[str, Index] = {}
    for index in chosen:
        if by_key.setdefault(index.key, index).formula is not index.formula:
            raise InputError(
                f"two different indices have the key {index.key!r}", remedy="give each a unique key"
            )
    if not by_key:
        raise InputError("indices= is empty", remedy="name at least one index, or leave it out")
    if decide_by is not None:
        return list(by_key.values()), by_key[chosen[-1].key]
    return list(by_key.values()), by_key.get("correlation", chosen[0])


def _check_seed(seed: Seed) -> None:
    try:
        np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise InputError(
            f"seed= must be a whole number of at least 0, a numpy Generator or None, not {seed!r}"
        ) from None
