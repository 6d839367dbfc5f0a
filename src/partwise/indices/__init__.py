"""The catalogue: importing this package registers every index of the paper, in its order."""

from partwise.indices import pair_counting  # isort: skip
from partwise.indices import information  # isort: skip
from partwise.indices import adjusted  # isort: skip
from partwise.indices import matching  # isort: skip

__all__ = ["adjusted", "information", "matching", "pair_counting"]
