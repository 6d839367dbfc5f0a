"""What splits and merges cost, against repairs that are really made on labels."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import partwise as pw
from partwise.comparison.errors.costs import Mistake, mistakes
from partwise.comparison.errors.repairs import wrong_pairs
from partwise.tables.contingency_table import counted
from support import oracle
from support.oracle import set_partitions
from support.partitions import agreements, grouped, rgs
from support.strange import check_output, strange_pair

Labels = tuple[int, ...]


def number(labels: Sequence[Hashable]) -> Labels:
    return rgs(grouped(labels))


def split_up(a: Labels, b: Labels, cluster: int) -> Labels:
    return number([(y, x) if y == cluster else y for x, y in zip(a, b, strict=True)])


def taken_out(a: Labels, b: Labels, cluster: int) -> Labels:
    return number([("out", y) if x == cluster else y for x, y in zip(a, b, strict=True)])


def joined(a: Labels, b: Labels, cluster: int) -> Labels:
    return number(["own" if x == cluster else y for x, y in zip(a, b, strict=True)])


@cache
def value(key: str, a: Labels, b: Labels) -> float:
    """The index by the oracle, straight from the labels; NaN where its formula divides by zero."""
    found = oracle.value(key, a, b)
    return math.nan if found is None else float(found)


def repairs(a: Labels, b: Labels) -> Iterator[tuple[str, int, int, Labels, Labels]]:
    """Kind, cluster, wrong pairs, candidate before and after, of each mistake."""
    wrong = [(i, j) for i, j in combinations(range(len(a)), 2) if (a[i] == a[j]) != (b[i] == b[j])]
    for cluster in set(a):
        pairs = sum(a[i] == a[j] == cluster for i, j in wrong)
        if pairs:
            yield "split", cluster, pairs, taken_out(a, b, cluster), joined(a, b, cluster)
    for cluster in set(b):
        pairs = sum(b[i] == b[j] == cluster for i, j in wrong)
        if pairs:
            yield "merge", cluster, pairs, b, split_up(a, b, cluster)


@pytest.mark.parametrize(
    ("key", "most"), [("correlation", 5), ("mirkin", 5), ("bcubed", 5), ("vi", 4), ("fnmi", 4)]
)
def test_every_pair_of_clusterings(key: str, most: int) -> None:
    for n in range(1, most + 1):
        for a in set_partitions(n):
            for b in set_partitions(n):
                _check(key, a, b)


def _check(key: str, a: Labels, b: Labels) -> None:
    found = mistakes(pw.contingency(list(a), list(b)), key, None, undefined="nan")
    expected = list(repairs(a, b))
    assert {(each.kind, each.cluster, each.pairs) for each in found} == {
        repair[:3] for repair in expected
    }
    assert len(found) == len(expected) == found.splits + found.merges == found.evaluated
    candidates = {repair[:2]: repair[3:] for repair in expected}
    for each in found:
        before, after = (value(key, a, b2) for b2 in candidates[each.kind, each.cluster])  # type: ignore[index]
        assert each.before == pytest.approx(before, nan_ok=True, abs=1e-14)
        assert each.repaired == pytest.approx(after, nan_ok=True, abs=1e-14)
        gain = after - before if pw.index(key).direction == "similarity" else before - after
        assert each.cost == pytest.approx(gain, nan_ok=True, abs=1e-14)
    costs = [-math.inf if math.isnan(each.cost) else each.cost for each in found]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("n", range(2, 6))
def test_repairs_are_consistent_improvements(n: int) -> None:
    """By the paper's definition: no agreement is lost, and those that were wrong are put right."""
    for a in set_partitions(n):
        for b in set_partitions(n):
            _, n10, n01, _ = oracle.pair_counts(a, b)
            found = mistakes(pw.contingency(list(a), list(b)), "CC", None)
            assert (found.split_pairs, found.merge_pairs) == (n10, n01)
            assert sum(each.pairs for each in found) == n10 + n01
            for _, _, pairs, before, after in repairs(a, b):
                right, righter = agreements(a, before), agreements(a, after)
                assert agreements(a, b) <= right < righter
                assert len(righter) - len(right) == pairs


