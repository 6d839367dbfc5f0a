"""The work that is measured, and the bar for each: issue by issue, the promises of the project."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import duckdb
import genieclust.compare_partitions as gc
import igraph
import mpmath
import numpy as np
import polars as pl
import sklearn.metrics as sk
from sklearn.metrics.cluster import contingency_matrix

import partwise as pw
import partwise.sklearn as drop_in
from measure import Row, Work, at_most, best_times, faster, peak_memory, that_run
from partwise import kernels
from partwise.chance import random_scores
from partwise.chance.sampling import sample_sums
from partwise.properties.known_verdicts import holds
from partwise.tables.information import SizeHistogram

try:  # it does not run on every version of Python
    import fastami
except ImportError:
    fastami = None

N = 10**7
Pair = tuple[np.ndarray, np.ndarray]


def uniform(n: int, k: int, dtype: str = "int32") -> Pair:
    """Two independent columns of labels 0 … k − 1."""
    rng = np.random.default_rng(k)
    return rng.integers(0, k, n).astype(dtype), rng.integers(0, k, n).astype(dtype)


def hash_like(n: int, k: int) -> Pair:
    """Two columns of k distinct random 64-bit ids each."""
    rng = np.random.default_rng(k)
    pools = [rng.integers(-(2**63), 2**63 - 1, k) for _ in range(2)]
    return pools[0][rng.integers(0, k, n)], pools[1][rng.integers(0, k, n)]


def power_law(n: int, k: int, seed: int) -> np.ndarray:
    """Labels of k clusters whose sizes follow a power law, in random order."""
    rng = np.random.default_rng(seed)
    weights = rng.pareto(1.0, k) + 1e-9
    sizes = rng.multinomial(n - k, weights / weights.sum()) + 1
    return rng.permutation(np.repeat(np.arange(k), sizes))


def against_memory_speed() -> Iterator[Row]:
    """Compare counting with reading: the sum of both columns."""
    for dtype in ("int32", "int64"):
        a, b = uniform(N, 10, dtype)
        works: dict[str, Work] = {
            "partwise": partial(pw.contingency, a, b, threads=1),
            "numpy sums": lambda a=a, b=b: (a.sum(), b.sum()),  # type: ignore[misc]
        }
        yield at_most(f"contingency, n=10⁷, k=10, {dtype}, 1 thread", works, 5)


def against_scikit_learn() -> Iterator[Row]:
    """Sparse contingency tables of any number of clusters."""
    for k, bar in ((10, 100), (1000, 100), (10**5, 25), (N // 3, 15)):
        a, b = uniform(N, k)
        works: dict[str, Work] = {
            "partwise": partial(pw.contingency, a, b, threads=1),
            "scikit-learn": partial(contingency_matrix, a, b, sparse=True),
        }
        yield from faster(f"contingency, n=10⁷, k={k:,}, 1 thread", works, {"scikit-learn": bar}, 9)


def scikit_learn_names() -> Iterator[Row]:
    """Every name of scikit-learn's that compares clusterings, against the original."""
    text = [labels.astype(str) for labels in uniform(10**4, 1000)]
    columns: dict[str, Any] = {
        "n=100, k=10": uniform(100, 10, "int64"),
        "n=10⁶, k=100": uniform(10**6, 100, "int64"),
        "n=10⁴, k=10³, text": text,
        "n=10⁴, k=10³, lists of text": [labels.tolist() for labels in text],
    }
    bars = dict(zip(columns, (1, 1, 10, 6), strict=True))
    for name in drop_in.__all__:
        if name in ("check_clusterings", "entropy", "expected_mutual_information"):
            continue
        for what, labels in columns.items():
            works: dict[str, Work] = {
                "partwise.sklearn": partial(getattr(drop_in, name), *labels),
                "scikit-learn": partial(getattr(sk.cluster, name), *labels),
            }
            yield from faster(f"{name}, {what}", works, {"scikit-learn": bars[what]}, 3)
    for what, (a, b) in list(columns.items())[:2]:
        matrix = contingency_matrix(a, b, sparse=True)
        works = {
            "partwise.sklearn": partial(drop_in.expected_mutual_information, matrix, len(a)),
            "scikit-learn": partial(sk.cluster.expected_mutual_information, matrix, len(a)),
        }
        yield from faster(f"expected_mutual_information, {what}", works, {"scikit-learn": 1}, 3)


