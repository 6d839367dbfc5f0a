"""Tables from clusterings, matrices and cells; exact counts of pairs; entropies to the last digit.

Expected values come from brute force over pairs of items (the oracle), from Python integers, or
from the defining sums of p ln p in 1000-bit arithmetic.
"""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import assume, given
from hypothesis import strategies as st
from mpmath import MPContext

from partwise import Contingency, PairCounts, contingency
from partwise.errors import InputError
from support.oracle import pair_counts, set_partitions
from support.partitions import label_lists

mp = MPContext()
mp.prec = 1000

Matrix = Sequence[Sequence[int]]
TABLE: Matrix = [[2, 0, 1], [0, 0, 0], [0, 0, 4]]  # one row and one column are no clusters
CELLS = {(0, 0): 2, (0, 2): 1, (2, 2): 4}


def cells(table: Contingency) -> dict[tuple[Hashable, Hashable], int]:
    """Return the cells by name, after checking that they are in order and none is empty."""
    rows, columns, counts = (array.tolist() for array in table.cells)
    keys = list(zip(rows, columns, strict=True))
    assert keys == sorted(set(keys))
    assert all(type(count) is int and count > 0 for count in counts)
    names = [(table.row_labels[i], table.column_labels[j]) for i, j in keys]
    return dict(zip(names, counts, strict=True))


def margins(matrix: Matrix) -> tuple[list[int], list[int], list[int]]:
    """Return row sums, column sums and cells, without zeros, in Python integers."""
    rows, columns = ([sum(line) for line in part] for part in (matrix, zip(*matrix, strict=True)))
    flat = [count for row in matrix for count in row]
    return tuple([x for x in part if x] for part in (rows, columns, flat))  # type: ignore[return-value]


def exact_pairs(matrix: Matrix) -> PairCounts:
    """Count pairs by binomials of Python integers."""
    rows, columns, flat = (sum(comb(x, 2) for x in part) for part in margins(matrix))
    total = comb(sum(map(sum, matrix)), 2)
    return PairCounts(flat, rows - flat, columns - flat, total - rows - columns + flat)


# --- from two clusterings


@given(label_lists(2))
def test_from_clusterings(labels: tuple[list[int], ...]) -> None:
    a, b = labels
    table = contingency(a, b)
    assert cells(table) == Counter(zip(a, b, strict=True))
    assert (table.n, table.k_a, table.k_b) == (len(a), len(set(a)), len(set(b)))
    assert dict(zip(table.row_labels, table.row_sizes.tolist(), strict=True)) == Counter(a)
    assert dict(zip(table.column_labels, table.column_sizes.tolist(), strict=True)) == Counter(b)
    assert tuple(table.pair_counts) == pair_counts(a, b)
    assert tuple(table.T.pair_counts) == pair_counts(b, a)
    assert cells(table.T) == Counter(zip(b, a, strict=True))
    assert table == table.T.T
    dense = table.to_dense()
    assert dense.shape == (table.k_a, table.k_b)
    assert dense.sum(axis=1).tolist() == table.row_sizes.tolist()
    assert Contingency.from_matrix(dense, table.row_labels, table.column_labels) == table


