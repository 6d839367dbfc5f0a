"""The optimal matching, against all matchings and against SciPy on dense matrices."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

import partwise as pw
from partwise.comparison.errors.matching import (
    Match,
    Matching,
    Unmatched,
    match_clusters,
    matching_of,
)
from partwise.tables.contingency_table import counted
from support.oracle import set_partitions
from support.strange import check_output, strange_pair


def check_matching(table: pw.Contingency, found: Matching) -> None:
    """Check everything but optimality against the table."""
    cells = dict(zip(zip(*table.cells[:2], strict=True), table.cells.counts, strict=True))
    row = {label: i for i, label in enumerate(table.row_labels)}
    column = {label: j for j, label in enumerate(table.column_labels)}
    for pair in found.pairs:
        i, j = row.pop(pair.reference), column.pop(pair.candidate)  # so that none comes twice
        assert pair.shared == cells[i, j] > 0
        assert (pair.reference_size, pair.candidate_size) == (
            table.row_sizes[i],
            table.column_sizes[j],
        )
    left = [(label, table.row_sizes[i]) for label, i in row.items()]
    assert sorted(left, key=str) == sorted(found.unmatched_reference, key=str)
    left = [(label, table.column_sizes[j]) for label, j in column.items()]
    assert sorted(left, key=str) == sorted(found.unmatched_candidate, key=str)
    for sizes in (
        [pair.shared for pair in found.pairs],
        [one.size for one in found.unmatched_reference],
        [one.size for one in found.unmatched_candidate],
    ):
        assert sizes == sorted(sizes, reverse=True)
    assert found.shared == sum(pair.shared for pair in found.pairs)
    assert found.accuracy == (found.shared / table.n if table.n else 1)


def best_of_all(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """Rename the candidate's clusters in every way; count items whose labels then agree."""
    if not a:
        return 0
    names = range(max(*a, *b) + 1)
    return max(
        sum(x == renamed[y] for x, y in zip(a, b, strict=True)) for renamed in permutations(names)
    )


@pytest.mark.parametrize("n", range(6))
def test_every_pair_of_clusterings(n: int) -> None:
    for a in set_partitions(n):
        for b in set_partitions(n):
            table = pw.contingency(list(a), list(b))
            found = matching_of(table)
            check_matching(table, found)
            assert found.shared == best_of_all(a, b)


def random_table(rng: np.random.Generator) -> NDArray[np.int64]:
    shape = rng.integers(1, 40, 2)
    filled = rng.random(shape) < rng.choice([0.03, 0.1, 0.5, 1])
    return rng.integers(1, rng.choice([2, 4, 1000]), shape) * filled  # type: ignore[no-any-return]


def test_random_tables() -> None:
    """Against SciPy's assignment of the whole dense matrix."""
    rng = np.random.default_rng(1)
    for _ in range(300):
        matrix = random_table(rng)
        table = pw.Contingency.from_matrix(matrix)
        found = matching_of(table)
        check_matching(table, found)
        assert found.shared == matrix[linear_sum_assignment(matrix, maximize=True)].sum()
        assert matching_of(table) == found


def sparse_cells(rng: np.random.Generator, k: int, each: int) -> tuple[NDArray[Any], NDArray[Any]]:
    keys = np.unique(np.repeat(np.arange(k), each) * k + rng.integers(0, k, k * each))
    return np.divmod(keys, k)


def test_a_large_tangle() -> None:
    """Planted: the diagonal has the largest count of each row, so nothing can be better."""
    k = 3000
    rows, columns = sparse_cells(np.random.default_rng(1), k, 4)
    off = rows != columns
    diagonal = np.arange(k)
    table = pw.Contingency.from_cells(
        np.concatenate((diagonal, rows[off])),
        np.concatenate((diagonal, columns[off])),
        np.concatenate((np.full(k, 10), np.full(off.sum(), 9))),
    )
    found = matching_of(table)
    assert found.shared == 10 * k
    assert {(pair.reference, pair.candidate) for pair in found.pairs} == {(i, i) for i in range(k)}


