"""Change a line of the kernels, build them, and see whether a test notices.

``make mutants ROOM=kernels N=20`` draws changes of the C++ sources by seed: operators, comparisons,
numbers, and statements that are removed. The build is one of its own, which optimises less.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from mutants.rooms import ROOT
from mutants.score import Explained, Score, explained

__all__ = ["Change", "changes_of"]

_KERNELS = ROOT / "src" / "partwise" / "kernels"
_PORTABLE = _KERNELS / "portable_wide.hpp"  # tests/kernels/test_wide.py compiles it itself
_BUILD = ROOT / "build" / "mutants" / "kernels"
_TESTS = ("tests/kernels", "tests/tables/test_assignment.py", "tests/scoring/test_one_call.py")
_RULES = (
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "),
    (r" \* ", " / "), (r" / ", " * "), (r" % ", " / "), (r" \+= ", " -= "), (r" -= ", " += "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" & ", " | "), (r" >> ", " << "), (r" << ", " >> "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"!(?=[\w(])", ""),
    (r"(?<![\w.])\d+(?![\w.'])", "more"), (r"(?<![\w.])\d+(?![\w.'])", "less"),
)  # fmt: skip
_STATEMENT = re.compile(r"\s+[\w.\[\]()>-]+(\(.*\)| ([-+*/|&^]|<<|>>)?= .*|\+\+);")
_SKIPPED = re.compile(r"\s*(#|//|\*|/\*|template|using|static_assert|include|namespace)")
_LOAD = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("partwise.kernels._kernels", sys.argv[1])
sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[spec.name])
import pytest
sys.exit(pytest.main(sys.argv[2:]))
"""
_LONGEST = 300.0  # seconds


class Change(NamedTuple):
    """A line of a file, as it was and as it is now."""

    file: str
    line: int
    function: str
    was: str
    now: str


def changes_of(name: str, text: str) -> Iterator[Change]:
    """Yield every change of a file."""
    function = ""
    for number, line in enumerate(text.splitlines(), 1):
        if named := re.match(r"[\w:<>&*, ]*?\b(\w+)\(", line):
            function = named[1]
        if _SKIPPED.match(line) or not line.startswith(" "):
            continue
        code = re.sub(r'//.*|"[^"]*"', lambda found: "\0" * len(found[0]), line)
        for now in dict.fromkeys(_changed(line, code)):
            yield Change(name, number, function, line.strip(), now.strip())


def _changed(line: str, code: str) -> Iterator[str]:
    for pattern, other in _RULES:
        for found in re.finditer(pattern, code):
            steps = {"more": 1, "less": -1}
            new = str(int(found[0]) + steps[other]) if other in steps else other
            yield line[: found.start()] + new + line[found.end() :]
    if _STATEMENT.fullmatch(code.rstrip("\0 ")):
        yield ""


def main() -> int:
    """Try a sample of changes, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=20, help="mutants to draw (default: 20)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="for the compiler")
    options = parser.parse_args()
    os.chdir(ROOT)
    files = sorted({*_KERNELS.glob("*.cpp"), *_KERNELS.glob("*.hpp")} - {_PORTABLE})
    every = [c for path in files for c in changes_of(path.name, path.read_text("utf-8"))]
    drawn = Random(options.seed).sample(every, min(options.n, len(every)))  # noqa: S311
    known = explained()
    fates = {"killed": 0, "timed out": 0, "survived": 0, "equivalent": 0, "not compiled": 0}
    _configure()
    if _fate(options.jobs) != "survived":
        raise SystemExit("the tests of the kernels fail without a change")
    for change in drawn:
        key = Explained(f"kernels/{change.file}", change.function, change.was, change.now)
        fate = "equivalent" if key.is_among(known) else _tried(change, options.jobs)
        fates[fate] += 1
        if fate == "survived":
            print(  # noqa: T201
                f"src/partwise/kernels/{change.file}:{change.line} {change.function}\n"
                f"  - {change.was}\n  + {change.now}",
                flush=True,
            )
    uncompiled = fates.pop("not compiled")
    score = Score(*fates.values())
    print(  # noqa: T201
        f"kernels (seed {options.seed}), {score}; {uncompiled} more did not compile"
    )
    return 0


def _configure() -> None:
    """Copy the sources, and prepare a build with little optimisation."""
    shutil.copytree(_KERNELS, _BUILD / "src" / "partwise" / "kernels", dirs_exist_ok=True)
    shutil.copy2(ROOT / "CMakeLists.txt", _BUILD)
    shutil.copy2(ROOT / "pyproject.toml", _BUILD)
    arguments = ["-G", "Ninja", "-S", str(_BUILD), "-B", str(_BUILD / "objects")]
    arguments += [f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_CXX_FLAGS=-O1 -w"]
    subprocess.run([_tool("cmake"), *arguments], check=True, stdout=subprocess.DEVNULL)


def _tool(name: str) -> str:
    beside = Path(sys.executable).parent
    tool = shutil.which(name, path=f"{beside}{os.pathsep}{os.environ['PATH']}")
    if tool is None:
        raise SystemExit(f"{name} is missing: run 'pip install {name}'")
    return tool


def _tried(change: Change, jobs: int) -> str:
    """Build and test with a change, and take it back."""
    source = _KERNELS / change.file
    lines = source.read_text("utf-8").splitlines(keepends=True)
    line = lines[change.line - 1]
    indent = line[: len(line) - len(line.lstrip())]
    comment = "" if change.now else "// removed"
    lines[change.line - 1] = f"{indent}{change.now}{comment}\n"
    copy = _BUILD / "src" / "partwise" / "kernels" / change.file
    copy.write_text("".join(lines), "utf-8")
    try:
        return _fate(jobs)
    finally:
        shutil.copyfile(source, copy)


def _fate(jobs: int) -> str:
    objects = _BUILD / "objects"
    command = [_tool("cmake"), "--build", str(objects), "-j", str(jobs)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        return "not compiled"
    built = next(iter(objects.glob("_kernels*.so")))
    options = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
    tests = [sys.executable, "-c", _LOAD, str(built), *options, *_TESTS]
    try:
        done = subprocess.run(tests, check=False, capture_output=True, timeout=_LONGEST)
    except subprocess.TimeoutExpired:
        return "timed out"
    return "killed" if done.returncode else "survived"


if __name__ == "__main__":
    raise SystemExit(main())
