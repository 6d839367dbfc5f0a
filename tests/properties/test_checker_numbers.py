"""The checker's own arithmetic against mpmath, and its tables against the definitions."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any

import mpmath  # type: ignore[import-untyped, unused-ignore]
import pytest
from mpmath import mpf

import partwise as pw
from partwise.properties.checker import intervals
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import verify
from partwise.properties.checker.clusterings import MEMBERS, Table, sizes, tables_with
from partwise.properties.checker.formulas import UndefinedError, polynomial
from partwise.properties.checker.intervals import Interval, TooWideError
from partwise.properties.checker.reals import PI, Real
from support.oracle_members import members
from support.set_partitions import set_partitions

BITS = (16, 64, 192, 500)
FUNCTIONS: dict[str, tuple[Callable[[Interval], Interval], Any, tuple[int, int]]] = {
    "sqrt": (Interval.sqrt, mpmath.sqrt, (0, 1000)),
    "log": (Interval.log, mpmath.log, (1, 1000)),
    "exp": (Interval.exp, mpmath.exp, (-40, 40)),
    "acos": (Interval.acos, mpmath.acos, (0, 1)),
}


def mpf_of(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator


def holds(interval: Interval, value: mpf) -> bool:
    unit = mpf(2) ** -interval.bits
    return bool(interval.low * unit <= value <= interval.high * unit)


def drawn(rng: random.Random, low: int, high: int) -> Fraction:
    below = 10 ** rng.randrange(9)
    return Fraction(rng.randint(low * below, high * below), below)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("bits", BITS)
def test_intervals_hold_the_values_of_functions(name: str, bits: int) -> None:
    rng = random.Random(bits)  # noqa: S311
    ours, theirs, ends = FUNCTIONS[name]
    with mpmath.workprec(900):
        for _ in range(40):
            x = drawn(rng, *ends)
            assert holds(ours(Interval.of(x, bits)), theirs(mpf_of(x))), x


@pytest.mark.parametrize("name", FUNCTIONS)
def test_intervals_get_narrow(name: str) -> None:
    ours, _, _ = FUNCTIONS[name]
    result = ours(Interval.of(Fraction(2, 3), 300))
    assert (result.high - result.low) < 2**12


@pytest.mark.parametrize("bits", BITS)
def test_pi_and_the_logarithm_of_gamma(bits: int) -> None:
    rng = random.Random(bits)  # noqa: S311
    with mpmath.workprec(900):
        assert holds(intervals.pi(bits), mpmath.pi)
        for _ in range(25):
            x = drawn(rng, 1, 30) / rng.choice((1, 7, 50))
            assert holds(intervals.log_gamma(x, bits), mpmath.loggamma(mpf_of(x))), x


def test_arithmetic_of_intervals_holds_that_of_their_numbers() -> None:
    rng = random.Random(3)  # noqa: S311
    for _ in range(500):
        bits = rng.choice(BITS)
        x, y = (drawn(rng, -50, 50) for _ in range(2))
        one, other = Interval.of(x, bits), Interval.of(y, bits)
        assert x + y in one + other
        assert x - y in one - other
        assert x * y in one * other
        assert x**3 in one**3
        if other.sign in (1, -1):
            assert x / y in one / other
        assert x in one.with_bits(bits // 2)
        assert x in one.with_bits(bits * 2)


def test_intervals_that_hold_zero_are_refused() -> None:
    wide = Interval(-1, 1, 8)
    with pytest.raises(TooWideError):
        Interval.of(1, 8) / wide
    with pytest.raises(TooWideError):
        wide.log()


def test_signs_of_numbers_are_right() -> None:
    """Random sums of roots and logarithms, against 100 digits."""
    rng = random.Random(4)  # noqa: S311
    with mpmath.workdps(100):
        for _ in range(200):
            ours, theirs = Real.of(0), mpf(0)
            for _ in range(rng.randrange(1, 5)):
                factor, inside = rng.randint(-4, 4), rng.randint(1, 40)
                root = rng.random() < 0.5
                value = Real.of(inside)
                ours += Real.of(factor) * (value.sqrt() if root else value.log())
                theirs += factor * (mpmath.sqrt(inside) if root else mpmath.log(inside))
            assert ours.sign == (0 if abs(theirs) < 1e-60 else mpmath.sign(theirs))


def test_equal_numbers_are_shown_to_be_equal() -> None:
    two, three = Real.of(2), Real.of(3)
    nested = (three + two * two.sqrt()).sqrt()  # √(3 + 2√2) = 1 + √2
    entropy = three.log() - Real.of(Fraction(2, 3)) * two.log()
    zeros = (
        nested - two.sqrt() - Real.of(1),
        Real.of(12).log() - two.log() - two.log() - three.log(),
        Real.of(8).log() / Real.of(4).log() - Real.of(Fraction(3, 2)),
        Real.of(6).sqrt() - two.sqrt() * three.sqrt(),
        (entropy * entropy).sqrt() - entropy,
        Real.of(Fraction(-1, 2)).acos() - PI * Real.of(Fraction(2, 3)),
        (Real.of(1) / two.sqrt()).acos() - (two.sqrt() / two).acos(),
        Real.of(6).log_gamma() - Real.of(120).log(),
        two.power(Fraction(-3, 2)) - Real.of(1) / Real.of(8).sqrt(),
    )
    for place, zero in enumerate(zeros):
        assert zero.sign == 0, place


def test_what_no_algebra_shows_is_refused() -> None:
    """E to the power of ln 5 is 5, but no rule here says so."""
    with pytest.raises(NotShownError, match="proves nothing"):
        _ = (Real.of(5).log().exp() - Real.of(5)).sign


@pytest.mark.parametrize(
    "make",
    [
        lambda: Real.of(1) / (Real.of(8).log() - Real.of(3) * Real.of(2).log()),
        lambda: (Real.of(1) - Real.of(2).sqrt()).sqrt(),
        lambda: Real.of(0).log(),
        lambda: Real.of(2).sqrt().acos(),
    ],
)
def test_what_has_no_value_is_undefined(make: Callable[[], Real]) -> None:
    with pytest.raises(UndefinedError):
        make()


@pytest.mark.parametrize("name", MEMBERS)
def test_members_are_those_of_the_definition(name: str) -> None:
    rng = random.Random(name)  # noqa: S311
    for _ in range(12):
        n = rng.randrange(2, 7)
        a, b = (tuple(rng.randrange(1, n + 1) for _ in range(n)) for _ in range(2))
        ours = MEMBERS[name](Table.of(a, b))
        wanted = members(a, b)[name]
        if ours.fraction is not None and not isinstance(wanted, mpf):
            assert ours.fraction == wanted
        else:
            with mpmath.workdps(30):
                interval = ours.enclosure(80)
                middle = mpf(interval.low + interval.high) / 2**81
                assert abs(middle - wanted) < 1e-15, (a, b)


def test_matchings_are_the_best_of_all() -> None:
    rng = random.Random(5)  # noqa: S311
    for _ in range(60):
        n = rng.randrange(2, 8)
        a, b = (tuple(rng.randrange(4) for _ in range(n)) for _ in range(2))
        table = Table.of(a, b)
        weights = {cell: rng.randrange(10) for cell in table.cells}
        columns = [*sorted(set(b)), *range(10, 14)]  # the last four hold nothing
        of_place = {(cell.row, cell.column): weight for cell, weight in weights.items()}
        rows = sorted(set(a))
        totals = [
            sum(of_place.get(place, 0) for place in zip(rows, chosen, strict=True))
            for chosen in permutations(columns, len(rows))
        ]
        best = max(totals)
        assert table.matched([Real.of(weights[cell]) for cell in table.cells]).fraction == best


@pytest.mark.parametrize("n", range(2, 7))
def test_random_candidates_are_counted_as_they_are(n: int) -> None:
    """For each reference, all clusterings of the other's sizes, one by one."""
    clusterings = set_partitions(n)
    by_sizes: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for labels in clusterings:
        by_sizes.setdefault(sizes(labels), []).append(labels)
    for rows, (reference, *_) in by_sizes.items():
        for columns, candidates in by_sizes.items():
            wanted = Counter(_counts(Table.of(reference, other)) for other in candidates)
            ours: Counter[tuple[int, ...]] = Counter()
            for table, ways in tables_with(rows, columns):
                ours[_counts(table)] += ways
            total = sum(ours.values())
            assert {key: Fraction(ways, total) for key, ways in ours.items()} == {
                key: Fraction(ways, len(candidates)) for key, ways in wanted.items()
            }


