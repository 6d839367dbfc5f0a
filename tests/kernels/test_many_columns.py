"""Tables of more columns than there are whole sums for: their sums are kept in bytes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from partwise.kernels import count_cells

MOST_WHOLE = 2**18


def columns_of(width: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Draw rows and columns, of which some occur about 256 and about 512 times, or far more."""
    rng = np.random.default_rng(width)
    b = rng.integers(0, width, 40_000)
    for column, times in enumerate((255, 256, 257, 511, 512, 513, 3000)):
        b[rng.choice(40_000, times, replace=False)] = width - 1 - 17 * column
    b[:2] = 0, width - 1
    a = rng.integers(0, 900, 40_000) * 3
    a[b == width - 1 - 17 * 6] = 5  # a single cell of some thousand items
    return a, b


@pytest.mark.parametrize("width", [MOST_WHOLE - 1, MOST_WHOLE, MOST_WHOLE + 1, 2 * MOST_WHOLE])
@pytest.mark.parametrize("threads", [1, 3])
def test_columns_have_their_sums(width: int, threads: int) -> None:
    a, b = columns_of(width)
    found = count_cells(a, b, threads)
    labels = found.row_labels[found.rows].tolist(), found.column_labels[found.columns].tolist()
    cells = dict(zip(zip(*labels, strict=True), found.counts.tolist(), strict=True))
    assert cells == Counter(zip(a.tolist(), b.tolist(), strict=True))
    for side, names, sizes in (
        (a, found.row_labels, found.row_sizes),
        (b, found.column_labels, found.column_sizes),
    ):
        assert dict(zip(names.tolist(), sizes.tolist(), strict=True)) == Counter(side.tolist())
