"""Scores of labels, cells and matrices of codes: what kernels refuse, and that they can stop."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.kernels import MatrixScorer, Program, are_plain, score_cells, score_labels
from support.alarms import AlarmError, alarm, needs_alarms


def program(key: str) -> Program:
    made = pw.index(key).program
    assert made is not None
    return made


def test_plain_columns() -> None:
    a = np.array([0, 1, 1])
    assert are_plain(a)
    assert are_plain(a, a.astype(np.uint8), a[::-1])
    assert not are_plain(a, a[1:])
    assert not are_plain(a, a, a.astype(float))
    assert not are_plain([0, 1, 1], a)
    assert not are_plain(None)


def test_cells_need_rows_and_columns() -> None:
    one, two = np.array([0, 1]), np.array([1, 1])
    rand = [program("rand"), None]
    assert np.array_equal(score_cells(one, one, two, two, two, rand), [1, np.nan], equal_nan=True)
    wrong = np.array([0, 2])
    short = [(one[:1], one, two), (one, one[:1], two), (one, one, two[:1])]
    for rows, columns, counts in ((wrong, one, two), (one, wrong, two), *short):
        with pytest.raises(ValueError, match="rows and columns"):
            score_cells(rows, columns, counts, two, two, rand)


def test_cells_beyond_32_bits_are_not_decided() -> None:
    one, many = np.array([0, 1]), np.array([2**31, 2**31])
    assert np.isnan(score_cells(one, one, many, many, many, [program("jaccard")])).all()
    assert np.isnan(score_cells(one, one, many * 4, many * 4, many * 4, [program("rand")])).all()


def test_codes_are_checked() -> None:
    rand, good = program("rand"), np.array([0, 1, 1], np.uint8)
    for wrong in (good + 2, good.astype(np.int64), good[:2], good.astype(float)):
        with pytest.raises(ValueError, match="must"):
            MatrixScorer([good, wrong], rand, 1)
    scorer = MatrixScorer([good, good[::-1]], rand, 2)
    with pytest.raises(IndexError):
        scorer.row(2, 0)
    assert scorer.row(0, 2).tolist() == []
    assert scorer.row(0, 0).tolist() == [1, score_labels(good, good[::-1], rand)]


@pytest.mark.parametrize("clusters", [1, 7, 300, 3000])
def test_a_row_has_the_scores_of_its_columns(clusters: int) -> None:
    rng = np.random.default_rng(clusters)
    codes = [rng.integers(0, k, 3000).astype(np.uint16) for k in (clusters, 5, clusters)]
    codes = [np.unique(column, return_inverse=True)[1].astype(np.uint16) for column in codes]
    for key in ("rand", "nmi_arithmetic", "bcubed", "purity", "pair_sets_index"):
        if (made := pw.index(key).program) is None:
            continue
        row = MatrixScorer(codes, made, 2).row(1, 0)
        expected = [score_labels(codes[1], column, made) for column in codes]
        assert np.array_equal(row, expected, equal_nan=True), key


@needs_alarms
@pytest.mark.parametrize("threads", [1, 2])
def test_signals_stop_the_threads(threads: int) -> None:
    """A handler's exception comes through while minutes of work are left."""
    codes = np.random.default_rng(0).integers(0, 50, (1000, 20_000))
    with alarm(1.5), pytest.raises(AlarmError):
        pw.pairwise(list(codes), "nmi_arithmetic", threads=threads)


@pytest.mark.parametrize("size", [1, 2, 38, 39, 40, 41, 4094, 4095, 4096, 10**6, 10**9])
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (7, 1), (30, 40)])
def test_reduced_information_is_rounded_once(size: int, shape: tuple[int, int]) -> None:
    """Around the ends of tables and series, against logarithms of Γ in 300 bits."""
    rng = np.random.default_rng(size)
    matrix = rng.integers(0, 3, shape) + size * (rng.random(shape) < 0.3)
    matrix[0] += 1
    matrix[:, 0] += 1
    if matrix.sum() >= 2**32:
        matrix //= 400
        matrix[0] += 1
        matrix[:, 0] += 1
    table = pw.Contingency.from_matrix(matrix)
    sizes = (table.row_sizes, table.column_sizes)
    [found] = score_cells(*table.cells, *sizes, [program("rmi")])
    known = table.information
    assert found == float(known.arrangement_information - known.log_table_count / table.n)


def test_the_best_of_many_equal_matchings_is_decided() -> None:
    """Thirds and sevenths are rounded; how much that hides is small enough for nearly all."""
    rng, undecided = np.random.default_rng(1), 0
    index = pw.index("pair_sets_index")
    for _ in range(300):
        matrix = rng.integers(1, 3, (rng.integers(3, 9),) * 2) * rng.integers(1, 4)
        table = pw.Contingency.from_matrix(matrix)
        sizes = table.row_sizes, table.column_sizes
        [found] = score_cells(*table.cells, *sizes, [program("pair_sets_index")])
        undecided += bool(np.isnan(found))
        assert np.isnan(found) or found == float(index.evaluate(table, exact=True).value)
    assert undecided <= 6
