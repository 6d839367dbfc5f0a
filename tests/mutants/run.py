"""Change the source a little, and see whether a test notices: ``make mutants ROOM=tables``.

A sample of mutants is drawn by seed from all mutants of a room. Each one is tried with the tests
that run the changed lines. What survives is shown, but for what explained.toml explains.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import NamedTuple

from mutants.lines import lines_of
from mutants.mutations import Mutant, mutants_of
from mutants.rooms import ROOMS, ROOT, sources, test_files
from mutants.trials import Outcome, outcomes, selected

__all__ = ["Explained", "Score", "explained", "score_of", "wilson"]


class Explained(NamedTuple):
    """A mutant that behaves as the source does, by what identifies it."""

    file: str
    function: str
    was: str
    now: str

    @classmethod
    def of(cls, mutant: Mutant) -> Explained:
        """Return what identifies a mutant: its line may move."""
        file = mutant.path.relative_to(ROOT / "src" / "partwise").as_posix()
        return cls(file, mutant.place.function, *mutant.texts)


class Score(NamedTuple):
    """How many mutants of a sample were killed; those that time out are."""

    killed: int
    timed_out: int
    survived: int
    equivalent: int

    def __str__(self) -> str:
        tried = self.killed + self.timed_out + self.survived
        noticed = self.killed + self.timed_out
        low, high = wilson(noticed, tried)
        return (
            f"{tried + self.equivalent} mutants: {self.killed} killed, {self.timed_out} timed out, "
            f"{self.survived} survived, {self.equivalent} equivalent; "
            f"{noticed / max(tried, 1):.1%} noticed (95% CI {low:.1%} to {high:.1%})"
        )


def wilson(successes: int, tries: int) -> tuple[float, float]:
    """Return Wilson's 95% confidence interval of a share."""
    if not tries:
        return 0.0, 1.0
    z = 1.959964
    share, denominator = successes / tries, 1 + z * z / tries
    centre = (share + z * z / (2 * tries)) / denominator
    reach = z / denominator * (share * (1 - share) / tries + z * z / (4 * tries**2)) ** 0.5
    return max(0.0, centre - reach), min(1.0, centre + reach)


def explained() -> dict[Explained, str]:
    """Read the mutants that no test can kill, each with the reason."""
    path = Path(__file__).with_name("explained.toml")
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return {
        Explained(entry["file"], entry["function"], entry["was"], entry["now"]): entry["reason"]
        for entry in entries
    }


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
    lines = lines_of(
        files, test_files(options.room), ROOT / "build" / "mutants", options.room, options.jobs
    )
    drawn = [
        mutant
        for path in files
        for mutant in mutants_of(path)
        if not options.only or options.only in f"{path}::{mutant.place.function}"
    ]
    drawn = Random(options.seed).sample(drawn, min(options.n, len(drawn)))  # noqa: S311
    known = explained()
    tried = [mutant for mutant in drawn if Explained.of(mutant) not in known]
    trials = [selected(mutant, lines, options.seconds) for mutant in tried]
    results = []
    for result in outcomes(trials, options.jobs):
        results.append(result)
        if result.fate == "survived":
            print(_shown(result), flush=True)
    score = score_of(results, len(drawn) - len(tried))
    print(f"{options.room} (seed {options.seed}), {score}")
    return int(bool(options.all_killed and score.survived))


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
    parser.add_argument("--all-killed", action="store_true", help="fail if a mutant survives")
    return parser.parse_args()


def _check_that_the_source_is_imported() -> None:
    spec = find_spec("partwise")
    where = list(spec.submodule_search_locations or ()) if spec else []
    if str(ROOT / "src" / "partwise") not in where:
        raise SystemExit(f"partwise is imported from {where}: install it with 'pip install -e .'")


if __name__ == "__main__":
    raise SystemExit(main())
