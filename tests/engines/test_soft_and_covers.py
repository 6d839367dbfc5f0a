"""Memberships and covers, in whatever holds them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.sparse import csr_array

import partwise as pw
from partwise.clusterings import Memberships, Policies
from partwise.engines.cover_reading import cover_of_rows, read_cover
from partwise.engines.membership_reading import read_memberships, table_of_memberships
from partwise.engines.reading import read
from partwise.errors import InputError

SHARES = [[0.5, 0.5], [0.0, 1.0], [1.0, 0.0]]
MATRICES: dict[str, Callable[[], Any]] = {
    "lists": lambda: SHARES,
    "list of arrays": lambda: list(map(np.array, SHARES)),
    "array": lambda: np.array(SHARES),
    "sparse": lambda: csr_array(SHARES),
    "mapping": lambda: dict(enumerate(SHARES)),
    "mapping of arrays": lambda: dict(enumerate(map(np.array, SHARES))),
    "frame": lambda: pd.DataFrame(SHARES),
    "memberships": lambda: Memberships(SHARES),
}
LABELS: dict[str, Callable[[], Any]] = {
    "list": lambda: [0, -1, None, -1],
    "array": lambda: np.array([0.0, -1.0, np.nan, -1.0]),
    "mapping": lambda: dict(enumerate([0, -1, None, -1])),
    "series": lambda: pd.Series([0, -1, None, -1]),
    "frame": lambda: pa.table({"label": [0, -1, None, -1]}),
    "clustering": lambda: pw.Clustering([0, -1, None, -1], missing="singletons"),
}


@pytest.mark.parametrize("form", MATRICES)
def test_a_matrix_of_memberships(form: str) -> None:
    found = read_memberships(MATRICES[form](), Policies())
    assert (found.n, found.k) == (3, 2)
    table: Any = table_of_memberships(MATRICES[form](), [0, 0, 1], Policies())
    assert table.to_dense().tolist() == [[0.5, 1.0], [1.5, 0.0]]


@pytest.mark.parametrize("form", LABELS)
@pytest.mark.parametrize(("noise", "clusters"), [(None, 3), ("singletons", 4), ("drop", 2)])
def test_policies_apply_to_labels(form: str, noise: Any, clusters: int) -> None:
    policies = Policies(noise, missing="singletons")
    found = read_memberships(LABELS[form](), policies)
    assert (found.k, found.n) == (clusters, 2 if noise == "drop" else 4)


def test_an_empty_list_has_no_items() -> None:
    assert read_memberships([], Policies()).n == 0


def test_memberships_have_no_weights() -> None:
    with pytest.raises(InputError, match="memberships cannot have weights; leave out weights="):
        table_of_memberships(Memberships(SHARES), [0, 0, 1], Policies(weights=[1, 1, 1]))


ROWS = {"item": [7, 8, 8], "cluster": ["x", "x", "y"]}


@pytest.mark.parametrize("text", [True, False])
@pytest.mark.parametrize("form", ["pandas", "polars", "pyarrow", "csv"])
def test_rows_of_a_cover(form: str, text: bool, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    makers: dict[str, Callable[[], Any]] = {
        "pandas": lambda: pd.DataFrame(ROWS),
        "polars": lambda: pl.DataFrame(ROWS),
        "pyarrow": lambda: pa.table(ROWS),
        "csv": lambda: path,
    }
    data = makers[form]()
    items = ("7", "8") if text or form == "csv" else (7, 8)
    found = cover_of_rows(read(data), text_items=text)
    assert (found.items, found.k) == (items, 2)
    if not text:
        assert cover_of_rows(read(data)) == read_cover(data, Policies()) == read(data).to_cover()


def test_noise_is_of_labels() -> None:
    """Labels beside a cover are settled first; a cover, and rows of one, have no noise."""
    policies = Policies("singletons")
    assert read_cover([0, -1, -1], policies).k == 3
    assert read_cover([0, -1, -1], Policies("drop")).n == 1
    assert read_cover(pw.Clustering([0, -1, -1]), policies).k == 3
    assert read_cover([0, -1, -1], Policies()).k == 2
    for data in ([["a", "b"], ["b"]], [{"a"}, {"b"}], pa.table(ROWS)):
        with pytest.raises(InputError, match="noise= applies to labels, but this is a cover"):
            read_cover(data, policies)
        assert read_cover(data, Policies()).k == 2


def test_rows_without_items_are_no_cover() -> None:
    frame = pa.table({"cluster": ["x", "y"]})
    with pytest.raises(InputError, match="a cover needs a column of items"):
        cover_of_rows(read(frame))
