"""What a formula does, as a tree: it runs once on numbers that only remember what was done to them.

A traced number refuses whatever would make a formula take one branch of several: comparisons,
truth values, hashing, loops, rounding. A refusal stays on record even if the formula catches the
error. So a tree is the formula for all counts, or there is none.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NoReturn

from partwise.catalogue import Index
from partwise.properties.checker.formulas import Tree, number
from partwise.properties.prove.straight_line import is_straight_line
from partwise.tables import FormulaTable, PairCounts

COUNTS = ("n11", "n10", "n01", "n00")
_ITEMS = "(1 + sqrt(1 + 8*(n11 + n10 + n01 + n00)))/2"
_HAVE_CONDITIONS = ("/", "**", "sqrt", "log", "acos")
_MEMBERS = (
    "n", "k_a", "k_b", "cell", "row", "col", "row_maxima", "column_maxima", "same_clusters",
    "size_overlap", "n11_variance", "entropy_a", "entropy_b", "entropy_joint",
    "expected_mutual_information", "sd_mutual_information", "arrangement_information",
    "log_table_count",
)  # fmt: skip


class NotTraceableError(Exception):
    """The formula does more than arithmetic, so it has no tree."""


class _Trace:
    """The functions of :mod:`partwise.base.ops` for traced numbers, and what they refused."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.steps: list[Tree] = []  # that have a value in some places only
        self.pi = Traced(Tree("pi"), self)

    def refuse(self, what: str) -> NoReturn:
        self.refusals.append(what)
        raise NotTraceableError(f"the formula takes {what} of a count")

    def made(self, does: str, *parts: object) -> Traced:
        tree = Tree(does, tuple(map(self.tree, parts)))
        if does in _HAVE_CONDITIONS:
            self.steps.append(tree)
        return Traced(tree, self)

    def tree(self, x: object) -> Tree:
        if type(x) is Traced:
            return x.tree
        if not isinstance(x, int | float | Fraction) or not math.isfinite(x):
            self.refuse(f"something with a {type(x).__name__}")
        return number(Fraction(x))

    def sqrt(self, x: Traced) -> Traced:
        return self.made("sqrt", x)

    def log(self, x: Traced) -> Traced:
        return self.made("log", x)

    def exp(self, x: Traced) -> Traced:
        return self.made("exp", x)

    def acos(self, x: Traced) -> Traced:
        return self.made("acos", x)

    def floor(self, x: Traced) -> Traced:
        if str(x.tree) != _ITEMS:
            self.refuse("the whole part")
        return x  # the number of items, which is whole

    def Rational(self, above: int, below: int) -> Traced:  # noqa: N802
        return Traced(number(Fraction(above, below)), self)

    def Min(self, *x: object) -> Traced:  # noqa: N802
        return self.made("min", *x)

    def Max(self, *x: object) -> Traced:  # noqa: N802
        return self.made("max", *x)


class Traced:
    """A number that remembers how it came about.

    Examples
    --------
    >>> x = Traced(Tree("n11"), _Trace())
    >>> print(((x - 1) / (x - 1)).tree)
    (n11 - 1)/(n11 - 1)
    >>> x == 700
    Traceback (most recent call last):
        ...
    partwise.properties.prove.tracing.NotTraceableError: the formula takes a comparison of a count
    """

    __slots__ = ("context", "tree")

    def __init__(self, tree: Tree, context: _Trace) -> None:
        self.tree = tree
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


class _TracedTable(FormulaTable):
    """What formulas see of a table, as traced numbers."""

    whose = "traced numbers"

    def __init__(self, trace: _Trace) -> None:
        self._trace = trace
        for member in _MEMBERS:
            setattr(self, member, Traced(Tree(member), trace))
        self.pairs = PairCounts(*(Traced(Tree(name), trace) for name in COUNTS))

    def sum(self, terms: object) -> Traced:
        """Return the sum over the cells."""
        return self._trace.made("sum", terms)

    def matched(self, terms: object) -> Traced:
        """Return the largest sum over cells of a matching."""
        return self._trace.made("matched", terms)


def traced(index: Index) -> Tree:
    """Return what the formula of an index does.

    Raises
    ------
    NotTraceableError
        If it is a function of its own, or does more than arithmetic.

    Examples
    --------
    >>> import partwise as pw
    >>> print(traced(pw.index("jaccard")))
    n11/(n11 + n10 + n01)
    """
    if index.kind == "callable":
        raise NotTraceableError("a function of a contingency table may do anything")
    if not is_straight_line(index.formula):
        raise NotTraceableError("the function has branches, loops or state, or calls a library")
    trace = _Trace()
    counts = (Traced(Tree(name), trace) for name in COUNTS)
    seen = PairCounts(*counts) if index.kind == "pairs" else _TracedTable(trace)
    tree = trace.tree(index.formula(seen))
    if trace.refusals:
        raise NotTraceableError(f"the formula takes {trace.refusals[0]} of a count")
    inside = set(tree.subtrees)
    dropped = [step for step in dict.fromkeys(trace.steps) if step not in inside]
    return Tree("given", (tree, *dropped)) if dropped else tree
