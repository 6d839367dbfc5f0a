"""An index on all tables of n items: its values, and what went wrong on the way."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import Number
from partwise.catalogue import Index, settle
from partwise.properties.deadline import (
    NoAnswerError,
    OutOfTimeError,
    check_time,
    current_deadline,
    from_child,
)
from partwise.properties.search.enumeration import Enumeration
from partwise.properties.search.index_numbers import returned
from partwise.properties.search.tables_view import tables_view
from partwise.properties.verdict import LabelTuple, written
from partwise.tables import Cells, Contingency, Relation

Evaluate: TypeAlias = Callable[[Index, Enumeration], NDArray[np.float64]]
Kind: TypeAlias = Literal["raised", "undefined", "changing", "not_of_table", "too_slow"]

_MOST_CHECKED = 6  # up to this many items, a callable is asked three times about each table
_SAME = 1e-9  # of the largest value: sums in another order may differ by rounding

_SAYS: dict[Kind, str] = {
    "raised": "raised an error",
    "undefined": "returned no finite number",
    "changing": "returned another value when called again",
    "not_of_table": "returned another value for renamed and reordered clusters",
    "too_slow": "did not return in time",
}


@dataclass(frozen=True)
class FunctionProblem:
    """A problem of your own function, and the clusterings for which it occurred.

    Parameters
    ----------
    kind : {"raised", "undefined", "changing", "not_of_table", "too_slow"}
        What happened.
    clusterings : pair of labels
        The first reference and candidate for which it happened.
    relation : {"identical", "opposite", "trivial", "ordinary"}
        How the two are related. If one of them is trivial, it may be right to return no value.
    detail : str
        The error, or the values.
    """

    kind: Kind
    clusterings: tuple[LabelTuple, LabelTuple]
    relation: Relation
    detail: str = ""

    def __str__(self) -> str:
        reference, candidate = map(written, self.clusterings)
        detail = f": {self.detail}" if self.detail else ""
        return f"A = {reference}, B = {candidate}: {_SAYS[self.kind]}{detail}"


Problems: TypeAlias = dict[tuple[Kind, Relation], FunctionProblem]


@dataclass
class Survey:
    """The values of an index on all tables of an enumeration."""

    # a value per table, with the index's conventions; NaN where there is none
    values: NDArray[np.float64]
    done: int  # how many tables there was time for; the values of the others are NaN
    # the first of each kind, for each relation of the clusterings
    problems: tuple[FunctionProblem, ...] = ()
    # what a user's function returned, in which whole numbers and fractions are exact
    returned: list[Number] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether every table was tried."""
        return self.done == len(self.values)


def values(index: Index, tables: Enumeration) -> NDArray[np.float64]:
    """Evaluate an index on all tables, with its conventions for undefined values.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.properties.search.enumeration import enumeration
    >>> values(pw.index("jaccard"), enumeration(3))
    array([1.        , 0.33333333, 0.33333333, 0.        , 0.        ,
           1.        , 0.        , 0.        , 0.        , 1.        ])
    """
    return survey(index, tables).values


def survey(index: Index, tables: Enumeration) -> Survey:
    """Evaluate an index on all tables, and note what goes wrong.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.properties.search.enumeration import enumeration
    >>> index = pw.Index("mine", "Mine", "callable", lambda table: 1 / (table.k_a - 1))
    >>> for problem in survey(index, enumeration(3)).problems:
    ...     print(problem)
    A = 012, B = 012: raised an error: ZeroDivisionError: division by zero
    A = 012, B = 01|2: raised an error: ZeroDivisionError: division by zero
    A = 012, B = 0|1|2: raised an error: ZeroDivisionError: division by zero
    """
    interview = _Interview(index, tables)
    if index.kind == "callable":
        return interview.run()
    evaluate = _of_pairs if index.kind == "pairs" else _of_tables
    try:
        return Survey(_all_at_once(evaluate, index, tables), tables.count)
    except NoAnswerError as error:
        interview.note_silence(0, error)
        return Survey(np.full(tables.count, np.nan), 0, tuple(interview.problems.values()))
    except Exception:  # noqa: BLE001 - of a formula that takes one table only, or fails
        return interview.run()


def may_never_return(index: Index) -> bool:
    """Whether an index calls a function that a user wrote.

    Examples
    --------
    >>> import partwise as pw
    >>> may_never_return(pw.index("rand"))
    False
    """
    is_ours = str(getattr(index.formula, "__module__", "")).startswith("partwise.")
    return index.kind == "callable" or not (index.builtin or is_ours)


def _all_at_once(evaluate: Evaluate, index: Index, tables: Enumeration) -> NDArray[np.float64]:
    if not may_never_return(index):
        return evaluate(index, tables)
    (values,) = from_child(lambda: [evaluate(index, tables)])
    return values


