"""The value of an index at concrete clusterings, or at concrete pair counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from .algebra import NotShownError
from .claims import Claim
from .clusterings import (
    MEMBERS,
    MOST_TABLES,
    Counts,
    Labels,
    Sizes,
    Table,
    max_of,
    mean,
    relation,
    tables_with,
)
from .formulas import Tree, UndefinedError
from .pairs.refusals import demand
from .reals import PI, Real, add_up

Value = Real | float
"""A real number, or plus or minus infinity."""

Clusterings = Mapping[str, Labels]
Points = Mapping[str, Counts]
Violations = Iterator[str | None]
"""What is violated, each time that it is: "tie", "decrease", "dec", "inc" or nothing to tell."""

_BITS = 128  # of an interval that is shown as a float
_COUNTS = ("n11", "n10", "n01", "n00")


def difference(first: Value, second: Value) -> int:
    """Return whether the first is smaller (−1), equal (0) or larger (1).

    Examples
    --------
    >>> difference(Real.of(2).sqrt(), Real.of(1)), difference(Real.of(1), float("inf"))
    (1, -1)
    """
    if isinstance(first, Real) and isinstance(second, Real):
        return (first - second).sign
    ends = [0.0 if isinstance(value, Real) else value for value in (first, second)]
    return (ends[0] > ends[1]) - (ends[0] < ends[1])


def as_float(value: Value) -> float:
    """Return about what a value is.

    Examples
    --------
    >>> as_float(Real.of(2).sqrt())
    1.4142135623730951
    """
    if not isinstance(value, Real):
        return value
    interval = value.enclosure(_BITS)
    return (interval.low + interval.high) / (2 << _BITS)


def finite(value: Value) -> Real:
    """Refuse infinity."""
    if isinstance(value, Real):
        return value
    raise NotShownError("an infinite value has no sums and no means")


def named(clusterings: Clusterings, *names: str) -> tuple[Labels, ...]:
    """Return the clusterings of these names; there must be no others."""
    demand(set(clusterings) == set(names), f"the clusterings are {', '.join(names)}")
    return tuple(clusterings[name] for name in names)


def same_items(*clusterings: Labels) -> None:
    """Refuse clusterings of different items."""
    demand(len(set(map(len, clusterings))) == 1, "these are clusterings of different items")


def are_whole(*points: Counts) -> bool:
    """Whether all counts are whole numbers."""
    return all(count.denominator == 1 for point in points for count in point)


class Index:
    """An index as a certificate describes it: larger values mean more alike."""

    def __init__(
        self, claim: Claim, with_conventions: bool = True, items: tuple[int, ...] = ()
    ) -> None:
        self.items = items  # how many there are, where all clusterings are random
        self._claim = claim
        self._with_conventions = with_conventions
        self._known: dict[tuple[Labels, Labels], Value] = {}
        self._means: dict[tuple[Sizes, Sizes], Real] = {}
        self._tables = 0  # that were enumerated

    def __call__(self, a: Labels, b: Labels) -> Value:
        """Return V(A, B).

        Raises
        ------
        UndefinedError
            If the formula has no value, and there is no convention.
        """
        if (a, b) not in self._known:
            self._known[a, b] = self.of_table(Table.of(a, b))
        return self._known[a, b]

    def of_table(self, table: Table) -> Value:
        """Return the value of a table."""
        return self._settled(_Evaluation(table, {}), table.pair_counts)

    def at(self, counts: Counts) -> Value:
        """Return the value at some counts of pairs."""
        names = dict(zip(_COUNTS, map(Real.of, counts), strict=True))
        return self._settled(_Evaluation(None, names), counts)

    def _settled(self, evaluation: _Evaluation, counts: Counts) -> Value:
        sense = self._claim.sense
        try:
            value = evaluation.value(self._claim.formula)
        except UndefinedError:
            settled = self._claim.convention(relation(counts)) if self._with_conventions else None
            if settled is None:
                raise
            if isinstance(settled, float):
                return settled * sense
            value = Real.exactly(settled)
        return value if sense > 0 else -value

    def mean(self, rows: Sizes, columns: Sizes) -> Real:
        """Return the mean over all candidates with these sizes."""
        if (rows, columns) not in self._means:
            demand(self._tables <= MOST_TABLES, "too large to check: too many tables")
            tables = tables_with(rows, columns)
            self._tables += len(tables)
            values = [(finite(self.of_table(table)), ways) for table, ways in tables]
            self._means[rows, columns] = mean(values)
        return self._means[rows, columns]


class _Evaluation:
    """The values of formulas at one table, or at some pair counts."""

    def __init__(self, table: Table | None, names: dict[str, Real]) -> None:
        self._table, self._names = table, names
        self._known: dict[Tree, Real] = {}

    def value(self, tree: Tree) -> Real:
        if tree not in self._known:
            self._known[tree] = self._value(tree)
        return self._known[tree]

    def _value(self, tree: Tree) -> Real:
        does, parts = tree
        if not parts:
            return Real.of(int(does)) if does.isdigit() else self._name(does)
        if does == "**":
            return self.value(parts[0]).power(self._exponent(parts[1]))
        if does in ("sum", "matched"):
            return self._over_cells(does, *parts)
        if does not in _ACTIONS:
            raise NotShownError(f"unknown function {does}")
        return _ACTIONS[does](*map(self.value, parts))

    def _name(self, name: str) -> Real:
        if name == "pi":
            return PI
        if name not in self._names:
            if self._table is None or name not in MEMBERS:
                raise NotShownError(f"unknown name {name}")
            self._names[name] = MEMBERS[name](self._table)
        return self._names[name]

    def _exponent(self, tree: Tree) -> Fraction:
        exponent = self.value(tree).fraction
        if exponent is None:
            raise NotShownError(f"the power {tree}")
        return exponent

    def _over_cells(self, does: str, terms: Tree) -> Real:
        table = self._table
        if table is None:
            raise NotShownError("pair counts have no cells")
        values = []
        for row, column, count in table.cells:
            names = {"cell": count, "row": table.rows[row], "col": table.columns[column]}
            inside = {name: Real.of(number) for name, number in names.items()}
            values.append(_Evaluation(table, {**self._names, **inside}).value(terms))
        return add_up(values) if does == "sum" else table.matched(values)


_ACTIONS: dict[str, Callable[..., Real]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, *y: x - y[0] if y else -x,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "sqrt": Real.sqrt,
    "log": Real.log,
    "exp": Real.exp,
    "acos": Real.acos,
    "abs": abs,
    "max": lambda *x: max_of(list(x)),
    "min": lambda *x: -max_of([-one for one in x]),
    "given": lambda x, *_: x,
}
