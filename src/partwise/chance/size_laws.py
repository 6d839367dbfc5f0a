"""Cluster sizes of random clusterings: exact distributions, and how to draw from them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, many
from partwise.chance.sampling import whole_number

Sizes: TypeAlias = tuple[int, ...]
"""Sizes of clusters, the largest first."""

Law: TypeAlias = dict[Sizes, Fraction]
"""The probability of each list of sizes."""

_MOST_OF_POWER_LAW = 700  # lists of sizes, for which the law takes a moment


def balanced_sizes(n: int, k: int) -> Sizes:
    """Return k sizes that add up to n and differ by at most one: the paper's BS(n, k).

    Examples
    --------
    >>> balanced_sizes(8, 3)
    (3, 3, 2)
    """
    n, k = whole_number(n, "n", least=1), whole_number(k, "k", least=1)
    if k > n:
        raise InputError(
            f"{many(n, 'item')} cannot be in {many(k, 'cluster')}; choose from 1 to {n}"
        )
    size, more = divmod(n, k)
    return (size + 1,) * more + (size,) * (k - more)


def integer_partitions(n: int, parts: int | None = None) -> Iterator[Sizes]:
    """Yield the ways to write n as a sum of sizes, or of a given number of them.

    Examples
    --------
    >>> list(integer_partitions(5, parts=2))
    [(4, 1), (3, 2)]
    """
    if parts is None:
        yield from _partitions(n, n, n)
    elif parts <= n:  # each part is one, and what is left is shared out among at most all of them
        for more in _partitions(n - parts, n - parts, parts):
            yield tuple(1 + size for size in more) + (1,) * (parts - len(more))


def _partitions(n: int, largest: int, parts: int) -> Iterator[Sizes]:
    """Yield the ways to write n as a sum of at most so many sizes, none above the largest."""
    if n == 0:
        yield ()
        return
    for size in range(min(largest, n), 0, -1):
        if size * parts < n:
            return
        for rest in _partitions(n - size, size, parts - 1):
            yield (size, *rest)


def clusterings_of_sizes(sizes: Sizes) -> int:
    """Count the clusterings that have these sizes: n! / (Π s! Π m!), m of them of one size.

    Examples
    --------
    >>> clusterings_of_sizes((2, 2, 1))
    15
    """
    orders = math.prod(map(math.factorial, (*sizes, *Counter(sizes).values())))
    return math.factorial(sum(sizes)) // orders


def uniform_law(n: int, parts: int | None, most: int) -> Law | None:
    """Return the law of the sizes of a uniform clustering; None if over ``most`` are possible."""
    possible = list(islice(integer_partitions(n, parts), most + 1))
    if len(possible) > most:
        return None
    counts = {sizes: clusterings_of_sizes(sizes) for sizes in possible}
    number = sum(counts.values())  # a Stirling number, or Bell's
    return {sizes: Fraction(count, number) for sizes, count in counts.items()}


def draw_among_all(n: int, rng: np.random.Generator) -> Sizes:
    """Draw the sizes of a clustering that is uniform among all clusterings of n items.

    By Dobinski's formula B_n = Σ_u u^n / (e u!): drop the items into u urns, where u has the
    probability u^n / (e u! B_n); the urns that are not empty are the clusters (Stam 1983).
    """
    if n == 0:
        return ()
    urns = np.arange(1, n + 60)
    logs = n * np.log(urns) - np.cumsum(np.log(urns))
    chances = np.exp(logs - logs.max())
    many = int(rng.choice(urns, p=chances / chances.sum()))
    return _sorted(rng.multinomial(n, np.full(many, 1 / many)))


def draw_of_number(n: int, k: int, rng: np.random.Generator) -> Sizes:
    """Draw the sizes of a clustering that is uniform among those of n items into k clusters.

    The sizes in random order have the law of k independent Poisson numbers that are positive and
    add up to n. k − 1 are drawn and the last is what is left, kept with a probability in
    proportion to its own.
    """
    if k in (0, 1, n):
        return (n // k,) * k if k else ()
    support, chances = _positive_poisson(n, n / k)
    below = np.cumsum(chances)
    below /= below[-1]
    relative = chances / chances.max()
    tries = max(1, min(4 * math.isqrt(k) + 4, 2_000_000 // k))
    while True:
        places = np.searchsorted(below, rng.random((tries, k - 1)), side="right")
        drawn = support[places]
        left = n - drawn.sum(axis=1)
        inside = (left >= support[0]) & (left <= support[-1])
        kept = np.where(inside, relative[np.where(inside, left - support[0], 0)], 0.0)
        accepted = np.flatnonzero(rng.random(tries) < kept)
        if len(accepted):
            return _sorted(np.append(drawn[accepted[0]], left[accepted[0]]))


def _positive_poisson(n: int, mean: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the values and chances of a Poisson number that is positive and has this mean."""
    low, high = 0.0, mean  # mean = rate / (1 − e^−rate), which lies between 1 + rate/2 and 1 + rate
    for _ in range(100):
        rate = (low + high) / 2
        low, high = (rate, high) if rate < -math.expm1(-rate) * mean else (low, rate)
    spread = 40 * math.sqrt(mean) + 40
    start, end = max(1, math.floor(mean - spread)), min(n, math.ceil(mean + spread))
    support = np.arange(start, end + 1)
    logs = support * math.log(high) - np.cumsum(np.log(support))  # from start!, up to a factor
    return support, np.exp(logs - logs.max())


