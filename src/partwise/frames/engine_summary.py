"""Counted cells → what indices need of them, computed inside the engine.

With a null label each of the c items of a cell is a cluster of its own: c cells of one item.
"""

from __future__ import annotations

import narwhals as nw

from partwise.errors import InputError
from partwise.frames.backends import backend_of
from partwise.frames.grouped import COUNT, as_int64, single_row, sum_groups
from partwise.frames.histograms import MOST, exact_total, histogram_of
from partwise.frames.labels import Frame
from partwise.summary import Blocks, Summary

__all__ = ["check_total", "summary_of", "with_sizes"]


def summary_of(cells: Frame) -> Summary:
    """Summarise cells that are held by their engine: columns "a", "b" and "count"."""
    check_total(cells)
    is_lone = nw.col("a").is_null() | nw.col("b").is_null()
    cells = cells.with_columns(
        cell=nw.when(is_lone).then(nw.lit(1)).otherwise(nw.col(COUNT)).cast(nw.Int64),
        times=nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.lit(1)).cast(nw.Int64),
    )
    backend = backend_of(cells)
    rows = backend.keep(_lines(cells, "a"))
    columns = backend.keep(_lines(cells, "b"))
    try:
        row_histogram, row_maxima = histogram_of(rows, "a")
        column_histogram, column_maxima = histogram_of(columns, "b")
        blocks = _blocks(cells, rows, columns)
        return Summary(blocks, row_histogram, column_histogram, row_maxima, column_maxima)
    finally:
        backend.forget(rows)
        backend.forget(columns)


def check_total(cells: Frame) -> None:
    """Refuse more items than an engine can add up."""
    bound = single_row(cells, rows=nw.len(), most=nw.col(COUNT).max())
    if bound["rows"] * bound["most"] < 2**63:
        return
    total = exact_total(cells)
    if total >= 2**63:
        raise InputError(
            f"there are {total} items, and engines count in 64 bits; count parts of the data, "
            "and add their tables"
        )


def _lines(cells: Frame, side: str) -> Frame:
    return sum_groups(cells, [side], {COUNT: (COUNT, "sum"), MOST: ("cell", "max")})


def _blocks(cells: Frame, rows: Frame, columns: Frame) -> Blocks:
    sized = with_sizes(with_sizes(cells, rows, ["a"], "row"), columns, ["b"], "column")
    alike = sum_groups(sized, ["cell", "row", "column"], {"times": ("times", "sum")})
    found = backend_of(alike).collect(alike)
    return Blocks(*(as_int64(found, name) for name in Blocks._fields))


def with_sizes(cells: Frame, lines: Frame, keys: list[str], name: str) -> Frame:
    """Put the size of its line beside each cell; without a label, a line is one item."""
    labelled = lines.drop_nulls(keys).select(*keys, nw.col(COUNT).alias(name))
    both = cells.join(labelled, on=keys, how="left")  # type: ignore[arg-type]
    return both.with_columns(nw.col(name).fill_null(1).cast(nw.Int64))
