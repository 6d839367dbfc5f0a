"""Labels carried over from the reference to the candidate."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import pytest

import partwise as pw
from partwise.comparison.errors.matching import How, carry_over, match_clusters
from support.oracle import set_partitions
from support.partitions import blocks
from support.strange import STRANGE, strange_pair

NAMES = "abcde"


@pytest.mark.parametrize("n", range(6))
def test_every_pair_of_clusterings(n: int) -> None:
    for a in set_partitions(n):
        for b in set_partitions(n):
            reference, candidate = [NAMES[x] for x in a], list(b)
            _check_match(reference, candidate)
            _check_majority(reference, candidate)


def _check_match(reference: list[str], candidate: list[int]) -> None:
    carried = carry_over(reference, candidate)
    assert blocks(carried) == blocks(pw.Clustering(candidate))
    best = match_clusters(reference, candidate)
    same = sum(x == y for x, y in zip(reference, carried.labels, strict=True))
    assert same == best.shared
    fresh = set(carried.labels) - set(reference)
    assert len(fresh) == len(best.unmatched_candidate)
    assert all(str(label).startswith("unmatched ") for label in fresh)


def _check_majority(reference: list[str], candidate: list[int]) -> None:
    carried = carry_over(reference, candidate, "majority").labels
    inside = {
        y: Counter(x for x, z in zip(reference, candidate, strict=True) if z == y)
        for y in candidate
    }
    for label, y in zip(carried, candidate, strict=True):
        assert label == max(dict.fromkeys(reference), key=inside[y].__getitem__)  # the first


def test_majority_may_merge_clusters_and_match_never_does() -> None:
    reference, candidate = list("aaaab"), [1, 1, 2, 2, 3]
    assert carry_over(reference, candidate, "majority").labels == tuple("aaaab")
    assert carry_over(reference, candidate).labels == ("a", "a", "unmatched 2", "unmatched 2", "b")


def test_a_fresh_name_is_never_taken() -> None:
    """Neither by a reference label, nor by one that reads like it, nor by another fresh one."""
    reference = ["unmatched 7"] * 6
    carried = carry_over(reference, [0, 0, 0, 7, "7", "7 (2)"])
    assert carried.cluster_labels == (
        "unmatched 7",
        "unmatched 7 (2)",
        "unmatched 7 (3)",
        "unmatched 7 (2) (2)",
    )

    class Sly:
        def __str__(self) -> str:
            return "unmatched 1"

    sly = Sly()
    labels = carry_over([sly, sly, sly], [0, 0, 1]).labels
    assert labels == (sly, sly, "unmatched 1 (2)")


def test_items_keep_the_candidates_names_and_order() -> None:
    reference = {"x": "cat", "y": "dog", "z": "dog"}
    candidate = pd.Series([2, 2, 1], index=["z", "y", "x"])
    carried = carry_over(reference, candidate)
    assert carried.items == ("z", "y", "x")
    assert carried.labels == ("dog", "dog", "cat")
    nameless = carry_over(pd.Series(["cat", "dog"], index=["p", "q"]), [5, 6])
    assert (nameless.items, nameless.labels) == (("p", "q"), ("cat", "dog"))
    named = carry_over(["cat", "dog"], pw.Clustering([5, 6], items=["p", "q"]))
    assert (named.items, named.labels) == (("p", "q"), ("cat", "dog"))


def test_policies() -> None:
    reference, candidate = ["cat", "cat", "dog", "dog", None], [1, 1, 2, -1, 1]
    with pytest.raises(pw.errors.MissingLabelError):
        carry_over(reference, candidate)
    dropped = carry_over(reference, candidate, noise="drop", missing="drop")
    assert (dropped.items, dropped.labels) == ((0, 1, 2), ("cat", "cat", "dog"))
    alone = carry_over(reference, candidate, noise="singletons", missing="drop")
    assert alone.labels == ("cat", "cat", "dog", "unmatched (only 3)")
    renamed = carry_over(["a", "a", "x", "x"], [1, 1, "n", 2], noise="drop", noise_label="n")
    assert (renamed.items, renamed.labels) == ((0, 1, 3), ("a", "a", "x"))


def test_items_that_one_side_lacks() -> None:
    reference, candidate = {"p": "a", "q": "a", "r": "b"}, {"s": 1, "q": 2, "p": 2}
    with pytest.raises(pw.errors.AlignmentError, match="1 only in the reference \\('r'\\)"):
        carry_over(reference, candidate)
    assert carry_over(reference, candidate, missing="drop").items == ("q", "p")
    whole = carry_over(reference, candidate, missing="singletons")
    assert whole.items == ("s", "q", "p", "r")
    assert whole.labels[1:] == ("a", "a", "b")


def test_errors_call_the_sides_by_their_names() -> None:
    with pytest.raises(
        pw.errors.AlignmentError, match="the reference has 2 items and the candidate has 3"
    ):
        carry_over([0, 1], [0, 1, 2])
    with pytest.raises(pw.errors.InputError, match='how= must be "match" or "majority"'):
        carry_over([0], [0], "best")  # type: ignore[arg-type]
    with pytest.raises(pw.errors.InputError, match="limit="):
        carry_over([0, 0, 1, 1], [0, 1, 0, 1], limit=7)


@pytest.mark.parametrize("how", ["match", "majority"])
def test_strange_labels(how: How) -> None:
    reference, candidate = strange_pair()
    carried = carry_over(reference, candidate, how)
    assert carried.n == reference.n
    assert set(STRANGE[1:]) <= set(carried.labels)
    assert carry_over(reference, reference, how).labels == reference.labels


@pytest.mark.parametrize("how", ["match", "majority"])
def test_trivial_clusterings(how: How) -> None:
    assert carry_over([], [], how).n == 0
    assert carry_over(["x"], [0], how).labels == ("x",)
    assert carry_over(["x", "y", "z"], [0, 0, 0], how).labels == ("x", "x", "x")
