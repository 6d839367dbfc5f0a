"""Give millions of odd inputs to every parser: ``make fuzz-parsers N=10000000 SEED=0``.

A parser may refuse an input with an error of partwise. Everything else is a failure: another
exception, a warning, more than a second, more than 200 MB, the end of the process. Each kind of
failure is written to a file, which ``python -m fuzz_parsers.run --replay FILE`` tries again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import mmap
import os
import struct
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from fuzz_parsers.mutations import BLOCK, Mutator
from fuzz_parsers.targets import TARGETS
from fuzz_parsers.trial import Failure, peak, prepare, tried

FOUND = Path("build/fuzz-parsers")
_STUCK = 300  # seconds without an answer: code in C that no signal interrupts
_PIECE = 40  # blocks that one process tries
_PAGE = 1 << 18  # bytes, for the input that is being tried


@dataclass
class Tally:
    """What became of the inputs of a parser."""

    inputs: int = 0
    refused: int = 0
    slowest: float = 0.0
    megabytes: float = 0.0
    spent: float = 0.0  # seconds of all processes
    failures: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count what became of more inputs."""
        self.inputs += other.inputs
        self.refused += other.refused
        self.slowest = max(self.slowest, other.slowest)
        self.megabytes = max(self.megabytes, other.megabytes)
        self.spent += other.spent
        self.failures += other.failures


def block_tally(name: str, seed: int, block: int, page: mmap.mmap) -> Tally:
    """Try the inputs of one block; the page holds the input that is being tried."""
    tally, target = Tally(), TARGETS[name]
    before = peak()
    for text in _mutator(name).block(name, seed, block):
        coded = text.encode("utf-8", "surrogatepass")
        page[: 4 + len(coded)] = struct.pack("<i", len(coded)) + coded
        trial = tried(target.read, text, target.seconds)
        tally.inputs += 1
        tally.refused += trial.refused
        tally.slowest = max(tally.slowest, trial.seconds)
        if trial.failure is not None:
            keep(name, text, trial.failure)
            tally.failures[trial.failure.kind] += 1
    tally.megabytes = (peak() - before) / 1e6
    return tally


def _mutator(name: str, known: dict[str, Mutator] = {}) -> Mutator:  # noqa: B006 - a cache
    if name not in known:
        known[name] = Mutator(TARGETS[name].seeds, TARGETS[name].token)
    return known[name]


def keep(name: str, text: str, failure: Failure) -> Path | None:
    """Write an input that fails to a file; the shortest of its kind."""
    of_kind = hashlib.sha256(f"{name} {failure.kind}".encode()).hexdigest()[:8]
    path = FOUND / f"{name.replace(' ', '-')}-{of_kind}.json"
    if path.exists() and len(json.loads(path.read_text("utf-8"))["input"]) <= len(text):
        return None
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"target": name, "input": text, "kind": failure.kind, "told": failure.told}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return path


def replayed(path: Path) -> Failure | None:
    """Try the input of a file again, in this process."""
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    target = TARGETS[content["target"]]
    prepare(target.read, target.seeds)
    return tried(target.read, content["input"], target.seconds).failure


def treat_warnings_as_failures() -> None:
    """Fail at warnings of Python and NumPy; what partwise tells users is a UserWarning."""
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", UserWarning)
    warnings.simplefilter("ignore", ResourceWarning)  # the folder of the inputs, at the end


def _work(name: str, seed: int, blocks: range, page: mmap.mmap, answers: Connection) -> None:
    treat_warnings_as_failures()
    prepare(TARGETS[name].read, TARGETS[name].seeds)
    for block in blocks:
        answers.send((block, block_tally(name, seed, block, page)))


