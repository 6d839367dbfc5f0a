"""Counted cells → what indices need of them, computed inside the engine.

With a null label each of the c items of a cell is a cluster of its own: c cells of one item.
"""

from __future__ import annotations

import narwhals as nw
import numpy as np

from partwise.base import InputError, total
from partwise.engines.backends import backend_of
from partwise.engines.grouped import COUNT, as_int64, count_groups, single_row, sum_groups
from partwise.engines.label_columns import Frame
from partwise.tables import AggregatedTable, Blocks, SizeHistogram

MOST = "most"


def summary_of(cells: Frame) -> AggregatedTable:
    """Summarise cells that are held by their engine: columns "a", "b" and "count"."""
    check_total(cells)
    is_lone = nw.col("a").is_null() | nw.col("b").is_null()
    cells = cells.with_columns(cell=_size(is_lone), times=_times(is_lone))
    backend = backend_of(cells)
    rows = backend.keep(_lines(cells, "a"))
    columns = backend.keep(_lines(cells, "b"))
    try:
        row_histogram, row_maxima = histogram_of(rows, "a")
        column_histogram, column_maxima = histogram_of(columns, "b")
        blocks = _blocks(cells, rows, columns)
        return AggregatedTable(blocks, row_histogram, column_histogram, row_maxima, column_maxima)
    finally:
        backend.forget(rows)
        backend.forget(columns)


def _size(is_lone: nw.Expr) -> nw.Expr:
    """Return the size of a group; without a label, each item is one of size 1."""
    return nw.when(is_lone).then(nw.lit(1)).otherwise(nw.col(COUNT)).cast(nw.Int64)


def _times(is_lone: nw.Expr) -> nw.Expr:
    """Return how many groups a row stands for."""
    return nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.lit(1)).cast(nw.Int64)


def check_total(cells: Frame) -> None:
    """Refuse more items than an engine can add up."""
    bound = single_row(cells, rows=nw.len(), most=nw.col(COUNT).max())
    if bound["rows"] * bound["most"] < 2**63:
        return
    total = exact_total(cells)
    if total >= 2**63:
        raise InputError(
            f"there are {total} items, but engines count in 64 bits; count parts of the data, "
            "and add their tables"
        )


def _lines(cells: Frame, side: str) -> Frame:
    return sum_groups(cells, [side], {COUNT: (COUNT, "sum"), MOST: ("cell", "max")})


def _blocks(cells: Frame, rows: Frame, columns: Frame) -> Blocks:
    sized = with_sizes(with_sizes(cells, rows, ["a"], "row"), columns, ["b"], "column")
    alike = sum_groups(sized, ["cell", "row", "column"], {"times": ("times", "sum")})
    blocks = backend_of(alike).collect(alike)
    return Blocks(*(as_int64(blocks, name) for name in Blocks._fields))


def with_sizes(cells: Frame, lines: Frame, keys: list[str], name: str) -> Frame:
    """Put the size of its line beside each cell; without a label, a line is one item."""
    labelled = lines.drop_nulls(keys).select(*keys, nw.col(COUNT).alias(name))
    both = cells.join(labelled, on=keys, how="left")  # type: ignore[arg-type]
    return both.with_columns(nw.col(name).fill_null(1).cast(nw.Int64))


def histogram_of(lines: Frame, label: str) -> tuple[SizeHistogram, int]:
    """Count equal sizes, and sum the largest cells of all lines.

    Those in the group without a label are lines of one item.
    """
    is_lone = nw.col(label).is_null()
    alike = lines.select(
        _size(is_lone).alias("size"),
        _times(is_lone).alias("times"),
        nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.col(MOST)).cast(nw.Int64).alias(MOST),
    )
    grouped = sum_groups(alike, ["size"], {"times": ("times", "sum"), MOST: (MOST, "sum")})
    histogram = backend_of(lines).collect(grouped)
    sizes, times, most = (as_int64(histogram, name) for name in ("size", "times", MOST))
    order = np.argsort(sizes)
    sizes, times = sizes[order], times[order]
    sizes.flags.writeable = times.flags.writeable = False
    return SizeHistogram(sizes, times), total(most)


def exact_total(cells: Frame) -> int:
    """Sum counts in Python's integers, from how often each occurs."""
    counts = backend_of(cells).collect(count_groups(cells.select(size=nw.col(COUNT)), ["size"]))
    pairs = zip(counts["size"].to_list(), counts[COUNT].to_list(), strict=True)
    return sum(int(size) * int(count) for size, count in pairs)
