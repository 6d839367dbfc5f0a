"""Formulas that the kernel runs: their values and error bounds against 60 digits."""
# ruff: noqa: S311

import math
import pickle
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf

import partwise as pw
from partwise.base import ops
from partwise.catalogue import families
from partwise.kernels import Program
from partwise.tables import PairCounts, program_of, value_of, values_of
from partwise.tables.formula_views import OneTable
from partwise.tables.information import log_table_count
from partwise.tables.programs import numbers_of

DIGITS = 60
CATALOGUE = list({index.key: index for name in families() for index in pw.indices(name)}.values())
OF_PAIRS = [index for index in CATALOGUE if index.kind == "pairs"]
# Of these, the moments of mutual information are known to fewer digits.
MOMENTS = ("expected_mutual_information", "sd_mutual_information")
MATCHING = {"accuracy", "normalised_accuracy", "pair_sets_index"}


@pytest.fixture(autouse=True)
def _precise() -> Iterator[None]:
    with mp.workdps(DIGITS):
        yield


def recorded(index: pw.Index) -> Program:
    assert index.program is not None
    return index.program


def test_all_formulas_are_recorded() -> None:
    assert {index.key for index in CATALOGUE if recorded(index).needs_places} == MATCHING
    assert pw.families.tsallis(1.5).program is not None
    assert pw.families.generalised_mean(0.3).program is not None


# --- truth


class PreciseTable(OneTable):
    """One table in mpmath's numbers."""

    def _number(self, value: Any) -> Any:
        return mpf(value.numerator) / value.denominator

    def _added(self, terms: Any) -> Any:
        return mp.fsum(terms.tolist())

    def _entropy(self, counted: Any) -> Any:
        n = mpf(self._table.n)
        return mp.fsum(-times * (size / n) * mp.log(size / n) for size, times in counted)

    @property
    def entropy_a(self) -> Any:
        return self._entropy(self._table.row_histogram.counted)

    @property
    def entropy_b(self) -> Any:
        return self._entropy(self._table.column_histogram.counted)

    @property
    def entropy_joint(self) -> Any:
        return self._entropy(self._table.cell_histogram.counted)

    # With one cluster on a side there is one table, and it tells nothing.

    @property
    def arrangement_information(self) -> Any:
        table = self._table
        if min(table.k_a, table.k_b) == 1:
            return mpf(0)
        signs = ((table.cell_histogram, 1), (table.row_histogram, -1), (table.column_histogram, -1))
        logs = [
            sign * times * mp.loggamma(size + 1)
            for histogram, sign in signs
            for size, times in histogram.counted
        ]
        return mp.fsum([mp.loggamma(table.n + 1), *logs]) / table.n

    @property
    def log_table_count(self) -> Any:
        if min(self._table.k_a, self._table.k_b) == 1:
            return mpf(0)
        return log_table_count(
            self._table.row_histogram.counted, self._table.column_histogram.counted, mp
        )


def truth(index: pw.Index, table: Any) -> Any:
    """Return the value in 60 digits, or None where it has none."""
    counts = PairCounts(*map(mpf, table.pair_counts))
    try:
        value = index.formula(counts if index.kind == "pairs" else PreciseTable(table))
    except ZeroDivisionError:
        return None
    return value if isinstance(value, mpf) and mp.isfinite(value) else None


def random_table(rng: random.Random) -> pw.Contingency:
    """A table of up to 10^15 items: of any shape, nearly equal, or nearly independent."""
    height, width = rng.randint(1, 5), rng.randint(1, 5)
    size = 10 ** rng.uniform(0, 13.5)
    rows, columns, cells = [], [], []
    kind = rng.choice(("any", "equal", "independent"))
    for i, j in product(range(height), range(width)):
        if kind == "any":
            count = rng.choice((0, 1, 2, round(size * rng.random())))
        elif kind == "equal":
            count = round(size * rng.random()) + 1 if i == j else rng.choice((0, 0, 1))
        else:
            count = round(size) * (i + 1) * (j + 1) + rng.choice((0, 0, 1))
        if count:
            rows.append(i)
            columns.append(j)
            cells.append(count)
    return pw.Contingency.from_cells(rows or [0], columns or [0], cells or [2])


TABLES = [random_table(random.Random(seed)) for seed in range(120)]


