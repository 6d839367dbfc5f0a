"""Counts at and beyond the limits up to which quicker ways are exact, against whole numbers."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.base import ExactReal
from partwise.errors import InputError
from partwise.tables import (
    AggregatedTable,
    Contingency,
    PairCounts,
    RecordedTable,
    contingency_table,
    figures,
    program_of,
    real_view,
    value_of,
)
from partwise.tables.figures import pairing
from partwise.tables.formula_views import ExactTable, FloatTable, SymbolicTable
from partwise.tables.information import Information, SizeHistogram
from partwise.tables.moving import MovingTable
from partwise.tables.pairs import n11_mean_and_variance
from partwise.tables.real_view import RealTable

BIG = [2**19, 2**20, 2**21 + 1, 2**31, 2**32 + 1, 2**52 + 1, 2**53 - 1, 2**53 + 1, 2**62 + 1, 2**70]


def square(big: int) -> tuple[Contingency, list[tuple[int, int, int]]]:
    """Return a table of four large cells, and for each its count and the sizes of its clusters."""
    cells = [[big, big - 1], [1, big + 2]]
    table = Contingency.from_matrix(np.array(cells, object))
    sides = [sum(row) for row in cells], [sum(column) for column in zip(*cells, strict=True)]
    triples = [(cells[i][j], sides[0][i], sides[1][j]) for i, j in product((0, 1), repeat=2)]
    return table, triples


@pytest.mark.parametrize("big", BIG)
def test_tables_of_any_size_are_counted_exactly(big: int) -> None:
    table, cells = square(big)
    assert table.n == sum(cell for cell, _, _ in cells) == 3 * big + 2
    assert table.linked_pairs == sum(c * ((a - 1) * (b - 1) - (c - 1)) for c, a, b in cells)
    assert table.pair_counts.n11 == sum(math.comb(c, 2) for c, _, _ in cells)
    assert table.pair_counts.total == math.comb(table.n, 2)
    assert (table.row_maxima, table.column_maxima) == (2 * big + 2, 2 * big + 2)
    assert table.row_sizes.tolist() == [2 * big - 1, big + 3]
    assert table.column_sizes.tolist() == [big + 1, 2 * big + 1]
    assert table.size_overlap == 2 * big - 1 + big + 1
    exact, floats = ExactTable(table), FloatTable(table)
    share = sum((Fraction(c * c, a) for c, a, _ in cells), Fraction(0))
    assert exact.sum(exact.cell**2 / exact.row) == share
    assert float(floats.sum(floats.cell * (floats.cell / floats.row))) == pytest.approx(
        float(share), rel=1e-15
    )
    assert floats.pairs == table.pair_counts


@pytest.mark.parametrize("n", [2**53 - 1, 2**53, 2**53 + 1])
def test_cells_are_floats_as_long_as_these_hold_all_items(n: int) -> None:
    view = FloatTable(Contingency.from_cells(["a", "b"], ["x", "x"], [n - 1, 1]))
    assert (view.cell.dtype == object) == (n >= 2**53)
    assert view.cell.tolist() == [n - 1, 1]
    assert view.col.tolist() == [n, n]


def labels(random: Random, n: int) -> tuple[list[int], list[int]]:
    return [random.randrange(3) for _ in range(n)], [random.randrange(4) for _ in range(n)]


@pytest.mark.parametrize("most", [1, 2, 3, 7])
def test_columns_are_counted_in_parts(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contingency_table, "MOST_AT_ONCE", most)
    random = Random(most)  # noqa: S311
    for n in range(12):
        a, b = labels(random, n)
        table = contingency_table.counted(np.array(a, np.int64), np.array(b, np.int64))
        cells = Counter(zip(a, b, strict=True))
        rows, columns, counts = (array.tolist() for array in table.cells)
        found = {
            (table.row_labels[i], table.column_labels[j]): count
            for i, j, count in zip(rows, columns, counts, strict=True)
        }
        assert found == cells
        assert table.n == n


@pytest.mark.parametrize("most", [0, 4, 5, 6])
def test_pairs_are_counted_by_either_way(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contingency_table, "_SQUARES_FIT", most)
    a, b = [0, 0, 1, 1, 1], [4, 4, 4, 7, 7]
    found = contingency_table.pair_counts(np.array(a), np.array(b))
    assert found == PairCounts(2, 2, 2, 4)


def test_products_of_pairs_of_any_shape_cancel_exactly() -> None:
    big = 94906266
    exact = PairCounts(big + 1, big, big, big - 1)
    assert (exact.determinant, exact.excess) == (-1, 2 * big + 1)
    shapes: list[tuple[tuple[int, ...], ...]] = [
        ((2,),) * 4,
        ((2, 3),) * 4,
        ((2, 1), (1, 3), (1, 1), (2, 3)),
        ((3,), (1,), (3,), (1,)),
        ((3,), (1,), (1,), (1,)),
        ((1,), (3,), (3,), (3,)),
        ((2, 3), (3,), (1,), (2, 1)),
    ]
    for of in shapes:
        arrays = (np.full(shape, float(x)) for shape, x in zip(of, exact, strict=True))
        counts = PairCounts(*arrays)
        shape = np.broadcast_shapes(*of)
        assert np.shape(counts.determinant) == shape
        assert (np.ravel(counts.determinant) == -1).all()
    strided = np.full((4, 6), float(big))[::2, ::3]
    assert (PairCounts(strided + 1, strided, strided, strided - 1).determinant == -1).all()


# --- information


def test_sizes_are_counted() -> None:
    random = Random(2)  # noqa: S311
    for length in (0, 1, 2, 5, 40):
        for most in (1, 3, 4 * length, 4 * length + 1, 10**6, 2**70):
            sizes = [random.randint(1, max(most, 1)) for _ in range(length)]
            kind = object if most > 2**62 else np.int64
            found = SizeHistogram.of(np.array(sizes, kind))
            assert dict(found.counted) == Counter(sizes)
            assert found.expanded().tolist() == sorted(sizes)
            assert found.sum_of(lambda size: size**3) == sum(size**3 for size in sizes)
            floats, times = found.as_floats()
            merged = Counter(map(float, sizes))
            assert dict(zip(floats.tolist(), times.tolist(), strict=True)) == merged


def all_mutual_information(a: list[int], b: list[int]) -> set[float]:
    """Return the mutual information of every arrangement, to 12 digits."""
    values = set()
    n = len(a)
    for arranged in set(permutations(b)):
        cells = Counter(zip(a, arranged, strict=True))
        rows, columns = Counter(a), Counter(b)
        terms = (c / n * math.log(n * c / rows[i] / columns[j]) for (i, j), c in cells.items())
        values.add(round(math.fsum(terms), 12) + 0.0)
    return values


def sizes_of(n: int, most: int) -> list[list[int]]:
    if n == 0:
        return [[]]
    return [[k, *rest] for k in range(min(n, most), 0, -1) for rest in sizes_of(n - k, k)]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_mutual_information_is_constant_just_where_all_arrangements_have_it(n: int) -> None:
    for one, other in product(sizes_of(n, n), repeat=2):
        a, b = ([i for i, k in enumerate(sizes) for _ in range(k)] for sizes in (one, other))
        values = all_mutual_information(a, b)
        information = pw.contingency(a, b).information
        assert information.is_constant == (len(values) == 1), (one, other)
        if information.is_constant:
            assert information.expected_mutual_information == information.mutual_information
            assert information.sd_mutual_information == 0
        assert information.mutual_information >= 0


@pytest.mark.parametrize("size", [3, 1000, 10**9, 10**12])
def test_mutual_information_of_nearly_independent_clusterings(size: int) -> None:
    """One item more in two cells: what is left of the entropies has few of their digits."""
    for extra in (0, 1):
        cells = [[size + extra, size], [size, size + extra]]
        table = Contingency.from_matrix(np.array(cells, object))
        with mp.workdps(120):
            n = mpf(4 * size + 2 * extra)
            half = n / 2
            expected = mp.fsum(
                cell / n * mp.log(n * cell / half**2) for row in cells for cell in row
            )
            found = mpf(table.information.mutual_information)
            assert abs(found - expected) <= expected * mpf(10) ** -16
            assert (found == 0) == (extra == 0)


def test_information_of_no_items_is_zero() -> None:
    nothing = SizeHistogram.of(np.zeros(0, np.int64))
    information = Information(0, nothing, nothing, nothing)
    for name in ("entropy_a", "entropy_b", "entropy_joint", "mutual_information"):
        assert getattr(information, name) == 0
        assert information.with_error(name) == (0, 0)
    assert information.arrangement_information == information.log_table_count == 0


def test_arrangements_are_those_of_factorials() -> None:
    table = Contingency.from_matrix([[3, 1], [0, 4]])
    above = math.factorial(8) * math.factorial(3) * math.factorial(4)
    below = math.factorial(4) ** 2 * math.factorial(3) * math.factorial(5)
    found = table.information.arrangement_information
    assert float(found) == pytest.approx(math.log(above / below) / 8, rel=1e-15)
    assert Contingency.from_matrix([[3, 1]]).information.arrangement_information == 0
    assert Contingency.from_matrix([[3, 1]]).information.log_table_count == 0


# --- exact real numbers


def test_sums_over_many_cells_are_measured_within_their_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Contingency.from_matrix([[1, 2, 4], [3, 5, 1], [7, 2, 6]])
    cells = [(1, 7), (2, 7), (4, 7), (3, 9), (5, 9), (1, 9), (7, 15), (2, 15), (6, 15)]
    expected = sum((Fraction(cell, row) for cell, row in cells), Fraction(0))
    for most, is_exact in ((9, True), (8, False)):
        monkeypatch.setattr(real_view, "_MOST_CELLS", most)
        view = RealTable(table)
        found = view.sum(view.cell / view.row)
        assert (view.cell.dtype == object) == is_exact
        assert found == expected == 3
        for beside in (-0.1, -1e-9, 1e-9):
            assert view.sum(view.cell / view.row + beside) != 3
        assert 2.9 < found < 3.1


def test_moments_are_measured_around_their_values() -> None:
    information = pw.contingency([0, 0, 1, 1, 2], [5, 5, 7, 6, 6]).information
    view = RealTable(pw.contingency([0, 0, 1, 1, 2], [5, 5, 7, 6, 6]))
    for name, bound in (
        ("sd_mutual_information", 1e-9),
        ("arrangement_information", 1e-60),
        ("log_table_count", 1e-60),
    ):
        value = getattr(information, name)
        found = getattr(view, name)
        near, far = (share * bound * (1 + abs(float(value))) for share in (0.9, 1.1))
        with mp.workdps(90):
            inside, outside = Fraction(*as_ratio(value + mpf(near))), value + mpf(far)
            assert found == inside, name
            assert found < Fraction(*as_ratio(outside)), name
            assert found > Fraction(*as_ratio(value - mpf(far))), name
    trivial = RealTable(pw.contingency([0, 0, 1], [0, 0, 0]))
    assert trivial.sd_mutual_information == trivial.arrangement_information == 0


def as_ratio(value: Any) -> tuple[int, int]:
    sign, mantissa, exponent, _ = mpf(value)._mpf_
    mantissa = -int(mantissa) if sign else int(mantissa)
    return (mantissa << exponent, 1) if exponent >= 0 else (mantissa, 1 << -exponent)


# --- sums of tables


def test_nothing_has_no_items_to_give() -> None:
    nothing = pw.contingency([], [])
    assert (nothing - nothing).n == (nothing + nothing).n == 0
    for table in (pw.contingency([0], [0]), Contingency.from_cells(["x"], ["y"], [2**70])):
        with pytest.raises(InputError, match=r"does not have \(in cell"):
            nothing - table
        assert (table - nothing) == table == nothing + table


# --- what is drawn


@pytest.mark.parametrize("seed", range(4))
def test_what_is_drawn_adds_up_to_the_table(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chosen clusters, and all others added up: whatever is chosen, in any order."""
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(figures, "_MOST_CLUSTERS", 3)
    for _ in range(20):
        matrix = rng.integers(0, 6, rng.integers(1, 7, 2))
        matrix[0] += 1
        matrix[:, 0] += 1
        table = Contingency.from_matrix(matrix)
        rows = rng.permutation(len(matrix))[: rng.integers(1, 5)].tolist()
        columns = rng.permutation(matrix.shape[1])[: rng.integers(0, 3)].tolist()
        shared = {
            column: int(matrix[rows, column].sum())
            for column in range(matrix.shape[1])
            if column not in columns and matrix[rows, column].any()
        }
        wanted = sorted(shared, key=lambda column: (-shared[column], column))
        assert figures._largest_others(table, rows, columns) == wanted[: 3 - len(columns)]
        kept = figures._with_others(table, rows, columns)
        other_rows = [i for i in range(len(matrix)) if i not in rows]
        other_columns = [j for j in range(matrix.shape[1]) if j not in columns]
        row_groups = [[i] for i in rows] + ([other_rows] if other_rows else [])
        column_groups = [[j] for j in columns] + ([other_columns] if other_columns else [])
        assert kept.tolist() == [
            [int(matrix[np.ix_(ii, jj)].sum()) for jj in column_groups] for ii in row_groups
        ]
        side = figures._side(rows, table.row_labels, table.row_sizes)
        sizes = [int(matrix[ii].sum()) for ii in row_groups]
        assert [cluster.size for cluster in side] == sizes
        assert [cluster.other for cluster in side] == [False] * len(rows) + [True] * bool(
            other_rows
        )


