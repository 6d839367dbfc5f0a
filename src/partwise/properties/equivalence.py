"""Linear equivalence of indices: V1(A, B) = factor · V2(A, B) + offset, or of V2(B, A)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import TextResult, require
from partwise.catalogue import Index, as_index, indices
from partwise.properties.deadline import current_deadline, time_limit
from partwise.tables import Contingency, contingency

Expr: TypeAlias = Any
Exact: TypeAlias = Fraction | float | str

_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Equivalence(TextResult):
    """One index is a linear function of another, where both formulas are defined.

    Parameters
    ----------
    first, second : str
        Keys of the indices.
    factor, offset : Fraction, or text where irrational; float if not proved
        ``first = factor · second + offset``.
    swapped : bool
        Whether the clusterings trade places in the second index.
    proved : bool
        Whether the difference of the formulas simplifies to zero. Otherwise, it was seen to be zero
        on many tables.

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

    def __str__(self) -> str:
        other = f"{self.second}({'B, A' if self.swapped else 'A, B'})"
        factor = {"1": "", "-1": "−"}.get(str(self.factor), f"{self.factor}·")
        offset = str(self.offset)
        if offset in ("0", "0.0"):
            tail = ""
        else:
            tail = f" − {offset[1:]}" if offset.startswith("-") else f" + {offset}"
        note = "" if self.proved else " (seen on many tables, not proved)"
        return f"{self.first}(A, B) = {factor}{other}{tail}{note}"


def equivalent(first: str | Index, second: str | Index) -> Equivalence | None:
    """Tell whether two indices are linearly equivalent, and by which function.

    Values are matched on some tables in floats first; a match is then proved by simplifying the
    difference of the formulas to zero, if both have formulas of the same kind.

    Parameters
    ----------
    first, second : str or Index
        The indices: names, formulas or indices.

    Returns
    -------
    Equivalence or None
        None if no nonconstant linear function takes one to the other.

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
    straight, turned = _samples()
    values = _values(one, straight)
    for swapped, tables in ((False, straight), (True, turned)):
        fit = _linear_fit(values, _values(other, tables))
        if fit is not None:
            exact = _proved(one, other, swapped)
            factor, offset = exact or fit
            return Equivalence(one.key, other.key, factor, offset, swapped, exact is not None)
    return None


def equivalences(among: Sequence[str | Index] | None = None) -> tuple[Equivalence, ...]:
    """Return each index that is equivalent to an earlier one, in terms of the earliest.

    Parameters
    ----------
    among : sequence of str or Index, optional
        Which indices to look at; by default, the paper's.

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
    straight, turned = _samples()
    values: dict[str, tuple[NDArray[np.float64], ...]] = {}
    for one in map(as_index, chosen):
        values[one.key] = (_values(one, straight), _values(one, turned))
        match = next(
            (
                old
                for old in earliest
                if any(_linear_fit(values[one.key][0], v) is not None for v in values[old.key])
            ),
            None,
        )
        equivalence = equivalent(one, match) if match else None
        if equivalence is None:
            earliest.append(one)
        else:
            results.append(equivalence)
    return tuple(results)


def _samples() -> tuple[list[Contingency], list[Contingency]]:
    """Return some tables of several sizes, and the same transposed."""
    random = np.random.default_rng(0)
    pairs = [
        contingency(random.integers(0, k_a, n), random.integers(0, k_b, n))
        for n in (6, 9, 12, 17)
        for k_a, k_b in ((2, 3), (3, 2), (4, 4), (2, 6), (5, 2))
    ]
    return pairs, [table.T for table in pairs]


def _values(index: Index, tables: list[Contingency]) -> NDArray[np.float64]:
    return np.array([float(index.evaluate(t, undefined="nan").value) for t in tables])


def _linear_fit(
    first: NDArray[np.float64], second: NDArray[np.float64]
) -> tuple[float, float] | None:
    """Return factor and offset if one array is a nonconstant linear function of the other."""
    known = np.isfinite(first) & np.isfinite(second)
    x, y = second[known], first[known]
    if len(x) < 3 or np.ptp(x) < _TOLERANCE or np.ptp(y) < _TOLERANCE:
        return None
    low, high = int(np.argmin(x)), int(np.argmax(x))
    factor = (y[high] - y[low]) / (x[high] - x[low])
    offset = y[low] - factor * x[low]
    if np.abs(factor * x + offset - y).max() > _TOLERANCE * max(1.0, np.abs(y).max()):
        return None
    return float(factor), float(offset)


def _proved(one: Index, other: Index, swapped: bool) -> tuple[Exact, Exact] | None:
    """Return factor and offset if the formulas are shown to be so related."""
    if one.kind != other.kind or one.kind == "callable":
        return None
    require("sympy", "proofs that indices are equivalent")
    with time_limit(current_deadline().part(10.0)):
        try:
            line = _related(*_formulas(one, other, swapped))
        except Exception:  # noqa: BLE001 - a user's formula may do anything with symbols
            return None
    return None if line is None else (_exact(line[0]), _exact(line[1]))


def _formulas(one: Index, other: Index, swapped: bool) -> tuple[Expr, Expr]:
    sympy = require("sympy")

    from partwise.properties.prove.symbolic import COUNTS
    from partwise.properties.prove.symbols import formula_of
    from partwise.tables import PairCounts

    if one.kind == "table":
        return formula_of(one), formula_of(other, swapped)
    n11, n10, n01, n00 = COUNTS
    turned = PairCounts(n11, n01, n10, n00) if swapped else PairCounts(*COUNTS)
    return sympy.sympify(one.formula(PairCounts(*COUNTS))), sympy.sympify(other.formula(turned))


def _related(first: Expr, second: Expr) -> tuple[Expr, Expr] | None:
    """Match two formulas at two points, then simplify their difference to zero."""
    sympy = require("sympy")

    from partwise.properties.prove.signs import is_zero
    from partwise.properties.prove.symbolic import layer

    symbols = tuple(sorted(first.free_symbols | second.free_symbols, key=str))
    one, other = layer(first), layer(second)
    if one is not None and other is not None and one[2] == other[2]:
        (f1, o1, _, w1), (f2, o2, _, w2) = one, other
        if is_zero(w1 - w2, symbols):
            return f1 / f2, sympy.expand(o1 - o2 * f1 / f2)
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23)
    points = [dict(zip(symbols, (*primes[i:], *primes[:i]), strict=False)) for i in range(9)]
    for p, q in pairwise(points):
        (y1, y2), (x1, x2) = (
            tuple(formula.subs(point) for point in (p, q)) for formula in (first, second)
        )
        if sympy.simplify(x1 - x2) != 0:
            factor = sympy.simplify((y1 - y2) / (x1 - x2))
            offset = sympy.simplify(y1 - factor * x1)
            same = sympy.cancel(first - factor * second - offset) == 0 or is_zero(
                first - factor * second - offset, symbols
            )
            return (factor, offset) if same and factor != 0 else None
    return None


def _exact(number: Expr) -> Exact:
    return Fraction(int(number.p), int(number.q)) if number.is_Rational else str(number)
