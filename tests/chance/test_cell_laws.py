"""Laws of sums over cells: each route held against a law that is computed in another way."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import gammaln
from scipy.stats import binom, hypergeom, pearson3

from partwise.chance import cell_laws
from partwise.chance.cell_laws import GammaLaw, PlacesLaw, Shape, logs_law, n11_law, powers_law
from partwise.chance.exact_laws import law_of_n11, law_of_powers
from partwise.chance.lines import information_of
from partwise.chance.moments import n11_moments_of, n11_third_moment
from partwise.tables import SizeHistogram
from support.partitions import integer_partitions

Sizes = list[int]
Floats = NDArray[np.float64]
RARE = 1e-7  # a correct sampler misses a bound as seldom as this


def histogram(sizes: Sizes) -> SizeHistogram:
    return SizeHistogram.of(np.array(sizes))


@pytest.fixture
def nothing_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the routes of large clusterings for small ones, whose law is known."""
    monkeypatch.setattr(cell_laws, "_is_small", lambda _: False)


def moments(law: dict[int, Fraction]) -> tuple[Fraction, float, float]:
    """Return mean, standard deviation and skewness."""
    mean = sum((p * x for x, p in law.items()), Fraction(0))
    second, third = (
        float(sum((p * (x - mean) ** k for x, p in law.items()), Fraction(0))) for k in (2, 3)
    )
    return mean, math.sqrt(second), third / second**1.5 if second else 0.0


def tail(law: dict[int, Fraction], place: float, sign: int) -> float:
    return float(sum((p for x, p in law.items() if sign * (x - place) >= 0), Fraction(0)))


# One cell


def settled_by_one_cell(sizes: tuple[int, ...]) -> bool:
    """Two clusters, or one and at least two singletons."""
    large = [size for size in sizes if size > 1]
    return 1 < len(sizes) < sum(sizes) and (len(sizes) == 2 or len(large) == 1)


ONE_CELL = [
    (list(a), list(b))
    for n in (4, 5, 7, 9)
    for a in integer_partitions(n)
    for b in integer_partitions(n)
    if settled_by_one_cell(a) and settled_by_one_cell(b)
    if not information_of(histogram(list(a)), histogram(list(b))).is_constant
]


@pytest.mark.parametrize(("a", "b"), ONE_CELL)
@pytest.mark.usefixtures("nothing_is_small")
def test_laws_of_one_cell_are_exact(a: Sizes, b: Sizes) -> None:
    rows, columns = histogram(a), histogram(b)
    exact, powers = law_of_n11(a, b), law_of_powers(a, b)
    assert exact
    assert powers
    law, logs = n11_law(rows, columns), logs_law(rows, columns)
    assert isinstance(law, PlacesLaw)
    assert isinstance(logs, PlacesLaw)
    assert law.method == logs.method == "one cell"
    assert powers_law(rows, columns) is None
    for place in range(-1, max(exact) + 2):
        for sign in (1, -1):
            assert law.tail(place, sign) == pytest.approx(tail(exact, place, sign), abs=1e-13)
    for power in powers:
        for sign in (1, -1):
            found = logs.tail(math.log(power), sign)
            assert found == pytest.approx(tail(powers, power, sign), abs=1e-13)
    mean, sd, _ = moments(exact)
    assert law.mean_and_sd == pytest.approx((float(mean), sd), abs=1e-12)
    assert law.tail(min(exact), 1) <= 1


@pytest.mark.parametrize("a", [(3, 3, 2), (2, 2, 1), (4, 2, 1, 1), (3, 3, 1)])
@pytest.mark.usefixtures("nothing_is_small")
def test_no_single_cell_settles_more_clusters(a: tuple[int, ...]) -> None:
    n = sum(a)
    for b in ([n - 2, 2], [n - 2, 1, 1]):
        for rows, columns in ((list(a), b), (b, list(a))):
            for law in (n11_law, logs_law):
                assert law(histogram(rows), histogram(columns)).method != "one cell"


