"""All clusterings of a few items, by their definition."""

from __future__ import annotations

__all__ = ["set_partitions"]


def set_partitions(n: int) -> list[tuple[int, ...]]:
    """Return all labels in which a new label is one more than the largest before."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(n):
        found = [(*one, label) for one in found for label in range(len(set(one)) + 1)]
    return found