def check(program: Program, data: Any, expected: Any) -> bool:
    """Whether the program decided; its error bound and its rounding must be right."""
    numbers = numbers_of(program, data)
    assert numbers is not None
    high, low, error = program.enclosed(*numbers)
    value = value_of(program, data)
    if expected is None:
        assert math.isnan(value)
        return False
    if math.isfinite(error):
        assert abs(mpf(high) + mpf(low) - expected) <= mpf(error)
    assert math.isnan(value) or value == float(expected)
    return not math.isnan(value)


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_values_are_rounded_once_and_errors_bounded(index: pw.Index) -> None:
    if index.program is None or set(MOMENTS) & set(index.program.members):
        pytest.skip("has no formula in 60 digits here")
    if index.program.needs_places:
        pytest.skip("matches clusters, which every_index/test_numbers.py holds to fractions")
    decided = [check(recorded(index), table, truth(index, table)) for table in TABLES]
    assert sum(decided) > 40


def test_adjusted_mutual_information_is_decided_unless_it_cancels() -> None:
    ami = pw.index("AMI")
    table = pw.contingency([0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 0])
    assert value_of(recorded(ami), table) == float(ami._decided(table))


# --- own formulas


def random_formula(rng: random.Random, depth: int) -> Callable[[Any], Any]:
    if depth == 0 or rng.random() < 0.15:
        constant = rng.choice((1, 2, Fraction(1, 3), 0.1))
        name = rng.choice(("n11", "n10", "n01", "n00", "total", "same_a", "items", ""))
        return lambda p: getattr(p, name) if name else ops.literal(Fraction(constant), like=p.n11)
    x, y = random_formula(rng, depth - 1), random_formula(rng, depth - 1)
    kinds: list[Callable[[Any], Any]] = [
        lambda p: x(p) + y(p),
        lambda p: x(p) - y(p),
        lambda p: x(p) * y(p),
        lambda p: x(p) / y(p),
        lambda p: ops.sqrt(x(p)),
        lambda p: ops.log(abs(x(p)) + 1),
        lambda p: ops.minimum(x(p), y(p)),
        lambda p: ops.maximum(x(p), y(p)),
        lambda p: x(p) ** 3,
        lambda p: x(p) ** -2,
        lambda p: ops.exp(x(p) / (1 + abs(x(p)))),
    ]
    return rng.choice(kinds)


WITH_A_CONSTANT: dict[str, Callable[[Any, Any], Any]] = {
    "c + x": lambda c, x: c + x,
    "x + c": lambda c, x: x + c,
    "c - x": lambda c, x: c - x,
    "x - c": lambda c, x: x - c,
    "c x": lambda c, x: c * x,
    "x c": lambda c, x: x * c,
    "c / x": lambda c, x: c / x,
    "x / c": lambda c, x: x / c if c else x,
}


@pytest.mark.parametrize("constant", [-2, -1, 0, 1, 2, Fraction(-1, 2), 0.5])
@pytest.mark.parametrize("which", WITH_A_CONSTANT)
def test_constants_on_either_side(which: str, constant: Any) -> None:
    def formula(p: Any) -> Any:
        return WITH_A_CONSTANT[which](constant, p.n11) + p.n10 / (p.n01 + 1)

    program = program_of(formula, of_pairs=True)
    assert program is not None
    for counts in (PairCounts(3, 5, 7, 11), PairCounts(1, 1, 1, 1), PairCounts(2, 0, 9, 4)):
        exact = WITH_A_CONSTANT[which](Fraction(constant), Fraction(counts.n11))
        expected = float(exact + Fraction(counts.n10, counts.n01 + 1))
        value = value_of(program, counts)
        assert value == expected or (expected == 0 and math.isnan(value))  # the parts cancelled


def test_random_formulas_are_rounded_once_and_their_errors_bounded() -> None:
    rng, decided = random.Random(0), 0
    for _ in range(400):
        formula = random_formula(rng, 4)
        program = program_of(formula, of_pairs=True)
        if program is None:  # without counts, or with a step that is not needed
            continue
        counts = rng.choice(TABLES).pair_counts
        try:
            expected = formula(PairCounts(*map(mpf, counts)))
        except (ZeroDivisionError, OverflowError):
            expected = None
        if isinstance(expected, mpmath.mpc) or (expected and not mp.isfinite(expected)):
            expected = None
        if expected is None or 0 < abs(expected) < 1e-15 or abs(expected) > 1e100:
            assert expected is not None or math.isnan(value_of(program, counts))
            continue  # 60 digits may be too few to tell what cancelled
        decided += check(program, counts, expected)
    assert decided > 100


