"""What may be named when labels are read, and what is said where it cannot apply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from partwise.engines.pair_scores import scored_pairs_of
from partwise.engines.reading import columns_in, read, read_as
from partwise.engines.sources import find_files
from partwise.errors import InputError
from support.label_tables import write_csv

ITEMS = {"id": ["a", "b"], "gold": ["1", "1"], "mine": ["1", "2"]}


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize("layout", [None, "wide", "long", "stacked", "pairs"])
def test_items_are_of_pairs(layout: Any, tmp_path: Path) -> None:
    path = write_csv({"left": ["a"], "right": ["b"]}, tmp_path)
    if layout in (None, "pairs"):
        found = read(path, layout=layout, items=["a", "b", "c"])
        assert found.to_clustering().sizes.tolist() == [2, 1]
        return
    says = rf'^items= applies only to layout="pairs", not to layout="{layout}"$'
    with pytest.raises(InputError, match=says):
        read(path, layout=layout, items=["a", "b", "c"])


@pytest.mark.usefixtures("by")
def test_items_of_what_turns_out_to_be_no_pairs(tmp_path: Path) -> None:
    path = write_csv(ITEMS, tmp_path)
    says = r't\.csv: items= applies only to pairs; pass layout="pairs" if each row is a pair'
    with pytest.raises(InputError, match=says):
        read(path, items=["a", "b", "c"])


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize(
    ("named", "is_refused"),
    [
        ({}, False),
        ({"layout": "long"}, False),
        ({"layout": "wide"}, True),
        ({"layout": "pairs"}, True),
        ({"label_column": "label"}, True),
        ({"item_column": "label"}, True),
    ],
)
def test_lines_have_no_columns_to_name(
    named: dict[str, Any], is_refused: bool, tmp_path: Path
) -> None:
    path = tmp_path / "x.txt"
    path.write_text("a\nb\na\n")
    if is_refused:
        with pytest.raises(InputError, match=r"x\.txt: this file has one label per line, so there"):
            read(path, **named)
        return
    labels = read(path, **named)
    assert labels.to_clustering().sizes.tolist() == [2, 1]
    assert labels.sniffed is None


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize(
    ("name", "text", "is_told"),
    [
        ("x.csv", "id,label\na,1\n", False),
        ("x.txt", "a\nb\n", False),
        ("x.labels", "a\nb\n", True),
        ("x.txt", "id,label\na,1\nb,1\n", True),
        ("x", "id\tlabel\na\t1\nb\t1\n", True),
    ],
)
def test_how_a_file_was_understood_is_told_unless_its_name_says_so(
    name: str, text: str, is_told: bool, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    assert (read(tmp_path / name).sniffed is not None) is is_told


@pytest.mark.usefixtures("by")
def test_a_column_besides_has_no_labels(tmp_path: Path) -> None:
    path = write_csv(ITEMS, tmp_path)
    assert read_as(path, "wide").columns == ("gold", "mine")
    assert read_as(path, "wide", besides="gold").columns == ("mine",)
    assert columns_in(find_files(path)) == ["id", "gold", "mine"]
    with pytest.raises(InputError, match="there is no column 'weight'"):
        read_as(path, "wide", besides="weight")


def test_bytes_on_disk_are_those_of_files_alone(tmp_path: Path) -> None:
    path = write_csv(ITEMS, tmp_path)
    assert read(path).bytes_on_disk == path.stat().st_size
    assert read([path, path]).bytes_on_disk == 2 * path.stat().st_size
    assert read(pa.table(ITEMS)).bytes_on_disk is None


@pytest.mark.parametrize("values", [[0.5, 1.0], [0.5, float("nan")], ["0.5", "1"]])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_three_columns_of_which_one_has_fractions_may_be_pairs(
    place: int, values: list[Any]
) -> None:
    """Their names are unusual, so they are to be named."""
    names = ["x", "y", "z"]
    columns: dict[str, list[Any]] = {name: ["a", "b"] for name in names} | {names[place]: values}
    first, second = (name for name in names if name != names[place])
    says = (
        f"^the frame: column '{names[place]}' has numbers that are not whole.*"
        f'left="{first}", right="{second}", score="{names[place]}"'
    )
    with pytest.raises(InputError, match=says):
        scored_pairs_of(pd.DataFrame(columns))


@pytest.mark.parametrize(
    "columns",
    [
        {"x": ["a"], "y": ["b"], "z": [1.0]},
        {"x": ["a"], "y": [0.5], "z": [0.5]},
        {"x": ["a"], "y": [0.5]},
        {"x": ["a"], "y": ["b"], "z": [0.5], "more": ["c"]},
        {"x": ["a"], "y": ["b"], "z": [float("inf")]},
        {"x": ["a"], "y": ["b"], "z": ["c"]},
    ],
    ids=str,
)
def test_other_columns_may_be_labels(columns: dict[str, list[Any]]) -> None:
    assert scored_pairs_of(pd.DataFrame(columns)) is None
