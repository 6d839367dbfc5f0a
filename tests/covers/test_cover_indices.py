"""Indices for covers: against their definitions, and on partitions against their twins."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

import partwise as pw
from covers.definitions import DEFINITIONS, random_cover, random_partition
from partwise.catalogue import CoverIndex
from partwise.tables import CoverTable, cover_table

INDICES: tuple[CoverIndex, ...] = tuple(CoverIndex.by_key.values())
CASES = 400


def test_every_index_has_a_definition() -> None:
    assert {index.key for index in INDICES} == DEFINITIONS.keys()


class Case(NamedTuple):
    """Two covers, and the table of both: counted once, whichever index asks first."""

    n: int
    a: list[frozenset[int]]
    b: list[frozenset[int]]
    table: CoverTable


def _table(n: int, a: list[frozenset[int]], b: list[frozenset[int]]) -> CoverTable:
    return cover_table(pw.Cover(a, items=range(n)), pw.Cover(b, items=range(n)))


@cache
def _cases() -> list[Case]:
    random = Random(0)  # noqa: S311
    cases = []
    for _ in range(CASES):
        n = random.randint(1, 8)
        a, b = random_cover(random, n), random_cover(random, n)
        if random.random() < 0.1:
            b = random.sample(a, len(a))
        cases.append(Case(n, a, b, _table(n, a, b)))
    return cases


@pytest.mark.parametrize("index", INDICES, ids=lambda index: index.key)
def test_values_are_those_of_the_definition(index: CoverIndex) -> None:
    undefined = 0
    for n, a, b, table in _cases():
        expected = DEFINITIONS[index.key](n, a, b)
        value = index.evaluate(table)
        if expected is None:
            undefined += 1
            assert value.note is not None, (n, a, b)
            assert math.isnan(index.evaluate(table, undefined="nan").value)
            continue
        assert value.note is None, (n, a, b, value)
        assert value.value == pytest.approx(float(expected), rel=1e-12, abs=1e-12), (n, a, b)
        if index.is_rational:
            assert isinstance(expected, Fraction)
            assert index.evaluate(table, exact=True).value == expected, (n, a, b)
            assert value.value == float(expected)
        if sorted(map(sorted, a)) == sorted(map(sorted, b)):
            assert value.value == 1
        low, high = index.range
        assert low <= value.value <= high
    assert undefined < CASES / 2


@cache
def _partitions() -> list[tuple[list[int], list[int], CoverTable, pw.Contingency]]:
    random = Random(1)  # noqa: S311
    cases = []
    for _ in range(CASES):
        n = random.randint(1, 30)
        a, b = random_partition(random, n), random_partition(random, n)
        cases.append((a, b, cover_table(a, b), pw.contingency(a, b)))
    return cases


TWINS = [index for index in INDICES if index.partition_index is not None]


@pytest.mark.parametrize("index", TWINS, ids=lambda index: index.key)
def test_on_partitions_it_is_its_twin(index: CoverIndex) -> None:
    """Exactly, with the same values by convention: trivial partitions are drawn as well."""
    twin = pw.index(str(index.partition_index))
    for a, b, of_covers, of_partitions in _partitions():
        value = index.evaluate(of_covers).value
        assert value == twin.evaluate(of_partitions).value, (a, b)
        if index.is_rational:
            exact = twin.evaluate(of_partitions, exact=True).value
            assert index.evaluate(of_covers, exact=True).value == exact, (a, b)
    for a, b, _, _ in _partitions()[:10]:
        assert pw.score(pw.Cover(a), b, index) == pw.score(a, b, twin)


def test_twins_are_declared() -> None:
    twins = {index.key: index.partition_index for index in TWINS}
    assert twins == {
        "omega": "adjusted_rand",
        "extended_bcubed": "bcubed",
        "extended_bcubed_precision": "bcubed_precision",
        "extended_bcubed_recall": "bcubed_recall",
        "element_centric": "element_centric",
    }


@pytest.mark.parametrize("index", INDICES, ids=lambda index: index.key)
def test_symmetry_is_declared_truly(index: CoverIndex) -> None:
    differences = 0
    for case in _cases()[:100]:
        table = case.table
        one, other = index.evaluate(table).value, index.evaluate(table.T).value
        differences += one != pytest.approx(other, rel=1e-12)
    assert (differences == 0) == index.symmetric


@pytest.mark.parametrize("index", INDICES, ids=lambda index: index.key)
def test_an_index_is_found_by_all_its_names(index: CoverIndex) -> None:
    for name in (index.key, index.label, *index.aka):
        known = pw.index(name)
        assert known.key == index.key
        if index.key != "element_centric":
            assert known is index
            assert pickle.loads(pickle.dumps(index)) is index  # noqa: S301


def test_the_catalogue_of_partitions_has_none_of_them() -> None:
    keys = {index.key for index in pw.indices("all")}
    assert keys & DEFINITIONS.keys() == {"element_centric"}


def test_ties_of_agreement_are_exact() -> None:
    """Of 8 items 4 in both, 1 in neither, 2 and 1 in one: −p log p of both halves sum to 1 bit."""
    a, b = [frozenset(range(6))], [frozenset({0, 1, 2, 3, 6})]
    for copies in (1, 2, 25):
        n = 8 * copies
        one, other = (
            [frozenset(8 * i + x for i in range(copies) for x in part) for part in cover]
            for cover in (a, b)
        )
        table = _table(n, one, other)
        assert CoverIndex.by_key["onmi_lfk"].evaluate(table).value == 0
        assert CoverIndex.by_key["onmi_max"].evaluate(table).value == pytest.approx(
            DEFINITIONS["onmi_max"](8, a, b), rel=1e-12
        )
        assert CoverIndex.by_key["onmi_max"].evaluate(table).value > 0.01
