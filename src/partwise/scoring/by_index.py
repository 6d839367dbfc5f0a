"""Values by index, and by candidate and index: mappings that print and export as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.base import Cell, Result, Table, listed, listed_up_to, p_number, percent
from partwise.catalogue import ByName, beyond_index_named, indices

if TYPE_CHECKING:
    from partwise.scoring.by_index_plots import ByIndexPlots

_T = TypeVar("_T")

ABOUT_INTERVALS = (
    "The confidence intervals are about the population that the items or clusters were drawn from, "
    "and take the clusterings as fixed. To see how clusterings change when you cluster again, use "
    "pw.ensembles.stability."
)

_NOT_SHOWN = ("level", "method", "note")
"""Fields that have no column in a table for people."""
_TINY = 0.001  # p-values below are not written with digits


class ByIndex(Result, Mapping[str, _T]):
    """Values by key of the index; you can also use other names of an index.

    Examples
    --------
    >>> p_values = ByIndex({"correlation": 0.5, "rand": 0.25}, "p_value")
    >>> p_values["CC"]
    0.5
    >>> p_values
    index  p value
    CC      0.5000
    R       0.2500
    """

    def __init__(
        self,
        values: Mapping[str, _T],
        what: str = "value",
        pair: tuple[Any, Any] | None = None,
        about: str = ABOUT_INTERVALS,
    ) -> None:
        self._by_key = ByName(values)
        self._what = what
        self._pair = pair
        self._about = about

    def __getitem__(self, name: Any) -> _T:
        return self._by_key[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._by_key)

    @property
    def less(self) -> str:
        """For differences, which candidate minus which; otherwise empty."""
        return "" if self._pair is None else f"{self._pair[0]} minus {self._pair[1]}"

    def to_table(self) -> Table:
        """Return a table with one row per index; remarks about several indices are below."""
        table = _rows_of({(short_of(key),): self[key] for key in self}, ["index"], self._what)
        if any(isinstance(value, Mapping) for value in self.values()):
            return table  # columns have the names of candidates
        table = for_people(table, self._about)
        return table if self._pair is None else self._of_the_pair(table)

    def _of_the_pair(self, table: Table) -> Table:
        falling = [_falls(key) for key in self]
        rows = [
            [f"{row[0]} ↓" if falls else row[0], *row[1:]]
            for row, falls in zip(table.rows, falling, strict=True)
        ]
        notes = [*(["↓ lower is better"] if any(falling) else []), *table.notes]
        title = f"{self.less}{f', {table.title}' if table.title else ''}"
        return replace(table, rows=rows, notes=notes, title=title)

    def _full_table(self) -> Table:
        values = {(key,): value for key, value in self.items()}
        if self._pair is None:
            return _rows_of(values, ["index"], self._what)
        pair = tuple(map(str, self._pair))
        rows = {(*key, *pair): value for key, value in values.items()}
        return _rows_of(rows, ["index", "first", "second"], self._what)

    def _content(self) -> dict[str, Any]:
        return self._by_key

    @property
    def plot(self) -> ByIndexPlots:
        """``plot()`` draws estimates and differences with their confidence intervals."""
        from partwise.scoring.by_index_plots import ByIndexPlots

        return ByIndexPlots(self)


class ByCandidate(Result, Mapping[Any, ByIndex[_T]]):
    """Values by candidate and index: a mapping name → key → value.

    Examples
    --------
    >>> p_values = ByCandidate({"a": {"correlation": 0.5}, "b": {"correlation": 1.0}}, "p_value")
    >>> p_values["b"]["CC"]
    1.0
    >>> p_values.to_frame("polars").columns
    ['candidate', 'index', 'p_value']
    """

    about: str = ABOUT_INTERVALS

    def __init__(self, by_candidate: Mapping[Any, Mapping[str, _T]], what: str = "value") -> None:
        self._by_candidate = {
            name: ByIndex(of, what, about=self.about) for name, of in by_candidate.items()
        }
        self._what = what

    def __getitem__(self, name: Any) -> ByIndex[_T]:
        if name not in self._by_candidate:
            names = ", ".join(map(str, self._by_candidate))
            raise KeyError(f"there is no candidate {name!r}; the candidates are {names}")
        return self._by_candidate[name]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._by_candidate)

    def __len__(self) -> int:
        return len(self._by_candidate)

    def to_table(self) -> Table:
        """Return a table with one row per candidate and index; shared remarks are below."""
        values = {(name, short_of(key)): value for (name, key), value in self._values()}
        return for_people(_rows_of(values, ["candidate", "index"], self._what))

    def _full_table(self) -> Table:
        return _rows_of(dict(self._values()), ["candidate", "index"], self._what)

    def _values(self) -> Iterator[tuple[tuple[Any, str], _T]]:
        return (((name, key), value) for name, of in self.items() for key, value in of.items())

    def _content(self) -> dict[str, Any]:
        return self._by_candidate


def short_of(key: str) -> str:
    """Return the short name of an index of the catalogue, as people read it; else its key."""
    known = {index.key: index.short for index in indices("all")}
    beyond = None if key in known else beyond_index_named(key)
    return known.get(key, key) if beyond is None else beyond.short


def _falls(key: str) -> bool:
    """Tell whether lower is better by an index."""
    return any(index.key == key and index.direction == "distance" for index in indices("all"))


def _rows_of(values: Mapping[Any, Any], columns: Sequence[str], what: str = "value") -> Table:
    """Return a row for each value, by a tuple of names: a number, or a record of such and text."""
    records = [_fields(value, what) for value in values.values()]
    names = list(dict.fromkeys(name for record in records for name in record))
    rows: list[list[Any]] = [
        [*keys, *(record.get(name) for name in names)]
        for keys, record in zip(values, records, strict=True)
    ]
    return Table([*columns, *names], rows)


def _fields(value: Any, what: str) -> dict[str, Cell]:
    """Return the fields of a record that fit in a cell; a number is one itself, names are text."""
    if isinstance(value, tuple):
        return {what: ", ".join(map(str, value)) or None}
    if isinstance(value, dict):
        return {str(name): cell for name, cell in value.items()}
    if not isinstance(value, Result):
        return {what: value}
    members = value._content().items()
    plain = (str, int, float, Fraction, type(None))
    return {name: member for name, member in members if isinstance(member, plain)}


def for_people(table: Table, about: str = ABOUT_INTERVALS) -> Table:
    """Return a table without empty columns, with the level above and notes below, each once.

    A score or difference that is biased in samples is corrected, as its interval is. What
    intervals are about is the last of the notes.
    """
    by_column: dict[str, list[Any]] = {
        name: [row[place] for row in table.rows] for place, name in enumerate(table.columns)
    }
    notes = _notes(by_column)
    levels = sorted({level for level in by_column.get("level", ()) if level})
    ends = zip(by_column.get("low", ()), by_column.get("high", ()), strict=True)
    has_intervals = any(low != high for low, high in ends)  # exact scores have none
    by_column = _readable(by_column)
    shown = {
        name: cells
        for name, cells in by_column.items()
        if name not in _NOT_SHOWN and (name == "index" or any(cell is not None for cell in cells))
    }
    return replace(
        table,
        columns=[name.replace("_", " ") for name in shown],
        rows=[list(row) for row in zip(*shown.values(), strict=True)],
        title=f"{listed([*map(percent, levels)])} confidence intervals"
        if levels and has_intervals
        else "",
        notes=[*notes, *([about] if has_intervals else [])],
        decimals=4,
    )


def _readable(by_column: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Put corrected values beside their intervals, and write tiny p-values as people do."""
    columns = dict(by_column)
    corrected = columns.pop("corrected", [])
    if any(cell is not None for cell in corrected):
        pairs = list(zip(columns["value"], corrected, strict=True))
        columns["value"] = [value if cell is None else cell for value, cell in pairs]
        columns["uncorrected"] = [None if cell is None else value for value, cell in pairs]
    p_values = columns.get("p_value", [])
    if any(p is not None and p < _TINY for p in p_values):
        columns["p_value"] = [None if p is None else p_number(float(p)) for p in p_values]
    return columns


def _notes(by_column: Mapping[str, list[Any]]) -> list[str]:
    """Return each note once, after the indices, and candidates if not all, that it is about."""
    candidates = by_column.get("candidate", [None] * len(by_column["index"]))
    whose: dict[str, dict[str, list[Any]]] = {}
    for index, name, note in zip(
        by_column["index"], candidates, by_column.get("note", ()), strict=False
    ):
        if note:
            whose.setdefault(note, {}).setdefault(index, []).append(name)
    notes = []
    for note, by_index in whose.items():
        alike: dict[tuple[Any, ...], list[str]] = {}
        for index, names in by_index.items():
            alike.setdefault(tuple(names), []).append(index)
        for who, keys in alike.items():
            some = len(who) < len(set(candidates))
            of = f" of {listed_up_to([*map(str, who)])}" if some else ""
            notes.append(f"{listed(keys)}{of}: {note}")
    return notes
