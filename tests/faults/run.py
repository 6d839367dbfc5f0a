"""``make faults N=500 SEED=0``: random runs of the command line under faults, as a table.

Ctrl-C ends it after the runs that have begun; the table is that of the runs that were made.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

from faults.injections import FAULTS, can_mount
from faults.running import stop_ignoring_interrupts
from faults.trial import Trial, Trials

_OUTCOMES = ("whole", "refused", "interrupted", "WRONG")


def main() -> int:
    """Run; print what is wrong at once, and the table at the end."""
    stop_ignoring_interrupts()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--fault", choices=[*FAULTS], help="this one only")
    parser.add_argument("--number", type=int, help="the run with this number only")
    options = parser.parse_args()
    numbers = range(options.runs) if options.number is None else [options.number]
    counts: Counter[tuple[str, str]] = Counter()
    begin = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="partwise-faults-") as folder,
        ThreadPoolExecutor(options.workers) as pool,
    ):
        trials = Trials(Path(folder))
        jobs = {
            pool.submit(trials.run, number, options.seed, options.fault): number
            for number in numbers
        }
        with suppress(KeyboardInterrupt):
            for job in as_completed(jobs):
                trial = job.result()
                counts[trial.fault, trial.outcome] += 1
                if trial.wrong:
                    _show(trial, jobs[job])
                sys.stderr.write(f"\r{counts.total()} of {len(jobs)} runs")
        pool.shutdown(cancel_futures=True)
    sys.stderr.write("\n")
    _print_table(counts)
    print_out(f"{counts.total()} runs in {time.monotonic() - begin:.0f} s, seed {options.seed}")
    if not can_mount():
        print_out("without mounts: limits and modes of files took their place")
    return 1 if any(outcome == "WRONG" for _, outcome in counts) else 0


def _show(trial: Trial, number: int) -> None:
    print_out(f"\n## run {number}: {trial.fault}, {trial.command}: {'; '.join(trial.wrong)}")
    print_out("\n".join(f"    {line}" for line in trial.told.splitlines()[-12:]))


def _print_table(counts: Counter[tuple[str, str]]) -> None:
    print_out(f"| fault | runs | {' | '.join(_OUTCOMES)} |")
    print_out(f"|{' --- |' * (len(_OUTCOMES) + 2)}")
    for fault in FAULTS:
        row = [counts[fault, outcome] for outcome in _OUTCOMES]
        print_out(f"| {fault} | {sum(row)} | {' | '.join(map(str, row))} |")
    totals = [sum(counts[fault, outcome] for fault in FAULTS) for outcome in _OUTCOMES]
    print_out(f"| all | {sum(totals)} | {' | '.join(map(str, totals))} |")


def print_out(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