def test_matched_clusters_and_hidden_ones_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Contingency.from_matrix([[5, 0, 1], [1, 4, 0], [0, 1, 3], [0, 2, 0]])
    matched = pairing(table)
    assert matched is not None
    assert (matched.partner.tolist(), matched.matches) == ([0, 1, 2, -1], 3)
    assert matched.accuracy == 12 / 17
    whole = figures.cluster_figure(table, matched, "mine")
    wide = Contingency.from_matrix([[5, 3, 2]], ["one"], ["first", "second", "third"])
    drawn = str(figures.cluster_figure(wide, pairing(wide)).spec)
    assert all(label in drawn for label in ("one", "first", "second", "third"))
    assert "others" not in drawn
    assert "The chart shows" not in whole.description
    monkeypatch.setattr(figures, "_MOST_CLUSTERS", 2)
    some = figures.cluster_figure(table, matched, "mine")
    told = "The chart shows 2 of 4 clusters of the reference and 2 of 3 clusters of mine"
    assert told in some.description
    assert "The chart shows" in figures.cluster_figure(table, None).description
    monkeypatch.setattr(figures, "_MOST_WORK", 0)
    assert pairing(Contingency.from_matrix([[5, 4], [4, 5]])) is None
    assert pairing(Contingency.from_matrix(np.zeros((0, 0), int))).accuracy == 1  # type: ignore[union-attr]


