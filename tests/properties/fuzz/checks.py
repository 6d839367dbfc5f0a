"""Whether anything in a bank of random clusterings contradicts that an index has a property.

Floats point at what may contradict; the definitions decide, in fractions or in 60 digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise import Index, PairCounts
from properties.fuzz.bank import Bank, Points
from properties.zoo.evidence import Values, order

Floats: TypeAlias = NDArray[np.float64]
Point: TypeAlias = tuple[Any, ...]  # of four counts, or of the counts of many tables
Suspect: TypeAlias = tuple[Point, ...]

_NEAR = 1e-7
_MOST_SUSPECTS = 60


def contradiction(index: Index, about: str, bank: Bank) -> Suspect | None:
    """Return counts that show that an index lacks a property; None if the bank has none."""
    look, is_broken = CHECKS[about]
    exact = Values(index)
    suspects = islice(look(_Seen(index), bank), _MOST_SUSPECTS)
    return next((suspect for suspect in suspects if is_broken(exact, *suspect)), None)


class _Seen:
    """Values in floats, larger meaning more alike; NaN where there is none."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.sense = 1 if index.direction == "similarity" else -1

    def __call__(self, points: Points) -> Floats:
        with np.errstate(all="ignore"):
            values = np.asarray(self.index.formula(PairCounts(*points.T)), np.float64)
        values = np.broadcast_to(values, len(points))
        return self.sense * np.where(np.isfinite(values), values, np.nan)


def _room(*values: Floats) -> Floats:
    """How near two values are that floats may have mixed up."""
    return _NEAR * np.asarray(np.nanmax(np.abs(values), axis=0, initial=1e-300))


def _chosen(is_suspect: NDArray[np.bool_], *points: Points) -> Iterator[Suspect]:
    for i in np.flatnonzero(is_suspect).tolist():
        yield tuple(tuple(int(count) for count in some[i]) for some in points)


