"""What is declared of an index, checked with the formula itself, before any program is made of it.

Swapped clusterings, the ends of the range, and what happens to names, calls and copies.
"""

from __future__ import annotations

import copy
import math
import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import partwise as pw
from partwise.base import ops
from partwise.catalogue.index_card import bibliography, card, cite
from partwise.catalogue.names import readings
from partwise.tables import AggregatedTable, FloatTable
from support.oracle import set_partitions

CATALOGUE = [index for index in pw.indices("all") if index.builtin]
SMALL = [
    pw.contingency(a, b) for n in (3, 4) for a, b in product(list(set_partitions(n))[::2], repeat=2)
]
UNEVEN = [
    pw.contingency([0, 0, 0, 1, 1, 2, 2, 2, 2, 3], [0, 0, 1, 1, 1, 1, 2, 3, 0, 4]),
    pw.contingency([0, 0, 0, 0, 0, 1, 1, 1, 2], [0, 0, 0, 0, 1, 1, 1, 2, 3]),
]
WORSE_THAN_CHANCE = pw.contingency([0, 1] * 20, range(40))


def of_the_formula(index: pw.Index, table: AggregatedTable) -> float:
    """Evaluate the formula alone; NaN where it has no value."""
    try:
        seen = table.pair_counts.as_reals() if index.kind == "pairs" else FloatTable(table)
        return float(index.formula(seen))
    except ArithmeticError:
        return math.nan


def test_indices_that_are_not_symmetric_differ_when_clusterings_are_swapped() -> None:
    for index in CATALOGUE:
        differences = [
            abs(of_the_formula(index, table) - of_the_formula(index, table.T)) for table in UNEVEN
        ]
        assert (max(differences) < 1e-12) == index.symmetric, index.key


def test_the_lower_end_is_that_of_the_formula() -> None:
    """An end below 0 is declared where and only where the formula has negative values.

    Pair-counting formulas are tried on counts of any graphs, the others on tables.
    """
    counts = [pw.PairCounts(*each) for each in product((0, 1, 5), repeat=4) if any(each)]
    for index in CATALOGUE:
        values = [of_the_formula(index, table) for table in (*SMALL, WORSE_THAN_CHANCE)]
        if index.kind == "pairs":
            values += [float(index.evaluate(each, undefined="nan").value) for each in counts]
        least = min(value for value in values if value == value)
        assert least >= float(index.range[0]) - 1e-12, index.key
        assert (least < -1e-12) == (index.range[0] < 0), index.key


# --- names, calls and copies


@pytest.mark.parametrize(
    "word", ["index", "score", "coefficient", "similarity", "measure", "metric"]
)
def test_a_name_is_never_read_as_nothing(word: str) -> None:
    assert readings(word) == (word,)
    assert readings(f"rand {word} {word}") == (f"rand{word}{word}", f"rand{word}", "rand")


def test_the_short_name_is_shorter_than_the_label() -> None:
    named = {
        label: pw.pair_index("declared_own", label=label, aka=("abc", "a"))(
            lambda p: p.n11 / p.total
        )
        for label in ("abcd", "xyz", "xy")
    }
    assert {label: index.short for label, index in named.items()} == {
        "abcd": "abc",
        "xyz": "declared_own",
        "xy": "declared_own",
    }


@pytest.mark.parametrize("key", ["rand", "vi", "omega", "fuzzy_rand"])
def test_minus_one_is_noise_in_a_call_unless_another_label_is(key: str) -> None:
    """Two noise points are apart as singletons, and leave with "drop"."""
    index = pw.index(key)
    a, b = [0, 0, 1, 1, -1, -1, -2, -2], [0, 1, 1, 1, 2, 2, 3, 3]
    alone = [0, 0, 1, 1, 4, 5, -2, -2]
    assert index(a, b, noise="singletons") == index(alone, b) != index(a, b)
    if key != "omega":
        assert index(a, b, noise="drop") == index([0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 3, 3])
    alone = [0, 0, 1, 1, 2, 2, 4, 5]
    assert index(a, b, noise="singletons", noise_label=-2) == index(alone, b)


def test_a_copy_of_a_record_is_another_index_and_a_pickle_is_the_same() -> None:
    for key in ("rand", "vi", "omega", "fuzzy_rand"):
        index = pw.index(key)
        assert replace(index) != index
        assert pickle.loads(pickle.dumps(index)) is index  # noqa: S301
        assert index.builtin


def test_a_record_that_is_not_in_the_registry_is_pickled_whole() -> None:
    own = replace(pw.index("rand"), key="declared_other", label="Other", formula=math.sqrt)
    for again in (pickle.loads(pickle.dumps(own)), copy.copy(own)):  # noqa: S301
        assert again is not own
        assert again.label == "Other"
        assert again.range == own.range


# --- values


def test_no_tables_have_no_values() -> None:
    for index in CATALOGUE:
        assert index.values([]).shape == (0,)


