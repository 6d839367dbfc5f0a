"""How counting scales with threads: ``python benchmarks/scaling.py [largest n]``.

Prints the best time for each number of threads that the machine has cores for, in ms.
"""

from __future__ import annotations

import sys
from functools import partial

import numpy as np

from measure import Work, best_times
from partwise import kernels
from partwise.base.display import Cell, Table
from partwise.kernels.counting import _cores


def labels(n: int, k: int, *, wide: bool = False) -> np.ndarray:
    """Return n independent labels of k clusters: small numbers, or 64-bit ids."""
    rng = np.random.default_rng(k)
    codes = rng.integers(0, k, n, dtype=np.int32)
    return rng.integers(-(2**63), 2**63 - 1, k)[codes] if wide else codes


def times(n: int, k: int, threads: list[int], *, wide: bool) -> list[Cell]:
    """Time one pair of columns with each number of threads."""
    a = labels(n, k, wide=wide)
    b = np.roll(a, n // 2)
    works: dict[str, Work] = {str(t): partial(kernels.count_cells, a, b, t) for t in threads}
    best = best_times(works, rounds=5)
    return [f"{1000 * best[str(t)]:.3g}" for t in threads]


def main(largest: int) -> None:
    """Print the table."""
    threads = [t for t in (1, 2, 4, 8, 16, 32, 64) if t <= _cores()]
    rows: list[list[Cell]] = []
    for n in (10**7, 10**8):
        shapes = [(k, False) for k in (10, 100, 1000, 3000)] + [(10, True), (n // 3, True)]
        for k, wide in shapes:
            if n <= largest:
                kind = "64-bit ids" if wide else "int32"
                rows.append([f"{n:,}", f"{k:,}", kind, *times(n, k, threads, wide=wide)])
    print(Table(["n", "k", "labels", *(f"{t} threads" for t in threads)], rows))


if __name__ == "__main__":
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**8)
