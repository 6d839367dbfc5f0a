"""What proofs about tables speak of, counted from labels: obvious, and nothing of partwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from math import fsum, log
from random import Random

import numpy as np
from scipy.optimize import linear_sum_assignment

from support.partitions import grouped, perfect_merges, perfect_splits, rgs

Labels = tuple[int, ...]

Number = Fraction | float
_TINY = 1e-11  # values that differ, differ by more


def is_zero(x: Number) -> bool:
    return abs(float(x)) < _TINY


@dataclass(frozen=True)
class Facts:
    """Two clusterings."""

    a: Labels
    b: Labels

    @cached_property
    def n(self) -> int:
        return len(self.a)

    @cached_property
    def rows(self) -> Counter[int]:
        return Counter(self.a)

    @cached_property
    def columns(self) -> Counter[int]:
        return Counter(self.b)

    @cached_property
    def cells(self) -> Counter[tuple[int, int]]:
        return Counter(zip(self.a, self.b, strict=True))

    @property
    def swapped(self) -> Facts:
        return Facts(self.b, self.a)

    @property
    def refines(self) -> bool:
        """Whether each cluster of A lies in one of B."""
        return len(self.cells) == len(self.rows)

    @property
    def is_same(self) -> bool:
        return self.refines and self.swapped.refines

    @property
    def relation(self) -> str:
        if self.is_same:
            return "identical"
        numbers = {len(self.rows), len(self.columns)}
        if numbers == {1, self.n}:
            return "opposite"
        return "trivial" if numbers & {1, self.n} else "ordinary"

    def sum_of(self, term: Callable[[int, int, int], Fraction | int]) -> Fraction:
        return sum((Fraction(t) for t in self._terms(term).values()), Fraction(0))

    def matched(self, term: Callable[[int, int, int], Fraction | int]) -> Fraction:
        """The largest sum of cells, at most one of each row and each column."""
        terms = self._terms(term)
        i, j = sorted(self.rows), sorted(self.columns)
        weights = np.array([[float(terms.get((x, y), 0)) for y in j] for x in i])
        chosen = zip(*linear_sum_assignment(weights, maximize=True), strict=True)
        return sum((Fraction(terms.get((i[x], j[y]), 0)) for x, y in chosen), Fraction(0))

    def _terms(
        self, term: Callable[[int, int, int], Fraction | int]
    ) -> dict[tuple[int, int], Fraction | int]:
        return {
            (i, j): term(cell, self.rows[i], self.columns[j]) for (i, j), cell in self.cells.items()
        }

    def __getitem__(self, name: str) -> Number:
        """By the names that formulas have for them."""
        if name not in self.known:
            self.known[name] = _FACTS[name](self)
        return self.known[name]

    @cached_property
    def known(self) -> dict[str, Number]:
        return {}

    @cached_property
    def together(self) -> tuple[frozenset[tuple[int, int]], ...]:
        """The pairs that are together in A, and those in B."""
        return tuple(
            frozenset(p for p in _pairs(self.n) if labels[p[0]] == labels[p[1]])
            for labels in (self.a, self.b)
        )

    @cached_property
    def sizes(self) -> tuple[list[int], ...]:
        return tuple(sorted(sizes.values())[::-1] for sizes in (self.rows, self.columns))

    @property
    def information(self) -> float:
        return float(self["entropy_a"] + self["entropy_b"] - self["entropy_joint"])

    @cached_property
    def shuffles(self) -> list[Facts]:
        return [Facts(self.a, b) for b in set(permutations(self.b))]

    @property
    def expected_information(self) -> float:
        return fsum(s.information for s in self.shuffles) / len(self.shuffles)


@cache
def _pairs(n: int) -> tuple[tuple[int, int], ...]:
    return tuple(combinations(range(n), 2))


def _blocks(labels: Labels) -> frozenset[frozenset[int]]:
    return frozenset(
        frozenset(i for i, label in enumerate(labels) if label == one) for one in set(labels)
    )


def _maxima(cells: Counter[tuple[int, int]], side: int) -> int:
    largest: dict[int, int] = {}
    for place, cell in cells.items():
        largest[place[side]] = max(cell, largest.get(place[side], 0))
    return sum(largest.values())


def _entropy(sizes: Iterable[int], n: int) -> float:
    return fsum(-s / n * log(s / n) for s in sizes)


_FACTS: dict[str, Callable[[Facts], Number]] = {
    "n": lambda t: t.n,
    "k_a": lambda t: len(t.rows),
    "k_b": lambda t: len(t.columns),
    "same_clusters": lambda t: len(_blocks(t.a) & _blocks(t.b)),
    "size_overlap": lambda t: sum(map(min, *t.sizes)),
    "row_maxima": lambda t: _maxima(t.cells, 0),
    "column_maxima": lambda t: _maxima(t.cells, 1),
    "entropy_a": lambda t: _entropy(t.rows.values(), t.n),
    "entropy_b": lambda t: _entropy(t.columns.values(), t.n),
    "entropy_joint": lambda t: _entropy(t.cells.values(), t.n),
    "expected_mutual_information": lambda t: t.expected_information,
    "n11": lambda t: len(t.together[0] & t.together[1]),
    "n10": lambda t: len(t.together[0] - t.together[1]),
    "n01": lambda t: len(t.together[1] - t.together[0]),
    "n00": lambda t: len(set(_pairs(t.n)) - t.together[0] - t.together[1]),
    "sum(cell*cell/row)": lambda t: t.sum_of(lambda c, a, _: Fraction(c * c, a)),
    "sum(cell*cell/col)": lambda t: t.sum_of(lambda c, _, b: Fraction(c * c, b)),
    "sum(cell*cell/max(row, col))": lambda t: t.sum_of(lambda c, a, b: Fraction(c * c, max(a, b))),
    "matched(cell)": lambda t: t.matched(lambda c, *_: c),
    "matched(cell/row)": lambda t: t.matched(lambda c, a, _: Fraction(c, a)),
    "matched(cell/col)": lambda t: t.matched(lambda c, _, b: Fraction(c, b)),
    "matched(cell/max(row, col))": lambda t: t.matched(lambda c, a, b: Fraction(c, max(a, b))),
}


def partitions(n: int) -> Iterator[Labels]:
    """Yield every clustering of n items, as restricted growth strings."""

    def grown(start: Labels) -> Iterator[Labels]:
        if len(start) == n:
            yield start
            return
        for label in range(max(start, default=-1) + 2):
            yield from grown((*start, label))

    return grown(())


@cache
def small_pairs(most: int) -> tuple[Facts, ...]:
    """All pairs of clusterings of two to ``most`` items, up to the names of items."""
    seen: dict[object, Facts] = {}
    for n in range(2, most + 1):
        clusterings = list(partitions(n))
        for a in {tuple(sorted(c)) for c in clusterings}:
            if sorted(Counter(a).values())[::-1] != [Counter(a)[i] for i in range(max(a) + 1)]:
                continue
            for b in clusterings:
                facts = Facts(a, b)
                seen.setdefault((n, _table(facts)), facts)
    return tuple(seen.values())


def _table(facts: Facts) -> frozenset[tuple[tuple[int, tuple[int, ...]], int]]:
    columns = Counter(
        tuple(facts.cells.get((i, j), 0) for i in sorted(facts.rows)) for j in facts.columns
    )
    return frozenset(((facts.n, column), count) for column, count in columns.items())


@cache
def drawn_pairs(count: int, most: int = 40) -> tuple[Facts, ...]:
    """Random pairs of up to 40 items, of all numbers of clusters; some nearly refine each other."""
    rng = Random(18)  # noqa: S311 - nothing secret
    drawn = []
    for _ in range(count):
        n = rng.randint(5, most)
        k_a, k_b = rng.randint(1, n), rng.randint(1, n)
        a, b = (tuple(rng.randrange(k) for _ in range(n)) for k in (k_a, k_b))
        if rng.random() < 0.4:
            share = rng.choice((0.9, 1))
            pairs = zip(a, b, strict=True)
            b = tuple(n * x + rng.randrange(2) if rng.random() < share else y for x, y in pairs)
        drawn.append(Facts(a, b))
    return tuple(drawn)


def is_proper(labels: Labels) -> bool:
    return 1 < len(set(labels)) < len(labels)


def moves(kind: str, t: Facts) -> Iterator[tuple[Facts, Facts]]:
    """Yield (A, B) before and after all perfect splits or merges of B, if A is proper."""
    if is_proper(t.a):
        a, b = grouped(t.a), grouped(t.b)
        for better in (perfect_splits if kind == "split" else perfect_merges)(a, b):
            yield Facts(rgs(a), rgs(b)), Facts(rgs(a), rgs(better))


def with_others(a: Labels, *candidates: Labels) -> Iterator[tuple[Facts, ...]]:
    """Add all clusterings of up to three other items."""
    yield tuple(Facts(a, b) for b in candidates)
    for t in small_pairs(3):
        tail = [tuple(100 + label for label in labels) for labels in (t.a, t.b)]
        yield tuple(Facts(a + tail[0], b + tail[1]) for b in candidates)


def rag_bags() -> Iterator[tuple[Facts, ...]]:
    """Yield (A, B) and (A, B′) of Amigó's third constraint."""
    for m in range(2, 9):
        clean, noisy = (0,) * m, (1,) * m
        a = (*clean, *range(1, m + 2))
        yield from with_others(a, (*clean, *noisy, 0), (*clean, *noisy, 1))


def size_cases() -> Iterator[tuple[Facts, ...]]:
    """Yield (A, B) and (A, B′) of Amigó's fourth constraint."""
    for m in range(2, 9):
        large, small = (0,) * (m + 1), [i for i in range(1, m + 1) for _ in "ab"]
        many = (*large, *range(1, 2 * m + 1))
        one = (*(0,) * m, 99, *small)
        yield from with_others((*large, *small), many, one)
