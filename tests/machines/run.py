# ruff: noqa: T201 (a script that prints)
"""Build the kernels' self test for every machine at hand, run it there and compare the numbers.

``make machines`` runs it. A compiler or an emulator that is missing is said so, and is no failure.
``ROWS=`` chooses the machines whose names contain one of its words.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
KERNELS = HERE.parents[1] / "src" / "partwise" / "kernels"

# As in CMakeLists.txt, which the test of this file checks.
OPTIONS = ("-std=c++20", "-O3", "-Wall", "-Wextra", "-fno-fast-math", "-ffp-contract=off")
OPTIONS_OF_PROGRAMS = ("-fno-trapping-math", "-fno-math-errno")

MOST_UNITS = 1  # in the last place, for what the mathematics library computes


@dataclass(frozen=True)
class Machine:
    """A way to build the self test, and a way to run it."""

    name: str
    compilers: tuple[str, ...]  # the first that is there
    options: tuple[str, ...] = ()
    runners: tuple[str, ...] = ()  # the first that is there; the program itself, if empty


MACHINES = (
    Machine("x86-64, GCC", ("g++",)),
    Machine("x86-64, GCC, -O1", ("g++",), ("-O1",)),
    Machine("x86-64, GCC, portable 128 bits", ("g++",), ("-DPARTWISE_PORTABLE_WIDE",)),
    Machine(  # which fails if memory is left when the program ends
        "x86-64, GCC, AddressSanitizer and LeakSanitizer",
        ("g++",),
        ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
    ),
    Machine("x86-64, Clang", ("clang++", "clang++-14")),
    Machine(
        "aarch64, GCC",
        ("aarch64-linux-gnu-g++",),
        ("-static",),
        ("qemu-aarch64-static", "qemu-aarch64"),
    ),
    Machine(
        "s390x (big-endian), GCC",
        ("s390x-linux-gnu-g++",),
        ("-static",),
        ("qemu-s390x-static", "qemu-s390x"),
    ),
    Machine(
        "Windows x86-64, MinGW",
        ("x86_64-w64-mingw32-g++-posix", "x86_64-w64-mingw32-g++"),
        ("-static",),
        ("wine64", "wine", "/usr/lib/wine/wine64"),
    ),
)


class NotRunError(Exception):
    """What a machine lacks."""


def first_of(names: tuple[str, ...]) -> str:
    """Return the first of these programs that is there."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise NotRunError(f"{' or '.join(names)} is missing")


def sources() -> list[Path]:
    """Return the kernels without their Python bindings."""
    bindings = {*KERNELS.glob("bind_*.cpp"), KERNELS / "module.cpp"}
    return sorted({*KERNELS.glob("*.cpp")} - bindings)


def build(machine: Machine, folder: Path, workers: int) -> Path:
    """Compile the self test, as many files at once as there are workers."""
    compiler = first_of(machine.compilers)
    if machine.runners:
        first_of(machine.runners)

    def compiled(source: Path) -> Path:
        result = folder / f"{source.stem}.o"
        more = OPTIONS_OF_PROGRAMS if source.stem in ("program", "quick_values") else ()
        options = [*OPTIONS, *more, *machine.options, f"-I{KERNELS}"]
        subprocess.run([compiler, *options, "-c", source, "-o", result], check=True)
        return result

    with ThreadPoolExecutor(workers) as pool:
        objects = list(pool.map(compiled, [HERE / "self_test.cpp", *sources()]))
    program = folder / "self_test.exe"
    subprocess.run([compiler, *objects, *machine.options, "-pthread", "-o", program], check=True)
    return program


def lines_of(machine: Machine, folder: Path, workers: int = os.cpu_count() or 1) -> dict[str, str]:
    """Return what the self test prints: the line of each kernel function."""
    program = build(machine, folder, workers)
    runner = [first_of(machine.runners)] if machine.runners else []
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(folder / "wine")}
    output = subprocess.run(
        [*runner, program], check=True, capture_output=True, text=True, env=environment
    ).stdout
    return {line.split()[1]: line for line in output.splitlines()}


def numbered(word: str) -> int:
    """Return the place of a double in the order of all doubles."""
    (bits,) = struct.unpack("<q", struct.pack("<Q", int(word, 16)))
    return int(bits) if bits >= 0 else -(bits & (2**63 - 1))


def units_apart(one: str, other: str) -> int | None:
    """Return the largest distance in units in the last place, if lines can be compared."""
    if one == other:
        return 0
    if not (one.startswith("close ") and other.startswith("close ")):
        return None
    ours, theirs = one.split()[2:], other.split()[2:]
    if len(ours) != len(theirs):
        return None
    return max(abs(numbered(x) - numbered(y)) for x, y in zip(ours, theirs, strict=True))


def differences(ours: dict[str, str], theirs: dict[str, str]) -> tuple[list[str], int]:
    """Return the functions whose numbers differ, and the largest distance of the others."""
    wrong, most = [], 0
    for name in sorted({*ours, *theirs}):
        apart = units_apart(ours.get(name, "missing"), theirs.get(name, "missing"))
        if apart is None or apart > MOST_UNITS:
            wrong.append(name if apart is None else f"{name} ({apart} ulp)")
        else:
            most = max(most, apart)
    return wrong, most


def chosen(words: list[str]) -> list[Machine]:
    """Return the machines whose names contain one of these words, all of them without words."""
    found = [m for m in MACHINES if not words or any(word in m.name for word in words)]
    if not found:
        raise SystemExit(f"no machine is named so: {', '.join(m.name for m in MACHINES)}")
    return found


def main() -> int:
    """Print a row for each machine; 1 if numbers differ."""
    expected: dict[str, str] = {}
    failures = 0
    print("| machine | functions | same bits | largest difference | result |")
    print("| --- | ---: | ---: | ---: | --- |")
    for machine in chosen(sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            try:
                lines = lines_of(machine, Path(folder))
            except NotRunError as missing:
                print(f"| {machine.name} | | | | not run: {missing} |", flush=True)
                continue
        expected = expected or lines
        wrong, most = differences(expected, lines)
        same = sum(expected.get(name) == line for name, line in lines.items())
        failures += bool(wrong)
        result = f"differs: {', '.join(wrong)}" if wrong else "agrees"
        row = f"{machine.name} | {len(lines)} | {same} | {most} ulp | {result}"
        print(f"| {row} |", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
