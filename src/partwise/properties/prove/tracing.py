"""What a formula does, as a tree: it runs once on numbers that only remember what was done to them.

Such numbers refuse whatever would make a formula take one branch of several
(:mod:`partwise.tables.traced_numbers`). So a tree is the formula for all counts, or there is none.
"""

from __future__ import annotations

import math
from fractions import Fraction

from partwise.catalogue import Index, is_straight_line
from partwise.properties.checker.formulas import Tree, number
from partwise.tables import FormulaTable, NotTraceableError, PairCounts, Trace, Traced

COUNTS = ("n11", "n10", "n01", "n00")
_ITEMS = "(1 + sqrt(1 + 8*(n11 + n10 + n01 + n00)))/2"
_HAVE_CONDITIONS = ("/", "**", "sqrt", "log", "acos")
_MEMBERS = (
    "n", "k_a", "k_b", "cell", "row", "col", "row_maxima", "column_maxima", "same_clusters",
    "size_overlap", "n11_variance", "entropy_a", "entropy_b", "entropy_joint",
    "expected_mutual_information", "sd_mutual_information", "arrangement_information",
    "log_table_count",
)  # fmt: skip


class _Trace(Trace):
    """Traced numbers whose origin is a tree."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Tree] = []  # that have a value in some places only
        self.pi = Traced(Tree("pi"), self)

    def made(self, does: str, *parts: object) -> Traced:
        tree = Tree(does, tuple(map(self.tree, parts)))
        if does in _HAVE_CONDITIONS:
            self.steps.append(tree)
        return Traced(tree, self)

    def number(self, value: Fraction) -> Traced:
        return Traced(number(value), self)

    def tree(self, x: object) -> Tree:
        if type(x) is Traced:
            tree: Tree = x.origin
            return tree
        if not isinstance(x, int | float | Fraction) or not math.isfinite(x):
            self.refuse(f"something with a {type(x).__name__}")
        return number(Fraction(x))

    def acos(self, x: Traced) -> Traced:
        return self.made("acos", x)

    def floor(self, x: Traced) -> Traced:
        if str(x.origin) != _ITEMS:
            self.refuse("the whole part")
        return x  # the number of items, which is whole


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
