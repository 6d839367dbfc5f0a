"""How much memory a comparison may take."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from partwise.base import InputError

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_BINARY_UNITS = {"KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}
_ASSUMED_FOOTPRINT, _ASSUMED_MEMORY = 200 * 10**6, 8 * 10**9
"""Where the system does not say: the libraries that are loaded, and a small machine."""

_SIZE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([KMGT]I?)?B?", re.IGNORECASE)


def parse_size(size: str | int) -> int:
    """Return a number of bytes.

    Examples
    --------
    >>> parse_size("2GB"), parse_size("1.5 GiB"), parse_size(4096)
    (2000000000, 1610612736, 4096)
    """
    matched = _SIZE.fullmatch(str(size).strip()) if isinstance(size, str | int) else None
    if matched is None or isinstance(size, bool):
        raise InputError(f"memory {size!r} is not a size; write 2GB, 512MB, 1.5GiB or bytes")
    number, unit = matched.groups(default="")
    amount = int(float(number) * (_UNITS | _BINARY_UNITS)[unit.upper()])
    if amount <= 0:
        raise InputError(f"memory {size!r} is too small; write 2GB, 512MB, 1.5GiB or bytes")
    return amount


def shown_size(size: int) -> str:
    """Return a number of bytes as people write it.

    Examples
    --------
    >>> shown_size(1_610_000_000), shown_size(64_000_000)
    ('1.6GB', '64MB')
    """
    return f"{size / 10**9:.1f}GB" if size >= 10**9 else f"{max(1, round(size / 10**6))}MB"


def footprint() -> int:
    """Return how many bytes of memory this process takes now, or the most that it has taken."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return _ASSUMED_FOOTPRINT
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def free_memory() -> int:
    """Return how many bytes of memory the machine has to spare; all of them if it does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        known = dict(line.split(":", 1) for line in lines)
        return int(known["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except AttributeError:  # Windows
        return _ASSUMED_MEMORY
