"""Own formulas that are bent, capped, stepped or conditional, against all permutations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.catalogue import registry
from partwise.chance import expected, mean_in_closed_form, random_scores, significance
from partwise.chance.lines import linear_in_n11

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
