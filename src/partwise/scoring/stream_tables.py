"""The contingency table of labels that arrive one by one, and change."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from partwise.base import LABEL_POLICIES, InputError, MissingLabelError
from partwise.clusterings import Lone, Policies, factorize, is_missing, is_noise
from partwise.tables import Contingency, MovingTable, PairCounts

ALONE = -1
"""In place of a number: each item with this label is a cluster of its own."""
LEFT_OUT = -2
"""In place of a number: items with this label are left out."""

_INSTEAD = {"singletons": ALONE, "drop": LEFT_OUT}
MOST_ITEMS = 2**31 - 1
"""How many items a table can hold."""
_FEW_CLUSTERS = 1000  # that are remembered without items


class ClusterNumbers(dict[Hashable, int]):
    """The number of each label. A label that is new gets the next, after it was checked.

    Examples
    --------
    >>> numbers = ClusterNumbers("the candidate", Policies(noise="drop"))
    >>> [numbers[label] for label in ("a", "b", "a", -1)]
    [0, 1, 0, -2]
    """

    def __init__(self, side: str, policies: Policies) -> None:
        super().__init__()
        self.next = 0
        self._side, self._policies = side, policies
        self.may_be_alone = policies.noise in _INSTEAD or policies.missing in _INSTEAD

    def __missing__(self, label: Hashable) -> int:
        policies = self._policies
        if is_missing(label):
            if policies.missing == "raise":
                problem = f"the label of an item is missing ({label})"
                raise MissingLabelError(problem, subject=self._side, remedy=LABEL_POLICIES)
            return _INSTEAD[policies.missing]
        _check(label)
        if policies.noise in _INSTEAD and is_noise(label, policies.noise_label):
            self[label] = _INSTEAD[policies.noise]
        else:
            self[label] = self.own(ALONE)
        return self[label]

    def own(self, number: int) -> int:
        """Return the number of a cluster, which is a new one for an item that is alone."""
        if number != ALONE:
            return number
        self.next += 1
        return self.next - 1

    def labels(self, numbers: Iterable[Any]) -> list[Hashable]:
        """Return the labels that have these numbers."""
        label_of = {number: label for label, number in self.items()}
        return [label_of[number] if number in label_of else Lone(number) for number in numbers]


def _check(label: Hashable) -> None:
    if hasattr(label, "detach") or hasattr(label, "as_py"):
        raise no_label(label)  # a scalar of a library, which is not equal to others of its value
    try:
        factorize([label])
    except InputError:
        raise no_label(label) from None


def no_label(*labels: object) -> InputError:
    """Return what to say about the first label that cannot be hashed, or the only one."""
    label = next((one for one in labels if not _is_hashable(one)), labels[0])
    return InputError(
        f"a label cannot be {label!r}, of type {type(label).__name__}",
        remedy="pass text, a whole number or another plain value that names a cluster",
    )


def _is_hashable(label: object) -> bool:
    try:
        hash(label)
    except TypeError:
        return False
    return True


class StreamTable:
    """A moving table whose rows and columns have labels, under policies for noise and others."""

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
    """Return what to say about more items than the table can hold."""
    return InputError(
        "an accumulator holds fewer than 2^31 items",
        remedy="add the tables of several instead: first.table + second.table",
    )
