"""The notebook of the tour runs, and shows what people read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

TOUR = Path(__file__).parents[2] / "examples" / "tour.ipynb"
SCREEN = 24 * 81  # characters
DUMP = re.compile(r"\b[A-Z]\w+\(\w+=")


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient").NotebookClient
    notebook = nbformat.read(TOUR, 4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without outputs"
    folder = {"metadata": {"path": str(tmp_path_factory.mktemp("tour"))}}
    client(notebook, timeout=300, resources=folder).execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
def test_every_cell_shows_something_to_read(cells: list[Any]) -> None:
    assert len(cells) > 15
    for cell in cells:
        (shown,) = [each for each in cell.outputs if each.output_type == "execute_result"]
        text = shown.data["text/plain"]
        assert len(text) <= SCREEN, cell.source
        assert not DUMP.search(text), cell.source
        is_path = "report" in cell.source
        assert is_path or {"text/html", "image/svg+xml"} & set(shown.data), cell.source


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
def test_the_answer_comes_first(cells: list[Any]) -> None:
    (compared,) = [cell for cell in cells if cell.source.startswith("comparison = ")]
    assert compared.outputs[-1].data["text/plain"].startswith("By CC, ward_10 is best")
