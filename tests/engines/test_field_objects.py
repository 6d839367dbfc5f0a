"""Files by name, AnnData and Splink's tables; tests/field has the libraries themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.errors import AlignmentError, InputError
from support.field import check_missing_items, check_same_numbers

ITEMS = ["ann", "bob", "cy", "dee", "eve"]
TRUTH = dict(zip(ITEMS, [0, 0, 1, -1, 2], strict=True))
MINE = dict(zip(ITEMS, ["x", "y", "y", "y", "z"], strict=True))
EXPECTED = pw.score(TRUTH, MINE, "ARI")


class AnnData:
    """Observations with their labels, as anndata has them."""

    def __init__(self, obs: pd.DataFrame) -> None:
        self._obs = obs

    @property
    def obs(self) -> pd.DataFrame:
        return self._obs

    @property
    def obs_names(self) -> Any:
        return self._obs.index


class SplinkDataFrame:
    """A table in Splink's database."""

    def __init__(self, table: pd.DataFrame) -> None:
        self._table = table

    @property
    def columns(self) -> list[object]:
        return [object() for _ in self._table.columns]

    def as_pandas_dataframe(self) -> pd.DataFrame:
        return self._table.copy()


@pytest.fixture
def adata() -> Any:
    columns = {
        "cell_type": pd.Categorical(list(map(str, TRUTH.values()))),
        "leiden": list(MINE.values()),
        "doublet": [True, False, False, False, True],
        "counts": [5, 6, 5, 5, 7],
        "fraction": [0.5, 0.25, 0.5, 0.125, 0.5],
    }
    return AnnData(pd.DataFrame(columns, index=ITEMS))


def test_columns_of_annotated_data(adata: Any) -> None:
    assert pw.read(adata).columns == ("cell_type", "leiden", "doublet")
    assert pw.compare("cell_type", adata, ["ARI"]).scores["leiden"]["ARI"] == EXPECTED
    assert pw.compare("counts", adata, ["ARI"]).names == ("cell_type", "leiden", "doublet")
    assert pw.read(adata, label_column=["leiden", "counts"]).columns == ("leiden", "counts")
    assert pw.scores("cell_type", adata, ["ARI"])["leiden"]["ARI"] == EXPECTED
    check_same_numbers(TRUTH, pw.read(adata)["leiden"], MINE)
    check_missing_items(TRUTH, pw.read(adata)["leiden"], MINE)
    two = AnnData(adata.obs[["cell_type", "leiden", "fraction"]])
    assert pw.score("cell_type", two, "ARI") == EXPECTED
    with pytest.raises(
        InputError, match=r"\(cell_type, leiden\); choose one: adata\.obs\['cell_type'\]"
    ):
        pw.score(TRUTH, two, "ARI")
    with pytest.raises(InputError, match=r"AnnData: no column .*adata\.obs"):
        pw.compare("cell_type", AnnData(adata.obs[["fraction"]]))


