"""Which columns beside pairs hold scores, and which of them are refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from partwise.engines.pair_scores import scored_pairs_of
from partwise.engines.reading import frame_of
from partwise.engines.scored_pairs import has_scores
from partwise.engines.sources import find_files
from partwise.errors import InputError
from support.label_tables import write_csv


@pytest.mark.usefixtures("by")
@pytest.mark.parametrize(
    ("texts", "are_scores"),
    [
        (["0.5", "1"], True),
        (["1", "2"], False),
        (["+1", "-2"], False),
        (["1", "2."], True),
        (["-.5", "2"], True),
        (["1e3", "2"], True),
        (["1E-3", None], True),
        (["1", None], False),
        (["0.5", "x"], False),
        (["0.5x", "1"], False),
        (["x0.5", "1"], False),
        ([".", "1"], False),
        (["e5", "0.5"], False),
        (["nan", "0.5"], False),
    ],
)
def test_columns_of_text(texts: list[str | None], are_scores: bool, tmp_path: Path) -> None:
    """Numbers of which some are not written as whole ones."""
    path = write_csv({"left": ["a", "b"], "right": ["b", "c"], "x": texts}, tmp_path)
    frame, _, typed = frame_of(path)
    assert not typed
    assert has_scores(frame, "x", typed) is are_scores
    assert has_scores(frame, "left", typed) is False


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize(
    ("values", "are_scores"), [([1.0, 2.0], True), ([1, 2], False), (["0.5", "1.5"], False)]
)
def test_columns_with_a_type(make: Callable[..., Any], values: Any, are_scores: bool) -> None:
    frame, source, typed = frame_of(make({"x": values}))
    assert (source, typed) == ("the frame", True)
    assert has_scores(frame, "x", typed) is are_scores


DISTANCES = [("dist", True), ("Distance", True), ("jaccard_DIST", True), ("similar", False)]


@pytest.mark.parametrize(("name", "is_distance"), DISTANCES)
def test_distances_are_no_scores_unless_they_are_named(name: str, is_distance: bool) -> None:
    frame = pd.DataFrame({"left": ["a", "b"], "right": ["b", "c"], name: [0.5, 1.5]})
    if is_distance:
        says = (
            f"^the frame: the column {name} seems to hold distances.*negated, and name it: score="
        )
        with pytest.raises(InputError, match=says):
            scored_pairs_of(frame)
    found = scored_pairs_of(frame, score=name)
    assert found is not None
    assert found.scores.tolist() == [0.5, 1.5]


WHAT: dict[str, list[str]] = {
    "a spreadsheet; save it as CSV": ["xlsx", "xls", "ods", "XLSX"],
    "a packed file; unpack it": ["bz2", "xz", "zip", "lz4", "7z", "tar", "tgz", "csv.zip"],
    "a NumPy file; load it and pass the array": ["npy", "npz"],
    "a pickle; load it and pass the labels": ["pkl", "pickle", "joblib", "pkl.gz"],
    "a database; pass a relation of its table": ["db", "sqlite", "duckdb"],
    "in an unsupported format": ["orc", "avro", "h5", "hdf5", "mat"],
}


@pytest.mark.parametrize(
    ("suffix", "what"), [(suffix, what) for what, listed in WHAT.items() for suffix in listed]
)
def test_files_of_other_formats_are_refused(suffix: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{suffix}"
    path.write_text("item,label\na,1\n")
    with pytest.raises(InputError, match=rf"x\.{suffix}: this is {what} \(partwise reads CSV, "):
        find_files(path)
