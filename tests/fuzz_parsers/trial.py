"""One input in a parser: only errors of partwise leave it, within a second and 200 MB."""

from __future__ import annotations

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import NamedTuple

from partwise.base import PartwiseError

MEGABYTES = 200
_KILOBYTES = 1 if sys.platform == "darwin" else 1024  # bytes of a unit of ru_maxrss


class TookTooLongError(BaseException):
    """No parser catches it, unlike an Exception."""


class Failure(NamedTuple):
    """What went wrong, and the same in few words for all failures with one cause."""

    kind: str
    told: str


class Trial(NamedTuple):
    """What became of an input."""

    failure: Failure | None
    refused: bool
    seconds: float


def peak() -> int:
    """Return the most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KILOBYTES


def stop(*_: object) -> None:
    """Interrupt what takes too long."""
    raise TookTooLongError


def prepare(read: Callable[[str], object], seeds: Sequence[str]) -> None:
    """Let the timer interrupt, and import what valid inputs need, which takes time and memory."""
    signal.signal(signal.SIGPROF, stop)
    for seed in seeds:
        with suppress(PartwiseError):
            read(seed)


def tried(read: Callable[[str], object], text: str, seconds: float = 1.0) -> Trial:
    """Give an input to a parser, after :func:`prepare`; seconds are of computing."""
    before, start, failure, refused = peak(), process_time(), None, False
    # Again and again: Python does not notice a signal that the system gives to another thread.
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)
    try:
        read(text)
    except PartwiseError as error:
        refused = True
        failure = _without_words(error)
    except TookTooLongError as error:
        failure = Failure(f"above {seconds:.0f} s", _told(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, {last.name}"
        failure = Failure(f"{type(error).__name__} in {where}", _told(error))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    grown = (peak() - before) / 1e6
    if failure is None and grown > MEGABYTES:
        failure = Failure(f"above {MEGABYTES} MB", f"{grown:.0f} MB")
    return Trial(failure, refused, process_time() - start)


def _without_words(error: PartwiseError) -> Failure | None:
    """Return the failure of a refusal that cannot be put into words, or says nothing."""
    try:
        said = str(error) and error.for_command_line()
        said.encode("utf-8", "backslashreplace")
    except Exception as other:  # noqa: BLE001
        return Failure(f"{type(other).__name__} in the words of an error", _told(other))
    return None if said.strip() else Failure("an error without words", repr(error))


def _told(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))[-2000:].replace(os.getcwd(), ".")  # noqa: PTH109
