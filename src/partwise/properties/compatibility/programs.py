"""Linear programs over constraints, in floating-point numbers, which suggest what to prove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack, identity, vstack

from partwise.properties.compatibility.constraints import Block

Floats: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = tuple[Any, Floats]
"""A sparse matrix, and what its rows are to be, or to be at most."""

TOLERANCE = 1e-7
_CAP = 1e-3  # room for every inequality that has any
_ROUNDS = 5


class Margin(NamedTuple):
    """The largest t such that every strict inequality can hold with room t, and a point there."""

    t: float
    point: Floats


def largest_margin(
    blocks: Sequence[Block],
    size: int,
    fixed: Mapping[int, int] | None = None,
    tight: NDArray[np.bool_] | None = None,
) -> Margin | None:
    """Maximise the room of the inequalities over values from −1 to 1; None if there is no point.

    Without ``tight``, only strict inequalities get room. With it, all others get room too, but
    those that are tight hold as equations.
    """
    matrix, relation = stacked(blocks)
    is_equation = relation == "="
    gets_room = relation == ">"
    if tight is not None:
        is_equation, gets_room = is_equation | tight, ~(is_equation | tight)
    cost = np.zeros(size + 1)
    cost[-1] = -1
    upper = hstack([-matrix[~is_equation], gets_room[~is_equation, None].astype(float)])
    equations = hstack([matrix[is_equation], np.zeros((int(is_equation.sum()), 1))])
    solution = solved(
        cost, _zero(upper), _zero(equations), [*_bounds(size, fixed or {}), (None, 1)]
    )
    return None if solution is None else Margin(float(solution[-1]), solution[:-1])


def always_tight(
    blocks: Sequence[Block], size: int, fixed: Mapping[int, int]
) -> NDArray[np.bool_] | None:
    """Tell which inequalities seem to be equations wherever all constraints hold.

    Every inequality gets a little room if it can; in the relative interior all of them do.
    """
    matrix, relation = stacked(blocks)
    is_equation = relation == "="
    inequalities = matrix[~is_equation]
    count = inequalities.shape[0]
    bounds = [*_bounds(size, fixed), *[(0.0, _CAP)] * count]
    cost = np.concatenate([np.zeros(size), -np.ones(count)])
    upper = hstack([-inequalities, identity(count)])
    equations = hstack([matrix[is_equation], csr_matrix((int(is_equation.sum()), count))])
    solution = solved(cost, _zero(upper), _zero(equations), bounds)
    if solution is None:
        return None
    tight = np.zeros(len(relation), bool)
    tight[~is_equation] = solution[size:] < _CAP / 2
    return tight


def contradiction(blocks: Sequence[Block]) -> list[int]:
    """Return few rows that seem to add up to 0 > 0, with some multipliers; nothing if none do.

    The sum of the multipliers is made small, several times with weights that drive those that are
    small already to zero.
    """
    matrix, relation = stacked(blocks)
    is_equation = relation == "="
    rows = np.concatenate([np.arange(len(relation)), np.flatnonzero(is_equation)])
    sign = np.concatenate([np.ones(len(relation)), -np.ones(int(is_equation.sum()))])
    is_strict = (relation == ">").astype(float)[rows]
    sums = vstack([(csr_matrix(matrix[rows]).multiply(sign[:, None])).T, is_strict[None]])
    target = np.zeros(sums.shape[0])
    target[-1] = 1
    weights, fewest = np.ones(len(rows)), np.arange(len(rows))
    for _ in range(_ROUNDS):
        solution = solved(weights, None, (sums, target), [(0, None)] * len(rows))
        if solution is None:
            return []
        used = np.flatnonzero(solution > TOLERANCE)
        fewest = min(used, fewest, key=len)
        weights = 1 / (solution + 0.01)
    return sorted(set(rows[fewest].tolist()))


def _bounds(size: int, fixed: Mapping[int, int]) -> list[tuple[float, float]]:
    bounds = [(-1.0, 1.0)] * size
    for place, value in fixed.items():
        bounds[place] = (value, value)
    return bounds


def stacked(blocks: Sequence[Block]) -> tuple[csr_matrix, NDArray[np.str_]]:
    """Return all rows of all blocks, and the relation of each."""
    relations = [np.full(block.rows.shape[0], block.relation) for block in blocks]
    return csr_matrix(vstack([block.rows for block in blocks])), np.concatenate(relations)


def _zero(matrix: Any) -> Rows:
    return matrix, np.zeros(matrix.shape[0])


def solved(
    cost: Floats, upper: Rows | None, equations: Rows, bounds: Sequence[Any]
) -> Floats | None:
    """Minimise the cost where upper rows are at most their limits and equations hold."""
    from scipy.optimize import linprog  # takes a while to import

    (a_ub, b_ub), (a_eq, b_eq) = (
        (None, None) if rows is None or rows[0].shape[0] == 0 else (csr_matrix(rows[0]), rows[1])
        for rows in (upper, equations)
    )
    solution = linprog(cost, a_ub, b_ub, a_eq, b_eq, bounds, method="highs-ds")
    return None if solution.x is None else np.asarray(solution.x)
