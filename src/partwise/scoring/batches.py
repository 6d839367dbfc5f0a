"""Many clusterings at once: each is read once, and tables are counted on several threads."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from partwise.base import Printable, Table, in_threads, tracked
from partwise.catalogue import Index, UndefinedPolicy, as_index, as_indices
from partwise.clusterings import Clustering, MissingPolicy, NoisePolicy
from partwise.engines import (
    MOST_CELLS,
    Several,
    are_many,
    columns_beside,
    contingency,
    is_engine_frame,
    is_frame,
    named,
    read_all,
)
from partwise.kernels import threads_for
from partwise.scoring.single import Scores, Which, scores_of_table
from partwise.tables import PairCounts, Weighting, counted, pair_counts

Candidates: TypeAlias = (
    Mapping[str, Clustering | NDArray[Any] | list[Any]]
    | Sequence[Clustering]
    | Sequence[NDArray[Any]]
    | Sequence[list[Any]]
)


def pairwise(
    clusterings: Several,
    index: Which,
    *,
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> NDArray[np.float64]:
    """Compare each clustering with each other.

    Parameters
    ----------
    clusterings : sequence, mapping name → labels, or data frame with a column each
        Clusterings of the same items, in whatever form :class:`~partwise.Clustering` takes.
    index : str, Index or callable
        The index; entry (i, j) has clustering i as the reference and j as the candidate. An index
        that is declared symmetric is computed once for each pair.
    threads : int, optional
        How many tables to count at the same time; all cores if not given.
    progress : bool, optional
        Whether to show a progress bar; by default, on a terminal.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.score`; ``missing="drop"`` leaves out an item that any clustering
        lacks.

    Returns
    -------
    array of shape (m, m)
        The values.

    Examples
    --------
    >>> import partwise as pw
    >>> pw.pairwise([[0, 0, 1], [0, 1, 1], [5, 5, 7]], "rand")
    array([[1.        , 0.33333333, 1.        ],
           [0.33333333, 1.        , 0.33333333],
           [1.        , 0.33333333, 1.        ]])
    """
    chosen = as_index(index)
    read = read_all(clusterings, noise, noise_label, missing)
    m = len(read)
    jobs = [(i, i) for i in range(m)]
    jobs += combinations(range(m), 2) if chosen.symmetric else _ordered_pairs(m)
    codes = [_narrow(clustering) for clustering in read]
    workers = threads_for(threads, 2**62)

    def compare(job: tuple[int, int]) -> PairCounts | float:
        a, b = codes[job[0]], codes[job[1]]
        if chosen.kind == "pairs":
            return pair_counts(a, b, 1)
        return float(chosen.evaluate(counted(a, b, 1), undefined=undefined).value)

    results = list(
        tracked(in_threads(compare, jobs, workers), len(jobs), f"{chosen.label}: ", progress)
    )
    matrix = np.empty((m, m))
    rows, columns = np.array(jobs, np.int64).reshape(-1, 2).T
    matrix[rows, columns] = _values(chosen, results, undefined)
    if chosen.symmetric:
        matrix[columns, rows] = matrix[rows, columns]
    return matrix


def _ordered_pairs(m: int) -> list[tuple[int, int]]:
    return [(i, j) for i, j in product(range(m), repeat=2) if i != j]


def _values(index: Index, results: list[Any], undefined: UndefinedPolicy) -> NDArray[np.float64]:
    """Evaluate a pair-counting index on all counts in one vectorised call."""
    if index.kind != "pairs" or not results:
        return np.array(results, np.float64)
    columns = [np.array(column, object) for column in zip(*results, strict=True)]
    return np.asarray(index.from_counts(*columns, undefined=undefined), np.float64)


def _narrow(clustering: Clustering) -> NDArray[Any]:
    """Return the codes in as few bytes as hold them: they are read once for each comparison."""
    return clustering.codes.astype(np.min_scalar_type(max(clustering.k - 1, 0)))


class ScoreTable(Printable, Mapping[str, Scores]):
    """Scores of several candidates against one reference: a mapping name → scores.

    Prints as a table with a column for each candidate.

    Examples
    --------
    >>> import partwise as pw
    >>> s = pw.scores([0, 0, 1, 1], {"a": [0, 0, 1, 2], "b": [0, 1, 0, 1]}, ["rand", "vi"])
    >>> s["a"]["rand"]
    0.8333333333333334
    >>> print(s)
    index  better         a         b
    rand   higher  0.833333  0.333333
    vi     lower   0.346574   1.38629
    """

    def __init__(self, found: Mapping[str, Scores]) -> None:
        self._found = dict(found)

    def __getitem__(self, name: str) -> Scores:
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def to_table(self) -> Table:
        """Return the scores as a table to print."""
        first = next(iter(self._found.values()), None)
        rows: list[list[Any]] = []
        for index in first.indices if first else ():
            better = "higher" if index.direction == "similarity" else "lower"
            rows.append([index.key, better, *(each[index.key] for each in self._found.values())])
        noted = dict.fromkeys(
            f"{name}, {key}: {note}"
            for name, each in self._found.items()
            for key, note in each.notes.items()
        )
        return Table(["index", "better", *self._found], rows, notes=list(noted))

    def __repr__(self) -> str:
        return f"<Scores of {len(self)} candidates>"


class _Options(TypedDict, total=False):
    exact: bool
    undefined: UndefinedPolicy
    threads: int | None
    progress: bool | None
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy
    weights: object
    weighting: Weighting
    max_cells: int


@overload
def scores(  # type: ignore[overload-overlap]
    reference: object,
    candidate: Candidates,
    indices: Iterable[Which] | None = None,
    **options: Unpack[_Options],
) -> ScoreTable: ...
@overload
def scores(
    reference: object,
    candidate: object,
    indices: Iterable[Which] | None = None,
    **options: Unpack[_Options],
) -> Scores: ...
def scores(
    reference: object,
    candidate: object,
    indices: Iterable[Which] | None = None,
    *,
    exact: bool = False,
    undefined: UndefinedPolicy = "convention",
    threads: int | None = None,
    progress: bool | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    weights: object = None,
    weighting: Weighting = "multiplicity",
    max_cells: int = MOST_CELLS,
) -> Scores | ScoreTable:
    """Compare one candidate, or several, with a reference by several indices.

    Parameters
    ----------
    reference : Clustering, labels, or label column of a frame
        What :func:`~partwise.contingency` takes; or the name of a column, if the candidates come
        in a frame that has it.
    candidate : Clustering or labels; or several: a list, mapping name → labels, or data frame
        In memory the reference is read once, whatever the number of candidates. Frames of any
        library that Narwhals knows are counted where they are.
    indices : iterable of str, Index or callable, optional
        Which indices, by their names or those of families; the paper's and your own if not given.
    exact : bool
        Give fractions for the indices that are rational.
    threads, progress
        As in :func:`pairwise`.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.score`.
    weights, weighting
        Weights of the items and their meaning, as in :func:`~partwise.contingency`. Under weights
        of importance, indices that have no meaning are NaN with the reason as a note; if nothing
        else is asked for, that is an error.
    max_cells : int
        How many cells may leave the engine of a frame, as in :func:`~partwise.contingency`.

    Returns
    -------
    Scores or ScoreTable
        A mapping key → value; for several candidates, a mapping name → such scores.

    Examples
    --------
    >>> round(scores([0, 0, 1, 1], [0, 0, 1, 2])["vi"], 6)
    0.346574
    >>> several = scores([0, 0, 1, 1], {"split": [0, 0, 1, 2], "merged": [0, 0, 0, 0]})
    >>> several["merged"]["rand"]
    0.3333333333333333
    """
    chosen = None if indices is None else as_indices(indices)

    def compare(labels: object, with_reference: object, threads: int | None) -> Scores:
        table = contingency(
            with_reference,
            labels,
            threads=threads,
            noise=noise,
            noise_label=noise_label,
            missing=missing,
            weights=weights,
            weighting=weighting,
            max_cells=max_cells,
        )
        return scores_of_table(table, chosen, exact=exact, undefined=undefined)

    names_weights = isinstance(reference, str) and isinstance(weights, str) and is_frame(candidate)
    if is_frame(reference) or names_weights or is_engine_frame(candidate):
        return _in_frames(reference, candidate, weights, compare)
    if not are_many(candidate):
        return compare(candidate, reference, threads)
    found = named(candidate)
    if isinstance(reference, str) and hasattr(candidate, "columns") and reference in found:
        reference = found.pop(reference)
    once = Clustering(reference, noise=noise, noise_label=noise_label, missing=missing)
    workers = min(threads_for(threads, 2**62), len(found))
    results = in_threads(lambda labels: compare(labels, once, 1), found.values(), workers)
    followed = tracked(results, len(found), "scoring: ", progress)
    return ScoreTable(dict(zip(found, followed, strict=True)))


def _in_frames(
    reference: object,
    candidate: Any,
    weights: object,
    compare: Callable[[object, object, int | None], Scores],
) -> Scores | ScoreTable:
    """Compare label columns of frames, one after the other: engines use all cores themselves."""
    is_column_name = isinstance(reference, str)
    found: Mapping[str, object]
    if is_frame(candidate):
        reference, found = columns_beside(reference, candidate, weights)
        if len(found) == 1 and not is_column_name:
            return compare(next(iter(found.values())), reference, None)
    elif are_many(candidate) or _are_all_frames(candidate):
        found = named(candidate)
    else:
        return compare(candidate, reference, None)
    return ScoreTable({name: compare(labels, reference, None) for name, labels in found.items()})


def _are_all_frames(candidates: object) -> bool:
    each = list(candidates.values()) if isinstance(candidates, Mapping) else candidates
    return isinstance(each, list | tuple) and bool(each) and all(map(is_frame, each))
