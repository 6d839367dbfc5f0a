"""Read a reference and candidates, and compare them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from partwise.base import InputError, in_threads, tracked
from partwise.catalogue import (
    Index,
    UndefinedPolicy,
    as_index,
    as_indices,
    check_undefined,
    indices,
)
from partwise.chance import Seed
from partwise.clusterings import MissingPolicy, NoisePolicy, check_policies
from partwise.comparison.comparison import Comparison
from partwise.engines import (
    MOST_CELLS,
    REFERENCE,
    Policies,
    are_many,
    check_max_cells,
    columns_beside,
    is_engine_frame,
    is_frame,
    named,
    read_clusterings,
)
from partwise.kernels import threads_for
from partwise.scoring import Scores, ScoreTable, Which, scores_of_table


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
) -> Comparison:
    """Compare candidate clusterings with a reference by several indices.

    Parameters
    ----------
    reference : Clustering, labels, or a frame
        What :class:`~partwise.Clustering` takes; a frame or what :func:`~partwise.read` returns;
        or the name of a column, if the candidates come in a frame that has it.
    candidates : mapping name → labels, frame with a column each, or iterable of labels
        The candidates; those without a name are called 0, 1, 2, …. All are compared on the same
        items. The labels of a single candidate will do, too. Frames of any library that Narwhals
        knows (Spark, DuckDB, Polars, Dask, …) are counted where they are.
    indices : iterable of str, Index or callable, optional
        Which indices, by their names or those of families; the paper's and your own if not given.
    decide_by : str, Index or callable, optional
        The index by which the answer is given: the correlation coefficient, unless it is not among
        the chosen ones; then the first of these.
    seed : int or numpy.random.Generator, optional
        Seed of everything random (what random candidates score, for one). The same seed gives the
        same results; None gives others each time.
    undefined, noise, noise_label, missing
        As in :func:`~partwise.score`. ``missing="drop"`` leaves out an item that any clustering
        lacks, so that all scores are about the same items.
    threads, progress
        As in :func:`~partwise.pairwise`.
    max_cells : int
        How many cells of a table may leave the engine of a frame. Of a larger table only what
        scores need comes out, and single errors are not shown.

    Returns
    -------
    Comparison
        Prints as a table with a line per index.

    Examples
    --------
    >>> import partwise as pw
    >>> found = pw.compare([0, 0, 0, 1, 1], {"A1": [0, 0, 1, 2, 2], "A2": [0, 0, 0, 0, 1]},
    ...                    ["CC", "R", "W"])
    >>> found.best, found.preferred["wallace_1"]
    (('A1',), ('A2',))
    >>> print(found)
    5 items, 2 reference clusters, 2 candidates
    index        short  better        A1    A2  prefers
    correlation  CC     higher  0.612372  0.25  A1
    rand         R      higher       0.8   0.6  A1
    wallace_1    W      higher       0.5  0.75  A2
    """
    check_policies(noise, missing)
    check_undefined(undefined)
    check_max_cells(max_cells)
    _check_seed(seed)
    chosen, decision = _chosen(indices, decide_by)
    policies = Policies(noise, noise_label, missing)
    read = read_clusterings(named_candidates(reference, candidates), policies, max_cells)
    names = list(read.candidates)

    def score(name: str) -> Scores:
        return scores_of_table(read.table(name), chosen, undefined=undefined)

    workers = min(threads_for(threads, 2**62), len(names))
    results = tracked(in_threads(score, names, workers), len(names), "comparing: ", progress)
    scores = ScoreTable(dict(zip(names, results, strict=True)))
    return Comparison(read.reference, read.candidates, scores, decision, read.coverage, seed)


def _chosen(
    wanted: Iterable[Which] | Which | None, decide_by: Which | None
) -> tuple[list[Index], Index]:
    """Return the indices, each once, and the one that decides."""
    found = indices() if wanted is None else as_indices(wanted)
    if decide_by is not None:
        found = [*found, as_index(decide_by)]
    by_key: dict[str, Index] = {}
    for index in found:
        if by_key.setdefault(index.key, index).formula is not index.formula:
            raise InputError(f"two indices are called {index.key!r}; give each a key of its own")
    if not by_key:
        raise InputError("there is no index to compare by; name at least one")
    if decide_by is not None:
        return list(by_key.values()), by_key[found[-1].key]
    return list(by_key.values()), by_key.get("correlation", found[0])


def _check_seed(seed: Seed) -> None:
    try:
        np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise InputError(
            f"seed= must be a whole number of at least 0, a numpy Generator or None, not {seed!r}"
        ) from None


def _are_several(candidates: Any) -> bool:
    """Tell candidates from the labels of a single one; refuse what may be either."""
    if getattr(candidates, "ndim", 1) == 2 and not hasattr(candidates, "columns"):
        raise InputError(
            f"the candidates are an array of shape {candidates.shape}; pass list(candidates) if "
            "each row is a candidate, list(candidates.T) if each column is one"
        )
    if are_many(candidates):
        return True
    if not isinstance(candidates, Mapping | list | tuple):
        return False
    values = list(candidates.values() if isinstance(candidates, Mapping) else candidates)
    are_labels = (
        isinstance(each, Iterable) and not isinstance(each, str | bytes) for each in values
    )
    return not values or any(are_labels)


def named_candidates(reference: object, candidates: Any) -> dict[str, object]:
    """Return the reference and the candidates by name, the reference first."""
    candidates = list(candidates) if isinstance(candidates, Iterator) else candidates
    if is_frame(reference) or is_engine_frame(candidates):
        return _in_frames(reference, candidates)
    found = named(candidates) if _are_several(candidates) else {"candidate": candidates}
    if isinstance(reference, str):
        if not hasattr(candidates, "columns"):
            raise InputError(
                f"the reference {reference!r} is text; pass labels, or a data frame of candidates "
                "that has a column of this name"
            )
        if reference not in found:
            columns = ", ".join(found)
            raise InputError(f"there is no column {reference!r}; the columns are {columns}")
        reference = found.pop(reference)
    return _with_reference(reference, found)


def _in_frames(reference: object, candidates: Any) -> dict[str, object]:
    if is_frame(candidates):
        reference, found = columns_beside(reference, candidates)
        return _with_reference(reference, found)
    return _with_reference(reference, named(candidates))


def _with_reference(reference: object, found: Mapping[str, object]) -> dict[str, object]:
    if not found:
        raise InputError("there is no candidate to compare with the reference")
    if REFERENCE in found:
        raise InputError(f"a candidate cannot be called {REFERENCE!r}")
    return {REFERENCE: reference, **found}