def _counts(table: Table) -> tuple[int, ...]:
    """Return what tells tables of the same sizes apart well enough: cells with their margins."""
    cells = sorted((c.size, table.rows[c.row], table.columns[c.column]) for c in table.cells)
    return tuple(number for cell in cells for number in cell)


# --- numbers that nobody can calculate with


def tower(base: str, height: int) -> str:
    return base if height == 0 else f"({tower(base, height - 1)})**99"


@pytest.mark.parametrize(
    "formula",
    [
        tower("n11 + 2", 4),
        f"1/{tower('n11 + 2', 4)}",
        "exp(exp(exp(9)))",
    ],
)
def test_towers_of_powers_are_too_large_to_check(formula: str) -> None:
    shown = pw.audit("n11 + n10", properties=["symmetry"]).certificates["symmetry"]
    content = {**json.loads(shown.to_json()), "formula": f"{formula} + n10"}
    with pytest.raises(NotShownError, match="too large to check"):
        verify(content)


def test_towers_of_powers_of_a_variable_are_too_large_to_check() -> None:
    with pytest.raises(NotShownError, match="too large to check"):
        polynomial(tower("x", 4))
    with pytest.raises(NotShownError, match="too large to check"):
        polynomial(tower("2*x", 3))
    assert str(polynomial(tower("x", 2))) == "x**9801"
