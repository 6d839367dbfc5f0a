"""Change a line of the kernels, build them, and see whether a test notices.

``make mutants ROOM=kernels N=100`` draws changes of the C++ sources by seed. The first run builds
them with GCC's counters, to know which tests run which lines, and so needs gcov.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

from mutants.kernel_builds import KERNELS, Build
from mutants.kernel_changes import Change, changes_of
from mutants.kernel_tests import fate, files_of_tests, lines_of, selected, within
from mutants.lines import Lines
from mutants.rooms import ROOT
from mutants.score import Explained, Score, explained

__all__ = ["key_of", "summary"]

_PORTABLE = "portable_wide.hpp"  # tests/kernels/test_wide.py compiles it itself
_FLAGS = "-O1 -w -DNDEBUG -D_GLIBCXX_ASSERTIONS"  # what lies outside of an array is noticed


def key_of(change: Change) -> Explained:
    """Return what identifies a change."""
    return Explained(f"kernels/{change.file}", change.function, change.was, change.now)


def main() -> int:
    """Try a sample of changes, one after the other."""
    options = _options()
    os.chdir(ROOT)
    every = [
        change
        for path in sorted({*KERNELS.glob("*.cpp"), *KERNELS.glob("*.hpp")})
        if path.name != _PORTABLE
        for change in changes_of(path.name, path.read_text("utf-8"))
        if not options.only or options.only in f"{path.name}::{change.function}"
    ]
    drawn = Random(options.seed).sample(every, min(options.n, len(every)))  # noqa: S311
    lines = lines_of(files_of_tests(), options.jobs)
    build = Build("plain", _FLAGS, options.jobs)
    if fate(build.library, within(lines.tests, options.seconds)) != "survived":
        raise SystemExit("the tests of the kernels fail without a change")
    known, before = explained(), _read(options.results)
    fates = Counter[str]()
    for change in drawn:
        if key_of(change).is_among(known):
            found = "explained"
        elif (found := before.get(_written(change), "survived")) == "survived":
            found = _tried(build, change, lines, options.seconds)
            if options.results:
                with options.results.open("a", encoding="utf-8") as results:
                    print(json.dumps([_written(change), found]), file=results)
        fates[found] += 1
    print(f"kernels (seed {options.seed}), {summary(fates)}")  # noqa: T201
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=20, help="mutants to draw (default: 20)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="for the compiler")
    parser.add_argument("--only", help='draw from these alone, such as "moves.cpp::merge"')
    parser.add_argument(
        "--seconds", type=float, default=60, help="tests to run on a mutant at most (default: 60)"
    )
    parser.add_argument(
        "--results", type=Path, help="a file that keeps fates: only survivors are tried again"
    )
    return parser.parse_args()


def _read(path: Path | None) -> dict[str, str]:
    if path is None or not path.exists():
        return {}
    return dict(map(json.loads, path.read_text("utf-8").splitlines()))


def _written(change: Change) -> str:
    return json.dumps(change)


def _tried(build: Build, change: Change, lines: Lines, seconds: float) -> str:
    """Build and test with a change, and show it if it survives."""
    with build.changed(change) as library:
        if library is None:
            return "not compiled"
        if build.is_as_it_was(library):
            return "built the same"
        tests = selected(change, lines, seconds)
        found = fate(library, tests)
    if found == "survived":
        print(  # noqa: T201
            f"src/partwise/kernels/{change.file}:{change.line} {change.function} "
            f"({f'{len(tests)} tests' if tests else 'no test runs it'})\n"
            f"  - {change.was}\n  + {change.now}",
            flush=True,
        )
    return found


def summary(fates: Mapping[str, int]) -> str:
    """Say how many mutants had which fate."""
    same, known = fates.get("built the same", 0), fates.get("explained", 0)
    noticed = fates.get("killed", 0), fates.get("timed out", 0)
    score = Score(*noticed, fates.get("survived", 0), same + known)
    return (
        f"{score}; of the equivalent, {same} are built the same and {known} are explained; "
        f"{fates.get('not compiled', 0)} more do not compile"
    )


if __name__ == "__main__":
    raise SystemExit(main())
