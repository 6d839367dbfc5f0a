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
from partwise.properties.search.index_numbers import (
    Data,
    has_floats,
    numbers_at,
    of_one_kind,
    value_on,
)
from partwise.properties.search.levels import Levels, levels_of
from partwise.properties.search.survey import FunctionProblem, survey
from partwise.properties.search.tables_view import tables_view
from partwise.properties.verdict import LabelTuple
from partwise.tables import Contingency, PairCounts, contingency

Floats: TypeAlias = NDArray[np.float64]

_NO_CONVENTIONS = Conventions(None, None, None)

_A_FEW = 4  # items
_CLOSELY = 7  # items up to which a formula's floats are checked before they are trusted
_TRUSTED = Fraction(1, 10**13)  # of the spread: so far may they be off


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
            return any(bool(np.isfinite(self.values(n)).any()) for n in few)
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

        Of some formulas floats are good enough, and quicker: of those of the catalogue, and from
        eight items on of those of tables whose floats were checked on fewer items.

        Examples
        --------
        >>> import partwise as pw
        >>> IndexValues(pw.index("jaccard")).levels(3).ranks.tolist()
        [2, 1, 1, 0, 0, 2, 0, 0, 0, 2]
        """
        if n not in self._levels:
            values, kind = self.values(n), self.index.kind
            if kind == "callable":
                self._levels[n] = levels_of(of_one_kind(self._returned[n]), self.sense)
            elif self.index.builtin or (kind == "table" and n > _CLOSELY and self._are_floats_good):
                self._levels[n] = levels_of([None if x != x else x for x in values.tolist()])
            elif kind == "pairs":
                self._levels[n] = self._levels_of_pairs(n)
            else:
                tables = self.tables(n)
                self._levels[n] = self.levels_at([*map(tables.contingency, range(tables.count))])
        return self._levels[n]

    def levels_at(self, data: Sequence[Data]) -> Levels:
        """Return the values on some tables, or at some whole pair counts, as levels."""
        if self.index.builtin and self.index.kind == "pairs":
            counts = (x if isinstance(x, PairCounts) else x.pair_counts for x in data)
            arrays = np.array([tuple(count) for count in counts], np.int64).T
            values = np.asarray(self.index.from_counts(*arrays), np.float64).tolist()
            return levels_of([None if x != x else x for x in values], self.sense)
        numbers, bits = numbers_at(self.index, data)
        return levels_of(numbers, self.sense, bits)

    def _levels_of_pairs(self, n: int) -> Levels:
        """Look at the distinct counts only: many tables share theirs."""
        first, place = tables_view(n).distinct_pair_counts
        counts = zip(*(count[first].tolist() for count in tables_view(n).pairs), strict=True)
        return self.levels_at([PairCounts(*map(int, one)) for one in counts]).at(place)

    @cached_property
    def _are_floats_good(self) -> bool:
        """Whether floats are as good as floats can be, on all tables of a few items."""
        for n in range(2, _CLOSELY + 1):
            levels, values = self.levels(n), self.values(n)
            exact = [levels.of_rank(rank) for rank in range(len(levels.wholes))]
            finite = [value for value in exact if isinstance(value, Fraction)]
            if not finite or not np.array_equal(np.isfinite(values), levels.is_defined):
                return False
            most = _TRUSTED * (finite[-1] - finite[0])
            pairs = zip(values.tolist(), levels.ranks.tolist(), strict=True)
            if any(abs(Fraction(value) - exact[r]) > most for value, r in pairs if r >= 0):
                return False
        return True

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