def target_tally(name: str, seed: int, blocks: range) -> Tally:
    """Try some blocks in a process of their own, and in another one where it ends early."""
    total, next_block, context = Tally(), blocks.start, get_context("fork")
    page, begin = mmap.mmap(-1, _PAGE), time.monotonic()
    while next_block < blocks.stop:
        answers, other_end = context.Pipe(duplex=False)
        work = (name, seed, range(next_block, blocks.stop), page, other_end)
        child = context.Process(target=_work, args=work)
        child.start()
        other_end.close()
        try:
            while next_block < blocks.stop and answers.poll(_STUCK):
                block, tally = answers.recv()
                total.add(tally)
                next_block = block + 1
        except EOFError:
            child.join()
        if next_block < blocks.stop:
            total.failures[_ended(name, page, child.exitcode)] += 1
            next_block += 1
        child.kill()
        child.join()
    total.spent = time.monotonic() - begin
    return total


def _ended(name: str, page: mmap.mmap, code: int | None) -> str:
    """Keep the input at which a process ended, or did not answer any more."""
    length = struct.unpack("<i", page[:4])[0]
    kind = f"above {_STUCK} s" if code is None else f"the process ended with {code}"
    keep(name, page[4 : 4 + length].decode("utf-8", "surrogatepass"), Failure(kind, kind))
    return kind


def shares(inputs: int, names: Sequence[str]) -> dict[str, int]:
    """Return how many blocks each parser gets; one at least."""
    parts = sum(TARGETS[name].share for name in names)
    return {name: max(1, round(inputs * TARGETS[name].share / parts / BLOCK)) for name in names}


def tallies(names: Sequence[str], inputs: int, seed: int, jobs: int) -> Iterator[tuple[str, Tally]]:
    """Yield what became of the inputs of each parser; its blocks are shared among processes."""
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        work = {
            name: [
                pool.submit(target_tally, name, seed, range(start, min(start + _PIECE, blocks)))
                for start in range(0, blocks, _PIECE)
            ]
            for name, blocks in shares(inputs, names).items()
        }
        for name, pieces in work.items():
            total = Tally()
            for piece in pieces:
                total.add(piece.result())
            yield name, total


def told(name: str, tally: Tally, seconds: float) -> str:
    """Return a row of the table that is printed."""
    each = f"{tally.inputs:>11,} inputs {tally.inputs / seconds:>8,.0f}/s"
    refused = tally.refused / max(tally.inputs, 1)
    return (
        f"{name:<16}{each}  {refused:>4.0%} refused  slowest {1000 * tally.slowest:>4.0f} ms  "
        f"{tally.megabytes:>4.0f} MB  {tally.failures.total()} failures"
    )


def replay(paths: Sequence[Path]) -> int:
    """Try the inputs of files again, and print what is wrong with each."""
    treat_warnings_as_failures()
    failures = {path: replayed(path) for path in paths}
    for path, failure in failures.items():
        sys.stdout.write(f"{path}: {failure.told if failure else 'passes'}\n")
    return any(failures.values())


def main() -> int:
    """Try every parser, and print what became of the inputs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--without", action="append", choices=list(TARGETS), default=[])
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE")
    options = parser.parse_args()
    if options.replay:
        return replay(options.replay)
    total, begin = Tally(), time.monotonic()
    names = [name for name in options.target or TARGETS if name not in options.without]
    for name, tally in tallies(names, options.inputs, options.seed, options.jobs):
        sys.stdout.write(told(name, tally, tally.spent) + "\n")
        for kind, count in tally.failures.most_common():
            sys.stdout.write(f"  {count} × {kind}\n")
        sys.stdout.flush()
        total.add(tally)
    sys.stdout.write(told("all", total, time.monotonic() - begin) + f", seed {options.seed}\n")
    if total.failures:
        sys.stdout.write(f"the inputs are in {os.fspath(FOUND)}; --replay FILE tries them again\n")
    return bool(total.failures)


if __name__ == "__main__":
    memory = Path("/dev/shm")  # noqa: S108 - writing to a disk would be most of the time
    folder = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="partwise-fuzz-", dir=folder) as tempfile.tempdir:
        sys.exit(main())
