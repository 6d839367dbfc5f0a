"""``missing="pairwise"``: each two clusterings are compared on the items that both have."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError, UndefinedValueError


def samples(seed: int, m: int = 5, n: int = 30) -> dict[str, dict[str, int]]:
    rng = np.random.default_rng(seed)
    return {
        f"run {i}": {f"i{x}": int(rng.integers(0, 4)) for x in rng.permutation(n)[: 12 + 3 * i]}
        for i in range(m)
    }


@pytest.mark.parametrize("index", ["CC", "VI", "AMI", "W", "BCubed"])
def test_values_are_those_of_the_shared_items(index: str) -> None:
    runs = samples(0)
    result = pw.pairwise(runs, index, missing="pairwise")
    assert result.shared is not None
    for a, b in [*combinations(runs, 2), *((b, a) for a, b in combinations(runs, 2))]:
        both = sorted(runs[a].keys() & runs[b].keys())
        value = pw.score([runs[a][x] for x in both], [runs[b][x] for x in both], index)
        assert result[a, b] == pytest.approx(float(value))
        assert result.shared[result.names.index(a), result.names.index(b)] == len(both)
    assert np.diag(result.shared).tolist() == [len(labels) for labels in runs.values()]


def test_the_same_items_give_the_same_values() -> None:
    rng = np.random.default_rng(1)
    runs = rng.integers(0, 3, (4, 20)).tolist()
    for index in ("CC", "VI"):
        plain = pw.pairwise(runs, index)
        np.testing.assert_array_equal(pw.pairwise(runs, index, missing="pairwise"), plain)
    assert "shared" not in pw.pairwise(runs, "CC").to_dict()
    assert pw.pairwise(runs, "CC").notes == ()


def test_how_many_items_are_shared_is_said() -> None:
    runs = [{"a": 0, "b": 0, "c": 1}, {"b": 0, "c": 1, "d": 1}, {"d": 0, "e": 1}]
    result = pw.pairwise(runs, "rand", missing="pairwise")
    assert result.notes == (
        "each pair is compared on the items that both have: 2 in each pair",
        "no value, because there are fewer than two items in common: 0 with 2 and 1 with 2",
    )
    assert math.isnan(result[0, 2])
    assert result[2, 2] == 1
    with pytest.raises(UndefinedValueError, match="fewer than two items in common"):
        pw.pairwise(runs, "rand", missing="pairwise", undefined="raise")
    spread = pw.pairwise(samples(3), "rand", missing="pairwise")
    assert spread.shared is not None
    counts = [spread.shared[i, j] for i, j in combinations(range(5), 2)]
    assert f": {min(counts)} (" in spread.notes[0]
    assert f" to {max(counts)} (" in spread.notes[0]


def test_noise_and_missing_labels_leave_a_pair_only() -> None:
    runs = [[0, 0, 1, -1], [0, 0, None, 1], [0, 1, 1, 1]]
    result = pw.pairwise(runs, "rand", missing="pairwise", noise="drop")
    assert result.shared is not None
    assert result.shared.tolist() == [[3, 2, 3], [2, 3, 3], [3, 3, 4]]
    assert result[0, 2] == pw.score([0, 0, 1], [0, 1, 1], "rand")


def test_series_frames_and_lists(tmp_path: Any) -> None:
    pd = pytest.importorskip("pandas")
    runs = samples(2, m=3)
    expected = np.asarray(pw.pairwise(runs, "CC", missing="pairwise"))
    as_series = {name: pd.Series(labels) for name, labels in runs.items()}
    np.testing.assert_array_equal(pw.pairwise(as_series, "CC", missing="pairwise"), expected)
    wide = pd.DataFrame(as_series)  # what a run does not have is missing
    np.testing.assert_array_equal(pw.pairwise(wide, "CC", missing="pairwise"), expected)
    files = {}
    for name, labels in runs.items():
        files[name] = tmp_path / f"{name}.csv"
        rows = [f"{item},{label}" for item, label in labels.items()]
        files[name].write_text("\n".join(["item,label", *rows]))
    np.testing.assert_array_equal(pw.pairwise(files, "CC", missing="pairwise"), expected)
    by_position = [pd.Series([0, 0, 1]), np.array([0, 1, 1]), {0: 1, 1: 1, 2: 2}]
    assert pw.pairwise(by_position, "rand", missing="pairwise").shared is not None


@pytest.mark.parametrize(
    ("runs", "options", "words"),
    [
        ([[0, 0], [0, 0, 1]], {}, "clustering 0 has 2 items and clustering 1 has 3"),
        ([[0, 0], {"a": 0, "b": 0}], {}, "clustering 1 has item ids but clustering 0 has none"),
        ([[0, 0], [0, 1]], {"weights": [1, 2]}, "weights= needs items that all"),
    ],
)
def test_bad_input(runs: Any, options: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        pw.pairwise(runs, "rand", missing="pairwise", **options)


def test_a_landscape_of_what_each_two_share() -> None:
    runs = samples(4)
    result = pw.ensembles.landscape(runs, missing="pairwise")
    values = np.asarray(pw.pairwise(runs, "CD", missing="pairwise"))
    np.testing.assert_allclose(result.distances, values, atol=1e-12)
    assert "5 clusterings of 12 to 24 items" in str(result)
    assert "each pair is compared on the items that both have" in str(result)
    assert result.to_dict()["shared"] == pw.pairwise(runs, "CD", missing="pairwise").shared.tolist()  # type: ignore[union-attr]
    with pytest.raises(InputError, match="'a' and 'b' have 0 items in common"):
        pw.ensembles.landscape({"a": {1: 0, 2: 0}, "b": {3: 0, 4: 0}}, missing="pairwise")


def test_noise_is_counted_in_each_clustering() -> None:
    runs = {"a": [0, 0, 1, -1], "b": [0, 0, None, 1], "c": [0, 1, 1, 1]}
    notes = pw.ensembles.landscape(runs, missing="pairwise", noise="drop").notes
    left_out = "left out wherever this clustering is compared"
    assert f"a: 1 item is labelled -1, {left_out}." in notes
    assert f"b: 1 item has no label, {left_out}." in notes
