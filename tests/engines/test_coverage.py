"""What is counted of each clustering, and the sentences that say so."""

from __future__ import annotations

from typing import Any

import pytest

import partwise as pw
from partwise.clusterings import Policies
from partwise.engines.coverage import Coverage, Side, read_side
from partwise.engines.inputs import REFERENCE


def side(**counts: int) -> Side:
    return Side(**{"given": 10, "missing": 0, "noise": 0, "compared": 10, "clusters": 3} | counts)


def coverage(*sides: Side, left_out: tuple[str, ...] = (), **policies: Any) -> Coverage:
    """The reference, and candidates called a, b, …"""
    reference, *others = sides
    settled = {"noise": None, "noise_label": -1, "missing": "raise"} | policies
    return Coverage(
        reference, dict(zip("abcdefg", others, strict=False)), **settled, left_out=left_out
    )


NOTES: list[tuple[dict[str, int], dict[str, Any], str]] = [
    ({"noise": 1}, {}, "1 item is labelled -1, which counts as a cluster like any other"),
    ({"noise": 2}, {"noise": "cluster"}, "2 items are labelled -1, which counts as one cluster"),
    (
        {"noise": 2},
        {"noise": "singletons", "noise_label": "out"},
        "2 items are labelled out, each counted as a cluster of its own",
    ),
    (
        {"noise": 2, "compared": 8},
        {"noise": "drop"},
        "2 items are labelled -1, left out of all clusterings",
    ),
    (
        {"noise": 2, "compared": 8},
        {"noise": "drop", "missing": "pairwise"},
        "2 items are labelled -1, left out wherever this clustering is compared",
    ),
    (
        {"noise": 2},
        {"noise": "cluster", "missing": "pairwise"},
        "2 items are labelled -1, which counts as one cluster",
    ),
    (
        {"duplicates": 1, "compared": 9},
        {},
        "1 row repeats an item with the same label; each item counts once",
    ),
    (
        {"duplicates": 2, "compared": 8},
        {},
        "2 rows repeat an item with the same label; each item counts once",
    ),
    (
        {"missing": 1, "compared": 9},
        {"missing": "drop"},
        "1 item has no label, left out of all clusterings",
    ),
    (
        {"missing": 2},
        {"missing": "singletons"},
        "2 items have no label, each counted as a cluster of its own",
    ),
    (
        {"missing": 2, "compared": 8},
        {"missing": "pairwise"},
        "2 items have no label, left out wherever this clustering is compared",
    ),
    (
        {"compared": 9},
        {"missing": "drop"},
        "1 of 10 items is not compared, because another clustering lacks it or leaves it out",
    ),
    (
        {"compared": 8},
        {},
        "2 of 10 items are not compared, because another clustering lacks them or leaves them out",
    ),
    (
        {"compared": 11},
        {"missing": "singletons"},
        "1 item of other clusterings is missing here, each counted as a cluster of its own",
    ),
    (
        {"compared": 12},
        {"missing": "singletons"},
        "2 items of other clusterings are missing here, each counted as a cluster of its own",
    ),
]


@pytest.mark.parametrize(("counts", "policies", "note"), NOTES)
def test_each_note(counts: dict[str, int], policies: dict[str, Any], note: str) -> None:
    assert coverage(side(), side(**counts), side(), **policies).notes() == [f"a: {note}."]


def test_each_item_is_left_out_for_one_reason() -> None:
    """Of ten items two are noise, one has no label, and another clustering lacks three."""
    counted = side(noise=2, missing=1, compared=4)
    notes = coverage(side(), counted, noise="drop", missing="drop").notes()
    assert [note.removeprefix("a: ")[:7] for note in notes] == ["2 items", "1 item ", "3 of 10"]
    kept = side(noise=2, missing=1, compared=7)  # what is kept is not counted as left out
    (*_, last) = coverage(side(), kept, noise="singletons", missing="singletons").notes()
    assert last.startswith("a: 3 of 10 items are not compared")


def test_repeated_rows_are_neither_left_out_nor_added() -> None:
    assert side(duplicates=3, compared=7).dropped == 0
    assert side(duplicates=3, compared=5).dropped == 2
    assert side(duplicates=3, compared=9).dropped == 0
    (_, added) = coverage(side(), side(duplicates=3, compared=9), missing="singletons").notes()
    assert added.startswith("a: 2 items of other clusterings are missing here")


