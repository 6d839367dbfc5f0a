"""Ranks of all tables are those of exact values, whatever the formula, and at every scale."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import ExactReal, NotRationalError, ops
from partwise.properties.search.enclosure_arrays import KNOWN, NO_VALUE, UNDECIDED, Enclosures
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.exact import compare_values
from partwise.properties.search.exact_value import exact_value
from partwise.properties.search.fraction_arrays import FractionArray
from partwise.properties.search.index_levels import levels_at, levels_on

CATALOGUE = [index for index in pw.indices("all") if index.builtin]
KEYS = [index.key for index in CATALOGUE]
SCALES = [(Fraction(1, 10**40), 10**30), (10**40, Fraction(-1, 3)), (Fraction(1, 7), 10**60)]


def exact_ranks(index: pw.Index, n: int) -> list[int]:
    """Rank by fractions, or by SymPy's expressions and intervals: one table after another."""
    tables = enumeration(n)
    values = [exact_value(index, tables.contingency(i)) for i in range(tables.count)]
    known = sorted((i for i, x in enumerate(values) if x == x), key=lambda i: float(values[i]))
    ranks, rank = [-1] * len(values), -1
    for before, i in zip([None, *known], known, strict=False):
        if before is None:
            rank = 0
        else:
            order = compare_values(values[i], values[before])
            assert order.certified
            assert order.sign >= 0
            rank += order.sign
        ranks[i] = rank
    return ranks


@pytest.mark.parametrize("key", KEYS)
def test_ranks_are_those_of_exact_values(key: str) -> None:
    index = pw.index(key)
    n = 5 if index.is_rational else 4
    assert levels_on(index, n).ranks.tolist() == exact_ranks(index, n)


@pytest.mark.parametrize("key", KEYS)
def test_scales_change_no_rank(key: str) -> None:
    index, n = pw.index(key), 6
    bare = replace(index, conventions=pw.Index("x", "X", "pairs", index.formula).conventions)
    ranks = levels_on(bare, n).ranks.tolist()
    for factor, offset in SCALES:
        scaled = replace(bare, formula=_scaled(index.formula, factor, offset))
        assert levels_on(scaled, n).ranks.tolist() == ranks


def _scaled(formula: Callable[[Any], Any], factor: Any, offset: Any) -> Callable[[Any], Any]:
    return lambda t: formula(t) * factor + offset


@pytest.mark.parametrize("key", KEYS)
def test_one_after_another_gives_the_same_ranks(key: str) -> None:
    index, tables = pw.index(key), enumeration(4)
    data = [tables.contingency(i) for i in range(tables.count)]
    if index.kind == "pairs":
        index = replace(index, formula=_for_one(index.formula))
    assert levels_at(index, data).ranks.tolist() == levels_on(pw.index(key), 4).ranks.tolist()


def _for_one(formula: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda p: formula(p) if p.n11 >= 0 else None


# --- differences that no float shows


def test_values_that_floats_cannot_tell_apart_have_two_ranks() -> None:
    for root in ("", " + sqrt(2)"):
        index = pw.define("exact_ranks_test", f"n11 / (n11 + n10 + n01 + 1){root} + 1e-60*n10")
        tables = enumeration(5)
        ranks = levels_on(index, 5).ranks
        counts = [tables.contingency(i).pair_counts for i in range(tables.count)]
        has_other_n10 = np.array([p.n10 != p.n01 for p in counts])
        assert np.array_equal(ranks != ranks[tables.transpose], has_other_n10)


def test_a_value_that_exists_by_rounding_alone_has_none() -> None:
    """1 − N11/(√mA·√mB) is 0 or more; its logarithm has no value for equal clusterings."""

    def formula(t: Any) -> Any:
        p = t.pairs
        return ops.log(1 - p.n11 / (ops.sqrt(p.same_a) * ops.sqrt(p.same_b)))

    own = pw.Index("own", "Own", "table", formula)
    for n in (4, 6):
        tables = enumeration(n)
        ranks = levels_on(own, n).ranks
        for i in range(tables.count):
            p = tables.contingency(i).pair_counts
            assert (ranks[i] >= 0) == (p.same_a > 0 and p.same_b > 0 and p.disagree > 0)
    audit = pw.audit(own, max_n=4, properties=["maximal_agreement"])
    example = audit.verdicts["maximal_agreement"].counterexample
    assert example is not None
    assert example.values == {"V(A, A)": "undefined"}


# --- the arithmetic of arrays


def drawn(rng: random.Random, count: int) -> list[Fraction]:
    largest = rng.choice((5, 10**6, 10**25))
    return [Fraction(rng.randint(-largest, largest), rng.randint(1, largest)) for _ in range(count)]


OPERATIONS: list[Callable[[Any, Any], Any]] = [
    lambda x, y: x + y,
    lambda x, y: x - y,
    lambda x, y: x * y,
    lambda x, y: x / y,
    lambda x, y: (x - y) ** 3 / 7,
    lambda x, y: abs(x) - 1 / y,
    lambda x, y: 2 - x * x / (1 + y * y),
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("operation", OPERATIONS)
def test_arrays_of_fractions_calculate_as_fractions_do(
    operation: Callable[[Any, Any], Any], seed: int
) -> None:
    rng = random.Random(seed)  # noqa: S311 - nothing secret
    xs, ys = ([*drawn(rng, 20), Fraction(0)] for _ in range(2))
    expected = [_or_none(operation, x, y) for x, y in zip(xs, ys, strict=True)]
    assert operation(array_of(xs), array_of(ys)).fractions() == expected


def array_of(values: list[Fraction]) -> FractionArray:
    numerators, denominators = zip(*(x.as_integer_ratio() for x in values), strict=True)
    return FractionArray(np.array(numerators, object), np.array(denominators, object))


def _or_none(operation: Callable[[Any, Any], Any], x: Any, y: Any) -> Any:
    try:
        return operation(x, y)
    except ArithmeticError:
        return None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("function", ["sqrt", "log", "exp", "acos"])
def test_enclosures_hold_the_numbers(function: str, seed: int) -> None:
    rng, bits = random.Random(seed), 80  # noqa: S311 - nothing secret
    wholes = np.array([rng.randint(-3, 9) for _ in range(30)])
    divisors = np.array([rng.choice((-4, 1, 3, 9)) for _ in range(30)])
    x = Enclosures.of(wholes, bits) / Enclosures.of(divisors, bits)
    numbers = getattr(x.context, function)(x)
    for i, (above, below) in enumerate(zip(wholes.tolist(), divisors.tolist(), strict=True)):
        number = _or_none(lambda a, b: getattr(ExactReal(a) / b, function)(), above, below)
        if number is None:
            assert numbers.state[i] in (NO_VALUE, UNDECIDED)
        elif numbers.state[i] != UNDECIDED:
            assert numbers.state[i] == KNOWN
            assert numbers.low[i] <= number * 2**bits
            assert number * 2**bits <= numbers.high[i]
            assert numbers.high[i] - numbers.low[i] < 2**30


def test_arrays_are_not_compared() -> None:
    for array in (FractionArray(np.arange(3)), Enclosures.of(np.arange(3), 10)):
        for compare in (lambda x: x == 1, lambda x: x < 1, bool, hash):
            with pytest.raises(TypeError):
                compare(array)
    with pytest.raises(NotRationalError):
        FractionArray(np.arange(3)) * 0.5
