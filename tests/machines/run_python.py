# ruff: noqa: T201 (a script that prints)
"""Run tests of Python code on aarch64, in a Debian system under QEMU in ``build/aarch64``.

``make machines-python`` runs it. The wheel is compiled by a cross compiler, and everything that it
depends on comes as wheels; only the tests are emulated. ``TESTS=`` chooses them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SYSTEM = ROOT / "build" / "aarch64"
RELEASE, PYTHON = "trixie", "3.13"
COMPILER = "aarch64-linux-gnu-g++"
BINFMT = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
TESTS = ("tests/kernels", "tests/tables", "tests/every_index", "tests/scoring")
EXTRAS = "files,frames,ibis,proofs,sklearn"
PLATFORMS = ("linux", "manylinux2014", *(f"manylinux_2_{minor}" for minor in range(17, 42)))
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/sbin:/usr/bin",
    "QEMU_CPU": "cortex-a72",  # QEMU's default CPU signs pointers, which takes most of the time
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "PYTHONPATH": "/partwise/tests",
}


def missing() -> list[str]:
    """Return what is missing here, each with what to do."""
    found = []
    if os.geteuid() != 0:
        found.append("the rights of root, for chroot: run it as root")
    if sys.version_info < (3, 12):
        found.append("Python 3.12 or newer, for the stable ABI: name it with PYTHON=python3.13")
    for program, package in (("debootstrap", "debootstrap"), (COMPILER, "g++-aarch64-linux-gnu")):
        if shutil.which(program) is None:
            found.append(f"{program}: run 'apt install {package}'")
    if not BINFMT.exists():
        commands = "apt install qemu-user-static binfmt-support && update-binfmts --enable"
        found.append(f"QEMU for programs of aarch64 (binfmt_misc): run '{commands}'")
    return found


def install() -> None:
    """Make the system unless it is there, and install a wheel of this tree into it."""
    if not (SYSTEM / "usr" / "bin" / "c++").exists():
        options = ["--arch=arm64", "--variant=minbase", "--include=python3,g++"]
        subprocess.run(["debootstrap", *options, RELEASE, SYSTEM], check=True)
    pip = [sys.executable, "-m", "pip"]
    wheels = SYSTEM / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    cross = {"CXX": COMPILER, "_PYTHON_HOST_PLATFORM": "linux-aarch64"}
    subprocess.run(
        [*pip, "wheel", "-q", "--no-deps", "-w", wheels, ROOT],
        check=True,
        env={**os.environ, **cross},
    )
    (wheel,) = wheels.glob("partwise-*.whl")
    packages = SYSTEM / "usr" / "local" / "lib" / f"python{PYTHON}" / "dist-packages"
    options = ["--only-binary=:all:", f"--python-version={PYTHON}", f"--target={packages}"]
    options += [f"--platform={platform}_aarch64" for platform in PLATFORMS]
    requirements = [f"{wheel}[{EXTRAS}]", "hypothesis>=6.100", "networkx>=3", "pytest>=8"]
    subprocess.run([*pip, "install", "-q", "--upgrade", *options, *requirements], check=True)
    command = SYSTEM / "usr" / "local" / "bin" / "partwise"
    command.write_text('#!/bin/sh\nexec python3 -m partwise "$@"\n', encoding="utf-8")
    command.chmod(0o755)


def run(*command: str) -> int:
    """Run a command in the system, where this tree is ``/partwise``, and return its status."""
    (SYSTEM / "partwise").mkdir(exist_ok=True)
    mounts = 'mount -t proc proc "$0/proc" && mount --bind "$1" "$0/partwise"'
    inside = 'exec chroot "$0" env -C /partwise'
    script = f'{mounts} && system=$0 && shift && {inside.replace("$0", "$system")} "$@"'
    arguments = ["unshare", "--mount", "sh", "-c", script, str(SYSTEM), str(ROOT), *command]
    limits = ("PARTWISE_EXAMPLES", "PARTWISE_SECONDS")
    settings = {name: os.environ[name] for name in limits if name in os.environ}
    return subprocess.run(arguments, check=False, env={**settings, **ENVIRONMENT}).returncode


def main() -> int:
    """Install partwise, and run the smoke test and the tests that are named."""
    if lacking := missing():
        print("not run, for lack of:", *lacking, sep="\n- ")
        return 1
    install()
    options = ["-v", "-p", "machines.emulated", "-p", "no:cacheprovider", "-m", "not slow"]
    tests = sys.argv[1:] or TESTS
    return run("python3", "tests/smoke.py") or run("python3", "-m", "pytest", *options, *tests)


if __name__ == "__main__":
    sys.exit(main())
