"""The house: rooms with one door each, names that mean one thing, files of a size to read."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import partwise

HOUSE = Path(partwise.__file__).parent
ROOMS = sorted(path.parent.name for path in HOUSE.glob("*/__init__.py"))
DOORS = sorted(path.stem for path in HOUSE.glob("*.py") if not path.stem.startswith("__"))
MODULES = sorted(HOUSE.rglob("*.py"))
SUBJECTS = ("chance", "comparison", "ensembles", "paper", "properties")
ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(
    path for name in ("examples", "benchmarks", "docs") for path in (ROOT / name).rglob("*.py")
)


def _name(path: Path) -> str:
    parts = path.relative_to(HOUSE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _where(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def _is_door(path: Path) -> bool:
    return path.name == "__init__.py" or path.parent == HOUSE


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


# --- rooms and doors


def test_few_rooms_and_doors() -> None:
    assert len(ROOMS) <= 16, ROOMS
    assert len(DOORS) <= 7, DOORS


@pytest.mark.parametrize("name", [*ROOMS, *DOORS])
def test_a_room_says_what_lives_there(name: str) -> None:
    words = (import_module(f"partwise.{name}").__doc__ or "").split()
    assert len(words) >= 10, f"partwise.{name} says only: {' '.join(words)}"


class Import(NamedTuple):
    path: Path
    line: int
    module: str


def _imports() -> Iterator[Import]:
    for path in MODULES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ImportFrom):
                stands_alone = "checker" in path.parts  # also outside of this house
                assert node.level == int(stands_alone and node.level > 0), (
                    f"{_where(path)}:{node.lineno} imports relatively"
                )
                inside = f"{_name(path.parent / '__init__.py')}." if node.level else ""
                yield Import(path, node.lineno, f"{inside}{node.module or ''}".rstrip("."))
            elif isinstance(node, ast.Import):
                yield from (Import(path, node.lineno, each.name) for each in node.names)


def test_other_rooms_are_entered_by_their_doors() -> None:
    """From another room comes what its ``__init__.py`` offers, and nothing from further inside."""
    through_the_wall = [
        f"{_where(found.path)}:{found.line} imports from {found.module}"
        for found in _imports()
        if found.module.startswith("partwise.")
        and found.module.count(".") > 1
        and found.path.name != "__main__.py"
        and found.module.split(".")[1] != _name(found.path).partition(".")[2].partition(".")[0]
    ]
    assert not through_the_wall, "\n".join(through_the_wall)


def _packages() -> list[ModuleType]:
    return [import_module(_name(path)) for path in MODULES if path.name == "__init__.py"]


def test_no_module_has_the_name_of_what_its_package_offers() -> None:
    """Else importing the module would hide the function, or the function the module."""
    shadowed = []
    for package in _packages():
        folder = Path(str(package.__file__)).parent
        modules = {path.stem for path in folder.glob("*.py")} | {
            path.parent.name for path in folder.glob("*/__init__.py")
        }
        shadowed += [
            f"{package.__name__}.{name}"
            for name in modules & set(getattr(package, "__all__", ()))
            if not isinstance(getattr(package, name), ModuleType)
        ]
    assert not shadowed, shadowed


def test_every_name_that_is_offered_exists() -> None:
    doors = [*_packages(), *(import_module(f"partwise.{name}") for name in DOORS)]
    lost = [
        f"{door.__name__}.{name}"
        for door in doors
        for name in getattr(door, "__all__", ())
        if not hasattr(door, name)
    ]
    assert not lost, lost


def _offers(path: Path) -> bool:
    names = (node.id for node in ast.walk(_tree(path)) if isinstance(node, ast.Name))
    return "__all__" in names


def test_only_doors_say_what_they_offer() -> None:
    elsewhere = [_where(path) for path in MODULES if not _is_door(path) and _offers(path)]
    assert not elsewhere, elsewhere


def test_users_see_public_names_only() -> None:
    assert set(dir(partwise)) - {"__version__"} == set(partwise.__all__)
    assert not [name for name in partwise.__all__ if name.startswith("_")]


@pytest.mark.parametrize("subject", [*DOORS, *SUBJECTS])
def test_tab_completion_of_a_subject_shows_what_it_offers(subject: str) -> None:
    module = import_module(f"partwise.{subject}")
    assert [name for name in dir(module) if not name.startswith("_")] == sorted(module.__all__)


# --- what stands outside of the package


def _imported(path: Path) -> set[tuple[str, str]]:
    """Return (module, name) for all that a script imports from partwise."""
    return {
        (str(node.module), alias.name)
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "partwise"
        for alias in node.names
    } | {
        (alias.name, "")
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name.split(".")[0] == "partwise"
    }


def _attributes(path: Path) -> set[str]:
    """Return all that a script reaches as ``pw.name`` or ``pw.subject.name``."""
    chains = {
        ast.unparse(node) for node in ast.walk(_tree(path)) if isinstance(node, ast.Attribute)
    }
    return {chain for chain in chains if re.fullmatch(r"pw(\.\w+){1,2}", chain)}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_scripts_use_names_that_exist(script: Path) -> None:
    """Examples and benchmarks are run by hand; a name that moved would break them unseen."""
    missing = []
    for module, name in sorted(_imported(script)):
        found = import_module(module)
        if name and not hasattr(found, name):
            missing.append(f"{module}.{name}")
    for chain in sorted(_attributes(script)):
        value: object = partwise
        for name in chain.split(".")[1:]:
            if isinstance(value, ModuleType) and not hasattr(value, name):
                missing.append(chain)
            value = getattr(value, name, None)
    assert not missing, missing


PUBLIC = {"partwise", *(f"partwise.{name}" for name in [*partwise.__all__, "sklearn"])}
GALLERY = [
    *(path for path in SCRIPTS if path.parent.name == "gallery"),
    ROOT / "docs" / "site" / "gallery.py",
]


@pytest.mark.parametrize("script", GALLERY, ids=lambda path: path.name)
def test_the_gallery_uses_public_names_only(script: Path) -> None:
    """What the examples do, users can do: nothing comes from within a room."""
    assert len(GALLERY) >= 11
    hidden = [
        f"{module}.{name}"
        for module, name in _imported(script)
        if module not in PUBLIC or (name and name not in dir(import_module(module)))
    ]
    for chain in _attributes(script):
        _, subject, *name = chain.split(".")
        value = getattr(partwise, subject)
        if subject not in partwise.__all__ or (
            isinstance(value, ModuleType) and name and name[0] not in dir(value)
        ):
            hidden.append(chain)
    assert not hidden


# --- imports in any order

_FORKED = """
import gc, os, sys
gc.disable()  # children end soon
def alone(name, work):  # in a child, so that none sees what another has imported
    child = os.fork()
    if child == 0:
        try:
            work(name)
        except BaseException as error:
            sys.stderr.write(f"{name}: {type(error).__name__}: {error}\\n")
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0
"""
# The __init__.py of a package comes before whatever is imported from it: once for all its modules.
_EACH_FIRST = """
import partwise
def enter(name):
    __import__(name)
    inside = [each for each in sys.argv[1:] if each.rpartition(".")[0] == name]
    assert all([each in sys.modules or alone(each, enter) for each in inside])
