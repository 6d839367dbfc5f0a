"""The contingency table of labels that arrive one by one, and change."""

from __future__ import annotations

from collections.abc import Callable

from partwise.base import InputError
from partwise.clusterings import Lone, Policies
from partwise.scoring.cluster_numbers import ALONE, LEFT_OUT, ClusterNumbers
from partwise.tables import Contingency, MovingTable, PairCounts

MOST_ITEMS = 2**31 - 1
_FEW_CLUSTERS = 1000  # that are remembered without items


class StreamTable:
    """A moving table whose rows and columns have labels, under policies for noise and the like."""

    _policies: Policies
    _keeps_all: bool
    _change: Callable[[int, int, int], None]

    @property
    def n(self) -> int:
        """Number of items."""
        return self._table.n

    @property
    def pair_counts(self) -> PairCounts:
        """Exact counts of pairs of items."""
        return self._table.pair_counts

    @property
    def table(self) -> Contingency:
        """The contingency table as it is now, with your labels."""
        counted = self._table.contingency()
        names = self._rows.labels(counted.row_labels), self._columns.labels(counted.column_labels)
        return Contingency(counted.cells, *names, (counted.row_sizes, counted.column_sizes))

    def _fill(self, table: Contingency) -> None:
        """Start again with the items of a table."""
        sides = ("the reference", "the candidate")
        self._rows, self._columns = (ClusterNumbers(side, self._policies) for side in sides)
        self._table = MovingTable(logs=self._keeps_all, quotients=self._keeps_all)
        self._change = self._change_any if self._rows.may_be_alone else self._table.change
        self._lone: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._take(table, 1)
        self._room = _FEW_CLUSTERS + 2 * (self._rows.next + self._columns.next)

    def _make_room(self) -> None:
        """Forget clusters without items, now and then."""
        if self._rows.next + self._columns.next > self._room:
            self._fill(self.table)

    def _add_table(self, table: Contingency) -> None:
        if self.n + table.n > MOST_ITEMS:
            raise too_many()
        self._take(table, 1)

    def _take(self, table: Contingency, times: int) -> None:
        rows, columns = (
            [ALONE if isinstance(label, Lone) else numbers[label] for label in labels]
            for numbers, labels in (
                (self._rows, table.row_labels),
                (self._columns, table.column_labels),
            )
        )
        for i, j, items in zip(*(array.tolist() for array in table.cells), strict=True):
            self._change(rows[i], columns[j], times * items)

    def _change_any(self, row: int, column: int, items: int) -> None:
        if row >= 0 and column >= 0:
            self._table.change(row, column, items)
        elif LEFT_OUT not in (row, column):
            self._change_lone(row, column, items)

    def _change_lone(self, row: int, column: int, items: int) -> None:
        """Add or remove items that are a cluster of their own on a side, or on both."""
        places = self._lone.setdefault((row, column), [])
        if len(places) + items < 0 or self.n + items > MOST_ITEMS:
            raise ValueError
        for _ in range(items):
            places.append((self._rows.own(row), self._columns.own(column)))
            self._table.change(*places[-1], 1)
        for _ in range(-items):
            self._table.change(*places.pop(), -1)


def too_many() -> InputError:
    """Return what to say of more items than the table can hold."""
    return InputError(
        "an accumulator holds fewer than 2^31 items",
        remedy="add the tables of several instead: first.table + second.table",
    )
