"""Numbers for arrays of text, by their bytes, and for columns of categories."""

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


def with_numbers(labels: object, most: int | None = None) -> object:
    """Return numbers in the place of an array of text or of categories without names of items.

    Anything else is returned as it is, and what has more than so many items.

    Examples
    --------
    >>> import pandas as pd
    >>> with_numbers(np.array(["b", "a", "b"])).tolist(), with_numbers([1, 2])
    ([0, 1, 0], [1, 2])
    >>> with_numbers(pd.Series(["b", "a", "b"], dtype="category")).tolist()
    [1, 0, 1]
    """
    if is_text(labels):
        return numbers_of_text(labels)[0] if most is None or len(labels) <= most else labels
    if type(labels).__name__ == "Series" and type(labels).__module__.startswith("pandas"):
        return _codes_of_categories(labels)
    return labels


def _codes_of_categories(series: Any) -> object:
    """Return the codes of categories; the series if it has none, items with names, or gaps."""
    index = series.index
    is_numbered = type(index).__name__ == "RangeIndex" and (index.start, index.step) == (0, 1)
    if not is_numbered or not hasattr(series.dtype, "categories"):
        return series
    codes = series.cat.codes.to_numpy()
    return codes if codes.min(initial=0) >= 0 else series


def is_text(labels: object) -> TypeGuard[NDArray[Any]]:
    """Tell whether this is a column of text in a NumPy array."""
    return type(labels) is np.ndarray and labels.dtype.kind in "US" and labels.ndim == 1
