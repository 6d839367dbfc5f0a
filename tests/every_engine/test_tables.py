"""The same tables from every engine."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import partwise as pw
from every_engine.cases import (
    Frame,
    brute_force,
    cells_of,
    joined_two,
    joined_wide,
    labels_of,
    pairs_of,
    same_as_memory,
    same_summary,
)
from every_engine.engines import Engine
from partwise.base.errors import AlignmentError, InputError
from partwise.engines.engine_tables import engine_sizes, engine_table, engine_triples
from partwise.engines.fetch import fetch
from partwise.engines.item_join import join
from partwise.tables import three_way

BIG = 2**53
VALUES: dict[str, list[Any]] = {
    "integers": [3, 1, 3, 2, 1, 3],
    "beyond 2^53": [BIG, BIG + 1, BIG + 2, BIG + 1, BIG, 2**63 - 1],
    "text": ["x", "y", "x", "", "y", "None"],
    "unicode": ["é", "e\u0301", "猫", "猫", "🙂", "é"],
    "quotes": ["a'b", 'a"b', "a;b", "a\\b", "a\nb", "a'b"],
    "booleans": [True, False, True, True, False, False],
    "dates": [date(2020, 1, d) for d in (1, 2, 1, 3, 2, 1)],
    "floats": [1.0, 2.0, 1.0, -0.0, 0.0, 2.0],
}
OTHER = [0, 0, 1, 1, 1, 0]


def test_labels_of_any_kind(frame: Frame) -> None:
    joined = joined_wide(frame, {**VALUES, "other": OTHER})
    for kind, a in VALUES.items():
        table = engine_table(joined, kind, "other")
        counts = {(row, column): n for (_, row), (_, column), n in cells_of(table)}
        assert counts == brute_force([int(x) if kind == "floats" else x for x in a], OTHER)
        assert cells_of(table) == cells_of(pw.contingency(a, OTHER))


def test_nulls_among_labels_of_any_kind(frame: Frame) -> None:
    columns = {kind: [*a, None, None] for kind, a in VALUES.items()}
    other = [*OTHER, 1, None]
    joined = joined_wide(frame, {**columns, "other": other}, missing="singletons")
    for kind, a in columns.items():
        expected = pw.contingency(a, other, missing="singletons")
        assert cells_of(engine_table(joined, kind, "other")) == cells_of(expected)
    same_summary(
        engine_table(joined, "text", "floats", most_cells=0),
        pw.contingency(columns["text"], columns["floats"], missing="singletons"),
    )


@pytest.mark.parametrize("kind", ["beyond 2^53", "unicode"])
def test_item_ids_of_any_kind(frame: Frame, kind: str) -> None:
    ids = list(dict.fromkeys(VALUES[kind]))
    a = {item: i % 2 for i, item in enumerate(ids)}
    b = {item: 2**60 + i % 3 for i, item in enumerate(ids[1:])}
    same_as_memory(joined_two(frame, a, b, missing="drop"), a, b, missing="drop")
    joined = joined_two(frame, a, b, missing="singletons")
    expected = pw.contingency(a, b, missing="singletons")
    assert cells_of(engine_table(joined, "gold", "mine")) == cells_of(expected)
    joined.forget()


def test_unsigned_labels(frame: Frame, engine: Engine) -> None:
    if not engine.unsigned:
        pytest.skip("has no unsigned integers")
    a = [2**64 - 1, 2**63, 2**64 - 1, 0]
    joined = joined_wide(frame, {"a": a, "b": [1, 1, 2, 2]}, noise="drop")
    assert joined.n == 4
    same_as_memory(joined, a, [1, 1, 2, 2])


def test_many_columns_and_all_pairs_of_them(frame: Frame) -> None:
    columns = {"r": [1, 1, 2, 2, 3], "x": list("aabbb"), "y": [True, False, True, True, True]}
    joined = joined_wide(frame, columns)
    for first in columns:
        for second in columns:
            if first != second or first == "r":
                table = engine_table(joined, first, second)
                expected = pw.contingency(columns[first], columns[second])
                assert cells_of(table) == cells_of(expected)
    assert pairs_of(engine_sizes(joined, "x")) == {2: 1, 3: 1}


def test_sizes_count_each_null_as_a_cluster(frame: Frame) -> None:
    joined = joined_wide(frame, {"a": [1, 1, None, None, 2]}, missing="singletons")
    assert pairs_of(engine_sizes(joined, "a")) == {1: 3, 2: 1}


NAMES = ['"; DROP TABLE x; --', "a.b", "c0", "len", "i", "count", "a b", "`", "'", "é", "%s", "a"]


def test_names_are_data(frame: Frame) -> None:
    columns = {name: [i % 3, i % 2, 7, i] for i, name in enumerate(NAMES)}
    joined = joined_wide(frame, {**columns, "item; --": list("pqrs")}, "item; --")
    assert joined.names == tuple(NAMES)
    for first, second in pairwise(NAMES):
        table = engine_table(joined, first, second)
        assert cells_of(table) == cells_of(pw.contingency(columns[first], columns[second]))


@pytest.mark.parametrize("name", ['"; DROP TABLE x; --', "a.b", "i"])
def test_names_are_data_in_joins(frame: Frame, name: str) -> None:
    a, b, other = [1, 1, 2], ["x", "y", "y"], f"{name}2"
    left, right = frame({name: a, other: [1, 2, 3]}), frame({other: b, name: [1, 2, 3]})
    joined = join(
        {name: labels_of(left, name, item=other), "; --": labels_of(right, other, item=name)}
    )
    assert cells_of(engine_table(joined, name, "; --")) == cells_of(pw.contingency(a, b))
    joined.forget()


def test_an_empty_name(frame: Frame, engine: Engine) -> None:
    if engine.key in {"duckdb", "ibis"}:
        pytest.skip("has no columns without a name")
    same_as_memory(joined_wide(frame, {"": [1, 1, 2], "b": [1, 2, 2]}), [1, 1, 2], [1, 2, 2])


def test_empty_frames(frame: Frame) -> None:
    same_as_memory(joined_wide(frame, {"a": [], "b": []}), [], [])
    same_as_memory(joined_wide(frame, {"a": [], "b": [], "i": []}, "i"), [], [])
    for missing in ("raise", "drop", "singletons"):
        joined = joined_two(frame, {}, {}, missing=missing)
        assert joined.n == 0
        assert not cells_of(engine_table(joined, "gold", "mine"))


def test_one_empty_frame(frame: Frame) -> None:
    a = {"x": 1, "y": 1}
    same_as_memory(joined_two(frame, a, {}, missing="singletons"), a, {}, missing="singletons")
    with pytest.raises(AlignmentError, match=r"right lacks 2 items that others have \('x', 'y'\)"):
        joined_two(frame, a, {})
    with pytest.raises(AlignmentError, match="no items are left to compare"):
        joined_two(frame, a, {}, missing="drop")


def test_frames_without_ids(frame: Frame, engine: Engine) -> None:
    a, b = [1, 1, 2, 3], ["x", "y", "y", "y"]
    given = {
        "a": labels_of(frame({"l": a}), "l", source="one"),
        "b": labels_of(frame({"l": b}), "l", source="two"),
    }
    if engine.lazy:
        with pytest.raises(InputError, match=r"one and two have no fixed order.* item_column="):
            join(given)
        return
    same_as_memory(join(given), a, b)
    given["b"] = labels_of(frame({"l": b[1:]}), "l", source="two")
    with pytest.raises(AlignmentError, match="one has 4 rows and two has 3"):
        join(given)


def test_columns_of_a_frame_that_is_read_twice_need_no_ids(frame: Frame) -> None:
    """Rows of a query have no order, but its columns come from the same rows."""
    a, b = [1, 1, 2, 2], [1, 2, 2, 2]
    native = frame({"a": a, "b": b})
    one, other = (pw.read(native, layout="wide") for _ in range(2))
    assert cells_of(pw.contingency(one["a"], other["b"])) == cells_of(pw.contingency(a, b))


def test_triples_are_those_of_memory(frame: Frame) -> None:
    rng = np.random.default_rng(3)
    columns = {name: rng.integers(0, k, 60).tolist() for name, k in (("r", 4), ("x", 5), ("y", 3))}
    joined = joined_wide(frame, columns)
    found = engine_triples(joined, "r", "x", "y")
    expected = three_way(*(np.array(column) for column in columns.values()))
    assert _as_counts(found) == _triples(expected)


def test_triples_with_lone_items(frame: Frame) -> None:
    columns = {
        "r": [1, 1, None, None, 2, 2, 2],
        "x": [1, None, None, 1, 1, 1, 2],
        "y": [3, 3, 3, None, 4, 4, 4],
    }
    joined = joined_wide(frame, columns, missing="singletons")
    alone = [
        np.array([-i - 1 if value is None else value for i, value in enumerate(column)])
        for column in columns.values()
    ]
    assert _as_counts(engine_triples(joined, "r", "x", "y")) == _triples(three_way(*alone))


def _as_counts(found: Any) -> dict[tuple[int, ...], int]:
    items, *sizes, both = (array.tolist() for array in found)
    assert len(set(zip(*sizes, both, strict=True))) == len(items)
    counts: Counter[tuple[int, ...]] = Counter()
    for alike, count in zip(zip(*sizes, strict=True), items, strict=True):
        counts[alike] += count
    return counts


def _triples(found: Any) -> dict[tuple[int, ...], int]:
    sums: dict[tuple[int, ...], int] = {}
    for place, items in enumerate(found.counts.tolist()):
        key: list[int] = []
        for side, (table, cells) in enumerate(zip(found.tables, found.cells, strict=True)):
            row, column = (int(table.cells[axis][cells[place]]) for axis in (0, 1))
            key.append(int(table.cells.counts[cells[place]]))
            key += [int(table.row_sizes[row])] if side == 0 else []
            key.append(int(table.column_sizes[column]))
        sums[tuple(key)] = sums.get(tuple(key), 0) + items
    return sums


def test_fetch_brings_clusterings(frame: Frame) -> None:
    a, b = {"p": 1, "q": 1, "r": 2}, {"r": "x", "q": "x", "s": "x"}
    joined = joined_two(frame, a, b, missing="singletons", items=True)
    found = fetch(joined, items=True)
    assert set(found["gold"].items) == {"p", "q", "r", "s"}
    assert cells_of(pw.contingency(found["gold"], found["mine"])) == cells_of(
        pw.contingency(a, b, missing="singletons")
    )
    nameless = fetch(joined)
    assert cells_of(pw.contingency(nameless["gold"], nameless["mine"])) == cells_of(
        pw.contingency(a, b, missing="singletons")
    )
    joined.forget()
