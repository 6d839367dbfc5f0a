"""Goals of indices of tables: a constant baseline, where V is linear in what has a known mean.

A is proper. Whatever depends on the sizes only is fixed, so V is a function of M, or of N11.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

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
        sizes = quotient(f"{e} + {a}"), quotient(f"{e} + {b}"), quotient(e)
        baseline.add(lambda m, s=sizes: _informed(*s, quotient("sd"), m, _PROPER), sizes[2])
        baseline.check(_informed(*sizes, _ZERO, sizes[2], _PROPER))
    single = ("x", "0", "0", "0", "0")
    singletons = ("x", "x + d", "x", "0", "x")
    for trivial in (single, singletons):
        baseline.check(_informed(*map(quotient, trivial), _TRIVIAL))
    return str(baseline.level)


def _informed(
    a: Quotient, b: Quotient, e: Quotient, sd: Quotient, m: Quotient, relations: frozenset[str]
) -> Place:
    values = {
        "entropy_a": a,
        "entropy_b": b,
        "entropy_joint": a + b - m,
        "expected_mutual_information": e,
        "sd_mutual_information": sd,
    }
    return Place(values, relations)


def baseline_of_pairs(claim: Claim, proof: Proof) -> str:
    """Show that V is linear in N11 for given sizes, and one constant where N11 = m_A m_B / N.

    If B is trivial, or Var[N11] = 0, then N11 = m_A m_B / N.
    """
    cite(proof, ["mean pairs"])
    baseline = _Baseline(TableFormula(claim, proof))
    a, b, total = quotient("a"), quotient("b"), quotient("v**2 + v") * quotient("1/2")
    mean = a * b / total
    baseline.add(lambda n11: _paired(a, b, total, quotient("var"), n11, _PROPER), mean)
    baseline.check(_paired(a, b, total, _ZERO, mean, _PROPER))
    for m_b, n11 in ((_ZERO, _ZERO), (total, a)):
        baseline.check(_paired(a, m_b, total, _ZERO, n11, _TRIVIAL))
    return str(baseline.level)


def _paired(
    a: Quotient,
    b: Quotient,
    total: Quotient,
    var: Quotient,
    n11: Quotient,
    relations: frozenset[str],
) -> Place:
    values = {
        "n": quotient("v + 1"),
        "n11": n11,
        "n10": a - n11,
        "n01": b - n11,
        "n00": total - a - b + n11,
        "n11_variance": var,
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
