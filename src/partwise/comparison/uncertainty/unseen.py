"""Entropies of a population, estimated from a sample that has not seen all of its clusters.

The entropy of a sample is too small, by many standard errors if most cells hold few items. The
estimator of Chao, Wang & Jost (2013) is used instead. With f1 singletons and f2 doubletons among
the sizes x of a sample of n items it is

    Σ x/n (ψ(n) − ψ(x))  +  f1/n Σ_{m≥1} (1−A)^m / (n−1+m),   A = 2 f2 / ((n−1) f1 + 2 f2).

The first sum holds no error but what the unseen tail adds; the second estimates that tail.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.information import SizeHistogram

__all__ = ["UnseenEntropy"]

Vector = NDArray[np.float64]

_DIRECT = 64  # terms of the tail's series that are summed before Euler and Maclaurin take over
_ASYMPTOTIC = 50.0


class UnseenEntropy:
    """The estimated entropy of one clustering, with and without each item.

    Parameters
    ----------
    histogram : SizeHistogram
        The sizes of clusters or cells in the sample.
    n : int
        The number of items.

    Examples
    --------
    >>> few = UnseenEntropy(SizeHistogram.of(np.array([2, 1])), 3)
    >>> round(few.seen, 4)  # 2/3 · 1/2 + 1/3 · 3/2
    0.8333
    """

    def __init__(self, histogram: SizeHistogram, n: int) -> None:
        from scipy.special import digamma

        self._n = float(n)
        self._sizes = histogram.sizes.astype(np.float64)
        self._digamma = digamma(self._sizes)
        counts = histogram.counts.astype(np.float64)
        once, twice = (np.asarray(counts[self._sizes == size].sum()) for size in (1, 2))
        self._rare = once, twice
        self.seen = float(digamma(self._n) - counts @ (self._sizes * self._digamma) / self._n)
        self.tail = float(_tail(once, twice, self._n))
        self.value = self.seen + self.tail

    def moves(self, sizes: NDArray[Any]) -> Vector:
        """Return what leaving out an item of a cluster of each size adds, up to a constant.

        Since x ψ(x) − (x−1) ψ(x−1) = ψ(x) + 1, and ψ(1) for x = 1, nothing cancels however many
        items there are.

        Examples
        --------
        >>> found = UnseenEntropy(SizeHistogram.of(np.array([5, 4])), 9)
        >>> of_five, of_four = found.moves(np.array([5, 4]))
        >>> left = [UnseenEntropy(SizeHistogram.of(np.array(s)), 8) for s in ([4, 4], [5, 3])]
        >>> bool(abs(of_five - of_four - (left[0].value - left[1].value)) < 1e-12)
        True
        """
        x, n = self._sizes, self._n - 1
        once, twice = self._rare
        tail = _tail(once - (x == 1) + (x == 2), twice - (x == 2) + (x == 3), n)
        tail -= _tail(once, twice, n)
        moves = (self._digamma + (x > 1)) / n + tail
        return np.asarray(moves[np.searchsorted(x, sizes.astype(np.float64))])


def _tail(once: Vector, twice: Vector, n: float) -> Vector:
    """Return what singletons and doubletons say about the clusters that were not seen."""
    share = np.where(
        twice > 0,
        2 * twice / np.maximum((n - 1) * once + 2 * twice, 1),
        2 / ((n - 1) * np.maximum(once - 1, 0) + 2),
    )
    left = np.where((once > 0) & (share < 1), 1 - share, 0.0)
    return once / n * _series(left, n)


def _series(q: Vector, n: float) -> Vector:
    """Return Σ_{m≥1} q^m / (n−1+m) for 0 ≤ q < 1."""
    powers = q[..., None] ** np.arange(1, _DIRECT)
    direct = (powers / (n - 1 + np.arange(1, _DIRECT))).sum(axis=-1)
    from_here = n - 1 + _DIRECT
    with np.errstate(divide="ignore"):
        rate = -np.log(q)
    first = q**_DIRECT / from_here
    # Euler and Maclaurin: the integral, half of the first term, a twelfth of its derivative.
    slope = np.where(q > 0, -first * (np.where(q > 0, rate, 0.0) + 1 / from_here), 0.0)
    integral = q**_DIRECT * _scaled_exponential_integral(rate * from_here)
    return np.asarray(direct + integral + first / 2 - slope / 12)


def _scaled_exponential_integral(z: Vector) -> Vector:
    """Return e^z E1(z)."""
    from scipy.special import exp1

    small = np.minimum(z, _ASYMPTOTIC)
    with np.errstate(divide="ignore"):
        asymptotic = (1 - (1 - (2 - 6 / z) / z) / z) / z
    return np.where(z < _ASYMPTOTIC, np.exp(small) * exp1(small), asymptotic)
