"""The rooms whose tests are tested, and the tests of each."""

from __future__ import annotations

from pathlib import Path

__all__ = ["ROOMS", "ROOT", "files_of_tests", "sources"]

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {
    "clusterings": (
        "tests/clusterings",
        "tests/engines",
        "tests/scoring",
        "src/partwise/clusterings",
        "src/partwise/lattice.py",
    ),
    "tables": (
        "tests/tables",
        "tests/every_index",
        "tests/scoring",
        "tests/kernels/test_moving.py",
        "tests/comparison/test_matching.py",
        "tests/properties/test_tracing.py",
        "src/partwise/tables",
    ),
    "engines": (
        "tests/engines",
        "tests/every_engine",
        "tests/every_route",
        "src/partwise/engines",
    ),
    "catalogue": ("tests/catalogue", "tests/every_index", "src/partwise/catalogue"),
    "chance": ("tests/chance", "src/partwise/chance"),
    "comparison": ("tests/comparison", "src/partwise/comparison"),
}
_NEED_MORE = {
    "src/partwise/engines/backends/spark.py",  # Java
    "src/partwise/engines/device_arrays.py",  # a GPU, or PyTorch, JAX or CuPy
    "src/partwise/engines/device_kernels.py",
    "src/partwise/engines/device_libraries.py",
    "src/partwise/engines/device_tables.py",
}
"""Files most of whose tests are skipped on a machine without what they need."""


def sources(room: str) -> list[Path]:
    """Return the files of a room that are mutated."""
    files = sorted((ROOT / "src" / "partwise" / room).rglob("*.py"))
    return [path for path in files if path.relative_to(ROOT).as_posix() not in _NEED_MORE]


def files_of_tests(room: str) -> list[Path]:
    """Return the files with tests of a room, doctests included."""
    files: list[Path] = []
    for name in ROOMS[room]:
        path = ROOT / name
        pattern = "test_*.py" if name.startswith("tests") else "*.py"
        files += [path] if path.is_file() else sorted(path.rglob(pattern))
    return files