def test_many_small_clusters() -> None:
    a, b = [i // 2 for i in range(400)], [i // 3 for i in range(400)]  # few of 200 × 134 cells
    table = contingency(a, b)
    assert cells(table) == Counter(zip(a, b, strict=True))
    assert tuple(table.pair_counts) == pair_counts(a, b)


@pytest.mark.parametrize("n", range(6))
def test_relation(n: int) -> None:
    for a, b in product(set_partitions(n), repeat=2):
        k_a, k_b = len(set(a)), len(set(b))
        expected = "ordinary"
        if k_a in (1, n) or k_b in (1, n):
            expected = "trivial"
        if {k_a, k_b} == {1, n}:
            expected = "opposite"
        if a == b:
            expected = "identical"
        table = contingency(a, b)
        assert table.relation == expected, (a, b)
        assert table.pair_counts.relation == expected, (a, b)


# --- from matrices

FORMATS = ("coo", "csr", "csc", "lil", "dok", "bsr", "dia")
MATRICES: dict[str, Callable[[], Any]] = {
    "lists": lambda: TABLE,
    **{f"numpy {c}": partial(np.array, TABLE, c) for c in "bBhHiIlLqQefdO"},
    "fortran": lambda: np.asfortranarray(TABLE),
    "pandas": lambda: pd.DataFrame(np.array(TABLE)),
    **{f"{f}_array": partial(sp.coo_array(TABLE).asformat, f) for f in FORMATS},
    **{f"{f}_matrix": partial(sp.coo_matrix(TABLE).asformat, f) for f in FORMATS},
    "sparse floats": lambda: sp.csr_array(np.array(TABLE, float)),
    "sparse bytes": lambda: sp.csr_array(np.array(TABLE, np.int8)),
    "coo duplicates": lambda: sp.coo_array(([1, 1, 1, 4], ([0, 0, 0, 2], [0, 0, 2, 2]))),
    "explicit zeros": lambda: sp.coo_array(([2, 0, 1, 0, 4], ([0, 1, 0, 2, 2], [0, 1, 2, 0, 2]))),
    "unsorted csr": lambda: sp.csr_array(([1, 2, 4], [2, 0, 2], [0, 2, 2, 3]), shape=(3, 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", MATRICES)
def test_from_matrix(name: str) -> None:
    table = Contingency.from_matrix(MATRICES[name]())
    assert cells(table) == CELLS
    assert (table.row_labels, table.column_labels) == ((0, 2), (0, 2))
    assert (table.n, table.row_sizes.tolist(), table.column_sizes.tolist()) == (7, [3, 4], [2, 5])
    assert tuple(table.pair_counts) == tuple(exact_pairs(TABLE))


def test_small_dtypes_do_not_overflow() -> None:
    hundreds = np.full(300, 100, np.int8)  # the same cell 300 times
    table = Contingency.from_matrix(sp.coo_array((hundreds, ([0] * 300, [0] * 300))))
    assert cells(table) == {(0, 0): 30_000}
    assert Contingency.from_matrix(np.full((20, 20), 127, np.int8)).n == 400 * 127


def test_matrix_with_names() -> None:
    table = Contingency.from_matrix(TABLE, ["a", "b", "c"], iter("xyz"))
    assert cells(table) == {("a", "x"): 2, ("a", "z"): 1, ("c", "z"): 4}
    nothing = Contingency.from_matrix(np.zeros((2, 3)))
    assert (nothing.n, nothing.k_a, nothing.k_b) == (0, 0, 0)
    assert tuple(nothing.pair_counts) == (0, 0, 0, 0)


def refused_cells(counts: Any, rows: Any = ("a",), columns: Any = ("x",)) -> Callable[[], object]:
    return lambda: Contingency.from_cells(rows, columns, counts)


def refused_matrix(matrix: Any, *labels: Any) -> Callable[[], object]:
    return lambda: Contingency.from_matrix(matrix, *labels)


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "flat": (refused_matrix([1, 2]), "two dimensions, not 1"),
    "deep": (refused_matrix(np.ones((1, 2, 3))), "two dimensions, not 3"),
    "sparse and flat": (refused_matrix(sp.coo_array([1, 2])), "two dimensions, not 1"),
    "ragged": (refused_matrix([[1, 2], [3]]), "dimension|length|row"),
    "negative": (refused_matrix([[1, 0], [0, -1]]), "-1 .*negative"),
    "half": (refused_matrix([[0.5]]), r"0\.5 .*whole number"),
    "nan": (refused_matrix([[1.0, np.nan]]), "nan .*whole number"),
    "None in a matrix": (refused_matrix(np.array([[1, None]], object)), "None"),
    "masked": (refused_matrix(np.ma.array([[1, 5]], mask=[[False, True]])), "mask|missing"),
    "truth": (refused_matrix([[True]]), "bool"),
    "text": (refused_matrix([["1"]]), "whole number"),
    "too few names": (refused_matrix([[1, 2]], ["a"], ["x"]), "2 .*1|1 .*2"),
    "names twice": (refused_matrix([[1, 2]], None, ["x", "x"]), "twice: 'x'"),
    "negative cell": (refused_cells([-2]), "-2 at position 0 is negative"),
    "half cell": (refused_cells([0.5]), r"0\.5 at position 0 is not a whole number"),
    "infinite cell": (refused_cells([float("inf")]), "inf at position 0 is not a whole number"),
    "text cell": (refused_cells(["2"]), "'2' at position 0 is not"),
    "true cell": (refused_cells([True]), "True at position 0 is not"),
    "no threads": (lambda: contingency([0], [0], threads=0), "at least 1, not 0"),
    "nested cells": (refused_cells([[1]]), "position 0|one-dimensional"),
    "matrix of cells": (refused_cells(np.array([[1]])), "one-dimensional|two|2"),
    "scalar cells": (refused_cells(np.array(1)), "one-dimensional|scalar|dimension"),
    "no cells": (refused_cells(None), "None|count"),
    "lengths": (refused_cells([1, 2]), r"rows \(1\) and columns \(1\) as counts \(2\)"),
    "missing row": (refused_cells([1], [None]), "missing"),
    "missing column": (refused_cells([1], ["a"], [float("nan")]), "missing"),
    "half row": (refused_cells([1], [0.5]), r"0\.5 at position 0 is not a whole number"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    make, message = REFUSED[name]
    with pytest.raises(InputError, match=message):
        make()


# --- from cells, and exactness

BIG = [2**53, 2**62, 2**63 - 1, 2**63, 2**64, 10**20, 10**40, 2**1024, 10**400]


@pytest.mark.parametrize("big", BIG, ids=lambda big: f"2^{big.bit_length() - 1}")
def test_huge_counts(big: int) -> None:
    table = Contingency.from_cells(["a", "b", "b", "a"], [1, 1, 2, 1], [big, 3, big + 1, 1])
    assert cells(table) == {("a", 1): big + 1, ("b", 1): 3, ("b", 2): big + 1}
    assert table.n == 2 * big + 5
    assert table.row_sizes.tolist() == [big + 1, big + 4]
    assert table.column_sizes.tolist() == [big + 4, big + 1]
    assert table.pair_counts == exact_pairs([[big + 1, 0], [3, big + 1]])
    assert table.T.pair_counts == exact_pairs([[big + 1, 3], [0, big + 1]])
    assert all(type(count) is int for count in table.pair_counts)
    assert table.cell_histogram.sizes.tolist() == [3, big + 1]
    assert table.cell_histogram.counts.tolist() == [1, 2]
    assert table.to_dense().tolist() == [[big + 1, 0], [3, big + 1]]


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, object])
@pytest.mark.parametrize("big", [2**61, 2**62, 2**63 - 1, 2**63, 2**64 - 1])
def test_sums_beyond_the_dtype(dtype: Any, big: int) -> None:
    if dtype is np.int64 and big >= 2**63:
        big //= 2
    matrix = [[big, big, big], [big, 0, 1]]
    counts = np.array(matrix, dtype)
    for table in (
        Contingency.from_matrix(counts),
        Contingency.from_cells([0, 0, 0, 1, 1], [0, 1, 2, 0, 2], counts.ravel()[[0, 1, 2, 3, 5]]),
        Contingency.from_matrix(matrix),
    ):
        assert table.n == 4 * big + 1
        assert table.row_sizes.tolist() == [3 * big, big + 1]
        assert table.column_sizes.tolist() == [2 * big, big, big + 1]
        assert table.pair_counts == exact_pairs(matrix)
        assert (table + table).pair_counts == exact_pairs([[2 * x for x in r] for r in matrix])
    double = Contingency.from_cells(["a"] * 3, ["x"] * 3, np.array([big] * 3, dtype))
    assert cells(double) == {("a", "x"): 3 * big}


@pytest.mark.parametrize("flavour", [sp.coo_array, sp.csr_array, sp.csc_matrix])
def test_sparse_sums_beyond_int64(flavour: Any) -> None:
    assert Contingency.from_matrix(flavour(np.full((2, 2), 2**62))).n == 2**64


@pytest.mark.parametrize("n", [3_037_000_498, 3_037_000_499, 3_037_000_500, 3_037_000_501,
                               2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1])  # fmt: skip
def test_pair_counts_near_every_overflow(n: int) -> None:
    for matrix in ([[n]], [[n - 1, 1]], [[n // 2, 0], [1, n - n // 2 - 1]], [[1, n - 2], [1, 0]]):
        assert Contingency.from_matrix(matrix).pair_counts == exact_pairs(matrix)


@given(st.lists(st.lists(st.integers(0, 10**20), min_size=3, max_size=3), min_size=1, max_size=4))
def test_any_table_is_counted_exactly(matrix: list[list[int]]) -> None:
    table = Contingency.from_matrix(np.array(matrix, object))
    rows, columns, flat = margins(matrix)
    assert table.n == sum(flat)
    assert table.pair_counts == exact_pairs(matrix)
    histograms = (table.row_histogram, table.column_histogram, table.cell_histogram)
    for histogram, values in zip(histograms, (rows, columns, flat), strict=True):
        pairs = zip(histogram.sizes.tolist(), histogram.counts.tolist(), strict=True)
        assert list(pairs) == sorted(Counter(values).items())
        assert histogram.sum_of(lambda size: size**2) == sum(x * x for x in values)


# --- adding


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.integers(0, 2))))
def test_split_and_merge(items: list[tuple[str, int, int]]) -> None:
    whole = contingency([a for a, _, _ in items], [b for _, b, _ in items])
    groups = [[(a, b) for a, b, part in items if part == i] for i in range(3)]
    parts = [contingency([a for a, _ in group], [b for _, b in group]) for group in groups]
    assert parts[0] + parts[1] + parts[2] == whole
    assert sum(parts) == whole
    assert sum(reversed(parts)) == whole
    assert hash(sum(parts)) == hash(whole)
    assert cells(parts[0] + (parts[1] + parts[2])) == cells(whole)
    assert (parts[2] + parts[1] + parts[0]).T == whole.T


def test_singletons_of_two_parts_stay_apart() -> None:
    # Noise in either half is at position 0: two items, hence two singletons of the whole.
    parts = [contingency([-1, 0], [5, 5], noise="singletons") for _ in range(2)]
    whole = contingency([-1, 0, -1, 0], [5, 5, 5, 5], noise="singletons")
    assert sorted(whole.row_sizes.tolist()) == [1, 1, 2]
    assert (parts[0] + parts[1]).pair_counts == whole.pair_counts


def test_adding_makes_room_for_large_sums() -> None:
    half = Contingency.from_cells(["a"], ["x"], [2**62])
    assert cells(half + half) == {("a", "x"): 2**63}
    assert cells(half + half + half + half) == {("a", "x"): 2**64}
    assert half + half == Contingency.from_cells(["a"], ["x"], [2**63])
    small = Contingency.from_cells(["b"], ["x"], [1])
    assert (half + half + small).pair_counts == exact_pairs([[2**63], [1]])


def test_what_cannot_be_added() -> None:
    table = contingency([0], [0])
    for other in (5, None, "x", [1]):
        with pytest.raises(TypeError, match="unsupported operand"):
            table + other  # type: ignore[operator]
        with pytest.raises(TypeError, match=r"unsupported operand|concatenate"):
            other + table


def test_equality() -> None:
    table = Contingency.from_cells(["a", "b"], [1, 2], [3, 4])
    assert table == Contingency.from_cells(["b", "a", "c"], [2, 1, 3], [4, 3, 0])
    assert table != Contingency.from_cells(["a", "b"], [1, 3], [3, 4])
    assert table != Contingency.from_cells(["a", "b"], [1, 2], [3, 5])
    assert table != 7


def test_immutable() -> None:
    counts = np.array([3, 4])
    table = Contingency.from_cells(["a", "b"], [1, 2], counts)
    assert counts.flags.writeable
    counts[:] = 0
    assert table.n == 7
    for twin in (table, pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):  # noqa: S301
        assert twin == table
        histograms = (twin.row_histogram, twin.column_histogram, twin.cell_histogram)
        arrays = (*twin.cells, twin.row_sizes, twin.column_sizes, *(h.sizes for h in histograms))
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 9
        for name in ("n", "pair_counts", "row_sizes", "information"):
            with pytest.raises(AttributeError):
                setattr(twin, name, 9)


# --- entropies


def entropies(matrix: Matrix) -> dict[str, Any]:
    """Compute entropies, conditional entropies and mutual information from their definitions."""
    n = sum(map(sum, matrix))
    rows, columns = ([sum(line) for line in part] for part in (matrix, zip(*matrix, strict=True)))
    where = [(i, j) for i, row in enumerate(matrix) for j, x in enumerate(row) if x]
    p = {(i, j): mp.mpf(matrix[i][j]) / n for i, j in where}
    a, b = ([mp.mpf(size) / n for size in part] for part in (rows, columns))
    return {
        "entropy_a": -sum(x * mp.log(x) for x in a if x),
        "entropy_b": -sum(x * mp.log(x) for x in b if x),
        "entropy_joint": -sum(x * mp.log(x) for x in p.values()),
        "mutual_information": sum(x * mp.log(x / (a[i] * b[j])) for (i, j), x in p.items()),
        "b_given_a": -sum(x * mp.log(x / a[i]) for (i, j), x in p.items()),
        "a_given_b": -sum(x * mp.log(x / b[j]) for (i, j), x in p.items()),
    }


def check_entropies(matrix: Matrix) -> None:
    information = Contingency.from_matrix(np.array(matrix, object)).information
    for name, expected in entropies(matrix).items():
        if name == "b_given_a":
            found = information.entropy_joint - information.entropy_a
        elif name == "a_given_b":
            found = information.entropy_joint - information.entropy_b
        else:
            found = getattr(information, name)
        error = abs(mp.mpf(found) - expected)
        assert error <= mp.mpf("1e-15") * abs(expected) + mp.mpf(2) ** -900, name
        assert found >= 0, name


M = 25 * 10**10  # four cells of this size: n is 10^12


@pytest.mark.parametrize("matrix", [
    [[1]], [[1, 1]], [[2, 1], [0, 3]], [[1, 0], [0, 1]], TABLE, [[7, 5, 3], [1, 1, 4]],
    [[10**12 - 1, 1]], [[2 * M - 1, 1], [0, 2 * M]], [[2 * M, 0], [1, 2 * M - 1]],
    [[10**6, 1, 1], [1, 10**6, 1], [1, 1, 10**6]], [[2**60, 1], [1, 2**60]],
    [[2**62] * 2] * 2, [[2**62, 0], [2**62, 1]], [[2**63, 1], [3, 2**64]],
    [[10**20, 3], [5, 10**19]], [[10**40, 0], [0, 7]],
], ids=str)  # fmt: skip
def test_entropies(matrix: Matrix) -> None:
    check_entropies(matrix)


@pytest.mark.parametrize("m", [10, 10**3, 10**5, 10**7, 10**9, M])
@pytest.mark.parametrize("more", [[[1, 0], [0, 0]], [[1, 0], [0, 1]], [[0, 3], [-1, 0]]], ids=str)
def test_nearly_independent(m: int, more: Matrix) -> None:
    check_entropies([[m + x for x in row] for row in more])


@given(st.lists(st.lists(st.integers(0, 9) | st.integers(0, 10**11), min_size=3, max_size=3)))
def test_entropies_of_any_table(matrix: list[list[int]]) -> None:
    assume(any(map(any, matrix)))
    check_entropies(matrix)


@given(st.lists(st.integers(1, 10**6), min_size=1), st.lists(st.integers(1, 10**6), min_size=1))
def test_independent_tables_share_nothing(rows: list[int], columns: list[int]) -> None:
    information = Contingency.from_matrix([[r * c for c in columns] for r in rows]).information
    assert information.mutual_information == 0


@given(st.lists(st.integers(1, 10**11), min_size=1, max_size=9))
def test_identical_tables_share_everything(sizes: list[int]) -> None:
    information = Contingency.from_cells(range(len(sizes)), range(len(sizes)), sizes).information
    assert information.entropy_a == information.entropy_joint == information.mutual_information


def test_a_wide_frame_has_rows_of_the_reference_and_columns_of_the_candidate() -> None:
    table = contingency(["a", "a", "b", "b", "b"], ["x", "y", "z", "z", "x"])
    wide = table.to_frame("pandas", wide=True)
    assert wide.to_dict("index") == {"a": {"x": 1, "y": 1, "z": 0}, "b": {"x": 1, "y": 0, "z": 2}}


def test_counts_are_floats_up_to_where_floats_are_whole_numbers() -> None:
    last = PairCounts.checked([2**53 - 1], 0, 0, 0).n11
    assert (last.dtype, last.tolist()) == (np.float64, [2**53 - 1])
    beyond = PairCounts.checked([2**53], 0, 0, 0).n11
    assert (beyond.dtype, beyond.tolist()) == (object, [2**53])


@pytest.mark.parametrize("form", ["U", "S", "U40"])
def test_text_in_arrays_gives_the_table_of_the_same_lists(form: str) -> None:
    rng = np.random.default_rng(len(form))
    a, b = (rng.integers(0, k, 200).astype(form) for k in (9, 30))
    for one, other in ((a, b), (a[::2], b[::-2]), (a[:0], b[:0]), (a, b.astype("U5"))):
        table, expected = contingency(one, other), contingency(one.tolist(), other.tolist())
        assert table == expected
        assert table.row_labels == expected.row_labels
        assert table.column_labels == expected.column_labels
        assert table.row_sizes.tolist() == expected.row_sizes.tolist()
    with pytest.raises(InputError):
        contingency(a, b[1:])
    empty = np.zeros(3, "U0")
    assert contingency(empty, a[:3]).row_labels == ("",)
