"""Names in the order of the numbers in them: ``leiden_0.2`` before ``leiden_1``, 2 before 10."""

from __future__ import annotations

import re
from collections.abc import Mapping
from numbers import Real
from typing import Any, TypeVar

Value = TypeVar("Value")

# A minus sign after a letter or a digit is a hyphen, as in leiden-0.2 and in dates.
_NUMBER = re.compile(r"((?:(?<![^\W_])-)?\d+(?:\.\d+)?(?:e[-+]?\d+)?)", re.IGNORECASE)


def natural_key(label: object) -> tuple[str | float, ...]:
    """Return text and numbers in turn, by which names are sorted as people sort them.

    Examples
    --------
    >>> sorted(["10", "9", "-1"], key=natural_key)
    ['-1', '9', '10']
    """
    parts = enumerate(_NUMBER.split(str(label)))
    return tuple(float(part) if place % 2 else part for place, part in parts)


def by_number(levels: Mapping[str, Value]) -> dict[str, Value]:
    """Return levels sorted by their numbers, or as they are where other things tell them apart.

    Examples
    --------
    >>> list(by_number({"leiden_1.0": 1, "leiden_0.2": 2}))
    ['leiden_0.2', 'leiden_1.0']
    >>> list(by_number({"coarse": 1, "2 fine": 2}))
    ['coarse', '2 fine']
    """
    numbers: dict[str, Any] = {name: getattr(name, "key", None) for name in levels}
    if all(isinstance(number, Real) for number in numbers.values()):
        return {name: levels[name] for name in sorted(levels, key=numbers.__getitem__)}
    keys = {name: natural_key(name) for name in levels}
    if len({key[::2] for key in keys.values()}) > 1:
        return dict(levels)
    return {name: levels[name] for name in sorted(levels, key=keys.__getitem__)}
