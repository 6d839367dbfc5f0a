"""Sweeps of objects and files that other programs make, and what they say about near misses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyarrow import csv, parquet
from scipy.cluster.hierarchy import linkage
from sklearn.cluster import HDBSCAN

import partwise as pw
from partwise.errors import InputError


def test_the_tree_of_scikit_learn_s_hdbscan() -> None:
    """With one neighbour, its distances are those of the points."""
    rows = np.random.default_rng(5).normal(size=(40, 2))
    fitted = HDBSCAN(min_samples=1, copy=True).fit(rows)
    gold = [i // 5 for i in range(40)]
    tree = linkage(rows, "single")
    np.testing.assert_allclose(pw.Hierarchy(fitted).heights, pw.Hierarchy(tree).heights)
    for form in (fitted, fitted._single_linkage_tree_):
        for height in np.quantile(tree[:, 2], [0.2, 0.5, 0.9]) + 1e-9:
            assert pw.Hierarchy(form).cut(height) == pw.Hierarchy(tree).cut(height)
        best = pw.sweep(gold, form, ["ARI"]).scores["ARI"].max()
        assert best == pw.sweep(gold, tree, ["ARI"]).scores["ARI"].max()


def test_condensed_trees_say_what_to_pass() -> None:
    class CondensedTree: ...

    for call in (pw.Hierarchy, lambda tree: pw.sweep([0, 0, 1], tree)):
        with pytest.raises(InputError, match="pass the fitted model, or its single_linkage_tree_"):
            call(CondensedTree())


UNUSUAL = {"first": [0, 1, 0], "second": [1, 2, 2], "how_sure": [0.9, 0.25, 0.5]}


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("has_reference", [True, False])
@pytest.mark.parametrize("form", ["pandas", "polars", "pyarrow", "csv", "parquet"])
def test_pairs_with_unusual_column_names_are_not_taken_for_labels(
    form: str, has_reference: bool, place: int, tmp_path: Path
) -> None:
    """Scores are no labels: the error says how to name the columns, and doing so helps."""
    names = ["first", "second"]
    names.insert(place, "how_sure")
    table = pa.table({name: UNUSUAL[name] for name in names})
    files = {"csv": tmp_path / "pairs.csv", "parquet": tmp_path / "pairs.parquet"}
    csv.write_csv(table, files["csv"])
    parquet.write_table(table, files["parquet"])
    frames = {"pandas": table.to_pandas(), "polars": pl.from_arrow(table), "pyarrow": table}
    family = str(files[form]) if form in files else frames[form]
    reference = {0: 0, 1: 0, 2: 1} if has_reference else None
    indices = ["ARI"]
    options = 'left="first", right="second", score="how_sure"'
    with pytest.raises(InputError, match=f"name their columns: {options}"):
        pw.sweep(reference, family, indices)
    swept = pw.sweep(reference, family, indices, left="first", right="second", score="how_sure")
    assert swept.thresholds.tolist()[:3] == [np.inf, 0.9, 0.5]


def test_three_columns_of_labels_are_labels() -> None:
    """Also where missing labels made one of them a column of floats."""
    frame = pd.DataFrame({"a": [0, 0, 1], "b": [0, 1, 1], "c": [0.0, 1.0, np.nan]})
    assert len(pw.sweep([0, 0, 1], frame, ["ARI"], missing="singletons").thresholds) == 3
