"""What labels are by their kind: measurements, text in arrays, values that stand for nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from partwise.clusterings import (
    FIRST_LABELS,
    MISSING,
    Factorized,
    are_nearly_all,
    factorize,
    is_missing,
    is_text,
    kind_of_measurement,
    numbers_of_text,
    refuse_measurements,
    with_numbers,
)
from partwise.clusterings.factorization import is_networkx
from partwise.errors import InputError

TIMES, DURATIONS, FRACTIONS = "dates or times", "durations", "numbers that are not whole"


class PyArrowDuration(int):
    """PyArrow's durations in nanoseconds."""

    nanoseconds = 5


LABELS: list[tuple[object, str]] = [
    (date(2026, 1, 2), TIMES),
    (datetime(2026, 1, 2, 3), TIMES),
    (time(1, 2), TIMES),
    (np.datetime64("2026-01-02"), TIMES),
    (pd.Timestamp("2026-01-02"), TIMES),
    (timedelta(1), DURATIONS),
    (np.timedelta64(5, "s"), DURATIONS),
    (PyArrowDuration(1), DURATIONS),
    (Decimal("1.5"), FRACTIONS),
    (Decimal("-0.25"), FRACTIONS),
    (Fraction(1, 2), FRACTIONS),
    (Fraction(-7, 3), FRACTIONS),
    (Decimal("1.0"), ""),
    (Decimal("1E+3"), ""),
    (Fraction(4, 2), ""),
    ("2026-01-02", ""),
    (7, ""),
    (True, ""),
    ((1, 2), ""),
    (b"1.5", ""),
]
TEXTS: list[tuple[str, str]] = [
    *((text, FRACTIONS) for text in ("1.5", "-0.25", "+3.75", ".5", "1.50", "2.5e-3", "0.05E10")),
    *((text, TIMES) for text in ("2026-01-02", "2026-01-02 03:04", "2026-01-02T03:04:05.678Z")),
    *((text, TIMES) for text in ("03:04", "03:04:05", "03:04:05.678")),
    *((text, DURATIONS) for text in ("1 day", "-3 days", "2 days, 3:04:05", "1 days 03:04:05.6")),
    *((text, "") for text in ("", "1", "1.0", "1.", "1.00e5", "a1.5", "1.5a", "1.5.5", "-", "1e5")),
    *((text, "") for text in ("2026-1-2", "2026-01-02x", "3:4", "03:04:05.", "days", "1 month")),
]


@pytest.mark.parametrize(("label", "kind"), LABELS, ids=repr)
def test_kinds_of_objects(label: object, kind: str) -> None:
    assert kind_of_measurement([label] * 10, are_text=False) == kind


@pytest.mark.parametrize(("text", "kind"), TEXTS, ids=repr)
def test_kinds_of_text(text: str, kind: str) -> None:
    assert kind_of_measurement([text] * 10, are_text=True) == kind
    assert kind_of_measurement([text] * 10, are_text=False) == ""


def test_objects_are_read_as_the_text_that_a_file_holds() -> None:
    assert kind_of_measurement([1.5] * 10, are_text=True) == FRACTIONS
    assert kind_of_measurement([*range(20)], are_text=True) == ""


@pytest.mark.parametrize("total", [0, 1, 9, 10, 11, 12, 19, 20, 21, 100, 1000])
def test_nearly_all_are_nine_of_ten_and_at_least_ten(total: int) -> None:
    for count in range(total + 1):
        assert are_nearly_all(count, total) == (count >= 10 and 10 * count >= 9 * total), count


def test_nearly_all_labels_have_to_be_measurements() -> None:
    days = [date(2026, 1, i) for i in range(1, 28)]
    assert kind_of_measurement([*days[:18], "a", "b"], are_text=False) == TIMES
    assert kind_of_measurement([*days[:17], "a", "b", "c"], are_text=False) == ""
    assert kind_of_measurement(["a", "b", *days[:18]], are_text=False) == TIMES
    half = [*days[:10], *(timedelta(i) for i in range(10))]
    assert kind_of_measurement(half, are_text=False) == ""


def test_nearly_all_labels_have_to_differ() -> None:
    """Missing labels do not count."""
    days: list[Any] = [date(2026, 1, i) for i in range(1, 31)]
    for distinct, gone, is_refused in ((27, 0, True), (26, 0, False), (18, 10, True), (17, 10, 0)):
        codes = np.minimum(np.arange(30), distinct - 1)
        codes[:gone] = MISSING
        labelled = Factorized(codes, days[:distinct])
        if not is_refused:
            refuse_measurements(labelled)
            continue
        said = f"^{distinct} of {30 - gone} labels differ, and nearly all are {TIMES} "
        with pytest.raises(InputError, match=said) as caught:
            refuse_measurements(labelled)
        assert caught.value.count == distinct
        assert caught.value.examples == ("2026-01-01", "2026-01-02", "2026-01-03")
        assert "convert them to text" in str(caught.value)


