"""Bounds of errors in formulas: what they contain, and how large the theorems have them be."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from mpmath import mp, mpf

from partwise.kernels import Program

Number = tuple[float, float, float]  # a sum of two floats, and how far off it may be

OPERATION = mpf(2) ** -101  # the error of one, relatively
ROOM = mpf(2) ** -37  # for the roundings of the bounds themselves


@pytest.fixture(autouse=True)
def _precise() -> Iterator[None]:
    with mp.workdps(60):
        yield


def enclosed(operation: str, *numbers: Number) -> Number:
    steps = [("member", i, 0) for i in range(len(numbers))]
    steps.append((operation, 0, len(numbers) - 1))
    return Program(steps, [], []).enclosed(list(numbers), [])


class Case(NamedTuple):
    """Two numbers a ± e and b ± f, and the result."""

    a: mpf
    e: mpf
    b: mpf
    f: mpf
    r: mpf


def of_sum(size: mpf, error: mpf) -> mpf:
    return error + abs(size) * OPERATION


def of_quotient(error: mpf, b: mpf, f: mpf, ratio: mpf) -> mpf:
    return (error + abs(ratio) * f) / (abs(b) - f) + abs(ratio) * OPERATION


def of_angle(x: Case) -> mpf:
    radius = max(abs(x.a), x.b)
    inherited = 2 * (abs(x.a) * x.f + x.b * x.e) / (radius * (radius - x.e - x.f))
    return inherited + x.r * mpf(2) ** -73


def of_one_minus_cosine(x: Case) -> mpf:
    other, error = 1 + abs(x.a), of_sum(1 + abs(x.a), x.e)
    near, far = of_quotient(x.f, other, error, x.r), of_quotient(error, mpf(1), mpf(0), x.r)
    return near if x.a > 0 else far


FUNCTIONS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Case], mpf]]] = {
    "add": (lambda a, b: a + b, lambda x: of_sum(x.r, x.e + x.f)),
    "subtract": (lambda a, b: a - b, lambda x: of_sum(x.r, x.e + x.f)),
    "multiply": (
        lambda a, b: a * b,
        lambda x: of_sum(x.r, abs(x.a) * x.f + abs(x.b) * x.e + x.e * x.f),
    ),
    "divide": (lambda a, b: a / b, lambda x: of_quotient(x.e, x.b, x.f, x.r)),
    "minimum": (min, lambda x: x.e + x.f),
    "maximum": (max, lambda x: x.e + x.f),
    "angle": (lambda a, b: mp.atan2(b, a), of_angle),
    "one_minus_cosine": (lambda a, b: b / (1 + a) if a > 0 else 1 - a, of_one_minus_cosine),
    "absolute": (lambda a, _: abs(a), lambda x: x.e),
    "sqrt": (lambda a, _: mp.sqrt(a), lambda x: x.e / x.r + x.r * OPERATION),
    "log": (
        lambda a, _: mp.log(a),
        lambda x: x.e / (x.a - x.e) + (1 + abs(x.r)) * mpf(2) ** -88,
    ),
    "exp": (lambda a, _: mp.exp(a), lambda x: x.r * (2 * x.e + mpf(2) ** -88)),
}
OF_ONE = {"absolute", "sqrt", "log", "exp"}


def drawn(rng: random.Random, *, is_positive: bool, is_small: bool) -> Number:
    """Draw a number of any size with 26 digits or one: an error of up to a tenth."""
    high = 10 ** rng.uniform(-6, 0.9 if is_small else 9) * rng.uniform(0.1, 1)
    high *= 1 if is_positive else rng.choice((-1, 1))
    return high, math.ulp(high) / 2 * rng.uniform(-1, 1), abs(high) * 10 ** rng.uniform(-26, -1)


@pytest.mark.parametrize("operation", FUNCTIONS)
def test_bounds_hold_at_all_ends_and_are_those_of_the_theorems(operation: str) -> None:
    rng = random.Random(operation)  # noqa: S311
    function, bound = FUNCTIONS[operation]
    for _ in range(300):
        a = drawn(rng, is_positive=operation in {"sqrt", "log"}, is_small=operation == "exp")
        b = drawn(rng, is_positive=operation in {"angle", "one_minus_cosine"}, is_small=False)
        numbers = (a,) if operation in OF_ONE else (a, b)
        high, low, error = enclosed(operation, *numbers)
        (x, e), (y, f) = ((mpf(high) + mpf(low), mpf(error)) for high, low, error in (a, b))
        ends = [function(x + way * e, y + other * f) for way, other in product((-1, 1), repeat=2)]
        for end in ends:
            assert abs(end - (mpf(high) + mpf(low))) <= mpf(error), numbers
        expected = bound(Case(x, e, y, f, function(x, y)))
        assert expected * (1 - mpf(2) ** -50) <= mpf(error) <= expected * (1 + ROOM), numbers


ONE, TWO = (1.0, 0.0, 0.0), (2.0, 0.0, 0.0)
WHOLE: list[tuple[str, tuple[float, ...], float]] = [
    ("add", (2.0**53, 3.0), 2**53 + 3),
    ("subtract", (2.0**53, -3.0), 2**53 + 3),
    ("multiply", (2.0**52 + 1, 2.0**51 + 1), (2**52 + 1) * (2**51 + 1)),
    ("divide", (0.0, 7.0), 0),
    ("divide", (7.0, 7.0), 1),
    ("sqrt", (49.0,), 7),
    ("sqrt", (0.0,), 0),
    ("items", (21.0,), 7),
    ("items", (0.0,), 1),
    ("log", (1.0,), 0),
    ("exp", (0.0,), 1),
    ("angle", (3.0, 0.0), 0),
    ("one_minus_cosine", (1.0, 0.0), 0),
    ("absolute", (-7.0,), 7),
    ("minimum", (-7.0, 3.0), -7),
    ("maximum", (-7.0, 3.0), 3),
]


@pytest.mark.parametrize(("operation", "numbers", "expected"), WHOLE)
def test_whole_results_are_exact(operation: str, numbers: tuple[float, ...], expected: int) -> None:
    high, low, error = enclosed(operation, *((number, 0.0, 0.0) for number in numbers))
    assert int(high) + int(low) == expected
    assert error == 0


@pytest.mark.parametrize(
    ("operation", "numbers"),
    [
        ("add", (2.0**104, 1.0)),
        ("multiply", (2.0**52, 2.0**52)),
        ("divide", (6.0, 3.0)),
        ("divide", (1.0, 3.0)),
        ("sqrt", (50.0,)),
        ("log", (2.0,)),
        ("exp", (1.0,)),
        ("angle", (-3.0, 0.0)),
        ("angle", (0.0, 1.0)),
        ("one_minus_cosine", (-1.0, 0.0)),
    ],
)
def test_other_results_may_be_off(operation: str, numbers: tuple[float, ...]) -> None:
    _, _, error = enclosed(operation, *((number, 0.0, 0.0) for number in numbers))
    assert 0 < error < math.inf


@pytest.mark.parametrize(
    ("operation", "known", "unknown"),
    [
        ("divide", [(1, 0.999)], [(1, 1.001), (0, 0)]),
        ("sqrt", [(1, 0.999)], [(1, 1.001), (-1, 0), (0, 0.1)]),
        (
            "log",
            [(1, 0.999), (1e-270, 0), (5e289, 0)],
            [(1, 1.001), (1e-272, 0), (2e290, 0), (0, 0)],
        ),
        ("exp", [(1, 0.49), (599, 0), (-599, 0)], [(1, 0.51), (601, 0), (-601, 0)]),
        ("items", [(3, 0), (6, 0)], [(3, 0.01), (4, 0), (-1, 0)]),
        ("angle", [(0.5, 0.49)], [(0.5, 0.51)]),
    ],
)
def test_nothing_is_known_where_there_may_be_no_value(
    operation: str, known: list[tuple[float, float]], unknown: list[tuple[float, float]]
) -> None:
    before = {"divide": [ONE], "angle": [(-0.25, 0.0, 0.0)]}.get(operation, [])
    for numbers, is_known in ((known, True), (unknown, False)):
        for value, error in numbers:
            found = enclosed(operation, *before, (float(value), 0.0, float(error)))
            assert math.isfinite(found[2]) == is_known, (value, error)
