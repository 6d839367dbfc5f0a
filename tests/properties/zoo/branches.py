"""Formulas with branches: what they are for most counts, they are not for some."""

# ruff: noqa: BLE001, S110 - to swallow exceptions is what some species are about

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import numpy as np

from partwise import PairCounts
from properties.zoo.evidence import Labels, of_sizes
from properties.zoo.species import Broken, Species, correlation, pairs, rand


def singles(n: int) -> Labels:
    """Return all singletons."""
    return tuple(range(n))


OF_700 = of_sizes(37, 8, 4)  # 666 + 28 + 6 pairs
FROM_700 = Broken(OF_700, singles(49))  # N10 = 700, N01 = 0, and the other way round
INTO_700 = Broken(of_sizes(37, 8, 4, 2), singles(51), (*range(49), 49, 49))  # N10: 701, then 700


def equal_700(p: PairCounts) -> Any:
    if p.n10 == 700:
        return 0
    return rand(p)


def unequal_700(p: PairCounts) -> Any:
    return rand(p) if p.n10 != 700 else p.total - p.total


def beyond_700(p: PairCounts) -> Any:
    return rand(p) / 2 if p.n10 >= 700 else rand(p)


def one_branch_of_equal_counts(p: PairCounts) -> Any:
    return rand(p) if p.n10 == p.n01 else rand(p) / 2


def by_relation(p: PairCounts) -> Any:
    return p.total * 0 - 5 if p.relation == "trivial" else rand(p)


def by_relation_with_correlation(p: PairCounts) -> Any:
    return correlation(p) if p.relation == "ordinary" else 2


def membership(p: PairCounts) -> Any:
    return 2 if p.n11 in (41, 43) else rand(p)


def membership_in_a_set(p: PairCounts) -> Any:
    return 2 if p.n11 in {41, 43} else rand(p)


def membership_in_a_range(p: PairCounts) -> Any:
    return 0 if p.n10 in range(3, 100) else rand(p)


def truth_value(p: PairCounts) -> Any:
    return rand(p) if p.n10 else rand(p) + 1 / p.total


def negation(p: PairCounts) -> Any:
    return rand(p) + (not p.n10) / p.total


def disjunction(p: PairCounts) -> Any:
    return -((p.n10 * p.n01 or p.n10) / p.total)


def conjunction(p: PairCounts) -> Any:
    return rand(p) - (p.n01 and p.n10 and 2 * p.n10) / (3 * p.total)


def truth_of_all(p: PairCounts) -> Any:
    return rand(p) if all((p.n10, p.n11 + 1)) else rand(p) / 2


def dictionary(p: PairCounts) -> Any:
    return {6: 0}.get(p.n10, rand(p))


def late_dictionary(p: PairCounts) -> Any:
    return {700: 0}.get(p.n10, rand(p))


def matched(p: PairCounts) -> Any:
    match p.n00:
        case 300:
            return 0
        case _:
            return rand(p)


def matched_by_class(p: PairCounts) -> Any:
    match p:
        case PairCounts(n11=0, n10=1, n01=0):
            return 0
        case _:
            return rand(p)


def matched_as_sequence(p: PairCounts) -> Any:
    match tuple(p):
        case (_, 1, 0, _):
            return 0
        case _:
            return rand(p)


def equal_records(p: PairCounts) -> Any:
    return 5 if p == PairCounts(0, 3, 0, 0) else rand(p)


def hashed_record(p: PairCounts) -> Any:
    return {PairCounts(0, 3, 0, 0): 5}.get(p, rand(p))


def as_a_tuple(p: PairCounts) -> Any:
    return 5 if dataclasses.astuple(p) == (0, 3, 0, 0) else rand(p)


def comparison_in_try(p: PairCounts) -> Any:
    try:
        if p.n10 > p.n01:
            return rand(p) / 2
    except Exception:
        pass
    return rand(p)


def truth_in_try(p: PairCounts) -> Any:
    try:
        weight = 2 if p.n10 > 0 else 1
    except BaseException:
        weight = 1
    return rand(p) / weight


def refusal_in_finally(p: PairCounts) -> Any:
    value = rand(p)
    try:
        if p.n10 > p.n01:
            value = value / 2
    finally:
        return value  # noqa: B012


def chained_comparison(p: PairCounts) -> Any:
    return 0 if 0 < p.n10 < 2 and p.n01 == 0 else rand(p)


def attribute_of_fractions(p: PairCounts) -> Any:
    try:
        return rand(p) / (1 + p.n10.numerator % 2)
    except AttributeError:
        return rand(p)


def largest(p: PairCounts) -> Any:
    return -max(p.n10, p.n01) / p.total


def least(p: PairCounts) -> Any:
    return -min(p.n10, p.n01) / p.total


def in_order(p: PairCounts) -> Any:
    small, large = sorted((p.n10, p.n01))
    return -(small + 2 * large) / p.total


def least_in_order(p: PairCounts) -> Any:
    return rand(p) - sorted((p.n10, 3))[0] / (2 * p.total)


def of_numpy(p: PairCounts) -> Any:
    return rand(p) * float(np.where(np.asarray(p.n10 == 3), 0, 1))


def sign_of_numpy(p: PairCounts) -> Any:
    try:
        return rand(p) - int(np.sign(float(p.n10 - 2))) / p.total
    except Exception:
        return rand(p)


def pickled(p: PairCounts) -> Any:
    return rand(p) / (1 + (pickle.dumps(p.n10) == pickle.dumps(type(p.n10)(3))))


