"""Formulas as text, read by a real parser and never evaluated as code.

Allowed: numbers, + − * / **, parentheses, sqrt, log, min, max, the four counts n11, n10, n01, n00,
and n, N, mA, mB. Anything else is refused, with its position.
"""

from __future__ import annotations

import ast
import inspect
import operator
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any, TypeAlias

from partwise.base import FormulaError, InputError, Number, ops
from partwise.tables import PairCounts

Evaluate: TypeAlias = Callable[[PairCounts], Number]

_LONGEST = 2000
_LARGEST_POWER = 16
_LARGEST_DEGREE = 64
_LONGEST_EXPONENT = 3
_DEEPEST = 100
_COUNTS: dict[str, Evaluate] = {
    "n11": operator.attrgetter("n11"),
    "n10": operator.attrgetter("n10"),
    "n01": operator.attrgetter("n01"),
    "n00": operator.attrgetter("n00"),
    "n": operator.attrgetter("items"),
    "N": operator.attrgetter("total"),
    "mA": operator.attrgetter("same_a"),
    "mB": operator.attrgetter("same_b"),
}
_NAMES = _COUNTS | {name.upper(): _COUNTS[name] for name in ("n11", "n10", "n01", "n00")}
_OPERATORS: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_ONE_ARGUMENT = {"sqrt": ops.sqrt, "log": ops.log}
_TWO_OR_MORE = {"min": ops.minimum, "max": ops.maximum}
_ALLOWED = "numbers, + - * / **, sqrt, log, min, max, n11, n10, n01, n00, n, N, mA, mB"


def parse_formula(formula: str) -> Evaluate:
    """Turn a formula into a function of :class:`~partwise.tables.pairs.PairCounts`.

    Examples
    --------
    >>> jaccard = parse_formula("n11 / (n11 + n10 + n01)")
    >>> jaccard(PairCounts(1, 2, 1, 0))
    0.25
    >>> parse_formula("n11 / total")
    Traceback (most recent call last):
        ...
    partwise.errors.FormulaError: unknown name 'total'; the names are n11, n10, n01, n00, n, \
N, mA, mB (at position 6)
        n11 / total
              ^
    """
    text = formula.strip()
    if not text:
        raise FormulaError(f"the formula is empty; it may use {_ALLOWED}", formula, 0)
    if len(text) > _LONGEST:
        raise FormulaError(f"the formula is longer than {_LONGEST} characters", text[:60], 60)
    where = next((i for i, c in enumerate(text) if not _is_plain(c)), None)
    if where is not None:
        raise FormulaError(f"the character {text[where]!r} is not allowed", text, where)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SyntaxWarning)
            tree = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        where = min(error.offset - 1, len(text)) if error.offset else len(text)
        raise FormulaError(f"cannot read the formula: {error.msg}", text, where) from None
    except (MemoryError, RecursionError, ValueError):
        raise FormulaError(
            "the formula is nested too deeply, or a number is too long", text, 0
        ) from None
    return _Reader(text).read(tree)


def _is_plain(character: str) -> bool:
    return character == "\t" or (" " <= character <= "~" and character != "#")


