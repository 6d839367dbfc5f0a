"""Functions of other libraries that mean the same as something of ours: one table for them all.

``cases.peers_functions`` times each of them, and ``tests/catalogue/test_peers.py`` compares values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from inspect import isroutine, signature
from typing import Any

import numpy as np

import partwise as pw

Labels = np.ndarray[Any, Any]
Numbers = Sequence[float] | Labels


@dataclass(frozen=True)
class Function:
    """A peer's function by name, its options, and how to read the result as numbers of ours.

    Where a peer has no such function but a way, it is written here, and takes the place of a name.
    """

    name: str | Callable[..., Any]
    options: dict[str, Any] = field(default_factory=dict)
    read: Callable[[Any], Numbers] = np.atleast_1d


@dataclass(frozen=True)
class Peer:
    """A library, its functions by our keys, and why its other functions are not among them."""

    name: str
    module: str
    functions: dict[str, Function]
    others: dict[str, str] = field(default_factory=dict)
    prepare: Callable[[Labels, Labels], tuple[Any, ...]] = lambda a, b: (a, b)
    tolerance: float = 1e-10

    @property
    def is_installed(self) -> bool:
        """Whether its functions can be called here."""
        return find_spec(self.module.partition(".")[0]) is not None

    @cached_property
    def library(self) -> Any:
        """The module with its functions."""
        return import_module(self.module)

    def work(self, key: str, a: Labels, b: Labels) -> Callable[[], Any]:
        """Return a call that computes it; labels already have the form that the peer likes best."""
        function = self.functions[key]
        call = function.name if callable(function.name) else getattr(self.library, function.name)
        return partial(call, *self.prepare(a, b), **function.options)

    @property
    def comparisons(self) -> set[str]:
        """The names of all its functions that take two clusterings."""
        public = (name for name in dir(self.library) if not name.startswith("_"))
        return {name for name in public if _takes_two_clusterings(getattr(self.library, name))}

    def numbers(self, key: str, a: Labels, b: Labels) -> Labels:
        """Return what it says, as ours does."""
        return np.asarray(self.functions[key].read(self.work(key, a, b)()), float)


def _takes_two_clusterings(function: Any) -> bool:
    return isroutine(function) and tuple(signature(function).parameters)[:2] in _TWO_CLUSTERINGS


_TWO_CLUSTERINGS = {
    ("labels_true", "labels_pred"),
    ("x", "y"),
    ("clustering1", "clustering2"),
    ("preds", "target"),
}
"""What peers call them."""


def our_work(key: str, a: Any, b: Any) -> Callable[[], Any]:
    """Return the call of ours that means the same as the peers' functions of this key."""
    if key in TABLES:
        return partial(TABLES[key][0], a, b)
    return partial(pw.score, a, b, key)


def our_numbers(key: str, a: Labels, b: Labels) -> Labels:
    """Return what ours says."""
    read = TABLES[key][1] if key in TABLES else np.atleast_1d
    return np.asarray(read(our_work(key, a, b)()), float)


def _cells(counts: Any) -> Labels:
    """Return the counts of all cells that have items, from the smallest."""
    counts = np.ravel(np.asarray(counts))
    return np.sort(counts[counts > 0])


def _pair_counts(a: Any, b: Any) -> Any:
    return pw.contingency(a, b).pair_counts


def _three_scores(a: Any, b: Any) -> Any:
    return pw.scores(a, b, ["homogeneity", "completeness", "v_measure"])


TABLES: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], Numbers]]] = {
    "contingency": (pw.contingency, lambda table: _cells(table.cells.counts)),
    "pair_counts": (_pair_counts, tuple),
    "homogeneity, completeness and V-measure": (_three_scores, lambda found: list(found.values())),
}
"""What peers compute beside indices: our call, and how to read it."""

_MEANS = {"arithmetic": "sum", "geometric": "sqrt", "max": "max", "min": "min"}
"""Normalisations of mutual information: scikit-learn's names, and clusim's."""


def _nats(bits: float) -> Labels:
    return np.atleast_1d(bits * math.log(2))


def _ordered_pairs(matrix: Labels) -> Numbers:
    (n00, n01), (n10, n11) = matrix // 2
    return n11, n10, n01, n00


_NAMES_OF_SCIKIT_LEARN = {
    "rand": Function("rand_score"),
    "adjusted_rand": Function("adjusted_rand_score"),
    "mi": Function("mutual_info_score"),
    "homogeneity": Function("homogeneity_score"),
    "completeness": Function("completeness_score"),
    "v_measure": Function("v_measure_score"),
    **{
        f"{ours}_{mean}": Function(name, {"average_method": mean})
        for ours, name in (
            ("nmi", "normalized_mutual_info_score"),
            ("ami", "adjusted_mutual_info_score"),
        )
        for mean in _MEANS
    },
}
"""Which torchmetrics has too."""

SCIKIT_LEARN = Peer(
    "scikit-learn",
    "sklearn.metrics.cluster",
    {
        **_NAMES_OF_SCIKIT_LEARN,
        "fowlkes_mallows": Function("fowlkes_mallows_score"),
        "homogeneity, completeness and V-measure": Function("homogeneity_completeness_v_measure"),
        "contingency": Function(
            "contingency_matrix", {"sparse": True}, lambda matrix: _cells(matrix.data)
        ),
        "pair_counts": Function("pair_confusion_matrix", read=_ordered_pairs),
    },
)

