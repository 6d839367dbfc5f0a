"""Change the source a little, and see whether a test notices: ``make mutants ROOM=tables``.

A sample of mutants is drawn by seed from all mutants of a room. Each one is tried with the tests
that run the changed lines. What survives is shown, but for what explained.toml explains.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from mutants.lines import lines_of
from mutants.mutations import Mutant, mutants_of
from mutants.rooms import ROOMS, ROOT, files_of_tests, sources
from mutants.score import Explained, Score, explained
from mutants.trials import Outcome, Trial, failing_without_a_change, outcomes, selected

__all__ = ["identity", "score_of"]

_OFTEN = 20  # mutants between two lines that say how far it is


def identity(mutant: Mutant) -> Explained:
    """Return what identifies a mutant."""
    file = mutant.path.relative_to(ROOT / "src" / "partwise").as_posix()
    return Explained(file, mutant.place.function, *mutant.texts)


def score_of(results: Iterable[Outcome], equivalent: int) -> Score:
    """Count the fates of mutants."""
    fates = Counter(result.fate for result in results)
    return Score(fates["killed"], fates["timed out"], fates["survived"], equivalent)


def main() -> int:
    """Try a sample of mutants of a room, or the ones that a text is part of."""
    options = _options()
    _check_that_the_source_is_imported()
    os.chdir(ROOT)
    files = sources(options.room)
    recorded = ROOT / "build" / "mutants" / options.room
    tests = [path.resolve() for path in options.tests] or files_of_tests(options.room)
    lines = lines_of(files, tests, recorded, options.jobs)
    drawn = [
        mutant
        for path in files
        for mutant in mutants_of(path)
        if not options.only or options.only in f"{path}::{mutant.place.function}"
    ]
    drawn = Random(options.seed).sample(drawn, min(options.n, len(drawn)))  # noqa: S311
    known = explained()
    tried = [mutant for mutant in drawn if not identity(mutant).is_among(known)]
    trials = [selected(mutant, lines, options.seconds) for mutant in tried]
    with TemporaryDirectory() as folder:
        noticed = Path(folder) / "noticed"
        results = _tried(trials, options.jobs, noticed)
        doubtful = failing_without_a_change(noticed, trials)
    score = score_of(results, len(drawn) - len(tried))
    print(f"{options.room} (seed {options.seed}), {score}")  # noqa: T201
    for test in doubtful:
        print(f"{test} noticed mutants, but fails beside the others without a change")  # noqa: T201
    return int(bool(doubtful or (options.all_killed and score.survived)))


def _tried(trials: list[Trial], jobs: int, noticed: Path) -> list[Outcome]:
    """Try mutants, and show those that survive and from time to time how far it is."""
    results = list[Outcome]()
    for result in outcomes(trials, jobs, noticed):
        results.append(result)
        if result.fate == "survived":
            print(_shown(result), flush=True)  # noqa: T201
        if len(results) % _OFTEN == 0:
            survived = score_of(results, 0).survived
            print(f"{len(results)} of {len(trials)} tried: {survived} survived", flush=True)  # noqa: T201
    return results


def _shown(result: Outcome) -> str:
    mutant, (was, now) = result.mutant, result.mutant.texts
    place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
    tests = f"{result.tests} tests" if result.tests else "no test runs it"
    return f"{place} {mutant.place.function} ({tests})\n  - {was}\n  + {now}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("-n", type=int, default=200, help="mutants to draw (default: 200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", help='draw from these alone, such as "pairs.py::PairCounts"')
    parser.add_argument(
        "--seconds", type=float, default=20, help="tests to run on a mutant at most (default: 20)"
    )
    parser.add_argument("--tests", type=Path, nargs="*", default=(), help="in place of the room's")
    parser.add_argument("--all-killed", action="store_true", help="fail if a mutant survives")
    return parser.parse_args()


def _check_that_the_source_is_imported() -> None:
    spec = find_spec("partwise")
    where = list(spec.submodule_search_locations or ()) if spec else []
    if str(ROOT / "src" / "partwise") not in where:
        raise SystemExit(f"partwise is imported from {where}: install it with 'pip install -e .'")


if __name__ == "__main__":
    raise SystemExit(main())