sys.exit(not alone("partwise", enter))
"""
_EACH_RELOADED = """
import importlib
import partwise as pw, pyarrow as pa
labels = pw.read(pa.table({"a": [1, 1, 2, 2], "b": [1, 1, 2, 3]}))
def reload(name):
    importlib.reload(importlib.import_module(name))
    for a, b in (([1, 1, 2, 2], [1, 1, 2, 3]), (labels["a"], labels["b"])):
        assert pw.score(a, b, "rand") == pw.index("rand")(a, b) == 5 / 6
        assert pw.contingency(a, b).n == 4
        assert pw.pairwise([a, b], "vi")[0, 0] == 0
        assert pw.compare(a, [b], ["rand"]).scores[0]["rand"] == 5 / 6
sys.exit(not all([alone(name, reload) for name in sys.argv[1:]]))
"""


def _forked(code: str, names: list[str]) -> None:
    command = [sys.executable, "-c", _FORKED + code, *names]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def _foreign() -> set[str]:
    """Modules of others that ours import at once: imported before, each child has them."""
    nodes = [node for path in MODULES for node in _tree(path).body]
    names = {
        node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level
    }
    names |= {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return {name for name in names if name.partition(".")[0] not in ("partwise", "__future__")}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_every_module_can_be_imported_first() -> None:
    names = [_name(path) for path in MODULES if path.stem != "__main__"]
    _forked(f"import {', '.join(sorted(_foreign()))}\n{_EACH_FIRST}", names)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_reloading_a_room_breaks_nothing() -> None:
    _forked(_EACH_RELOADED, ["partwise", *(f"partwise.{room}" for room in ROOMS)])


# --- sizes: what is longer today may shrink and must not grow

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 50
LONG_FILES: dict[str, int] = {}
LONG_FUNCTIONS: dict[str, int] = {}


def test_files_are_short() -> None:
    lengths = {_where(path): len(path.read_text("utf-8").splitlines()) for path in MODULES}
    _no_longer(lengths, MOST_LINES_OF_A_FILE, LONG_FILES)


def test_functions_are_short() -> None:
    """Lines of code, the docstring aside."""
    lengths = {}
    for path in MODULES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lengths[f"{_where(path)}:{node.name}"] = _length(node)
    _no_longer(lengths, MOST_LINES_OF_A_FUNCTION, LONG_FUNCTIONS)


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = function.body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if is_text else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def _no_longer(lengths: dict[str, int], most: int, known: dict[str, int]) -> None:
    too_long = {name: size for name, size in lengths.items() if size > known.get(name, most)}
    assert not too_long, f"split these, or shorten them: {too_long}"
    mended = {name: lengths.get(name, 0) for name in known if lengths.get(name, 0) <= most}
    assert not mended, f"no longer too long; take them out of the list: {mended}"
    shrunk = {name: lengths[name] for name in known if lengths[name] < known[name]}
    assert not shrunk, f"shorter than listed; lower the numbers: {shrunk}"
