"""DataProblem is found inside every engine, and told with counts and examples."""

from __future__ import annotations

from typing import Any

import pytest

import partwise as pw
from every_engine.cases import Frame, cells_of, joined_two, joined_wide, labels_of
from every_engine.engines import Engine
from partwise.base.errors import AlignmentError, InputError, MissingLabelError
from partwise.clusterings import Policies
from partwise.engines.data_problems import DataProblem
from partwise.engines.engine_tables import engine_table
from partwise.engines.item_join import JoinedItems, join


def _told(joined: JoinedItems, kind: str) -> DataProblem:
    found = [each for each in joined.problems if each.kind == kind]
    assert len(found) == 1
    return found[0]


def test_missing_labels(frame: Frame) -> None:
    columns = {"id": list("vwxyz"), "a": [1, None, None, None, None], "b": [1, 1, 1, 1, 1]}
    with pytest.raises(
        MissingLabelError,
        match=r"a: 4 of 5 labels are missing \(items 'w', 'x', 'y' and 1 more\); pass missing=",
    ):
        joined_wide(frame, columns, "id")
    found = _told(joined_wide(frame, columns, "id", missing="drop"), "missing labels")
    assert (found.source, found.count, found.examples) == ("a", 4, ("w", "x", "y"))


def test_missing_labels_of_items_without_ids(frame: Frame, engine: Engine) -> None:
    shown = "" if engine.lazy else r" \(rows 1, 2\)"
    with pytest.raises(MissingLabelError, match=rf"a: 2 of 3 labels are missing{shown}; pass"):
        joined_wide(frame, {"a": ["x", None, None], "b": [1, 1, 1]})


def test_missing_ids(frame: Frame) -> None:
    columns = {"id": ["v", None, None], "a": [1, 1, 1], "b": [1, 1, 1]}
    for missing in ("raise", "drop", "singletons"):
        with pytest.raises(InputError, match="2 of 3 item ids in column 'id' are missing"):
            joined_wide(frame, columns, "id", missing=missing)


def test_duplicates_with_the_same_labels_count_once(frame: Frame) -> None:
    ids = [2**53 + i for i in (1, 2, 1, 3, 1, 3)]
    columns = {"id": ids, "a": list("pqprpr"), "b": [5, 6, 5, -1, 5, -1]}
    joined = joined_wide(frame, columns, "id")
    assert joined.n == 3
    found = _told(joined, "duplicates")
    assert (found.count, found.examples) == (3, (2**53 + 1, 2**53 + 3))
    side = joined.sides["b"]
    assert (side.given, side.items, side.noise, side.duplicates) == (6, 3, 1, 3)
    expected = pw.contingency(list("pqr"), [5, 6, -1])
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(expected)


def test_duplicates_in_one_of_two_frames(frame: Frame) -> None:
    left = frame({"id": list("xyx"), "a": [1, 2, 1]})
    right = frame({"id": list("xy"), "b": [3, 3]})
    joined = join({"a": labels_of(left, "a", item="id"), "b": labels_of(right, "b", item="id")})
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(pw.contingency([1, 2], [3, 3]))
    joined.forget()


@pytest.mark.parametrize("other", ["q", None])
def test_conflicting_labels(frame: Frame, other: Any) -> None:
    columns = {"id": [7, 8, 7, 9, 9], "a": ["p", "p", other, "r", "r"], "b": [1, 1, 1, 1, 1]}
    with pytest.raises(InputError, match=r"1 item has more than one label: 7 has .*'p'") as raised:
        joined_wide(frame, columns, "id", missing="drop")
    assert repr(other) in str(raised.value)


def test_items_of_one_side(frame: Frame) -> None:
    a, b = dict.fromkeys(range(8), 1), dict.fromkeys(range(6, 10), 1)
    with pytest.raises(
        AlignmentError,
        match=r"left lacks 2 items that others have \(8, 9\) and right lacks 6 items that others "
        r"have \(0, 1, 2 and 3 more\); pass missing=",
    ):
        joined_two(frame, a, b)
    for missing in ("drop", "singletons"):
        joined = joined_two(frame, a, b, missing=missing)
        found = {each.source: (each.count, each.examples) for each in joined.problems}
        assert found == {"left": (2, (8, 9)), "right": (6, (0, 1, 2))}
        joined.forget()


