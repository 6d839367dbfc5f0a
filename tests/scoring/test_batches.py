"""Many clusterings at once give what they give one by one."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.base.errors import InputError

RNG = np.random.default_rng(8)
LABELS = [RNG.integers(0, k, 60) for k in (1, 2, 5, 20, 60)] + [np.arange(60)]
KEYS = ["rand", "correlation", "wallace_1", "fager_mcgowan", "vi", "fnmi", "ami_max", "bcubed"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("threads", [1, 3])
def test_pairwise_is_what_scores_are(key: str, threads: int) -> None:
    found = pw.pairwise(LABELS, key, threads=threads)
    for i, a in enumerate(LABELS):
        for j, b in enumerate(LABELS):
            expected = float(pw.score(a, b, key))
            same = math.isnan(found[i, j]) and math.isnan(expected)
            assert same or found[i, j] == pytest.approx(expected, rel=2e-15, abs=1e-16)


def test_pairwise_takes_what_clusterings_take() -> None:
    named = {
        "list": ["x", "x", "y"],
        "clustering": pw.Clustering([0, 1, 1]),
        "series": pd.Series([5, 5, 6]),
    }
    by_name = pw.pairwise(named, "rand")
    assert by_name.tolist() == pw.pairwise(list(named.values()), "rand").tolist()
    assert by_name[0].tolist() == [1, 1 / 3, 1]


def test_pairwise_keeps_names_and_is_an_array() -> None:
    labels = {"x": [0, 0, 1], "y": [0, 1, 1], "z": [0, 1, 2]}
    found = pw.pairwise(labels, "wallace_1")
    assert found.names == ("x", "y", "z")
    for i, one in enumerate(labels):
        for j, other in enumerate(labels):
            score = pw.score(labels[one], labels[other], "wallace_1")
            same = found[one, other], found[i, j], found[one][j], found[i][j]
            assert all(value == score or math.isnan(value) == math.isnan(score) for value in same)
    assert np.array_equal(np.asarray(found), found.values, equal_nan=True)
    assert np.array(found) is not found.values
    assert np.asarray(found, np.float32).dtype == np.float32
    assert (len(found), found.shape) == (3, (3, 3))
    assert found["x", :2].tolist() == [1.0, 0.0]
    frame = found.to_frame()
    assert frame.index.tolist() == frame.columns.tolist() == ["x", "y", "z"]
    assert frame.loc["y", "x"] == found["y", "x"]
    assert found.to_frame("polars").columns == ["clustering", "x", "y", "z"]
    with pytest.raises(
        pw.errors.InputError, match="no clustering 'w'; the clusterings are x, y, z"
    ):
        found["w", "x"]


def test_pairwise_of_none_and_of_one() -> None:
    assert pw.pairwise([], "rand").shape == (0, 0)
    assert pw.pairwise([[0, 0, 1]], "rand").tolist() == [[1.0]]


def test_pairwise_by_a_function_is_computed_both_ways() -> None:
    """Nobody declared it symmetric, so both orders are asked."""
    found = pw.pairwise([[0, 0, 1], [0, 1, 2]], lambda table: table.k_a - 10 * table.k_b)
    assert found.tolist() == [[-18, -28], [-17, -27]]


def test_items_that_one_lacks_are_left_out_of_all() -> None:
    clusterings = [{"a": 0, "b": 0, "c": 1}, {"a": 0, "b": 1, "c": 1}, {"b": 0, "c": 0}]
    with pytest.raises(pw.errors.AlignmentError):
        pw.pairwise(clusterings, "rand")
    found = pw.pairwise(clusterings, "rand", missing="drop")  # b and c only
    assert found.tolist() == [[1, 0, 0], [0, 1, 1], [0, 1, 1]]


def test_pairwise_policies() -> None:
    labels = [[0, 0, -1, -1], [0, 0, 1, 1]]
    assert pw.pairwise(labels, "rand")[0, 1] == 1
    assert pw.pairwise(labels, "rand", noise="singletons")[0, 1] == pytest.approx(5 / 6)
    trivial = [[0, 0, 0], [0, 1, 1]]
    assert math.isnan(pw.pairwise(trivial, "CC", undefined="nan")[0, 1])
    with pytest.raises(pw.errors.UndefinedValueError):
        pw.pairwise(trivial, "CC", undefined="raise")


def test_scores_of_many_candidates() -> None:
    reference = LABELS[2]
    candidates = {f"c{i}": labels for i, labels in enumerate(LABELS)}
    found = pw.scores(reference, candidates, KEYS)
    assert list(found) == list(candidates)
    for name, labels in candidates.items():
        alone = pw.scores(reference, labels, KEYS)
        assert found[name].notes == alone.notes
        for key in KEYS:
            same = math.isnan(alone[key]) and math.isnan(found[name][key])
            assert same or found[name][key] == alone[key]


def test_scores_of_a_list_of_candidates() -> None:
    found = pw.scores([0, 0, 1], [[0, 0, 1], [0, 1, 1]], ["rand"])
    assert {name: each["rand"] for name, each in found.items()} == {0: 1, 1: 1 / 3}


def test_scores_of_many_print_as_one_table() -> None:
    found = pw.scores([0, 0, 1], {"<b>": [0, 0, 1], "one": [0, 0, 0]}, ["CC"])
    assert [line.split()[0] for line in str(found).splitlines()[:3]] == ["candidate", "<b>", "one"]
    assert "CC of one, by convention" in str(found)
    assert "&lt;b&gt;" in found._repr_html_()


def test_a_mapping_of_items_is_one_candidate() -> None:
    assert isinstance(pw.scores({"a": 0, "b": 1}, {"b": 0, "a": 0}, ["rand"]), pw.Scores)


def test_a_progress_bar_is_shown_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    pw.pairwise(LABELS, "rand", progress=True)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "Rand" in shown.err
    pw.pairwise(LABELS, "rand")  # standard error is no terminal here
    assert not sys.stderr.isatty()
    assert capsys.readouterr().err == ""


def test_an_error_in_one_comparison_reaches_the_caller() -> None:
    def breaks(table: pw.Contingency) -> float:
        raise RuntimeError(f"{table.n} items")

    with pytest.raises(RuntimeError, match="3 items"):
        pw.pairwise([[0, 0, 1], [0, 1, 1]], breaks, threads=2)


@pytest.mark.parametrize("key", ["jaccard", "wallace_1", "vi", "AMI"])
@pytest.mark.parametrize("noise", [None, "drop"])
def test_pairwise_with_weights(key: str, noise: Any) -> None:
    """Against single scores of the items that are left, by every way to give weights."""
    rng = np.random.default_rng(1)
    labels = {name: rng.integers(-1, 3, 12).tolist() for name in "abc"}
    items, order = list("abcdefghijkl"), rng.permutation(12)
    kept = [i for i in range(12) if noise is None or all(v[i] != -1 for v in labels.values())]
    left = [[v[i] for i in kept] for v in labels.values()]
    weights = {"multiplicity": rng.integers(0, 4, 12), "importance": rng.random(12)}
    for weighting in ("multiplicity",) if key == "AMI" else weights:
        given = weights[weighting].tolist()
        some = [given[i] for i in kept]
        only: Any = {"weighting": weighting}
        expected = [[float(pw.score(a, b, key, weights=some, **only)) for b in left] for a in left]
        by_item = {
            name: {items[i]: v[i] for i in (range(12) if name == "a" else order)}
            for name, v in labels.items()
        }
        frame = pd.DataFrame({"id": items, **labels, "seen": given})
        for clusterings, how in (
            (labels, given),
            (by_item, given),
            (by_item, dict(zip(items, given, strict=True))),
            (frame, "seen"),
            (frame.drop(columns="id"), "seen"),
            (pl.from_pandas(frame).lazy(), "seen"),
        ):
            found: Any = pw.pairwise(clusterings, key, weights=how, noise=noise, **only)
            np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_an_error_names_the_candidate() -> None:
    measured = {"gold": [0, 0, 1], "mine": [0, 1, 1], "petal": [0.1, 0.2, 0.35]}
    for candidates in (pd.DataFrame(measured), pl.DataFrame(measured)):
        with pytest.raises(InputError, match=r"^petal: label 0.1 at position 0 is not a whole"):
            pw.scores("gold", candidates)
    with pytest.raises(InputError, match=r"^petal: label 0.1"):
        pw.scores([0, 0, 1], {"mine": [0, 1, 1], "petal": [0.1, 0.2, 0.35]})
