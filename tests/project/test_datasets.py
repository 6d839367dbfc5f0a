"""The data that come with the package: as frames, as files, and as their generators write them."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import partwise as pw
from partwise.cli import main
from support.libraries import without

ROOT = Path(__file__).parents[2]
DATA = ROOT / "src" / "partwise" / "data"


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize("backend", [None, "pandas", "polars", "pyarrow"])
def test_frames_have_what_the_files_have(backend: Any) -> None:
    frames = {
        "digits/all.csv": pw.datasets.digits(backend=backend),
        "entities/all.csv": pw.datasets.entities(backend=backend),
        "entities/records.csv": pw.datasets.entities("records", backend=backend),
        "entities/pairs.csv": pw.datasets.entities("pairs", backend=backend),
    }
    for file, frame in frames.items():
        assert type(frame).__module__.partition(".")[0] == (backend or "pandas")
        columns = pd.read_csv(DATA / file).to_dict("list")
        plain = frame if backend != "polars" else frame.to_arrow()
        plain = plain if backend in (None, "pandas") else plain.to_pandas()
        assert plain.to_dict("list") == columns


def test_without_a_library_of_frames_the_extra_is_named() -> None:
    with (
        without("pandas", "polars", "pyarrow"),
        pytest.raises(pw.errors.MissingExtraError, match=r"partwise\[frames\]"),
    ):
        pw.datasets.digits()
    with without("pandas"):
        assert isinstance(pw.datasets.digits(), pl.DataFrame)


@pytest.mark.parametrize("name", ["digits", "entities"])
def test_files_are_those_of_the_package_and_one_for_each_clustering(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["example", name, str(tmp_path / "new" / name)]) == 0
    folder = tmp_path / "new" / name
    assert capsys.readouterr().out.split() == [str(path) for path in _in_order(folder, name)]
    for path in (DATA / name).iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes()
    header, *rows = rows_of(DATA / name / "all.csv")
    for place, clustering in enumerate(header[1:], 1):
        both = [["item", "label"], *([row[0], row[place]] for row in rows)]
        assert rows_of(folder / f"{clustering}.csv") == both


def _in_order(folder: Path, name: str) -> list[Path]:
    stored = sorted(path.name for path in (DATA / name).iterdir())
    header = rows_of(DATA / name / "all.csv")[0]
    return [folder / file for file in (*stored, *(f"{column}.csv" for column in header[1:]))]


def test_written_files_score_as_the_frames(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    pw.datasets.write("digits")
    frame = pw.datasets.digits()
    one, other = (pw.read(f"digits/{name}.csv") for name in ("reference", "dbscan"))
    for noise in (None, "singletons", "drop"):
        asked: dict[str, Any] = {"noise": noise}
        in_memory = pw.score(frame["reference"], frame["dbscan"], "AMI", **asked)
        assert pw.score(one, other, "AMI", **asked) == in_memory


def test_unknown_names_are_refused() -> None:
    with pytest.raises(pw.PartwiseError, match="choose digits or entities"):
        pw.datasets.write("iris")
    with pytest.raises(pw.PartwiseError, match='"records"'):
        pw.datasets.entities("names")  # type: ignore[arg-type]


def test_entities_are_as_their_generator_writes_them(tmp_path: Path) -> None:
    script = ROOT / "examples" / "make_entities.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True)
    for path in (DATA / "entities").iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_clusters_of_entities_follow_from_the_pairs() -> None:
    """Connected components, by joining clusters one pair after the other."""
    header, *rows = rows_of(DATA / "entities" / "all.csv")
    pairs = rows_of(DATA / "entities" / "pairs.csv")[1:]
    for place, column in enumerate(header[2:], 2):
        cluster = {row[0]: {row[0]} for row in rows}
        for left, right, probability in pairs:
            if float(probability) * 100 >= int(column.removeprefix("match_")):
                joined = cluster[left] | cluster[right]
                cluster.update(dict.fromkeys(joined, joined))
        stored: dict[str, set[str]] = {}
        for row in rows:
            stored.setdefault(row[place], set()).add(row[0])
        assert all(cluster[row[0]] == stored[row[place]] for row in rows)


def test_data_are_small() -> None:
    assert sum(path.stat().st_size for path in DATA.rglob("*.csv")) < 150_000
