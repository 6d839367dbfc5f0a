"""The counting kernels against Python dictionaries, on every kind of integer column.

``make sanitize`` runs this file and the other tests of kernels under AddressSanitizer and UBSan.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import partwise as pw
from partwise import kernels
from partwise.kernels import _kernels, count_cells, counting
from partwise.tables.contingency_table import pair_counts

Column = np.ndarray[Any, Any]
INTEGERS = [np.dtype(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)]


def expected_cells(a: Column, b: Column) -> Counter[tuple[int, int]]:
    return Counter(zip(a.tolist(), b.tolist(), strict=True))


def check(a: Column, b: Column, threads: int = 1) -> None:
    found = count_cells(a, b, threads)
    rows, columns = found.row_labels.tolist(), found.column_labels.tolist()
    places = zip(found.rows.tolist(), found.columns.tolist(), strict=True)
    cells = [(rows[i], columns[j]) for i, j in places]
    assert dict(zip(cells, found.counts.tolist(), strict=True)) == expected_cells(a, b)
    assert len(set(cells)) == len(cells)
    assert dict(zip(rows, found.row_sizes.tolist(), strict=True)) == Counter(a.tolist())
    assert dict(zip(columns, found.column_sizes.tolist(), strict=True)) == Counter(b.tolist())
    order = np.lexsort((found.columns, found.rows))
    assert order.tolist() == list(range(len(cells)))  # by row, then by column
    assert counting.square_sums(a, b, threads) == tuple(
        sum(count**2 for count in counts.values())
        for counts in (expected_cells(a, b), Counter(a.tolist()), Counter(b.tolist()))
    )


def check_factorized(labels: Column, threads: int = 1) -> None:
    codes, first = kernels.factorize(labels, threads)
    seen: dict[int, int] = {}
    assert codes.tolist() == [seen.setdefault(label, len(seen)) for label in labels.tolist()]
    assert labels[first].tolist() == list(seen)
    sizes = kernels.sizes_if_numbered(codes)
    assert sizes is not None
    assert sizes.tolist() == list(Counter(codes.tolist()).values())
    if labels.dtype == np.int64 and labels.flags.c_contiguous:
        is_numbered = labels.tolist() == codes.tolist()
        assert (kernels.sizes_if_numbered(labels) is not None) == is_numbered


def _packed(values: Column) -> Column:
    """A field of records: neither its start nor its steps are whole items."""
    records = np.zeros(len(values), [("flag", "u1"), ("label", values.dtype)])
    records["label"] = values
    return records["label"]


@st.composite
def columns(draw: st.DrawFn, n: int) -> Column:
    """A column of random type, range, number of labels and stride."""
    dtype = draw(st.sampled_from(INTEGERS))
    limits = np.iinfo(dtype)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kind = draw(st.sampled_from(["full range", "few", "near zero", "some of all", "constant"]))
    if kind == "full range":
        values = rng.integers(limits.min, limits.max, n, dtype=dtype, endpoint=True)
    elif kind == "few":
        values = rng.integers(0, 10, n).astype(dtype)
    elif kind == "near zero":
        low, high = max(limits.min, -5000), min(limits.max, 5000)
        values = rng.integers(low, high, n, endpoint=True).astype(dtype)
    elif kind == "constant":
        values = np.full(n, draw(st.sampled_from([limits.min, 0, limits.max])), dtype)
    else:
        size = draw(st.sampled_from([1, 3, 300, 7000]))
        pool = rng.integers(limits.min, limits.max, size, dtype=dtype, endpoint=True)
        values = pool[rng.integers(0, size, n)]
    if draw(st.booleans()):
        return _packed(values)
    step = draw(st.sampled_from([1, 2, 3, -1]))
    wide = np.zeros(n * abs(step), dtype)
    wide[:: abs(step)] = values
    return wide[:: abs(step)][:: 1 if step > 0 else -1]


@settings(max_examples=300)
@given(data=st.data(), n=st.sampled_from([0, 1, 2, 10, 100, 2048, 2049, 5000, 20_000]))
def test_any_two_columns(data: st.DataObject, n: int) -> None:
    a, b = data.draw(columns(n)), data.draw(columns(n))
    check(a, b, data.draw(st.integers(1, 4)))
    check_factorized(a, data.draw(st.integers(1, 4)))


@pytest.mark.parametrize("codes", [[1], [-1], [0, -1], [0, 2], [0, 1, 3, 2], [2**62, 0]])
def test_numbers_in_another_order_are_told(codes: list[int]) -> None:
    assert kernels.sizes_if_numbered(np.array(codes)) is None


@pytest.mark.parametrize("k", [5, 60, 700, 30_000, 200_000])
def test_each_strategy_at_size(k: int) -> None:
    """Dense with and without copies, sorted, and by hashes; shuffled, skewed and in blocks."""
    rng = np.random.default_rng(k)
    n = 200_000
    shapes: list[Column] = [
        rng.integers(0, k, n),
        np.minimum(rng.zipf(1.3, n), k),
        np.sort(rng.integers(0, k, n)),
        rng.integers(-(2**63), 2**63 - 1, k)[rng.integers(0, k, n)],
    ]
    for a in shapes:
        b = rng.permutation(shapes[0])
        check(a, b)
        check_factorized(a)


@pytest.mark.parametrize("k", [1, 2, 63, 64, 65, 255, 256, 257, 4096, 4097])
@pytest.mark.parametrize("threads", [1, 2])
def test_as_many_wide_labels_as_each_way_takes(k: int, threads: int) -> None:
    """Of several blocks: labels that have places of their own, are few, or are one more."""
    rng = np.random.default_rng(k)
    pools = [rng.integers(-(2**63), 2**63 - 1, many) for many in (k, 3, 1)]
    a, b, c = (np.append(pool, pool[rng.integers(0, len(pool), 9000)])[:9001] for pool in pools)
    for one, other in ((a, b), (b, a), (a, a[::-1]), (a, c), (c, a)):
        check(one, other, threads)
        check_factorized(one, threads)


@pytest.mark.parametrize("k", [7, 3000, 100_000])
@pytest.mark.parametrize("wide", [False, True])
def test_the_result_does_not_depend_on_the_number_of_threads(k: int, wide: bool) -> None:
    rng = np.random.default_rng(k)
    pools = [rng.integers(-(2**62), 2**62, k) if wide else np.arange(k) for _ in range(2)]
    a, b = (pool[rng.integers(0, k, 300_000)] for pool in pools)
    alone = count_cells(a, b, 1)
    for threads in (2, 3, 7):
        together = count_cells(a, b, threads)
        for name in alone._fields:
            assert np.array_equal(getattr(alone, name), getattr(together, name)), name


# Each part of the items has labels of its own, of which a thread alone finds few.
PARTED = """
import numpy as np
from partwise import kernels
from partwise.kernels import count_cells, counting

