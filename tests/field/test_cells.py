"""Cell types and clusters of cells in AnnData."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.errors import InputError
from support.field import check_same_numbers

pytestmark = pytest.mark.filterwarnings("ignore")  # of other libraries

CELLS = [f"cell {i}" for i in range(6)]
TYPES = ["T", "T", "B", "B", "NK", "NK"]
LEIDEN = ["0", "0", "1", "1", "1", "2"]
KMEANS = [2, 2, 1, 1, 0, -1]


@pytest.fixture
def adata() -> Any:
    anndata = pytest.importorskip("anndata", reason="anndata is not installed")
    import pandas as pd

    obs = pd.DataFrame(
        {
            "cell_type": pd.Categorical(TYPES),
            "leiden": pd.Categorical(LEIDEN),
            "kmeans": KMEANS,
            "total_counts": np.linspace(0.5, 9, 6),
        },
        index=CELLS,
    )
    return anndata.AnnData(np.zeros((6, 2)), obs=obs)


def test_columns_by_name(adata: Any) -> None:
    expected = pw.score(TYPES, LEIDEN, "ARI")
    assert pw.score("cell_type", adata, "ARI") == expected
    compared = pw.compare("cell_type", adata, ["ARI"])
    assert compared.names == ("leiden",)
    assert compared.scores["leiden"]["ARI"] == expected
    assert pw.scores("cell_type", adata, ["ARI"])["leiden"]["ARI"] == expected
    labels = pw.read(adata)
    assert labels.columns == ("cell_type", "leiden")
    assert labels["leiden"].to_clustering().items == tuple(CELLS)
    assert pw.score(labels["cell_type"], labels["leiden"], "ARI") == expected
    assert pw.pairwise(adata, "ARI")[0, 1] == expected


def test_numbers_are_labels_when_they_are_named(adata: Any) -> None:
    assert pw.compare("kmeans", adata, ["CC"]).names == ("cell_type", "leiden")
    assert pw.read(adata, label_column="kmeans").columns == ("kmeans",)
    compared = pw.compare(adata.obs["cell_type"], {"k-means": adata.obs["kmeans"]}, ["CC"])
    assert compared.scores["k-means"]["CC"] == pw.score(TYPES, KMEANS, "CC")
    with pytest.raises(InputError, match=r"there is no column 'louvain'"):
        pw.compare("louvain", adata)
    with pytest.raises(InputError, match=r"categories or text; .*adata\.obs"):
        pw.read(type(adata)(np.zeros((6, 2))))


def test_cells_are_matched_by_name(adata: Any) -> None:
    truth = dict(zip(CELLS, [0, 0, 1, 1, 2, -1], strict=True))
    shuffled = adata[::-1].copy()
    for column, labels in (("cell_type", TYPES), ("leiden", LEIDEN)):
        plain = dict(zip(CELLS, labels, strict=True))
        check_same_numbers(truth, pw.read(shuffled)[column], plain)
    one = type(adata)(np.zeros((6, 2)), obs=shuffled.obs[["leiden", "kmeans"]])
    expected = pw.score(truth, dict(zip(CELLS, LEIDEN, strict=True)), "ARI", noise="drop")
    assert pw.score(truth, one, "ARI", noise="drop") == expected
    assert pw.compare(truth, one, ["ARI"], noise="drop").scores["leiden"]["ARI"] == expected


def test_cells_without_a_type(adata: Any) -> None:
    adata.obs.loc["cell 0", "cell_type"] = None
    with pytest.raises(pw.errors.MissingLabelError, match="missing"):
        pw.compare("cell_type", adata)
    compared = pw.compare("cell_type", adata, ["ARI"], missing="drop")
    assert compared.scores["leiden"]["ARI"] == pw.score(TYPES[1:], LEIDEN[1:], "ARI")
