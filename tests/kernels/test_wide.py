"""The kernels' numbers of 128 bits, the compiler's own and those for compilers without."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KERNELS = HERE.parents[1] / "src" / "partwise" / "kernels"
TWO_WORDS = 2**128
Operands = tuple[int, int, int, int, int]

EDGES = (0, 1, 2, 3, 2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1)


def operands() -> list[Operands]:
    """Random words of every length, edges, and products whose difference is small."""
    rng = random.Random(11)  # noqa: S311 (for tests)
    word = [lambda: rng.getrandbits(64) >> rng.randrange(64), lambda: rng.choice(EDGES)]
    found: list[Operands] = [
        (*(rng.choice(word)() for _ in range(4)), max(1, rng.choice(word)()))  # type: ignore[misc]
        for _ in range(4000)
    ]
    for _ in range(1000):
        x, y = rng.getrandbits(63), rng.getrandbits(63)
        found.append((x, y, x + rng.randrange(4), max(0, y - rng.randrange(4)), x + y + 2))
    for bits in range(64):  # halfway between two doubles, and next to it
        found += [(2**bits, 2**54 + odd, 2**bits, 1, 3) for odd in range(-2, 9)]
    return found


def as_shown(x: int) -> list[object]:
    return [x >> 64, x % 2**64, float(x)]


def expected(x: int, y: int, z: int, w: int, divisor: int) -> list[object]:
    """What Python's integers say."""
    one, other, half_x = x * y, z * w, x >> 1
    shown = [one, (one + other) % TWO_WORDS, (one - other) % TWO_WORDS, one // 2]
    difference = half_x * (y >> 1) - (z >> 1) * (w >> 1)
    quotient = one // divisor if one >> 64 < divisor else 0
    words = [part for number in shown for part in as_shown(number)]
    return [
        *words,
        *as_shown(half_x * (half_x - 1) // 2),
        float(difference),
        int(one < other),
        quotient,
    ]


def parsed(line: str) -> list[object]:
    return [float.fromhex(part) if "x" in part else int(part) for part in line.split()]


@pytest.mark.parametrize("portable", [False, True], ids=["native", "portable"])
def test_wide_numbers_equal_those_of_python(portable: bool, tmp_path: Path) -> None:
    compiler = shutil.which(os.environ.get("CXX", "c++")) or shutil.which("g++")
    if compiler is None or os.name == "nt":
        pytest.skip("needs a compiler that takes GCC's options")
    program = tmp_path / "wide"
    options = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    options += ["-fsanitize=undefined", "-fno-sanitize-recover=undefined", f"-I{KERNELS}"]
    options += ["-DPARTWISE_PORTABLE_WIDE"] if portable else []
    subprocess.run([compiler, *options, HERE / "wide_program.cpp", "-o", program], check=True)
    cases = operands()
    text = "\n".join(" ".join(map(str, case)) for case in cases)
    printed = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    lines = printed.stdout.splitlines()
    assert len(lines) == len(cases)
    for case, line in zip(cases, lines, strict=True):
        assert parsed(line) == expected(*case), case