def peers_indices() -> Iterator[Row]:
    """Compare indices that peers have beside the paper's with those of these peers."""
    in_genieclust = {
        "normalised_accuracy": gc.normalized_clustering_accuracy,
        "pair_sets_index": gc.pair_sets_index,
        "adjusted_fowlkes_mallows": gc.adjusted_fm_score,
        "mi": gc.mi_score,
    }
    for what, (a, b), bar in (
        ("n=100, k=10", uniform(100, 10, "int64"), 0),  # a call of theirs takes microseconds
        ("n=10⁶, k=100", uniform(10**6, 100, "int64"), 1),
    ):
        for key, theirs in in_genieclust.items():
            works: dict[str, Work] = {
                "partwise": partial(pw.score, a, b, key),
                "genieclust": partial(theirs, a, b),
            }
            yield from faster(f"{key}, {what}", works, {"genieclust": bar})
        columns = a.tolist(), b.tolist()
        works = {
            "partwise": partial(pw.score, a, b, "split_join"),
            "igraph": partial(igraph.compare_communities, *columns, method="split-join"),
        }
        yield from faster(f"split_join, {what}", works, {"igraph": bar})


def _polars(a: np.ndarray, b: np.ndarray) -> Work:
    frame = pl.DataFrame({"a": a, "b": b})
    return lambda: frame.group_by("a", "b").len()


def _duckdb(a: np.ndarray, b: np.ndarray) -> Work:
    frame = pl.DataFrame({"a": a, "b": b})
    connection = duckdb.connect()
    connection.register("labels", frame.to_arrow())
    query = "select a, b, count(*) from labels group by all"
    return lambda: connection.execute(query).fetchnumpy()


