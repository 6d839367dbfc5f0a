"""Exact values, certified comparisons and expectations, against the oracle of 50 digits."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import sympy
from mpmath import mp, mpf

import partwise as pw
from partwise.base import ops
from partwise.catalogue import Conventions
from partwise.properties.decide import decide
from partwise.properties.search.enclosure import are_equal, real_of, sign_of
from partwise.properties.search.enumeration import enumeration, partitions
from partwise.properties.search.exact import (
    ValueOrder,
    compare,
    compare_expectations,
    compare_values,
    expectation,
    value_text,
)
from partwise.properties.search.exact_value import Exact, exact_value, is_expression
from partwise.properties.search.survey import values
from support.oracle import set_partitions, value

CATALOGUE = list(pw.indices("paper"))
DIGITS = mpf(10) ** -45

each_index = pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)


def number(exact: Exact) -> mpf:
    if is_expression(exact):
        return mpf(str(sympy.N(exact, 60)))
    return mpf(exact.numerator) / exact.denominator


@pytest.fixture(autouse=True)
def many_digits() -> object:
    with mp.workdps(60):
        yield


@each_index
def test_exact_values_against_the_oracle(index: pw.Index) -> None:
    """Wherever the formula is defined, for all tables of at most 5 items."""
    compared = 0
    for n in range(2, 6):
        tables = enumeration(n)
        for i in range(tables.count):
            expected = value(index.key, *tables.labels(i))
            if expected is None:
                continue
            found = exact_value(index, tables.contingency(i))
            if isinstance(expected, Fraction) and not is_expression(found):
                assert found == expected
            else:
                wanted = number(expected) if isinstance(expected, Fraction) else expected
                assert abs(number(found) - wanted) <= DIGITS * max(1, abs(wanted))
            compared += 1
    assert compared > 80


@each_index
def test_order_of_all_values_for_five_items(index: pw.Index) -> None:
    """Neighbours in the order of the oracle's digits: less, or equal, and always certified."""
    tables = enumeration(5)
    known = [(value(index.key, *tables.labels(i)), i) for i in range(tables.count)]
    digits = {i: number(v) if isinstance(v, Fraction) else v for v, i in known if v is not None}
    ordered = sorted(digits, key=lambda i: digits[i])
    for one, other in pairwise(ordered):
        is_less = digits[other] - digits[one] > mpf(10) ** -30
        found = compare(index, tables.contingency(one), tables.contingency(other))
        assert (found.sign, found.certified) == (-1 if is_less else 0, True)
        swapped = compare(index, tables.contingency(other), tables.contingency(one))
        assert (swapped.sign, swapped.certified) == (-found.sign, True)


@each_index
def test_ties_and_near_ties_of_floats_are_decided(index: pw.Index) -> None:
    """A sample of neighbours among all tables of eight items."""
    tables = enumeration(8)
    found = values(index, tables)
    usable = np.flatnonzero(np.isfinite(found))
    ordered = usable[np.argsort(found[usable], kind="stable")]
    for k in np.random.default_rng(2).choice(len(ordered) - 1, 25, replace=False).tolist():
        one, other = ordered[k : k + 2].tolist()
        decided = compare(index, tables.contingency(one), tables.contingency(other))
        assert decided.certified
        is_tie = math.isclose(found[one], found[other], rel_tol=1e-11, abs_tol=1e-11)
        assert decided.sign == (0 if is_tie else -1)


def test_conventions_are_exact() -> None:
    """CD′ of a trivial clustering is √2 by convention, as for clusterings with CC = 0."""
    chord = pw.index("correlation_chord")
    trivial = pw.contingency([0, 0, 0, 0], [0, 0, 1, 1])
    independent = pw.contingency([0, 0, 0, 1], [0, 0, 1, 1])  # N11·N00 = N10·N01: 1·2 = 2·1
    assert independent.pair_counts.determinant == 0
    assert exact_value(chord, trivial) == sympy.sqrt(2)
    assert compare(chord, trivial, independent).sign == 0
    assert compare(chord, trivial, independent).certified


def test_infinite_and_undefined_values() -> None:
    yule, nowhere = pw.index("yule"), pw.define("nowhere", "1 / n10")
    same = pw.contingency([0, 0, 1], [0, 0, 1])
    other = pw.contingency([0, 0, 1], [0, 1, 1])
    assert compare(yule, same, other) == ValueOrder(1, True, "an infinite value")
    assert compare(yule, same, same).sign == 0
    with pytest.raises(pw.errors.UndefinedValueError):
        compare(nowhere, same, other)


def test_callables_are_not_certified_unless_they_are_exact() -> None:
    one, other = pw.contingency([0, 0, 1], [0, 0, 1]), pw.contingency([0, 0, 1], [0, 1, 1])
    rounded = pw.Index("own", "Own", "callable", lambda t: 1 / 3 + 1e-15 * t.pair_counts.n11)
    assert compare(rounded, one, other) == (0, False, "floats, equal up to rounding")
    whole = pw.Index("own", "Own", "callable", lambda t: Fraction(t.pair_counts.n11, 3))
    assert compare(whole, one, other) == (1, True, "fractions")