def test_pictures_are_those_that_the_table_has_cells_for() -> None:
    table = Contingency.from_matrix([[2, 1], [0, 4]])
    sides = table.row_histogram, table.column_histogram
    bare = AggregatedTable(table.blocks, *sides, table.row_maxima, table.column_maxima)
    assert list(table.plot._pictures()) == ["clusters", "sizes"]
    assert list(bare.plot._pictures()) == ["sizes"]
    with pytest.raises(InputError, match=r"needs the 3 cells.*max_cells="):
        bare.plot()
    assert bare.plot.sizes().spec == table.plot.sizes().spec
    assert bare.plot.sizes("mine").spec != table.plot.sizes().spec
    assert table.plot("mine").spec == table.plot.clusters("mine").spec
    assert figures.label_text(("a", 1)) == "('a', 1)"


# --- numbers of other kinds


@pytest.mark.parametrize("n", [0, 1, 2, 3, 10, 2**40])
def test_the_number_of_items_follows_from_that_of_pairs(n: int) -> None:
    pairs = n * (n - 1) // 2
    expected = max(n, 1)  # no pairs are taken for one item
    for kind in (int, Fraction, ExactReal):
        found = PairCounts(*map(kind, (pairs, 0, 0, 0))).items
        assert type(found) is kind
        assert found == expected
    with mp.workdps(40):
        assert PairCounts(mpf(pairs), mpf(0), mpf(0), mpf(0)).items == expected
    arrays = PairCounts(*(np.array([float(count)] * 2) for count in (pairs, 0, 0, 0)))
    assert np.asarray(arrays.items).tolist() == pytest.approx([expected] * 2, rel=1e-15)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_variance_of_pairs_is_that_over_all_arrangements(n: int) -> None:
    for one, other in product(sizes_of(n, n), repeat=2):
        a, b = ([i for i, k in enumerate(sizes) for _ in range(k)] for sizes in (one, other))
        counts = []
        for arranged in permutations(b):
            cells = Counter(zip(a, arranged, strict=True)).values()
            counts.append(Fraction(sum(math.comb(c, 2) for c in cells)))
        mean = sum(counts, Fraction(0)) / len(counts)
        variance = sum(((count - mean) ** 2 for count in counts), Fraction(0)) / len(counts)
        table = pw.contingency(a, b)
        assert table.n11_variance == variance
        histograms = table.row_histogram, table.column_histogram
        assert n11_mean_and_variance(*histograms) == (mean, variance)


