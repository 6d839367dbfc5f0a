"""Deadlines that work checks, and functions that are killed: no test depends on real time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from partwise.properties.deadline import (
    Deadline,
    NoAnswerError,
    OutOfTimeError,
    check_time,
    current_deadline,
    from_child,
    time_limit,
)
from support.clocks import FakeClock


def test_a_deadline_counts_down_and_never_below_zero() -> None:
    clock = FakeClock()
    deadline = Deadline(10, clock)
    clock.time = 4
    assert deadline.left == 6
    clock.time = 11
    assert deadline.left == 0
    assert deadline.is_up


@pytest.mark.parametrize(("seconds", "ends"), [(3, 3), (10, 10), (50, 10)])
def test_a_part_never_outlasts_the_whole(seconds: float, ends: float) -> None:
    assert Deadline(10, FakeClock()).part(seconds).left == ends


def test_work_checks_the_innermost_deadline() -> None:
    clock = FakeClock()
    check_time()  # without a deadline there is always time
    with time_limit(Deadline(10, clock)):
        with time_limit(current_deadline().part(2)):
            clock.time = 2
            with pytest.raises(OutOfTimeError):
                check_time()
        check_time()
        assert current_deadline().left == 8


def test_what_a_child_yields_arrives_in_order_from_another_process() -> None:
    with time_limit(Deadline(60, FakeClock())):
        numbers = list(from_child(lambda: ((i, os.getpid()) for i in range(5))))
    assert [i for i, _ in numbers] == list(range(5))
    assert os.getpid() not in {process for _, process in numbers}


def test_shared_objects_come_back_as_they_are() -> None:
    with time_limit(Deadline(60, FakeClock())):
        function = lambda: None  # noqa: E731 - cannot be pickled
        other = object()
        ((first, second),) = from_child(lambda: [(other, {"f": function})], (other, function))
    assert first is other
    assert second["f"] is function


def test_without_a_deadline_there_is_no_child() -> None:
    assert list(from_child(lambda: [os.getpid()])) == [os.getpid()]


def test_a_child_of_a_child_is_the_same_process() -> None:
    with time_limit(Deadline(60, FakeClock())):
        ((outer, inner),) = from_child(lambda: [(os.getpid(), *from_child(lambda: [os.getpid()]))])
    assert outer == inner != os.getpid()


def _blocks() -> Any:
    threading.Event().wait()


def _loops() -> Any:
    while True:
        pass


@pytest.mark.parametrize("never_returns", [_blocks, _loops])
def test_a_child_that_never_answers_is_killed(never_returns: Callable[[], Any]) -> None:
    def work() -> Iterator[int]:
        yield os.getpid()
        yield never_returns()

    received: list[int] = []
    with time_limit(Deadline(10, FakeClock(step=1))), pytest.raises(NoAnswerError):
        received.extend(from_child(work))
    with time_limit(Deadline(1, FakeClock())):
        answers = from_child(work)
        child = next(answers)
        answers.close()  # as when the caller loses interest
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


class _PicklesWronglyError(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


@pytest.mark.parametrize(
    ("error", "arrives"),
    [
        (KeyError("k"), KeyError),
        (OutOfTimeError("late"), OutOfTimeError),
        (_PicklesWronglyError("a", "b"), RuntimeError),
    ],
)
def test_errors_of_a_child_are_raised_again(error: Exception, arrives: type[Exception]) -> None:
    def work() -> list[int]:
        raise error

    with time_limit(Deadline(60, FakeClock())), pytest.raises(arrives, match=str(error)):
        list(from_child(work))


def test_a_child_that_ends_by_itself_is_no_silent_end() -> None:
    with time_limit(Deadline(60, FakeClock())), pytest.raises(NoAnswerError, match="ended"):
        list(from_child(lambda: [os._exit(3)]))
