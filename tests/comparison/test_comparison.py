"""Candidates against a reference: values, preferences, ranks, coverage, disagreement."""

from __future__ import annotations

import json
import math
from itertools import combinations

import numpy as np
import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.base.display import Table
from partwise.comparison.ranking import ranks
from partwise.engines import in_memory

REFERENCE = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
CANDIDATES = {
    "split": [0, 0, 1, 1, 2, 2, 2, 3, 3, 4],
    "merged": [0, 0, 0, 0, 0, 0, 0, 1, 1, 2],
    "odd": [0, 1, 2, 0, 1, 2, 0, 1, 2, 0],
}


@pytest.fixture(scope="module")
def found() -> pw.Comparison:
    return pw.compare(REFERENCE, CANDIDATES)


def test_every_index_scores_every_candidate(found: pw.Comparison) -> None:
    assert [index.key for index in found.indices] == [index.key for index in pw.indices()]
    for name, labels in CANDIDATES.items():
        for index in found.indices:
            assert found.scores[name][index.key] == pw.score(REFERENCE, labels, index)


def test_preferences_are_the_best_values(found: pw.Comparison) -> None:
    for index in found.indices:
        values = {name: float(found.scores[name][index.key]) for name in CANDIDATES}
        best = (max if index.direction == "similarity" else min)(values.values())
        close = {name for name, value in values.items() if math.isclose(value, best, rel_tol=1e-13)}
        assert set(found.preferred[index.key]) == close


def test_the_decision_is_by_correlation_unless_told(found: pw.Comparison) -> None:
    assert found.decision.key == "correlation"
    assert found.best == found.preferred["correlation"]
    assert found.ranking[0] == found.best[0]
    assert pw.compare(REFERENCE, CANDIDATES, ["NMI", "R"]).decision.key == "nmi_arithmetic"
    told = pw.compare(REFERENCE, CANDIDATES, ["NMI", "R"], decide_by="VI")
    assert told.decision.key == "vi"
    assert [index.key for index in told.indices] == ["nmi_arithmetic", "rand", "vi"]


def test_ties_share_a_rank() -> None:
    twice = pw.compare([0, 0, 1, 1], {"a": [0, 0, 1, 2], "b": [0, 1, 2, 2], "c": [0, 1, 2, 3]})
    assert twice.ranks["rand"] == {"a": 1, "b": 1, "c": 3}
    assert twice.best == ("a", "b")
    assert twice.votes["a"] == twice.votes["b"]


def test_undefined_values_have_no_rank() -> None:
    found = pw.compare([0, 1, 2], {"a": [0, 0, 1], "b": [0, 1, 1]}, ["W"])
    assert found.ranks["wallace_1"] == {"a": None, "b": None}
    assert found.preferred["wallace_1"] == ()
    assert found.best == ()
    assert str(found.explanation).startswith("No candidate is best: Pair recall is")


def test_rounding_is_no_preference() -> None:
    third = 1 / 3
    assert ranks(pw.index("rand"), [third, third + 5e-17, 0.5]) == [2, 2, 1]
    assert ranks(pw.index("vi"), [third, third + 1e-9]) == [1, 2]


@pytest.mark.parametrize(
    "candidates",
    [
        pd.DataFrame(CANDIDATES),
        pl.DataFrame(CANDIDATES),
        {name: np.array(labels) for name, labels in CANDIDATES.items()},
        {name: pw.Clustering(labels) for name, labels in CANDIDATES.items()},
    ],
    ids=["pandas", "polars", "arrays", "clusterings"],
)
def test_candidates_in_every_form(candidates: object, found: pw.Comparison) -> None:
    same = pw.compare(REFERENCE, candidates)
    assert same.names == tuple(CANDIDATES)
    np.testing.assert_array_equal(same.values, found.values)


def test_a_list_of_candidates_and_a_single_one(found: pw.Comparison) -> None:
    listed = pw.compare(REFERENCE, list(CANDIDATES.values()))
    assert listed.names == (0, 1, 2)
    np.testing.assert_array_equal(listed.values, found.values)
    single = pw.compare(REFERENCE, CANDIDATES["split"])
    assert single.names == ("candidate",)
    assert single.best == ("candidate",)


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_the_reference_may_be_a_column(frame: type, found: pw.Comparison) -> None:
    same = pw.compare("gold", frame({"gold": REFERENCE, **CANDIDATES}))
    assert same.names == tuple(CANDIDATES)
    np.testing.assert_array_equal(same.values, found.values)


def test_all_candidates_are_compared_on_the_same_items() -> None:
    reference = {"a": 0, "b": 0, "c": 1, "d": 1, "e": 1}
    candidates = {
        "x": {"a": 0, "b": 0, "c": 1, "d": 1},
        "y": {"b": 0, "c": 0, "d": 1, "e": 1},
    }
    with pytest.raises(pw.errors.AlignmentError, match=r"^x:.*'e'"):
        pw.compare(reference, candidates)
    found = pw.compare(reference, candidates, missing="drop")
    assert found.coverage.compared == 3
    items = [in_memory(each).items for each in (found.reference, *found.candidates.values())]
    assert items[0] == items[1] == items[2]
    assert found.coverage.reference is not None
    assert found.coverage.reference.dropped == 2
    assert found.scores["x"]["rand"] == pw.score([0, 1, 1], [0, 1, 1], "rand")
    assert found.scores["y"]["rand"] == pw.score([0, 1, 1], [0, 0, 1], "rand")


