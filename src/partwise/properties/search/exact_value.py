"""The exact value of an index on a table: a fraction, or a SymPy expression of whole numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, TypeAlias

from numpy.typing import NDArray

from partwise.base import NotRationalError, Number, require
from partwise.catalogue import Index
from partwise.properties.search.enumeration import MOST_ITEMS, enumeration, partitions
from partwise.properties.search.tables_view import PRIMES, tables_view
from partwise.tables import Contingency, OneTable, log_table_count

Exact: TypeAlias = Any
"""A Fraction, a SymPy expression, an infinite float, or the float that a callable returned."""

Sizes: TypeAlias = tuple[int, ...]


def exact_value(index: Index, table: Contingency) -> Exact:
    """Evaluate an index without rounding.

    Where the formula is undefined, its convention counts; without one the value is NaN. Functions
    of a user's own give what they return; a formula that has floats in it gives a float.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1], [0, 0, 1, 1])
    >>> exact_value(pw.index("FMeasure"), table), exact_value(pw.index("CD"), table)
    (Fraction(3, 4), 1/2)
    >>> exact_value(pw.index("VI"), table)
    3*log(3)/4
    """
    if index.kind == "callable":
        returned = index.formula(table)
        return Fraction(returned) if isinstance(returned, int | Fraction) else float(returned)
    try:
        value = index.evaluate(table, exact=True, undefined="nan").value
    except NotRationalError:
        value = index.evaluate(table, undefined="nan").value
    if value != value:
        return _convention(index, table)
    return value if isinstance(value, Fraction) else _expression(index, table, value)


def is_expression(value: Exact) -> bool:
    """Whether it is a SymPy expression."""
    return hasattr(value, "free_symbols")


def _convention(index: Index, table: Contingency) -> Exact:
    """Return the value by convention; a float that is the root of a whole number stands for it."""
    value = index.conventions.value(table.relation)
    if value is None:
        return math.nan
    if not math.isfinite(value):
        return float(value)
    square = round(float(value) ** 2)
    if isinstance(value, float) and not value.is_integer() and value == math.sqrt(square):
        sympy = require("sympy")

        return sympy.sqrt(square)
    return Fraction(value)


def _expression(index: Index, table: Contingency, rounded: float) -> Exact:
    """Return a value that is no fraction as an expression, or rounded if there is none."""
    sympy = require("sympy")

    view = SymPyTable(table)
    try:
        value = sympy.sympify(index.formula(view.pairs if index.kind == "pairs" else view))
    except TypeError:  # of a library that does not know expressions
        return rounded
    return value if value.is_comparable and not value.has(sympy.Float) else rounded


class SymPyTable(OneTable):
    """One table in SymPy's numbers, without rounding."""

    _table: Contingency

    def __init__(self, table: Contingency) -> None:
        super().__init__(table)
        self._rows, self._columns = (
            tuple(sorted(sizes.tolist(), reverse=True))
            for sizes in (table.row_sizes, table.column_sizes)
        )
        self._cells = table.cells.counts.tolist()

    def _number(self, value: int | Fraction) -> Number:
        return _rational(value)

    def _added(self, terms: NDArray[Any]) -> Number:
        sympy = require("sympy")

        return sympy.Add(*terms.tolist())

    @property
    def entropy_a(self) -> Number:
        """H(A), as a combination of logarithms of primes, like all that follow."""
        return _per_item(self.n, [(1, [self._table.n]), (-1, self._rows)])

    @property
    def entropy_b(self) -> Number:
        """H(B)."""
        return _per_item(self.n, [(1, [self._table.n]), (-1, self._columns)])

    @property
    def entropy_joint(self) -> Number:
        """H(A, B)."""
        return _per_item(self.n, [(1, [self._table.n]), (-1, self._cells)])

    @property
    def mutual_information(self) -> Number:
        """M(A, B), in which what cancels is gone."""
        parts = [(1, [self._table.n]), (-1, self._rows), (-1, self._columns), (1, self._cells)]
        return _per_item(self.n, parts)

    @property
    def expected_mutual_information(self) -> Number:
        """E[M]."""
        return _expected_information(self._table.n, self._rows, self._columns)

    @property
    def sd_mutual_information(self) -> Number:
        """σ[M]."""
        sympy = require("sympy")

        return sympy.sqrt(_variance(self._table.n, self._rows, self._columns))

    @property
    def arrangement_information(self) -> Number:
        """Ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n."""
        multiples: Counter[int] = Counter()
        sides = ((1, [self._table.n, *self._cells]), (-1, [*self._rows, *self._columns]))
        for sign, sizes in sides:
            for size in sizes:
                for factor in range(2, size + 1):
                    _add_log(multiples, factor, sign)
        return _combination(multiples) / self.n

    @property
    def log_table_count(self) -> Number:
        """Ln Ω in SymPy's functions."""
        sympy = require("sympy")

        rows, columns = self._table.row_histogram, self._table.column_histogram
        return log_table_count(rows.counted, columns.counted, sympy)


