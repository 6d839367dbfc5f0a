"""What a property demands of the pair counts of all clusterings, and whether an index has it.

On a face of {N11, N10, N01, N00 ≥ 0} some counts are positive and the others zero. If no pair is
apart in both clusterings (N00 = 0), one of these is a single cluster, as the pairs that are apart
in the other connect all items. So N10 and N01 are not both positive: other faces are impossible.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from itertools import product

from .algebra import Quotient, Signs, constant, variable
from .formulas import ONE, PI, ZERO, Bound, Formula, Places, UndefinedError, evaluate, parsed
from .refusals import NotShownError, demand

COUNTS = ("n11", "n10", "n01", "n00")
Face = frozenset[str]
FACES = [
    frozenset(face)
    for flags in product((True, False), repeat=4)
    if (face := [name for name, flag in zip(COUNTS, flags, strict=True) if flag])
]
_ITEMS = parsed("(1 + sqrt(1 + 8*(n11 + n10 + n01 + n00)))/2")
_CORRELATION = parsed("(n11*n00 - n10*n01)/sqrt((n11 + n10)*(n01 + n00)*(n11 + n01)*(n10 + n00))")


def is_possible(face: Face) -> bool:
    """Whether two clusterings can have such counts."""
    return "n00" in face or not {"n10", "n01"} <= face


def is_proper(face: Face, swapped: bool = False) -> bool:
    """Whether A (or B) is neither a single cluster nor all single items."""
    together, apart = (
        ({"n11", "n01"}, {"n10", "n00"}) if swapped else ({"n11", "n10"}, {"n01", "n00"})
    )
    return bool(face & together and face & apart)


def relation(face: Face) -> str:
    """Return which convention is for clusterings with such counts."""
    if not face & {"n10", "n01"}:
        return "identical"
    if len(face) == 1:
        return "opposite"
    return "otherwise" if is_proper(face) and is_proper(face, swapped=True) else "vs_other"


def on(face: Face, positive: Quotient | None = None) -> Places:
    """Return the counts on a face: variables, or one positive number."""
    return {
        name: (positive or Quotient(variable(name))) if name in face else ZERO for name in COUNTS
    }


def expected(x: Quotient, y: Quotient, total: Quotient) -> Places:
    """Return N·xy/(1+x)(1+y) and so on: x/(1+x) of all pairs are together in A, y/(1+y) in B."""
    unit = Signs().over(ONE.plus(x).times(ONE.plus(y))).times(total)
    return {"n11": unit.times(x).times(y), "n10": unit.times(x), "n01": unit.times(y), "n00": unit}


class Index:
    """An index: the values of its formula, or conventions, on all faces.

    ``likes`` is 1 if larger values mean more alike, else −1.
    """

    def __init__(
        self,
        formula: str,
        likes: int,
        conventions: dict[str, Bound | None],
        signs: Signs,
        with_items: bool,
    ) -> None:
        self.node, self.likes, self.signs = parsed(formula), likes, signs
        self.formula = Formula(self.node)
        self.conventions, self.with_items = conventions, with_items

    def places(self, counts: Places, swapped: bool = False) -> Places:
        """Return what the formula of V(A, B), or of V(B, A), sees."""
        turned = {"n10": counts["n01"], "n01": counts["n10"]} if swapped else {}
        items = {"n": evaluate(_ITEMS, counts, self.signs)} if self.with_items else {}
        return {**counts, **turned, **items, "pi": PI}

    def core(self, counts: Places, swapped: bool = False) -> Quotient:
        """Return the core of the formula, after showing that the formula has a value."""
        return self.formula.value(self.places(counts, swapped), self.signs)

    def whole(self, counts: Places) -> Quotient:
        """Return the value of a formula that is algebraic."""
        return evaluate(self.node, self.places(counts), self.signs)

    def value(self, face: Face, swapped: bool = False) -> Quotient | Convention | None:
        """Return the core on a face, or the convention there; None if there is no value."""
        try:
            return self.core(on(face), swapped)
        except UndefinedError:
            which = relation(face)
            if which == "opposite" and self.conventions["opposite"] is None:
                which = "vs_other"
            bound = self.conventions[which]
            return None if bound is None else Convention(bound)

    def compare(self, first: Value, second: Value) -> int:
        """Return 1 if the first value means more alike than the second, 0 if both are the same."""
        if isinstance(first, Convention) and isinstance(second, Convention):
            return self.likes * _difference(first.value, second.value, self.signs)
        if isinstance(first, Convention):
            return -self.compare(second, first)
        if isinstance(second, Convention):
            return self.likes * self.formula.compare(first, second.value, self.signs)
        return self.likes * self.formula.turns * self.signs.of(first.minus(second))

    def slope(self, face: Face, direction: dict[str, int], swapped: bool = False) -> int:
        """Return the sign with which likeness changes along a direction."""
        core = self.value(face, swapped)
        if not isinstance(core, Quotient):
            raise NotShownError("the formula is undefined on a face")
        return self.likes * self.formula.turns * self.signs.of(core.slope(direction))


class Convention:
    """The value of an index where its formula has none."""

    def __init__(self, value: Bound) -> None:
        self.value = value


Value = Quotient | Convention


def _difference(first: Bound, second: Bound, signs: Signs) -> int:
    if isinstance(first, Quotient) and isinstance(second, Quotient):
        return signs.of(first.minus(second))
    ends = [0.0 if isinstance(bound, Quotient) else bound for bound in (first, second)]
    return (ends[0] > ends[1]) - (ends[0] < ends[1])


def _common(index: Index, faces: Iterable[Face]) -> Value:
    """Return the one value that an index has on some faces, as far as it has any."""
    values = [(face, value) for face in faces if (value := index.value(face)) is not None]
    face, first = values[0]
    if isinstance(first, Quotient):
        first = index.core(on(face, ONE))
    elif isinstance(first.value, float):
        raise NotShownError("V is infinite")
    demand(all(index.compare(value, first) == 0 for _, value in values), "V is not constant")
    return first


# --- agreement and symmetry


def maximal_agreement(index: Index) -> Value:
    """V(A, A) is one value, and V(A, B) is worse for every other B; trivial A may have no value."""
    same = [face for face in FACES if relation(face) == "identical"]
    demand(
        index.value(frozenset(["n11", "n00"])) is not None, "identical clusterings have no value"
    )
    best = _common(index, same)
    for face in FACES:
        if is_possible(face) and face not in same and (value := index.value(face)) is not None:
            demand(index.compare(value, best) < 0, "V is best for clusterings that differ")
    return best


def minimal_agreement(index: Index) -> None:
    """V is one value where N11 = N00 = 0, and better for all other counts."""
    ends = [face for face in FACES if not face & {"n11", "n00"}]
    demand(all(index.value(face) is not None for face in ends), "no value where N11 = N00 = 0")
    worst = _common(index, ends)
    for face in FACES:
        if face not in ends and (value := index.value(face)) is not None:
            demand(index.compare(value, worst) > 0, "V is worst where something agrees")


def symmetry(index: Index) -> None:
    """V(A, B) = V(B, A), where either exists."""
    for face in filter(is_possible, FACES):
        straight, swapped = index.value(face), index.value(face, swapped=True)
        if straight is None or swapped is None:
            demand(straight is swapped, "one order has a value, the other has none")
        else:
            demand(index.compare(straight, swapped) == 0, "V(A, B) and V(B, A) differ")


# --- improvements

_SPLIT, _MERGE = ("n01", "n00"), ("n10", "n11")


def improving(moves: Iterable[tuple[str, str]], orders: tuple[bool, ...], least: int) -> Goal:
    """Perfect splits (or merges) of B improve V(A, B), or do not worsen it, if 1 < k_A < n.

    They move pairs from N01 to N00 (from N10 to N11): along a segment inside a face. The formula is
    continuous at an end where it is defined; else the convention there is compared with the rest.
    """

    def goal(index: Index) -> None:
        for swapped, (source, target), face in product(orders, moves, FACES):
            if {source, target} <= face and is_proper(face) and is_possible(face):
                slope = index.slope(face, {source: -1, target: 1}, swapped)
                demand(slope >= least, "V does not improve inside a face")
                ends = face - {target}, face - {source}
                for end, way in zip(ends, (1, -1), strict=True):
                    value = index.value(end, swapped) if is_possible(end) else None
                    for other in (face, *ends) if isinstance(value, Convention) else ():
                        there = (
                            index.value(other, swapped)
                            if other != end and is_possible(other)
                            else None
                        )
                        if there is not None and value is not None:
                            demand(
                                way * index.compare(there, value) >= least,
                                "a convention is out of order",
                            )

    return goal


def at_once(index: Index) -> None:
    """V(A, A ⊗ B) is no worse than V(A, B), likewise swapped: all pairs of N01 move to N00."""
    for swapped, face in product((False, True), FACES):
        if "n01" in face and is_possible(face) and is_proper(face):
            moved = (face - {"n01"}) | {"n00"}
            before, after = index.value(face, swapped), index.value(moved, swapped)
            if isinstance(after, Quotient):
                counts = on(face)
                moved_counts = {"n01": ZERO, "n00": counts["n00"].plus(counts["n01"])}
                after = index.core({**counts, **moved_counts}, swapped)
            if before is not None and after is not None:
                demand(index.compare(after, before) >= 0, "V worsens")


def strong_monotonicity(index: Index) -> None:
    """V improves with N11 and N00 and worsens with N10 and N01, wherever the formula is defined."""
    for name, face in product(COUNTS, FACES):
        wanted = 1 if name in ("n11", "n00") else -1
        others = {"n10", "n01"} if wanted > 0 else {"n11", "n00"}
        if name in face and face & others and isinstance(index.value(face), Quotient):
            demand(index.slope(face, {name: 1}) == wanted, "V does not move as it should")


# --- means over random candidates


def _baseline(index: Index) -> Value:
    try:
        value = index.core(expected(*(Quotient(variable(name)) for name in "xyN")))
    except UndefinedError:
        raise NotShownError("the formula is undefined at the expected counts") from None
    level = index.core(expected(ONE, ONE, constant(4)))
    demand(index.compare(value, level) == 0, "V at the expected counts is not constant")
    return level


def constant_baseline(index: Index) -> Value:
    """V is linear in N11 for given sizes and constant at the expected counts.

    E[N11] = m_A m_B/N, so the mean of V is V at the expected counts. For given proper sizes all
    counts lie on a segment inside the interior; a trivial B has one value, which is the baseline.
    """
    level = _baseline(index)
    for face in FACES:
        if is_possible(face) and is_proper(face) and is_proper(face, swapped=True):
            demand(isinstance(index.value(face), Quotient), "the formula is undefined somewhere")
    curvature = index.whole(on(FACES[0]))
    for _ in range(2):
        curvature = curvature.slope({"n11": 1, "n10": -1, "n01": -1, "n00": 1})
    demand(index.signs.of(curvature) == 0, "V is not linear in N11 for given sizes")
    for face in (frozenset(["n11", "n01"]), frozenset(["n10", "n00"])):
        value = index.value(face)
        demand(
            value is not None and index.compare(value, level) == 0, "a trivial candidate differs"
        )
    return level


def bias(index: Index) -> str:
    """Say how V at the expected counts moves with m_B: always up, always down, or never."""
    try:
        value = index.core(expected(*(Quotient(variable(name)) for name in "xyN")))
    except UndefinedError:
        raise NotShownError("the formula is undefined at the expected counts") from None
    slope = index.signs.of(value.slope({"y": 1}))
    return {1: "dec", -1: "inc", 0: "none"}[index.likes * index.formula.turns * slope]


# --- metrics


def on_the_sphere(index: Index) -> None:
    """|V − V(A, A)| is a multiple of the angle, or of the chord, between unit vectors of A and B.

    u_A is the centred and normalised vector of pairs that A has together, and the correlation of A
    and B is u_A·u_B. One cluster is e and all singletons are −e, with e orthogonal to all u.
    """
    symmetry(index)
    maximal_agreement(index)
    kinds = [layer.does for layer in index.formula.layers if layer.does != "affine"]
    demand(kinds in (["acos"], ["sqrt"]), "V is no function of an angle, nor of a chord")
    scale = index.core(on(FACES[0], ONE))  # where u_A·u_B = 0

    def core(cosine: Quotient) -> Quotient:
        return cosine if kinds == ["acos"] else scale.times(ONE.minus(cosine))

    for face in filter(is_possible, FACES):
        value = index.value(face)
        if is_proper(face) and is_proper(face, swapped=True):
            demand(isinstance(value, Quotient), "the formula is undefined somewhere")
            cosine = evaluate(_CORRELATION, on(face), index.signs)
        elif relation(face) == "identical":
            continue
        else:
            cosine = constant(-1 if relation(face) == "opposite" else 0)
        demand(value is not None and index.compare(value, core(cosine)) == 0, "V is off the sphere")


def by_patterns(index: Index) -> None:
    """|V − V(A, A)| obeys the triangle inequality for all counts of three clusterings."""
    _defined_where_different(index)
    origin = index.value(frozenset(["n11", "n00"]))
    if isinstance(origin, Quotient):
        origin = Convention(index.whole(on(frozenset(["n11", "n00"]), ONE)))
    if not isinstance(origin, Convention) or not isinstance(origin.value, Quotient):
        raise NotShownError("identical clusterings have no finite value")
    _triangles(index, index.node, origin.value, -index.likes)


def by_concavity(index: Index) -> None:
    """|V − V(A, A)| is the root or the logarithm, both concave, of a metric (plus 1)."""
    best = _defined_where_different(index)
    kinds = [layer.does for layer in index.formula.layers if layer.does != "affine"]
    demand(kinds in (["sqrt"], ["log"]), "V is not the root or the logarithm of anything")
    origin = index.formula.inside(best.value) if isinstance(best, Convention) else best
    if not isinstance(origin, Quotient):
        raise NotShownError("identical clusterings have no finite value")
    demand(index.likes * index.formula.turns < 0, "the distance is a convex function")
    _triangles(index, index.formula.core, origin, 1)


def _defined_where_different(index: Index) -> Value:
    symmetry(index)
    for face in FACES:
        if is_possible(face) and relation(face) != "identical":
            demand(isinstance(index.value(face), Quotient), "the formula is undefined somewhere")
    return maximal_agreement(index)


def _triangles(index: Index, node: ast.expr, origin: Quotient, way: int) -> None:
    """Show it with a variable for pairs together or apart in A, in B and in C: all eight.

    Where some of these are zero it follows by continuity, unless two clusterings are identical.
    """
    values = []
    for first, second in ((0, 1), (1, 2), (0, 2)):
        counts = dict.fromkeys(COUNTS, ZERO)
        for pattern in product("10", repeat=3):
            name = f"n{pattern[first]}{pattern[second]}"
            counts[name] = counts[name].plus(Quotient(variable(f"t{''.join(pattern)}")))
        value = evaluate(node, index.places(counts), index.signs)
        values.append(value.minus(origin).times(constant(way)))
    ab, bc, ac = values
    demand(index.signs.of(ab.plus(bc).minus(ac)) >= 0, "the triangle inequality is not shown")


Goal = Callable[[Index], "Value | str | None"]
_BOTH = (_SPLIT, _MERGE)
GOALS: dict[str, dict[str, Goal]] = {
    "maximal_agreement": {"maximal_agreement": maximal_agreement},
    "minimal_agreement": {"minimal_agreement": minimal_agreement},
    "symmetry": {"symmetry": symmetry},
    "distance": {
        "distance_on_the_sphere": on_the_sphere,
        "distance_by_patterns": by_patterns,
        "distance_by_concavity": by_concavity,
    },
    "monotonicity": {"monotonicity": improving(_BOTH, (False, True), 1)},
    "weak_monotonicity": {"weak_monotonicity": improving(_BOTH, (False, True), 0)},
    "meila_monotonicity": {
        "meila_monotonicity": improving([_SPLIT], (False, True), 0),
        "meila_monotonicity_at_once": at_once,
    },
    "homogeneity": {"homogeneity": improving([_SPLIT], (False,), 1)},
    "completeness": {"completeness": improving([_MERGE], (False,), 1)},
    "strong_monotonicity": {"strong_monotonicity": strong_monotonicity},
    "constant_baseline": {"constant_baseline": constant_baseline},
    "asymptotic_constant_baseline": {"asymptotic_constant_baseline": _baseline},
    "bias": {"bias": bias},
}
