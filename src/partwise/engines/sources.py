"""Which files a path, a glob, a folder or a list of these stands for, and of what format."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from glob import glob, has_magic
from pathlib import Path
from typing import TypeAlias

from partwise.base import InputError, PartwiseError
from partwise.engines.scratch import scratch, show_as, shown_path

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
    **dict.fromkeys(
        (".bz2", ".xz", ".zip", ".lz4", ".7z", ".tar", ".tgz"), "a packed file; unpack it"
    ),
    **dict.fromkeys((".npy", ".npz"), "a NumPy file; load it and pass the array"),
    **dict.fromkeys((".pkl", ".pickle", ".joblib"), "a pickle; load it and pass the labels"),
    **dict.fromkeys((".db", ".sqlite", ".duckdb"), "a database; pass a relation of its table"),
    **dict.fromkeys((".orc", ".avro", ".h5", ".hdf5", ".mat"), "in an unsupported format"),
}
_READ = "partwise reads CSV, TSV, Parquet, Arrow, JSON lines and text with one label per line"
_MAGIC = {b"PAR1": "parquet", b"ARRO": "arrow"}
_JSON_OBJECT = re.compile(rb'\s*\{\s*"')


@dataclass
class _Watched:
    """What :func:`watched_files` knows of the files that were looked at."""

    states: dict[Path, tuple[int, ...]] = field(default_factory=dict)
    copies: dict[Path, Path] = field(default_factory=dict)  # of pipes, which are read only once


_WATCHED: list[_Watched] = []


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
    def is_named(self) -> bool:
        """Whether the names of the files say how they are to be read."""
        return all(_FORMATS.get(_suffix(path)) == self.format for path in self.paths)

    @property
    def is_plain_text(self) -> bool:
        """Whether the names of the files end in .txt."""
        return all(_suffix(path) == ".txt" for path in self.paths)

    @property
    def has_types(self) -> bool:
        """Whether columns have types; in text files everything is text."""
        return self.format not in ("csv", "tsv", "text")

    @property
    def size(self) -> int:
        """All bytes of the files."""
        return sum(path.stat().st_size for path in self.paths)


def find_files(source: Files | PathLike | Sequence[PathLike]) -> Files:
    """Find the files of a source; an error says what is wrong with it before any is read."""
    if isinstance(source, Files):
        return source
    if isinstance(source, str | os.PathLike):
        named = os.fspath(source)
        paths = _expand(named)
    else:
        listed = [os.fspath(path) for path in source]
        if not listed:
            raise InputError("the list of files is empty; name at least one")
        named = listed[0] if len(listed) == 1 else f"{listed[0]} and {len(listed) - 1} more"
        paths = [path for name in listed for path in _expand(name)]
    for path in paths:
        _watch(path)
    return Files(named, *_of_one_format(named, [_seekable(path) for path in paths]))


@contextmanager
def watched_files() -> Iterator[None]:
    """Fail where a file changes after it was first looked at: it is read more than once.

    A pipe is read once; whoever looks at it again gets the copy. An error that a library raises
    because of the change is replaced, and DuckDB's other errors are put into our words.

    For work on files that nobody means to change meanwhile, such as a command.
    """
    _WATCHED.append(_Watched())
    try:
        yield
    except PartwiseError:
        raise
    except Exception as error:
        check_unchanged()
        if "duckdb" in sys.modules and isinstance(error, sys.modules["duckdb"].Error):
            from partwise.engines.duck_errors import explained

            raise explained(error) from None
        raise
    finally:
        _WATCHED.pop()


def _watch(path: Path) -> None:
    if _WATCHED and path.is_file():
        _WATCHED[-1].states.setdefault(path.absolute(), _state(path))


def check_unchanged() -> None:
    """Refuse to go on if one of the watched files has changed."""
    for path, before in _WATCHED[-1].states.items() if _WATCHED else ():
        if _state(path) != before:
            raise InputError(
                "the file changed while it was read",
                subject=shown_path(path),
                remedy="run the command again when the file is complete",
            )


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes when a file is written to or replaced."""
    try:
        now = path.stat()
    except OSError:
        return ()
    return now.st_ino, now.st_size, now.st_mtime_ns


