"""Time partwise side by side with other libraries, in one process, interleaved.

``make bench`` installs the peers and runs this. Each row is one piece of work; the figure is the
time of the peer divided by ours, both the best of several rounds.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version

import genieclust.compare_partitions as gc
import igraph
import numpy as np
import sklearn.metrics as sk

import partwise as pw
from partwise.display import Table

Work = Callable[[], object]


def best_times(works: dict[str, Work], rounds: int = 5, least: float = 0.02) -> dict[str, float]:
    """Return the best time of each, measured in turns so that all see the same machine."""
    repeats = {}
    for name, work in works.items():
        start = time.perf_counter()
        work()
        repeats[name] = max(1, int(least / max(time.perf_counter() - start, 1e-7)))
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            start = time.perf_counter()
            for _ in range(repeats[name]):
                work()
            best[name] = min(best[name], (time.perf_counter() - start) / repeats[name])
    return best


def labels(n: int, k: int, seed: int) -> np.ndarray:
    """Return n random labels of k clusters."""
    return np.random.default_rng(seed).integers(0, k, n)


def cases() -> dict[str, dict[str, Work]]:
    """Return the work to time: ours first, then the peers."""
    found: dict[str, dict[str, Work]] = {}
    for n, k in [(100, 10), (10**5, 100)]:
        pair = labels(n, k, 1), labels(n, k, 2)
        found[f"ARI, n={n:,}, k={k}"] = {
            "partwise": partial(pw.score, *pair, "adjusted_rand"),
            "scikit-learn": partial(sk.adjusted_rand_score, *pair),
            "genieclust": partial(gc.adjusted_rand_score, *pair),
            "igraph": partial(igraph.compare_communities, *pair, "adjusted_rand"),
        }
    pair = labels(3000, 300, 1), labels(3000, 300, 2)
    found["AMI, n=3,000, k=300"] = {
        "partwise": partial(pw.score, *pair, "ami_arithmetic"),
        "scikit-learn": partial(sk.adjusted_mutual_info_score, *pair),
        "genieclust": partial(gc.adjusted_mi_score, *pair),
    }
    return found


def main() -> None:
    """Run all and print the ratios."""
    rows: list[list[str]] = []
    for name, works in cases().items():
        times = best_times(works)
        ours = times.pop("partwise")
        rows += [[name, peer, f"{ours:.2e} s", f"{t / ours:.1f} ×"] for peer, t in times.items()]
    peers = ", ".join(
        f"{p} {version(p)}" for p in ("scikit-learn", "genieclust", "igraph", "numpy")
    )
    title = f"partwise {pw.__version__}, Python {platform.python_version()}, {platform.machine()}"
    print(Table(["work", "peer", "ours", "peer / ours"], rows, title, [peers]), file=sys.stdout)


if __name__ == "__main__":
    main()
