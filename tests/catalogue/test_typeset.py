"""Formulas as they are printed: the printed steps give the values of the index.

The steps are evaluated here by a second evaluator, cell by cell, over matchings by brute force.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import partwise as pw
from partwise.catalogue.textbook import TEXTBOOK
from partwise.catalogue.typeset import Step, recorded, typeset
from partwise.paper.index_list import FORMULAS
from partwise.tables import FloatTable, contingency

LABELS = [
    ([0, 0, 0, 0, 1, 1, 1, 1, 2, 2], [0, 1, 0, 0, 1, 1, 1, 1, 0, 1]),
    ([0, 0, 0, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 2, 2, 3, 3, 3]),
    ([0, 1, 1, 2, 2, 2, 0], [0, 0, 1, 1, 2, 2, 2]),
]
INDICES = [index for index in pw.indices("all") if index.kind != "callable"]
FUNCTIONS: dict[str, Callable[..., float]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y=None: -x if y is None else x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "**": lambda x, y: x**y,
    "sqrt": math.sqrt, "log": math.log, "exp": math.exp, "arccos": math.acos,
    "abs": abs, "min": min, "max": max,
}  # fmt: skip


def value(step: Step, table: Any, cell: tuple[int, int] | None = None) -> float:
    """Evaluate steps on a table of counts."""
    counts = table.to_dense()
    cells = [(i, j) for i, j in zip(*counts.nonzero(), strict=True)]
    if step.does[0] == "=":
        return value(step.parts[0], table, cell)
    if step.does == "sum":
        return math.fsum(value(step.parts[0], table, each) for each in cells)
    if step.does == "matched":
        rows, columns = counts.shape
        few, many = sorted((rows, columns))
        matchings = [
            [(k, other) if rows <= columns else (other, k) for k, other in enumerate(chosen)]
            for chosen in permutations(range(many), few)
        ]
        return max(
            math.fsum(value(step.parts[0], table, each) for each in chosen) for chosen in matchings
        )
    if step.parts:
        return FUNCTIONS[step.does](*(value(part, table, cell) for part in step.parts))
    if step.does in ("cell", "row", "col"):
        assert cell is not None
        i, j = cell
        of = {"cell": counts[i, j], "row": counts[i].sum(), "col": counts[:, j].sum()}
        return float(of[step.does])
    return leaf(step.does, table)


def leaf(name: str, table: Any) -> float:
    if re.fullmatch(r"-?[\d./]+", name):
        above, _, below = name.partition("/")
        return float(above) / float(below or 1)
    if name in ("n11", "n10", "n01", "n00"):
        return float(getattr(table.pair_counts, name))
    return math.pi if name == "pi" else float(getattr(FloatTable(table), name))


@pytest.mark.parametrize("index", INDICES, ids=lambda index: index.key)
def test_what_is_printed_is_the_index(index: pw.Index) -> None:
    for reference, candidate in LABELS:
        table = contingency(reference, candidate)
        assert value(index.recorded(), table) == pytest.approx(
            float(index(reference, candidate)), abs=1e-12
        )
    assert index.latex() == typeset(index.recorded())


def test_every_textbook_formula_is_of_an_index() -> None:
    assert set(TEXTBOOK) <= {index.key for index in INDICES}


def in_full(latex: str) -> str:
    """Put the named parts of a formula into their places, without spaces and needless braces."""
    formula, *names = re.sub(r"\s|\\left|\\right", "", latex.replace(r",\quad", "@")).split("@")
    for name, _, meaning in (each.partition("=") for each in names):
        escaped = meaning.replace("\\", r"\\")
        formula = re.sub(rf"{re.escape(name)}(?!_)", f"({escaped})", formula)
    formula = re.sub(r"\^\{(\d)\}", r"^\1", formula)
    return re.sub(r"\{\(([^()]*)\)\}", r"{\1}", formula)


ARRANGED_OTHERWISE = {"peirce", "sokal_sneath_2", "sokal_sneath_3", "gower_legendre"}


@pytest.mark.parametrize("key", sorted(FORMULAS))
def test_formulas_are_those_that_the_paper_prints(key: str) -> None:
    ours, papers = in_full(pw.index(key).latex()), in_full(FORMULAS[key][1])
    if key == "adjusted_rand":  # half the sum of the pairs, where the paper has the sum over 2
        papers = re.sub(r"\\frac\{(\(.{13}\)\+\(.{13}\))\}\{2\}", r"\\frac{1}{2}(\1)", papers)
    assert (ours == papers) is (key not in ARRANGED_OTHERWISE)


@pytest.mark.parametrize(
    ("key", "latex"),
    [
        (
            "ami_geometric",
            r"\frac{\mathrm{MI} - E[\mathrm{MI}]}{\sqrt{H(A) H(B)} - E[\mathrm{MI}]}",
        ),
        (
            "ami_arithmetic",
            r"\frac{\mathrm{MI} - E[\mathrm{MI}]}{\frac{1}{2} (H(A) + H(B)) - E[\mathrm{MI}]}",
        ),
        ("nmi_max", r"\frac{\mathrm{MI}}{\max(H(A), H(B))}"),
        ("vi", "2 H(A,B) - H(A) - H(B)"),
        ("bcubed_recall", r"\frac{1}{n} \sum_{i,j} \frac{n_{ij}^{2}}{a_{i}}"),
        ("inverse_purity", r"\frac{1}{n} \sum_{i} \max_{j} n_{ij}"),
    ],
)
def test_formulas_of_tables_are_those_of_the_paper(key: str, latex: str) -> None:
    """Section B.1 of the paper has them, with M for MI and sums over i and j one by one."""
    assert pw.index(key).latex() == latex


@pytest.mark.parametrize(
    ("formula", "latex"),
    [
        (lambda p: p.n11 - (p.n10 - p.n01), "N_{11} - (N_{10} - N_{01})"),
        (lambda p: (p.n11 + p.n10) * -1, "(N_{11} + N_{10}) (-1)"),
        (lambda p: -p.n11 / 3, r"-\frac{N_{11}}{3}"),
        (lambda p: (p.n11 / p.n10) ** 2, r"\left(\frac{N_{11}}{N_{10}}\right)^{2}"),
        (lambda p: p.n11 * p.n11 * p.items, "N_{11}^{2} n"),
    ],
)
def test_brackets_stand_where_they_are_needed(formula: Callable[..., Any], latex: str) -> None:
    assert typeset(recorded(formula, "pairs")) == latex


def test_a_formula_that_does_more_than_arithmetic_is_printed_by_sympy() -> None:
    own = replace(pw.index("rand"), formula=lambda p: (p.n11 + p.n10) ** p.n01)
    assert own.latex() == r"\left(N_{10} + N_{11}\right)^{N_{01}}"
