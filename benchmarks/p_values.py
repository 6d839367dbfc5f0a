"""Measure the errors of p-values against chance that are not exact.

    python benchmarks/p_values.py [--samples 1000000] [--threads 1]

Laws of N11 and of mutual information are compared with random tables: for p-values around 0.5,
0.05, 0.01, 0.001 and 0.0001 the page says by which factor the approximation is off, with the
standard error of the sampled p-value as a share of it.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.chance import sample_sums
from partwise.chance.cell_laws import CellLaw, logs_law, n11_law, powers_law
from partwise.tables import SizeHistogram

LEVELS = (0.5, 0.05, 0.01, 0.001, 0.0001)
Sizes = list[int]


def equal(n: int, k: int) -> Sizes:
    """Return k sizes that differ by 1 at most."""
    return [n // k + (place < n % k) for place in range(k)]


def geometric(n: int, k: int, ratio: float) -> Sizes:
    """Return k sizes, each smaller than the one before by the same factor."""
    raw = ratio ** np.arange(k)
    sizes = np.maximum(1, np.floor(raw / raw.sum() * n)).astype(int)
    sizes[0] += n - sizes.sum()
    return [int(size) for size in sizes]


def power(n: int, exponent: float, seed: int) -> Sizes:
    """Return sizes from a power law, none above a quarter of the items."""
    rng, sizes = np.random.default_rng(seed), list[int]()
    while sum(sizes) < n:
        sizes.append(min(int(rng.zipf(exponent)), n // 4, n - sum(sizes)))
    return sizes


def one_large(n: int, large: int, others: int) -> Sizes:
    """Return a large cluster, and clusters of the same small size."""
    rest = n - large
    return [large, *[others] * (rest // others), *[1] * (rest % others)]


def cases(n: int) -> Iterator[tuple[str, Sizes, Sizes]]:
    """Yield sizes of both clusterings, and what they are."""
    yield "2 and 2 clusters", equal(n, 2), equal(n, 2)
    yield "2 unequal, 2", [n * 9 // 10, n - n * 9 // 10], [n * 8 // 10, n - n * 8 // 10]
    yield "2 unequal, 5", [n * 9 // 10, n - n * 9 // 10], equal(n, 5)
    yield "3 and 3", equal(n, 3), equal(n, 3)
    yield "4 and 5", equal(n, 4), equal(n, 5)
    yield "10 and 20", equal(n, 10), equal(n, 20)
    yield "tens", equal(n, n // 10), equal(n, n // 10)
    yield "fives and fours", equal(n, n // 5), equal(n, n // 4)
    yield "threes and pairs", equal(n, n // 3), equal(n, n // 2)
    yield "pairs", equal(n, n // 2), equal(n, n // 2)
    yield "geometric", geometric(n, 10, 0.5), geometric(n, 8, 0.6)
    for exponent in (1.6, 2.0, 2.5):
        yield f"power law {exponent}", power(n, exponent, 1), power(n, exponent, 2)
    yield "half, and pairs", one_large(n, n // 2, 2), one_large(n, n // 2, 2)
    yield "half, and fives", one_large(n, n // 2, 5), one_large(n, n // 3, 5)
    yield "a tenth, and singletons", one_large(n, n // 10, 1), one_large(n, n // 20, 1)
    yield "a tenth, and pairs", one_large(n, n // 10, 2), one_large(n, n // 10, 2)
    yield "pairs and 5", equal(n, n // 2), equal(n, 5)


def errors(law: CellLaw, values: NDArray[Any], slack: float) -> list[str]:
    """Return by which factor the tail of a law is off where sampled p-values are near levels."""
    ordered = np.sort(values.astype(np.float64))
    many = len(ordered)
    factors = []
    for level in LEVELS:
        place = ordered[min(many - 1, int(many * (1 - level)))]
        share = float((ordered >= place - slack).mean())
        noise = 1 / math.sqrt(share * many)
        is_near = level / 3 < share < 3 * level and noise < 0.2
        tail = float(law.tail(int(place) if slack == 0 else place, 1))
        factors.append(f"{tail / share:5.2f} ±{noise:4.2f}" if is_near else " " * 11)
    return factors


def main() -> None:
    """Print the errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=1_000_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--items", type=int, nargs="*", default=[150, 1000, 5000])
    options = parser.parse_args()
    columns = "  ".join(f"{f'p = {level:g}':11}" for level in LEVELS)
    print(f"{'sizes':24}{'items':>6} {'of':4} {'method':18}{columns}")
    for n in options.items:
        for name, a, b in cases(n):
            rows, columns_of = (SizeHistogram.of(np.array(sizes)) for sizes in (a, b))
            many = max(1000, min(options.samples, 10**9 // n))
            sums = sample_sums(a, b, many, seed=1, threads=options.threads)
            laws = [("N11", n11_law(rows, columns_of), sums.n11, 0.0)]
            if powers_law(rows, columns_of) is None:
                laws += [("MI", logs_law(rows, columns_of), sums.size_logs, 1e-7)]
            for of, law, values, slack in laws:
                row = "  ".join(errors(law, values, slack))
                print(f"{name:24}{n:6} {of:4} {law.method:18}{row}", flush=True)


if __name__ == "__main__":
    main()
