"""Covers: indices for clusters that overlap, against cdlib and clusim.

``make bench`` installs cdlib; without it, its rows are skipped by name. Its Omega visits every pair
of items in Python, its overlapping NMI every pair of clusters: the covers here are about the
largest that it finishes in a minute.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from scipy.sparse import csr_array

import partwise as pw
from measure import Row, shown

N = 10**6
CLUSTER = 20  # items; a tenth as many clusters as items, so that each item is in two on average
KEYS = ("omega", "onmi_lfk", "onmi_max", "extended_bcubed", "average_f1")
CDLIB = {
    "omega": ("omega", 6000),
    "onmi_max": ("overlapping_normalized_mutual_information_MGH", 4000),
}
"""Names of cdlib, and numbers of items that it can be given."""


def cover(n: int, seed: int) -> pw.Cover:
    """Put a window of items into each cluster, so that neighbours overlap; move some of them."""
    rng = np.random.default_rng(seed)
    k = n // 10
    members = (np.arange(k)[:, None] * 10 + np.arange(CLUSTER)) % n
    moved = rng.random(members.shape) < 0.2
    moved[:, : CLUSTER // 2] = False  # each item stays in one cluster at least: cdlib wants that
    members = np.where(moved, rng.integers(0, n, members.shape), members)
    entries = csr_array((np.ones(k * CLUSTER), (members.ravel(), np.repeat(np.arange(k), CLUSTER))))
    entries.resize((n, k))
    entries.data[:] = 1
    return pw.Cover(entries)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def million_items() -> Iterator[Row]:
    """Compare 10⁶ items in 10⁵ clusters, which no peer finishes: seconds, one run."""
    a, b = cover(N, 1), cover(N, 2)
    for key in KEYS:
        taken = _seconds(partial(pw.score, a, b, key))
        work = f"{key}, 10⁶ items in 10⁵ overlapping clusters"
        yield Row(work, "a minute", taken, "s", 60, False, shown(taken))


def against_cdlib() -> Iterator[Row]:
    """Compare the largest covers that cdlib finishes in about a minute."""
    if find_spec("cdlib") is None:
        print("cdlib is not installed: pip install cdlib, and run this again", file=sys.stderr)
        return
    import networkx as nx
    from cdlib import NodeClustering, evaluation

    for key, (name, n) in CDLIB.items():
        a, b = cover(n, 1), cover(n, 2)
        theirs: list[Any] = [
            NodeClustering([*map(list, one.clusters())], nx.empty_graph(n), overlap=True)
            for one in (a, b)
        ]
        ours = min(_seconds(partial(pw.score, a, b, key)) for _ in range(3))
        taken = _seconds(partial(getattr(evaluation, name), *theirs))
        work = f"{key}, {n:,} items in {n // 10} overlapping clusters"
        detail = f"{shown(ours)} / {shown(taken)}"
        yield Row(work, "cdlib", taken / ours, "× faster", 100, True, detail)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (million_items, against_cdlib)