def test_symbols_are_what_counts_are() -> None:
    """Whole and positive, or not negative: SymPy simplifies by it."""
    table: Any = SymbolicTable()
    positive = (table.n, table.k_a, table.k_b, table._i, table._j, table.pairs.items)
    assert all(symbol.is_positive and symbol.is_integer for symbol in positive)
    assert table.row.is_positive
    assert table.col.is_positive
    entropies = (
        table.entropy_a, table.entropy_b, table.entropy_joint,
        table.expected_mutual_information, table.sd_mutual_information,
    )  # fmt: skip
    counted = (table.same_clusters, table.size_overlap, table.n11_variance, table.cell)
    for symbol in (*entropies, *counted, *table.pairs):
        assert symbol.is_nonnegative
        assert not symbol.is_positive
    assert table.arrangement_information.is_real
    assert table.log_table_count.is_real
    assert not table.log_table_count.is_nonnegative
    maxima = table.row_maxima.function, table.column_maxima.function
    assert all(largest.is_nonnegative for largest in maxima)
    assert table.row_maxima.limits == ((table._i, 1, table.k_a),)
    assert table.column_maxima.limits == ((table._j, 1, table.k_b),)
    matched = table.matched(table.cell)
    assert matched.has(table.cell)
    assert all(symbol.is_nonnegative for symbol in matched.atoms(type(table.cell)))


