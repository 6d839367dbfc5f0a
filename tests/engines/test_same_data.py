"""What is the reference itself, and what merely has equal labels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from partwise.engines.reading import read
from partwise.engines.same_data import same_as_reference
from partwise.errors import InputError

TABLE = np.arange(12).reshape(6, 2) % 3
COLUMN = TABLE[:, 0]
FRAME = pd.DataFrame({"a": [1, 1, 2], "b": [1, 2, 2]}, index=list("xyz"))
ARROW = pa.table({"id": [1, 2, 3], "a": [1, None, 2], "b": [1, None, 2]})
PAIRS = pa.table({"left": [1], "right": [2]})


def are_same(one: Any, other: Any) -> bool:
    return same_as_reference(one, {"other": other, "one more": object()}) == ("other",)


SAME: dict[str, Callable[[], tuple[Any, Any]]] = {
    "array": lambda: (TABLE, TABLE),
    "view": lambda: (COLUMN, TABLE[:, 0]),
    "series": lambda: (FRAME["a"], FRAME["a"]),
    "series with an equal index": lambda: (FRAME["a"], FRAME["a"].set_axis(list("xyz"))),
    "column of Arrow": lambda: (ARROW["a"], ARROW["a"]),
    "part of a column of Arrow": lambda: (ARROW["a"].slice(1), ARROW["a"].slice(1)),
    "columns": lambda: (read(ARROW)["a"], read(ARROW)["a"]),
}
OTHERS: dict[str, Callable[[], tuple[Any, Any]]] = {
    "lists": lambda: ([0, 1], [0, 1]),
    "list and tuple": lambda: ([0, 1], (0, 1)),
    "array and list": lambda: (COLUMN, COLUMN.tolist()),
    "copied array": lambda: (COLUMN, COLUMN.copy()),
    "another column": lambda: (TABLE[:, 0], TABLE[:, 1]),
    "longer array": lambda: (TABLE[:3, 0], TABLE[:, 0]),
    "every second item": lambda: (TABLE[:3, 0], TABLE[::2, 0]),
    "same bytes of another type": lambda: (COLUMN, COLUMN.view("u8")),
    "nothing": lambda: (COLUMN[:0], COLUMN[:0]),
    "another series": lambda: (FRAME["a"], FRAME["b"]),
    "copied series": lambda: (FRAME["a"], FRAME["a"].copy(deep=True)),
    "another index": lambda: (FRAME["a"], FRAME["a"].set_axis(list("zyx"))),
    "another column of Arrow": lambda: (ARROW["a"], ARROW["b"]),
    "part of a column": lambda: (ARROW["a"], ARROW["a"].slice(1)),
    "parts of equal length": lambda: (ARROW["a"].slice(1), ARROW["a"].slice(0, 2)),
    "empty columns of Arrow": lambda: (
        pa.chunked_array([], pa.int64()),
        pa.chunked_array([], pa.int64()),
    ),
    "another of the columns": lambda: (read(ARROW)["a"], read(ARROW)["b"]),
    "columns by other items": lambda: (
        read(ARROW, label_column="a")["a"],
        read(ARROW, label_column="a", item_column="b")["a"],
    ),
    "columns of an equal frame": lambda: (
        read(ARROW)["a"],
        read(pa.table(ARROW.to_pydict()))["a"],
    ),
    "pairs": lambda: (read(PAIRS), read(PAIRS)),
}


@pytest.mark.parametrize("case", SAME)
def test_the_same_data(case: str) -> None:
    assert are_same(*SAME[case]())


@pytest.mark.parametrize("case", OTHERS)
def test_equal_labels_are_other_data(case: str) -> None:
    assert not are_same(*OTHERS[case]())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "gold.csv"
    path.write_text("item,label\na,1\nb,2\n")
    return path


def test_one_file_by_several_names(file: Path) -> None:
    link = file.with_name("link.csv")
    link.symlink_to(file)
    copied = file.with_name("copied.csv")
    copied.write_bytes(file.read_bytes())
    assert are_same(read(file), read(str(file)))
    assert are_same(read(file), read(link))
    assert not are_same(read(file), read(copied))


def test_a_file_that_is_gone_and_several_files_are_not_known(file: Path) -> None:
    one, other = read(file), read(file)
    file.rename(file.with_name("other.csv"))
    assert not are_same(one, other)
    parts = [str(file.with_name("other.csv"))] * 2
    assert not are_same(read(parts), read(parts))


def test_pairs_of_one_file_may_be_about_different_items(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("left,right\na,b\n")
    assert not are_same(read(path), read(path, items=["a", "b", "c"]))


def test_nothing_is_left_to_compare() -> None:
    gold = [0, 1]
    with pytest.raises(InputError, match=r"no candidate besides the reference itself \('a', 'b'\)"):
        same_as_reference(gold, {"a": gold, "b": gold})
