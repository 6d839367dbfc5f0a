"""What users pass as frames: index, names, mixtures, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.engines.inputs import are_many, name_of, own_name
from support.commands import as_json, ran, refused

GOLD = {"a": 1, "b": 1, "c": 2, "d": 2, "e": 3}
FOUND = {"e": 7, "d": 8, "c": 7, "b": 9, "a": 9}
EXPECTED = float(pw.score(GOLD, FOUND, "CC"))


def _frame(labels: dict[str, int], name: str = "label") -> pd.DataFrame:
    return pd.DataFrame({"id": list(labels), name: list(labels.values())})


def test_the_index_of_a_pandas_frame_names_its_items() -> None:
    gold, found = (_frame(labels).set_index("id") for labels in (GOLD, FOUND))
    assert pw.score(gold, found, "CC") == EXPECTED
    assert pw.score(gold["label"], found["label"], "CC") == EXPECTED
    filtered = pd.DataFrame({"label": [1, 9, 1, 2]})
    filtered = filtered[filtered["label"] < 5]
    assert pw.read(filtered).to_clustering().items == (0, 2, 3)


@pytest.mark.parametrize("columns", [[0, 1], pd.MultiIndex.from_tuples([("x", 1), ("x", 2)])])
def test_names_of_columns_need_not_be_text(columns: Any) -> None:
    frame = pd.DataFrame([[1, 1], [1, 2], [2, 2]], columns=columns)
    found = pw.compare([1, 1, 2], frame, ["CC"])
    assert found.names == tuple(columns)


def test_a_file_and_a_frame_are_joined(tmp_path: Path) -> None:
    path = tmp_path / "gold.parquet"
    _frame(GOLD).to_parquet(path)
    for frame in (
        _frame(FOUND),
        pl.from_pandas(_frame(FOUND)),
        pa.Table.from_pandas(_frame(FOUND)),
    ):
        assert pw.score(pw.read(path), frame, "CC") == EXPECTED
    pairs = pd.DataFrame({"left": ["a", "c"], "right": ["b", "d"]})
    matched = pw.read(pairs, layout="pairs", items=list(GOLD))
    assert pw.score(_frame(GOLD), matched, "CC") == 1


def test_relations_of_different_connections_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "gold.parquet"
    _frame(GOLD).to_parquet(path)
    with pytest.raises(pw.errors.InputError, match="different DuckDB connections"):
        pw.score(pw.read(path), duckdb.from_df(_frame(FOUND)), "CC")


@pytest.mark.parametrize("wrong", [None, "x", -1, 0.5, True])
def test_max_cells_is_a_number(wrong: Any) -> None:
    frame = _frame(GOLD).assign(other=1)
    with pytest.raises(pw.errors.InputError, match="max_cells= must be a whole number"):
        pw.compare("label", frame, max_cells=wrong)
    with pytest.raises(pw.errors.InputError, match="max_cells= must be a whole number"):
        pw.contingency("label", frame, max_cells=wrong)


def test_a_table_is_of_two_columns() -> None:
    frame = _frame(GOLD, "gold").assign(mine=[1, 1, 1, 2, 2])
    table = pw.contingency("gold", frame)
    assert table == pw.contingency(list(GOLD.values()), [1, 1, 1, 2, 2])
    with pytest.raises(pw.errors.InputError, match=r"besides the reference: mine, more"):
        pw.contingency("gold", frame.assign(more=0))


def test_messages_say_which_frame_is_meant() -> None:
    gold, found = _frame(GOLD), _frame(FOUND)
    with pytest.raises(pw.errors.AlignmentError, match="the frame of the candidate lacks 2 items"):
        pw.score(gold, found[:3], "CC")
    with pytest.raises(
        pw.errors.MissingLabelError, match=r"^the candidate \(column 'label'\): 2 of 5"
    ):
        pw.score(gold, found.astype({"label": "Int64"}).replace({"label": {7: pd.NA}})[:], "CC")


def test_items_are_a_list_too() -> None:
    pairs = pa.table({"left": [1], "right": [2]})
    for items in ([1, 2, 3], range(1, 4), np.arange(1, 4), pd.Series([1, 2, 3])):
        found = pw.read(pairs, layout="pairs", items=items).to_clustering()
        assert sorted(found.sizes.tolist()) == [1, 2]


def test_score_reports_coverage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, found = tmp_path / "gold.csv", tmp_path / "found.csv"
    _frame(GOLD).to_csv(gold, index=False)
    _frame({**FOUND, "z": 5}).to_csv(found, index=False)
    files = ("score", str(gold), str(found), "--index", "CC")
    refused(ran(capsys, *files), 1, "gold.csv lacks 1 item", "'z'", "--missing drop")
    text = ran(capsys, *files, "--missing", "drop").out
    assert "the candidate: 1 of 6 items is not compared" in text
    told = as_json(ran(capsys, *files, "--missing", "drop", "--format", "json"))
    assert told["coverage"]["candidates"]["the candidate"]["dropped"] == 1
    assert told["scores"]["correlation"] == EXPECTED


def test_ids_of_two_types_are_refused_in_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = pd.DataFrame({"id": [1, 2, 3], "label": [1, 1, 2]})
    numbers.to_parquet(tmp_path / "a.parquet")
    numbers.astype({"id": str}).to_parquet(tmp_path / "b.parquet")
    numbers.to_csv(tmp_path / "c.csv", index=False)
    a, b, c = (str(tmp_path / name) for name in ("a.parquet", "b.parquet", "c.csv"))
    refused(ran(capsys, "score", a, b), 1, "integers in", "text in", "cast")
    for other in (a, b):
        assert ran(capsys, "score", c, other, "--index", "CC").code == 0


def test_stacked_columns_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "stacked.csv"
    path.write_text("k,m,v\na,g,1\nb,g,1\nc,g,2\na,x,1\nb,x,2\nc,x,2\n")
    columns = ("--item-column", "k", "--clustering-column", "m", "--label-column", "v")
    layout = ("--layout", "stacked", "--reference", "g", "--format", "json", "--index", "rand")
    told = as_json(ran(capsys, "compare", str(path), *layout, *columns))
    assert told["candidates"]["x"]["scores"]["rand"] == pytest.approx(1 / 3)


@pytest.fixture
def label_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files gold.csv and mine.csv in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name, labels in {"gold": [0, 0, 1], "mine": [0, 1, 1]}.items():
        pd.DataFrame({"item": list("abc"), "label": labels}).to_csv(f"{name}.csv", index=False)


@pytest.mark.usefixtures("label_files")
@pytest.mark.parametrize(
    "candidates",
    [
        {"a": "mine.csv", "b": Path("gold.csv")},
        {"a": Path("mine.csv"), "b": "gold.csv"},
        {"a": "mine.csv", "b": "mine.csv"},
    ],
)
def test_files_by_name(candidates: dict[str, str | Path]) -> None:
    labels = {"mine.csv": [0, 1, 1], "gold.csv": [0, 0, 1]}
    scores: Any = pw.scores("gold.csv", candidates, ["rand"])
    for name, path in candidates.items():
        assert scores[name]["rand"] == pw.score([0, 0, 1], labels[str(path)], "rand")


@pytest.mark.usefixtures("label_files")
@pytest.mark.parametrize(
    "candidates",
    [{"a": "mine.csv", "b": "typo.csv"}, {"a": "typo.csv"}, ["mine.csv", "typo.csv"]],
)
def test_a_file_that_does_not_exist_is_named(candidates: Any) -> None:
    for ask in (pw.compare, pw.scores):
        with pytest.raises(InputError, match=r"typo\.csv: No such file"):
            ask("gold.csv", candidates)


@pytest.mark.parametrize("ids", [{}, {"id": list("abc")}])
@pytest.mark.parametrize("key", [2024, pd.Timestamp("2024-01-01"), 0.5, np.int64(7)])
def test_a_reference_by_a_key_that_is_no_text(key: Any, ids: dict[str, list[str]]) -> None:
    frame = pd.DataFrame({key: [0, 0, 1], 1999: [0, 1, 1], **ids})
    expected = pw.score([0, 0, 1], [0, 1, 1], "rand")
    assert pw.compare(key, frame, ["rand"]).scores[1999]["rand"] == expected
    assert pw.scores(key, frame, ["rand"])[1999]["rand"] == expected
    assert pw.score(key, frame, "rand") == expected
    with pytest.raises(InputError, match=r"no (label )?column '?3'?; (the|choose)"):
        pw.compare(3, frame)


@pytest.mark.parametrize(
    "many",
    [
        {"a": [0, 1], 1: [0, 1], "b": [0, 0], "1": [0, 0]},
        pd.DataFrame([[0, 1, 0], [1, 1, 0]], columns=["a", "1", 1]),
    ],
    ids=["mapping", "frame"],
)
def test_two_clusterings_of_one_name_are_refused(many: Any) -> None:
    with pytest.raises(InputError, match=r"two (clusterings|columns) are called '1'"):
        pw.pairwise(many, "rand")


def test_names_by_key_are_shown_as_text() -> None:
    """A name is found and equal as its key is, and a text that looks like it is another."""
    name: Any = next(iter(pw.compare([0, 0, 1], {2019: [0, 1, 1]}, ["rand"]).names))
    year: Any = name_of(2019)
    assert name == year == 2019
    assert (year != "2019", year != 2019) == (True, False)
    assert (f"{year}", repr(year), hash(year)) == ("2019", "2019", hash(2019))
    assert name_of(year) is year
    assert pickle.loads(pickle.dumps(year)) == 2019  # noqa: S301
    assert type(name_of(np.str_("x"))) is str


@pytest.mark.parametrize("place", [0, 1])
def test_one_label_column_is_asked_for(place: int) -> None:
    frame = _frame(GOLD, "a").assign(b=1, c=2)
    many = [_frame(GOLD), pw.read(frame, label_column=["a", "b", "c"])]
    name = ("the candidate", "the reference")[place]
    says = (
        rf"^{name}: the frame has 3 label columns \(a, b, c\); choose one: pw.read\(frame\)\['a'\]"
    )
    with pytest.raises(InputError, match=says):
        pw.contingency(*many[:: -1 if place else 1])


class _Array:
    """What can become an array."""

    def __init__(self, ndim: int | None) -> None:
        if ndim is not None:
            self.ndim = ndim

    def __array__(self) -> Any:
        raise AssertionError("it was made")


class _Fitted:
    """As a model of scikit-learn."""

    labels_ = np.array([0, 1])


@pytest.mark.parametrize(
    ("candidate", "are_several"),
    [
        ([[0, 1], [1, 1]], True),
        ({"a": [0, 1]}, True),
        ([np.array([0, 1]), [0, 1]], True),
        ((pd.Series([0, 1]), np.array([0, 1])), True),
        ([pa.array([0, 1]), pa.chunked_array([[0, 1]])], True),
        ([pw.Memberships([[1.0], [1.0]]), _Fitted()], True),
        ([np.array([[0, 1]])], False),
        ([_Array(1), _Array(1)], True),
        ([_Array(2)], False),
        ([_Array(None)], False),
        ([0, 1], False),
        ([[0, 1], 1], False),
        ({"a": 0}, False),
        ([], False),
        ({}, False),
        ("ab", False),
        (np.array([0, 1]), False),
        (pd.DataFrame({"a": [0, 1]}), True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_several_clusterings_are_told_from_one(candidate: Any, are_several: bool) -> None:
    assert are_many(candidate) is are_several


def test_a_reference_without_a_column_beside_it() -> None:
    says = "^the frame: there is no label column besides the reference$"
    for weights, frame in ((None, _frame(GOLD, "gold")), ("w", _frame(GOLD, "gold").assign(w=1))):
        with pytest.raises(InputError, match=says):
            pw.score("gold", frame, "rand", weights=weights)


@pytest.mark.parametrize("many", [5, None, object()])
def test_what_is_no_collection_of_clusterings(many: Any) -> None:
    with pytest.raises(InputError, match=rf"as a list, .* not as {type(many).__name__}$"):
        pw.pairwise(many, "rand")


def test_noise_is_labelled_with_minus_one_unless_said_otherwise() -> None:
    labels = pw.read(pa.table({"id": list("abcde"), "label": [-1, -1, -2, -2, 0]}))
    assert labels.to_clustering() == pw.Clustering([0, 0, 1, 1, 2], items="abcde")
    assert labels.to_clustering(noise="singletons") == pw.Clustering([0, 1, 2, 2, 3], items="abcde")
    other = labels.to_clustering(noise="singletons", noise_label=-2)
    assert other == pw.Clustering([0, 0, 1, 2, 3], items="abcde")


def test_several_columns_are_no_clustering() -> None:
    labels = pw.read(_frame(GOLD, "a").assign(b=1, c=2, d=3))
    says = (
        r"^the frame has 4 label columns \('a', 'b', 'c' and 1 more\); choose one of them: labels\["
    )
    with pytest.raises(InputError, match=says):
        labels.to_clustering()


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ({"noise": "ignore"}, "noise= must be"),
        ({"noise_label": [-1]}, "noise_label= must be one label"),
        ({"missing": "ignore"}, "missing= must be"),
    ],
)
def test_policies_are_checked_where_labels_are_loaded(policy: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        pw.read(_frame(GOLD)).to_clustering(**policy)


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (_frame(GOLD, "gold"), "gold"),
        (_frame(GOLD, "gold").assign(other=1), None),
        (_frame(GOLD, "gold")["gold"], "gold"),
        (pl.Series("gold", [0, 1]), "gold"),
        ([0, 1], None),
        (pd.Series([0, 1]), None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_labels_call_themselves(labels: Any, name: str | None) -> None:
    assert own_name(labels) == name