def test_cells_of_moving_tables_change_by_row_and_column() -> None:
    table = MovingTable([0, 0], [0, 1])
    table.change(2, 1, 3)
    table.change(0, 1, -1)
    table.add_many([0, 1], [2, 2], items=2)
    cells = table.contingency().cells
    found = list(zip(*(array.tolist() for array in cells), strict=True))
    rows, columns = table.contingency().row_labels, table.contingency().column_labels
    assert [(rows[i], columns[j], count) for i, j, count in found] == [
        (0, 0, 1), (0, 2, 2), (1, 2, 2), (2, 1, 3),
    ]  # fmt: skip
    assert (table.n, table.pair_counts.n11) == (8, 1 + 1 + 3)
    assert [side.counted for side in table.histograms] == [
        ((2, 1), (3, 2)),
        ((1, 1), (3, 1), (4, 1)),
    ]


@pytest.mark.parametrize(("n", "kind"), [(2, np.float64), (2**27, np.float64), (2**27 + 1, object)])
def test_pairs_of_moving_tables_are_exact(n: int, kind: type) -> None:
    """2^27 items have fewer than 2^53 pairs, one item more has more."""
    table = MovingTable([0], [0])
    table.change(0, 0, n - 1)
    pairs = table.sums().pairs
    assert pairs.n11.dtype == kind
    assert pairs.n11.tolist() == [math.comb(n, 2)]
    assert (table.n, table.pair_counts.n11) == (n, math.comb(n, 2))


@pytest.mark.parametrize(
    ("scalar", "kind"), [(1, np.float64), (2**53 - 1, np.float64), (2**53, object), (2**70, object)]
)
def test_checked_counts_are_floats_where_these_are_exact(scalar: int, kind: type) -> None:
    for count in (scalar, [scalar, scalar]):
        counts = PairCounts.checked([1, 2], count, 0, [5, 4])
        assert {each.dtype for each in counts} == {np.dtype(kind)}
        assert counts.n10.tolist() == [scalar, scalar]
    assert PairCounts.checked(1, scalar, 0, 5) == (PairCounts(1, scalar, 0, 5))


