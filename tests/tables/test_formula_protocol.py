"""Whoever evaluates formulas shows them the same table.

Every view of tables is found by walking the subclasses of ``FormulaTable``. Each member that a view
gives is held against its definition, counted from labels; what it does not give it refuses with the
one error for that; and every formula of the catalogue has the oracle's value through it.
"""

from __future__ import annotations

import importlib
import math
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from operator import attrgetter
from typing import Any, NamedTuple

import mpmath  # type: ignore[import-untyped, unused-ignore]
import numpy as np
import pytest
import sympy
from mpmath import mp, mpf

import partwise as pw
from every_index.catalogue import CATALOGUE
from partwise.base import ExactReal
from partwise.base.errors import NotRationalError
from partwise.catalogue.formula import parse_formula
from partwise.catalogue.typeset import _RecordedTable
from partwise.chance.lines import TablesWithInformation, TablesWithN11
from partwise.chance.random_candidates import DrawnInformation
from partwise.chance.sampled_view import SampledView
from partwise.chance.sampling import SampledSums
from partwise.comparison.uncertainty.entropies import EstimatedEntropies
from partwise.ensembles.sweeps.nested import NestedView
from partwise.kernels import score_cells
from partwise.properties.checker.formulas import Tree
from partwise.properties.prove.faithful import value
from partwise.properties.prove.tracing import _Trace, _TracedTable
from partwise.properties.search.enclosure_arrays import Enclosures, enclosures_of
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.exact_tables import (
    EnclosureTables,
    FractionTables,
    enclosure_tables,
    fraction_tables,
)
from partwise.properties.search.exact_value import SymPyTable
from partwise.properties.search.index_numbers import SearchedTable
from partwise.properties.search.tables_view import tables_view
from partwise.tables import MovingSums, PairCounts, sweep_merges
from partwise.tables.aggregated import AggregatedTable, Blocks
from partwise.tables.formula_protocol import FormulaTable, NotGivenError
from partwise.tables.formula_views import ExactTable, FloatTable, SymbolicTable
from partwise.tables.programs import RecordedTable, numbers_of
from partwise.tables.real_view import RealTable
from support.oracle import ORACLE
from support.oracle_members import CELL_TERMS, cells, members

Labels = tuple[int, ...]
Question = Callable[[Any], Any]
Ask = Callable[[Question], list[Any]]
"""Ask the view of some pairs of clusterings something, and get a number for each pair."""


def _some_cases() -> list[tuple[Labels, Labels]]:
    """All pairs of up to four items, up to their names, and random larger ones."""
    rng = np.random.default_rng(15)
    found = [enumeration(n).labels(i) for n in range(1, 5) for i in range(enumeration(n).count)]
    for n in (5, 6, 7):
        chosen = rng.choice(enumeration(n).count, 8, replace=False)
        found += [enumeration(n).labels(int(i)) for i in chosen]
    return found


CASES = _some_cases()
FEW = CASES[2:48:6]  # for symbols


@cache
def truth(case: tuple[Labels, Labels]) -> dict[str, Any]:
    return members(*case)


# --- how to ask each view about pairs of clusterings


_BITS = 200  # of enclosures


def of_single(view: type) -> Callable[[], Ask]:
    def make() -> Ask:
        views = [view(pw.contingency(*case)) for case in CASES]
        return lambda question: [question(each) for each in views]

    return make


def of_aggregated(view: type) -> Callable[[], Ask]:
    """A view of tables that are sent without names: alike cells are told once."""

    def make() -> Ask:
        views = [view(_aggregated(pw.contingency(*case))) for case in CASES]
        return lambda question: [question(each) for each in views]

    return make


def in_floats(make: Callable[[], Ask]) -> Callable[[], Ask]:
    """A view whose numbers are rounded when they are told."""

    def made() -> Ask:
        ask = make()
        return lambda question: ask(lambda t: float(question(t)))

    return made


