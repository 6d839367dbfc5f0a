"""Numbers that programs get: sums of two floats with a bound, powers, and what they refuse."""
# ruff: noqa: S311

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.base import ops
from partwise.kernels import Program
from partwise.tables import PairCounts, RecordedTable, program_of, value_of, values_of
from partwise.tables.programs import Enclosed, enclosed, numbers_of


def is_enclosed(number: Enclosed, value: Fraction) -> bool:
    """Whether the two floats do not overlap, and are no further off than they say."""
    high, low, error = number
    error = 0 if error == 0 else error  # 0 says that the number is whole, and exact
    return high + low == high and abs(Fraction(high) + Fraction(low) - value) <= Fraction(error)


def test_numbers_are_enclosed() -> None:
    rng = random.Random(4)
    for bits in range(1, 300):
        whole = rng.getrandbits(bits) + 1
        assert is_enclosed(enclosed(whole), Fraction(whole))
        share = Fraction(rng.getrandbits(bits) + 1, rng.getrandbits(60) + 1)
        for value in (share, -share, 1 / share):
            assert is_enclosed(enclosed(value), value)
            high, _, error = enclosed(value)
            assert error <= abs(high) * 2.0**-103


def test_what_is_whole_and_exact_says_so() -> None:
    for value in (0, 1, 2**53 + 1, 2**104 - 2**51, Fraction(7), Fraction(-(2**60) - 1)):
        assert enclosed(value)[2] == 0
        assert is_enclosed(enclosed(value), Fraction(value))
    for value in (2**104, 2**110 + 1, Fraction(1, 3), Fraction(1, 2)):
        assert enclosed(value)[2] > 0


def recorded(formula: Callable[[Any], Any]) -> Program:
    program = program_of(formula, of_pairs=True)
    assert program is not None
    return program


POWERS = (1, 2, 3, 5, 7, 64, -64, -1, -2, -3, -7, 0.5, -0.5, 1.5, -1.5, Fraction(1, 3), 0.25)


@pytest.mark.parametrize("exponent", POWERS)
def test_powers_are_those_of_the_counts(exponent: float | Fraction) -> None:
    program = recorded(lambda p: p.n11**exponent)
    with mp.workdps(60):
        for base in (1, 2, 3, 10, 999):
            expected = mpf(base) ** (
                mpf(Fraction(exponent).numerator) / exponent.denominator
                if isinstance(exponent, Fraction)
                else mpf(exponent)
            )
            assert value_of(program, PairCounts(base, 0, 0, 0)) == float(expected)


def test_the_root_of_zero_has_a_value_and_its_inverse_has_none() -> None:
    nothing = PairCounts(0, 0, 0, 1)
    assert value_of(recorded(lambda p: p.n11**0.5), nothing) == 0
    assert math.isnan(value_of(recorded(lambda p: p.n11**-0.5), nothing))
    assert math.isnan(value_of(recorded(lambda p: p.n11**-1), nothing))


def test_long_formulas_are_recorded() -> None:
    """Step after step, without a call within a call for each."""

    def formula(p: Any) -> Any:
        x = p.n11
        for _ in range(1500):
            x = x + p.n10
        return x

    assert value_of(recorded(formula), PairCounts(7, 2, 0, 0)) == 3007


def test_pi_is_enclosed() -> None:
    high, low, error = next(iter(RecordedTable()._recording.steps))[1]
    with mp.workdps(60):
        lost = abs(mpf(high) + mpf(low) - mp.pi)
        assert lost <= error <= 4 * mpf(2) ** -104


def test_powers_of_zero_and_one_need_no_steps() -> None:
    assert program_of(lambda p: p.n11**0, of_pairs=True) is None  # 1, whatever the counts
    assert value_of(recorded(lambda p: p.n11**0 + p.n10), PairCounts(5, 6, 0, 0)) == 7
    assert value_of(recorded(lambda p: p.n11**1), PairCounts(5, 6, 0, 0)) == 5


@pytest.mark.parametrize(
    "formula",
    [
        lambda p: p.n11**65,
        lambda p: p.n11**-65,
        lambda p: p.n11**p.n10,
        lambda p: p.n11 ** complex(2),
        lambda p: pow(p.n11, 2, 7),
        lambda p: pow(p.n11, p.n10, None),
        lambda p: p.n11 * 1e100,
        lambda p: p.n11 - 1e100,
        lambda p: p.n11 + -1e100,
        lambda p: p.n11 + math.nan,
        lambda p: p.n11 * "x",
        lambda p: p.n11 + 1j,
        lambda p: p.n11 * np.ones(2),
    ],
)
def test_what_is_no_number_or_too_large_is_not_recorded(formula: Callable[[Any], Any]) -> None:
    assert program_of(formula, of_pairs=True) is None


@pytest.mark.parametrize("constant", [9e99, -9e99, 1e-99, 0, -1, Fraction(1, 3)])
def test_constants_within_the_limits_are_recorded(constant: Any) -> None:
    program = recorded(lambda p: p.n11 * constant)
    assert value_of(program, PairCounts(3, 0, 0, 0)) == float(3 * Fraction(constant))
    program = recorded(lambda p: constant - p.n11)
    assert value_of(program, PairCounts(3, 0, 0, 0)) == float(Fraction(constant) - 3)


