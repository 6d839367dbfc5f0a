"""Columns as an engine holds them → labels and item ids that can be grouped and compared."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable
from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import Any

import narwhals as nw

from partwise.base import InputError
from partwise.clusterings import examples, noise_marks
from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame

_TEXT = (nw.String, nw.Categorical, nw.Enum)


def check_type(backend: Backend, frame: Frame, column: str, dtype: Any, where: str) -> None:
    """Refuse a column that cannot hold labels or ids, or which mixes text and numbers."""
    if dtype.is_nested():
        raise InputError(
            f"{where} holds {dtype} values; use one field of them, or convert them to text"
        )
    if dtype != nw.Object:
        return
    kinds = backend.kinds(frame, column)
    if len(kinds) > 1:
        shown = " and ".join(f"{kind} ({value!r})" for kind, value in sorted(kinds.items()))
        raise InputError(
            f"{where} mixes {shown}, and it is unclear whether 1 and '1' are the same; cast it "
            "to one type"
        )
    if not kinds.keys() <= {"text", "numbers", "dates"}:
        raise InputError(f"{where} holds {next(iter(kinds))}; cast it to integers or text")


def without_nan(column: str, dtype: Any) -> nw.Expr:
    """Return the column with NaN as null, one zero, and categories and similar types as text."""
    value = nw.col(column)
    if dtype.is_float():
        return nw.when(~value.is_nan()).then(value + 0.0).alias(column)
    if dtype in (nw.Categorical, nw.Enum, nw.Unknown):
        return value.cast(nw.String)
    return value


def not_whole(column: str) -> nw.Expr:
    """Tell which numbers are not whole; from 2^53 on all floats are."""
    value = nw.col(column)
    is_small = value.abs() < 2.0**53  # Ibis rounds to integers, where larger ones are an error
    return (
        nw.when(is_small).then(value != value.floor()).otherwise(value.abs() == math.inf)
    ) & ~value.is_null()


def may_measure(dtype: Any) -> bool:
    """Tell whether values of a type may be times, durations or decimals.

    Examples
    --------
    >>> may_measure(nw.Date()), may_measure(nw.Int64()), may_measure(nw.String())
    (True, False, False)
    """
    return bool(dtype.is_temporal() or dtype.is_decimal() or dtype == nw.Object)


def beyond_64_bits(column: str) -> nw.Expr:
    """Tell which floats no integer of 64 bits with a sign is equal to."""
    value = nw.col(column)
    return (value >= 2.0**63) | (value < -(2.0**63))


def is_noise_in(column: str, dtype: Any, noise_label: Hashable) -> nw.Expr | None:
    """Tell which labels mark noise, as in memory; None if no value of this type can."""
    marks: list[Any] = [mark for mark in noise_marks(noise_label) if _can_hold(dtype, mark)]
    if dtype.is_float():  # PyArrow refuses to compare floats with large integers
        marks = [float(mark) for mark in marks if float(mark) == mark]
    value = nw.col(column)
    if dtype == nw.UInt64:  # PyArrow compares with integers of 63 bits alone
        value, marks = value.cast(nw.String), [str(mark) for mark in marks]
    return reduce(or_, (value == mark for mark in marks)) if marks else None


def _can_hold(dtype: Any, mark: Any) -> bool:
    if dtype == nw.Object:
        return True
    if dtype in _TEXT or dtype == nw.Unknown:
        return isinstance(mark, str)
    if dtype == nw.Boolean or isinstance(mark, bool):
        return dtype == nw.Boolean and isinstance(mark, bool)
    if dtype.is_float() and isinstance(mark, int):
        return abs(mark) <= sys.float_info.max
    if dtype.is_numeric() and isinstance(mark, int):
        lowest = 0 if dtype.is_unsigned_integer() else -(2**63)
        return lowest <= mark < (2**64 if dtype == nw.UInt64 else 2**63)
    if dtype == nw.Date:
        return isinstance(mark, date) and not isinstance(mark, datetime)
    return dtype == nw.Datetime and isinstance(mark, datetime)


def item_kind(dtype: Any) -> str:
    """Return what ids of a type are compared as.

    Examples
    --------
    >>> item_kind(nw.Int32()), item_kind(nw.Categorical()), item_kind(nw.Date())
    ('integers', 'text', 'Date')
    """
    if dtype in _TEXT or dtype == nw.Unknown:
        return "text"
    if dtype.is_integer():
        return "integers"
    return "floats" if dtype.is_float() else str(dtype)


def compared_as(kinds: list[str], dtypes: list[Any], typed: bool, sources: list[str]) -> Any:
    """Return the type to which the item ids of several sources are cast; None: as they are."""
    distinct = set(kinds)
    if distinct == {"text"}:
        return nw.String()
    if distinct == {"integers"}:
        unsigned = {dtype == nw.UInt64 for dtype in dtypes}
        if len(unsigned) == 2:
            return nw.String()  # no integer of 64 bits holds both
        return nw.UInt64() if unsigned == {True} else nw.Int64()
    if distinct == {"integers", "floats"}:
        return nw.String() if nw.UInt64 in dtypes else nw.Int64()
    if len(distinct) == 1:
        return None
    if not typed:
        return nw.String()
    shown = examples([f"{kind} in {source}" for kind, source in zip(kinds, sources, strict=True)])
    raise InputError(f"item ids have different types: {shown}; cast them to one type, such as text")
