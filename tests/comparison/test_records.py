"""Records of comparisons cannot be changed, and those that hold arrays are compared as objects."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import numpy as np
import pytest

import partwise as pw
import partwise.comparison
from partwise.comparison.uncertainty.estimates import Estimate
from partwise.comparison.uncertainty.influence import Features, Influence
from partwise.comparison.uncertainty.judged_limits import Count, Share
from partwise.comparison.uncertainty.labelled_clusters import PartialTruth
from partwise.comparison.uncertainty.pair_samples import JudgedPairs, PairSample
from partwise.comparison.uncertainty.tilting import Tilt

ARRAYS = ("Vector", "NDArray", "Codes", "Marks", "Weights", "Lines")


def _records() -> Iterator[type]:
    for module in pkgutil.walk_packages(partwise.comparison.__path__, "partwise.comparison."):
        for thing in vars(importlib.import_module(module.name)).values():
            if isinstance(thing, type) and thing.__module__ == module.name and is_dataclass(thing):
                yield thing


RECORDS = sorted(_records(), key=lambda record: record.__qualname__)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_records_are_frozen(record: Any) -> None:
    blank = object.__new__(record)
    with pytest.raises(FrozenInstanceError):
        setattr(blank, fields(record)[0].name, None)
    holds_arrays = any(
        str(field.type).startswith(ARRAYS) and field.compare for field in fields(record)
    )
    if holds_arrays and record.__name__ != "Lines":  # Lines are parts of records, never compared
        assert record.__eq__ is object.__eq__
        assert hash(blank) == object.__hash__(blank)


def test_all_records_were_found() -> None:
    names = {record.__name__ for record in RECORDS}
    assert {"Answer", "Estimate", "LabelPlan", "Tilt", "Influence", "Share", "Fate"} <= names


ONE = np.ones(2)


def _judged() -> JudgedPairs:
    return JudgedPairs(np.array([0]), np.array([1]), np.array([True]), None, "random pairs")


def test_records_with_arrays_are_equal_to_themselves_alone() -> None:
    a = {0: 0, 1: 0}
    makers: list[Any] = [
        lambda: Count(ONE, ONE, ONE),
        lambda: Share(Count(ONE, ONE, ONE), Count(ONE, ONE, ONE), 4.0),
        _judged,
        lambda: PairSample.of(_judged(), np.array([0, 0, 1])),
        lambda: Tilt(ONE, ONE, lambda _: 0.0),
        lambda: Influence(0.5, 0.5, Features.of(ONE, ONE[None]), np.ones(1), ""),
        lambda: PartialTruth.of(a, {**a, 2: 1}),
    ]
    for make in makers:
        one, twin = make(), make()
        assert one == one
        assert one != twin
        assert len({one, twin}) == 2


def test_records_of_numbers_are_equal_by_their_numbers() -> None:
    def made(value: float) -> Estimate:
        return Estimate(value, 0.1, 0.2, 0.3, 0.95, "way")

    assert made(0.25) == made(0.25)
    assert made(0.25) != made(0.26)
    assert len({made(0.25), made(0.25)}) == 1
    compared = pw.compare([0, 0, 1], {"x": [0, 1, 1]}, ["R"])
    assert compared == compared
    assert compared != pw.compare([0, 0, 1], {"x": [0, 1, 1]}, ["R"])
