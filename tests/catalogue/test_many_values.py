"""Values of many tables at once: arrays of counts, lists of tables, sums that were kept."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.catalogue import ByName
from partwise.tables import NotGivenError, PairCounts
from partwise.tables.moving import MovingTable

CATALOGUE = pw.indices("all")
PAIRS = [index for index in CATALOGUE if index.kind == "pairs"]
TABLES = [index for index in CATALOGUE if index.kind == "table"]
LABELS = [
    ([0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 1, 2, 3]),
    ([0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]),
    ([0, 0, 1, 1, 1, 2, 2, 2], [0] * 8),
    ([0] * 8, [*range(8)]),
]


def sums_of(labels: tuple[list[int], list[int]]) -> Any:
    return MovingTable(*labels, logs=True, quotients=True).sums()


def test_kept_sums_give_the_values_of_the_table_or_say_what_is_missing() -> None:
    known = set[str]()
    for labels in LABELS:
        table, sums = pw.contingency(*labels), sums_of(labels)
        for index in CATALOGUE:
            try:
                [value] = index.values(sums).tolist()
            except NotGivenError:
                assert index.kind == "table"
                continue
            expected = float(index.evaluate(table).value)
            assert value == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True), index.key
            [value] = index.values(sums, undefined="nan").tolist()
            assert math.isnan(value) == (
                index.evaluate(table).note is not None or expected != expected
            )
            known.add(index.key)
    assert {index.key for index in PAIRS} | {"nmi_arithmetic", "vi", "bcubed"} <= known
    unstable = {index.key for index in TABLES if not index.stable}
    assert not known & unstable
    assert len(known) > len(PAIRS) + 10


def test_sums_that_were_kept_are_not_enough_for_a_function() -> None:
    own = pw.define("many_own", lambda table: table.n)
    for index in (own, pw.index("normalised_accuracy")):
        with pytest.raises(NotGivenError):
            index.values(sums_of(LABELS[0]))


@pytest.mark.parametrize("index", PAIRS[:6], ids=lambda index: str(index.key))
def test_arrays_of_counts_have_the_values_of_their_tables(index: pw.Index) -> None:
    tables = [pw.contingency(*labels) for labels in LABELS]
    one_by_one = [float(index.evaluate(table).value) for table in tables]
    columns = [list(each) for each in zip(*(table.pair_counts for table in tables), strict=True)]
    for counts in (PairCounts(*map(np.array, columns)), PairCounts(*columns)):
        values = index.values(counts)
        assert values.dtype == np.float64
        np.testing.assert_array_equal(values, one_by_one)
    np.testing.assert_array_equal(index.values(tables), one_by_one)
    exact = index.from_counts(*columns, exact=True) if index.is_rational else None
    if exact is not None:
        assert [float(value) for value in exact] == pytest.approx(one_by_one, nan_ok=True)
        assert any(isinstance(value, Fraction) for value in exact)


def test_counts_of_many_tables_are_no_single_value() -> None:
    counts = PairCounts(*(np.array([1, 2]) for _ in range(4)))
    for index in PAIRS[:3]:
        with pytest.raises(InputError, match=r"counts of many tables; call values\(counts\)"):
            index.evaluate(counts)
    with pytest.raises(InputError, match="it needs the contingency table"):
        pw.index("vi").evaluate(PairCounts(1, 2, 3, 4))


def test_values_are_kept_by_every_name() -> None:
    values = ByName({"correlation": 0.5, "rand": 0.25})
    same: list[Any] = ["correlation", "CC", "Pearson", pw.index("CC")]
    for name in same:
        assert (values[name], values.get(name), values.get(name, 7)) == (0.5, 0.5, 0.5)
        assert name in values
    assert (values.get("VI"), values.get("VI", 7), "VI" in values) == (None, 7, False)


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_too_large_for_a_float_is_an_infinity_of_its_sign(sign: int) -> None:
    counts = PairCounts(10**24, 1, 2, 10**24)
    large = pw.pair_index("many_own")(lambda p: sign * p.total**16)
    text = pw.define("many_own", "N**16" if sign > 0 else "1 - N**16")
    table = pw.Contingency.from_matrix(np.array([[10**40, 1], [2, 10**40]], dtype=object))
    of_table = pw.table_index("many_own")(lambda t: sign * t.sum(t.cell) ** 9)
    for value in (large.evaluate(counts), text.evaluate(counts), of_table.evaluate(table)):
        assert value.value == sign * math.inf
        assert value.note == "too large for a float"
    for index in (large, text):
        assert index.evaluate(table).value == sign * math.inf
    function = pw.define("many_own", lambda t: float(sign * t.n**9))
    assert math.isnan(function.evaluate(table).value)  # nobody knows the sign of a function


def test_a_policy_that_does_not_exist_is_refused_also_where_it_is_not_needed() -> None:
    table, soft = pw.contingency(*LABELS[0]), pw.Memberships([[0.5, 0.5], [1, 0]])
    unknown: Any = "ignore"
    for index in (PAIRS[0], TABLES[0], pw.define("many_own", lambda t: t.n)):
        with pytest.raises(InputError, match="undefined= must be"):
            index.evaluate(table, undefined=unknown)
        with pytest.raises(InputError, match="undefined= must be"):
            index.values([table], undefined=unknown)
    with pytest.raises(InputError, match="undefined= must be"):
        pw.index("fuzzy_rand")(soft, soft, undefined=unknown)
