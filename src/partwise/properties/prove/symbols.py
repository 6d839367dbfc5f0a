"""What a formula sees in a proof: symbols that remember by what it divided and took roots of.

SymPy cancels on its own: (x − y)/(x − y) becomes 1, although it is undefined where x = y. A proof
has to know where a formula is defined, so it runs the formula on these numbers instead. For tables
there are symbols for entropies, sums and maxima.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

from partwise.base import NotRationalError, require
from partwise.catalogue import Index
from partwise.tables import FormulaTable, PairCounts

sympy = require("sympy")

Expr: TypeAlias = Any
ConditionKind: TypeAlias = Literal["divisor", "radicand", "logarithm", "cosine"]


class Condition(NamedTuple):
    """What must be true for a formula to be defined: of what kind, and about which expression."""

    kind: ConditionKind
    about: Expr


class _Functions:
    """The functions of :mod:`partwise.base.ops`, for traced numbers."""

    def __init__(self, conditions: list[Condition]) -> None:
        self._conditions = conditions
        self.pi = sympy.pi

    def require(self, kind: ConditionKind, about: Expr) -> Expr:
        if kind == "divisor" and about == 0:
            raise ZeroDivisionError
        if about.free_symbols or not _obvious(kind, about):
            self._conditions.append(Condition(kind, about))
        return about

    def sqrt(self, x: Traced) -> Traced:
        return Traced(sympy.sqrt(self.require("radicand", x.expr)), self)

    def log(self, x: Traced) -> Traced:
        return Traced(sympy.log(self.require("logarithm", x.expr)), self)

    def exp(self, x: Traced) -> Traced:
        return Traced(sympy.exp(x.expr), self)

    def acos(self, x: Traced) -> Traced:
        return Traced(sympy.acos(self.require("cosine", x.expr)), self)

    def floor(self, x: Traced) -> Traced:
        return x  # only taken of the number of items, which is whole

    def Rational(self, above: int, below: int) -> Traced:  # noqa: N802
        return Traced(sympy.Rational(above, below), self)

    def Min(self, x: object, y: object) -> Traced:  # noqa: N802
        return Traced(sympy.Min(_expr(x), _expr(y)), self)

    def Max(self, x: object, y: object) -> Traced:  # noqa: N802
        return Traced(sympy.Max(_expr(x), _expr(y)), self)


def _obvious(kind: ConditionKind, number: Expr) -> bool:
    if kind == "divisor":
        return bool(number.is_nonzero)
    if kind == "cosine":
        return bool((1 - number).is_nonnegative and (1 + number).is_nonnegative)
    return bool(number.is_positive or (kind == "radicand" and number.is_zero))


def _expr(x: object) -> Expr:
    if isinstance(x, Traced):
        return x.expr
    if isinstance(x, float):
        return sympy.Rational(*x.as_integer_ratio())
    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    return sympy.sympify(x, strict=True)


class Traced:
    """A SymPy expression that notes the conditions under which it is defined."""

    __slots__ = ("context", "expr")

    def __init__(self, expr: Expr, context: _Functions) -> None:
        self.expr = expr
        self.context = context

    def _of(self, expr: Expr) -> Traced:
        return Traced(expr, self.context)

    def __add__(self, other: object) -> Traced:
        return self._of(self.expr + _expr(other))

    __radd__ = __add__

    def __sub__(self, other: object) -> Traced:
        return self._of(self.expr - _expr(other))

    def __rsub__(self, other: object) -> Traced:
        return self._of(_expr(other) - self.expr)

    def __mul__(self, other: object) -> Traced:
        return self._of(self.expr * _expr(other))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Traced:
        return self._of(self.expr / self.context.require("divisor", _expr(other)))

    def __rtruediv__(self, other: object) -> Traced:
        return self._of(_expr(other) / self.context.require("divisor", self.expr))

    def __pow__(self, exponent: object) -> Traced:
        power = _expr(exponent)
        if not power.is_Rational:
            raise NotRationalError("a power with a variable exponent")
        if power < 0:
            self.context.require("divisor", self.expr)
        if not power.is_Integer:
            self.context.require("radicand", self.expr)
        return self._of(self.expr**power)

    def __neg__(self) -> Traced:
        return self._of(-self.expr)

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return self._of(sympy.Abs(self.expr))


def traced(*values: Expr) -> tuple[list[Traced], list[Condition]]:
    """Return traced numbers and the list into which they write their conditions.

    Examples
    --------
    >>> (x, y), conditions = traced(*sympy.symbols("x y", positive=True))
    >>> ((x - y) / (x - y)).expr, conditions
    (1, [Condition(kind='divisor', about=x - y)])
    """
    conditions: list[Condition] = []
    functions = _Functions(conditions)
    return [Traced(sympy.sympify(value), functions) for value in values], conditions


def _positive(name: str) -> Expr:
    return sympy.Symbol(name, positive=True)


class TableSymbols(FormulaTable):
    """What formulas see of a table, as positive symbols; ``swapped`` exchanges A and B.

    ``number`` makes of a symbol what the formula works with, such as a traced number.
    """

    whose = "the symbols of a proof"

    def __init__(
        self, swapped: bool = False, number: Callable[[Expr], Any] = sympy.sympify
    ) -> None:
        def symbol(name: str) -> Any:
            return number(_positive(name))

        order = -1 if swapped else 1
        self._number = number
        self.n, self.cell = symbol("n"), symbol("n_ij")
        self.k_a, self.k_b = (symbol("k_A"), symbol("k_B"))[::order]
        self.row, self.col = (symbol("a_i"), symbol("b_j"))[::order]
        maxima = (symbol("Σ_i max_j n_ij"), symbol("Σ_j max_i n_ij"))[::order]
        self.row_maxima, self.column_maxima = maxima
        self.entropy_a, self.entropy_b = (symbol("H(A)"), symbol("H(B)"))[::order]
        self.entropy_joint = symbol("H(A,B)")
        self.expected_mutual_information = symbol("E[M]")
        self.sd_mutual_information = symbol("σ[M]")
        n10, n01 = (symbol("N10"), symbol("N01"))[::order]
        self.pairs = PairCounts(symbol("N11"), n10, n01, symbol("N00"))

    def sum(self, terms: Any) -> Any:
        """Return the sum over the cells as a symbol that is named after its terms."""
        written = terms.expr if isinstance(terms, Traced) else terms
        return self._number(_positive(f"(Σ {written})"))  # in brackets: its square reads as one

    @property
    def linked_pairs(self) -> NoReturn:
        """Refused: it may be zero, and the symbols are positive."""
        self.not_given("linked_pairs")


def formula_of(index: Index, swapped: bool = False) -> Expr:
    """Return the formula of a table index in these symbols.

    Examples
    --------
    >>> import partwise as pw
    >>> formula_of(pw.index("vi"))
    -H(A) + 2*H(A,B) - H(B)
    """
    return formula_and_conditions(index, swapped)[0]


def formula_and_conditions(index: Index, swapped: bool = False) -> tuple[Expr, list[Condition]]:
    """Return the formula of a table index, and what must be true for it to be defined."""
    (one,), conditions = traced(sympy.Integer(1))
    value = index.formula(TableSymbols(swapped, lambda symbol: one * symbol))
    return sympy.sympify(getattr(value, "expr", value)), list(dict.fromkeys(conditions))
