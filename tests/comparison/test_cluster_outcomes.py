"""What became of each reference cluster, against sets of items for every pair of clusterings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

import numpy as np
import pytest

import partwise as pw
from partwise.comparison.errors.cluster_lines import Part
from partwise.comparison.errors.cluster_outcomes import ClusterOutcomes, Companion, Status, fates
from partwise.tables.contingency_table import counted
from support.oracle import set_partitions
from support.strange import check_output, strange_pair

Labels = tuple[int, ...]


def members(labels: Labels) -> dict[Hashable, set[int]]:
    return {label: {i for i, x in enumerate(labels) if x == label} for label in set(labels)}


def naive_status(cluster: set[int], b: dict[Hashable, set[int]]) -> str:
    touched = [other for other in b.values() if other & cluster]
    is_split, is_merged = len(touched) > 1, any(other - cluster for other in touched)
    words = ["split"] * is_split + ["merged"] * is_merged
    return " and ".join(words) or "recovered"


@pytest.mark.parametrize("n", range(1, 6))
def test_every_pair_of_clusterings(n: int) -> None:
    for a in set_partitions(n):
        for b in set_partitions(n):
            _check(pw.contingency(list(a), list(b)), members(a), members(b))


def _check(table: pw.Contingency, a: dict[Hashable, set[int]], b: dict[Hashable, set[int]]) -> None:
    found = fates(table)
    assert len(found) == len(a)
    expected: Counter[str] = Counter()
    for fate in found:
        cluster = a[fate.label]
        touched = {label: other for label, other in b.items() if other & cluster}
        around = set().union(*touched.values())
        assert fate.size == len(cluster)
        assert fate.status == naive_status(cluster, b)
        assert set(fate.parts) == {
            Part(label, len(other & cluster), len(other)) for label, other in touched.items()
        }
        assert fate.foreign == len(around - cluster)
        assert set(fate.merged_with) == {
            Companion(
                label,
                sum(len(cluster & one) * len(other & one) for one in b.values()),
                len(other & around),
                len(other),
            )
            for label, other in a.items()
            if other != cluster and other & around
        }
        assert fate.overlap == max(len(cluster & one) / len(cluster | one) for one in b.values())
        assert (fate.overlap == 1) == (fate.status == "recovered")
        items = [part.items for part in fate.parts]
        pairs = [part.pairs for part in fate.merged_with]
        assert (items, pairs) == (sorted(items, reverse=True), sorted(pairs, reverse=True))
        expected[fate.status] += len(cluster)
    assert {status: tally.items for status, tally in found.summary.items() if tally.items} == (
        expected
    )
    assert sum(tally.clusters for tally in found.summary.values()) == len(a)


def test_small_shares_can_be_tolerated() -> None:
    """100 items a, of which 5 are elsewhere; 19 of 20 items b, with one foreign among 20."""
    cells = [("a", "x", 95), ("a", "y", 4), ("a", "z", 1), ("b", "z", 19), ("b", "y", 1)]
    table = pw.Contingency.from_cells(*zip(*cells, strict=True))
    statuses = {
        tolerance: [fate.status for fate in fates(table, tolerance)]
        for tolerance in (0, 0.01, 0.04, 0.05)
    }
    assert statuses == {
        0: ["split and merged", "split and merged"],
        0.01: ["split and merged", "split and merged"],  # y counts, and a fifth of it is foreign
        0.04: ["recovered", "split and merged"],
        0.05: ["recovered", "recovered"],
    }
    assert fates(table, 0.05)[0].parts == fates(table)[0].parts
    assert "at most 5.00% do not affect" in str(fates(table, 0.05))
    for bad in (-0.1, 1, float("nan")):
        with pytest.raises(pw.errors.InputError, match="tolerance= must be at least 0"):
            fates(table, bad)


def test_tallies_and_lookup() -> None:
    found = fates(pw.contingency(list("aaabbbccddee"), [1, 1, 1, 2, 2, 3, 4, 4, 4, 5, 5, 6]))
    statuses: dict[str, Status] = {fate.label: fate.status for fate in found}  # type: ignore[misc]
    assert statuses == {
        "a": "recovered",
        "b": "split",
        "c": "merged",
        "d": "split and merged",
        "e": "split and merged",
    }
    assert [fate.label for fate in found.having("split and merged")] == ["d", "e"]
    assert found.summary["split and merged"] == (2, 4)
    assert found[-1] == found.of("e")
    assert found[:2] == (found[0], found[1])
    with pytest.raises(pw.errors.InputError, match="no cluster called 'z'"):
        found.of("z")
    with pytest.raises(pw.errors.InputError, match="status must be one of 'recovered', 'split'"):
        found.having("lost")  # type: ignore[arg-type]


def test_the_first_companions_are_those_of_all() -> None:
    """Also with ties, and in arrays of Python integers."""
    counts = [3, 9, 1, 9, 2, 3, 3]
    for scale in (1, 10**20):
        numbers = [scale * count for count in counts]
        fate = fates(pw.Contingency.from_cells(range(7), [0] * 7, numbers))[4]
        assert [part.label for part in fate.merged_with] == [1, 3, 0, 5, 6, 2]
        for most in range(8):
            assert fate.companions(most) == fate.merged_with[:most]
        assert fate.companions_in_all == 6
        assert fate.foreign == scale * 28


def test_huge_counts() -> None:
    table = pw.Contingency.from_cells(["a", "a", "b"], ["x", "y", "y"], [10**20, 1, 10**21])
    fate = fates(table).of("a")
    assert fate.parts == (Part("x", 10**20, 10**20), Part("y", 1, 10**21 + 1))
    assert fate.merged_with == (Companion("b", 10**21, 10**21, 10**21),)
    assert fates(table).of("b").merged_with == (Companion("a", 10**21, 1, 10**20 + 1),)
    assert fates(table).summary["split and merged"] == (1, 10**20 + 1)
    check_output(fates(table))


def test_many_clusters_in_one() -> None:
    """All companions of all clusters would be 10^10."""
    found = fates(counted(np.arange(100_000), np.zeros(100_000, int)))
    assert found.summary["merged"] == (100_000, 100_000)
    assert len(found.to_dict()["largest"]) == 100
    assert found.to_dict()["largest"][0]["merged_with_in_all"] == 99_999
    assert "and 99980 smaller clusters" in str(found)


def test_strange_labels() -> None:
    found = fates(pw.contingency(*strange_pair()))
    text = check_output(found)
    assert "(only 0)" in text
    assert found.of(("a", 1)).label == ("a", 1)


def test_nothing() -> None:
    found: ClusterOutcomes = fates(pw.contingency([], []))
    assert list(found) == []
    assert all(tally == (0, 0) for tally in found.summary.values())
    check_output(found)
