"""Candidates against a reference: who is best, by which index, how sure, and where they err."""

from partwise.comparison.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]
