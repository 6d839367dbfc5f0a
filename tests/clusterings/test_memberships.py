"""Soft memberships: what is read, what is refused, and what they become."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import AlignmentError, InputError
from partwise.clusterings import align_memberships

ROWS = [[0.75, 0.25], [0.5, 0.5], [0.0, 1.0]]


def _frame(library: str, columns: dict[str, list[Any]]) -> Any:
    if library == "pandas":
        return pytest.importorskip("pandas").DataFrame(columns)
    if library == "polars":
        return pytest.importorskip("polars").DataFrame(columns)
    return pytest.importorskip("pyarrow").table(columns)


@pytest.mark.parametrize("form", ["list", "array", "fractions", "float32", "csr", "coo", "tuple"])
def test_forms_of_a_matrix_are_read_alike(form: str) -> None:
    from scipy.sparse import coo_array, csr_matrix

    forms: dict[str, Any] = {
        "list": ROWS,
        "tuple": tuple(map(tuple, ROWS)),
        "array": np.asfortranarray(ROWS),
        "fractions": [[Fraction(value) for value in row] for row in ROWS],
        "float32": np.array(ROWS, np.float32),
        "csr": csr_matrix(np.array(ROWS)),
        "coo": coo_array(np.array(ROWS)),
    }
    soft = pw.Memberships(forms[form])
    assert soft.to_array().tolist() == ROWS
    assert (soft.n, soft.k, soft.cluster_labels, soft.items) == (3, 2, (0, 1), (0, 1, 2))
    assert not soft.is_hard
    assert soft.sizes.tolist() == [1.25, 1.75]
    assert soft == pw.Memberships(ROWS)


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_columns_of_a_frame_are_clusters(library: str) -> None:
    columns: dict[str, list[Any]] = {
        "id": ["ann", "bob", "cy"],
        "x": [0.75, 0.5, 0.0],
        "y": [0.25, 0.5, 1.0],
    }
    soft = pw.Memberships(_frame(library, columns), items="id")
    assert soft.cluster_labels == ("x", "y")
    assert soft.items == ("ann", "bob", "cy")
    assert soft.to_array().tolist() == ROWS
    with pytest.raises(InputError, match="no column 'name' of items"):
        pw.Memberships(_frame(library, columns), items="name")
    with pytest.raises(InputError, match="must be numbers"):
        pw.Memberships(_frame(library, columns))


def test_an_index_of_pandas_names_the_items() -> None:
    pandas = pytest.importorskip("pandas")
    soft = pw.Memberships(pandas.DataFrame({"x": [1, 0.5], "y": [0, 0.5]}, index=["a", "b"]))
    assert soft.has_names
    assert soft.items == ("a", "b")


def test_a_mapping_names_the_items() -> None:
    soft = pw.Memberships({"a": [0.5, 0.5], "b": [0, 1]}, clusters=["x", "y"])
    assert (soft.items, soft.cluster_labels) == (("a", "b"), ("x", "y"))


@pytest.mark.parametrize("labels", [["x", "y", "x"], np.array([3, 1, 3]), {"a": 0, "b": 1, "c": 0}])
def test_labels_become_memberships_of_0_and_1(labels: Any) -> None:
    hard = pw.Memberships(labels)
    assert hard.is_hard
    assert hard.to_array().tolist() == [[1, 0], [0, 1], [1, 0]]
    assert hard.to_clustering() == pw.Clustering(labels)
    assert pw.Clustering(hard) == pw.Clustering(labels)


def test_names_of_items_and_clusters_can_be_replaced() -> None:
    soft = pw.Memberships(pw.Memberships(ROWS), items="abc", clusters="xy")
    assert (soft.items, soft.cluster_labels) == (("a", "b", "c"), ("x", "y"))
    with pytest.raises(InputError, match="2 clusters but 1 name"):
        pw.Memberships(ROWS, clusters=["x"])
    with pytest.raises(InputError, match="twice"):
        pw.Memberships(ROWS, clusters=["x", "x"])
    with pytest.raises(InputError, match="3 labels but 2 items"):
        pw.Memberships(ROWS, items="ab")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[0.5, 0.6], [0, 1]], r"not sum to 1 \(within 1e-06\), but to 1.1 \(row 0\); .* divide"),
        (
            [[0.5, 0.5], [0.1, 0.1], [0, 0], [0, 2], [3, 0]],
            r"0.2, 0, 2 \(rows 1, 2, 3 and 1 more\)",
        ),
        ([[0.5, 0.5, 0.1], [0.5, 0.5, 0.9]], "the columns do: pass the transpose"),
        ([[-0.5, 1.5], [0, 1]], r"are negative \(row 0\)"),
        ([[float("nan"), 0.5], [0, 1]], r"are not finite \(row 0\)"),
        ([[float("inf"), 0.5], [0, 1]], r"are not finite \(row 0\)"),
        ([["a", "b"]], "must be numbers"),
        ([[0.5, 0.5], [1]], "must be numbers"),
        (np.zeros((2, 2, 2)), "two dimensions"),
        (np.zeros((2, 0)), "no clusters"),
        (np.ma.masked_equal([[0.5, 0.5]], 0.5), "masked"),
    ],
)
def test_what_are_no_memberships_is_refused_with_the_first_rows(rows: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        pw.Memberships(rows)


def test_names_stand_in_the_error() -> None:
    with pytest.raises(InputError, match=r"item 'bob'"):
        pw.Memberships([[1, 0], [0.4, 0.4]], items=["ann", "bob"])


def test_sums_may_differ_from_1_by_a_millionth_and_rows_are_divided_by_them() -> None:
    soft = pw.Memberships([[0.5 + 5e-7, 0.5], [1 + 9e-7, 0]])
    assert np.abs(soft.to_array().sum(axis=1) - 1).max() < 1e-15
    assert soft.to_array()[1].tolist() == [1, 0]
    with pytest.raises(InputError, match="sum to 1"):
        pw.Memberships([[0.5 + 2e-6, 0.5]])


def test_the_largest_membership_decides_and_the_first_of_equal_ones() -> None:
    soft = pw.Memberships([[0.2, 0.4, 0.4], [0.5, 0.0, 0.5], [0, 0, 1]], clusters="xyz")
    assert soft.to_clustering().labels == ("y", "x", "z")


def test_where_labels_are_needed_soft_memberships_are_refused() -> None:
    with pytest.raises(InputError, match=r"not one label per item.*to_clustering\(\)"):
        pw.Clustering(pw.Memberships(ROWS))


def test_items_are_aligned_by_name() -> None:
    one = pw.Memberships(ROWS, items="abc")
    other = pw.Memberships(ROWS[::-1], items="cba")
    assert [side.items for side in align_memberships(one, other)] == [("a", "b", "c")] * 2
    assert align_memberships(one, other)[1] == one
    fewer = pw.Memberships(ROWS[:2], items="ab")
    with pytest.raises(AlignmentError, match="do not have the same items"):
        align_memberships(one, fewer)
    assert [side.n for side in align_memberships(one, fewer, "drop")] == [2, 2]
    with pytest.raises(InputError, match=r"singletons.*drop"):
        align_memberships(one, fewer, "singletons")
    with pytest.raises(AlignmentError, match="3 items and the candidate has 2"):
        align_memberships(pw.Memberships(ROWS), pw.Memberships(ROWS[:2]))


def test_memberships_cannot_be_changed_and_can_be_copied() -> None:
    soft = pw.Memberships(ROWS, items="abc")
    with pytest.raises(ValueError, match="read-only"):
        soft.matrix[0, 0] = 1
    with pytest.raises(AttributeError):
        soft.n = 2  # type: ignore[misc]
    given = np.array(ROWS)
    apart = pw.Memberships(given)
    given[0] = 0
    assert apart.to_array().tolist() == ROWS
    for other in (copy.deepcopy(soft), pickle.loads(pickle.dumps(soft))):  # noqa: S301
        assert other == soft
        assert hash(other) == hash(soft)
    assert soft != pw.Memberships(ROWS)  # items 0, 1, 2
    assert repr(soft) == "<Memberships of 3 items in 2 clusters>"
