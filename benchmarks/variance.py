"""Error and time of the interpolated variance of mutual information.

``python benchmarks/variance.py`` prints the tables of
``docs/decisions/0005-variance-by-interpolation.md``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partwise import kernels
from partwise.base.display import Table
from partwise.tables.information import SizeHistogram

Sizes = NDArray[np.int64]
Margins = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def power_law(n: int, k: int) -> Sizes:
    """Return k sizes in proportion to 1/rank, rounded down; the largest takes what is left."""
    share = 1.0 / np.arange(1, k + 1)
    sizes: Sizes = np.maximum(1, np.floor(n * share / share.sum())).astype(np.int64)
    sizes[0] += n - sizes.sum()
    return sizes


def shapes(n: int) -> dict[str, Sizes]:
    """Return clusterings of n items of very different sizes."""
    rng = np.random.default_rng(5)
    small = np.ones(n, np.int64)
    return {
        "power law": power_law(n, n // 10),
        "balanced": np.full(n // 10, 10),
        "two giants, singletons": np.concatenate(
            [[n * 2 // 5, n // 3], small[: n - n * 2 // 5 - n // 3]]
        ),
        "near-singletons": np.concatenate([[2] * (n // 20), small[: n - 2 * (n // 20)]]),
        "one giant": np.concatenate([[n - n // 10], power_law(n // 10, n // 50)]),
        "30 large": rng.multinomial(n, rng.dirichlet(np.full(30, 5.0))),
    }


def margins(rows: Sizes, columns: Sizes) -> Margins:
    """Return the arguments of the kernels."""
    return (*SizeHistogram.of(rows).as_floats(), *SizeHistogram.of(columns).as_floats())


def variance(n: int, sides: Margins, interpolate: Literal["never", "if_faster", "always"]) -> float:
    """Return the variance of n M."""
    return kernels.variance_of_mutual_information(float(n), *sides, interpolate)


def timed(work: Callable[[], object], rounds: int = 3) -> float:
    """Return the best time of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def errors(n: int) -> Table:
    """Compare interpolated with direct sums for all pairs of shapes."""
    found = shapes(n)
    rows = []
    for a, rows_a in found.items():
        row = [a]
        for rows_b in found.values():
            sides = margins(rows_a, rows_b)
            direct = variance(n, sides, "never")
            row.append(f"{abs(variance(n, sides, 'always') / direct - 1):.0e}")
        rows.append(row)
    return Table([f"n = {n:,}", *found], rows, "Relative difference of the two sums", [])


def times() -> Table:
    """Time both moments for power-law sizes with k = n/10."""
    rows = []
    for n in (10**4, 10**5, 10**6, 10**7):
        sizes = power_law(n, n // 10)
        sides = margins(sizes, sizes)

        def mean(n: int = n, sides: Margins = sides) -> object:
            return kernels.expected_mutual_information(float(n), *sides, False)

        def spread(n: int = n, sides: Margins = sides) -> object:
            return variance(n, sides, "if_faster")

        rows.append(
            [f"{n:,}", str(len(sides[0])), f"{timed(mean):.4f} s", f"{timed(spread):.3f} s"]
        )
    return Table(["n", "distinct sizes", "E[M]", "Var[M]"], rows, "Power law, k = n/10", [])


def main() -> None:
    """Print all tables."""
    for table in (errors(1000), errors(10_000), times()):
        print(table, file=sys.stdout)


if __name__ == "__main__":
    main()
