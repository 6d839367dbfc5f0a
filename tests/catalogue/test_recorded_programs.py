"""Own formulas as programs: of any length, and always with what they read now."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable
from fractions import Fraction
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.catalogue.recorded_program import RecordedProgram
from partwise.tables import PairCounts, program_of

A, B = [0, 0, 0, 1, 1, 1, 2], [0, 0, 1, 1, 1, 2, 2]
COUNTS = pw.contingency(A, B).pair_counts
Formula = Callable[[Any], Any]


def own(formula: Formula, kind: Any = "pairs") -> pw.Index:
    return pw.Index("own", "Own", kind, formula)


def values_of(index: pw.Index) -> set[Any]:
    """The value of an index, by every way to it."""
    table, columns = pw.contingency(A, B), ([count, count] for count in COUNTS)
    values = {index(A, B), index.evaluate(table).value, index.values([table])[0]}
    values.add(pw.pairwise([A, B], index).values[0][1])
    return values | ({*index.from_counts(*columns)} if index.kind == "pairs" else set())


# --- long formulas


def _chain(steps: int, start: str, step: str, end: str = "x") -> Formula:
    lines = [f"x = {start}", *[f"x = {step}"] * steps, f"return {end}"]
    names: dict[str, Any] = {}
    exec("def chain(t):\n  " + "\n  ".join(lines), names)  # noqa: S102
    return names["chain"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("steps", [10, 300, 1000, 100_000])
def test_formulas_of_pairs_may_have_any_number_of_steps(steps: int) -> None:
    index = own(_chain(steps, "t.n11 / t.total", "x + t.n10"))
    assert index(A, B) == float(Fraction(COUNTS.n11, COUNTS.total) + steps * COUNTS.n10)


@pytest.mark.parametrize("steps", [10, 300, 1000])
def test_formulas_of_tables_may_have_any_number_of_steps(steps: int) -> None:
    cells = pw.contingency(A, B).cells.counts
    after = own(_chain(steps, "t.sum(t.cell ** 2)", "x + t.n"), "table")
    assert after(A, B) == int((cells**2).sum()) + steps * len(A)
    inside = own(_chain(steps, "t.cell", "x + t.n", "t.sum(x)"), "table")
    assert inside(A, B) == len(A) + len(cells) * steps * len(A)
    for index in (after, inside):
        assert index.program is not None


@pytest.mark.parametrize("steps", [10, 300, 1000])
def test_long_formulas_have_the_value_of_fractions(steps: int) -> None:
    index = own(_chain(steps, "t.n11 / t.total", "x * t.n11 / t.same_a + t.n10"))
    assert index.program is not None
    assert index(A, B) == float(index(A, B, exact=True))


# --- what formulas read from outside

FACTOR: Any = 2


def _of_global() -> tuple[Formula, Callable[[Any], None]]:
    def change(value: Any) -> None:
        globals()["FACTOR"] = value

    return lambda p: p.n11 * FACTOR / p.total, change


def _of_cell() -> tuple[Formula, Callable[[Any], None]]:
    factor: Any = 2

    def change(value: Any) -> None:
        nonlocal factor
        factor = value

    return lambda p: p.n11 * factor / p.total, change


def _of_default() -> tuple[Formula, Callable[[Any], None]]:
    def formula(p: Any, factor: Any = 2) -> Any:
        return p.n11 * factor / p.total

    def change(value: Any) -> None:
        formula.__defaults__ = (value,)

    return formula, change


def _of_keyword() -> tuple[Formula, Callable[[Any], None]]:
    def formula(p: Any, *, factor: Any = 2) -> Any:
        return p.n11 * factor / p.total

    def change(value: Any) -> None:
        assert formula.__kwdefaults__ is not None
        formula.__kwdefaults__["factor"] = value

    return formula, change


def _of_attribute() -> tuple[Formula, Callable[[Any], None]]:
    settings = SimpleNamespace(factor=2)
    return lambda p: p.n11 * settings.factor / p.total, lambda x: setattr(settings, "factor", x)


def _of_known_attribute() -> tuple[Formula, Callable[[Any], None]]:
    """By a name that tables have as well."""
    settings = SimpleNamespace(n=2)
    return lambda p: p.n11 * settings.n / p.total, lambda x: setattr(settings, "n", x)


def _of_item() -> tuple[Formula, Callable[[Any], None]]:
    settings = [2]
    return lambda p: p.n11 * settings[0] / p.total, lambda x: settings.__setitem__(0, x)


def _of_function() -> tuple[Formula, Callable[[Any], None]]:
    """By a function that is called, which is replaced."""

    def scaled(x: Any) -> Any:
        return x * 2

    def change(value: Any) -> None:
        nonlocal scaled
        scaled = lambda x: x * value  # noqa: E731

    return lambda p: scaled(p.n11) / p.total, change


def _of_called() -> tuple[Formula, Callable[[Any], None]]:
    """By what a function that is called reads."""
    factor: Any = 2

    def scaled(x: Any) -> Any:
        return x * factor

    def change(value: Any) -> None:
        nonlocal factor
        factor = value

    return lambda p: scaled(p.n11) / p.total, change


def _of_code() -> tuple[Formula, Callable[[Any], None]]:
    def formula(p: Any) -> Any:
        return p.n11 * 2 / p.total

    def change(value: Any) -> None:
        made = FunctionType(compile(f"lambda p: p.n11 * {value!r} / p.total", "", "eval"), {})()
        formula.__code__ = made.__code__

    return formula, change


def _of_index() -> tuple[Formula, Callable[[Any], None]]:
    """By the formula of another index."""
    inner, change = _of_cell()
    index = own(inner)
    return lambda p: index.formula(p), change


READING = [
    _of_global, _of_cell, _of_default, _of_keyword, _of_attribute, _of_known_attribute, _of_item,
    _of_function, _of_called, _of_code, _of_index,
]  # fmt: skip


@pytest.mark.parametrize("make", READING)
def test_formulas_read_what_is_there_now(make: Any) -> None:
    formula, change = make()
    index = own(formula)
    for factor in (2, 3, 1000, 1001, 0.5, 2):
        change(factor)
        expected = float(Fraction(factor) * COUNTS.n11 / COUNTS.total)
        assert values_of(index) == {expected}, factor
        if isinstance(factor, int):
            assert index(A, B, exact=True) == Fraction(factor * COUNTS.n11, COUNTS.total)


@pytest.mark.parametrize("make", [_of_global, _of_cell, _of_default, _of_keyword, _of_called])
def test_numbers_from_outside_leave_a_formula_its_program(make: Any) -> None:
    formula, change = make()
    change(2)
    index = own(formula)
    program = index.program
    assert program is not None
    assert index.program is program
    change(3)
    assert index.program is not None
    assert index.program is not program


def test_a_change_while_a_formula_is_recorded_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    factor = [1]

    def formula(p: PairCounts, *, k: int = 1, m: int = 2) -> Any:
        return p.n11 * factor[0] * k / (p.total + m)

    def slow(formula: Formula, of_pairs: bool) -> Any:
        program = program_of(formula, of_pairs=of_pairs)
        factor[0] = 3
        return program

    with monkeypatch.context() as patched:
        patched.setattr("partwise.catalogue.recorded_program.program_of", slow)
        index = own(formula)
        index(A, B)
    assert index(A, B) == float(index(A, B, exact=True))
    formula.__kwdefaults__ = {"m": 1, "k": 2}
    assert index(A, B) == float(index(A, B, exact=True))


def _of_sums(t: Any) -> Any:
    return t.sum(t.cell / t.row) - t.sum(t.cell / (t.row + 1))


def _of_matchings(t: Any) -> Any:
    return t.matched(t.cell / t.row) - t.matched(t.cell / (t.row + 1))


@pytest.mark.parametrize("formula", [_of_sums, _of_matchings])
def test_a_formula_of_cells_alone_is_as_exact_as_any(formula: Formula) -> None:
    rows, columns = np.repeat(np.arange(49), 49), np.tile(np.arange(49), 49)
    index, other = own(formula, "table"), own(lambda t: formula(t) + 0 * t.n, "table")
    exact = float(index(rows, columns, exact=True))
    assert index(rows, columns) == other(rows, columns) == exact


def test_what_is_no_number_any_more_has_no_program() -> None:
    formula, change = _of_cell()
    index = own(formula)
    programs = [index.program]
    change("ab")
    programs.append(index.program)
    assert [program is None for program in programs] == [False, True]
    with pytest.raises(TypeError):
        index.evaluate(PairCounts(1, 2, 3, 4))


def test_the_catalogue_and_its_families_are_recorded_once() -> None:
    made = [pw.families.tsallis(1.5), pw.families.v_measure_beta(2)]
    made.append(pw.families.generalised_mean(0.3))
    for index in (*pw.indices("all"), *made):
        program = index.program
        assert index.program is program
        assert vars(index)["program"] is program, index.key


def _shared(p: PairCounts) -> Any:
    return p.n11 / p.total


def test_own_indices_are_pickled_and_forgotten() -> None:
    index = own(_shared)
    assert index.program is not None
    again = pickle.loads(pickle.dumps(index))  # noqa: S301
    assert again(A, B) == index(A, B)
    kept = next(each for each in vars(pw.Index).values() if isinstance(each, RecordedProgram))
    before = len(kept._own)
    del index, again
    gc.collect()
    assert len(kept._own) < before
