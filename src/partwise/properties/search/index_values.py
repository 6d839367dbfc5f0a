"""An index under index_values: its values on all tables, turned so that larger means more alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import Number, UndefinedValueError
from partwise.catalogue import Conventions, Index
from partwise.properties.deadline import OutOfTimeError, check_time
from partwise.properties.search.enumeration import Enumeration, enumeration
from partwise.properties.search.exact import ValueOrder, compare_values, value_text
from partwise.properties.search.exact_value import Exact, exact_value, is_expression
from partwise.properties.search.index_levels import levels_at, levels_on
from partwise.properties.search.index_numbers import Data, has_floats, of_one_kind, value_on
from partwise.properties.search.levels import Levels, levels_of
from partwise.properties.search.survey import FunctionProblem, survey
from partwise.properties.verdict import LabelTuple
from partwise.tables import Contingency, contingency

Floats: TypeAlias = NDArray[np.float64]

_NO_CONVENTIONS = Conventions(None, None, None)

_A_FEW = 4  # items


class IndexValues:
    """What the search for counterexamples asks about an index.

    Examples
    --------
    >>> import partwise as pw
    >>> index_values = IndexValues(pw.index("VI"), max_n=3)
    >>> index_values.values(2).tolist()
    [-0.0, -0.6931471805599453, -0.6931471805599453, -0.0]
    """

    def __init__(self, index: Index, max_n: int = 10, triples_n: int = 7) -> None:
        self.index = index
        self.max_n = max_n
        self.triples_n = min(triples_n, max_n)
        self.sense = 1 if index.direction == "similarity" else -1
        self.problems: dict[tuple[str, str], FunctionProblem] = {}
        self._values: dict[int, Floats] = {}
        self._returned: dict[int, list[Number]] = {}
        self._levels: dict[int, Levels] = {}
        self._too_many = max_n + 1  # so many items took too long

    def by_formula(self) -> IndexValues:
        """Return the values of the formula alone, without conventions for undefined values."""
        bare = replace(self.index, conventions=_NO_CONVENTIONS)
        return IndexValues(bare, self.max_n, self.triples_n)

    @property
    def has_conventions(self) -> bool:
        """Whether there are values where the formula is undefined."""
        return self.index.kind != "callable" and self.index.conventions != _NO_CONVENTIONS

    @property
    def has_values(self) -> bool:
        """Whether the index has a value on some table of a few items."""
        try:
            few = range(2, min(self.max_n, _A_FEW) + 1)
            return any(self.levels(n).has_numbers for n in few)
        except OutOfTimeError:
            return True

    def tables(self, n: int) -> Enumeration:
        """Return all tables of n items."""
        return enumeration(n)

    def values(self, n: int) -> Floats:
        """Return the values on all tables of n items; NaN where there is none.

        Raises
        ------
        OutOfTimeError
            If there was no time for all of them.
        """
        if n not in self._values:
            check_time()
            if n >= self._too_many:
                raise OutOfTimeError
            surveyed = survey(self.index, self.tables(n))
            for problem in surveyed.problems:
                self.problems.setdefault((problem.kind, problem.relation), problem)
            if not surveyed.is_complete:
                self._too_many = n
                raise OutOfTimeError
            self._values[n] = self.sense * surveyed.values
            self._returned[n] = surveyed.returned
        return self._values[n]

    def levels(self, n: int) -> Levels:
        """Return the values on all tables of n items as levels, which can be told apart exactly.

        Examples
        --------
        >>> import partwise as pw
        >>> IndexValues(pw.index("jaccard")).levels(3).ranks.tolist()
        [2, 1, 1, 0, 0, 2, 0, 0, 0, 2]
        """
        if n not in self._levels:
            check_time()
            if not self.index.builtin:
                self.values(n)  # what goes wrong on the way is noted
            if self.index.kind == "callable":
                self._levels[n] = levels_of(of_one_kind(self._returned[n]), self.sense)
            else:
                self._levels[n] = levels_on(self.index, n, self.sense)
        return self._levels[n]

    def levels_at(self, data: Sequence[Data]) -> Levels:
        """Return the values on some tables, or at some whole pair counts, as levels."""
        return levels_at(self.index, data, self.sense)

    @cached_property
    def room(self) -> Fraction | None:
        """How near values are that may be equal, where nothing certifies them; else None."""
        if not has_floats(self.index):
            return None
        few = range(2, min(self.max_n, _A_FEW) + 1)
        return max(self.levels(n).tolerance for n in few) or None  # none between fractions

    def compare(self, first: Contingency, second: Contingency) -> ValueOrder | None:
        """Tell with certainty whether the first pair is more alike; None if undefined."""
        check_time()
        return self.compare_values(*(value_on(self.index, table) for table in (first, second)))

    def compare_values(self, first: Exact, second: Exact) -> ValueOrder | None:
        """Compare values, or sums of them, larger meaning more alike; None if one is undefined."""
        try:
            order = compare_values(first, second, self.room)
        except UndefinedValueError:
            return None
        return order._replace(sign=self.sense * order.sign)

    def shown(self, table: Contingency) -> Fraction | float | str:
        """Return the value as it is shown: a fraction, a float, or the text of an expression."""
        value = exact_value(self.index, table)
        return value_text(self.index, table) if is_expression(value) else value

    def is_defined(self, table: Contingency) -> bool:
        """Whether the index has a value there."""
        value = exact_value(self.index, table)
        return is_expression(value) or value == value


def table_of(reference: LabelTuple, candidate: LabelTuple) -> Contingency:
    """Return the table of two clusterings.

    Examples
    --------
    >>> table_of((0, 0, 1), (0, 1, 1)).to_dense().tolist()
    [[1, 1], [0, 1]]
    """
    return contingency(list(reference), list(candidate))