@pytest.mark.parametrize(
    ("n", "a", "b"), [(2 * 10**9, 10**9, 10**9), (10**6, 2000, 3000), (10**9, 3 * 10**8, 40)]
)
def test_one_cell_of_many_items(n: int, a: int, b: int) -> None:
    """Of two clusters each, against C(a, x) C(n − a, b − x) / C(n, b) by logarithms of Γ."""
    law = n11_law(histogram([a, n - a]), histogram([b, n - b]))
    assert isinstance(law, PlacesLaw)
    assert law.method == "one cell"
    mean, sd = a * b // n, math.ceil(hypergeom(n, a, b).std())
    x = np.arange(max(0, mean - 9 * sd), min(a, b, mean + 9 * sd) + 1)
    cells = x, a - x, b - x, n - a - b + x
    constant = sum(gammaln(size + 1.0) for size in (a, n - a, b, n - b)) - gammaln(n + 1.0)
    chances = np.exp(constant - sum(gammaln(cell + 1.0) for cell in cells))
    places = sum(cell * (cell - 1) // 2 for cell in cells)
    assert chances.sum() == pytest.approx(1, rel=1e-4)
    for at in np.linspace(0, len(x) - 1, 19).astype(int).tolist():
        for sign in (1, -1):
            expected = chances[sign * (places - places[at]) >= 0].sum()
            assert law.tail(int(places[at]), sign) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(("n", "a", "b"), [(10**5, 50, 70), (2000, 30, 40), (10**6, 300, 31)])
def test_rare_places_of_one_cell_keep_their_digits(n: int, a: int, b: int) -> None:
    """Far beyond the deviation, which is less than one item, against fractions."""
    law = n11_law(histogram([a, n - a]), histogram([b, n - b]))
    assert law.method == "one cell"
    ways = [math.comb(a, x) * math.comb(n - a, b - x) for x in range(min(a, b) + 1)]
    for x in range(20):
        n11 = sum(math.comb(cell, 2) for cell in (x, a - x, b - x, n - a - b + x))
        exact = Fraction(sum(ways[x:]), math.comb(n, b))
        assert law.tail(n11, 1) == pytest.approx(float(exact), rel=1e-8, abs=0), x


def test_one_cell_beyond_what_products_hold_is_left_to_other_laws() -> None:
    below, above = (histogram([n // 2, n - n // 2]) for n in (2**31 - 1, 2**31))
    assert n11_law(below, below).method == "one cell"
    assert n11_law(above, above).method == "gamma"


# Independent cells


def of_independent_cells(a: Sizes, b: Sizes, place: Callable[[int], int]) -> Floats:
    """Return the law of the sum of cells that are independent, adding one after the other."""
    n, law = sum(a), np.zeros(4000)  # as far as sums of these sizes get
    law[0] = 1.0
    for row in a:
        for column in b:
            ways = [
                math.comb(row, x) * math.comb(n - row, column - x)
                for x in range(min(row, column) + 1)
            ]
            before, law = law, np.zeros(len(law))
            for x, many in enumerate(ways):
                law[place(x) :] += before[: len(law) - place(x)] * (many / sum(ways))
    assert law.sum() == pytest.approx(1)
    return law


def corrected(law: Floats, true: Shape, half: float) -> Floats:
    """Return upper tails: those of a law, in proportion to gamma laws with its and true moments."""
    grid = np.arange(len(law))
    mean = float(grid @ law)
    sd = math.sqrt((grid - mean) ** 2 @ law)
    skewness = float((grid - mean) ** 3 @ law) / sd**3
    wanted = pearson3.sf((grid - half - float(true.mean)) / true.sd, true.skewness)
    had = pearson3.sf((grid - half - mean) / sd, skewness)
    upper = np.cumsum(law[::-1])[::-1]
    ratio = np.where(had > 1e-200, wanted / np.maximum(had, 1e-300), 1.0)
    tails = np.minimum.accumulate(np.minimum(upper * ratio, 1.0))
    tails[0] = 1.0
    return np.asarray(tails)


INDEPENDENT = [
    ([2] * 30, [2] * 30),
    ([3] * 20, [2] * 29 + [1, 1]),
    ([4, 4, 3, 3, 2, 2] + [1] * 42, [5, 4, 3, 2, 2, 2] + [1] * 42),
    ([3] * 3 + [2] * 20 + [1] * 11, [4] * 5 + [2] * 15 + [1] * 10),
    ([7, 6, 6, 3, 2] + [1] * 96, [5, 5, 4, 4, 2, 2] + [1] * 98),
]
# Up to which chance a logarithm is expanded, the error of that, and of which tails.
EXPANSION = [(0.0, 1e-6, 1e-9), (0.05, 3e-2, 1e-5)]


@pytest.mark.parametrize(("seldom", "error", "least"), EXPANSION)
@pytest.mark.parametrize(("a", "b"), INDEPENDENT)
@pytest.mark.usefixtures("nothing_is_small")
def test_pairs_of_independent_cells(
    a: Sizes, b: Sizes, seldom: float, error: float, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell_laws, "_MANY_PAIRS", seldom)
    rows, columns = histogram(a), histogram(b)
    mean, variance = n11_moments_of(rows, columns)
    third = float(n11_third_moment(rows, columns))
    true = Shape(mean, math.sqrt(variance), third / float(variance) ** 1.5)
    law = n11_law(rows, columns)
    assert isinstance(law, PlacesLaw)
    assert law.method == "independent cells"
    expected = corrected(of_independent_cells(a, b, lambda x: x * (x - 1) // 2), true, 0.5)
    assert np.all(np.diff(law.places) > 0)
    for place in np.flatnonzero(expected > least).tolist():
        assert law.tail(place, 1) == pytest.approx(expected[place], rel=error), place
        below = 1 - expected[place + 1]
        assert law.tail(place, -1) == pytest.approx(below, abs=error), place
    assert law.slack == 0


@pytest.mark.parametrize(
    ("a", "b", "is_same"),
    [
        ([12, 10] + [1] * 98, [9, 8] + [1] * 103, True),  # each of the four in over 10 % of tables
        ([4, 3] + [1] * 113, [4, 3] + [1] * 113, False),  # in less than 5 %
    ],
)
@pytest.mark.usefixtures("nothing_is_small")
def test_cells_that_often_have_two_items_are_not_expanded(
    a: Sizes, b: Sizes, is_same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, columns = histogram(a), histogram(b)
    assert n11_law(rows, columns).method == "independent cells"
    default = [n11_law(rows, columns).tail(place, 1) for place in range(1, 8)]
    monkeypatch.setattr(cell_laws, "_MANY_PAIRS", 0.0)
    exact = [n11_law(rows, columns).tail(place, 1) for place in range(1, 8)]
    assert (default == pytest.approx(exact, rel=1e-9, abs=0)) == is_same
    assert default == pytest.approx(exact, rel=0.05, abs=1e-9)


@pytest.mark.parametrize("skewness", [0.3, math.nan])
@pytest.mark.parametrize(("a", "b"), INDEPENDENT)
@pytest.mark.usefixtures("nothing_is_small")
def test_logarithms_of_independent_cells(
    a: Sizes, b: Sizes, skewness: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In steps of 1/64 of the smallest; the skewness is that of the cells if none is known."""
    monkeypatch.setattr(cell_laws, "_sampled_skewness", lambda *_: skewness)
    monkeypatch.setattr(cell_laws, "_MANY_PAIRS", 0.0)
    rows, columns = histogram(a), histogram(b)
    law, unit = logs_law(rows, columns), math.log(4) / 64
    assert isinstance(law, PlacesLaw)
    assert law.method == "independent cells"
    assert law.slack == pytest.approx(4 * unit)
    steps = of_independent_cells(a, b, lambda x: round(x * math.log(max(x, 1)) / unit))
    grid = np.arange(len(steps))
    mean = float(grid @ steps)
    second, third = (float((grid - mean) ** k @ steps) for k in (2, 3))
    sd = sum(a) * float(information_of(rows, columns).sd_mutual_information) / unit
    known = third / second**1.5 if math.isnan(skewness) else skewness
    expected = corrected(steps, Shape(mean, sd, known), 0.0)
    for place in np.flatnonzero(expected > 1e-8)[::7].tolist():
        found = law.tail((place + 3.5) * unit, 1)  # four steps may be lost by rounding
        assert found == pytest.approx(expected[place], rel=1e-6), place


@pytest.mark.parametrize(
    ("a", "b", "method"),
    [
        ([3] * 2000, [2] * 3000, "independent cells"),
        ([100] * 100, [100] * 100, "gamma"),  # cells depend on each other
        ([1000] * 10, [1000] * 10, "gamma"),  # a hundred items in a cell
        ([40, 10, 10], [30, 21, 9], "gamma"),  # two clusters that must overlap
        ([2] * 30, [2] * 30, "independent cells"),
    ],
)
@pytest.mark.usefixtures("nothing_is_small")
def test_which_law_is_taken(a: Sizes, b: Sizes, method: str) -> None:
    assert n11_law(histogram(a), histogram(b)).method == method


@pytest.mark.parametrize(
    ("a", "b"), [([4, 3, 2, 2, 1], [5, 3, 2, 1, 1]), ([7, 6, 2, 2, 2], [9, 4, 6])]
)
def test_chances_of_cells_are_hypergeometric(a: Sizes, b: Sizes) -> None:
    n, cells = sum(a), cell_laws._Cells.of(histogram(a), histogram(b))
    assert cells is not None
    sides = [sorted({s: sizes.count(s) for s in sizes if s > 1}.items()) for sizes in (a, b)]
    kinds = [(row, column) for row in sides[0] for column in sides[1]]
    assert cells.often.tolist() == [many * others for (_, many), (_, others) in kinds]
    most = min(max(a), max(b))
    assert cells.counts.tolist() == list(range(2, most + 1))
    for chances, ((row, _), (column, _)) in zip(cells.chances, kinds, strict=True):
        exact = [
            math.comb(row, x) * math.comb(n - row, column - x) / math.comb(n, column)
            if x <= column
            else 0.0
            for x in range(2, most + 1)
        ]
        assert chances == pytest.approx(exact, rel=1e-12, abs=1e-16)


# Gamma laws


@pytest.mark.parametrize("skewness", [-2.5, -0.4, -2e-4, -1e-6, 0.0, 5e-5, 1.1e-4, 0.3, 1.0, 4.0])
def test_tails_of_gamma_laws_are_those_of_pearson(skewness: float) -> None:
    z = np.array([-40.0, -6.0, -2.0, -0.5, 0.0, 0.7, 3.0, 6.0, 40.0])
    found = cell_laws._upper_tail(z, skewness)
    reached = np.abs(found) > 1e-12
    assert found == pytest.approx(pearson3.sf(z, skewness), rel=2e-3, abs=1e-11)
    normal_or_exact = 1e-9 if abs(skewness) >= 1e-3 or skewness == 0 else 1e-3
    close = pearson3.sf(z, skewness)[reached]
    assert found[reached] == pytest.approx(close, rel=normal_or_exact, abs=1e-11)


@pytest.mark.parametrize("skewness", [-0.8, 0.0, 0.5])
@pytest.mark.parametrize("step", [0, 1])
def test_a_gamma_law_has_tails_at_its_places(skewness: float, step: int) -> None:
    """Whole numbers have the tail from half a number before."""
    law = GammaLaw(Shape(Fraction(81, 4), 3.5, skewness), step)
    assert law.mean_and_sd == (20.25, 3.5)
    for place in (9, 20, 21, 30):
        for sign in (1, -1):
            z = sign * (place - 20.25 - sign * step / 2) / 3.5
            expected = pearson3.sf(z, sign * skewness)
            assert law.tail(place, sign) == pytest.approx(expected, rel=1e-9, abs=1e-15)


LAWS: list[Any] = [
    GammaLaw(Shape(Fraction(81, 4), 3.5, 0.0), 1),
    GammaLaw(Shape(Fraction(81, 4), 3.5, 0.9), 1),
    GammaLaw(Shape(Fraction(81, 4), 3.5, -0.9), 1),
    GammaLaw(Shape(20.25, 3.5, 0.9), 0),
    GammaLaw(Shape(20.25, 3.5, -1.5), 0),
    PlacesLaw(np.array([12, 18, 19, 26]), np.array([0.1, 0.4, 0.3, 0.2]), "independent cells"),
    PlacesLaw((12, 20, 26), (Fraction(1, 6), Fraction(1, 2), Fraction(1, 3)), "enumeration"),
]


@pytest.mark.parametrize("law", LAWS, ids=range(len(LAWS)))
def test_draws_have_the_tails_of_their_law(law: Any) -> None:
    many = 20_000
    drawn = law.draw(many, np.random.default_rng(3))
    assert drawn.shape == (many,)
    assert len(set(drawn.tolist())) > 2
    for place in (12, 17, 19, 20, 21, 24, 26):
        share, reached = float(law.tail(place, 1)), int((drawn >= place).sum())
        assert binom.cdf(reached, many, share) > RARE, place
        assert binom.sf(reached - 1, many, share) > RARE, place


def test_draws_of_huge_numbers_are_exact_whole_numbers() -> None:
    """Beyond 2^53 a deviation is added to a fraction, and no digit of the mean is lost."""
    mean = Fraction(10**30 + 1, 1)
    drawn = GammaLaw(Shape(mean, 2.0, 0.0), 1).draw(500, np.random.default_rng(1)).tolist()
    offsets = [x - 10**30 - 1 for x in drawn]
    assert all(isinstance(x, int) for x in drawn)
    assert set(range(-2, 3)) <= set(offsets) <= set(range(-12, 13))


@pytest.mark.parametrize(("a", "b"), [([20, 14, 6], [25, 15]), ([14, 3, 3], [9, 6, 5])])
@pytest.mark.usefixtures("nothing_is_small")
def test_gamma_laws_have_the_moments_of_all_tables(a: Sizes, b: Sizes) -> None:
    exact, powers = law_of_n11(a, b), law_of_powers(a, b)
    assert exact
    assert powers
    law = n11_law(histogram(a), histogram(b))
    assert isinstance(law, GammaLaw)
    mean, sd, skewness = moments(exact)
    assert law.shape.mean == mean
    assert law.shape[1:] == pytest.approx((sd, skewness), rel=1e-9)
    assert law.step == 1
    logs = logs_law(histogram(a), histogram(b))
    assert isinstance(logs, GammaLaw)
    values = np.array([math.log(power) for power in powers])
    chances = np.array([float(p) for p in powers.values()])
    average = float(values @ chances)
    second, third = (float((values - average) ** k @ chances) for k in (2, 3))
    assert logs.shape[:2] == pytest.approx((average, math.sqrt(second)), rel=1e-9)
    assert logs.shape.skewness == pytest.approx(third / second**1.5, abs=0.25)
    assert logs.step == 0


def test_skewness_is_not_sampled_for_many_items(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond 10,000 items it is that of a gamma law of n·M that starts at 0: 2 sd / mean."""
    sampled: list[int] = []

    def skewness(rows: SizeHistogram, _: SizeHistogram) -> float:
        sampled.append(rows.sum_of(int))
        return 0.25

    monkeypatch.setattr(cell_laws, "_sampled_skewness", skewness)
    for n in (9_999, 10_002):
        thirds = SizeHistogram(np.array([n // 3]), np.array([3]))
        law = logs_law(thirds, thirds)
        assert isinstance(law, GammaLaw)
        known = information_of(thirds, thirds)
        mean, sd = float(known.expected_mutual_information), float(known.sd_mutual_information)
        expected = 0.25 if n < 10_000 else 2 * sd / mean
        assert law.shape.skewness == pytest.approx(expected, rel=1e-9)
        assert law.shape.sd == pytest.approx(n * sd, rel=1e-9)
        # n M = Σ x ln x of cells − those of rows and of columns + n ln n
        offset = 2 * n * math.log(n / 3) - n * math.log(n)
        assert float(law.shape.mean) == pytest.approx(n * mean + offset, rel=1e-12)
    assert sampled == [9_999]
