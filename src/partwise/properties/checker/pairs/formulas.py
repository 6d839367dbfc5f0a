"""Values of formulas, and strictly monotone functions around what is algebraic in them."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from .algebra import LARGEST_POWER, Quotient, Signs, constant, variable
from .refusals import NotShownError

Bound = Quotient | float
"""An exact number, or plus or minus infinity."""
Places = Mapping[str, Quotient]
PI = Quotient(variable("pi"))  # a positive number, of which nothing else is known
ZERO, ONE = constant(0), constant(1)
_COSINES = {
    Fraction(0): Fraction(1),
    Fraction(1, 3): Fraction(1, 2),
    Fraction(1, 2): Fraction(0),
    Fraction(2, 3): Fraction(-1, 2),
    Fraction(1): Fraction(-1),
}
_NUMBERS = Signs()


class UndefinedError(Exception):
    """The formula has no value: it divides by zero, or takes the root of a negative number."""


def parsed(text: str) -> ast.expr:
    """Read a formula; nothing is evaluated as code."""
    return ast.parse(text, mode="eval").body


def names_in(node: ast.expr) -> set[str]:
    """Return the names in a formula, but not those of functions, nor pi."""
    calls = {id(part.func) for part in ast.walk(node) if isinstance(part, ast.Call)}
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
    return {name.id for name in names if id(name) not in calls} - {"pi"}


def evaluate(node: ast.expr, places: Places, signs: Signs) -> Quotient:
    """Return the value of an algebraic formula where its names have these values.

    Raises
    ------
    UndefinedError
        If it has no value wherever the variables are positive.
    NotShownError
        If nothing shows whether it has one.
    """
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return constant(node.value)
    if isinstance(node, ast.Name) and node.id in places:
        return places[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return ZERO.minus(evaluate(node.operand, places, signs))
    if isinstance(node, ast.BinOp):
        x, y = (evaluate(part, places, signs) for part in (node.left, node.right))
        return _combined(node.op, x, y, signs)
    name, parts = _call(node)
    values = [evaluate(part, places, signs) for part in parts]
    if name == "sqrt" and len(values) == 1:
        return _root(values[0], signs)
    if name == "given" and values:
        return values[0]
    if name == "abs" and len(values) == 1:
        values.append(ZERO.minus(values[0]))
    if name in ("abs", "max", "min") and values:
        way, best = (-1 if name == "min" else 1), values[0]
        for value in values[1:]:
            best = value if way * signs.of(value.minus(best)) > 0 else best
        return best
    raise NotShownError(f"nothing is known about {ast.unparse(node)}")


def _call(node: ast.AST) -> tuple[str, list[ast.expr]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return node.func.id, node.args
    return "", []


def _combined(does: ast.operator, x: Quotient, y: Quotient, signs: Signs) -> Quotient:
    if isinstance(does, ast.Add):
        return x.plus(y)
    if isinstance(does, ast.Sub):
        return x.minus(y)
    if isinstance(does, ast.Mult):
        return x.times(y)
    if isinstance(does, ast.Div):
        return _over(x, y, signs)
    power = y.number
    if not isinstance(does, ast.Pow) or power is None:
        raise NotShownError("what is done to the numbers is not known")
    if power.denominator > 2 or abs(power) > LARGEST_POWER:
        raise NotShownError(f"the power {power}")
    base = x if power.denominator == 1 else _root(x, signs)
    value = ONE
    for _ in range(abs(power.numerator)):
        value = value.times(base)
    return value if power >= 0 else _over(ONE, value, signs)


def _over(above: Quotient, below: Quotient, signs: Signs) -> Quotient:
    if signs.of(below) == 0:
        raise UndefinedError
    return above.times(signs.over(below))


def _root(value: Quotient, signs: Signs) -> Quotient:
    which = signs.of(value)
    if which < 0:
        raise UndefinedError
    return signs.root(value) if which else value


def exact_number(node: ast.expr) -> Quotient:
    """Return a formula without names as a number."""
    try:
        return evaluate(node, {"pi": PI}, _NUMBERS)
    except UndefinedError:
        raise NotShownError(f"{ast.unparse(node)} is not a number") from None


class Layer(NamedTuple):
    """A strictly monotone function; the affine one is factor·x + offset."""

    does: str  # "affine", "acos", "sqrt", "exp", "log", "power" or "over" (1/x)
    factor: Quotient = ONE
    offset: Quotient = ZERO
    power: int = 1

    @property
    def turns(self) -> int:
        """1 if the function rises, −1 if it falls."""
        if self.does == "affine":
            return _NUMBERS.of(self.factor)
        return -1 if self.does in ("acos", "over") else 1

    @property
    def edges(self) -> list[tuple[Quotient, int, bool]]:
        """Numbers below (1) or above (−1) which there is no value, and whether at them there is."""
        if self.does == "acos":
            return [(constant(-1), 1, True), (ONE, -1, True)]
        return [(ZERO, 1, self.does == "sqrt")] if self.does in ("sqrt", "log", "over") else []

    def after(self, other: Layer) -> Layer:
        """Return the linear function of a linear function as one."""
        factor = self.factor.times(other.factor)
        return Layer("affine", factor, self.factor.times(other.offset).plus(self.offset))

    def inverse(self, bound: Quotient) -> Bound:
        """Return of which number the function is this one; infinity if it is beyond all."""
        if self.does == "affine":
            return bound.minus(self.offset).times(_NUMBERS.over(self.factor))
        sign = _NUMBERS.of(bound)
        if self.does == "acos":
            return _cosine(bound, sign)
        if self.does == "sqrt":
            return bound.times(bound) if sign >= 0 else -math.inf
        if self.does == "over":
            return _NUMBERS.over(bound) if sign > 0 else math.inf
        if self.does == "exp" and sign <= 0:
            return -math.inf
        special = {"exp": (1, ZERO), "log": (0, ONE)}.get(self.does)
        if special and bound.number == special[0]:
            return special[1]
        if self.does == "power" and bound.number is not None:
            return constant(_odd_root(bound.number, self.power))
        raise NotShownError(f"no exact number has this one as its {self.does}")


def _cosine(angle: Quotient, sign: int) -> Bound:
    share = angle.times(_NUMBERS.over(PI)).number
    if sign < 0 or share is None or 1 >= share not in _COSINES:
        if sign < 0:
            return math.inf
        raise NotShownError("the cosine is not a fraction")
    return constant(_COSINES[share]) if share <= 1 else -math.inf


def _odd_root(value: Fraction, power: int) -> Fraction:
    parts = [round(abs(part) ** (1 / power)) for part in value.as_integer_ratio()]
    root = Fraction(*parts) * (1 if value >= 0 else -1)
    if root**power != value:
        raise NotShownError(f"{value} is not a power of a fraction")
    return root


class Formula:
    """A formula as monotone functions, the outermost first, around a core, which is algebraic.

    Examples
    --------
    >>> formula = Formula(parsed("1 - acos(n11/n10)/pi"))
    >>> ast.unparse(formula.core), formula.turns, formula.inside(ONE) == ONE
    ('n11 / n10', 1, True)
    """

    def __init__(self, node: ast.expr) -> None:
        self.layers: list[Layer] = []
        self.core, self.conditions = node, list[ast.expr]()
        layers, conditions = list[Layer](), list[ast.expr]()
        while (outer := _outer(node)) is not None:
            layer, node, others = outer
            conditions += others
            if layer and layer.does == "affine" and layers and layers[-1].does == "affine":
                layers[-1] = layers[-1].after(layer)
                continue
            layers += [layer] if layer else []
            if layer and layer.does != "affine":
                self.layers, self.core, self.conditions = list(layers), node, list(conditions)

    @property
    def turns(self) -> int:
        """1 if the whole rises with the core, −1 if it falls."""
        return math.prod(layer.turns for layer in self.layers)

    def value(self, places: Places, signs: Signs) -> Quotient:
        """Return the core, after showing that the whole has a value.

        Raises
        ------
        UndefinedError
            If it has none.
        """
        for condition in self.conditions:
            evaluate(condition, places, signs)
        core = evaluate(self.core, places, signs)
        for depth, layer in reversed(list(enumerate(self.layers, 1))):
            for edge, way, is_allowed in layer.edges:
                sign = way * self.compare(core, edge, signs, depth)
                if sign < 0 and layer.does == "over":
                    raise NotShownError("1/x of a negative x is above that of a positive one")
                if sign < 0 or (sign == 0 and not is_allowed):
                    raise UndefinedError
        return core

    def inside(self, bound: Bound, depth: int = 0) -> Bound:
        """Return what the core is compared with when all below some layers is with a number."""
        for place, layer in enumerate(self.layers[depth:], depth):
            if isinstance(bound, float):
                return bound * math.prod(one.turns for one in self.layers[place:])
            bound = layer.inverse(bound)
        return bound

    def compare(self, core: Quotient, bound: Bound, signs: Signs, depth: int = 0) -> int:
        """Return the sign of the value less a number."""
        inner = self.inside(bound, depth)
        turns = math.prod(layer.turns for layer in self.layers[depth:])
        if isinstance(inner, float):
            return turns * (-1 if inner > 0 else 1)
        return turns * signs.of(core.minus(inner))

    def is_number(self, core: Quotient, number: Formula, signs: Signs) -> bool:
        """Whether the whole is a number, such as 1 - log(2), for a value of the core."""
        many = len(number.layers)
        if self.layers[:many] != number.layers:
            return False
        return self.compare(core, exact_number(number.core), signs, many) == 0


def _outer(node: ast.expr) -> tuple[Layer | None, ast.expr, list[ast.expr]] | None:
    """Take the outermost function off; conditions come after what is inside."""
    name, parts = _call(node)
    if name == "given" and parts:
        return None, parts[0], parts[1:]
    if name in ("acos", "sqrt", "exp", "log") and len(parts) == 1:
        return Layer(name), parts[0], []
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return Layer("affine", constant(-1)), node.operand, []
    if not isinstance(node, ast.BinOp) or _is_number(node.left) == _is_number(node.right):
        return None
    inside, other = node.left, node.right
    is_first = not _is_number(inside)
    if not is_first:
        inside, other = other, inside
    value = exact_number(other)
    layer = _layer(node.op, value, is_first, inside)
    return None if layer is None else (layer, inside, [])


def _is_number(node: ast.expr) -> bool:
    """Whether a formula is a number that algebra can tell."""
    return not names_in(node) and not _has_functions(node)


def _has_functions(node: ast.expr) -> bool:
    return any(_call(part)[0] in ("acos", "log", "exp") for part in ast.walk(node))


def _layer(does: ast.operator, value: Quotient, is_first: bool, inside: ast.expr) -> Layer | None:
    """Return x ∘ value as a function of x, or value ∘ x."""
    if isinstance(does, ast.Add):
        return Layer("affine", ONE, value)
    if isinstance(does, ast.Sub):
        minus = ZERO.minus(value)
        return Layer("affine", ONE, minus) if is_first else Layer("affine", constant(-1), value)
    if isinstance(does, ast.Pow):
        power = value.number if is_first else None
        if power == Fraction(1, 2):
            return Layer("sqrt")
        is_odd = power is not None and power.denominator == 1 and power % 2 == 1
        if power is not None and is_odd and 0 < power <= LARGEST_POWER:
            return Layer("power", power=int(power))
        return None
    if isinstance(does, ast.Div) and not is_first:
        return Layer("over") if value == ONE and _has_functions(inside) else None
    if not isinstance(does, ast.Mult | ast.Div) or _NUMBERS.of(value) == 0:
        return None
    return Layer("affine", _NUMBERS.over(value) if isinstance(does, ast.Div) else value)
