"""Exact solutions: what a linear program suggests, solved again in fractions and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from partwise.properties.compatibility.constraints import Block
from partwise.properties.compatibility.programs import (
    TOLERANCE,
    Floats,
    always_tight,
    contradiction,
    largest_margin,
    stacked,
)

_FINEST = 2**40  # of the grids to which values are rounded


def exact_contradiction(blocks: Sequence[Block]) -> dict[int, Fraction] | None:
    """Return rows with multipliers that add up to 0 > 0 exactly; None if none were found."""
    chosen, one = contradiction(blocks), Fraction(1)
    matrix, relation = stacked(blocks)
    columns: dict[int, dict[int, Fraction]] = {}
    for row in chosen:
        for place, factor in _terms(matrix, row).items():
            columns.setdefault(place, {})[row] = factor
    equations = [(column, Fraction(0)) for column in columns.values()]
    strict = {row: one for row in chosen if relation[row] == ">"}
    solved = _reduced([*equations, (strict, one)])
    if solved is None or any(rest for rest, _ in solved.values()):
        return None
    multipliers = {row: value for row, (_, value) in solved.items() if value}
    are_signed = all(value > 0 or relation[row] == "=" for row, value in multipliers.items())
    return multipliers if are_signed else None


def exact_point(
    blocks: Sequence[Block], size: int, fixed: Mapping[int, int]
) -> list[Fraction] | None:
    """Return a vector that meets all constraints exactly; None if none was found.

    What has room is rounded to the coarsest grid that leaves it some; the rest follows from the
    equations.
    """
    tight = always_tight(blocks, size, fixed)
    if tight is None:
        return None
    margin = largest_margin(blocks, size, fixed, tight)
    if margin is None or margin.t < TOLERANCE:
        return None
    matrix, relation = stacked(blocks)
    equations = [
        (_terms(matrix, row), Fraction(0))
        for row in np.flatnonzero((relation == "=") | tight).tolist()
    ]
    equations += [({place: Fraction(1)}, Fraction(value)) for place, value in fixed.items()]
    solved = _reduced(equations)
    if solved is None:
        return None
    grid = 4
    while grid <= _FINEST:
        point = _completed(solved, margin.point, grid)
        if is_met(blocks, point):
            return point
        grid *= 2
    return None


def is_met(blocks: Sequence[Block], point: Sequence[Fraction]) -> bool:
    """Whether a vector meets every constraint, in whole numbers.

    Examples
    --------
    >>> from partwise.properties.compatibility.constraints import Constraints
    >>> constraints = Constraints(2, "pairs")
    >>> is_met(constraints.of(["symmetry"]), [Fraction(1, 3)] * constraints.size)
    True
    """
    scale = lcm(*(value.denominator for value in point))
    whole = np.array([int(value * scale) for value in point], object)
    for block in blocks:
        rows = block.rows
        sums = np.zeros(rows.shape[0], object)
        np.add.at(sums, _row_of_entry(rows), rows.data.astype(object) * whole[rows.indices])
        met = {"=": sums == 0, "≥": sums >= 0, ">": sums > 0}[block.relation]
        if not all(met.tolist()):
            return False
    return True


def _row_of_entry(matrix: csr_matrix) -> NDArray[np.intp]:
    return np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))


def _terms(matrix: csr_matrix, row: int) -> dict[int, Fraction]:
    entries = slice(*matrix.indptr[row : row + 2])
    places, factors = matrix.indices[entries].tolist(), matrix.data[entries].tolist()
    return {j: Fraction(x) for j, x in zip(places, factors, strict=True) if x}


_Equation = tuple[dict[int, Fraction], Fraction]


def _completed(solved: Mapping[int, _Equation], near: Floats, grid: int) -> list[Fraction]:
    point = [Fraction(round(value * grid), grid) for value in near.tolist()]
    for place, (rest, constant) in solved.items():
        point[place] = constant - sum(factor * point[other] for other, factor in rest.items())
    return point


def _reduced(equations: Iterable[_Equation]) -> dict[int, _Equation] | None:
    """Solve equations: x = constant − Σ factor · other, with only free others; None if impossible.

    Examples
    --------
    >>> x_and_y = [({0: Fraction(1), 1: Fraction(2)}, Fraction(3))]
    >>> _reduced(x_and_y)
    {0: ({1: Fraction(2, 1)}, Fraction(3, 1))}
    """
    solved: dict[int, _Equation] = {}
    for terms, constant in equations:
        left, right = _inserted(terms, constant, solved)
        if not left:
            if right:
                return None
            continue
        pivot = min(left)
        factor = left.pop(pivot)
        rest = {place: value / factor for place, value in left.items()}
        own = (rest, right / factor)
        for place, (others, known) in solved.items():
            if pivot in others:
                solved[place] = _inserted(others, known, {pivot: own})
        solved[pivot] = own
    return solved


def _inserted(
    terms: Mapping[int, Fraction], constant: Fraction, solved: Mapping[int, _Equation]
) -> _Equation:
    """Replace what is solved for in Σ factor · x = constant."""
    sums: dict[int, Fraction] = {}
    for place, factor in terms.items():
        if place not in solved:
            sums[place] = sums.get(place, Fraction(0)) + factor
            continue
        rest, known = solved[place]
        constant -= factor * known
        for other, share in rest.items():
            sums[other] = sums.get(other, Fraction(0)) - factor * share
    return {place: value for place, value in sums.items() if value}, constant
