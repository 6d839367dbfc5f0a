"""What an index is worth where its formula divides by zero: one principle, in one place.

1. Identical clusterings get the index's best value (also for n ≤ 1: there is only one clustering).
2. One cluster against all singletons gets the worst value, where minimal agreement holds.
3. A trivial clustering against any other carries no information: the index gets its baseline
   where it has one; otherwise the value stays undefined, with its reason. The same goes for SMI
   when mutual information is one constant over all clusterings of the given sizes.

Formulas know nothing of this. An index declares only the values that differ from the principle's
defaults; where the formula is defined, the formula decides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias, get_args

from partwise.base import InputError, Option, UndefinedValueError
from partwise.tables import Relation

UndefinedPolicy: TypeAlias = Literal["convention", "nan", "raise"]
Constant: TypeAlias = int | float | Fraction

_POLICIES = frozenset(get_args(UndefinedPolicy))

SITUATION: dict[Relation, str] = {
    "identical": "the clusterings are identical",
    "opposite": "one clustering is a single cluster and the other all singletons",
    "trivial": "one clustering is trivial (a single cluster, or all singletons)",
    "ordinary": "the formula divides by zero",
}


@dataclass(frozen=True, slots=True)
class Conventions:
    """Values for clusterings on which a formula is undefined; None where there is none.

    Parameters
    ----------
    identical : number or None
        Value for identical clusterings.
    opposite : number or None
        Value for one cluster against all singletons.
    vs_other : number or None
        Value for a trivial clustering against any other.
    otherwise : number or None
        Value where the formula is undefined although neither clustering is trivial.
    """

    identical: Constant | None
    opposite: Constant | None
    vs_other: Constant | None
    otherwise: Constant | None = None

    def value(self, relation: Relation) -> Constant | None:
        """Return the value for clusterings that stand so to each other."""
        if relation == "identical":
            return self.identical
        if relation == "opposite" and self.opposite is not None:
            return self.opposite
        return self.otherwise if relation == "ordinary" else self.vs_other


class Value(NamedTuple):
    """A value of an index, and how it came about.

    Parameters
    ----------
    value : float or Fraction
        The value; NaN if it is undefined and no convention applies.
    note : str or None
        None when the formula gave the value; else why it did not, and what was done instead.
    """

    value: float | Fraction
    note: str | None = None

    def __float__(self) -> float:
        return float(self.value)


def check_undefined(policy: str) -> None:
    """Refuse a policy that does not exist."""
    if policy not in _POLICIES:
        raise InputError(f'undefined= must be "convention", "nan" or "raise", not {policy!r}')


def settle(
    key: str,
    relation: Relation,
    conventions: Conventions,
    policy: UndefinedPolicy,
    exact: bool = False,
    situations: Mapping[Relation, str] = SITUATION,
) -> Value:
    """Decide the value of an index whose formula is undefined.

    Examples
    --------
    >>> settle("correlation", "trivial", Conventions(1, -1, 0), "convention").value
    0.0
    """
    situation = situations[relation]
    if policy == "raise":
        raise UndefinedValueError(
            f"{key} is undefined here: {situation}",
            remedy=[
                *("pass ", Option("undefined", "convention"), " for a value by convention if "),
                *("there is one, or ", Option("undefined", "nan"), " for NaN"),
            ],
        )
    value = conventions.value(relation)
    if policy == "nan" or value is None:
        why = "" if policy == "nan" or relation == "ordinary" else " and it has no baseline"
        return Value(math.nan, f"undefined: {situation}{why}")
    is_rational = exact and math.isfinite(value)
    return Value(Fraction(value) if is_rational else float(value), f"by convention: {situation}")
