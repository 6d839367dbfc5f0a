"""Expected tables of soft clusterings, and indices on them, against the definitions."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from mpmath import mpf, sqrt

import partwise as pw
from partwise.base import TableError
from partwise.clusterings import Memberships
from partwise.tables import AggregatedTable, Contingency, ExpectedTable, expected_table
from support import soft_memberships as brute


def _cases(count: int, seed: int) -> list[tuple[brute.Rows, brute.Rows]]:
    rng = Random(seed)  # noqa: S311
    cases: list[tuple[brute.Rows, brute.Rows]] = []
    while len(cases) < count:
        n = rng.randint(2, 9)
        p, q = (brute.random_rows(rng, n, rng.randint(2, 4)) for _ in range(2))
        if len(cases) % 3 == 0:
            p = brute.one_hot([rng.randrange(3) for _ in range(n)])
        is_soft = any(0 < value < 1 for rows in (p, q) for row in rows for value in row)
        if is_soft:
            cases.append((p, q))
    return cases


def _table(p: brute.Rows, q: brute.Rows) -> ExpectedTable:
    table = expected_table(Memberships(p), Memberships(q))
    assert isinstance(table, ExpectedTable)
    return table


def _value(table: AggregatedTable, key: str) -> float:
    return float(pw.index(key).evaluate(table).value)


def test_cells_are_sums_of_products_and_sum_to_the_number_of_items() -> None:
    for p, q in _cases(300, seed=1):
        table = _table(p, q)
        cells = brute.expected_cells(p, q)
        kept = [[float(cell) for cell in row if cell is not None] for row in cells]
        dense = np.array(kept)
        dense = dense[dense.any(axis=1)][:, dense.any(axis=0)]
        assert np.abs(table.to_dense() - dense).max() < 1e-14
        assert table.n == table.item_count == len(p)
        assert table.T.to_dense().tolist() == table.to_dense().T.tolist()


def test_entropies_and_what_follows_from_them_are_those_of_the_definition() -> None:
    for p, q in _cases(300, seed=2):
        table = _table(p, q)
        a, b, joint = brute.entropies(brute.expected_cells(p, q))
        mutual = a + b - joint
        expected = {"mi": mutual, "vi": 2 * joint - a - b, "nvi": 1 - mutual / joint}
        if a and b:
            expected |= {
                "nmi_arithmetic": 2 * mutual / (a + b),
                "nmi_max": mutual / max(a, b),
                "nmi_min": mutual / min(a, b),
                "nmi_geometric": mutual / sqrt(a * b),
                "nmi_joint": mutual / joint,
                "homogeneity": mutual / a,
                "completeness": mutual / b,
                "v_measure": 2 * mutual / (a + b),
                "nid": 1 - mutual / max(a, b),
            }
        for key, value in expected.items():
            assert _value(table, key) == pytest.approx(float(mpf(value)), abs=1e-13), key


def test_set_matching_is_that_of_the_definition() -> None:
    for p, q in _cases(200, seed=3):
        table, n = _table(p, q), len(p)
        cells = brute.expected_cells(p, q)
        columns = list(zip(*cells, strict=True))
        purity = sum((max(column) for column in columns), Fraction(0)) / n
        inverse = sum((max(row) for row in cells), Fraction(0)) / n
        assert _value(table, "purity") == pytest.approx(float(purity), abs=1e-14)
        assert _value(table, "inverse_purity") == pytest.approx(float(inverse), abs=1e-14)
        van_dongen = 1 - (purity + inverse) / 2
        assert _value(table, "van_dongen") == pytest.approx(float(van_dongen), abs=1e-14)


def test_hard_memberships_have_the_table_of_their_labels() -> None:
    table = expected_table(Memberships(["x", "y", "x"]), Memberships([[0, 1], [0, 1], [1, 0]]))
    assert type(table) is Contingency
    assert table.row_labels == ("x", "y")
    assert table.to_dense().tolist() == [[1, 1], [1, 0]]


def test_sparse_memberships_have_the_table_of_dense_ones() -> None:
    from scipy.sparse import csr_array

    rng = np.random.default_rng(4)
    p, q = rng.dirichlet([1, 1, 1], 20), rng.dirichlet([1, 1], 20)
    dense = expected_table(Memberships(p), Memberships(q))
    for one in (p, csr_array(p)):
        for other in (q, csr_array(q)):
            table = expected_table(Memberships(one), Memberships(other))
            assert np.abs(np.asarray(table) - np.asarray(dense)).max() < 1e-14


def test_a_soft_clustering_tells_nothing_of_one_cluster() -> None:
    table = expected_table(Memberships([[0.5, 0.5], [0.1, 0.9]]), Memberships([0, 0]))
    assert table.relation == "trivial"
    assert _value(table, "mi") == 0
    assert np.isnan(_value(table, "nmi_min"))


@pytest.mark.parametrize("key", ["rand", "adjusted_rand", "correlation", "dice", "lerman", "mari"])
def test_indices_of_pairs_are_refused_with_those_that_work(key: str) -> None:
    table = expected_table(Memberships([[0.5, 0.5], [0, 1]]), Memberships([0, 1]))
    with pytest.raises(TableError, match=r"fuzzy_rand|adjusted_concordance"):
        pw.index(key).evaluate(table)


@pytest.mark.parametrize("key", ["ami_arithmetic", "smi", "rmi"])
def test_indices_of_random_tables_are_refused_with_those_that_work(key: str) -> None:
    table = expected_table(Memberships([[0.5, 0.5], [0, 1], [1, 0]]), Memberships([0, 1, 1]))
    with pytest.raises(TableError, match=r"random tables of whole items.*adjusted_concordance"):
        pw.index(key).evaluate(table)


def test_expected_tables_print_and_are_copied() -> None:
    table: Any = expected_table(Memberships([[0.5, 0.5], [0, 1]]), Memberships(["x", "y"]))
    assert "2 items, 2 reference clusters" in str(table)
    again = pickle.loads(pickle.dumps(table))  # noqa: S301
    assert type(again) is ExpectedTable
    assert again.to_dense().tolist() == [[0.5, 0], [0.5, 1]]
    assert list(table.to_frame("pandas").columns) == ["reference", "candidate", "expected_items"]
    with pytest.raises(TableError, match="cannot be added"):
        table + table