def _per_item(n: Number, parts: Iterable[tuple[int, Iterable[int]]]) -> Number:
    """Return the signed sums of s ln s over n, as a combination of logarithms of primes."""
    multiples: Counter[int] = Counter()
    for sign, sizes in parts:
        for size in sizes:
            _add_size_log(multiples, size, sign)
    return _combination(multiples) / n


def _add_size_log(multiples: Counter[int], size: int, factor: Any) -> None:
    _add_log(multiples, size, factor * size)


def _add_log(multiples: Counter[int], size: int, factor: Any) -> None:
    factorint = require("sympy").factorint

    for prime, power in factorint(size).items():
        multiples[prime] += factor * power


def _combination(multiples: Any) -> Number:
    sympy = require("sympy")

    terms = sorted(multiples.items())
    return sympy.Add(*(_rational(factor) * sympy.log(prime) for prime, factor in terms))


def _rational(value: int | Fraction) -> Number:
    sympy = require("sympy")

    fraction = Fraction(value)
    return sympy.Rational(fraction.numerator, fraction.denominator)


@cache
def _expected_information(n: int, rows: Sizes, columns: Sizes) -> Number:
    """Return E[M] over all clusterings of the column sizes: each cell is hypergeometric."""
    multiples: Counter[int] = Counter()
    for size, sign in [(n, 1), *((size, -1) for size in (*rows, *columns))]:
        _add_size_log(multiples, size, sign)
    for a in rows:
        for b in columns:
            for x in range(max(1, a + b - n), min(a, b) + 1):
                _add_size_log(multiples, x, Fraction(comb(a, x) * comb(n - a, b - x), comb(n, b)))
    return _combination(multiples) / n


@cache
def _variance(n: int, rows: Sizes, columns: Sizes) -> Number:
    """Return Var[M] over all clusterings of the column sizes, each of which is looked at."""
    sympy = require("sympy")

    if n > MOST_ITEMS:
        raise NotRationalError(f"the exact variance is known up to n = {MOST_ITEMS}")
    tables, sizes = enumeration(n), partitions(n)
    numbers = tables.with_margins(sizes.index(rows), sizes.index(columns))
    weights = [int(weight) for weight in tables.weight[numbers]]
    total = sum(weights)
    vectors = tables_view(n).information_multiples[numbers].tolist()
    count = range(len(PRIMES))
    pairs = list(zip(weights, vectors, strict=True))
    mean = [Fraction(sum(w * v[p] for w, v in pairs), total) for p in count]
    logs = [sympy.log(prime) for prime in PRIMES]
    terms = [
        _rational(Fraction(sum(w * v[p] * v[q] for w, v in pairs), total) - mean[p] * mean[q])
        * logs[p]
        * logs[q]
        for p in count
        for q in count
    ]
    return sympy.Add(*terms) / n**2
