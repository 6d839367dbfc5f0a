"""The kernel that runs formulas refuses what would read beyond its instructions and arrays."""

from collections.abc import Callable

import numpy as np
import pytest

from partwise.kernels import Program

WRONG: list[Callable[[], object]] = [
    lambda: Program([], [], []),
    lambda: Program([("add", 0, 0)], [], []),
    lambda: Program([("nothing", 0, 0)], [], []),
    lambda: Program([("member", 21, 0)], [], []),
    lambda: Program([("constant", 0, 0)], [], []),
    lambda: Program([("cell", 0, 0)], [], []),
    lambda: Program([("sum", 0, 0)], [], []),
    lambda: Program([("sum", 0, 0)], [[("member", 0, 0)]], []),
    lambda: Program([("sum", 0, 0)], [[("outer", 0, 0)]], []),
    lambda: Program([("sum", 0, 0)], [[]], []),
    lambda: Program([("member", 0, 0)], [], []).value([], []),
    lambda: Program([("member", 0, 0)], [], []).values([], [], 1),
    lambda: Program([("member", 0, 0)], [], []).values([np.ones(2)], [np.ones(1)], 1),
    lambda: Program([("sum", 0, 0)], [[("cell", 0, 0)]], []).value([], [np.ones(2)] * 2),
    lambda: Program([("sum", 0, 0)], [[("cell", 0, 0)]], []).value(
        [], [np.ones(2), np.ones(2), np.ones(3)]
    ),
]


@pytest.mark.parametrize("make", WRONG)
def test_instructions_that_ask_for_what_is_not_there_are_refused(
    make: Callable[[], object],
) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        make()


def test_terms_without_cells_add_up_to_nothing() -> None:
    program = Program([("sum", 0, 0)], [[("cell", 0, 0)]], [])
    assert program.value([], [np.zeros(0)] * 3) == 0
    assert program.value([], [np.arange(1.0, 301.0)] * 3) == 45150
    assert program.value([], [np.arange(1.0, 301.0)] * 4) == sum(k * k for k in range(301))
