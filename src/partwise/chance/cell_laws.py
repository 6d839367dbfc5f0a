"""Laws of N11, and of mutual information, of random tables with given cluster sizes.

Both are sums over cells: of C(x, 2), and of x ln x but for a constant. Their laws are, in this
order: exact, where tables are few; that of one hypergeometric number, where one cell settles the
table; that of independent cells, corrected by the exact moments, where clusters are small; and a
shifted gamma law (Pearson type III) with the exact moments. ``benchmarks/p_values.py`` measures
their errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.chance.exact_laws import law_of_n11, law_of_powers
from partwise.chance.lines import Real, information_of
from partwise.chance.moments import n11_moments_of, n11_third_moment
from partwise.chance.sampling import sample_sums
from partwise.tables import Information, SizeHistogram

Array: TypeAlias = NDArray[np.float64]
LawMethod: TypeAlias = Literal["enumeration", "one cell", "independent cells", "gamma"]

_WIDE = 12  # standard deviations of a cell, beyond which nothing is looked at
_MOST_IN_A_CELL = 50.0  # on average, of cells that count as independent
_MOST_CHANCES = 5_000_000  # of them
_MOST_STEPS = 2**16  # of their sum
_MANY_PAIRS = 0.05  # chance of a cell with two items or more, from which its law is not expanded
_MOST_WORK = 10**8
_NEAR = 1.25  # how far off the variance of independent cells may be
_NORMAL = 1e-4  # skewness
_MOST_SAMPLED = 10_000  # items of tables that are drawn to learn their skewness
_FEWEST_SAMPLES, _MOST_SAMPLES = 4000, 20_000
_MOST_DRAWN = 2 * 10**7  # items of all of them, if more than the fewest are drawn


class Shape(NamedTuple):
    """Mean, standard deviation and skewness."""

    mean: Any  # a fraction, if it is known as one
    sd: float
    skewness: float


@dataclass(frozen=True, eq=False)
class PlacesLaw:
    """A law of which each place and its chance are known, at least all that matter.

    Places are in increasing order, unless one cell settles them. ``slack`` is how far places may be
    off by rounding.
    """

    places: Any
    chances: Any
    method: LawMethod
    slack: float = 0.0

    def tail(self, place: Any, sign: int) -> Real:
        """Return how likely a place at least as high (sign 1) or as low (−1) is."""
        if self.method == "enumeration":  # whole numbers of any length
            return self.share([sign * (other - place) >= 0 for other in self.places])
        return self.share(sign * (self.places - place) >= -self.slack)

    @property
    def mean_and_sd(self) -> tuple[float, float]:
        """The mean and the standard deviation."""
        mean = float(self.places @ self.chances)
        return mean, math.sqrt(float(np.square(self.places - mean) @ self.chances))

    def share(self, chosen: Any) -> Real:
        """Return how likely the chosen places are together."""
        if self.method == "enumeration":
            pairs = zip(self.chances, chosen, strict=True)
            return sum((chance for chance, is_one in pairs if is_one), Fraction(0))
        return min(1.0, float(self.chances[np.asarray(chosen)].sum()))

    def draw(self, samples: int, rng: np.random.Generator) -> NDArray[Any]:
        """Draw from the law."""
        sums = np.cumsum([float(chance) for chance in self.chances])
        drawn = np.searchsorted(sums, rng.random(samples) * sums[-1], side="right")
        places: NDArray[Any] = np.array(self.places, object)[drawn]
        return places


@dataclass(frozen=True, eq=False)
class GammaLaw:
    """A shifted gamma law with three moments; ``step`` is the distance of neighbouring places."""

    shape: Shape
    step: int
    method: LawMethod = "gamma"

    def tail(self, place: Any, sign: int) -> Real:
        """Return how likely a place at least as high (sign 1) or as low (−1) is."""
        mean, sd, skewness = self.shape
        edge = Fraction(place) - mean if self.step else place - float(mean)
        z = sign * (float(edge) - sign * self.step / 2) / sd
        return float(_upper_tail(np.array([z]), sign * skewness)[0])

    @property
    def mean_and_sd(self) -> tuple[float, float]:
        """The mean and the standard deviation."""
        return float(self.shape.mean), self.shape.sd

    def draw(self, samples: int, rng: np.random.Generator) -> NDArray[Any]:
        """Draw from the law."""
        mean, sd, skewness = self.shape
        if abs(skewness) < _NORMAL:
            deviations = rng.standard_normal(samples)
        else:
            form = 4 / skewness**2
            gammas = rng.standard_gamma(form, samples)
            deviations = math.copysign(1, skewness) * (gammas - form) / math.sqrt(form)
        if not self.step:
            return np.asarray(float(mean) + sd * deviations, object)
        return np.array([round(mean + Fraction(sd * z)) for z in deviations.tolist()], object)


CellLaw: TypeAlias = PlacesLaw | GammaLaw


def _upper_tail(z: Array, skewness: float) -> Array:
    """Return how likely a standardised gamma law of this skewness is above z."""
    from scipy.special import gammainc, gammaincc, ndtr

    if abs(skewness) < _NORMAL:
        return np.asarray(ndtr(-z), np.float64)
    form = 4 / skewness**2
    at = np.maximum(form + math.copysign(1, skewness) * z * math.sqrt(form), 0)
    return np.asarray((gammaincc if skewness > 0 else gammainc)(form, at), np.float64)


class _CellSum(NamedTuple):
    """A sum over cells, in steps of ``unit``; ``slack`` steps may be lost by rounding."""

    of_cell: Callable[[Array], Array]
    unit: float
    slack: int


def _x_ln_x(x: Array) -> Array:
    return x * np.log(np.maximum(x, 1))


_PAIRS = _CellSum(lambda x: x * (x - 1) / 2, 1.0, 0)
_LOGS = _CellSum(_x_ln_x, math.log(4) / 64, 4)


def n11_law(rows: SizeHistogram, columns: SizeHistogram) -> CellLaw:
    """Return the law of N11 at these sizes, of which neither are one cluster or singletons alone.

    Examples
    --------
    >>> pairs = SizeHistogram(np.array([2]), np.array([2_000_000]))
    >>> law = n11_law(pairs, pairs)
    >>> f"{law.tail(5, 1):.2g}", law.method
    ('0.00017', 'independent cells')
    """
    exact = law_of_n11(*_expanded(rows, columns)) if _is_small(rows) else None
    if exact is not None:
        return PlacesLaw(tuple(exact), tuple(exact.values()), "enumeration")
    mean, variance = n11_moments_of(rows, columns)
    third = float(n11_third_moment(rows, columns))
    shape = Shape(mean, math.sqrt(variance), third / float(variance) ** 1.5)
    law = _of_one_cell(rows, columns, _PAIRS) or _of_independent_cells(rows, columns, _PAIRS, shape)
    return law or GammaLaw(shape, 1)


def powers_law(rows: SizeHistogram, columns: SizeHistogram) -> PlacesLaw | None:
    """Return the exact law of ∏ n_ij^n_ij, for mutual information; None if it takes long."""
    exact = law_of_powers(*_expanded(rows, columns)) if _is_small(rows) else None
    return None if exact is None else PlacesLaw(tuple(exact), tuple(exact.values()), "enumeration")


def logs_law(
    rows: SizeHistogram, columns: SizeHistogram, information: Information | None = None
) -> CellLaw:
    """Return a law of Σ n_ij ln n_ij, on which mutual information depends; not the exact one.

    The third moment is estimated from random tables of up to 10,000 items; beyond, it is that of
    independent cells, or of a gamma law of n·M that starts at 0.
    """
    law = _of_one_cell(rows, columns, _LOGS)
    if law is not None:
        return law
    information, n = information or information_of(rows, columns), rows.sum_of(int)
    mean, sd = (
        n * float(each)
        for each in (information.expected_mutual_information, information.sd_mutual_information)
    )
    logs = [
        float((counts * _x_ln_x(sizes)).sum())
        for sizes, counts in (rows.as_floats(), columns.as_floats())
    ]
    skewness = _sampled_skewness(rows, columns) if n <= _MOST_SAMPLED else math.nan
    shape = Shape(mean + sum(logs) - n * math.log(n), sd, skewness)
    independent = _of_independent_cells(rows, columns, _LOGS, shape)
    if math.isnan(skewness):
        shape = shape._replace(skewness=2 * sd / mean)
    return independent or GammaLaw(shape, 0)


def _sampled_skewness(rows: SizeHistogram, columns: SizeHistogram) -> float:
    """Estimate the skewness of Σ n_ij ln n_ij."""
    samples = min(_MOST_SAMPLES, max(_FEWEST_SAMPLES, _MOST_DRAWN // rows.sum_of(int)))
    drawn = sample_sums(*_expanded(rows, columns), samples).mutual_information
    deviations = drawn - drawn.mean()
    return float((deviations**3).mean() / (deviations**2).mean() ** 1.5)


def _is_small(rows: SizeHistogram) -> bool:
    return rows.sum_of(int) <= 300


def _expanded(rows: SizeHistogram, columns: SizeHistogram) -> tuple[list[int], list[int]]:
    return rows.expanded().tolist(), columns.expanded().tolist()


def _of_one_cell(
    rows: SizeHistogram, columns: SizeHistogram, cell_sum: _CellSum
) -> PlacesLaw | None:
    """Return the law where both sides are two clusters, or one and singletons."""
    n = rows.sum_of(int)
    sides = [_one_of_two(rows), _one_of_two(columns)]
    if None in sides or n >= 2**31:
        return None
    (a, rest_a), (b, rest_b) = sides  # type: ignore[misc]
    low, high = max(0, a + b - n), min(a, b)
    middle = a * b / n
    wide = _WIDE * math.sqrt(middle * (1 - a / n) * (n - b) / (n - 1)) + 2 * _WIDE
    low, high = max(low, math.floor(middle - wide)), min(high, math.ceil(middle + wide))
    x = np.arange(low, high + 1)
    ratios = np.log((a - x[:-1]) * (b - x[:-1])) - np.log(x[1:] * (n - a - b + x[1:]))
    logs = np.concatenate([[0.0], np.cumsum(ratios)])
    chances = np.exp(logs - logs.max())
    cells = [x]
    cells += [a - x] if rest_b else []
    cells += [b - x] if rest_a else []
    cells += [n - a - b + x] if rest_a and rest_b else []
    if cell_sum is _PAIRS:
        places = sum((cell * (cell - 1) // 2 for cell in cells), np.zeros_like(x))
        return PlacesLaw(places, chances / chances.sum(), "one cell")
    sums = sum((cell_sum.of_cell(cell.astype(np.float64)) for cell in cells), np.zeros(len(x)))
    return PlacesLaw(sums, chances / chances.sum(), "one cell", 1e-12 * n * math.log(n))


def _one_of_two(sizes: SizeHistogram) -> tuple[int, bool] | None:
    """Return the size of a cluster that settles the others, and whether the rest is a cluster."""
    counted = dict(sizes.counted)
    clusters = [size for size, count in counted.items() if size > 1 for _ in range(min(count, 3))]
    if len(clusters) == 1:
        return clusters[0], counted.get(1, 0) == 1
    return (clusters[0], True) if len(clusters) == 2 and 1 not in counted else None


def _of_independent_cells(
    rows: SizeHistogram, columns: SizeHistogram, cell_sum: _CellSum, shape: Shape
) -> PlacesLaw | None:
    """Return the law of the sum as if cells were independent, corrected by the true moments.

    None where cells are large, or the variance shows that they are far from independent.
    """
    cells = _Cells.of(rows, columns)
    if cells is None:
        return None
    places = np.rint(cell_sum.of_cell(cells.counts) / cell_sum.unit).astype(np.int64)
    first, second, third = (cells.chances @ (places.astype(np.float64) ** k) for k in (1, 2, 3))
    often = cells.often
    mean, variance = float(often @ first), float(often @ (second - first**2))
    skew = float(often @ (third - 3 * first * second + 2 * first**3))
    sd = shape.sd / cell_sum.unit
    if not 1 / _NEAR < variance / sd**2 < _NEAR:
        return None
    assumed = Shape(mean, math.sqrt(variance), skew / variance**1.5)
    true = Shape(mean, sd, assumed.skewness if math.isnan(shape.skewness) else shape.skewness)
    steps = int(mean + 40 * max(sd, assumed.sd)) + 64 + int(places[-1])
    chances = _of_sum(cells, places, steps)
    if chances is None:
        return None
    grid = np.arange(len(chances), dtype=np.float64)
    upper = np.cumsum(chances[::-1])[::-1]
    half = 0.0 if cell_sum.slack else 0.5
    wanted, had = (_upper_tail((grid - half - s.mean) / s.sd, s.skewness) for s in (true, assumed))
    ratio = np.divide(wanted, had, out=np.ones_like(had), where=had > 1e-200)
    corrected = np.minimum(np.minimum.accumulate(upper * ratio), 1.0)
    corrected[0] = 1.0
    law = -np.diff(corrected, append=0.0)
    kept = law > 0
    scale, slack = cell_sum.unit, cell_sum.slack * cell_sum.unit
    positions = grid[kept] * scale if cell_sum.slack else np.flatnonzero(kept)
    return PlacesLaw(positions, law[kept], "independent cells", slack)


class _Cells(NamedTuple):
    """Kinds of cells: how often each occurs, and its chance of each count from 2 on."""

    often: Array
    counts: Array
    chances: Array

    @classmethod
    def of(cls, rows: SizeHistogram, columns: SizeHistogram) -> _Cells | None:
        """Return the kinds of cells of both clusterings' clusters of two items or more."""
        n = float(rows.sum_of(int))
        (a, often_a), (b, often_b) = (_clusters(sizes) for sizes in (rows, columns))
        largest = a[-1] * b[-1] / n
        if largest > _MOST_IN_A_CELL or a[-1] + b[-1] > n:
            return None
        most = int(min(a[-1], b[-1], largest + _WIDE * math.sqrt(largest) + 2 * _WIDE))
        if len(a) * len(b) * most > _MOST_CHANCES:
            return None
        first, second = (side.ravel() for side in np.meshgrid(a, b, indexing="ij"))
        counts = np.arange(2, most + 1, dtype=np.float64)
        chance = _none_together(n, first, second)
        chances = np.empty((len(first), len(counts)))
        for x in range(most):
            chance = chance * np.maximum(first - x, 0) * np.maximum(second - x, 0)
            chance = chance / ((x + 1) * (n - first - second + x + 1))
            if x:
                chances[:, x - 1] = chance
        return cls(np.outer(often_a, often_b).ravel(), counts, chances)


