"""Weights of items: how they are given, what is refused, and what stays exact."""

from __future__ import annotations

import math
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import partwise as pw
from partwise.tables.weights import exact_weights

A, B = [0, 0, 1, 1, 1], ["x", "x", "x", "y", "y"]


@pytest.mark.parametrize("weighting", ["multiplicity", "importance"])
@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2, -1, 1, 1], r"-1 at position 2 is negative"),
        ([1, 2, math.nan, 1, 1], r"nan at position 2 is not"),
        ([1, 2, math.inf, 1, 1], r"inf at position 2 is not"),
        ([1, 2, 3], r"one for each of the reference's 5 items, not 3"),
        ([[1, 2], [3, 4]], r"5 items, not an array of shape \(2, 2\)"),
        ([0, 0, 0, 0, 0], r"all weights are zero"),
        ([1, 2, "3", 1, 1], r"'3' at position 2 is not"),
        ([1, 2, True, 1, 1], r"True at position 2 is not"),
        (3, r"one number for each item, not 3"),
        ("11111", r"one number for each item, not '11111'"),
        ({0: 1, 1: 1}, r"items have no weight: 2, 3, 4"),
    ],
)
def test_bad_weights_are_refused(weights: Any, weighting: Any, message: str) -> None:
    with pytest.raises(pw.errors.InputError, match=message):
        pw.score(A, B, "rand", weights=weights, weighting=weighting)


@pytest.mark.parametrize("weight", [-1, -0.5, math.nan, math.inf, "3", True, None, 0.5])
def test_importance_is_recommended_only_where_it_would_accept_the_weights(weight: Any) -> None:
    weights = [1, 2, weight, 1, 1]
    try:
        pw.score(A, B, "rand", weights=weights, weighting="importance")
        accepted = True
    except pw.errors.InputError:
        accepted = False
    with pytest.raises(pw.errors.InputError) as refused:
        pw.score(A, B, "rand", weights=weights)
    assert ("importance" in str(refused.value)) == accepted


def test_multiplicities_are_whole() -> None:
    with pytest.raises(pw.errors.InputError, match=r'0.5 at position 1.*weighting="importance"'):
        pw.score(A, B, "rand", weights=[1, 0.5, 1, 1, 1])
    assert pw.contingency(A, B, weights=[1.0, 2.0, 1.0, 0.0, 1.0]).n == 5


def test_an_unknown_meaning() -> None:
    with pytest.raises(
        pw.errors.InputError, match=r'"multiplicity" or "importance", not "?.?frequency'
    ):
        pw.score(A, B, "rand", weights=[1] * 5, weighting="frequency")  # type: ignore[arg-type]


def test_no_items() -> None:
    assert pw.score([], [], "rand", weights=[]) == 1
    assert pw.score([], [], "rand", weights=[], weighting="importance") == 1


def test_weights_of_a_frame_are_a_column_of_it() -> None:
    frame = pd.DataFrame({"a": A, "b": B, "n": [1, 2, 0, 3, 1]})
    columns = pw.read(frame)
    expected = pw.contingency(A, B, weights=[1, 2, 0, 3, 1])
    assert pw.contingency(columns["a"], columns["b"], weights="n") == expected
    assert pw.contingency(columns["a"], columns["b"], weights=columns["n"]) == expected
    assert pw.contingency("a", frame, weights="n") == expected
    assert pw.scores("a", frame, weights="n")["b"].table == expected
    assert pw.scores(columns["a"], columns, weights="n").table == expected
    for weights in ([1] * 5, 3, pw.read(frame.copy())["n"]):
        with pytest.raises(pw.errors.InputError, match=r"name of a column beside the reference's"):
            pw.contingency(columns["a"], columns["b"], weights=weights)
    with pytest.raises(pw.errors.InputError, match=r"no column 'm', only 'a', 'b' and 'n'"):
        pw.contingency(columns["a"], columns["b"], weights="m")


def test_frames_of_several_candidates() -> None:
    items = list("pqrst")
    gold = pd.DataFrame({"id": items, "gold": A, "n": [1, 2, 0, 3, 1]})
    given: dict[str, list[Any]] = {"b": B, "a": A}
    mine = {name: pd.DataFrame({"id": items, "label": found}) for name, found in given.items()}
    found = pw.scores(gold, mine, ["CC", "vi"], weights="n")
    assert found["b"]["vi"] == pw.score(A, B, "vi", weights=[1, 2, 0, 3, 1])
    assert found["a"]["CC"] == 1


