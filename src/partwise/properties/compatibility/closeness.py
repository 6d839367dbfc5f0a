"""How close a monotone metric can come to a constant baseline.

A metric d between clusterings of n items is scaled so that its baseline is 1. The baseline is the
middle between the smallest and the largest mean of d(A, B), over all clusterings A with 1 < k_A < n
and all sizes of the random B. The *deviation* of d is the largest distance of these means from 1.
Its *smallest reward* is the least amount by which an improvement of a candidate lowers d.

The question needs a limit on the reward. A metric that is monotone except for ties can have no
deviation, and if you add a small multiple of a monotone metric, the deviation is as small as you
like. So a metric is compared with all monotone metrics whose smallest reward is at least its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.sparse import csr_matrix, hstack, vstack

from partwise.base import Cell, Result, Table
from partwise.catalogue import Index, as_index
from partwise.properties.compatibility.constraints import Block, Constraints, Kind
from partwise.properties.compatibility.programs import Floats, solved
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.tables_view import tables_view

_MOST_IN_PROGRAMS = 6
PROPERTIES = ("distance", "monotonicity", "constant_baseline")


@dataclass(frozen=True)
class Standing:
    """How close a monotone metric is to a constant baseline for n items.

    Parameters
    ----------
    n : int
        The number of items.
    index : str
        The key of the metric.
    reward : float
        The least amount by which an improvement lowers it, with the baseline scaled to 1.
    deviation : float
        The largest distance of its mean for random candidates from 1.
    bound : float
        A proved bound: no monotone metric with such rewards deviates less.
    least : float or None
        The least deviation of all such metrics, by a linear program for up to six items.
    """

    n: int
    index: str
    reward: float
    deviation: float
    bound: float
    least: float | None


@dataclass(frozen=True)
class Closeness(Result):
    """How far metrics deviate from a constant baseline, and how far they have to."""

    standings: tuple[Standing, ...]

    def to_table(self) -> Table:
        """Return one row per metric and number of items."""
        full = self._full_table()
        rows = [[round(x, 4) if isinstance(x, float) else x for x in row] for row in full.rows]
        return Table(full.columns, rows)

    def _full_table(self) -> Table:
        rows: list[list[Cell]] = [
            [*vars(s).values(), s.deviation / (s.bound if s.least is None else s.least)]
            for s in self.standings
        ]
        return Table(["n", "index", "reward", "deviation", "bound", "least", "ratio"], rows)


def closeness(
    metrics: Sequence[str | Index] = ("correlation_distance",),
    sizes: Sequence[int] = (4, 5, 6),
    kind: Kind = "table",
) -> Closeness:
    """Compare monotone metrics with the least deviation that their smallest rewards allow.

    Examples
    --------
    >>> closeness(sizes=[4])
    n  index                 reward  deviation   bound   least   ratio
    4  correlation_distance  0.0812     0.0588  0.0271  0.0271  2.1745
    """
    return Closeness(
        tuple(standing(as_index(metric), n, kind) for n in sizes for metric in metrics)
    )


def standing(index: Index, n: int, kind: Kind = "table") -> Standing:
    """Return the deviation of a monotone metric, and the least that its smallest reward allows."""
    rewards, deviation = _measured(index, n)
    reward = float(rewards.min())
    least = least_deviation(n, reward, kind) if n <= _MOST_IN_PROGRAMS else None
    return Standing(n, index.key, reward, deviation, reward * float(share(n)), least)


def _measured(index: Index, n: int) -> tuple[Floats, float]:
    """Return the rewards of all improvements by a metric with the baseline 1, and its deviation."""
    constraints = Constraints(n, "table")
    (rewards,), (baselines,) = (constraints.of([key]) for key in PROPERTIES[1:])
    values = IndexValues(index, n).values(n)
    vector = np.concatenate([values, np.zeros(constraints.size - len(values))])
    is_identical = tables_view(n).relations == "identical"
    means = values[is_identical].max() - baselines.rows @ vector / _candidates(baselines)
    baseline = (means.min() + means.max()) / 2
    return rewards.rows @ vector / baseline, float((means.max() / baseline) - 1)


def _candidates(baselines: Block) -> Floats:
    """Return how many clusterings have the sizes that each row is about."""
    return -np.asarray(baselines.rows[:, [-2]].toarray(), float).reshape(-1)  # c_base is there


def share(n: int) -> Fraction:
    """Return the least deviation for a smallest reward of 1: 1/2 − 1/N, for N pairs.

    Examples
    --------
    >>> [str(share(n)) for n in (4, 5, 6)]
    ['1/3', '2/5', '13/30']
    """
    return Fraction(1, 2) - Fraction(2, n * (n - 1))


def least_deviations(rewards: Sequence[float], sizes: Sequence[int]) -> Table:
    """Return the least deviations for some smallest rewards and numbers of items."""
    rows: list[list[Cell]] = [
        [reward, *(round(least_deviation(n, reward), 4) for n in sizes)] for reward in rewards
    ]
    return Table(["smallest reward", *(f"n = {n}" for n in sizes)], rows)


def kept_rewards(
    shares: Sequence[float], sizes: Sequence[int], metric: str = "correlation_distance"
) -> Table:
    """Return the least deviations of metrics that keep some share of every reward of a metric."""
    rows: list[list[Cell]] = []
    for n in sizes:
        rewards, deviation = _measured(as_index(metric), n)
        least = (least_deviation(n, share * rewards) for share in shares)
        rows.append([n, round(deviation, 4), *(round(value, 4) for value in least)])
    return Table(["n", "deviation", *(f"{100 * share:g} % kept" for share in shares)], rows)


def least_deviation(n: int, reward: float | Floats, kind: Kind = "table") -> float:
    """Return the least deviation of a monotone metric with at least the given rewards.

    The result is computed in floating-point numbers. The metric is −V with c_max = 0, and its
    baseline is 1. The reward is one number for all improvements, or one for each, in the order of
    the constraints.

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
            scaled = csr_matrix(rows.multiply(1 / _candidates(block)[:, None]))
            room = csr_matrix(-np.ones((count, 1)))
            upper += [hstack([scaled, room]), hstack([-scaled, room])]
            limits += [np.zeros(2 * count)]
        elif block.relation == "=":
            equations.append(hstack([rows, no_room]))
        else:
            upper.append(hstack([-rows, no_room]))
            limits.append(np.zeros(count) - (reward if block.axiom == "monotonicity" else 0.0))
    cost = np.zeros(size + 1)
    cost[-1] = 1
    levels = [(0.0, 0.0), (-1.0, -1.0), (None, None)]  # c_max, c_base, c_min
    bounds = [(None, None)] * constraints.value_count + levels + [(0.0, None)]
    rows = vstack(equations)
    solution = solved(
        cost, (vstack(upper), np.concatenate(limits)), (rows, np.zeros(rows.shape[0])), bounds
    )
    return float("nan") if solution is None else float(solution[-1])
