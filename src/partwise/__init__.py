"""partwise: compare clusterings with similarity indices that one can trust.

>>> import partwise as pw
>>> pw.score(["a", "a", "b", "b"], [1, 1, 1, 2], "rand")
0.5
"""

from partwise import indices as _catalogue  # noqa: F401  (registers the indices)
from partwise import lattice
from partwise.batches import ScoresOfMany, pairwise, scores
from partwise.clustering import Clustering
from partwise.comparison import Comparison, carry_over, compare, match_clusters
from partwise.contingency import Contingency, contingency
from partwise.errors import (
    AlignmentError,
    FormulaError,
    InputError,
    MissingLabelError,
    NotRationalError,
    PartwiseError,
    UndefinedValueError,
    UnknownIndexError,
)
from partwise.guide import Recommendation, recommend
from partwise.index import Index
from partwise.pairs import PairCounts
from partwise.registry import define, index, indices, pair_index, table_index
from partwise.scoring import Scores, score

__version__ = "0.1.0"

__all__ = [
    "AlignmentError",
    "Clustering",
    "Comparison",
    "Contingency",
    "FormulaError",
    "Index",
    "InputError",
    "MissingLabelError",
    "NotRationalError",
    "PairCounts",
    "PartwiseError",
    "Recommendation",
    "Scores",
    "ScoresOfMany",
    "UndefinedValueError",
    "UnknownIndexError",
    "carry_over",
    "compare",
    "contingency",
    "define",
    "index",
    "indices",
    "lattice",
    "match_clusters",
    "pair_index",
    "pairwise",
    "recommend",
    "score",
    "scores",
    "table_index",
]
