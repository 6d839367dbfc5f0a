"""Builds of the kernels for their mutants: only what a change concerns is compiled, once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mutants.kernel_changes import Change, changed_text
from mutants.rooms import ROOT

__all__ = ["FOLDER", "KERNELS", "Build", "tool"]

KERNELS = ROOT / "src" / "partwise" / "kernels"
FOLDER = ROOT / "build" / "mutants" / "kernels"


class Build:
    """A build of a copy of the sources, which optimises less than the one that users get."""

    def __init__(self, name: str, flags: str, jobs: int) -> None:
        self._sources = FOLDER / name / "src" / "partwise" / "kernels"
        self.objects = FOLDER / name / "objects"
        self._kept = FOLDER / name / "kept"
        self._jobs = jobs
        shutil.rmtree(self._sources, ignore_errors=True)
        shutil.copytree(KERNELS, self._sources)
        for file in ("CMakeLists.txt", "pyproject.toml"):
            shutil.copy2(ROOT / file, FOLDER / name)
        if self._kept.exists():  # a run that was killed leaves its last change in the objects
            self._put_back()
        arguments = ["-G", "Ninja", "-S", str(FOLDER / name), "-B", str(self.objects)]
        arguments += [f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}", f"-DCMAKE_CXX_FLAGS={flags}"]
        arguments += [f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.run([tool("cmake"), *arguments], check=True, stdout=subprocess.DEVNULL)
        built = self._built()
        if built is None:
            raise SystemExit("the kernels cannot be built")
        self.library = built
        shutil.rmtree(self._kept, ignore_errors=True)
        shutil.copytree(self.objects, self._kept)

    @contextmanager
    def changed(self, change: Change) -> Iterator[Path | None]:
        """Build with a change, for as long as its library is used; None if it cannot be built.

        What was built before is put back with its times, so that nothing is compiled again.
        """
        path = self._sources / change.file
        path.write_text(changed_text(change, path.read_text("utf-8")), "utf-8")
        try:
            yield self._built()
        finally:
            shutil.copy2(KERNELS / change.file, path)
            self._put_back()

    def _put_back(self) -> None:
        shutil.rmtree(self.objects, ignore_errors=True)
        shutil.copytree(self._kept, self.objects)

    def is_as_it_was(self, library: Path) -> bool:
        """Whether a change made no difference to the library."""
        return library.read_bytes() == (self._kept / library.name).read_bytes()

    def _built(self) -> Path | None:
        command = [tool("cmake"), "--build", str(self.objects), "-j", str(self._jobs)]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            return None
        return next(iter(self.objects.glob("_kernels*.so")))


def tool(name: str) -> str:
    """Return where a program is, beside Python or on the path."""
    beside = Path(sys.executable).parent
    found = shutil.which(name, path=f"{beside}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        raise SystemExit(f"{name} is missing: run 'pip install {name}'")
    return found
