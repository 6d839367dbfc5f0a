"""The checker's algebra is held against SymPy, and what it says about signs against values."""

from __future__ import annotations

import ast
import math
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sympy

from partwise.properties import checker
from partwise.properties.checker.algebra import NotShownError, Polynomial, Quotient, Root
from partwise.properties.checker.certificates import FORMAT, verify
from partwise.properties.checker.constants import NO_WITNESSES
from partwise.properties.checker.formulas import (
    Tree,
    UndefinedError,
    evaluate,
    number,
    parse,
    polynomial,
)
from partwise.properties.checker.layers import Layered
from partwise.properties.checker.proofs import GivenFactors, Proof
from partwise.properties.checker.signs import factored, sign_of
from partwise.properties.prove.witnesses import FactorSearch

NAMES = ("x", "y", "z")
PLACES = {name: Quotient(Polynomial.variable(name)) for name in NAMES}
SYMBOLS = {name: sympy.Symbol(name, positive=True) for name in NAMES}


def drawing(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - nothing secret


def random_tree(rng: Random, depth: int, roots: bool = True) -> Tree:
    """A formula without divisions by what may be zero."""
    if depth == 0:
        return rng.choice([*map(Tree, NAMES), number(rng.randrange(1, 4))])
    kind = rng.choice(("+", "-", "*", "/", "sqrt") if roots else ("+", "-", "*", "/"))
    inside = random_tree(rng, depth - 1, roots)
    if kind == "sqrt":
        return Tree("sqrt", (Tree("*", (inside, inside)),))
    if kind == "/":
        below = Tree("+", (Tree(rng.choice(NAMES)), number(rng.randrange(3))))
        return Tree("/", (inside, below))
    return Tree(kind, (inside, random_tree(rng, depth - 1, roots)))


def at(tree: Tree, place: dict[str, Fraction]) -> float:
    return float(sympy.N(sympy.sympify(str(tree)).subs(place), 30))


def draws(rng: Random, count: int) -> list[dict[str, Fraction]]:
    return [
        {name: Fraction(rng.randrange(1, 30), rng.randrange(1, 30)) for name in NAMES}
        for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_values_and_slopes_are_those_of_sympy(seed: int) -> None:
    rng = drawing(seed)
    tree = random_tree(rng, 3, roots=False)
    value = evaluate(tree, PLACES, FactorSearch())
    theirs = sympy.sympify(str(tree), locals=SYMBOLS)
    assert sympy.cancel(sympy.sympify(str(value), locals=SYMBOLS) - theirs) == 0
    slope = sympy.diff(theirs, SYMBOLS["x"]) - 2 * sympy.diff(theirs, SYMBOLS["y"])
    ours = sympy.sympify(str(value.slope({"x": 1, "y": -2})), locals=SYMBOLS)
    assert sympy.cancel(ours - slope) == 0


@pytest.mark.parametrize("seed", range(60))
def test_a_sign_is_that_of_every_value(seed: int) -> None:
    rng = drawing(seed)
    tree = random_tree(rng, 3)
    search = FactorSearch()
    try:
        sign = sign_of(evaluate(tree, PLACES, search), search)
    except (NotShownError, UndefinedError):
        return  # nothing is claimed
    for place in draws(rng, 10):
        value = at(tree, place)
        assert (value > 1e-12) - (value < -1e-12) == sign, (tree, place)


def test_many_signs_are_found() -> None:
    """The test above would pass if nothing were ever claimed."""
    claimed = 0
    for seed in range(60):
        search = FactorSearch()
        try:
            sign_of(evaluate(random_tree(drawing(seed), 3), PLACES, search), search)
        except (NotShownError, UndefinedError):
            continue
        claimed += 1
    assert claimed >= 20


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("sqrt(x*x + y) - x", 1),
        ("x - sqrt(x*x + y)", -1),
        ("sqrt(x)*sqrt(y) - sqrt(x*y)", 0),
        ("sqrt(x + y) - sqrt(x) - sqrt(y)", -1),
        ("sqrt(12) - 2*sqrt(3)", 0),
        ("1 - x/sqrt(x*x)", 0),
        ("sqrt(2) - 3/2", -1),
        ("abs(x - sqrt(x*x + y)) + x - sqrt(x*x + y)", 0),
        ("min(x, x + y) - max(x, x - y)", 0),
    ],
)
def test_roots_are_compared_by_their_squares(text: str, wanted: int) -> None:
    search = FactorSearch()
    assert sign_of(evaluate(parse(text), PLACES, search), search) == wanted


@pytest.mark.parametrize("text", ["x - y", "sqrt(x) - y", "x*x - x*y + y*y", "abs(x - y)"])
def test_what_has_no_plain_sign_is_not_shown(text: str) -> None:
    search = FactorSearch()
    with pytest.raises(NotShownError):
        sign_of(evaluate(parse(text), PLACES, search), search)


@pytest.mark.parametrize("text", ["1/(x - x)", "sqrt(-x)", "1/(sqrt(x*x) - x)", "(x - x)**(-1)"])
def test_what_is_nowhere_defined_is_undefined(text: str) -> None:
    with pytest.raises(UndefinedError):
        evaluate(parse(text), PLACES, FactorSearch())


@pytest.mark.parametrize("text", ["(x - y)/(x - y)", "sqrt(x - y)", "1/abs(x - y)"])
def test_what_is_defined_here_and_there_is_not_shown(text: str) -> None:
    with pytest.raises(NotShownError):
        evaluate(parse(text), PLACES, FactorSearch())


