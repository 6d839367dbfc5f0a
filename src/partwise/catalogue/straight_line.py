"""Whether a function is straight-line arithmetic: no branch, no loop, no state.

Only such a function does with symbols exactly what it does with numbers, so only such a function
has a formula that can be proved anything about.
"""

from __future__ import annotations

import dis
import inspect
import math
import operator
import os
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from partwise.base import ops
from partwise.tables import FormulaTable, PairCounts

_HERE = f"{Path(__file__).parents[1]}{os.sep}"
_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))
_REFUSED = (
    "COMPARE", "CONTAINS", "IS_OP", "IMPORT", "STORE_GLOBAL", "STORE_NAME", "STORE_ATTR",
    "STORE_SUBSCR", "DELETE", "BUILD_MAP", "BUILD_SET", "MATCH", "YIELD", "RAISE", "FORMAT",
    "CONVERT", "BUILD_STRING", "GET_ITER", "STORE_DEREF", "UNARY_NOT",
)  # fmt: skip
_BUILTINS = (abs, pow, sum, min, max, Fraction)
_NUMBERS = (int, bool, float, Fraction)
_MODULES = ("math", "partwise", "partwise.base", "partwise.base.ops")
_TELLING = {"relation", "whose", "not_given", "checked", "from_square_sums"}  # what else they are
_TWICE = (ops.arccos, ops.one_minus_cosine)  # of a sine that need not be that of the cosine
_ATTRIBUTES = {
    *dir(PairCounts), *dir(FormulaTable), *dir(math), *dir(ops), "base", "ops", "formula",
} - _TELLING - {function.__name__ for function in _TWICE}  # fmt: skip


def is_straight_line(function: Callable[..., Any]) -> bool:
    """Whether a function only computes: whatever it is called with, it takes the same steps.

    Examples
    --------
    >>> is_straight_line(lambda p: p.n11 / (p.n11 + p.n10))
    True
    >>> is_straight_line(lambda p: 0 if p.n10 == 700 else p.n11)
    False
    """
    return _is_checked(function, frozenset())


def _is_checked(function: Any, above: frozenset[Any]) -> bool:
    if any(function is known for known in _BUILTINS):
        return True
    if type(function) is partial and _is_ours(function.func):
        return True  # a member of a family
    if type(function) is not FunctionType or function in above:
        return False
    code = function.__code__
    if _is_ours(function):  # ours hold no branches, but may call a user's
        inside = inspect.getclosurevars(function).nonlocals.values()
        formulas = (getattr(value, "formula", value) for value in inside)
        calls = (f for f in formulas if callable(f) and not _is_operator(f))
        return all(_is_checked(f, above | {function}) for f in calls)
    holds_more = any(not name.startswith("_") for name in function.__dict__)
    if holds_more or code.co_exceptiontable or any(map(_is_refused, dis.get_instructions(code))):
        return False
    used = (*_used(function, code), *_defaults(function))
    return all(_is_harmless(value, above | {function}) for value in used)


def own_functions(function: Any) -> Iterator[FunctionType]:
    """Yield the functions of a user that a straight-line function is made of, itself first.

    Examples
    --------
    >>> import partwise as pw
    >>> [f.__name__ for f in own_functions(lambda p: p.n11 / 2)]
    ['<lambda>']
    >>> list(own_functions(pw.index("rand").formula))
    []
    """
    if type(function) is not FunctionType:
        return
    if _is_ours(function):
        values = [*inspect.getclosurevars(function).nonlocals.values()]
    else:
        yield function
        values = [*_used(function, function.__code__), *_defaults(function)]
    for value in values:
        yield from own_functions(getattr(value, "formula", value))


def _defaults(function: FunctionType) -> tuple[Any, ...]:
    return *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()


def _is_ours(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    return type(code) is CodeType and code.co_filename.startswith(_HERE)


def _is_operator(function: Any) -> bool:
    is_ours = isinstance(function, BuiltinFunctionType) and function.__module__ == "_operator"
    return is_ours or isinstance(function, operator.attrgetter)


def _is_refused(step: dis.Instruction) -> bool:
    if step.opcode in _JUMPS or step.opname.startswith(_REFUSED):
        return True
    if isinstance(step.argval, CodeType):  # a function inside, whose steps are others
        return True
    if step.opname.startswith(("LOAD_ATTR", "LOAD_METHOD")):
        return str(step.argval).startswith("_") or step.argval not in _ATTRIBUTES
    return False


def _used(function: FunctionType, code: CodeType) -> Iterator[Any]:
    """Yield what the function takes from outside: globals, builtins, and what it closes over."""
    outside = inspect.getclosurevars(function)
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            name = str(step.argval)
            yield outside.globals.get(name, outside.builtins.get(name))
    yield from outside.nonlocals.values()


def _is_harmless(value: Any, above: frozenset[Any]) -> bool:
    if any(value is function for function in _TWICE):
        return False
    if type(value) in _NUMBERS:
        return True
    if type(value) is ModuleType:
        return any(value is sys.modules.get(name) for name in _MODULES)
    from partwise.catalogue.index_record import Index

    return _is_checked(value.formula if type(value) is Index else value, above)
