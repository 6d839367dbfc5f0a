"""An index on all tables of n items: its values, and what went wrong on the way."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Index, settle
from partwise.properties.search.enumeration import Enumeration
from partwise.properties.search.tables_view import tables_view
from partwise.properties.verdict import Labels, written
from partwise.tables import Cells, Contingency, Relation

Kind: TypeAlias = Literal["raised", "undefined", "changing", "not_of_table", "too_slow"]

_MOST_CHECKED = 6  # up to this many items, a callable is asked three times about each table
_SAME = 1e-9  # sums in another order may differ by rounding

_SAYS: dict[Kind, str] = {
    "raised": "raised",
    "undefined": "gave no finite number",
    "changing": "gave another value when asked again",
    "not_of_table": "gave another value when clusters were renamed and reordered",
    "too_slow": "did not answer in time",
}


@dataclass(frozen=True)
class Trouble:
    """What is wrong with an index that is a function of its own, and where it showed.

    Parameters
    ----------
    kind : {"raised", "undefined", "changing", "not_of_table", "too_slow"}
        What happened.
    clusterings : pair of labels
        Reference and candidate on whose table it happened first.
    relation : {"identical", "opposite", "trivial", "ordinary"}
        How these two stand to each other: where one is trivial, no value may be what is right.
    detail : str
        The error, or the values.
    """

    kind: Kind
    clusterings: tuple[Labels, Labels]
    relation: Relation
    detail: str = ""

    def __str__(self) -> str:
        reference, candidate = map(written, self.clusterings)
        detail = f": {self.detail}" if self.detail else ""
        return f"A = {reference}, B = {candidate}: {_SAYS[self.kind]}{detail}"


@dataclass
class Survey:
    """The values of an index on all tables of an enumeration.

    Parameters
    ----------
    values : array of float64
        A value per table, with the index's conventions; NaN where there is none.
    done : int
        How many tables there was time for; the values of the others are NaN.
    troubles : tuple of Trouble
        The first of each kind, for each relation of the clusterings.
    """

    values: NDArray[np.float64]
    done: int
    troubles: tuple[Trouble, ...] = ()

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


def survey(index: Index, tables: Enumeration, *, seconds: float = math.inf) -> Survey:
    """Evaluate an index on all tables, and note what goes wrong.

    Examples
    --------
    >>> import partwise as pw
    >>> from partwise.properties.search.enumeration import enumeration
    >>> index = pw.Index("mine", "Mine", "callable", lambda table: 1 / (table.k_a - 1))
    >>> for trouble in survey(index, enumeration(3)).troubles:
    ...     print(trouble)
    A = 012, B = 012: raised: ZeroDivisionError: division by zero
    A = 012, B = 01|2: raised: ZeroDivisionError: division by zero
    A = 012, B = 0|1|2: raised: ZeroDivisionError: division by zero
    """
    at_once = {"pairs": _of_pairs, "table": _of_tables}.get(index.kind)
    if at_once is not None:
        with contextlib.suppress(Exception):  # of a formula that takes one table only, or fails
            return Survey(at_once(index, tables), tables.count)
    return _Interview(index, tables).run(seconds)


def _of_pairs(index: Index, tables: Enumeration) -> NDArray[np.float64]:
    """Evaluate on the distinct counts only: many tables share theirs."""
    view = tables_view(tables.n)
    first, place = view.distinct_pair_counts
    found = index.from_counts(*(count[first] for count in view.pairs))
    return np.asarray(found, np.float64)[place]


def _of_tables(index: Index, tables: Enumeration) -> NDArray[np.float64]:
    view = tables_view(tables.n)
    with np.errstate(all="ignore"):
        found = np.asarray(index.formula(view), np.float64)
    result = np.array(np.broadcast_to(found, tables.count))
    undefined = np.flatnonzero(~np.isfinite(result))
    for relation in np.unique(view.relations[undefined]).tolist():
        settled = settle(index.key, relation, index.conventions, "convention").value
        result[undefined[view.relations[undefined] == relation]] = settled
    return result


@dataclass
class _Interview:
    """An index is asked about one table after another, on a thread that may be left behind."""

    index: Index
    tables: Enumeration
    troubles: dict[tuple[Kind, Relation], Trouble] = field(default_factory=dict)
    done: int = 0

    def run(self, seconds: float) -> Survey:
        self.values = np.full(self.tables.count, np.nan)
        self.deadline = time.monotonic() + seconds
        if math.isinf(seconds):
            self._ask_all()
        else:
            asking = threading.Thread(target=self._ask_all, daemon=True)
            asking.start()
            asking.join(seconds + 0.2)
            if asking.is_alive():
                self._note("too_slow", self.done, f"no answer in {seconds:g} s")
        return Survey(self.values.copy(), self.done, tuple(self.troubles.values()))

    def _ask_all(self) -> None:
        for i in range(self.tables.count):
            if time.monotonic() > self.deadline:
                return
            value = self._ask(i)
            if time.monotonic() > self.deadline:
                return
            self.values[i] = value
            self.done = i + 1

    def _value(self, table: Contingency) -> float:
        is_callable = self.index.kind == "callable"
        return float(self.index.formula(table) if is_callable else self.index.evaluate(table))

    def _ask(self, i: int) -> float:
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

    def _check(self, i: int, table: Contingency, value: float) -> None:
        again = self._value(table)
        if not _are_close(value, again):
            self._note("changing", i, f"{value!r}, then {again!r}")
            return
        renamed = self._value(_renamed(table))
        if not _are_close(value, renamed):
            self._note("not_of_table", i, f"{value!r}, then {renamed!r}")

    def _note(self, kind: Kind, i: int, detail: str) -> None:
        relation = self.tables.contingency(i).relation
        trouble = Trouble(kind, self.tables.labels(i), relation, detail)
        self.troubles.setdefault((kind, relation), trouble)


def _are_close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_SAME, abs_tol=_SAME)


def _renamed(table: Contingency) -> Contingency:
    """Return the table with rows and columns in reverse and other names for the clusters."""
    rows, columns, counts = (array[::-1] for array in table.cells)
    last_row, last_column = table.k_a - 1, table.k_b - 1
    cells = Cells(last_row - rows, last_column - columns, counts.copy())
    row_names = [f"x{i}" for i in range(table.k_a)]
    column_names = [f"y{i}" for i in range(table.k_b)]
    return Contingency(cells, row_names, column_names)
