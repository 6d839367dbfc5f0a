"""Many clusterings: comparisons, matrices of all pairs, and the command line on a large file."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import sklearn.metrics as sk

import partwise as pw
from labels import N
from measure import Row, Work, at_most, scaled
from partwise.properties.known_verdicts import holds


def comparisons() -> Iterator[Row]:
    """Compare 30 candidates by all indices of linear time, with intervals, at a million items."""
    chosen = [index for index in pw.indices("paper") if holds(index, "linear_complexity")]
    for k in (10, 100, 1000):
        rng = np.random.default_rng(k)
        reference = rng.integers(0, k, 10**6)
        strays = [rng.random(10**6) < 0.2 + 0.02 * i for i in range(30)]
        found = {
            f"candidate {i}": np.where(stray, rng.integers(0, k, 10**6), reference)
            for i, stray in enumerate(strays)
        }

        def compare(reference: np.ndarray = reference, found: Any = found) -> object:
            return pw.compare(reference, found, chosen, progress=False).estimates()

        def rand_scores(reference: np.ndarray = reference, found: Any = found) -> object:
            twenty = list(found.values())[:20]
            return [sk.adjusted_rand_score(reference, labels) for labels in twenty]

        works: dict[str, Work] = {"partwise": compare, "20 × scikit-learn's ARI": rand_scores}
        work = f"30 candidates × {len(chosen)} indices × intervals, n=10⁶, k={k:,}"
        yield at_most(work, works, 1, rounds=3)


def matrices() -> Iterator[Row]:
    """Compare each two of a thousand clusterings; scikit-learn, on some of these pairs."""
    runs, timed = 1000, 500
    rng = np.random.default_rng(1)
    clusterings = list(rng.integers(0, 20, (runs, 2000)))
    some = list(islice(combinations(clusterings, 2), timed))
    part = timed / (runs * (runs - 1) / 2)
    for key, score, bar in (
        ("correlation", sk.adjusted_rand_score, 100),
        ("nmi_arithmetic", sk.normalized_mutual_info_score, 100),
        ("ami_arithmetic", sk.adjusted_mutual_info_score, 50),
    ):

        def theirs(score: Any = score) -> object:
            return [score(a, b) for a, b in some]

        work = f"{key} of each two of 1,000 clusterings, n=2,000, k=20"
        ours = partial(pw.pairwise, clusterings, key)
        yield scaled(work, f"scikit-learn's {score.__name__}", (ours, theirs), part, bar)


def reports() -> Iterator[Row]:
    """Compare four candidates in a Parquet file and write the report, from the command line."""
    rng = np.random.default_rng(1)
    k = 10**4
    reference = rng.integers(0, k, N)
    candidates = {
        f"candidate_{i}": np.where(rng.random(N) < 0.1 * i, rng.integers(0, k, N), reference)
        for i in range(1, 5)
    }
    with tempfile.TemporaryDirectory() as folder:
        path, report = Path(folder, "labels.parquet"), Path(folder, "report.html")
        pl.DataFrame({"reference": reference, **candidates}).write_parquet(path)
        command = [sys.executable, "-m", "partwise", "compare", str(path)]
        command += ["--reference", "reference", "--report", str(report)]
        works: dict[str, Work] = {
            "partwise": partial(subprocess.run, command, capture_output=True, check=True),
            "pw.compare": partial(pw.compare, reference, candidates, progress=False),
        }
        work = "compare --report, n=10⁷, k=10⁴, 4 candidates, Parquet"
        yield at_most(work, works, 4, 3)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (comparisons, matrices, reports)