GENIECLUST = Peer(
    "genieclust",
    "genieclust.compare_partitions",
    {
        "rand": Function("rand_score"),
        "adjusted_rand": Function("adjusted_rand_score"),
        "fowlkes_mallows": Function("fm_score"),
        "adjusted_fowlkes_mallows": Function("adjusted_fm_score"),
        "mi": Function("mi_score"),
        "nmi_arithmetic": Function("normalized_mi_score"),
        "ami_arithmetic": Function("adjusted_mi_score"),
        "normalised_accuracy": Function("normalized_clustering_accuracy"),
        "pair_sets_index": Function("pair_sets_index"),
        "contingency": Function("confusion_matrix", read=_cells),
    },
    {
        "compare_partitions": "computes all of genieclust's indices together",
        "normalized_pivoted_accuracy": "partwise does not have this index",
        "normalized_confusion_matrix": "a table in another order",
    },
)

IGRAPH = Peer(
    "igraph",
    "igraph",
    {
        key: Function("compare_communities", {"method": method})
        for key, method in (
            ("rand", "rand"),
            ("adjusted_rand", "adjusted_rand"),
            ("nmi_arithmetic", "nmi"),
            ("vi", "vi"),
            ("split_join", "split-join"),
        )
    },
    prepare=lambda a, b: (a.tolist(), b.tolist()),
)


def _clusim(a: Labels, b: Labels) -> tuple[Any, ...]:
    clustering = import_module("clusim.clustering").Clustering
    return tuple(clustering().from_membership_list(side.tolist()) for side in (a, b))


CLUSIM = Peer(
    "clusim",
    "clusim.sim",
    {
        "rand": Function("rand_index"),
        "adjusted_rand": Function("adjrand_index"),
        "jaccard": Function("jaccard_index"),
        "dice": Function("dice_index"),
        "fowlkes_mallows": Function("fowlkes_mallows_index"),
        "rogers_tanimoto": Function("rogers_tanimoto_index"),
        "mi": Function("mi", read=_nats),
        "vi": Function("vi", read=_nats),
        "rmi": Function("rmi", read=_nats),
        "element_centric": Function("element_sim"),
        **{
            f"{ours}_{mean}": Function(name, {"norm_type": theirs})
            for ours, name in (("nmi", "nmi"), ("ami", "adj_mi"))
            for mean, theirs in _MEANS.items()
        },
        "contingency": Function("contingency_table", read=_cells),
        "pair_counts": Function("count_pairwise_cooccurence"),
    },
    {
        **dict.fromkeys(
            ("czekanowski_index", "sorensen_index", "fmeasure"), "another name of dice_index"
        ),
        "omega_index": "ARI for clusters that overlap",
        "onmi": "NMI for clusters that overlap",
        "overlap_quality": "compares how much clusters overlap",
        "southwood_index": "Jaccard / (1 − Jaccard), which partwise does not have",
        "pearson_correlation": "a covariance, not divided by deviations",
        "geometric_accuracy": "partwise does not have this index",
        "purity_index": "best matches of one side or the other: see docs/peers.md",
        "classification_error": "one less purity_index",
        "corrected_chance": "corrects an index by samples",
        "sample_expected_sim": "a mean over samples",
        "cL1": "compares two vectors",
        "element_sim_elscore": "an array of all items",
    },
    _clusim,
)

FASTAMI = Peer(
    "fastami (estimate)",
    "fastami",
    {
        "ami_arithmetic": Function("adjusted_mutual_info_mc", {"seed": 1}, lambda both: both[:1]),
        "smi": Function("standardized_mutual_info_mc", {"seed": 1}, lambda both: both[:1]),
    },
    tolerance=0.1,
)


def _tensors(a: Labels, b: Labels) -> tuple[Any, ...]:
    tensor = import_module("torch").from_numpy
    return tensor(b), tensor(a)  # the candidate comes first


TORCHMETRICS = Peer(
    "torchmetrics",
    "torchmetrics.functional.clustering",
    {
        **_NAMES_OF_SCIKIT_LEARN,
        "fowlkes_mallows": Function("fowlkes_mallows_index"),
    },
    {"cluster_accuracy": "takes the number of classes, and needs torch_linear_assignment"},
    _tensors,
    tolerance=1e-4,  # 32-bit floats
)


def _frame(a: Labels, b: Labels) -> tuple[Any, ...]:
    return (import_module("polars").DataFrame({"a": a, "b": b}),)


def count_in_polars(frame: Any) -> Any:
    """Count cells with Polars."""
    return frame.group_by("a", "b").len()


def _connection(a: Labels, b: Labels) -> tuple[Any, ...]:
    connection = import_module("duckdb").connect()
    connection.register("labels", _frame(a, b)[0].to_arrow())
    return (connection,)


def count_in_duckdb(connection: Any) -> Any:
    """Count cells with DuckDB."""
    return connection.execute("select a, b, count(*) as n from labels group by all").fetchnumpy()


POLARS = Peer(
    "polars",
    "polars",
    {"contingency": Function(count_in_polars, read=lambda frame: _cells(frame["len"]))},
    prepare=_frame,
)
DUCKDB = Peer(
    "duckdb",
    "duckdb",
    {"contingency": Function(count_in_duckdb, read=lambda columns: _cells(columns["n"]))},
    prepare=_connection,
)

PEERS = (SCIKIT_LEARN, GENIECLUST, IGRAPH, CLUSIM, FASTAMI, TORCHMETRICS, POLARS, DUCKDB)
KEYS = tuple(dict.fromkeys(key for peer in PEERS for key in peer.functions))
