"""Proofs that two indices order all candidates of a reference alike: no triplet separates them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.search.enumeration import Enumeration, enumeration
from partwise.properties.triplet_search.orders import Candidates, Numbers, all_candidates

Expr: TypeAlias = Any
Proof: TypeAlias = Callable[[Index, Index], bool]

_PRIMES, _LARGE_PRIMES = (2, 3, 5, 7, 11, 13, 17), (101, 103, 107, 109, 113)  # to try formulas on
_MOST_POINTS = 6
_DIGITS = 50


def same_order(first: Index, second: Index) -> bool:
    """Whether two indices are proved to order all candidates alike; False means "not proved".

    They do if, inside arccosines and roots, one is a linear function of the other whose factor and
    offset m_A, N, n and H(A) determine, for these belong to the reference; if one is a rising
    fraction (a·x + b) / (c·x + d) of the other, x, whose denominator has one sign; or if they are
    linearly equivalent.

    Examples
    --------
    >>> import partwise as pw
    >>> same_order(pw.index("jaccard"), pw.index("dice"))
    True
    >>> same_order(pw.index("correlation"), pw.index("correlation_distance"))
    True
    >>> same_order(pw.index("jaccard"), pw.index("rand"))
    False
    """
    if "callable" in (first.kind, second.kind):
        return False
    return any(proof(first, second) for proof in (_are_one_inside, _is_fraction, _are_linear))


def _or_not_proved(proof: Proof) -> Proof:
    def proved(first: Index, second: Index) -> bool:
        try:
            return proof(first, second)
        except Exception:  # noqa: BLE001 - no proof, or a formula that takes no symbols
            return False

    return proved


def _sense(index: Index) -> int:
    return 1 if index.direction == "similarity" else -1


@_or_not_proved
def _are_linear(first: Index, second: Index) -> bool:
    from partwise.properties.equivalence import equivalent

    if first.kind == second.kind == "pairs":
        return False  # the other proofs decide these
    equivalence = equivalent(first, second)
    if (
        equivalence is None
        or equivalence.swapped
        or not equivalence.proved
        or isinstance(equivalence.factor, str)
    ):
        return False
    return (equivalence.factor > 0) == (_sense(first) == _sense(second))


@_or_not_proved
def _are_one_inside(first: Index, second: Index) -> bool:
    sympy = require("sympy")

    from partwise.properties.prove.expressions import expression, symbol

    n11, n10, n01, n00 = map(symbol, ("n11", "n10", "n01", "n00"))
    same, apart = sympy.symbols("s r", positive=True)  # pairs together in A, and the others
    of_reference = {same, apart, *map(symbol, ("n", "k_a", "entropy_a"))}
    x, y = (
        expression(index).subs({n10: same - n11, n00: apart - n01}) for index in (first, second)
    )
    free = tuple(sorted((x.free_symbols | y.free_symbols) - of_reference, key=str))
    (x, rises), (y, too) = _inside(x, free), _inside(y, free)
    at = [dict(zip(free, _PRIMES[i:], strict=False)) for i in range(3)]
    (x1, x2, x3), (y1, y2, y3) = ([formula.subs(point) for point in at] for formula in (x, y))
    factor = (x1 - x2) / (y1 - y2)
    numbers = dict(zip(sorted(of_reference, key=str), _LARGE_PRIMES, strict=True))
    if not _are_near((x1 - x3).subs(numbers), (factor * (y1 - y3)).subs(numbers)):
        return False
    factor = sympy.simplify(factor)
    if not (factor.is_positive or factor.is_negative):
        return False
    if sympy.simplify(x - x1 - factor * (y - y1)) != 0:
        return False
    return rises * too * (1 if factor.is_positive else -1) * _sense(first) * _sense(second) > 0


def _are_near(x: Expr, y: Expr) -> bool:
    """Whether two numbers have the same digits; if not, there is no need to simplify."""
    return bool(abs((x - y).evalf(_DIGITS)) * 10 ** (_DIGITS // 2) <= abs(x.evalf(_DIGITS)))


@_or_not_proved
def _is_fraction(first: Index, second: Index) -> bool:
    sympy = require("sympy")

    from partwise.properties.prove.expressions import expression

    x, y = expression(first), expression(second)
    if not (x.is_rational_function() and y.is_rational_function()):
        return False
    symbols = tuple(sorted(x.free_symbols | y.free_symbols, key=str))
    lines = []
    for i in range(_MOST_POINTS):
        at = dict(zip(symbols, _PRIMES[i:] + _PRIMES[:i], strict=False))
        u, v = x.subs(at), y.subs(at)
        lines.append([u, 1, -u * v, -v])
    (solution,) = sympy.Matrix(lines).nullspace()  # fails where there is no such fraction
    a, b, c, d = solution
    if sympy.cancel(sympy.together(a * x + b - y * (c * x + d))) != 0:
        return False
    _one_sign(c * x + d, symbols)
    return bool((a * d - b * c) * _sense(first) * _sense(second) > 0)


def _inside(expr: Expr, free: tuple[Expr, ...]) -> tuple[Expr, int]:
    """Return what factors, offsets, arccosines and roots are around, and whether they rise."""
    sympy = require("sympy")

    sense = 1
    while True:
        _, rest = expr.as_independent(*free, as_Add=True)
        factor, core = rest.as_independent(*free, as_Add=False)
        if not (factor.is_positive or factor.is_negative):
            raise ValueError(f"the sign of {factor} is unknown")
        sense *= 1 if factor.is_positive else -1
        if isinstance(core, sympy.acos):
            expr, sense = core.args[0], -sense
        elif core.is_Pow and core.exp == sympy.Rational(1, 2):
            expr = core.base
        elif core == expr:
            return core, sense
        else:
            expr = core


def _one_sign(expr: Expr, positive: tuple[Expr, ...]) -> None:
    """Fail unless coefficients tell that there is one sign where all variables are positive."""
    sympy = require("sympy")

    for part in sympy.fraction(sympy.cancel(sympy.together(expr))):
        coefficients = sympy.Poly(part, *positive).coeffs()
        if not all(c > 0 for c in coefficients) and not all(c < 0 for c in coefficients):
            raise ValueError(f"{part} may have either sign")


MOST_INDICES = 62
"""So many bits a code may have."""


class TablePair(NamedTuple):
    """A triplet: two tables with the same row sizes."""

    n: int
    # left, right: numbers of the tables of (A, B₁) and (A, B₂) in the enumeration
    left: int
    right: int

    def labels(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Return reference, left and right candidate."""
        tables = enumeration(self.n)
        reference, left = tables.labels(self.left)
        _, right = tables.labels(self.right)
        return reference, left, right


