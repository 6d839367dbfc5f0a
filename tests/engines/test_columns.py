"""Which columns are the items and the labels: on both sides of each rule."""

from __future__ import annotations

from typing import Any

import pytest

from partwise.engines.columns import check_names, choose_columns, find_item, has_item_name
from partwise.errors import InputError

TALL = {"layout": "long"}
STACKED = {"layout": "stacked"}
PAIRS = {"layout": "pairs"}


@pytest.mark.parametrize(
    ("columns", "options", "expected"),
    [
        (["id"], {}, ("wide", None, ("id",))),
        (["id", "x"], {}, ("wide", "id", ("x",))),
        (["id", "name"], {}, ("wide", "id", ("name",))),
        (["a", "b"], {"label": "b"}, ("wide", None, ("b",))),
        (["a", "b"], {"label": ("b",), "item": "a"}, ("wide", "a", ("b",))),
        (["id", "label", "cluster"], {}, ("wide", "id", ("label", "cluster"))),
        (["id", "a", "b"], {"otherwise": "wide"}, ("wide", "id", ("a", "b"))),
        (["a", "b"], {"otherwise": "pairs"}, ("pairs", None, ("a", "b"))),
        (["id", "a", "cluster"], {"layout": "wide", "otherwise": "long"},
         ("wide", "id", ("a", "cluster"))),
        (["id", "x"], TALL, ("long", "id", ("x",))),
        (["x"], TALL, ("long", None, ("x",))),
        (["x", "label"], TALL, ("long", None, ("label",))),
        (["id", "x", "y"], {**TALL, "label": "y"}, ("long", "id", ("y",))),
        (["who", "run", "cluster"], {"item": "who"}, ("stacked", "who", ("run", "cluster"))),
        (["id", "cluster", "run"], {}, ("stacked", "id", ("run", "cluster"))),
        (["id", "run", "x"], {}, ("wide", "id", ("run", "x"))),
        (["id", "run", "cluster"], {"label": "cluster"}, ("wide", "id", ("cluster",))),
        (["id", "x", "y"], {**STACKED, "label": "y"}, ("stacked", "id", ("x", "y"))),
        (["id", "x", "y"], {**STACKED, "label": ["y", "x"]}, ("stacked", "id", ("y", "x"))),
        (["id", "run", "x", "group"], STACKED, ("stacked", "id", ("run", "group"))),
        (["left", "right"], {}, ("pairs", None, ("left", "right"))),
        (["left", "right"], {"layout": "wide"}, ("wide", None, ("left", "right"))),
        (["left", "right", "id"], {"item": "id"}, ("wide", "id", ("left", "right"))),
        (["left", "right", "gold"], {"label": "gold"}, ("wide", None, ("gold",))),
        (["a", "b", "c"], {**PAIRS, "label": ["c", "a"]}, ("pairs", None, ("c", "a"))),
        (["id", "left", "right"], PAIRS, ("pairs", None, ("left", "right"))),
        (["Unnamed: 0", "gold", "mine"], {}, ("wide", "Unnamed: 0", ("gold", "mine"))),
        (["gold", "Unnamed: 0"], {"layout": "wide"}, ("wide", None, ("gold", "Unnamed: 0"))),
    ],
)  # fmt: skip
def test_columns_that_are_chosen(
    columns: list[str], options: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    assert choose_columns("x.csv", columns, **options) == expected


@pytest.mark.parametrize(
    ("columns", "options", "says"),
    [
        (["id", "a", "b"], {**TALL, "label": ["a", "b"]}, "one label column, but you named 2"),
        (["id", "label", "group"], TALL, "which column has the labels.*one of label, group with"),
        (["id"], {"item": "id", **TALL}, "which column has the labels"),
        (["id"], {"item": "id"}, "there is no column of labels"),
        (["id"], {"item": "id", "layout": "wide"}, "there is no column of labels"),
        (["id", "run", "model", "group"], STACKED, "columns run, model, group hold the names"),
        (["id", "run", "label", "group"], STACKED, "columns run, label, group hold the names"),
        (["run", "group"], STACKED, "which of the columns run, group has the items"),
        (["a", "b"], {"label": ["a", "b", "a", "b"]}, "column 'a' is named twice"),
        (["id", "run", "group", "z"], {}, "whether group is the label column"),
        (["a", "b", "c"], {**PAIRS, "label": ["a", "b", "c"]}, "pairs need two columns of items"),
        (["a"], PAIRS, "which two of the columns a hold the pairs"),
    ],
)
def test_columns_that_are_not_clear(columns: list[str], options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        choose_columns("x.csv", columns, **options)
    assert caught.value.subject == "x.csv"


@pytest.mark.parametrize(
    ("columns", "options", "part", "is_said"),
    [
        (["x", "y"], {}, 'layout="pairs"', True),
        (["x", "y", "z"], {}, 'layout="pairs"', False),
        (["x", "y"], TALL, "that of the items with item_column=", True),
        (["id", "x", "y"], TALL, "that of the items", False),
    ],
)
def test_only_what_may_help_is_advised(
    columns: list[str], options: dict[str, Any], part: str, is_said: bool
) -> None:
    with pytest.raises(InputError) as caught:
        choose_columns("x.csv", columns, **options)
    assert (part in str(caught.value)) is is_said


@pytest.mark.parametrize(
    ("columns", "item"),
    [(["x"], "x"), (["x", "id"], "id"), (["x", "Key", "id"], "Key"), (["", "x"], "")],
)
def test_the_column_of_a_list_of_items(columns: list[str], item: str) -> None:
    assert find_item("items=", columns) == item


def test_a_list_of_items_in_no_certain_column() -> None:
    with pytest.raises(InputError, match=r"^items=: .* the columns x, y has the items"):
        find_item("items=", ["x", "y"])


@pytest.mark.parametrize(
    ("names", "ignores_case", "says"),
    [
        (["a", "b"], True, None),
        (["a", "A"], False, None),
        (["a", "A"], True, "columns 'a' and 'A' differ only in case"),
        (["A", "b", "A"], True, "two columns are called 'A'"),
        (["A", "b", "A"], False, "two columns are called 'A'"),
        ([], True, None),
    ],
)
def test_names_that_an_engine_cannot_tell_apart(
    names: list[str], ignores_case: bool, says: str | None
) -> None:
    if says is None:
        check_names("x", names, ignores_case=ignores_case)
    else:
        with pytest.raises(InputError, match=f"^x: {says}; rename one of them"):
            check_names("x", names, ignores_case=ignores_case)


def test_names_ignore_case_unless_told() -> None:
    with pytest.raises(InputError, match="differ only in case"):
        check_names("x", ["a", "A"])
    assert (has_item_name(["x", "ID"]), has_item_name(["x", "y"])) == (True, False)
