"""Strictly monotone functions around a formula, such as an arccosine, a root, a factor, an offset.

Two values of a formula are in the order of what is inside, or in the reverse order. So a proof
about what is inside is one about the whole, and only what is inside has to be algebraic.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from .algebra import LARGEST_POWER, NotShownError, Quotient
from .constants import NO_WITNESSES, PI, Bound, constant
from .formulas import Tree, UndefinedError, evaluate
from .proofs import Proof
from .signs import sign_of, square_root

_ZERO, _ONE = Quotient.of(0), Quotient.of(1)
_COSINES = {
    Fraction(0): Fraction(1),
    Fraction(1, 3): Fraction(1, 2),
    Fraction(1, 2): Fraction(0),
    Fraction(2, 3): Fraction(-1, 2),
    Fraction(1): Fraction(-1),
}
_TRANSCENDENTAL = ("acos", "log", "exp")


class Layer(NamedTuple):
    """One function: what it does, and for an affine one its factor and offset."""

    does: str  # "affine", "acos", "sqrt", "exp", "log", "power" or "over" (1/x)
    factor: Quotient = _ONE
    offset: Quotient = _ZERO
    power: int = 1

    @property
    def turns(self) -> int:
        """1 if the function rises, −1 if it falls."""
        if self.does == "affine":
            return sign_of(self.factor, NO_WITNESSES)
        return -1 if self.does in ("acos", "over") else 1

    @property
    def domain(self) -> tuple[tuple[Quotient, int, bool], ...]:
        """Numbers below (1) or above (−1) which there is no value, and whether at them there is."""
        if self.does == "acos":
            return ((-_ONE, 1, True), (_ONE, -1, True))
        if self.does == "sqrt":
            return ((_ZERO, 1, True),)
        return ((_ZERO, 1, False),) if self.does in ("log", "over") else ()

    def inverse(self, bound: Quotient) -> Bound:
        """Return the number of which the function is this one; infinity if it is beyond all."""
        if self.does == "affine":
            return (bound - self.offset) / self.factor
        sign = sign_of(bound, NO_WITNESSES)
        if self.does == "acos":
            return _cosine(bound, sign)
        if self.does == "sqrt":
            return bound * bound if sign >= 0 else -math.inf
        if self.does == "over":
            return _ONE / bound if sign > 0 else math.inf
        if self.does == "exp" and sign <= 0:
            return -math.inf
        special = {"exp": (_ONE, _ZERO), "log": (_ZERO, _ONE)}.get(self.does)
        if special is not None and bound == special[0]:
            return special[1]
        value = bound.as_number
        if self.does == "power" and value is not None:
            return Quotient.of(_root(Fraction(value), self.power))
        raise NotShownError(f"no exact number has {bound} as its {self.does}")

    def applied(self, value: Quotient | str) -> Quotient | str:
        """Return the function of a number, as a number if that is plain, else as text."""
        if isinstance(value, str):
            return self._written(value)
        if self.does == "affine":
            return value * self.factor + self.offset
        if self.does == "power":
            return value**self.power
        if self.does == "sqrt" and value.as_number is not None:
            return square_root(value, NO_WITNESSES) if value else value
        if self.does == "acos":
            angles = (q for q, cosine in _COSINES.items() if value == Quotient.of(cosine))
            return next((PI * Quotient.of(q) for q in angles), f"acos({value})")
        if self.does == "over" and value.as_number:
            return _ONE / value
        special = {"exp": (_ZERO, _ONE), "log": (_ONE, _ZERO)}.get(self.does)
        if special is not None and value == special[0]:
            return special[1]
        return self._written(str(value))

    def _written(self, text: str) -> str:
        if self.does == "affine":
            return f"({self.factor})*{text} + {self.offset}"
        if self.does == "power":
            return f"({text})**{self.power}"
        return f"1/({text})" if self.does == "over" else f"{self.does}({text})"


def _cosine(angle: Quotient, sign: int) -> Bound:
    if sign < 0:
        return math.inf
    share = (angle / PI).as_number
    if share is None:
        raise NotShownError(f"{angle} is not a multiple of pi")
    if share > 1:
        return -math.inf
    if share not in _COSINES:
        raise NotShownError(f"the cosine of {angle} is not a fraction")
    return Quotient.of(_COSINES[Fraction(share)])


def _root(value: Fraction, power: int) -> Fraction:
    """Return the odd root of a number, if it is a fraction."""
    parts = [round(abs(part) ** (1 / power)) for part in (value.numerator, value.denominator)]
    root = Fraction(*parts) * (1 if value >= 0 else -1)
    if root**power != value:
        raise NotShownError(f"{value} is not a power of a fraction")
    return root


class Layered:
    """A formula as monotone functions around a core, which is algebraic.

    Examples
    --------
    >>> from .formulas import parse
    >>> formula = Layered(parse("1 - acos(n11/n10)/pi"))
    >>> print(formula.core, formula.turns, formula.into_core(Quotient.of(1)))
    n11/n10 1 1
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.layers: tuple[Layer, ...] = ()
        self.core = tree
        layers: list[Layer] = []
        conditions: list[Tree] = []
        while (outer := _outer(tree)) is not None:
            layer, tree, *others = outer
            conditions += others
            layers += [layer] if layer else []
            if layer and layer.does != "affine":
                self.layers = tuple(layers)
                self.core = Tree("given", (tree, *conditions)) if conditions else tree

    @property
    def turns(self) -> int:
        """1 if the whole rises with the core, −1 if it falls."""
        return math.prod(layer.turns for layer in self.layers)

    def value(self, places: Mapping[str, Quotient], proof: Proof, where: str) -> Quotient:
        """Return the core where names have these values, after showing that the whole has one.

        Raises
        ------
        UndefinedError
            If the formula has no value wherever the variables are positive.
        NotShownError
            If the witnesses do not show whether it has one.
        """
        core = evaluate(self.core, places, proof.witnesses)
        for depth, layer in reversed(list(enumerate(self.layers, 1))):
            inside = _Rest(self.layers[depth:])
            for edge, way, is_allowed in layer.domain:
                sign = way * inside.compare(core, edge, proof, where)
                if sign < 0 and layer.does == "over":
                    raise NotShownError("1/x of a negative x is above that of a positive one")
                if sign < 0 or (sign == 0 and not is_allowed):
                    raise UndefinedError(f"{layer.does} of a number beyond {edge}")
        return core

    def into_core(self, bound: Bound) -> Bound:
        """Return what the core is compared with when the whole is compared with a number."""
        return _Rest(self.layers).into_core(bound)

    def compare(self, core: Quotient, bound: Bound, proof: Proof, where: str) -> int:
        """Return the sign of V − bound, where V is the whole for this value of the core."""
        return _Rest(self.layers).compare(core, bound, proof, where, name="V")

    def whole(self, core: Quotient) -> str:
        """Return the whole for a core that is a number, as text.

        Examples
        --------
        >>> from .formulas import parse
        >>> Layered(parse("1 - acos(x)/pi")).whole(Quotient.of(0))
        '1/2'
        """
        value: Quotient | str = core
        for layer in reversed(self.layers):
            value = layer.applied(value)
        return str(value)


