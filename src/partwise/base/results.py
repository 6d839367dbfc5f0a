"""What every result can do: print, and leave as a dictionary, as JSON, as CSV, as a data frame."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from partwise.base.display import SCREEN_LINES, Cell, Table, shown, wrapped
from partwise.base.errors import InputError
from partwise.base.extras import is_installed, missing_extra
from partwise.base.files import write_whole
from partwise.base.json_values import as_json, public_fields

Backend: TypeAlias = Literal["pandas", "polars", "pyarrow"]

_LONGEST_NESTED = 60


class Result(ABC):
    """A result: prints as a table, and leaves as a dictionary, JSON, CSV or a data frame.

    A subclass has `to_table`; `_content` where a dictionary is to hold something else than its
    public fields, and `_long_table` where the printed table does not hold every number.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Sizes(Result):
    ...     sizes: dict[str, int]
    ...
    ...     def to_table(self) -> Table:
    ...         return Table(["clustering", "clusters"], list(self.sizes.items()))
    >>> Sizes({"a": 2, "b": 10})
    clustering  clusters
    a                  2
    b                 10
    >>> Sizes({"a": 2}).to_dict()
    {'sizes': {'a': 2}}
    >>> Sizes({"a": 2}).to_frame("polars").columns
    ['clustering', 'clusters']
    """

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__repr__ = Result.__repr__  # type: ignore[method-assign]  # instead of a dataclass's

    @abstractmethod
    def to_table(self) -> Table:
        """Return the table to print."""

    def _content(self) -> Mapping[str, Any]:
        """Return what a dictionary holds; values need not be what JSON holds."""
        return public_fields(self)

    def _long_table(self) -> Table:
        """Return what CSV and data frames hold: every number, in as many rows as it takes."""
        return self.to_table()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON holds it: null for NaN, text for fractions."""
        return {str(name): as_json(value) for name, value in self._content().items()}

    def to_json(self, path: str | Path | None = None) -> str:
        """Return `to_dict` as JSON, and write it to a file if one is named."""
        text = json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
        if path is not None:
            write_whole(Path(path), f"{text}\n".encode())
        return text

    def to_csv(self) -> str:
        """Return every number as CSV."""
        return self._long_table().to_csv()

    def to_frame(self, backend: Backend | None = None) -> Any:
        """Return every number as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            Of which library; the first of them that is installed if not given.
        """
        return frame_of(self._long_table(), backend)

    def __str__(self) -> str:
        return str(self.to_table())

    def __repr__(self) -> str:
        return self._on_a_screen()

    def _on_a_screen(self) -> str:
        return self.to_table().on_a_screen()

    def __rich__(self) -> Any:
        return self.to_table()

    def _repr_html_(self) -> str:
        return self.to_table()._repr_html_()


class Record(Result):
    """A result that is one row: it prints with a line for each of its fields."""

    __slots__ = ()

    def to_table(self) -> Table:
        """Return a line for each field."""
        rows = [(name, _brief(value)) for name, value in self.to_dict().items()]
        return Table(["field", "value"], [row for row in rows if row[1] is not None])

    def _long_table(self) -> Table:
        content = self.to_dict()
        return Table(list(content), [[_one_cell(value) for value in content.values()]])


class TextResult(Record):
    """A result that reads as text: in a terminal, in a notebook and as `str`."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str:
        """Return the text."""

    def _on_a_screen(self) -> str:
        lines = [part for line in str(self).splitlines() for part in wrapped(line)]
        left_out = len(lines) - SCREEN_LINES + 1
        if left_out > 1:
            lines = [*lines[:-left_out], f"… and {left_out} more lines"]
        return "\n".join(lines)

    def __rich__(self) -> Any:
        from rich.text import Text

        return Text(str(self))

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in str(self).splitlines())


def frame_of(table: Table, backend: Backend | None = None) -> Any:
    """Return the rows of a table as a data frame; columns of one name get numbers.

    Examples
    --------
    >>> frame_of(Table(["x", "x"], [[1, 0.5], [None, 2]]), "polars").to_dict(as_series=False)
    {'x': [1, None], 'x 2': [0.5, 2.0]}
    """
    import narwhals as nw

    columns: dict[str, list[Any]] = {}
    for place, name in enumerate(table.columns):
        unique, count = name, 1
        while unique in columns:
            count += 1
            unique = f"{name} {count}"
        columns[unique] = _one_type([row[place] for row in table.rows])
    return nw.from_dict(columns, backend=_backend(backend)).to_native()


def _backend(backend: Backend | None) -> Backend:
    """Return the library to use."""
    known: tuple[Backend, ...] = get_args(Backend)
    if backend is not None and backend not in known:
        raise InputError(f"backend= must be one of {', '.join(map(repr, known))}, not {backend!r}")
    for name in known if backend is None else (backend,):
        if is_installed(name):
            return name
    raise missing_extra(backend or "pandas", "data frames")


def _one_type(cells: Sequence[Cell]) -> list[Any]:
    """Return cells of one type, as a column of a frame has: whole numbers, floats or text."""
    known = [cell for cell in cells if cell is not None]
    if all(isinstance(cell, bool) for cell in known):
        return list(cells)
    if any(isinstance(cell, str | bool) for cell in known):
        return [None if cell is None else shown(cell) for cell in cells]
    if all(isinstance(cell, int) and abs(cell) < 2**63 for cell in known):
        return list(cells)
    return [None if cell is None else float(cell) for cell in cells]


def _one_cell(value: Any) -> Cell:
    """Return a value of JSON as a cell: lists and objects as text."""
    if value is None or isinstance(value, str | int | float):
        return value
    return json.dumps(value, ensure_ascii=False)


def _brief(value: Any) -> Cell:
    cell = _one_cell(value)
    if cell is value or not isinstance(cell, str) or len(cell) <= _LONGEST_NESTED:
        return cell
    return f"{cell[: _LONGEST_NESTED - 1]}…"
