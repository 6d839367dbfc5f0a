"""Code blocks without prompts run too, with what their pages take for granted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

import partwise as pw

ROOT = Path(__file__).parents[2]
LABELS = {"id": [1, 2, 3, 4], "gold": [0, 0, 1, 1], "candidate_7": [0, 0, 1, 2]}


def blocks(page: Path) -> list[str]:
    """Return the Python code of a page that doctest does not run."""
    found = re.findall(r"^( *)```python\n(.*?)^\1```", page.read_text("utf-8"), re.M | re.S)
    return [dedent(code) for _, code in found if ">>>" not in code]


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
WITH_CODE = sorted(str(page.relative_to(ROOT)) for page in PAGES if blocks(page))


def spark_and_files(folder: Path) -> dict[str, Any]:
    """Write Parquet files, and let pandas frames stand for tables of Spark."""
    frame = pd.DataFrame(LABELS)
    (folder / "parts").mkdir()
    frame.to_parquet(folder / "parts" / "1.parquet")
    tables = {
        "labels.gold": frame[["id", "gold"]].rename(columns={"gold": "entity"}),
        "runs.candidate_7": frame[["id", "candidate_7"]].rename(columns={"candidate_7": "entity"}),
        "labels.all": frame,
    }
    return {"spark": SimpleNamespace(table=tables.__getitem__)}


def nothing(folder: Path) -> dict[str, Any]:
    """Add nothing: the page imports what it needs."""
    del folder
    return {}


def own_index(folder: Path) -> dict[str, Any]:
    """Let the decorator of the catalogue define the index under a name that is still free."""
    del folder

    def decorator(key: str, **options: Any) -> Callable[[Any], pw.Index]:
        return pw.pair_index(f"{key}_again", **{**options, "label": None})

    return {"_pair_index": decorator}


def river(folder: Path) -> dict[str, Any]:
    """Skip without river; tests/field runs the page with it."""
    pytest.importorskip("river", reason="river is not installed")
    return nothing(folder)


def torch(folder: Path) -> dict[str, Any]:
    """Skip without PyTorch."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    return nothing(folder)


def single_cells(folder: Path) -> dict[str, Any]:
    """Let a frame stand for the observations of an AnnData object."""
    del folder
    columns = {"cell_type": list("aabbb"), "n_genes": [7, 8, 9, 7, 8]}
    columns |= {"leiden_0.2": list("00111"), "leiden_1.0": list("01233")}
    obs = pd.DataFrame(columns, index=[f"cell_{i}" for i in range(5)])
    anndata = type("AnnData", (), {"obs": obs, "obs_names": obs.index})  # found by its type
    return {"adata": anndata()}


PREPARED: dict[str, Callable[[Path], dict[str, Any]]] = {
    "docs/single-cell.md": single_cells,
    "docs/trees.md": single_cells,
    "docs/big-data.md": spark_and_files,
    "docs/streams.md": river,
    "docs/gpu.md": torch,
    "CONTRIBUTING.md": own_index,
}


@pytest.mark.parametrize("page", WITH_CODE)
def test_code_without_prompts_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known = {"pw": pw, **PREPARED.get(page, nothing)(tmp_path)}
    for code in blocks(ROOT / page):
        exec(compile(code, page, "exec"), known)  # noqa: S102
