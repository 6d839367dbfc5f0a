"""The claims are those of the paper, but for the errata, and every counterexample is one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
import sympy
from mpmath import mp

import partwise as pw
from definitions import (
    CHECKS,
    differ,
    expected_counts,
    not_above,
    of_counts,
    oriented,
    score_of,
    trivial,
)
from every_index.test_favours import phrase
from oracle import ORACLE, set_partitions
from partitions import grouped, perfect_merges, perfect_splits, rgs
from claims import PROPERTIES, SOURCES, Claim, Property, claim, claims, favours
from counterexamples import Labels, labels_of

CATALOGUE = [index for index in pw.indices() if index.builtin]
EVERY = [(index.key, kind) for index in CATALOGUE for kind in PROPERTIES]
REFUTED = [(key, kind) for key, kind in EVERY if claim(key, kind).holds is False]
SHOWN = [(key, kind) for key, kind in REFUTED if claim(key, kind).counterexample]
HELD = [(key, kind) for key, kind in EVERY if claim(key, kind).holds]

# --- the paper's tables, as printed in its source: c is \cmark, x is \xmark

GENERAL_HEAD = (
    "maximal_agreement symmetry distance linear_complexity monotonicity constant_baseline"
)
GENERAL = """
NMI c c x c c x
NMImax c c c c x x
FNMI c x x c x x
VI c c c c c x
SMI x c x x x c
FMeasure c c x c x x
BCubed c c x c c x
AMI c c x x c c
"""
PAIRS_HEAD = (
    "maximal_agreement minimal_agreement symmetry distance linear_complexity monotonicity "
    "strong_monotonicity constant_baseline asymptotic_constant_baseline bias"
)
PAIRS = """
R c c c c c c c x x both
AR c x c x c c x c c none
J c x c c c c x x x dec
W x x x x c x x x x dec
D c x c x c c x x x dec
CC c c c x c c c c c none
S&S c c c x c c c c c none
CD c c c c c c c x c none
"""
ERRATA = {
    ("ami_geometric", "monotonicity"): 1,
    ("jaccard", "monotonicity"): 2,
    ("dice", "monotonicity"): 2,
}


def cells(head: str, rows: str) -> Iterator[tuple[str, str, str]]:
    for row in rows.strip().splitlines():
        name, *marks = row.split()
        for kind, mark in zip(head.split(), marks, strict=True):
            yield pw.index(name).key, kind, mark


@pytest.mark.parametrize(
    ("key", "kind", "mark"), [*cells(GENERAL_HEAD, GENERAL), *cells(PAIRS_HEAD, PAIRS)]
)
def test_the_papers_tables(key: str, kind: Property, mark: str) -> None:
    found = claim(key, kind)
    if (key, kind) in ERRATA:
        assert found.source == "errata"
        assert f"erratum {ERRATA[key, kind]})" in found.note
        assert found.holds != (mark == "c")
    elif kind == "bias":
        assert (found.value, found.holds, found.source) == (mark, mark == "none", "paper")
    else:
        assert found.holds == (mark == "c")
        assert found.source == "paper" or (key, kind) == ("smi", "constant_baseline")


@pytest.mark.parametrize(
    ("key", "twin"),
    [("rand", "mirkin"), ("rand", "hubert"), ("jaccard", "jaccard_distance")],
)
def test_equivalent_indices_share_their_properties(key: str, twin: str) -> None:
    """The paper's table of equivalent indices."""
    for kind in PROPERTIES:
        assert claim(twin, kind).holds == claim(key, kind).holds
        assert claim(twin, kind).source != "unknown"


def test_wallace_2_is_wallace_1_swapped() -> None:
    """All properties but bias are those of the swapped index (erratum 4)."""
    differing = [
        k for k in PROPERTIES if claim("wallace_1", k).holds != claim("wallace_2", k).holds
    ]
    assert differing == ["bias"]


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    with mp.workdps(60):
        yield


