"""What formulas see of random tables, against the tables themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.chance.random_candidates import DrawnInformation
from partwise.chance.sampled_view import SampledView
from partwise.chance.sampling import sample_sums, sample_tables
from partwise.tables import NotGivenError, SizeHistogram

ROWS, COLUMNS = [5, 3, 2, 2], [6, 4, 1, 1]


def of_cells(share: Callable[[int, int, int], float]) -> list[float]:
    """Add up a function of n_ij, a_i and b_j over the cells of each table."""
    tables = sample_tables(ROWS, COLUMNS, 30, seed=4)
    return [
        sum(
            share(int(x), int(table.row_sizes[i]), int(table.column_sizes[j]))
            for i, j, x in zip(*map(np.ndarray.tolist, table.cells), strict=True)
        )
        for table in tables
    ]


@pytest.fixture
def view() -> SampledView:
    return SampledView(sample_sums(ROWS, COLUMNS, 30, seed=4))


def test_sums_over_cells_are_those_of_the_tables(view: SampledView) -> None:
    t: Any = view
    for found, share in (
        (t.sum(t.cell * t.cell), lambda x, *_: x * x),
        (t.sum(t.cell * (t.cell / t.row)), lambda x, a, _: x * x / a),
        (t.sum(t.cell * (t.cell / t.col)), lambda x, _, b: x * x / b),
    ):
        assert np.asarray(found) == pytest.approx(of_cells(share), rel=1e-12)
    for other in (t.cell * t.cell * t.cell, t.cell * t.cell / (t.row * t.col)):
        with pytest.raises(NotGivenError):
            t.sum(other)


def test_members_are_those_of_the_tables(view: SampledView) -> None:
    tables = sample_tables(ROWS, COLUMNS, 30, seed=4)
    assert (view.n, view.k_a, view.k_b) == (12, 4, 4)
    known = [table.information for table in tables]
    for name in ("entropy_a", "entropy_b", "sd_mutual_information", "expected_mutual_information"):
        assert getattr(view, name) == pytest.approx(float(getattr(known[0], name)), rel=1e-12)
    for name in ("mutual_information", "entropy_joint"):
        exact = [float(getattr(each, name)) for each in known]
        assert getattr(view, name) == pytest.approx(exact, rel=1e-12, abs=1e-14)
    assert view.row_maxima.tolist() == [table.to_dense().max(axis=1).sum() for table in tables]
    assert view.column_maxima.tolist() == [table.to_dense().max(axis=0).sum() for table in tables]
    assert view.row_maxima.dtype == view.column_maxima.dtype == np.float64


def test_where_mutual_information_has_one_value_it_is_the_expected_one() -> None:
    view = SampledView(sample_sums([6, 6], [11, 1], 3, seed=1))
    assert view.expected_mutual_information is view.mutual_information
    one, other = (SizeHistogram.of(np.array(sizes)) for sizes in ([6, 6], [11, 1]))
    with pytest.raises(NotGivenError):
        _ = DrawnInformation(one, other, np.zeros(2)).expected_mutual_information


def test_drawn_information_is_as_far_from_its_mean_as_was_drawn() -> None:
    rows, columns = (SizeHistogram.of(np.array(sizes)) for sizes in (ROWS, COLUMNS))
    table = pw.contingency(np.repeat(range(4), ROWS), np.repeat(range(4), COLUMNS))
    known = table.information
    mean, sd = float(known.expected_mutual_information), float(known.sd_mutual_information)
    most = min(float(known.entropy_a), float(known.entropy_b))
    view = DrawnInformation(rows, columns, np.array([-50.0, -1.0, 0.0, 0.5, 50.0]))
    expected = [0.0, mean - sd, mean, mean + sd / 2, most]
    assert view.mutual_information == pytest.approx(expected, rel=1e-12)
    joint = [float(known.entropy_a) + float(known.entropy_b) - each for each in expected]
    assert view.entropy_joint == pytest.approx(joint, rel=1e-12)
