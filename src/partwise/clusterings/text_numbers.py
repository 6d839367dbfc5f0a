"""Numbers for arrays of text, by their bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise import kernels

Codes = NDArray[np.int64]


def numbers_of_text(array: NDArray[Any]) -> tuple[Codes, Codes] | None:
    """Give numbers to fixed-width text by its bytes; return them and one position for each."""
    if array.dtype.itemsize == 0:
        return None
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
    if type(labels) is not np.ndarray or labels.dtype.kind not in "US" or labels.ndim != 1:
        return labels
    numbers = numbers_of_text(labels)
    return labels if numbers is None else numbers[0]