# --- witnesses that lie


@pytest.mark.parametrize(
    "factors",
    [
        [("x + y", 1)],
        [("x - y", 1), ("-1", -1)],
        [("x - y", 1), ("y", 0)],
        [("x - y", 1), ("sqrt(1 - x)", 2), ("1", 1)],
        [("x - y", 10**6)],
    ],
)
def test_factors_are_multiplied_out(factors: list[tuple[str, int]]) -> None:
    lie = GivenFactors({"x - y": [(polynomial(text), power) for text, power in factors]})
    with pytest.raises(NotShownError):
        factored(polynomial("x - y"), lie)


def test_a_root_that_nobody_has_shown_to_be_real_is_no_witness() -> None:
    """−1 is a square of an imaginary number: x − y is (√x − √y)(√x + √y), but of √(−1) nothing."""
    root = polynomial("sqrt(-1)")
    assert root * root == polynomial("-1")
    lie = GivenFactors({"x - y": [(polynomial("y - x"), 1), (root, 2)]})
    with pytest.raises(NotShownError):
        factored(polynomial("x - y"), lie)


def test_factors_that_never_end_show_nothing() -> None:
    whole = polynomial("x - y")
    endless = GivenFactors({"x - y": [(whole, 1), (polynomial("1"), 1)]})
    with pytest.raises(RecursionError):
        sign_of(Quotient(whole), endless)


# --- text


@pytest.mark.parametrize("seed", range(30))
def test_formulas_read_back_as_they_are(seed: int) -> None:
    tree = random_tree(drawing(seed), 4)
    assert parse(str(tree)) == tree
    negative = Tree("**", (Tree("-", (tree,)), number(-2)))
    assert parse(str(negative)) == negative


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "x if y else z",
        "x.real",
        "[x]",
        "x < y",
        "f(x)",
        "sqrt(x, key=1)",
        "1.5",
    ],
)
def test_nothing_but_arithmetic_is_a_formula(text: str) -> None:
    with pytest.raises(NotShownError):
        parse(text)


def test_roots_with_one_name_are_one() -> None:
    assert Root.of(polynomial("x + y")) == Root.of(polynomial("y + x"))


# --- monotone functions around a core


LAYERED = [
    "1 - acos(x)/pi",
    "3*sqrt(x) - 2",
    "2 - x**3",
    "exp(1 - 2*x)",
    "log(1 + x)/2",
    "1/(1 + exp(-x))",
    "pi/2 - acos(x**3)",
]


@pytest.mark.parametrize("text", LAYERED)
def test_layers_keep_or_turn_the_order(text: str) -> None:
    formula = Layered(parse(text))
    assert formula.layers
    x = sympy.Symbol("x")
    whole, core = (sympy.lambdify(x, sympy.sympify(str(t))) for t in (text, formula.core))
    low, high = float(whole(0.25)), float(whole(0.75))
    assert formula.turns * (core(0.75) - core(0.25)) * (high - low) > 0
    proof = Proof(NO_WITNESSES)
    quarter = formula.value({"x": Quotient.of(Fraction(1, 4))}, proof, "")
    for bound in (-50, -2, -1, 0, 1, 2, 50):
        try:
            sign = formula.compare(quarter, Quotient.of(bound), proof, "")
        except NotShownError:
            continue
        assert sign == (1 if low > bound else -1), (text, bound)
    for infinite in (math.inf, -math.inf):
        assert formula.compare(quarter, infinite, proof, "") == (-1 if infinite > 0 else 1)


@pytest.mark.parametrize("text", ["acos(x)", "sqrt(x)", "log(x)", "acos(sqrt(x))"])
def test_a_layer_has_no_value_beyond_its_domain(text: str) -> None:
    beyond = Quotient.of(-2)
    with pytest.raises(UndefinedError):
        Layered(parse(text)).value({"x": beyond}, Proof(NO_WITNESSES), "")


def test_one_over_a_negative_number_is_not_taken_for_monotone() -> None:
    formula = Layered(parse("1/(exp(x) - 2)"))
    with pytest.raises(NotShownError):
        formula.value({"x": Quotient.of(0)}, Proof(NO_WITNESSES), "")


# --- it stands alone


def test_the_checker_imports_the_standard_library_alone() -> None:
    folder = Path(checker.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names.append(node.module or "")
            roots = {name.partition(".")[0] for name in names}
            assert roots <= set(sys.stdlib_module_names), path.name


@pytest.mark.parametrize("kind", ["proof", "counterexample"])
def test_nobody_waits_for_a_power_without_end(kind: str) -> None:
    claim = {
        "format": FORMAT, "kind": kind, "property": "symmetry", "formula": "n11**100000000",
        "vocabulary": "table", "direction": "similarity",
        "conventions": dict.fromkeys(("identical", "opposite", "vs_other", "otherwise")),
    }  # fmt: skip
    steps: dict[str, Any] = {"method": "symmetry", "value": None, "steps": [], "factors": []}
    example: dict[str, Any] = {
        "clusterings": {"A": [0, 0, 1, 1], "B": [0, 0, 0, 1]},
        "pair_counts": {},
    }
    rest = steps if kind == "proof" else {**example, "items": [], "violation": None}
    with pytest.raises(NotShownError):
        verify({**claim, **rest})
