"""Values of an index on all tables at once, and what is noted about callables that misbehave."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.properties.deadline import Deadline, time_limit
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.survey import FunctionProblem, Survey, survey, values
from partwise.properties.search.tables_view import tables_view
from support.clocks import FakeClock

CATALOGUE = list(pw.indices("paper"))


def own(function: Callable[[pw.Contingency], Any]) -> pw.Index:
    return pw.Index("own", "Own", "callable", function)


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_values_are_those_of_single_tables(index: pw.Index) -> None:
    assert len(CATALOGUE) == 42
    for n in range(1, 7):
        tables = enumeration(n)
        expected = [float(index.evaluate(tables.contingency(i)).value) for i in range(tables.count)]
        np.testing.assert_allclose(values(index, tables), expected, rtol=1e-12, atol=0)


def test_formulas_of_users() -> None:
    tables = enumeration(6)
    index = pw.define("of_counts", "n11 / (n11 + n10)")
    np.testing.assert_allclose(
        values(index, tables),
        [float(index.evaluate(tables.contingency(i)).value) for i in range(tables.count)],
        rtol=1e-15,
    )


def test_a_formula_that_takes_one_table_only() -> None:
    """It asks whether a number is positive, which arrays do not answer."""
    tables = enumeration(4)
    formula: Callable[[Any], Any] = lambda t: t.k_a if t.k_a > t.k_b else t.k_b  # noqa: E731
    index = pw.Index("larger", "Larger", "table", formula)
    assert values(index, tables).tolist() == np.maximum(tables.k_a, tables.k_b).tolist()


def test_equal_entropies_are_equal_floats() -> None:
    view = tables_view(8)
    of_bits: dict[tuple[int, ...], set[float]] = {}
    pairs = zip(view.information_multiples.tolist(), view.mutual_information.tolist(), strict=True)
    for multiples, value in pairs:
        of_bits.setdefault(tuple(multiples), set()).add(value)
    assert all(len(found) == 1 for found in of_bits.values())
    assert len({value for found in of_bits.values() for value in found}) == len(of_bits)


def test_relations() -> None:
    for n in range(1, 7):
        tables = enumeration(n)
        expected = [tables.contingency(i).relation for i in range(tables.count)]
        assert tables_view(n).relations.tolist() == expected


def kinds(found: Survey) -> set[str]:
    return {trouble.kind for trouble in found.problems}


def test_a_sound_callable() -> None:
    tables = enumeration(6)
    found = survey(own(lambda table: pw.index("jaccard").evaluate(table).value), tables)
    assert found.problems == ()
    assert found.is_complete
    np.testing.assert_array_equal(found.values, values(pw.index("jaccard"), tables))


def test_a_callable_that_raises() -> None:
    def fails(table: pw.Contingency) -> float:
        if table.k_b == 2 and table.n == 4:
            raise RuntimeError("two columns")
        return 1.0

    assert survey(own(fails), enumeration(3)).problems == ()
    tables = enumeration(4)
    found = survey(own(fails), tables)
    assert np.isnan(found.values).tolist() == (tables.k_b == 2).tolist()
    first = found.problems[0]
    assert first == FunctionProblem(
        "raised", ((0, 0, 0, 0), (0, 0, 0, 1)), "trivial", "RuntimeError: two columns"
    )
    assert str(first) == "A = 0123, B = 012|3: raised an error: RuntimeError: two columns"
    assert "ordinary" in {trouble.relation for trouble in found.problems}


@pytest.mark.parametrize("returned", [math.nan, math.inf, -math.inf])
def test_a_callable_that_gives_no_number(returned: float) -> None:
    index = own(lambda table: returned if table.relation == "ordinary" else 0.0)
    found = survey(index, enumeration(4))
    assert kinds(found) == {"undefined"}
    assert {trouble.relation for trouble in found.problems} == {"ordinary"}


def test_a_callable_that_returns_something_else() -> None:
    found = survey(own(lambda _: "much"), enumeration(2))
    assert kinds(found) == {"raised"}
    assert "ValueError" in found.problems[0].detail


def test_a_callable_that_changes_its_mind() -> None:
    numbers = count()
    assert "changing" in kinds(survey(own(lambda _: next(numbers)), enumeration(3)))


@pytest.mark.parametrize(
    "function",
    [
        lambda table: float(table.to_dense()[0, 0]),
        lambda table: float(str(table.row_labels[0]).isdigit()),
    ],
    ids=["order", "names"],
)
def test_a_callable_that_is_no_function_of_the_table(
    function: Callable[[pw.Contingency], float],
) -> None:
    assert kinds(survey(own(function), enumeration(4))) == {"not_of_table"}


def test_a_callable_that_is_slow() -> None:
    clock = FakeClock()

    def slow(table: pw.Contingency) -> float:
        clock.time += 1
        return 1.0

    with time_limit(Deadline(20, clock)):
        found = survey(own(slow), enumeration(7))
    assert found.done == 19  # the twentieth answer came when the time was up
    assert (found.values[: found.done] == 1).all()
    assert np.isnan(found.values[found.done :]).all()
    assert found.problems == ()


def test_a_callable_that_never_answers() -> None:
    def hangs(table: pw.Contingency) -> float:
        if table.k_b == 2:
            threading.Event().wait()
        return 1.0

    tables = enumeration(4)
    with time_limit(Deadline(10, FakeClock(step=1))):
        found = survey(own(hangs), tables)
    assert kinds(found) == {"too_slow"}
    assert found.problems[0].clusterings == tables.labels(found.done)
    assert tables.k_b[found.done] == 2


def test_a_callable_that_ends_its_process() -> None:
    def ends(table: pw.Contingency) -> float:
        if table.k_b == 2:
            os._exit(1)
        return 1.0

    with time_limit(Deadline(60, FakeClock())):
        found = survey(own(ends), enumeration(4))
    assert kinds(found) == {"raised"}
    assert "ended its process" in str(found.problems[0])
    assert not found.is_complete
