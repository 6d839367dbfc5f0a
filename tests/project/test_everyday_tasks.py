"""docs/everyday-tasks.md: every task runs, tells something, and takes the lines that it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "everyday-tasks.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^## (?:\d+\. )?(.*?)\n.*?```python\n(.*?)\n```", PAGE, re.M | re.S)
ROWS = re.findall(r"^\| \d+ \| \[(.*?)\]\(#(.*?)\) \| (\d+) \|$", PAGE, re.M)


def test_the_table_counts_lines_of_code() -> None:
    counted = {title: len(code.splitlines()) for title, code in BLOCKS[1:]}
    assert len(counted) >= 25
    assert {title: int(lines) for title, _, lines in ROWS} == counted


def test_the_table_links_to_the_tasks() -> None:
    headings = re.findall(r"^## (\d+\. .*)$", PAGE, re.M)
    anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
    assert [anchor for _, anchor, _ in ROWS] == anchors


def test_every_task_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn")
    monkeypatch.chdir(tmp_path)
    (_, setup), *tasks = BLOCKS
    names: dict[str, Any] = {}
    exec(setup, names)  # noqa: S102 - a page of ours
    for title, code in tasks:
        *statements, last = ast.parse(code).body
        exec(compile(ast.Module(statements, []), title, "exec"), names)  # noqa: S102
        assert isinstance(last, ast.Expr), title
        result = eval(compile(ast.Expression(last.value), title, "eval"), names)  # noqa: S307
        assert result is not None or code.endswith("print(comparison)"), title
    assert (tmp_path / "report.html").stat().st_size > 10_000
    assert (tmp_path / "ranks.png").read_bytes().startswith(b"\x89PNG")
