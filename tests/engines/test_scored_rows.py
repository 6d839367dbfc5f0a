"""Pairs with a score as they are read: every kind of ids, of scores and of frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.engines.pair_scores import ScoredPairs, scored_pairs_of
from partwise.engines.reading import read
from partwise.errors import InputError


def rows_of(pairs: ScoredPairs | None) -> list[tuple[Any, Any, float]]:
    """The pairs as they were written, each by its own items."""
    assert pairs is not None
    items = [item.item() if isinstance(item, np.generic) else item for item in pairs.items]
    assert len(set(items)) == len(items)
    ends = zip(pairs.left.tolist(), pairs.right.tolist(), pairs.scores.tolist(), strict=True)
    return [(items[left], items[right], score) for left, right, score in ends]


IDS: dict[str, tuple[list[Any], list[Any]]] = {
    "text": (["a", "b", "a"], ["b", "c", "d"]),
    "one side repeats the other": (["a", "b", "c"], ["c", "b", "a"]),
    "nothing in common": (["a", "a", "a"], ["b", "b", "c"]),
    "integers": ([5, -1, 5], [-1, 2**62, 7]),
    "integers without a sign": ([2**64 - 1, 0, 1], [0, 2**63, 2]),
    "other integers on each side": ([-1, 0, 1], [2**63, 1, 2**64 - 1]),
    "whole floats": ([0.0, 1.0, 2.0], [1.0, 2.0, 3.0]),
}
SCORES = [0.25, -3.0, 1e300]


FRAMES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "tuples": lambda columns: list(zip(*columns.values(), strict=True)),
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "pyarrow": lambda columns: pl.DataFrame(columns).to_arrow(),
    "objects": lambda columns: pd.DataFrame(columns).astype(object),
    "masked": lambda columns: pd.DataFrame(columns).convert_dtypes(),
}


@pytest.mark.parametrize("ids", IDS)
@pytest.mark.parametrize("form", FRAMES)
def test_pairs_are_as_they_were_written(form: str, ids: str) -> None:
    left, right = IDS[ids]
    data = FRAMES[form]({"left": left, "right": right, "score": SCORES})
    assert rows_of(scored_pairs_of(data)) == list(zip(left, right, SCORES, strict=True))


@pytest.mark.parametrize("form", ["array", "pandas", "polars", "pyarrow", "masked"])
@pytest.mark.parametrize("ids", ["integers", "integers without a sign", "text"])
def test_integers_stay_in_arrays(form: str, ids: str) -> None:
    """Without an object of Python for each of them."""
    left, right = IDS[ids]
    columns = {"left": left, "right": right, "score": [1, 2, 3]}
    dtype = "u8" if "sign" in ids else None
    array = form == "array"
    data = np.array(list(columns.values()), dtype).T if array else FRAMES[form](columns)
    found = scored_pairs_of(data)
    assert found is not None
    assert isinstance(found.items, np.ndarray) == (ids != "text")


def test_columns_that_are_named_go_before_those_with_usual_names() -> None:
    frame = pd.DataFrame(
        {"left": ["a"], "right": ["b"], "x": ["c"], "y": ["d"], "score": [0.5], "p": [0.25]}
    )
    assert rows_of(scored_pairs_of(frame)) == [("a", "b", 0.5)]
    assert rows_of(scored_pairs_of(frame, left="x", right="y")) == [("c", "d", 0.5)]
    assert rows_of(scored_pairs_of(frame, "p", "y", "x")) == [("d", "c", 0.25)]
    assert rows_of(scored_pairs_of(frame, "p")) == [("a", "b", 0.25)]


@pytest.mark.parametrize("dtype", ["i1", "i8", "u8", "f4", "f8", "O", "U3"])
def test_arrays_of_three_columns(dtype: str) -> None:
    array = np.array([[1, 2, 3], [4, 1, 5]], dtype)
    expected = [("1", "2", 3.0), ("4", "1", 5.0)] if dtype == "U3" else [(1, 2, 3.0), (4, 1, 5.0)]
    assert rows_of(scored_pairs_of(array)) == expected


@pytest.mark.parametrize(
    "scores",
    [
        ["0.25", " 1e3", "-2"],
        [True, False, True],
        np.array([1, 2, 3], np.float32),
        np.array([1, 2, 3], np.uint8),
        pd.array([1, 2, 3], "Int64"),
        [1, 2**70, 3],
    ],
    ids=repr,
)
def test_scores_of_every_kind(scores: Any) -> None:
    frame = pd.DataFrame({"left": ["a", "b", "c"], "right": ["b", "c", "a"], "score": scores})
    found = scored_pairs_of(frame)
    assert found is not None
    assert found.scores.tolist() == [float(score) for score in scores]


@pytest.mark.parametrize("wrong", [None, float("nan"), float("inf"), -float("inf"), "high"])
def test_scores_that_are_none(wrong: Any) -> None:
    says = r"^pairs: the scores of 2 of 3 pairs are missing .* \(pairs \('b', 'c'\), \('c', 'a'\)\)"
    with pytest.raises(InputError, match=says):
        scored_pairs_of([("a", "b", 1.0), ("b", "c", wrong), ("c", "a", wrong)])
    columns = {"left": list("abc"), "right": list("bca"), "score": [1.0, wrong, wrong]}
    with pytest.raises(InputError, match="column 'score': the scores of 2 of 3 pairs"):
        scored_pairs_of(pd.DataFrame(columns))
    masked = pd.DataFrame(columns | {"score": pd.array([1, None, None], "Int64")})
    with pytest.raises(InputError, match="column 'score': the scores of 2 of 3 pairs"):
        scored_pairs_of(masked)


def test_at_most_three_pairs_are_shown() -> None:
    says = r"5 of 6 pairs .* \(pairs \('a', '0'\), \('a', '1'\), \('a', '2'\) and 2 more\)"
    rows = [("a", f"{i}", None if i < 5 else 1.0) for i in range(6)]
    with pytest.raises(InputError, match=says):
        scored_pairs_of(rows)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("ids", [["a", None, None], [1, None, None]], ids=repr)
def test_pairs_without_an_item(side: str, ids: list[Any]) -> None:
    columns: dict[str, Any] = {"left": [1, 1, 2], "right": [2, 3, 3], "score": SCORES}
    if ids[0] == "a":
        columns |= {"left": list("bcd"), "right": list("cde")}
    for make in (pd.DataFrame, pl.DataFrame, pa.table):
        with pytest.raises(InputError, match=f"2 of 3 pairs have no item in column {side}; a pair"):
            scored_pairs_of(make(columns | {side: ids}))


@pytest.mark.parametrize(
    ("names", "score"),
    [
        (["match_probability", "score"], "match_probability"),
        (["score", "match_probability"], "match_probability"),
        (["similarity", "Score"], "Score"),
        (["weight", "probability"], "probability"),
        (["match_weight", "weight"], "weight"),
        (["p", "rank"], "p"),
        (["rank", "p"], "p"),
    ],
)
def test_the_column_of_scores(names: list[str], score: str) -> None:
    """By its usual name, of which the first counts, or else the only one of real numbers."""
    values = {name: [1, 2] if name == "rank" else [i + 0.5, 1.5] for i, name in enumerate(names)}
    found = scored_pairs_of(pd.DataFrame({"left": ["a", "b"], "right": ["b", "c"], **values}))
    assert found is not None
    assert found.scores.tolist() == values[score]


@pytest.mark.parametrize(
    ("names", "named", "says"),
    [
        (["left", "right", "x", "y"], {}, 'which of the columns x, y holds .*name it: score="x"'),
        (["left", "right"], {}, r"there is no column of scores; name it: score=\"…\""),
        (["a", "b", "c"], {"score": "c", "left": "a"}, "must name three different columns"),
        (["a", "b", "c"], {"score": "c", "right": "a"}, "must name three different columns"),
        (["a", "b", "c"], {"score": "a", "left": "a", "right": "b"}, "three different columns"),
        (["a", "b", "c"], {"score": "c", "left": "a", "right": "a"}, "three different columns"),
        (["a", "b"], {"score": "b"}, 'columns a hold .*left="a" and right="…"'),
        (["a"], {"score": "a"}, 'columns  hold .*left="…" and right="…"'),
        (["a", "b", "c", "d"], {"score": "d"}, 'columns a, b, c hold .*left="a" and right="b"'),
        (["left", "right", "c"], {"score": "right"}, "'right' cannot hold both items and scores"),
        (["a", "b", "c"], {"score": "x"}, "there is no column 'x'"),
        (["a", "b", "c"], {"left": "x", "right": "a"}, "there is no column 'x'"),
    ],
)
def test_columns_that_cannot_be_told(names: list[str], named: dict[str, str], says: str) -> None:
    frame = pd.DataFrame({name: [0.5] for name in names})
    with pytest.raises(InputError, match=says):
        scored_pairs_of(frame, **named)


def test_an_index_of_pairs() -> None:
    """As recordlinkage makes it: a series, or a frame with one score."""
    index = pd.MultiIndex.from_tuples([("a", "b"), ("c", "a")])
    expected = [("a", "b", 0.5), ("c", "a", 0.25)]
    series = pd.Series([0.5, 0.25], index)
    assert rows_of(scored_pairs_of(series)) == expected
    assert rows_of(scored_pairs_of(series.rename("p"), score="p")) == expected
    assert rows_of(scored_pairs_of(pd.DataFrame({"Score": series}))) == expected
    assert scored_pairs_of(pd.DataFrame({"label": [1, 2]}, index)) is None
    assert rows_of(scored_pairs_of(pd.DataFrame({"label": series}), score="label")) == expected
    three = pd.MultiIndex.from_tuples([("a", "b", 1), ("c", "a", 2)])
    assert scored_pairs_of(pd.DataFrame({"score": [0.5, 0.25]}, three)) is None


@pytest.mark.parametrize(
    "data",
    [
        [["a", "b", "b"]],
        [("a", "b", 0.5), ["c", "d", 0.5]],
        [],
        ["abc", "abc"],
        {"a": 1},
        np.zeros((3, 2)),
        np.zeros(3),
        pd.DataFrame({"id": ["a"], "gold": [1], "score": [5]}),
    ],
    ids=lambda data: type(data).__name__,
)
def test_what_is_not_about_pairs(data: Any) -> None:
    assert scored_pairs_of(data) is None


def test_columns_of_labels_are_not_about_pairs() -> None:
    assert scored_pairs_of(read(pa.table({"id": ["a"], "gold": [1], "score": [0.5]}))) is None


@pytest.mark.parametrize("option", ["score", "left", "right"])
@pytest.mark.parametrize("data", [[("a", "b", 0.5)], np.zeros((1, 3))], ids=["tuples", "array"])
def test_columns_are_named_of_frames_alone(data: Any, option: str) -> None:
    with pytest.raises(InputError, match="name columns, but these pairs have no column names"):
        scored_pairs_of(data, **{option: "x"})


def test_ids_of_two_kinds() -> None:
    for left, right in (("a", 1), (1, "a")):
        kinds = {str: "text", int: "numbers"}
        says = f"{kinds[type(left)]} on the left, {kinds[type(right)]} on the right"
        with pytest.raises(InputError, match=says):
            scored_pairs_of([(left, right, 0.5)])


def test_records_of_datasets() -> None:
    """As Splink names them; where the columns are named, records are what is there."""
    frame = pd.DataFrame(
        {
            "source_dataset_l": ["x", "x", "y"],
            "source_dataset_r": ["y", "y", "y"],
            "unique_id_l": [1, 2, 1],
            "unique_id_r": [1, 1, 2],
            "match_probability": SCORES,
        }
    )
    named = ["x-__-1", "x-__-2", "y-__-1"], ["y-__-1", "y-__-1", "y-__-2"]
    assert rows_of(scored_pairs_of(frame)) == list(zip(*named, SCORES, strict=True))
    plain = rows_of(scored_pairs_of(frame, left="unique_id_l", right="unique_id_r"))
    assert plain == [(1, 1, 0.25), (2, 1, -3.0), (1, 2, 1e300)]
    without = rows_of(scored_pairs_of(frame.drop(columns="source_dataset_r")))
    assert without == plain