def test_formulas_with_floats_are_not_certified() -> None:
    index = pw.Index("own", "Own", "pairs", lambda p: 0.1 * p.n11)
    table = pw.contingency([0, 0, 1], [0, 0, 1])
    assert not compare(index, table, table).certified


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (sympy.sqrt(3 + 2 * sympy.sqrt(2)), 1 + sympy.sqrt(2)),
        (1 / (sympy.sqrt(5) - 2), 2 + sympy.sqrt(5)),
        (sympy.acos(1 / (sympy.sqrt(7) - 1)), sympy.acos((1 + sympy.sqrt(7)) / 6)),
        (sympy.log(27) / sympy.log(9), sympy.Rational(3, 2)),
        (
            sympy.log(2) / sympy.sqrt(sympy.log(2) * sympy.log(3)),
            sympy.sqrt(sympy.log(2) / sympy.log(3)),
        ),
    ],
)
def test_equal_numbers_in_two_forms(one: sympy.Expr, other: sympy.Expr) -> None:
    """Identities of school algebra."""
    assert are_equal(one, other)
    assert compare_values(one, other).sign == 0
    assert compare_values(one, other).certified


@pytest.mark.parametrize("places", [20, 50, 150])
def test_numbers_that_nearly_agree(places: int) -> None:
    root = sympy.sqrt(2)
    below = sympy.Rational(math.isqrt(2 * 10 ** (2 * places)), 10**places)
    assert not are_equal(root, below)
    assert compare_values(root, below)[:2] == (1, True)
    assert compare_values(below, root)[:2] == (-1, True)


def test_what_cannot_be_decided_is_not_certified() -> None:
    more = sympy.sqrt(2 + sympy.exp(-sympy.Integer(10**4)))  # e^-10000 is about 10^-4343
    assert compare_values(more, sympy.sqrt(2))[:2] == (0, False)


@pytest.mark.parametrize("digits", [15, 40])
def test_intervals_hold_the_value(digits: int) -> None:
    x = sympy.Rational(1, 3)
    parts = [sympy.acos(x), sympy.acos(-x), sympy.exp(-x), sympy.log(x), sympy.sqrt(x)]
    parts += [sympy.cbrt(x), x**-5, sympy.pi, sympy.E, 1 / sympy.sqrt(x)]
    parts += [sympy.Max(sympy.sqrt(2), sympy.log(3), evaluate=False)]
    for part in [*parts, sum(parts)]:
        interval = real_of(part).enclosed(math.ceil(digits * math.log2(10)))
        assert interval is not None
        exact = sympy.Rational(str(sympy.N(part, 58)))
        low, high = (sympy.Rational(str(mp.nstr(mp.make_mpf(end), 58))) for end in interval)
        room = sympy.Rational(1, 10**50)
        assert low - room <= exact <= high + room
        assert high - low < sympy.Rational(10) ** (4 - digits)
    assert sign_of(sympy.exp(sympy.log(2) + 1, evaluate=False) - 2 * sympy.E, digits) is None


def brute_force_mean(key: str, rows: tuple[int, ...], columns: tuple[int, ...]) -> mpf:
    """Average the oracle over every set partition of the column sizes."""
    a = tuple(i for i, size in enumerate(rows) for _ in range(size))
    found = []
    for b in set_partitions(len(a)):
        if sorted(Counter(b).values(), reverse=True) == list(columns):
            one = value(key, a, b)
            assert one is not None
            found.append(number(one) if isinstance(one, Fraction) else one)
    return mp.fsum(found) / len(found)


@each_index
def test_expectations_against_all_clusterings(index: pw.Index) -> None:
    for rows, columns in [((3, 2), (2, 2, 1)), ((2, 2, 1), (3, 1, 1)), ((3, 1, 1), (4, 1))]:
        found = expectation(index, rows, columns)
        expected = brute_force_mean(index.key, rows, columns)
        assert abs(number(found) - expected) < DIGITS


@pytest.mark.parametrize("key", ["AR", "CC", "S&S", "AMI", "ami_max", "smi"])
def test_constant_baselines_are_certified(key: str) -> None:
    """Table 1 of the paper: AR, CC, S&S and AMI have a constant baseline; SMI is centred."""
    ordinary = [sizes for sizes in partitions(6) if 1 < len(sizes) < 6]
    first = (ordinary[1], ordinary[1])
    for rows in ordinary[::2]:
        for columns in ordinary:
            found = compare_expectations(pw.index(key), first, (rows, columns))
            assert (found.sign, found.certified) == (0, True)


def test_a_baseline_that_is_not_constant() -> None:
    found = compare_expectations(pw.index("NMI"), ((3, 3), (3, 3)), ((3, 3), (2, 2, 2)))
    assert (found.sign, found.certified) == (-1, True)


def test_texts() -> None:
    table = pw.contingency([0, 0, 0, 1, 1], [0, 0, 1, 1, 2])
    assert value_text(pw.index("R"), table) == "3/5"
    assert value_text(pw.index("VI"), table).endswith(
        f"≈ {pw.index('VI').evaluate(table).value:.6g}"
    )
    long = pw.contingency([0, 0, 0, 1, 1, 2, 3], [0, 0, 1, 1, 2, 2, 2])
    assert value_text(pw.index("ami_geometric"), long).startswith("≈ ")


def root_of_counts(p: Any) -> Any:
    return 1 / ops.sqrt(p.n10 * p.n01)


@pytest.mark.parametrize(
    "own",
    [
        pw.Index("ends", "Ends", "pairs", root_of_counts),
        pw.Index("ends", "Ends", "table", lambda t: root_of_counts(t.pairs)),
    ],
    ids=lambda own: str(own.kind),
)
def test_infinite_conventions_are_beyond_all_roots(own: pw.Index) -> None:
    """Numbers of many digits refuse to become floats, also where they are infinite."""
    own = replace(own, conventions=Conventions(math.inf, None, -math.inf, -math.inf))
    assert decide(own, "symmetry", max_n=4).holds
    verdict = decide(own, "monotonicity", max_n=4)
    assert verdict.status == "refuted"
    assert verdict.counterexample is not None