class _Rest(NamedTuple):
    """The layers from some depth on, of which the core is inside."""

    layers: tuple[Layer, ...]

    def into_core(self, bound: Bound) -> Bound:
        for place, layer in enumerate(self.layers):
            if isinstance(bound, float):
                return bound * math.prod(one.turns for one in self.layers[place:])
            bound = layer.inverse(bound)
        return bound

    def compare(
        self, core: Quotient, bound: Bound, proof: Proof, where: str, name: str = ""
    ) -> int:
        inner = self.into_core(bound)
        turns = math.prod(layer.turns for layer in self.layers)
        if isinstance(inner, float):
            return turns * (-1 if inner > 0 else 1)
        what = name if name and not self.layers else "core" if self.layers else "inside"
        says = what if not inner else f"{what} − {inner}"
        return turns * proof.sign(core - inner, says.replace("− -", "+ "), where)


def _outer(tree: Tree) -> tuple[Layer | None, Tree, *tuple[Tree, ...]] | None:
    """Take the outermost function off; conditions come after what is inside."""
    does, parts = tree
    if does == "given" and parts:
        return None, parts[0], *parts[1:]
    if does in ("acos", "sqrt", "exp", "log") and len(parts) == 1:
        return Layer(does), parts[0]
    if does == "-" and len(parts) == 1:
        return Layer("affine", -_ONE), parts[0]
    if does not in ("+", "-", "*", "/", "**") or len(parts) != 2:
        return None
    first, second = parts
    if not tree.symbols or (first.symbols and second.symbols):
        return None
    if does == "**":
        return _outer_power(first, second)
    if second.symbols and does == "/":
        return _outer_over(constant(first), second)
    fixed, inside = (second, first) if first.symbols else (first, second)
    value = constant(fixed)
    if does in "+-":
        turned = does == "-" and inside is second
        offset = -value if does == "-" and inside is first else value
        return Layer("affine", -_ONE if turned else _ONE, offset), inside
    if sign_of(value, NO_WITNESSES) == 0:
        return None
    return Layer("affine", _ONE / value if does == "/" else value), inside


def _outer_power(base: Tree, exponent: Tree) -> tuple[Layer, Tree] | None:
    power = None if exponent.symbols else constant(exponent).as_number
    if power == Fraction(1, 2):
        return Layer("sqrt"), base
    if isinstance(power, int) and power % 2 and 0 < power <= LARGEST_POWER:
        return Layer("power", power=power), base
    return None


def _outer_over(above: Quotient, below: Tree) -> tuple[Layer, Tree] | None:
    """Take c/x apart where x is not algebraic: as c times 1/x, of which only x is left."""
    if above != _ONE or not any(part.does in _TRANSCENDENTAL for part in below.subtrees):
        return None
    return Layer("over"), below
