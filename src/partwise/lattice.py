"""Splits, merges and consistent improvements of clusterings: the paper's Section 4.5."""

from partwise.clusterings import (
    Step,
    improvement_path,
    is_consistent_improvement,
    is_perfect_merge,
    is_perfect_split,
    perfect_merges,
    perfect_splits,
)

__all__ = [
    "Step",
    "improvement_path",
    "is_consistent_improvement",
    "is_perfect_merge",
    "is_perfect_split",
    "perfect_merges",
    "perfect_splits",
]
