"""Counterexamples to baselines, and biases: means over random candidates, and expected counts.

Means are over all clusterings of a model, which are enumerated here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product

from .algebra import NotShownError
from .clusterings import (
    Counts,
    Labels,
    Sizes,
    is_proper,
    number_of_clusterings,
    sizes,
    sizes_of_clusters,
)
from .formulas import UndefinedError
from .pairs.refusals import demand
from .reals import Real, add_up
from .values import Clusterings, Index, Points, Violations, difference, named, same_items

_MOST_ITEMS = 12  # whose clusterings are enumerated

Law = list[tuple[Sizes, Fraction]]
"""Sizes of clusters, and how likely they are."""


def _constant_baseline(index: Index, clusterings: Clusterings) -> Violations:
    """Look whether the mean over all candidates of some sizes is not one constant."""
    everything = {"A'": clusterings["A"], **clusterings}
    a, b, other_a, other_b = named(everything, "A", "B", "A'", "B'")
    demand(is_proper(a) and is_proper(other_a), "the reference is not trivial")
    same_items(a, b)
    same_items(other_a, other_b)
    means = [index.mean(sizes(x), sizes(y)) for x, y in ((a, b), (other_a, other_b))]
    if difference(*means):
        yield None


def _expected_margins(p: Counts) -> tuple[Fraction, Fraction, Fraction]:
    """Return m_A, m_B and N of expected counts."""
    n11, n10, n01, n00 = p
    m_a, m_b, total = n11 + n10, n11 + n01, n11 + n10 + n01 + n00
    demand(0 < m_a < total and 0 < m_b < total, "m_A and m_B are between 0 and N")
    demand(n11 * total == m_a * m_b, "these are not expected counts")
    return m_a, m_b, total


def _asymptotic_constant_baseline(index: Index, points: Points) -> Violations:
    """Look whether V is not one constant at the expected pair counts."""
    demand(set(points) == {"p", "q"}, "there are counts p and q")
    for point in points.values():
        _expected_margins(point)
    if difference(index.at(points["p"]), index.at(points["q"])):
        yield None


def _bias(index: Index, points: Points) -> Violations:
    """Look whether V at the expected counts moves if more pairs are together in B."""
    demand(set(points) in ({"p", "q"}, {"r", "s"}, {"p", "q", "r", "s"}), "counts come in pairs")
    for first, second in (("p", "q"), ("r", "s")):
        if first in points:
            (m_a, m_b, total), (other_a, more, other_total) = (
                _expected_margins(points[name]) for name in (first, second)
            )
            demand((m_a, total) == (other_a, other_total) and m_b < more, "only m_B is larger")
            order = difference(index.at(points[second]), index.at(points[first]))
            if order:
                yield "dec" if order > 0 else "inc"


# --- random numbers of clusters


def _law(n: int, numbers: range) -> Law:
    """Return how likely sizes are, if all clusterings of n items in so many clusters are alike."""
    ways = {s: number_of_clusterings(s) for k in numbers for s in sizes_of_clusters(n, k)}
    total = sum(ways.values())
    return [(s, Fraction(count, total)) for s, count in ways.items()]


def _exactly(k: int) -> range:
    return range(k, k + 1)


def _mean(index: Index, references: Law, candidates: Law) -> Real:
    pairs = product(references, candidates)
    return add_up([index.mean(a, b) * Real.of(p * q) for (a, p), (b, q) in pairs])


def _of(labels: Labels) -> Law:
    demand(is_proper(labels), "the reference is not trivial")
    return [(sizes(labels), Fraction(1))]


def _step(index: Index, references: Law, n: int, k: int) -> int:
    """Return whether the mean rises (1) or falls (−1) from candidates with k clusters to k + 1."""
    means = (_mean(index, references, _law(n, _exactly(number))) for number in (k + 1, k))
    return difference(*means)


def _lei(wanted: int) -> Callable[[Index, Clusterings], Violations]:
    """Look whether the mean over candidates with k clusters does not rise, or fall, with k."""

    def violations(index: Index, clusterings: Clusterings) -> Violations:
        (a,) = named(clusterings, "A")
        for k in range(2, len(a) - 1):
            with suppress(UndefinedError, NotShownError):
                if _step(index, _of(a), len(a), k) * wanted <= 0:
                    yield None

    return violations


def _lei_gt_bias(index: Index, clusterings: Clusterings) -> Violations:
    """Look whether the mean over candidates with k clusters rises for A, and falls for A′."""
    a, other = named(clusterings, "A", "A'")
    same_items(a, other)
    demand(len(a) >= 4, "there are at least four items")
    for labels, way in ((a, 1), (other, -1)):
        if any(_step(index, _of(labels), len(a), k) != way for k in range(2, len(a) - 1)):
            return
    yield None


def _references(index: Index, clusterings: Clusterings, numbers: bool) -> Iterator[tuple[Law, int]]:
    del index, numbers  # it is one reference, whatever is random about the candidates
    demand({"A"} <= set(clusterings) <= {"A", "A'"}, "the clusterings are A, or A and A'")
    for labels in clusterings.values():
        yield _of(labels), len(labels)


def _random_references(
    index: Index, clusterings: Clusterings, numbers: bool
) -> Iterator[tuple[Law, int]]:
    """Yield all references of n items, or all in k clusters."""
    demand(not clusterings, "the reference is random")
    demand(all(3 <= n <= _MOST_ITEMS for n in index.items), f"there are 3 to {_MOST_ITEMS} items")
    for n in index.items:
        for number in map(_exactly, range(2, n)) if numbers else (range(1, n + 1),):
            yield _law(n, number), n


def _baseline(two_sided: bool, numbers: bool) -> Callable[[Index, Clusterings], Violations]:
    """Look whether means over candidates with k clusters, or over all, are not one constant."""

    def violations(index: Index, clusterings: Clusterings) -> Violations:
        references = (_random_references if two_sided else _references)(index, clusterings, numbers)
        first: Real | None = None
        for law, n in references:
            for number in map(_exactly, range(1, n + 1)) if numbers else (range(1, n + 1),):
                with suppress(UndefinedError, NotShownError):
                    mean = _mean(index, law, _law(n, number))
                    if first is not None and difference(first, mean):
                        yield None
                    first = first or mean

    return violations


def _number_bias(two_sided: bool) -> Callable[[Index, Clusterings], Violations]:
    """Look whether means over candidates with k clusters rise or fall with k."""

    def violations(index: Index, clusterings: Clusterings) -> Violations:
        references = (_random_references if two_sided else _references)(index, clusterings, True)
        for law, n in references:
            for k in range(2, n - 1):
                with suppress(UndefinedError, NotShownError):
                    yield _WAYS[_step(index, law, n, k)]

    return violations


def _covariance(two_sided: bool) -> Callable[[Index, Clusterings], Violations]:
    """Look whether V and the number of clusters of the candidate are correlated."""

    def violations(index: Index, clusterings: Clusterings) -> Violations:
        references = (_random_references if two_sided else _references)(index, clusterings, False)
        for law, n in references:
            candidates = _law(n, range(1, n + 1))
            average = sum(p * len(s) for s, p in candidates)
            centred = [(s, p * (len(s) - average)) for s, p in candidates]
            with suppress(UndefinedError, NotShownError):
                yield _WAYS[_mean(index, law, centred).sign]

    return violations


_WAYS = {1: "inc", -1: "dec", 0: "none"}

OF_CLUSTERINGS: dict[str, Callable[[Index, Clusterings], Violations]] = {
    "constant_baseline": _constant_baseline,
    "lei_nc_inc": _lei(1),
    "lei_nc_dec": _lei(-1),
    "lei_gt_bias": _lei_gt_bias,
    "fixed_number_baseline": _baseline(two_sided=False, numbers=True),
    "fixed_number_two_sided_baseline": _baseline(two_sided=True, numbers=True),
    "all_clusterings_baseline": _baseline(two_sided=False, numbers=False),
    "all_clusterings_two_sided_baseline": _baseline(two_sided=True, numbers=False),
    "fixed_number_bias": _number_bias(two_sided=False),
    "fixed_number_two_sided_bias": _number_bias(two_sided=True),
    "all_clusterings_bias": _covariance(two_sided=False),
    "all_clusterings_two_sided_bias": _covariance(two_sided=True),
}
OF_COUNTS: dict[str, Callable[[Index, Points], Violations]] = {
    "asymptotic_constant_baseline": _asymptotic_constant_baseline,
    "bias": _bias,
}
