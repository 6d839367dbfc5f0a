"""What every result can do: print, and export to a dictionary, JSON, CSV or a data frame."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from partwise.base.display import SCREEN_LINES, Cell, Table, shown, wrapped
from partwise.base.errors import InputError
from partwise.base.extras import is_installed, missing_extra
from partwise.base.files import write_whole
from partwise.base.json_values import as_json, public_fields

Backend: TypeAlias = Literal["pandas", "polars", "pyarrow"]


class Result(ABC):
    """A result: prints as a table, and exports to a dictionary, JSON, CSV or a data frame.

    A subclass defines `to_table`. It overrides `_content` if its dictionary should hold something
    other than its public fields, and `_full_table` if the printed table leaves out numbers.
    Polars, PyArrow and other libraries that read Arrow streams accept a result as it is.

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
        if hasattr(cls, "__iter__") and not hasattr(cls, "__array__"):
            cls.__array__ = _refuse_array  # type: ignore[attr-defined]  # pandas asks for it

    @abstractmethod
    def to_table(self) -> Table:
        """Return the table to print."""

    def _content(self) -> Mapping[str, Any]:
        """Return what a dictionary holds; values need not be what JSON holds."""
        return public_fields(self)

    def _full_table(self) -> Table:
        """Return what CSV and data frames hold: every number, in as many rows as it takes."""
        table = self.to_table()
        return replace(table, columns=[_as_identifier(name) for name in table.columns])

    def to_dict(self) -> dict[str, Any]:
        """Return everything in types that JSON has: None for NaN, text for fractions."""
        return {str(name): as_json(value) for name, value in self._content().items()}

    def to_json(self, path: str | Path | None = None) -> str:
        """Return `to_dict` as JSON text, and write it to a file if you name one."""
        text = json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
        if path is not None:
            write_whole(Path(path), f"{text}\n".encode())
        return text

    def to_csv(self) -> str:
        """Return every number as CSV text."""
        return self._full_table().to_csv()

    def to_frame(self, backend: Backend | None = None) -> Any:
        """Return every number as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        """
        return frame_of(self._full_table(), backend)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        frame = self.to_frame("pyarrow" if is_installed("pyarrow") else "polars")
        return frame.__arrow_c_stream__(requested_schema)

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


class WideResult(Result):
    """A result whose frames are wide: `_full_table` starts with the names of its rows."""

    __slots__ = ()

    @abstractmethod
    def _tidy_table(self) -> Table:
        """Return a row for each number."""

    def to_frame(self, backend: Backend | None = None, *, wide: bool = True) -> Any:
        """Return every number as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        wide : bool
            True: one row per name and one column per index (or property). The names are the index
            in pandas, and the first column in other libraries. False: one row per value, with
            details such as its rank and notes.

        Examples
        --------
        >>> import partwise as pw
        >>> comparison = pw.compare([0, 0, 1, 1], {"a": [0, 1, 0, 1], "b": [0, 0, 1, 2]})
        >>> comparison.to_frame().loc["b", "rand"]
        np.float64(0.8333333333333334)
        >>> list(comparison.to_frame(wide=False))
        ['candidate', 'index', 'value', 'rank', 'note']
        """
        if wide:
            return frame_of(self._full_table(), backend, labelled=True)
        return frame_of(self._tidy_table(), backend)


class InNotebooks:
    """Something that notebooks show as its text."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(line)}</p>" for line in str(self).splitlines())


class TextResult(InNotebooks, Result):
    """A result that reads as text: in a terminal, in a notebook and as `str`."""

    __slots__ = ()
    has_layout: ClassVar[bool] = False
    """Whether spaces and line breaks matter, as in a formula."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the text."""

    def to_table(self) -> Table:
        """Return a line for each field."""
        rows = [(name, _one_cell(value)) for name, value in self.to_dict().items()]
        return Table(["field", "value"], [row for row in rows if row[1] is not None])

    def _full_table(self) -> Table:
        content = self._content()
        names = [_as_identifier(name) for name in content]
        return Table(names, [[_one_cell(value) for value in content.values()]])

    def _on_a_screen(self) -> str:
        lines = [part for line in str(self).splitlines() for part in wrapped(line) or [""]]
        left_out = len(lines) - SCREEN_LINES + 1
        if left_out > 1:
            lines = [*lines[:-left_out], f"… and {left_out} more lines; print() shows them"]
        return "\n".join(lines)

    def __rich__(self) -> Any:
        from rich.text import Text

        return Text(str(self))

    def _repr_html_(self) -> str:
        if self.has_layout:
            return f'<pre style="white-space:pre-wrap">{escape(str(self))}</pre>'
        return super()._repr_html_()


def _refuse_array(self: Result, *_: object, **__: object) -> Any:
    """Refuse to become an array, as `numpy.asarray` and `pandas.DataFrame` would have it."""
    name = type(self).__name__
    raise TypeError(
        f"{name} is not an array: .to_frame() returns a data frame, .to_dict() a dictionary"
    )


def frame_of(table: Table, backend: Backend | None = None, *, labelled: bool = False) -> Any:
    """Return the rows of a table as a data frame; columns of one name get numbers.

    If the rows are labelled, their first cells are the index in pandas, which alone has one.

    Examples
    --------
    >>> frame_of(Table(["x", "x"], [[1, 0.5], [None, 2]]), "polars").to_dict(as_series=False)
    {'x': [1, None], 'x 2': [0.5, 2.0]}
    """
    columns: dict[str, list[Any]] = {}
    for place, name in enumerate(table.columns):
        unique, count = str(name), 1
        while unique in columns:
            count += 1
            unique = f"{name} {count}"
        columns[unique] = _one_type([row[place] for row in table.rows])
    library = _backend(backend)
    frame = frame_of_columns(columns, library)
    if labelled and library == "pandas":
        title, *names = table.columns
        frame = frame.drop(columns=title).set_axis([_key(name) for name in names], axis="columns")
        frame = frame.set_axis([_key(row[0]) for row in table.rows], axis="index")
        frame.index.name = title
    return frame


def frame_of_columns(columns: Mapping[str, Any], backend: Backend | None = None) -> Any:
    """Return columns, which are lists or arrays, as a data frame.

    Examples
    --------
    >>> frame_of_columns({"x": [1, None]}, "polars").to_dict(as_series=False)
    {'x': [1, None]}
    """
    import narwhals as nw

    return nw.from_dict(columns, backend=_backend(backend)).to_native()


def _key(name: Any) -> Any:
    """Return the number or date that a name stands for; pandas reads a tuple as several levels."""
    key = getattr(name, "key", name)
    return str(key) if isinstance(key, tuple) else key


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
    if known and all(isinstance(cell, date) for cell in known):
        return list(cells)
    if any(not isinstance(cell, int | float | Fraction) for cell in known):
        return [None if cell is None else str(cell) for cell in cells]
    return [None if cell is None else float(cell) for cell in cells]


def _one_cell(value: Any) -> Cell:
    """Return a value as a cell: numbers and text as they are, lists and objects as JSON."""
    if value is None or isinstance(value, str | int | float | Fraction):
        return value
    plain = as_json(value)
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def _as_identifier(name: str) -> str:
    """Return a heading as the name of a column.

    Examples
    --------
    >>> _as_identifier("Reference size"), _as_identifier("p-value")
    ('reference_size', 'p_value')
    """
    return re.sub(r"\W+", "_", name).strip("_").lower()
