"""How often items of two clusters are together, counted pair by pair."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.ensembles import co_association
from partwise.ensembles.co_associations import mean_shares
from support.drawings import described


def by_pairs(mine: list[Any], runs: list[list[Any]]) -> dict[frozenset[Any], float]:
    """Count pairs of items one by one; an item that a run does not have is None there."""
    shares: dict[frozenset[Any], list[float]] = {}
    for run in runs:
        counts: dict[frozenset[Any], list[bool]] = {}
        for i, j in combinations(range(len(mine)), 2):
            if run[i] is not None and run[j] is not None:
                counts.setdefault(frozenset([mine[i], mine[j]]), []).append(run[i] == run[j])
        for key, flags in counts.items():
            shares.setdefault(key, []).append(float(np.mean(flags)))
    return {key: float(np.mean(values)) for key, values in shares.items()}


@pytest.mark.parametrize("seed", range(8))
def test_shares_are_those_of_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mine = [f"c{label}" for label in rng.integers(0, 5, 30)]
    runs = [rng.integers(0, k, 30).tolist() for k in (2, 3, 6)]
    result = co_association(mine, runs)
    expected = by_pairs(mine, runs)
    for i, first in enumerate(result.labels):
        assert result.sizes[i] == mine.count(str(first))
        for j, second in enumerate(result.labels):
            wanted = expected.get(frozenset([first, second]), np.nan)
            assert result.shares[i, j] == pytest.approx(wanted, rel=1e-13, nan_ok=True)


@pytest.mark.parametrize("seed", range(8))
def test_what_a_replicate_lacks_does_not_count_for_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mine = rng.integers(0, 4, 20)
    mine = np.unique(mine, return_inverse=True)[1]
    runs = [np.where(rng.random(20) < 0.6, -1, rng.integers(0, 3, 20)) for _ in range(4)]
    runs = [np.where(run < 0, -1, np.unique(run, return_inverse=True)[1]) for run in runs]
    k = int(mine.max()) + 1
    known = [[None if x < 0 else x for x in run.tolist()] for run in runs]
    expected = by_pairs(mine.tolist(), known)
    shares = mean_shares(mine, runs, k)
    for i in range(k):
        for j in range(k):
            wanted = expected.get(frozenset([i, j]), np.nan)
            assert shares[i, j] == pytest.approx(wanted, rel=1e-13, nan_ok=True)


def test_replicates_of_samples_of_the_items() -> None:
    mine = {"ann": 0, "bob": 0, "cy": 1, "dee": 1}
    samples = [{"ann": 5, "bob": 5, "cy": 5}, {"bob": 1, "cy": 2, "dee": 2, "eve": 2}]
    result = co_association(mine, samples, missing="pairwise")
    within, between = result.shares[[0, 1], [0, 1]].tolist(), result.shares[0, 1]
    assert within == [1, 1]
    assert between == (1 + 0) / 2
    with pytest.raises(pw.PartwiseError, match='missing="drop"'):
        co_association(mine, samples)


def test_replicates_of_samples() -> None:
    rng = np.random.default_rng(5)
    mine = rng.integers(0, 4, 20).tolist()
    runs = [
        [None if rng.random() < 0.4 else int(rng.integers(0, 3)) for _ in mine] for _ in range(4)
    ]
    result = co_association(mine, runs, missing="pairwise")
    named = [{f"i{i}": x for i, x in enumerate(run) if x is not None} for run in runs]
    own = {f"i{i}": x for i, x in enumerate(mine)}
    np.testing.assert_array_equal(
        co_association(own, named, missing="pairwise").shares, result.shares
    )
    expected = by_pairs(mine, runs)
    for i, first in enumerate(result.labels):
        for j, second in enumerate(result.labels):
            wanted = expected.get(frozenset([first, second]), np.nan)
            assert result.shares[i, j] == pytest.approx(wanted, rel=1e-13, nan_ok=True)


def test_the_clustering_itself_as_a_replicate() -> None:
    labels = [0, 0, 1, 1, 2]
    shares = co_association(labels, [labels]).shares
    assert shares[:2, :2].tolist() == [[1, 0], [0, 1]]
    assert np.isnan(shares[2, 2])  # a singleton has no pairs


def test_frames() -> None:
    runs = pd.DataFrame({"r1": [0, 0, 0, 1, 1], "r2": [0, 0, 1, 1, 1]})
    result = co_association(["a", "a", "b", "c", "c"], runs)
    tidy = result.to_frame()
    assert list(tidy) == ["cluster", "other", "share"]
    wide = result.to_frame(wide=True)
    for row in tidy.itertuples():
        assert wide.loc[row.cluster, row.other] == pytest.approx(row.share, nan_ok=True)
    assert wide.loc["a", "b"] == wide.loc["b", "c"] == 0.5


def test_clusters_that_are_mixed_are_neighbours() -> None:
    mine = np.repeat([0, 1, 2, 3], 5)
    mixed = np.where(np.isin(mine, (0, 3)), 0, mine)
    result = co_association(mine, [mine, mixed, mixed])
    order = [result.labels[i] for i in result.order]
    assert abs(order.index(0) - order.index(3)) == 1
    assert "0 and 3 are together most often, for 0.667 of their pairs." in str(result).replace(
        "\n", " "
    )
    assert "no items of different clusters are ever together" in str(co_association(mine, [mine]))


def test_cells_say_what_they_show() -> None:
    figure = co_association(["x", "x", "y", "y"], [[0, 0, 0, 1], [0, 0, 1, 1]]).plot()
    words = {mark.label for mark in described(figure)}
    assert words == {
        "two items of cluster x: together in 100% of cases",
        "two items of cluster y: together in 50% of cases",
        "an item of cluster x and one of y: together in 25% of cases",
        "an item of cluster y and one of x: together in 25% of cases",
    }
    assert "averaged over 2 replicates" in figure.description


def test_policies_and_refusals() -> None:
    gaps = [[0, 0, None, 1]]
    with pytest.raises(pw.PartwiseError, match='missing="drop"'):
        co_association([0, 0, 1, 1], gaps)
    assert co_association([0, 0, 1, 1], gaps, missing="drop").sizes.tolist() == [2, 1]
    noisy = co_association([0, 0, -1, -1], [[0, 0, 1, 1]], noise="drop")
    assert noisy.labels == (0,)
    with pytest.raises(InputError, match="at least one replicate"):
        co_association([0, 1], [])
    with pytest.raises(InputError, match="cannot be called 'the clustering'"):
        co_association([0, 1], {"the clustering": [0, 1]})
    with pytest.raises(InputError, match="6,000 clusters"):
        co_association(range(6000), [range(6000)])