SPECIES: list[Species] = [
    pairs(
        "equal_700", equal_700, "0 instead of Rand where N10 = 700",
        symmetry=FROM_700, distance=FROM_700, monotonicity=INTO_700, maximal_agreement=True,
    ),
    pairs(
        "unequal_700", unequal_700, "the same by !=",
        symmetry=FROM_700, distance=FROM_700, monotonicity=INTO_700,
    ),
    pairs(
        "beyond_700", beyond_700, "half of Rand where N10 ≥ 700",
        symmetry=FROM_700, distance=FROM_700, maximal_agreement=True,
    ),
    pairs(
        "one_branch_of_equal_counts", one_branch_of_equal_counts,
        "Rand, halved unless N10 = N01: which does not depend on the order of A and B; identical "
        "clusterings have N10 = N01, and the others are below 1",
        symmetry=True, maximal_agreement=True, monotonicity=False,
    ),
    pairs(
        "by_relation", by_relation, "a trivial candidate gets −5, and may be an improvement",
        symmetry=True, monotonicity=False, maximal_agreement=True,
    ),
    pairs(
        "by_relation_with_correlation", by_relation_with_correlation,
        "2 for identical and for trivial clusterings alike",
        symmetry=True, maximal_agreement=False, distance=False,
    ),
    pairs(
        "membership", membership, "V(A, A) = 2 where N11 = 41 = 36 + 3 + 1 + 1, and 1 elsewhere",
        symmetry=True, maximal_agreement=Broken((0, 0), of_sizes(9, 3, 2, 2)),
        distance=Broken((0, 0), of_sizes(9, 3, 2, 2)),
    ),
    pairs(
        "membership_in_a_set", membership_in_a_set, "the same by a set, which hashes the count",
        symmetry=True, maximal_agreement=Broken((0, 0), of_sizes(9, 3, 2, 2)),
    ),
    pairs(
        "membership_in_a_range", membership_in_a_range, "0 where 3 ≤ N10 < 100: A = 012, B = 0|1|2",
        symmetry=False, maximal_agreement=True, monotonicity=False,
    ),
    pairs(
        "truth_value", truth_value, "1/N more than Rand where N10 = 0, as for A = 0|1, B = 01",
        symmetry=False, maximal_agreement=False, distance=False,
    ),
    pairs("negation", negation, "the same by not", symmetry=False, distance=False),
    pairs(
        "disjunction", disjunction, "N10·N01, or N10 where that is 0: 0 for N10 = 0, N01 = 1",
        symmetry=False, maximal_agreement=False,
    ),
    pairs(
        "conjunction", conjunction, "2·N10/(3N) less than Rand unless a count is 0",
        symmetry=Broken((0, 0, 0, 1, 2, 3), (0, 1, 2, 3, 3, 4)),
    ),
    pairs("truth_of_all", truth_of_all, "all() takes truth values", symmetry=False, distance=False),
    pairs(
        "dictionary", dictionary, "0 where N10 = 6: A = 0123, B = 0|1|2|3",
        symmetry=False, distance=False,
    ),
    pairs(
        "late_dictionary", late_dictionary, "0 where N10 = 700",
        symmetry=FROM_700, distance=FROM_700, monotonicity=INTO_700,
    ),
    pairs(
        "matched", matched, "V(A, A) = 0 where N00 = 300 = 15·20; N00 is symmetric in A and B",
        symmetry=True, maximal_agreement=Broken((0, 0), of_sizes(15, 20)),
    ),
    pairs("matched_by_class", matched_by_class, "A = 01, B = 0|1", symmetry=False),
    pairs("matched_as_sequence", matched_as_sequence, "A = 01, B = 0|1", symmetry=False),
    pairs("equal_records", equal_records, "A = 012, B = 0|1|2", symmetry=False),
    pairs("hashed_record", hashed_record, "A = 012, B = 0|1|2", symmetry=False),
    pairs("as_a_tuple", as_a_tuple, "A = 012, B = 0|1|2", symmetry=False),
    pairs(
        "comparison_in_try", comparison_in_try, "what cannot be compared gets Rand",
        symmetry=False, distance=False, maximal_agreement=True,
    ),
    pairs(
        "truth_in_try", truth_in_try, "swallows every exception",
        symmetry=False, maximal_agreement=True,
    ),
    pairs("refusal_in_finally", refusal_in_finally, "swallows as well", symmetry=False),
    pairs("chained_comparison", chained_comparison, "A = 01, B = 0|1", symmetry=False),
    pairs(
        "attribute_of_fractions", attribute_of_fractions, "parity, of numbers with a numerator",
        symmetry=False,
    ),
    pairs(
        "largest", largest, "−max(N10, N01)/N: 0 for identical clusterings, else below",
        symmetry=True, maximal_agreement=True, monotonicity=False,
    ),
    pairs(
        "least", least, "0 as soon as N10 = 0: A = 0|1, B = 01",
        symmetry=True, maximal_agreement=False, distance=False,
    ),
    pairs(
        "in_order", in_order, "a symmetric function, and every improvement lowers a count",
        symmetry=True, maximal_agreement=True, monotonicity=True,
    ),
    pairs(
        "least_in_order", least_in_order, "min(N10, 3)/(2N) less than Rand",
        symmetry=False, maximal_agreement=True,
    ),
    pairs("of_numpy", of_numpy, "0 where N10 = 3: A = 012, B = 0|1|2", symmetry=False),
    pairs("sign_of_numpy", sign_of_numpy, "the sign of N10 − 2", symmetry=False),
    pairs("pickled", pickled, "half where N10 is written as 3 is", symmetry=False),
]  # fmt: skip
