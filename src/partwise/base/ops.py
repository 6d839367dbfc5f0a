"""The functions that formulas may use, over every kind of number that formulas meet.

A formula is written once and runs on Python integers and floats, on :class:`~fractions.Fraction`
(exact), on :class:`~partwise.base.reals.ExactReal` (exact beyond fractions), on NumPy arrays (many
tables at once), on mpmath numbers (any precision) and on SymPy symbols. Arithmetic works on all of
them already; the functions here choose by the type of their argument. Neither mpmath's nor SymPy's
modules are imported unless their numbers come in.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from partwise.base.errors import NotRationalError
from partwise.base.extras import require
from partwise.base.reals import ExactReal

_EXACT_IN_FLOAT = 2**53

Number: TypeAlias = Any
"""An int, float, Fraction, ExactReal, NumPy array, mpmath number or SymPy expression."""


def _library(x: Number) -> Any:
    """Return the module, context or class whose functions fit ``x``; None for plain numbers."""
    if isinstance(x, ExactReal):
        return ExactReal
    if isinstance(x, np.ndarray | np.generic):
        return np
    if hasattr(x, "free_symbols"):
        return require("sympy")
    return getattr(x, "context", None)


def _irrational(name: str) -> NotRationalError:
    return NotRationalError(
        f"the formula takes {name}, so its value is not a fraction; use exact=False for a float"
    )


def _elsewhere(function: Callable[[Number], Number], x: Number, name: str) -> Number:
    """Apply a function of one number, known by its name in every library, to no plain number."""
    if isinstance(x, Fraction):
        raise _irrational(name)
    library = _library(x)
    if library is np and x.dtype == object:
        return np.array([function(value) for value in x.ravel()]).reshape(x.shape)
    return getattr(library, function.__name__)(x)


def sqrt(x: Number) -> Number:
    """Square root.

    Examples
    --------
    >>> sqrt(16)
    4.0
    """
    if type(x) is int or type(x) is float:
        if x < 0:
            raise ArithmeticError("the square root of a negative number")
        return math.sqrt(x) if x < _EXACT_IN_FLOAT else _sqrt_of_large(int(x))
    return _elsewhere(sqrt, x, "a square root")


def _sqrt_of_large(x: int) -> Number:
    """Root of an integer beyond 2^53: an integer if it is a square, else of 90 digits."""
    root = math.isqrt(x)
    return root if root * root == x else precise().sqrt(x)


@cache
def precise() -> Any:
    """Return the context of precise numbers, apart from the user's own mpmath settings."""
    from mpmath import MPContext

    context = MPContext()
    context.prec = 300
    return context


def log(x: Number) -> Number:
    """Natural logarithm."""
    if type(x) is int or type(x) is float:
        if x <= 0:
            raise ArithmeticError("the logarithm of a number that is not positive")
        return math.log(x)
    return _elsewhere(log, x, "a logarithm")


def exp(x: Number) -> Number:
    """Exponential function."""
    if type(x) is int or type(x) is float:
        return math.exp(x)
    return _elsewhere(exp, x, "an exponential")


def absolute(x: Number) -> Number:
    """Absolute value."""
    return abs(x)


def minimum(x: Number, y: Number) -> Number:
    """Return the smaller of two numbers, element by element for arrays."""
    return _extreme(x, y, min, np.minimum, "Min")


def maximum(x: Number, y: Number) -> Number:
    """Return the larger of two numbers, element by element for arrays."""
    return _extreme(x, y, max, np.maximum, "Max")


def _extreme(
    x: Number, y: Number, plain: Callable[..., Number], of_arrays: np.ufunc, in_sympy: str
) -> Number:
    """Return one of two numbers; NaN if one is complex, the root or logarithm of a negative one."""
    library = _library(x) or _library(y)
    if library is np:
        return of_arrays(x, y)
    if hasattr(library, in_sympy):
        return getattr(library, in_sympy)(x, y)
    if hasattr(library, "mpc") and (isinstance(x, library.mpc) or isinstance(y, library.mpc)):
        return library.nan
    return plain(x, y)


def arccos(cosine: Number, sine_squared: Number, scale_squared: Number = 1) -> Number:
    """Angle with this cosine, from its sine as well.

    The arccosine alone loses half of the digits where the cosine is near ±1, which is where
    clusterings are nearly alike. The squared sine is not computed as 1 − cosine² (that cancels)
    but given by the caller. Cosine and sine may both be larger by a factor; give its square, the
    sum of their squares, as ``scale_squared``.

    Examples
    --------
    >>> arccos(-1.0, 0.0), arccos(-3.0, 0.0, scale_squared=9.0)
    (3.141592653589793, 3.141592653589793)
    """
    if isinstance(cosine, Fraction):
        raise _irrational("an arccosine")
    library = _library(cosine)
    if hasattr(library, "angle_of"):
        return library.angle_of(cosine, sine_squared)
    if type(scale_squared) is not int or scale_squared != 1:
        cosine, sine_squared = cosine / sqrt(scale_squared), sine_squared / scale_squared
    if library is None:
        return math.atan2(math.sqrt(sine_squared), cosine)
    if library is np:
        return np.arctan2(np.sqrt(sine_squared), cosine)
    if hasattr(library, "acos") and hasattr(library, "atan2") and hasattr(library, "mpf"):
        return library.atan2(library.sqrt(sine_squared), cosine)
    return library.acos(cosine)


def one_minus_cosine(cosine: Number, sine_squared: Number) -> Number:
    """1 − cosine, accurate also where the cosine is near 1.

    Examples
    --------
    >>> one_minus_cosine(0.0, 1.0)
    1.0
    """
    library = _library(cosine)
    if library is np:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(cosine > 0, sine_squared / (1 + cosine), 1 - cosine)
    if hasattr(library, "one_minus"):
        return library.one_minus(cosine, sine_squared)
    if library is not None and not hasattr(library, "mpf"):
        return 1 - cosine
    return sine_squared / (1 + cosine) if cosine > 0 else 1 - cosine


def over_pi(x: Number) -> Number:
    """X / π."""
    library = _library(x)
    return x / (math.pi if library is None else library.pi)


def literal(value: Fraction, like: Number) -> Number:
    """Return a constant of a formula as the kind of number that ``like`` is.

    Examples
    --------
    >>> literal(Fraction(1, 2), like=3.0)
    0.5
    >>> literal(Fraction(1, 2), like=Fraction(3))
    Fraction(1, 2)
    """
    if isinstance(like, Fraction | ExactReal):
        return type(like)(value)
    library = _library(like)
    if hasattr(library, "Rational"):
        return library.Rational(value.numerator, value.denominator)
    if hasattr(library, "mpf"):
        return library.mpf(value.numerator) / value.denominator
    return int(value) if value.denominator == 1 else float(value)
