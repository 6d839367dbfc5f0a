"""``partwise landscape``, ``consensus`` and ``tree``: what they print, write and refuse."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import partwise as pw
from partwise.ensembles import consensus, landscape, tree
from support.commands import GOLD, MERGED, SPLIT, Run, Write, as_json

CLUSTERINGS = {"gold": GOLD, "split": SPLIT, "merged": MERGED}


def test_landscape_of_files_and_of_columns(
    run: Run, files: tuple[str, str, str], wide: str
) -> None:
    expected = landscape(CLUSTERINGS)
    for given in (files, (wide,)):
        told = as_json(run("landscape", *given, "--format", "json"))
        assert told["names"] == ["gold", "split", "merged"]
        assert told["distances"] == expected.distances.tolist()
        assert told["order"] == list(expected.order)
    assert run("landscape", wide).out == f"{expected}\n"


def test_options_of_landscape(run: Run, wide: str) -> None:
    given = ("--column", "gold", "--column", "merged", "--index", "R", "--linkage", "single")
    told = as_json(run("landscape", wide, *given, "--format", "json"))
    rand = float(pw.score(GOLD, MERGED, "rand"))
    assert told["distances"] == [[0, 1 - rand], [1 - rand, 0]]
    assert told["linkage"] == "single"
    rows = list(csv.reader(run("landscape", wide, "--matrix", "--format", "csv").out.splitlines()))
    order = list(landscape(CLUSTERINGS).order)
    assert rows[0] == ["clustering", *order]
    assert [row[0] for row in rows[1:]] == order


def test_charts(run: Run, wide: str, tmp_path: Path) -> None:
    found = run("landscape", wide, "--charts", str(tmp_path / "new"))
    assert found.code == 0
    assert "3 charts are in" in found.err
    names = {path.name for path in (tmp_path / "new").iterdir()}
    kinds = ("matrix", "dendrogram", "map")
    assert names == {f"{kind}.{end}" for kind in kinds for end in ("svg", "png")}


def test_consensus(run: Run, wide: str, tmp_path: Path) -> None:
    expected = consensus(CLUSTERINGS)
    target = tmp_path / "found.csv"
    found = run("consensus", wide, "--output", str(target))
    assert found.code == 0
    assert found.out == f"{expected}\n"
    assert pw.read(str(target)).to_clustering() == expected.clustering
    told = as_json(run("consensus", wide, "--format", "json"))
    assert told["mean_distance"] == expected.mean_distance
    assert told["items"] == list(GOLD)


def test_tree_of_files_and_of_columns(
    run: Run, files: tuple[str, str, str], wide: str, tmp_path: Path
) -> None:
    expected = tree(CLUSTERINGS)
    for given in (files, (wide,)):
        assert as_json(run("tree", *given, "--format", "json")) == expected.to_dict()
    assert run("tree", wide).out == f"{expected}\n"
    for kind, table in (("nodes", expected.to_nodes()), ("edges", expected.to_edges())):
        assert run("tree", wide, "--of", kind, "--format", "csv").out == table.to_csv()
    target = tmp_path / "named.csv"
    assert "labels are in" in run("tree", wide, "--output", str(target)).err
    rows = list(csv.reader(target.read_text("utf-8").splitlines()))
    assert rows[0] == ["item", *expected.levels]
    names = [clustering.labels for clustering in expected.relabelled.values()]
    items = expected.relabelled["gold"].items
    assert [tuple(row) for row in rows[1:]] == list(zip(items, *names, strict=True))


def test_levels_of_a_tree(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "levels.csv"
    source.write_text("item,k_10,k_9\na,1,1\nb,2,1\nc,3,2\n", "utf-8")
    for options, order in (((), ["k_9", "k_10"]), (("--no-sort",), ["k_10", "k_9"])):
        assert as_json(run("tree", str(source), *options, "--format", "json"))["levels"] == order
    done = run("tree", str(source), "--charts", str(tmp_path / "new"))
    assert "2 charts are in" in done.err
    names = {path.name for path in (tmp_path / "new").iterdir()}
    assert names == {
        f"{kind}.{end}" for kind in ("tree", "tree-stability") for end in ("svg", "png")
    }


def test_weights(run: Run, wide: str) -> None:
    weights = ("--clustering-weight", "1", "--clustering-weight", "1", "--clustering-weight", "9")
    told = as_json(run("consensus", wide, *weights, "--format", "json"))
    assert told["distances"]["merged"] == 0


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("landscape", "{wide}", "--index", "nothing"), 2, "nothing"),
        (("landscape", "{wide}", "--index", "W"), 2, "not symmetric"),
        (("landscape", "{gold}", "{gold}"), 2, "gold.csv is named twice; name each file once"),
        (("landscape", "{gold}", "{split}", "--column", "x"), 2, "--column"),
        (("landscape", "{wide}", "--charts", "{gold}"), 2, "this is a file"),
        (("landscape", "{few}", "{split}"), 1, "--missing drop"),
        (
            ("consensus", "{wide}", "--clustering-weight", "1"),
            2,
            "3 clusterings, but you passed --clustering-weight 1 time;",
        ),
        (("consensus", "{wide}", "--clustering-weight", "x"), 2, "'x' is not a number"),
        (("tree", "{wide}", "--column", "gold"), 1, "at least two clusterings, not 1"),
        (("tree", "{wide}", "--of", "leaves"), 2, "invalid choice: 'leaves'"),
        (("tree", "{wide}", "--output", "{gold}/x/y.csv"), 2, "no folder"),
        (("consensus", "{wide}", "--starts", "0"), 2, "--starts"),
        (("consensus", "{wide}", "--output", "{gold}/x/y.csv"), 2, "no folder"),
    ],
)
def test_refused(
    run: Run,
    files: tuple[str, str, str],
    wide: str,
    write: Write,
    arguments: tuple[str, ...],
    code: int,
    told: str,
) -> None:
    few = write("few.csv", {"ann": 1, "bob": 2})
    paths = {"wide": wide, "gold": files[0], "split": files[1], "few": few}
    found = run(*(argument.format(**paths) for argument in arguments))
    assert (found.code, found.out) == (code, "")
    assert told in found.err
    assert "Traceback" not in found.err
