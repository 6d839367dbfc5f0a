"""Histograms of sizes, counted inside an engine."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.frames.backends import backend_of
from partwise.frames.grouped import COUNT, as_int64, count_groups, sum_groups
from partwise.frames.labels import Frame
from partwise.information import SizeHistogram

__all__ = ["exact_total", "histogram_of"]


def histogram_of(sizes: Frame, label: str) -> SizeHistogram:
    """Count equal sizes; those in the group without a label are clusters of one item."""
    is_lone = nw.col(label).is_null()
    alike = sizes.select(
        nw.when(is_lone).then(nw.lit(1)).otherwise(nw.col(COUNT)).cast(nw.Int64).alias("size"),
        nw.when(is_lone).then(nw.col(COUNT)).otherwise(nw.lit(1)).cast(nw.Int64).alias("times"),
    )
    found = backend_of(sizes).collect(sum_groups(alike, ["size"], {"times": ("times", "sum")}))
    return sorted_histogram(as_int64(found, "size"), as_int64(found, "times"))


def sorted_histogram(sizes: NDArray[Any], times: NDArray[Any]) -> SizeHistogram:
    """Return a histogram with increasing sizes."""
    order = np.argsort(sizes)
    sizes, times = sizes[order], times[order]
    sizes.flags.writeable = times.flags.writeable = False
    return SizeHistogram(sizes, times)


def exact_total(cells: Frame) -> int:
    """Sum counts in Python's integers, from how often each occurs."""
    found = backend_of(cells).collect(count_groups(cells.select(size=nw.col(COUNT)), ["size"]))
    pairs = zip(found["size"].to_list(), found[COUNT].to_list(), strict=True)
    return sum(int(size) * int(count) for size, count in pairs)
