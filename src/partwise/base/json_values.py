"""Values → what JSON holds: objects, lists, texts, numbers, truth values and null."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def as_json(value: Any) -> Any:
    """Return a value as JSON holds it.

    NaN becomes null, infinities and fractions become text, arrays become lists, records become
    objects without their private fields, an index becomes its key, and whatever else there is
    becomes text.

    Examples
    --------
    >>> from fractions import Fraction
    >>> as_json({"x": (math.nan, math.inf, Fraction(1, 3)), 2: np.int64(7), "y": np.arange(2)})
    {'x': [None, 'inf', '1/3'], '2': 7, 'y': [0, 1]}
    """
    if isinstance(value, str):
        return str(value)  # text alone, whatever else its type knows
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float | np.floating):
        number = float(value)
        return number if math.isfinite(number) else None if math.isnan(number) else str(number)
    if isinstance(value, np.generic | np.ndarray):
        return as_json(value.tolist())
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(key := getattr(value, "key", None), str):
        return key
    if (members := _members(value)) is not None:
        return _object(members)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [as_json(element) for element in value]
    return sorted(map(as_json, value), key=str) if isinstance(value, Set) else str(value)


def _members(value: Any) -> Mapping[Any, Any] | None:
    """Return what a mapping, a named tuple or a record consists of."""
    if isinstance(value, Mapping):
        return value
    if hasattr(value, "_asdict"):
        return value._asdict()  # type: ignore[no-any-return]
    return public_fields(value) if is_dataclass(value) else None


def public_fields(record: Any) -> dict[str, Any]:
    """Return the fields of a record by name, without the private ones."""
    names = (field.name for field in fields(record))
    return {name: getattr(record, name) for name in names if not name.startswith("_")}


def _object(members: Mapping[Any, Any]) -> dict[str, Any]:
    """Return an object of JSON; keys that would be the same text, such as 1 and "1", differ."""
    converted: dict[str, Any] = {}
    for key, value in members.items():
        plain = as_json(key)
        name = plain if isinstance(plain, str) else str(plain)
        converted[repr(key) if name in converted else name] = as_json(value)
    return converted
