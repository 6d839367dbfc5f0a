"""AMI, SMI and RMI against the same formulas in plain doubles: what digits cost.

The peer counts with the same kernel, adds up logarithms in NumPy, and takes expected mutual
information and its variance from the kernels that compute them in doubles. So at 10⁴ items and
more, both sides differ in the digits alone. At 100 items the peer spends most of its time in
Python; there AMI is held against genieclust too, which computes it in C++. Each call has other
labels, so that neither side can remember what it computed for their sizes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from types import SimpleNamespace
from typing import Any

import genieclust.compare_partitions as gc
import numpy as np
from scipy.special import gammaln

import partwise as pw
from labels import Pair, mostly_equal, power_law, uniform
from measure import Row, Work, at_most
from partwise import kernels
from partwise.tables import SizeHistogram
from partwise.tables.information import log_table_count

_BAR = 2
_MATH = SimpleNamespace(mpf=float, log=math.log, loggamma=math.lgamma)


class _Doubles:
    """What the three formulas need of a table."""

    def __init__(self, a: np.ndarray, b: np.ndarray) -> None:
        found = kernels.count_cells(a, b)
        self.n = float(len(a))
        self.rows, self.columns = map(SizeHistogram.of, (found.row_sizes, found.column_sizes))
        self.cells = found.counts.astype(np.float64)
        self._sizes = (*self.rows.as_floats(), *self.columns.as_floats())

    def _size_logs(self) -> tuple[float, ...]:
        a, of_a, b, of_b = self._sizes
        sums = (of_a @ (a * np.log(a)), of_b @ (b * np.log(b)), self.cells @ np.log(self.cells))
        return tuple(map(float, sums))

    def information(self) -> tuple[float, float, float]:
        """Return M, H(A) and H(B)."""
        rows, columns, cells = self._size_logs()
        whole = self.n * math.log(self.n)
        return (
            (whole - rows - columns + cells) / self.n,
            (whole - rows) / self.n,
            (whole - columns) / self.n,
        )

    def expected(self) -> float:
        """Return E[M]."""
        return kernels.expected_mutual_information(self.n, *self._sizes, False)[0] / self.n

    def deviation(self) -> float:
        """Return σ[M]."""
        return math.sqrt(kernels.variance_of_mutual_information(self.n, *self._sizes)) / self.n


def _ami(a: np.ndarray, b: np.ndarray) -> float:
    table = _Doubles(a, b)
    information, of_a, of_b = table.information()
    expected = table.expected()
    return (information - expected) / ((of_a + of_b) / 2 - expected)


def _smi(a: np.ndarray, b: np.ndarray) -> float:
    table = _Doubles(a, b)
    return (table.information()[0] - table.expected()) / table.deviation()


def _rmi(a: np.ndarray, b: np.ndarray) -> float:
    table = _Doubles(a, b)
    rows, columns = (
        float(counts @ gammaln(sizes + 1))
        for sizes, counts in (table.rows.as_floats(), table.columns.as_floats())
    )
    tables = log_table_count(table.rows.counted, table.columns.counted, _MATH)
    arrangements = math.lgamma(table.n + 1) + float(gammaln(table.cells + 1).sum()) - rows - columns
    return float((arrangements - tables) / table.n)


FORMULAS: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "ami_arithmetic": _ami,
    "smi": _smi,
    "rmi": _rmi,
}


_SHAPES: dict[str, Callable[[int], Pair]] = {
    "n=100, k=10": lambda seed: uniform(100, 10, "int64", seed),
    "n=10⁴, k=100": lambda seed: uniform(10**4, 100, "int64", seed),
    "n=10⁶, k=100, independent": lambda seed: uniform(10**6, 100, "int64", seed),
    "n=10⁶, k=100, 80 % equal": lambda seed: mostly_equal(10**6, 100, seed),
    "n=10⁵, k=10⁴, power law": lambda seed: (
        power_law(10**5, 10**4, 2 * seed),
        power_law(10**5, 10**4, 2 * seed + 1),
    ),
}
_PAIRS = 8


def in_turns(score: Callable[[Any, Any], object], pairs: list[Pair]) -> Work:
    """Return a call that scores the next pair of labels each time."""
    following = cycle(pairs)
    return lambda: score(*next(following))


def plain_doubles() -> Iterator[Row]:
    """Time each index, and the same index in plain doubles."""
    small = [uniform(100, 10, "int64", seed) for seed in range(_PAIRS)]
    works: dict[str, Work] = {
        "partwise": in_turns(partial(pw.score, index="ami_arithmetic"), small),
        "genieclust, in doubles": in_turns(gc.adjusted_mi_score, small),
    }
    yield at_most("ami_arithmetic, n=100, k=10", works, _BAR)
    for what, draw in _SHAPES.items():
        pairs = [draw(seed) for seed in range(_PAIRS)]
        for key, plain in FORMULAS.items():
            ours = partial(pw.score, index=key)
            np.testing.assert_allclose(float(ours(*pairs[0])), plain(*pairs[0]), 1e-6, 1e-9)
            works = {
                "partwise": in_turns(ours, pairs),
                "the same in doubles": in_turns(plain, pairs),
            }
            yield at_most(f"{key}, {what}", works, _BAR)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (plain_doubles,)
