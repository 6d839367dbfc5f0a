"""A verdict says something about an index, not about its scale: aV + b has the verdicts of V."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

import partwise as pw
from partwise.properties.registry import PROPERTIES
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.levels import levels_of
from partwise.properties.verdict import Verdict

SEARCHED = [key for key in PROPERTIES if key != "linear_complexity"]
FORMULAS = {
    "jaccard": "n11 / (n11 + n10 + n01)",
    "wallace": "n11 / (n11 + n10)",
    "rand": "(n11 + n00) / N",
    "per item": "(n11 + n00) / n",
    "correlation": "(n11*n00 - n10*n01) / sqrt(mA * (N - mA) * mB * (N - mB))",
    "logarithm": "log(1 + n11) - log(1 + n10 + n01)",
}
SCALED = ["1e16 + ({})", "1e-12 * ({})", "1e16 * ({}) - 1e30", "0.1 + 1e-12 * ({})"]
TURNED = ["1e16 - ({})", "-1e-12 * ({})", "7 - 1e16 * ({})"]
TABLES: dict[str, Callable[[Any], Any]] = {
    "mutual information": lambda t: t.mutual_information,
    "bcubed recall": lambda t: t.sum(t.cell * t.cell / t.row) / t.n,
    "matching": lambda t: t.matched(t.cell) / t.n,
}


def searched(index: pw.Index, about: str, max_n: int = 5) -> Verdict:
    return PROPERTIES[about].decide(IndexValues(index, max_n, 4))


def told(verdict: Verdict) -> tuple[Any, ...]:
    """What must not change: all but the values themselves."""
    example = verdict.counterexample
    shown = None
    if example is not None:
        shown = (example.clusterings, example.pair_counts, example.says, example.certified)
    return verdict.status, verdict.up_to_n, verdict.value, shown


def defined(formula: str, direction: Any = "similarity") -> pw.Index:
    index = pw.define("invariance_test", formula)
    return replace(index, direction=direction)


@cache
def plain(name: str, about: str) -> tuple[Any, ...]:
    index = defined(FORMULAS[name]) if name in FORMULAS else of_table(TABLES[name])
    return told(searched(index, about))


def of_table(formula: Callable[[Any], Any], direction: Any = "similarity") -> pw.Index:
    return pw.Index("own", "Own", "table", formula, direction=direction)


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("scaled", SCALED)
def test_offsets_and_factors_change_nothing(name: str, scaled: str) -> None:
    index = defined(scaled.format(FORMULAS[name]))
    for about in SEARCHED:
        assert told(searched(index, about)) == plain(name, about), about


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("turned", TURNED)
def test_a_similarity_turned_into_a_distance_keeps_its_verdicts(name: str, turned: str) -> None:
    index = defined(turned.format(FORMULAS[name]), "distance")
    for about in SEARCHED:
        assert told(searched(index, about)) == plain(name, about), about


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("factor", "offset"), [(1, 10**16), (1e-12, 0.1), (-1e16, 7)])
def test_formulas_of_tables_too(name: str, factor: float, offset: float) -> None:
    def scaled(t: Any) -> Any:
        return offset + factor * TABLES[name](t)

    index = of_table(scaled, "similarity" if factor > 0 else "distance")
    for about in ("maximal_agreement", "symmetry", "monotonicity", "distance", "lei_gt_bias"):
        assert _uncertified(told(searched(index, about))) == _uncertified(plain(name, about)), about


def _uncertified(verdict: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out whether an example is certified: floats in a formula are not."""
    *others, example = verdict
    return (*others, example and example[:-1])


@pytest.mark.parametrize("factor", [1e-12, 1.0, 1e12])
def test_functions_that_return_floats_keep_their_verdicts_at_every_scale(factor: float) -> None:
    def rand(table: Any) -> float:
        counts = table.pair_counts
        return float(factor * (counts.n11 + counts.n00) / counts.total)

    for about in ("maximal_agreement", "symmetry", "distance", "monotonicity"):
        index = pw.Index("own", "Own", "callable", rand)
        assert searched(index, about).status == "held", about


@pytest.mark.parametrize("offset", [0, 10**30])
def test_whole_numbers_and_fractions_of_functions_are_compared_exactly(offset: int) -> None:
    def lopsided(table: Any) -> Fraction:
        return offset + Fraction(table.pair_counts.n10, 10**20)

    verdict = searched(pw.Index("own", "Own", "callable", lopsided), "symmetry")
    assert verdict.status == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.certified


