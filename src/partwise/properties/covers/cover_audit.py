"""Which of the paper's properties an index for covers has, on all covers of a few items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import factorial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, listed
from partwise.catalogue import CoverIndex
from partwise.properties.covers.small_covers import (
    Clusters,
    CoverValues,
    Mask,
    cover_values,
    shown,
)
from partwise.properties.deadline import Deadline, OutOfTimeError, time_limit
from partwise.properties.registry import property_keys
from partwise.properties.verdict import Counterexample, Quantity, Verdict

MOST_ITEMS = 3
"""Up to how many items all covers are tried: 128 for three, and 32,768 for four."""

_ITEMS = "0123456789"
_TRIED = "all covers of up to {n} items without repeated clusters, where the formula has a value"
_CLOSE = "; values closer than 1e-9 count as equal"


@dataclass(frozen=True)
class CoverCounterexample(Counterexample):
    """Concrete covers for which a property fails.

    Parameters
    ----------
    covers : mapping name → clusters
        The clusters of each cover, for the covers that ``says`` names. Items are numbered from 0.
    items : int
        The number of items, including those in no cluster.

    Examples
    --------
    >>> print(CoverCounterexample({}, {}, "", covers={"A": ((0, 1), (1, 2)), "B": ()}, items=4))
    A = 01|12, B = ∅ (4 items)
    """

    covers: Mapping[str, Clusters] = field(default_factory=dict)
    items: int = 0

    @property
    def n(self) -> int:
        """The number of items."""
        return self.items

    def __str__(self) -> str:
        drawn = ", ".join(f"{name} = {_written(own)}" for name, own in self.covers.items())
        values = super().__str__()  # there are no clusterings
        return f"{drawn} ({self.items} items)" + (f": {values}" if values else "")

    def _content(self) -> dict[str, Any]:
        return {"covers": dict(self.covers), "items": self.items, **super()._content()}


def _written(clusters: Clusters) -> str:
    return "|".join("".join(_ITEMS[item] for item in part) for part in clusters) or "∅"


@dataclass(frozen=True)
class _Violation:
    """Covers that break a property, by number, and what the index is worth."""

    covers: Mapping[str, int]
    values: Mapping[str, Quantity]
    says: str
    value: str | None = None


Find: TypeAlias = Callable[[list[CoverValues]], Iterator[_Violation]]


def _smallest(is_bad: Mask, sizes: NDArray[np.int64]) -> tuple[int, ...] | None:
    """Return the place, in any number of dimensions, whose covers have the fewest memberships."""
    places = np.argwhere(is_bad)
    if not len(places):
        return None
    return tuple(places[int(np.argmin(sizes[places].sum(axis=1)))].tolist())


def _best(tried: list[CoverValues]) -> Any:
    """Return V(A, A) of the first cover that has a value, as a number among the last values."""
    for values in tried:
        places = np.flatnonzero(np.diag(values.is_defined))
        if len(places):
            return tried[-1].scaled(values.true(values.numbers[places[0], places[0]]))
    return None


def maximal_agreement(tried: list[CoverValues]) -> Iterator[_Violation]:
    """V(A, A) is one constant, and above V(A, B) for every other cover B."""
    values, best = tried[-1], _best(tried)
    if best is None:
        return
    v, sizes = values.numbers, values.covers.sizes
    is_same = np.eye(len(v), dtype=bool)
    is_unlike = np.diag(values.is_defined) & (abs(np.diag(v) - best) > values.room)
    if (place := _smallest(is_unlike, sizes)) is not None:
        values_of = {"V(A, A)": values.shown(v[place[0], place[0]]), "the best": values.shown(best)}
        yield _Violation({"A": place[0]}, values_of, "V(A, A) is not the same for all A")
    is_reached = values.is_defined & ~is_same & (v >= best - values.room)
    if (place := _smallest(is_reached, sizes)) is not None:
        yield _Violation(
            {"A": place[0], "B": place[1]},
            {"V(A, B)": values.shown(v[place])},
            "another cover is as good as A itself, or better",
        )


def symmetry(tried: list[CoverValues]) -> Iterator[_Violation]:
    """V(A, B) = V(B, A)."""
    values = tried[-1]
    v, defined = values.numbers, values.is_defined & values.is_defined.T
    place = _smallest(defined & (abs(v - v.T) > values.room), values.covers.sizes)
    if place is not None:
        a, b = place
        values_of = {"V(A, B)": values.shown(v[a, b]), "V(B, A)": values.shown(v[b, a])}
        yield _Violation({"A": a, "B": b}, values_of, "the value changes when A and B are swapped")


def triangle(tried: list[CoverValues]) -> Iterator[_Violation]:
    """Say that the distance d = V(A, A) − V has d(A, C) ≤ d(A, B) + d(B, C)."""
    values, best = tried[-1], _best(tried)
    if best is None:
        return
    d, defined = best - values.numbers, values.is_defined
    for a in values.covers.first_of_kind:
        through = d[a][:, None] + d  # from A to B, and on to C
        is_bad = defined[a][:, None] & defined & defined[a][None, :]
        is_bad &= d[a][None, :] > through + values.room
        place = _smallest(is_bad, values.covers.sizes)
        if place is not None:
            b, c = place
            named = {"V(A, B)": (a, b), "V(B, C)": (b, c), "V(A, C)": (a, c)}
            values_of = {name: values.shown(values.numbers[pair]) for name, pair in named.items()}
            yield _Violation(
                {"A": a, "B": b, "C": c},
                values_of,
                "d(A, C) > d(A, B) + d(B, C) for d = V(A, A) − V",
            )
            return


def distance(tried: list[CoverValues]) -> Iterator[_Violation]:
    """Say that V(A, A) − V is a metric: also symmetric, and 0 for identical covers alone."""
    for find in (triangle, symmetry, maximal_agreement):
        yield from find(tried)


def _improvements(values: CoverValues, a: int) -> Mask:
    """Return which covers B′ (columns) are improvements of B (rows) towards A."""
    levels = values.covers.levels
    low, high = np.minimum(levels[a], levels), np.maximum(levels[a], levels)
    is_between = np.ones((len(levels),) * 2, bool)
    is_new = np.zeros_like(is_between)
    for own, least, most in zip(levels.T, low.T, high.T, strict=True):
        is_between &= (least[:, None] <= own) & (own <= most[:, None])
        is_new |= own[:, None] != own
    return is_between & is_new


def _not_better(tried: list[CoverValues], *, ties: bool) -> Iterator[_Violation]:
    values = tried[-1]
    for a in values.covers.first_of_kind:
        if values.covers.is_trivial[a]:
            continue
        improved = _improvements(values, a)
        for v, defined, name in (
            (values.numbers[a], values.is_defined[a], "V(A, {})"),
            (values.numbers[:, a], values.is_defined[:, a], "V({}, A)"),
        ):
            gain = v[None, :] - v[:, None]
            is_bad = (gain <= values.room) if ties else (gain < -values.room)
            is_bad &= improved & defined & defined[:, None]
            place = _smallest(is_bad.astype(bool), values.covers.sizes)
            if place is not None:
                b, better = place
                values_of = {
                    name.format(x): values.shown(v[i]) for x, i in (("B", b), ("B'", better))
                }
                kind = "decrease" if gain[place] < -values.room else "tie"
                named = {"A": a, "B": b, "B'": better}
                yield _Violation(named, values_of, "B' is an improvement of B towards A", kind)
                return


def monotonicity(tried: list[CoverValues]) -> Iterator[_Violation]:
    """V(A, B′) > V(A, B) for every improvement B′ of B towards A, and so with sides exchanged.

    For every item, an improvement moves the number of clusters that it is in towards that of A, or
    leaves it unchanged, and the same for the number of clusters that two items share. For
    partitions, these are the paper's A-consistent improvements.
    """
    return _not_better(tried, ties=True)


def weak_monotonicity(tried: list[CoverValues]) -> Iterator[_Violation]:
    """Monotonicity, but ties are allowed."""
    return _not_better(tried, ties=False)


class _Mean(NamedTuple):
    """The mean of V(A, B) over all permutations of the items of B."""

    values: CoverValues
    a: int
    b: int
    value: Any  # a fraction or a float


def _means(values: CoverValues) -> Iterator[_Mean]:
    covers = values.covers
    for a in covers.first_of_kind:
        for b in covers.first_of_kind:
            places = covers.moved[:, b]
            if not covers.is_trivial[a] and values.is_defined[a, places].all():
                total = values.true(values.numbers[a, places].sum())
                yield _Mean(values, a, b, total / factorial(covers.n))


def constant_baseline(tried: list[CoverValues]) -> Iterator[_Violation]:
    """Say that the mean of V(A, B) over all permutations of B's items is one constant.

    A is any cover that some permutation changes, and the constant may depend on the number of
    items: covers of the same items are compared.
    """
    values = tried[-1]
    means = sorted(_means(values), key=lambda m: values.covers.sizes[[m.a, m.b]].sum())
    for other in means[1:]:
        one = means[0]
        if abs(one.value - other.value) > values.room:
            named = {"A": one.a, "B": one.b, "A'": other.a, "B'": other.b}
            values_of = {"E[V(A, B)]": shown(one.value), "E[V(A', B')]": shown(other.value)}
            yield _Violation(named, values_of, "means over permutations of B differ")
            return


_FIND: dict[str, Find] = {
    find.__name__: find
    for find in (
        maximal_agreement,
        symmetry,
        distance,
        monotonicity,
        weak_monotonicity,
        constant_baseline,
    )
}


def cover_property_keys(chosen: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the chosen keys; by default, all properties that are defined for covers.

    Examples
    --------
    >>> cover_property_keys("symmetry")
    ('symmetry',)
    """
    keys = tuple(_FIND) if chosen is None else property_keys(chosen)
    unknown = [key for key in keys if key not in _FIND]
    if unknown:
        raise InputError(
            f"{unknown[0]} is not defined for covers",
            remedy=f"choose from {listed(list(_FIND))}",
        )
    return keys