def unrounded(make: Callable[[], Ask]) -> Callable[[], Ask]:
    """A view whose numbers refuse to be rounded: the middle of an enclosure is told."""

    def middle(number: Any) -> mpf:
        if isinstance(number, float):  # no value
            return mpf(number)
        exact = number if isinstance(number, ExactReal) else ExactReal(number)
        return _middles(enclosures_of([exact], _BITS))[0]

    def made() -> Ask:
        ask = make()
        return lambda question: ask(lambda t: middle(question(t)))

    return made


def _aggregated(table: pw.Contingency) -> AggregatedTable:
    distinct, times = np.unique(np.array(table.blocks[:3]), axis=1, return_counts=True)
    return AggregatedTable(
        Blocks(distinct[0], distinct[1], distinct[2], times),
        table.row_histogram,
        table.column_histogram,
        table.row_maxima,
        table.column_maxima,
    )


def of_programs() -> Ask:
    """What was recorded, run by the kernel; nothing where it does not even know the first digit."""
    tables = [pw.contingency(*case) for case in CASES]

    def ask(question: Question) -> list[Any]:
        recorded = RecordedTable()
        program = recorded.program(question(recorded))
        if program.needs_places:
            sides = ((*table.cells, table.row_sizes, table.column_sizes) for table in tables)
            values = [score_cells(*side, [program])[0] for side in sides]
            return [None if math.isnan(value) else value for value in values]
        numbers = (numbers_of(program, table) for table in tables)
        enclosed = [program.enclosed(*one) for one in numbers if one is not None]
        return [high if math.isfinite(error) else None for high, _, error in enclosed]

    return ask


def _of_all_tables(view: Callable[[int], Any], numbers: Callable[[Any, int], Any]) -> Ask:
    """``numbers`` takes what a question gives for all tables of n items, and their count."""
    places = {
        enumeration(n).labels(i): (n, i) for n in range(1, 8) for i in range(enumeration(n).count)
    }

    def ask(question: Question) -> list[Any]:
        values = {n: numbers(question(view(n)), enumeration(n).count) for n in range(1, 8)}
        return [values[n][i] for n, i in (places[case] for case in CASES)]

    return ask


def of_enumerated() -> Ask:
    return _of_all_tables(
        tables_view, lambda values, count: np.broadcast_to(values, count).astype(float).tolist()
    )


def of_fractions() -> Ask:
    return _of_all_tables(
        fraction_tables, lambda values, count: values.broadcast((count,)).fractions()
    )


def of_enclosures() -> Ask:
    return _of_all_tables(
        lambda n: enclosure_tables(n, _BITS),
        lambda values, count: _middles(values.broadcast((count,))),
    )


def _middles(values: Enclosures) -> list[mpf]:
    with mpmath.workprec(_BITS + 100):
        ends = zip(values.low.tolist(), values.high.tolist(), strict=True)
        return [mpf(low + high) / (2 << _BITS) for low, high in ends]


def of_sampled() -> Ask:
    def view(case: tuple[Labels, Labels]) -> SampledView:
        known = truth(case)
        sums = ("n11", "mutual_information", "row_maxima", "column_maxima")
        arrays = [np.array([float(known[name])]) for name in sums]
        squares = [np.array([float(known[f"sum {name}"])]) for name in ("n_ij²/a_i", "n_ij²/b_j")]
        table = pw.contingency(*case)
        return SampledView(SampledSums(table.row_sizes, table.column_sizes, *arrays, *squares))

    return lambda question: [_single(question(view(case))) for case in CASES]


def of_moving() -> Ask:
    """Each candidate is reached from singletons, by joining the items of its clusters."""

    def view(case: tuple[Labels, Labels]) -> MovingSums:
        reference, candidate = case
        first = [candidate.index(label) for label in candidate]
        return sweep_merges(reference, range(len(first)), first, [len(first)])

    return lambda question: [_single(question(view(case))) for case in CASES]


