"""The fewest sign vectors that separate all indices, exactly.

Indices that the chosen vectors do not separate form blocks. Vectors yet to be chosen split a block
into at most 2^(their number) parts: larger blocks end a branch. A branch takes the pair of indices
that the fewest vectors separate, among those still in one block, and tries each of these vectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, count

_MOST_STEPS = 3_000_000


class TooHardError(Exception):
    """The search took too many steps to end."""


def alike(codes: Iterable[int], indices: int) -> list[tuple[int, ...]]:
    """Return the classes of indices that no vector separates.

    Examples
    --------
    >>> alike([0b0011, 0b0111], 4)
    [(0, 1), (2,), (3,)]
    """
    vectors = list(codes)
    columns: dict[tuple[int, ...], list[int]] = {}
    for i in range(indices):
        columns.setdefault(tuple(code >> i & 1 for code in vectors), []).append(i)
    return [tuple(members) for members in columns.values()]


class Cover:
    """The search for vectors that separate all of some indices."""

    def __init__(self, weights: Mapping[int, int], indices: int) -> None:
        self.weights = weights
        self.whole = (1 << indices) - 1
        self.steps = 0
        codes = sorted(weights, key=lambda code: (weights[code], code))
        self.splitting = {
            (1 << i | 1 << j): [code for code in codes if (code >> i ^ code >> j) & 1]
            for i, j in combinations(range(indices), 2)
        }
        self.rarest = sorted(self.splitting, key=lambda pair: len(self.splitting[pair]))
        self.lightest = min(weights.values(), default=0)

    def within(self, most: int, below: int | None = None) -> list[int] | None:
        """Return at most so many vectors that weigh less than ``below``; None if there are none."""
        blocks = [self.whole] if self.rarest else []
        return self._search(blocks, most, below)

    def _search(self, blocks: list[int], left: int, below: int | None) -> list[int] | None:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise TooHardError
        if not blocks:
            return [] if below is None or below > 0 else None
        if left == 0 or (below is not None and self.lightest >= below):
            return None
        for code in self.splitting[self._rarest_in(blocks)]:
            rest = None if below is None else below - self.weights[code]
            if rest is not None and rest <= 0:
                break
            parts = _split(blocks, code, 1 << (left - 1))
            if parts is None:
                continue
            chosen = self._search(parts, left - 1, rest)
            if chosen is not None:
                return [code, *chosen]
        return None

    def _rarest_in(self, blocks: list[int]) -> int:
        return next(pair for pair in self.rarest if any(pair & block == pair for block in blocks))


def _split(blocks: list[int], code: int, most: int) -> list[int] | None:
    """Return the parts of more than one index; None if one has more than so many."""
    parts = []
    for block in blocks:
        for part in (block & code, block & ~code):
            size = part.bit_count()
            if size > most:
                return None
            if size > 1:
                parts.append(part)
    return parts


def fewest(weights: Mapping[int, int], indices: int) -> list[int]:
    """Return as few vectors as possible that separate all indices.

    Raises
    ------
    TooHardError
        If the search was given up.

    Examples
    --------
    >>> fewest({0b0011: 1, 0b0001: 1, 0b0101: 1}, 4)
    [3, 5]
    """
    cover = Cover(weights, indices)
    for most in count((indices - 1).bit_length()):
        chosen = cover.within(most)
        if chosen is not None:
            return chosen
    raise AssertionError  # pragma: no cover - the loop does not end otherwise


def lightest(weights: Mapping[int, int], indices: int, most: int) -> list[int]:
    """Return at most so many vectors that separate all indices and weigh least.

    Examples
    --------
    >>> lightest({0b0011: 9, 0b0101: 1, 0b1001: 1}, 4, 2)
    [5, 9]
    """
    cover = Cover(weights, indices)
    best = cover.within(most)
    better = best
    while better is not None:
        best = better
        better = cover.within(most, sum(weights[code] for code in best))
    if best is None:
        raise LookupError(f"no {most} vectors separate all indices")
    return best


def greedy(weights: Mapping[int, int], indices: int) -> list[int]:
    """Return vectors that separate all indices, each chosen to separate the most that are left."""
    blocks, chosen = [(1 << indices) - 1], list[int]()
    while any(block.bit_count() > 1 for block in blocks):
        gains = Counter(
            {
                code: sum((b & code).bit_count() * (b & ~code).bit_count() for b in blocks)
                for code in sorted(weights)
            }
        )
        code = gains.most_common(1)[0][0]
        chosen.append(code)
        blocks = [part for b in blocks for part in (b & code, b & ~code) if part]
    return chosen
