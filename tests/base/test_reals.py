"""Real numbers without rounding, against SymPy, fractions and whole numbers."""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from partwise.base import ExactReal, ops

OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def is_zero(expression: sympy.Expr) -> bool:
    """By its minimal polynomial, where sixty digits do not tell."""
    if abs(sympy.N(expression, 60)) > sympy.Rational(1, 10**40):
        return False
    x = sympy.Symbol("x")
    return bool(sympy.minimal_polynomial(expression, x) == x)


def sign(expression: sympy.Expr) -> int:
    return 0 if is_zero(expression) else int(sympy.sign(sympy.N(expression, 60)))


def random_expression(rng: random.Random, depth: int) -> tuple[ExactReal, sympy.Expr] | None:
    """An exact real and its SymPy twin; None, of both alike, where there is no value."""
    if depth == 0:
        whole = rng.randint(0, 6)
        return ExactReal(whole), sympy.Integer(whole)
    symbol = rng.choice("+-*/+-ss")
    first = random_expression(rng, depth - 1)
    second = None if symbol == "s" else random_expression(rng, rng.randint(0, depth - 1))
    if first is None or (second is None and symbol != "s"):
        return None
    x, twin = first
    if second is None:
        if sign(twin) < 0:
            with pytest.raises(ArithmeticError):
                x.sqrt()
            return None
        return x.sqrt(), sympy.sqrt(twin)
    y, other = second
    if symbol == "/" and is_zero(other):
        with pytest.raises(ZeroDivisionError):
            x / y
        return None
    return OPERATORS[symbol](x, y), OPERATORS[symbol](twin, other)


@pytest.mark.parametrize("seed", range(4))
def test_signs_of_nested_roots_are_those_of_minimal_polynomials(seed: int) -> None:
    rng, zeros = random.Random(seed), 0  # noqa: S311
    for _ in range(120):
        made = random_expression(rng, rng.randint(2, 4))
        if made is None:
            continue
        number, twin = made
        assert number.proved_sign() == sign(twin), twin
        zeros += number == 0
        expected = float(sympy.N(twin, 40)) if number else 0.0
        assert float(number) == pytest.approx(expected, rel=1e-15), twin
    assert zeros > 0


IDENTITIES = [
    lambda a, b: (a + b + 2 * (a * b).sqrt()).sqrt() - a.sqrt() - b.sqrt(),
    lambda a, b: 1 / (a.sqrt() + b.sqrt()) - (a.sqrt() - b.sqrt()) / (a - b),
    lambda a, b: (a / b).sqrt() - a.sqrt() / b.sqrt(),
    lambda a, b: (a * b).log() - a.log() - b.log(),
    lambda a, b: (a.sqrt() * b.sqrt() / (a * b).sqrt()).log(),
    lambda a, _: (a.sqrt() ** 2 / a).acos(),
    lambda a, _: a**1.5 - a * a.sqrt(),
]


@pytest.mark.parametrize("identity", IDENTITIES)
def test_identities_hold_and_what_is_close_to_them_does_not(identity: Any) -> None:
    rng = random.Random(3)  # noqa: S311
    for _ in range(20):
        a, b = (ExactReal(rng.randint(2, 10**12)) for _ in range(2))
        zero = identity(a, b)
        assert zero.proved_sign() == 0
        tiny = Fraction(1, 10**300)
        assert (identity(a, b) + tiny).sign() == 1
        assert (identity(a, b) - tiny).sign() == -1


def test_floats_are_the_nearest_ones() -> None:
    """√x lies between the squares of what is half a unit in the last place away."""
    rng = random.Random(5)  # noqa: S311
    for _ in range(300):
        x = Fraction(rng.randint(1, 10**30), rng.randint(1, 10**15))
        rounded = float(ExactReal(x).sqrt())
        below, above = (
            (Fraction(rounded) + Fraction(math.nextafter(rounded, end))) / 2
            for end in (0, math.inf)
        )
        assert below**2 <= x <= above**2


