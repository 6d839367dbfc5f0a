"""Optional libraries: imported through one helper, and never on the way to a score."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import partwise as pw
from partwise.base import OPTIONAL, is_installed, missing_extra, require
from support.libraries import without

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "partwise").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk through code, but not through what only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from (inner for branch in node.orelse for inner in (branch, *_statements(branch)))
        else:
            yield node
            yield from _statements(node)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []


def test_optional_libraries_are_imported_by_the_helper() -> None:
    past_it, required = [], set()
    for path in SOURCES:
        for node in _statements(ast.parse(path.read_text(encoding="utf-8"))):
            optional = (module for module in _imported(node) if module.split(".")[0] in OPTIONAL)
            past_it += [f"{path.relative_to(ROOT)}: {module}" for module in optional]
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "require":
                names = [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)]
                required |= {str(name).partition(".")[0] for name in names}
    assert past_it == [], "import these by require(…)"
    assert (
        {"altair", "duckdb", "jinja2", "pyarrow", "sklearn", "sympy"} <= required <= set(OPTIONAL)
    )


def test_extras_of_the_helper_are_those_of_the_project() -> None:
    extras = PROJECT["optional-dependencies"]
    names = {"sklearn": "scikit-learn", "vl_convert": "vl-convert-python", "ibis": "ibis-framework"}
    for module, library in OPTIONAL.items():
        project = "jinja2" if module == "markupsafe" else names.get(module, module)
        assert any(line.startswith(project) for line in extras[library.extra]), module
    core = {line.partition(">")[0] for line in PROJECT["dependencies"]}
    assert core == {"numpy", "scipy", "narwhals", "rich", "mpmath"}


EVERY_MODULE = """
import importlib, pkgutil, sys
import partwise
from partwise.base import OPTIONAL, MissingExtraError
sys.modules.update(dict.fromkeys(OPTIONAL))
for module in pkgutil.walk_packages(partwise.__path__, "partwise.", onerror=lambda name: None):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except MissingExtraError as error:
        assert 'pip install "partwise[' in str(error), error
        print(module.name)
"""


def test_a_module_without_its_library_names_the_extra() -> None:
    """With no optional library, every module is imported or says what to install."""
    run = subprocess.run([sys.executable, "-c", EVERY_MODULE], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    refused = run.stdout.split()
    assert "partwise.engines.duck" in refused
    assert "partwise.properties.prove.zero" in refused
    rooms = ("engines", "properties")
    assert all(name.split(".")[1] in rooms for name in refused), refused


USUAL = """
import sys
import partwise as pw
gold, mine = [0, 0, 1, 1, 2], [0, 0, 1, 2, 2]
pw.scores(gold, mine, "all")
found = pw.compare(gold, {"mine": mine, "other": [0, 1, 1, 1, 1]})
found.answer(), str(found.explanation), found.estimates(), pw.chance.expected(gold, mine, "rand")
from partwise.base import OPTIONAL
print(*(name for name in OPTIONAL if name in sys.modules))
"""


def test_scoring_and_comparing_load_no_optional_library() -> None:
    run = subprocess.run([sys.executable, "-c", USUAL], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_what_is_missing_is_said_in_one_line() -> None:
    for module, library in OPTIONAL.items():
        message = str(missing_extra(module))
        assert message.endswith(f'; pip install "partwise[{library.extra}]"')
        assert "\n" not in message
        assert len(message) <= 100


def test_a_library_that_lacks_something_itself_is_not_called_missing(tmp_path: Path) -> None:
    package = tmp_path / "altair"
    package.mkdir()
    (package / "__init__.py").write_text("import nowhere_to_be_found\n")
    code = "from partwise.base import require\nrequire('altair')"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{tmp_path}"},
    )
    assert "No module named 'nowhere_to_be_found'" in run.stderr
    assert "partwise[report]" not in run.stderr


def test_a_frame_without_a_library_of_frames() -> None:
    found = pw.compare([0, 0, 1], {"a": [0, 1, 1]})
    with (
        without("pandas", "polars", "pyarrow"),
        pytest.raises(pw.errors.MissingExtraError, match=r'pip install "partwise\[frames\]"'),
    ):
        found.to_frame()


def test_helper_gives_the_module() -> None:
    assert require("sympy") is sys.modules["sympy"]
    assert is_installed("sympy")
    with without("sympy"):
        assert not is_installed("sympy")