def test_clusters_of_splink() -> None:
    table = pd.DataFrame(
        {"cluster_id": list(MINE.values()), "unique_id": ITEMS, "cluster": 0, "first": "x"}
    )
    clusters = SplinkDataFrame(table.iloc[::-1])
    check_same_numbers(TRUTH, clusters, MINE)
    check_missing_items(TRUTH, clusters, MINE)
    assert pw.compare(TRUTH, clusters).names == ("candidate",)
    assert pw.read(clusters)["cluster_id"].to_clustering() == pw.Clustering(MINE)
    several = SplinkDataFrame(table.assign(source_dataset=["one", "two", "one", "two", "one"]))
    names = ["one-__-ann", "two-__-bob", "one-__-cy", "two-__-dee", "one-__-eve"]
    truth = dict(zip(names, TRUTH.values(), strict=True))
    assert pw.score(truth, several, "ARI") == EXPECTED
    predictions = table.assign(match_probability=0.5).drop(columns="cluster_id")
    with pytest.raises(InputError, match=r"predictions of pairs.*cluster_pairwise_predictions_at"):
        pw.score(TRUTH, SplinkDataFrame(predictions), "ARI")
    with pytest.raises(
        InputError, match=r"columns cluster_id and unique_id, but its columns are uid"
    ):
        pw.score(TRUTH, SplinkDataFrame(table[["first"]].rename(columns={"first": "uid"})), "ARI")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with two files of labels, and one that has both columns."""
    monkeypatch.chdir(tmp_path)
    truth = pd.DataFrame({"id": ITEMS, "truth": list(TRUTH.values())})
    mine = pd.DataFrame({"id": ITEMS[::-1], "mine": list(MINE.values())[::-1]})
    truth.to_csv("truth.csv", index=False)
    mine.to_parquet("mine.parquet")
    truth.merge(mine).assign(all="0").to_csv("whole.csv", index=False)
    truth.merge(mine).drop(columns="id").to_csv("no_ids.csv", index=False)
    Path("labels").write_text("".join(f"{label}\n" for label in MINE.values()))
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_files_by_name() -> None:
    for truth, mine in (("truth.csv", "mine.parquet"), (Path("truth.csv"), Path("mine.parquet"))):
        assert pw.score(truth, mine, "ARI") == EXPECTED
        assert pw.index("ARI")(truth, mine) == EXPECTED
        assert pw.contingency(truth, mine).n == 5
        assert pw.scores(truth, mine, ["ARI"])["ARI"] == EXPECTED
        assert pw.compare(truth, mine, ["ARI"]).scores["mine"]["ARI"] == EXPECTED
        assert pw.pairwise([truth, mine], "ARI")[0, 1] == EXPECTED
        assert pw.chance.expected(truth, mine, "rand") == pw.chance.expected(TRUTH, MINE, "rand")
        assert pw.graphs.score(truth, mine, "ARI") == EXPECTED
        assert pw.compare(truth, [mine]).names == ("mine.parquet",)
    assert pw.score("truth.csv", "mine.parquet", "ARI", noise="drop") == pw.score(
        TRUTH, MINE, "ARI", noise="drop"
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("file", ["whole.csv", "no_ids.csv", Path("whole.csv")])
def test_a_column_of_a_file(file: Any) -> None:
    assert pw.compare("truth", file, ["ARI"]).scores["mine"]["ARI"] == EXPECTED
    assert pw.scores("truth", file, ["ARI"])["mine"]["ARI"] == EXPECTED
    with pytest.raises(InputError, match="no label column 'gold'; choose one of truth, mine"):
        pw.compare("gold", file)
    columns = ("truth", "mine") if file == "no_ids.csv" else ("truth", "mine", "all")
    assert pw.ensembles.landscape(file, missing="drop").names == columns


@pytest.mark.usefixtures("folder")
def test_a_column_goes_before_a_file() -> None:
    frame = pd.DataFrame({"labels": list(TRUTH.values()), "mine": list(MINE.values())})
    assert pw.compare("labels", frame, ["ARI"]).scores["mine"]["ARI"] == EXPECTED
    assert pw.score("labels", frame, "ARI") == EXPECTED
    for library in (pd.DataFrame, pl.DataFrame):  # there is a file of this name, and no column
        only_mine = library({"mine": list(TRUTH.values())})
        assert pw.compare("labels", only_mine, ["ARI"]).scores["mine"]["ARI"] == EXPECTED


@pytest.mark.usefixtures("folder")
def test_a_file_beside_labels_in_memory() -> None:
    check_same_numbers(TRUTH, "mine.parquet", MINE)
    check_missing_items(TRUTH, Path("mine.parquet"), MINE)
    assert pw.score(list(TRUTH.values()), "labels", "ARI") == EXPECTED
    compared = pw.compare(
        "truth.csv", {"mine": MINE, "sets": [{*ITEMS[:2]}, {*ITEMS[2:]}]}, ["ARI"]
    )
    assert compared.scores["mine"]["ARI"] == EXPECTED
    partial = {"ann": 0, "bob": 0}
    whole = pw.estimate(partial, "mine.parquet", ["R"], design="random clusters")["mine"]["rand"]
    assert (
        whole.value
        == pw.estimate(partial, MINE, ["R"], design="random clusters")["candidate"]["rand"].value
    )
    with pytest.raises(AlignmentError, match="do not have the same items"):
        pw.score("truth.csv", {**MINE, "zoe": "z"}, "ARI")


@pytest.mark.usefixtures("folder")
def test_files_without_ids_are_in_the_order_of_their_rows() -> None:
    truth = [str(label) for label in TRUTH.values()]
    Path("truth.txt").write_text("\n".join(truth))
    frame = pd.DataFrame({"truth": truth})
    for reference in ("truth.txt", Path("truth.txt"), truth, frame, pl.from_pandas(frame)):
        assert pw.score(reference, "labels", "ARI") == EXPECTED
        assert pw.compare(reference, "labels", ["ARI"]).values.tolist() == [[EXPECTED]]
        assert pw.scores(reference, "labels", ["ARI"])["ARI"] == EXPECTED
        assert pw.pairwise([reference, "labels"], "ARI")[1, 0] == EXPECTED
        whole = pw.estimate(reference, "labels", ["ARI"], design="random clusters")
        assert next(iter(whole.values()))["ARI"].value == EXPECTED
    Path("short.txt").write_text("0\n1\n")
    with pytest.raises(AlignmentError, match="2 items and the candidate has 5"):
        pw.score("short.txt", "labels", "ARI")


@pytest.mark.usefixtures("folder")
def test_files_among_candidates() -> None:
    whole = pw.compare("truth.csv", ["mine.parquet", "truth.csv"], ["ARI"])
    assert whole.names == ("mine.parquet",)
    assert "truth.csv is the reference itself" in str(whole.coverage)
    named = pw.compare(TRUTH, {"first": "mine.parquet", "second": "truth.csv"}, ["ARI"])
    assert named.scores["first"]["ARI"] == EXPECTED
    labels = ["mine.parquet", "truth.csv", "mine.parquet"]  # repeat, so they are no files
    assert pw.compare([0, 1, 0], labels, ["ARI"]).scores["candidate"]["ARI"] == 1
    assert pw.compare([0, 1], ["a.csv", "b.csv"], ["R"]).scores["candidate"]["R"] == 1


@pytest.mark.usefixtures("folder")
def test_files_that_are_not_there() -> None:
    with pytest.raises(InputError, match=r"^truht\.csv: No such file; is it truth\.csv"):
        pw.score("truht.csv", "mine.parquet", "ARI")
    with pytest.raises(InputError, match="not a single string: 'truht'"):
        pw.score(TRUTH, "truht", "ARI")
    with pytest.raises(InputError, match="no file 'truht'; pass several clusterings as a list"):
        pw.pairwise("truht", "ARI")
    with pytest.raises(InputError, match="'truht' is neither labels nor an existing file; pass"):
        pw.compare("truht", {"mine": MINE})
    Path("model.pkl").write_text("x")
    with pytest.raises(InputError, match="a pickle; load it"):
        pw.score(TRUTH, "model.pkl", "ARI")
    for text in ("x" * 5000, "\0"):
        with pytest.raises(InputError, match="not a single string"):
            pw.score(TRUTH, text, "ARI")
