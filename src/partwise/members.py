"""Clusters and pairs given as items: what they may contain."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from partwise.errors import InputError
from partwise.factorize import is_missing

__all__ = ["checked_pair", "cluster_members", "item_pairs"]


def cluster_members(name: Hashable, members: Iterable[Hashable]) -> list[Hashable]:
    """Check the items of one cluster; whether one is named twice is for the caller to see."""
    found = list(members)
    if not found:
        raise InputError(f"cluster {name!r} is empty; leave it out")
    for item in found:
        _check_item(item, f"cluster {name!r}")
    return found


def _check_item(item: Any, where: str) -> None:
    if is_missing(item):
        raise InputError(f"{where} has a missing item ({item!r}); leave it out")
    try:
        hash(item)
    except TypeError:
        raise InputError(f"{where} names {item!r}, which cannot name an item") from None


def item_pairs(pairs: Any) -> Iterable[Any]:
    """Return the pairs of an array, a data frame or an iterable one by one."""
    if not isinstance(pairs, np.ndarray) and hasattr(pairs, "to_numpy"):
        pairs = pairs.to_numpy()
    if isinstance(pairs, np.ndarray):
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise InputError(f"pairs must have two columns, but the array has shape {pairs.shape}")
        return pairs.tolist()  # type: ignore[no-any-return]
    if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
        raise InputError(f"pairs must be a list of pairs of items, not {type(pairs).__name__}")
    return pairs


def checked_pair(pair: Any, position: int) -> Sequence[Hashable]:
    """Check that this is a pair of items."""
    if isinstance(pair, np.ndarray):
        pair = pair.tolist()
    if isinstance(pair, str | bytes) or not isinstance(pair, Sequence) or len(pair) != 2:
        raise InputError(f"pair {position} must be two items, not {pair!r}")
    for item in pair:
        _check_item(item, f"pair {position}")
    return pair
