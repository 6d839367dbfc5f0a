"""Histograms of sizes, counted inside an engine."""

from __future__ import annotations

import narwhals as nw
import numpy as np

from partwise.counts import total
from partwise.frames.backends import backend_of
from partwise.frames.grouped import COUNT, as_int64, count_groups, sum_groups
from partwise.frames.labels import Frame
from partwise.information import SizeHistogram

__all__ = ["MOST", "exact_total", "histogram_of"]

MOST = "most"


def histogram_of(lines: Frame, label: str) -> tuple[SizeHistogram, int]:
    """Count equal sizes, and sum the largest cells of all lines.

    Those in the group without a label are lines of one item.

    Parameters
    ----------
    lines : frame
        Columns of labels, "count" and "most".
    label : str
        The column of the labels.
    """
    is_lone = nw.col(label).is_null()
    alike = lines.select(
        nw.when(is_lone).then(nw.lit(1)).otherwise(nw.col(COUNT)).cast(nw.Int64).alias("size"),
        nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.lit(1)).cast(nw.Int64).alias("times"),
        nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.col(MOST)).cast(nw.Int64).alias(MOST),
    )
    grouped = sum_groups(alike, ["size"], {"times": ("times", "sum"), MOST: (MOST, "sum")})
    found = backend_of(lines).collect(grouped)
    sizes, times, most = (as_int64(found, name) for name in ("size", "times", MOST))
    order = np.argsort(sizes)
    sizes, times = sizes[order], times[order]
    sizes.flags.writeable = times.flags.writeable = False
    return SizeHistogram(sizes, times), total(most)


def exact_total(cells: Frame) -> int:
    """Sum counts in Python's integers, from how often each occurs."""
    found = backend_of(cells).collect(count_groups(cells.select(size=nw.col(COUNT)), ["size"]))
    pairs = zip(found["size"].to_list(), found[COUNT].to_list(), strict=True)
    return sum(int(size) * int(count) for size, count in pairs)
