"""Every sign that the checker takes for shown while it verifies proofs, and what z3 says of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal
from unittest import mock

from partwise.properties.checker import signs
from partwise.properties.checker.algebra import Polynomial, Root
from partwise.properties.checker.certificates import verify

_STEPS = 200_000  # of z3, which then gives up; a number of steps is the same on every machine

Claims = dict[Polynomial, int]
"""Polynomials, and their sign wherever all variables are positive."""


def sign_claims(certificates: Iterable[Mapping[str, Any]]) -> Claims:
    """Return the signs that proofs rest on, each once."""
    claims: Claims = {}
    depth = 0
    shown = signs.sign

    def recorded(polynomial: Polynomial, witnesses: signs.Witnesses) -> int:
        nonlocal depth
        depth += 1
        try:
            which = shown(polynomial, witnesses)
        finally:
            depth -= 1
        if depth == 0:
            claims[polynomial] = which
        return which

    with mock.patch.object(signs, "sign", recorded):
        for certificate in certificates:
            verify(certificate)
    return claims


def asked(polynomial: Polynomial, sign: int) -> Literal["yes", "no", "unknown"]:
    """Ask z3 whether a polynomial has a sign wherever its variables are positive."""
    import z3  # type: ignore[import-untyped, import-not-found, unused-ignore]

    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", _STEPS)
    variables: dict[str, Any] = {}
    conditions: list[Any] = []

    def variable(name: str) -> Any:
        if name not in variables:
            variables[name] = z3.Real(f"x{len(variables)}")
            if isinstance(name, Root):
                root = variables[name]
                conditions.extend((root >= 0, root * root == expression(name.radicand)))
            else:
                conditions.append(variables[name] > 0)
        return variables[name]

    def expression(inside: Polynomial) -> Any:
        total: Any = z3.RealVal(0)
        for monomial, coefficient in inside.terms.items():
            term: Any = z3.RealVal(str(Fraction(coefficient)))
            for name, power in monomial:
                for _ in range(power):
                    term = term * variable(name)
            total = total + term
        return total

    value = expression(polynomial)
    solver.add(value <= 0 if sign > 0 else value >= 0 if sign < 0 else value != 0)
    solver.add(*conditions)
    answer = solver.check()
    return "yes" if answer == z3.unsat else "no" if answer == z3.sat else "unknown"
