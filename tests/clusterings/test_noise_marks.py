"""Which labels mark noise, and what the policies for noise and missing labels do, in memory."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from partwise.clusterings import (
    MISSING,
    Factorized,
    Items,
    Lone,
    Policies,
    is_noise,
    missing_in_each,
    noise_marks,
    settle_missing,
    settle_noise,
)
from partwise.errors import InputError, MissingLabelError

DAY = date(2020, 2, 3)
MIDNIGHT, NOON = datetime(2020, 2, 3), datetime(2020, 2, 3, 12)
ELSEWHERE = MIDNIGHT.replace(tzinfo=UTC)
GOOGOL = "1" + "0" * 100

# Each group marks noise by any of its members, and no member of it marks another group.
GROUPS: dict[str, list[Hashable]] = {
    "minus one": [-1, -1.0, "-1", "-1.0", np.int8(-1), np.float32(-1), Decimal(-1), Fraction(-1)],
    "zero": [0, 0.0, -0.0, "0", "0.0", np.uint8(0), Decimal("0.00")],
    "one": [1, 1.0, "1", "1.0", Fraction(1), Decimal("1.0")],
    "ten": [10, 10.0, "10", "10.0"],
    "large": [2**62, 2.0**62, str(2**62), np.uint64(2**62)],
    "a hundred digits": [10**99, str(10**99)],
    "leading zero": ["01"],
    "leading zero, negative": ["-01"],
    "minus zero": ["-0"],
    "plus": ["+1"],
    "another fraction of text": ["1.00"],
    "Arabic digits": ["١"],
    "a hundred and one digits": [GOOGOL],
    "half": [0.5, Fraction(1, 2), Decimal("0.5")],
    "infinity": [float("inf"), np.float32("inf"), Decimal("Infinity")],
    "day": [DAY, MIDNIGHT, "2020-02-03"],
    "another day": [DAY + timedelta(1), "2020-02-04"],
    "noon": [NOON],
    "midnight of a zone": [ELSEWHERE],
    "no day": ["2020-02-30"],
    "no date": ["20200203"],
    "word": ["noise"],
    "word in capitals": ["Noise"],
    "empty": [""],
    "pair": [(-1, 0)],
}
EVERY = [(name, member) for name, members in GROUPS.items() for member in members]


@pytest.mark.parametrize(("group", "noise_label"), EVERY, ids=repr)
def test_a_label_marks_noise_in_every_form_and_no_other_label(
    group: str, noise_label: Hashable
) -> None:
    for other, label in EVERY:
        assert is_noise(label, noise_label) == (other == group), label


@pytest.mark.parametrize("noise_label", [True, np.True_, False, np.False_])
def test_truth_values_are_no_numbers(noise_label: Any) -> None:
    value = bool(noise_label)
    for label in (True, False):
        assert is_noise(label, noise_label) == (label == value)
        assert is_noise(str(label), noise_label) == (label == value)
        assert not is_noise(int(label), noise_label)
        assert not is_noise(str(int(label)), noise_label)
        assert not is_noise(label, int(label))
        assert not is_noise(label, str(int(label)))


def test_equal_keys_of_different_types_are_kept_apart() -> None:
    """1, 1.0 and True are one key of a dictionary, and not one noise label."""
    for order in ([1, True, 1.0], [True, 1.0, 1]):
        noise_marks.cache_clear()
        for noise_label in order:
            assert (1 in noise_marks(noise_label)) == (True in noise_marks(noise_label))
            assert ("True" in noise_marks(noise_label)) == (noise_label is True)
            assert ("1.0" in noise_marks(noise_label)) == (noise_label is not True)


@pytest.mark.parametrize("nothing", [None, float("nan"), Decimal("NaN"), np.datetime64("NaT")])
def test_missing_values_mark_no_noise(nothing: Any) -> None:
    assert noise_marks(nothing) == frozenset()
    for label in (nothing, str(nothing), -1):
        assert not is_noise(label, nothing)


@pytest.mark.parametrize("unit", ["D", "s", "us"])
def test_days_of_numpy_mark_noise(unit: str) -> None:
    day, step = (np.array([value], f"{kind}8[{unit}]")[0]
                 for value, kind in (("2020-02-03", "M"), (1, "m")))  # fmt: skip
    for noise_label in (DAY, "2020-02-03", MIDNIGHT):
        assert is_noise(day, noise_label)
        assert not is_noise(day + step, noise_label)


LABELLED = Factorized(np.array([0, MISSING, 1, 0, MISSING, 2]), ["a", -1, "b"])
NAMED = Items(6, names=tuple("uvwxyz"), keyed=True)


def _labels(labelled: Factorized) -> list[object]:
    codes = labelled.codes.tolist()
    return [None if code == MISSING else repr(labelled.labels[code]) for code in codes]


@pytest.mark.parametrize("items", [Items(6), NAMED])
def test_policies_change_the_labels_they_speak_of(items: Items) -> None:
    alone = [f"(only {item})" for item in items.ids()]
    before = _labels(LABELLED)
    assert before == ["'a'", None, "-1", "'a'", None, "'b'"]
    assert _labels(settle_missing(LABELLED, items, "drop")) == before
    singletons = ["'a'", alone[1], "-1", "'a'", alone[4], "'b'"]
    assert _labels(settle_missing(LABELLED, items, "singletons")) == singletons
    for kept in (None, "cluster"):
        assert _labels(settle_noise(LABELLED, items, kept, -1)) == before
    dropped = ["'a'", None, None, "'a'", None, "'b'"]
    assert _labels(settle_noise(LABELLED, items, "drop", -1)) == dropped
    apart = ["'a'", None, alone[2], "'a'", None, "'b'"]
    assert _labels(settle_noise(LABELLED, items, "singletons", -1)) == apart
    both = [alone[0], None, "-1", alone[3], None, "'b'"]
    assert _labels(settle_noise(LABELLED, items, "singletons", "a")) == both
    assert _labels(LABELLED) == before  # what they are given stays


def test_missing_labels_are_counted_and_the_first_three_shown() -> None:
    codes = np.array([MISSING, 0, MISSING, MISSING, MISSING])
    for items, what, shown in (
        (Items(5), "positions", (0, 2, 3)),
        (Items(5, names=tuple("vwxyz"), keyed=True), "items", ("v", "x", "y")),
    ):
        with pytest.raises(MissingLabelError, match=r"^4 of 5 labels are missing") as caught:
            settle_missing(Factorized(codes, ["a"]), items, "raise")
        assert (caught.value.count, caught.value.examples) == (4, shown)
        assert caught.value.what == what
    whole = Factorized(np.array([0, 0]), ["a"])
    assert settle_missing(whole, Items(2), "raise") is whole


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"noise": "keep"}, "^noise= must be .*, not 'keep'"),
        ({"missing": "keep"}, "^missing= must be .*, not 'keep'"),
        ({"weighting": "keep"}, "^weighting= must be .*, not 'keep'"),
        ({"max_cells": -1}, "^max_cells= must be a whole number of at least 0, not -1"),
        ({"max_cells": 1.0}, "^max_cells= must be .*, not 1.0"),
        ({"max_cells": True}, "^max_cells= must be .*, not True"),
        ({"noise": "drop", "missing": "keep"}, "^missing= must be"),
    ],
)
def test_policies_are_checked(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Policies(**wrong)


def test_policies_that_decide_nothing() -> None:
    assert Policies().are_none
    assert Policies(noise_label="x", max_cells=0, weighting="importance").are_none
    assert not Policies(noise="cluster").are_none
    assert not Policies(missing="drop").are_none
    assert not Policies(weights=[1, 2]).are_none
    assert Policies().max_cells == 10_000_000


def test_what_becomes_of_missing_labels_in_pairs() -> None:
    assert missing_in_each("pairwise") == ("drop", True)
    for policy in ("raise", "drop", "singletons"):
        assert missing_in_each(policy) == (policy, False)
    with pytest.raises(InputError, match="not 'keep'"):
        missing_in_each("keep")  # type: ignore[arg-type]


def test_a_lone_item_has_a_label_of_its_own() -> None:
    one, twin = Lone("x"), Lone("x")
    assert one != twin
    assert len({one, twin, "x", "(only x)"}) == 4
    assert (repr(one), one.item) == ("(only x)", "x")
