"""A last search before a proof counts: larger clusterings, at random and where formulas turn."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from partwise.properties.deadline import OutOfTimeError, current_deadline, time_limit
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
from partwise.properties.search.index_numbers import Data
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.late_cases import (
    LateCase,
    constants_of,
    late_cases,
    late_points,
)
from partwise.properties.search.levels import Levels, are_near
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

_RANDOM_PORTIONS = {"pairs": 30, "table": 6}
_POINTS = 1000
_SECONDS = 4.0  # for a property
_EXPECTED = (4, 7, 12, 25)  # items
_PARTS = 6  # of the pairs that are together in one clustering


class LateSearch:
    """Clusterings and counts of more items than are all tried, and an index on them."""

    def __init__(self, index_values: IndexValues) -> None:
        self._values = index_values
        self._index = index_values.index
        self._evaluated: list[tuple[list[LateCase], dict[str, Levels]]] = []

    def violation(self, about: str) -> Violation | None:
        """Return a violation of a property among them; None also if the time is up."""
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
        if about not in looks:
            return None
        limit = time_limit(current_deadline().part(_SECONDS))
        with contextlib.suppress(OutOfTimeError), limit:
            return next(looks[about](), None)
        return None

    # --- clusterings

    @cached_property
    def _best(self) -> tuple[int, int] | None:
        return known_best(self._values, min(4, self._values.max_n))

    def _each(self, *names: str) -> Iterator[tuple[LateCase, list[int], dict[str, Levels], int]]:
        """Yield each case, ranks of some of its pairs, and where the levels of all are."""
        formula = self._index.formula
        for portion in range(len(constants_of(formula)) + _RANDOM_PORTIONS[self._index.kind]):
            if portion == len(self._evaluated):
                cases = late_cases(formula, portion)
                self._evaluated.append((cases, self._levels(cases)))
            cases, levels = self._evaluated[portion]
            for i, case in enumerate(cases):
                yield case, [int(levels[name].ranks[i]) for name in names], levels, i

    def _levels(self, cases: list[LateCase]) -> dict[str, Levels]:
        """Return the values of each pair of clusterings of some cases, in one order."""
        pairs: dict[str, list[tuple[LabelTuple, LabelTuple]]] = {
            "AB": [(case.a, case.b) for case in cases],
            "BA": [(case.b, case.a) for case in cases],
            "AA": [(case.a, case.a) for case in cases],
            "AC": [(case.a, case.c) for case in cases],
            "BC": [(case.b, case.c) for case in cases],
            "AB'": [(case.a, case.better or case.b) for case in cases],
            "B'A": [(case.better or case.b, case.a) for case in cases],
        }
        if self._best is not None:
            n, i = self._best
            pairs["best"] = [self._values.tables(n).labels(i)] * len(cases)
        every = [pair for of_one in pairs.values() for pair in of_one]
        distinct = list(dict.fromkeys(every))
        place = {pair: i for i, pair in enumerate(distinct)}
        levels = self._values.levels_at([self._data(*pair) for pair in distinct])
        places = np.array([place[pair] for pair in every]).reshape(len(pairs), -1)
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

    def _asymmetries(self) -> Iterator[Violation]:
        for case, (one, other), _, _ in self._each("AB", "BA"):
            if one != other and min(one, other) >= 0:
                yield from confirmed_asymmetry(self._values, case.a, case.b)

    def _agreements(self) -> Iterator[Violation]:
        if self._best is None:
            return
        first = self._values.tables(self._best[0]).labels(self._best[1])[0]
        for case, (same, value, best), _, _ in self._each("AA", "AB", "best"):
            if same >= 0 and same != best:
                yield from confirmed_unlike(self._values, first, case.a)
            if case.a != case.b and 0 <= same <= value:
                yield from confirmed_reached(self._values, case.a, case.b)

    def _broken_axioms(self) -> Iterator[Violation]:
        yield from self._agreements()
        yield from self._asymmetries()
        if self._best is None:
            return
        for case, ranks, levels, i in self._each("AB", "BC", "AC", "best"):
            if min(ranks) >= 0:
                ab, bc, ac, best = (levels[name].value(i) for name in ("AB", "BC", "AC", "best"))
                if ac + best < ab + bc - 3 * levels["AB"].tolerance:
                    triple = [case.a, case.b, case.c]
                    yield from confirmed_detour(self._values, self._best, triple)

    def _not_rising(self) -> Iterator[Violation]:
        for case, ranks, _, _ in self._each("AB", "AB'", "BA", "B'A"):
            better, proper = case.better, 1 < len(set(case.a)) < len(case.a)
            if better is None or not proper:
                continue
            if any(0 <= after <= before for before, after in (ranks[:2], ranks[2:])):
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
