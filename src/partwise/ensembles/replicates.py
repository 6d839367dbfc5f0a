"""Replicates of a clustering: from the user, or from a function that clusters samples of rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from partwise.base import InputError, listed, many, tracked
from partwise.clusterings import MISSING, Clustering, Codes, Policies, as_clustering
from partwise.engines import Coverage, named, read_items, read_shared

Fit: TypeAlias = Callable[[Any, Any, int], object]
"""``fit(rows, k, seed)`` returns the labels of these rows of the data."""

CLUSTERING = "the clustering"
"""What the clustering is called that replicates are of."""

_WHAT = "a comparison of replicates"


@dataclass(frozen=True, eq=False)
class Replicates:
    """Replicates on one list of items.

    Parameters
    ----------
    clusterings : mapping name → Clustering
        The replicates by name.
    items : sequence of hashable
        All items that any of them has.
    codes : list of arrays
        The cluster of each item in each replicate, −1 where it is not there.
    coverage : Coverage
        Which items were compared.
    """

    clusterings: Mapping[str, Clustering]
    items: Sequence[Hashable]
    codes: list[Codes]
    coverage: Coverage


@dataclass(frozen=True)
class Sampling:
    """How a function is to make replicates.

    Parameters
    ----------
    data : array or data frame
        A row for each item.
    repeats : int
        How many replicates.
    subsample : float
        The part of the rows that each gets, drawn without repetition.
    seed : int
        Seed of the rows, and of the seeds that the function gets.
    progress : bool, optional
        Whether to show a progress bar; by default, on a terminal.
    """

    data: Any
    repeats: int
    subsample: float
    seed: int
    progress: bool | None

    def __post_init__(self) -> None:
        if self.data is None:
            raise InputError("a function that clusters needs data", remedy="pass data=")
        if not 0 < self.subsample <= 1:
            raise InputError(f"subsample= must be above 0 and at most 1, not {self.subsample!r}")
        if self.repeats < 2:
            raise InputError(f"repeats= must be at least 2, not {self.repeats}")
        if self.size < 2:
            raise InputError(
                f"subsample={self.subsample} of {len(self.data)} rows gives {self.size}, which is "
                "too few to cluster"
            )

    @property
    def size(self) -> int:
        """How many rows each replicate gets."""
        return round(self.subsample * len(self.data))


def is_function(replicates: object) -> TypeGuard[Fit]:
    """Tell a function that makes replicates from replicates; refuse an estimator."""
    if hasattr(replicates, "fit"):
        raise InputError(
            "replicates must be clusterings or a function, not an estimator; pass for example "
            "lambda rows, k, seed: KMeans(k, random_state=seed).fit_predict(rows)"
        )
    return callable(replicates) and not isinstance(replicates, Mapping)


def refuse_options(**options: object) -> None:
    """Refuse what only a function needs."""
    passed = [f"{name}=" for name, value in options.items() if value is not None]
    if passed:
        are = "is" if len(passed) == 1 else "are"
        raise InputError(f"{listed(passed)} {are} only for a function that makes the replicates")


def read_replicates(
    replicates: Any,
    policies: Policies,
    by_pairs: bool,
    first: Mapping[str, object] | None = None,
) -> Replicates:
    """Read replicates, behind a clustering that they are of, onto one list of items.

    Examples
    --------
    >>> read_replicates([{"a": 0, "b": 1}, {"b": 5, "c": 5}], Policies(), True).codes
    [array([ 0,  1, -1]), array([-1,  0,  0])]
    """
    by_name: dict[str, object] = dict(first or {})
    for name, labels in named(replicates).items():
        if name in by_name:
            raise InputError(f"a replicate cannot be called {name!r}", remedy="rename it")
        by_name[name] = labels
    return read_codes(by_name, policies, by_pairs, _WHAT)


def read_codes(
    clusterings: Mapping[str, object], policies: Policies, by_pairs: bool, what: str
) -> Replicates:
    """Read clusterings onto one list of items; ``by_pairs``, they need not have the same ones."""
    if by_pairs:
        shared = read_shared(clusterings, policies, what)
        codes = list(shared.codes.values())
        return Replicates(shared.clusterings, shared.items, codes, shared.coverage)
    same = read_items(clusterings, policies, what)
    codes = [clustering.codes for clustering in same.clusterings.values()]
    items = next((clustering.items for clustering in same.clusterings.values()), ())
    return Replicates(same.clusterings, items, codes, same.coverage)


def made_replicates(
    fit: Fit, cluster_counts: Sequence[Any] | None, sampling: Sampling, policies: Policies
) -> dict[Hashable, list[Codes]]:
    """Make replicates; all numbers of clusters get the same rows."""
    data, repeats, size, n = sampling.data, sampling.repeats, sampling.size, len(sampling.data)
    rng = np.random.default_rng(sampling.seed)
    rows = [np.sort(rng.choice(n, size, replace=False)) for _ in range(repeats)]
    seeds = rng.integers(2**31, size=repeats).tolist()
    wanted: list[Any] = [None] if cluster_counts is None else list(dict.fromkeys(cluster_counts))
    jobs = [(k, i) for k in wanted for i in range(repeats)]
    replicates: dict[Hashable, list[Codes]] = {k: [] for k in wanted}
    for k, i in tracked(jobs, len(jobs), "Replicates: ", sampling.progress):
        labels = as_clustering(fit(_rows(data, rows[i]), k, seeds[i]), policies)
        if labels.total != size:
            raise InputError(
                f"the function got {size} rows but returned {many(labels.total, 'label')}",
                remedy="return one label for each row",
            )
        replicates[k].append(spread(labels.codes, rows[i][labels.item_set.where()], n))
    return replicates


def spread(codes: Codes, places: Codes, n: int) -> Codes:
    """Return codes at their places among n items, −1 elsewhere."""
    everywhere = np.full(n, MISSING, np.int64)
    everywhere[places] = codes
    return everywhere


def _rows(data: Any, rows: Codes) -> Any:
    if hasattr(data, "iloc"):
        return data.iloc[rows]
    return (
        data[rows]
        if hasattr(data, "__array__") or hasattr(data, "tocsr")
        else [data[i] for i in rows.tolist()]
    )
