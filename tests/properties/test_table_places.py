"""Every pair of small clusterings is at a place that proofs look at, and every move is one of them.

A place says what a formula sees, in positive variables. Whether some positive numbers give exactly
what two clusterings have is a linear program, as all places are linear after a multiplication.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pytest
from scipy.optimize import linprog

from partwise.properties.checker.algebra import ONE, Quotient
from partwise.properties.checker.table_moves import MERGE, RAG_BAG, SIZES, SPLIT, Move
from partwise.properties.checker.table_moves import moves as known_moves
from partwise.properties.checker.table_names import (
    ELEMENTS,
    MATCHED,
    MATCHED_PRECISION,
    MATCHED_RECALL,
    MATCHED_SHARES,
    PRECISION,
    RECALL,
)
from partwise.properties.checker.table_places import places
from support.table_facts import Facts, drawn_pairs, moves, rag_bags, size_cases, small_pairs

ENTROPIES = {"entropy_a", "entropy_b", "entropy_joint"}
SUMS = {"n", RECALL, PRECISION, "row_maxima", "column_maxima", MATCHED, ELEMENTS}
NUMBERS = {"n", "k_a", "k_b", "same_clusters"}
SHARES = {"n", "k_a", "k_b", "size_overlap", MATCHED_RECALL, MATCHED_PRECISION, MATCHED_SHARES}
SMALLEST = 1e-6  # of a variable; what differs, differs by more


def is_met(demands: Iterable[tuple[Quotient, float]]) -> bool:
    """Whether some positive numbers give all quotients the values that they should have."""
    equations = []
    for quotient, value in demands:
        below = ONE
        for factor, power in quotient.below.items():
            below *= factor**power
        terms = {m: float(c) for m, c in quotient.above.terms.items()}
        for monomial, c in below.terms.items():
            terms[monomial] = terms.get(monomial, 0.0) - value * float(c)
        assert all(len(m) <= 1 and all(p == 1 for _, p in m) for m in terms), str(quotient)
        equations.append(terms)
    names = sorted({m for terms in equations for m in terms if m})
    matrix = np.array([[terms.get(m, 0.0) for m in names] for terms in equations])
    wanted = np.array([-terms.get((), 0.0) for terms in equations])
    if not names:
        return bool(np.allclose(wanted, 0))
    bounds = [(SMALLEST, None)] * len(names)
    return bool(linprog(np.zeros(len(names)), A_eq=matrix, b_eq=wanted, bounds=bounds).success)


def demands(values: Mapping[str, Quotient], t: Facts) -> list[tuple[Quotient, float]]:
    return [(quotient, float(t[name])) for name, quotient in values.items()]


@pytest.mark.parametrize(
    ("names", "most"),
    [
        (ENTROPIES, 5),
        (ENTROPIES | {"expected_mutual_information"}, 4),
        (SUMS, 5),
        (NUMBERS, 5),
        (SHARES, 4),
        (ENTROPIES | NUMBERS, 4),
        (ENTROPIES | {"n", RECALL, MATCHED}, 4),
    ],
)
def test_every_pair_of_clusterings_has_its_place(names: set[str], most: int) -> None:
    known = places(names)
    drawn = () if "expected_mutual_information" in names else drawn_pairs(25)
    for t in (*small_pairs(most), *drawn):
        assert any(
            is_met(demands(place.values, t)) for place in known if t.relation in place.relations
        ), (t.a, t.b)


def is_known(known: list[Move], before: Facts, after: Facts) -> bool:
    return any(
        is_met([*demands(move.before.values, before), *demands(move.after.values, after)])
        for move in known
        if before.relation in move.before.relations and after.relation in move.after.relations
    )


@pytest.mark.parametrize("names", [ENTROPIES, SUMS, ENTROPIES | {"n", RECALL, "column_maxima"}])
@pytest.mark.parametrize(("kind", "word"), [(SPLIT, "split"), (MERGE, "merge")])
def test_every_perfect_split_and_merge_is_known(kind: str, word: str, names: set[str]) -> None:
    known = known_moves(kind, names)
    for t in (*small_pairs(4), *small_pairs(5)[::7], *drawn_pairs(8, 12)):
        for before, after in moves(word, t):
            assert is_known(known, before, after), (before.a, before.b, after.b)


@pytest.mark.parametrize("names", [ENTROPIES | NUMBERS, SUMS, NUMBERS])
@pytest.mark.parametrize(("kind", "cases"), [(RAG_BAG, rag_bags), (SIZES, size_cases)])
def test_every_case_of_amigo_is_known(kind: str, cases: object, names: set[str]) -> None:
    wanted = names | {MATCHED_RECALL} if kind == SIZES and names is NUMBERS else names
    known = known_moves(kind, wanted)
    for before, after in list(cases())[::3]:  # type: ignore[operator]
        assert is_known(known, before, after), (before.a, before.b, after.b)


def test_the_linear_programs_do_refuse() -> None:
    """Where M is positive and A = B, both have the entropy M, so a joint one above it is none."""
    first, *_ = places(ENTROPIES)
    assert is_met(zip(first.values.values(), (0.5, 0.5, 0.5), strict=True))
    assert not is_met(zip(first.values.values(), (0.5, 0.5, 0.6), strict=True))
    assert not is_met(zip(first.values.values(), (0.0, 0.0, 0.0), strict=True))
