"""LabelColumns from files and frames, which stay where they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import narwhals as nw
from narwhals.exceptions import DuplicateError

from partwise.base import InputError, Option, is_installed, require
from partwise.engines import text_layouts
from partwise.engines.backends import column_names
from partwise.engines.columns import (
    Choice,
    Layout,
    check_column,
    check_layout,
    check_names,
    choose_columns,
)
from partwise.engines.dialects import Dialect
from partwise.engines.field_objects import as_frame
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.scored_pairs import check_judgements, check_unscored
from partwise.engines.sources import Files, find_files
from partwise.engines.text_files import is_text_table, line_of_row, read_table


def read(
    source: Any,
    *,
    label_column: str | Sequence[str] | None = None,
    item_column: str | None = None,
    layout: Layout | None = None,
    items: Any = None,
    memory: str | int | None = None,
) -> LabelColumns:
    r"""Name the labels in files or in a data frame, for later comparison.

    DuckDB reads the files when you compare them. Data that do not fit into memory spill to disk.

    Parameters
    ----------
    source : path, glob, folder, list of paths, or frame
        CSV, TSV, Parquet, Arrow (IPC files, Feather, streams; needs pyarrow), JSON lines, or text
        with one label per line. CSV, TSV, JSON and text may be compressed (``.gz``, ``.zst``).
        Several files are parts of one table. If a file with the name of a glob exists, that file
        is read. Or a frame: pandas, Polars, PyArrow, a DuckDB relation, Spark, Dask, Ibis,
        AnnData (columns of ``.obs`` that are categories or text) or clusters of Splink.
    label_column : str or list of str, optional
        The columns of labels; not needed if there is only one besides the items.
    item_column : str, optional
        The column of item ids; by default, one called item, id, name or key. If there is none,
        items are identified by their row.
    layout : {"wide", "long", "pairs", "stacked"}, optional
        What a row is; not needed if the column names show it. "wide": an item, with one column per
        clustering. "long": an item and its cluster. "pairs": two matched items; connected
        components become clusters, and every row counts as a match (if there is a column of
        scores, keep the matches and name both columns of items in ``label_column``). "stacked":
        an item, the name of a clustering, and the cluster.
    items : path, list, series or frame, optional
        All items, if the rows are pairs: items in no pair become singletons.
    memory : str or int, optional
        How much memory the process may take, such as ``"2GB"``. DuckDB gets what the process does
        not use yet, minus 15%. The limit applies to all files from now on.

    Returns
    -------
    LabelColumns
        One label column per clustering. In CSV, TSV and text files all values are text ("01" and
        "1" differ), and an empty field is a missing value.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "all.csv")
    ...     _ = path.write_text("id,gold,mine\nann,1,x\nbob,1,y\n")
    ...     labels = read(path)
    >>> labels.columns, labels.item
    (('gold', 'mine'), 'id')
    """
    return _read(source, label_column, item_column, layout, items, memory)


def read_as(
    source: Any,
    otherwise: Layout,
    *,
    label: str | Sequence[str] | None = None,
    item: str | None = None,
    layout: Layout | None = None,
    items: Any = None,
    memory: str | int | None = None,
    besides: str | None = None,
) -> LabelColumns:
    """Point at labels as :func:`read`; a layout that is not obvious is ``otherwise``.

    The column ``besides`` has no labels.
    """
    return _read(source, label, item, layout, items, memory, otherwise, besides)


def _read(
    source: Any,
    label: str | Sequence[str] | None,
    item: str | None,
    layout: Layout | None,
    items: Any,
    memory: str | int | None,
    otherwise: Layout | None = None,
    besides: str | None = None,
) -> LabelColumns:
    check_layout(layout)
    if items is not None and layout not in (None, "pairs"):
        raise InputError(f'items= applies only to layout="pairs", not to layout="{layout}"')
    files = find_files(source) if _is_path(source) else None
    if memory is not None:
        require("duckdb", "limits of memory")
        from partwise.engines.duck import limit_memory

        limit_memory(memory)
    if files is None:
        data = _Data(_frame(as_frame(source, [label] if isinstance(label, str) else label or ())))
        otherwise = otherwise or "wide"
    else:
        data = _from_files(files, label, item, besides)
        _check_lines(data, label, item, layout)
    names = column_names(data.frame, data.source)
    if besides is not None:
        check_column(data.source, names, besides)
        names.remove(besides)
    choice = choose_columns(data.source, names, label, item, layout, otherwise)
    if items is not None and choice.layout != "pairs":
        raise InputError(
            "items= applies only to pairs", subject=data.source,
            remedy=["pass ", Option("layout", "pairs"), " if each row is a pair"],
        )  # fmt: skip
    if choice.layout == "pairs" and label is None:
        check_unscored(data.source, data.frame, choice.labels, data.typed)
        check_judgements(data.source, data.frame, choice.labels)
    return _labels(data, choice, items)


@dataclass(frozen=True)
class _Data:
    """A frame, and the files that it is in."""

    frame: Frame
    files: Files | None = None
    dialect: Dialect | None = None

    @property
    def source(self) -> str:
        return "the frame" if self.files is None else self.files.source

    @property
    def typed(self) -> bool:
        return self.files is None or self.files.has_types

    @property
    def sniffed(self) -> str | None:
        """How files were read whose names do not say it; .txt has one label per line."""
        if self.files is None or self.files.is_named or self.dialect is None:
            return None
        is_usual = self.dialect.delimiter is None and self.files.is_plain_text
        return None if is_usual else str(self.dialect)


def _from_files(
    files: Files, label: str | Sequence[str] | None, item: str | None, besides: str | None
) -> _Data:
    labels = [label] if isinstance(label, str) else list(label or ())
    named = [column for column in (*labels, item, besides) if column is not None]
    if not (files.has_types or is_installed("duckdb")):
        table, text_dialect = read_table(files.source, files.paths, files.format, named)
        return _Data(cast("Frame", table), files, text_dialect)
    require("duckdb", f"files such as {files.source}")
    from partwise.engines.readers import open_files

    relation, dialect = open_files(files, named)
    return _Data(nw.from_native(relation), files, dialect)


def frame_of(source: Any) -> tuple[Frame, str, bool]:
    """Return the frame of a file or of any library, what it is called, and if it has types."""
    if _is_path(source):
        data = _from_files(find_files(source), None, None, None)
    else:
        data = _Data(_frame(source))
    return data.frame, data.source, data.typed


def columns_in(files: Files) -> list[str]:
    """Return the names of the columns of files."""
    return column_names(_from_files(files, None, None, None).frame, files.source)


def _labels(data: _Data, choice: Choice, items: Any) -> LabelColumns:
    """Return the chosen columns as columns of labels, whatever the layout."""
    frame, files, source, typed = data.frame, data.files, data.source, data.typed
    if choice.item is None and frame.implementation.is_pandas_like():
        from partwise.engines.backends.pandas_like import index_as_column

        frame, index = index_as_column(frame)
        choice = choice._replace(item=index)
    if files is not None and files.format == "json":
        from partwise.engines.json_tables import check_json_values

        check_json_values(files, [*choice.labels, *([choice.item] if choice.item else [])])
    if choice.layout == "pairs":
        pairs = LabelColumns(frame, choice.labels, None, source, typed)
        labels = _clusters_of_pairs(pairs, items)
    elif choice.layout == "stacked":
        labels = _unstacked(source, frame, choice, typed)
    else:
        labels = LabelColumns(frame, choice.labels, choice.item, source, typed, _where(data))
    size = None if files is None else files.size
    return replace(labels, bytes_on_disk=size, layout=choice.layout, sniffed=data.sniffed)


def _clusters_of_pairs(pairs: LabelColumns, items: Any) -> LabelColumns:
    if is_text_table(pairs.frame):
        return text_layouts.clusters_of_pairs(pairs, items)
    require("duckdb", "pairs of matched items in a frame")
    from partwise.engines.layouts import clusters_of_pairs

    return clusters_of_pairs(pairs, items)


def _unstacked(source: str, frame: Frame, choice: Choice, typed: bool) -> LabelColumns:
    if is_text_table(frame):
        return text_layouts.unstacked(source, frame, choice)
    from partwise.engines.stacked import unstacked

    return unstacked(source, frame, choice, typed)


def _where(data: _Data) -> Callable[[int], str | None] | None:
    if data.files is None or data.dialect is None:
        return None
    return partial(line_of_row, data.files.paths, data.dialect)


def _check_lines(data: _Data, label: object, item: object, layout: str | None) -> None:
    if data.dialect is None or data.dialect.delimiter is not None:
        return
    if label is not None or item is not None or layout not in (None, "long"):
        raise InputError(
            "this file has one label per line, so there are no columns to choose from",
            subject=data.source,
            remedy="name no columns, or save the data with column names as .csv or .parquet",
        )


def _is_path(source: object) -> bool:
    if isinstance(source, str | os.PathLike | Files):
        return True
    return isinstance(source, list | tuple) and all(
        isinstance(path, str | os.PathLike) for path in source
    )


def _frame(source: Any) -> Frame:
    try:
        frame: Frame = nw.from_native(source)
        if frame.implementation.is_pandas_like():
            from partwise.engines.backends.pandas_like import with_text_names

            frame = nw.from_native(with_text_names(frame.to_native()))
        return frame
    except DuplicateError:
        # In a pyarrow table, "columns" are the columns themselves.
        names = map(str, getattr(source, "column_names", source.columns))
        check_names("the frame", names, ignores_case=False)
        raise
    except TypeError:
        raise InputError(
            f"cannot read labels from a {type(source).__name__}; pass a path, a list of paths, or "
            "a frame of pandas, Polars, PyArrow, DuckDB, Spark, Dask or Ibis, AnnData or a "
            "SplinkDataFrame"
        ) from None