def _clusters(sizes: SizeHistogram) -> tuple[Array, Array]:
    values, counts = sizes.as_floats()
    return values[values > 1], counts[values > 1]


def _none_together(n: float, a: Array, b: Array) -> Array:
    """Return C(n − a, b) / C(n, b)."""
    from scipy.special import gammaln

    logs = gammaln(n - a + 1) - gammaln(n - a - b + 1) + gammaln(n - b + 1) - gammaln(n + 1)
    return np.asarray(np.exp(logs), np.float64)


def _of_sum(cells: _Cells, places: NDArray[np.int64], steps: int) -> Array | None:
    """Return the chances of each sum of independent cells, by a Fourier transform.

    With u = Σ_x P(X = x) (z^place − 1) the transform of a cell is 1 + u; its logarithm is expanded
    to u − u²/2 for cells that seldom have two items.
    """
    size = 1 << (steps - 1).bit_length()
    seldom = cells.chances.sum(axis=1) <= _MANY_PAIRS
    if size > _MOST_STEPS or (~seldom).sum() * len(places) * size > _MOST_WORK:
        return None
    angles = -2j * np.pi * np.arange(size // 2 + 1) / size
    rises = np.expm1(np.outer(places, angles))
    rare = cells.chances[seldom]
    twice = (rare * cells.often[seldom, None]).T @ rare
    logs = (cells.often[seldom] @ rare) @ rises - ((twice @ rises) * rises).sum(axis=0) / 2
    for often, chances in zip(cells.often[~seldom], cells.chances[~seldom], strict=True):
        logs += often * np.log1p(chances @ rises)
    return np.maximum(np.fft.irfft(np.exp(logs), size), 0)
