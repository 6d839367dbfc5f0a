"""What indices for covers see of two covers: brute force over pairs, walks and entropies."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

import partwise as pw
from covers import definitions
from covers.definitions import Clusters, random_cover, together
from partwise.base import TableError
from partwise.tables import CoverTable, cover_entropies, cover_pairs, cover_table, cover_walks
from partwise.tables.cover_entropies import unexplained
from partwise.tables.cover_walks import SharedWalks, shared_walks

Levels = dict[tuple[int, int], int]


def table_of(n: int, a: Clusters, b: Clusters) -> CoverTable:
    return cover_table(pw.Cover(a, items=range(n)), pw.Cover(b, items=range(n)))


def levels_of(n: int, a: Clusters, b: Clusters, copies: int) -> tuple[Levels, Levels, Levels]:
    """Return what PairLevels holds if each item is there several times, pair by pair."""
    joint: Counter[tuple[int, int]] = Counter()
    for x, y in combinations(range(n), 2):
        joint[together(a, x, y), together(b, x, y)] += copies**2
    for x in range(n):
        joint[together(a, x, x), together(b, x, x)] += copies * (copies - 1) // 2
    shares = []
    for mine, theirs in ((a, b), (b, a)):
        sums: Counter[tuple[int, int]] = Counter()
        for x in range(n):
            near = [y for y in range(n) if together(mine, x, y)]
            for y in near:
                level = together(mine, x, y)
                common = min(level, together(theirs, x, y))
                sums[len(near) * copies, level] += common * copies**2
        shares.append(dict(sums))
    return {levels: pairs for levels, pairs in joint.items() if pairs}, shares[0], shares[1]


def copied(cover: Clusters, n: int, copies: int) -> Clusters:
    return [frozenset(x + n * i for x in part for i in range(copies)) for part in cover]


def assert_levels(n: int, a: Clusters, b: Clusters, copies: int = 1) -> None:
    table = table_of(n * copies, copied(a, n, copies), copied(b, n, copies))
    found, expected = table.pair_levels, levels_of(n, a, b, copies)
    assert found.joint == expected[0], (n, a, b)
    assert all(type(pairs) is int for pairs in found.joint.values())
    for mine, theirs in ((found.shares_a, expected[1]), (found.shares_b, expected[2])):
        assert {key: sum_ for key, sum_ in mine.items() if sum_} == {
            key: sum_ for key, sum_ in theirs.items() if sum_
        }, (n, a, b)


@pytest.mark.parametrize("at_once", [1, 2, 7, 2**22])
def test_levels_are_those_of_all_pairs_however_many_are_in_memory(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover_pairs, "_AT_ONCE", at_once)
    random = Random(at_once)  # noqa: S311
    for _ in range(25):
        n = random.randint(1, 7)
        assert_levels(n, random_cover(random, n), random_cover(random, n))


def test_levels_are_whole_numbers_where_floats_are_summed_in_halves() -> None:
    """9,000 copies of an item have more than 2^26 pairs."""
    random = Random(3)  # noqa: S311
    assert_levels(3, random_cover(random, 3), [frozenset({0, 1}), frozenset({1, 2})], copies=9000)


@pytest.mark.parametrize("bits", [2, 26, 27, 28, 52, 57])
@pytest.mark.parametrize("apart", [1, 10**6])
def test_sums_of_large_counts_are_exact(bits: int, apart: int) -> None:
    rng = np.random.default_rng(bits)
    for length in (1, 2, 40):
        counts = rng.integers(2 ** (bits - 1), 2**bits, length)
        keys = apart * rng.integers(0, 3, length)
        expected: Counter[int] = Counter()
        for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
            expected[key] += count
        assert dict(cover_pairs._gathered(keys, counts)) == expected


def test_covers_without_items_or_clusters_have_no_pairs() -> None:
    for n in (0, 1, 4):
        levels = table_of(n, [], []).pair_levels
        assert levels.joint == ({(0, 0): 6} if n == 4 else {})
        assert (levels.shares_a, levels.shares_b) == ({}, {})
        assert levels.marginal(0) == levels.marginal(1) == ({0: 6} if n == 4 else {})


def test_equal_rows_have_equal_numbers() -> None:
    from scipy.sparse import csr_array

    rng = np.random.default_rng(2)
    for _ in range(100):
        matrix = (rng.random((rng.integers(1, 30), rng.integers(1, 5))) < 0.5).astype(np.int64)
        codes = cover_pairs.groups_of_rows(csr_array(matrix)).tolist()
        rows = list(map(tuple, matrix.tolist()))
        numbers = dict(zip(rows, codes, strict=True))
        assert [numbers[row] for row in rows] == codes
        assert sorted(numbers.values()) == list(range(len(numbers)))


# --- walks


@pytest.mark.parametrize(
    ("at_once", "dense"), [(2**22, 2000), (2**22, 0), (1, 2000), (5, 0), (5, 2)]
)
def test_walks_are_those_of_the_definition_by_every_way(
    at_once: int, dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover_walks, "_AT_ONCE", at_once)
    monkeypatch.setattr(cover_walks, "_DENSE", dense)
    random = Random(dense)  # noqa: S311
    for _ in range(12):
        n = random.randint(2, 7)
        a, b = random_cover(random, n), random_cover(random, n)
        walked = shared_walks(table_of(n, a, b), 0.9)
        common = sum(count / size for count, size in walked.disjoint) + walked.walked
        assert 1 - (n - common) / n == pytest.approx(
            float(definitions.element_centric(n, a, b) or 0), rel=1e-11
        )


def test_walks_between_copies_of_items_are_those_of_the_items() -> None:
    a, b = [{0, 1}, {1, 2}, {3}], [{0, 1, 2}, {2, 3}]
    expected = float(
        definitions.element_centric(4, [*map(frozenset, a)], [*map(frozenset, b)]) or 0
    )
    for copies in (1, 4):
        one, other = (copied([*map(frozenset, side)], 4, copies) for side in (a, b))
        exact = definitions.element_centric(4 * copies, one, other)
        assert pw.score(
            pw.Cover(one, items=range(4 * copies)), pw.Cover(other, items=range(4 * copies)), "ECS"
        ) == pytest.approx(float(exact or 0), rel=1e-12)
    assert pw.score(pw.Cover(a), pw.Cover(b), "ECS") == pytest.approx(expected, rel=1e-12)


def test_too_many_walks_are_refused_and_as_many_as_allowed_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The items have 4 kinds of clusters in one connected part: 16 pairs of kinds."""
    table = cover_table([{0, 1}, {1, 2}, {2, 3, 4}], [{0, 1, 2, 3, 4}])
    monkeypatch.setattr(cover_walks, "_MOST_PAIRS", 16)
    allowed = shared_walks(table, 0.9)
    assert isinstance(allowed, SharedWalks)
    assert allowed.walked > 0
    monkeypatch.setattr(cover_walks, "_MOST_PAIRS", 15)
    with pytest.raises(TableError, match=r"2e\+01 pairs of items.*extended_bcubed or omega"):
        shared_walks(table, 0.9)


