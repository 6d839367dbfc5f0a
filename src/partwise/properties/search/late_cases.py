"""Clusterings and pair counts beyond those that are all tried: at random, and where formulas turn.

A formula may be piecewise, and what it does with ``if p.n10 == 700`` shows on few clusterings only.
So the numbers that stand in a formula, and those next to them, are hit by counts of every kind.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from partwise.properties.search.moves import numbered
from partwise.properties.search.pair_points import Point, pairs_of
from partwise.properties.verdict import LabelTuple

_MOST_ITEMS = 40  # drawn at random
_AT_ONCE = 50
_MOST_CONSTANTS = 12
_LARGEST = 10**6  # of constants that are hit
_MOST_HIT_ITEMS = 1000  # where a constant is a number of items or of clusters
_DEEPEST = 6  # functions within functions


class LateCase(NamedTuple):
    """A reference, a candidate, one improvement of it if there is one, and a third clustering."""

    a: LabelTuple
    b: LabelTuple
    better: LabelTuple | None
    c: LabelTuple


def late_cases(formula: Callable[..., Any], portion: int, seed: int = 0) -> list[LateCase]:
    """Return clusterings that hit a number in a formula, in the first portions; then random ones.

    Examples
    --------
    >>> one = late_cases(lambda p: 1 if p.n10 == 700 else 0, portion=0)[0]
    >>> len(one.a) > 30
    True
    """
    rng = np.random.default_rng((seed, portion))
    numbers = constants_of(formula)
    if portion < len(numbers):
        return [case for a, b in _hits(numbers[portion], rng) for case in _both_ways(a, b, rng)]
    drawn = [_drawn(int(rng.integers(2, _MOST_ITEMS + 1)), rng) for _ in range(_AT_ONCE)]
    return [_both_ways(a, b, rng)[int(rng.integers(0, 2))] for a, b in drawn]


def late_points(formula: Callable[..., Any], count: int, seed: int = 0) -> list[Point]:
    """Return pair counts of some number of items: those that hit what is special, and random ones.

    Examples
    --------
    >>> points = late_points(lambda p: p.n10 == 700, count=0)
    >>> {p[1] for p in points} >= {699, 700, 701}
    True
    """
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet((0.5, 0.5, 0.5, 0.5), count)
    numbers = rng.integers(2, _MOST_ITEMS + 1, count)
    drawn = [_rounded(pairs_of(int(n)) * s) for n, s in zip(numbers, shares, strict=True)]
    return [*(p for c in constants_of(formula) for p in _point_hits(c, rng)), *drawn]


def _rounded(counts: Any) -> Point:
    n11, n10, n01 = (int(x) for x in counts[:3])
    return n11, n10, n01, round(float(counts.sum())) - n11 - n10 - n01


# --- numbers in formulas


def constants_of(formula: Any) -> list[int]:
    """Return the whole numbers next to those in a formula's text or code, the rarest kind first.

    Examples
    --------
    >>> constants_of(lambda p: p.n11 / 700)
    [700]
    """
    numbers = {abs(number) for number in _numbers(formula, _DEEPEST, set())}
    whole = {round(number) for number in numbers if 2 < number <= _LARGEST}
    return sorted(whole, reverse=True)[:_MOST_CONSTANTS]


def _numbers(thing: Any, depth: int, seen: set[int]) -> Iterator[Any]:
    if depth < 0 or id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, int | float | Fraction) and not isinstance(thing, bool):
        if math.isfinite(thing):
            yield thing
        return
    for part in _parts(thing):
        yield from _numbers(part, depth - 1, seen)


def _parts(thing: Any) -> Iterator[Any]:
    """Yield what a formula is made of, as far as it is not one of partwise's own functions."""
    if isinstance(thing, types.CodeType):
        yield from thing.co_consts
    elif isinstance(thing, tuple | list | set | frozenset):
        yield from thing
    elif isinstance(thing, dict):
        yield from thing.values()
    elif isinstance(thing, partial):
        yield from (thing.func, thing.args, thing.keywords)
    elif isinstance(thing, types.FunctionType):
        yield thing.__code__
        yield thing.__defaults__
        yield from (_content(cell) for cell in thing.__closure__ or ())
        names = (name for name in thing.__code__.co_names if name in thing.__globals__)
        if not thing.__module__.startswith("partwise."):
            yield from (thing.__globals__[name] for name in names)
    elif isinstance(thing, types.MethodType):
        yield from (thing.__func__, getattr(thing.__self__, "__dict__", None))
    elif callable(thing) and hasattr(type(thing).__call__, "__code__"):
        yield from (type(thing).__call__, getattr(thing, "__dict__", None))


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not yet filled
        return None


# --- clusterings that hit a number


def _hits(c: int, rng: np.random.Generator) -> Iterator[tuple[LabelTuple, LabelTuple]]:
    for hit in (c - 1, c, c + 1):
        few = [int(x) for x in rng.integers(1, 7, 3)]  # 0 agreeing pairs would hide much
        part = int(rng.integers(0, hit + 1))
        for counts in (
            (hit, few[0], few[1]),
            (few[0], hit, few[1]),
            (few[0], few[1], hit),
            (part, hit - part, few[0]),
            (part, few[0], hit - part),
            (few[0], part, hit - part),
        ):
            yield with_counts(*counts, singles=few[2])
        yield from _with_n00(hit)
        if hit <= _MOST_HIT_ITEMS:
            yield _drawn(hit, rng)
            yield (0,) * hit + (1, 2), (0,) * (hit - 1) + (1, 1, 2)
            yield (*range(hit), 0, 1), (*range(hit), 1, 2 % hit)


