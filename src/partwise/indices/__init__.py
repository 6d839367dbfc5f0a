"""The catalogue: importing this package registers every index of the paper, in its order.

The families beyond the paper come after, in files of their own.
"""

from partwise.indices import pair_counting  # isort: skip
from partwise.indices import information  # isort: skip
from partwise.indices import adjusted  # isort: skip
from partwise.indices import matching  # isort: skip
from partwise.indices import entropies  # isort: skip
from partwise.indices import tsallis  # isort: skip
from partwise.indices import set_matching  # isort: skip
from partwise.indices import elements  # isort: skip
from partwise.indices import pairs_beyond  # isort: skip

__all__ = [
    "adjusted",
    "elements",
    "entropies",
    "information",
    "matching",
    "pair_counting",
    "pairs_beyond",
    "set_matching",
    "tsallis",
]
