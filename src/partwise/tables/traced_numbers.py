"""Numbers that only remember what a formula does with them.

A traced number refuses whatever would make a formula take one branch of several: comparisons,
truth values, hashing, loops, rounding. A refusal stays on record even if the formula catches the
error. So what was recorded is the formula for all counts, or nothing is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn


class NotTraceableError(Exception):
    """The formula does more than arithmetic, so there is no record of it."""


class Trace(ABC):
    """The functions of :mod:`partwise.base.ops` for traced numbers, and what they refused."""

    def __init__(self) -> None:
        self.refusals: list[str] = []

    def refuse(self, what: str) -> NoReturn:
        """Note that the formula asked for more than arithmetic."""
        self.refusals.append(what)
        raise NotTraceableError(f"the formula takes {what} of a count")

    @abstractmethod
    def made(self, does: str, *parts: object) -> Traced:
        """Return what an operation makes of numbers."""

    @abstractmethod
    def number(self, value: Fraction) -> Traced:
        """Return a constant."""

    def sqrt(self, x: Traced) -> Traced:
        """Square root."""
        return self.made("sqrt", x)

    def log(self, x: Traced) -> Traced:
        """Natural logarithm."""
        return self.made("log", x)

    def exp(self, x: Traced) -> Traced:
        """Exponential function."""
        return self.made("exp", x)

    def Rational(self, above: int, below: int) -> Traced:  # noqa: N802
        """Return a constant."""
        return self.number(Fraction(above, below))

    def Min(self, *x: object) -> Traced:  # noqa: N802
        """Return the smallest number."""
        return self.made("min", *x)

    def Max(self, *x: object) -> Traced:  # noqa: N802
        """Return the largest number."""
        return self.made("max", *x)


class Traced:
    """A number that remembers how it came about; what that looks like is up to the trace."""

    __slots__ = ("context", "origin")

    def __init__(self, origin: Any, context: Trace) -> None:
        self.origin = origin
        self.context = context

    def __add__(self, other: object) -> Traced:
        return self.context.made("+", self, other)

    def __radd__(self, other: object) -> Traced:
        return self if other == 0 else self.context.made("+", other, self)  # sum() starts at 0

    def __sub__(self, other: object) -> Traced:
        return self.context.made("-", self, other)

    def __rsub__(self, other: object) -> Traced:
        return self.context.made("-", other, self)

    def __mul__(self, other: object) -> Traced:
        return self.context.made("*", self, other)

    def __rmul__(self, other: object) -> Traced:
        return self.context.made("*", other, self)

    def __truediv__(self, other: object) -> Traced:
        return self.context.made("/", self, other)

    def __rtruediv__(self, other: object) -> Traced:
        return self.context.made("/", other, self)

    def __pow__(self, exponent: object, modulus: object = None) -> Traced:
        if isinstance(exponent, Traced) or modulus is not None:
            self.context.refuse("a power with a variable exponent")
        return self.context.made("**", self, exponent)

    def __neg__(self) -> Traced:
        return self.context.made("-", self)

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return self.context.made("abs", self)


def _refusing(what: str) -> Callable[..., NoReturn]:
    def refuse(self: Traced, *_: object, **__: object) -> NoReturn:
        self.context.refuse(what)

    return refuse


_REFUSED = {
    "a comparison": ("eq", "ne", "lt", "le", "gt", "ge"),
    "the truth value": ("bool",),
    "the hash": ("hash",),
    "the items": ("iter", "len", "contains", "getitem", "reversed", "next"),
    "a rounded value": ("int", "float", "complex", "index", "round", "floor", "ceil", "trunc"),
    "a remainder": ("mod", "rmod", "floordiv", "rfloordiv", "divmod", "rdivmod"),
    "bits": ("and", "or", "xor", "rand", "ror", "rxor", "invert", "lshift", "rshift"),
    "a power with a variable exponent": ("rpow",),
    "the text": ("str", "repr", "format", "bytes"),
    "an array": ("array", "array_ufunc", "array_function"),
    "a copy": ("copy", "deepcopy", "reduce", "reduce_ex"),
}
for _what, _names in _REFUSED.items():
    for _name in _names:
        setattr(Traced, f"__{_name}__", _refusing(_what))
