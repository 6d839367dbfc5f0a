"""Small clusterings that show which index lacks which property, found by trying all small ones.

A clustering is written as its clusters: ``01|2`` is {0, 1}, {2}. One example often serves many
indices, so each is stored once, with the keys of the indices that it refutes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Counterexample", "Labels", "counterexample", "labels_of"]

Labels: TypeAlias = tuple[int, ...]
Counts: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Clusterings, or pair counts, for which an index breaks the definition of a property.

    Parameters
    ----------
    kind : str
        The key of the property.
    clusterings : tuple of tuples of int
        Labels of each clustering: A, B, … in the order in which ``says`` names them.
    says : str
        What they show.
    pair_counts : tuple of quadruples of int
        (N11, N10, N01, N00) instead of clusterings, where the property speaks of counts.

    Examples
    --------
    >>> found = counterexample("jaccard", "monotonicity")
    >>> found.written
    ('01|2', '02|1', '0|1|2')
    >>> found.says
    "B' improves B without losing an agreement with A, but does not score better"
    """

    kind: str
    clusterings: tuple[Labels, ...]
    says: str
    pair_counts: tuple[Counts, ...] = ()

    @property
    def written(self) -> tuple[str, ...]:
        """The clusterings as text, clusters separated by bars."""
        return tuple(_written(labels) for labels in self.clusterings)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which ``says`` calls the clusterings or the counts."""
        if self.pair_counts:
            return ("p", "q")[: len(self.pair_counts)]
        return _NAMES[self.kind][: len(self.clusterings)]

    def __str__(self) -> str:
        what = self.written or tuple(map(str, self.pair_counts))
        return ", ".join(f"{name} = {each}" for name, each in zip(self.names, what, strict=True))


def labels_of(written: str) -> Labels:
    """Read a clustering from its clusters.

    Examples
    --------
    >>> labels_of("02|1|3")
    (0, 1, 0, 2)
    """
    cluster_of = {
        int(item): cluster for cluster, items in enumerate(written.split("|")) for item in items
    }
    return tuple(cluster_of[item] for item in range(len(cluster_of)))


def _written(labels: Labels) -> str:
    clusters: dict[int, str] = {}
    for item, label in enumerate(labels):
        clusters[label] = clusters.get(label, "") + str(item)
    return "|".join(clusters.values())


_NAMES: dict[str, tuple[str, ...]] = {
    "maximal_agreement": ("A", "B"),
    "minimal_agreement": ("A", "B", "C", "D"),
    "symmetry": ("A", "B"),
    "distance": ("A", "B", "C"),
    "monotonicity": ("A", "B", "B'"),
    "constant_baseline": ("A", "B", "A'", "B'"),
    "asymptotic_constant_baseline": ("A", "B", "A'", "B'"),
    "bias": ("A", "B", "A'", "B'"),
}

_SAYS = {
    "maximal_agreement": (
        "A scores no better against itself than against B, or otherwise than B against itself"
    ),
    "minimal_agreement": "C and D agree on a pair, but score no better than A and B, opposites",
    "symmetry": "the score of A and B depends on which comes first",
    "distance": "the way from A to C is longer than that over B: the triangle inequality fails",
    "monotonicity": "B' improves B without losing an agreement with A, but does not score better",
    "strong_monotonicity": "q has one agreement more or one disagreement less, but no better score",
    "constant_baseline": (
        "shuffled, B scores otherwise against A than B' against A' on average: cluster sizes matter"
    ),
    "asymptotic_constant_baseline": (
        "at the expected pair counts, B scores otherwise against A than B' against A'"
    ),
    "bias": "at the expected pair counts, the number of intra-cluster pairs decides",
}

_UNDEFINED = {
    "maximal_agreement": "the index is undefined for A against itself",
    "minimal_agreement": "the index is undefined for opposites, N11 = N00 = 0",
}

_BIASED = (
    "rand jaccard jaccard_distance wallace_1 dice minkowski hubert fowlkes_mallows sokal_sneath_2 "
    "mirkin kulczynski mcconnaughey baulieu_1 russell_rao fager_mcgowan sokal_sneath_3 "
    "gower_legendre rogers_tanimoto"
)
_WITHOUT_N00 = (
    "jaccard jaccard_distance wallace_1 wallace_2 dice fowlkes_mallows sokal_sneath_2 kulczynski "
    "mcconnaughey fager_mcgowan"
)

_CLUSTERINGS: dict[str, dict[str, str]] = {
    "maximal_agreement": {
        "01|2 012": "wallace_1 russell_rao fager_mcgowan baulieu_2",
        "012 01|2": "wallace_2",
        "0|1|2 012": "baulieu_1",
        "01|2 0|1|2": "nmi_min",
        "012|3 0|12|3": "goodman_kruskal ami_min smi",
        "01|2 02|1": "yule",
    },
    "minimal_agreement": {
        "012 0|1|2 01|2 02|1": "adjusted_rand jaccard jaccard_distance wallace_1 dice minkowski "
        "sokal_sneath_2 baulieu_1 russell_rao baulieu_2",
        "0|1|2 012 01|2 02|1": "wallace_2",
    },
    "symmetry": {
        "012 01|2": "wallace_1 wallace_2 minkowski fager_mcgowan",
        "01|2 0|1|2": "fnmi",
        "012|3 0|1|23": "yule peirce",
    },
    "distance": {
        "01|2|3 01|23 0|1|23": "adjusted_rand dice correlation sokal_sneath_1 sokal_sneath_3 "
        "ami_geometric ami_arithmetic",
        "012 01|2 0|1|2": "gower_legendre f_measure bcubed",
        "01|2 012 02|1": "fowlkes_mallows kulczynski mcconnaughey",
        "01|2 0|1|2 02|1": "nmi_arithmetic nmi_geometric",
        "012|3|4 034|12 034|1|2": "ami_max",
    },
    "monotonicity": {
        "01|2 02|1 0|1|2": "jaccard jaccard_distance dice sokal_sneath_2 russell_rao",
        "01|2 012 01|2": "wallace_1",
        "01|2 0|1|2 01|2": "nmi_min",
        "01|2|3 0|1|23 01|23": "nmi_max fnmi",
        "01|2|3 0123 01|23": "baulieu_1",
        "01|2|3 03|12 03|1|2": "ami_max",
        "01|23 02|13 0|13|2": "wallace_2 minkowski fowlkes_mallows kulczynski mcconnaughey "
        "fager_mcgowan sokal_sneath_3 goodman_kruskal ami_min smi",
        "0123|4 014|2|3 014|23": "f_measure",
        "01|2|3|4|5 0234|15 0234|1|5": "ami_arithmetic",
        "01|2|3|4|5|6|7|8 0|1|23|45678 0|1|2|3|45678": "ami_geometric",
    },
    "constant_baseline": {
        "01|23 012|3 01|23 01|2|3": f"{_BIASED} correlation_distance correlation_chord yule "
        "goodman_kruskal nmi_arithmetic nmi_max nmi_min nmi_geometric nmi_joint fnmi vi f_measure "
        "bcubed",
        "012|3 012|3 01|23 012|3": "wallace_2",
    },
    "asymptotic_constant_baseline": {
        "01|23 01|23 01|23 012|3": _BIASED,
        "012|3 012|3 01|23 012|3": "wallace_2",
    },
    "bias": {"01|23 01|23 01|23 012|3": _BIASED},
}

_COUNTS: dict[str, dict[tuple[Counts, ...], str]] = {
    "minimal_agreement": {
        ((0, 1, 1, 0), (0, 1, 1, 1)): "fowlkes_mallows kulczynski mcconnaughey fager_mcgowan "
        "sokal_sneath_3 goodman_kruskal",
        ((0, 1, 1, 0),): "yule",
    },
    "strong_monotonicity": {
        ((1, 1, 1, 0), (1, 1, 1, 1)): _WITHOUT_N00,
        ((1, 3, 1, 0), (1, 2, 1, 0)): "adjusted_rand",
        ((0, 1, 3, 1), (0, 1, 2, 1)): "yule baulieu_1 russell_rao peirce baulieu_2 sokal_sneath_3 "
        "goodman_kruskal",
        ((0, 3, 2, 3), (0, 2, 2, 3)): "minkowski",
    },
}


def _collected() -> dict[tuple[str, str], Counterexample]:
    found: dict[tuple[str, str], Counterexample] = {}
    for kind, examples in _CLUSTERINGS.items():
        for text, keys in examples.items():
            clusterings = tuple(map(labels_of, text.split()))
            for key in keys.split():
                found[key, kind] = Counterexample(kind, clusterings, _says(kind, key))
    for kind, by_counts in _COUNTS.items():
        for counts, keys in by_counts.items():
            for key in keys.split():
                found[key, kind] = Counterexample(kind, (), _says(kind, key, counts=True), counts)
    for kind in ("symmetry", "maximal_agreement"):  # the other two axioms of a distance
        for (key, other), example in list(found.items()):
            if other == kind and (key, "distance") not in found:
                found[key, "distance"] = Counterexample(
                    "distance", example.clusterings, f"not even {_AXIOM[kind]}: {example.says}"
                )
    return found


_AXIOM = {"symmetry": "symmetric", "maximal_agreement": "zero for equal clusterings alone"}


def _says(kind: str, key: str, *, counts: bool = False) -> str:
    if key == "yule" and kind in _UNDEFINED:
        return _UNDEFINED[kind]
    if counts and kind == "minimal_agreement":
        return "q has an agreement, but scores no better than p, which has none"
    return _SAYS[kind]


_FOUND = _collected()


def counterexample(key: str, kind: str) -> Counterexample | None:
    """Return clusterings that show that an index lacks a property, if any are at hand."""
    return _FOUND.get((key, kind))
