"""Names in the order of the numbers in them: ``leiden_0.2`` before ``leiden_1``, 2 before 10."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from numbers import Integral, Real
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value")

# A minus sign after a letter or a digit is a hyphen, as in leiden-0.2 and in dates; so a dot there
# is no decimal point, as in RNA_snn_res.1.
_NUMBER = re.compile(
    r"((?:(?<![^\W_])-)?(?:\d+\.?\d*|(?<![^\W_])\.\d+)(?:e[-+]?\d+)?)", re.IGNORECASE
)


def natural_key(name: object) -> tuple[str | float, ...]:
    """Return text and numbers in turn, by which names are sorted as people sort them.

    Examples
    --------
    >>> sorted(["10", "9", "-1"], key=natural_key)
    ['-1', '9', '10']
    """
    key = getattr(name, "key", name)
    if isinstance(key, Real) and not isinstance(key, Integral) and isfinite(key):
        return ("", float(key), "")
    parts = enumerate(_NUMBER.split(str(key).strip()))
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
    keys = {name: natural_key(name) for name in levels}
    if len({key[::2] for key in keys.values()}) > 1:
        return dict(levels)
    return {name: levels[name] for name in sorted(levels, key=keys.__getitem__)}


def stem_of(name: object) -> str | None:
    """Return what stands before the number at the end of a name; None if there is no number.

    Examples
    --------
    >>> stem_of("leiden_0.4"), stem_of(0.4), stem_of("ward")
    ('leiden_', '', None)
    """
    key = natural_key(name)
    return "".join(map(str, key[:-2])) if len(key) > 1 and key[-1] == "" else None


class Numbered(NamedTuple):
    """Names in order, a number for each, and whether it is in the name or only counts them."""

    names: tuple[str, ...]
    numbers: NDArray[np.float64]
    are_counted: bool


def numbered(names: Sequence[str]) -> Numbered:
    """Return names by the number at their end, and these numbers.

    Unless names differ in a number at their end and in nothing else, they are 0, 1, 2, … in the
    order in which they came.

    Examples
    --------
    >>> numbered(["leiden_10", "leiden_0.4"])
    Numbered(names=('leiden_0.4', 'leiden_10'), numbers=array([ 0.4, 10. ]), are_counted=False)
    >>> numbered(["coarse", "fine_2"])
    Numbered(names=('coarse', 'fine_2'), numbers=array([0., 1.]), are_counted=True)
    """
    keys = [natural_key(name) for name in names]
    stems = set(map(stem_of, names))
    is_one_stem = len(stems) == 1 and None not in stems
    if not is_one_stem or len(set(keys)) < len(keys):
        return Numbered(tuple(names), np.arange(len(names), dtype=np.float64), True)
    values = np.array([key[-2] for key in keys], np.float64)
    order = np.argsort(values, kind="stable")
    return Numbered(tuple(names[place] for place in order.tolist()), values[order], False)