def _not_above(x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Whether x may be at most y."""
    with np.errstate(invalid="ignore"):
        return np.asarray(x <= y + _room(x, y))


def _other(x: Floats, y: Floats) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):
        return np.asarray(x != y) & ~np.isnan(x) & ~np.isnan(y)


def _swapped(points: Points) -> Points:
    return points[:, [0, 2, 1, 3]]


def _symmetry(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    turned = _swapped(bank.pairs)
    yield from _chosen(_other(seen(bank.pairs), seen(turned)), bank.pairs, turned)


def _maximal_agreement(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    same, values = seen(bank.identical), seen(bank.pairs)
    is_proper = (bank.identical[:, 0] > 0) & (bank.identical[:, 3] > 0)
    yield from _chosen(np.isnan(same) & is_proper, bank.identical, bank.identical)
    known = np.flatnonzero(~np.isnan(same))
    if len(known) == 0:
        return
    first = np.broadcast_to(bank.identical[known[0]], bank.identical.shape)
    yield from _chosen(_other(seen(first), same), first, bank.identical)
    is_another = bank.pairs[:, 1] + bank.pairs[:, 2] > 0
    yield from _chosen(_not_above(seen(first), values) & is_another, first, bank.pairs)


def _distance(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    ab, bc, ac = map(seen, bank.triples)
    same = seen(bank.identical)
    known = np.flatnonzero(~np.isnan(same))
    if len(known):
        best = same[known[0]]
        first = np.broadcast_to(bank.identical[known[0]], bank.triples[0].shape)
        with np.errstate(invalid="ignore"):
            is_detour = ab + bc > ac + best - _room(ab, bc, ac, np.full_like(ab, best))
        yield from _chosen(is_detour, first, *bank.triples)


def _monotonicity(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    for before, after in (
        (bank.before, bank.after),
        (_swapped(bank.before), _swapped(bank.after)),
    ):
        yield from _chosen(_not_above(seen(after), seen(before)), before, after)


def _strong_monotonicity(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    start, end = bank.steps
    rises = (bank.place == 0) | (bank.place == 3)
    low, high = (np.where(rises[:, None], *both) for both in ((start, end), (end, start)))
    yield from _chosen(_not_above(seen(high), seen(low)), low, high)


def _minimal_agreement(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    worst = seen(bank.disagreeing)
    known = np.flatnonzero(~np.isnan(worst))
    if len(known) == 0:
        return
    first = bank.disagreeing[known[0]]
    for others, test in ((bank.disagreeing, _other), (bank.agreeing, _not_above)):
        low = np.broadcast_to(first, others.shape)
        is_meant = (others[:, 0] + others[:, 3] > 0) == (test is _not_above)
        yield from _chosen(test(seen(others), seen(low)) & is_meant, low, others)


def _expected(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    values = seen(bank.expected)
    known = np.flatnonzero(~np.isnan(values))
    if len(known):
        first = np.broadcast_to(bank.expected[known[0]], bank.expected.shape)
        yield from _chosen(_other(values, values[known[0]] + 0 * values), first, bank.expected)


def _slopes(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    first, second = bank.slopes
    yield from _chosen(_other(seen(first), seen(second)), first, second)


def _baseline(seen: _Seen, bank: Bank) -> Iterator[Suspect]:
    """Yield all counts of a reference with candidates of some sizes, after the first of these."""
    means = [float(seen(points).mean()) for points in bank.means]
    known = [i for i, mean in enumerate(means) if not np.isnan(mean)]
    for i in known[1:]:
        if means[i] != means[known[0]]:
            both = (bank.means[known[0]], bank.means[i])
            yield tuple(tuple(int(c) for c in points.ravel()) for points in both)


# --- what the definitions say


def _differ(value: Values, p: Point, q: Point) -> bool:
    x, y = value.turned_at(p), value.turned_at(q)
    return None not in (x, y) and not order(x, y).is_equal


def _falls(value: Values, p: Point, q: Point) -> bool:
    """Whether V falls from the smaller m_B to the larger."""
    small, large = sorted((p, q), key=lambda x: x[0] + x[2])
    x, y = value.turned_at(small), value.turned_at(large)
    return None not in (x, y) and order(y, x).is_less


def _rises(value: Values, p: Point, q: Point) -> bool:
    return _differ(value, p, q) and not _falls(value, p, q) and p[0] + p[2] != q[0] + q[2]


def _is_no_best(value: Values, p: Point, q: Point) -> bool:
    best, other = value.turned_at(p), value.turned_at(q)
    if best is None:
        return p == q
    if other is None:
        return False
    return not (order(best, other).is_equal if q[1] == q[2] == 0 else order(other, best).is_less)


def _is_detour(value: Values, same: Point, ab: Point, bc: Point, ac: Point) -> bool:
    known = [value.turned_at(p) for p in (same, ac, ab, bc)]
    return None not in known and order(known[0] + known[1], known[2] + known[3]).is_less


def _is_no_rise(value: Values, low: Point, high: Point) -> bool:
    x, y = value.turned_at(low), value.turned_at(high)
    return None not in (x, y) and not order(x, y).is_less


def _is_no_worst(value: Values, worst: Point, q: Point) -> bool:
    return _differ(value, worst, q) if q[0] == q[3] == 0 else _is_no_rise(value, worst, q)


def _are_other_means(value: Values, first: Point, second: Point) -> bool:
    means = [_mean(value, points) for points in (first, second)]
    return None not in means and not order(*means).is_equal


def _mean(value: Values, points: Point) -> Any:
    values = [value.at(points[i : i + 4]) for i in range(0, len(points), 4)]
    return None if None in values else sum(values) / len(values)


CHECKS: dict[str, tuple[Callable[[_Seen, Bank], Iterator[Suspect]], Callable[..., bool]]] = {
    "symmetry": (_symmetry, _differ),
    "maximal_agreement": (_maximal_agreement, _is_no_best),
    "distance": (_distance, _is_detour),
    "monotonicity": (_monotonicity, _is_no_rise),
    "strong_monotonicity": (_strong_monotonicity, _is_no_rise),
    "minimal_agreement": (_minimal_agreement, _is_no_worst),
    "asymptotic_constant_baseline": (_expected, _differ),
    "constant_baseline": (_baseline, _are_other_means),
    "bias": (_slopes, _differ),
    "bias_dec": (_slopes, _falls),
    "bias_inc": (_slopes, _rises),
}
"""Of each property what looks wrong, and what is. A metric is also symmetric and has maximal
agreement: that is checked apart."""
