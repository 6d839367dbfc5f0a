"""How far the expected correlation distance (CD) of random candidates is from its baseline ½.

With x = CC, of which the mean is 0 (Appendix E.2 of the paper):

    CD  = arccos(x)/π   = ½ − (1/π) Σ_k a_k x^(2k+1),  a_k = (2k)! / (2^2k k!² (2k+1))
    CD′ = √(2(1 − x))   = √2 (1 − x/2) − (x / (1 + √(1 − x)))² / √2

so E[CD] − ½ has only odd moments from the third on, and E[CD′] − √2 starts with the variance of CC.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import Cell, InputError, Result, Table
from partwise.catalogue import index
from partwise.chance.exact_laws import law_of_n11
from partwise.chance.sampling import Seed, sample_sums
from partwise.tables import PairCounts, precise

_POWERS = range(2, 11)
_MOST_TERMS = 4  # what these powers are good for
_SERIES_BELOW = 0.1  # arcsin(x) − x cancels there, and eight terms give all digits


@dataclass(frozen=True)
class Estimate:
    """A mean over random candidates.

    Parameters
    ----------
    value : float
        The mean.
    standard_error : float
        Standard error from sampling; 0 if all tables were counted.
    """

    value: float
    standard_error: float = 0.0


@dataclass(frozen=True)
class Deviation:
    """The deviation of the mean of one distance from its asymptotic baseline.

    ``mean`` is E[distance] − baseline, and ``width`` is the width of the distance's range.
    """

    distance: str
    baseline: float
    width: float
    mean: Estimate

    @property
    def of_range(self) -> float:
        """The deviation divided by the width of the distance's range."""
        return self.mean.value / self.width

    @property
    def of_baseline(self) -> float:
        """The deviation divided by the baseline."""
        return self.mean.value / self.baseline


@dataclass(frozen=True)
class CorrelationDeviation(Result):
    """Deviations of CD and CD′ from constants; made by :func:`correlation_deviation`.

    Parameters
    ----------
    n : int
        Number of items.
    exact : bool
        Whether all tables were counted.
    distance, chord : Deviation
        The deviations of CD from ½ and of CD′ from √2.
    moments : dict power → Estimate
        E[CC^power], powers 2 to 10.
    """

    n: int
    exact: bool
    distance: Deviation
    chord: Deviation
    moments: dict[int, Estimate]

    @property
    def bound(self) -> float:
        """Upper bound of the deviation of CD for all cluster sizes: (½ − 1/π)/(n − 1) from n = 5.

        The deviation is at most ``(½ − 1/π) E[|CC|³]``, and E[CC²] ≤ 1/(n − 1) from n = 5 on. For
        fewer items, E[CC²] ≤ 1.
        """
        return (0.5 - 1 / math.pi) / (self.n - 1 if self.n >= 5 else 1)

    @property
    def chord_is_worse(self) -> bool:
        """Whether CD′ deviates more than CD, relative to its range and relative to its baseline."""
        cd, chord = self.distance, self.chord
        return abs(chord.of_range) > abs(cd.of_range) and (
            abs(chord.of_baseline) > abs(cd.of_baseline)
        )

    def series(self, terms: int = 4) -> float:
        """Return the first terms (1 to 4) of the series for E[CD] − ½, from odd moments of CC."""
        self._check_terms(terms)
        odd = ((k, self.moments[2 * k + 1].value) for k in range(1, terms + 1))
        return -math.fsum(float(_coefficient(k)) * moment for k, moment in odd) / math.pi

    def series_error(self, terms: int = 4) -> float:
        """Return a bound of the terms that :meth:`series` leaves out, from an even moment of CC.

        All a_k are positive and add up to π/2, and ``|CC|^(2k+1) ≤ CC^(2·terms+2)`` for k > terms.
        """
        self._check_terms(terms)
        rest = 0.5 - math.fsum(float(_coefficient(k)) for k in range(terms + 1)) / math.pi
        return rest * self.moments[2 * terms + 2].value

    @staticmethod
    def _check_terms(terms: int) -> None:
        if terms not in range(1, _MOST_TERMS + 1):
            raise InputError(f"terms= must be 1 to {_MOST_TERMS}, not {terms!r}")

    def to_table(self) -> Table:
        """Return both deviations: absolute, relative to the range, and relative to the baseline."""
        rows: list[list[Cell]] = [
            [
                name,
                found.baseline,
                found.mean.value,
                found.mean.standard_error,
                found.of_range,
                found.of_baseline,
            ]
            for name, found in (("CD", self.distance), ("CD′", self.chord))
        ]
        how = "all tables counted" if self.exact else "sampled"
        columns = [
            "distance",
            "baseline",
            "deviation",
            "standard error",
            "of its range",
            "of its baseline",
        ]
        notes = [f"E[CC²] = {self.moments[2].value:.6g}; series of CD: {self.series():.6g}"]
        return Table(columns, rows, f"Deviation from a constant, n = {self.n} ({how})", notes)


