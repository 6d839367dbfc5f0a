"""The items that a partial reference labels, against counts of single items, wherever data are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pytest

from partwise.clusterings import Policies
from partwise.engines.partial_reference import LabelledPart, labelled_part
from partwise.engines.reading import read
from partwise.errors import InputError
from support.libraries import without

Labels = dict[int, str | None]
WHOLE: Labels = dict(enumerate("xxxyyzzzzxwwv"))
PART: Labels = {9: "q", 0: "p", 3: "q", 4: "q", 10: "a", 5: "p", 12: "b"}


def _frame(labels: Labels) -> pd.DataFrame:
    return pd.DataFrame({"id": list(labels), "label": list(labels.values())})


def _csv(labels: Labels, folder: Path) -> str:
    path = folder / f"{len(list(folder.iterdir()))}.csv"
    _frame(labels).to_csv(path, index=False)
    return str(path)


PLACES: dict[str, Callable[[Labels, Path], Any]] = {
    "mapping": lambda labels, _: labels,
    "pandas": lambda labels, _: _frame(labels),
    "polars lazy": lambda labels, _: pl.from_pandas(_frame(labels)).lazy(),
    "csv": _csv,
}
PAIRS = [
    ("mapping", "mapping"), ("pandas", "pandas"), ("polars lazy", "polars lazy"), ("csv", "csv"),
    ("csv", "mapping"), ("mapping", "csv"), ("csv", "pandas"), ("pandas", "csv"),
]  # fmt: skip


def labelled(part: Labels, whole: Labels) -> Counter[tuple[str, int, int, int]]:
    """Cells: the label in the reference, the count, and the sizes of the column, here and whole."""
    cells = Counter((part[item], whole[item]) for item in part if part[item] is not None)
    columns = Counter(column for _, column in cells.elements())
    sizes = Counter(whole.values())
    return Counter(
        (str(row), count, columns[column], sizes[column]) for (row, column), count in cells.items()
    )


def cells_of(found: LabelledPart) -> Counter[tuple[str, int, int, int]]:
    table = found.table
    return Counter(
        (str(table.row_labels[row]), int(count), int(table.column_sizes[column]),
         int(found.sizes[column]))
        for row, column, count in zip(*table.cells, strict=True)
    )  # fmt: skip


@pytest.mark.parametrize("has_duckdb", [True, False])
@pytest.mark.parametrize("places", PAIRS)
def test_the_labelled_items_and_the_whole(
    places: tuple[str, str], has_duckdb: bool, tmp_path: Path
) -> None:
    with nullcontext() if has_duckdb else without("duckdb"):
        found = labelled_part(PLACES[places[0]](PART, tmp_path), PLACES[places[1]](WHOLE, tmp_path))
    assert cells_of(found) == labelled(PART, WHOLE)
    assert found.table.n == len(PART)
    assert dict(found.whole.counted) == Counter(Counter(WHOLE.values()).values())
    assert Counter(found.table.row_sizes.tolist()) == Counter([3, 2, 1, 1])


@pytest.mark.parametrize("places", PAIRS)
def test_items_without_a_label_are_not_in_the_part(places: tuple[str, str], tmp_path: Path) -> None:
    part = PART | {3: None, 11: None}
    found = labelled_part(PLACES[places[0]](part, tmp_path), PLACES[places[1]](WHOLE, tmp_path))
    assert cells_of(found) == labelled(part, WHOLE)
    assert found.table.n == len(PART) - 1


@pytest.mark.parametrize("places", PAIRS)
@pytest.mark.parametrize(
    ("policies", "alone"),
    [
        (Policies("singletons", "x"), "x"),
        (Policies(missing="singletons"), None),
        (Policies("singletons", "none of them"), "none of them"),
    ],
)
def test_items_of_the_whole_may_be_alone(
    places: tuple[str, str], policies: Policies, alone: str | None, tmp_path: Path
) -> None:
    """Noise and items without a label, each of which is a cluster of its own."""
    whole = WHOLE if alone else {item: None if x == "x" else x for item, x in WHOLE.items()}
    apart: Labels = {
        item: f"alone {item}" if label == alone else label for item, label in whole.items()
    }
    found = labelled_part(
        PLACES[places[0]](PART, tmp_path), PLACES[places[1]](whole, tmp_path), policies
    )
    assert cells_of(found) == labelled(PART, apart)
    assert dict(found.whole.counted) == Counter(Counter(apart.values()).values())


@pytest.mark.parametrize("places", PAIRS)
@pytest.mark.parametrize(("lacking", "says"), [([9], "1 labelled item"), ([0, 5], "2 labelled it")])
def test_the_whole_has_every_labelled_item(
    places: tuple[str, str], lacking: list[int], says: str, tmp_path: Path
) -> None:
    whole = {item: label for item, label in WHOLE.items() if item not in lacking}
    sources = PLACES[places[0]](PART, tmp_path), PLACES[places[1]](whole, tmp_path)
    with pytest.raises(InputError, match=rf"the candidate lacks {says}.*must cluster all items"):
        labelled_part(*sources)
    without_label = PART | dict.fromkeys(lacking)
    sources = PLACES[places[0]](without_label, tmp_path), PLACES[places[1]](whole, tmp_path)
    assert labelled_part(*sources).table.n == len(PART) - len(lacking)


@pytest.mark.parametrize("places", PAIRS)
def test_noise_cannot_be_dropped(places: tuple[str, str], tmp_path: Path) -> None:
    sources = PLACES[places[0]](PART, tmp_path), PLACES[places[1]](WHOLE, tmp_path)
    with pytest.raises(InputError, match=r'^noise="drop" would leave .* use noise="singletons"$'):
        labelled_part(*sources, Policies("drop"))


@pytest.mark.parametrize("reverse", [False, True])
def test_rows_are_in_one_order_for_every_candidate(reverse: bool) -> None:
    """In a query they come in any order."""
    connection = duckdb.connect()
    order = sorted(PART, reverse=reverse)
    part, whole = (
        connection.from_df(_frame(labels)) for labels in ({i: PART[i] for i in order}, WHOLE)
    )
    table = labelled_part(part, whole).table
    assert list(table.row_labels) == ["a", "b", "p", "q"]
    assert table.row_sizes.tolist() == [1, 1, 2, 3]
    places = list(zip(*(axis.tolist() for axis in table.cells[:2]), strict=True))
    assert places == sorted(places)


@pytest.mark.parametrize("library", ["pandas", "polars lazy", "csv"])
def test_both_in_columns_of_one_frame(library: str, tmp_path: Path) -> None:
    """Items without a label there are alone in the whole, and unlabelled in the part."""
    part = dict.fromkeys(WHOLE) | PART
    whole = {item: None if label == "x" else label for item, label in WHOLE.items()}
    frame = pd.DataFrame({"id": list(WHOLE), "part": [part[i] for i in WHOLE]})
    frame["whole"] = list(whole.values())
    frame.to_csv(tmp_path / "both.csv", index=False)
    sources = {"pandas": frame, "polars lazy": pl.from_pandas(frame).lazy()}
    labels = read(sources.get(library, tmp_path / "both.csv"))
    found = labelled_part(labels["part"], labels["whole"], Policies(missing="singletons"))
    apart: Labels = {item: label or f"alone {item}" for item, label in whole.items()}
    assert cells_of(found) == labelled(PART, apart)
    assert dict(found.whole.counted) == Counter(Counter(apart.values()).values())
