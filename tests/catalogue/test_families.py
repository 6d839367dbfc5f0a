"""Families of indices beyond the paper: which take part by default, parameters, new attributes."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.catalogue.entropy import tsallis, v_measure_beta
from partwise.catalogue.pairs_beyond import generalised_mean
from partwise.scoring.single import scores_of_table
from partwise.tables.aggregated import AggregatedTable
from support.oracle import set_partitions
from support.oracle_families import element_centric, rows_within

A, B = [0, 0, 0, 1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0, 0]
PAIRS = list(product(set_partitions(4), repeat=2))


def summary_of(table: pw.Contingency) -> AggregatedTable:
    sides = (table.row_histogram, table.column_histogram)
    return AggregatedTable(table.blocks, *sides, table.row_maxima, table.column_maxima)


# --- which take part


def test_by_default_the_papers_indices_and_ones_own_take_part() -> None:
    assert {index.family for index in pw.indices()} <= {"paper", "own"}
    assert len([index for index in pw.indices("all") if index.builtin]) == 70
    assert list(pw.scores(A, B)) == [index.key for index in pw.indices()]
    assert pw.indices("paper") == tuple(i for i in pw.indices("all") if i.family == "paper")


def test_what_is_named_takes_part() -> None:
    assert list(pw.scores(A, B, ["purity", "PSI"])) == ["purity", "pair_sets_index"]
    found = pw.compare(A, {"one": B}, pw.indices("matching"))
    assert [index.key for index in found.indices] == [i.key for i in pw.indices("matching")]


def test_ones_own_index_takes_part_by_default() -> None:
    own = pw.define("families_test_own", "n11 / N")
    assert own.family == "own"
    assert own in pw.indices()
    assert own in pw.indices("own")


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(
        pw.errors.InputError, match="is called 'fuzzy'; the families are 'all', 'pairs'"
    ):
        pw.indices("fuzzy")


# --- parameters


def test_v_measure_lies_between_homogeneity_and_completeness() -> None:
    a, b = [0, 0, 0, 1, 1, 2], [0, 0, 1, 2, 2, 2]
    assert v_measure_beta(0)(a, b) == pw.score(a, b, "homogeneity")
    assert v_measure_beta(1)(a, b) == pw.score(a, b, "v_measure")
    assert v_measure_beta(1e12)(a, b) == pytest.approx(pw.score(a, b, "completeness"), rel=1e-11)


def test_tsallis_of_order_one_is_shannon_and_the_limit() -> None:
    for form, key in (("nmi", "nmi_arithmetic"), ("vi", "vi")):
        shannon = pw.score(A, B, key)
        assert tsallis(1, form)(A, B) == pytest.approx(shannon, rel=1e-15)  # type: ignore[arg-type]
        near = tsallis(1 + 1e-6, form)(A, B)  # type: ignore[arg-type]
        assert near == pytest.approx(shannon, rel=1e-5)


def test_tsallis_of_order_two_counts_pairs() -> None:
    n = len(A)
    disagree = pw.contingency(A, B).pair_counts.disagree
    assert tsallis(2, "vi")(A, B, exact=True) == Fraction(2 * disagree, n * n)
    assert tsallis(2, "vi")(A, B) == pw.score(A, B, "tsallis_vi_2")
    assert tsallis(2)(A, B, exact=True) == pw.score(A, B, "tsallis_nmi_2", exact=True)


@pytest.mark.parametrize("q", [0.5, 1.5, 3])
def test_tsallis_by_its_definition(q: float) -> None:
    def entropy(labels: list[object]) -> float:
        shares = [labels.count(name) / len(labels) for name in set(labels)]
        return (1 - math.fsum(share**q for share in shares)) / (q - 1)

    a, b, joint = entropy([*A]), entropy([*B]), entropy([*zip(A, B, strict=True)])
    assert tsallis(q, "vi")(A, B) == pytest.approx(2 * joint - a - b, rel=1e-13)
    assert tsallis(q)(A, B) == pytest.approx((a + b - joint) / ((a + b) / 2), rel=1e-13)


ORDERS = (0.25, 0.5, 1, 1.3, 1.5, 2, 2.5, 3, 4, 7)
SIZES = (
    [44, 45, 51, 45], [1117649881191, 2], [12], [1, 1, 1], [10**14, 3, 10**7],
    [7**i for i in range(9)],
)  # fmt: skip


@pytest.mark.parametrize("q", ORDERS)
@pytest.mark.parametrize("sizes", SIZES, ids=len)
def test_tsallis_is_zero_where_it_is(q: float, sizes: list[int]) -> None:
    """Nothing is shared with one cluster, and nothing lies between equal clusterings."""
    column = pw.Contingency.from_matrix(np.array(sizes)[:, None])
    same = pw.Contingency.from_matrix(np.diag(sizes))
    for table in (column, column.T):
        assert tsallis(q).evaluate(table).value == (len(sizes) == 1)
    assert tsallis(q, "vi").evaluate(same).value == 0
    assert tsallis(q).evaluate(same).value == 1


@pytest.mark.parametrize("q", ORDERS)
def test_tsallis_has_all_digits_where_one_cluster_has_nearly_all_items(q: float) -> None:
    for cells in ([[10**12, 1], [1, 1]], [[10**12, 3], [2, 10**6]], [[10**14, 7, 1], [5, 0, 2]]):
        table = pw.Contingency.from_matrix(np.array(cells))
        with mp.workdps(80):
            n, order = mpf(int(table.n)), 1 + mpf(q - 1)
            sides = (table.row_sizes, table.column_sizes, table.cells.counts)
            a, b, joint = (_entropy([int(x) / n for x in sizes], order) for sizes in sides)
            truth = {"nmi": 2 * (a + b - joint) / (a + b), "vi": 2 * joint - a - b}
            for form, value in truth.items():
                found = tsallis(q, form).evaluate(table).value  # type: ignore[arg-type]
                assert found == pytest.approx(float(value), rel=1e-15)


def _entropy(shares: list[Any], q: Any) -> Any:
    if q == 1:
        return -mp.fsum(share * mp.log(share) for share in shares)
    return (1 - mp.fsum(share**q for share in shares)) / (q - 1)


def test_generalised_means_have_cc_and_s_and_s_among_them() -> None:
    for a, b in PAIRS:
        counts = pw.contingency(a, b).pair_counts
        if counts.relation != "ordinary":
            continue
        assert generalised_mean(0)(a, b) == pw.score(a, b, "CC")
        harmonic = generalised_mean(-1)(a, b, exact=True)
        assert harmonic == 2 * pw.score(a, b, "S&S", exact=True) - 1
        assert generalised_mean(1)(a, b) == pw.score(a, b, "arithmetic_mean")
        orders = (-math.inf, -3, -1, -0.5, 0, 0.5, 1, 2, math.inf)
        sizes = [abs(float(generalised_mean(r)(a, b))) for r in orders]
        assert all(x >= y - 1e-15 for x, y in pairwise(sizes))  # means grow


def test_the_adjusted_rand_index_is_closer_to_zero_than_the_arithmetic_mean() -> None:
    for a, b in PAIRS:
        counts = pw.contingency(a, b).pair_counts
        if counts.relation != "ordinary":
            continue
        keys = ("adjusted_rand", "arithmetic_mean")
        adjusted, mean = (abs(Fraction(pw.score(a, b, key, exact=True))) for key in keys)
        same_margins = counts.same_a == counts.same_b or adjusted == 0
        assert adjusted == mean if same_margins else adjusted < mean


@pytest.mark.parametrize("make", [v_measure_beta, tsallis, generalised_mean])
def test_indices_with_parameters_can_be_pickled_and_compared_with(make: object) -> None:
    index = make(0.5)  # type: ignore[operator]
    again = pickle.loads(pickle.dumps(index))  # noqa: S301
    assert again(A, B) == index(A, B)
    assert index(A, A) == 1
    assert pw.scores(A, B, [index, "CC"])[index.key] == index(A, B)
    assert index.key not in {each.key for each in pw.indices("all")}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: tsallis(0), "q must be a number above 0, not 0"),
        (lambda: tsallis(2, "ami"), 'form= must be "nmi" or "vi"'),  # type: ignore[arg-type]
        (lambda: v_measure_beta(-1), "beta must be a number of at least 0, not -1"),
        (lambda: generalised_mean(math.nan), "r must be a number, not nan"),
    ],
)
def test_parameters_out_of_range_are_refused(make: object, message: str) -> None:
    with pytest.raises(pw.errors.InputError, match=message):
        make()  # type: ignore[operator]


# --- closed forms


@pytest.mark.parametrize("alpha", [Fraction(1, 10), Fraction(1, 2), Fraction(1)])
def test_element_centric_similarity_does_not_depend_on_alpha(alpha: Fraction) -> None:
    for a, b in PAIRS:
        assert pw.score(a, b, "element_centric", exact=True) == element_centric(a, b, alpha)


def test_accuracy_is_that_of_the_matching() -> None:
    rng = np.random.default_rng(4)
    for k in (3, 30, 150):
        a, b = rng.integers(0, k, (2, 600))
        b[:300] = a[:300]
        matching = pw.match_clusters(a, b)
        assert pw.score(a, b, "accuracy") == matching.accuracy


def test_the_number_of_tables_is_nearly_right() -> None:
    """Against all tables, counted; the estimate is made for tables that are not too sparse."""

    def count(rows: tuple[int, ...], columns: tuple[int, ...]) -> int:
        if not rows:
            return 1
        return sum(
            count(rows[1:], tuple(c - x for c, x in zip(columns, row, strict=True)))
            for row in rows_within(rows[0], columns)
        )

    for rows, columns in [((9, 7, 4), (10, 6, 4)), ((5, 5), (6, 4)), ((12, 3), (5, 5, 5))]:
        a, b = np.repeat(range(len(rows)), rows), np.repeat(range(len(columns)), columns)
        estimate = float(pw.contingency(a, b).information.log_table_count)
        assert estimate == pytest.approx(math.log(count(rows, columns)), abs=0.15)


def test_one_cluster_leaves_one_table() -> None:
    table = pw.contingency([0] * 7, [0, 0, 0, 1, 1, 2, 3])
    assert float(table.information.log_table_count) == pytest.approx(0, abs=1e-25)
    assert pw.score([0] * 7, [0, 0, 0, 1, 1, 2, 3], "rmi") == 0
    assert pw.score([0, 0, 0, 1, 1, 2, 3], [0] * 7, "rmi") == 0


# --- tables of which the cells stayed in their engine


@pytest.mark.parametrize("key", [i.key for i in pw.indices("all") if i.family != "paper"])
def test_a_summary_is_enough_or_says_what_is_missing(key: str) -> None:
    rng = np.random.default_rng(6)
    a, b = rng.integers(0, 8, (2, 100))
    table, index = pw.contingency(a, b), pw.index(key)
    if key in {"accuracy", "normalised_accuracy", "pair_sets_index"}:
        with pytest.raises(pw.errors.InputError, match=r"matches clusters one to one.*max_cells="):
            index.evaluate(summary_of(table))
        return
    assert index.evaluate(summary_of(table)).value == index.evaluate(table).value


def test_scores_of_a_summary_note_what_needs_the_cells() -> None:
    table = pw.contingency([0, 0, 1, 1, 2], [0, 1, 1, 1, 2])
    found = scores_of_table(summary_of(table), pw.indices("all"))
    noted = {key for key, note in found.notes.items() if "max_cells=" in note}
    assert noted == {"accuracy", "normalised_accuracy", "pair_sets_index"}
    assert all(math.isnan(found[key]) for key in noted)


def test_sizes_in_common() -> None:
    rng = np.random.default_rng(7)
    for k in (1, 2, 5, 40):
        a, b = rng.integers(0, k, 100), rng.integers(0, 9, 100)
        sizes = (sorted(np.bincount(x)[np.bincount(x) > 0])[::-1] for x in (a, b))
        expected = sum(map(min, zip(*sizes, strict=False)))
        assert pw.contingency(a, b).size_overlap == expected


@pytest.mark.parametrize("key", ["mari", "lerman", "adjusted_fowlkes_mallows", "van_dongen"])
def test_large_numbers_of_items(key: str) -> None:
    """Beyond 2^53 pairs; a table scaled up has the same shares, and z grows with √n."""
    small, large = (
        pw.Contingency.from_cells([0, 0, 1], [0, 1, 1], [6 * n, n, 3 * n]) for n in (10**4, 10**12)
    )
    index = pw.index(key)
    expected = float(index.evaluate(small).value)
    if key == "lerman":
        assert float(index.evaluate(large).value) == pytest.approx(expected * 10**4, rel=1e-3)
    else:
        assert float(index.evaluate(large).value) == pytest.approx(expected, rel=1e-3)
    assert float(index.values([large])[0]) == pytest.approx(float(index.evaluate(large).value))


def test_mari_is_what_the_reference_of_aricode_prints() -> None:
    """Its example: complete linkage of R's iris, four clusters, against the species."""
    sklearn_datasets = pytest.importorskip("sklearn.datasets")
    from scipy.cluster.hierarchy import fcluster, linkage

    iris = sklearn_datasets.load_iris()
    flowers = iris.data.copy()
    flowers[34], flowers[37] = [4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]  # two rows differ in R
    found = fcluster(linkage(flowers, "complete"), 4, "maxclust")
    assert round(pw.score(found, iris.target, "mari"), 7) == 0.5894345


@pytest.mark.parametrize(
    "index", [i for i in pw.indices("all") if i.is_rational], ids=lambda index: index.key
)
def test_one_huge_cluster_takes_no_digits(index: pw.Index) -> None:
    """Multiplicities up to 10^40 of one item, against fractions."""
    a, b = [0, 0, 1, 1, 2, 2, 0, 1], [0, 0, 1, 2, 2, 2, 1, 1]
    for power in (4, 9, 15, 18, 40):
        weights = [10**power, 2, 3, 4, 1, 2, 3, 4]
        exact = pw.score(a, b, index, weights=weights, exact=True)
        found = pw.score(a, b, index, weights=weights)
        assert found == pytest.approx(float(exact), rel=1e-13, abs=1e-15)


def test_the_name_of_a_family_is_no_index() -> None:
    with pytest.raises(pw.errors.InputError, match="'matching' names a family of indices"):
        pw.define("matching", "n11 / N")
    with pytest.raises(pw.errors.UnknownIndexError, match="'matching' is a family of indices"):
        pw.score([0, 1], [0, 1], "matching")
