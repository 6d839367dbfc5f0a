"""What cannot change a verdict does not: other scales, names, directions, orders and spellings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import pytest

import partwise as pw
from partwise.catalogue import Conventions, Direction, Index
from partwise.properties.late_search import LateSearch
from partwise.tables import PairCounts
from properties.zoo import branches, disguises, scales, tables, twins

pytestmark = pytest.mark.slow

Change: TypeAlias = Callable[[Any], Any]

MAX_N, TRIPLES_N = 4, 4
OF_TABLES = ("symmetry", "maximal_agreement", "distance", "monotonicity", "constant_baseline")
OF_COUNTS = ("minimal_agreement", "strong_monotonicity", "asymptotic_constant_baseline", "bias")
OF_VALUES = {"distance", "constant_baseline"}
"""Properties of sums and means, which survive linear functions only."""

CATALOGUE = (
    "rand", "jaccard", "wallace_1", "correlation", "adjusted_rand", "vi", "nmi_max", "bcubed",
)  # fmt: skip
SPECIES = {
    species.name: species
    for house in (branches, disguises, scales, tables, twins)
    for species in house.SPECIES
    if species.name
    in (
        "by_relation", "comparison_in_try", "ceiling", "chord_near_trivial", "agreements_per_item",
        "two_clusters", "sum_of_either_sign",
    )
}  # fmt: skip
SLOW_CUBES = ("chord_near_trivial", "agreements_per_item", "adjusted_rand")
NAMES = (*CATALOGUE, *SPECIES)

every_index = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(autouse=True)
def _only_small_clusterings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the search among larger ones, which takes seconds: proofs stand without it."""
    monkeypatch.setattr(LateSearch, "violation", lambda *_: None)


def original(name: str) -> Index:
    """Return an index that is no longer known to be of the catalogue, so that it is decided."""
    index = SPECIES[name].make() if name in SPECIES else pw.index(name)
    return replace(index, key=f"own_{name}", builtin=False)


def verdicts(index: Index) -> dict[str, pw.properties.Verdict]:
    about = (*OF_TABLES, *OF_COUNTS) if index.kind == "pairs" else OF_TABLES
    audit = pw.audit(index, properties=about, max_n=MAX_N, triples_n=TRIPLES_N)
    return dict(audit.verdicts)


@cache
def of_original(name: str) -> dict[str, pw.properties.Verdict]:
    return verdicts(original(name))


def changed(index: Index, change: Change, *, turned: bool = False) -> Index:
    """Apply a function to all values; ``turned`` exchanges similarity and distance."""
    formula, known = index.formula, index.conventions
    values = (known.identical, known.opposite, known.vs_other, known.otherwise)
    turns: dict[str, Direction] = {"similarity": "distance", "distance": "similarity"}
    return replace(
        index,
        formula=lambda data: change(formula(data)),
        conventions=Conventions(*(None if v is None else change(Fraction(v)) for v in values)),
        direction=turns[index.direction] if turned else index.direction,
        stable=False,
    )


def decided(verdict: pw.properties.Verdict) -> tuple[object, ...]:
    """Return what a scale leaves alone: all but the values, and whether a proof is in time."""
    example = verdict.counterexample
    seen = None if example is None else (dict(example.clusterings), example.pair_counts)
    return verdict.holds, verdict.value, seen


@every_index
@pytest.mark.parametrize(
    ("factor", "offset"),
    [(Fraction(3), -7), (Fraction(1, 10**12), 10**16)],
    ids=["3V-7", "1e-12V+1e16"],
)
def test_a_scale_changes_nothing(name: str, factor: Fraction, offset: int) -> None:
    above, below = factor.as_integer_ratio()
    scaled = changed(original(name), lambda value: value * above / below + offset)
    assert _alike(verdicts(scaled), of_original(name), decided)


@every_index
def test_the_direction_is_a_sign(name: str) -> None:
    turned = changed(original(name), lambda value: -value, turned=True)
    assert _alike(verdicts(turned), of_original(name), _holds)


@every_index
def test_a_name_changes_nothing(name: str) -> None:
    renamed = replace(original(name), key="proved", label="<b>n10 == 700</b>", aka=("proved",))
    assert _alike(verdicts(renamed), of_original(name), decided)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SLOW_CUBES])
def test_rising_functions_keep_what_is_about_order(name: str) -> None:
    risen = verdicts(changed(original(name), lambda x: x**3))
    for about, verdict in of_original(name).items():
        if about not in OF_VALUES and None not in (verdict.holds, risen[about].holds):
            assert risen[about].holds is verdict.holds, (about, str(risen[about]), str(verdict))


@every_index
def test_swapping_keeps_what_is_about_both(name: str) -> None:
    index = original(name)
    formula = index.formula
    if index.kind != "pairs":
        pytest.skip("a view of a table is not swapped in one line")
    swapped = replace(
        index, formula=lambda p: formula(PairCounts(p.n11, p.n01, p.n10, p.n00)), stable=False
    )
    both_ways = verdicts(swapped)
    for about in ("symmetry", "maximal_agreement", "distance", "monotonicity", "minimal_agreement"):
        assert both_ways[about].holds is of_original(name)[about].holds, about


@every_index
def test_spelling_changes_nothing(name: str) -> None:
    """The same counts, written as sums and differences of others."""
    index = original(name)
    formula = index.formula
    if index.kind != "pairs":
        pytest.skip("pair counts can be spelt in many ways, entropies cannot")

    def spelt(p: PairCounts) -> Any:
        n00 = p.total - p.same_a - p.same_b + p.n11
        return formula(PairCounts(p.same_a - p.n10, p.diff_b - p.n00, (3 * p.n01 - p.n01) / 2, n00))

    other = verdicts(replace(index, formula=spelt, stable=False))
    assert _alike(other, of_original(name), _holds)


def _holds(verdict: pw.properties.Verdict) -> object:
    return verdict.holds


def _alike(
    some: dict[str, pw.properties.Verdict],
    others: dict[str, pw.properties.Verdict],
    what: Callable[[pw.properties.Verdict], object],
) -> bool:
    unlike = {key: (str(some[key]), str(others[key])) for key in some
              if what(some[key]) != what(others[key])}  # fmt: skip
    assert not unlike
    return True
