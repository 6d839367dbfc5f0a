"""Goals of indices of tables: a constant baseline, where V is linear in what has a known mean.

A is proper. Whatever depends on the sizes only is fixed, so V is a function of M, or of N11.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from .algebra import NotShownError, Quotient
from .claims import Claim
from .proofs import Proof, demand
from .table_goals import TableFormula, cite, is_constant, variables
from .table_places import Place, quotient

_PROPER, _TRIVIAL = frozenset(["ordinary", "identical"]), frozenset(["trivial"])
_ZERO, _VARIABLE = quotient("0"), quotient("z")


def baseline_of_information(claim: Claim, proof: Proof) -> str:
    """Show that V is linear in M for given sizes, and one constant where M = E[M].

    If B is trivial, or σ[M] = 0, then M = E[M].
    """
    cite(proof, ["mean information", "expected information"])
    baseline = _Baseline(TableFormula(claim, proof))
    for e, (a, b) in product("e0", (("x", "x"), ("x + d", "x"), ("x", "x + d"))):
        sizes = _Informed(quotient(f"{e} + {a}"), quotient(f"{e} + {b}"), quotient(e))
        baseline.add(sizes.deviating, sizes.expected)
        baseline.check(sizes.constant(_PROPER))
    for trivial in (("x", "0", "0"), ("x", "x + d", "x")):  # a single cluster, and singletons
        baseline.check(_Informed(*map(quotient, trivial)).constant(_TRIVIAL))
    return str(baseline.level)


class _Informed(NamedTuple):
    """H(A), H(B) and E[M], which sizes settle."""

    a: Quotient
    b: Quotient
    expected: Quotient

    def deviating(self, m: Quotient) -> Place:
        return self._place(m, quotient("sd"), _PROPER)

    def constant(self, relations: frozenset[str]) -> Place:
        return self._place(self.expected, _ZERO, relations)

    def _place(self, m: Quotient, sd: Quotient, relations: frozenset[str]) -> Place:
        values = {
            "entropy_a": self.a,
            "entropy_b": self.b,
            "entropy_joint": self.a + self.b - m,
            "expected_mutual_information": self.expected,
            "sd_mutual_information": sd,
        }
        return Place(values, relations)


def baseline_of_pairs(claim: Claim, proof: Proof) -> str:
    """Show that V is linear in N11 for given sizes, and one constant where N11 = m_A m_B / N.

    If B is trivial, or Var[N11] = 0, then N11 = m_A m_B / N.
    """
    cite(proof, ["mean pairs"])
    baseline = _Baseline(TableFormula(claim, proof))
    a, b, total = quotient("a"), quotient("b"), quotient("v**2/2 + v/2")
    sizes = _Paired(a, b, total)
    baseline.add(sizes.deviating, sizes.expected)
    baseline.check(sizes.constant(_PROPER))
    for trivial in (_ZERO, total):
        baseline.check(_Paired(a, trivial, total).constant(_TRIVIAL))
    return str(baseline.level)


class _Paired(NamedTuple):
    """m_A, m_B and N, which sizes settle."""

    a: Quotient
    b: Quotient
    total: Quotient

    @property
    def expected(self) -> Quotient:
        return self.a * self.b / self.total

    def deviating(self, n11: Quotient) -> Place:
        return self._place(n11, quotient("var"), _PROPER)

    def constant(self, relations: frozenset[str]) -> Place:
        return self._place(self.expected, _ZERO, relations)

    def _place(self, n11: Quotient, variance: Quotient, relations: frozenset[str]) -> Place:
        values = {
            "n": quotient("v + 1"),
            "n11": n11,
            "n10": self.a - n11,
            "n01": self.b - n11,
            "n00": self.total - self.a - self.b + n11,
            "n11_variance": variance,
        }
        return Place(values, relations)


class _Baseline:
    """The one value that all means must have."""

    def __init__(self, formula: TableFormula) -> None:
        self.formula = formula
        self.level: Quotient | None = None

    def add(self, at: Callable[[Quotient], Place], mean: Quotient) -> None:
        """Show that V is linear along places, and has the level at the mean."""
        place = at(_VARIABLE)
        value, start = (self.formula.at(at(z).values) for z in (_VARIABLE, _ZERO))
        if value is None or start is None:
            raise NotShownError(f"the formula is undefined where {place}")
        slope = value.slope({"z": 1})
        demand("z" not in variables(slope), "V is not linear for given sizes")
        gap = self.formula.proof.sign(
            value - start - slope * _VARIABLE, f"V − ({start}) − ({slope})·z", str(place)
        )
        demand(gap == 0, "V is not linear for given sizes")
        self._compare(start + slope * mean, place)

    def check(self, place: Place) -> None:
        """Show that V has the level at a place."""
        for value in self.formula.values_at(place):
            if value is None:
                raise NotShownError(f"there is no value where {place}")
            self._compare(value, place)

    def _compare(self, value: Quotient, place: Place) -> None:
        if self.level is None:
            demand(is_constant(value), "the mean depends on the sizes")
            self.level = value
        sign = self.formula.proof.sign(value - self.level, f"mean − {self.level}", str(place))
        demand(sign == 0, "the mean depends on the sizes")
