"""partwise: compare clusterings with similarity indices that one can trust.

>>> import partwise as pw
>>> pw.score(["a", "a", "b", "b"], [1, 1, 1, 2], "rand")
0.5
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from partwise.base import PartwiseError
from partwise.catalogue import Index, define, index, indices, pair_index, table_index
from partwise.clusterings import Clustering
from partwise.engines import contingency
from partwise.scoring import Scores, pairwise, score, scorer, scores
from partwise.tables import Contingency, PairCounts

if TYPE_CHECKING:
    from partwise import (
        artifacts,
        chance,
        ensembles,
        errors,
        families,
        graphs,
        lattice,
        properties,
    )
    from partwise.comparison import (
        Comparison,
        carry_over,
        compare,
        estimate_whole,
        match_clusters,
    )
    from partwise.engines import read
    from partwise.properties import audit, recommend

__version__ = "0.1.0"

_IMPORTED_WHEN_USED = {
    "Comparison": "comparison",
    "audit": "properties",
    "carry_over": "comparison",
    "compare": "comparison",
    "estimate_whole": "comparison",
    "match_clusters": "comparison",
    "read": "engines",
    "recommend": "properties",
}
_SUBJECTS = (
    "artifacts",
    "chance",
    "ensembles",
    "errors",
    "families",
    "graphs",
    "lattice",
    "properties",
)


def __getattr__(name: str) -> Any:
    if name in _SUBJECTS:
        return import_module(f"partwise.{name}")
    if name not in _IMPORTED_WHEN_USED:
        raise AttributeError(f"module 'partwise' has no attribute {name!r}")
    return getattr(import_module(f"partwise.{_IMPORTED_WHEN_USED[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


__all__ = [
    "Clustering",
    "Comparison",
    "Contingency",
    "Index",
    "PairCounts",
    "PartwiseError",
    "Scores",
    "artifacts",
    "audit",
    "carry_over",
    "chance",
    "compare",
    "contingency",
    "define",
    "ensembles",
    "errors",
    "estimate_whole",
    "families",
    "graphs",
    "index",
    "indices",
    "lattice",
    "match_clusters",
    "pair_index",
    "pairwise",
    "properties",
    "read",
    "recommend",
    "score",
    "scorer",
    "scores",
    "table_index",
]
