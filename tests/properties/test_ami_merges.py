"""Perfect merges that lower adjusted mutual information, in many digits and by the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import comb

import numpy as np
import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.properties.decide import decide
from partwise.properties.definitions.amigo import LARGE_MERGES, across_pairs
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.survey import values
from support.partitions import grouped, perfect_merges, rgs

MEANS: dict[str, Callable[[mpf, mpf], mpf]] = {
    "ami_max": max,
    "ami_arithmetic": lambda x, y: (x + y) / 2,
    "ami_geometric": lambda x, y: mp.sqrt(x * y),
    "ami_min": min,
}


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(50):
        yield


def size_logs(sizes: Counter[int]) -> mpf:
    return mp.fsum(many * size * mp.log(size) for size, many in sizes.items())


def expected_logs(n: int, a: Counter[int], b: Counter[int]) -> mpf:
    """The mean of the sum of x ln x over the cells x, which are hypergeometric."""
    terms = []
    for (s, many), (t, more) in ((x, y) for x in a.items() for y in b.items()):
        total = comb(n, t)
        for x in range(max(2, s + t - n), min(s, t) + 1):
            chance = mpf(comb(s, x) * comb(n - s, t - x)) / total
            terms.append(many * more * chance * x * mp.log(x))
    return mp.fsum(terms)


def ami(a: Counter[int], b: Counter[int], cells: Counter[int], key: str) -> mpf:
    """(M − E) / (g − E), from how many clusters and cells there are of each size."""
    n, *others = (sum(size * many for size, many in side.items()) for side in (a, b, cells))
    assert others == [n, n]
    h_a, h_b = (mp.log(n) - size_logs(side) / n for side in (a, b))
    base = mp.log(n) - (size_logs(a) + size_logs(b)) / n
    mutual, mean = (base + logs / n for logs in (size_logs(cells), expected_logs(n, a, b)))
    return (mutual - mean) / (MEANS[key](h_a, h_b) - mean)


@pytest.mark.parametrize(("key", "merging"), list(zip(MEANS, LARGE_MERGES, strict=False)))
def test_merging_two_clusters_across_pairs_lowers_ami(
    key: str, merging: tuple[int, int, int]
) -> None:
    first, second, pairs = merging
    a = Counter({first + second + pairs: 1, pairs: 1})
    split, merged = Counter([first, second]), Counter([first + second])
    before, after = (
        ami(a, parts + Counter({2: pairs}), parts + Counter({1: 2 * pairs}), key)
        for parts in (split, merged)
    )
    assert before - after > 1e-6
    labels = across_pairs(*merging)
    assert pw.score(*labels, key) == pytest.approx(float(before), rel=1e-12)
    (better,) = perfect_merges(grouped(labels[0]), grouped(labels[1]))
    assert pw.score(labels[0], rgs(better), key) == pytest.approx(float(after), rel=1e-12)
    assert pw.score(rgs(better), labels[0], key) == pytest.approx(float(after), rel=1e-12)


def test_with_the_smaller_entropy_too() -> None:
    """As benchmarks/ami_merges.py has it: A's clusters are crossed by 92 of B, of 159 items."""
    rows, columns, shared = 143, 92, 16
    a = Counter({2100 + columns * shared: 1, columns: rows})
    rest, cells = Counter({rows + shared: columns}), Counter({1: rows * columns, shared: columns})
    before, after = (
        ami(a, rest + parts, cells + parts, "ami_min")
        for parts in (Counter({1050: 2}), Counter({2100: 1}))
    )
    assert before - after > 1e-7
    assert before < 0


@pytest.mark.parametrize("key", list(MEANS)[:3])
def test_the_verdict_says_so(key: str) -> None:
    verdict = decide(pw.index(key), "completeness", max_n=5)
    example = verdict.counterexample
    assert verdict.value == "decrease"
    assert example is not None
    assert example.certified
    a, b, better = (grouped(example.clusterings[name]) for name in ("A", "B", "B'"))
    assert better in set(perfect_merges(a, b))
    assert len(str(example)) < 200


@pytest.mark.parametrize("key", MEANS)
def test_a_merge_lowers_nothing_that_is_at_least_chance(key: str) -> None:
    """E falls, and a lower normaliser helps if M ≥ E: shown in docs/properties.md."""
    for n in range(3, 9):
        tables = enumeration(n)
        scores, moves = values(pw.index(key), tables), tables.moves
        is_merge = (moves.kind == 1) & (tables.k_a[moves.source] > 1)
        before, after = scores[moves.source][is_merge], scores[moves.target][is_merge]
        assert (np.sign(after) < 0).any() or n < 5
        assert (after >= before - 1e-12)[after >= 0].all()