# --- entropies


@pytest.mark.parametrize("seed", range(8))
def test_what_is_unexplained_is_that_of_the_definition(seed: int) -> None:
    random = Random(seed)  # noqa: S311
    for case in range(20):
        n = random.randint(1, 9)
        a, b = random_cover(random, n, 3), random_cover(random, n, 3)
        if case % 3 == 0 and b:  # clusters that share no items, and have most of them
            a = [*a, frozenset(range(n)) - b[0]]
            a = [part for part in a if part]
        for ties in (False, True):
            sides = unexplained(table_of(n, a, b), ties=ties)
            for side, cover, other in zip(sides, (a, b), (b, a), strict=True):
                entropy = [float(definitions._entropy(part, n)) for part in cover]
                left = [float(definitions._left(part, other, n, ties=ties)) for part in cover]
                assert sorted(side.entropy) == pytest.approx(sorted(entropy), abs=1e-14)
                assert sorted(side.left) == pytest.approx(sorted(left), abs=1e-13), (n, a, b, ties)


@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_clusters_without_common_items_explain_each_other_as_complements_do(n: int) -> None:
    for first in range(1, n):
        for second in range(1, n - first + 1):
            a, b = [frozenset(range(first))], [frozenset(range(n - second, n))]
            for ties in (False, True):
                one, other = unexplained(table_of(n, a, b), ties=ties)
                expected = definitions._left(a[0], b, n, ties=ties)
                assert one.left == pytest.approx(float(expected), abs=1e-14)
                expected = definitions._left(b[0], a, n, ties=ties)
                assert other.left == pytest.approx(float(expected), abs=1e-14)


