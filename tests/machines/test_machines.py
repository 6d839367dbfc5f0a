"""The comparison of machines: it builds what CMake builds, and sees differences."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from machines.run import (
    HERE,
    KERNELS,
    MACHINES,
    OPTIONS,
    OPTIONS_OF_PROGRAMS,
    NotRunError,
    chosen,
    differences,
    first_of,
    lines_of,
    sources,
)

CMAKE = (HERE.parents[1] / "CMakeLists.txt").read_text("utf-8")


def test_it_builds_the_kernels_as_cmake_does() -> None:
    assert all(option in CMAKE for option in OPTIONS[3:] + OPTIONS_OF_PROGRAMS)
    listed = {line.strip().rstrip(")") for line in CMAKE.splitlines() if "kernels/" in line}
    assert {f"src/partwise/kernels/{source.name}" for source in sources()} <= listed
    assert all((KERNELS / source.name).exists() for source in sources())


def test_one_bit_is_a_difference_and_one_unit_of_the_library_is_none() -> None:
    ours = {"a": "bits a 00", "b": "close b 3ff0000000000000 0000000000000000"}
    theirs = {"a": "bits a 01", "b": "close b 3ff0000000000001 8000000000000000"}
    assert differences(ours, theirs) == (["a"], 1)
    far = {**ours, "b": "close b 3ff0000000000002 0000000000000000"}
    assert differences(ours, far) == (["b (2 ulp)"], 0)
    assert differences(ours, {"a": "bits a 00"}) == (["b"], 0)


def test_words_choose_machines() -> None:
    assert chosen([]) == list(MACHINES)
    assert chosen(["x86-64, GCC"]) == list(MACHINES[:4])
    assert [m.name for m in chosen(["Clang", "s390x"])] == [
        "x86-64, Clang",
        "s390x (big-endian), GCC",
    ]
    with pytest.raises(SystemExit, match="no machine is named so: x86-64, GCC, "):
        chosen(["vax"])


def test_clang_takes_every_source_too() -> None:
    """Older versions of it lack parts of C++20 that GCC has, such as captured bindings."""
    try:
        compiler = first_of(MACHINES[4].compilers)
    except NotRunError as missing:
        pytest.skip(str(missing))
    command = [compiler, *OPTIONS, "-fsyntax-only", f"-I{KERNELS}"]

    def errors(source: Path) -> str:
        done = subprocess.run([*command, source], check=False, capture_output=True, text=True)
        return done.stderr if done.returncode else ""

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        assert "".join(pool.map(errors, sources())) == ""


@pytest.mark.slow
def test_compilers_agree(tmp_path: Path) -> None:
    expected: dict[str, str] = {}
    for number, machine in enumerate(MACHINES[:5]):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            lines = lines_of(machine, folder)
        except NotRunError:
            continue
        expected = expected or lines
        assert differences(expected, lines)[0] == []
    assert len(expected) == 60
