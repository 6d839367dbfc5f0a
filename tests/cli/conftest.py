"""Label files, and a way to run commands on them."""

from __future__ import annotations

import pytest

import partwise as pw
from support.commands import GOLD, MERGED, SPLIT, Run, Write, ran


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Run:
    """Run a command line; of a module about one command, its COMMAND comes first."""
    command: tuple[str, ...] = getattr(request.module, "COMMAND", ())
    return lambda *arguments: ran(capsys, *command, *arguments)


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
