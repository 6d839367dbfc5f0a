"""Goals of indices of tables: to be a metric, up to a linear function.

Symmetry and maximal agreement are shown as such. The triangle inequality follows from that of what
the index is a linear function of, or from Shannon's inequalities.
"""

from __future__ import annotations

from .algebra import NotShownError, Quotient
from .claims import Claim
from .formulas import evaluate, parse
from .proofs import Proof, demand
from .table_goals import TableFormula, cite, is_constant, symmetry, unique_best, variables
from .table_names import ELEMENTS, MATCHED
from .table_places import Values, information, places, quotient, written

_LEMMA_OF_DEFICIT = {
    "row_maxima": "functions compose",
    "column_maxima": "functions compose",
    MATCHED: "matchings compose",
    ELEMENTS: "spread of items",
}
_INFORMATION_DISTANCE = parse(
    "1 - (entropy_a + entropy_b - entropy_joint)/max(entropy_a, entropy_b)"
)
_PLAIN = "if two of A, B and C are identical, the triangle inequality is plain; else"


def distance_from_largest_sums(claim: Claim, proof: Proof) -> None:
    """Show that V is linear in what sums lack to n, each of which obeys the triangle inequality."""
    strange = TableFormula(claim, proof).names - {"n", *_LEMMA_OF_DEFICIT}
    demand(not strange, f"nothing is known about {', '.join(sorted(strange))}")
    formula, best = _without_triangle(claim, proof)
    deficits = {name: f"d{i}" for i, name in enumerate(sorted(formula.names - {"n"}))}
    cite(proof, (_LEMMA_OF_DEFICIT[name] for name in deficits))
    n = quotient("n")
    values = {"n": n, **{name: n - quotient(d) for name, d in deficits.items()}}
    where = written(values)
    value = formula.at(values)
    if value is None:
        raise NotShownError("the formula is undefined")
    linear = best
    for d in deficits.values():
        slope = value.slope({d: 1})
        demand(not variables(slope) & set(deficits.values()), "V is not linear")
        sign = proof.sign(slope, f"slope of V along {d}", where)
        demand(sign * claim.sense <= 0, f"V improves with {d}")
        linear += slope * quotient(d)
    sign = proof.sign(value - linear, f"V − ({linear})", where)
    demand(sign == 0, "V is not linear")
    proof.note(f"for each n, |V − {best}| is a sum of multiples of {', '.join(deficits.values())}")


def distance_from_larger_entropy(claim: Claim, proof: Proof) -> None:
    """Show that V is a linear function of 1 − M/max(H(A), H(B))."""
    formula, best = _without_triangle(claim, proof)
    cite(proof, ["larger entropy"])
    factor = None
    for place in places(formula.names):
        if "identical" in place.relations:
            continue
        gap = _distance(formula, best, place.values)
        known = evaluate(_INFORMATION_DISTANCE, place.values, proof.witnesses)
        if factor is None:
            factor = gap * known.inverse([(known.above, 1)])
            demand(is_constant(factor), "V is another function of entropies")
        what = f"|V − {best}| − {factor}·(1 − M/max(H(A), H(B)))"
        demand(proof.sign(gap - factor * known, what, str(place)) == 0, "V is another function")


def distance_from_information(claim: Claim, proof: Proof) -> None:
    """Show the triangle inequality for all entropies that three clusterings can have.

    Where some parts are zero it follows by continuity, as the formula is defined for any two
    clusterings that differ.
    """
    formula, best = _without_triangle(claim, proof)
    cite(proof, ["information of three"])
    proof.note(_PLAIN)
    for where, parts in _three_clusterings():
        ab, bc, ac = (
            _distance(formula, best, _of_two(parts, *pair)) for pair in ("AB", "BC", "AC")
        )
        sign = proof.sign(ab + bc - ac, "d(A, B) + d(B, C) − d(A, C)", where)
        demand(sign >= 0, "no triangle inequality")


def _without_triangle(claim: Claim, proof: Proof) -> tuple[TableFormula, Quotient]:
    """Show all that a metric needs but the triangle inequality, and that V is always defined."""
    symmetry(claim, proof)
    formula = TableFormula(claim, proof)
    best = unique_best(formula)
    for place in places(formula.names):
        if "identical" not in place.relations:
            demand(formula.at(place.values) is not None, f"undefined where {place}")
    return formula, best


def _distance(formula: TableFormula, best: Quotient, values: Values) -> Quotient:
    value = formula.at(values)
    if value is None:
        raise NotShownError("the formula is undefined")
    return (best - value) * Quotient.of(formula.claim.sense)


def _three_clusterings() -> list[tuple[str, dict[str, str]]]:
    """Return the parts of which all entropies of A, B and C are sums, in two cases.

    I(A;B;C) alone can be negative; then I(A;B) and its like are parts in the place of I(A;B|C).
    """
    alone = {"A": "hA", "B": "hB", "C": "hC"}
    pairs = {"AB": "iAB", "BC": "iBC", "AC": "iAC"}
    negative = {name: f"{part} + i" for name, part in pairs.items()}
    return [
        ("I(A;B;C) = i, I(A;B|C) = iAB …, H(A|B,C) = hA …", {**alone, **pairs, "ABC": "i"}),
        ("I(A;B;C) = −i, I(A;B) = iAB …, H(A|B,C) = hA …", {**alone, **negative, "ABC": "-i"}),
    ]


def _of_two(parts: dict[str, str], one: str, other: str) -> Values:
    """Return the entropies of two of the three clusterings."""
    (third,) = set("ABC") - {one, other}
    only_one, only_other = (
        f"{parts[name]} + {parts[''.join(sorted(name + third))]}" for name in (one, other)
    )
    return information(f"{parts[one + other]} + {parts['ABC']}", only_one, only_other)
