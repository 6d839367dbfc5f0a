"""Counting rows inside an engine, in integers of 64 bits.

Counts of rows and sums of such counts are all that an engine computes. They are cast to Int64
first: Polars counts in 32 bits and wraps silently when it sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import is_missing
from partwise.engines.backends import backend_of
from partwise.engines.label_columns import Frame

COUNT = "count"


def count_groups(frame: Frame, keys: Sequence[str]) -> Frame:
    """Count the rows of each group; null is a key like any other."""
    counted = frame.group_by(list(keys)).agg(nw.len().alias(COUNT))
    return _in_64_bits(counted, [COUNT])


def sum_groups(frame: Frame, keys: Sequence[str], sums: Mapping[str, tuple[str, str]]) -> Frame:
    """Sum or maximise counts in each group: new name → (column, "sum" or "max")."""
    aggregates = (getattr(nw.col(column), how)().alias(new) for new, (column, how) in sums.items())
    return _in_64_bits(frame.group_by(list(keys)).agg(*aggregates), list(sums))


def _in_64_bits(frame: Frame, columns: Sequence[str]) -> Frame:
    return backend_of(frame).steady(frame.with_columns(nw.col(*columns).cast(nw.Int64)))


def single_row(frame: Frame, **values: nw.Expr) -> dict[str, int]:
    """Compute whole numbers from all rows, in one pass; none where there are no rows is 0."""
    row = backend_of(frame).collect(frame.select(**values)).rows()[0]
    return {
        name: 0 if is_missing(value) else int(value)
        for name, value in zip(values, row, strict=True)
    }


def number_of(condition: nw.Expr) -> nw.Expr:
    """Count the rows for which a condition holds."""
    return nw.when(condition).then(nw.lit(1)).otherwise(nw.lit(0)).cast(nw.Int64).sum()


def as_int64(frame: nw.DataFrame[Any], column: str) -> NDArray[np.int64]:
    """Return a column of counts as an array."""
    values = frame[column]
    if values.is_null().any():
        raise InputError(f"a count is missing in column {column!r}")
    return np.asarray(values.cast(nw.Int64).to_numpy(), np.int64)
