"""A last search before a proof counts: larger clusterings, at random and where formulas turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from partwise.properties.definitions.agreement import (
    confirmed_reached,
    confirmed_unlike,
    known_best,
)
from partwise.properties.definitions.baseline import Biases, bias_example
from partwise.properties.definitions.monotonicity import confirmed_step
from partwise.properties.definitions.symmetry_and_distance import (
    confirmed_asymmetry,
    confirmed_detour,
)
from partwise.properties.search.candidates import Violation
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.late_cases import LateCase, late_cases, late_points
from partwise.properties.search.levels import Data, Levels, are_near
from partwise.properties.search.moves import compared
from partwise.properties.search.pair_points import (
    Point,
    compare_points,
    expected_point,
    pairs_of,
    point_example,
    point_levels,
)
from partwise.properties.verdict import LabelTuple
from partwise.tables import Cells, Contingency, PairCounts

_CASES = {"pairs": 1500, "table": 300}
_POINTS = 1000
_EXPECTED = (4, 7, 12, 25)  # items
_PARTS = 6  # of the pairs that are together in one clustering


class LateSearch:
    """Clusterings and counts of more items than are all tried, and an index on them."""

    def __init__(self, index_values: IndexValues) -> None:
        self._values = index_values
        self._index = index_values.index

    def violation(self, about: str) -> Violation | None:
        """Return a violation of a property among them."""
        looks: dict[str, Callable[[], Iterator[Violation]]] = {
            "symmetry": self._asymmetries,
            "maximal_agreement": self._agreements,
            "distance": self._broken_axioms,
            "monotonicity": self._not_rising,
            "weak_monotonicity": self._falling,
            "minimal_agreement": self._wrong_points,
            "strong_monotonicity": self._wrong_steps,
            "asymptotic_constant_baseline": self._different_points,
            "bias": self._biases,
        }
        return next(looks[about](), None) if about in looks else None

    @cached_property
    def _cases(self) -> list[LateCase]:
        return late_cases(self._index.formula, _CASES[self._index.kind])

    @cached_property
    def _levels(self) -> dict[str, Levels]:
        """The values of each pair of clusterings of all cases, in one order."""
        pairs: dict[str, list[tuple[LabelTuple, LabelTuple]]] = {
            "AB": [(case.a, case.b) for case in self._cases],
            "BA": [(case.b, case.a) for case in self._cases],
            "AA": [(case.a, case.a) for case in self._cases],
            "AC": [(case.a, case.c) for case in self._cases],
            "BC": [(case.b, case.c) for case in self._cases],
            "AB'": [(case.a, case.better or case.b) for case in self._cases],
            "B'A": [(case.better or case.b, case.a) for case in self._cases],
        }
        every = [self._data(*pair) for of_one in pairs.values() for pair in of_one]
        levels = self._values.levels_at(every)
        places = np.arange(len(every)).reshape(len(pairs), -1)
        return {name: levels.at(places[i]) for i, name in enumerate(pairs)}

    def _data(self, a: LabelTuple, b: LabelTuple) -> Data:
        """Return the table, or the pair counts, made quickly of labels that count from 0."""
        counts = sorted(Counter(zip(a, b, strict=True)).items())
        if self._index.kind == "pairs":
            sums = [sum(x * x for x in Counter(labels).values()) for labels in (a, b)]
            return PairCounts.from_square_sums(len(a), sum(x * x for _, x in counts), *sums)
        rows, columns = (np.array([pair[side] for pair, _ in counts]) for side in (0, 1))
        cells = Cells(rows, columns, np.array([count for _, count in counts]))
        return Contingency(cells, range(max(a) + 1), range(max(b) + 1))

    def _ranks(self, name: str) -> list[int]:
        return [int(rank) for rank in self._levels[name].ranks]

    def _asymmetries(self) -> Iterator[Violation]:
        for case, one, other in zip(self._cases, self._ranks("AB"), self._ranks("BA"), strict=True):
            if one != other and min(one, other) >= 0:
                yield from confirmed_asymmetry(self._values, case.a, case.b)

    def _agreements(self) -> Iterator[Violation]:
        itself, values = self._ranks("AA"), self._ranks("AB")
        place = known_best(self._values, min(4, self._values.max_n))
        first = None if place is None else self._values.tables(place[0]).labels(place[1])[0]
        best = max(itself)
        for case, same, value in zip(self._cases, itself, values, strict=True):
            if first is not None and same >= 0 and (same != best or case is self._cases[0]):
                yield from confirmed_unlike(self._values, first, case.a)
            if case.a != case.b and 0 <= same <= value:
                yield from confirmed_reached(self._values, case.a, case.b)

    def _broken_axioms(self) -> Iterator[Violation]:
        yield from self._agreements()
        yield from self._asymmetries()
        place = known_best(self._values, min(4, self._values.max_n))
        if place is None:
            return
        best = self._values.levels(place[0]).value(place[1])
        levels = [self._levels[name] for name in ("AB", "BC", "AC")]
        for i, case in enumerate(self._cases):
            if all(level.ranks[i] >= 0 for level in levels):
                ab, bc, ac = (best - level.value(i) for level in levels)
                if ab + bc < ac - 3 * levels[0].tolerance:
                    yield from confirmed_detour(self._values, place, [case.a, case.b, case.c])

    def _not_rising(self) -> Iterator[Violation]:
        ranks = [self._ranks(name) for name in ("AB", "AB'", "BA", "B'A")]
        for case, *values in zip(self._cases, *ranks, strict=True):
            better, proper = case.better, 1 < len(set(case.a)) < len(case.a)
            if better is None or not proper:
                continue
            if any(0 <= after <= before for before, after in (values[:2], values[2:])):
                moved = compared(self._values, case.a, case.b, partial(_only, better))
                for example, order in moved:
                    yield Violation(example, "tie" if order.sign == 0 else "decrease")

    def _falling(self) -> Iterator[Violation]:
        for violation in self._not_rising():
            if violation.value == "decrease":
                yield violation._replace(value=None)

    # --- pair counts

    @cached_property
    def _points(self) -> list[Point]:
        return late_points(self._index.formula, _POINTS)

    def _wrong_points(self) -> Iterator[Violation]:
        worst = (0, 1, 0, 0)
        ends = [(0, p[0] + p[1], p[2] + p[3], 0) for p in self._points]
        points = [p for p in self._points if p[0] + p[3]]
        ranks = point_levels(self._values, [worst, *ends, *points]).ranks.tolist()
        for point, rank in zip((*ends, *points), ranks[1:], strict=True):
            wrong = rank != ranks[0] if point[0] + point[3] == 0 else rank <= ranks[0]
            if not wrong or min(rank, ranks[0]) < 0:
                continue
            order = compare_points(self._values, point, worst)
            if order is not None and (order.sign <= 0 or point[0] + point[3] == 0):
                says = "p has no agreeing pair, and q scores as it should not"
                shown = {"p": worst, "q": point}
                yield Violation(point_example(self._values, shown, says, order.certified))

    def _wrong_steps(self) -> Iterator[Violation]:
        bare = self._values.by_formula()
        steps = [step for point in self._points for step in _steps_around(point)]
        levels = point_levels(bare, [point for p, q, _ in steps for point in (p, q)])
        before, after = levels.ranks[::2].tolist(), levels.ranks[1::2].tolist()
        for step, low, high in zip(steps, before, after, strict=True):
            if min(low, high) >= 0 and np.sign(high - low) != step[2]:
                yield from confirmed_step(bare, *step)

    def _different_points(self) -> Iterator[Violation]:
        bare = self._values.by_formula()
        points = [p for line in _expected_lines() for p in line]
        levels = point_levels(bare, points)
        known = [i for i in range(len(points)) if levels.ranks[i] >= 0]
        for i in known[1:]:
            if not are_near(levels.value(i), levels.value(known[0]), levels.tolerance):
                order = compare_points(bare, points[known[0]], points[i])
                if order is not None and order.sign != 0:
                    says = "both are expected counts, but their values differ"
                    shown = {"p": points[known[0]], "q": points[i]}
                    yield Violation(point_example(bare, shown, says, order.certified))

    def _biases(self) -> Iterator[Violation]:
        """Yield the biases among more items; the value names them."""
        bare, biases = self._values.by_formula(), Biases()
        for line in _expected_lines():
            ranks = point_levels(bare, line).ranks.tolist()
            for (p, before), (q, after) in pairwise(zip(line, ranks, strict=True)):
                if min(before, after) >= 0 and before != after:
                    order = compare_points(bare, q, p)
                    if order is not None and order.sign != 0:
                        biases.setdefault(order.sign, (p, q, order.certified))
        if biases:
            example, value = bias_example(bare, biases)
            yield Violation(example, value if value == "both" else f"at least {value}")


def _only(better: LabelTuple, _: LabelTuple, b: LabelTuple) -> Iterator[LabelTuple]:
    """Yield one improvement of B, and nothing that follows it."""
    if b != better:
        yield better


def _expected_lines() -> Iterator[list[Point]]:
    """Yield expected counts along m_B, for some m_A and numbers of items."""
    for n in _EXPECTED:
        total = pairs_of(n)
        margins = range(1, total, max(1, total // _PARTS))
        for m_a in margins:
            yield [expected_point(total, m_a, m_b) for m_b in margins]


def _steps_around(point: Point) -> Iterator[tuple[Point, Point, int]]:
    """Yield the steps to counts of one more item, and from counts of one less."""
    n = round((1 + (1 + 8 * sum(point)) ** 0.5) / 2)
    for i, wanted in enumerate((1, -1, -1, 1)):
        for p, q in ((point, _moved(point, i, n)), (_moved(point, i, 1 - n), point)):
            if min(p) >= 0 and (p[1] + p[2] if wanted > 0 else p[0] + p[3]):
                yield p, q, wanted


def _moved(point: Point, place: int, more: int) -> Point:
    n11, n10, n01, n00 = (count + more * (i == place) for i, count in enumerate(point))
    return n11, n10, n01, n00
