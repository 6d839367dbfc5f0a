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
    TableError,
    UndefinedValueError,
    UnknownIndexError,
    WeightsError,
)
from partwise.index import Index
from partwise.indices.entropies import v_measure_beta
from partwise.indices.pairs_beyond import generalised_mean
from partwise.indices.tsallis import tsallis
from partwise.pairs import PairCounts
from partwise.registry import define, index, indices, pair_index, table_index
from partwise.scorers import Scorer, scorer
from partwise.scoring import Scores, score
from partwise.summary import Summary
from partwise.tables import contingency
from partwise.weighted import WeightedTable

if TYPE_CHECKING:
    from partwise.ensemble.consensus import Consensus, consensus
    from partwise.ensemble.landscape import Landscape, landscape
    from partwise.ensemble.stability import Stability, stability
    from partwise.experiments.triplets import Triplet, Triplets, triplets
    from partwise.frames.labels import Labels
    from partwise.frames.read import read
    from partwise.graphs import Graph, GraphScores, graph_counts, graph_score, graph_scores
    from partwise.guide import Recommendation, recommend
    from partwise.properties.audit import Audit, audit
    from partwise.properties.equivalence import Equivalence, equivalences, equivalent
    from partwise.properties.table import PropertyTable, property_table
    from partwise.studies import Study, study

__version__ = "0.1.0"

_IMPORTED_WHEN_USED = {  # for these need SymPy, Narwhals or DuckDB, or are seldom used
    "Audit": "properties.audit",
    "Consensus": "ensemble",
    "Equivalence": "properties.equivalence",
    "Graph": "graphs",
    "GraphScores": "graphs",
    "Labels": "frames.labels",
    "Landscape": "ensemble",
    "PropertyTable": "properties.table",
    "Recommendation": "guide",
    "Stability": "ensemble",
    "Study": "studies",
    "Triplet": "experiments.triplets",
    "Triplets": "experiments.triplets",
    "audit": "properties.audit",
    "consensus": "ensemble",
    "equivalences": "properties.equivalence",
    "equivalent": "properties.equivalence",
    "graph_counts": "graphs",
    "graph_score": "graphs",
    "graph_scores": "graphs",
    "landscape": "ensemble",
    "property_table": "properties.table",
    "read": "frames.read",
    "recommend": "guide",
    "stability": "ensemble",
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
    "Consensus",
    "Contingency",
    "Equivalence",
    "FormulaError",
    "Graph",
    "GraphScores",
    "Index",
    "InputError",
    "Labels",
    "Landscape",
    "MissingLabelError",
    "NotRationalError",
    "PairCounts",
    "PartwiseError",
    "PropertyTable",
    "Recommendation",
    "Scorer",
    "Scores",
    "ScoresOfMany",
    "Stability",
    "Study",
    "Summary",
    "TableError",
    "Triplet",
    "Triplets",
    "UndefinedValueError",
    "UnknownIndexError",
    "WeightedTable",
    "WeightsError",
    "adjust",
    "audit",
    "carry_over",
    "compare",
    "consensus",
    "constant_baseline_test",
    "contingency",
    "define",
    "equivalences",
    "equivalent",
    "estimate_whole",
    "expected",
    "generalised_mean",
    "graph_counts",
    "graph_score",
    "graph_scores",
    "index",
    "indices",
    "landscape",
    "lattice",
    "match_clusters",
    "pair_index",
    "pairwise",
    "property_table",
    "read",
    "recommend",
    "score",
    "scorer",
    "scores",
    "selection_bias_test",
    "significance",
    "stability",
    "study",
    "table_index",
    "triplets",
    "tsallis",
    "v_measure_beta",
]