def of_nested() -> Ask:
    """Candidates that the reference refines; of the others nothing is told."""

    def view(case: tuple[Labels, Labels]) -> NestedView:
        firsts = [labels.index(label) for labels in case for label in labels]
        n = len(case[0])
        sums = sweep_merges([0] * n, [*range(n), *range(n)], firsts, [n, 2 * n])
        return NestedView(sums, np.array([0]), np.array([1]))

    nested = [pw.Clustering(one).refines(pw.Clustering(other)) for one, other in CASES]
    assert 10 < sum(nested) < len(CASES)
    return lambda question: [
        _single(question(view(case))) if is_nested else None
        for case, is_nested in zip(CASES, nested, strict=True)
    ]


def of_normal() -> Ask:
    def view(case: tuple[Labels, Labels]) -> DrawnInformation:
        known, table = truth(case), pw.contingency(*case)
        names = ("mutual_information", "expected_mutual_information", "sd_mutual_information")
        value, mean, spread = (known[name] for name in names)
        away = float((value - mean) / spread) if spread else 0.0  # the deviation of this table
        return DrawnInformation(table.row_histogram, table.column_histogram, np.array([away]))

    return lambda question: [_asked(question, view(case)) for case in CASES]


def of_closed_means() -> Ask:
    def view(case: tuple[Labels, Labels]) -> TablesWithInformation:
        known, table = truth(case), pw.contingency(*case)
        names = ("expected_mutual_information", "mutual_information")
        mean, value = (float(known[name]) for name in names)
        sizes = table.row_histogram, table.column_histogram
        return TablesWithInformation(*sizes, mean, np.array([value]))

    return lambda question: [_single(question(view(case))) for case in CASES]


def of_n11() -> Ask:
    def view(case: tuple[Labels, Labels]) -> TablesWithN11:
        table = pw.contingency(*case)
        return TablesWithN11(table, PairCounts(*(Fraction(truth(case)[name]) for name in FOUR)))

    return lambda question: [question(view(case)) for case in CASES]


def _asked(question: Question, view: Any) -> Any:
    """Ask where the answer may be refused for some tables only."""
    try:
        return _single(question(view))
    except NotGivenError as error:
        if error.member == "expected_mutual_information":  # M has one value for these sizes
            return None
        raise


def _single(value: Any) -> float:
    return float(np.ravel(value)[0])


def of_estimated() -> Ask:
    def view(case: tuple[Labels, Labels]) -> EstimatedEntropies:
        names = ("entropy_a", "entropy_b", "entropy_joint")
        return EstimatedEntropies(np.array([[float(truth(case)[name])] for name in names]))

    return lambda question: [_single(question(view(case))) for case in CASES]


def of_trees() -> Ask:
    """What was traced, evaluated as the proofs compare it with the function."""

    def ask(question: Question) -> list[Any]:
        trace = _Trace()
        tree = trace.tree(question(_TracedTable(trace)))
        return [value_or_none(tree, case) if case in FEW else None for case in CASES]

    def value_or_none(tree: Tree, case: tuple[Labels, Labels]) -> Any:
        try:
            return value(tree, SymPyTable(pw.contingency(*case)))
        except (ZeroDivisionError, ValueError):
            return None

    return ask


SYMBOLS = {
    "n": "n",
    "k_A": "k_a",
    "k_B": "k_b",
    "H(A)": "entropy_a",
    "H(B)": "entropy_b",
    "H(A,B)": "entropy_joint",
    "E[M]": "expected_mutual_information",
    "sigma[M]": "sd_mutual_information",
    "N11": "n11",
    "N10": "n10",
    "N01": "n01",
    "N00": "n00",
    "k_AB": "same_clusters",
    "s_AB": "size_overlap",
    "Var[N11]": "n11_variance",
    "I_0": "arrangement_information",
    "ln_Omega": "log_table_count",
}