@pytest.mark.parametrize(("key", "kind"), SHOWN)
def test_counterexamples_break_the_definition(key: str, kind: Property) -> None:
    found = claim(key, kind).counterexample
    assert found is not None
    assert found.kind == kind
    if kind in ("asymptotic_constant_baseline", "bias"):
        a, b, other_a, other_b = found.clusterings
        assert not any(map(trivial, found.clusterings))  # mA and mB are between 0 and N
        first, second = expected_counts(a, b), expected_counts(other_a, other_b)
        assert differ(of_counts(key, first), of_counts(key, second))
        if kind == "bias":  # the candidate's sizes alone
            assert a == other_a
    elif kind == "strong_monotonicity":
        p, q = found.pair_counts
        change = [after - before for before, after in zip(p, q, strict=True)]
        assert change in ([1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1])
        assert p[1] + p[2] > 0
        assert p[0] + p[3] > 0 or sum(change) > 0
        assert not_above(of_counts(key, q), of_counts(key, p))
    elif found.pair_counts:
        assert kind == "minimal_agreement"
        opposite, *others = found.pair_counts
        assert opposite[0] == opposite[3] == 0
        lowest = of_counts(key, opposite)
        if others:
            assert others[0][0] + others[0][3] > 0
            assert not_above(of_counts(key, others[0]), lowest)
        else:
            assert lowest is None
    else:
        assert CHECKS[kind](score_of(key), *found.clusterings)


def test_every_refutation_is_shown() -> None:
    """A running time cannot be shown by clusterings; all else is."""
    assert {kind for _, kind in set(REFUTED) - set(SHOWN)} == {"linear_complexity"}


def small(kind: str, n: int) -> Iterator[tuple[Labels, ...]]:
    every = list(set_partitions(n))
    sizes = {tuple(sorted(map(len, grouped(p)))): p for p in every}  # one of each kind
    if kind in ("symmetry", "maximal_agreement"):
        yield from product(sizes.values(), every)
    elif kind == "minimal_agreement":
        one, single = every[0], every[-1]
        for opposite in ((one, single), (single, one)):
            yield from ((*opposite, a, b) for a, b in product(sizes.values(), every))
    elif kind == "distance":
        yield from product(sizes.values(), every, every)
    elif kind == "monotonicity":
        for a, b in product(sizes.values(), every):
            for step in (perfect_splits, perfect_merges):
                yield from ((a, b, rgs(better)) for better in step(grouped(a), grouped(b)))
    else:
        inner = [p for p in sizes.values() if not trivial(p)]
        pairs = list(product(inner, inner))
        yield from ((*pairs[0], *other) for other in pairs[1:])


@pytest.mark.parametrize(("key", "kind"), [one for one in HELD if one[1] in CHECKS])
def test_no_small_clusterings_refute_what_is_said_to_hold(key: str, kind: Property) -> None:
    score = score_of(key)
    refuting = [
        example for n in (3, 4) for example in small(kind, n) if CHECKS[kind](score, *example)
    ]
    assert refuting == []


@pytest.mark.parametrize("key", [key for key, kind in HELD if kind == "constant_baseline"])
def test_constant_baselines_include_trivial_candidates_by_convention(key: str) -> None:
    index = pw.index(key)
    means = [
        float(np.mean([index(a, shuffled) for shuffled in set(permutations(b))]))
        for n in (3, 4)
        for a, b in product(set_partitions(n), repeat=2)
        if not trivial(a) and list(b) == sorted(b)
    ]
    assert len(means) == 3 * 4 + 13 * 8
    assert np.ptp(means) < 1e-12


@pytest.mark.parametrize("key", [key for key, kind in HELD if kind == "strong_monotonicity"])
def test_no_small_counts_refute_strong_monotonicity(key: str) -> None:
    for counts in product(range(4), repeat=4):
        for place, step in ((0, 1), (1, -1), (2, -1), (3, 1)):
            better = tuple(c + step * (i == place) for i, c in enumerate(counts))
            some_wrong, some_right = counts[1] + counts[2] > 0, counts[0] + counts[3] > 0
            if min(better) >= 0 and (some_wrong if step == 1 else some_right):
                assert not not_above(of_counts(key, better), of_counts(key, counts))


# --- bias and asymptotic baseline, for all cluster sizes


GRID = list(product((Fraction(1, 3), Fraction(3)), repeat=2))
PAIR_INDICES = [index for index in CATALOGUE if index.kind == "pairs"]


