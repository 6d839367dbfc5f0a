"""How many lines of Python a kind of certificate rests on, as docs/certificates.md says."""

from __future__ import annotations

import ast
import re
import tokenize
from pathlib import Path

import pytest

from partwise.properties import checker

CHECKER = Path(checker.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
STARTS = {
    "a proof about pair counts": ("pairs/certificates.py",),
    "its steps in words": ("agreement.py", "monotonicity.py", "metrics.py", "baselines.py"),
    "a proof about an index of tables": ("table_list.py",),
    "a counterexample": ("counterexamples.py",),
    "properties that exclude each other": ("combinations.py",),
}


def imported(path: Path) -> set[Path]:
    """Return the modules of the checker that a module imports."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parent.joinpath(*(node.module or "").split("."))
            names = [folder / alias.name for alias in node.names]
            files = [folder.with_suffix(".py"), *(name.with_suffix(".py") for name in names)]
            found |= {file for file in files if file.is_file()}
    return found


def rests_on(starts: tuple[str, ...]) -> set[Path]:
    """Return some modules, and all that they import."""
    waiting, found = [CHECKER / name for name in starts], set[Path]()
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imported(module)
    return found


def lines_of_code(path: Path) -> int:
    """Count lines that are neither empty, nor comments, nor docstrings."""
    texts: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            texts.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    skipped = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type not in skipped | {tokenize.ENCODING, tokenize.ENDMARKER}:
                lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - texts)


@pytest.mark.parametrize("kind", STARTS)
def test_the_page_counts_the_lines_of_each_kind(kind: str) -> None:
    files = rests_on(STARTS[kind])
    row = next((line for line in PAGE.read_text().splitlines() if f"| {kind} |" in line), "")
    told = [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", row)]
    assert told == [len(files), sum(map(lines_of_code, files))], sorted(f.name for f in files)


def test_the_program_for_pair_counts_shares_nothing_with_the_rest() -> None:
    assert {path.parent.name for path in rests_on(("pairs/certificates.py",))} == {"pairs"}