def power_law_of_sizes(
    n: int, exponent: int, smallest: int, largest: int | None, most: int
) -> Law | None:
    """Return the law of :func:`draw_power_law`; None if over ``most`` sizes are possible."""
    most = min(most, _MOST_OF_POWER_LAW)
    if len(list(islice(integer_partitions(n), most + 1))) > most:
        return None
    top = n if largest is None else largest
    weights = {size: Fraction(size) ** -exponent for size in range(smallest, top + 1)}
    whole = sum(weights.values())
    laws: list[Law] = [{(): Fraction(1)}]
    for left in range(1, n + 1):
        law: Law = {}
        for size, weight in weights.items():
            taken = min(size, left)
            for rest, chance in laws[left - taken].items():
                sizes = tuple(sorted((taken, *rest), reverse=True))
                law[sizes] = law.get(sizes, Fraction(0)) + weight / whole * chance
        laws.append(law)
    return laws[n]


def draw_power_law(
    n: int, exponent: float, smallest: int, largest: int | None, rng: np.random.Generator
) -> Sizes:
    """Draw sizes s with probability ∝ s^−exponent until they cover n items; cut the last."""
    if n == 0:
        return ()
    support = np.arange(smallest, (n if largest is None else largest) + 1)
    logs = -exponent * np.log(support)
    below = np.cumsum(np.exp(logs - logs.max()))
    drawn = np.zeros(0, np.int64)
    while drawn.sum() < n:
        more = max(64, len(drawn))
        new = np.searchsorted(below, rng.random(more) * below[-1], side="right")
        drawn = np.append(drawn, support[np.minimum(new, len(support) - 1)])
    ends = np.cumsum(drawn)
    last = int(np.searchsorted(ends, n))
    sizes = drawn[: last + 1]
    sizes[-1] -= ends[last] - n
    return _sorted(sizes)


def _sorted(sizes: NDArray[np.int64]) -> Sizes:
    return tuple(np.sort(sizes[sizes > 0])[::-1].tolist())


SizeRule: TypeAlias = int | Callable[[int], Any]
"""The number of clusters, or a function of n that returns it or the cluster sizes."""

_ROUNDING = 1e-9  # 1000 ** (1 / 3) is just below 10


@dataclass(frozen=True)
class Power:
    """⌊n^exponent⌋ clusters.

    Examples
    --------
    >>> Power(0.5)(1000), str(Power(0.25))
    (31, 'n^0.25')
    """

    exponent: float

    def __call__(self, n: int) -> int:
        """Return the number of clusters of n items."""
        return math.floor(math.pow(n, self.exponent) + _ROUNDING)

    def __str__(self) -> str:
        return f"n^{self.exponent:g}"


def sizes_by(rule: SizeRule, n: int) -> Sequence[int]:
    """Return the sizes of the clusters that a rule gives n items.

    Examples
    --------
    >>> sizes_by(2, 5), sizes_by(Power(0.5), 9), sizes_by(lambda n: (n - 1, 1), 5)
    ((3, 2), (3, 3, 3), (4, 1))
    """
    result: Any = rule(n) if callable(rule) else rule
    if isinstance(result, Integral):
        return balanced_sizes(n, int(result))
    sizes = tuple(map(int, result))
    if sum(sizes) != n:
        raise InputError(
            f"{rule_name(rule)} returned sizes for {n} items that add up to "
            f"{sum(sizes)}; return sizes that add up to {n}"
        )
    return sizes


def rule_name(rule: SizeRule) -> str:
    """Return what a rule is called in tables.

    Examples
    --------
    >>> rule_name(Power(0.75)), rule_name(3), rule_name(balanced_sizes)
    ('n^0.75', '3', 'balanced_sizes')
    """
    return str(getattr(rule, "__name__", rule))
