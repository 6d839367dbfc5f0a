"""Arrays that are computed once and kept in the user's cache folder."""

from __future__ import annotations

import contextlib
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.errors import InputError
from partwise.files import write_whole

__all__ = ["Arrays", "cache_folder", "cached_arrays"]

Arrays: TypeAlias = Mapping[str, NDArray[Any]]

_VERSION = 1  # to be raised whenever the contents of a file change their meaning or their order
_UNREADABLE = (
    OSError,
    ValueError,
    KeyError,
    EOFError,
    AttributeError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)


def cache_folder() -> Path:
    """Return the folder: ``partwise`` in $XDG_CACHE_HOME, or in ~/.cache."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".cache") / "partwise"


def cached_arrays(
    name: str, compute: Callable[[], Arrays], is_whole: Callable[[Arrays], bool]
) -> Arrays:
    """Read arrays from the cache, or compute and keep them.

    A file that cannot be read, or that holds something else, is made anew. Where nothing can be
    written, nothing is kept.

    Parameters
    ----------
    name : str
        What the arrays are, part of the file's name.
    compute : callable
        Computes them.
    is_whole : callable
        Whether what was read is what it should be.
    """
    try:
        path = cache_folder() / f"{name}-v{_VERSION}.npz"
    except RuntimeError:  # there is no home folder
        return compute()
    found = _read(path)
    if found is not None and is_whole(found):
        return found
    arrays = compute()
    with contextlib.suppress(InputError):
        write_whole(path, _packed(arrays))
    return arrays


def _read(path: Path) -> Arrays | None:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (
        OSError,
        ValueError,
        KeyError,
        EOFError,
        AttributeError,
        zipfile.BadZipFile,
        zlib.error,
    ):
        return None


def _packed(arrays: Arrays) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()
