"""How long work may take: a deadline that the work itself checks between its steps.

Work that nobody can stop from within is done in a child process, which is killed: a user's
function, which may never return, and SymPy with a user's formula, which may take hours. The child
is forked, so that it has every object, also one that cannot be pickled; only what it sends back is
pickled. Where processes cannot be forked (Windows) the function runs in this one: the time is
checked between its calls, and a call that never returns is not stopped.
"""

from __future__ import annotations

import io
import math
import multiprocessing
import pickle
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, TypeVar

Result = TypeVar("Result")

_CAN_FORK = "fork" in multiprocessing.get_all_start_methods()
_LOOK_AGAIN = 0.05  # seconds
_GRACE = 0.2  # seconds, for work that checks the time to stop by itself
_is_child = False


class OutOfTimeError(Exception):
    """The time is up; what was found until then still counts."""


class Deadline:
    """A time budget that starts now; ``now`` tells the time in seconds.

    Examples
    --------
    >>> Deadline(0).is_up, Deadline().is_up
    (True, False)
    """

    def __init__(self, seconds: float = math.inf, now: Callable[[], float] | None = None) -> None:
        self.now = now or monotonic
        self._end = self.now() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; never negative."""
        return max(0.0, self._end - self.now())

    @property
    def is_up(self) -> bool:
        """Whether no time is left."""
        return self.left <= 0

    def part(self, seconds: float) -> Deadline:
        """Return a deadline that ends with this one, or earlier after so many seconds."""
        return Deadline(min(self.left, seconds), self.now)


_CURRENT: ContextVar[Deadline] = ContextVar("deadline")
_ENDLESS = Deadline()


def current_deadline() -> Deadline:
    """Return the deadline of the current work; without one there is always time."""
    return _CURRENT.get(_ENDLESS)


@contextmanager
def time_limit(deadline: Deadline) -> Iterator[None]:
    """Let the work inside end by a deadline.

    Examples
    --------
    >>> with time_limit(Deadline(0)):
    ...     check_time()
    Traceback (most recent call last):
        ...
    partwise.properties.deadline.OutOfTimeError
    """
    token = _CURRENT.set(deadline)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def check_time() -> None:
    """Raise if the time is up."""
    if current_deadline().is_up:
        raise OutOfTimeError


class NoAnswerError(OutOfTimeError):
    """A child did not answer in time and was killed; or, as the text says then, it ended."""


def from_child(
    work: Callable[[], Iterable[Result]], shared: tuple[object, ...] = ()
) -> Generator[Result, None, None]:
    """Yield what some work yields in a child process, until the current deadline.

    Objects in ``shared`` are not sent back: what refers to them refers to those of the parent.
    Where nothing limits the time, or the work is in a child already, it is done here.

    Raises
    ------
    NoAnswerError
        If the child was killed because the time was up.

    Examples
    --------
    >>> with time_limit(Deadline(60)):
    ...     print(list(from_child(lambda: range(3))))
    [0, 1, 2]
    """
    cannot_fork = not _CAN_FORK or multiprocessing.current_process().daemon
    if cannot_fork or _is_child or math.isinf(current_deadline().left):
        yield from work()
        return
    context = multiprocessing.get_context("fork")
    results, sending = context.Pipe(duplex=False)
    child = context.Process(target=_send, args=(work, sending, shared))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks in a process with threads
        child.start()
    sending.close()
    try:
        while (result := _received(results, shared)) is not None:
            yield result[0]
    finally:
        child.kill()
        child.join()
        results.close()


def _received(results: Connection, shared: tuple[object, ...]) -> tuple[Any] | None:
    """Return the next result in a tuple of one; None after the last."""
    while not results.poll(_LOOK_AGAIN):
        if current_deadline().is_up and not results.poll(_GRACE):
            raise NoAnswerError
    try:
        answer = _Unpickler(io.BytesIO(results.recv_bytes()), shared).load()
    except EOFError:
        raise NoAnswerError("it ended its process") from None
    if isinstance(answer, Exception):
        raise answer
    return answer  # type: ignore[no-any-return]


def _send(
    work: Callable[[], Iterable[Any]], results: Connection, shared: tuple[object, ...]
) -> None:
    global _is_child
    _is_child = True

    def send(answer: object) -> None:
        content = io.BytesIO()
        _Pickler(content, shared).dump(answer)
        results.send_bytes(content.getvalue())

    try:
        for result in work():
            send((result,))
    except Exception as error:  # noqa: BLE001 - raised again by the parent
        send(_portable(error))
    else:
        send(None)


class _Pickler(pickle.Pickler):
    """Writes the place of a shared object instead of the object."""

    def __init__(self, file: io.BytesIO, shared: tuple[object, ...]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_id(self, obj: object) -> int | None:
        return next((i for i, one in enumerate(self._shared) if one is obj), None)


class _Unpickler(pickle.Unpickler):
    """Puts shared objects back."""

    def __init__(self, file: io.BytesIO, shared: tuple[object, ...]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, pid: int) -> object:
        return self._shared[pid]


def _portable(error: Exception) -> Exception:
    """Return an error that survives the way to the parent."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - of a user's class of errors
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
