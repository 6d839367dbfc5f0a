"""Judged pairs as they are read: every form and width of rows, and their places in a candidate."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from partwise.clusterings import Policies
from partwise.engines.pair_columns import PairRows, pairs_in, read_pairs
from partwise.engines.reading import read
from partwise.errors import InputError

ROWS = [("a", "b", True, 0.5), ("c", "a", False, 1.0), ("b", "d", True, 1e-9)]
NAMES = ("left", "right", "is_match", "inclusion_probability")
FORMS: dict[str, Callable[[list[tuple[Any, ...]], tuple[str, ...], Path], Any]] = {
    "tuples": lambda rows, _, __: rows,
    "lists": lambda rows, _, __: list(map(list, rows)),
    "pandas": lambda rows, names, _: pd.DataFrame(rows, columns=list(names)),
    "polars": lambda rows, names, _: pl.DataFrame(rows, schema=list(names), orient="row"),
    "columns in another order": lambda rows, names, _: pa.table(
        {name: [row[i] for row in rows] for i, name in reversed([*enumerate(names)])}
    ),
    "names in capitals": lambda rows, names, _: pd.DataFrame(
        rows, columns=[name.upper() for name in names]
    ),
    "csv": lambda rows, names, folder: _csv(pd.DataFrame(rows, columns=list(names)), folder),
}


def _csv(frame: pd.DataFrame, folder: Path) -> Path:
    frame.to_csv(folder / "pairs.csv", index=False)
    return folder / "pairs.csv"


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_and_width(form: str, width: int, tmp_path: Path) -> None:
    found = read_pairs(FORMS[form]([row[:width] for row in ROWS], NAMES[:width], tmp_path))
    assert (list(found.left), list(found.right)) == (["a", "c", "b"], ["b", "a", "d"])
    assert found.match == ([True, False, True] if width > 2 else None)
    chances = None if found.probability is None else found.probability.tolist()
    assert chances == ([0.5, 1.0, 1e-9] if width > 3 else None)
    assert found.match_array.tolist() == [True, False, True] if width > 2 else [False] * 3
    assert found.is_text == (form == "csv")


def test_arrays_and_nothing() -> None:
    found = read_pairs(np.array([[1, 2], [3, 4]]))
    assert (found.left, found.right, found.match) == ([1, 3], [2, 4], None)
    found = read_pairs(np.array([[1, 2, 1], [3, 4, 0]]))
    assert (found.left, found.right, found.match) == ([1, 3], [2, 4], [True, False])
    assert read_pairs([]) == PairRows([], [], None, None)


@pytest.mark.parametrize(
    ("rows", "position"),
    [
        ([("a",)], 0),
        ([("a", "b", True, 0.5, 1)], 0),
        ([("a", "b"), ("a", "b", True)], 1),
        ([("a", "b", True), ("c", "d", True), ("a", "b")], 2),
        (["ab"], 0),
        ([("a", "b"), 7], 1),
    ],
)
def test_rows_of_another_form(rows: Any, position: int) -> None:
    with pytest.raises(InputError, match=rf"^pairs=: row {position} is .*; each row must be"):
        read_pairs(rows)


@pytest.mark.parametrize("chance", [0, -0.1, 1.0001, "often", None, float("nan")])
def test_what_is_no_probability(chance: Any) -> None:
    with pytest.raises(InputError, match=r"above 0 and at most 1 \((?!0.5)"):
        read_pairs([("a", "b", True, 0.5), ("a", "c", True, chance)])


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["left", "right", "match", "label"], "judgements may be in any of the columns match, la"),
        (["left", "right", "probability", "Sampling_Probability"], "probabilities may be in any"),
        (["x", "y", "match", "z"], "which two of the columns x, y, z hold the items of a pair"),
    ],
)
def test_columns_that_cannot_be_told(names: list[str], says: str) -> None:
    frame = pd.DataFrame({name: ["1", "1"] for name in names})
    with pytest.raises(InputError, match=f"^pairs=: .*{says}.*rename"):
        read_pairs(frame)


def test_places_in_a_candidate() -> None:
    """Each pair once, in the order of the rows, whichever item comes first."""
    candidate = dict.fromkeys("abcd", 0)
    for names in product("abcd", repeat=6):
        ends = list(zip(names[::2], names[1::2], strict=True))
        if any(left == right for left, right in ends):
            continue
        found = pairs_in(read_pairs(ends), candidate, Policies())
        first = list({frozenset(pair): i for i, pair in reversed([*enumerate(ends)])}.values())
        assert found.rows.tolist() == sorted(first)
        places = [("abcd".index(ends[i][0]), "abcd".index(ends[i][1])) for i in sorted(first)]
        assert list(zip(found.left.tolist(), found.right.tolist(), strict=True)) == places


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("ids", [[1, 2, 3], ["1", "2", "3"]])
def test_ids_are_text_where_either_side_is_a_text_file(
    typed: bool, ids: list[Any], tmp_path: Path
) -> None:
    """Pairs of a file beside labels in memory, and pairs in memory beside labels of a file."""
    frame = pd.DataFrame({"item": ids, "label": [0, 0, 1]})
    path = tmp_path / "labels.csv"
    frame.to_csv(path, index=False)
    pairs = PairRows([1, 3] if typed else ["1", "3"], [2, 1] if typed else ["2", "1"], None, None)
    for rows, labels in (
        (pairs._replace(is_text=True), dict(zip(ids, [0, 0, 1], strict=True))),
        (pairs, read(path)),
        (pairs, str(path)),
    ):
        found = pairs_in(rows, labels, Policies())
        assert (found.left.tolist(), found.right.tolist()) == ([0, 2], [1, 0])


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([("a", "a"), ("b", "b"), ("a", "b")], r"with themselves \('a', 'b'\); remove"),
        ([("a", "x"), ("y", "b")], r"the candidate does not have \('y'\)"),
        ([("a", "b"), ("b", "y")], r"the candidate does not have \('y'\)"),
        (
            [("a", "b", 1), ("b", "a", 0), ("a", "b", 0)],
            r"non-match \(\('b', 'a'\), \('a', 'b'\)\)",
        ),
        ([("a", "b", 1, 0.5), ("b", "a", 1, 0.6)], r"several probabilities \(\('b', 'a'\)\)"),
    ],
)
def test_pairs_that_are_refused(rows: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        pairs_in(read_pairs(rows), {"a": 0, "b": 0}, Policies())


def test_at_most_three_examples_are_shown() -> None:
    items = [f"i{i}" for i in range(12)]
    candidate = dict.fromkeys(items, 0)
    pairs = list(zip(items[::2], items[1::2], strict=True))
    for rows, says in (
        (
            [(*pair, True) for pair in pairs[:5]] + [(*pair, False) for pair in pairs[:5]],
            r"\(\('i0', 'i1'\), \('i2', 'i3'\), \('i4', 'i5'\) and 2 more\)",
        ),
        ([(item, item) for item in items[:5]], r"\('i0', 'i1', 'i2' and 2 more\)"),
        ([("i0", f"z{i}") for i in range(5)], r"\('z0', 'z1', 'z2' and 2 more\)"),
        ([(*pair, True, 2) for pair in pairs[:5]], r"\(2, 2, 2 and 2 more\)"),
    ):
        with pytest.raises(InputError, match=says):
            pairs_in(read_pairs(rows), candidate, Policies())


def test_policies() -> None:
    rows = read_pairs([("a", "b")])
    with pytest.raises(InputError, match='noise="drop" would leave out items'):
        pairs_in(rows, {"a": 0, "b": -1}, Policies("drop"))
    noise: Any
    for noise in (None, "singletons", "cluster"):
        found = pairs_in(rows, {"a": -1, "b": -1}, Policies(noise))
        assert found.clustering.k == (2 if noise == "singletons" else 1)
