"""partwise: compare clusterings with similarity indices that one can trust.

>>> import partwise as pw
>>> pw.score(["a", "a", "b", "b"], [1, 1, 1, 2], "rand")
0.5
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from partwise import indices as _catalogue  # noqa: F401  (registers the indices)
from partwise import lattice
from partwise.batches import ScoresOfMany, pairwise, scores
from partwise.chance import (
    adjust,
    constant_baseline_test,
    expected,
    selection_bias_test,
    significance,
)
from partwise.clustering import Clustering
from partwise.comparison import Comparison, carry_over, compare, estimate_whole, match_clusters
from partwise.contingency import Contingency
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
from partwise.summary import Summary
from partwise.tables import contingency

if TYPE_CHECKING:
    from partwise.experiments.triplets import Triplet, Triplets, triplets
    from partwise.frames.labels import Labels
    from partwise.frames.read import read
    from partwise.properties.audit import Audit, audit
    from partwise.properties.equivalence import Equivalence, equivalences, equivalent
    from partwise.properties.table import PropertyTable, property_table
    from partwise.studies import Study, study

__version__ = "0.1.0"

_IMPORTED_WHEN_USED = {  # for these need SymPy, Narwhals or DuckDB
    "Audit": "properties.audit",
    "Equivalence": "properties.equivalence",
    "Labels": "frames.labels",
    "PropertyTable": "properties.table",
    "Study": "studies",
    "Triplet": "experiments.triplets",
    "Triplets": "experiments.triplets",
    "audit": "properties.audit",
    "equivalences": "properties.equivalence",
    "equivalent": "properties.equivalence",
    "property_table": "properties.table",
    "read": "frames.read",
    "study": "studies",
    "triplets": "experiments.triplets",
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_WHEN_USED:
        raise AttributeError(f"module 'partwise' has no attribute {name!r}")
    return getattr(import_module(f"partwise.{_IMPORTED_WHEN_USED[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_IMPORTED_WHEN_USED})


__all__ = [
    "AlignmentError",
    "Audit",
    "Clustering",
    "Comparison",
    "Contingency",
    "Equivalence",
    "FormulaError",
    "Index",
    "InputError",
    "Labels",
    "MissingLabelError",
    "NotRationalError",
    "PairCounts",
    "PartwiseError",
    "PropertyTable",
    "Recommendation",
    "Scores",
    "ScoresOfMany",
    "Study",
    "Summary",
    "Triplet",
    "Triplets",
    "UndefinedValueError",
    "UnknownIndexError",
    "adjust",
    "audit",
    "carry_over",
    "compare",
    "constant_baseline_test",
    "contingency",
    "define",
    "equivalences",
    "equivalent",
    "estimate_whole",
    "expected",
    "index",
    "indices",
    "lattice",
    "match_clusters",
    "pair_index",
    "pairwise",
    "property_table",
    "read",
    "recommend",
    "score",
    "scores",
    "selection_bias_test",
    "significance",
    "study",
    "table_index",
    "triplets",
]
