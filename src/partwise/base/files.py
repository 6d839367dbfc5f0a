"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from partwise.base.errors import InputError


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file under another name and rename it: readers see the old one or the new one.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "x.txt"), b"hello").read_bytes()
    b'hello'
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    except OSError as error:
        raise InputError(f"{path}: cannot create a file there ({error.strerror})") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        Path(unfinished).chmod(0o666 & ~umask)
        return Path(unfinished).replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot write the file ({error.strerror})") from None
    finally:
        Path(unfinished).unlink(missing_ok=True)
