"""Which functions only compute: all that a formula may do, and each thing that it may not."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import partwise as pw
from partwise.base import ops
from partwise.catalogue.straight_line import is_straight_line, own_functions

HALF = Fraction(1, 2)
RAND = pw.index("rand")
WEIGHTS = [1, 2]
SETTINGS = SimpleNamespace(n=2, other=3)


def double(x: Any) -> Any:
    return x * 2


def of_double(p: Any) -> Any:
    return double(p.n11)


def with_default(p: Any, factor: float = 0.5) -> Any:
    return p.n11 * factor


def with_keyword(p: Any, *, factor: Any = HALF) -> Any:
    return p.n11 * factor


def with_function(p: Any, scaled: Callable[[Any], Any] = double) -> Any:
    return scaled(p.n11)


def closing_over(value: Any) -> Callable[[Any], Any]:
    return lambda p: p.n11 * value


def straight() -> dict[str, Callable[..., Any]]:
    """Return functions that only compute; some are indices, which no other test is to see."""
    return {
        "arithmetic": lambda p: -(p.n11 + p.n10) * p.n01**2 / (p.n00 - 1.5),
        "names": lambda p: (lambda_ := p.n11 / p.total) * lambda_,
        "abs": lambda p: abs(p.n11 - p.n00),
        "pow": lambda p: pow(p.n11, 2),
        "sum": lambda p: sum((p.n11, p.n10)),
        "min and max": lambda p: min(p.n11, max(p.n10, p.n01)),
        "Fraction": lambda p: Fraction(1, 3) * p.n11,
        "math": lambda p: math.sqrt(p.n11),
        "ops": lambda p: ops.sqrt(p.n11) + ops.maximum(p.n10, 1),
        "a number from outside": lambda p: p.n11 * HALF,
        "a number that it closes over": closing_over(True),
        "a default": with_default,
        "a keyword": with_keyword,
        "a function from outside": of_double,
        "a function as default": with_function,
        "a function that it closes over": closing_over(0.5),
        "a formula as text": pw.define("straight_own", "min(n11, 2) / sqrt(N)").formula,
        "a formula of the catalogue": pw.index("correlation_distance").formula,
        "a member of a family": pw.families.tsallis(1.5).formula,
        "an index from outside": lambda p: RAND.formula(p) / 2,
    }


def loops(p: Any) -> Any:
    total = 0
    for count in (p.n11, p.n10):
        total += count
    return total


def catches(p: Any) -> Any:
    try:
        return 1 / p.n11
    except ZeroDivisionError:
        return 0


def imports(p: Any) -> Any:
    from math import sqrt

    return sqrt(p.n11)


def raises(p: Any) -> Any:
    raise ZeroDivisionError(p)


def yields(p: Any) -> Any:
    yield p.n11


def writes(p: Any) -> Any:
    SETTINGS.n = 3
    return p.n11


def recursive(p: Any) -> Any:
    return recursive(p)


def one_of_two(p: Any) -> Any:
    return other_of_two(p)


def other_of_two(p: Any) -> Any:
    return one_of_two(p)


def with_list(p: Any, weights: Any = (1, 2)) -> Any:
    return p.n11 * weights[0]


def with_attribute(p: Any) -> Any:
    return p.n11


with_attribute.factor = 2  # type: ignore[attr-defined]


class Callable_:  # noqa: N801
    def __call__(self, p: Any) -> Any:
        return p.n11

    def method(self, p: Any) -> Any:
        return p.n11


def around_itself() -> Callable[..., Any]:
    """An index of a function that asks the index."""
    made: list[pw.Index] = []

    def asks(p: Any) -> Any:
        return own.formula(p)

    own = pw.define("straight_around", asks)
    made.append(own)
    return own.formula


def bent() -> dict[str, Any]:
    """Return what does anything else."""
    return {
        "a branch": lambda p: p.n11 if p.n10 else 0,
        "or": lambda p: p.n11 or p.n10,
        "a comparison": lambda p: p.n11 * (p.n10 == 3),
        "in": lambda p: p.n11 * (p.n10 in (1, 2)),
        "is": lambda p: p.n11 * (p.n10 is None),
        "not": lambda p: p.n11 * (not p.n10),
        "a loop": loops,
        "a comprehension": lambda p: sum([count for count in p]),  # noqa: C416
        "a function inside": lambda p: (lambda x: x)(p.n11),
        "text": lambda p: float(f"{p.n11}"),
        "an exception that it catches": catches,
        "an exception that it raises": raises,
        "an import": imports,
        "a generator": yields,
        "an assignment outside": writes,
        "a private attribute": lambda p: p.__class__,
        "an attribute that formulas have not": lambda p: p.n11 * SETTINGS.other,
        "an attribute of something else": lambda p: p.n11 * SETTINGS.n,
        "what the clusterings are to each other": lambda p: p.relation,
        "a list from outside": lambda p: p.n11 * WEIGHTS[0],
        "a list that it closes over": closing_over([2]),
        "a list as default": with_list,
        "a branch that it closes over": closing_over(lambda p: p.n11 if p.n10 else 0),
        "an angle of a sine given apart": lambda p: ops.arccos(p.n11, p.n10),
        "another module": lambda p: p.n11 * os.getpid(),
        "another builtin": lambda p: round(p.n11),
        "a name that nobody has": lambda p: p.n11 * nobody,  # type: ignore[name-defined]  # noqa: F821
        "itself": recursive,
        "itself by another": one_of_two,
        "itself by its index": around_itself(),
        "an attribute of its own": with_attribute,
        "an object that can be called": Callable_(),
        "a method": Callable_().method,
        "a part of a function": functools.partial(with_default, factor=2),
        "a class": SimpleNamespace,
        "a number": 3,
    }


def test_a_function_that_only_computes_is_a_straight_line() -> None:
    assert [name for name, one in straight().items() if is_straight_line(one) is not True] == []


def test_a_function_that_does_anything_else_is_none() -> None:
    assert [name for name, one in bent().items() if is_straight_line(one) is not False] == []


def test_functions_of_a_user_are_found_wherever_a_formula_has_them() -> None:
    def names(function: Any) -> list[str]:
        return [each.__name__ for each in own_functions(function)]

    assert names(of_double) == ["of_double", "double"]
    assert names(with_function) == ["with_function", "double"]
    assert names(pw.define("straight_own", of_double).formula) == ["of_double", "double"]
    wrapped = pw.define("straight_own", of_double)
    assert names(lambda p: wrapped.formula(p)) == ["<lambda>", "of_double", "double"]
    text = pw.define("straight_own", "n11 / N").formula
    for function in (3, functools.partial(double, 2), RAND.formula, text):
        assert names(function) == []
