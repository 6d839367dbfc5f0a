"""Every pair of clusterings once: against brute force over all set partitions, and OEIS A007716."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby, permutations, product
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from partwise import Clustering, contingency, kernels, lattice
from partwise.errors import InputError
from partwise.properties.search.enumeration import (
    Enumeration,
    cache_folder,
    enumeration,
    partitions,
)
from support.alarms import AlarmError, alarm, needs_alarms
from support.oracle import set_partitions
from support.partitions import (
    agreements,
    grouped,
    integer_partitions,
    perfect_merges,
    perfect_splits,
    rgs,
)

Labels = tuple[int, ...]
Canonical = tuple[tuple[int, ...], ...]

# https://oeis.org/A007716, n = 1 … 12
A007716 = [1, 4, 10, 33, 91, 298, 910, 3017, 9945, 34207, 119369, 429250]


def orders_by_size(rows: list[tuple[int, ...]]) -> Iterator[list[tuple[int, ...]]]:
    """Yield the rows in every order in which their sums do not increase."""
    ordered = sorted(rows, key=sum, reverse=True)
    ties = [list(group) for _, group in groupby(ordered, key=sum)]
    for choice in product(*map(permutations, ties)):
        yield [row for group in choice for row in group]


@cache
def canonical_of_rows(rows: tuple[tuple[int, ...], ...]) -> Canonical:
    return min(
        tuple(sorted(zip(*order, strict=True), reverse=True)) for order in orders_by_size([*rows])
    )


def canonical(a: Labels, b: Labels) -> Canonical:
    """Try all orders of rows; the columns are sorted."""
    cells = Counter(zip(a, b, strict=True))
    columns = sorted(set(b), key=lambda j: [cells[i, j] for i in sorted(set(a))])
    return canonical_of_rows(tuple(tuple(cells[i, j] for j in columns) for i in sorted(set(a))))


@cache
def canonical_tables(n: int) -> list[Canonical]:
    tables = enumeration(n)
    return [canonical(*tables.labels(i)) for i in range(tables.count)]


def representative(sizes: tuple[int, ...]) -> Labels:
    return tuple(cluster for cluster, size in enumerate(sizes) for _ in range(size))


def clusterings_with(sizes: tuple[int, ...]) -> int:
    """Count the set partitions with these sizes: n! / (Π s! Π m_s!)."""
    count = factorial(sum(sizes))
    for size, multiplicity in Counter(sizes).items():
        count //= factorial(size) ** multiplicity * factorial(multiplicity)
    return count


@pytest.mark.parametrize("n", range(1, 13))
def test_counts_are_those_of_oeis(n: int) -> None:
    offsets, counts, *_ = kernels.enumerate_tables(n)
    assert len(offsets) - 1 == A007716[n - 1]
    assert (np.add.reduceat(counts, offsets[:-1]) == n).all()


@pytest.mark.parametrize("n", range(1, 7))
def test_classes_and_weights_against_all_set_partitions(n: int) -> None:
    """For one reference of each shape, count how many candidates make each table."""
    tables = enumeration(n)
    found = canonical_tables(n)
    assert len(set(found)) == len(found)
    expected: Counter[Canonical] = Counter()
    for sizes in integer_partitions(n):
        a = representative(sizes)
        expected.update(canonical(a, b) for b in set_partitions(n))
    assert dict(zip(found, tables.weight.tolist(), strict=True)) == expected


@pytest.mark.parametrize("n", range(1, 7))
def test_moves_against_the_definition(n: int) -> None:
    tables, number = enumeration(n), {table: i for i, table in enumerate(canonical_tables(n))}
    expected = set()
    for i in range(tables.count):
        a, b = tables.labels(i)
        sides = (grouped(a), grouped(b))
        expected |= {(i, number[canonical(a, rgs(c))], 0) for c in perfect_splits(*sides)}
        expected |= {(i, number[canonical(a, rgs(c))], 1) for c in perfect_merges(*sides)}
    moves = list(zip(*(side.tolist() for side in tables.moves), strict=True))
    assert len(moves) == len(set(moves))
    assert set(moves) == expected
    assert moves == sorted(moves, key=lambda move: (move[0], move[2], move[1]))


@pytest.mark.parametrize("n", [7, 8])
def test_moves_of_some_larger_tables_against_the_lattice(n: int) -> None:
    tables = enumeration(n)
    source, target, kind = tables.moves
    for i in np.random.default_rng(1).choice(tables.count, 40, replace=False).tolist():
        a, b = tables.labels(i)
        for number, steps in enumerate((lattice.perfect_splits, lattice.perfect_merges)):
            after = (step.codes.tolist() for step in steps(Clustering(a), Clustering(b)))
            expected = {canonical(a, tuple(codes)) for codes in after}
            found = target[(source == i) & (kind == number)].tolist()
            assert {canonical(*tables.labels(j)) for j in found} == expected
            assert len(found) == len(expected)


@pytest.mark.parametrize("n", range(1, 7))
def test_transposes(n: int) -> None:
    tables, found = enumeration(n), canonical_tables(n)
    for i, j in enumerate(tables.transpose.tolist()):
        assert found[j] == canonical(*reversed(tables.labels(i)))


@pytest.mark.parametrize("n", [7, 10])
def test_transposing_swaps_what_it_should(n: int) -> None:
    tables = enumeration(n)
    assert (tables.transpose[tables.transpose] == np.arange(tables.count)).all()
    assert (tables.row_margin[tables.transpose] == tables.column_margin).all()


@pytest.mark.parametrize("n", [1, 2, 5, 8, 10])
def test_weights_add_up_to_all_clusterings_of_the_sizes(n: int) -> None:
    tables, shapes = enumeration(n), list(integer_partitions(n))
    assert list(partitions(n)) == shapes
    sums = np.zeros((len(shapes), len(shapes)), np.int64)
    np.add.at(sums, (tables.row_margin, tables.column_margin), tables.weight)
    expected = [[clusterings_with(columns) for columns in shapes] for _ in shapes]
    assert sums.tolist() == expected


@pytest.mark.parametrize("n", [1, 4, 7])
def test_sizes_labels_and_tables_tell_the_same(n: int) -> None:
    tables = enumeration(n)
    for i in range(tables.count):
        a, b = tables.labels(i)
        table = tables.contingency(i)
        counted = contingency(a, b)
        assert counted.pair_counts == table.pair_counts
        assert canonical(a, b) == canonical_of_rows(tuple(map(tuple, table.to_dense().tolist())))
        rows = tables.row_sizes[slice(*tables.row_offsets[i : i + 2])].tolist()
        columns = tables.column_sizes[slice(*tables.column_offsets[i : i + 2])].tolist()
        assert rows == table.row_sizes.tolist() == list(partitions(n)[tables.row_margin[i]])
        assert columns == table.column_sizes.tolist()
        assert columns == list(partitions(n)[tables.column_margin[i]])
        assert (len(rows), len(columns)) == (tables.k_a[i], tables.k_b[i])
        assert i in tables.with_margins(int(tables.row_margin[i]), int(tables.column_margin[i]))


@pytest.mark.parametrize("n", [3, 6, 9])
def test_simple_tables_come_first(n: int) -> None:
    tables = enumeration(n)
    keys = list(
        zip(
            (tables.k_a + tables.k_b).tolist(),
            tables.k_a.tolist(),
            tables.row_margin.tolist(),
            tables.column_margin.tolist(),
            strict=True,
        )
    )
    assert keys == sorted(keys)


@pytest.mark.parametrize("sizes", list(integer_partitions(6)))
def test_theorem_2_for_six_items(sizes: tuple[int, ...]) -> None:
    """Consistent improvements are what perfect splits and merges lead to: all triples of n = 6."""
    a = representative(sizes)
    every = list(set_partitions(6))
    kept = {b: agreements(a, b) for b in every}
    after: dict[Labels, set[Labels]] = {}

    def reached(b: Labels) -> set[Labels]:
        if b not in after:
            case = (Clustering(a), Clustering(b))
            steps = (*lattice.perfect_splits(*case), *lattice.perfect_merges(*case))
            following = {rgs(grouped(step.codes.tolist())) for step in steps}
            after[b] = following.union(*map(reached, following))
        return after[b]

    for b in every:
        assert reached(b) == {c for c in every if c != b and kept[b] <= kept[c]}


# --- what is kept on disk


@pytest.fixture
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def made_anew(n: int) -> Enumeration:
    return enumeration.__wrapped__(n)


def are_same(one: Enumeration, other: Enumeration) -> bool:
    def arrays(tables: Enumeration) -> list[NDArray[Any]]:
        return [tables.cells, tables.weight, *tables.moves]

    pairs = zip(arrays(one), arrays(other), strict=True)
    return all(np.array_equal(x, y) for x, y in pairs)


def test_kept_tables_are_read_again(cache_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made_anew(8)
    assert are_same(first, made_anew(8))
    assert cache_folder() == cache_home / "partwise"
    assert len(list(cache_folder().iterdir())) == 2

    def refuse(n: int) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(kernels, "enumerate_tables", refuse)
    monkeypatch.setattr(kernels, "enumerate_moves", refuse)
    assert are_same(first, made_anew(8))


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "others", "not_arrays"])
def test_damaged_files_are_made_anew(cache_home: Path, damage: str) -> None:
    first = made_anew(8)
    assert first.moves.source.size
    whole = {}
    for file in cache_folder().iterdir():
        content = whole[file] = file.read_bytes()
        middle = len(content) // 2
        flipped = bytes(255 - byte for byte in content[middle : middle + 50])
        damaged = {
            "empty": b"",
            "cut": content[:middle],
            "flipped": content[:middle] + flipped + content[middle + 50 :],
            "not_arrays": b"hello",
        }
        if damage == "others":
            np.savez_compressed(file, source=np.zeros(3, np.int32))
        else:
            file.write_bytes(damaged[damage])
    assert are_same(made_anew(8), first)
    for file, content in whole.items():
        with np.load(file) as stored, np.load(_written(cache_home / "whole.npz", content)) as kept:
            assert stored.files == kept.files
            assert all(np.array_equal(stored[name], kept[name]) for name in kept.files)


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def test_a_folder_that_cannot_be_written_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert made_anew(8).count == A007716[7]


def test_relative_cache_homes_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the XDG specification asks."""
    monkeypatch.setenv("XDG_CACHE_HOME", "somewhere")
    assert cache_folder() == Path.home() / ".cache" / "partwise"


# --- bounds


@pytest.mark.parametrize("n", [-1, 0, 13])
def test_too_few_or_too_many_items(n: int) -> None:
    with pytest.raises(InputError, match="1 … 12"):
        enumeration(n)
    for kernel in (kernels.enumerate_tables, kernels.enumerate_moves):
        with pytest.raises(ValueError, match="1 … 12"):
            kernel(n)


@needs_alarms
def test_signals_stop_the_enumeration() -> None:
    with alarm(0.2), pytest.raises(AlarmError):
        kernels.enumerate_moves(12)
