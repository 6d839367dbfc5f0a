"""``make routes N=20000``: many examples on several processes, and each kind of failure at once."""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
import warnings
from collections import Counter
from multiprocessing import get_context
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings

from every_route.checking import Example, check, examples


class Failure(NamedTuple):
    kind: str
    example: str
    told: str


def failures(number: int, count: int, session: str | None) -> list[Failure]:
    """Draw examples, and return the failures."""
    found: list[Failure] = []

    @seed(number)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(examples(session))
    def try_one(example: Example) -> None:
        failure = _failure(example)
        if failure:
            found.append(failure)

    try_one()
    return found


def _failure(example: Example) -> Failure | None:
    try:
        check(example)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(last.filename)}:{last.name}"  # noqa: PTH119
        kind = f"{type(error).__name__} in {where}: {example.entry.key}, {example.route.key}"
        return Failure(kind, repr(example), str(error).rpartition(repr(example))[2].strip()[-600:])
    return None


def _share(job: tuple[int, int, str | None]) -> list[Failure]:
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", "fetch_arrow_table", DeprecationWarning)
    warnings.filterwarnings("ignore", "PySpark does not yet", FutureWarning)
    return failures(*job)


def main() -> int:
    """Run the shares; print the progress, each kind of failure once, and how many there were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--session", choices=["spark", "spark-connect"])
    options = parser.parse_args()
    size = min(25, options.examples)
    jobs = [(options.seed + i, size, options.session) for i in range(options.examples // size)]
    counts: Counter[str] = Counter()
    done, begin = 0, time.monotonic()
    with get_context("spawn").Pool(options.workers) as pool:
        for failures_of_share in pool.imap_unordered(_share, jobs):
            for failure in failures_of_share:
                if failure.kind not in counts:
                    sys.stdout.write(
                        f"\n## {failure.kind}\n{failure.told}\n    {failure.example}\n"
                    )
                    sys.stdout.flush()
                counts[failure.kind] += 1
            done += size
            sys.stderr.write(
                f"\r{done} of {options.examples} examples, {counts.total()} failures of "
                f"{len(counts)} kinds, {time.monotonic() - begin:.0f} s"
            )
    sys.stderr.write("\n")
    for kind, count in counts.most_common():
        sys.stdout.write(f"{count} × {kind}\n")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
