"""Tables that move: sweeps over scored pairs, all cuts of a dendrogram, streams."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import sklearn.metrics as sk
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

import partwise as pw
from measure import Row, Work, at_most, best_times, scaled
from partwise.tables import MovingSums, sweep_merges

RECORDS = PAIRS = 10**6
MATCHES = 700_000
GRID = 100


def deduplication() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Draw records of clusters of two to ten in random order, and scored pairs of them.

    Seven tenths of the pairs are drawn inside clusters and have high scores; the others are drawn
    from all records and have low ones.
    """
    rng = np.random.default_rng(1)
    sizes = rng.integers(2, 11, RECORDS)
    cluster = np.repeat(np.arange(RECORDS), sizes)[:RECORDS]
    starts = np.searchsorted(cluster, np.arange(cluster[-1] + 2))
    record = rng.permutation(RECORDS)
    one = rng.integers(0, RECORDS, MATCHES)
    other = rng.integers(starts[cluster[one]], starts[cluster[one] + 1])
    noise = rng.integers(0, RECORDS, (2, PAIRS - MATCHES))
    left, right = (
        np.concatenate((record[inside], outside)).astype(np.int32)
        for inside, outside in zip((one, other), noise, strict=True)
    )
    scores = np.concatenate((rng.beta(8, 2, MATCHES), rng.beta(2, 8, PAIRS - MATCHES)))
    truth = np.empty(RECORDS, np.int32)
    truth[record] = cluster
    return truth, left, right, scores


def _counts(
    truth: np.ndarray, left: np.ndarray, right: np.ndarray, scores: np.ndarray, all_sums: bool
) -> MovingSums:
    order = np.argsort(-scores)
    ends = np.arange(len(scores) + 1)
    return sweep_merges(truth, left[order], right[order], ends, logs=all_sums, quotients=all_sums)


def _joined(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    edges = coo_matrix((np.ones(len(left), bool), (left, right)), shape=(RECORDS, RECORDS))
    labels: np.ndarray = connected_components(edges, directed=False)[1]
    return labels


def sweeps() -> Iterator[Row]:
    """All thresholds of a million scored pairs."""
    truth, left, right, scores = data = deduplication()
    for what, all_sums, bar in (("counts", False, 4), ("all sums", True, 8)):
        works: dict[str, Work] = {
            "partwise": partial(_counts, *data, all_sums),
            "connected_components, once": partial(_joined, left, right),
        }
        yield at_most(f"{what} at all thresholds of 10⁶ pairs of 10⁶ records", works, bar)
    sums = _counts(*data, False)
    slowest = max(
        (best_times({i.key: partial(i.values, sums)}, 3)[i.key], i.key)
        for i in pw.indices("paper")
        if i.kind == "pairs"
    )
    work = "one more pair-counting index at 10⁶ thresholds"
    yield Row(work, f"the slowest, {slowest[1]}", 1000 * slowest[0], "ms", 20, False)
    yield _against_one_by_one(truth, left, right, scores)


def _against_one_by_one(
    truth: np.ndarray, left: np.ndarray, right: np.ndarray, scores: np.ndarray
) -> Row:
    """Score a grid of thresholds as people do by hand, with scikit-learn's ARI; measure a tenth."""
    ari, measured = pw.index("adjusted_rand"), GRID // 10

    def by_hand() -> None:
        for threshold in np.quantile(scores, np.linspace(0.05, 0.95, measured)):
            kept = scores >= threshold
            sk.adjusted_rand_score(truth, _joined(left[kept], right[kept]))

    def ours() -> np.ndarray:
        return ari.values(_counts(truth, left, right, scores, False))

    work = f"ARI at all 10⁶ thresholds, against {GRID} of them"
    return scaled(work, "scipy, scikit-learn", (ours, by_hand), measured / GRID, 100)


def cuts() -> Iterator[Row]:
    """Score all cuts of a dendrogram of 10⁵ leaves: neighbours in a row, joined at random gaps."""
    n = 10**5
    rng = np.random.default_rng(3)
    reference, other = rng.integers(0, 1000, (2, n))
    works: dict[str, Work] = {
        "partwise": partial(pw.sweep, reference, _dendrogram(rng.random(n - 1)), ["ARI"]),
        "pw.score, once": partial(pw.score, reference, other, "ARI"),
    }
    yield at_most("ARI of all cuts of a dendrogram of 10⁵ leaves", works, 500)


def _dendrogram(gaps: np.ndarray) -> np.ndarray:
    """Join points on a line from the smallest gap to the largest, as single linkage does."""
    n = len(gaps) + 1
    node, size = list(range(n)), [1] * n  # of the stretch that begins, or ends, at each point
    last, first = list(range(n)), list(range(n))
    rows = np.empty((n - 1, 4))
    for step, gap in enumerate(np.argsort(gaps).tolist()):
        left, right = first[gap], gap + 1
        end, both = last[right], size[left] + size[right]
        rows[step] = node[left], node[right], gaps[gap], both
        node[left], size[left], last[left], first[end] = n + step, both, end, left
    return rows


def streams() -> Iterator[Row]:
    """Measure one update of a stream."""
    rng = np.random.default_rng(2)
    steps = list(zip(*rng.integers(0, 50, (2, 10**5)).tolist(), strict=True))
    accumulator = pw.Accumulator("adjusted_rand")
    start = time.perf_counter()
    for reference, candidate in steps:
        accumulator.update(reference, candidate)
    update = (time.perf_counter() - start) / len(steps)
    a, b = (np.array(side) for side in zip(*steps, strict=True))
    once = best_times({"score": partial(pw.score, a, b, "adjusted_rand")})["score"]
    work, detail = "one update of a stream of 10⁵ items", f"{update:.3g} s / {once:.3g} s"
    yield Row(work, "pw.score of all items", once / update, "× faster", 20, True, detail)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (sweeps, cuts, streams)
