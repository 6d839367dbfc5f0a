"""Scores from labels in one call of a kernel: against definitions in 50 digits, and against tables.

``score_of`` is the first branch of the entrance. What it decides must be what the formula gives on
a table in exact arithmetic, within a unit in the last place; where it does not decide, callers get
NaN and take that other path.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from mpmath import mp, mpf
from numpy.typing import NDArray

import partwise as pw
from partwise.clusterings import AS_THEY_ARE, Policies
from partwise.engines import score_of
from support import oracle

Labels = NDArray[Any]
INTEGERS = [np.dtype(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)]
KEYS = [index.key for index in pw.indices("all") if index.program is not None]


def quick(a: object, b: object, key: str) -> float:
    program = pw.index(key).program
    assert program is not None
    return score_of(a, b, AS_THEY_ARE, program)


def ulps(value: float, truth: Fraction | mpf) -> float:
    """How far a value is from the truth, in units of the last place of the truth."""
    with mp.workdps(50):
        exact = mpf(truth.numerator) / truth.denominator if isinstance(truth, Fraction) else truth
        if abs(exact) < mpf(10) ** -40:  # what 50 digits leave of 0
            exact = mpf(0)
        return float(abs(mpf(value) - exact) / math.ulp(float(exact)))


def labels(rng: np.random.Generator, n: int, dtype: np.dtype[Any]) -> Labels:
    """Labels that look like those of users: few or many, near zero or anywhere in the type."""
    clusters = int(rng.integers(1, max(2, n)))
    limits = np.iinfo(dtype)
    if rng.random() < 0.5:
        names = rng.integers(limits.min, limits.max, clusters, dtype, endpoint=True)
    else:
        names = np.arange(clusters).astype(dtype)
    return names[rng.integers(0, clusters, n)]


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_what_is_decided_is_within_one_unit_of_the_definition(dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(INTEGERS.index(dtype))
    decided = 0
    for _ in range(4):
        n = int(rng.integers(4, 9))
        a, b = labels(rng, n, dtype), labels(rng, n, INTEGERS[rng.integers(8)])
        for key in KEYS:
            value = quick(a, b, key)
            if math.isnan(value):
                continue
            decided += 1
            truth = oracle.value(key, a.tolist(), b.tolist())
            assert truth is not None, key
            assert ulps(value, truth) <= 1, (key, a, b)
    assert decided > len(KEYS)


def through_a_table(a: Labels, b: Labels, key: str) -> float:
    """Score on the path without programs."""
    index = dataclasses.replace(pw.index(key))
    vars(index)["program"] = None
    return float(index(a, b))


def test_both_paths_agree_and_the_quick_one_is_no_worse() -> None:
    rng = np.random.default_rng(1)
    for n in (3, 5, 7, 8):
        a, b = labels(rng, n, np.dtype("int64")), labels(rng, n, np.dtype("int64"))
        for key in KEYS:
            value, other = quick(a, b, key), through_a_table(a, b, key)
            if math.isnan(value) or value == other:
                continue
            truth = oracle.value(key, a.tolist(), b.tolist())
            assert truth is not None
            assert abs(value - other) <= math.ulp(other), key
            assert ulps(value, truth) <= ulps(other, truth), key


@pytest.mark.parametrize("n", [300, 5000, 70000])
def test_larger_tables_agree_with_the_path_through_tables(n: int) -> None:
    rng = np.random.default_rng(n)
    for clusters in (3, 40, n // 2):
        a = rng.integers(0, clusters, n)
        b = np.where(rng.random(n) < 0.3, rng.integers(0, clusters, n), a)
        for key in ("adjusted_rand", "correlation", "nmi_arithmetic", "vi", "bcubed", "f_measure"):
            other = through_a_table(a, b, key)
            assert abs(pw.score(a, b, key) - other) <= math.ulp(other), (key, clusters)


def adjusted_mutual_information(a: Labels, b: Labels) -> mpf:
    """AMI by the sum over all values of all cells, in 50 digits."""

    def log_sum(counts: Iterable[int]) -> mpf:
        return sum((x * mp.log(x) for x in counts), mpf(0))

    def expected(x: int, y: int) -> mpf:
        ways = {
            cell: math.comb(x, cell) * math.comb(n - x, y - cell)
            for cell in range(max(1, x + y - n), min(x, y) + 1)
        }
        return sum(way * cell * mp.log(cell) for cell, way in ways.items()) / math.comb(n, y)

    n = len(a)
    rows, columns = (list(Counter(labels.tolist()).values()) for labels in (a, b))
    cells = Counter(zip(a.tolist(), b.tolist(), strict=True)).values()
    with mp.workdps(50):
        mean = sum(expected(x, y) for x in rows for y in columns)
        whole = n * mp.log(n)
        sides = log_sum(rows) + log_sum(columns)
        return (log_sum(cells) - mean) / ((2 * whole - sides) / 2 - (mean + whole - sides))


def test_ami_keeps_its_digits() -> None:
    rng = np.random.default_rng(3)
    for n in (60, 600):
        a, b = rng.integers(0, 6, (2, n))
        value = quick(a, b, "ami_arithmetic")
        assert ulps(value, adjusted_mutual_information(a, b)) <= 1
        assert value == quick(a, b, "ami_arithmetic")  # from what was remembered


STRANGE: dict[str, Callable[[Labels], Labels]] = {
    "every second": lambda x: np.repeat(x, 2)[::2],
    "backwards": lambda x: x[::-1].copy()[::-1],
    "read-only": lambda x: _frozen(x),
    "a column of a matrix": lambda x: np.stack([x, x], axis=1)[:, 1],
    "not aligned": lambda x: np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(x.dtype),
}


def _frozen(x: Labels) -> Labels:
    x = x.copy()
    x.flags.writeable = False
    return x


@pytest.mark.parametrize("form", STRANGE, ids=str)
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_any_layout_of_an_array_is_read(form: str, dtype: np.dtype[Any]) -> None:
    rng = np.random.default_rng(5)
    a, b = labels(rng, 40, dtype), labels(rng, 40, dtype)
    expected = pw.score(a.astype(str), b.astype(str), "correlation")
    assert quick(STRANGE[form](a), STRANGE[form](b), "correlation") == pytest.approx(
        expected, 1e-15
    )


def test_labels_beyond_the_signed_range() -> None:
    a = np.array([2**64 - 1, 2**64 - 1, 2**63, 0], np.uint64)
    b = np.array([-(2**63), -(2**63), 2**63 - 1, -1], np.int64)
    assert quick(a, b, "rand") == 1
    assert quick(a, b[::-1], "rand") == pw.score([0, 0, 1, 2], [0, 1, 2, 2], "rand")


def test_other_labels_take_the_path_through_tables() -> None:
    a, b = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])
    others: list[Any] = [
        b.astype(">i8") if np.little_endian else b.astype("<i8"),
        b.astype(float),
        b.astype(bool),
        np.ma.masked_array(b.astype(str)),
        b.astype(str).reshape(2, 2),
        b.astype("datetime64[s]"),
        b.reshape(2, 2),
        b.tolist(),
        pw.Clustering(b),
        None,
    ]
    for other in others:
        assert math.isnan(quick(a, other, "rand")), other
        assert math.isnan(quick(other, a, "rand")), other
    assert pw.score(a, others[0], "rand") == 0.5
    assert math.isnan(score_of(a, b, Policies(noise="drop"), pw.index("rand").program))


def test_arrays_of_text_are_numbered_first() -> None:
    rng = np.random.default_rng(6)
    a, b = rng.integers(-20, 20, (2, 300))
    forms = ("U4", ">U4", "<U4", "S4")
    for one, other in product((a, *map(a.astype, forms)), (b, *map(b.astype, forms))):
        assert quick(one, other, "AMI") == quick(a, b, "AMI")
    assert quick(a[::-3], b.astype("U4")[::-3], "AMI") == quick(a[::-3], b[::-3], "AMI")
    assert math.isnan(quick(a.astype(str), b[1:].astype(str), "AMI"))


def test_lists_of_integers() -> None:
    a, b = [3, 3, -1, 7, 7], [0, 0, 0, 2**62, 1]
    assert quick(a, b, "rand") == quick(np.array(a), np.array(b), "rand") == 0.7
    for other in ([0, 0, 0, 1, True], [0, 0, 0, 1, 1.0], [0, 0, 0, 1, None], [0, 0, 0, 1, 2**63]):
        assert math.isnan(quick(a, other, "rand"))
    assert math.isnan(quick(a, b[:-1], "rand"))


@pytest.mark.parametrize("n", [0, 1, 2])
def test_hardly_any_items(n: int) -> None:
    a = np.arange(n)
    for key in KEYS:
        index = pw.index(key)
        expected = index.evaluate(pw.contingency(a.astype(str), a.astype(str))).value
        assert index(a, a) == pytest.approx(float(expected), nan_ok=True), key


def test_lengths_that_differ_are_refused_as_ever() -> None:
    a = np.array([0, 0, 1])
    with pytest.raises(pw.PartwiseError, match="3 items"):
        pw.score(a, a[:2], "rand")


def test_arguments_are_still_checked() -> None:
    a, b = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])
    for wrong in ({"undefined": "never"}, {"missing": "no"}, {"noise": "no"}, {"weighting": "no"}):
        with pytest.raises(pw.PartwiseError):
            pw.score(a, b, "rand", **wrong)  # type: ignore[arg-type]
        with pytest.raises(pw.PartwiseError):
            pw.index("rand")(a, b, **wrong)  # type: ignore[arg-type]
    with pytest.raises(pw.PartwiseError):
        pw.scores(a, b, ["rand"], undefined="never")  # type: ignore[call-overload]
    with pytest.raises(pw.PartwiseError):
        pw.pairwise([a, b], "jaccard", undefined="never")  # type: ignore[arg-type]


def test_threads_do_not_share_what_they_count() -> None:
    rng = np.random.default_rng(2)
    pairs = [tuple(rng.integers(0, 9, (2, n))) for n in (50, 20000) for _ in range(20)]
    expected = [pw.score(a, b, "nmi_arithmetic") for a, b in pairs]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda pair: pw.score(pair[0], pair[1], "nmi_arithmetic"), pairs * 5))
    assert found == expected * 5


@pytest.mark.parametrize("key", ["correlation", "wallace_1", "nmi_arithmetic", "ami_arithmetic"])
def test_a_matrix_has_the_scores_of_each_two(key: str) -> None:
    rng = np.random.default_rng(4)
    several = [rng.integers(0, k, 60) for k in (1, 2, 5, 60, 5)]
    several.append(several[2].copy())
    expected = [[float(pw.score(a, b, key)) for b in several] for a in several]
    for threads in (1, 3):
        assert np.array_equal(pw.pairwise(several, key, threads=threads), expected, equal_nan=True)


def test_scores_are_those_of_single_calls() -> None:
    rng = np.random.default_rng(6)
    a, b = rng.integers(0, 4, (2, 30))
    together = pw.scores(a, b, "all")
    for key, value in together.items():
        assert value == pytest.approx(float(pw.score(a, b, key)), rel=2.3e-16, nan_ok=True), key


def test_an_index_of_your_own_takes_the_same_path() -> None:
    a, b = np.array([0, 0, 1, 1, 2]), np.array([0, 0, 0, 1, 1])
    own = pw.define("mine_in_one_call", "(n11 + n00) / N")
    assert score_of(a, b, AS_THEY_ARE, own.program) == quick(a, b, "rand")
    assert pw.score(a, b, "(n11 + n00) / N") == quick(a, b, "rand")


@pytest.mark.parametrize("key", ["adjusted_rand", "nmi_arithmetic", "rmi"])
def test_categories_score_as_their_labels_do(key: str) -> None:
    """By position where items have no names; categories without items, gaps and names aside."""
    rng = np.random.default_rng(5)
    texts = [rng.integers(0, k, 300).astype(str) for k in (5, 40)]
    unused = pd.CategoricalDtype([*map(str, range(50))])
    a, b = (pd.Series(text, dtype=unused) for text in texts)
    expected = pw.score(texts[0].tolist(), texts[1].tolist(), key)
    assert pw.score(a, b, key) == pw.score(a, texts[1], key) == expected
    moved = pd.Series(texts[1][::-1], index=range(299, -1, -1), dtype="category")
    assert pw.score(a, moved, key) == expected  # by their names
    b[3] = None
    with pytest.raises(pw.PartwiseError, match="missing"):
        pw.score(a, b, key)
    with pytest.raises(pw.PartwiseError):
        pw.score(a, b[:20], key)