def test_text_of_a_file_is_not_told_to_become_text() -> None:
    labelled = Factorized(np.arange(20), [f"{i}.5" for i in range(20)])
    refuse_measurements(labelled)
    with pytest.raises(InputError, match=r"round or bin the values$"):
        refuse_measurements(labelled, are_text=True)


def test_the_first_labels_tell_the_kind() -> None:
    days: list[Any] = [date.fromordinal(700_000 + i) for i in range(FIRST_LABELS)]
    mixed = [*days, *range(FIRST_LABELS)]
    with pytest.raises(InputError, match=f"^{2 * FIRST_LABELS} of {2 * FIRST_LABELS} labels"):
        refuse_measurements(Factorized(np.arange(len(mixed)), mixed))
    refuse_measurements(Factorized(np.arange(len(mixed)), mixed[::-1]))
    late = [*range(FIRST_LABELS // 10 + 1), *days]
    refuse_measurements(Factorized(np.arange(len(late)), late))


# --- text


@pytest.mark.parametrize("array", [["b", "a", "b", ""], [b"b", b"a", b"b", b""], ["", "", "", ""]])
@pytest.mark.parametrize("step", [1, -1, 2])
def test_text_gets_numbers_by_first_appearance(array: list[Any], step: int) -> None:
    own = np.array(array)[::step]
    number: dict[Any, int] = {}
    codes = [number.setdefault(label, len(number)) for label in own.tolist()]
    found, first = numbers_of_text(own)
    assert found.tolist() == codes
    assert found.dtype == np.int64
    assert own[first].tolist() == list(number)
    numbers: Any = with_numbers(own)
    assert numbers.tolist() == codes


def test_text_of_no_width() -> None:
    for n in (0, 1, 3):
        array = np.ndarray((n,), "U0")
        assert array.dtype.itemsize == 0
        codes, first = numbers_of_text(array)
        assert (codes.tolist(), first.tolist()) == ([0] * n, [0][:n])


def test_which_arrays_are_text() -> None:
    assert is_text(np.array(["a"]))
    assert is_text(np.array([b"a"]))
    for other in (["a"], np.array([["a"]]), np.array("a"), np.array([1]), np.array(["a"], object)):
        assert not is_text(other)
    assert not is_text(np.ma.array(["a"], mask=[True]))


def test_long_text_stays_where_a_limit_says_so() -> None:
    text = np.array(["b", "a", "b"])
    for most in (None, 3, 4):
        numbers: Any = with_numbers(text, most)
        assert numbers.tolist() == [0, 1, 0]
    for most in (0, 2):
        assert with_numbers(text, most) is text


CATEGORIES: dict[str, tuple[list[Any], Any, bool]] = {
    "plain": (["b", "a", "b"], None, True),
    "from 1": (["b", "a", "b"], pd.RangeIndex(1, 4), False),
    "by 2": (["b", "a", "b"], pd.RangeIndex(0, 6, 2), False),
    "names": (["b", "a", "b"], list("xyz"), False),
    "numbers": (["b", "a", "b"], [0, 1, 2], False),
    "gap": (["b", None, "b"], None, False),
    "first missing": ([None, "a", "b"], None, False),
    "none": ([], None, True),
}


@pytest.mark.parametrize("name", CATEGORIES)
def test_categories_without_names_and_gaps_become_numbers(name: str) -> None:
    labels, index, are_numbers = CATEGORIES[name]
    series = pd.Series(labels, index=index, dtype=pd.CategoricalDtype(["a", "b"]))
    found: Any = with_numbers(series)
    if are_numbers:
        assert found.tolist() == [["a", "b"].index(label) for label in labels]
    else:
        assert found is series
    plain = pd.Series(labels, dtype=object, index=series.index)
    assert with_numbers(plain) is plain


# --- what stands for nothing, and what is no list of labels

NOTHING: list[object] = [
    None, float("nan"), np.float32("nan"), np.longdouble("nan"), Decimal("NaN"), Decimal("sNaN"),
    np.datetime64("NaT"), np.timedelta64("NaT"), pd.NA, pd.NaT,
]  # fmt: skip
SOMETHING: list[object] = [
    0, "", "nan", "None", False, 0.0, float("inf"), np.datetime64("2020"), np.timedelta64(1, "s"),
    Decimal(0), Decimal("Infinity"), (), (None,), b"", Fraction(0), complex("nan"),
]  # fmt: skip


@pytest.mark.parametrize("label", NOTHING, ids=repr)
def test_missing(label: object) -> None:
    assert is_missing(label)


@pytest.mark.parametrize("label", SOMETHING, ids=repr)
def test_not_missing(label: object) -> None:
    assert not is_missing(label)


SAYS: dict[str, tuple[Callable[[], object], str]] = {
    "long text": (lambda: "x" * 30, f"single string: '{'x' * 20}';"),
    "bytes": (lambda: b"abc", "single string: b'abc'"),
    "cube": (lambda: np.zeros((2, 2, 2)), r"shape \(2, 2, 2\); pass one column"),
    "text matrix": (lambda: np.array([["a", "b"]]), "pass one column"),
    "one column": (lambda: np.ones((3, 1)), "pass one column"),
    "negative": (lambda: np.array([[1, -1], [0, 1]]), "pass one column"),
    "above one": (lambda: np.array([[1, 2], [0, 1]]), "pass one column"),
    "a row of zeros": (lambda: np.array([[1, 0], [0, 0]]), "pass one column"),
    "one-hot": (lambda: np.array([[1, 0], [0, 1]]), "argmax"),
    "one-hot booleans": (lambda: np.array([[True, False], [False, True]]), "argmax"),
    "one-hot floats": (lambda: np.eye(2), "argmax"),
    "soft": (lambda: np.array([[0.5, 0.5], [1, 0]]), "pw.Memberships"),
    "soft in halves": (lambda: np.array([[0.5, 0.5]], np.float16), "pw.Memberships"),
    "sums of 1.5": (lambda: np.array([[1, 0.5], [1, 0]]), "row 0 is in more than one"),
    "two of two": (lambda: np.array([[1, 0], [0, 1], [1, 1]]), "row 2 is in more than one"),
    "a complex label": (lambda: [1, 1j], "label 1j at position 1 is a complex"),
    "a half": (lambda: np.array([1, 2.5, 3.5]), "label 2.5 at position 1 is not a whole"),
    "a half after a gap": (lambda: np.array([np.nan, 2, 2.5]), "label 2.5 at position 2"),
    "infinity in an array": (lambda: np.array([1, np.inf]), "label inf at position 1"),
    "complex dtype": (lambda: np.array([1j]), "dtype complex128 are not supported"),
    "records": (lambda: np.zeros(2, [("a", int)]), "not supported; use integers or text"),
    "a list": (lambda: ["a", [1]], "position 1 is a list .* list of clusters"),
    "an array": (lambda: ["a", np.zeros(1)], "position 1 is a ndarray .* list of clusters"),
    "a mapping": (lambda: [1.0, {}], "position 1 is a dict .*; pass one value per item"),
    "a bytearray": (lambda: ["a", bytearray(b"b")], "bytearray .*; convert it to text"),
}


@pytest.mark.parametrize("name", SAYS)
def test_what_is_no_list_of_labels_is_refused(name: str) -> None:
    make, message = SAYS[name]
    with pytest.raises(InputError, match=message):
        factorize(make())


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g"])
def test_whole_floats_up_to_63_bits_are_numbers(dtype: str) -> None:
    values = [0.0, -0.0, 1.0, -3.0, 2.0**11, 1.0]
    codes, labels = factorize(np.array(values, dtype))
    assert codes.tolist() == [0, 0, 1, 2, 3, 1]
    assert labels == [0, 1, -3, 2048]
    assert all(type(label) is int for label in labels)


@pytest.mark.parametrize("large", [2.0**62, 2.0**63, -(2.0**63), 2.0**64, 1e300])
def test_large_floats_are_their_whole_numbers(large: float) -> None:
    for gap in ([], [np.nan]):
        codes, labels = factorize(np.array([large, 1, *gap, large]))
        assert labels == [int(large), 1]
        assert codes.tolist() == [0, 1, *([MISSING] * len(gap)), 0]


def test_hidden_values_of_masked_arrays_do_not_matter() -> None:
    for hidden in (0.5, np.inf, np.nan, 1e300):
        array = np.ma.array([1.0, hidden, 2.0], mask=[False, True, False])
        assert factorize(array).codes.tolist() == [0, MISSING, 1]
    text = np.ma.array(["a", "b", "a"], mask=[False, True, False])
    assert factorize(text)[1] == ["a"]


def test_graphs_of_networkx_are_told_by_what_they_offer() -> None:
    class Graph:
        nodes = edges = adjacency = is_directed = None

    assert is_networkx(Graph())
    for name in ("nodes", "edges", "adjacency", "is_directed"):
        parts = {key: None for key in vars(Graph) if key != name and not key.startswith("__")}
        assert not is_networkx(type("Other", (), parts)())
