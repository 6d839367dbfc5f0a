"""How soft clusterings agree about pairs of items.

Two items x and y belong together in memberships P to the degree E_P(x, y) = 1 − D_P(x, y), where D
is half the sum of the absolute differences of their memberships: 0 for equal rows, 1 for items
that share no cluster. Everything here is a mean of the absolute difference of E_P and E_Q, which is
that of D_P and D_Q: of the same pair of items in both (observed), or of each pair in P with each
pair in Q (expected: a random permutation of one side's items puts any pair in the place of any
other, equally often).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.base import TableError, tracked
from partwise.clusterings import Codes, Memberships
from partwise.kernels import compensated_sum

MOST_ROWS = 20_000
"""Distinct pairs of rows up to which soft memberships are compared pair by pair: in a minute."""
MOST_SORTED = 5_000
"""Distinct rows up to which all degrees of a side are sorted: in a gigabyte of memory."""
_AT_ONCE = 2**21  # distances in memory at a time

Floats = NDArray[np.float64]


class Disagreement(NamedTuple):
    """Sums of |E_P − E_Q| over pairs of items, of which there are ``pairs``.

    ``expected`` is the mean of ``observed`` over all permutations of one side's items.
    """

    observed: float
    expected: float
    pairs: int


def observed_disagreement(p: Memberships, q: Memberships) -> float:
    """Sum |E_P − E_Q| over all pairs of items, which are the same in both, in the same order.

    Near-linear if one side is hard: then the sum is one of distances within and between that
    side's clusters, which sorting each column gives. Otherwise all pairs of distinct rows are
    compared.

    Examples
    --------
    >>> p = Memberships([[1, 0], [0.5, 0.5], [0, 1]])
    >>> observed_disagreement(p, Memberships([0, 1, 1])), observed_disagreement(p, p)
    (1.0, 0.0)
    """
    if p.is_hard or q.is_hard:
        return _beside_labels(p, q).observed
    return _by_blocks(p, q)


def disagreement(p: Memberships, q: Memberships) -> Disagreement:
    """Return the observed disagreement, and its exact mean over permutations of one side's items.

    Examples
    --------
    >>> p = Memberships([[1, 0], [0.5, 0.5], [0, 1]])
    >>> disagreement(p, Memberships([0, 1, 1]))
    Disagreement(observed=1.0, expected=1.3333333333333333, pairs=3)
    """
    if p.is_hard or q.is_hard:
        return _beside_labels(p, q)
    pairs = _pairs(p.n)
    expected = pairs * _mean_difference(_distances(p), _distances(q)) if pairs else 0.0
    return Disagreement(_by_blocks(p, q), expected, pairs)


def _beside_labels(p: Memberships, q: Memberships) -> Disagreement:
    """Compare memberships with hard ones, in which a pair is together or is not."""
    hard, soft = (p, q) if p.is_hard else (q, p)
    groups = hard.to_clustering().codes
    pairs, same = _pairs(hard.n), _pairs_within(groups)
    within, every = distance_sum(soft, groups), distance_sum(soft, np.zeros_like(groups))
    expected = (same * every + (pairs - same) * (pairs - every)) / pairs if pairs else 0.0
    return Disagreement(within + (pairs - same) - (every - within), expected, pairs)


def distance_sum(memberships: Memberships, groups: Codes) -> float:
    """Sum D over the pairs of items of the same group, in the time that sorting takes.

    The sum of all differences of m numbers in increasing order has the i-th (from 0) 2i − m + 1
    times; zeros are only counted.

    Examples
    --------
    >>> distance_sum(Memberships([[1, 0], [0.5, 0.5], [0, 1]]), np.array([0, 0, 1]))
    0.5
    """
    rows, columns, values = memberships.entries()
    sizes = np.bincount(groups)
    order = np.argsort(values)
    segments = columns[order].astype(np.int64) * max(len(sizes), 1) + groups[rows[order]]
    if len(order):  # small numbers are sorted in linear time
        segments = segments.astype(np.min_scalar_type(int(segments.max())))
    by_segment = np.argsort(segments, kind="stable")
    segments, values = segments[by_segment], values[order[by_segment]]
    of_size = sizes[groups[rows[order[by_segment]]]]
    is_new = np.ones(len(order), bool)
    is_new[1:] = segments[1:] != segments[:-1]
    starts = np.flatnonzero(is_new)
    lengths = np.diff([*starts.tolist(), len(order)])
    place = np.arange(len(order)) - np.repeat(starts, lengths)
    zeros = of_size - np.repeat(lengths, lengths)
    times = 2 * (zeros + place) - of_size + 1
    return compensated_sum(np.ascontiguousarray(times * values)) / 2


def _by_blocks(p: Memberships, q: Memberships) -> float:
    """Compare each two distinct rows of both sides together."""
    (of_p, in_p), (of_q, in_q) = p.distinct(), q.distinct()
    together, counts = np.unique(in_p * len(of_q) + in_q, return_counts=True)
    _refuse_many(len(together), MOST_ROWS)
    one, other = np.divmod(together, len(of_q))
    rows = p.rows(of_p[one]), q.rows(of_q[other])
    weights = counts.astype(np.float64)
    sums = []
    for start, stop in _blocks(len(weights), "fuzzy Rand: "):
        first, second = (_half_distances(own, start, stop) for own in rows)
        differences = np.abs(np.subtract(first, second, out=first), out=first)
        differences[:, : stop - start] /= 2  # pairs within the block are there twice
        sums.append(float(weights[start:stop] @ (differences @ weights[start:])))
    return math.fsum(sums)


class _Shares(NamedTuple):
    """Distances D of pairs of distinct rows, sorted, and how many pairs have at most each."""

    values: Floats
    up_to: NDArray[np.int64]

    def at(self, values: Floats) -> Floats:
        """Return the share of pairs whose distance is at most a value."""
        places = np.searchsorted(self.values, values, "right") - 1
        return np.asarray(np.where(places < 0, 0, self.up_to[places]) / self.up_to[-1])


def _distances(memberships: Memberships) -> _Shares:
    """Sort D of each two distinct rows; pairs of equal rows have D = 0."""
    places, codes = memberships.distinct()
    _refuse_many(len(places), MOST_SORTED)
    rows, sizes = memberships.rows(places), np.bincount(codes, minlength=len(places))
    values, counts = [np.zeros(1)], [np.array([_pairs_within(codes)])]
    for start, stop in _blocks(len(places), "sorting pairs: "):
        later = np.triu(np.ones((stop - start, len(places) - start), bool), 1)
        values.append(_half_distances(rows, start, stop)[later])
        counts.append(np.multiply.outer(sizes[start:stop], sizes[start:])[later])
    every, times = np.concatenate(values), np.concatenate(counts)
    order = np.argsort(every)
    return _Shares(every[order], np.cumsum(times[order]))


def _mean_difference(p: _Shares, q: _Shares) -> float:
    """Return the mean of |x − y| over all x of one side and y of the other.

    It is the integral over t of F(t)(1 − G(t)) + G(t)(1 − F(t)), for the shares F and G of values
    up to t: a sum of terms that are not negative, so that no digits are lost.
    """
    values = np.sort(np.concatenate([p.values, q.values]))
    sums = []
    for start in range(0, len(values) - 1, _AT_ONCE):
        part = values[start : start + _AT_ONCE + 1]
        of_p, of_q = p.at(part[:-1]), q.at(part[:-1])
        sums.append(float(np.diff(part) @ (of_p * (1 - of_q) + of_q * (1 - of_p))))
    return math.fsum(sums)


class SampledDisagreement(NamedTuple):
    """Means of |E_P − E_Q| over random pairs of items, and the errors of what follows from them.

    ``rand_error`` is the standard error of 1 − observed, ``adjusted_error`` that of
    1 − observed / expected.
    """

    observed: float
    expected: float
    rand_error: float
    adjusted_error: float


def sampled_disagreement(
    p: Memberships, q: Memberships, pairs: int, seed: int
) -> SampledDisagreement:
    """Estimate the disagreement from random pairs of items, drawn with replacement.

    The expected one is the mean over each drawn pair of P with each other drawn pair of Q, which is
    an unbiased estimate. Standard errors follow by the delta method.

    Examples
    --------
    >>> p = Memberships([[1, 0], [0.5, 0.5], [0, 1]])
    >>> found = sampled_disagreement(p, Memberships([0, 1, 1]), 10_000, seed=0)
    >>> abs(found.observed - 1 / 3) < 4 * found.rand_error
    True
    """
    rng = np.random.default_rng(seed)
    one, other = rng.integers(p.n, size=pairs), rng.integers(p.n - 1, size=pairs)
    other += other >= one
    in_p, in_q = (_distances_of(side, one, other) for side in (p, q))
    differences = np.abs(in_p - in_q)
    observed = float(differences.mean())
    of_p, of_q = _mean_differences(in_p, in_q), _mean_differences(in_q, in_p)
    expected = max((float(of_p.sum()) - observed) / (pairs - 1), 0.0)
    influence = np.zeros(pairs)
    if expected:
        influence = observed / expected * (of_p + of_q - 2 * expected) - (differences - observed)
        influence /= expected
    errors = (float(np.std(terms, ddof=1)) / math.sqrt(pairs) for terms in (differences, influence))
    return SampledDisagreement(observed, expected, *errors)


def _distances_of(memberships: Memberships, one: Codes, other: Codes) -> Floats:
    """Return D of given pairs of items."""
    step = max(1, _AT_ONCE // max(memberships.k, 1))
    blocks = [slice(start, start + step) for start in range(0, len(one), step)]
    parts = [
        np.abs(memberships.rows(one[block]) - memberships.rows(other[block])).sum(axis=1) / 2
        for block in tracked(blocks, len(blocks), "sampling pairs: ")
    ]
    return np.concatenate(parts)


def _mean_differences(values: Floats, others: Floats) -> Floats:
    """Return for each value the mean of its distances to the others."""
    others = np.sort(others)
    sums = np.concatenate([[0.0], np.cumsum(others)])
    below = np.searchsorted(others, values)
    apart = values * (2 * below - len(others)) + sums[-1] - 2 * sums[below]
    return np.asarray(apart / len(others))


def _half_distances(rows: Floats, start: int, stop: int) -> Floats:
    """Return D of the rows of a block with these and all later rows."""
    from scipy.spatial.distance import cdist

    return np.asarray(cdist(rows[start:stop], rows[start:], "cityblock")) / 2


def _blocks(rows: int, what: str) -> Iterator[tuple[int, int]]:
    step = max(1, _AT_ONCE // max(rows, 1))
    blocks = [(start, min(start + step, rows)) for start in range(0, rows, step)]
    return tracked(blocks, len(blocks), what)


def _pairs(n: int) -> int:
    return n * (n - 1) // 2


def _pairs_within(groups: Codes) -> int:
    return sum(map(_pairs, np.bincount(groups).tolist()))


def _refuse_many(rows: int, most: int) -> None:
    if rows > most:
        raise TableError(
            f"there are {rows:,} distinct memberships, and comparing all pairs of them is limited "
            f"to {most:,}",
            remedy="sample pairs of items: pass pw.families.sampled_fuzzy_rand(pairs=10**6) as the "
            "index, with adjusted=True for adjusted_concordance",
        )
