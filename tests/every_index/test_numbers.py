"""One formula, many kinds of numbers: exact, float, array, precise and symbolic values agree."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import example, given
from hypothesis import strategies as st

import partwise as pw
from every_index.catalogue import CATALOGUE, PAIRS, TABLES, all_tables, close, name
from every_index.test_brute_force import CANCELLING
from partwise.tables.formula_views import SymbolicTable
from support.oracle import ALL_PAIR_COUNTING
from support.oracle_information import rounded

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "golden.json").read_text())
RATIONAL = tuple(index for index in CATALOGUE if index.is_rational)


@pytest.mark.parametrize("record", GOLDEN["values"], ids=lambda r: f"{r['key']}-{r['pair']}")
def test_golden_values(record: dict[str, Any]) -> None:
    """Values of 40 digits, made by tests/golden/make_golden.py from the paper's definitions."""
    pair = GOLDEN["pairs"][record["pair"]]
    index = pw.index(record["key"])
    found = float(index(pair["reference"], pair["candidate"], undefined="nan"))
    if record["decimal"] is None:
        assert math.isnan(found)
        return
    if index.key in CANCELLING and abs(found - float(record["decimal"])) < 1e-15:
        return
    tolerance = {"smi": 1e-12}.get(index.key, 1e-14 if index.key.startswith("ami") else 1e-15)
    assert close(found, float(record["decimal"]), tolerance)
    if record["rational"] is not None:
        exact = index(pair["reference"], pair["candidate"], exact=True)
        assert exact == Fraction(record["rational"])


def test_which_formulas_are_rational() -> None:
    """Those in whose definition in the paper there is no root, logarithm or arccosine."""
    irrational = {
        "correlation", "correlation_distance", "correlation_chord", "minkowski", "fowlkes_mallows",
        "fager_mcgowan", "sokal_sneath_3", "nmi_arithmetic", "nmi_max", "nmi_min", "nmi_geometric",
        "nmi_joint", "fnmi", "vi", "ami_geometric", "ami_arithmetic", "ami_max", "ami_min", "smi",
        "homogeneity", "completeness", "v_measure", "nvi", "nid", "mi", "rmi", "lerman",
        "adjusted_fowlkes_mallows",
    }  # fmt: skip
    assert {index.key for index in CATALOGUE} - {index.key for index in RATIONAL} == irrational


def test_exact_values_of_irrational_formulas_are_refused() -> None:
    for index in set(CATALOGUE) - set(RATIONAL):
        with pytest.raises(pw.errors.NotRationalError, match="not a fraction"):
            index([0, 0, 1, 1, 2], [0, 1, 1, 2, 2], exact=True)


def _near_cancelling(n: int) -> list[tuple[int, int, int, int]]:
    """Pair counts with n11·n00 − n10·n01 of a few units although the products are of order N²."""
    side = n * (n - 1) // 12
    return [
        (side, side + 1, side - 1, side),
        (side, side - 1, side + 1, side),
        (side + 1, side, side, side + 1),
        (side * 2, side, side * 2 + 1, side),
    ]


