"""A summary of a table gives every index what the table gives it."""

import math

import numpy as np
import pytest

import partwise as pw
from every_index.catalogue import pairs_up_to_order
from partwise.chance import random_scores
from partwise.chance.random_candidates import scores_at_scale
from partwise.comparison.causes import item_agreement
from partwise.comparison.uncertainty.api import estimates_of
from partwise.tables.aggregated import AggregatedTable, Blocks
from partwise.tables.information import SizeHistogram

SUMS_OF_CELLS = {"bcubed"}  # all others are functions of histograms and maxima


def summarised(table: pw.Contingency) -> AggregatedTable:
    """Group the cells by brute force."""
    cells = list(zip(*(array.tolist() for array in table.blocks[:3]), strict=True))
    distinct = sorted(set(cells))
    columns = np.array(distinct, np.int64).reshape(-1, 3).T
    times = np.array([cells.count(each) for each in distinct], np.int64)
    dense = table.to_dense()
    return AggregatedTable(
        Blocks(columns[0], columns[1], columns[2], times),
        SizeHistogram.of(table.row_sizes),
        SizeHistogram.of(table.column_sizes),
        int(dense.max(axis=1).sum()) if table.n else 0,
        int(dense.max(axis=0).sum()) if table.n else 0,
    )


def same(first: float, second: float) -> bool:
    return first == second or (math.isnan(first) and math.isnan(second))


@pytest.mark.parametrize("n", range(1, 6))
def test_every_index_has_the_same_value_on_a_summary(n: int) -> None:
    for reference, candidate in pairs_up_to_order(n):
        table = pw.contingency(reference, candidate)
        summary = summarised(table)
        assert (summary.n, summary.k_a, summary.k_b) == (table.n, table.k_a, table.k_b)
        assert summary.relation == table.relation
        for index in pw.indices("paper"):
            one, other = (float(index.evaluate(each).value) for each in (table, summary))
            if index.key in SUMS_OF_CELLS:
                assert other == pytest.approx(one, rel=1e-12)
            else:
                assert same(one, other), (index.key, reference, candidate)


def test_exact_values_and_many_tables_work_on_summaries() -> None:
    reference, candidate = np.random.default_rng(1).integers(0, 5, (2, 60))
    table = pw.contingency(reference, candidate)
    summary = summarised(table)
    for key in ("bcubed", "f_measure", "adjusted_rand"):
        index = pw.index(key)
        exactly = index.evaluate(table, exact=True).value
        assert index.evaluate(summary, exact=True).value == exactly
        assert index.values([summary, table]).tolist() == pytest.approx([float(exactly)] * 2)


def test_intervals_and_agreement_are_the_same_on_a_summary() -> None:
    generator = np.random.default_rng(2)
    reference = generator.integers(0, 30, 2000)
    candidate = np.where(generator.random(2000) < 0.3, generator.integers(0, 30, 2000), reference)
    table = pw.contingency(reference, candidate)
    summary = summarised(table)
    chosen = [pw.index(key) for key in ("CC", "J", "AR", "VI", "NMI")]
    ours, theirs = estimates_of(summary, chosen), estimates_of(table, chosen)
    for key, found in theirs.items():
        if found.standard_error is None:
            assert ours[key].standard_error is None
        else:
            assert ours[key].standard_error == pytest.approx(found.standard_error, rel=1e-9)
        assert ours[key].note == found.note
    assert item_agreement(summary) == pytest.approx(item_agreement(table))


def test_a_summary_refuses_what_needs_cells() -> None:
    summary = summarised(pw.contingency([0, 0, 1], [0, 1, 1]))
    with pytest.raises(pw.errors.InputError, match=r"3 cells.*max_cells="):
        getattr(summary, "cells")  # noqa: B009
    with pytest.raises(AttributeError, match="nonsense"):
        getattr(summary, "nonsense")  # noqa: B009


def test_random_candidates_of_very_many_items_score_as_drawn_ones_do() -> None:
    generator = np.random.default_rng(3)
    rows, columns = (
        SizeHistogram.of(np.bincount(generator.integers(0, k, 20_000))) for k in (100, 40)
    )
    chosen = [pw.index(key) for key in ("rand", "J", "CC", "NMI", "VI", "AMI", "SMI", "FNMI")]
    drawn = random_scores(rows.expanded(), columns.expanded(), chosen, 400, seed=4)
    ours = scores_at_scale(rows, columns, chosen, 400, seed=5)
    for index in chosen:
        one, other = drawn[index.key], ours[index.key]
        error = math.hypot(one.standard_error, other.standard_error)
        assert abs(one.mean - other.mean) < 5 * error, index.key
        assert np.std(other.values) == pytest.approx(np.std(one.values), rel=0.2), index.key


def test_entropies_are_unknown_where_mutual_information_cannot_vary() -> None:
    one, some = (SizeHistogram(np.array([s]), np.array([k])) for s, k in ((100, 1), (10, 10)))
    found = scores_at_scale(some, one, [pw.index("VI"), pw.index("rand")], seed=0)
    assert math.isnan(found["vi"].mean)
    rand = pw.score(np.repeat(np.arange(10), 10), np.zeros(100, int), "rand")
    assert set(found["rand"].values) == {rand}


def test_what_needs_cells_is_unknown_among_very_many_items() -> None:
    sizes = SizeHistogram(np.array([10]), np.array([10]))
    found = scores_at_scale(sizes, sizes, [pw.index("bcubed"), pw.index("f_measure")], seed=0)
    assert all(math.isnan(each.mean) for each in found.values())
