"""The limit that the system sets to virtual memory: libraries crash where it is too small."""

from __future__ import annotations

from partwise.base.errors import InputError


def check_virtual_memory(least: int, who: str) -> None:
    """Refuse a limit (``ulimit -v``) below the bytes that libraries reserve without using them.

    Examples
    --------
    >>> check_virtual_memory(0, "nobody")
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if 0 <= limit < least:
        raise InputError(
            f"{who} reserves {least // 2**30} GB of virtual memory, most of it unused, but the "
            f"limit (ulimit -v) is {limit / 2**30:.2g} GB",
            remedy="raise the limit",
        )