@pytest.mark.parametrize("kind", ["object", "uint8", "uint64", "float32", "hugeint"])
def test_types_of_columns_of_weights(kind: str) -> None:
    weights = [1, 2, 0, 3, 1]
    frame: Any = pd.DataFrame({"a": A, "b": B, "n": weights})
    if kind == "hugeint":
        frame = duckdb.from_df(frame).project("a, b, n::HUGEINT AS n")
    else:
        frame = frame.astype({"n": kind})
    for weighting in ("multiplicity", "importance"):
        options: Any = {"weighting": weighting}
        found = pw.contingency("a", frame, weights="n", **options)
        expected = pw.contingency(A, B, weights=weights, **options)
        assert found.pair_counts == expected.pair_counts


@pytest.mark.parametrize("value", [True, Decimal(1), "1", [1]])
def test_what_a_column_of_weights_cannot_hold(value: Any) -> None:
    table = pa.table({"a": A, "b": B, "n": [value] * 5})
    with pytest.raises(pw.errors.InputError, match=r"column 'n' holds .* values"):
        pw.contingency("a", table, weights="n")


def test_a_table_without_a_row_for_each_item() -> None:
    pairs = pw.read(pd.DataFrame({"left": [1], "right": [2], "n": [3]}), layout="pairs")
    with pytest.raises(
        pw.errors.InputError, match=r'rows here are not single items \(layout="pairs"\)'
    ):
        pw.contingency(pairs, pairs, weights="n")


def test_weights_follow_their_items() -> None:
    a, b = {"p": 0, "q": 0, "r": 1}, {"r": 5, "p": 5, "q": 6}
    expected = pw.contingency([0, 0, 1], [5, 6, 5], weights=[1, 2, 3])
    assert pw.contingency(a, b, weights={"q": 2, "r": 3, "p": 1, "other": 9}) == expected
    assert pw.contingency(a, b, weights=[1, 2, 3]) == expected, "the reference's order"
    weights = pd.Series([3, 2, 1], index=["r", "q", "p"])
    assert pw.contingency(a, b, weights=weights) == expected
    series = pd.Series(a), pd.Series(b)
    assert pw.contingency(*series, weights=weights) == expected
    assert pw.contingency(*series, weights=np.array([1, 2, 3])) == expected


def test_weights_of_dropped_items_are_dropped() -> None:
    a, b = [0, -1, 0, 1, 1], [0, 0, -1, 1, 0]
    found = pw.contingency(a, b, weights=[1, 2, 3, 4, 5], noise="drop")
    assert found == pw.contingency([0, 1, 1], [0, 1, 0], weights=[1, 4, 5])
    named = pw.contingency(
        {"p": 0, "q": 0, "r": 1}, {"q": 0, "s": 1, "r": 2}, weights=[1, 2, 3], missing="drop"
    )
    assert named == pw.contingency([0, 1], [0, 2], weights=[2, 3])


def test_items_of_the_candidate_alone() -> None:
    a, b = {"p": 0, "q": 0}, {"q": 0, "s": 1}
    with pytest.raises(pw.errors.InputError, match=r"only the candidate has have no weight: 's'"):
        pw.contingency(a, b, weights=[1, 1], missing="singletons")
    weights = {"p": 0.5, "q": 2, "s": 4}
    table = pw.contingency(a, b, weights=weights, weighting="importance", missing="singletons")
    assert table.n == Fraction(13, 2)


def test_copies_of_noise_would_be_clusters_of_their_own() -> None:
    a, b = [0, -1, 0], [0, 0, 1]
    with pytest.raises(pw.errors.InputError, match=r"item 1 has no cluster and stands for 2 items"):
        pw.score(a, b, "rand", weights=[1, 2, 1], noise="singletons")
    once = pw.score(a, b, "rand", weights=[3, 1, 1], noise="singletons")
    assert once == pw.score([0, 0, 0, -1, 0], [0, 0, 0, 0, 1], "rand", noise="singletons")


def test_several_candidates() -> None:
    found = pw.scores(A, {"one": B, "two": A}, ["rand", "vi"], weights=[1, 2, 3, 4, 5])
    assert found["one"]["vi"] == pw.score(A, B, "vi", weights=[1, 2, 3, 4, 5])
    assert found["two"]["rand"] == 1