def test_signs_are_exact_where_powers_leave_the_floats() -> None:
    random = Random(6)  # noqa: S311
    for _ in range(40):
        counts = [random.randint(0, 400) for _ in range(4)]
        n = sum(counts)
        terms = [definitions._h(count, n) for count in counts]
        difference = terms[0] + terms[1] - terms[2] - terms[3]
        sign = 0 if abs(difference) < 1e-30 else 1 if difference > 0 else -1
        assert cover_entropies._exact_sign(counts, n, 5) == sign
        tripled = [3 * count for count in counts]
        assert cover_entropies._exact_sign(tripled, 3 * n, 5) == sign


def test_entropies_of_nearly_all_items_keep_their_digits() -> None:
    n = 10**9
    counts = [1, 3, n // 2, n // 2 + 1, n - 3, n - 1, n]
    expected = [float(definitions._h(count, n)) for count in counts]
    assert cover_entropies._term(np.array(counts), n) == pytest.approx(expected, rel=4e-16)
    assert cover_entropies._term(np.array([0]), n).tolist() == [0]


def test_ties_are_found_up_to_the_limit_of_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = [40, 10, 10, 20]  # a tie: see test_ties_of_agreement_are_exact
    monkeypatch.setattr(cover_entropies, "_MOST_EXACT", 8)
    assert cover_entropies._exact_sign(counts, 80, 1) == 0
    monkeypatch.setattr(cover_entropies, "_MOST_EXACT", 7)
    assert cover_entropies._exact_sign(counts, 80, 1) == 1
    assert cover_entropies._exact_sign(counts, 80, -1) == -1


def test_entropies_of_no_items_are_none() -> None:
    for side in unexplained(table_of(0, [], []), ties=True):
        assert len(side.entropy) == len(side.left) == 0


# --- the table


def test_tables_of_covers_have_the_numbers_of_both_sides() -> None:
    random = Random(8)  # noqa: S311
    for _ in range(50):
        n = random.randint(1, 6)
        a, b = random_cover(random, n), random_cover(random, n)
        table = table_of(n, a, b)
        assert (table.n, table.item_count, table.k_a, table.k_b) == (n, n, len(a), len(b))
        assert (table.T.k_a, table.T.k_b) == (len(b), len(a))
        assert sorted(table.row_sizes) == sorted(map(len, a))
        assert sorted(table.column_sizes) == sorted(map(len, b))
        shared = [len(x & y) for x in a for y in b if x & y]
        assert sorted(table.overlaps.shared) == sorted(shared)
        assert sorted(table.T.overlaps.shared) == sorted(shared)
        sizes = zip(
            table.row_sizes[table.overlaps.row],
            table.column_sizes[table.overlaps.column],
            table.overlaps.shared,
            strict=True,
        )
        assert sorted(sizes) == sorted((len(x), len(y), len(x & y)) for x in a for y in b if x & y)
        assert table.are_identical == (sorted(map(sorted, a)) == sorted(map(sorted, b)))
        is_partition = [
            all(sum(x in part for part in side) == 1 for x in range(n)) for side in (a, b)
        ]
        assert table.are_partitions == all(is_partition)
        says_nothing = [all(len(part) == n for part in side) for side in (a, b)]
        relation = "trivial" if any(says_nothing) else "ordinary"
        assert table.relation == ("identical" if table.are_identical else relation)


def test_covers_with_clusters_of_equal_sizes_are_told_apart() -> None:
    assert not cover_table([{0, 1}, {1, 2}], [{0, 1}, {0, 2}]).are_identical
    assert cover_table([{0, 1}, {1, 2}], [{2, 1}, {0, 1}]).are_identical
    one, other = [{0, 1}, {0, 1}, {2, 3}], [{0, 1}, {2, 3}, {2, 3}]
    assert not cover_table(one, other).are_identical


def test_tables_of_covers_print_their_numbers() -> None:
    shown = repr(cover_table([{0, 1}, {1, 2}], [{0, 1, 2, 3}], missing="singletons"))
    assert shown == "<CoverTable of 4 items, 3 reference clusters, 1 candidate cluster>"
