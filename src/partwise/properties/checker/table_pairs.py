"""Goals of indices of tables that see pair counts and the number of items only."""

from __future__ import annotations

from functools import wraps

from .algebra import NotShownError
from .claims import Claim, Goal
from .formulas import Tree, parse
from .proofs import Proof

_COUNTS = {"n11", "n10", "n01", "n00"}
_ITEMS = parse("(1 + sqrt(1 + 8*(n11 + n10 + n01 + n00)))/2")


def of_pairs(goal: Goal) -> Goal:
    """Return the goal that takes an index of tables for one of pair counts.

    The number n of items is a function of that of pairs, N = n(n − 1)/2.
    """

    @wraps(goal)
    def of_tables(claim: Claim, proof: Proof) -> str | None:
        strange = claim.formula.symbols - _COUNTS - {"n", "pi"}
        if strange:
            raise NotShownError(f"{', '.join(sorted(strange))}: no pair counts")
        return goal(claim._replace(formula=_with_items(claim.formula)), proof)

    of_tables.__name__ = f"{goal.__name__}_of_pairs"
    return of_tables


def _with_items(tree: Tree) -> Tree:
    if tree.parts:
        return Tree(tree.does, tuple(map(_with_items, tree.parts)))
    return _ITEMS if tree.does == "n" else tree
