"""``partwise baseline``: what a random clustering would score."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from partwise.chance.bias_curves import equal_clusters_curve
from support.commands import GOLD, Run, Write, as_json, refused
from support.libraries import without

COMMAND = ("baseline",)

SIZES = (3, 2, 1)  # of GOLD


@pytest.fixture
def gold(write: Write) -> str:
    return write("gold.csv", GOLD)


def test_it_prints_the_means_of_the_usual_indices(run: Run, gold: str) -> None:
    code, out, err = run(gold)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Random clusterings with clusters of equal size"
    assert {"CC", "S&S", "AMI", "R", "J"} <= set(lines[1].split())
    assert [line.split()[0] for line in lines[2:-1]] == ["2", "3", "4", "5", "6"]
    assert "6 items in 3 clusters" in lines[-1]


def test_json_has_what_the_library_computes(run: Run, gold: str) -> None:
    told = as_json(
        run(gold, "--index", "R", "--index", "NMI", "--samples", "30", "--seed", "7",
            "--cluster-count", "2", "--cluster-count", "3", "--format", "json")
    )  # fmt: skip
    expected = equal_clusters_curve(
        ["R", "NMI"], reference_sizes=SIZES, cluster_counts=[2, 3], samples=30, seed=7
    )
    assert told.pop("coverage")["compared"] == sum(SIZES)
    assert told == {"reference": gold, **expected.to_dict()}


def test_csv_has_bands(run: Run, gold: str) -> None:
    code, out, _ = run(gold, "--index", "R", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [row["x"] for row in rows] == ["2", "3", "4", "5", "6"]
    for row in rows:
        low, mean, high = (float(row[name]) for name in ("low", "mean", "high"))
        assert low - 1e-12 <= mean <= high + 1e-12


def test_markdown(run: Run, gold: str) -> None:
    code, out, _ = run(gold, "--index", "R", "--format", "markdown")
    assert code == 0
    assert "| clusters | R |" in out


def test_it_writes_the_chart(run: Run, gold: str, tmp_path: Path) -> None:
    folder = tmp_path / "made" / "charts"
    code, out, err = run(gold, "--index", "R", "--charts", str(folder))
    assert (code, bool(out)) == (0, True)
    assert "What would a random clustering score here?" in (folder / "baseline.svg").read_text()
    assert (folder / "baseline.png").read_bytes().startswith(b"\x89PNG")
    assert str(folder / "baseline.svg") in err


def test_noise_can_be_dropped(run: Run, write: Write) -> None:
    path = write("noisy.csv", {**GOLD, "gus": "-1", "hal": "-1"})
    told = as_json(run(path, "--noise", "drop", "--index", "R", "--format", "json"))
    assert (told["n"], told["reference_clusters"]) == (6, 3)


def test_bad_usage_is_refused(run: Run, gold: str) -> None:
    refused(run(gold, "--samples", "1"), 2, "'1' is not a whole number of at least 2")
    refused(run(gold, "--seed", "-1"), 2)
    refused(run(gold, "--charts", gold), 2, "this is a file; name a folder")
    refused(run(gold, "--index", "nonsense"), 2, "no index is called 'nonsense'")


def test_bad_input_is_refused(run: Run, gold: str, write: Write) -> None:
    refused(run(gold, "--cluster-count", "7"), 1, gold, "6 items cannot be in 7 clusters")
    refused(run(write("one.csv", {"ann": "x"})), 1, "at least 2 items")
    refused(run("missing.csv"), 1, "missing.csv")


def test_no_chart_unless_one_is_asked_for(
    run: Run, gold: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with without("altair", "vl_convert"):
        code, out, err = run(gold, "--index", "R")
    assert (code, bool(out), err) == (0, True, "")
    assert not list(Path.cwd().iterdir())
