"""Which of two values of an index is better, and when they tie."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue import Index

_RELATIVE, _ABSOLUTE = 1e-14, 1e-16  # values closer than this are equal up to rounding


def better(
    index: Index,
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    *,
    exact: bool = False,
) -> NDArray[Any]:
    """Return +1 where the first value is better, −1 where the second is, 0 where they tie.

    Undefined values are neither better nor worse than others. Values that are equal up to rounding
    tie, unless the difference is to be taken as it is (exact).

    Examples
    --------
    >>> import partwise as pw
    >>> better(pw.index("VI"), np.array([0.1, 0.5, np.nan]), np.array([0.2, 0.5, 0.5])).tolist()
    [1, 0, 0]
    >>> better(pw.index("yule"), np.array([np.inf, np.inf]), np.array([0.5, np.inf])).tolist()
    [1, 0]
    """
    sign = 1 if index.direction == "similarity" else -1
    with np.errstate(invalid="ignore"):
        size = np.maximum(np.abs(first), np.abs(second))
        slack = np.where(np.isfinite(size) & (not exact), _RELATIVE * size + _ABSOLUTE, 0)
        apart = (np.abs(first - second) > slack) & ~np.isnan(first) & ~np.isnan(second)
        above = np.where(first > second, 1, -1)
    return np.where(apart, sign * above, 0)
