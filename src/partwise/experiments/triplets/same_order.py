"""Proofs that two indices order all candidates of a reference alike: no triplet separates them."""

from __future__ import annotations

from typing import Any, TypeAlias

from partwise.index import Index

__all__ = ["same_order"]

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

    found = equivalent(first, second)
    if found is None or found.swapped or not found.proved or isinstance(found.factor, str):
        return False
    return (found.factor > 0) == (_sense(first) == _sense(second))


def _formula(index: Index) -> Expr:
    import sympy

    from partwise.pairs import PairCounts
    from partwise.properties.prove.faces import COUNTS

    return sympy.sympify(index.formula(PairCounts(*COUNTS)))


def _are_one_inside(first: Index, second: Index) -> bool:
    import sympy

    from partwise.properties.prove.faces import COUNTS

    n11, n10, n01, n00 = COUNTS
    same, apart = sympy.symbols("s r", positive=True)  # pairs together in A, and the others
    given = {n10: same - n11, n00: apart - n01}
    (x, rises), (y, too) = (
        _inside(_formula(index).subs(given), (n11, n01)) for index in (first, second)
    )
    values = [float((x / y).subs({n11: 2, n01: k, same: 7, apart: 11})) for k in (3, 5)]
    if abs(values[0] - values[1]) > _NEAR:
        return False
    ratio = sympy.simplify(x / y)
    if ratio.has(n11, n01) or not (ratio.is_positive or ratio.is_negative):
        return False
    return rises * too * (1 if ratio.is_positive else -1) * _sense(first) * _sense(second) > 0


def _is_fraction(first: Index, second: Index) -> bool:
    import sympy

    from partwise.properties.prove.faces import COUNTS

    x, y = _formula(first), _formula(second)
    if not (x.is_rational_function() and y.is_rational_function()):
        return False
    lines = []
    for point in _POINTS:
        at = dict(zip(COUNTS, point, strict=True))
        u, v = x.subs(at), y.subs(at)
        lines.append([u, 1, -u * v, -v])
    (found,) = sympy.Matrix(lines).nullspace()  # fails where there is no such fraction
    a, b, c, d = found
    if sympy.cancel(sympy.together(a * x + b - y * (c * x + d))) != 0:
        return False
    _one_sign(c * x + d, COUNTS)
    return bool((a * d - b * c) * _sense(first) * _sense(second) > 0)


def _inside(expr: Expr, free: tuple[Expr, Expr]) -> tuple[Expr, int]:
    """Return what factors, offsets, arccosines and roots are around, and whether they rise."""
    import sympy

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
    import sympy

    for part in sympy.fraction(sympy.cancel(sympy.together(expr))):
        coefficients = sympy.Poly(part, *positive).coeffs()
        if not all(c > 0 for c in coefficients) and not all(c < 0 for c in coefficients):
            raise ValueError(f"{part} may have either sign")
