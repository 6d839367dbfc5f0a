"""How close a monotone metric can come to a constant baseline.

A metric d between clusterings of n items is scaled so that its baseline is 1: the middle between
the smallest and the largest mean of d(A, B), over all clusterings A with 1 < k_A < n and all sizes
of the random B. Its *deviation* is how far these means are from 1 at most. Its *smallest reward* is
the least by which an improvement of a candidate lowers d.

Without a demand on the reward the question has no answer: metrics whose monotonicity allows ties
have no deviation at all, and mixed with a little of a monotone metric they come as close as one
likes. So a metric is compared with all monotone metrics whose smallest reward is at least its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.sparse import csr_matrix, hstack, vstack

from partwise.base import Cell, Result, Table
from partwise.catalogue import Index, as_index
from partwise.properties.compatibility.constraints import Constraints, Kind
from partwise.properties.compatibility.programs import solved
from partwise.properties.definitions.agreement import known_best
from partwise.properties.definitions.baseline import means
from partwise.properties.search.index_values import IndexValues

PROPERTIES = ("distance", "monotonicity", "constant_baseline")


@dataclass(frozen=True)
class Standing:
    """Where a monotone metric stands for n items.

    Parameters
    ----------
    n : int
        The number of items.
    index : str
        The key of the metric.
    reward : float
        The least by which an improvement lowers it, if its baseline is 1.
    deviation : float
        How far its mean for random candidates is from 1 at most.
    bound : float
        What is proved: no monotone metric with such rewards deviates less.
    least : float
        The least deviation of all of them, by a linear program.
    """

    n: int
    index: str
    reward: float
    deviation: float
    bound: float
    least: float


@dataclass(frozen=True)
class Closeness(Result):
    """How far metrics deviate from a constant baseline, and how far they have to."""

    standings: tuple[Standing, ...]

    def to_table(self) -> Table:
        """Return a line for each metric and number of items."""
        columns = ["n", "index", "reward", "deviation", "proved bound", "least", "ratio"]
        rows: list[list[Cell]] = [
            [*vars(standing).values(), standing.deviation / standing.least]
            for standing in self.standings
        ]
        return Table(columns, rows, decimals=4)


def closeness(
    metrics: Sequence[str | Index] = ("correlation_distance",),
    sizes: Sequence[int] = (4, 5, 6),
    kind: Kind = "table",
) -> Closeness:
    """Compare monotone metrics with the least deviation that their smallest rewards allow.

    Examples
    --------
    >>> closeness(sizes=[4])
    n  index                 reward  deviation  proved bound   least   ratio
    4  correlation_distance  0.0812     0.0588        0.0271  0.0271  2.1745
    """
    return Closeness(
        tuple(standing(as_index(metric), n, kind) for n in sizes for metric in metrics)
    )


def standing(index: Index, n: int, kind: Kind = "table") -> Standing:
    """Return the deviation of a monotone metric, and the least that its smallest reward allows."""
    values = IndexValues(index, n)
    best = known_best(values, n)
    if best is None:
        raise ValueError(f"{index.key} has no value for identical clusterings")
    distances = values.values(best[0])[best[1]] - means(values, n)[1:-1]
    baseline = (distances.min() + distances.max()) / 2
    constraints = Constraints(n, "table")
    (rewards,) = constraints.of(["monotonicity"])
    vector = np.concatenate([values.values(n), np.zeros(constraints.size - len(values.values(n)))])
    reward = float((rewards.rows @ vector).min() / baseline)
    deviation = float((distances.max() - distances.min()) / 2 / baseline)
    bound, least = reward * float(share(n)), least_deviation(n, reward, kind)
    return Standing(n, index.key, reward, deviation, bound, least)


def share(n: int) -> Fraction:
    """Return the deviation that a smallest reward of 1 costs at least: 1/2 − 1/N, for N pairs.

    Examples
    --------
    >>> [str(share(n)) for n in (4, 5, 6)]
    ['1/3', '2/5', '13/30']
    """
    return Fraction(1, 2) - Fraction(2, n * (n - 1))


def least_deviation(n: int, reward: float, kind: Kind = "table") -> float:
    """Return the least deviation of a monotone metric whose rewards are at least so large.

    In floating-point numbers. The metric is −V with c_max = 0; its baseline is 1.

    Examples
    --------
    >>> round(least_deviation(4, 0.06), 9), least_deviation(3, 0.06)
    (0.02, 0.0)
    """
    constraints = Constraints(n, kind)
    size, upper, limits, equations = constraints.size, [], [], []
    for block in constraints.of(PROPERTIES):
        rows = block.rows.astype(float)
        count, no_room = rows.shape[0], csr_matrix((rows.shape[0], 1))
        if block.axiom == "constant_baseline":
            totals = -rows[:, [size - 2]].toarray()
            scaled = csr_matrix(rows.multiply(1 / totals))
            room = csr_matrix(-np.ones((count, 1)))
            upper += [hstack([scaled, room]), hstack([-scaled, room])]
            limits += [np.zeros(2 * count)]
        elif block.relation == "=":
            equations.append(hstack([rows, no_room]))
        else:
            upper.append(hstack([-rows, no_room]))
            limits.append(np.full(count, -reward if block.axiom == "monotonicity" else 0.0))
    cost = np.zeros(size + 1)
    cost[-1] = 1
    levels = [(0.0, 0.0), (-1.0, -1.0), (None, None)]  # c_max, c_base, c_min
    bounds = [(None, None)] * constraints.value_count + levels + [(0.0, None)]
    rows = vstack(equations)
    solution = solved(
        cost, (vstack(upper), np.concatenate(limits)), (rows, np.zeros(rows.shape[0])), bounds
    )
    return float("nan") if solution is None else float(solution[-1])
