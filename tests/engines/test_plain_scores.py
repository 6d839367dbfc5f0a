"""Which labels kernels score in one call, and what they answer to the others: nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pandas as pd
import pytest

import partwise as pw
from partwise.clusterings import AS_THEY_ARE, Policies
from partwise.engines.plain_scores import score_of

GOLD, MINE = [0, 0, 1, 1, 2, 7], [5, 5, 5, 1, 1, 1]
RAND = pw.index("rand").program

ARRAYS: dict[str, Callable[[list[int]], Any]] = {
    "integers": lambda labels: np.array(labels, np.int64),
    "few bytes": lambda labels: np.array(labels, np.uint8),
    "text": lambda labels: np.array(list(map(str, labels))),
    "categories": lambda labels: pd.Series(labels, dtype="category"),
}
FORMS = ARRAYS | {"list": lambda labels: labels}


def rand(a: list[int], b: list[int]) -> Fraction:
    """The share of pairs about which two clusterings agree."""
    pairs = list(combinations(range(len(a)), 2))
    return Fraction(sum((a[i] == a[j]) == (b[i] == b[j]) for i, j in pairs), len(pairs))


@pytest.mark.parametrize(("one", "other"), [*product(ARRAYS, repeat=2), ("list", "list")])
def test_plain_labels_are_scored(one: str, other: str) -> None:
    found = score_of(FORMS[one](GOLD), FORMS[other](MINE), AS_THEY_ARE, RAND)
    assert found == float(rand(GOLD, MINE))


@pytest.mark.parametrize(
    "labels",
    [dict(enumerate(MINE)), ["a"] * 3 + ["b"] * 3, [0.5] * 6, [None] * 6, "aaabbb", MINE[:5]],
    ids=repr,
)
@pytest.mark.parametrize("form", ["integers", "text"])
def test_other_labels_are_not(form: str, labels: Any) -> None:
    """They are read first, which says what is wrong with them."""
    gold = FORMS[form](GOLD)
    assert math.isnan(score_of(gold, labels, AS_THEY_ARE, RAND))
    assert math.isnan(score_of(labels, gold, AS_THEY_ARE, RAND))


def test_policies_and_formulas_that_no_kernel_knows() -> None:
    assert math.isnan(score_of(GOLD, MINE, Policies("singletons"), RAND))
    assert math.isnan(score_of(GOLD, MINE, AS_THEY_ARE, None))
