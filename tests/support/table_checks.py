"""Properties of formulas over tables, tried on all small clusterings, in floats."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

import partwise as pw
from partwise.properties.checker.formulas import Tree
from partwise.properties.prove.faithful import value
from partwise.tables import FloatTable
from support.table_facts import (
    Facts,
    is_proper,
    moves,
    partitions,
    rag_bags,
    size_cases,
    small_pairs,
)

_ROUNDING, _HUGE = 1e-9, 1e12  # beyond, a divisor is 0 but for rounding
Score = Callable[[Facts], float | None]


@cache
def _view(a: tuple[int, ...], b: tuple[int, ...]) -> FloatTable:
    return FloatTable(pw.contingency(list(a), list(b)))


def score_of(tree: Tree, sense: int, conventions: Mapping[str, float | None]) -> Score:
    """Return the value of a formula, turned so that larger means more alike; None if none."""
    known: dict[Facts, float | None] = {}

    def score(t: Facts) -> float | None:
        if t not in known:
            number = _number(tree, t)
            number = conventions.get(t.relation) if number is None else number
            known[t] = None if number is None else sense * number
        return known[t]

    return score


def _number(tree: Tree, t: Facts) -> float | None:
    try:
        with np.errstate(all="ignore"):
            number: Any = value(tree, _view(t.a, t.b))
        return float(number) if abs(float(number)) < _HUGE else None
    except (ArithmeticError, TypeError, ValueError):
        return None


def _is_above(x: float | None, y: float | None, strictly: bool = True) -> bool:
    """Whether x > y (or x ≥ y); without a value there is nothing to compare."""
    if x is None or y is None:
        return True
    room = _ROUNDING * (1 + abs(x))
    return x - y > room if strictly else x - y > -room


def maximal_agreement(score: Score) -> bool:
    best = [score(t) for t in small_pairs(5) if t.is_same and is_proper(t.a)]
    if None in best or max(map(float, best)) - min(map(float, best)) > _ROUNDING:  # type: ignore[arg-type]
        return False
    return all(_is_above(best[0], score(t)) for t in small_pairs(5) if not t.is_same)


def symmetry(score: Score) -> bool:
    pairs = [(score(t), score(t.swapped)) for t in small_pairs(5)]
    return all(_is_above(x, y, False) and _is_above(y, x, False) for x, y in pairs)


def distance(score: Score) -> bool:
    if not (maximal_agreement(score) and symmetry(score)):
        return False
    for a, b, c in product(partitions(4), repeat=3):
        best, ab, bc, ac = (score(Facts(*pair)) for pair in ((a, a), (a, b), (b, c), (a, c)))
        if best is None or ab is None or bc is None or ac is None:
            continue
        if (best - ab) + (best - bc) < (best - ac) - _ROUNDING:
            return False
    return True


def _improves(
    kinds: tuple[str, ...], orders: tuple[bool, ...], strictly: bool
) -> Callable[..., bool]:
    def check(score: Score) -> bool:
        for t, kind in product(small_pairs(5), kinds):
            for before, after in moves(kind, t):
                for turned in orders:
                    pair = [x.swapped if turned else x for x in (after, before)]
                    if not _is_above(score(pair[0]), score(pair[1]), strictly):
                        return False
        return True

    return check


def _prefers(cases: Callable[[], Any]) -> Callable[[Score], bool]:
    return lambda score: all(
        _is_above(score(after), score(before)) for before, after in cases() if after.n <= 14
    )


def constant_baseline(score: Score) -> bool:
    means = []
    for t in small_pairs(4):
        if is_proper(t.a):
            values = [score(s) for s in t.shuffles]
            if None in values:
                continue
            means.append(math.fsum(map(float, values)) / len(values))  # type: ignore[arg-type]
    return not means or max(means) - min(means) < _ROUNDING


def scale_invariance(score: Score) -> bool:
    pairs = [(score(t), score(Facts(t.a * m, t.b * m))) for t in small_pairs(4) for m in (2, 3)]
    return all(_is_above(x, y, False) and _is_above(y, x, False) for x, y in pairs)


_BOTH = (False, True)
CHECKS: dict[str, Callable[[Score], bool]] = {
    "maximal_agreement": maximal_agreement,
    "symmetry": symmetry,
    "distance": distance,
    "monotonicity": _improves(("split", "merge"), _BOTH, strictly=True),
    "weak_monotonicity": _improves(("split", "merge"), _BOTH, strictly=False),
    "meila_monotonicity": _improves(("split",), _BOTH, strictly=False),
    "homogeneity": _improves(("split",), (False,), strictly=True),
    "completeness": _improves(("merge",), (False,), strictly=True),
    "rag_bag": _prefers(rag_bags),
    "size_against_quantity": _prefers(size_cases),
    "scale_invariance": scale_invariance,
    "constant_baseline": constant_baseline,
}


def conventions_of(index: pw.Index) -> dict[str, float | None]:
    declared = index.conventions
    relations: tuple[Any, ...] = ("identical", "opposite", "trivial", "ordinary")
    return {
        relation: None if (v := declared.value(relation)) is None else float(Fraction(v))
        for relation in relations
    }
