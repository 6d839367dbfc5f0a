"""LabelColumns from files and frames, which stay where they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import duckdb
import narwhals as nw
import numpy as np
from narwhals.exceptions import DuplicateError

from partwise.base import InputError
from partwise.engines.backends import check_distinct, column_names
from partwise.engines.columns import Layout, check_column, check_layout, choose_columns, find_item
from partwise.engines.duck import as_relation, limit_memory, name
from partwise.engines.duck_errors import explained
from partwise.engines.label_columns import Frame, LabelColumns
from partwise.engines.readers import relation_of
from partwise.engines.sources import Files, find_files
from partwise.engines.text_tables import line_of_row


def read(
    source: Any,
    *,
    label: str | Sequence[str] | None = None,
    item: str | None = None,
    layout: Layout | None = None,
    items: Any = None,
    memory: str | int | None = None,
) -> LabelColumns:
    r"""Point at labels in files or in a data frame.

    Files are read by DuckDB when they are compared; what does not fit into memory spills to disk.

    Parameters
    ----------
    source : path, glob, folder, list of paths, or frame
        CSV, TSV, Parquet, Arrow (IPC files, Feather, streams; needs pyarrow), JSON lines, or text
        with one label per line; CSV, TSV, JSON and text also compressed (``.gz``, ``.zst``).
        Several files are parts of one table. What exists under a name is that file, also if the
        name looks like a glob. Or a frame: pandas, Polars, PyArrow, a DuckDB relation, Spark,
        Dask, Ibis.
    label : str or list of str, optional
        Columns of labels. Found by itself if there is one besides the items.
    item : str, optional
        Column of item ids (item, id, name or key if not given). Without one, items are known by
        their row.
    layout : {"wide", "long", "pairs", "stacked"}, optional
        A column for each clustering; an item and its cluster; a pair of matched items, whose
        connected components are the clusters; or an item, a clustering's name and its cluster.
        Found by itself when the names of the columns tell.
    items : path, list, series or frame, optional
        All items, for pairs: those in no pair are clusters of their own.
    memory : str or int, optional
        How much memory the process may take, such as ``"2GB"``: DuckDB gets what the process does
        not take now, less 15 %. Holds for all files from now on.

    Returns
    -------
    LabelColumns
        With one label column for each clustering. In CSV, TSV and text files everything is text
        ("01" and "1" differ) and an empty field is missing.

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
    return _read(source, label, item, layout, items, memory)


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
        raise InputError(f'items= goes with layout="pairs", not with layout="{layout}"')
    files = find_files(source) if _is_path(source) else None
    if memory is not None:
        limit_memory(memory)
    frame = _frame(source) if files is None else nw.from_native(relation_of(files))
    told = "the frame" if files is None else files.source
    if files is None and otherwise is None:
        otherwise = "wide"
    if files is not None and files.format == "text":
        _check_text(told, label, item, layout or otherwise)
    names = _column_names(frame, told)
    if besides is not None:
        check_column(told, names, besides)
        names.remove(besides)
    choice = choose_columns(told, names, label, item, layout, otherwise)
    if choice.item is None and frame.implementation.is_pandas_like():
        from partwise.engines.backends.pandas_like import index_as_column

        frame, index = index_as_column(frame)
        choice = choice._replace(item=index)
    if items is not None and choice.layout != "pairs":
        raise InputError(f'{told}: items= goes with pairs; pass layout="pairs" if these are')
    typed = files is None or files.format not in ("csv", "tsv", "text")
    if choice.layout == "pairs":
        found = _pairs(told, frame, choice.labels, items, typed)
    elif choice.layout == "stacked":
        found = _stacked(told, frame, choice.item, choice.labels, typed)
    else:
        found = LabelColumns(frame, choice.labels, choice.item, told, typed, _where(files, typed))
    size = None if files is None else files.size
    return replace(found, bytes_on_disk=size, layout=choice.layout)


def _column_names(frame: Frame, source: str) -> list[str]:
    try:
        return column_names(frame, source)
    except duckdb.Error as error:  # a relation whose connection is closed, for example
        raise explained(error) from None


def _where(files: Files | None, typed: bool) -> Callable[[int], str | None] | None:
    return None if files is None or typed else partial(line_of_row, files.paths, files.format)


def _is_path(source: object) -> bool:
    if isinstance(source, str | os.PathLike):
        return True
    return isinstance(source, list | tuple) and all(
        isinstance(each, str | os.PathLike) for each in source
    )


def _frame(source: Any) -> Frame:
    try:
        found: Frame = nw.from_native(source)
        if found.implementation.is_pandas_like():
            from partwise.engines.backends.pandas_like import with_text_names

            found = nw.from_native(with_text_names(found.to_native()))
        return found
    except DuplicateError:
        # In a pyarrow table, "columns" are the columns themselves.
        check_distinct(map(str, getattr(source, "column_names", source.columns)), "the frame")
        raise
    except TypeError:
        raise InputError(
            f"cannot read labels from a {type(source).__name__}; pass a path, a list of paths, or "
            "a frame of pandas, Polars, PyArrow, DuckDB, Spark, Dask or Ibis"
        ) from None


def _check_text(source: str, label: object, item: object, layout: str | None) -> None:
    if label is not None or item is not None or layout not in (None, "long"):
        raise InputError(
            f"{source}: only files such as .csv and .parquet have columns to choose from; a text "
            "file has one label per line"
        )


def _pairs(
    source: str, frame: Frame, columns: tuple[str, ...], items: Any, typed: bool
) -> LabelColumns:
    from partwise.engines.layouts import clusters_of_pairs

    everything = None
    if items is not None:
        known = as_relation(_items_frame(items))
        chosen = find_item("items=", known.columns, None)
        everything = known.project(name(chosen))
    found = clusters_of_pairs(source, as_relation(frame), columns, everything)
    return LabelColumns(found, ("cluster",), "item", source, typed)


def _items_frame(items: Any) -> Frame:
    if isinstance(items, LabelColumns):
        return items.frame
    if isinstance(items, str | os.PathLike):
        return nw.from_native(relation_of(find_files(items)))
    try:
        if isinstance(items, list | tuple | range | np.ndarray):
            return nw.new_series("item", list(items), backend="pyarrow").to_frame()
        found = nw.from_native(items, allow_series=True)
    except (TypeError, ValueError):
        raise InputError(
            "items= must be a path, a list, a series or a frame of all items"
        ) from None
    return found.to_frame() if isinstance(found, nw.Series) else found


def _stacked(
    source: str, frame: Frame, item: str | None, columns: tuple[str, ...], typed: bool
) -> LabelColumns:
    from partwise.engines.layouts import unstacked

    if item is None:
        raise InputError(f"{source}: which column has the items? Name it in item=")
    wide, names = unstacked(source, frame, item, *columns)
    return LabelColumns(wide, names, item, source, typed)
