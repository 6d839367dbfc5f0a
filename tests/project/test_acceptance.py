"""What a first user stumbled over, kept from coming back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import partwise as pw
from partwise.chance.sampling import sample_sums


def test_sizes_that_no_float_tells_apart() -> None:
    large = 2**53
    identical = pw.Contingency.from_cells([0, 1], [0, 1], [large, large + 1])
    assert pw.index("AMI").evaluate(identical).value == 1
    nearly = pw.Contingency.from_cells([0, 1, 1], [0, 1, 0], [large, large, 1])
    assert pw.index("ami_max").evaluate(nearly).value == pytest.approx(1, abs=1e-12)
    assert float(pw.index("smi").evaluate(nearly)) > 1e6


@pytest.mark.parametrize("index", [[2, 0, 1], [3, 4, 5], [2, 0, 9], ["c", "a", "b"]])
def test_a_series_and_an_array_are_matched_by_position(index: list[object]) -> None:
    """Labels from a shuffled frame and what a model returned for it are in the same order."""
    assert pw.score(pd.Series([1, 0, 0], index=index), np.array([1, 0, 0]), "CC") == 1


def test_nothing_in_common_is_no_agreement() -> None:
    one, other = pd.Series([0, 0, 1], index=list("abc")), pd.Series([1], index=["q"])
    with pytest.raises(pw.errors.AlignmentError, match=r"no items are left to compare.*'a'.*'q'"):
        pw.score(one, other, "CC", missing="drop")
    with pytest.raises(pw.errors.AlignmentError, match="no items are left"):
        pw.score([0, 0, 1], [-1, -1, -1], "CC", noise="drop")


def test_a_semicolon_separates_columns_too(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("id;label\nx;1\ny;1\nz;2\n", encoding="utf-8")
    assert pw.read(path).to_clustering().items == ("x", "y", "z")
    assert pw.read(path).to_clustering().sizes.tolist() == [2, 1]


def test_bcubed_of_identical_clusterings_is_one_at_any_size() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        sizes = rng.integers(1, 10 ** rng.integers(1, 15), 5).tolist()
        table = pw.Contingency.from_cells(range(5), range(5), sizes)
        assert pw.index("bcubed").evaluate(table).value == 1


def test_too_many_threads_are_as_good_as_many() -> None:
    a, b = np.arange(300_000) % 7, np.arange(300_000) % 5
    assert pw.contingency(a, b, threads=10**6) == pw.contingency(a, b, threads=1)


def test_the_lattice_takes_labels() -> None:
    assert pw.lattice.is_consistent_improvement([0, 0, 1], [0, 1, 1], [0, 1, 2])  # type: ignore[arg-type]
    with pytest.raises(pw.errors.InputError, match="expected a Clustering, not a list"):
        pw.Clustering([0, 0, 1]).meet([0, 1, 1])  # type: ignore[arg-type]


def test_an_index_takes_sampled_counts() -> None:
    sampled = sample_sums([3, 3], [2, 4], 50, seed=1)
    counts = sampled.pair_counts
    expected = [pw.index("CC").from_counts(*(int(count[i]) for count in counts)) for i in range(50)]
    assert pw.index("CC").values(counts) == pytest.approx(expected, rel=1e-14)
    with pytest.raises(pw.errors.InputError, match="values"):
        pw.index("CC").evaluate(counts)
    with pytest.raises(pw.errors.InputError, match="too many at once"):
        sample_sums([2], [2], 10**15)


def test_candidates_in_a_frame_and_one_index_by_name() -> None:
    frame = pd.DataFrame({"same": [0, 0, 1], "other": [0, 1, 1]})
    found = pw.scores([0, 0, 1], frame, "rand")
    assert {name: scores["rand"] for name, scores in found.items()} == {"same": 1, "other": 1 / 3}
    assert pw.pairwise(frame, "rand").tolist() == [[1, 1 / 3], [1 / 3, 1]]


def test_a_table_is_not_taken_for_labels() -> None:
    with pytest.raises(pw.errors.InputError, match=r"evaluate\(table\)"):
        pw.score(pw.contingency([0, 1], [0, 1]), [0, 1], "CC")
