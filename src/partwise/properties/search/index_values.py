"""An index under index_values: its values on all tables, turned so that larger means more alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import UndefinedValueError
from partwise.catalogue import Conventions, Index
from partwise.properties.deadline import OutOfTimeError, check_time
from partwise.properties.search.enumeration import Enumeration, enumeration
from partwise.properties.search.exact import ValueOrder, compare, value_text
from partwise.properties.search.exact_value import exact_value, is_expression
from partwise.properties.search.survey import FunctionProblem, survey
from partwise.properties.verdict import LabelTuple
from partwise.tables import Contingency, contingency

Floats: TypeAlias = NDArray[np.float64]

_NO_CONVENTIONS = Conventions(None, None, None)

ROUNDING = 1e-11
"""Values of up to 12 items that are closer than this, relatively, may be equal."""
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
        return self._values[n]

    def compare(self, first: Contingency, second: Contingency) -> ValueOrder | None:
        """Tell with certainty whether the first pair is more alike; None if undefined."""
        check_time()
        try:
            order = compare(self.index, first, second)
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


def not_above(values: Floats, others: Floats) -> NDArray[np.bool_]:
    """Whether values are at most as large as others, as far as floats can tell.

    Examples
    --------
    >>> not_above(np.array([1.0, 2.0, np.nan]), np.array([1 - 1e-15, 1.0, 1.0]))
    array([ True, False, False])
    """
    with np.errstate(invalid="ignore"):
        return values <= others + slack(others)


def slack(values: Floats) -> Floats:
    """How far rounding may have moved values."""
    sizes = np.where(np.isfinite(values), np.abs(values), 0.0)
    return ROUNDING * (1 + sizes)