def test_signs_sums_and_extremes_of_several_numbers() -> None:
    counts = PairCounts(5, 3, 8, 2)
    formulas: list[tuple[Callable[[Any], Any], int]] = [
        (lambda p: -p.n11, -5),
        (lambda p: +p.n11 - p.n10, 2),
        (lambda p: abs(p.n10 - p.n11), 2),
        (lambda p: sum([p.n11, p.n10, p.n01]), 16),
        (lambda p: 1 - p.n11, -4),
        (lambda p: 20 / p.n11, 4),
        (lambda p: 2 * p.n11, 10),
        (lambda p: p.n11.context.Min(p.n11, p.n10, p.n01), 3),
        (lambda p: p.n11.context.Max(p.n11, p.n10, p.n01), 8),
        (lambda p: ops.minimum(p.n10, p.n11), 3),
        (lambda p: ops.maximum(p.n10, p.n11), 5),
        (lambda p: p.n11 + p.n11.context.Rational(3, 2) * 2, 8),
    ]
    for formula, expected in formulas:
        assert value_of(recorded(formula), counts) == expected


def test_members_of_tables_are_enclosed_with_their_errors() -> None:
    """The floats lose some of a value of 300 bits; the bound has to allow for that as well."""
    names = ["entropy_a", "entropy_joint", "expected_mutual_information", "sd_mutual_information"]
    table = pw.contingency([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0])
    trace = RecordedTable()
    program = trace.program(math.prod((getattr(trace, name) for name in names), start=1))
    numbers = numbers_of(program, table)
    assert numbers is not None
    assert sorted(program.members) == sorted(names)
    for name, (high, low, error) in zip(program.members, numbers[0], strict=True):
        value, own = table.information.with_error(name)
        with mp.workprec(400):
            lost = abs(mpf(high) + mpf(low) - mpf(value))
            assert mpf(error) >= lost + mpf(own) * (1 - mpf(2) ** -40)
            assert mpf(error) <= 2 * mpf(own) + abs(mpf(value)) * mpf(2) ** -100


def test_members_that_are_zero_are_exactly_zero() -> None:
    table = pw.contingency([0, 0, 1], [0, 0, 0])
    trace = RecordedTable()
    program = trace.program(trace.entropy_a + trace.entropy_b + trace.n)
    numbers = numbers_of(program, table)
    assert numbers is not None
    by_name = dict(zip(program.members, numbers[0], strict=True))
    assert [*by_name["entropy_b"]] == [0, 0, 0]
    assert [*by_name["n"]] == [3, 0, 0]


def test_exact_ways_take_over_where_programs_cannot() -> None:
    ratio = recorded(lambda p: p.n11 / (p.n11 + p.n10))
    assert numbers_of(ratio, PairCounts(Fraction(1, 2), 1, 1, 1)) is None
    assert math.isnan(value_of(ratio, PairCounts(Fraction(1, 2), 1, 1, 1)))
    assert math.isnan(value_of(ratio, PairCounts(10**400, 1, 1, 1)))
    weighted = pw.contingency([0, 0, 1], [0, 1, 1], weights=[1, 2, 0.5], weighting="importance")
    assert numbers_of(ratio, weighted) is None
    trace = RecordedTable()
    of_cells = trace.program(trace.sum(trace.cell**2) / trace.n)
    for big, is_given in ((2**53 - 1, True), (2**53, False)):
        table = pw.Contingency.from_cells([0], [0], [big])
        assert (numbers_of(of_cells, table) is not None) == is_given


@pytest.mark.parametrize("big", [2**53 - 2, 2**53 - 1, 2**53, 2**53 + 1, 2**60 + 1, 2**90 + 3])
def test_counts_of_any_size_have_the_value_of_fractions(big: int) -> None:
    share = recorded(lambda p: p.n11 / (p.n11 + p.n10))
    for n11, n10 in ((big, 1), (1, big), (big, 3 * big + 1), (big, big - 1)):
        expected = float(Fraction(n11, n11 + n10))
        if (n11, n10) == (1, 2**53 - 2):
            expected = math.nan  # the ratio is too close to the middle between two floats
        value = value_of(share, PairCounts(n11, n10, 0, 0))
        arrays = PairCounts.checked([n11, 1], [n10, 1], [0, 0], [0, 0])
        assert np.array_equal([value], [expected], equal_nan=True)
        assert np.array_equal(values_of(share, arrays), [expected, 0.5], equal_nan=True)


@pytest.mark.parametrize(("big", "is_decided"), [(2**103, True), (2**104, False), (10**400, False)])
def test_arrays_of_counts_that_no_two_floats_hold_are_not_decided(
    big: int, is_decided: bool
) -> None:
    counts = PairCounts.checked([big, 1], [1, 1], [1, 1], [1, 1])
    values = values_of(recorded(lambda p: p.n11 / (p.n11 + p.n10)), counts)
    assert values.shape == (2,)
    assert np.isfinite(values).all() == is_decided
    assert is_decided or np.isnan(values).all()


def test_values_have_the_shape_of_the_counts() -> None:
    counts = PairCounts(*np.arange(1.0, 25).reshape(4, 2, 3))
    values = values_of(recorded(lambda p: p.n11 / p.n10), counts)
    assert values.tolist() == (counts.n11 / counts.n10).tolist()