def cover_verdicts(
    index: CoverIndex, keys: tuple[str, ...], max_n: int, deadline: Deadline
) -> dict[str, Verdict]:
    """Decide properties of an index for covers, by all covers of up to three items.

    Examples
    --------
    >>> import partwise as pw
    >>> verdicts = cover_verdicts(pw.index("average_f1"), ("symmetry", "distance"), 2, Deadline())
    >>> print(verdicts["distance"])
    refuted: A = 0, B = 01, C = 1 (2 items): V(A, B) = 2/3, V(B, C) = 2/3, V(A, C) = 0
    >>> verdicts["symmetry"].up_to_n
    2
    """
    tried: list[CoverValues] = []
    verdicts: dict[str, Verdict] = {}
    try:
        with time_limit(deadline):
            for n in range(2, min(max_n, MOST_ITEMS) + 1):
                tried.append(cover_values(index, n))
                for key in keys:
                    if key not in verdicts and (verdict := _refuted(key, tried)) is not None:
                        verdicts[key] = verdict
    except OutOfTimeError:
        pass
    return {key: verdicts.get(key) or _held(key, tried) for key in keys}


def _refuted(key: str, tried: list[CoverValues]) -> Verdict | None:
    violation = next(_FIND[key](tried), None)
    if violation is None:
        return None
    covers = tried[-1].covers
    example = CoverCounterexample(
        {},
        dict(violation.values),
        violation.says,
        covers={name: covers.clusters[i] for name, i in violation.covers.items()},
        items=covers.n,
    )
    return Verdict(key, "refuted", counterexample=example, value=violation.value)


def _held(key: str, tried: list[CoverValues]) -> Verdict:
    """Say how far a property was tried."""
    if not tried:
        return Verdict(key, "unknown", reason="out of time")
    n = tried[-1].covers.n
    reason = _TRIED.format(n=n) + ("" if tried[-1].scale else _CLOSE)
    return Verdict(key, "held", n, reason=reason)
