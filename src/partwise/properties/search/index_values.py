"""An index under study: its values on all tables, turned so that larger means more alike."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import UndefinedValueError
from partwise.catalogue import Conventions, Index
from partwise.properties.search.enumeration import Enumeration, enumeration
from partwise.properties.search.exact import Comparison, compare, value_text
from partwise.properties.search.exact_value import exact_value, is_expression
from partwise.properties.search.survey import Trouble, survey
from partwise.properties.time_limit import Clock, OutOfTimeError
from partwise.properties.verdict import Labels
from partwise.tables import Contingency, contingency

Floats: TypeAlias = NDArray[np.float64]

_NO_CONVENTIONS = Conventions(None, None, None)

ROUNDING = 1e-11
_A_FEW = 4  # items
"""Values of up to 12 items that are closer than this, relatively, may be equal."""


class Study:
    """What the search for counterexamples asks about an index.

    Parameters
    ----------
    index : Index
        The index.
    max_n : int
        The largest number of items to try.
    triples_n : int
        The same for triples of clusterings.
    clock : Clock, optional
        When to stop.

    Examples
    --------
    >>> import partwise as pw
    >>> study = Study(pw.index("VI"), max_n=3)
    >>> study.values(2).tolist()
    [-0.0, -0.6931471805599453, -0.6931471805599453, -0.0]
    """

    def __init__(
        self, index: Index, max_n: int = 10, triples_n: int = 7, clock: Clock | None = None
    ) -> None:
        self.index = index
        self.max_n = max_n
        self.triples_n = min(triples_n, max_n)
        self.clock = clock or Clock()
        self.sense = 1 if index.direction == "similarity" else -1
        self.troubles: dict[tuple[str, str], Trouble] = {}
        self._values: dict[int, Floats] = {}
        self._too_many = max_n + 1  # so many items took too long

    def by_formula(self) -> Study:
        """Return the study of the formula alone, without conventions for undefined values."""
        bare = replace(self.index, conventions=_NO_CONVENTIONS)
        return Study(bare, self.max_n, self.triples_n, self.clock)

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
            self.clock.check()
            if n >= self._too_many:
                raise OutOfTimeError
            found = survey(self.index, self.tables(n), seconds=self.clock.left)
            for trouble in found.troubles:
                self.troubles.setdefault((trouble.kind, trouble.relation), trouble)
            if not found.is_complete:
                self._too_many = n
                raise OutOfTimeError
            self._values[n] = self.sense * found.values
        return self._values[n]

    def compare(self, first: Contingency, second: Contingency) -> Comparison | None:
        """Tell with certainty whether the first pair is more alike; None if undefined."""
        self.clock.check()
        try:
            found = compare(self.index, first, second)
        except UndefinedValueError:
            return None
        return found._replace(sign=self.sense * found.sign)

    def shown(self, table: Contingency) -> Fraction | float | str:
        """Return the value as it is shown: a fraction, a float, or the text of an expression."""
        value = exact_value(self.index, table)
        return value_text(self.index, table) if is_expression(value) else value

    def is_defined(self, table: Contingency) -> bool:
        """Whether the index has a value there."""
        value = exact_value(self.index, table)
        return is_expression(value) or value == value


def table_of(reference: Labels, candidate: Labels) -> Contingency:
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
