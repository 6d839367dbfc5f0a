"""Memberships, and labels beside them → memberships and their expected table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from partwise.base import InputError
from partwise.clusterings import Memberships, Policies
from partwise.engines.entrance import load_clustering
from partwise.tables import AggregatedTable, expected_table


def read_memberships(data: Any, policies: Policies) -> Memberships:
    """Return memberships: as they are, of a matrix, or of labels wherever these are.

    Policies for noise and missing labels are applied to labels.

    Examples
    --------
    >>> read_memberships([[0.5, 0.5], [0, 1]], Policies())
    <Memberships of 2 items in 2 clusters>
    >>> read_memberships([0, -1, -1], Policies(noise="singletons")).k
    3
    """
    if isinstance(data, Memberships):
        return data
    if hasattr(data, "tocsr") or getattr(data, "ndim", 1) == 2 or _is_matrix(data):
        return Memberships(data)
    return Memberships(load_clustering(data, policies, "comparing memberships"))


def _is_matrix(data: Any) -> bool:
    """Tell rows of numbers, in a list or by item."""
    rows = list(data.values()) if isinstance(data, Mapping) else data
    return isinstance(rows, list) and bool(rows) and all(map(_is_row, rows))


def _is_row(data: object) -> bool:
    return isinstance(data, list) or (isinstance(data, np.ndarray) and data.ndim == 1)


def table_of_memberships(
    reference: object, candidate: object, policies: Policies
) -> AggregatedTable:
    """Return the expected table of memberships, one of which may be labels."""
    if policies.weights is not None:
        raise InputError("memberships cannot have weights", remedy="leave out weights=")
    a, b = (read_memberships(own, policies) for own in (reference, candidate))
    return expected_table(a, b, policies.missing)
