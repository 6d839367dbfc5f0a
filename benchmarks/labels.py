"""Labels to measure with."""

from __future__ import annotations

import numpy as np

N = 10**7
Pair = tuple[np.ndarray, np.ndarray]


def uniform(n: int, k: int, dtype: str = "int32", seed: int = 0) -> Pair:
    """Two independent columns of labels 0 … k − 1."""
    rng = np.random.default_rng(k + seed)
    return rng.integers(0, k, n).astype(dtype), rng.integers(0, k, n).astype(dtype)


def mostly_equal(n: int, k: int, seed: int = 0) -> Pair:
    """Two columns of labels 0 … k − 1, of which four fifths are equal."""
    rng = np.random.default_rng(k + seed)
    a = rng.integers(0, k, n)
    return a, np.where(rng.random(n) < 0.8, a, rng.integers(0, k, n))


def hash_like(n: int, k: int) -> Pair:
    """Two columns of k distinct random 64-bit ids each."""
    rng = np.random.default_rng(k)
    pools = [rng.integers(-(2**63), 2**63 - 1, k) for _ in range(2)]
    return pools[0][rng.integers(0, k, n)], pools[1][rng.integers(0, k, n)]


def power_law(n: int, k: int, seed: int) -> np.ndarray:
    """Labels of k clusters whose sizes follow a power law, in random order."""
    rng = np.random.default_rng(seed)
    weights = rng.pareto(1.0, k) + 1e-9
    sizes = rng.multinomial(n - k, weights / weights.sum()) + 1
    return rng.permutation(np.repeat(np.arange(k), sizes))
