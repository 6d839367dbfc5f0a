"""Every public call on several threads at once, against what one thread gives."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from load.calls import CALLS, Shared, shared

THREADS = 8


def alone(names: Sequence[str]) -> dict[str, str]:
    """Return what each call gives on one thread, on objects of its own."""
    of = shared()
    return {name: repr(CALLS[name](of)) for name in names}


def differences(
    names: Sequence[str], expected: dict[str, str], seconds: float, seed: int = 0
) -> tuple[int, list[str]]:
    """Call on fresh shared objects until the time is over; count the calls, and list what differs.

    Each round has new objects, so that threads meet while caches are filled.
    """
    until = time.monotonic() + seconds
    calls, wrong = 0, list[str]()
    while time.monotonic() < until and not wrong:
        of, barrier = shared(), Barrier(THREADS)
        with ThreadPoolExecutor(THREADS) as pool:
            jobs = [
                pool.submit(_round, of, barrier, names, expected, f"{seed}/{calls}/{thread}")
                for thread in range(THREADS)
            ]
            for job in jobs:
                wrong += job.result()
        calls += THREADS * len(names)
    return calls, wrong


def _round(
    of: Shared, barrier: Barrier, names: Sequence[str], expected: dict[str, str], seed: str
) -> list[str]:
    order = random.Random(seed).sample(list(names), len(names))  # noqa: S311 - not for secrets
    barrier.wait()
    wrong = []
    for name in order:
        try:
            value = repr(CALLS[name](of))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            value = f"{type(error).__name__}: {error}"
        if value != expected[name]:
            wrong.append(f"{name}: {value[:200]} instead of {expected[name][:200]}")
    return wrong


def main() -> int:
    """``make load MINUTES=10``."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    names = sys.argv[2:] or [*CALLS]
    calls, wrong = differences(names, alone(names), 60 * minutes)
    for problem in wrong:
        sys.stdout.write(f"{problem}\n")
    sys.stdout.write(
        f"{calls} calls of {len(names)} functions on {THREADS} threads in {minutes:g} minutes: "
        f"{len(wrong)} differ from one thread\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