def test_multiplicities_of_any_size_are_exact() -> None:
    big = 10**30
    table = pw.contingency(A, B, weights=[big, 1, big, 1, 1])
    assert table.n == 2 * big + 3
    assert table.pair_counts.n11 == (big + 1) * big // 2 + big * (big - 1) // 2 + 1


@pytest.mark.parametrize(
    "weights",
    [
        [0.1, 2.5, 1e-300, 1e300, 5e-324],
        [Fraction(1, 3), 2, 0.1, Decimal("0.1"), 0],
        np.array([0.1, 0.2, 0.3], np.float32),
        np.array([1, 2, 3], np.uint8),
        [2**70 + 1, 0.5],
    ],
)
def test_weights_are_read_exactly(weights: Any) -> None:
    units, unit = exact_weights(weights)
    values = weights.tolist() if isinstance(weights, np.ndarray) else weights
    assert [unit * int(each) for each in units.tolist()] == [Fraction(each) for each in values]


def test_extreme_weights() -> None:
    weights = [1e300, 1e300, 1.0, 1e-300, 1e-300]
    assert pw.score(A, B, "rand", weights=weights, weighting="importance") == 1
    assert pw.score(A, B, "vi", weights=weights, weighting="importance") < 1e-297


def test_items_of_weight_zero_are_left_out() -> None:
    table = pw.contingency([*A, 7], [*B, "z"], weights=[1.5] * 5 + [0.0], weighting="importance")
    assert (table.k_a, table.k_b, table.item_count) == (2, 2, 5)
    assert table.row_labels == (0, 1)


def test_what_a_weighted_table_shows() -> None:
    table = pw.contingency(A, B, weights=[1, 0.5, 2, 1, 1], weighting="importance")
    assert table.n == Fraction(11, 2)
    assert table.to_dense().tolist() == [[1.5, 0], [2, 2]]
    assert table.T.to_dense().tolist() == [[1.5, 2], [0, 2]]
    assert table.row_sizes.tolist() == [1.5, 4]
    assert table.column_sizes.tolist() == [3.5, 2]
    title, *_, first, second = repr(table).splitlines()
    assert title.startswith("5 items of weight 5.5, 2 reference clusters (rows), 2 candidate")
    assert (first.split(), second.split()) == (["0", "1.5", "0"], ["1", "2", "2"])
    assert pickle.loads(pickle.dumps(table)).pair_counts == table.pair_counts  # noqa: S301
    assert "5 items of weight 5.5" in str(
        pw.scores(A, B, ["rand"], weights=[1, 0.5, 2, 1, 1], weighting="importance")
    )


def test_own_indices() -> None:
    weights = {"weights": [1, 0.5, 2, 1, 1], "weighting": "importance"}
    share = pw.define("share_of_n11", "n11 / N")
    assert share(A, B, **weights) == pw.score(A, B, "russell_rao", **weights)  # type: ignore[arg-type]
    by_items = pw.define("per_item", "n11 / n")
    with pytest.raises(pw.errors.InputError, match="number n of items"):
        by_items(A, B, **weights)  # type: ignore[arg-type]
    assert pw.score(A, B, lambda table: table.row_sizes.max(), **weights) == 4  # type: ignore[arg-type]


def test_indices_adjusted_for_chance() -> None:
    adjusted = pw.chance.adjust("jaccard")
    repeated = pw.score([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1], adjusted)
    assert pw.score([0, 0, 1, 1], [0, 0, 0, 1], adjusted, weights=[2, 1, 1, 2]) == repeated
    with pytest.raises(pw.errors.InputError, match="random candidates"):
        pw.score([0, 0, 1], [0, 1, 1], adjusted, weights=[2, 1, 1], weighting="importance")


def test_many_tables() -> None:
    tables = [
        pw.contingency(A, B, weights=[1, 0.5, 2, 1, weight], weighting="importance")
        for weight in (0.1, 3)
    ]
    for key in ("correlation", "bcubed", "vi"):
        index = pw.index(key)
        expected = [float(index.evaluate(table).value) for table in tables]
        assert index.values(tables).tolist() == expected


def test_an_item_is_no_pair_with_itself() -> None:
    """The two meanings differ: three copies of an item are pairs, one item of weight 3 is none."""
    weights = [3, 1]
    assert pw.contingency([0, 1], [0, 1], weights=weights).pair_counts.n11 == 3
    alone = pw.contingency([0, 1], [0, 1], weights=weights, weighting="importance")
    assert (alone.pair_counts.n11, alone.pair_counts.n00) == (0, 3)
