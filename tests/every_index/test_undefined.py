"""Where formulas divide by zero: one principle, three policies."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy

import partwise as pw
from every_index.catalogue import (
    ALWAYS_DEFINED,
    CATALOGUE,
    PAIRS,
    STATISTICS,
    name,
    pairs_up_to_order,
)
from partwise.catalogue.index_card import SITUATIONS

every_index = pytest.mark.parametrize("index", CATALOGUE, ids=name)

# DESIGN of the project, "Undefined values": rules 2 and 3, by index.
WORST = {
    "correlation": -1, "sokal_sneath_1": 0, "correlation_distance": 1, "correlation_chord": 2,
    "peirce": -1, "arithmetic_mean": -1,
}  # fmt: skip
BASELINE = {
    "correlation": 0, "sokal_sneath_1": 0.5, "correlation_distance": 0.5,
    "correlation_chord": math.sqrt(2), "peirce": 0, "yule": 0, "goodman_kruskal": 0,
    "ami_geometric": 0, "ami_arithmetic": 0, "ami_max": 0, "ami_min": 0, "smi": 0,
    "adjusted_rand": 0, "adjusted_wallace_1": 0, "adjusted_wallace_2": 0,
    "adjusted_fowlkes_mallows": 0, "mari": 0, "lerman": 0,
}  # fmt: skip


@every_index
def test_conventions_follow_the_principle(index: pw.Index) -> None:
    for n in range(1, 6):
        for a, b in pairs_up_to_order(n):
            table = pw.contingency(a, b)
            found = index.evaluate(table)
            if found.note is None:
                continue
            expected = math.nan
            if a == b:
                expected = 0 if index.key in STATISTICS else float(index.best)
            elif {len(set(a)), len(set(b))} == {1, n} and index.key in WORST:
                expected = WORST[index.key]
            elif {len(set(a)), len(set(b))} & {1, n}:
                expected = BASELINE.get(index.key, math.nan)
            elif index.key in STATISTICS:  # what is counted is the same for all of these sizes
                expected = 0
            assert float(found) == expected or (math.isnan(float(found)) and math.isnan(expected))
            assert ("by convention" in found.note) != math.isnan(expected)


@pytest.mark.parametrize("index", PAIRS, ids=name)
def test_a_baseline_by_convention_is_the_baseline(index: pw.Index) -> None:
    """The value for trivial clusterings is the one that the formula has at the expected counts.

    N11 = xy, N10 = x, N01 = y, N00 = 1 runs through all expected pair counts, up to scale.
    """
    x, y = sympy.symbols("x y", positive=True)
    at_expectation = sympy.simplify(index.formula(pw.PairCounts(x * y, x, y, sympy.Integer(1))))
    declared = index.conventions.vs_other
    if declared is not None:
        assert float(at_expectation) == float(declared)
        return
    has_baseline = not at_expectation.free_symbols
    tables = [t for situation, ts in SITUATIONS.items() if "other" in situation for t in ts]
    decided = all(index.evaluate(table).note is None for table in tables)
    assert decided or not has_baseline  # with a baseline, it would have to be declared


WITH_WORST = [index for index in PAIRS if index.conventions.opposite is not None]


@pytest.mark.parametrize("index", WITH_WORST, ids=name)
def test_the_worst_value_by_convention_is_minimal_agreement(index: pw.Index) -> None:
    """What is declared for opposite clusterings is the value at N11 = N00 = 0, and the worst."""
    u, v = sympy.symbols("u v", positive=True)
    zero = sympy.Integer(0)
    assert index.conventions.opposite is not None
    at_complement = sympy.simplify(index.formula(pw.PairCounts(zero, u, v, zero)))
    assert float(at_complement) == float(index.conventions.opposite)
    worst = index.range[0] if index.direction == "similarity" else index.range[1]
    assert index.conventions.opposite == worst


@every_index
def test_policies(index: pw.Index) -> None:
    undefined_somewhere = False
    for tables in SITUATIONS.values():
        for table in tables:
            conventional = index.evaluate(table)
            as_nan = index.evaluate(table, undefined="nan")
            if conventional.note is None:
                assert as_nan.value == conventional.value
                assert index.evaluate(table, undefined="raise").value == conventional.value
                continue
            undefined_somewhere = True
            assert math.isnan(as_nan.value)
            assert as_nan.note is not None
            with pytest.raises(
                pw.errors.UndefinedValueError, match=f"^{index.key} is undefined here"
            ):
                index.evaluate(table, undefined="raise")
    assert undefined_somewhere != (index.key in ALWAYS_DEFINED)


@every_index
def test_many_tables_follow_the_same_conventions(index: pw.Index) -> None:
    tables = [table for tables in SITUATIONS.values() for table in tables]
    for policy in ("convention", "nan"):
        single = [float(index.evaluate(t, undefined=policy).value) for t in tables]
        assert np.allclose(index.values(tables, undefined=policy), single, 1e-14, equal_nan=True)


@every_index
@pytest.mark.parametrize("labels", [[], [0]])
def test_there_is_only_one_clustering_of_at_most_one_item(
    index: pw.Index, labels: list[int]
) -> None:
    found = index(labels, labels)
    if index.key == "rmi":
        assert found == pytest.approx(0, abs=1e-20) or (not labels and math.isnan(found))
        return
    assert found == (0 if index.key in STATISTICS | {"mi"} else index.best)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(
        pw.errors.InputError, match='undefined= must be "convention", "nan" or "raise"'
    ):
        pw.score([0, 1], [0, 1], "rand", undefined="ignore")  # type: ignore[arg-type]


def test_scores_say_where_a_convention_was_used() -> None:
    scores = pw.scores([0, 0, 0], [0, 1, 1], "paper")
    assert scores.notes["correlation"].startswith("by convention: one clustering is trivial")
    assert scores.notes["nmi_min"].startswith("undefined: one clustering is trivial")
    assert "rand" not in scores.notes
    assert "* by convention" in str(scores)


@pytest.mark.parametrize("key", ["rand", "jaccard", "adjusted_rand", "bcubed"])
def test_exact_conventions_are_fractions(key: str) -> None:
    assert pw.score([0], [0], key, exact=True) == 1
