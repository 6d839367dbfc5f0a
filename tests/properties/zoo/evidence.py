"""Whether clusterings break a property of an index, straight from the definitions.

Values come from the formula itself, in fractions or in 120 digits; nothing here asks how partwise
searches or proves. Small clusterings are all tried; larger ones are named by the species.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, isfinite
from typing import Any, NamedTuple, TypeAlias

import mpmath

from partwise import Contingency, Index, PairCounts, contingency
from partwise.base import NotRationalError
from partwise.tables import ExactTable, FloatTable
from support.partitions import agreements, grouped, perfect_merges, perfect_splits, rgs
from support.small_counts import partitions_of, proper

Labels: TypeAlias = tuple[int, ...]
Point: TypeAlias = tuple[Any, ...]  # N11, N10, N01, N00
Case: TypeAlias = tuple[Any, ...]

_DIGITS = mpmath.MPContext()
_DIGITS.dps = 120


def of_sizes(*sizes: int) -> Labels:
    """Return a clustering with these sizes."""
    return tuple(label for label, size in enumerate(sizes) for _ in range(size))


class Order(NamedTuple):
    """How two values compare; ``is_equal`` allows for rounding where values are not exact."""

    is_equal: bool
    is_less: bool


class Values:
    """What an index is worth, by its formula or by its convention; None where it has no value."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.sense = 1 if index.direction == "similarity" else -1
        self._known: dict[tuple[Labels, Labels], Any] = {}
        self._at: dict[Point, Any] = {}

    def __call__(self, a: Labels, b: Labels) -> Any:
        if (a, b) not in self._known:
            self._known[a, b] = self._value(a, b)
        return self._known[a, b]

    def _value(self, a: Labels, b: Labels) -> Any:
        if self.index.kind == "pairs":
            value = self.at(_pair_counts(a, b))
        else:
            value = _finite(lambda: _of_table(self.index, _table(a, b)))
        if value is None:
            value = self.index.conventions.value(_relation(a, b))  # type: ignore[arg-type]
        return None if value is None else self.sense * value

    def at(self, p: Point) -> Any:
        """Return the value of the formula at counts, which need not be whole."""
        if p not in self._at:
            self._at[p] = _finite(lambda: _of_counts(self.index.formula, p))
        return self._at[p]

    def turned_at(self, p: Point) -> Any:
        """Return the same, turned so that larger means more alike."""
        value = self.at(p)
        return None if value is None else self.sense * value


@cache
def _table(a: Labels, b: Labels) -> Contingency:
    return contingency(list(a), list(b))


@cache
def _pair_counts(a: Labels, b: Labels) -> tuple[int, int, int, int]:
    """Count pairs by the sizes of clusters and of their intersections."""
    together, in_a, in_b = (
        sum(comb(size, 2) for size in Counter(labels).values())
        for labels in (zip(a, b, strict=True), a, b)
    )
    everything = comb(len(a), 2)
    return together, in_a - together, in_b - together, everything - in_a - in_b + together


@cache
def _relation(a: Labels, b: Labels) -> str:
    if grouped(a) == grouped(b):
        return "identical"
    sizes = {len(set(a)), len(set(b))}
    if sizes == {1, len(a)}:
        return "opposite"
    return "trivial" if sizes & {1, len(a)} else "ordinary"


def _of_counts(formula: Callable[[Any], Any], p: Point) -> Any:
    try:
        return formula(PairCounts(*map(Fraction, p)))
    except NotRationalError:
        counts = (Fraction(count) for count in p)
        return formula(PairCounts(*(_DIGITS.mpf(c.numerator) / c.denominator for c in counts)))


def _of_table(index: Index, table: Contingency) -> Any:
    if index.kind == "callable":
        return index.formula(table)
    try:
        return index.formula(ExactTable(table))
    except NotRationalError:
        return index.formula(FloatTable(table))


def _finite(evaluate: Callable[[], Any]) -> Any:
    try:
        value = evaluate()
    except ArithmeticError:
        return None
    if isinstance(value, _DIGITS.mpc):
        if abs(value.imag) > _DIGITS.mpf(10) ** -60:
            return None
        value = value.real  # rounding made the radicand of a root of zero negative
    return value if isfinite(value) else None