@pytest.mark.parametrize(
    ("noisy", "who"),
    [
        ("r", "the reference"),
        ("a", "a"),
        ("ab", "a and b"),
        ("abc", "all candidates"),
        ("ra", "the reference and a"),
        ("rabc", "all clusterings"),
    ],
)
def test_who_a_note_is_about(noisy: str, who: str) -> None:
    sides = [side(noise=1 if name in noisy else 0) for name in "rabc"]
    assert coverage(*sides).notes() == [
        f"{who}: 1 item is labelled -1, which counts as a cluster like any other."
    ]


def test_one_candidate_and_one_clustering_have_their_names() -> None:
    assert coverage(side(noise=1), side(noise=1)).notes()[0].startswith("all clusterings: ")
    assert coverage(side(), side(noise=1)).notes()[0].startswith("a: ")
    alone = Coverage(None, {"only": side(noise=1)}, None, -1, "raise")
    assert alone.notes()[0].startswith("only: ")


@pytest.mark.parametrize(
    ("left_out", "note"),
    [
        (("x",), "x is the reference itself and was not compared with it."),
        (("x", "y"), "x and y are the reference itself and were not compared with it."),
    ],
)
def test_candidates_that_are_the_reference(left_out: tuple[str, ...], note: str) -> None:
    assert coverage(side(), side(), left_out=left_out).notes() == [note]


def test_counts_of_all_clusterings() -> None:
    sides = {REFERENCE: Side(9, 1, 2), "a": Side(8, 0, 1, duplicates=1)}
    found = Coverage.of(sides, 6, {REFERENCE: 4, "a": 2}, Policies("drop", -1, "drop"))
    assert found.sides == {REFERENCE: Side(9, 1, 2, 6, 4), "a": Side(8, 0, 1, 6, 2, 1)}
    assert (found.compared, found.reference_clusters) == (6, 4)
    assert [list(row) for row in found.to_table().rows] == [
        [REFERENCE, 4, 9, 6, 3, 1, 2],
        ["a", 2, 8, 6, 1, 0, 1],
    ]
    assert found.to_dict()["candidates"]["a"] == {
        "given": 8, "missing": 0, "noise": 1, "compared": 6, "clusters": 2, "duplicates": 1,
        "dropped": 1,
    }  # fmt: skip
    nothing = Coverage.of({}, 0, {}, Policies())
    assert (nothing.reference, nothing.compared, nothing.reference_clusters) == (None, 0, 0)
    assert nothing.to_dict()["reference"] is None


def test_clusterings_compared_in_pairs_have_counts_of_their_own() -> None:
    given = {"a": {"x": 0, "y": 0, "z": None}, "b": {"y": 1}}
    policies = Policies(missing="drop")
    read, sides = zip(*(read_side(labels, policies) for labels in given.values()), strict=True)
    found = Coverage.in_pairs(
        dict(zip(given, sides, strict=True)), dict(zip(given, read, strict=True)), policies
    )
    assert [(s.given, s.missing, s.compared, s.clusters) for s in found.candidates.values()] == [
        (3, 1, 2, 1),
        (1, 0, 1, 1),
    ]
    assert (found.reference, found.missing) == (None, "pairwise")


@pytest.mark.parametrize("noise", [None, "drop", "singletons"])
@pytest.mark.parametrize("missing", ["drop", "singletons"])
def test_what_one_clustering_brings(noise: Any, missing: Any) -> None:
    labels = ["a", None, "a", -1, None, -1, -1, "b"]
    read, counted = read_side(labels, Policies(noise, -1, missing))
    assert (counted.given, counted.missing, counted.noise) == (8, 2, 3)
    assert read == pw.Clustering(labels, noise=noise, missing=missing)


@pytest.mark.parametrize(
    ("counts", "is_unique"),
    [
        ({"clusters": 10}, True),
        ({"clusters": 9}, False),
        ({"given": 2, "compared": 2, "clusters": 2}, False),  # two items are no id column
        ({"given": 3, "compared": 3, "clusters": 3}, True),
        ({"compared": 9, "clusters": 9}, False),
        ({"compared": 9, "clusters": 9, "duplicates": 1}, True),
        ({"clusters": 10, "noise": 1}, False),
        ({"clusters": 10, "missing": 1}, False),
    ],
)
def test_labels_that_are_all_different(counts: dict[str, int], is_unique: bool) -> None:
    assert coverage(side(), side(**counts)).all_unique == ["a"] * is_unique
