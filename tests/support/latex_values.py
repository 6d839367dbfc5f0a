"""The value of a formula in LaTeX for a table, read as people read it.

A second implementation: what is written beside each other is multiplied, a sum reaches to the end
of its product, and a name stands for what is said of it after the formula.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import permutations
from typing import Any

from partwise.tables import FloatTable

Cell = tuple[int | None, int | None]
Value = Callable[[Cell], float]

_MEMBERS = {
    "n": "n",
    "k_{A}": "k_a",
    "k_{B}": "k_b",
    "k_{AB}": "same_clusters",
    "s_{AB}": "size_overlap",
    r"\operatorname{Var}[N_{11}]": "n11_variance",
    "H(A)": "entropy_a",
    "H(B)": "entropy_b",
    "H(A,B)": "entropy_joint",
    r"\mathrm{MI}": "mutual_information",
    r"E[\mathrm{MI}]": "expected_mutual_information",
    r"\sigma[\mathrm{MI}]": "sd_mutual_information",
    r"\ln \Omega": "log_table_count",
    r"\frac{1}{n} \ln \frac{n! \prod_{i,j} n_{ij}!}{\prod_{i} a_{i}! \prod_{j} b_{j}!}": (
        "arrangement_information"
    ),
}
_COUNTS = ("N_{11}", "N_{10}", "N_{01}", "N_{00}")
_OF_CELLS = ("n_{ij}", r"n_{i\mu(i)}", "a_{i}", "b_{j}", r"b_{\mu(i)}")
_OVER = (r"\sum_{i,j}", r"\sum_{i}", r"\sum_{j}", r"\max_{i}", r"\max_{j}", r"\max_{\mu} \sum_{i}")
_FUNCTIONS: dict[str, Callable[..., float]] = {
    r"\ln": math.log,
    r"\exp": math.exp,
    r"\arccos": math.acos,
    r"\min": min,
    r"\max": max,
}
_CLOSING = {"(": ")", r"\left(": r"\right)", r"\left|": r"\right|", "{": "}"}
_MARKS = (*_CLOSING, *_CLOSING.values(), r"\frac", r"\sqrt", "^", "+", "-", ",")


def value_of_latex(latex: str, table: Any) -> float:
    """Return what a formula, with its names after it, is worth for a table of counts."""
    formula, *names = latex.split(r",\quad ")
    meanings = dict(name.split(" = ") for name in names)
    return _Reader(formula, table, meanings).whole()((None, None))


class _Reader:
    """Read a formula from left to right; each part becomes a function of a cell."""

    def __init__(self, latex: str, table: Any, meanings: dict[str, str]) -> None:
        self._table, self._meanings = table, meanings
        self._counts = table.to_dense().tolist()
        known = [*_MEMBERS, *_COUNTS, *_OF_CELLS, *_OVER, *_FUNCTIONS, *_MARKS, *meanings, r"\pi"]
        pattern = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        self._marks: list[str] = re.findall(rf"{pattern}|\d+(?:\.\d+)?|\S", latex)

    def whole(self) -> Value:
        value = self._sum()
        assert not self._marks, self._marks
        return value

    def _next_is(self, *marks: str) -> bool:
        return self._marks[:1] != [] and self._marks[0] in marks

    def _take(self, *expected: str) -> str:
        mark = self._marks.pop(0)
        assert not expected or mark in expected, (mark, expected)
        return mark

    def _sum(self) -> Value:
        terms = [self._signed()]
        while self._next_is("+", "-"):
            terms.append(self._signed())
        return lambda cell: sum(term(cell) for term in terms)

    def _signed(self) -> Value:
        sign = -1 if self._next_is("+", "-") and self._take() == "-" else 1
        product = self._product()
        return lambda cell: sign * product(cell)

    def _product(self) -> Value:
        factors = [self._power()]
        while self._marks and not self._next_is("+", "-", ",", *_CLOSING.values()):
            factors.append(self._power())
        return lambda cell: math.prod(factor(cell) for factor in factors)

    def _power(self) -> Value:
        base = self._factor()
        if not self._next_is("^"):
            return base
        self._take()
        exponent = self._inside("{")
        return lambda cell: base(cell) ** exponent(cell)

    def _inside(self, opening: str) -> Value:
        self._take(opening)
        value = self._sum()
        self._take(_CLOSING[opening])
        return value

    def _factor(self) -> Value:
        mark = self._marks[0]
        if mark in ("(", r"\left("):
            return self._inside(mark)
        if mark == r"\left|":
            value = self._inside(mark)
            return lambda cell: abs(value(cell))
        self._take()
        if mark == r"\frac":
            above, below = self._inside("{"), self._inside("{")
            return lambda cell: above(cell) / below(cell)
        if mark == r"\sqrt":
            square = self._inside("{")
            return lambda cell: math.sqrt(square(cell))
        if mark in _OVER:
            return self._over(mark, self._product())
        if mark in _FUNCTIONS:
            return self._function(_FUNCTIONS[mark])
        return self._leaf(mark)

    def _function(self, function: Callable[..., float]) -> Value:
        opening = self._take("(", r"\left(")
        arguments = [self._sum()]
        while self._next_is(","):
            self._take()
            arguments.append(self._sum())
        self._take(_CLOSING[opening])
        return lambda cell: function(*(argument(cell) for argument in arguments))

    def _over(self, mark: str, term: Value) -> Value:
        counts = self._counts
        rows, columns = range(len(counts)), range(len(counts[0]))
        if mark == r"\sum_{i,j}":
            cells = [(i, j) for i in rows for j in columns if counts[i][j]]
            return lambda _: math.fsum(map(term, cells))
        if mark == r"\max_{\mu} \sum_{i}":
            return lambda _: max(math.fsum(map(term, each)) for each in matchings(counts))
        over = math.fsum if mark.startswith(r"\sum") else max
        if mark.endswith("{i}"):
            return lambda cell: over([term((i, cell[1])) for i in rows])
        return lambda cell: over([term((cell[0], j)) for j in columns])

    def _leaf(self, mark: str) -> Value:
        if mark in _OF_CELLS:
            return lambda cell: self._of_cell(mark, *cell)
        if mark in self._meanings:
            reader = _Reader(self._meanings[mark], self._table, self._meanings)
            return reader.whole()
        if mark in _COUNTS:
            number = float([*self._table.pair_counts][_COUNTS.index(mark)])
        elif mark in _MEMBERS:
            number = float(getattr(FloatTable(self._table), _MEMBERS[mark]))
        else:
            number = math.pi if mark == r"\pi" else float(mark)
        return lambda _: number

    def _of_cell(self, mark: str, i: int | None, j: int | None) -> float:
        if mark[0] == "n":
            assert i is not None
            assert j is not None
            return float(self._counts[i][j])
        if mark[0] == "a":
            assert i is not None
            return float(sum(self._counts[i]))
        assert j is not None
        return float(sum(row[j] for row in self._counts))


def matchings(counts: list[list[int]]) -> list[list[tuple[int, int]]]:
    """Return all ways to match each row with a column of its own, or each column with a row."""
    rows, columns = len(counts), len(counts[0])
    if rows <= columns:
        return [[*enumerate(chosen)] for chosen in permutations(range(columns), rows)]
    return [[(i, j) for j, i in enumerate(c)] for c in permutations(range(rows), columns)]