@pytest.mark.parametrize("key", ["correlation", "sokal_sneath_1", "correlation_distance"])
def test_monotone_indices_gain_by_every_repair(key: str) -> None:
    """The paper's Section 4.5: these are monotone wherever 1 < k_A < n."""
    seen = 0
    for a in set_partitions(5):
        for b in set_partitions(5):
            for each in mistakes(pw.contingency(list(a), list(b)), key, None, undefined="nan"):
                if not math.isnan(each.cost):
                    assert each.cost > 0
                    seen += 1
    assert seen > 1000


def test_a_table_index_and_its_pair_form_agree() -> None:
    """The same index as a function of the table: repaired tables are really made."""

    def by_table(table: pw.Contingency) -> float:
        return float(pw.index("sokal_sneath_1").evaluate(table.pair_counts).value)

    rng = np.random.default_rng(5)
    table = counted(rng.integers(0, 12, 300), rng.integers(0, 9, 300))
    one, other = mistakes(table, "sokal_sneath_1", None), mistakes(table, by_table, None)
    for kind, cluster in ((each.kind, each.cluster) for each in one):
        first, second = (_find(found, kind, cluster) for found in (one, other))
        assert first.cost == pytest.approx(second.cost, rel=1e-9)
        assert (first.parts, first.pairs) == (second.parts, second.pairs)


def _find(found: Iterable[Mistake], kind: str, cluster: Hashable) -> Mistake:
    return next(each for each in found if (each.kind, each.cluster) == (kind, cluster))


def test_tables_of_repairs_are_in_order_and_add_up() -> None:
    seen: list[pw.Contingency] = []

    def watch(table: pw.Contingency) -> float:
        seen.append(table)
        return 0.0

    rng = np.random.default_rng(6)
    a, b = rng.integers(0, 5, 40), rng.integers(0, 6, 40)
    mistakes(pw.contingency(a, b), watch, None)
    assert len(seen) > 10
    for table in seen:
        rows, columns, _ = (array.tolist() for array in table.cells)
        assert sorted(zip(rows, columns, strict=True)) == list(zip(rows, columns, strict=True))
        assert len(table.column_labels) == table.k_b == len(set(columns))
        assert table.n == 40
        assert table.row_sizes.tolist() == seen[0].row_sizes.tolist()


def test_worst_pair() -> None:
    """In cluster 0: a 5, b 3, c 2, so a and b make 15 of the 31 wrong pairs."""
    table = pw.Contingency.from_cells(["a", "b", "c", "a"], [0, 0, 0, 1], [5, 3, 2, 1])
    merge = _find(mistakes(table, "rand"), "merge", 0)
    assert merge.worst == ("a", "b", 15)
    assert merge.pairs == 31
    assert _find(mistakes(table, "rand"), "split", "a").worst == (0, 1, 5)


def test_huge_counts() -> None:
    """Rand's cost of a mistake is its wrong pairs over all pairs."""
    m = 10**20
    table = pw.Contingency.from_cells(["a", "a", "b"], ["x", "y", "y"], [m, 1, m])
    found = mistakes(table, "rand")
    assert [(each.kind, each.pairs) for each in found] == [("split", m), ("merge", m)]
    pairs = (2 * m + 1) * (2 * m) // 2
    for each in found:
        assert each.cost == pytest.approx(m / pairs, abs=1e-15)
    balanced = pw.Contingency.from_cells(["a", "b"], ["x", "x"], [m, m])
    assert mistakes(balanced, "rand")[0].cost == pytest.approx(m * m / (m * (2 * m - 1)))
    check_output(found)