def test_a_large_tangle_against_the_dense_matrix() -> None:
    rng = np.random.default_rng(2)
    rows, columns = sparse_cells(rng, 1500, 4)
    table = pw.Contingency.from_cells(rows, columns, rng.integers(1, 50, len(rows)))
    matrix = table.to_dense()
    assert matching_of(table).shared == (matrix[linear_sum_assignment(matrix, maximize=True)].sum())


def test_many_clusters_where_most_are_clear() -> None:
    """A shuffled copy with some items moved: rows whose largest cell is more than half keep it."""
    rng = np.random.default_rng(3)
    a = np.repeat(np.arange(50_000), 10)
    name = rng.permutation(50_000)
    b = np.where(np.tile(np.arange(10) < 6, 50_000), name[a], rng.integers(0, 50_000, len(a)))
    found = matching_of(counted(a, b))
    assert {pair.reference: pair.candidate for pair in found.pairs} == dict(
        enumerate(name.tolist())
    )


def test_a_greedy_choice_is_not_optimal() -> None:
    """5 + 0 against 4 + 4."""
    table = pw.Contingency.from_matrix([[5, 4], [4, 0]], ["a", "b"], ["x", "y"])
    assert matching_of(table).pairs == (Match("a", "y", 4, 9, 4), Match("b", "x", 4, 4, 9))


def test_what_stays_unmatched() -> None:
    table = pw.Contingency.from_cells(["a", "b", "c", "d"], [0, 0, 0, 1], [3, 1, 2, 5])
    found = matching_of(table)
    assert [pair[:3] for pair in found.pairs] == [("d", 1, 5), ("a", 0, 3)]
    assert found.unmatched_reference == (Unmatched("c", 2), Unmatched("b", 1))
    assert found.unmatched_candidate == ()
    assert found.accuracy == 8 / 11
    assert "2 reference clusters unmatched: c (2 items), b (1 item)" in str(found)


def test_huge_counts() -> None:
    m = 10**20
    table = pw.Contingency.from_cells([0, 0, 1, 1], [0, 1, 0, 1], [3 * m, 2 * m + 1, 2 * m, m // 2])
    found = matching_of(table)
    assert found.shared == 4 * m + 1
    assert found.accuracy == pytest.approx(4 / 7.5)
    assert not found.exact
    assert "rounded to 53 bits" in str(found)
    check_output(found)
    clear = pw.Contingency.from_cells([0, 0], [0, 1], [m, m + 1])
    assert [pair.candidate for pair in matching_of(clear).pairs] == [1]
    beyond_floats = pw.Contingency.from_cells(
        [0, 0, 1, 1], [0, 1, 0, 1], [x * 10**400 for x in (3, 2, 2, 0)]
    )
    assert matching_of(beyond_floats).shared == 4 * 10**400


def test_a_limit_is_kept_before_any_work() -> None:
    table = pw.Contingency.from_matrix([[2, 2], [2, 2]])
    with pytest.raises(
        pw.errors.InputError, match="2 clusters of one side are connected through 4 cells"
    ):
        matching_of(table, limit=7)
    assert matching_of(table, limit=8).shared == matching_of(table, limit=None).shared == 4


def test_strange_labels() -> None:
    table = pw.contingency(*strange_pair())
    found = matching_of(table)
    check_matching(table, found)
    assert "(only " in check_output(found)


def test_nothing_to_match() -> None:
    found = matching_of(pw.contingency([], []))
    assert (found.pairs, found.shared, found.accuracy) == ((), 0, 1.0)
    check_output(found)


def test_the_same_from_labels_as_from_their_table() -> None:
    """Policies and weights decide about the table; the matching is that of the table."""
    reference, candidate = ["a", "a", "b", "b", "b"], [1, 1, 1, -1, 2]
    assert match_clusters(reference, candidate) == matching_of(pw.contingency(reference, candidate))
    assert match_clusters(reference, candidate, noise="drop").n == 4
    weighed = match_clusters(reference, candidate, weights=[1, 1, 5, 0, 2])
    assert weighed.pairs == (Match("b", 1, 5, 7, 7),)
    assert weighed.unmatched_reference == (Unmatched("a", 2),)
    frame = pw.read(pa.table({"gold": reference, "mine": candidate}))
    by_frame = match_clusters(frame["gold"], frame["mine"])
    assert by_frame.pairs == match_clusters(reference, candidate).pairs
