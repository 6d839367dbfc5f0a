"""The best of some clusterings as a consensus, by an index of whatever kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.contingency import contingency
from partwise.ensemble.distances import as_distances
from partwise.ensemble.objective import weighted
from partwise.factorize import Codes
from partwise.index import Index
from partwise.undefined import UndefinedPolicy

__all__ = ["Best", "best_by_values"]

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
    >>> given = [np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2]), np.array([0, 0, 0, 1])]
    >>> best_by_values(pw.index("vi"), given, np.full(3, 1 / 3), "convention", given).labels
    array([0, 0, 1, 2])
    """
    tried = list(candidates)
    means = np.array([_mean(index, inputs, shares, undefined, each) for each in tried])
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
    values = index.values([contingency(each, labels) for each in inputs], undefined=undefined)
    return float(weighted(shares, np.nan_to_num(as_distances(index, values), nan=np.inf)))
