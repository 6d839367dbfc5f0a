"""Constant baseline, asymptotic constant baseline, and bias of pair-counting indices.

At the expected pair counts a share x/(1+x) of all pairs is together in A, y/(1+y) in B, and the
two are independent. With N = N₀(1+x)(1+y) the counts are N₀xy, N₀x, N₀y and N₀.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from partwise.base import require
from partwise.catalogue import Index
from partwise.properties.prove.certificates import Proof
from partwise.properties.prove.faces import COUNTS, Face, on_counts, on_face
from partwise.properties.prove.statements import against, demand, inside, sense

sympy = require("sympy")

Expr: TypeAlias = Any

X, Y, TOTAL = sympy.symbols("x y N", positive=True)
_WHERE = "m_A = N·x/(1+x), m_B = N·y/(1+y)"


def at_expected(index: Index, proof: Proof) -> Expr:
    """Return V at the expected pair counts, as a function of x, y and N."""
    unit = TOTAL / ((1 + X) * (1 + Y))
    counts = (unit * X * Y, unit * X, unit * Y, unit)
    value = on_counts(index, counts, (X, Y, TOTAL), proof, _WHERE)
    demand(value is not None, "the formula is undefined at the expected counts")
    return value


def asymptotic_constant_baseline(index: Index, proof: Proof) -> str:
    """Show that V is one constant at the expected pair counts."""
    value = at_expected(index, proof)
    baseline = value.subs({X: 1, Y: 1, TOTAL: 4})
    difference, _ = against(value, baseline)
    sign = proof.sign(f"V(expected counts) − {baseline}", difference, (X, Y, TOTAL), _WHERE)
    demand(sign == 0, "V at the expected counts is not constant")
    return str(baseline)


def constant_baseline(index: Index, proof: Proof) -> str:
    """Show that V is linear in N11 for given sizes, and constant at the expected counts."""
    baseline = sympy.sympify(asymptotic_constant_baseline(index, proof))
    proper = [
        Face.of("N11", "N10", "N01", "N00"),
        *(Face.of(*names) for names in (("N10", "N01", "N00"), ("N11", "N10", "N00"))),
        *(Face.of(*names) for names in (("N11", "N01", "N00"), ("N11", "N00"))),
    ]
    values = [on_face(index, face, proof) for face in proper]
    demand(all(v.by_formula for v in values), "the formula is undefined for proper clusterings")
    curvature = values[0].value
    demand(inside(curvature)[0] is curvature, "V is a curved function of something simpler")
    for _ in range(2):
        n11, n10, n01, n00 = (sympy.diff(curvature, count) for count in COUNTS)
        curvature = n11 - n10 - n01 + n00
    sign = proof.sign("second slope in N11 for given sizes", curvature, COUNTS, str(proper[0]))
    demand(sign == 0, "V is not linear in N11 for given sizes")
    proof.note("V is linear in N11 and E[N11] = m_A·m_B/N, so E[V] = V(expected counts)")
    for face in (Face.of("N11", "N01"), Face.of("N10", "N00")):
        value = on_face(index, face, proof).value
        demand(value is not None, f"no value for a trivial candidate: {face}")
        sign = proof.sign(f"V − {baseline}", value - baseline, face.symbols, str(face))
        demand(sign == 0, "a trivial candidate does not have the baseline")
    return str(baseline)


def bias(index: Index, proof: Proof) -> str:
    """Show that V at the expected counts never falls, never rises, or never moves with m_B."""
    core, turned = inside(at_expected(index, proof))
    what = "slope of V(expected counts) along y, which rises with m_B"
    if turned * sense(index) < 0:
        what += ", of which V is a falling function"
    sign = turned * sense(index) * proof.sign(what, sympy.diff(core, Y), (X, Y, TOTAL), _WHERE)
    return {1: "dec", -1: "inc", 0: "none"}[sign]
