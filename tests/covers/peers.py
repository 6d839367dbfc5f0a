"""What other libraries say about covers, and why it may not be the value of the definition."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import TypeAlias

from covers.definitions import Clusters

Peer: TypeAlias = Callable[[int, Clusters, Clusters], float]


def _cdlib(name: str) -> Peer:
    def compared(n: int, a: Clusters, b: Clusters) -> float:
        import networkx as nx
        from cdlib import NodeClustering, evaluation

        one, other = (
            NodeClustering([sorted(part) for part in cover], nx.empty_graph(n), overlap=True)
            for cover in (a, b)
        )
        return float(getattr(evaluation, name)(one, other).score)

    return compared


def _clusim(name: str) -> Peer:
    def compared(n: int, a: Clusters, b: Clusters) -> float:
        del n
        from clusim import sim
        from clusim.clustering import Clustering

        one, other = (
            Clustering(clu2elm_dict={i: sorted(part) for i, part in enumerate(cover)})
            for cover in (a, b)
        )
        return float(getattr(sim, name)(one, other))

    return compared


def _repaired_clusim(n: int, a: Clusters, b: Clusters) -> float:
    """Element-centric similarity of clusim, with the method of sparse matrices that it misses."""
    from scipy.sparse import csr_matrix

    csr_matrix.tolist = lambda self: self.toarray().tolist()
    try:
        return _clusim("element_sim")(n, a, b)
    finally:
        del csr_matrix.tolist


PEERS: dict[tuple[str, str], Peer] = {
    ("omega", "cdlib"): _cdlib("omega"),
    ("omega", "clusim"): _clusim("omega_index"),
    ("onmi_lfk", "cdlib"): _cdlib("overlapping_normalized_mutual_information_LFK"),
    ("onmi_lfk", "clusim"): _clusim("onmi"),
    ("onmi_max", "cdlib"): _cdlib("overlapping_normalized_mutual_information_MGH"),
    ("element_centric", "clusim"): _clusim("element_sim"),
    ("element_centric", "clusim, repaired"): _repaired_clusim,
}


def value_of(peer: Peer, n: int, a: Clusters, b: Clusters) -> float | str:
    """Return the value, or the name of the exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return peer(n, a, b)
        except Exception as error:  # noqa: BLE001  # of another library, of any kind
            return type(error).__name__


def reason(
    key: str, library: str, n: int, a: Clusters, b: Clusters, said: float | str
) -> str | None:
    """Say why a peer gives no value or another one than the definition; None: unexplained."""
    items = [frozenset().union(*cover) for cover in (a, b)]
    library = library.partition(",")[0]
    if isinstance(said, str):
        if items[0] != items[1]:
            return "refuses covers of which one has items in no cluster"
        if len(items[0]) < n:
            return "refuses items in no cluster"
        if said == "AttributeError" and key == "element_centric":
            return "crashes where clusters overlap"
        return None
    if items[0] | items[1] != frozenset(range(n)):
        return "leaves out items that are in no cluster of either cover"
    if library == "clusim" and key == "onmi_lfk":
        wrong = _clusim_onmi(n, a, b)
        return "h(1 − p11) instead of h(p00)" if _are_close(said, wrong) else None
    if library == "cdlib" and key == "onmi_lfk" and any(len(part) == n for part in (*a, *b)):
        return "a cluster of all items counts as unexplained"
    if library == "cdlib" and key == "onmi_max" and _has_tie(n, a, b):
        return "a tie of agreement counts as none"
    return None


def _are_close(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9 or (not math.isfinite(one) and not math.isfinite(other))


def _h(p: float) -> float:
    return 0.0 if p <= 0 else -p * math.log2(p)


def _clusim_onmi(n: int, a: Clusters, b: Clusters) -> float:
    """Compute the LFK formula with the mistake of clusim 0.4: one term of the joint entropy."""
    shares = []
    for cover, others in ((a, b), (b, a)):
        for_each = []
        for part in cover:
            own = _h(len(part) / n) + _h(1 - len(part) / n)
            left = []
            for other in others:
                both = len(part & other) / n
                pure = _h(both) + _h(1 - both)
                mixing = _h(len(part) / n - both) + _h(len(other) / n - both)
                if pure > mixing:
                    known = _h(len(other) / n) + _h(1 - len(other) / n)
                    left.append(pure + mixing - known)
            if left and not own:
                return math.nan
            for_each.append(min(left) / own if left else 1.0)
        shares.append(sum(for_each) / len(for_each))
    return 1 - sum(shares) / 2


def _has_tie(n: int, a: Clusters, b: Clusters) -> bool:
    for part in a:
        for other in b:
            both = len(part & other)
            one, two = len(part) - both, len(other) - both
            counts = [count / n for count in (both, n - both - one - two, one, two)]
            agree, differ = (_h(counts[i]) + _h(counts[i + 1]) for i in (0, 2))
            if abs(agree - differ) < 1e-12:
                return True
    return False
