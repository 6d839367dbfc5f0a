"""``make leaks``: memory after 10⁵ calls of what runs in compiled code."""

from __future__ import annotations

import gc
import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np

import partwise as pw

_WARM = 2000
_BYTES_A_CALL = 40
"""A leak of the smallest object is larger; what allocators hold back is bounded."""


def calls() -> dict[str, Callable[[], object]]:
    """Return the calls, on labels of their own."""
    draw = np.random.default_rng(0)
    a, b = draw.integers(0, 6, 60), draw.integers(0, 6, 60)
    return {
        "score": lambda: pw.score(a, b, "AMI"),
        "scores": lambda: pw.scores(a, b, ["ARI", "VI"]),
        "pairwise": lambda: pw.pairwise([a, b], "ARI", threads=2),
        "contingency": lambda: pw.contingency(a, b),
    }


def resident() -> int:
    """Return the bytes of memory that this process takes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def growth(call: Callable[[], object], count: int) -> tuple[float, float]:
    """Return by how many bytes a call memory grows: of the process, and of Python's objects."""
    for _ in range(_WARM):
        call()
    gc.collect()
    before = resident()
    for _ in range(count):
        call()
    gc.collect()
    process = (resident() - before) / count
    fewer = max(100, count // 20)  # tracing is slow
    tracemalloc.start()
    call()
    gc.collect()
    begin, _peak = tracemalloc.get_traced_memory()
    for _ in range(fewer):
        call()
    gc.collect()
    end, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return process, (end - begin) / fewer


def main() -> int:
    """Print the growth of each call; fail where one leaks."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    leaks = False
    for name, call in calls().items():
        process, objects = growth(call, count)
        leaks |= max(process, objects) > _BYTES_A_CALL
        sys.stdout.write(
            f"{name}: {process:.2f} bytes a call over {count} calls, of Python {objects:.2f}\n"
        )
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
