"""partwise: compare clusterings with similarity indices you can trust.

>>> import partwise as pw
>>> pw.score(["a", "a", "b", "b"], [1, 1, 1, 2], "rand")
0.5
"""

from importlib import import_module

TYPE_CHECKING = False  # not from typing, which is slow to import
if TYPE_CHECKING:
    from typing import Any

    from partwise import (
        artifacts,
        chance,
        coreference,
        datasets,
        ensembles,
        errors,
        families,
        graphs,
        lattice,
        properties,
    )
    from partwise.base import PartwiseError
    from partwise.catalogue import Index, define, index, indices, pair_index, table_index
    from partwise.clusterings import Clustering, Cover, Memberships
    from partwise.comparison import (
        Comparison,
        carry_over,
        compare,
        estimate,
        match_clusters,
    )
    from partwise.engines import contingency, read
    from partwise.ensembles import Hierarchy, sweep
    from partwise.properties import audit, recommend
    from partwise.scoring import Accumulator, Scores, pairwise, score, scorer, scores
    from partwise.tables import Contingency, PairCounts

__version__ = "0.1.0"

_ROOMS = {
    "Accumulator": "scoring",
    "Clustering": "clusterings",
    "Comparison": "comparison",
    "Contingency": "tables",
    "Cover": "clusterings",
    "Hierarchy": "ensembles",
    "Index": "catalogue",
    "Memberships": "clusterings",
    "PairCounts": "tables",
    "PartwiseError": "base",
    "Scores": "scoring",
    "audit": "properties",
    "carry_over": "comparison",
    "compare": "comparison",
    "contingency": "engines",
    "define": "catalogue",
    "estimate": "comparison",
    "index": "catalogue",
    "indices": "catalogue",
    "match_clusters": "comparison",
    "pair_index": "catalogue",
    "pairwise": "scoring",
    "read": "engines",
    "recommend": "properties",
    "score": "scoring",
    "scorer": "scoring",
    "scores": "scoring",
    "sweep": "ensembles",
    "table_index": "catalogue",
}
"""Where public names live; a room is imported when one of its names is used."""

_SUBJECTS = (
    "artifacts",
    "chance",
    "coreference",
    "datasets",
    "ensembles",
    "errors",
    "families",
    "graphs",
    "lattice",
    "properties",
)


def __getattr__(name: str) -> "Any":
    if name in _SUBJECTS:
        return import_module(f"partwise.{name}")
    if name not in _ROOMS:
        raise AttributeError(f"module 'partwise' has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"partwise.{_ROOMS[name]}"), name))


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


__all__ = [
    "Accumulator",
    "Clustering",
    "Comparison",
    "Contingency",
    "Cover",
    "Hierarchy",
    "Index",
    "Memberships",
    "PairCounts",
    "PartwiseError",
    "Scores",
    "artifacts",
    "audit",
    "carry_over",
    "chance",
    "compare",
    "contingency",
    "coreference",
    "datasets",
    "define",
    "ensembles",
    "errors",
    "estimate",
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
    "sweep",
    "table_index",
]