def test_counts_near_the_end_of_64_bits() -> None:
    """Squares of 3·10^9 fit in 64 bits and those of 4·10^9 do not; pairs are exact in both."""
    for m in (1_500_000_000, 2_000_000_000, 2**62):
        table = pw.Contingency.from_cells(["a", "a", "b"], ["x", "y", "y"], [m, 1, m - 1])
        found = wrong_pairs(table)
        assert found.pairs.tolist() == [m, m - 1]
        assert found.mixed.tolist() == [m - 1, 0]


def test_negative_costs_are_kept_and_said() -> None:
    found = mistakes(pw.contingency([0, 1, 2, 2], [0, 0, 1, 2]), lambda table: -float(table.k_b))
    assert [(each.kind, each.cost) for each in found] == [("split", 1.0), ("merge", -1.0)]
    assert any("negative cost" in note for note in found.notes)


def test_an_index_that_is_undefined_everywhere() -> None:
    table = pw.contingency([0, 0, 0, 1, 1, 2], [0, 1, 1, 1, 2, 2])
    found = mistakes(table, lambda _: math.nan)
    assert all(math.isnan(each.cost) for each in found)
    pairs = [each.pairs for each in found]
    assert pairs == sorted(pairs, reverse=True)
    assert any("sorted by wrong pairs" in note for note in found.notes)
    check_output(found)
    with pytest.raises(pw.errors.UndefinedValueError):
        mistakes(table, lambda _: math.nan, undefined="raise")


def test_what_was_not_worked_out_is_said() -> None:
    rng = np.random.default_rng(4)
    table = counted(rng.integers(0, 30, 500), rng.integers(0, 30, 500))
    found = mistakes(table, "bcubed", 3, limit=7)
    assert (len(found), found.evaluated, found.splits + found.merges) == (3, 7, 60)
    assert any("7 of 60 mistakes" in note for note in found.notes)
    assert mistakes(table, "CC", 3).evaluated == 60
    assert not any(" of 60 " in note for note in mistakes(table, "CC", 3).notes)


@pytest.mark.parametrize(("top", "limit"), [(0, None), (5, 0), (-1, 7)])
def test_bad_numbers(top: int, limit: int | None) -> None:
    with pytest.raises(pw.errors.InputError, match="must be at least 1"):
        mistakes(pw.contingency([0], [0]), "CC", top, limit=limit)


@pytest.mark.parametrize("key", ["CC", "AMI", "SMI", "VI", "Yule", "FMeasure"])
@pytest.mark.parametrize(
    ("a", "b"),
    [([], []), ([0], [0]), ([0, 0, 0], [0, 1, 2]), ([0, 1, 2], [0, 0, 0]), ([0, 0], [5, 5])],
)
def test_trivial_clusterings(key: str, a: list[int], b: list[int]) -> None:
    found = mistakes(pw.contingency(a, b), key)
    assert len(found) == (a != b and len(a) == 3)
    assert found.split_pairs + found.merge_pairs == 3 * len(found)
    check_output(found)


def test_strange_labels() -> None:
    found = mistakes(pw.contingency(*strange_pair()), "CC", None)
    text = check_output(found)
    assert "<script>alert(1)</script>" in text
    assert ("a", 1) in {each.cluster for each in found}


def test_many_mistakes() -> None:
    """Wrong pairs of all add up to the disagreements of the table, which are counted elsewhere."""
    rng = np.random.default_rng(7)
    a = rng.integers(0, 20_000, 200_000)
    b = np.where(rng.random(len(a)) < 0.7, a, rng.integers(0, 20_000, len(a)))
    table = counted(a, b)
    found = mistakes(table, "CC")
    counts = table.pair_counts
    assert (found.split_pairs, found.merge_pairs) == (counts.n10, counts.n01)
    assert found.evaluated == found.splits + found.merges > 10_000
    top = found[0]
    side, other = (a, b) if top.kind == "split" else (b, a)
    sizes = np.unique(other[side == top.cluster], return_counts=True)[1]
    assert top.pairs == (sizes.sum() ** 2 - (sizes**2).sum()) // 2
