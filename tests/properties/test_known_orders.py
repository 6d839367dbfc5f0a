"""Indices that order all candidates alike: the shipped classes, by trial and by proof."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import partwise as pw
from partwise.properties import order_classes
from partwise.properties.known_orders import FILE, written_orders
from partwise.properties.triplet_search.orders import by_formula

CATALOGUE = [index for index in pw.indices("all") if index.builtin]
SHIPPED = Path(pw.properties.__file__).with_name(FILE).read_text("utf-8")
SLACK = 1e-9


def random_orders() -> dict[str, NDArray[np.float64]]:
    """Return, for each index, the sign of each step between candidates of many references."""
    random = np.random.default_rng(16)
    signs: dict[str, list[NDArray[np.float64]]] = {index.key: [] for index in CATALOGUE}
    for _ in range(60):
        n = int(random.integers(4, 25))
        reference = random.integers(0, random.integers(2, 2 + n // 2), n)
        sizes = random.integers(1, n, 10)
        candidates = [random.integers(0, k, n) for k in sizes]
        candidates += [np.where(random.random(n) < 0.2, 0, reference) for _ in range(3)]
        tables = [pw.contingency(reference, labels) for labels in candidates]
        for index in CATALOGUE:
            values = by_formula(index).values(tables)
            values = values if index.direction == "similarity" else -values
            steps = values[:, None] - values[None, :]
            scale = SLACK * np.maximum(1, np.abs(values))
            signs[index.key].append(
                np.where(np.abs(steps) > scale, np.sign(steps), 0 * steps).ravel()
            )
    return {key: np.concatenate(steps) for key, steps in signs.items()}


@pytest.fixture(scope="module")
def orders() -> dict[str, NDArray[np.float64]]:
    return random_orders()


def test_members_of_a_class_never_order_candidates_differently(
    orders: dict[str, NDArray[np.float64]],
) -> None:
    for members in order_classes(["all"]):
        for first, second in combinations([index.key for index in members], 2):
            one, other = orders[first], orders[second]
            both = np.isfinite(one) & np.isfinite(other)
            assert both.any()
            assert (one[both] == other[both]).all(), (first, second)


def test_members_of_different_classes_differ_somewhere(
    orders: dict[str, NDArray[np.float64]],
) -> None:
    classes = [members for members in order_classes(["all"]) if members[0].builtin]
    for first, second in combinations([members[0].key for members in classes], 2):
        one, other = orders[first], orders[second]
        both = np.isfinite(one) & np.isfinite(other)
        assert (one[both] != other[both]).any(), (first, second)


def test_the_shipped_classes_are_those_that_are_proved() -> None:
    assert written_orders(CATALOGUE) == SHIPPED
    keys = [key for keys in json.loads(SHIPPED) for key in keys]
    assert len(keys) == len(set(keys))


def test_the_papers_indices_have_28_opinions() -> None:
    assert len(pw.indices("paper")) == 42
    assert len(order_classes(["paper"])) == 28


def test_an_own_index_is_a_class_by_itself() -> None:
    own = pw.define("orders_test_own", "(n11 + n00) / N")
    classes = order_classes(["rand", own, "hubert"])
    assert classes == ((pw.index("rand"), pw.index("hubert")), (own,))


def test_votes_count_a_class_once() -> None:
    """By Rand and its five copies b is better, by CC and its two a: one vote each."""
    reference = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4]
    candidates = {"a": [0] * 8 + [1] * 4, "b": list(range(12))}
    rand = ["rand", "minkowski", "hubert", "mirkin", "gower_legendre", "rogers_tanimoto"]
    found = pw.compare(reference, candidates, [*rand, "CC", "CD", "correlation_chord"])
    assert {found.preferred[key] for key in rand} == {("b",)}
    assert {found.preferred[key] for key in ("CC", "CD", "CD'")} == {("a",)}
    assert found.votes == {"a": 1, "b": 1}
    assert [len(members) for members in found.opinions.classes] == [6, 3]
    assert found.explanation.summary == (
        "By CC, a has the best score; 1 of 2 indices agrees (1 prefers b instead). Indices that "
        "always agree count once: R (with 5 others) and CC (with 2 others)."
    )
    plain = found.to_dict()
    assert plain["votes"] == {"a": 1, "b": 1}
    assert [len(keys) for keys in plain["classes"]] == [6, 3]


def test_the_first_defined_member_speaks_for_its_class() -> None:
    """The reference has no pair together: Minkowski's distance is undefined, Rand is not."""
    found = pw.compare([0, 1, 2, 3], {"a": [0, 0, 1, 2], "b": [0, 0, 0, 1]}, ["minkowski", "rand"])
    assert found.preferred["minkowski"] == ()
    assert found.votes == {"a": 1, "b": 0}
