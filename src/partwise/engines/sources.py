"""Which files a path, a glob, a folder or a list of these stands for, and of what format."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from glob import glob, has_magic
from pathlib import Path
from typing import TypeAlias

from partwise.base import InputError
from partwise.engines.duck import scratch

PathLike: TypeAlias = str | os.PathLike[str]

_FORMATS = {
    **dict.fromkeys((".csv",), "csv"),
    **dict.fromkeys((".tsv", ".tab"), "tsv"),
    **dict.fromkeys((".parquet", ".pq", ".parq"), "parquet"),
    **dict.fromkeys((".arrow", ".arrows", ".feather", ".ipc"), "arrow"),
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), "json"),
}
_COMPRESSED = {".gz", ".zst"}
_STRANGE = {
    **dict.fromkeys((".xlsx", ".xls", ".ods"), "a spreadsheet; save it as CSV"),
    **dict.fromkeys((".bz2", ".xz", ".zip", ".lz4", ".7z", ".tar", ".tgz"), "packed; unpack it"),
    **dict.fromkeys((".npy", ".npz"), "a NumPy file; load it and pass the array"),
    **dict.fromkeys((".pkl", ".pickle", ".joblib"), "a pickle; load it and pass the labels"),
    **dict.fromkeys((".db", ".sqlite", ".duckdb"), "a database; pass a relation of its table"),
    **dict.fromkeys((".orc", ".avro", ".h5", ".hdf5", ".mat"), "of a format that is not read here"),
}
_READ = "CSV, TSV, Parquet, Arrow, JSON lines and text with a label per line are read"
_MAGIC = {b"PAR1": "parquet", b"ARRO": "arrow"}


@dataclass(frozen=True)
class Files:
    """Files of one format.

    Parameters
    ----------
    source : str
        What to call them in messages.
    paths : tuple of Path
        The files, in order.
    format : str
        ``"csv"``, ``"tsv"``, ``"parquet"``, ``"arrow"``, ``"json"`` or ``"text"``.
    """

    source: str
    paths: tuple[Path, ...]
    format: str

    @property
    def size(self) -> int:
        """All bytes of the files."""
        return sum(path.stat().st_size for path in self.paths)


def find_files(source: PathLike | Sequence[PathLike]) -> Files:
    """Find the files of a source; an error says what is wrong with it before any is read."""
    if isinstance(source, str | os.PathLike):
        given = os.fspath(source)
        paths = _expand(given)
    else:
        listed = [os.fspath(each) for each in source]
        if not listed:
            raise InputError("there are no files in an empty list; name at least one")
        given = listed[0] if len(listed) == 1 else f"{listed[0]} and {len(listed) - 1} more"
        paths = [path for each in listed for path in _expand(each)]
    return Files(given, *_of_one_format(given, [_seekable(path) for path in paths]))


def _expand(given: str) -> list[Path]:
    """Return the files of a path, a glob or a folder; what exists is itself, whatever its name."""
    path = Path(given)
    if "://" in given and not path.exists():
        raise InputError(
            f"{given}: files are read from disks only; open it with Polars, PyArrow, DuckDB or "
            "Spark and pass the frame"
        )
    try:
        if path.is_dir():
            return _parts(path)
        if path.exists():
            return [path]
    except OSError as error:
        raise InputError(f"{given}: cannot read it ({error.strerror})") from None
    if not has_magic(given):
        raise InputError(f"{given}: {_absent(path)}")
    matches = sorted(Path(each) for each in glob(given, recursive=True))  # noqa: PTH207 - absolute
    found = [each for each in matches if _is_visible(each.name)]
    if not found:
        raise InputError(f"{given}: no file matches")
    return [file for each in found for file in (_parts(each) if each.is_dir() else [each])]


def _absent(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"No such file (there is no folder {folder})"
    names = sorted(each.name for each in folder.iterdir())
    close = get_close_matches(path.name, names, 3)
    return f"No such file; is it {' or '.join(close)}?" if close else "No such file"


def _parts(folder: Path) -> list[Path]:
    """Return the part files of a folder, without hidden ones and marks such as _SUCCESS."""
    inside = sorted(each for each in folder.rglob("*") if each.is_file())
    found = [each for each in inside if all(map(_is_visible, each.relative_to(folder).parts))]
    if not found:
        raise InputError(f"{folder}: this is a folder without files of labels; name a file")
    return found


def _is_visible(part: str) -> bool:
    return not part.startswith((".", "_"))


def _of_one_format(given: str, paths: list[Path]) -> tuple[tuple[Path, ...], str]:
    formats: dict[str, Path] = {}
    for path in paths:
        formats.setdefault(_format(path), path)
    if len(formats) > 1:
        each = " and ".join(f"{path.name} ({kind})" for kind, path in formats.items())
        raise InputError(
            f"{given}: there are files of different formats: {each}; name those of one, for "
            "example with a glob"
        )
    empty = [str(path) for path in paths if path.stat().st_size == 0]
    kind = next(iter(formats))
    if len(empty) == len(paths):
        needs = "there are no labels in it" if kind == "text" else "it needs a row of column names"
        raise InputError(f"{empty[0]}: the file is empty; {needs}")
    return tuple(path for path in paths if path.stat().st_size), kind


def _format(path: Path) -> str:
    """Return the format that a file's name tells, or else its first bytes."""
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    if suffixes and suffixes[-1] in _COMPRESSED:
        return _FORMATS.get(suffixes[0], "text") if len(suffixes) > 1 else "text"
    suffix = suffixes[-1] if suffixes else ""
    if suffix in _STRANGE:
        raise InputError(f"{path}: this is {_STRANGE[suffix]} ({_READ})")
    if suffix in _FORMATS:
        return _FORMATS[suffix]
    try:
        with path.open("rb") as file:
            return _MAGIC.get(file.read(4), "text")
    except OSError as error:
        raise InputError(f"{path}: cannot read it ({error.strerror})") from None


def _seekable(path: Path) -> Path:
    """Return a file that can be read twice: a pipe is copied first."""
    if path.is_file():
        return path
    copy = scratch() / f"{len(list(scratch().iterdir()))}{path.suffix}"
    with path.open("rb") as pipe, copy.open("wb") as file:
        shutil.copyfileobj(pipe, file)
    return copy
