"""What a traced number refuses, however a formula tries to look at it."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import ops
from partwise.properties.prove.faithful import is_faithful
from partwise.properties.prove.proving import PROVABLE, prove
from partwise.properties.prove.tracing import traced
from partwise.tables import NotTraceableError

Formula = Callable[[Any], Any]


def rand(p: Any) -> Any:
    return (p.n11 + p.n00) / (p.n11 + p.n10 + p.n01 + p.n00)


def branch(p: Any) -> Any:
    return 0 if p.n10 == 700 else rand(p)


def order(p: Any) -> Any:
    return rand(p) if p.n11 <= 1000 else 0


def truth(p: Any) -> Any:
    return rand(p) - 5 * bool(p.n10 - 700)


def either(p: Any) -> Any:
    return (p.n10 - 700) * 0 or rand(p)


def member(p: Any) -> Any:
    return rand(p) * (1 - (p.n10 in (700, 701)))


def hashed(p: Any) -> Any:
    return rand(p) - {700: 1}.get(p.n10, 0)


def relation(p: Any) -> Any:
    return rand(p) if p.relation == "identical" else 0


def loop(p: Any) -> Any:
    total = 0
    for _ in range(p.n10):
        total += 1
    return rand(p) - total


def swallowed(p: Any) -> Any:
    try:
        return rand(p) - (p.n10 > 700)
    except Exception:  # noqa: BLE001 - the very point
        return rand(p)


def rounded(p: Any) -> Any:
    return rand(p) - p.n10 // 700


def remainder(p: Any) -> Any:
    return rand(p) - p.n10 % 2


def floored(p: Any) -> Any:
    return rand(p) - math.floor(p.n10 / 700)


def in_text(p: Any) -> Any:
    return rand(p) - (f"{p.n10}" == "700")


def by_array(p: Any) -> Any:
    return rand(p) - np.floor(p.n10 / 700)


def by_type(p: Any) -> Any:
    return rand(p) if type(p.n11).__name__ == "Traced" else 0


def by_instance(p: Any) -> Any:
    return rand(p) - isinstance(p.n11, int)


def by_smaller(p: Any) -> Any:
    return rand(p) - min(p.n10, 700)


def by_copy(p: Any) -> Any:
    return rand(copy.copy(p))


CALLS = count()


def with_state(p: Any) -> Any:
    return rand(p) - (next(CALLS) > 3)


def at_random(p: Any) -> Any:
    return rand(p) + 0 * np.random.default_rng().random()


class EqualToAll:
    """A function with a branch that says that it equals every other, also abs."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__

    def __call__(self, x: Any) -> Any:
        return 0 * x if type(x) is not int or x != 700 else x


class Factor(float):
    """A number whose products have a branch."""

    def __mul__(self, other: Any) -> Any:
        return 0 * other if type(other) is not int or other != 700 else other


def nothing(x: Any) -> Any:
    return 0 * x


nothing.total = EqualToAll()  # type: ignore[attr-defined]
EQUAL_TO_ALL, FACTOR = EqualToAll(), Factor(0)
OTHER_BUILTINS = {"__builtins__": {"abs": EQUAL_TO_ALL}, "rand": rand}


def by_equality(p: Any) -> Any:
    return rand(p) - EQUAL_TO_ALL(p.n10)


def by_kind_of_number(p: Any) -> Any:
    return rand(p) - FACTOR * p.n10


def by_attribute_of_function(p: Any) -> Any:
    return rand(p) - nothing.total(p.n10)  # type: ignore[attr-defined]


by_other_builtins = eval("lambda p: rand(p) - abs(p.n10)", OTHER_BUILTINS)  # noqa: S307


SNEAKY: list[Formula] = [
    by_equality, by_kind_of_number, by_attribute_of_function, by_other_builtins,
    branch, order, truth, either, member, hashed, relation, loop, swallowed, rounded, remainder,
    floored, in_text, by_array, by_type, by_instance, by_smaller, by_copy, with_state, at_random,
]  # fmt: skip


@pytest.mark.parametrize("formula", SNEAKY, ids=lambda f: f.__name__)
def test_a_formula_that_looks_at_its_counts_is_never_proved_anything(formula: Formula) -> None:
    own = pw.pair_index("sneaky")(formula)
    with pytest.raises((NotTraceableError, TypeError, AttributeError)):
        traced(own)
    for about in PROVABLE:
        verdict = prove(own, about)
        assert verdict is None or verdict.status == "refuted", about


def test_a_formula_in_the_place_of_one_of_the_catalogue_is_never_proved_anything() -> None:
    own = replace(pw.index("rand"), formula=with_state)
    with pytest.raises(NotTraceableError):
        traced(own)


def test_a_table_does_not_tell_a_formula_that_it_is_traced() -> None:
    own = pw.table_index("sneaky_table")(lambda t: t.n * (t.whose.count("traced")))
    with pytest.raises(NotTraceableError):
        traced(own)


def test_an_angle_is_not_trusted_to_have_the_sine_of_its_cosine() -> None:
    def angle(p: Any) -> Any:
        cosine = p.determinant / ops.sqrt(p.variances)
        return ops.arccos(cosine, p.unexplained / p.variances + ops.maximum(0, p.n10 - 10**7))

    own = pw.pair_index("own_angle", direction="distance", stable=True)(angle)
    with pytest.raises(NotTraceableError):
        traced(own)


def test_arithmetic_is_traced_step_by_step() -> None:
    def stepwise(p: Any) -> Any:
        half = Fraction(1, 2)
        return abs(-p.n11 * half + 0.25) / pow(p.n10 + 1, 2) - ops.sqrt(p.n00) ** 3

    tree = traced(pw.pair_index("stepwise")(stepwise))
    assert str(tree) == "abs(-n11*(1/2) + 1/4)/(n10 + 1)**2 - sqrt(n00)**3"


def test_what_is_computed_and_dropped_still_has_to_exist() -> None:
    def dropping(p: Any) -> Any:
        p.n11 / p.n10
        return rand(p)

    tree = traced(pw.pair_index("dropping")(dropping))
    assert str(tree) == "given((n11 + n00)/(n11 + n10 + n01 + n00), n11/n10)"
    assert prove(pw.pair_index("dropping")(dropping), "maximal_agreement") is None


def test_a_tree_is_held_against_the_function_before_it_is_trusted() -> None:
    """A number that changes after the trace: as the function sees it, the tree is another one."""
    holder = pw.pair_index("changing")(lambda p: p.n11 / (p.n11 + p.n10 + SHIFT))
    tree = traced(holder)
    assert is_faithful(tree, holder)
    globals()["SHIFT"] = 2
    try:
        assert not is_faithful(tree, replace(holder))
    finally:
        globals()["SHIFT"] = 1


SHIFT = 1


@pytest.mark.parametrize("index", [i.key for i in pw.indices("all") if i.kind == "pairs"])
def test_shipped_formulas_are_what_their_trees_say(index: str) -> None:
    assert is_faithful(traced(pw.index(index)), pw.index(index))


def test_a_convention_is_the_number_that_the_formula_would_take_it_for() -> None:
    """0.1 is a little more than 1/10, in a formula as in a convention."""

    @pw.pair_index("tie_by_convention", trivial={"vs_other": 0.1, "opposite": 0})
    def tie(p: Any) -> Any:
        return 0.1 - (p.n10 + p.n01) / (p.same_a * p.same_b * p.diff_a * p.diff_b)

    assert tie([0, 0, 1], [0, 0, 0]) == tie([0, 0, 1], [0, 0, 1]) == 0.1
    assert prove(tie, "maximal_agreement") is None
