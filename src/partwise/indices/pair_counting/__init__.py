"""The 27 pair-counting indices of the paper's list, in its order, and the chord form of CD.

A pair of items is "together" in a clustering when both are in one cluster. ``p`` holds the four
counts of pairs: n11 together in both, n10 in the reference only, n01 in the candidate only, n00 in
neither. Formulas are the paper's; where its form would lose digits, an equal one stands here with a
comment, and the tests prove the two equal.
"""

from partwise.indices.pair_counting import leading  # isort: skip
from partwise.indices.pair_counting import further  # isort: skip

__all__ = ["further", "leading"]