def with_counts(n11: int, n10: int, n01: int, singles: int) -> tuple[LabelTuple, LabelTuple]:
    """Return clusterings with these counts of pairs, and some items that are alone in both.

    Examples
    --------
    >>> with_counts(1, 3, 0, 1)
    ((0, 0, 1, 1, 1, 2), (0, 0, 1, 2, 3, 4))
    """
    a: list[int] = []
    b: list[int] = []
    for pairs, in_a, in_b in ((n11, True, True), (n10, True, False), (n01, False, True)):
        for size in _sizes(pairs):
            start = len(a)
            a += [start] * size if in_a else range(start, start + size)
            b += [start] * size if in_b else range(start, start + size)
    alone = range(len(a), len(a) + singles)
    return numbered((*a, *alone)), numbered((*b, *alone))


def _sizes(pairs: int) -> Iterator[int]:
    """Yield sizes of clusters that have so many pairs together, the largest first."""
    while pairs:
        size = (1 + math.isqrt(1 + 8 * pairs)) // 2
        yield size
        pairs -= pairs_of(size)


def _with_n00(n00: int) -> Iterator[tuple[LabelTuple, LabelTuple]]:
    n = next(n for n in range(2 + math.isqrt(2 * n00), 10 + 2 * n00) if pairs_of(n) > n00)
    rest = pairs_of(n) - n00
    a, _ = with_counts(rest // 2, rest - rest // 2, 0, singles=0)
    if len(a) <= n:
        yield with_counts(rest // 2, rest - rest // 2, 0, singles=n - len(a))


def _point_hits(c: int, rng: np.random.Generator) -> Iterator[Point]:
    for hit in (c - 1, c, c + 1):
        for place in range(4):
            for most in (3, hit + 1):
                counts = [int(x) for x in rng.integers(0, most, 4)]
                counts[place] = hit
                n = (1 + math.isqrt(8 * sum(counts))) // 2 + 1
                counts[(place + 1 + int(rng.integers(0, 3))) % 4] += pairs_of(n) - sum(counts)
                yield tuple(counts)  # type: ignore[misc]


# --- clusterings at random


def _drawn(n: int, rng: np.random.Generator) -> tuple[LabelTuple, LabelTuple]:
    """Draw two clusterings, every second time two that are nearly alike."""
    a = rng.integers(0, rng.integers(1, n + 1), n)
    if rng.integers(0, 2):
        b = rng.integers(0, rng.integers(1, n + 1), n)
    else:
        b = np.where(rng.random(n) < 2 / n, rng.integers(0, n, n), a)
    return numbered(tuple(a.tolist())), numbered(tuple(b.tolist()))


def _both_ways(a: LabelTuple, b: LabelTuple, rng: np.random.Generator) -> tuple[LateCase, LateCase]:
    """Add an improvement of B, and take B as an improvement; and add a third clustering."""
    third = list(b)
    third[int(rng.integers(0, len(b)))] = int(rng.integers(0, len(b)))
    c, worse = numbered(tuple(third)), _spoilt(a, b, rng)
    onward = LateCase(a, b, _improved(a, b, rng), c)
    return onward, onward if worse is None else LateCase(a, worse, b, c)


def _labels_within(a: LabelTuple, b: LabelTuple) -> dict[int, set[int]]:
    within: dict[int, set[int]] = {}
    for label, cluster in zip(a, b, strict=True):
        within.setdefault(cluster, set()).add(label)
    return within


def _improved(a: LabelTuple, b: LabelTuple, rng: np.random.Generator) -> LabelTuple | None:
    """Return B after one perfect split or merge; None if there is none."""
    within = _labels_within(a, b)
    mixed = [cluster for cluster, labels in within.items() if len(labels) > 1]
    pure: dict[int, list[int]] = {}
    for cluster, labels in within.items():
        if len(labels) == 1:
            pure.setdefault(min(labels), []).append(cluster)
    parted = [clusters for clusters in pure.values() if len(clusters) > 1]
    if mixed and (not parted or rng.integers(0, 2)):
        cluster = mixed[int(rng.integers(0, len(mixed)))]
        inside = sorted(within[cluster])
        off = set(inside[: int(rng.integers(1, len(inside)))])
        return numbered(
            tuple(-1 if y == cluster and x in off else y for x, y in zip(a, b, strict=True))
        )
    if parted:
        one, other = parted[int(rng.integers(0, len(parted)))][:2]
        return numbered(tuple(one if y == other else y for y in b))
    return None


def _spoilt(a: LabelTuple, b: LabelTuple, rng: np.random.Generator) -> LabelTuple | None:
    """Return a clustering of which B is an improvement; None if there is none."""
    within = _labels_within(a, b)
    clusters = list(within)
    rng.shuffle(clusters)
    if rng.integers(0, 2):
        for one, other in pairwise(clusters):
            if not within[one] & within[other]:
                return numbered(tuple(one if y == other else y for y in b))
    for cluster in clusters:
        items = [i for i, y in enumerate(b) if y == cluster]
        if len(within[cluster]) == 1 and len(items) > 1:
            off = set(items[: int(rng.integers(1, len(items)))])
            return numbered(tuple(-1 if i in off else y for i, y in enumerate(b)))
    return None