@pytest.mark.parametrize("seed", range(3))
def test_sums_of_logarithms_are_zero_if_their_products_are_one(seed: int) -> None:
    rng, zeros = random.Random(seed), 0  # noqa: S311
    for _ in range(200):
        terms = [
            (rng.choice((-2, -1, 1, 2)), rng.choice((1, 2, 3, 4, 6, 8, 9, 12))) for _ in range(4)
        ]
        number = sum((times * ExactReal(base).log() for times, base in terms), ExactReal(0))
        product = math.prod(Fraction(base) ** times for times, base in terms)
        assert number.proved_sign() == (product > 1) - (product < 1), terms
        zeros += product == 1
    assert zeros > 0


def test_fractions_do_what_fractions_do() -> None:
    rng = random.Random(7)  # noqa: S311
    names = ("floordiv", "mod", "add", "sub", "mul", "truediv", "lt", "le", "eq", "ne", "ge", "gt")
    for _ in range(200):
        x, y = (Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(2))
        for name in names if y else names[2:5]:
            apply = getattr(operator, name)
            for first, second in ((ExactReal(x), y), (x, ExactReal(y))):
                assert apply(first, second) == apply(x, y), (name, x, y)
        for function in (math.floor, math.ceil, math.trunc, int, round, hash, abs, bool, float):
            assert function(ExactReal(x)) == function(x), (function, x)
        assert round(ExactReal(x), 1) == round(x, 1)


def test_whole_parts_of_roots_are_those_of_whole_numbers() -> None:
    for x in (2, 3, 10**40 + 1, 10**40 - 1, 15241578750190521):
        root = ExactReal(x).sqrt()
        assert math.floor(root) == math.isqrt(x)
        assert math.floor(root * root) == x  # an integer that no interval shows to be one
        assert root % 1 == root - math.isqrt(x)


def test_numbers_of_other_kinds_mix_with_them() -> None:
    x = ExactReal(2).sqrt()
    array = np.array([1.0, 2.0]) * x
    assert array[1] == 2 * x
    assert np.sqrt(np.array([ExactReal(4), ExactReal(9)], object)).tolist() == [2, 3]
    assert np.float64(0.5) * x == x / 2 == x * np.int64(1) / 2
    assert x < math.inf
    assert x > -math.inf
    assert x != math.nan
    assert x not in ("2", None)
    assert {ExactReal(2).sqrt(), x} == {x}
    with pytest.raises(TypeError):
        x + "2"
    for bad in (math.inf, math.nan):
        with pytest.raises(ArithmeticError, match="not a real number"):
            x + bad


def test_functions_of_formulas_take_them() -> None:
    two = ExactReal(2)
    assert ops.sqrt(two) * ops.sqrt(two) == 2
    assert float(ops.over_pi(ops.arccos(ExactReal(-1), ExactReal(0)))) == 1.0
    assert ops.one_minus_cosine(ExactReal(1), ExactReal(0)) == 0
    assert ops.minimum(two, 1) == 1
    assert ops.maximum(ops.sqrt(two), Fraction(3, 2)) == 1.5
    assert float(ops.exp(ops.log(two))) == 2.0
    assert ops.literal(Fraction(1, 3), like=two) * 3 == 1
    bads: list[Callable[[], Any]] = [
        lambda: ops.log(two - 2),
        lambda: ops.sqrt(1 - two),
        lambda: ops.arccos(two, two),
    ]
    for bad in bads:
        with pytest.raises(ArithmeticError):
            bad()


def test_what_cannot_be_proved_counts_as_zero() -> None:
    e = ExactReal(1).exp()
    difference = e * e - ExactReal(2).exp()
    assert difference.proved_sign() is None
    assert difference == 0
    assert not ExactReal.measured(1e-13, 1e-12)
    assert (ExactReal(1) + ExactReal.measured(1e-13, 1e-12)).sqrt() == 1


def test_values_beyond_floats_raise() -> None:
    with pytest.raises(OverflowError):
        float(ExactReal(10**400).sqrt() ** 3)
    assert float(1 / (ExactReal(10**400 + 1).sqrt() ** 3)) == 0.0