def factored_roots(expression: sympy.Expr) -> sympy.Expr:
    """Factor below each root, so that SymPy sees through it."""
    return sympy.sympify(expression).replace(
        lambda term: isinstance(term, sympy.Pow) and not term.exp.is_integer,
        lambda term: sympy.Pow(sympy.factor(term.base), term.exp),
    )


@pytest.mark.parametrize("index", PAIR_INDICES, ids=lambda index: index.key)
def test_bias_and_asymptotic_baseline_are_certain(index: pw.Index) -> None:
    """V^(s) with odds x of A and y of B: SymPy knows its sign for all positive x and y."""
    x, y, N = sympy.symbols("x y N", positive=True)
    a, b = x / (1 + x), y / (1 + y)
    expected = pw.PairCounts(N * a * b, N * a * (1 - b), N * (1 - a) * b, N * (1 - a) * (1 - b))
    baseline = factored_roots(index.formula(expected))
    slope_a, slope_b = (
        sympy.factor(oriented(index.key) * sympy.diff(baseline, odds)) for odds in (x, y)
    )
    slopes = [float(slope_b.subs({x: p, y: q, N: 10})) for p, q in GRID]
    bias = claim(index.key, "bias").value
    if bias == "none":
        assert slope_b == 0
    elif bias == "dec":
        assert slope_b.is_positive
    else:
        assert bias == "both"
        assert min(slopes) < -1e-3
        assert max(slopes) > 1e-3
    constant = slope_a == 0 and slope_b == 0
    assert claim(index.key, "asymptotic_constant_baseline").holds == constant


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_what_an_index_favours(index: pw.Index) -> None:
    """The claims say what the docstring says, which another test compares with the numbers."""
    assert favours(index.key) == phrase(index)


# --- the rest


def test_the_papers_footnote_on_the_indices_it_leaves_out() -> None:
    """They "do not satisfy either constant baseline, symmetry, or maximal agreement"."""
    named = {key for key, _, _ in cells(PAIRS_HEAD, PAIRS)}
    wanted: tuple[Property, ...] = ("constant_baseline", "symmetry", "maximal_agreement")
    for index in PAIR_INDICES:
        if index.key not in named:
            assert any(claim(index.key, kind).holds is False for kind in wanted), index.key


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_symmetry_is_that_of_the_registry(index: pw.Index) -> None:
    assert claim(index.key, "symmetry").holds == index.symmetric


def test_what_nobody_has_said_is_unknown() -> None:
    unknown = [(key, kind) for key, kind in EVERY if claim(key, kind).source == "unknown"]
    assert unknown == [("yule", "monotonicity"), ("nmi_joint", "distance")]
    assert all(claim(*one).holds is None for one in unknown)
    assert set(claims("mine").values()) == {Claim(None, "unknown", "the paper does not say")}
    assert favours("mine") is None


def test_some_properties_are_defined_for_pair_counting_indices_only() -> None:
    for index in CATALOGUE:
        beyond = {kind for kind in PROPERTIES if not claim(index.key, kind).applicable}
        if index.kind == "pairs":
            assert beyond == set()
        else:
            assert beyond == set(PAIRS_HEAD.split()) - set(GENERAL_HEAD.split())


@pytest.mark.parametrize(("key", "kind"), EVERY)
def test_claims_are_complete(key: str, kind: Property) -> None:
    found = claim(key, kind)
    assert found.source in SOURCES
    assert (found.value is not None) == (kind == "bias" and pw.index(key).kind == "pairs")
    assert found.counterexample is None or found.holds is False
    if found.source in ("errata", "formula") and kind != "bias":
        assert found.note


def test_unknown_property() -> None:
    with pytest.raises(pw.InputError, match="no property is called 'speed'; there are maximal"):
        claim("rand", "speed")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["0", "01|2", "02|1|3", "0|1|2|3", "01|2|3|4|5|6|7|8"])
def test_clusterings_are_read_as_written(text: str) -> None:
    clusters = {frozenset(map(int, cluster)) for cluster in text.split("|")}
    assert grouped(labels_of(text)) == clusters


def test_the_oracle_knows_all_indices() -> None:
    assert {index.key for index in CATALOGUE} <= set(ORACLE)