@st.composite
def large_counts(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Pair counts of up to 10^12 items, of very different magnitudes."""
    counts = [
        draw(st.integers(1, 9)) * 10 ** draw(st.integers(0, 22)) + draw(st.integers(0, 10**6))
        for _ in range(4)
    ]
    return counts[0], counts[1], counts[2], counts[3]


@pytest.mark.parametrize("index", PAIRS, ids=name)
@given(counts=large_counts())
@example(counts=_near_cancelling(10**12)[0])
@example(counts=_near_cancelling(10**12)[1])
@example(counts=_near_cancelling(10**12)[2])
@example(counts=_near_cancelling(10**12)[3])
@example(counts=(5 * 10**23, 1, 0, 10**20))
@example(counts=(10**23, 1, 1, 10**23))
@example(counts=(1, 10**23, 10**23, 1))
def test_floats_are_right_to_the_last_digits(
    index: pw.Index, counts: tuple[int, int, int, int]
) -> None:
    """Within 1e-15 of the paper's formula in exact or 80-digit arithmetic, for N of order 10^24."""
    expected = rounded(lambda: ALL_PAIR_COUNTING[index.key](*map(Fraction, counts)))
    found = index.from_counts(*counts, undefined="nan")
    assert expected is not None
    if index.key in {"correlation_distance", "correlation_chord"}:
        expected = _angle(counts, index.key)
    assert close(found, float(expected)), f"{found!r} is not {expected}"


def _cancelling_tables() -> list[pw.Contingency]:
    """Tables in which scores nearly vanish, or ties leave several matchings the best."""
    rng = np.random.default_rng(4)
    tables = [[[100_000, 1], [1, 0]], [[10**9, 1], [1, 0]], [[5, 9], [40, 72], [35, 63]]]
    tables.append([[60_000_000, 60_000_001], [59_999_999, 60_000_000]])
    for _ in range(40):
        height, width = rng.integers(1, 8, 2)
        sizes = rng.integers(1, 10 ** rng.integers(1, 5), height + width)
        independent = np.outer(sizes[:height], sizes[height:])
        nearly = independent + rng.integers(0, 2, independent.shape)
        few = rng.integers(0, 3, independent.shape)
        few[0, 0] += 10 ** rng.integers(1, 9)
        tables += [independent.tolist(), nearly.tolist(), few.tolist()]
    return [pw.Contingency.from_matrix(table) for table in tables]


@pytest.mark.parametrize("index", RATIONAL, ids=name)
def test_floats_of_rational_formulas_are_the_exact_values(index: pw.Index) -> None:
    for table in _cancelling_tables():
        value = float(index.evaluate(table, undefined="nan").value)
        exact = float(index.evaluate(table, exact=True, undefined="nan").value)
        assert abs(value - exact) <= math.ulp(exact) or (math.isnan(value) and math.isnan(exact))


def _angle(counts: tuple[int, int, int, int], key: str) -> mpmath.mpf:
    """CD and CD′ by the paper's formula with digits enough for 1 − CC of order 10^-46."""
    with mpmath.workdps(150):
        n11, n10, n01, n00 = map(mpmath.mpf, counts)
        root = mpmath.sqrt((n11 + n10) * (n11 + n01) * (n00 + n10) * (n00 + n01))
        cc = (n11 * n00 - n10 * n01) / root
        if key == "correlation_distance":
            return mpmath.acos(cc) / mpmath.pi
        return mpmath.sqrt(2 * (1 - cc))


@pytest.mark.parametrize("index", PAIRS, ids=name)
@given(
    counts=st.lists(
        st.tuples(*[st.integers(0, 2**26)] * 4).filter(lambda c: sum(c) > 0),
        min_size=1,
        max_size=8,
    )
)
def test_arrays_equal_single_values(index: pw.Index, counts: list[tuple[int, ...]]) -> None:
    one_by_one = [index.from_counts(*each) for each in counts]
    together = index.from_counts(*np.array(counts).T)
    assert together.dtype == np.float64
    for found, expected in zip(together, one_by_one, strict=True):
        assert close(found, expected, 2e-15)


@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_arrays_of_large_counts_are_exact(index: pw.Index) -> None:
    """Beyond 2^53 an array keeps Python integers: no int64 product overflows."""
    counts = _near_cancelling(10**12)
    found = index.from_counts(*np.array(counts, object).T)
    assert found.tolist() == [index.from_counts(*each) for each in counts]


@pytest.mark.parametrize("index", TABLES, ids=name)
def test_many_tables_at_once(index: pw.Index) -> None:
    tables = all_tables(5)
    one_by_one = [float(index.evaluate(table).value) for table in tables]
    for found, expected in zip(index.values(tables), one_by_one, strict=True):
        assert close(found, expected, 1e-12) or abs(found - expected) < 1e-14


@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_the_symbolic_formula_is_the_papers(
    index: pw.Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SymPy proves the formula in the code equal to the oracle's, which is the paper's.

    The oracle's own function runs on symbols, with SymPy's root and arccosine for mpmath's.
    """
    for name_, replacement in {"sqrt": sympy.sqrt, "real": lambda x: x, "mp": sympy}.items():
        monkeypatch.setattr(f"support.oracle.{name_}", replacement)
    symbols = sympy.symbols("N11 N10 N01 N00", positive=True)
    ours = index.formula(pw.PairCounts(*symbols))
    definition: Any = ALL_PAIR_COUNTING[index.key]
    if index.is_rational and not ours.has(sympy.Max, sympy.Min, sympy.Abs):
        assert sympy.cancel(sympy.together(ours - definition(*symbols))) == 0
        return
    for scale in (1, 7, 10**9):
        point = [sympy.Integer(count * scale + i) for i, count in enumerate((5, 3, 2, 11))]
        expected = definition(*point)
        found = ours.subs(dict(zip(symbols, point, strict=True)))
        assert abs(sympy.N(found - expected, 60)) < 1e-50


@pytest.mark.parametrize("index", TABLES, ids=name)
def test_the_symbolic_formula_of_a_table_has_its_value(index: pw.Index) -> None:
    reference, candidate = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 2]
    table = pw.contingency(reference, candidate)
    value = sympy.N(_substituted(index.expression(), table), 30)
    assert float(value) == pytest.approx(float(index.evaluate(table).value), rel=1e-14)


def _substituted(expression: sympy.Expr, table: pw.Contingency) -> sympy.Expr:
    """Put the numbers of a table in place of the symbols."""
    t, info, dense = SymbolicTable(), table.information, table.to_dense()
    numbers = {
        t.n: table.n,
        t.k_a: table.k_a,
        t.k_b: table.k_b,
        t.entropy_a: sympy.Float(str(info.entropy_a), 40),
        t.entropy_b: sympy.Float(str(info.entropy_b), 40),
        t.entropy_joint: sympy.Float(str(info.entropy_joint), 40),
        t.expected_mutual_information: sympy.Float(str(info.expected_mutual_information), 40),
        t.sd_mutual_information: sympy.Float(str(info.sd_mutual_information), 40),
    }
    numbers |= {
        t.same_clusters: table.same_clusters,
        t.size_overlap: table.size_overlap,
        t.n11_variance: sympy.Rational(str(table.n11_variance)),
        t.arrangement_information: sympy.Float(str(info.arrangement_information), 40),
        t.log_table_count: sympy.Float(str(info.log_table_count), 40),
        **dict(zip(t.pairs, table.pair_counts, strict=True)),
    }
    spelled_out = expression.subs(numbers).doit()
    vectors = {
        "a": dense.sum(axis=1),
        "b": dense.sum(axis=0),
        r"\max_{j} n": dense.max(axis=1),
        r"\max_{i} n": dense.max(axis=0),
        "n": dense,
        "x": np.eye(3, dtype=int),  # the best matching of this table, whatever it is judged by
    }
    cells = {
        cell: sympy.Integer(int(vectors[str(cell.base)][tuple(int(i) - 1 for i in cell.indices)]))
        for cell in spelled_out.atoms(sympy.Indexed)
    }
    return spelled_out.subs(cells)


def test_the_golden_pairs_are_not_all_alike() -> None:
    sizes = Counter(len(pair["reference"]) for pair in GOLDEN["pairs"].values())
    assert max(sizes) >= 60
    assert len(GOLDEN["pairs"]) >= 6