def _of_pairs(index: Index, tables: Enumeration) -> NDArray[np.float64]:
    """Evaluate on the distinct counts only: many tables share theirs."""
    view = tables_view(tables.n)
    first, place = view.distinct_pair_counts
    distinct = index.from_counts(*(count[first] for count in view.pairs))
    return np.asarray(distinct, np.float64)[place]


def _of_tables(index: Index, tables: Enumeration) -> NDArray[np.float64]:
    view = tables_view(tables.n)
    with np.errstate(all="ignore"):
        values = np.asarray(index.formula(view), np.float64)
    result = np.array(np.broadcast_to(values, tables.count))
    undefined = np.flatnonzero(~np.isfinite(result))
    if not index.stable:  # floats may be undefined by rounding alone
        result[undefined] = [
            float(index.evaluate(tables.contingency(i))) for i in undefined.tolist()
        ]
        return result
    for relation in np.unique(view.relations[undefined]).tolist():
        settled = settle(index.key, relation, index.conventions, "convention").value
        result[undefined[view.relations[undefined] == relation]] = settled
    return result


@dataclass
class _Interview:
    """An index is asked about one table after another."""

    index: Index
    tables: Enumeration
    problems: Problems = field(default_factory=dict)
    seconds: float = field(default_factory=lambda: current_deadline().left)
    _changes: list[tuple[Kind, int, Number, Number]] = field(default_factory=list)
    _sizes: list[Number] = field(default_factory=list)

    def run(self) -> Survey:
        answers: list[Number] = []
        with contextlib.suppress(OutOfTimeError):
            try:
                for value, problems in from_child(self._answers):
                    answers.append(value)
                    self.problems |= problems
            except NoAnswerError as error:
                self.note_silence(len(answers), error)
        values = np.full(self.tables.count, np.nan)
        values[: len(answers)] = [float(value) for value in answers]
        return Survey(values, len(answers), tuple(self.problems.values()), answers)

    def note_silence(self, i: int, error: NoAnswerError) -> None:
        """Note that the function ended its process, or did not answer in time."""
        if str(error):
            self._note("raised", i, str(error))
        else:
            self._note("too_slow", i, f"no answer in {self.seconds:.2g} s")

    def _answers(self) -> Iterator[tuple[Number, Problems]]:
        """Yield each value, with the problems that were seen for the first time."""
        for i in range(self.tables.count):
            check_time()
            known = set(self.problems)
            value = self._ask(i)
            check_time()
            self._sizes.append(abs(value))
            if i == self.tables.count - 1:
                self._note_changes()
            yield value, {key: self.problems[key] for key in self.problems if key not in known}

    def _value(self, table: Contingency) -> Number:
        if self.index.kind == "callable":
            return returned(self.index, table)
        return float(self.index.evaluate(table))

    def _ask(self, i: int) -> Number:
        table = self.tables.contingency(i)
        try:
            value = self._value(table)
            if not math.isfinite(value):
                self._note("undefined", i, str(value))
                return value
            if self.tables.n <= _MOST_CHECKED:
                self._check(i, table, value)
        except Exception as error:  # noqa: BLE001
            self._note("raised", i, f"{type(error).__name__}: {error}")
            return math.nan
        return value

    def _check(self, i: int, table: Contingency, value: Number) -> None:
        again = self._value(table)
        if value != again:
            self._changes.append(("changing", i, value, again))
            return
        renamed = self._value(_renamed(table))
        if value != renamed:
            self._changes.append(("not_of_table", i, value, renamed))

    def _note_changes(self) -> None:
        """Note values that changed by more than rounding, as measured by the largest value."""
        size = max((size for size in self._sizes if math.isfinite(size)), default=0)
        for kind, i, value, other in self._changes:
            if not abs(value - other) <= _SAME * size:
                self._note(kind, i, f"{float(value)!r}, then {float(other)!r}")

    def _note(self, kind: Kind, i: int, detail: str) -> None:
        relation = self.tables.contingency(i).relation
        problem = FunctionProblem(kind, self.tables.labels(i), relation, detail)
        self.problems.setdefault((kind, relation), problem)


def _renamed(table: Contingency) -> Contingency:
    """Return the table with rows and columns in reverse and other names for the clusters."""
    rows, columns, counts = (array[::-1] for array in table.cells)
    last_row, last_column = table.k_a - 1, table.k_b - 1
    cells = Cells(last_row - rows, last_column - columns, counts.copy())
    row_names = [f"x{i}" for i in range(table.k_a)]
    column_names = [f"y{i}" for i in range(table.k_b)]
    return Contingency(cells, row_names, column_names)