def test_the_first_missing_label_is_named() -> None:
    with pytest.raises(InputError, match="row label of cell 1 is missing"):
        Contingency.from_cells(["a", None, None], ["x", "y", "z"], [1, 1, 1])
    with pytest.raises(InputError, match="column label of cell 0 is missing"):
        Contingency.from_cells(["a", "b"], [None, None], [1, 1])
    with pytest.raises(InputError, match=r"2\) and columns \(2\) as counts \(1\)"):
        Contingency.from_cells(["a", "b"], ["x", "y"], [1])


def test_views_agree_about_what_follows_from_cells() -> None:
    table = Contingency.from_matrix([[3, 1, 0], [1, 4, 2]])
    trace = RecordedTable()
    assert value_of(trace.program(trace.linked_pairs), table) == table.linked_pairs
    items = program_of(lambda pairs: pairs.items + pairs.n11, of_pairs=True)
    assert items is not None
    assert value_of(items, table.pair_counts) == table.n + table.pair_counts.n11
    view = RealTable(table)
    with mp.workdps(40):
        for found, sizes in (
            (view.entropy_a, [4, 7]),
            (view.entropy_b, [4, 5, 2]),
            (view.entropy_joint, [3, 1, 1, 4, 2]),
        ):
            expected = mp.fsum(-mpf(size) / 11 * mp.log(mpf(size) / 11) for size in sizes)
            assert float(found) == float(expected)


def test_tables_are_counted_as_diaconis_and_efron_approximate() -> None:
    """Newman, Cantwell and Young (2020), equations 19 to 21, size by size."""
    table = Contingency.from_matrix([[3, 1, 0], [1, 4, 2]])
    sizes = [[4, 7], [4, 5, 2]]
    with mp.workdps(40):
        n, r, s = mpf(11), mpf(2), mpf(3)
        w = n / (n + r * s / 2)
        x = [(1 - w) / r + w * size / n for size in sizes[0]]
        y = [(1 - w) / s + w * size / n for size in sizes[1]]
        nu = (s + 1) / (s * sum(share**2 for share in x)) - 1 / s
        mu = (r + 1) / (r * sum(share**2 for share in y)) - 1 / r
        expected = (
            (r - 1) * (s - 1) * mp.log(n + r * s / 2)
            + (r + nu - 2) / 2 * sum(map(mp.log, y))
            + (s + mu - 2) / 2 * sum(map(mp.log, x))
            + mp.log(
                mp.gamma(mu * r) * mp.gamma(nu * s)
                / ((mp.gamma(nu) * mp.gamma(r)) ** s * (mp.gamma(mu) * mp.gamma(s)) ** r)
            ) / 2
        )  # fmt: skip
        assert abs(mpf(table.information.log_table_count) - expected) < mpf(10) ** -30


def test_a_matrix_has_rows_that_can_be_counted() -> None:
    for matrix in ([iter([1, 2])], [1, 2], [[1, 2], 3]):
        with pytest.raises(InputError, match="pass a list of rows"):
            Contingency.from_matrix(matrix)
    with pytest.raises(InputError, match="the same length"):
        Contingency.from_matrix([[1, 2], [3]])
    for array in (np.ones(3, int), np.ones((1, 2, 3), int)):
        with pytest.raises(InputError, match=f"two dimensions, not {array.ndim}"):
            Contingency.from_matrix(array)


def test_the_twelve_largest_clusters_are_drawn_and_dense_tables_matched() -> None:
    matrix = 5 * np.eye(13, dtype=int) + np.arange(13 * 13).reshape(13, 13) % 3 + 4
    table = Contingency.from_matrix(matrix)
    matched = pairing(table)
    assert matched is not None
    assert matched.matches == 13
    assert "The chart shows 12 of 13 clusters of the reference" in table.plot().description
    smaller = Contingency.from_matrix(matrix[:12, :12])
    assert "The chart shows" not in smaller.plot().description
