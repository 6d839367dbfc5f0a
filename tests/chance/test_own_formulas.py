"""Own formulas that are bent, capped, stepped or conditional, against all permutations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.catalogue import as_index, registry
from partwise.chance import (
    expected,
    expected_of_sizes,
    mean_in_closed_form,
    random_scores,
    significance,
)
from partwise.chance.lines import line_in_n11, linear_in_n11

Labels = Sequence[int]

PAIRS = [
    ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0]),
    ([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]),
    ([0, 0, 1, 1], [0, 0, 1, 1]),
    ([0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2]),
    ([0, 0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 2, 2, 2]),
    ([0, 0, 0, 0, 1], [0, 0, 1, 1, 2]),
]

OF_PAIRS = {
    "capped": lambda c: min(c.n11 / c.same_a, 0.99),
    "capped_low": lambda c: min(c.n11 / c.same_a, 0.3),
    "floored": lambda c: max(c.n11 - 1, 0),
    "bent": lambda c: abs(3 * c.n11 - 4) / c.total,
    "stepped": lambda c: math.floor(c.n11 / 2),
    "all_or_nothing": lambda c: int(c.n10 == 0 and c.n01 == 0),
    "hit": lambda c: 0 if c.n11 == 1 else 1,
    "at_the_end": lambda c: 1 if c.n11 == 0 else 0,
    "sometimes_a_float": lambda c: 0.25 if c.n11 == 2 else c.n11 / c.total,
    "whole_numbers_alone": lambda c: c.n11 if c.n11 == int(c.n11) else -1,
    "linear": lambda c: (2 * c.n11 + c.n00) / c.total,
}

OF_TABLES = {
    "floored": lambda t: np.maximum(t.mutual_information - 0.09, 0),
    "capped": lambda t: np.minimum(t.mutual_information, 1.05),
    "stepped": lambda t: np.floor(4 * t.mutual_information),
    "bent": lambda t: np.abs(t.mutual_information - 0.3),
    "conditional": lambda t: (
        0.0 if t.mutual_information == 0 else 1 + t.mutual_information / t.entropy_a
    ),
    "conditional_on_a_cap": lambda t: t.n if max(t.mutual_information, 0.5) > 0.5 else -1.0,
    "linear": lambda t: t.mutual_information / t.entropy_b,
}

OF_TEXT = ["min(n11/(n11+n10), 0.99)", "max(n11 - 1, 0) / N", "sqrt((n11 - 1)**2)", "n11 / mA"]


@pytest.fixture(autouse=True)
def _own_indices_end_with_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    for names in ("_BY_KEY", "_KEY_OF_NAME"):
        monkeypatch.setattr(registry, names, dict(getattr(registry, names)))


def own_indices() -> Iterator[pw.Index]:
    for name, formula in OF_PAIRS.items():
        yield pw.pair_index(f"own_pairs_{name}")(formula)
    for name, formula in OF_TABLES.items():
        yield pw.table_index(f"own_table_{name}")(formula)
    for place, text in enumerate(OF_TEXT):
        yield pw.define(f"own_text_{place}", text)


def over_permutations(index: pw.Index, reference: Labels, candidate: Labels) -> Any:
    known: dict[tuple[int, ...], float] = {}  # the value of each order of the labels
    for order in permutations(candidate):
        if order not in known:
            known[order] = float(pw.score(reference, order, index))
    return np.array(list(known.values()))  # all are equally frequent


@pytest.mark.parametrize(("reference", "candidate"), PAIRS)
def test_means_and_p_values_are_those_of_all_permutations(
    reference: Labels, candidate: Labels
) -> None:
    table = pw.contingency(reference, candidate)
    for index in own_indices():
        values = over_permutations(index, reference, candidate)
        result = expected(reference, candidate, index)
        assert result.method in ("closed form", "enumeration")
        assert float(result.value) == pytest.approx(values.mean(), abs=1e-12), index.key
        assert result.sd == pytest.approx(values.std(), abs=1e-7), index.key
        closed = mean_in_closed_form(table, index)
        assert closed is None or closed == pytest.approx(values.mean(), abs=1e-12), index.key
        test = significance(reference, candidate, index)
        as_good = values >= float(pw.score(reference, candidate, index)) - 1e-12
        assert test.mean == pytest.approx(values.mean(), abs=1e-12), index.key
        assert float(test.p_value) == pytest.approx(as_good.mean(), abs=1e-12), index.key


def test_what_is_linear_keeps_its_closed_form_and_all_else_has_none() -> None:
    rows = columns = [40, 30, 20]
    for index in own_indices():
        is_linear = index.key in ("own_pairs_linear", "own_pairs_whole_numbers_alone", "own_text_3")
        reference, candidate = (np.repeat(np.arange(len(s)), s) for s in (rows, columns))
        result = expected(reference, candidate, index, samples=20)
        assert result.method == ("closed form" if is_linear else "sampling"), index.key
        table = pw.contingency(reference, candidate)
        assert (mean_in_closed_form(table, index) is not None) == is_linear, index.key
        assert not linear_in_n11(index), "at all sizes, of which nobody has tried all"


def test_a_bend_beyond_what_can_be_tried_is_sampled() -> None:
    """Four clusters of 250 items have 124500 pairs: too many values of N11 to try."""
    index = pw.pair_index("own_pairs_hit_far")(lambda c: 0 if c.n11 == 62_000 else 1)
    quarters = np.repeat([0, 1, 2, 3], 250)
    assert expected(quarters, quarters, index, samples=20).method == "sampling"


def test_a_formula_for_one_table_at_a_time_is_explained_and_sampled() -> None:
    index = pw.table_index("own_table_if")(OF_TABLES["conditional"])
    reference = [0, 0, 0, 0, 1, 1, 1, 1]
    candidates = {"x": [0, 0, 0, 0, 1, 1, 1, 2], "y": [0, 0, 1, 1, 2, 2, 3, 0]}
    scores = random_scores([4, 4], [3, 2, 2, 1], [index], 50)[index.key].values
    possible = over_permutations(index, reference, candidates["y"])
    assert set(np.round(scores, 9)) <= set(np.round(possible, 9))
    assert "x" in str(pw.compare(reference, candidates, [index]).why(index.key, "x", "y"))


def test_a_stable_formula_for_one_table_at_a_time_takes_arrays_of_counts() -> None:
    index = pw.pair_index("own_pairs_stable", stable=True)(OF_PAIRS["hit"])
    counts = [1, 2], [1, 0], [1, 0], [3, 4]
    assert index.from_counts(*counts).tolist() == [0, 1]


def _exact_mean(index: pw.Index, rows: Sequence[int], columns: Sequence[int]) -> Fraction | None:
    """The mean over all orders of the labels, in fractions; None if some have no value."""
    reference = [i for i, size in enumerate(rows) for _ in range(size)]
    candidate = [i for i, size in enumerate(columns) for _ in range(size)]
    values = []
    for order in set(permutations(candidate)):
        value = pw.score(reference, order, index, exact=True)
        if not isinstance(value, Fraction):
            return None
        values.append(value)
    return sum(values, Fraction(0)) / len(values)


TRICKS = {
    "zero_at_one_count": lambda p: 0 if p.n10 == 3 else p.agree / p.total,
    "undefined_at_one_count": lambda p: p.n11 * (p.n10 - 3) / (p.n10 - 3),
    "undefined_where_identical": lambda p: p.n11 * (p.n10 + p.n01) / (p.n10 + p.n01),
    "far_away": lambda p: 10**16 + p.n11 / p.total,
    "far_away_and_bent": lambda p: 10**16 + abs(p.n11 - 2) / p.total,
    "tiny_and_bent": lambda p: Fraction(abs(p.n11 - 2), 10**30),
    "parity": lambda p: p.n11 % 2,
    "straight": lambda p: (3 * p.n11 - p.n00) / p.total,
    "a_set": lambda p: 1 if p.n11 in {1, 4} else 0,
    "by_relation": lambda p: 1 if p.relation == "identical" else p.n11 / p.total,
}


@pytest.mark.parametrize("name", TRICKS)
@pytest.mark.parametrize(
    ("rows", "columns"),
    [((3, 2), (3, 2)), ((2, 2, 2), (3, 3)), ((4, 1, 1), (3, 2, 1)), ((3, 3),) * 2],
)
def test_expected_values_are_exact_whatever_a_formula_does(
    name: str, rows: tuple[int, ...], columns: tuple[int, ...]
) -> None:
    index = pw.pair_index(f"own_trick_{name}")(TRICKS[name])
    found = expected_of_sizes(rows, columns, index)
    mean = _exact_mean(index, rows, columns)
    assert math.isnan(found.value) if mean is None else found.value == mean
    if found.method == "closed form":
        assert mean is not None


@pytest.mark.parametrize("factor", ["1", "1/10**16/10**16/10**16/10**16/10**16", "10**16*10**16"])
def test_bends_show_however_small_the_values_are(factor: str) -> None:
    """Bends of 10⁻⁷⁰ are no rounding, and roots that cancel are no bends."""
    straight = as_index(f"{factor} * (sqrt(n11*n11 + 2*n11 + 1) + n10*sqrt(mA)*sqrt(2))")
    bent = as_index(f"{factor} * (sqrt(2)*n11 + n11*(n11 - 1)*(n11 - 2)/10**16/10**16/10**16)")
    assert line_in_n11(straight, 6, 4, 15) is not None
    assert line_in_n11(bent, 6, 4, 15) is None


def test_a_line_that_ends_in_a_hole_is_none() -> None:
    """√(1 − N11/√(m_A·m_B)) squared is linear, and exists at its end, N11 = m_A = m_B."""
    whole = as_index("sqrt(1 - n11/(sqrt(mA)*sqrt(mB)))**2")
    hole = as_index("(1 - n11/(sqrt(mA)*sqrt(mB)))**2 / (1 - n11/(sqrt(mA)*sqrt(mB)))")
    for m in range(2, 30):
        line = line_in_n11(whole, m, m, 66)
        assert line is not None
        assert line.value == 1 - Fraction(m, 66)
        assert line_in_n11(hole, m, m, 66) is None
