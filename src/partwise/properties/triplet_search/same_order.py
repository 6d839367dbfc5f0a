"""Proofs that two indices order all candidates of a reference alike: no triplet separates them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.search.enumeration import Enumeration, enumeration
from partwise.properties.triplet_search.orders import Candidates, Numbers, all_candidates

Expr: TypeAlias = Any

_NEAR = 1e-9
_POINTS = ((1, 2, 3, 5), (4, 1, 2, 7), (3, 5, 1, 2), (2, 7, 5, 1), (5, 3, 4, 6), (7, 2, 6, 3))


def same_order(first: Index, second: Index) -> bool:
    """Whether two indices are proved to order all candidates alike; False means "not proved".

    Pair-counting indices do if they are the same inside arccosines, roots, factors and offsets
    that m_A and N determine, for these belong to the reference; or if one is a rising fraction
    (a·x + b) / (c·x + d) of the other, x, whose denominator has one sign. Indices of tables do if
    they are linearly equivalent.

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
    if first.kind == "callable" or first.kind != second.kind:
        return False
    try:
        if first.kind == "table":
            return _are_linear(first, second)
        return _are_one_inside(first, second) or _is_fraction(first, second)
    except Exception:  # noqa: BLE001 - no proof, or a formula that takes no symbols
        return False


def _sense(index: Index) -> int:
    return 1 if index.direction == "similarity" else -1


def _are_linear(first: Index, second: Index) -> bool:
    from partwise.properties.equivalence import equivalent

    equivalence = equivalent(first, second)
    if (
        equivalence is None
        or equivalence.swapped
        or not equivalence.proved
        or isinstance(equivalence.factor, str)
    ):
        return False
    return (equivalence.factor > 0) == (_sense(first) == _sense(second))


def _formula(index: Index) -> Expr:
    sympy = require("sympy")

    from partwise.properties.prove.faces import COUNTS
    from partwise.tables import PairCounts

    return sympy.sympify(index.formula(PairCounts(*COUNTS)))


def _are_one_inside(first: Index, second: Index) -> bool:
    sympy = require("sympy")

    from partwise.properties.prove.faces import COUNTS

    n11, n10, n01, n00 = COUNTS
    same, apart = sympy.symbols("s r", positive=True)  # pairs together in A, and the others
    fixed = {n10: same - n11, n00: apart - n01}
    (x, rises), (y, too) = (
        _inside(_formula(index).subs(fixed), (n11, n01)) for index in (first, second)
    )
    values = [float((x / y).subs({n11: 2, n01: k, same: 7, apart: 11})) for k in (3, 5)]
    if abs(values[0] - values[1]) > _NEAR:
        return False
    ratio = sympy.simplify(x / y)
    if ratio.has(n11, n01) or not (ratio.is_positive or ratio.is_negative):
        return False
    return rises * too * (1 if ratio.is_positive else -1) * _sense(first) * _sense(second) > 0


def _is_fraction(first: Index, second: Index) -> bool:
    sympy = require("sympy")

    from partwise.properties.prove.faces import COUNTS

    x, y = _formula(first), _formula(second)
    if not (x.is_rational_function() and y.is_rational_function()):
        return False
    lines = []
    for point in _POINTS:
        at = dict(zip(COUNTS, point, strict=True))
        u, v = x.subs(at), y.subs(at)
        lines.append([u, 1, -u * v, -v])
    (solution,) = sympy.Matrix(lines).nullspace()  # fails where there is no such fraction
    a, b, c, d = solution
    if sympy.cancel(sympy.together(a * x + b - y * (c * x + d))) != 0:
        return False
    _one_sign(c * x + d, COUNTS)
    return bool((a * d - b * c) * _sense(first) * _sense(second) > 0)


def _inside(expr: Expr, free: tuple[Expr, Expr]) -> tuple[Expr, int]:
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
