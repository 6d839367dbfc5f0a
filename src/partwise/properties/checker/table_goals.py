"""Goals of indices of tables: agreement, symmetry, monotonicity, and copies of items.

Where a sum can be largest, and what a move changes, is known by lemmas; the signs of differences
between values of the formula show the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from itertools import product

from .algebra import NotShownError, Quotient, Root
from .claims import Claim
from .faces import NO_VALUE
from .formulas import Tree, UndefinedError, evaluate
from .lemmas import LEMMAS
from .proofs import Proof, demand
from .table_moves import LEMMAS_OF, MERGE, RAG_BAG, SIZES, SPLIT, moves
from .table_names import conditions, expanded, names_in, swapped, with_known_sums
from .table_places import LEMMA_OF, ONE, Place, Values, places, quotient, written

_STRICTLY, _WEAKLY = (1,), (0, 1)
_DEGREES = {
    **dict.fromkeys(("n", "cell", "row", "col", "row_maxima", "column_maxima", "size_overlap"), 1),
    **dict.fromkeys(("n10", "n01", "n00"), 2),
    **dict.fromkeys(("entropy_a", "entropy_b", "entropy_joint"), 0),
    **dict.fromkeys(("k_a", "k_b", "same_clusters", "pi"), 0),
}


def cite(proof: Proof, names: Iterable[str]) -> None:
    """Write down which lemmas are used."""
    for name in dict.fromkeys(names):
        proof.note(f"lemma {name!r}: {LEMMAS[name].says}")


class TableFormula:
    """The formula of an index, or of V(B, A), at places."""

    def __init__(self, claim: Claim, proof: Proof, turned: bool = False) -> None:
        self.claim, self.proof = claim, proof
        self.tree = with_known_sums(swapped(claim.formula) if turned else claim.formula)
        self.names = names_in(self.tree)
        self._exponents: dict[str, str] = {}  # a variable for each value of an exponent

    def at(self, values: Values) -> Quotient | None:
        """Return the value of the formula; None where it has none."""
        with suppress(UndefinedError):
            return evaluate(self.tree, self._with_powers_of_e(values), self.proof.witnesses)
        return None

    def values_at(self, place: Place) -> list[Quotient | None]:
        """Return all values at a place: that of the formula, or of the conventions there."""
        value = self.at(place.values)
        if value is not None:
            return [value]
        return [self._convention(relation, place) for relation in sorted(place.relations)]

    def is_worse(self, place: Place, best: Quotient) -> bool:
        """Whether all values at a place are worse than the best; a missing value is no value."""
        if self.tree.does in ("max", "min") and (signs := self._signs_of_parts(place, best)):
            return (max if self.tree.does == "max" else min)(signs) * self.claim.sense < 0
        known = (value for value in self.values_at(place) if value is not None)
        return all(self._against(best, value, place) * self.claim.sense < 0 for value in known)

    def _signs_of_parts(self, place: Place, best: Quotient) -> list[int]:
        """Compare each of several numbers with the best; nothing if one of them does not exist."""
        with suppress(UndefinedError):
            known = self._with_powers_of_e(place.values)
            parts = [evaluate(part, known, self.proof.witnesses) for part in self.tree.parts]
            return [self._against(best, part, place) for part in parts]
        return []

    def _against(self, best: Quotient, value: Quotient, place: Place) -> int:
        return self.proof.sign(value - best, f"V − {best}", str(place))

    def _convention(self, relation: str, place: Place) -> Quotient | None:
        value = self.claim.convention(relation)
        if isinstance(value, float):
            raise NotShownError(f"V = {value} by convention")
        said = f"the formula is undefined; V = {value} by convention ({relation} clusterings)"
        self.proof.note(NO_VALUE if value is None else said, str(place))
        return value

    def _with_powers_of_e(self, values: Values) -> Values:
        """Add exponential functions: less than 1, 1, or more, as the sign of the exponent says.

        Of those of different exponents nothing else is known, so they have different variables.
        """
        known = dict(values)
        steps = {str(step): step.parts[0] for step in self.tree.subtrees if step.does == "exp"}
        for text, exponent in reversed(steps.items()):
            value = evaluate(exponent, known, self.proof.witnesses)
            sign = self.proof.sign(value, f"the exponent of {text}", written(values))
            variable = self._exponents.setdefault(str(value), f"e{len(self._exponents)}")
            more = ONE + quotient(variable)
            known[text] = {0: ONE, 1: more, -1: ONE / more}[sign]
        return known


def maximal_agreement(claim: Claim, proof: Proof) -> None:
    """Show that V(A, A) is one constant, and V(A, B) is worse for every other B."""
    unique_best(TableFormula(claim, proof))


def unique_best(formula: TableFormula) -> Quotient:
    """Return the constant V(A, A) after showing that V(A, B) is worse for every other B."""
    proof = formula.proof
    cite(proof, (LEMMA_OF[name] for name in sorted(formula.names & set(LEMMA_OF))))
    everywhere = places(formula.names)
    same = [place for place in everywhere if "identical" in place.relations]
    values = [value for place in same for value in formula.values_at(place)]
    best = values[0]
    if best is None or None in values or not is_constant(best):
        raise NotShownError("V(A, A) is not constant")
    for place, value in zip(same, values, strict=True):
        difference = value - best if value is not None else ONE
        sign = proof.sign(difference, f"V(A, A) − {best}", str(place))
        demand(sign == 0, "V(A, A) is not constant")
    for place in everywhere:
        if place not in same:
            demand(formula.is_worse(place, best), f"V reaches {best} where {place}")
    return best


def is_constant(value: Quotient) -> bool:
    """Whether a value is a number, perhaps with roots of numbers in it.

    Examples
    --------
    >>> is_constant(quotient("sqrt(2) - 1")), is_constant(quotient("sqrt(x + 2)"))
    (True, False)
    """
    return not variables(value)


def variables(value: Quotient) -> set[str]:
    """Return the variables of a value, also inside roots."""
    waiting = [value.above, *value.below]
    names: set[str] = set()
    while waiting:
        for name in waiting.pop().variables:
            if isinstance(name, Root):
                waiting.append(name.radicand)
            else:
                names.add(name)
    return names


def symmetry(claim: Claim, proof: Proof) -> None:
    """Show that the formula is the same after A and B trade places, and is defined where it was.

    Relations between clusterings, and so conventions, do not depend on the order.
    """
    straight, turned = claim.formula, swapped(claim.formula)
    demand(expanded(straight) == expanded(turned), "V(B, A) is another formula")
    demand(conditions(straight) == conditions(turned), "V(B, A) is defined elsewhere")
    cite(proof, ["either is shuffled"])
    proof.note(f"V(B, A) = {turned} is the same as V(A, B), multiplied out: {expanded(straight)}")


def monotonicity(claim: Claim, proof: Proof) -> None:
    """Show that perfect splits and merges improve V(A, B) and V(B, A), if 1 < k_A < n."""
    _show_moves(claim, proof, (SPLIT, MERGE), (False, True), _STRICTLY)


def weak_monotonicity(claim: Claim, proof: Proof) -> None:
    """Show that no perfect split or merge worsens V(A, B) or V(B, A), if 1 < k_A < n."""
    _show_moves(claim, proof, (SPLIT, MERGE), (False, True), _WEAKLY)


def meila_monotonicity(claim: Claim, proof: Proof) -> None:
    """Show that no perfect split worsens V(A, B) or V(B, A), if 1 < k_A < n.

    Perfect splits, one after the other, lead from B to A ⊗ B.
    """
    _show_moves(claim, proof, (SPLIT,), (False, True), _WEAKLY)


def homogeneity(claim: Claim, proof: Proof) -> None:
    """Show that perfect splits improve V(A, B), if 1 < k_A < n."""
    _show_moves(claim, proof, (SPLIT,), (False,), _STRICTLY)


def completeness(claim: Claim, proof: Proof) -> None:
    """Show that perfect merges improve V(A, B), if 1 < k_A < n."""
    _show_moves(claim, proof, (MERGE,), (False,), _STRICTLY)


def rag_bag(claim: Claim, proof: Proof) -> None:
    """Show that V(A, B) is better if an item spoils a noisy cluster in place of a clean one."""
    _show_moves(claim, proof, (RAG_BAG,), (False,), _STRICTLY)


def size_against_quantity(claim: Claim, proof: Proof) -> None:
    """Show that V(A, B) is better with a small error in a large cluster than with many errors."""
    _show_moves(claim, proof, (SIZES,), (False,), _STRICTLY)


def _show_moves(
    claim: Claim,
    proof: Proof,
    kinds: tuple[str, ...],
    orders: tuple[bool, ...],
    wanted: tuple[int, ...],
) -> None:
    """Show that V improves with each move.

    After a move there always is a value, so what holds for each move holds for several.
    """
    for turned, kind in product(orders, kinds):
        formula = TableFormula(claim, proof, turned)
        proof.note(f"{'V(B, A)' if turned else 'V(A, B)'} = {formula.tree}, {kind}")
        cite(proof, LEMMAS_OF[kind])
        for move in moves(kind, formula.names):
            for before, after in product(
                formula.values_at(move.before), formula.values_at(move.after)
            ):
                if after is None:
                    raise NotShownError(f"there is no value where {move.after}")
                if before is not None:
                    sign = proof.sign(after - before, "V after − V before", str(move))
                    demand(sign * claim.sense in wanted, f"V does not improve where {move}")


def scale_invariance(claim: Claim, proof: Proof) -> None:
    """Show that the formula is homogeneous of degree 0 in what copies of all items multiply.

    Then it is undefined for the copies where it was. Copies of singletons are no singletons, so one
    convention has to serve for all clusterings that differ.
    """
    cite(proof, ["copies"])
    demand(_degree(claim.formula) in (0, None), "copies of all items change the value")
    proof.note(f"{claim.formula} is homogeneous of degree 0")
    declared = [claim.convention(relation) for relation in ("opposite", "trivial", "ordinary")]
    known = [value for value in declared if value is not None]
    demand(all(value == known[0] for value in known), "copies may change the convention")


def _degree(tree: Tree) -> Fraction | None:
    """Return the power of m by which m copies of all items multiply the value; None for 0."""
    does, parts = tree
    if not parts:
        if does.isdigit():
            return None if int(does) == 0 else Fraction(0)
        if does not in _DEGREES:
            raise NotShownError(f"copies of all items may do anything to {does}")
        return Fraction(_DEGREES[does])
    first, *others = map(_degree, parts)
    if does in ("sum", "matched", "given"):
        return first
    if does == "sqrt":
        return None if first is None else first / 2
    if does == "**":
        power = expanded(parts[1]).as_number
        return _times(first, power)
    if does in ("*", "/"):
        (second,) = others
        if first is None or (second is None and does == "*"):
            return None
        return first + (second or 0) * (1 if does == "*" else -1)
    known = {degree for degree in (first, *others) if degree is not None}
    demand(len(known) <= 1, f"{tree} is not homogeneous")
    degree = known.pop() if known else None
    if does in ("exp", "log", "acos"):
        demand(degree in (0, None), f"{tree} is not homogeneous")
        return Fraction(0)
    return degree


def _times(degree: Fraction | None, power: Fraction | int | None) -> Fraction | None:
    if power is None:
        raise NotShownError("a power that is not a number")
    if power == 0:  # 1, also of zero
        return Fraction(0)
    return None if degree is None else degree * power