def order(x: Any, y: Any) -> Order:
    """Compare two values: fractions as they are, others up to rounding."""
    if all(isinstance(value, int | Fraction) for value in (x, y)):
        return Order(x == y, x < y)
    room = 1e-9 if float in (type(x), type(y)) else _DIGITS.mpf(10) ** -60
    is_equal = abs(x - y) <= room * max(1, abs(x), abs(y))
    return Order(bool(is_equal), bool(x < y and not is_equal))


def _differ(x: Any, y: Any) -> bool:
    return None not in (x, y) and not order(x, y).is_equal


def _is_less(x: Any, y: Any) -> bool:
    return None not in (x, y) and order(x, y).is_less


def _is_at_most(x: Any, y: Any) -> bool:
    return None not in (x, y) and not order(y, x).is_less


# --- what breaks each property


def _symmetry(value: Values, a: Labels, b: Labels) -> bool:
    return _differ(value(a, b), value(b, a))


def _maximal_agreement(value: Values, a: Labels, b: Labels) -> bool:
    """A has no value, B is as good as A, or V(B, B) is another: it is one constant for all n."""
    best = value(a, a)
    if best is None:
        return proper(a)
    if _differ(best, value(b, b)):
        return True
    return len(a) == len(b) and _is_at_most(best, value(a, b)) and grouped(a) != grouped(b)


def _distance(value: Values, a: Labels, b: Labels, c: Labels | None = None) -> bool:
    if _maximal_agreement(value, a, b) or (len(a) == len(b) and _symmetry(value, a, b)):
        return True
    if c is None:
        return False
    best, ab, bc, ac = value(a, a), value(a, b), value(b, c), value(a, c)
    return None not in (best, ab, bc, ac) and _is_less(best + ac, ab + bc)


def _monotonicity(value: Values, a: Labels, b: Labels, better: Labels) -> bool:
    return _is_at_most(value(a, better), value(a, b)) or _is_at_most(value(better, a), value(b, a))


def _weak_monotonicity(value: Values, a: Labels, b: Labels, better: Labels) -> bool:
    return _is_less(value(a, better), value(a, b)) or _is_less(value(better, a), value(b, a))


def _mean(value: Values, a: Labels, b: Labels) -> Any:
    """Return the mean over all candidates with the sizes of B; None if one has no value."""
    values = [value(a, candidate) for candidate in sorted(set(permutations(b)))]
    return None if None in values else sum(values) / len(values)


def _constant_baseline(value: Values, a: Labels, b: Labels, c: Labels, d: Labels) -> bool:
    return _differ(_mean(value, a, b), _mean(value, c, d))


def _strong_monotonicity(value: Values, p: Point, q: Point) -> bool:
    (place,) = (i for i in range(4) if p[i] != q[i])
    before, after = value.turned_at(p), value.turned_at(q)
    return _is_at_most(after, before) if place in (0, 3) else _is_at_most(before, after)


def _minimal_agreement(value: Values, p: Point, q: Point) -> bool:
    worst, other = value.turned_at(p), value.turned_at(q)
    return _differ(worst, other) if q[0] == q[3] == 0 else _is_at_most(other, worst)


def _asymptotic_constant_baseline(value: Values, p: Point, q: Point) -> bool:
    return _differ(value.at(p), value.at(q))


BREAKS: dict[str, Callable[..., bool]] = {
    "symmetry": _symmetry,
    "maximal_agreement": _maximal_agreement,
    "distance": _distance,
    "monotonicity": _monotonicity,
    "weak_monotonicity": _weak_monotonicity,
    "constant_baseline": _constant_baseline,
    "strong_monotonicity": _strong_monotonicity,
    "minimal_agreement": _minimal_agreement,
    "asymptotic_constant_baseline": _asymptotic_constant_baseline,
    "bias": _asymptotic_constant_baseline,
}


# --- of what each property speaks


def _is_improvement(a: Labels, b: Labels, better: Labels) -> bool:
    """Whether B′ agrees with A wherever B does, and is another clustering (Section 4.5)."""
    return proper(a) and agreements(a, b) < agreements(a, better)


def _is_step(p: Point, q: Point) -> bool:
    places = [i for i in range(4) if p[i] != q[i]]
    needed = p[1] + p[2] if places[0] in (0, 3) else p[0] + p[3]
    return len(places) == 1 and q[places[0]] > p[places[0]] and needed > 0


def _are_expected(p: Point, q: Point) -> bool:
    return all(x[0] * x[3] == x[1] * x[2] and min(x) > 0 for x in (p, q))