BOUNDS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "log": (lambda p: ops.log(p.n11 / p.n10), lambda p: mp.log(p.n11 / p.n10)),
    "exp": (lambda p: ops.exp(p.n11 / p.n10), lambda p: mp.exp(p.n11 / p.n10)),
    "sqrt": (lambda p: ops.sqrt(p.n11 / p.n10), lambda p: mp.sqrt(p.n11 / p.n10)),
    "angle": (
        lambda p: ops.arccos(
            (p.n11 - p.n10) / (p.n11 + p.n10), 4 * p.n11 * p.n10 / (p.n11 + p.n10) ** 2
        ),
        lambda p: mp.atan2(mp.sqrt(4 * p.n11 * p.n10), p.n11 - p.n10),
    ),
    "angle of multiples": (
        lambda p: ops.arccos(p.n11 - p.n10, 4 * p.n11 * p.n10, scale_squared=(p.n11 + p.n10) ** 2),
        lambda p: mp.atan2(mp.sqrt(4 * p.n11 * p.n10), p.n11 - p.n10),
    ),
    "1 − cosine": (
        lambda p: ops.one_minus_cosine(
            (p.n11 - p.n10) / (p.n11 + p.n10), 4 * p.n11 * p.n10 / (p.n11 + p.n10) ** 2
        ),
        lambda p: 2 * p.n10 / (p.n11 + p.n10),
    ),
    "power": (lambda p: (p.n11 / p.n10) ** 0.3, lambda p: (p.n11 / p.n10) ** mpf(0.3)),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_functions_keep_their_bounds(name: str) -> None:
    rng = random.Random(1)
    formula, definition = BOUNDS[name]
    program = program_of(formula, of_pairs=True)
    assert program is not None
    decided = 0
    for _ in range(2000):
        n11, n10 = (round(10 ** rng.uniform(0, 12)) for _ in range(2))
        if name == "exp" and n11 > 500 * n10:
            continue
        counts = PairCounts(n11, n10, 0, 0)
        decided += check(program, counts, definition(PairCounts(*map(mpf, counts))))
    assert decided > 1000


# --- one arithmetic for one table and for many


def random_counts(rng: np.random.Generator, largest: float, size: int) -> list[list[int]]:
    columns = 10 ** rng.uniform(0, math.log10(largest), (4, size))
    columns[:, ::7] = np.round(rng.uniform(0, 1, columns[:, ::7].shape)) * columns[:, ::7]
    return [[int(count) for count in column] for column in columns]


@pytest.mark.parametrize("exponent", [50, 51, 52, 53, 60])
def test_batches_whose_sums_leave_the_exact_floats(exponent: int) -> None:
    """Whole numbers below 2^53 are added and multiplied in floats, larger ones are not."""
    rng = np.random.default_rng(exponent)
    counts = PairCounts(*np.floor(2.0 ** rng.uniform(exponent - 4, exponent, (4, 300))))
    rand, product = (
        program_of(formula, of_pairs=True)
        for formula in (
            lambda p: (p.n11 + p.n00) / (p.n11 + p.n10 + p.n01 + p.n00),
            lambda p: (p.n11 * p.n00 - p.n10 * p.n01) / (p.n11 * p.n00),
        )
    )
    assert rand is not None
    assert product is not None
    for i, (n11, n10, n01, n00) in enumerate(zip(*(map(int, c) for c in counts), strict=True)):
        agree, total = n11 + n00, n11 + n10 + n01 + n00
        assert values_of(rand, counts)[i] == float(Fraction(agree, total))
        assert values_of(product, counts)[i] == float(1 - Fraction(n10 * n01, n11 * n00))


@pytest.mark.parametrize("largest", [5, 1e6, 1e15, 1e29])
@pytest.mark.parametrize("index", OF_PAIRS, ids=lambda index: index.key)
def test_batches_have_the_bits_of_single_calls(index: pw.Index, largest: float) -> None:
    columns = random_counts(np.random.default_rng(2), largest, 60)
    at_once = index.from_counts(*(np.array(column, object) for column in columns))
    single = [index.from_counts(*counts) for counts in zip(*columns, strict=True)]
    assert [float(value).hex() for value in at_once] == [float(value).hex() for value in single]


