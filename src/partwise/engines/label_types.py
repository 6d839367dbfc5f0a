"""Columns as an engine holds them → labels and item ids that can be grouped and compared."""

from __future__ import annotations

import math
import numbers
from collections.abc import Hashable
from datetime import date
from typing import Any

import narwhals as nw

from partwise.base import InputError
from partwise.clusterings import examples
from partwise.engines.backends.plain import Backend
from partwise.engines.label_columns import Frame

_TEXT = (nw.String, nw.Categorical, nw.Enum)


def check_type(backend: Backend, frame: Frame, column: str, dtype: Any, where: str) -> None:
    """Refuse a column that cannot hold labels or ids, or which mixes text and numbers."""
    if dtype.is_nested():
        raise InputError(
            f"{where} holds {dtype} values; take one field of them, or turn it to text"
        )
    if dtype != nw.Object:
        return
    found = backend.kinds(frame, column)
    if len(found) > 1:
        shown = " and ".join(f"{kind} ({value!r})" for kind, value in sorted(found.items()))
        raise InputError(
            f"{where} mixes {shown}, and nobody can tell whether 1 and '1' are the same; cast it "
            "to one type"
        )
    if not found.keys() <= {"text", "numbers", "dates"}:
        raise InputError(f"{where} holds {next(iter(found))}; cast it to integers or text")


def without_nan(column: str, dtype: Any) -> nw.Expr:
    """Return the column with NaN as null, one zero, and categories and the like as text."""
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


def is_noise_in(column: str, dtype: Any, noise_label: Hashable) -> nw.Expr | None:
    """Tell which labels mark noise, as :func:`partwise.clusterings.policies.is_noise` does.

    None if no value of this type can.
    """
    value = nw.col(column)
    if dtype in _TEXT or dtype == nw.Unknown:
        return value == str(noise_label)
    if dtype == nw.Object:
        return (value == noise_label) | (value == str(noise_label))
    if dtype == nw.Boolean:
        if noise_label not in (0, 1):
            return None
        return value if noise_label == 1 else ~value
    if dtype.is_numeric():
        return _is_number(value, dtype, noise_label)
    if isinstance(noise_label, date) and dtype in (nw.Date, nw.Datetime):
        return value == noise_label
    return None


def _is_number(value: nw.Expr, dtype: Any, noise_label: Any) -> nw.Expr | None:
    if isinstance(noise_label, numbers.Integral) or (
        isinstance(noise_label, float) and noise_label.is_integer()
    ):
        number = int(noise_label)
    else:
        return None
    lowest = 0 if dtype.is_unsigned_integer() else -(2**63)
    highest = 2**64 if dtype == nw.UInt64 else 2**63
    if not lowest <= number < highest:
        return None
    return value == (float(number) if dtype.is_float() else number)


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
    found = set(kinds)
    if found == {"text"}:
        return nw.String()
    if found == {"integers"}:
        unsigned = {dtype == nw.UInt64 for dtype in dtypes}
        if len(unsigned) == 2:
            return nw.String()  # no integer of 64 bits holds both
        return nw.UInt64() if unsigned == {True} else nw.Int64()
    if found == {"integers", "floats"}:
        return nw.Int64()
    if len(found) == 1:
        return None
    if not typed:
        return nw.String()
    told = examples([f"{kind} in {source}" for kind, source in zip(kinds, sources, strict=True)])
    raise InputError(
        f"item ids have different types: {told}; cast them to one type, text for instance"
    )
