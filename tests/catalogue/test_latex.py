"""Formulas in LaTeX: read from left to right, each has the value of its index or function."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import partwise as pw
from partwise.base import ops
from partwise.catalogue.typeset import named, recorded, typeset
from partwise.tables import NotTraceableError
from support.latex_values import value_of_latex

TABLES = [
    pw.contingency([0, 0, 0, 0, 1, 1, 1, 1, 2, 2], [0, 1, 0, 0, 1, 1, 1, 1, 0, 1]),
    pw.contingency([0, 0, 0, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 2, 2, 3, 3, 3]),
    pw.contingency([0, 1, 1, 2, 2, 2, 0], [0, 0, 1, 1, 2, 2, 2]),
]
INDICES = [index for index in pw.indices("all") if index.kind != "callable"]


@pytest.mark.parametrize("index", INDICES, ids=lambda index: str(index.key))
def test_the_printed_formula_has_the_value_of_the_index(index: pw.Index) -> None:
    for table in TABLES:
        expected = pytest.approx(float(index.evaluate(table).value), abs=1e-12)
        assert value_of_latex(index.latex(), table) == expected


@dataclass(frozen=True)
class Formula:
    """A function of pair counts, or of a cell, as Python and as a function of formulas."""

    of: Callable[[Any], Any]


def binary(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    kinds: list[Callable[[Any, Any], Any]] = [
        lambda x, y: x + y,
        lambda x, y: x - y,
        lambda x, y: x * y,
        lambda x, y: x / y,
        ops.minimum,
        ops.maximum,
    ]

    def build(kind: Callable[[Any, Any], Any], x: Formula, y: Formula) -> Formula:
        return Formula(lambda p: kind(x.of(p), y.of(p)))

    return st.builds(build, st.sampled_from(kinds), inner, inner)


def unary(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    kinds: list[Callable[[Any], Any]] = [
        lambda x: -x,
        lambda x: x * x,
        lambda x: x**2,
        lambda x: x**3,
        lambda x: ops.sqrt(ops.absolute(x)),
        ops.absolute,
        lambda x: x / 2,
        lambda x: ops.over_pi(x),
        lambda x: 1 * x,
        lambda x: Fraction(2, 3) * x,
        lambda x: ops.log(1 + x * x),
    ]

    def build(kind: Callable[[Any], Any], x: Formula) -> Formula:
        return Formula(lambda p: kind(x.of(p)))

    return st.builds(build, st.sampled_from(kinds), inner)


def formulas(leaves: list[Callable[[Any], Any]]) -> st.SearchStrategy[Formula]:
    constants: list[Callable[[Any], Any]] = [lambda _: 1, lambda _: 3, lambda _: Fraction(1, 2)]
    leaf = st.sampled_from([Formula(each) for each in leaves])
    with_numbers = leaf | st.sampled_from([Formula(each) for each in constants])
    return st.recursive(
        leaf, lambda inner: unary(inner) | binary(inner | with_numbers), max_leaves=6
    )


def agree(formula: Callable[[Any], Any], kind: str, table: pw.Contingency, expected: float) -> None:
    assume(math.isfinite(expected) and 1e-6 < abs(expected) < 1e9)
    latex = typeset(recorded(formula, kind))
    assert value_of_latex(latex, table) == pytest.approx(expected, rel=1e-6), latex


COUNTS = [lambda p: p.n11, lambda p: p.n10, lambda p: p.n01, lambda p: p.n00, lambda p: p.items]


@given(formulas([*COUNTS, lambda p: named("m_{A}", p.same_a)]), st.sampled_from(TABLES))
def test_brackets_and_signs_of_pair_counts_are_right(
    formula: Formula, table: pw.Contingency
) -> None:
    expected = math.nan
    with suppress(ArithmeticError):
        expected = float(formula.of(table.pair_counts))
    agree(formula.of, "pairs", table, expected)


OF_TABLES = [
    lambda t: t.n,
    lambda t: t.k_a,
    lambda t: t.sum(t.cell),
    lambda t: t.sum(t.cell / t.row - 1),
    lambda t: t.sum(t.cell * t.col) / 7,
    lambda t: t.matched(t.cell),
    lambda t: t.matched(t.cell / t.col + t.cell),
    lambda t: t.row_maxima,
    lambda t: t.column_maxima,
    lambda t: t.entropy_a,
]


@given(formulas(OF_TABLES), st.sampled_from(TABLES))
def test_brackets_and_signs_of_sums_over_cells_are_right(
    formula: Formula, table: pw.Contingency
) -> None:
    index = pw.Index("latex_own", "latex_own", "table", formula.of)
    expected = float(index.evaluate(table, undefined="nan").value)
    agree(formula.of, "table", table, expected)


def silent(p: Any) -> Any:
    """Ask for more than arithmetic twice, and go on as if nothing was refused."""
    with suppress(TypeError, NotTraceableError):
        return p.n11 if p.n10 > 3 else p.n01
    with suppress(TypeError, NotTraceableError):
        return p.n11 * len(p.n10)
    return p.n11


def test_what_a_formula_asks_for_first_is_named_though_it_goes_on() -> None:
    with pytest.raises(NotTraceableError, match="takes a comparison of a count"):
        recorded(silent, "pairs")
    own = pw.Index("latex_own", "latex_own", "pairs", lambda p: p.n11 if p.n10 > 3 else p.n01)
    with pytest.raises(NotTraceableError, match="takes a comparison of a count"):
        own.recorded()