class _Reader:
    """Walk the syntax tree; whatever is not known is refused."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._depth = 0

    def _refuse(self, problem: str, node: ast.expr) -> FormulaError:
        return FormulaError(problem, self._text, node.col_offset)

    def read(self, node: ast.expr) -> Evaluate:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._refuse(f"the formula is nested more than {_DEEPEST} levels deep", node)
        try:
            return self._read(node)
        finally:
            self._depth -= 1

    def _read(self, node: ast.expr) -> Evaluate:
        if isinstance(node, ast.Constant):
            return self._constant(node)
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            operand = self.read(node.operand)
            return operand if isinstance(node.op, ast.UAdd) else lambda p: -operand(p)
        if isinstance(node, ast.BinOp):
            return self._binary(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        raise self._refuse(f"this is not part of a formula, which may use {_ALLOWED}", node)

    def _constant(self, node: ast.Constant) -> Evaluate:
        source = ast.get_source_segment(self._text, node) or ""
        if type(node.value) not in (int, float) or not _is_decimal(source):
            raise self._refuse(f"{source} is not a decimal number", node)
        exponent = source.lower().partition("e")[2].lstrip("+-0")
        if len(exponent) > _LONGEST_EXPONENT:
            raise self._refuse(f"{source} is too large or too small", node)
        value = Fraction(source)
        return lambda p: ops.literal(value, like=p.n11)

    def _name(self, node: ast.Name) -> Evaluate:
        if node.id in _NAMES:
            return _NAMES[node.id]
        if node.id in _ONE_ARGUMENT | _TWO_OR_MORE:
            raise self._refuse(
                f"{node.id} is a function and needs its argument in parentheses", node
            )
        raise self._refuse(f"unknown name {node.id!r}; the names are {', '.join(_COUNTS)}", node)

    def _binary(self, node: ast.BinOp) -> Evaluate:
        if isinstance(node.op, ast.Pow):
            return self._power(node)
        apply = _OPERATORS.get(type(node.op))
        if apply is None:
            hint = "write powers as **" if isinstance(node.op, ast.BitXor) else f"use {_ALLOWED}"
            raise FormulaError(
                f"this operator is not allowed; {hint}", self._text, self._operator(node)
            )
        left, right = self.read(node.left), self.read(node.right)
        return lambda p: apply(left(p), right(p))

    def _operator(self, node: ast.BinOp) -> int:
        """Return the position of the operator: past the left side and its parentheses."""
        between = self._text[node.left.end_col_offset :]
        return len(self._text) - len(between.lstrip(" \t)"))

    def _power(self, node: ast.BinOp) -> Evaluate:
        exponent, is_negative = node.right, False
        if isinstance(exponent, ast.UnaryOp) and isinstance(exponent.op, ast.USub):
            exponent, is_negative = exponent.operand, True
        value = exponent.value if isinstance(exponent, ast.Constant) else None
        digits = ast.get_source_segment(self._text, exponent) or ""
        if type(value) is not int or value > _LARGEST_POWER or not digits.isdecimal():
            raise self._refuse(
                f"a power must be a whole number up to {_LARGEST_POWER}; use sqrt for roots",
                node.right,
            )
        base = self.read(node.left)  # which refuses what is nested too deeply for its degree
        if value * _degree(node.left) > _LARGEST_DEGREE:
            raise self._refuse(f"powers of powers are more than {_LARGEST_DEGREE}", node.right)
        if is_negative:
            return lambda p: 1 / base(p) ** value
        return lambda p: base(p) ** value

    def _call(self, node: ast.Call) -> Evaluate:
        name = node.func.id if isinstance(node.func, ast.Name) else None
        if node.keywords or name not in _ONE_ARGUMENT | _TWO_OR_MORE:
            raise self._refuse("the functions are sqrt, log, min and max", node)
        arguments = [self.read(argument) for argument in node.args]
        if name in _ONE_ARGUMENT:
            if len(arguments) != 1:
                raise self._refuse(f"{name} takes one argument, not {len(arguments)}", node)
            function, argument = _ONE_ARGUMENT[name], arguments[0]
            return lambda p: function(argument(p))
        if len(arguments) < 2:
            raise self._refuse(f"{name} takes two arguments or more", node)
        pick = _TWO_OR_MORE[str(name)]
        return lambda p: reduce(pick, (argument(p) for argument in arguments))


def _degree(node: ast.expr) -> int:
    """Return the largest product of exponents that stand above one another, once it was read."""
    inner = max(
        (_degree(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)),
        default=1,
    )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        exponent = node.right.operand if isinstance(node.right, ast.UnaryOp) else node.right
        return inner * int(ast.literal_eval(exponent))
    return inner


def _is_decimal(source: str) -> bool:
    return all(c in "0123456789.eE+-" for c in source)


def check_takes_a_table(function: Callable[..., Any], remedy: str) -> None:
    """Refuse a function that does not take one argument."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of some functions in C nobody knows
        return
    try:
        signature.bind(None)
    except TypeError:
        name = getattr(function, "__name__", type(function).__name__)
        raise InputError(
            f"the function of an index must take one Contingency, but {name} takes {signature}",
            remedy=remedy,
        ) from None
