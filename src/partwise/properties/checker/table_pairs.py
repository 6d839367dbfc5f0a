"""Goals of indices of tables that see pair counts and the number of items only."""

from __future__ import annotations

from functools import wraps

from .agreement import show_symmetry, unique_best
from .claims import Claim, Goal
from .faces import FACES, Faces
from .formulas import Tree, evaluate, parse
from .proofs import Proof, demand
from .table_goals import cite, is_constant, variables
from .table_places import quotient, written

_COUNTS = {"n11", "n10", "n01", "n00"}
_ITEMS = parse("(1 + sqrt(1 + 8*(n11 + n10 + n01 + n00)))/2")


def of_pairs(goal: Goal) -> Goal:
    """Return the goal that takes an index of tables for one of pair counts.

    The number n of items is a function of that of pairs, N = n(n − 1)/2.
    """

    @wraps(goal)
    def of_tables(claim: Claim, proof: Proof) -> str | None:
        return goal(_as_pairs(claim), proof)

    of_tables.__name__ = f"{goal.__name__}_of_pairs"
    return of_tables


def _as_pairs(claim: Claim) -> Claim:
    strange = claim.formula.symbols - _COUNTS - {"n", "pi"}
    demand(not strange, f"{', '.join(sorted(strange))}: not pair counts")
    return claim._replace(formula=_with_items(claim.formula))


def distance_from_disagreements(claim: Claim, proof: Proof) -> None:
    """Show that V is linear in N10 and N01, each of which obeys the triangle inequality."""
    faces = Faces(_as_pairs(claim), proof)
    show_symmetry(faces)
    unique_best(faces)
    for face in (f for f in FACES if f.is_possible):
        demand(faces.value(face).by_formula, f"the formula is undefined on {face}")
    cite(proof, ["pairs that differ"])
    n11, n10, n01, total = map(quotient, ("n11", "n10", "n01", "v**2/2 + v/2"))
    values = {"n": quotient("v + 1"), "n11": n11, "n10": n10, "n01": n01}
    values["n00"] = total - n11 - n10 - n01
    value = evaluate(claim.formula, values, proof.witnesses)
    for name in ("n10", "n01"):
        slope = value.slope({name: 1})
        demand(variables(slope) <= {"v"}, "V is not linear for each n")
        sign = proof.sign(slope, f"slope of V along {name.upper()} for given n", written(values))
        demand(sign * claim.sense <= 0, f"V improves with {name}")
        value -= slope * quotient(name)
    demand(is_constant(value), "V is not linear for each n")
    proof.note(f"for each n, |V − {value}| is a sum of multiples of N10 and N01")


def _with_items(tree: Tree) -> Tree:
    if tree.parts:
        return Tree(tree.does, tuple(map(_with_items, tree.parts)))
    return _ITEMS if tree.does == "n" else tree