def _put_in(expression: Any, case: tuple[Labels, Labels]) -> Any:
    """Put numbers in the places of symbols."""
    expression = sympy.sympify(expression)
    numbers = {}
    names_of_arrays = {base.label for base in expression.atoms(sympy.IndexedBase)}
    for symbol in expression.free_symbols - names_of_arrays:
        if symbol.name in SYMBOLS:
            numbers[symbol] = _sympy(truth(case)[SYMBOLS[symbol.name]])
    return expression.subs(numbers)


def _sympy(number: Any) -> Any:
    if isinstance(number, Fraction):
        return sympy.Rational(number.numerator, number.denominator)
    return sympy.Float(number, 50) if isinstance(number, mpf) else sympy.Integer(number)


def of_symbols() -> Ask:
    def ask(question: Question) -> list[Any]:
        expression = sympy.sympify(question(SymbolicTable()))
        return [_spelled_out(expression, case) if case in FEW else None for case in CASES]

    return ask


def _spelled_out(expression: Any, case: tuple[Labels, Labels]) -> Any:
    """Write sums out over a matrix; of all matchings x_ij, the one with the largest value."""
    dense = pw.contingency(*case).to_dense()
    known = _put_in(expression, case).doit()
    vectors = {
        "a": dense.sum(axis=1),
        "b": dense.sum(axis=0),
        r"\max_{j} n": dense.max(axis=1),
        r"\max_{i} n": dense.max(axis=0),
        "n": dense,
    }
    entries = known.atoms(sympy.Indexed)
    has_matching = any(str(entry.base) == "x" for entry in entries)
    values = []
    for matching in _matchings(*dense.shape) if has_matching else [None]:
        arrays = {**vectors, "x": matching}
        at = {e: int(arrays[str(e.base)][tuple(int(i) - 1 for i in e.indices)]) for e in entries}
        values.append(known.subs(at))
    return values[0] if any(map(_is_undefined, values)) else max(values)


def _matchings(height: int, width: int) -> Iterator[Any]:
    """All ways to give each line of the shorter side a partner."""
    if height > width:
        yield from (matching.T for matching in _matchings(width, height))
        return
    for partners in permutations(range(width), height):
        matching = np.zeros((height, width), int)
        matching[range(height), partners] = 1
        yield matching


@dataclass(frozen=True)
class Way:
    """A way to evaluate formulas: how to ask, how exactly it answers, and what it refuses."""

    make: Callable[[], Ask]
    rounding: float  # of values, relative to 1 where they are smaller
    gives_all: bool = False


DOUBLE = 2e-14  # a few roundings of floats, and those of σ[M], which comes from a kernel
WITHOUT_PLACES = ((FloatTable, "aggregated"), (RealTable, "aggregated"))  # which matchings need
WAYS: dict[tuple[type, str], Way] = {
    (FloatTable, ""): Way(of_single(FloatTable), DOUBLE, gives_all=True),
    (FloatTable, "aggregated"): Way(of_aggregated(FloatTable), DOUBLE),
    (ExactTable, ""): Way(of_single(ExactTable), 0),
    (ExactTable, "aggregated"): Way(of_aggregated(ExactTable), 0),
    (RealTable, ""): Way(in_floats(of_single(RealTable)), DOUBLE, gives_all=True),
    (RealTable, "aggregated"): Way(in_floats(of_aggregated(RealTable)), DOUBLE),
    (SymPyTable, ""): Way(of_single(SymPyTable), 1e-40, gives_all=True),
    (RecordedTable, ""): Way(of_programs, DOUBLE, gives_all=True),
    (type(tables_view(1)), ""): Way(of_enumerated, DOUBLE, gives_all=True),
    (FractionTables, ""): Way(of_fractions, 0),
    (EnclosureTables, ""): Way(of_enclosures, 1e-40),
    (SearchedTable, ""): Way(unrounded(of_single(SearchedTable)), 1e-40, gives_all=True),
    (SymbolicTable, ""): Way(of_symbols, 1e-40, gives_all=True),
    (SampledView, ""): Way(of_sampled, DOUBLE),
    (MovingSums, ""): Way(of_moving, DOUBLE),
    (NestedView, ""): Way(of_nested, DOUBLE),
    (DrawnInformation, ""): Way(of_normal, 1e-13),  # through the deviation, and back
    (TablesWithInformation, ""): Way(of_closed_means, DOUBLE),
    (TablesWithN11, ""): Way(of_n11, 0),
    (EstimatedEntropies, ""): Way(of_estimated, DOUBLE),
    (_TracedTable, ""): Way(of_trees, DOUBLE, gives_all=True),
}
every_way = pytest.mark.parametrize("which", WAYS, ids=lambda w: " ".join((w[0].__name__, w[1])))

