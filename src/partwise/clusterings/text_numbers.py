"""Numbers for arrays of text, by their bytes."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from partwise import kernels

Codes = NDArray[np.int64]


def numbers_of_text(array: NDArray[Any]) -> tuple[Codes, Codes]:
    """Give numbers to fixed-width text by its bytes; return them and one position for each.

    Examples
    --------
    >>> [found.tolist() for found in numbers_of_text(np.array(["b", "a", "b"]))]
    [[0, 1, 0], [0, 1]]
    """
    if array.dtype.itemsize == 0:  # all are empty
        return np.zeros(len(array), np.int64), np.arange(min(1, len(array)))
    packed = np.ascontiguousarray(array)
    items = packed.view(np.uint8).reshape(len(packed), array.dtype.itemsize)
    return kernels.factorize_bytes(items, kernels.threads_for(None, len(items)))


def with_numbers_for_text(labels: object) -> object:
    """Return numbers in the place of an array of text, and anything else as it is.

    Examples
    --------
    >>> with_numbers_for_text(np.array(["b", "a", "b"])).tolist(), with_numbers_for_text([1, 2])
    ([0, 1, 0], [1, 2])
    """
    return numbers_of_text(labels)[0] if is_text(labels) else labels


def is_text(labels: object) -> TypeGuard[NDArray[Any]]:
    """Tell whether this is a column of text in a NumPy array."""
    return type(labels) is np.ndarray and labels.dtype.kind in "US" and labels.ndim == 1
