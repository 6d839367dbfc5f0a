"""Random clusterings of up to 40 items, moves, triples and counts, as arrays of pair counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from support.small_counts import by_sizes, partitions_of, proper

Points: TypeAlias = NDArray[np.float64]
Labels: TypeAlias = NDArray[np.int64]

MOST_ITEMS = 40
_MANY = 1500


def counts(a: Labels, b: Labels) -> tuple[int, int, int, int]:
    """Return N11, N10, N01 and N00."""
    n = len(a)
    cells = np.bincount(a * (n + 1) + b)
    together, in_a, in_b = (
        int((sizes * (sizes - 1)).sum()) // 2 for sizes in (cells, np.bincount(a), np.bincount(b))
    )
    return together, in_a - together, in_b - together, n * (n - 1) // 2 - in_a - in_b + together


def _clustering(draw: np.random.Generator, n: int) -> Labels:
    """Draw a clustering: of equal or unequal sizes, of few or many clusters, or a trivial one."""
    kind = draw.integers(6)
    if kind == 0:
        return np.arange(n)
    if kind == 1:
        return np.zeros(n, np.int64)
    if kind == 2:  # a large cluster and singletons
        labels = np.arange(n)
        labels[: draw.integers(1, n + 1)] = 0
        return labels
    if kind == 3:  # sizes that fall quickly
        return np.minimum(draw.geometric(0.4, n) - 1, n - 1)
    return draw.integers(0, draw.integers(1, n + 1), n)


def _near(draw: np.random.Generator, a: Labels) -> Labels:
    """Draw a clustering like another one: a few items move, or clusters are merged or split."""
    b = a.copy()
    kind = draw.integers(4)
    if kind == 0:
        moved = draw.integers(0, len(a), draw.integers(1, 4))
        b[moved] = draw.integers(0, len(a), len(moved))
    elif kind == 1:
        b[b == draw.choice(b)] = draw.choice(b)
    elif kind == 2:
        members = np.flatnonzero(b == draw.choice(b))
        b[members[draw.random(len(members)) < 0.5]] = _unused(b)
    return b


def _unused(labels: Labels) -> int:
    return int(np.setdiff1d(np.arange(len(labels) + 1), labels)[0])


def _pair(draw: np.random.Generator) -> tuple[Labels, Labels]:
    n = int(draw.integers(2, MOST_ITEMS + 1))
    a = _clustering(draw, n)
    return a, (_near(draw, a) if draw.random() < 0.5 else _clustering(draw, n))


def _moved(draw: np.random.Generator, a: Labels, b: Labels) -> Labels | None:
    """Draw a perfect split or merge of B, seen from A."""
    better = b.copy()
    if draw.random() < 0.5:  # whole cells of one cluster of B go to a new one
        members = np.flatnonzero(b == draw.choice(b))
        parts = np.unique(a[members])
        if len(parts) < 2:
            return None
        chosen = draw.permutation(parts)[: draw.integers(1, len(parts))]
        better[members[np.isin(a[members], chosen)]] = _unused(b)
        return better
    inside = [label for label in np.unique(b) if len(np.unique(a[b == label])) == 1]
    of_a = {label: int(a[b == label][0]) for label in inside}
    twins = [(x, y) for x, y in product(inside, repeat=2) if x < y and of_a[x] == of_a[y]]
    if not twins:
        return None
    one, other = twins[draw.integers(len(twins))]
    better[b == one] = other
    return better


def _moves(draw: np.random.Generator) -> Iterator[tuple[Labels, Labels, Labels]]:
    drawn = 0
    while drawn < _MANY:
        a, b = _pair(draw)
        better = _moved(draw, a, b)
        if better is not None and proper(tuple(a.tolist())):
            drawn += 1
            yield a, b, better


def _triples(draw: np.random.Generator) -> Iterator[tuple[Labels, Labels, Labels]]:
    for _ in range(_MANY):
        a, c = _pair(draw)
        kind = draw.integers(4)
        if kind == 0:  # the meet lies between
            yield a, np.unique(a * (len(a) + 1) + c, return_inverse=True)[1], c
        elif kind == 1:
            yield _near(draw, a), a, _near(draw, a)
        else:
            yield a, _clustering(draw, len(a)), c
    for n in (3, 4):
        yield from product(map(np.array, partitions_of(n)), repeat=3)


def _array(points: Iterable[tuple[int, ...]]) -> Points:
    return np.array(list(points), np.float64)


def _random_counts(draw: np.random.Generator, mask: tuple[int, ...]) -> Points:
    """Draw counts of all sizes, zero as well; those with a mask of 0 are zero."""
    small = np.array(list(product(range(3), repeat=4)), np.float64)
    large = np.floor(10 ** (4 * draw.random((_MANY, 4)))) * (draw.random((_MANY, 4)) < 0.8)
    points = np.concatenate((small, large)) * mask
    return np.asarray(points[points.sum(axis=1) > 0])


def _steps(draw: np.random.Generator) -> tuple[tuple[Points, Points], NDArray[np.int64]]:
    """Draw counts, and the same with one pair more; only steps of which the property speaks."""
    start = _random_counts(draw, (1, 1, 1, 1))
    place = draw.integers(0, 4, len(start))
    after = start.copy()
    after[np.arange(len(start)), place] += 1
    needed = np.where(
        (place == 0) | (place == 3), start[:, 1] + start[:, 2], start[:, 0] + start[:, 3]
    )
    is_meant = needed > 0
    return (start[is_meant], after[is_meant]), place[is_meant]


def _expected(draw: np.random.Generator) -> Points:
    """Draw N11 = xy, N10 = x, N01 = y, N00 = 1, times a whole number: N11·N00 = N10·N01."""
    x, y, times = (draw.integers(1, 60, _MANY).astype(float) for _ in range(3))
    return np.asarray(np.column_stack((x * y, x, y, np.ones(_MANY))) * times[:, None])


def _slopes(draw: np.random.Generator) -> tuple[Points, Points]:
    x, whole = (draw.integers(1, 60, _MANY).astype(float) for _ in range(2))
    divisors = np.array([2.0, 3, 4, 5, 6, 10, 12, 15, 20, 30])
    both = []
    for _ in range(2):
        y = draw.choice(divisors, _MANY) - 1
        times = 60 * whole / (y + 1)
        both.append(np.column_stack((x * y, x, y, np.ones(_MANY))) * times[:, None])
    return both[0], both[1]


class Bank(NamedTuple):
    """Arrays with a line of four counts for each case."""

    identical: Points
    pairs: Points
    before: Points
    after: Points
    triples: tuple[Points, Points, Points]
    means: list[Points]  # the counts of A with all B of given sizes
    steps: tuple[Points, Points]
    place: NDArray[np.int64]
    agreeing: Points  # some counts, with N11 + N00 > 0
    disagreeing: Points  # with N11 = N00 = 0
    expected: Points  # N11·N00 = N10·N01
    slopes: tuple[Points, Points]  # the same with the same N and m_A, and another m_B


@cache
def bank(seed: int = 0) -> Bank:
    """Draw the cases; those of few items are all there."""
    draw = np.random.default_rng(seed)
    pairs = [_pair(draw) for _ in range(_MANY)]
    small = [np.array(a) for n in (2, 3, 4) for a in partitions_of(n)]
    pairs += [(a, b) for a, b in product(small, repeat=2) if len(a) == len(b)]
    moves = list(_moves(draw))
    triples = [(counts(a, b), counts(b, c), counts(a, c)) for a, b, c in _triples(draw)]
    steps, place = _steps(draw)
    return Bank(
        _array(counts(a, a) for a, _ in pairs),
        _array(counts(a, b) for a, b in pairs),
        _array(counts(a, b) for a, b, _ in moves),
        _array(counts(a, c) for a, _, c in moves),
        tuple(_array(t[i] for t in triples) for i in range(3)),  # type: ignore[arg-type]
        [np.array(group, float) for n in (3, 4, 5) for group in by_sizes(n)],
        steps,
        place,
        _random_counts(draw, (1, 1, 1, 1)),
        _random_counts(draw, (0, 1, 1, 0)),
        _expected(draw),
        _slopes(draw),
    )
