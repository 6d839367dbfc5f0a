"""What is counted, what is drawn and what is refused: on both sides of each limit."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise import chance
from partwise.base.errors import InputError
from partwise.catalogue import as_index
from partwise.chance import sampling
from partwise.chance.distribution import tables_with_margins
from partwise.chance.exact_laws import law_of_n11
from partwise.chance.models import all_clusterings, fixed_number, power_law
from partwise.chance.random_candidates import random_scores, samples_worthwhile, scores_at_scale
from partwise.chance.size_laws import integer_partitions, power_law_of_sizes, uniform_law
from partwise.tables import SizeHistogram
from support.oracle_tables import exact_law

# --- what is counted


@pytest.mark.parametrize(
    ("rows", "columns"), [((3, 3), (2, 2, 2)), ((4, 3, 2), (3, 3, 3)), ((2, 2, 2), (2, 2, 2))]
)
def test_tables_are_listed_up_to_a_number(rows: tuple[int, ...], columns: tuple[int, ...]) -> None:
    every = tables_with_margins(rows, columns)
    assert every is not None
    expected = {
        tuple(sorted(zip(*table, strict=True))): Fraction(0) for table in exact_law(rows, columns)
    }
    assert len(every) == len(expected)
    assert tables_with_margins(rows, columns, most=len(every)) == every
    assert tables_with_margins(rows, columns, most=len(every) - 1) is None


@pytest.mark.parametrize("n", [100, 101])
def test_tables_of_up_to_a_hundred_columns_are_listed(n: int) -> None:
    """All of them are alike, whichever side has the singletons."""
    for rows, columns in (((n - 30, 30), (1,) * n), ((1,) * n, (n - 30, 30))):
        tables = tables_with_margins(rows, columns)
        assert (tables is not None) == (n == 100)
        assert [table.chance for table in tables or ()] == [1] * (n == 100)


def test_laws_of_n11_are_counted_up_to_a_number_of_steps() -> None:
    sizes = [4, 3, 2], [3, 3, 3]
    needed = next(steps for steps in range(10_000) if law_of_n11(*sizes, steps) is not None)
    assert 10 < needed < 2000
    assert law_of_n11(*sizes, needed + 1) == law_of_n11(*sizes)
    assert law_of_n11([100, 100, 100], [299, 1]) is not None  # 300 items, and no more
    assert law_of_n11([101, 100, 100], [300, 1]) is None


@pytest.mark.parametrize("n", [1, 5, 12])
def test_partitions_are_complete_and_in_order(n: int) -> None:
    every = list(integer_partitions(n))
    assert every == sorted(set(every), reverse=True)
    assert all(sum(sizes) == n and list(sizes) == sorted(sizes)[::-1] for sizes in every)
    assert len(every) == {1: 1, 5: 7, 12: 77}[n]  # https://oeis.org/A000041
    for k in range(1, n + 2):
        assert list(integer_partitions(n, k)) == [sizes for sizes in every if len(sizes) == k]


def test_laws_of_sizes_are_counted_up_to_a_number() -> None:
    """Seven partitions of five, two of them into two parts."""
    for parts, many in ((None, 7), (2, 2)):
        assert len(uniform_law(5, parts, many) or {}) == many
        assert uniform_law(5, parts, many - 1) is None
    assert len(power_law_of_sizes(5, 1, 1, None, 7) or {}) == 7
    assert power_law_of_sizes(5, 1, 1, None, 6) is None
    # 627 partitions of 20, 792 of 21: https://oeis.org/A000041
    assert power_law(1).law((20,)) is not None
    assert power_law(1).law((21,)) is None
    assert len(all_clusterings().law((33,), most=10_143) or {}) == 10_143
    assert all_clusterings().law((33,)) is None


@pytest.mark.parametrize("exponent", [-2, -1, 0, 1, 2.0, 3])
@pytest.mark.parametrize(("smallest", "largest"), [(1, None), (1, 2), (2, None), (2, 3), (5, 6)])
def test_power_laws_are_those_of_all_sequences(
    exponent: float, smallest: int, largest: int | None
) -> None:
    """Sizes are drawn one by one until they cover four items; the last is cut."""
    n = 4
    model = power_law(exponent, smallest=smallest, largest=largest)
    sizes = range(smallest, (max(n, smallest) if largest is None else largest) + 1)
    weights = {size: Fraction(size) ** -int(exponent) for size in sizes}
    whole = sum(weights.values())
    expected: Counter[tuple[int, ...]] = Counter()

    def drawn(so_far: tuple[int, ...], probability: Any) -> None:
        left = n - sum(so_far)
        if left == 0:
            expected[tuple(sorted(so_far, reverse=True))] += probability
            return
        for size, weight in weights.items():
            drawn((*so_far, min(size, left)), probability * weight / whole)

    drawn((), Fraction(1))
    assert model.law((n,)) == expected


def test_exponents_that_are_counted() -> None:
    for exponent, is_counted in ((64, True), (65, False), (-64, True), (-65, False), (1.5, False)):
        assert (power_law(exponent).law((3,)) is not None) == is_counted


# --- what is drawn


A, B = np.arange(300) % 7, np.arange(300) % 11  # of which there are too many tables to count
SIZES = [100, 100, 100], [150, 100, 50]


SAMPLES: dict[str, tuple[Callable[[], int], int]] = {
    "expected": (lambda: chance.expected(A, B, "jaccard").samples, 1000),
    "of sizes": (lambda: chance.expected_of_sizes(*SIZES, "f_measure").samples, 1000),
    "significance": (lambda: chance.significance(A, B, "f_measure").samples, 999),
    "other models": (
        lambda: chance.significance(A, B, "rand", model="all_clusterings").samples,
        999,
    ),
    "scores": (lambda: len(random_scores(*SIZES, [pw.index("R")])["rand"].values), 200),
    "laws": (
        lambda: len(scores_at_scale(*histograms(), indices=[pw.index("R")])["rand"].values),
        200,
    ),
    "curve": (lambda: chance.bias_curve([2, 2], {2: [2, 2]}, "R").samples, 200),
    "baseline": (lambda: of_four(chance.constant_baseline_test).samples, 500),
    "selection": (lambda: of_four(chance.selection_bias_test).samples, 500),
}


def of_four(test: Callable[..., Any]) -> Any:
    return test("R", n=4, candidate_clusters=(1, 2))


@pytest.mark.parametrize("name", SAMPLES)
def test_so_many_are_drawn_unless_told(name: str) -> None:
    call, samples = SAMPLES[name]
    assert call() == samples


def test_other_defaults() -> None:
    curve = chance.bias_curve([2, 2], {2: [2, 2]}, "R")
    assert (curve.share, curve.title, curve.x_name) == (0.9, "Random candidates", "x")
    for test in (chance.constant_baseline_test, chance.selection_bias_test):
        assert of_four(test).alpha == 0.05


def test_a_deviation_is_of_ten_thousand_samples_unless_told() -> None:
    found = chance.correlation_deviation(*SIZES)
    assert found == chance.correlation_deviation(*SIZES, samples=10_000)
    assert found != chance.correlation_deviation(*SIZES, samples=10_001)
    assert found != chance.correlation_deviation(*SIZES, samples=9_999)


def largest_cell(table: pw.Contingency) -> float:
    return float(table.cells.counts.max())


OWN = [as_index(largest_cell)]


def histograms() -> tuple[SizeHistogram, SizeHistogram]:
    return SizeHistogram.of(np.array(SIZES[0])), SizeHistogram.of(np.array(SIZES[1]))


SEEDED: dict[str, Callable[..., Any]] = {
    "expected": lambda **o: chance.expected(A, B, "jaccard", samples=9, **o).value,
    "of sizes": lambda **o: chance.expected_of_sizes(*SIZES, "f_measure", samples=9, **o).value,
    "significance": lambda **o: chance.significance(A, B, "f_measure", samples=9, **o).mean,
    "adjust": lambda **o: chance.adjust("jaccard", samples=9, **o)(A, B),
    "sums": lambda **o: random_scores(*SIZES, [pw.index("J")], 9, **o)["jaccard"].mean,
    "tables": lambda **o: next(iter(random_scores(*SIZES, OWN, 9, **o).values())).mean,
    "laws": lambda **o: scores_at_scale(*histograms(), [pw.index("J")], 9, **o)["jaccard"].mean,
    "deviation": lambda **o: chance.correlation_deviation(*SIZES, samples=9, **o).moments[2].value,
    "curve": lambda **o: chance.bias_curve([9, 9], {1: [9, 9]}, "J", samples=9, **o)["J"][0].mean,
    "baseline": lambda **o: averages(chance.constant_baseline_test, **o),
    "selection": lambda **o: averages(chance.selection_bias_test, **o),
    "sample_sums": lambda **o: chance.sample_sums(*SIZES, 9, **o).n11.tolist(),
    "sample_tables": lambda **o: [t.pair_counts for t in chance.sample_tables(*SIZES, 9, **o)],
}


def averages(test: Callable[..., Any], **options: Any) -> Any:
    return test("CC", n=60, samples=9, **options)["CC"].findings[0].averages


@pytest.mark.parametrize("name", SEEDED)
def test_the_seed_is_0_unless_told(name: str) -> None:
    call = SEEDED[name]
    others = [call(seed=seed) for seed in (0, 1, 2, 3)]
    assert call() == others[0]
    assert all(other != others[0] for other in others[1:])


def test_two_samples_are_enough_but_one_is_not() -> None:
    halves = chance.element_symmetric(lambda n, _: [n - n // 2, n // 2])
    for samples, is_enough in ((2, True), (1, False)):
        calls: list[Callable[[int], object]] = [
            lambda many: chance.expected(A, B, "jaccard", samples=many),
            lambda many: chance.expected_of_sizes(*SIZES, "jaccard", samples=many),
            lambda many: chance.significance(A, B, "f_measure", samples=many),
            lambda many: chance.significance(A, B, "R", model=halves, samples=many),
            lambda many: chance.adjust("jaccard", samples=many)(A, B),
            lambda many: chance.correlation_deviation(*SIZES, samples=many),
            lambda many: chance.bias_curve([2, 2], {2: [2, 2]}, "R", samples=many),
        ]
        for call in calls:
            if is_enough:
                assert call(samples)
            else:
                with pytest.raises(InputError, match="samples= must be"):
                    call(samples)
    assert random_scores(*SIZES, [pw.index("rand")], 1)["rand"].values.shape == (1,)
    with pytest.raises(InputError, match="samples= must be at least 1, not 0"):
        random_scores(*SIZES, [pw.index("rand")], 0)


@pytest.mark.parametrize(
    ("n", "k", "tables", "samples"),
    [
        (100, 10, 1, 200),
        (10**6, 1000, 1, 200),
        (10**6, 10**4, 5, 100),
        (10**7, 10**7, 1, 50),
        (10**8, 10**8, 3, 40),
        (10**8, 100, 1, 200),  # ten thousand cells are drawn one by one
    ],
)
def test_fewer_candidates_are_drawn_of_more_items(
    n: int, k: int, tables: int, samples: int
) -> None:
    """As many as 5·10^8 items or cells allow for all tables, from 40 to 200."""

    class Sized:
        def __init__(self) -> None:
            self.n, self.k_a, self.k_b = n, k, k

    assert samples_worthwhile([Sized()] * tables) == samples  # type: ignore[list-item]


def test_seeds_tell_random_candidates_apart() -> None:
    chosen = [pw.index("rand"), pw.define("own_largest", lambda table: table.cells.counts.max())]

    def drawn(seed: sampling.Seed) -> list[list[float]]:
        scores = random_scores([9, 8, 7], [12, 8, 4], chosen, 30, seed=seed).values()
        return [each.values.tolist() for each in scores]

    every = [drawn(seed) for seed in (0, 1, 2, 3)]
    for place in (0, 1):
        assert len({tuple(scores[place]) for scores in every}) == 4
    assert drawn(3) == every[3]
    assert drawn(np.random.default_rng(3)) == drawn(np.random.default_rng(3))
    assert drawn(None) != drawn(None)
    for wrong in (-1, 1.0, "1", True):
        with pytest.raises(InputError, match="seed= must be a whole number of at least 0"):
            sampling.random_generator(wrong)  # type: ignore[arg-type]
    assert drawn(0)
    assert drawn(np.int64(0))  # type: ignore[arg-type]


def test_options_of_sampling_at_their_limits() -> None:
    options = sampling._checked_options
    assert options(10, 10**9, 1, 1, None)[0] == 10**9
    assert options(10, 0, 1, 1, None)[0] == 0
    with pytest.raises(InputError, match="1000000001 samples are too many"):
        options(10, 10**9 + 1, 1, 1, None)
    assert options(2**32 - 1, 5, 1, 1, "permutation")[3] == "permutation"
    with pytest.raises(InputError, match="4294967296 items are too many to permute"):
        options(2**32, 5, 1, 1, "permutation")
    assert options(2**32, 5, 1, 1, "draws")[3] == "draws"
    assert options(10, 50, 1, 3, None)[2:] == (3, "automatic")
    keys = [tuple(options(10, 5, seed, 1, None)[1]) for seed in (0, 1, 2**64, 10**40)]
    assert len(set(keys)) == 4
    assert all(len(key) == 4 and all(0 <= word < 2**64 for word in key) for key in keys)
    with pytest.raises(InputError, match="seed="):
        options(10, 5, -1, 1, None)
    words = np.random.default_rng(7).integers(0, 2**64, 4, np.uint64).tolist()
    assert options(10, 5, np.random.default_rng(7), 1, None)[1] == words


@pytest.mark.parametrize(
    ("n", "pairs", "squares"),
    [
        (94_906_265, np.float64, np.float64),  # n² is just below 2^53
        (94_906_266, np.float64, object),
        (2**27, np.float64, object),  # so is n(n − 1)/2
        (2**27 + 1, object, object),
        (10**12, object, object),  # pairs beyond 2^64
    ],
)
def test_numbers_are_floats_up_to_where_floats_are_exact(n: int, pairs: Any, squares: Any) -> None:
    rows, columns = [n // 2, n - n // 2], [n // 3, n - n // 3]
    sums = chance.sample_sums(rows, columns, 5, method="draws")
    assert sums.n11.dtype == pairs
    assert sums.squares.dtype == squares
    tables = chance.sample_tables(rows, columns, 5, method="draws")
    for i, table in enumerate(tables):
        cells = [int(x) for x in table.cells.counts]
        assert int(sums.n11[i]) == sum(math.comb(x, 2) for x in cells)
        assert int(sums.squares[i]) == sum(x * x for x in cells)
    assert [int(count[0]) for count in sums.pair_counts] == list(tables[0].pair_counts)


@pytest.mark.parametrize(("n", "k", "name"), [(0, 1, "n"), (-1, 1, "n"), (3, 0, "k"), (0, 0, "n")])
def test_balanced_sizes_are_of_one_item_and_one_cluster_or_more(n: int, k: int, name: str) -> None:
    with pytest.raises(InputError, match=f"^{name} must be a whole number of at least 1"):
        chance.balanced_sizes(n, k)
    assert chance.balanced_sizes(1, 1) == (1,)


@pytest.mark.parametrize(("n", "largest"), [(3, 1), (4, 1), (5, 4), (6, 5), (10, 9)])
def test_the_bound_of_the_deviation_of_cd(n: int, largest: int) -> None:
    """E[CC²] is at most 1/(n − 1) from five items on."""
    found = chance.correlation_deviation([n - 1, 1], [n - 1, 1])
    assert found.bound == pytest.approx((0.5 - 1 / math.pi) / largest)


# --- at scale


@pytest.mark.parametrize(
    ("rows", "columns"),
    [([30, 20, 10], [40, 20]), ([50, 10], [25, 35]), ([2] * 30, [3] * 20), ([59, 1], [20] * 3)],
)
def test_scores_from_laws_have_the_moments_of_all_tables(
    rows: list[int], columns: list[int]
) -> None:
    """Within what docs/chance.md says of approximate laws, and 5.5 standard errors."""
    first, second = (SizeHistogram.of(np.array(sizes)) for sizes in (rows, columns))
    chosen = [pw.index(key) for key in ("rand", "jaccard", "nmi_joint", "vi", "bcubed")]
    many = 4000
    scores = scores_at_scale(first, second, chosen, many, seed=3)
    for key in ("rand", "vi"):
        values = scores[key].values
        is_constant = pw.contingency(
            np.repeat(range(len(rows)), rows), np.repeat(range(len(columns)), columns)
        ).information.is_constant
        if is_constant and key == "vi":
            assert np.isnan(values).all()  # M has one value, which sizes alone do not tell here
            continue
        exact = chance.expected_of_sizes(rows, columns, key)
        error = 5.5 * math.sqrt(exact.variance / many) + 1e-12
        assert abs(values.mean() - float(exact.value)) < error + 0.02 * math.sqrt(exact.variance)
        assert values.std() == pytest.approx(math.sqrt(exact.variance), rel=0.1, abs=1e-12)
    assert np.isnan(scores["bcubed"].values).all()  # needs the cells
    assert all(len(scores[index.key].values) == many for index in chosen)
    exact = chance.expected_of_sizes(rows, columns, "jaccard", samples=4000)
    error = 5.5 * math.hypot(exact.standard_error, scores["jaccard"].standard_error) + 1e-12
    assert abs(scores["jaccard"].mean - float(exact)) < error + 0.02 * exact.sd
    again = scores_at_scale(first, second, chosen, many, seed=3)
    assert again["rand"].values.tolist() == scores["rand"].values.tolist()
    other = scores_at_scale(first, second, chosen, many, seed=4)
    assert (other["rand"].values.tolist() == scores["rand"].values.tolist()) == (
        float(exact_variance(rows, columns)) == 0
    )


def exact_variance(rows: list[int], columns: list[int]) -> Fraction:
    return Fraction(chance.expected_of_sizes(rows, columns, "rand").variance)


def test_numbers_of_clusters_that_are_drawn() -> None:
    """All sizes of few items come, the largest first, and none that no clustering has."""
    rng = np.random.default_rng(5)
    for n in range(1, 7):
        for k in range(1, n + 1):
            drawn = {fixed_number(k).draw((n,), rng) for _ in range(400)}
            assert drawn == set(integer_partitions(n, k)), (n, k)
