"""Tables and pair counts of clusterings in memory, with weights and without, and of which items."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.clusterings import Clustering, Policies
from partwise.engines import read_clusterings, read_ensemble
from partwise.engines.same_items import aligned
from partwise.errors import AlignmentError

GOLD, NEAR, FAR = [0, 0, 1, 1, 2], [5, 5, 5, 6, 6], [0, 1, 0, 1, 0]


def pairs_together(a: list[int], b: list[int]) -> tuple[int, int, int, int]:
    kinds = Counter((a[i] == a[j], b[i] == b[j]) for i, j in combinations(range(len(a)), 2))
    return kinds[True, True], kinds[True, False], kinds[False, True], kinds[False, False]


def test_names_and_counts() -> None:
    inputs = read_clusterings(GOLD, {"near": NEAR, "far": FAR}, Policies())
    assert inputs.names == ("near", "far") == tuple(inputs.candidates)
    assert inputs.reference.n == 5
    assert inputs.reference.k == 3
    for name, labels in {"near": NEAR, "far": FAR}.items():
        assert tuple(inputs.table(name).pair_counts) == pairs_together(GOLD, labels)
    assert tuple(inputs.table("far", "near").pair_counts) == pairs_together(NEAR, FAR)
    assert tuple(inputs.pair_counts("near", "far")) == pairs_together(NEAR, FAR)
    assert tuple(inputs.pair_counts("far", "near")) == pairs_together(FAR, NEAR)
    with inputs as same:
        assert same is inputs


@pytest.mark.parametrize("clusters", [1, 2, 255, 256, 257, 65_536, 65_537])
def test_codes_in_few_bytes_are_those_of_the_clusters(clusters: int) -> None:
    labels = np.arange(clusters)[::-1]
    (codes,) = read_ensemble({"a": labels}, Policies()).narrow_codes()
    assert codes.dtype.kind == "u"
    assert codes.itemsize <= (1 if clusters <= 256 else 2 if clusters <= 65_536 else 4)
    assert len(np.unique(codes)) == clusters
    assert int(codes.max()) == clusters - 1


def test_weights_of_items() -> None:
    weights = [3, 1, 0, 2, 1]
    inputs = read_clusterings(GOLD, {"near": NEAR}, Policies(weights=weights))
    repeated: Any = [np.repeat(labels, weights).tolist() for labels in (GOLD, NEAR)]
    assert tuple(inputs.table("near").pair_counts) == pairs_together(*repeated)
    assert inputs.narrow_codes() == []


def test_a_thread_for_each_table() -> None:
    for count in (1, 2, 5):
        inputs = read_ensemble({f"{i}": GOLD for i in range(count)}, Policies())
        assert inputs.most_at_once >= count


CLUSTERINGS = {
    "a": {"x": 0, "y": 0, "z": 1},
    "b": {"y": 0, "z": 0, "w": 1},
    "c": {"z": 0, "w": 0, "y": 0, "v": 2},
}


@pytest.mark.parametrize("order", ["abc", "cba", "bca", "ab", "c", ""])
def test_items_of_all_and_of_any(order: str) -> None:
    """Also if the last is the only one that lacks or has an item."""
    labels = {name: CLUSTERINGS[name] for name in order}
    for missing, expected in (
        ("drop", set.intersection(*map(set, labels.values())) if labels else set()),
        ("singletons", {item for each in labels.values() for item in each}),
    ):
        found = aligned(
            {name: Clustering(each) for name, each in labels.items()},
            missing,  # type: ignore[arg-type]
        )
        assert list(found) == list(order)
        for name, clustering in found.items():
            assert set(clustering.items) == expected
            assert clustering.items == found[order[0]].items
            own = dict(zip(clustering.items, clustering.labels, strict=True))
            for one, other in combinations(expected & labels[name].keys(), 2):
                together = labels[name][one] == labels[name][other]
                assert (own[one] == own[other]) == together


def test_other_items_are_refused_by_name() -> None:
    clusterings = {"a": Clustering({"x": 0, "y": 1}), "b": Clustering({"x": 0, "y": 0})}
    assert aligned(clusterings, "raise").keys() == clusterings.keys()
    with pytest.raises(AlignmentError, match=r"^c: "):
        aligned(clusterings | {"c": Clustering({"x": 0})}, "raise")
    assert pw.score(clusterings["a"], clusterings["b"], "rand") == 0