def _expand(named: str) -> list[Path]:
    """Return the files of a path, a glob or a folder; what exists is itself, whatever its name."""
    path = Path(named)
    if "://" in named and not path.exists():
        raise InputError(
            "only files on a disk can be read",
            subject=named,
            remedy="open it with Polars, PyArrow, DuckDB or Spark and pass the frame",
        )
    try:
        if path.is_dir():
            return _parts(path)
        if path.exists():
            return [path]
    except OSError as error:
        raise InputError(f"cannot read it ({error.strerror})", subject=named) from None
    if not has_magic(named):
        raise InputError(_absent(path), subject=named)
    matches = sorted(map(Path, glob(named, recursive=True)))  # noqa: PTH207 - absolute
    matches = [path for path in matches if _is_visible(path.name)]
    if not matches:
        raise InputError("no file matches", subject=named)
    return [file for path in matches for file in (_parts(path) if path.is_dir() else [path])]


def _absent(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"No such file (there is no folder {folder})"
    names = sorted(file.name for file in folder.iterdir())
    close = get_close_matches(path.name, names, 3)
    return f"No such file; is it {' or '.join(close)}?" if close else "No such file"


def _parts(folder: Path) -> list[Path]:
    """Return the part files of a folder, without hidden ones and marks such as _SUCCESS."""
    inside = sorted(path for path in folder.rglob("*") if path.is_file())
    parts = [path for path in inside if all(map(_is_visible, path.relative_to(folder).parts))]
    if not parts:
        raise InputError(
            "this folder has no label files", subject=str(folder), remedy="name a file"
        )
    return parts


def _is_visible(part: str) -> bool:
    return not part.startswith((".", "_"))


def _of_one_format(source: str, paths: list[Path]) -> tuple[tuple[Path, ...], str]:
    formats: dict[str, Path] = {}
    for path in paths:
        formats.setdefault(_format(path), path)
    if len(formats) > 1:
        listed = " and ".join(f"{path.name} ({kind})" for kind, path in formats.items())
        raise InputError(
            f"these files have different formats: {listed}",
            subject=source,
            remedy="name files of one format, for example with a glob such as '*.csv'",
        )
    kind = next(iter(formats))
    filled = tuple(path for path in paths if path.stat().st_size)
    if not filled:
        needs = "there are no labels in it" if kind == "text" else "it needs a row of column names"
        raise InputError(f"the file is empty; {needs}", subject=shown_path(paths[0]))
    return filled, kind


def _suffix(path: Path) -> str:
    """Return the suffix that says the format, before one that says how it is packed."""
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    if suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _format(path: Path) -> str:
    """Return the format that a file's name tells, or else its first bytes."""
    suffix = _suffix(path)
    if suffix in _FORMATS:
        return _FORMATS[suffix]
    if suffix in _STRANGE:
        raise InputError(f"this is {_STRANGE[suffix]} ({_READ})", subject=str(path))
    try:
        with path.open("rb") as file:
            start = file.read(1000)
    except OSError as error:
        raise InputError(f"cannot read it ({error.strerror})", subject=str(path)) from None
    return _MAGIC.get(start[:4], "json" if _JSON_OBJECT.match(start) else "text")


def _seekable(path: Path) -> Path:
    """Return a file that can be read twice, by every library: a pipe is copied first.

    A name that is no UTF-8, or not taken for it in this locale, is known to Python alone: the
    others read the file by a link.
    """
    if path.is_file() and os.fsencode(path) == str(path).encode("utf-8", "replace"):
        return path
    known = _WATCHED[-1].copies if _WATCHED else {}
    if path.absolute() not in known:
        known[path.absolute()] = _copied(path)
    return known[path.absolute()]


def _copied(path: Path) -> Path:
    """Copy a pipe, or make a link to a file, in the folder for temporary files."""
    suffixes = "".join(path.suffixes[-2:])
    copy = scratch() / f"{len(list(scratch().iterdir()))}{readable(suffixes)}"
    show_as(copy, Path(readable(str(path))))
    if path.is_file():
        copy.symlink_to(path.absolute())
        return copy
    try:
        with path.open("rb") as pipe, copy.open("wb") as file:
            shutil.copyfileobj(pipe, file)
    except OSError as error:
        raise InputError(f"cannot read it ({error.strerror})", subject=str(path)) from None
    return copy


def readable(name: str) -> str:
    """Return the name of a file as UTF-8, which databases take."""
    return os.fsencode(name).decode("utf-8", "replace")


def has_known_suffix(name: str) -> bool:
    """Tell a name that ends as files do that are read here, or are refused with what to do.

    Examples
    --------
    >>> has_known_suffix("gold.csv.gz"), has_known_suffix("leiden_0.5")
    (True, False)
    """
    suffix = _suffix(Path(name))
    return suffix in _FORMATS or suffix in _STRANGE


def is_file(name: str) -> bool:
    """Tell the name of a file that exists, whatever the text."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long for a name, or with a character that none has
        return False
