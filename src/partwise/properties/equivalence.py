"""Linear equivalence of indices: V1(A, B) = factor · V2(A, B) + offset, or of V2(B, A)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from partwise.base import TextResult, require
from partwise.catalogue import Conventions, Index, as_index, indices
from partwise.properties.deadline import current_deadline, time_limit
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.index_levels import levels_at
from partwise.tables import Contingency, contingency

Expr: TypeAlias = Any
Exact: TypeAlias = Fraction | float | str

_ALL_TABLES = 6  # items: all pairs of clusterings of so many are tried
_SMALLEST_SPREAD = 1000  # values that differ by less than so many roundings are constant
_SIMPLE = 10**14  # denominators of numbers that are meant to be fractions


@dataclass(frozen=True)
class Equivalence(TextResult):
    """One index is a linear function of another, where both formulas are defined.

    Parameters
    ----------
    first, second : str
        Keys of the indices.
    factor, offset : Fraction, or text where irrational; float if known from floats only
        ``first = factor · second + offset``.
    swapped : bool
        Whether the second index gets the clusterings in reverse order, V(B, A).
    proved : bool
        Whether the relation is proved by algebra.
    up_to_n : int, optional
        If it is not proved, the number of items up to which it holds for all pairs of clusterings.

    Examples
    --------
    >>> print(Equivalence("hubert", "rand", Fraction(2), Fraction(-1), False, True))
    hubert(A, B) = 2·rand(A, B) − 1
    """

    first: str
    second: str
    factor: Exact
    offset: Exact
    swapped: bool
    proved: bool
    up_to_n: int | None = None

    def __str__(self) -> str:
        first, second = (x if x.isidentifier() else f"[{x}]" for x in (self.first, self.second))
        other = f"{second}({'B, A' if self.swapped else 'A, B'})"
        factor = {"1": "", "-1": "−"}.get(str(self.factor), f"{self.factor}·")
        offset = str(self.offset)
        if offset in ("0", "0.0"):
            tail = ""
        else:
            tail = f" − {offset[1:]}" if offset.startswith("-") else f" + {offset}"
        note = "" if self.proved else f" (tried up to n = {self.up_to_n}, not proved)"
        return f"{first}(A, B) = {factor}{other}{tail}{note}"


class _Line(NamedTuple):
    """A linear function, and whether its numbers are exact."""

    factor: Fraction
    offset: Fraction
    is_exact: bool


def equivalent(first: str | Index, second: str | Index) -> Equivalence | None:
    """Check whether an index is a linear function of another one, and find the function.

    The values are compared for all pairs of clusterings of a few items and for some larger ones,
    exactly or to many digits. If they match and both indices have formulas of the same kind, the
    relation is then proved by algebra. A formula with branches cannot be proved: the result then
    says up to how many items the relation was tried.

    Parameters
    ----------
    first, second : str or Index
        The indices: names, formulas or indices.

    Returns
    -------
    Equivalence or None
        None if the indices are not linearly equivalent.

    Examples
    --------
    >>> print(equivalent("hubert", "rand"))
    hubert(A, B) = 2·rand(A, B) − 1
    >>> print(equivalent("wallace_1", "wallace_2"))
    wallace_1(A, B) = wallace_2(B, A)
    >>> equivalent("jaccard", "dice") is None
    True
    """
    one, other = as_index(first), as_index(second)
    for swapped in (False, True):
        if _line(_few(one, False), _few(other, swapped)) is None:
            continue
        line = _line(_values(one, _all_and_some(False)), _values(other, _all_and_some(swapped)))
        if line is None:
            continue
        exact = _proved(one, other, swapped, line)
        factor, offset = exact or (line.factor, line.offset)
        if exact is None and not line.is_exact:
            factor, offset = float(factor), float(offset)
        known = (True, None) if exact else (False, _ALL_TABLES)
        return Equivalence(one.key, other.key, factor, offset, swapped, *known)
    return None


def equivalences(among: Sequence[str | Index] | None = None) -> tuple[Equivalence, ...]:
    """Return each index that is a linear function of an earlier one.

    Parameters
    ----------
    among : sequence of str or Index, optional
        Which indices to compare; by default, those of the paper.

    Returns
    -------
    tuple of Equivalence
        Each one is about the first index that is equivalent.

    Examples
    --------
    >>> for found in equivalences(["rand", "jaccard", "mirkin", "jaccard_distance"]):
    ...     print(found)
    mirkin(A, B) = −rand(A, B) + 1
    jaccard_distance(A, B) = −jaccard(A, B) + 1
    """
    chosen = indices("paper") if among is None else among
    earliest: list[Index] = []
    results: list[Equivalence] = []
    for one in map(as_index, chosen):
        equivalence = next(filter(None, (equivalent(one, old) for old in earliest)), None)
        if equivalence is None:
            earliest.append(one)
        else:
            results.append(equivalence)
    return tuple(results)


@cache
def _some(swapped: bool) -> tuple[Contingency, ...]:
    """Return some tables of several sizes."""
    random = np.random.default_rng(0)
    pairs = [
        contingency(random.integers(0, k_a, n), random.integers(0, k_b, n))
        for n in (6, 9, 12, 17, 60)
        for k_a, k_b in ((2, 3), (3, 2), (4, 4), (2, 6), (5, 2))
    ]
    return tuple(table.T if swapped else table for table in pairs)


@cache
def _all_and_some(swapped: bool) -> tuple[Contingency, ...]:
    """Return all tables of a few items, and some of more."""
    small = [
        tables.contingency(i)
        for tables in map(enumeration, range(2, _ALL_TABLES + 1))
        for i in range(tables.count)
    ]
    return (*(table.T if swapped else table for table in small), *_some(swapped))


class _Values(NamedTuple):
    """Values without conventions, each as a fraction that is near enough; None where undefined."""

    values: list[Fraction | None]
    room: Fraction  # how far rounding may have moved each

    @property
    def is_exact(self) -> bool:
        return self.room == 0


@lru_cache(maxsize=128)
def _few(index: Index, swapped: bool) -> _Values:
    return _values(index, _some(swapped))


def _values(index: Index, tables: tuple[Contingency, ...]) -> _Values:
    bare = replace(index, conventions=Conventions(None, None, None))
    levels = levels_at(bare, tables)
    ranks = levels.ranks.tolist()
    known = (levels.of_rank(rank) if rank >= 0 else None for rank in ranks)
    return _Values([x if isinstance(x, Fraction) else None for x in known], levels.tolerance)


def _line(first: _Values, second: _Values) -> _Line | None:
    """Return the nonconstant linear function that takes the second to the first, if there is one.

    Nothing here depends on the scale: rounding is measured by how far the values lie apart.
    """
    pairs = [
        (x, y)
        for x, y in zip(second.values, first.values, strict=True)
        if x is not None and y is not None
    ]
    if len(pairs) < 3:
        return None
    (low, left), (high, right) = min(pairs), max(pairs)
    if high - low <= _SMALLEST_SPREAD * second.room:
        return None
    factor = (right - left) / (high - low)
    offset = left - factor * low
    room = 4 * (first.room + abs(factor) * second.room)
    if abs(right - left) <= _SMALLEST_SPREAD * first.room or factor == 0:
        return None
    if any(abs(factor * x + offset - y) > room for x, y in pairs):
        return None
    return _Line(factor, offset, first.is_exact and second.is_exact)


def _proved(one: Index, other: Index, swapped: bool, line: _Line) -> tuple[Exact, Exact] | None:
    """Return factor and offset if algebra shows that the formulas are so related."""
    if one.kind != other.kind or one.kind == "callable":
        return None
    require("sympy", "proofs that indices are equivalent")

    from partwise.properties.prove.expressions import expression

    with time_limit(current_deadline().part(10.0)):
        try:
            formulas = expression(one), expression(other, swapped)
            numbers = _fractions(*formulas, line) or _related(*formulas)
        except Exception:  # noqa: BLE001 - of a formula with branches, or that SymPy cannot read
            return None
    return None if numbers is None else (_written(numbers[0]), _written(numbers[1]))


def _fractions(first: Expr, second: Expr, line: _Line) -> tuple[Expr, Expr] | None:
    """Try the numbers of the line, or the simplest fractions near them."""
    sympy = require("sympy")

    near = (x if line.is_exact else x.limit_denominator(_SIMPLE) for x in line[:2])
    factor, offset = (sympy.Rational(x.numerator, x.denominator) for x in near)
    return (factor, offset) if _is_zero(first - factor * second - offset) else None


def _related(first: Expr, second: Expr) -> tuple[Expr, Expr] | None:
    """Match two formulas inside roots and angles, or at two points; then compare them."""
    sympy = require("sympy")

    one, other = _layer(first), _layer(second)
    if one is not None and other is not None and one[2] == other[2]:
        (f1, o1, _, w1), (f2, o2, _, w2) = one, other
        if _is_zero(w1 - w2):
            return f1 / f2, sympy.expand(o1 - o2 * f1 / f2)
    symbols = sorted(first.free_symbols | second.free_symbols, key=str)
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23)
    points = [dict(zip(symbols, (*primes[i:], *primes[:i]), strict=False)) for i in range(9)]
    for p, q in pairwise(points):
        (y1, y2), (x1, x2) = (
            tuple(formula.subs(point) for point in (p, q)) for formula in (first, second)
        )
        if sympy.simplify(x1 - x2) != 0:
            factor = sympy.simplify((y1 - y2) / (x1 - x2))
            offset = sympy.simplify(y1 - factor * x1)
            same = factor != 0 and _is_zero(first - factor * second - offset)
            return (factor, offset) if same else None
    return None


def _layer(expr: Expr) -> tuple[Expr, Expr, Any, Expr] | None:
    """Split factor·f(inside) + offset; None if there is no such f."""
    sympy = require("sympy")

    symbols = expr.free_symbols
    offset, rest = expr.as_independent(*symbols, as_Add=True)
    factor, core = rest.as_independent(*symbols, as_Add=False)
    if isinstance(core, sympy.acos | sympy.exp | sympy.log):
        return factor, offset, core.func, core.args[0]
    if core.is_Pow and core.exp == sympy.Rational(1, 2) and core.base.is_Add:
        return factor, offset, "root", core.base
    return None


def _is_zero(difference: Expr) -> bool:
    """Whether algebra shows that an expression is zero wherever it is defined."""
    sympy = require("sympy")

    from partwise.properties.prove.expressions import positive_symbols
    from partwise.properties.prove.zero import NotProvedError, is_zero

    if difference == 0 or sympy.cancel(sympy.together(difference)) == 0:
        return True
    try:
        return is_zero(difference, positive_symbols(difference))
    except NotProvedError:
        return False


def _written(number: Expr) -> Exact:
    return Fraction(int(number.p), int(number.q)) if number.is_Rational else str(number)