def _are_expected_of_one_reference(p: Point, q: Point) -> bool:
    return _are_expected(p, q) and sum(p) == sum(q) and p[0] + p[1] == q[0] + q[1]


def is_any(*_: Labels) -> bool:
    """Speaks of all clusterings."""
    return True


SPEAKS_OF: dict[str, Callable[..., bool]] = {
    "monotonicity": _is_improvement,
    "weak_monotonicity": _is_improvement,
    "constant_baseline": lambda a, b, c, d: proper(a) and proper(c),  # noqa: ARG005
    "strong_monotonicity": _is_step,
    "minimal_agreement": lambda p, q: p[0] == p[3] == 0 and p != q,
    "asymptotic_constant_baseline": _are_expected,
    "bias": _are_expected_of_one_reference,
}


# --- all small cases


@cache
def _up_to_names(n: int) -> list[Labels]:
    """Return one clustering for each way to write n as a sum, up to the names of items."""
    return [a for a in partitions_of(n) if list(a) == sorted(a)]


def _pairs(most: int) -> Iterator[Case]:
    for n in range(2, most + 1):
        yield from product(_up_to_names(n), partitions_of(n))


def _identical_and_pairs(most: int) -> Iterator[Case]:
    yield from (((0, 0), of_sizes(*(1,) * n)) for n in range(2, most + 1))
    yield from (((0, 0), (0,) * n) for n in range(2, most + 1))
    yield from _pairs(most)


@cache
def _moves(most: int) -> list[Case]:
    return [
        (a, b, rgs(better))
        for n in range(3, most + 1)
        for a, b in product(filter(proper, _up_to_names(n)), partitions_of(n))
        for move in (perfect_splits, perfect_merges)
        for better in move(grouped(a), grouped(b))
    ]


def _triples(most: int) -> Iterator[Case]:
    yield from _identical_and_pairs(most + 1)
    for n in range(3, most + 1):
        yield from product(_up_to_names(n), partitions_of(n), partitions_of(n))


def _means(most: int) -> Iterator[Case]:
    for n in range(3, most + 1):
        for a, b in product(filter(proper, _up_to_names(n)), _up_to_names(n)):
            yield (0, 0, 1), (0, 0, 1), a, b


def _steps(most: int) -> Iterator[Case]:
    for p in product(range(most), repeat=4):
        for place in range(4):
            if p[1] + p[2] if place in (0, 3) else p[0] + p[3]:
                yield p, tuple(count + (i == place) for i, count in enumerate(p))


def _without_agreement(most: int) -> Iterator[Case]:
    yield from (((0, 1, 2, 0), q) for q in product(range(most), repeat=4) if sum(q))


def _expected_counts(total: int) -> list[Point]:
    return [
        (n11, m_a - n11, m_b - n11, total - m_a - m_b + n11)
        for m_a, m_b in product(range(1, total), repeat=2)
        for n11 in (Fraction(m_a * m_b, total),)
    ]


def _expected_pairs(most: int) -> Iterator[Case]:
    for total in (comb(n, 2) for n in range(3, most + 1)):
        yield from ((_expected_counts(3)[0], q) for q in _expected_counts(total))


def _expected_slopes(most: int) -> Iterator[Case]:
    for total in (comb(n, 2) for n in range(3, most + 1)):
        for p, q in combinations(_expected_counts(total), 2):
            if p[0] + p[1] == q[0] + q[1]:
                yield p, q


def small_cases(about: str) -> Iterable[Case]:
    """Return all small clusterings, moves, triples or counts of which a property speaks."""
    cases: dict[str, tuple[Callable[[int], Iterable[Case]], int]] = {
        "symmetry": (_pairs, 5),
        "maximal_agreement": (_identical_and_pairs, 5),
        "distance": (_triples, 4),
        "monotonicity": (_moves, 5),
        "weak_monotonicity": (_moves, 5),
        "constant_baseline": (_means, 4),
        "strong_monotonicity": (_steps, 4),
        "minimal_agreement": (_without_agreement, 4),
        "asymptotic_constant_baseline": (_expected_pairs, 4),
        "bias": (_expected_slopes, 4),
    }
    make, most = cases[about]
    return make(most)


def is_broken(index: Index, about: str, cases: Iterable[Case]) -> bool:
    """Whether one of the cases breaks the property."""
    value = Values(index)
    return any(BREAKS[about](value, *case) for case in cases)