def test_coverage_counts_noise_and_missing() -> None:
    reference = [0, 0, 1, 1, None, 1]
    candidate = [0, -1, -1, 1, 1, 1]
    found = pw.compare(reference, {"x": candidate}, noise="singletons", missing="drop")
    side = found.coverage.candidates["x"]
    assert (side.given, side.compared, side.noise, side.missing) == (6, 5, 2, 0)
    assert found.coverage.reference is not None
    assert found.coverage.reference.missing == 1
    assert found.candidates["x"].k == 4
    told = str(found.coverage)
    assert "2 items are labelled -1, each counted as a cluster of its own" in told
    assert "the reference: 1 item has no label, left out of all clusterings." in told
    assert "x: 1 of 6 items is not compared, because another clustering lacks it" in told


def test_noise_that_is_treated_as_a_cluster_is_said() -> None:
    found = pw.compare([0, 0, 1, 1], {"x": [0, -1, -1, 1]})
    assert "counts as a cluster like any other" in str(found)


def test_inconsistency_is_the_papers(found: pw.Comparison) -> None:
    """V1(A, B1) > V1(A, B2) but V2(A, B1) < V2(A, B2), counted by hand for all pairs."""
    names = list(CANDIDATES)
    signed = {
        index.key: {
            name: (1 if index.direction == "similarity" else -1)
            * float(found.scores[name][index.key])
            for name in names
        }
        for index in found.indices
    }
    disagreement = found.disagreement
    for (i, first), (j, second) in combinations(enumerate(found.indices), 2):
        one, other = signed[first.key], signed[second.key]
        inconsistent = [
            pair
            for pair in combinations(names, 2)
            if (one[pair[0]] - one[pair[1]]) * (other[pair[0]] - other[pair[1]]) < -1e-25
        ]
        assert disagreement.counts[i, j] == disagreement.counts[j, i] == len(inconsistent)
        between = disagreement.between(first.key, second.key)
        assert {frozenset(pair) for pair in between} == {frozenset(pair) for pair in inconsistent}
        for liked, less in between:
            assert one[liked] > one[less]
            assert other[liked] < other[less]
    assert np.diag(disagreement.counts).tolist() == [0] * len(found.indices)
    assert sorted(disagreement.order) == list(range(len(found.indices)))


def test_the_papers_production_table() -> None:
    """Table "Similarity of candidate partitions": NMI_max, FNMI, AMI, R against the others."""
    printed = {
        "nmi_arithmetic": (0.9479, 0.9482),
        "nmi_max": (0.9457, 0.9298),
        "fnmi": (0.9304, 0.8722),
        "ami_geometric": (0.7815, 0.7533),
        "rand": (0.9915, 0.9901),
        "adjusted_rand": (0.5999, 0.6213),
        "sokal_sneath_1": (0.8004, 0.8262),
        "correlation": (0.6004, 0.6371),
    }
    from partwise.comparison.disagreement import Disagreement

    chosen = [pw.index(key) for key in printed]
    found = Disagreement(chosen, ["A1", "A2"], np.array(list(printed.values())))
    keys = list(printed)
    prefers = {key: found.prefers(i, "A1", "A2") for i, key in enumerate(keys)}
    first = {key for key, sign in prefers.items() if sign > 0}
    assert first == {"nmi_max", "fnmi", "ami_geometric", "rand"}
    assert found.percentages[keys.index("rand"), keys.index("correlation")] == 100


def test_it_prints_and_serialises(found: pw.Comparison) -> None:
    lines = str(found).splitlines()
    assert lines[0].startswith(
        f"By {found.decision.short}, {found.ranking[0]} has the best score; "
    )
    assert lines[0].split(" (")[0] in found.explanation.summary
    assert "10 items, 4 reference clusters, 3 candidates, best first" in lines
    assert [row[0] for row in found.to_table().rows] == found.ranking
    assert found.to_table().columns[:2] == ["candidate", found.decision.short]
    assert repr(found) == str(found)
    assert "<strong>" in found._repr_html_()
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["decision"] == {"index": "correlation", "best": list(found.best)}
    assert plain["coverage"]["compared"] == 10


def test_emphasis_shows_where_it_can() -> None:
    table = Table(["a", "b"], [[1, 2]], emphasis={(0, 1)})
    assert "**2**" in table.to_markdown()
    assert "<strong>2</strong>" in table._repr_html_()
    assert "*" not in str(table)


@pytest.mark.parametrize(
    ("reference", "candidates", "says"),
    [
        (REFERENCE, {}, "no candidate"),
        (REFERENCE, [], "no candidate"),
        (
            "gold",
            {"a": REFERENCE},
            "the reference 'gold' is neither labels nor an existing file; pass labels, the name",
        ),
        (REFERENCE, {"a": [0, 1]}, "^a:"),
        (REFERENCE, {1: REFERENCE, "1": REFERENCE}, "two clusterings are called '1'"),
        (REFERENCE, {"a": [None, *REFERENCE[1:]]}, "^a:.*missing"),
        (REFERENCE, {"the reference": REFERENCE}, "cannot be called"),
    ],
)
def test_bad_input_says_what_is_wrong(reference: object, candidates: object, says: str) -> None:
    with pytest.raises(pw.errors.InputError, match=says):
        pw.compare(reference, candidates)


def test_bad_indices_are_refused() -> None:
    with pytest.raises(pw.errors.InputError, match="indices= is empty"):
        pw.compare(REFERENCE, CANDIDATES, [])
    with pytest.raises(pw.errors.UnknownIndexError):
        pw.compare(REFERENCE, CANDIDATES, ["nonsense"])

    def same(table: pw.Contingency) -> float:
        return 0.0

    def other(table: pw.Contingency) -> float:
        return 1.0

    other.__name__ = "same"
    with pytest.raises(pw.errors.InputError, match="two different indices have the key"):
        pw.compare(REFERENCE, CANDIDATES, [same, other])
