"""Every lemma that proofs about tables rely on, against all small clusterings and random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from partwise.properties.checker.lemmas import LEMMAS
from support.oracle_members import members
from support.table_facts import (
    Facts,
    Labels,
    Number,
    drawn_pairs,
    is_proper,
    is_zero,
    moves,
    partitions,
    rag_bags,
    size_cases,
    small_pairs,
)

RECALL, PRECISION = "sum(cell*cell/row)", "sum(cell*cell/col)"
ELEMENTS, MATCHED = "sum(cell*cell/max(row, col))", "matched(cell)"
RECALL_MATCHED, PRECISION_MATCHED = "matched(cell/row)", "matched(cell/col)"
SHARES_MATCHED = "matched(cell/max(row, col))"


def reaches(t: Facts, name: str, largest: Number, when: bool) -> bool:
    """Whether a positive value is at most the largest, and is it exactly in one case."""
    value = t[name]
    return bool(value > 0 and value <= Fraction(largest) and (value == largest) == when)


# --- two clusterings


def information(t: Facts) -> bool:
    only_b = t["entropy_joint"] - t["entropy_a"]
    shared = t.information
    if t.refines and not (is_zero(shared - t["entropy_b"])):
        return False
    single = len(t.columns) == 1
    return bool(
        (only_b > 0 or is_zero(only_b))
        and (shared > 0 or is_zero(shared))
        and is_zero(only_b) == t.refines
        and (not t.refines or is_zero(shared) == single)
    )


def numbers_of_clusters(t: Facts) -> bool:
    k_a, k_b = t["k_a"], t["k_b"]
    if t.is_same:
        return bool(k_a == k_b and (k_a > 1 or len(set(t.a)) == 1))
    if t.refines:
        return bool(k_a > k_b)
    return bool(t.swapped.refines or (k_a > 1 and k_b > 1))


def common_clusters(t: Facts) -> bool:
    common = t["same_clusters"]
    if t.is_same:
        return bool(common == t["k_a"] == t["k_b"])
    return bool(common < t["k_a"] and (common == 0 or 1 not in (t["k_a"], t["k_b"])))


def copies(t: Facts) -> bool:
    for m in (2, 3):
        more = Facts(t.a * m, t.b * m)
        for name in ("n", "row_maxima", "column_maxima", "size_overlap", RECALL, MATCHED, ELEMENTS):
            if more[name] != m * t[name]:
                return False
        if any(more[name] != m * m * t[name] for name in ("n10", "n01", "n00")):
            return False
        if any(more[name] != t[name] for name in ("k_a", "same_clusters", SHARES_MATCHED)):
            return False
        if not is_zero(more["entropy_joint"] - t["entropy_joint"]):
            return False
    return True


OF_TWO: dict[str, Callable[[Facts], bool]] = {
    "information": information,
    "recall and precision": lambda t: (
        reaches(t, RECALL, t.n, t.refines) and reaches(t, PRECISION, t.n, t.swapped.refines)
    ),
    "maxima": lambda t: (
        reaches(t, "row_maxima", t.n, t.refines)
        and reaches(t, "column_maxima", t.n, t.swapped.refines)
    ),
    "matching": lambda t: reaches(t, MATCHED, t.n, t.is_same),
    "matched shares": lambda t: (
        reaches(t, RECALL_MATCHED, t["k_a"], t.is_same)
        and reaches(t, PRECISION_MATCHED, t["k_b"], t.is_same)
        and reaches(t, SHARES_MATCHED, max(t["k_a"], t["k_b"]), t.is_same)
    ),
    "elements": lambda t: reaches(t, ELEMENTS, t.n, t.is_same),
    "sizes in order": lambda t: (
        0 < t["size_overlap"] <= t.n and (not t.is_same or t["size_overlap"] == t.n)
    ),
    "numbers of clusters": numbers_of_clusters,
    "common clusters": common_clusters,
    "copies": copies,
}


@pytest.mark.parametrize("name", OF_TWO)
def test_lemmas_about_two_clusterings(name: str) -> None:
    for t in (*small_pairs(6), *drawn_pairs(150)):
        assert OF_TWO[name](t), (t.a, t.b)
        assert OF_TWO[name](t.swapped), (t.b, t.a)


# --- means over shuffles


def expected_information(t: Facts) -> bool:
    mean = t.expected_information
    if is_proper(t.a) and is_proper(t.b):
        return bool(mean > -1e-12 and min(t["entropy_a"], t["entropy_b"]) - mean > 1e-6)
    return is_zero(mean - t.information)


def mean_information(t: Facts) -> bool:
    values = [s.information for s in t.shuffles]
    mean = t.expected_information
    spread = max(abs(value - mean) for value in values)
    sizes = ("entropy_a", "entropy_b")
    others = t.shuffles[:: max(1, len(t.shuffles) // 5)]
    return all(is_zero(s[name] - t[name]) for s in others for name in sizes) and (
        not is_zero(spread) or is_zero(t.information - mean)
    )


def mean_pairs(t: Facts) -> bool:
    values = [s["n11"] for s in t.shuffles]
    together = [t["n11"] + t[name] for name in ("n10", "n01")]
    return bool(sum(values) * comb(t.n, 2) == together[0] * together[1] * len(values))


def either_is_shuffled(t: Facts) -> bool:
    here, there = ([s.information for s in x.shuffles] for x in (t, t.swapped))
    counts = [[s["n11"] for s in x.shuffles] for x in (t, t.swapped)]
    means = [sum(c) / len(c) for c in counts]
    squares = [sum(x * x for x in c) / len(c) for c in counts]
    return bool(
        is_zero(sum(here) / len(here) - sum(there) / len(there))
        and is_zero(sum(x * x for x in here) / len(here) - sum(x * x for x in there) / len(there))
        and is_zero(means[0] - means[1])
        and is_zero(squares[0] - squares[1])
        and all(
            t[name] == t.swapped[name]
            for name in ("n", "n11", "n00", "same_clusters", "size_overlap", MATCHED, ELEMENTS)
        )
    )


OVER_SHUFFLES = {
    "expected information": expected_information,
    "mean information": mean_information,
    "mean pairs": mean_pairs,
    "either is shuffled": either_is_shuffled,
}


@pytest.mark.parametrize("name", OVER_SHUFFLES)
def test_lemmas_about_shuffles(name: str) -> None:
    for t in small_pairs(5):
        assert OVER_SHUFFLES[name](t), (t.a, t.b)


def test_the_approximate_number_of_tables_does_not_depend_on_the_order() -> None:
    for t in small_pairs(5):
        here, there = members(t.a, t.b), members(t.b, t.a)
        for name in ("log_table_count", "arrangement_information"):
            assert is_zero(float(here[name] - there[name]))


# --- moves


def changes(before: Facts, after: Facts, same: tuple[str, ...], larger: tuple[str, ...]) -> bool:
    return all(is_zero(after[name] - before[name]) for name in same) and all(
        after[name] > before[name] and not is_zero(after[name] - before[name]) for name in larger
    )


def splits_and_information(before: Facts, after: Facts) -> bool:
    return changes(before, after, ("entropy_a", "entropy_joint"), ("entropy_b",))


def merges_and_information(before: Facts, after: Facts) -> bool:
    return (
        changes(after, before, ("entropy_a",), ("entropy_b",))
        and is_zero(after.information - before.information)
        and before.information > 1e-9
    )


def splits_and_items(before: Facts, after: Facts) -> bool:
    return changes(before, after, (RECALL, "row_maxima"), (PRECISION, "column_maxima")) and all(
        after[name] >= before[name] for name in (MATCHED, ELEMENTS)
    )


def merges_and_items(before: Facts, after: Facts) -> bool:
    return changes(before, after, (PRECISION, "column_maxima"), (RECALL, ELEMENTS)) and all(
        after[name] >= before[name] for name in (MATCHED, "row_maxima")
    )


OF_MOVES = {
    "splits and information": ("split", splits_and_information),
    "merges and information": ("merge", merges_and_information),
    "splits and items": ("split", splits_and_items),
    "merges and items": ("merge", merges_and_items),
}


@pytest.mark.parametrize("name", OF_MOVES)
def test_lemmas_about_moves(name: str) -> None:
    kind, check = OF_MOVES[name]
    tried = 0
    for t in (*small_pairs(6), *drawn_pairs(60, 14)):
        for before, after in moves(kind, t):
            tried += 1
            assert check(before, after), (before.a, before.b, after.b)
    assert tried > 300


ENTROPIES = ("entropy_a", "entropy_b", "entropy_joint")


def rag_bag_changes(before: Facts, after: Facts) -> bool:
    same = (*ENTROPIES, "k_a", "k_b", RECALL, "row_maxima", "column_maxima", MATCHED)
    return bool(
        changes(before, after, same, (PRECISION, ELEMENTS, "same_clusters"))
        and before.information > 1e-9
        and not is_zero(before["entropy_joint"] - before["entropy_b"])
        and after["k_b"] >= after["same_clusters"] + 1
        and after["k_a"] >= after["same_clusters"] + 2
    )


def sizes_and_information(before: Facts, after: Facts) -> bool:
    return merges_and_information(before, after) and not after.refines


def sizes_and_items(before: Facts, after: Facts) -> bool:
    larger = (RECALL, "row_maxima", MATCHED, RECALL_MATCHED, ELEMENTS, "same_clusters")
    return bool(
        changes(before, after, (PRECISION, "column_maxima", "k_a"), larger)
        and before["k_b"] > after["k_b"]
        and after["k_a"] >= after["same_clusters"] + 1
        and after["k_b"] >= after["same_clusters"] + 2
    )


OF_CASES = {
    "rag bags": (rag_bags, rag_bag_changes),
    "sizes and information": (size_cases, sizes_and_information),
    "sizes and items": (size_cases, sizes_and_items),
}


@pytest.mark.parametrize("name", OF_CASES)
def test_lemmas_about_cases_of_amigo(name: str) -> None:
    cases, check = OF_CASES[name]
    for before, after in cases():
        assert check(before, after), (before.a, before.b, after.b)
        assert {before.relation, after.relation} == {"ordinary"}
        assert is_proper(before.a)


# --- three clusterings


def information_of_three(ab: Facts, bc: Facts, ac: Facts) -> bool:
    abc = Facts(tuple(map(hash, zip(ab.a, ab.b, strict=True))), bc.b)["entropy_joint"]
    h_a, h_b, h_c = ab["entropy_a"], ab["entropy_b"], bc["entropy_b"]
    h_ab, h_bc, h_ac = (t["entropy_joint"] for t in (ab, bc, ac))
    shared = [  # I(A;B|C), I(B;C|A), I(A;C|B)
        h_ac + h_bc - abc - h_c,
        h_ab + h_ac - abc - h_a,
        h_ab + h_bc - abc - h_b,
    ]
    alone = [abc - h for h in (h_bc, h_ac, h_ab)]
    central = h_a + h_b - h_ab - shared[0]
    return bool(
        all(x > 0 or is_zero(x) for x in (*shared, *alone))
        and all(x + central > 0 or is_zero(x + central) for x in shared)
        and is_zero(h_a - (alone[0] + shared[0] + shared[2] + central))
    )


def within(distance: Callable[[Facts], object]) -> Callable[..., bool]:
    return lambda ab, bc, ac: bool(distance(ac) <= distance(ab) + distance(bc) + 1e-12)  # type: ignore[operator]


def larger_entropy(t: Facts) -> object:
    largest = max(t["entropy_a"], t["entropy_b"])
    return 0 if is_zero(largest) else 1 - t.information / largest


def counted(name: str) -> Callable[[Facts], object]:
    return lambda t: t[name]


def lacking(name: str) -> Callable[[Facts], object]:
    return lambda t: t.n - t[name]


OF_THREE: dict[str, tuple[Callable[..., bool], ...]] = {
    "information of three": (information_of_three,),
    "larger entropy": (within(larger_entropy),),
    "functions compose": (within(lacking("row_maxima")), within(lacking("column_maxima"))),
    "matchings compose": (within(lacking(MATCHED)),),
    "spread of items": (within(lacking(ELEMENTS)),),
    "pairs that differ": (within(counted("n10")), within(counted("n01"))),
}


@pytest.mark.parametrize("name", OF_THREE)
def test_lemmas_about_three_clusterings(name: str) -> None:
    for a, b, c in triples():
        facts = Facts(a, b), Facts(b, c), Facts(a, c)
        for check in OF_THREE[name]:
            assert check(*facts), (a, b, c)


def triples() -> Iterator[tuple[Labels, Labels, Labels]]:
    yield from product(partitions(4), repeat=3)
    for first, second in zip(drawn_pairs(150), drawn_pairs(300)[150:], strict=True):
        n = min(first.n, second.n)
        yield from permutations((first.a[:n], first.b[:n], second.b[:n]))


def test_every_lemma_is_tried() -> None:
    tried = {*OF_TWO, *OVER_SHUFFLES, *OF_MOVES, *OF_CASES, *OF_THREE}
    assert tried == set(LEMMAS)
    assert all(lemma.says.endswith(".") and lemma.why.endswith(".") for lemma in LEMMAS.values())
