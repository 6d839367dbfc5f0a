"""Label files, and a way to run ``partwise compare`` on them."""

from __future__ import annotations

from pathlib import Path

import pytest

import partwise as pw
from commands import GOLD, MERGED, SPLIT, Result, Run, Write
from partwise.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> Result:
        try:
            code = main(("compare", *arguments))
        except SystemExit as stop:
            code = int(stop.code or 0)
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, content: str | bytes | dict[str, str]) -> str:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, dict):
            content = "item,label\n" + "".join(f"{i},{label}\n" for i, label in content.items())
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


@pytest.fixture
def files(write: Write) -> tuple[str, str, str]:
    return write("gold.csv", GOLD), write("split.csv", SPLIT), write("merged.csv", MERGED)


@pytest.fixture
def wide(write: Write) -> str:
    rows = (f"{i},{GOLD[i]},{SPLIT[i]},{MERGED[i]}\n" for i in GOLD)
    return write("wide.csv", "item,gold,split,merged\n" + "".join(rows))


@pytest.fixture(scope="module")
def expected() -> pw.Comparison:
    return pw.compare(GOLD, {"split": SPLIT, "merged": MERGED})