def correlation_deviation(
    row_sizes: Sequence[int],
    column_sizes: Sequence[int],
    *,
    samples: int = 10_000,
    seed: Seed = 0,
    threads: int | None = None,
) -> CorrelationDeviation:
    """Compute how far E[CD] and E[CD′] are from ½ and √2 for candidates with given cluster sizes.

    The result is exact (rounded once, from 300 bits) if there are few tables, and otherwise an
    estimate from sampled values of CC. Terms with mean 0 are left out before averaging, so the
    standard error is that of third (CD) and second (CD′) powers.

    Parameters
    ----------
    row_sizes, column_sizes : sequence of int
        Cluster sizes of the reference and of the candidates. Neither may be a single cluster or all
        singletons, for which CC is 0/0.
    samples : int
        How many random candidates to draw, if sampling is needed.
    seed, threads
        As in :func:`~partwise.chance.sample_sums`.

    Examples
    --------
    >>> print(correlation_deviation([2, 2], [2, 2]))
    Deviation from a constant, n = 4 (all tables counted)
    distance  baseline   deviation  standard error  of its range  of its baseline
    CD             0.5  -0.0555556               0    -0.0555556        -0.111111
    CD′        1.41421   -0.259513               0     -0.129757        -0.183503
    E[CC²] = 0.5; series of CD: -0.0285971
    """
    if samples < 2:
        raise InputError(f"samples= must be at least 2, not {samples}")
    check = sample_sums(row_sizes, column_sizes, 0)
    n, rows, columns = check.n, check.row_sizes.tolist(), check.column_sizes.tolist()
    for sizes, side in ((rows, "row"), (columns, "column")):
        if len(sizes) in (1, n):
            what = "one cluster" if len(sizes) == 1 else "singletons alone"
            raise InputError(f"{side} sizes are {what}, for which CC is 0/0; pass other sizes")
    law = law_of_n11(rows, columns)
    if law is not None:
        m_a, m_b, total = (_pairs(sizes) for sizes in (rows, columns, [n]))
        return _counted(n, law, PairCounts(0, m_a, m_b, total - m_a - m_b))
    sums = sample_sums(rows, columns, samples, seed=seed, threads=threads)
    return _sampled(n, index("correlation").values(sums.pair_counts))


def _pairs(sizes: Sequence[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def _coefficient(k: int) -> Fraction:
    """a_k = (2k)! / (2^2k k!² (2k+1)), of the series of the arcsine."""
    return Fraction(math.comb(2 * k, k), 4**k * (2 * k + 1))


def _counted(n: int, law: dict[int, Fraction], apart: PairCounts) -> CorrelationDeviation:
    """Sum over the law of N11; ``apart`` are the pair counts at N11 = 0."""
    context: Any = precise()
    total, m_a, m_b = apart.total, apart.same_a, apart.same_b
    root = context.sqrt(m_a * (total - m_a) * m_b * (total - m_b))
    points = [
        ((total * n11 - m_a * m_b) / root, context.mpf(chance.numerator) / chance.denominator)
        for n11, chance in law.items()
    ]

    def mean(term: Any) -> Estimate:
        return Estimate(float(context.fsum(chance * term(x) for x, chance in points)))

    return _deviation(
        n,
        True,
        mean(lambda x: (x - context.asin(x)) / context.pi),
        mean(lambda x: -((x / (1 + context.sqrt(1 - x))) ** 2) / context.sqrt(2)),
        {power: mean(lambda x, power=power: x**power) for power in _POWERS},
    )


def _sampled(n: int, x: NDArray[np.float64]) -> CorrelationDeviation:
    def mean(values: NDArray[np.float64]) -> Estimate:
        spread = float(np.std(values, ddof=1))
        return Estimate(float(np.mean(values)), spread / math.sqrt(len(values)))

    return _deviation(
        n,
        False,
        mean(-_arcsine_excess(x) / math.pi),
        mean(-((x / (1 + np.sqrt(1 - x))) ** 2) / math.sqrt(2)),
        {power: mean(x**power) for power in _POWERS},
    )


def _arcsine_excess(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """arcsin(x) − x, by its series where the two nearly cancel."""
    series = np.polynomial.Polynomial([float(_coefficient(k)) for k in range(1, 9)])
    near: NDArray[np.float64] = x**3 * series(x**2)
    return np.where(np.abs(x) < _SERIES_BELOW, near, np.arcsin(x) - x)


def _deviation(
    n: int, exact: bool, cd: Estimate, chord: Estimate, moments: dict[int, Estimate]
) -> CorrelationDeviation:
    return CorrelationDeviation(
        n,
        exact,
        Deviation("correlation_distance", 0.5, 1.0, cd),
        Deviation("correlation_chord", math.sqrt(2), 2.0, chord),
        moments,
    )
