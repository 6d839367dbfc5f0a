"""What users read: pages, docstrings, messages and help, without the code in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.DOTALL | re.MULTILINE)
_INDENTED = re.compile(r"(?:^|(?<=\n\n))(?: {4}.*\n?(?:\n(?= {4}))?)+", re.MULTILINE)
_CODE = (
    re.compile(r"<!--.*?-->", re.DOTALL),
    _FENCE,
    _INDENTED,
    re.compile(r"(`+)(?!`)[^\n]*?(?:\n[^\n]+?)?(?<!`)\1(?!`)"),
    re.compile(r"\$[^$\n]+\$"),
    re.compile(r"(?<=\])\([^)\s]*\)"),
)
_DOCTEST = re.compile(r"^ *(?:>>>|\.\.\.).*$", re.MULTILINE)
_ROLE = re.compile(r":\w+:`[^`]*`|``.*?``", re.DOTALL)
_TEMPLATE = re.compile(r"\{[{%#].*?[}%#]\}|<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)


@dataclass(frozen=True)
class Visible:
    """A text that users can see, and the line of its file on which it starts."""

    path: Path
    line: int
    text: str

    @property
    def where(self) -> str:
        """The file, as seen from the root of the repository."""
        return self.path.relative_to(ROOT).as_posix()

    def line_of(self, position: int) -> int:
        """Return the line of the file for a position in the text."""
        return self.line + self.text.count("\n", 0, position)


def _blank(match: re.Match[str]) -> str:
    """Return the same lines and columns with nothing on them, and a mark that no term matches."""
    return re.sub(r"[^\n]", "·", match[0])


def pages() -> list[Path]:
    """Return the pages for users: all but the records of decisions and of changes."""
    found = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "site").glob("*.md")]
    return sorted([*found, ROOT / "README.md", ROOT / "CONTRIBUTING.md"])


def prose(page: Path) -> Visible:
    """Return the text of a page without its code; every character stays where it is."""
    text = page.read_text(encoding="utf-8")
    for code in _CODE:
        text = code.sub(_blank, text)
    return Visible(page, 1, text)


def code_of(page: Path) -> str:
    """Return the blocks of code of a page, without their indentation."""
    text = page.read_text(encoding="utf-8")
    blocks = [block[0] for code in (_FENCE, _INDENTED) for block in code.finditer(text)]
    return re.sub(r"^ +", "", "\n".join(blocks), flags=re.MULTILINE)


def _template(page: Path) -> Visible:
    return Visible(page, 1, _TEMPLATE.sub(_blank, page.read_text(encoding="utf-8")))


def _private(tree: ast.Module) -> set[int]:
    """Return the docstrings of private functions and classes, by the ids of their nodes."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {
        id(first.value)
        for node in ast.walk(tree)
        if isinstance(node, kinds) and node.name.startswith("_")
        if isinstance(first := node.body[0], ast.Expr)
    }


def literals(script: Path) -> Iterator[Visible]:
    """Return the docstrings of public names and all other texts in a file of Python."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    skipped = _private(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            yield Visible(script, node.lineno, "".join(map(str, parts)))
        elif isinstance(node, ast.Constant) and id(node) not in skipped:
            text = node.value if isinstance(node.value, str) else ""
            yield Visible(script, node.lineno, _DOCTEST.sub(_blank, _ROLE.sub(_blank, text)))


def visible_texts() -> Iterator[Visible]:
    """Return all that users can see, with its place."""
    package = ROOT / "src" / "partwise"
    yield from map(prose, pages())
    yield from map(_template, sorted(package.rglob("*.html")))
    for folder in (package, ROOT / "docs" / "site", ROOT / "examples"):
        for script in sorted(folder.rglob("*.py")):
            yield from literals(script)