@pytest.mark.parametrize("power", [1, 2, 5, 9])
@pytest.mark.parametrize("n11", [2**40, 2**102, 2**110, 2**140])
def test_factors_of_large_counts_need_not_fit_into_floats(power: int, n11: int) -> None:
    """Half of the pairs, in powers whose parts are beyond the largest float."""
    own = pw.pair_index("declared_own", stable=True)(
        lambda p: ops.sqrt(p.n11**power) / ops.sqrt((p.n11 + p.n10) ** power)
    )
    found = own.from_counts(n11, n11, 0, n11)
    assert found == pytest.approx(2 ** (-power / 2), rel=1e-14)


@pytest.mark.parametrize("form", ["nmi", "vi"])
@pytest.mark.parametrize("q", [0.5, 1, 2, 3])
def test_orders_of_tsallis_have_the_best_value_for_identical_clusterings(
    q: float, form: str
) -> None:
    index = pw.families.tsallis(q, form)  # type: ignore[arg-type]
    best = {"nmi": 1, "vi": 0}[form]
    assert index.best == best
    for labels in ([], [0], [0, 0, 0], [0, 1, 2], [0, 0, 1, 1, 2]):
        assert index(labels, labels) == pytest.approx(best, abs=1e-12), labels
    if q >= 1:
        low, high = index.range
        assert all(
            low <= float(index.evaluate(t, undefined="convention")) <= high
            for t in SMALL[:300]
            if index.evaluate(t).note is None
        )


# --- cards


def test_a_card_has_references_and_a_formula_where_there_are_some() -> None:
    pytest.importorskip("sympy")
    without = pw.pair_index("declared_own", label="Own")(lambda p: p.n11 / p.total)
    own = pw.define("declared_function", lambda table: table.n)
    for index in (*CATALOGUE[:3], pw.index("ami_max"), without, own):
        shown = card(index)
        text, markdown = str(shown), shown.to_markdown()
        assert ("References:" in text) == ("References:" in markdown) == bool(index.references)
        assert all(f"  {each}" in text.splitlines() for each in shown.references)
        title, _, blank, first, *_ = text.splitlines()
        assert (title, blank) == (index.label, "")
        assert first.startswith("    ") == (index.kind != "callable")
        assert ("$$" in markdown) == (index.kind != "callable")


def test_a_card_says_whether_values_are_fractions() -> None:
    said = {key: card(pw.index(key)).facts["exact values"] for key in ("rand", "vi", "correlation")}
    assert said == {
        "rand": "yes, as fractions",
        "vi": "no, not rational",
        "correlation": "no, not rational",
    }
    for index in CATALOGUE:
        try:
            index([0, 0, 0, 1, 1, 1, 2], [0, 0, 0, 0, 1, 1, 2], exact=True)
            is_rational = True
        except pw.errors.NotRationalError:
            is_rational = False
        assert (card(index).facts["exact values"][:3] == "yes") == is_rational == index.is_rational


def test_ends_of_ranges_are_written_as_they_are() -> None:
    said = {
        key: card(pw.index(key)).facts["range"] for key in ("ami_max", "vi", "rand", "baulieu_2")
    }
    assert said == {
        "ami_max": "−∞ to 1",
        "vi": "0 to ∞",
        "rand": "0 to 1",
        "baulieu_2": "−1/4 to 1/4",
    }


def test_the_ends_of_baulieu_2_are_reached_by_equal_counts() -> None:
    """(n11 n00 − n10 n01)/N², at most a quarter where two counts are halves."""
    index = pw.index("baulieu_2")
    ends = (index.from_counts(0, 3, 3, 0, exact=True), index.from_counts(3, 0, 0, 3, exact=True))
    assert ends == (Fraction(-1, 4), Fraction(1, 4)) == index.range


def test_a_card_says_where_the_formula_divides_by_zero() -> None:
    said = "Where the formula divides by zero (reference, candidate):"
    for key in ("correlation", "vi"):
        shown = card(pw.index(key))
        assert (said in str(shown).splitlines()) == bool(shown.conventions) == (key != "vi")


def test_only_a_trivial_clustering_has_no_baseline() -> None:
    """That is why the value is undefined, unless it was asked for NaN or nothing is trivial."""
    wallace, trivial = pw.index("wallace_1"), pw.contingency([0, 1, 2], [0, 0, 1])
    assert str(wallace.evaluate(trivial).note).endswith(" and it has no baseline")
    assert "baseline" not in str(wallace.evaluate(trivial, undefined="nan").note)
    own = pw.pair_index("declared_own")(lambda p: 1 / (p.n11 - p.n11))
    ordinary = pw.contingency([0, 0, 1, 1], [0, 0, 1, 2])
    assert own.evaluate(ordinary).note == "undefined: the formula divides by zero"


def test_editors_stand_in_for_authors_alone() -> None:
    for key, fields in bibliography().items():
        names = fields["author"] if "author" in fields else fields["editor"]
        assert cite(key).startswith(f"{'; '.join(names.split(' and '))} ({fields['year']}). ")