@pytest.mark.parametrize(
    "formula",
    [
        "n11 / (n11 + n10 + n01) + 1e-30 * n10",
        "sqrt(n11 + 1) + 1e-30 * n10",
        "1e16 + log(1 + n11) + 1e-20 * sqrt(n10)",
    ],
)
def test_a_tiny_asymmetry_is_one(formula: str) -> None:
    verdict = searched(defined(formula), "symmetry")
    assert verdict.status == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.certified


def test_a_tiny_asymmetry_of_tables_is_one() -> None:
    def formula(t: Any) -> Any:
        return t.mutual_information + t.row_maxima / 10**25

    assert searched(of_table(formula), "symmetry").status == "refuted"


@pytest.mark.parametrize("root", ["", " + 0 * sqrt(2 + n11)"])
def test_a_tiny_detour_is_one(root: str) -> None:
    # Mirkin's metric has triangles that are straight; squares of it, however small, bend them
    mirkin = "(n10 + n01) / N"
    metric, bent = (defined(f"{f}{root}", "distance") for f in (mirkin, f"{mirkin} + {_TINY}"))
    assert searched(metric, "distance").status == "held"
    verdict = searched(bent, "distance")
    assert verdict.status == "refuted"
    assert verdict.counterexample is not None
    assert "triangle" in verdict.counterexample.says
    a, b, c = verdict.counterexample.clusterings.values()
    ab, bc, ac = (1 - pw.score(*pair, "rand", exact=True) for pair in ((a, b), (b, c), (a, c)))
    assert ac == ab + bc  # straight, but for what was added


_TINY = "1e-20 * ((n10 + n01) / N) ** 2"


def test_a_tiny_change_of_the_mean_is_one() -> None:
    adjusted = "(n11*n00 - n10*n01) / (mA * mB)"  # its mean is 0 for all sizes
    assert searched(defined(adjusted), "constant_baseline").status == "held"
    changed = searched(defined(f"{adjusted} + 1e-25 * n11"), "constant_baseline")
    assert changed.status == "refuted"


# --- ranks


@pytest.mark.parametrize("name", ["jaccard", "wallace", "correlation"])
@pytest.mark.parametrize("sense", [1, -1])
def test_ranks_are_those_of_exact_comparisons(name: str, sense: int) -> None:
    """Against floats of values that differ by more than 1e-9, or are equal: n = 5, 10 pairs."""
    index = defined(FORMULAS[name], "similarity" if sense == 1 else "distance")
    n = 5
    ranks = IndexValues(index, n).levels(n).ranks.tolist()
    tables = enumeration(n)
    values = [index.evaluate(tables.contingency(i)).value for i in range(tables.count)]
    for i, k in product(range(tables.count), repeat=2):
        if math.isnan(values[i]):
            assert ranks[i] == -1
        elif not math.isnan(values[k]):
            difference = sense * (values[i] - values[k])
            sign = 0 if abs(difference) < 1e-9 else math.copysign(1, difference)
            assert (ranks[i] > ranks[k]) - (ranks[i] < ranks[k]) == sign


def test_infinite_values_have_ranks_at_the_ends() -> None:
    levels = levels_of([1.0, math.inf, None, -math.inf, 2.0])
    assert levels.ranks.tolist() == [1, 3, -1, 0, 2]
    assert levels_of([1.0, math.inf, -math.inf], sense=-1).ranks.tolist() == [1, 0, 2]
    assert levels_of([]).ranks.tolist() == []
    assert levels_of([None, math.inf]).ranks.tolist() == [-1, 0]


def test_rounding_of_functions_is_measured_by_how_far_values_lie_apart() -> None:
    values = [0.1 + 0.2, 0.3, 0.4]
    assert levels_of(values).ranks.tolist() == [0, 0, 1]
    assert levels_of([1e-30 * value for value in values]).ranks.tolist() == [0, 0, 1]


def test_means_are_exact() -> None:
    # A = 01|2 against 01|2, 02|1 and 12|0: J is 1, 0 and 0
    index_values = IndexValues(defined(FORMULAS["jaccard"]), 3)
    tables = enumeration(3)
    groups = tables.row_margin * 3 + tables.column_margin
    means = index_values.levels(3).means(groups, tables.weight, 9)
    assert means[4] == Fraction(1, 3)
    assert means[8] is None  # all singletons against themselves: 0/0


def test_a_formula_with_floats_inside_is_not_taken_for_exact() -> None:
    def rounded(p: Any) -> float:
        return math.sqrt(float(p.n11)) - 2 * math.sqrt(float(p.n10)) - math.sqrt(float(p.n01))

    verdict = searched(pw.Index("own", "Own", "pairs", rounded), "symmetry")
    assert verdict.status == "refuted"
    assert verdict.counterexample is not None
    assert not verdict.counterexample.certified
