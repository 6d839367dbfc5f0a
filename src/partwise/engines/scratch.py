"""A private folder for temporary files, and what to call copies in it."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

_COPIES: dict[str, str] = {}
_JANITOR = 'cat >/dev/null; rm -rf -- "$1"'


def show_as(copy: Path, original: Path) -> None:
    """Call a temporary copy by the name of what it is a copy of."""
    _COPIES[str(copy)] = str(original)


def shown_path(path: Path | str) -> str:
    """Return what to call a file in messages."""
    return _COPIES.get(str(path), str(path))


@cache
def scratch() -> Path:
    """Make a private folder that is removed when the process ends, however it ends.

    On normal exit the process removes it. If it is killed, a shell in a session of its own does:
    it waits at a pipe which ends with the process. It is there before the folder is.
    """
    folder = Path(tempfile.gettempdir(), f"partwise-{os.getpid()}-{secrets.token_hex(8)}")
    janitor = _janitor(folder)
    folder.mkdir(mode=0o700)
    atexit.register(_clean, folder, janitor, os.getpid())
    return folder


def _janitor(folder: Path) -> subprocess.Popen[bytes] | None:
    if os.name != "posix":
        return None
    return subprocess.Popen(  # noqa: S603 - all of it is ours
        ["/bin/sh", "-c", _JANITOR, "partwise-janitor", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd="/",
    )


def _clean(folder: Path, janitor: subprocess.Popen[bytes] | None, owner: int) -> None:
    if os.getpid() != owner:  # a fork that ends is not the end of the process
        return
    shutil.rmtree(folder, ignore_errors=True)
    if janitor is not None and janitor.stdin is not None:
        janitor.stdin.close()
        janitor.wait()