def test_threads_and_blocks_change_nothing() -> None:
    rng = np.random.default_rng(3)
    counts = PairCounts(*(rng.integers(1, 1000, 5 * 10**4).astype(float) for _ in range(4)))
    program = recorded(pw.index("CD"))
    columns = list(counts)
    alone = [values_of(program, PairCounts(*(c[i : i + 1] for c in columns)))[0] for i in range(99)]
    for threads in (1, 2, 5):
        values = program.values(columns, [], threads)
        assert values[:99].tolist() == alone
        assert not np.isnan(values).any()


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_lists_of_tables_have_the_bits_of_single_tables(index: pw.Index) -> None:
    tables = TABLES[:12]
    single = [float(index.evaluate(table).value) for table in tables]
    assert [x.hex() for x in index.values(tables).tolist()] == [x.hex() for x in single]


def test_digits_that_batches_lost() -> None:
    q = 5 * 10**13
    table = pw.Contingency.from_cells([0, 0, 1, 1], [0, 1, 0, 1], [2 * q, 1, 1, 2 * q - 2])
    vi = pw.index("VI")
    assert vi.values([table])[0] == float(truth(vi, table))
    ami = pw.index("AMI")
    table = pw.contingency([0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 2, 0])
    assert ami.values([table])[0] == float(ami._decided(table))


# --- what single and batch promise


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_identical_clusterings_get_the_best_value_exactly(index: pw.Index) -> None:
    rng = random.Random(4)
    lists = [[9382, 57219, 18146, 75211, 91479], [1, 2], [3, 3, 10**14]]
    lists += [[rng.randint(1, 10 ** rng.randint(1, 12)) for _ in range(4)] for _ in range(20)]
    if index.conventions.identical is None or not math.isfinite(index.best):
        pytest.skip("identical clusterings have no fixed value")
    for sizes in lists:
        lines = list(range(len(sizes)))
        table = pw.Contingency.from_cells(lines, lines, sizes)
        if index.key in MATCHING and table.n > 2**53:
            continue
        expected = index.conventions.identical
        if index.evaluate(table, exact=index.is_rational).value == expected:
            assert index.evaluate(table).value == expected
            assert index.values([table])[0] == expected


@pytest.mark.parametrize("index", OF_PAIRS, ids=lambda index: index.key)
def test_giving_up_changes_no_value(index: pw.Index) -> None:
    """Where a program does not decide, the exact way does: on small counts, zeros included."""
    for counts in product((0, 1, 2, 7), repeat=4):
        pairs = PairCounts(*counts)
        try:
            expected = float(index._decided(pairs))
        except ArithmeticError:
            expected = math.nan
        value = value_of(recorded(index), pairs)
        assert math.isnan(value) or value == expected, counts
        if math.isfinite(expected):
            assert index.evaluate(pairs).value == expected, counts


# --- what is no program


def _branches(p: Any) -> Any:
    return p.n11 if p.n10 == 0 else p.n11 / p.n10


def _drops_a_condition(p: Any) -> Any:
    unused = p.n11 / p.n10  # noqa: F841
    return p.n11 / (p.n11 + p.n01)


def _catches(p: Any) -> Any:
    try:
        return p.n11 if p.n10 else p.n01
    except Exception:  # noqa: BLE001
        return p.n11


NOT_RECORDED = [
    _branches, _drops_a_condition, _catches, lambda _: 0.5, lambda p: float(p.n11),
    lambda p: np.sqrt(p.n11), lambda p: p.n11 % 2, lambda p: 2**p.n11,
]  # fmt: skip


@pytest.mark.parametrize("formula", NOT_RECORDED)
def test_more_than_arithmetic_is_not_recorded(formula: Callable[[Any], Any]) -> None:
    assert program_of(formula, of_pairs=True) is None


def test_own_formulas_run_as_programs_where_they_are_arithmetic() -> None:
    own = pw.table_index("own_of_cells")(lambda t: t.sum(t.cell**2 / t.row) / t.n)
    assert own.program is not None
    assert check(own.program, TABLES[3], truth(own, TABLES[3]))
    assert own.evaluate(TABLES[3]).value == float(truth(own, TABLES[3]))
    branching = pw.pair_index("own_branching")(_branches)
    assert branching.program is None
    assert branching.evaluate(PairCounts(3, 0, 1, 1)).value == 3


def test_programs_are_pickled() -> None:
    for index in CATALOGUE:
        if index.program is not None:
            again = pickle.loads(pickle.dumps(index.program))  # noqa: S301
            assert value_of(again, TABLES[0]) == pytest.approx(
                value_of(index.program, TABLES[0]), rel=0, nan_ok=True
            )