def against_group_by() -> Iterator[Row]:
    """Get the same cells from engines made for it; each takes as many threads as it likes."""
    columns: dict[str, Pair] = {f"k={k:,}": uniform(N, k) for k in (10, 1000, 10**5, N // 3)}
    columns["64-bit ids, k=10"] = hash_like(N, 10)
    columns[f"64-bit ids, k={N // 3:,}"] = hash_like(N, N // 3)
    for name, (a, b) in columns.items():
        works: dict[str, Work] = {
            "partwise": partial(pw.contingency, a, b),
            "polars": _polars(a, b),
            "duckdb": _duckdb(a, b),
        }
        bar = 2 if name.startswith("64-bit") else 1
        yield from faster(f"cells, n=10⁷, {name}", works, {"polars": bar, "duckdb": bar}, 3)
    for k in (10, 1000):
        a, b = uniform(N, k)
        works = {
            "partwise": partial(pw.score, a, b, "adjusted_rand"),
            "genieclust": partial(gc.adjusted_rand_score, a, b),
        }
        yield from faster(f"ARI, n=10⁷, k={k:,}", works, {"genieclust": 1}, 3)


def threads() -> Iterator[Row]:
    """Two threads against one."""
    for k in (10, 1000, 10**5):
        a, b = uniform(N, k)
        works: dict[str, Work] = {
            "2 threads": partial(pw.contingency, a, b, threads=2),
            "1 thread": partial(pw.contingency, a, b, threads=1),
        }
        yield at_most(f"contingency, n=10⁷, k={k:,}, 2 threads", works, 0.65)


def small_tables() -> Iterator[Row]:
    """Measure what one call costs when there is little to count."""
    a, b = uniform(100, 10, "int64")
    pairs = [index for index in pw.indices("paper") if index.kind == "pairs"]
    works: dict[str, Work] = {
        "partwise": partial(pw.score, a, b, "correlation"),
        "scikit-learn ARI": partial(sk.adjusted_rand_score, a, b),
    }
    yield from faster("correlation, n=100", works, {"scikit-learn ARI": 40})
    works = {
        "partwise": lambda: pw.scores(a, b, pairs),
        "scikit-learn ARI": partial(sk.adjusted_rand_score, a, b),
    }
    yield from faster(f"all {len(pairs)} pair-counting indices, n=100", works,
                      {"scikit-learn ARI": 8})  # fmt: skip


def adjusted_and_standardised() -> Iterator[Row]:
    """Compare AMI and SMI with those who compute or estimate them."""
    a, b = power_law(10**5, 10**4, 1), power_law(10**5, 10**4, 2)
    works: dict[str, Work] = {
        "partwise": partial(pw.score, a, b, "ami_arithmetic"),
        "scikit-learn": partial(sk.adjusted_mutual_info_score, a, b),
    }
    if fastami:
        works["fastami (estimate)"] = partial(fastami.adjusted_mutual_info_mc, a, b, seed=1)
    bars = {"scikit-learn": 1000.0, "fastami (estimate)": 1.0}
    yield from faster("AMI, n=10⁵, k=10⁴, power law", works, bars)
    works = {
        "partwise": partial(pw.score, a, b, "smi"),
        "scikit-learn AMI": partial(sk.adjusted_mutual_info_score, a, b),
    }
    yield at_most("SMI, n=10⁵, k=10⁴, power law", works, 0.1)
    if fastami:
        small = power_law(2000, 50, 1), power_law(2000, 50, 2)
        works = {
            "partwise": partial(pw.score, *small, "smi"),
            "fastami (estimate)": partial(fastami.standardized_mutual_info_mc, *small, seed=1),
        }
        bars = {"fastami (estimate)": 1.0}
        yield from faster("SMI, n=2,000, k=50, power law", that_run(works), bars)


def growth() -> Iterator[Row]:
    """How the time of AMI grows with n at k = n/10."""
    times = {}
    for n in (10**5, 10**7):
        a, b = power_law(n, n // 10, 1), power_law(n, n // 10, 2)
        work: dict[str, Work] = {"AMI": partial(pw.score, a, b, "ami_arithmetic")}
        times[n] = best_times(work, rounds=3)["AMI"]
    exponent = math.log(times[10**7] / times[10**5]) / math.log(100)
    detail = f"{times[10**5]:.3g} s → {times[10**7]:.3g} s"
    work_name = "AMI, power law, k=n/10, n=10⁵ → 10⁷"
    yield Row(work_name, "growth", exponent, "exponent", 1.1, False, detail)


def accuracy() -> Iterator[Row]:
    """Compare expected mutual information with 60 digits."""
    worst = 0.0
    for n, k in ((300, 30), (2000, 100), (5000, 20)):
        rows, columns = (np.bincount(power_law(n, k, seed)) for seed in (1, 2))
        exact = _expected_in_60_digits(rows, columns)
        sides = (*SizeHistogram.of(rows).as_floats(), *SizeHistogram.of(columns).as_floats())
        high, low = kernels.expected_mutual_information(float(n), *sides, False)
        worst = max(worst, float(abs((mpmath.mpf(high) + low - exact) / exact)))
    yield Row("expected MI, n ≤ 5,000", "mpmath", worst, "relative error", 1e-14, False)


def _expected_in_60_digits(rows: np.ndarray, columns: np.ndarray) -> mpmath.mpf:
    n = int(rows.sum())
    with mpmath.workdps(60):
        total = mpmath.mpf(0)
        for a, many_a in zip(*np.unique(rows, return_counts=True), strict=True):
            for b, many_b in zip(*np.unique(columns, return_counts=True), strict=True):
                total += int(many_a) * int(many_b) * _expected_cell(n, int(a), int(b))
        return total


def _expected_cell(n: int, a: int, b: int) -> mpmath.mpf:
    low, ways = max(0, a + b - n), math.comb(n, b)
    chance = mpmath.mpf(math.comb(a, low) * math.comb(n - a, b - low)) / ways
    total = mpmath.mpf(0)
    for x in range(low, min(a, b) + 1):
        if x:
            total += chance * x * mpmath.log(mpmath.mpf(n * x) / (a * b))
        chance *= mpmath.mpf((a - x) * (b - x)) / ((x + 1) * (n - a - b + x + 1))
    return total


def accuracy_of_variance() -> Iterator[Row]:
    """Compare the variance of mutual information with brute force, direct sums and samples."""
    work = "variance of MI"
    worst = 0.0
    for rows, columns in (
        ((4, 2, 1, 1), (3, 3, 2)),
        ((5, 3), (2, 2, 2, 2)),
        ((3, 3, 2), (6, 1, 1)),
    ):
        found = _variance(np.array(rows), np.array(columns))
        worst = max(worst, abs(found / _brute_force_variance(rows, columns) - 1))
    yield Row(f"{work}, n = 8", "brute force", worst, "relative error", 1e-10, False)
    sizes = [np.bincount(power_law(10**4, 10**3, seed)) for seed in (1, 2)]
    direct, interpolated = (_variance(sizes[0], sizes[1], way) for way in ("never", "always"))
    error = abs(interpolated / direct - 1)
    yield Row(f"{work}, n = 10⁴, k = 10³", "direct sums", error, "relative error", 1e-10, False)
    sizes = [np.bincount(power_law(1000, 50, seed)) for seed in (1, 2)]
    sampled = sample_sums(sizes[0], sizes[1], 10**5, seed=1).mutual_information * 1000
    squares = (sampled - sampled.mean()) ** 2
    deviation = abs(squares.mean() - _variance(sizes[0], sizes[1])) / (
        squares.std() / math.sqrt(10**5)
    )
    yield Row(f"{work}, n = 1000, k = 50", "10⁵ samples", deviation, "standard errors", 4, False)


def _variance(rows: np.ndarray, columns: np.ndarray, interpolate: Any = "if_faster") -> float:
    sides = (*SizeHistogram.of(rows).as_floats(), *SizeHistogram.of(columns).as_floats())
    return kernels.variance_of_mutual_information(float(rows.sum()), *sides, interpolate)


def _brute_force_variance(rows: tuple[int, ...], columns: tuple[int, ...]) -> float:
    """Return the variance of n M over all arrangements of the candidate's labels."""
    a = np.repeat(np.arange(len(rows)), rows)
    b = np.repeat(np.arange(len(columns)), columns).tolist()
    values = []
    for arrangement in set(itertools.permutations(b)):
        counts = Counter(zip(a.tolist(), arrangement, strict=True)).values()
        values.append(math.fsum(count * math.log(count) for count in counts))
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / len(values)


def memory() -> Iterator[Row]:
    """Memory beyond the input, in a process of its own."""
    code = """
import json
import numpy as np, partwise as pw
rng = np.random.default_rng(0)
a = rng.integers(0, 1000, 10**8, dtype=np.int32)
b = rng.integers(0, 1000, 10**8, dtype=np.int32)
pw.contingency(a[:1000], b[:1000])
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
open("/proc/self/clear_refs", "w").write("5")  # the peak starts from zero
before = peak()
pw.contingency(a, b)
print(json.dumps({"before": before, "after": peak(), "input": (a.nbytes + b.nbytes) / 2**20}))
"""
    found = peak_memory(code)
    extra = found["after"] - found["before"]
    detail = f"input {found['input']:.0f} MB, peak {found['after']:.0f} MB"
    work_name = "contingency, n=10⁸ int32, k=1000"
    yield Row(work_name, "memory", extra, "MB beyond input", 64, False, detail)


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


def chance() -> Iterator[Row]:
    """Test significance by 1000 random candidates, against permuting labels and scoring them.

    Ten permutations are measured and scaled up, for all of them take as long.
    """
    samples, measured = 1000, 10
    a, b = uniform(10**5, 1000)
    ari = pw.index("adjusted_rand")

    def ours() -> float:
        table = pw.contingency(a, b)
        drawn = random_scores(table.row_sizes, table.column_sizes, [ari], samples, seed=1)
        as_good = drawn[ari.key].values >= float(ari.evaluate(table).value)
        return float((1 + as_good.sum()) / (1 + samples))

    def theirs() -> float:
        rng = np.random.default_rng(1)
        observed = sk.adjusted_rand_score(a, b)
        drawn = [sk.adjusted_rand_score(a, rng.permutation(b)) for _ in range(measured)]
        return float(1 + sum(value >= observed for value in drawn)) / (1 + measured)

    times = best_times({"ours": ours, "theirs": theirs}, rounds=3)
    taken = times["theirs"] * (samples + 1) / (measured + 1)
    detail = f"{times['ours']:.3g} s / {taken:.3g} s (scaled up from {measured} permutations)"
    work = f"p-value of ARI, {samples} samples, n=10⁵, k=10³"
    peer = "numpy.permutation, scikit-learn"
    yield Row(work, peer, taken / times["ours"], "× faster", 50, True, detail)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (
    against_memory_speed,
    against_scikit_learn,
    scikit_learn_names,
    peers_indices,
    against_group_by,
    threads,
    small_tables,
    adjusted_and_standardised,
    comparisons,
    chance,
    growth,
    accuracy,
    accuracy_of_variance,
    memory,
)
