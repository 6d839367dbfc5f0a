"""Lists and tables that other threads change while kernels read them: nothing ends the process.

With the GIL each call runs alone; free-threaded Python needs the locks of the bindings for that.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

# Two threads change what two others read; each reader may see any state, and no torn one.
PROGRAM = """
import threading, time
import numpy as np
import partwise as pw
from partwise import kernels

numbers, texts = [*range(500)], [f"é{i}" for i in range(500)]
fixed = [i % 3 for i in range(500)]
tables = kernels.MovingTable(True, True)
moved = kernels.MovingTables(
    np.zeros((1, 9), np.int32), np.ones(9, np.int64), np.arange(9, dtype=np.int32)
)
until = time.monotonic() + 0.5

def renew(items, make):
    items.clear()
    items.extend(make(i) for i in range(500))

def large(i):
    return 10**12 + i

def score():
    try:
        pw.score(numbers, fixed, "ARI")
    except pw.PartwiseError:
        pass  # of lists of different lengths

def grow():
    codes = np.random.default_rng().integers(0, 5000, 100).astype(np.int32)
    tables.change_many(codes, codes[::-1].copy(), 1)

def move():
    group = np.random.default_rng().integers(0, 9, 1).astype(np.int32)
    moved.move(group, int(group[0]))

change, read = {
    "integers": (lambda: renew(numbers, large), lambda: kernels.integers_of(numbers)),
    "scored integers": (lambda: renew(numbers, large), score),
    "texts": (lambda: renew(texts, lambda i: f"é{i}"), lambda: kernels.factorize_strings(texts)),
    "a moving table": (grow, lambda: (tables.sums(), tables.cells())),
    "moving tables": (move, lambda: moved.pairs_after_move(np.array([0], np.int32))),
}[WHAT]
failed = []

def again(call):
    try:
        while time.monotonic() < until:
            call()
    except Exception as error:
        failed.append(error)

threads = [threading.Thread(target=again, args=(call,)) for call in (change, read) * 2]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failed, failed
"""


@pytest.mark.parametrize(
    "what", ["integers", "scored integers", "texts", "a moving table", "moving tables"]
)
def test_nothing_ends_the_process(what: str) -> None:
    program = PROGRAM.replace("WHAT", repr(what))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
