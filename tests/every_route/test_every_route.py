"""The same labels give the same table, the same score and the same coverage on every route."""

from __future__ import annotations

import os
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from every_route.checking import ROUTES, Example, check, examples
from every_route.entries import ENTRIES
from every_route.labels import NAMES, PLAIN_NAMES
from every_route.policies import Case, Labelled, Policies, Refused, settle

EXAMPLES = int(os.environ.get("ROUTE_EXAMPLES", "100"))
KEYS = [route.key for route in ROUTES]
ROUTE = {route.key: route for route in ROUTES}
ENTRY = {entry.key: entry for entry in ENTRIES}

A: Labelled = {"p": 1, "q": -1, "r": -1, "s": 2, "t": 2, "u": 1, "v": 1}
B: Labelled = {"p": 3, "q": 3, "r": -1, "s": 3, "t": 4, "u": 4, "v": -1}
NUMBERS = Case(
    (A, B), ("integers", "integers"), {"p": 1, "q": 1, "r": 1, "s": 2, "t": 0, "u": 3, "v": 1}
)
HOLES = Case(
    ({**A, "u": None}, {**B, "s": None, "u": None}), ("integers", "integers"), NUMBERS.weights
)
TEXTS = Case(
    tuple({item: None if x is None else str(x) for item, x in s.items()} for s in HOLES.sides),
    ("texts", "texts"),
    NUMBERS.weights,
)
FLOATS = Case(
    tuple({item: None if x is None else float(x) for item, x in s.items()} for s in HOLES.sides),
    ("floats", "floats"),
    NUMBERS.weights,
)
CASES = {"texts": TEXTS, "floats": FLOATS}
NOISE = (None, "singletons", "drop", "cluster")
MISSING = ("raise", "drop", "singletons")
# One container of each sort is asked everything, the others a sample: they share its code.
THOROUGH = (*("pandas", "polars-lazy", "duckdb", "csv", "csv without duckdb", "jsonl", "parquet"),)
SAMPLE = [Policies("drop", -1, "singletons"), Policies("singletons", -1, "drop")]


def _container(key: str) -> str:
    return key.partition(", ")[0]


def _is_thorough(key: str) -> bool:
    layout = ROUTE[key].layout
    return not layout or (_container(key) in THOROUGH and layout in ("wide", "long"))


def _check(key: str, entry: str, case: Case, policies: Policies, *names: str) -> None:
    """Check one example, where the route and the entry can be asked it."""
    route, chosen = ROUTE[key], ENTRY[entry]
    if route.carries(case, policies) and chosen.takes(route, policies):
        names = names or (*PLAIN_NAMES[: len(case.sides) + 1], PLAIN_NAMES[-1])
        check(Example(route, chosen, chosen.indices[0], case, policies, names))


@pytest.mark.parametrize("key", KEYS)
def test_policies(key: str) -> None:
    """Policies for noise on both sides, and for labels that are missing."""
    every = [Policies(noise, -1, missing) for noise, missing in product(NOISE, MISSING)]
    for policies in every if _is_thorough(key) else SAMPLE[:1]:
        _check(key, "compare", HOLES, policies)
    _check(key, "contingency", NUMBERS, Policies())


@pytest.mark.parametrize("kind", ["texts", "floats"])
@pytest.mark.parametrize("key", [key for key in KEYS if _is_thorough(key)])
def test_policies_on_other_labels(key: str, kind: str) -> None:
    _check(key, "contingency", CASES[kind], SAMPLE[1])


@pytest.mark.parametrize("entry", [key for key in ENTRY if key.startswith("command")])
@pytest.mark.parametrize(
    "key", [route.key for route in ROUTES if route.in_file and _container(route.key) in THOROUGH]
)
def test_policies_on_the_command_line(key: str, entry: str) -> None:
    for case, policies in zip((HOLES, FLOATS), SAMPLE, strict=True):
        _check(key, entry, case, policies)


@pytest.mark.parametrize("entry", ["score", "contingency", "command score"])
@pytest.mark.parametrize("key", [key for key in KEYS if _is_thorough(key)])
def test_weights(key: str, entry: str) -> None:
    """Whole weights, and weights all of which are below 1."""
    small = Case(NUMBERS.sides, NUMBERS.kinds, {k: w / 8 for k, w in NUMBERS.weights.items()})
    _check(key, entry, NUMBERS, Policies("drop", weighting="multiplicity"))
    _check(key, entry, small, Policies("drop", weighting="importance"))


@pytest.mark.parametrize(
    "start", range(0, len(NAMES) - 3, 4), ids=lambda i: " ".join(NAMES[i : i + 4])
)
@pytest.mark.parametrize("key", [*(f"{each}, wide" for each in THOROUGH), "csv, stacked"])
def test_hostile_names(key: str, start: int) -> None:
    """Names of columns that mean something to an engine, to a regular expression, or to us."""
    _check(key, "contingency", HOLES, SAMPLE[0], *NAMES[start : start + 4])


@pytest.mark.parametrize("key", [route.key for route in ROUTES if route.layout == "stacked"])
def test_a_clustering_called_like_the_column_of_items(key: str) -> None:
    _check(key, "contingency", HOLES, SAMPLE[0], "item", "item", "Item", "weight")


@settings(max_examples=EXAMPLES)
@given(examples())
def test_any_example(example: Example) -> None:
    check(example)


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@settings(max_examples=EXAMPLES // 5)
@given(examples("spark"))
def test_any_example_on_spark(example: Example) -> None:
    check(example)


def test_the_definition() -> None:
    """The definition itself, on an example counted by hand."""
    settled = settle(HOLES.sides, {}, Policies("drop", -1, "drop"))
    assert settled.labels == ((1, 2), (3, 4))  # p and t: the others are noise or missing somewhere
    facts: dict[str, Any] = {"given": 7, "missing": 1, "noise": 2, "compared": 2, "clusters": 2}
    assert settled.sides == (facts, {**facts, "missing": 2})
    with pytest.raises(Refused):
        settle(HOLES.sides, {}, Policies())
