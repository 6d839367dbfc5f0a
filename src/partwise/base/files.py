"""Write files completely or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path

from partwise.base.errors import InputError


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file completely or not at all: readers see the old file or the new one.

    The content is written under another name, which is then renamed. If the path is a link, the
    file that it points to is replaced. A device or a pipe, such as ``/dev/stdout``, is written to
    directly.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "x.txt"), b"hello").read_bytes()
    b'hello'
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(target, content)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot write the file ({reason})") from None
    return path


def _replace(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists() and not os.access(target, os.W_OK):  # renaming would not mind
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    # Named before it is made, so that an interrupt at any moment removes it.
    unfinished = target.with_name(f".{target.name[:50]}.{secrets.token_hex(8)}")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # some disks say only now that they are full
        unfinished.replace(target)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
