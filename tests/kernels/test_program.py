"""The kernel that runs formulas: its values for arrays, and the instructions that it refuses."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.base import ops
from partwise.kernels import Program
from partwise.tables import program_of

WRONG: list[Callable[[], object]] = [
    lambda: Program([], [], []),
    lambda: Program([("add", 0, 0)], [], []),
    lambda: Program([("member", 0, 0), ("add", 0, 1)], [], []),
    lambda: Program([("member", 0, 0), ("add", 1, 0)], [], []),
    lambda: Program([("sum", 0, 0)], [[("cell", 0, 0), ("add", 0, 1)]], []),
    lambda: Program([("sum", 0, 0)], [[("cell", 0, 0), ("add", 1, 0)]], []),
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
    lambda: Program([("constant", 0, 0)], [], [(1.0, 0.0, 0.0)]).values([], [], 1),
    lambda: Program(
        [("member", 0, 0), ("sum", 0, 0), ("add", 0, 1)], [[("cell", 0, 0)]], []
    ).values([np.ones(2)], [], 1),
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


OF_PAIRS = [index.key for index in pw.indices("paper") if index.kind == "pairs"]


def _cosine(p: Any) -> Any:
    return (p.n11 - p.n10) / (p.n11 + p.n10)


FORMULAS: dict[str, Callable[[Any], Any]] = {
    "difference of ratios": lambda p: p.n11 / (p.n10 + 1) - p.n01 / (p.n00 + 1),
    "one less a ratio": lambda p: 1 - p.n11 / (p.n11 + p.n10),
    "ratio less one": lambda p: p.n11 / (p.n11 + p.n10) - 1,
    "negative ratio": lambda p: (p.n11 - p.n10) / (p.n11 + p.n10),
    "root of a negative number": lambda p: (p.n11 - p.n10) ** 0.5,
    "root of a difference": lambda p: (p.n11**2 - p.n10**2) ** 0.5 / (p.n11 + 1),
    "high powers": lambda p: p.n11**40 / (p.n10**40 + 1),
    "tiny powers": lambda p: (p.n11 / (p.n10 + 1) ** 40) ** 3,
    "extremes": lambda p: p.n11.context.Max(p.n11, p.n10) / p.n11.context.Min(p.n01, p.n00),
    "size of a difference": lambda p: abs(p.n11 * p.n00 - p.n10 * p.n01) / p.total**2,
    "constants": lambda p: (p.n11 + 0.1) / (3 * p.n10 + 7),
    "a negative constant": lambda p: (p.n11 + 0.1) * -0.3,
    "whole numbers": lambda p: p.n11 * p.n00 - p.n10 * p.n01,
    "whole sum": lambda p: p.n11 + p.n10 + p.n01 + p.n00,
    "whole product": lambda p: p.n11 * p.n00,
    "ratios that cancel": lambda p: (p.n10 - p.n11) / (p.n01 + 1) + p.n11 / (p.n01 + 1),
    "ratios by negative numbers": lambda p: (p.n10 + p.n11) / (-1 - p.n01) + p.n11 / (p.n01 + 1),
    "products that cancel": lambda p: (p.n10 - p.n11) * (1 / (p.n01 + 3)) + p.n11 / (p.n01 + 3),
    "products by negative numbers": lambda p: (
        p.n11 / (p.n01 + 3) + (p.n10 + p.n11) * (-1 / (p.n01 + 3))
    ),
    "angle": lambda p: ops.arccos(_cosine(p), 4 * p.n11 * p.n10 / (p.n11 + p.n10) ** 2),
    "one less a cosine": lambda p: ops.one_minus_cosine(
        _cosine(p), 4 * p.n11 * p.n10 / (p.n11 + p.n10) ** 2
    ),
    "roots that cancel": lambda p: (
        ((p.n11 + p.n10) / (p.n01 + 1)) ** 0.5 + (p.n00 - p.n11) / (p.n01 + 1)
    ),
}


def counts_of_all_sizes(seed: int, least: int, at_most: float) -> list[NDArray[np.float64]]:
    """Draw counts from the least on; those of a fifth of the tables are nearly all large.

    A third of the tables are close to agreement or to its opposite.
    """
    rng = np.random.default_rng(seed)
    counts = np.floor(at_most ** rng.random((4, 999))) * (rng.random((4, 999)) < 0.9)
    counts[:, ::5] = np.floor(at_most * rng.random(counts[:, ::5].shape))
    counts[1:3, ::6] = rng.integers(0, 3, counts[1:3, ::6].shape)
    counts[::3, 1::6] = rng.integers(0, 3, counts[::3, 1::6].shape)
    return list(np.maximum(counts, least))


@pytest.mark.parametrize("at_most", [3.0, 1e3, 1e6, 1e10, 2.0**52])
@pytest.mark.parametrize("least", [0, 1])
@pytest.mark.parametrize("name", [*OF_PAIRS, *FORMULAS])
def test_arrays_of_counts_have_the_values_of_each_table(
    name: str, least: int, at_most: float
) -> None:
    """One bound for many results decides as much as one for each, and the same values."""
    program = (
        program_of(FORMULAS[name], of_pairs=True) if name in FORMULAS else pw.index(name).program
    )
    assert program is not None
    counts = counts_of_all_sizes(5, least, at_most)
    columns = dict(zip(("n11", "n10", "n01", "n00"), counts, strict=True))
    values = program.values([columns[member] for member in program.members], [], 1)
    each = [program.of_counts(*one) for one in zip(*(c.tolist() for c in counts), strict=True)]
    np.testing.assert_array_equal(values, each)
    assert not np.isnan(values).all()


@pytest.mark.parametrize("is_opposite", [True, False])
@pytest.mark.parametrize("name", ["angle", "one less a cosine"])
def test_cosines_next_to_one_and_its_opposite_keep_their_digits(
    name: str, is_opposite: bool
) -> None:
    """A sum with 1 cancels half of their digits: it is left out where it does."""
    rng, program = np.random.default_rng(2), program_of(FORMULAS[name], of_pairs=True)
    assert program is not None
    counts = [rng.integers(*ends, 3000).astype(float) for ends in ((1, 10), (2**49, 2**52))]
    n11, n10 = counts if is_opposite else counts[::-1]
    columns = {"n11": n11, "n10": n10}
    values = program.values([columns[member] for member in program.members], [], 1)
    each = [program.of_counts(a, b, 0, 0) for a, b in zip(n11.tolist(), n10.tolist(), strict=True)]
    np.testing.assert_array_equal(values, each)
    assert np.isnan(values).mean() < 0.01
