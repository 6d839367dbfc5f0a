"""Random tables against a second implementation: published generators, and shuffles in batches."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from partwise.kernels import _kernels

WORD = 2**64
KEY = (3, 2**63 + 5, WORD - 1, 10**18)
AT_ONCE = 2**16  # positions between two looks for signals
BATCHES = ((6, 2**9), (4, 2**14), (3, 2**19), (2, 2**29))  # of so many, among at most so many


def rotated(x: int, by: int) -> int:
    return (x << by | x >> (64 - by)) % WORD


def mixed(x: int) -> int:
    """Return the output of splitmix64 in a state."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB % WORD
    return x ^ x >> 31


class Stream:
    """xoshiro256++, as Blackman and Vigna publish it."""

    def __init__(self, state: list[int]) -> None:
        self.state = state

    @classmethod
    def of_table(cls, table: int) -> Stream:
        golden = 0x9E3779B97F4A7C15
        words = [(word + i + (table + 1) * golden) % WORD for i, word in enumerate(KEY)]
        return cls([mixed(word) for word in words])

    def next(self) -> int:
        s = self.state
        result = (rotated((s[0] + s[3]) % WORD, 23) + s[0]) % WORD
        shifted = s[1] << 17 & WORD - 1
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotated(s[3], 45)
        return result

    def below(self, bounds: list[int]) -> list[int]:
        """Draw an index below each bound from one word (Brackett-Rozinsky, Lemire 2024)."""
        arrangements = math.prod(bounds)
        while True:
            rest, indices = self.next(), []
            for bound in bounds:
                index, rest = divmod(rest * bound, WORD)
                indices.append(index)
            if rest >= WORD % arrangements:
                return indices


def test_the_generators_are_those_that_are_published() -> None:
    """The first numbers of splitmix64 from 1234567, and of xoshiro256++ from 1, 2, 3, 4."""
    golden = 0x9E3779B97F4A7C15
    assert mixed(1234567 + golden) == 6457827717110365317
    assert mixed((1234567 + 2 * golden) % WORD) == 3203168211198807973
    stream = Stream([1, 2, 3, 4])
    assert [stream.next() for _ in range(5)] == [
        41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205
    ]  # fmt: skip


def shuffle(items: list[int], first: int, last: int, stream: Stream) -> None:
    """Fill some positions with a uniform draw of the items from the first of them on."""
    while first < last:
        before = first
        for many, largest in (*BATCHES, (1, 0)):
            if many == 1 and first != before:
                continue
            if len(items) - first > largest and many > 1:
                continue
            while first + many <= last:
                bounds = list(range(len(items) - first, len(items) - first - many, -1))
                for at, offset in enumerate(stream.below(bounds), first):
                    items[at], items[at + offset] = items[at + offset], items[at]
                first += many
                if many == 1:
                    break


def cells_of(rows: list[int], columns: list[int], table: int) -> Counter[tuple[int, int]]:
    """Give the rows their items, the largest first; those of one item are drawn for themselves."""
    by_size = [sorted(range(len(side)), key=lambda i: -side[i]) for side in (rows, columns)]
    labels = [j for j in by_size[1] for _ in range(columns[j])]
    stream, limit = Stream.of_table(table), len(labels) - min(rows)
    alone = sum(size == 1 for size in rows)
    parts = [len(labels) - alone, len(labels)]
    start = 0
    for end in parts:
        for first in range(start, min(end, limit), AT_ONCE):
            shuffle(labels, first, min(first + AT_ONCE, end, limit), stream)
        start = end
    owners = [i for i in by_size[0] for _ in range(rows[i])]
    return Counter(zip(owners, labels, strict=True))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([3, 4, 2], [5, 4]),
        ([1, 4, 1, 3, 1], [2, 2, 6]),
        ([7] * 30, [100, 60, 50]),
        ([1] * 40 + [9, 11], [30, 30]),
        ([300, 200, 100], [250, 350]),
        ([9000, 8000, 7, 1], [17_000, 8]),
        ([2**18 + 40] * 2, [2**19, 80]),
    ],
)
def test_tables_are_those_of_the_shuffle(rows: list[int], columns: list[int]) -> None:
    sides = np.array(rows), np.array(columns)
    *found, offsets = _kernels.sample_cells(*sides, 3, KEY, 2, "permutation")
    tables = 3 if sum(rows) < 10**5 else 1
    for table in range(tables):
        part = slice(*offsets[table : table + 2])
        row, column, count = (array[part].tolist() for array in found)
        cells = dict(zip(zip(row, column, strict=True), count, strict=True))
        assert cells == cells_of(rows, columns, table)
