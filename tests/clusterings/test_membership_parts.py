"""Soft memberships against brute force, and each way in which rows are read or refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array, csr_array, csr_matrix

from partwise import Clustering, Memberships
from partwise.clusterings import Items, align_memberships
from partwise.errors import AlignmentError, InputError

ROW = st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any)
ROWS = st.lists(ROW, min_size=1, max_size=6)
FORMS: list[Callable[[Any], Any]] = [
    np.asarray,
    csr_array,
    lambda rows: coo_array(np.asarray(rows)),
]


def shares(counts: list[list[int]]) -> list[list[float]]:
    return [[count / sum(row) for count in row] for row in counts]


@pytest.mark.parametrize("form", FORMS, ids=["dense", "by rows", "entries"])
@given(counts=ROWS)
def test_parts_of_memberships(form: Callable[[Any], Any], counts: list[list[int]]) -> None:
    rows = shares(counts)
    soft = Memberships(form(rows))
    n = len(rows)
    assert (soft.n, soft.k, len(soft)) == (n, 3, n)
    assert soft.items == tuple(range(n))
    assert soft.cluster_labels == (0, 1, 2)
    assert not soft.has_names
    assert repr(soft) == f"<Memberships of {n} item{'s' * (n != 1)} in 3 clusters>"
    np.testing.assert_allclose(soft.to_array(), rows, rtol=1e-14)
    np.testing.assert_allclose(soft.sizes, np.sum(rows, axis=0), rtol=1e-14)
    assert soft.is_hard == all(sorted(row)[1] == 0 for row in counts)
    expected = [(i, j) for i, row in enumerate(counts) for j, count in enumerate(row) if count]
    items, columns, values = soft.entries()
    assert list(zip(items.tolist(), columns.tolist(), strict=True)) == expected
    np.testing.assert_allclose(values, [rows[i][j] for i, j in expected], rtol=1e-14)
    assert soft.to_clustering().labels == tuple(row.index(max(row)) for row in counts)
    assert soft.to_clustering().items == soft.items
    places = np.arange(n)[::-2]
    np.testing.assert_array_equal(soft.rows(places), soft.to_array()[places])


@pytest.mark.parametrize("form", FORMS[:2], ids=["dense", "sparse"])
@given(counts=st.lists(ROW, max_size=8))
def test_equal_rows_have_one_number(form: Callable[[Any], Any], counts: list[list[int]]) -> None:
    rows = [[float(row.index(max(row)) == j) for j in range(3)] for row in counts]
    rows = [row if i % 2 else [0.5, 0.25, 0.25] for i, row in enumerate(rows)]
    number: dict[tuple[float, ...], int] = {}
    codes = [number.setdefault(tuple(row), len(number)) for row in rows]
    first = [codes.index(code) for code in range(len(number))]
    found, found_codes = Memberships(form(np.array(rows).reshape(-1, 3))).distinct()
    assert found_codes.tolist() == codes
    assert found.tolist() == first


def test_rows_differ_by_column_as_well_as_by_value() -> None:
    rows = np.array([[0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5], [0.25, 0.75, 0], [0.75, 0.25, 0]])
    for form in FORMS:
        assert Memberships(form(rows)).distinct()[1].tolist() == [0, 1, 2, 3, 4]


def test_zeros_of_either_sign_are_equal() -> None:
    soft = Memberships([[1.0, 0.0], [1.0, -0.0]])
    assert soft.distinct()[1].tolist() == [0, 0]


def test_sparse_entries_that_repeat_or_are_zero() -> None:
    entries = csr_matrix(([0.5, 0.5, 0.0, 1.0], ([0, 0, 0, 1], [1, 1, 0, 0])), shape=(2, 2))
    soft = Memberships(entries)
    assert soft.to_array().tolist() == [[0, 1], [1, 0]]
    assert soft.is_hard
    assert len(soft.entries()[2]) == 2
    assert soft.distinct()[0].tolist() == [0, 1]
    ragged = coo_array(([0.5, 0.25, 0.25, 0.5, 0.5], ([0, 0, 0, 1, 1], [2, 1, 0, 1, 0])))
    assert Memberships(ragged).entries()[1].tolist() == [0, 1, 2, 0, 1]


@pytest.mark.parametrize("form", FORMS[:2], ids=["dense", "sparse"])
def test_nothing_of_memberships_can_be_changed(form: Callable[[Any], Any]) -> None:
    rows = form(np.array([[0.5, 0.5], [0.25, 0.75]]))
    soft = Memberships(rows)
    for made in (soft, copy.deepcopy(soft), soft.placed(np.array([1]), Items(1))):
        matrix = made.matrix
        arrays = [matrix] if isinstance(matrix, np.ndarray) else [
            matrix.data, matrix.indices, matrix.indptr
        ]  # fmt: skip
        assert not any(array.flags.writeable for array in arrays)
    assert soft.to_array().flags.writeable
    hard = Memberships(["x", "y"]).matrix
    assert not any(a.flags.writeable for a in (hard.data, hard.indices, hard.indptr))
    twice = Memberships(form(np.array([[0.5000001, 0.5], [0.25, 0.75]])))
    np.testing.assert_allclose(twice.to_array().sum(axis=1), 1, rtol=1e-15)


@pytest.mark.parametrize("form", FORMS[:2], ids=["dense", "sparse"])
@pytest.mark.parametrize("off", [2e-7, 9e-7, 1.1e-6, 1e-3])
@pytest.mark.parametrize("sign", [1, -1])
def test_how_far_a_sum_may_be_from_1(form: Callable[[Any], Any], off: float, sign: int) -> None:
    rows = form(np.array([[0.5, 0.5], [0.5 + sign * off, 0.5]]))
    if off < 1e-6:
        np.testing.assert_allclose(Memberships(rows).to_array().sum(axis=1), 1, rtol=1e-15)
        return
    with pytest.raises(InputError, match=r"do not sum to 1 .* \(row 1\)"):
        Memberships(rows)


@pytest.mark.parametrize("form", FORMS[:2], ids=["dense", "sparse"])
def test_rows_that_are_refused_are_counted_once(form: Callable[[Any], Any]) -> None:
    bad = np.array([[1, 0, 0], [-1, -1, 3], [0, 1, 0], [2, -1, 0], [-1, 1, 1], [3, -2, 0]], float)
    for items, what, shown in ((None, "rows", (1, 3, 4)), ("abcdef", "items", ("b", "d", "e"))):
        with pytest.raises(InputError, match="memberships are negative") as caught:
            Memberships(form(bad), items=items)
        assert (caught.value.count, caught.value.examples) == (4, shown)
        assert caught.value.what == what
    far = np.array([[1, 0], [0.5, 0.25], [1, 1], [0, 0], [3, 0.0]])
    with pytest.raises(
        InputError, match=r"but to 0.75, 2, 0 \(rows 1, 2, 3 and 1 more\)"
    ) as caught:
        Memberships(form(far))
    assert "divide each row by its sum" in str(caught.value)
    turned = np.array([[0.5, 0.5, 1], [0.5, 0.5, 0]])
    with pytest.raises(InputError, match="pass the transpose"):
        Memberships(form(turned))
    for bad_entry in (np.nan, np.inf, -np.inf):
        with pytest.raises(InputError, match=r"not finite \(row 1\)"):
            Memberships(form(np.array([[1, 0], [bad_entry, 1], [-1, 2]])))


def test_rows_and_columns_that_are_not_there() -> None:
    empty = Memberships(np.zeros((0, 2)))
    assert (empty.n, empty.k, empty.is_hard) == (0, 2, True)
    assert (Memberships(np.zeros((0, 0))).n, Memberships(np.zeros((0, 0))).k) == (0, 0)
    for rows in (np.zeros((2, 0)), csr_array((2, 0))):
        with pytest.raises(InputError, match="there are no clusters"):
            Memberships(rows)
    for rows, shape in ((np.zeros((1, 1, 1)), r"\(1, 1, 1\)"), ([[[1.0]]], r"\(1, 1, 1\)")):
        with pytest.raises(InputError, match=f"two dimensions.*{shape}"):
            Memberships(rows)
    whole = pd.DataFrame(index=range(2))
    with pytest.raises(InputError, match="there are no clusters"):
        Memberships(whole)


HARD: list[Any] = [
    [0, 1, 0], (0, 1, 0), np.array([0, 1, 0]), pd.Series([0, 1, 0]), pl.Series([0, 1, 0]),
    {0: 0, 1: 1, 2: 0}, Clustering([0, 1, 0]), ["a", "b", "a"],
]  # fmt: skip
SOFT: list[Any] = [
    [[1, 0], [0, 1], [1, 0]], ((1, 0), (0, 1), (1, 0)), [np.array([1, 0]), (0, 1), [1, 0]],
    {0: [1, 0], 1: (0, 1), 2: np.array([1, 0])},
    np.eye(2)[[0, 1, 0]], csr_array(np.eye(2)[[0, 1, 0]]),
    pd.DataFrame(np.eye(2)[[0, 1, 0]]), pl.DataFrame(np.eye(2)[[0, 1, 0]]),
]  # fmt: skip


@pytest.mark.parametrize("data", [*HARD, *SOFT], ids=lambda data: type(data).__name__)
def test_labels_are_told_from_rows(data: Any) -> None:
    soft = Memberships(data)
    assert soft.to_array().tolist() == [[1, 0], [0, 1], [1, 0]]
    assert soft.items == (0, 1, 2)
    assert soft.is_hard


def test_the_first_row_tells_rows_from_labels() -> None:
    with pytest.raises(InputError, match="memberships must be numbers, with a row per item"):
        Memberships([[0.5, 0.5], 1])
    with pytest.raises(InputError, match="position 1 is a list"):
        Memberships([1, [0.5, 0.5]])


def test_labels_of_one_item_and_of_none() -> None:
    assert Memberships([]).n == 0
    assert Memberships({}).n == 0
    assert Memberships([[1.0]]).to_array().tolist() == [[1]]
    assert Memberships([7]).cluster_labels == (7,)
    with pytest.raises(InputError, match="not a single string"):
        Memberships("ab")


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame])
def test_a_column_of_items(library: Any) -> None:
    frame = library({"id": [3, 1], "x": [0.5, 1.0], "y": [0.5, 0.0]})
    soft = Memberships(frame, items="id")
    assert (soft.items, soft.cluster_labels, soft.has_names) == ((3, 1), ("x", "y"), True)
    numbers = frame[["x", "y"]]
    assert Memberships(numbers, items=["a", "b"]).items == ("a", "b")
    assert Memberships(numbers, clusters="pq").cluster_labels == ("p", "q")
    with pytest.raises(InputError, match=r"no column 'name' of items \(columns 'id', 'x', 'y'\)"):
        Memberships(frame, items="name")


def test_columns_with_numbers_as_names() -> None:
    frame = pd.DataFrame({1: [0.25, 1.0], 0: [0.75, 0.0], "id": ["a", "b"]})
    soft = Memberships(frame, items="id")
    assert (soft.cluster_labels, soft.items) == ((1, 0), ("a", "b"))
    assert soft.to_array().tolist() == [[0.25, 0.75], [1, 0]]
    assert Memberships(frame[[1, 0]]).to_array().tolist() == [[0.25, 0.75], [1, 0]]


def test_mappings_name_their_items_unless_told_otherwise() -> None:
    rows = {"a": [1, 0], "b": [0.5, 0.5]}
    assert Memberships(rows).items == ("a", "b")
    assert Memberships(rows).cluster_labels == (0, 1)
    assert Memberships(rows, items=["x", "y"]).items == ("x", "y")


def test_names_of_clusters() -> None:
    rows = [[0.5, 0.5]]
    assert Memberships(rows, clusters="xy").cluster_labels == ("x", "y")
    for clusters, message in (
        ("x", "there are 2 clusters but 1 name"),
        ("xyz", "there are 2 clusters but 3 names"),
        ("xx", "names a cluster twice"),
    ):
        with pytest.raises(InputError, match=message):
            Memberships(rows, clusters=clusters)
    again = Memberships(Memberships(rows, clusters="xy", items="a"))
    assert (again.cluster_labels, again.items) == (("x", "y"), ("a",))


def test_what_makes_memberships_equal() -> None:
    rows = np.array([[0.5, 0.5], [1, 0]])
    soft = Memberships(rows)
    for other in (Memberships(rows[::-1]), Memberships(rows, items="ab"), Memberships([[1.0]] * 2)):
        assert soft != other
    assert soft != rows.tolist()
    for one in FORMS:
        for other_form in FORMS:
            a, b = Memberships(one(rows)), Memberships(other_form(rows))
            assert a == b
            assert hash(a) == hash(b)
            assert a != Memberships(other_form(np.array([[0.5, 0.5], [0.5, 0.5]])))
    assert soft == Memberships(rows, clusters="xy")  # by column, whatever its name


@given(ROWS, st.data())
def test_items_are_matched_by_name(counts: list[list[int]], data: st.DataObject) -> None:
    rows, n = shares(counts), len(counts)
    order = data.draw(st.permutations(range(n)))
    kept = data.draw(st.lists(st.sampled_from(range(n)), unique=True, min_size=1))
    names = [f"item {i}" for i in range(n)]
    one = Memberships(rows, items=names)
    other = Memberships([rows[i] for i in order], items=[names[i] for i in order])
    for form in (lambda rows: rows, csr_array):
        for a, b in ((one, other), (Memberships(form(np.array(rows)), items=names), other)):
            found = align_memberships(a, b)
            assert found[0].items == found[1].items == tuple(names)
            np.testing.assert_allclose(found[1].to_array(), rows, rtol=1e-14)
    fewer = Memberships([rows[i] for i in kept], items=[names[i] for i in kept])
    if len(kept) == n:
        return
    for a, b in ((one, fewer), (fewer, one)):
        with pytest.raises(AlignmentError, match="do not have the same items"):
            align_memberships(a, b)
        with pytest.raises(InputError, match='pass missing="drop"'):
            align_memberships(a, b, "singletons")
        shared = align_memberships(a, b, "drop")
        assert set(shared[0].items) == {names[i] for i in kept}
        assert shared[0] == shared[1]


def test_items_without_names_are_matched_by_position() -> None:
    bare, other = Memberships([[1.0, 0], [0, 1]]), Memberships([[0.5, 0.5], [0, 1]])
    assert align_memberships(bare, other) == (bare, other)
    assert align_memberships(bare, other)[0] is bare
    names = Memberships([[0.5, 0.5], [0, 1]], items="ab")
    assert [side.items for side in align_memberships(bare, names)] == [("a", "b")] * 2
    with pytest.raises(AlignmentError, match="has 2 items and the candidate has 1"):
        align_memberships(bare, Memberships([[1.0]]))