@dataclass(frozen=True)
class Signs:
    """What triplets of n items can say about some indices."""

    # n, indices: numbers of items and of indices
    n: int
    indices: int
    candidates: list[Candidates]  # those of each reference
    codes: frozenset[int]  # the sign vectors; index 0 prefers the left
    # which pairs of indices prefer different candidates somewhere, other indices tied or not
    opposed: NDArray[np.bool_]

    def simplest(self, code: int) -> TablePair:
        """Return a triplet of a sign vector: the one with the fewest clusters, then the first.

        Examples
        --------
        >>> import partwise as pw
        >>> found = signs([pw.index("rand"), pw.index("jaccard")], 4)
        >>> found.codes
        frozenset({1, 3})
        >>> found.simplest(1).labels()
        ((0, 0, 1, 1), (0, 1, 0, 0), (0, 0, 0, 0))
        """
        tables, every = enumeration(self.n), (1 << self.indices) - 1
        best: tuple[tuple[int, ...], TablePair] | None = None
        for here in self.candidates:
            for i, others, codes in _codes(here.ranks):
                for j in others[(codes == code) | (codes == every ^ code)].tolist():
                    left, right = int(here.tables[i]), int(here.tables[j])
                    if codes[j - i - 1] != code:
                        left, right = right, left
                    pair = TablePair(self.n, left, right)
                    order = _simplicity(tables, pair)
                    if best is None or order < best[0]:
                        best = order, pair
        if best is None:
            raise LookupError(f"no triplet of {self.n} items has the signs {code:b}")
        return best[1]


def signs(indices: Sequence[Index], n: int) -> Signs:
    """Find all sign vectors of the triplets of n items on which no index ties or is undefined."""
    candidates = all_candidates(indices, n)
    every = (1 << len(indices)) - 1
    seen: set[int] = set()
    opposed = np.zeros((len(indices),) * 2, bool)
    for here in candidates:
        codes_here = np.concatenate([np.unique(codes) for _, _, codes in _codes(here.ranks)])
        seen.update(np.unique(codes_here).tolist())
        if not opposed.all():
            opposed |= _opposed(here.ranks)
    codes = frozenset(code if code & 1 else every ^ code for code in seen - {-1})
    return Signs(n, len(indices), candidates, codes, opposed | opposed.T)


def _codes(ranks: Numbers) -> Iterator[tuple[int, Numbers, Numbers]]:
    """Yield each line, all later lines, and the codes of the two; −1 if an index ties."""
    bits = 1 << np.arange(ranks.shape[1])
    for i in range(len(ranks) - 1):
        steps = ranks[i] - ranks[i + 1 :]
        codes = np.where((steps != 0).all(axis=1), (steps > 0) @ bits, -1)
        yield i, np.arange(i + 1, len(ranks)), codes


def _opposed(ranks: Numbers) -> NDArray[np.bool_]:
    opposed = np.zeros((ranks.shape[1],) * 2, bool)
    for i in range(len(ranks) - 1):
        steps = ranks[i + 1 :] - ranks[i]
        opposed |= (steps > 0).T.astype(np.float32) @ (steps < 0).astype(np.float32) > 0
    return opposed


def _simplicity(tables: Enumeration, pair: TablePair) -> tuple[int, ...]:
    left, right = pair.left, pair.right
    clusters = tables.k_a[left] + tables.k_b[left] + tables.k_b[right]
    return int(clusters), left + right, left
