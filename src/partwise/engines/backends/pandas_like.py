"""pandas and libraries that mimic it.

Where a null comes among integers in NumPy, they become floats, which cannot tell numbers beyond
2^53 apart. So they are given pandas' own types for integers with nulls first.
"""

from __future__ import annotations

import numbers
from datetime import date
from typing import Any

import narwhals as nw

from partwise.clusterings import is_missing
from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame


class PandasLike(Backend):
    """pandas, Modin, cuDF."""

    def steady(self, frame: Frame) -> Frame:
        """Give columns types that keep their values when a null comes among them."""
        native = nw.to_native(frame).copy(deep=False)
        for name in native.columns:
            series = native[name]
            if holds_objects(series.dtype):
                native[name] = of_objects(series)
            else:
                wanted = steady_type(series.dtype)
                native[name] = series if wanted is None else series.astype(wanted)
        steady: Frame = nw.from_native(native)
        return steady

    def kinds(self, frame: Frame, column: str) -> dict[str, Any]:
        """Return the kinds of values in a column without a type, each with an example."""
        values = nw.to_native(frame)[column].dropna()
        distinct = values[~values.map(kind_of).duplicated()]
        return {kind_of(value): value for value in distinct}


def holds_objects(dtype: Any) -> bool:
    """Tell whether a column holds Python objects."""
    return str(dtype) == "object"


def of_objects(series: Any) -> Any:
    """Give a column of Python objects the type of the values, if there is one for all of them.

    pandas' own ``convert_dtypes`` goes by way of floats where integers and None meet, and its
    ``dropna`` fails at a NaN that signals.
    """
    is_absent = series.map(is_missing).astype(bool)
    series = series.where(~is_absent, None)
    present = series[~is_absent]
    kinds = set(present.map(type))
    if kinds and kinds <= {bool}:
        return series.astype("boolean")
    if kinds == {str}:
        return series.astype("string[python]")  # pandas 2 has no maximum of objects beside None
    if float in kinds and any(type(value) is float and value % 1 for value in present):
        return series.astype("Float64") if kinds <= {int, float} else series
    if kinds == {int} and all(-(2**63) <= value < 2**63 for value in present):
        return series.astype("Int64")
    return series


def steady_type(dtype: Any) -> str | None:
    """Return the type with nulls that holds the same values; None if it is one already.

    Examples
    --------
    >>> import numpy as np
    >>> steady_type(np.dtype("uint8")), steady_type(np.dtype("bool"))
    ('UInt8', 'boolean')
    """
    if str(dtype) == "category":
        values = dtype.categories.dtype
        return steady_type(values) or str(values)
    kind = dtype.kind if type(dtype).__module__.startswith("numpy") else ""
    if kind == "b":
        return "boolean"
    return dtype.name.replace("i", "I").replace("u", "U") if kind in tuple("iu") else None


def kind_of(value: object) -> str:
    """Return which kind of label a Python object is.

    Examples
    --------
    >>> kind_of("a"), kind_of(1), kind_of(True)
    ('text', 'numbers', 'numbers')
    """
    if isinstance(value, str):
        return "text"
    if isinstance(value, date):
        return "dates"
    return "numbers" if isinstance(value, numbers.Number) else f"{type(value).__name__} values"


def with_text_names(frame: Any) -> Any:
    """Return a frame whose columns are named by text: pandas also allows numbers and tuples."""
    if all(isinstance(name, str) for name in frame.columns):
        return frame
    renamed = frame.copy(deep=False)
    renamed.columns = [str(name) for name in frame.columns]
    return renamed


def index_as_column(frame: Frame) -> tuple[Frame, str | None]:
    """Make the index a column of item ids, unless it only numbers the rows from 0 on.

    Examples
    --------
    >>> import pandas as pd
    >>> named = pd.DataFrame({"label": [1, 1]}, index=["x", "y"])
    >>> index_as_column(nw.from_native(named))[1], index_as_column(nw.from_native(named[:0]))[1]
    ('index', 'index')
    >>> index_as_column(nw.from_native(named.reset_index(drop=True)))[1] is None
    True
    """
    native = nw.to_native(frame)
    index = native.index
    is_numbering = type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
    if is_numbering or index.nlevels > 1:
        return frame, None
    name = str(index.name or "index")
    while name in native.columns:
        name += "_"
    with_index: Frame = nw.from_native(native.assign(**{name: index}))
    return with_index, name
