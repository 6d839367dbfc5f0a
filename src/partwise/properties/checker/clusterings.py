"""Clusterings of a few items: their tables, what formulas ask of them, and random candidates."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import comb, factorial, prod
from typing import NamedTuple

from .algebra import NotShownError
from .reals import Real, add_up, log_sum

Labels = tuple[int, ...]
Sizes = tuple[int, ...]
Counts = tuple[Fraction, Fraction, Fraction, Fraction]
"""N11, N10, N01 and N00; fractions where they are expected counts."""


def clusters(labels: Labels) -> set[frozenset[int]]:
    """Return the clusters as sets of items.

    Examples
    --------
    >>> sorted(map(sorted, clusters((5, 7, 5))))
    [[0, 2], [1]]
    """
    return {frozenset(i for i, x in enumerate(labels) if x == label) for label in set(labels)}


def sizes(labels: Labels) -> Sizes:
    """Return the sizes of the clusters, the largest first."""
    return tuple(sorted(Counter(labels).values(), reverse=True))


def is_proper(labels: Labels) -> bool:
    """Whether it is neither one cluster nor all singletons."""
    return 1 < len(set(labels)) < len(labels)


def relation(p: Counts) -> str:
    """Return how two clusterings stand to each other, as far as conventions are concerned."""
    n11, n10, n01, n00 = p
    if n10 == n01 == 0:
        return "identical"
    if sum(p) in (n10, n01):
        return "opposite"
    if 0 in (n11 + n10, n11 + n01, n01 + n00, n10 + n00):
        return "trivial"
    return "ordinary"


class Cell(NamedTuple):
    """The items that a cluster of A and one of B share."""

    row: int  # which cluster of A
    column: int
    size: int


class Table:
    """A contingency table.

    Examples
    --------
    >>> table = Table.of((0, 0, 1), (0, 1, 1))
    >>> [str(count) for count in table.pair_counts]
    ['0', '1', '1', '1']
    """

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
        self.rows: Counter[int] = Counter()
        self.columns: Counter[int] = Counter()
        for cell in cells:
            self.rows[cell.row] += cell.size
            self.columns[cell.column] += cell.size
        self.n = self.rows.total()

    @classmethod
    def of(cls, a: Labels, b: Labels) -> Table:
        """Count the items of each cluster of A in each cluster of B."""
        if len(a) != len(b):
            raise NotShownError("these are clusterings of different items")
        places = Counter(zip(a, b, strict=True))
        return cls(tuple(Cell(*place, count) for place, count in places.items()))

    @cached_property
    def margins(self) -> tuple[Sizes, Sizes]:
        """The sizes of the clusters of A and of B, the largest first."""
        rows, columns = (sorted(c.values(), reverse=True) for c in (self.rows, self.columns))
        return tuple(rows), tuple(columns)

    @cached_property
    def pair_counts(self) -> Counts:
        """N11, N10, N01 and N00."""
        counts = [cell.size for cell in self.cells]
        n11, m_a, m_b = (Fraction(sum(comb(k, 2) for k in c)) for c in (counts, *self.margins))
        return n11, m_a - n11, m_b - n11, comb(self.n, 2) - m_a - m_b + n11

    def matched(self, terms: list[Real]) -> Real:
        """Return the largest sum of terms, one for each cell, of a matching of the clusters."""
        if any(term.sign < 0 for term in terms):
            raise NotShownError("a matching with negative terms")
        of_row: dict[int, list[tuple[int, Real]]] = {}
        for cell, term in zip(self.cells, terms, strict=True):
            of_row.setdefault(cell.row, []).append((cell.column, term))
        best: dict[frozenset[int], Real] = {frozenset(): Real.of(0)}  # by the columns taken
        for row in of_row.values():
            for taken, total in list(best.items()):
                for column, term in row:
                    if column not in taken:
                        more, known = taken | {column}, best.get(taken | {column})
                        larger = known is None or (total + term - known).sign > 0
                        best[more] = total + term if larger else best[more]
        return max_of(list(best.values()))


def max_of(values: list[Real]) -> Real:
    """Return the largest of some numbers."""
    largest = values[0]
    for value in values[1:]:
        largest = value if (value - largest).sign > 0 else largest
    return largest


# --- random candidates

MOST_TABLES = 4_000  # that are enumerated, so that nobody waits for ever


@cache
def tables_with(rows: Sizes, columns: Sizes) -> list[tuple[Table, int]]:
    """Return the tables with these sizes, and how many candidates have each.

    Tables that differ in the order of their columns are one.

    Examples
    --------
    >>> [(len(table.cells), ways) for table, ways in tables_with((2, 1), (2, 1))]
    [(3, 2), (2, 1)]
    """
    ways: Counter[tuple[Sizes, ...]] = Counter({(): 1})
    for size in columns:
        more: Counter[tuple[Sizes, ...]] = Counter()
        for filled, count in ways.items():
            free = [row - sum(column[i] for column in filled) for i, row in enumerate(rows)]
            for column in _ways_to_fill(free, size):
                picked = prod(map(comb, free, column))
                more[tuple(sorted((*filled, column)))] += count * picked
                if len(more) > MOST_TABLES:
                    raise NotShownError("too large to check: too many tables have these sizes")
        ways = more
    return [(_table(filled), count) for filled, count in ways.items()]


def _ways_to_fill(free: list[int], size: int) -> Iterator[Sizes]:
    if len(free) == 1:
        if size <= free[0]:
            yield (size,)
        return
    for first in range(min(free[0], size) + 1):
        for rest in _ways_to_fill(free[1:], size - first):
            yield (first, *rest)


def _table(columns: tuple[Sizes, ...]) -> Table:
    filled = ((i, j, k) for j, column in enumerate(columns) for i, k in enumerate(column))
    return Table(tuple(Cell(i, j, k) for i, j, k in filled if k))


def sizes_of_clusters(n: int, k: int, largest: int | None = None) -> Iterator[Sizes]:
    """Yield the sizes that k clusters of n items can have, the largest first.

    Examples
    --------
    >>> list(sizes_of_clusters(5, 2))
    [(4, 1), (3, 2)]
    """
    if k == 0:
        if n == 0:
            yield ()
        return
    for first in range(min(n - k + 1, n if largest is None else largest), 0, -1):
        for rest in sizes_of_clusters(n - first, k - 1, first):
            yield (first, *rest)


def number_of_clusterings(sizes: Sizes) -> int:
    """Return how many clusterings have these sizes."""
    ways = factorial(sum(sizes)) // prod(map(factorial, sizes))
    return ways // prod(map(factorial, Counter(sizes).values()))


# --- what formulas ask of a table


def _maxima(table: Table, side: int) -> int:
    largest: dict[int, int] = {}
    for cell in table.cells:
        largest[cell[side]] = max(largest.get(cell[side], 0), cell.size)
    return sum(largest.values())


def _same_clusters(table: Table) -> int:
    whole = (c for c in table.cells if c.size == table.rows[c.row] == table.columns[c.column])
    return sum(1 for _ in whole)


def _entropy(n: int, counts: list[int] | Sizes) -> Real:
    """Return ln n − Σ s ln s / n."""
    factors: Counter[int] = Counter({n: n})
    for size in counts:
        factors[size] -= size
    return log_sum({size: Fraction(factor, n) for size, factor in factors.items()})


def _joint_entropy(table: Table) -> Real:
    return _entropy(table.n, [cell.size for cell in table.cells])


def _information(table: Table) -> Real:
    parts = [_entropy(table.n, margin) for margin in table.margins]
    return add_up([*parts, -_joint_entropy(table)])


def mean(values: list[tuple[Real, int]]) -> Real:
    """Return the mean of numbers, each with how often it occurs."""
    total = sum(ways for _, ways in values)
    return add_up([value * Real.of(Fraction(ways, total)) for value, ways in values])


@cache
def _variance(rows: Sizes, columns: Sizes, quantity: Callable[[Table], Real]) -> Real:
    """Return the variance over all candidates."""
    values = [(quantity(table), ways) for table, ways in tables_with(rows, columns)]
    expected = mean(values)
    return mean([(value * value, ways) for value, ways in values]) - expected * expected


@cache
def _expected_information(rows: Sizes, columns: Sizes) -> Real:
    """Return the mean of M over all candidates, of which each cell is hypergeometric."""
    n = sum(rows)
    factors: defaultdict[int, Fraction] = defaultdict(Fraction, {n: Fraction(1)})
    for size in (*rows, *columns):
        factors[size] -= Fraction(size, n)
    for a, b in product(rows, columns):
        for x in range(max(1, a + b - n), min(a, b) + 1):
            likely = Fraction(comb(a, x) * comb(n - a, b - x), comb(n, b))
            factors[x] += likely * Fraction(x, n)
    return log_sum(factors)


def _n11(table: Table) -> Real:
    return Real.of(table.pair_counts[0])


def _arrangement_information(table: Table) -> Real:
    """Return ln(n! Π n_ij! / (Π a_i! Π b_j!)) / n."""
    if 1 in map(len, table.margins):
        return Real.of(0)
    rows, columns = table.margins
    above = prod((factorial(table.n), *(factorial(cell.size) for cell in table.cells)))
    below = prod(map(factorial, (*rows, *columns)))
    return Real.of(Fraction(above, below)).log() / Real.of(table.n)


@cache
def _log_table_count(rows: Sizes, columns: Sizes) -> Real:
    """Return what Diaconis and Efron approximate ln Ω by, Ω being the number of such tables."""
    r, s, n = len(rows), len(columns), sum(rows)
    if 1 in (r, s):
        return Real.of(0)
    w = Fraction(2 * n, 2 * n + r * s)
    x = [(1 - w) / r + w * Fraction(size, n) for size in rows]
    y = [(1 - w) / s + w * Fraction(size, n) for size in columns]
    nu = Fraction(s + 1) / (s * sum(share**2 for share in x)) - Fraction(1, s)
    mu = Fraction(r + 1) / (r * sum(share**2 for share in y)) - Fraction(1, r)
    logs = [
        *(((r + nu - 2) / 2, Real.of(share).log()) for share in y),
        *(((s + mu - 2) / 2, Real.of(share).log()) for share in x),
        (Fraction((r - 1) * (s - 1)), Real.of(n + Fraction(r * s, 2)).log()),
        (Fraction(1, 2), Real.of(mu * r).log_gamma()),
        (Fraction(1, 2), Real.of(nu * s).log_gamma()),
        (Fraction(-r, 2), Real.of(s).log_gamma() + Real.of(mu).log_gamma()),
        (Fraction(-s, 2), Real.of(r).log_gamma() + Real.of(nu).log_gamma()),
    ]
    return add_up([Real.of(factor) * value for factor, value in logs])


MEMBERS: dict[str, Callable[[Table], Real]] = {
    "n11": lambda t: Real.of(t.pair_counts[0]),
    "n10": lambda t: Real.of(t.pair_counts[1]),
    "n01": lambda t: Real.of(t.pair_counts[2]),
    "n00": lambda t: Real.of(t.pair_counts[3]),
    "n": lambda t: Real.of(t.n),
    "k_a": lambda t: Real.of(len(t.rows)),
    "k_b": lambda t: Real.of(len(t.columns)),
    "row_maxima": lambda t: Real.of(_maxima(t, 0)),
    "column_maxima": lambda t: Real.of(_maxima(t, 1)),
    "same_clusters": lambda t: Real.of(_same_clusters(t)),
    "size_overlap": lambda t: Real.of(sum(map(min, *t.margins))),
    "n11_variance": lambda t: _variance(*t.margins, _n11),
    "entropy_a": lambda t: _entropy(t.n, t.margins[0]),
    "entropy_b": lambda t: _entropy(t.n, t.margins[1]),
    "entropy_joint": _joint_entropy,
    "expected_mutual_information": lambda t: _expected_information(*t.margins),
    "sd_mutual_information": lambda t: _variance(*t.margins, _information).sqrt(),
    "arrangement_information": _arrangement_information,
    "log_table_count": lambda t: _log_table_count(*t.margins),
}
"""What a formula may ask of a table by name."""