# Of a sample, expected mutual information is taken to vanish, as it does when n grows.
ZERO_HERE = {(EstimatedEntropies, "expected_mutual_information")}
REFUSALS = (NotGivenError, NotRationalError)


# --- nobody is forgotten


def _views(base: type = FormulaTable) -> Iterator[type]:
    """Classes of the package that evaluate formulas; one that others inherit is their base."""
    subclasses: list[type] = base.__subclasses__()
    heirs = [each for each in subclasses if each.__module__.startswith("partwise.")]
    if not heirs or base in (FloatTable, RealTable):
        yield base
    if base is not FloatTable:  # whose heir, with many digits, refuses what floats give
        for each in heirs:
            yield from _views(each)


def test_every_view_is_tried() -> None:
    for module in pkgutil.walk_packages(pw.__path__, "partwise."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    printed = {_RecordedTable}  # whose steps tests/catalogue/test_typeset.py evaluates
    assert {view for view, _ in WAYS} == set(_views()) - printed


VOCABULARY = sorted(
    name
    for name in vars(FormulaTable)
    if not name.startswith("_") and name not in ("whose", "not_given")
)


def test_the_definitions_cover_the_vocabulary() -> None:
    told = {name.split()[0] for name in truth(CASES[0])} - {"n11", "n10", "n01", "n00"}
    assert told | {"cell", "row", "col", "pairs"} == set(VOCABULARY)


# --- members


FOUR = ("n11", "n10", "n01", "n00")


def _asks_for(name: str) -> Question:
    return attrgetter(f"pairs.{name}" if name in FOUR else name)


def _adds_up(how: str, term: Question) -> Question:
    return lambda t: getattr(t, how)(term(t))


QUESTIONS: dict[str, Question] = {name: _asks_for(name) for name in (*VOCABULARY, *FOUR)} | {
    f"{how} {name}": _adds_up(how, term)
    for how, (name, term) in product(("sum", "matched"), CELL_TERMS.items())
}
ASKED = [name for name in truth(CASES[-1]) if name in QUESTIONS]


@every_way
def test_members_are_what_they_are_defined_to_be(which: tuple[type, str]) -> None:
    way, given = WAYS[which], []
    ask = way.make()
    for name in ASKED:
        try:
            answers = ask(QUESTIONS[name])
        except REFUSALS:
            continue
        except pw.PartwiseError:  # of this table: alike cells do not tell which share a cluster
            assert which[1] == "aggregated"
            assert name.startswith("matched")
            continue
        given.append(name)
        for case, answer in zip(CASES, answers, strict=True):
            expected = 0 if (which[0], name) in ZERO_HERE else truth(case)[name]
            if answer is not None:
                assert _agrees(answer, expected, way.rounding), (name, case, answer, expected)
    assert len(given) >= 4
    if way.gives_all:
        assert given == ASKED


def _agrees(answer: Any, expected: Any, rounding: float) -> bool:
    if rounding == 0 or isinstance(answer, int | Fraction | sympy.Rational):
        exact = Fraction(str(answer))
        if rounding == 0 or isinstance(expected, int | Fraction):
            return bool(exact == expected)
    with mpmath.workdps(60):
        return bool(abs(_mpf(answer) - _mpf(expected)) <= rounding * max(1, abs(_mpf(expected))))


def _mpf(number: Any) -> mpf:
    if isinstance(number, Fraction):
        return mpf(number.numerator) / number.denominator
    if isinstance(number, sympy.Expr):
        return mpf(str(sympy.N(number, 55)))
    return mp.mpf(number)


@pytest.mark.parametrize("view", [FloatTable, ExactTable, RealTable, SymPyTable])
def test_cells_come_with_their_clusters(view: Any) -> None:
    for case in CASES:
        t = view(pw.contingency(*case))
        assert sorted(zip(t.cell, t.row, t.col, strict=True)) == cells(*case)


@pytest.mark.parametrize("which", [w for w in WAYS if WAYS[w].gives_all and w[0] != SymbolicTable])
def test_a_constant_is_added_up_once_for_each_cell(which: tuple[type, str]) -> None:
    ask = WAYS[which].make()
    sums = zip(ask(lambda t: t.sum(1)), CASES, strict=True)
    assert all(s == len(cells(*case)) for s, case in sums if s is not None)
    smaller = [min(len(set(a)), len(set(b))) for a, b in CASES]
    matched = zip(ask(lambda t: t.matched(1)), smaller, strict=True)
    assert all(m <= s for m, s in matched if m is not None)


def test_symbols_refuse_a_constant_which_they_would_add_up_over_empty_cells() -> None:
    with pytest.raises(NotGivenError, match=r"t\.sum of terms without t\.cell"):
        SymbolicTable().sum(1)


@every_way
def test_what_is_not_given_is_refused_by_name(which: tuple[type, str]) -> None:
    ask, refusals = WAYS[which].make(), []
    for name in set(VOCABULARY) - {"cell", "row", "col", "pairs"}:  # which are no numbers
        try:
            ask(QUESTIONS[f"{name} n_ij²" if name in ("sum", "matched") else name])
        except REFUSALS as error:
            refusals.append(error)
        except pw.PartwiseError:
            assert (which[1], name) == ("aggregated", "matched")
    assert bool(refusals) != WAYS[which].gives_all or which in WITHOUT_PLACES
    for refusal in refusals:
        if which[0] in (ExactTable, FractionTables):
            assert "the formula uses entropies" in str(refusal)
            continue
        assert isinstance(refusal, NotGivenError)
        assert refusal.whose == vars(which[0]).get("whose", refusal.whose)
        assert str(refusal) == f"{refusal.whose} do not give t.{refusal.member}"
        assert str(pickle.loads(pickle.dumps(refusal))) == str(refusal)  # noqa: S301


# --- formulas


@cache
def oracle(key: str, case: tuple[Labels, Labels]) -> Any:
    return ORACLE[key](*case) if key in ORACLE else None


@every_way
def test_every_formula_has_its_value(which: tuple[type, str]) -> None:
    way, view = WAYS[which], which[0]
    ask, given = way.make(), []
    for index in CATALOGUE:
        try:
            with np.errstate(all="ignore"):
                answers = _answers(ask, index)
        except REFUSALS:
            continue
        except pw.PartwiseError:
            assert which[1] == "aggregated"
            continue
        given.append(index.key)
        key = index.key.replace("ami_", "nmi_") if view is EstimatedEntropies else index.key
        for case, answer in zip(CASES, answers, strict=True):
            expected = oracle(key, case)
            if answer is not None and expected is not None:
                rounding = way.rounding if way.rounding == 0 else max(way.rounding, _loss(key, way))
                assert _agrees(answer, expected, rounding), (key, case, answer, expected)
    if way.gives_all:
        assert given == [index.key for index in CATALOGUE]
    if view is ExactTable and not which[1]:
        assert given == [index.key for index in CATALOGUE if index.is_rational]
    assert given


def _loss(key: str, way: Way) -> float:
    """SMI divides by a standard deviation, which is small: it keeps fewer digits."""
    return 1e-11 if key.startswith(("smi", "ami")) and way.rounding >= DOUBLE else 0


def _answers(ask: Ask, index: pw.Index) -> list[Any]:
    """Ask one by one where a formula may divide by zero; None where it does."""

    def question(t: Any) -> Any:
        try:
            value = index.formula(t.pairs if index.kind == "pairs" else t)
        except (ZeroDivisionError, ValueError):  # SymPy compares no 0/0
            return math.nan
        return value

    return [None if _is_undefined(answer) else answer for answer in ask(question)]


def _is_undefined(answer: Any) -> bool:
    if answer is None or isinstance(answer, Fraction | int):
        return answer is None
    if isinstance(answer, sympy.Expr):
        return bool(answer.has(sympy.nan, sympy.zoo, sympy.oo))
    return not mp.isfinite(answer)


# --- counts of pairs, in every kind of number


class Counts(NamedTuple):
    n11: int
    n10: int
    n01: int
    n00: int
    items: int


COUNT_MEMBERS: dict[str, Callable[[Counts], int]] = {
    "n11": lambda p: p.n11,
    "n10": lambda p: p.n10,
    "n01": lambda p: p.n01,
    "n00": lambda p: p.n00,
    "total": lambda p: p.items * (p.items - 1) // 2,
    "same_a": lambda p: p.n11 + p.n10,
    "same_b": lambda p: p.n11 + p.n01,
    "diff_a": lambda p: p.n01 + p.n00,
    "diff_b": lambda p: p.n10 + p.n00,
    "agree": lambda p: p.n11 + p.n00,
    "disagree": lambda p: p.n10 + p.n01,
    "determinant": lambda p: p.n11 * p.n00 - p.n10 * p.n01,
    "excess": lambda p: p.n11 * p.n11 - p.n10 * p.n01,
    "variances": lambda p: (p.n11 + p.n10) * (p.n01 + p.n00) * (p.n11 + p.n01) * (p.n10 + p.n00),
    "unexplained": lambda p: COUNT_MEMBERS["variances"](p) - COUNT_MEMBERS["determinant"](p) ** 2,
    "items": lambda p: p.items,
}
NUMBERS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "Fraction": Fraction,
    "float array": lambda count: np.array([count, count], np.float64),
    "object array": lambda count: np.array([count, count], object),
    "exact real": ExactReal,
    "mpmath": mpf,
    "SymPy": sympy.Integer,
}
TEXT_NAMES = {"n": "items", "N": "total", "mA": "same_a", "mB": "same_b"}


@pytest.mark.parametrize("number", NUMBERS)
def test_counts_of_pairs_are_the_same_in_all_numbers(number: str) -> None:
    public = {name for name in dir(PairCounts) if not name.startswith("_")}
    made = {"as_fractions", "as_reals", "checked", "from_square_sums", "relation"}
    assert public - made == set(COUNT_MEMBERS)
    for case in CASES:
        if len(case[0]) < 2:
            continue  # one item has no pairs, which do not tell whether it is there
        n11, n10, n01, n00 = (truth(case)[name] for name in FOUR)
        known = Counts(n11, n10, n01, n00, len(case[0]))
        counts = PairCounts(*map(NUMBERS[number], known[:4]))
        for name, definition in COUNT_MEMBERS.items():
            values = np.ravel(getattr(counts, name)).tolist()
            assert {_plain(value) for value in values} == {definition(known)}, name
        for text, name in TEXT_NAMES.items():
            values = np.ravel(parse_formula(text)(counts)).tolist()
            assert {_plain(value) for value in values} == {COUNT_MEMBERS[name](known)}, text


def _plain(value: Any) -> Fraction:
    if isinstance(value, ExactReal):
        assert value.rational is not None
        return value.rational
    return Fraction(str(value))