def test_nothing_in_common(frame: Frame) -> None:
    with pytest.raises(AlignmentError, match=r"no items are left .*: gold 1, mine 2\)"):
        joined_two(frame, {"a": 1}, {"b": 1, "c": 1}, missing="drop")


def test_noise_is_counted(frame: Frame) -> None:
    joined = joined_wide(frame, {"a": [-1, -1, 3], "b": ["x", "-1", "y"]})
    found = {each.source: (each.kind, each.count) for each in joined.problems}
    assert found == {"a": ("noise", 2), "b": ("noise", 1)}


@pytest.mark.parametrize("value", [1.5, float("inf")])
def test_labels_that_are_not_whole(frame: Frame, value: float) -> None:
    columns = {"a": [1.0, value, None], "b": [1, 1, 1]}
    with pytest.raises(InputError, match=rf"a: 1 label is not a whole number \({value}\)"):
        joined_wide(frame, columns, missing="drop")


def test_nan_is_missing(frame: Frame) -> None:
    columns = {"a": [1.0, float("nan"), 1.0], "b": [1, 1, 2]}
    joined = joined_wide(frame, columns, missing="singletons")
    expected = pw.contingency(*columns.values(), missing="singletons")
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(expected)


def test_ids_of_different_types(frame: Frame) -> None:
    left = frame({"id": [1, 2, 10], "a": [1, 1, 2]})
    right = frame({"id": ["10", "2", "1"], "b": [5, 6, 6]})
    one = labels_of(left, "a", item="id", source="left")
    two = labels_of(right, "b", item="id", source="right")
    with pytest.raises(InputError, match=r"integers in left', 'text in right'; cast them"):
        join({"a": one, "b": two})
    two = labels_of(right, "b", item="id", source="right", typed=False)
    joined = join({"a": one, "b": two})
    expected = pw.contingency([1, 1, 2], [6, 6, 5])
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(expected)
    joined.forget()


def test_whole_floats_are_ids_as_integers_are(frame: Frame) -> None:
    left = labels_of(frame({"id": [1, 2], "a": [1, 2]}), "a", item="id")
    right = labels_of(frame({"id": [2.0, 1.0], "b": [3, 4]}), "b", item="id")
    joined = join({"a": left, "b": right})
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(pw.contingency([1, 2], [4, 3]))
    joined.forget()


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([1.0, None, 3.0], "1 of 3 item ids in column 'key' are missing"),
        ([1.0, float("nan"), 3.0], "1 of 3 item ids in column 'key' are missing"),
        ([1.0, 2.5, 3.0], "item id 2.5 is not a whole number"),
        ([1.0, float("inf"), 3.0], "item id inf is not a whole number"),
        ([1.0, 2.0**63, 3.0], "item id 9.2.*18 is too large for an integer of 64 bits"),
        ([1.0, -1e300, 3.0], r"item id -1e\+300 is too large"),
    ],
)
def test_float_ids_beside_integers(frame: Frame, ids: list[Any], message: str) -> None:
    left = labels_of(frame({"id": [1, 2, 3], "a": [1, 1, 2]}), "a", item="id")
    right = labels_of(frame({"key": ids, "b": [1, 1, 2]}), "b", item="key")
    with pytest.raises(InputError, match=message):
        join({"a": left, "b": right}, Policies(missing="drop"))


def test_float_ids_beside_large_integers(frame: Frame, engine: Engine) -> None:
    if not engine.unsigned:
        pytest.skip("it has no unsigned integers of 64 bits")
    left = labels_of(frame({"id": [2**63 + 5, 1], "a": [1, 2]}), "a", item="id")
    right = labels_of(frame({"id": [1.0, 2.0], "b": [3, 4]}), "b", item="id")
    joined = join({"a": left, "b": right}, Policies(missing="drop"))
    assert cells_of(engine_table(joined, "a", "b")) == cells_of(pw.contingency([2], [3]))
    joined.forget()


def test_columns_that_are_not_there(frame: Frame) -> None:
    with pytest.raises(InputError, match="there is no column 'z', only 'a' and 'b'"):
        join({"z": labels_of(frame({"a": [1], "b": [1]}), "z")})
