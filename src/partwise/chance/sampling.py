"""Random contingency tables with given cluster sizes.

One clustering is fixed, and the other is uniform among all clusterings with its cluster sizes. Then
the table has a (multivariate) hypergeometric distribution, whichever side is fixed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base import InputError, exact_counts, total
from partwise.kernels import threads_for
from partwise.tables import Cells, Contingency, PairCounts, SizeHistogram

SamplingMethod: TypeAlias = Literal["permutation", "draws"]
"""``"permutation"`` shuffles labels, and ``"draws"`` draws each cell from its distribution."""

Seed: TypeAlias = int | np.random.Generator | None

_Sizes: TypeAlias = NDArray[np.int64]

_MOST_ITEMS = 2**63 - 1
_MOST_PERMUTED = 2**32 - 1  # labels are indexed by 32-bit numbers, which keeps them in the cache
_MOST_SAMPLES = 10**9
_MOST_THREADS = 1024
_EXACT_IN_FLOAT = 2**53


@dataclass(frozen=True, eq=False)
class SampledSums:
    """Sums over the cells of random tables, from which indices are computed: one entry per table.

    Made by :func:`sample_sums`.

    Parameters
    ----------
    row_sizes, column_sizes : array of int
        The cluster sizes a_i and b_j of all tables.
    n11 : array
        Pairs of items that are together in both clusterings. Exact: float64 if there are fewer than
        2^53 pairs of items, and Python integers otherwise.
    mutual_information : array of float
        M(A, B) in nats.
    row_maxima, column_maxima : array of int
        Σ_i max_j n_ij and Σ_j max_i n_ij, for the F-measure.
    row_squares, column_squares : array of float
        Σ n_ij² / a_i and Σ n_ij² / b_j, for BCubed.
    """

    row_sizes: _Sizes
    column_sizes: _Sizes
    n11: NDArray[Any]
    mutual_information: NDArray[np.float64]
    row_maxima: NDArray[np.int64]
    column_maxima: NDArray[np.int64]
    row_squares: NDArray[np.float64]
    column_squares: NDArray[np.float64]

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.n11)

    @cached_property
    def n(self) -> int:
        """Number of items."""
        return total(self.row_sizes)

    @cached_property
    def pair_counts(self) -> PairCounts:
        """Counts of pairs of items, as arrays. A pair-counting index of these is an array."""
        same_a, same_b = _pairs_within(self.row_sizes), _pairs_within(self.column_sizes)
        apart = _pairs_within(np.array([self.n])) - same_a - same_b
        return PairCounts(self.n11, same_a - self.n11, same_b - self.n11, apart + self.n11)

    @cached_property
    def squares(self) -> NDArray[Any]:
        """Σ n_ij², exact: float64 below 2^53, Python integers otherwise."""
        if self.n**2 < _EXACT_IN_FLOAT:
            return 2 * self.n11 + self.n
        return np.array([2 * int(pairs) + self.n for pairs in self.n11.tolist()], object)

    @cached_property
    def size_logs(self) -> NDArray[np.float64]:
        """Σ n_ij ln n_ij."""
        whole, rows, columns = (
            sum(kernels.size_log_sum(*SizeHistogram.of(sizes).as_floats()))
            for sizes in (np.array([self.n]), self.row_sizes, self.column_sizes)
        )
        return self.n * self.mutual_information + (rows + columns - whole)


def sample_sums(
    row_sizes: object,
    column_sizes: object,
    samples: int,
    *,
    seed: Seed = 0,
    threads: int | None = None,
    method: SamplingMethod | None = None,
) -> SampledSums:
    """Draw random tables with given cluster sizes, and return sums from which indices are computed.

    Parameters
    ----------
    row_sizes, column_sizes : sequence of int
        Cluster sizes of the reference and of the candidate: positive whole numbers with equal sums,
        below 2^63.
    samples : int
        How many tables to draw.
    seed : int, numpy.random.Generator or None
        The same seed gives the same tables, with any number of threads and also in
        :func:`sample_tables`. None gives different tables each time.
    threads : int, optional
        How many threads to use. By default, one for each core.
    method : {"permutation", "draws"}, optional
        How to draw. ``"permutation"`` takes time proportional to the number of items (fewer than
        2^32), and ``"draws"`` to the number of cells. By default, each row uses the method that is
        estimated to be faster. All methods have the same distribution, but draw different tables
        for the same seed.

    Returns
    -------
    SampledSums
        Pair counts, mutual information and other sums, one entry per table.

    Examples
    --------
    >>> sums = sample_sums([2, 2], [2, 2], 1000, seed=1)
    >>> sorted(set(sums.pair_counts.n11.tolist()))
    [0.0, 2.0]
    >>> bool(abs(sums.pair_counts.n11.mean() - 2 / 3) < 0.1)  # E[N11] = m_A m_B / N
    True
    """
    rows, columns, n = checked_margins(row_sizes, column_sizes)
    options = _checked_options(n, samples, seed, threads, method)
    high, low, information, row_maxima, column_maxima, row_squares, column_squares = (
        kernels.sample_sums(rows, columns, *options)
    )
    return SampledSums(
        row_sizes=rows,
        column_sizes=columns,
        n11=_pair_numbers(high, low, n),
        mutual_information=information / max(n, 1),
        row_maxima=row_maxima,
        column_maxima=column_maxima,
        row_squares=row_squares,
        column_squares=column_squares,
    )


def sample_tables(
    row_sizes: object,
    column_sizes: object,
    samples: int,
    *,
    seed: Seed = 0,
    threads: int | None = None,
    method: SamplingMethod | None = None,
) -> list[Contingency]:
    """Draw random tables with given cluster sizes.

    Parameters
    ----------
    row_sizes, column_sizes, samples, seed, threads, method
        As in :func:`sample_sums`, which is faster if sums are enough.

    Returns
    -------
    list of Contingency
        The tables. Rows and columns are in the order of ``row_sizes`` and ``column_sizes``.

    Examples
    --------
    >>> tables = sample_tables([3, 1], [2, 2], 100, seed=1)
    >>> sorted({str(table.to_dense().tolist()) for table in tables})
    ['[[1, 2], [1, 0]]', '[[2, 1], [0, 1]]']
    """
    rows, columns, n = checked_margins(row_sizes, column_sizes)
    options = _checked_options(n, samples, seed, threads, method)
    *cells, offsets = kernels.sample_cells(rows, columns, *options)
    labels = tuple(range(len(rows))), tuple(range(len(columns)))
    return [
        Contingency(Cells(*(array[start:end] for array in cells)), *labels, (rows, columns))
        for start, end in pairwise(offsets.tolist())
    ]


def checked_margins(row_sizes: object, column_sizes: object) -> tuple[_Sizes, _Sizes, int]:
    """Return the sizes of both clusterings as arrays, and how many items they are of."""
    rows, columns = _checked_sizes(row_sizes, "row"), _checked_sizes(column_sizes, "column")
    n = total(rows)
    if n != total(columns):
        raise InputError(
            f"row sizes add up to {n} items, but column sizes to {total(columns)}; "
            "give sizes with the same sum"
        )
    return rows, columns, n


def _checked_sizes(sizes: object, side: str) -> _Sizes:
    numbers = exact_counts(sizes, f"{side} size")
    if numbers.ndim != 1:
        raise InputError(f"{side} sizes must be one-dimensional, not of shape {numbers.shape}")
    if numbers.dtype == object:
        raise InputError(f"{side} sizes add up to {total(numbers)}; the most is {_MOST_ITEMS}")
    empty = np.flatnonzero(numbers == 0)
    if len(empty):
        raise InputError(
            f"{side} size 0 at position {empty[0]}: a cluster has at least one item;"
            " leave out empty clusters"
        )
    return np.ascontiguousarray(numbers)


def _checked_options(
    n: int, samples: int, seed: Seed, threads: int | None, method: SamplingMethod | None
) -> tuple[int, list[int], int, str]:
    """Return the options as the kernels take them."""
    if method not in ("permutation", "draws", None):
        raise InputError(f'method= must be "permutation", "draws" or None, not {method!r}')
    if method == "permutation" and n > _MOST_PERMUTED:
        raise InputError(f'{n} items are too many to permute; use method="draws" or None')
    many = whole_number(samples, "samples", least=0)
    if many > _MOST_SAMPLES:
        raise InputError(f"{many} samples are too many at once; draw at most {_MOST_SAMPLES}")
    threads = min(threads_for(threads, n * many), _MOST_THREADS)
    return many, _random_key(seed), threads, method or "automatic"


def memory_to_sample(n: int) -> int:
    """Return how many bytes it takes to draw tables of n items: each thread shuffles n labels."""
    return 4 * n * threads_for(None, n)


def whole_number(value: Any, name: str, least: int) -> int:
    """Return a whole number as an int; refuse anything else."""
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and value >= least:
        return int(value)
    raise InputError(f"{name} must be a whole number of at least {least}, not {value!r}")


def random_generator(seed: Seed) -> np.random.Generator:
    """Return the generator for a seed; refuse what is none."""
    if seed is None or isinstance(seed, np.random.Generator):
        return np.random.default_rng(seed)
    return np.random.default_rng(whole_number(seed, "seed=", least=0))


def _random_key(seed: Seed) -> list[int]:
    if isinstance(seed, np.random.Generator):
        return [int(word) for word in seed.integers(0, 2**64, 4, np.uint64)]
    if seed is not None:
        seed = whole_number(seed, "seed=", least=0)
    return [int(word) for word in np.random.SeedSequence(seed).generate_state(4, np.uint64)]


def _pairs_within(sizes: _Sizes) -> int:
    return SizeHistogram.of(sizes).sum_of(lambda size: size * (size - 1) // 2)


def _pair_numbers(high: NDArray[Any], low: NDArray[Any], n: int) -> NDArray[Any]:
    """Join the two words of numbers of pairs of n items."""
    if n * (n - 1) // 2 < _EXACT_IN_FLOAT:
        return low.astype(np.float64)
    words = zip(high.tolist(), low.tolist(), strict=True)
    return np.array([(above << 64) + below for above, below in words], object)
