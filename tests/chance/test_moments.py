"""Means and variances over random clusterings, against all clusterings."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance.distribution import tables_with_margins
from partwise.chance.expectation import Expected, expected, expected_of_sizes
from partwise.chance.lines import linear_in_information, linear_in_n11
from partwise.chance.models import (
    Model,
    all_clusterings,
    element_symmetric,
    fixed_number,
    fixed_sizes,
    power_law,
)
from partwise.chance.moments import n11_moments
from partwise.chance.random_candidates import random_scores
from support.oracle import ALL_PAIR_COUNTING, pair_counts, set_partitions
from support.partitions import integer_partitions
from support.random_clusterings import (
    Weighed,
    mean_and_variance,
    of_margins,
    of_sides,
    representative,
)

BUILTIN = [index for index in pw.indices("all") if index.builtin]
KEYS = [index.key for index in BUILTIN]


def assert_moments(found: Expected, index: pw.Index, weighed: Weighed) -> None:
    mean, variance = mean_and_variance(index, weighed)
    if isinstance(mean, Fraction):
        assert (found.value, found.variance) == (mean, variance)
    else:
        assert float(found.value) == pytest.approx(mean, abs=1e-10, nan_ok=True)
        assert float(found.variance) == pytest.approx(variance, abs=1e-10, nan_ok=True)
    assert found.standard_error == 0 or math.isnan(mean)


@pytest.mark.parametrize("n", range(1, 8))
def test_moments_of_n11_are_those_of_all_clusterings(n: int) -> None:
    for rows in integer_partitions(n):
        a = representative(rows)
        by_sizes: dict[tuple[int, ...], list[int]] = {}
        for b in set_partitions(n):
            sizes = tuple(sorted((b.count(label) for label in set(b)), reverse=True))
            by_sizes.setdefault(sizes, []).append(pair_counts(a, b)[0])
        for columns, values in by_sizes.items():
            mean = Fraction(sum(values), len(values))
            variance = Fraction(sum(value**2 for value in values), len(values)) - mean**2
            assert n11_moments(rows, columns) == (mean, variance)


@pytest.mark.parametrize("n", range(1, 8))
def test_enumerated_tables_are_those_of_all_clusterings(n: int) -> None:
    def shape(table: pw.Contingency) -> tuple[tuple[int, ...], ...]:
        return tuple(sorted(tuple(sorted(row)) for row in table.to_dense().T.tolist()))

    for (rows, columns), tables in of_margins(n).items():
        total = sum(many for many, _ in tables)
        expected_shapes: dict[object, Fraction] = {}
        for many, table in tables:
            key = shape(table)
            expected_shapes[key] = expected_shapes.get(key, Fraction(0)) + Fraction(many, total)
        found: dict[object, Fraction] = {}
        for table, chance in tables_with_margins(rows, columns) or ():
            assert sorted(table.row_sizes.tolist(), reverse=True) == list(rows)
            key = shape(table)
            found[key] = found.get(key, Fraction(0)) + chance
        assert found == expected_shapes


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("numbers", [range(1, 7), pytest.param([7], marks=pytest.mark.slow)])
def test_moments_for_given_sizes(key: str, numbers: Iterable[int]) -> None:
    index = pw.index(key)
    for n in numbers:
        for (rows, columns), tables in of_margins(n).items():
            total = sum(many for many, _ in tables)
            weighed = [(Fraction(many, total), table) for many, table in tables]
            assert_moments(expected_of_sizes(rows, columns, index), index, weighed)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("two_sided", [False, True])
def test_moments_for_other_models(key: str, two_sided: bool) -> None:
    index, rows, columns = pw.index(key), (3, 2, 1), (4, 2)
    of_number, of_all = fixed_number(two_sided=two_sided), all_clusterings(two_sided=two_sided)
    one = None if two_sided else rows
    number = of_sides(6, one, 3, 2)
    assert_moments(expected_of_sizes(rows, columns, index, model=of_number), index, number)
    everything = of_sides(6, one, None, None)
    assert_moments(expected_of_sizes(rows, columns, index, model=of_all), index, everything)


def test_moments_for_a_power_law() -> None:
    """P(1) : P(2) : P(3) = 6 : 3 : 2, so (3), (2,1), (1,1,1) have 2/11, 63/121 and 36/121."""
    index = pw.index("rand")
    law = {(3,): Fraction(22, 121), (2, 1): Fraction(63, 121), (1, 1, 1): Fraction(36, 121)}
    mean = sum(
        chance * Fraction(expected_of_sizes((2, 1), columns, index).value)
        for columns, chance in law.items()
    )
    assert expected_of_sizes((2, 1), (3,), index, model=power_law(1)).value == mean


def test_which_indices_are_linear_in_n11() -> None:
    """Values of an arithmetic progression of N11 at fixed margins say the same."""
    for index in pw.indices("pairs"):
        if not index.builtin:
            continue
        formula = ALL_PAIR_COUNTING[index.key]
        bends = False
        for m_a, m_b, total in ((30, 24, 66), (12, 20, 55)):
            values = [
                formula(*map(Fraction, (x, m_a - x, m_b - x, total - m_a - m_b + x)))
                for x in (5, 6, 7)
            ]
            bends |= abs(values[0] - 2 * values[1] + values[2]) > 1e-12
        assert linear_in_n11(index) is not bends, index.key


def test_which_indices_are_linear_in_mutual_information() -> None:
    found = {index.key for index in BUILTIN if linear_in_information(index)}
    means = ("arithmetic", "geometric", "max", "min")
    assert found == {*(f"{kind}_{mean}" for kind in ("nmi", "ami") for mean in means)} | {
        "fnmi",
        "vi",
        "smi",
        "homogeneity",
        "completeness",
        "v_measure",
        "nid",
        "mi",
    }


def test_own_indices() -> None:
    linear = pw.define("test_moments_linear", "(3*n11 + n00) / N")
    bent = pw.define("test_moments_bent", "max(n11, n01) / N")  # n11 + n01 is 2 here
    own = pw.define("test_moments_own", lambda table: float(table.k_a * len(table.cells.counts)))
    for index, method in ((linear, "closed form"), (bent, "enumeration"), (own, "enumeration")):
        found = expected_of_sizes((3, 2), (2, 2, 1), index)
        assert found.method == method
        tables = of_margins(5)[(3, 2), (2, 2, 1)]
        total = sum(many for many, _ in tables)
        assert_moments(found, index, [(Fraction(many, total), table) for many, table in tables])


def test_a_formula_that_only_looks_linear_keeps_its_undefined_values() -> None:
    """n11² / n11 is n11 but for tables without common pairs, where it is undefined."""
    index = pw.define("test_moments_removable", "(n11*n11 + n11*n10) / (n11 * N)")
    assert math.isnan(expected_of_sizes((2, 2), (2, 2), index).value)
    whole = expected_of_sizes((2, 2), (3, 1), index)  # all have one common pair
    assert whole.value == Fraction(1, 6) * 2


@pytest.mark.parametrize("key", ["jaccard", "correlation_distance", "bcubed", "nmi_joint"])
def test_sampling_agrees_with_enumeration(key: str) -> None:
    rows, columns = (5, 4, 3), (6, 4, 2)
    exact = expected_of_sizes(rows, columns, key)
    assert exact.method == "enumeration"
    scores = random_scores(rows, columns, [pw.index(key)], 4000, seed=5)[key]
    assert abs(scores.mean - float(exact)) < 4 * exact.sd / math.sqrt(4000)
    assert float(np.var(scores.values)) == pytest.approx(float(exact.variance), rel=0.2)


@pytest.mark.parametrize("key", ["rand", "correlation", "fowlkes_mallows", "nmi_max", "vi"])
def test_closed_forms_agree_with_sampling_for_many_items(key: str) -> None:
    rows, columns, many = (400, 300, 200, 100), (50,) * 20, 1000
    exact = expected_of_sizes(rows, columns, key)
    assert exact.method == "closed form"
    scores = random_scores(rows, columns, [pw.index(key)], many, seed=2)[key]
    assert abs(scores.mean - float(exact)) < 4 * scores.standard_error
    assert float(np.var(scores.values)) == pytest.approx(float(exact.variance), rel=0.2)


@pytest.mark.parametrize("model", [fixed_sizes(), fixed_number(), all_clusterings(two_sided=True)])
def test_sampled_means_have_an_error_and_a_seed(model: Model) -> None:
    sizes = (30, 20, 10), (15, 15, 15, 15)
    first, again = (
        expected_of_sizes(*sizes, "jaccard", model=model, samples=50, seed=4) for _ in range(2)
    )
    assert first.method == "sampling"
    assert first.samples == 50
    assert first.standard_error == pytest.approx(first.sd / math.sqrt(50))
    assert (first.value, first.variance) == (again.value, again.variance)
    other = expected_of_sizes(*sizes, "jaccard", model=model, samples=50, seed=5)
    assert other.value != first.value


def test_a_model_of_own_sizes_is_sampled() -> None:
    halves = element_symmetric(lambda n, _: [n - n // 2, n // 2])
    found = expected_of_sizes((3, 2), (5,), "rand", model=halves, samples=2000, seed=1)
    exact = expected_of_sizes((3, 2), (3, 2), "rand")
    assert abs(float(found) - float(exact)) < 4 * found.standard_error


def test_pair_products_do_not_overflow() -> None:
    """E[N11]/N = (m_A/N)(m_B/N), here with n = 2·10^12."""
    half = 10**12
    share = Fraction(half - 1, 2 * half - 1)
    assert expected_of_sizes((half, half), (half, half), "russell_rao").value == share**2


def test_results_print_and_export() -> None:
    found = expected([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], "rand")
    assert "closed form" in str(found)
    assert "clusterings with the same cluster sizes" in str(found)
    assert found.to_dict()["value"] == "14/25"


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match="samples="):
        expected([0, 1], [0, 1], "rand", samples=1)
    with pytest.raises(InputError, match="model="):
        expected([0, 1], [0, 1], "rand", model="none")
    with pytest.raises(InputError, match="seed="):
        expected([0, 1], [0, 1], "rand", seed=-1)
    with pytest.raises(InputError, match="give sizes with the same sum"):
        expected_of_sizes([2], [3], "rand")