for threads in {threads}:
    for each in (200, 4000):
        ids = np.sort(np.random.default_rng(threads).integers(-(2**62), 2**62, each * threads))
        a = np.repeat(ids, 2)
        for b in (np.arange(len(a)) % 7, a):
            found = count_cells(a, b, threads)
            assert found.row_sizes.tolist() == [2] * len(ids)
            assert found.counts.sum() == len(a)
            assert counting.square_sums(a, b, threads)[1] == 4 * len(ids)
            assert counting.square_sums(b, a, threads)[2] == 4 * len(ids)
        codes, first = kernels.factorize(a, threads)
        assert np.array_equal(codes, np.repeat(np.arange(len(ids)), 2))
        texts = a.view(np.uint8).reshape(-1, 8)
        assert np.array_equal(kernels.factorize_bytes(texts, threads)[0], codes)
        ends = np.arange(len(a) + 1) * 8
        assert np.array_equal(kernels.factorize_arrow(ends, texts.ravel(), None, threads)[0], codes)
"""


@pytest.mark.parametrize("threads", [(1, 2, 3, 4), (5, 6, 7, 8), (9, 13, 16), (17, 24), (32, 33)])
def test_labels_of_which_each_thread_has_others(threads: tuple[int, ...]) -> None:
    """In a process of its own, as a table that is too small for all of them never ends."""
    program = PARTED.format(threads=threads)
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)


@pytest.mark.parametrize("k", [5, 300, 3000, 30_000, 150_000])
def test_wide_ids_on_both_sides(k: int) -> None:
    """Few, some and many of them; one has half of all items."""
    rng = np.random.default_rng(k)
    pools = [rng.integers(-(2**63), 2**63 - 1, k) for _ in range(2)]
    a, b = (pool[rng.integers(0, k, 200_000)] for pool in pools)
    check(a, b, 3)
    a[::2] = a[0]
    check(a, b)
    check(b, a, 2)


@pytest.mark.parametrize("threads", [1, 3])
def test_large_cells_of_large_tables(threads: int) -> None:
    """Counts on both sides of the multiples of 256, at which the bytes of a table start again."""
    sizes = np.array([255, 256, 257, 511, 512, 513, 100_000])
    a = np.repeat(np.arange(len(sizes)), sizes)
    others = np.arange(1000)
    check(np.append(a, others), np.append(a * 100, others), threads)


def test_a_label_far_from_all_others_is_found() -> None:
    """The dense table is sized by a sample; what lies outside must not be lost."""
    a = np.zeros(500_000, np.int64)
    for value in (-(2**63), 2**63 - 1, 77, 1 << 40):
        a[123_457] = value
        check(a, np.zeros_like(a))
        check(np.zeros_like(a), a, 2)


def test_columns_are_not_copied_or_changed() -> None:
    a = np.arange(1000, dtype=np.int16)
    a.flags.writeable = False
    check(a, a)
    assert a.tolist() == list(range(1000))


def test_wrong_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="same length"):
        _kernels.count_cells(np.zeros(2, int), np.zeros(3, int), 1)
    with pytest.raises(ValueError, match="integers of 8, 16, 32 or 64 bits"):
        _kernels.count_cells(np.zeros(2), np.zeros(2), 1)
    with pytest.raises(TypeError):
        _kernels.count_cells(np.zeros((2, 2), int), np.zeros(2, int), 1)
    with pytest.raises(pw.errors.InputError, match="threads= must be"):
        pw.contingency([0], [0], threads=0)


def test_more_items_than_the_kernel_takes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted in pieces, and the pieces add up."""
    monkeypatch.setattr(sys.modules["partwise.tables.contingency_table"], "MOST_AT_ONCE", 1000)
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 50, 12_345), rng.integers(0, 9, 12_345)
    table = pw.contingency(a, b)
    rows, columns = table.row_labels, table.column_labels
    places = zip(table.cells.rows.tolist(), table.cells.columns.tolist(), strict=True)
    cells = [(rows[i], columns[j]) for i, j in places]
    assert dict(zip(cells, table.cells.counts.tolist(), strict=True)) == expected_cells(a, b)


@given(st.lists(st.text("ab\0é", max_size=3), max_size=40))
def test_text_arrays(labels: list[str]) -> None:
    """NumPy's text has a fixed width and drops trailing zero bytes; equal text, equal number."""
    array = np.array(labels, dtype="U3")
    seen: dict[str, int] = {}
    expected = [seen.setdefault(label, len(seen)) for label in array.tolist()]
    assert pw.Clustering(array).codes.tolist() == expected
    assert pw.Clustering(array[::-1]).n == len(labels)


def test_pair_counts_without_a_table() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 30, 5000), rng.integers(0, 5, 5000).astype(np.uint8)
    assert pair_counts(a, b) == pw.contingency(a, b).pair_counts
    assert pw.score(a, b, "adjusted_rand") == pw.score(a.tolist(), b.tolist(), "adjusted_rand")
