"""The biases of Lei et al. (2017), made precise: how means over random candidates move with k.

The candidate is drawn uniformly from all clusterings of n items into k clusters, and e(A, k) is the
mean of V(A, B), with the sign that makes larger mean more alike. Trivial clusterings are left out
(1 < k_A < n and 1 < k < n, so n ≥ 4), and so are means that are undefined or infinite. The paper
(Appendix E.3) argues that the number of clusters is the wrong variable. partwise has these biases
for comparison with the literature.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from partwise.base import UndefinedValueError, require
from partwise.properties.deadline import check_time
from partwise.properties.definitions.baseline import clustering_of, written_value
from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.enumeration import partitions
from partwise.properties.search.exact import ValueOrder, expectation
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.levels import Level, are_near
from partwise.properties.verdict import Counterexample, Verdict

FIRST_N = 4


def lei_nc_inc(index_values: IndexValues) -> Verdict:
    """NCinc (Lei et al. 2017): random candidates with more clusters score better on average.

    For every reference A with 1 < k_A < n, the mean of V over all candidates with k clusters rises
    strictly from each k to the next, 1 < k < n. Since this is a bias, "refuted" means that the
    index does not have it.
    """
    return search(index_values, "lei_nc_inc", _not_rising, first_n=FIRST_N)


def _not_rising(index_values: IndexValues, n: int) -> Iterator[Violation]:
    return always(index_values, n, 1)


def lei_nc_dec(index_values: IndexValues) -> Verdict:
    """NCdec (Lei et al. 2017): random candidates with more clusters score worse on average.

    For every reference A with 1 < k_A < n, the mean of V over all candidates with k clusters falls
    strictly from each k to the next, 1 < k < n. Since this is a bias, "refuted" means that the
    index does not have it.
    """
    return search(index_values, "lei_nc_dec", _not_falling, first_n=FIRST_N)


def _not_falling(index_values: IndexValues, n: int) -> Iterator[Violation]:
    return always(index_values, n, -1)


def lei_gt_bias(index_values: IndexValues) -> Verdict:
    """Freedom from ground-truth bias (Lei et al. 2017).

    An index has GTbias if the reference decides whether random candidates with more clusters score
    better or worse on average. For some reference A the mean rises strictly with k, and for another
    reference A′ of the same number of items it falls strictly (1 < k < n, both references not
    trivial). "Refuted" means that there are such references. References with a mean that is
    undefined or infinite do not count. For example, Yule's index as printed is infinite for
    identical clusterings by convention, so every mean over candidates that include the reference is
    infinite.
    """
    return search(index_values, "lei_gt_bias", turns, first_n=FIRST_N)


def means_by_number(index_values: IndexValues, n: int) -> list[list[Level | None]]:
    """Return e(A, k): a row for each of ``partitions(n)`` but the trivial ones, k = 2 … n − 1."""
    tables, count = index_values.tables(n), len(partitions(n))
    pairs = tables.row_margin * (n + 1) + tables.k_b
    flat = index_values.levels(n).means(pairs, tables.weight, count * (n + 1))
    flat = [mean if isinstance(mean, Fraction) else None for mean in flat]
    return [flat[row * (n + 1) + 2 : row * (n + 1) + n] for row in range(1, count - 1)]


def exact_mean(index_values: IndexValues, rows: tuple[int, ...], k: int) -> Exact:
    """Return e(A, k) exactly."""
    n = sum(rows)
    specifications = [s for s in partitions(n) if len(s) == k]
    weights = [_number_of_clusterings(s) for s in specifications]
    values = [expectation(index_values.index, rows, s) for s in specifications]
    terms: list[Any] = [w * value for w, value in zip(weights, values, strict=True)]
    total = sum(weights)
    if any(isinstance(value, float) for value in values):
        return math.fsum(map(float, terms)) / total
    if any(map(is_expression, values)):
        sympy = require("sympy")

        return sympy.Add(*map(sympy.sympify, terms)) / total
    return Fraction(sum(terms)) / total


def _number_of_clusterings(sizes: tuple[int, ...]) -> int:
    """Return how many clusterings have these sizes."""
    ways = math.factorial(sum(sizes))
    for size in sizes:
        ways //= math.factorial(size)
    for size in set(sizes):
        ways //= math.factorial(sizes.count(size))
    return ways


def always(index_values: IndexValues, n: int, wanted: int) -> Iterator[Violation]:
    """Yield references for which e(A, k) does not rise (1), or fall (−1), from k to k + 1."""
    room = index_values.levels(n).tolerance
    for row, expected in enumerate(means_by_number(index_values, n)):
        for column, step in enumerate(pairwise(expected)):
            if _sign(*step, room) in (wanted, None):
                continue
            yield from _confirmed_step(index_values, partitions(n)[row + 1], column + 2, wanted)


def _confirmed_step(
    index_values: IndexValues, sizes: tuple[int, ...], k: int, wanted: int
) -> Iterator[Violation]:
    compared = _compare(index_values, sizes, k)
    if compared is not None and compared.sign * wanted <= 0:
        way = "rise" if wanted > 0 else "fall"
        says = f"E is the mean over all candidates with k clusters; it does not {way} with k"
        shown = {f"E[V(A, B) | k = {m}]": _shown(index_values, sizes, m) for m in (k, k + 1)}
        clusterings = {"A": clustering_of(sizes)}
        certified = compared.certified
        yield Violation(Counterexample(clusterings, shown, says, certified=certified))


def turns(index_values: IndexValues, n: int) -> Iterator[Violation]:
    """Yield a reference for which e(A, k) rises with k throughout, and one for which it falls."""
    if n < FIRST_N:
        return
    room = index_values.levels(n).tolerance
    ways = [direction(expected, room) for expected in means_by_number(index_values, n)]
    rising, falling = ([row for row, way in enumerate(ways) if way == one] for one in (1, -1))
    for up in rising:
        for down in falling:
            first, second = (partitions(n)[row + 1] for row in (up, down))
            proofs = [_is_certain(index_values, first, 1), _is_certain(index_values, second, -1)]
            if None in proofs:
                continue
            shown = {
                f"E[V({name}, B) | k = {k}]": _shown(index_values, sizes, k)
                for name, sizes in (("A", first), ("A'", second))
                for k in range(2, n)
            }
            says = "E is the mean over candidates with k clusters; it rises for A and falls for A'"
            clusterings = {"A": clustering_of(first), "A'": clustering_of(second)}
            certified = all(proofs)
            yield Violation(Counterexample(clusterings, shown, says, certified=certified))


def direction(expected: Sequence[Level | None], room: Fraction = Fraction(0)) -> int:
    """Return 1 if the means of a reference rise throughout, −1 if they fall, else 0.

    Examples
    --------
    >>> [direction(means) for means in ([1, 2, 3], [3, 1, 0], [1, 3, 2], [1, None, 2])]
    [1, -1, 0, 0]
    """
    signs = {_sign(*step, room) for step in pairwise(expected)}
    return signs.pop() or 0 if len(signs) == 1 else 0


def _sign(before: Level | None, after: Level | None, room: Fraction) -> int | None:
    """Return which way a step goes; 0 where it may go neither way, None without a value."""
    if before is None or after is None:
        return None
    return 0 if are_near(before, after, room) else 1 if after > before else -1


def _is_certain(index_values: IndexValues, sizes: tuple[int, ...], way: int) -> bool | None:
    """Whether a direction is certified; None if it is wrong after all."""
    compared = [_compare(index_values, sizes, k) for k in range(2, sum(sizes) - 1)]
    if any(one is None or one.sign != way for one in compared):
        return None
    return all(one.certified for one in compared if one is not None)


def _compare(index_values: IndexValues, sizes: tuple[int, ...], k: int) -> ValueOrder | None:
    """Compare e(A, k + 1) with e(A, k), larger meaning more alike."""
    check_time()
    try:
        values = [exact_mean(index_values, sizes, number) for number in (k + 1, k)]
    except UndefinedValueError:
        return None
    return index_values.compare_values(*values)


def _shown(index_values: IndexValues, sizes: tuple[int, ...], k: int) -> Fraction | float | str:
    return written_value(exact_mean(index_values, sizes, k))
