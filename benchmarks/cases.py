"""The work that is measured, and the bar for each: issue by issue, the promises of the project."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from functools import partial

import genieclust.compare_partitions as gc
import numpy as np
import sklearn.metrics as sk
from sklearn.metrics.cluster import contingency_matrix

import partwise as pw
import partwise.sklearn as drop_in
from labels import N, Pair, hash_like, mostly_equal, power_law, uniform
from measure import Row, Work, at_most, best_times, faster, peak_memory, scaled, shown
from partwise.chance import random_scores
from peers import DUCKDB, FASTAMI, KEYS, PEERS, POLARS, SCIKIT_LEARN, Peer, our_numbers, our_work


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
    columns = {
        "n=100, k=10": uniform(100, 10, "int64"),
        "n=10⁶, k=100": uniform(10**6, 100, "int64"),
    }
    for name in drop_in.__all__:
        if name in ("check_clusterings", "entropy", "expected_mutual_information"):
            continue
        for what, labels in columns.items():
            works: dict[str, Work] = {
                "partwise.sklearn": partial(getattr(drop_in, name), *labels),
                "scikit-learn": partial(getattr(sk.cluster, name), *labels),
            }
            yield from faster(f"{name}, {what}", works, {"scikit-learn": 1}, 3)
    for what, (a, b) in list(columns.items())[:2]:
        matrix = contingency_matrix(a, b, sparse=True)
        works = {
            "partwise.sklearn": partial(drop_in.expected_mutual_information, matrix, len(a)),
            "scikit-learn": partial(sk.cluster.expected_mutual_information, matrix, len(a)),
        }
        yield from faster(f"expected_mutual_information, {what}", works, {"scikit-learn": 1}, 3)


SIZES: dict[str, tuple[int, int]] = {
    "n=100, k=10": (100, 10),
    "n=10⁴, k=100": (10**4, 100),
    "n=10⁶, k=100": (10**6, 100),
}
LONG = 0.05  # seconds, after which a peer is not tried with a hundred times as many items


def peers_functions() -> Iterator[Row]:
    """Compare all that peers have with ours of the same meaning, from a hundred items on."""
    for peer in PEERS:
        if not peer.is_installed:
            print(f"left out: {peer.name} is not installed", file=sys.stderr)
    for key in KEYS:
        peers = [peer for peer in PEERS if key in peer.functions and _agrees(peer, key)]
        slow: dict[str, float] = {}
        for what, (n, k) in SIZES.items():
            a, b = uniform(n, k, "int64")
            works: dict[str, Work] = {"partwise": our_work(key, a, b)}
            works |= {peer.name: peer.work(key, a, b) for peer in peers if peer.name not in slow}
            times = best_times(works, 3)
            ours = times.pop("partwise")
            for name, taken in (times | slow).items():
                yield _at_least_as_fast(f"{key}, {what}", name, ours, taken, name in slow)
            slow |= {name: taken for name, taken in times.items() if taken > LONG}


def _at_least_as_fast(work: str, peer: str, ours: float, taken: float, is_bound: bool) -> Row:
    detail = f"{shown(ours)} / {shown(taken)}"
    if is_bound:
        detail += " for a hundredth of the items or fewer"
    return Row(work, peer, taken / ours, "× faster", 1, True, detail)


def _agrees(peer: Peer, key: str) -> bool:
    """Whether a peer runs here; what it says must be what we say."""
    if not peer.is_installed:
        return False
    a, b = mostly_equal(100, 10)
    try:
        theirs = peer.numbers(key, a, b)
    except Exception as error:  # noqa: BLE001  (an old peer may not run on what is installed)
        print(f"left out: {key} of {peer.name} does not run here ({error})", file=sys.stderr)
        return False
    np.testing.assert_allclose(theirs, our_numbers(key, a, b), peer.tolerance, peer.tolerance)
    return True


def against_group_by() -> Iterator[Row]:
    """Get the same cells from engines made for it; each takes as many threads as it likes."""
    columns: dict[str, Pair] = {f"k={k:,}": uniform(N, k) for k in (10, 1000, 10**5, N // 3)}
    columns["64-bit ids, k=10"] = hash_like(N, 10)
    columns[f"64-bit ids, k={N // 3:,}"] = hash_like(N, N // 3)
    for name, (a, b) in columns.items():
        works: dict[str, Work] = {
            "partwise": partial(pw.contingency, a, b),
            "polars": POLARS.work("contingency", a, b),
            "duckdb": DUCKDB.work("contingency", a, b),
        }
        bar = 2 if "ids" in name else 1
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


ENTROPY = ("mi", "nmi_arithmetic", "nmi_max", "nmi_min", "nmi_geometric", "nmi_joint", "fnmi", "vi",
           "nvi", "nid", "homogeneity", "completeness", "v_measure")  # fmt: skip


def small_tables() -> Iterator[Row]:
    """Measure what one call costs when there is little to count."""
    a, b = uniform(100, 10, "int64")
    ari: Work = partial(pw.score, a, b, "adjusted_rand")
    their_ari = {"scikit-learn ARI": partial(sk.adjusted_rand_score, a, b)}
    for key in ENTROPY:
        works: dict[str, Work] = {"partwise": partial(pw.score, a, b, key), "our ARI": ari}
        yield at_most(f"{key}, n=100", works, 3)
    works = {
        "partwise": partial(pw.score, a, b, "smi"),
        "scikit-learn AMI": partial(sk.adjusted_mutual_info_score, a, b),
    }
    yield at_most("smi, n=100", works, 0.5)
    works = {"partwise": partial(pw.score, a, b, "correlation"), **their_ari}
    yield from faster("correlation, n=100", works, {"scikit-learn ARI": 40})
    pairs = [index for index in pw.indices("paper") if index.kind == "pairs"]
    works = {"partwise": partial(pw.scores, a, b, pairs), **their_ari}
    work = f"all {len(pairs)} pair-counting indices, n=100"
    yield from faster(work, works, {"scikit-learn ARI": 10})


def adjusted_and_standardised() -> Iterator[Row]:
    """Compare AMI and SMI with those who compute or estimate them."""
    a, b = power_law(10**5, 10**4, 1), power_law(10**5, 10**4, 2)
    works: dict[str, Work] = {
        "partwise": partial(pw.score, a, b, "ami_arithmetic"),
        "scikit-learn": partial(sk.adjusted_mutual_info_score, a, b),
    }
    if FASTAMI.is_installed:
        works[FASTAMI.name] = FASTAMI.work("ami_arithmetic", a, b)
    yield from faster(
        "AMI, n=10⁵, k=10⁴, power law", works, {"scikit-learn": 1000, FASTAMI.name: 1}
    )
    works = {
        "partwise": partial(pw.score, a, b, "smi"),
        "scikit-learn AMI": partial(sk.adjusted_mutual_info_score, a, b),
    }
    yield at_most("SMI, n=10⁵, k=10⁴, power law", works, 0.1)
    for what, labels in {
        "independent": uniform(10**6, 100, "int64"),
        "80 % equal": mostly_equal(10**6, 100),
    }.items():
        ami: Work = partial(pw.score, *labels, "ami_arithmetic")
        nmi: Work = partial(pw.score, *labels, "nmi_arithmetic")
        work = f"AMI, n=10⁶, k=100, {what}"
        yield at_most(work, {"partwise": ami, "our NMI": nmi}, 3)
        theirs = partial(sk.adjusted_mutual_info_score, *labels)
        yield from faster(work, {"partwise": ami, "scikit-learn": theirs}, {"scikit-learn": 500}, 3)


def text_labels() -> Iterator[Row]:
    """Compare labels of text with scikit-learn's functions."""
    for form, bar in (("arrays", 10), ("lists", 6)):
        a, b = (side.astype(str) for side in uniform(10**4, 1000))
        if form == "lists":
            a, b = a.tolist(), b.tolist()
        for key in SCIKIT_LEARN.functions:
            works: dict[str, Work] = {
                "partwise": our_work(key, a, b),
                "scikit-learn": SCIKIT_LEARN.work(key, a, b),
            }
            yield from faster(
                f"{key}, n=10⁴, k=10³, text in {form}", works, {"scikit-learn": bar}, 3
            )


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

    work = f"p-value of ARI, {samples} samples, n=10⁵, k=10³"
    part = (measured + 1) / (samples + 1)
    yield scaled(work, "numpy.permutation, scikit-learn", (ours, theirs), part, 50)


ALL: tuple[Callable[[], Iterator[Row]], ...] = (
    against_memory_speed,
    against_scikit_learn,
    scikit_learn_names,
    peers_functions,
    against_group_by,
    threads,
    small_tables,
    adjusted_and_standardised,
    text_labels,
    chance,
    growth,
    memory,
)
