"""The paper's tables against the verdicts: they differ where the errata say, and only there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
import sympy

import partwise as pw
from partwise.catalogue.conventions import Conventions
from partwise.properties.decide import decide
from partwise.properties.known_verdicts import holds, known
from support.claims import CLAIMS, PROPERTIES, Property, claim, favours
from support.definitions import oriented, trivial
from support.index_parts import favours as phrase
from support.oracle import ORACLE, set_partitions

CATALOGUE = list(pw.indices("paper"))
EVERY = [(index.key, kind) for index in CATALOGUE for kind in PROPERTIES]
CLAIMED = [pair for pair in EVERY if pair in CLAIMS]
SHOWN = [(key, kind) for key, kind in CLAIMED if claim(key, kind).counterexample]
HELD = [(key, kind) for key, kind in EVERY if holds(pw.index(key), kind)]

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
ami_geometric c c x x c c
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


TABLES = [*cells(GENERAL_HEAD, GENERAL), *cells(PAIRS_HEAD, PAIRS)]


@pytest.mark.parametrize(("key", "kind", "mark"), TABLES)
def test_the_papers_tables(key: str, kind: Property, mark: str) -> None:
    verdict = known(pw.index(key))[kind]
    assert verdict.status in ("proved", "refuted")
    if (key, kind) in ERRATA:
        assert mark == "c"
        assert verdict.status == "refuted"
        assert f"erratum {ERRATA[key, kind]})" in claim(key, kind).note
    elif kind == "bias":
        assert (verdict.value, verdict.holds) == (mark, mark == "none")
    else:
        assert verdict.holds == (mark == "c")


def test_how_monotonicity_fails_against_the_paper() -> None:
    """Errata 1 and 2: AMI may fall; Jaccard and Dice never do, but may stay as they are."""
    found = {key: known(pw.index(key))["monotonicity"] for key, _ in ERRATA}
    assert {key: verdict.value for key, verdict in found.items()} == {
        "ami_geometric": "decrease",
        "jaccard": "tie",
        "dice": "tie",
    }
    for key in ("jaccard", "dice"):
        assert known(pw.index(key))["weak_monotonicity"].holds


def test_smi_has_its_baseline_only_by_convention() -> None:
    """Erratum 5: by its formula, SMI is 0/0 for sizes 2, 2 against 3, 1."""
    smi = pw.index("SMI")
    assert known(smi)["constant_baseline"].status == "proved"
    assert smi((0, 0, 1, 1), (0, 0, 0, 1)) == 0
    assert math.isnan(smi((0, 0, 1, 1), (0, 0, 0, 1), undefined="nan"))
    bare = replace(smi, conventions=Conventions(None, None, None))
    assert decide(bare, "constant_baseline", max_n=5).status != "proved"


UNCLAIMED = {  # decided here, though nobody has claimed it
    ("yule", "monotonicity"): True,  # as printed, where it is defined at all
    ("nmi_joint", "distance"): True,  # one less this is Rajski's distance
}


@pytest.mark.parametrize(("key", "kind"), EVERY)
def test_verdicts_are_those_of_the_corrected_claims(key: str, kind: Property) -> None:
    """Beyond the tables: facts with a reason or a counterexample, worked out before by hand."""
    claimed, verdict = claim(key, kind), known(pw.index(key))[kind]
    if (key, kind) in UNCLAIMED:
        assert claimed.source == "unknown"
        assert verdict.holds == UNCLAIMED[key, kind]
        return
    assert verdict.holds == claimed.holds
    assert (verdict.status != "not_applicable") == claimed.applicable
    if kind == "bias":
        assert verdict.value == claimed.value


@pytest.mark.parametrize(("key", "kind"), SHOWN)
def test_counterexamples_found_by_hand_are_not_smaller(key: str, kind: Property) -> None:
    claimed, found = claim(key, kind).counterexample, known(pw.index(key))[kind].counterexample
    assert claimed is not None
    assert found is not None
    if claimed.clusterings and found.clusterings:
        assert found.n <= max(map(len, claimed.clusterings))


@pytest.mark.parametrize(
    ("key", "twin"),
    [("rand", "mirkin"), ("rand", "hubert"), ("jaccard", "jaccard_distance")],
)
def test_equivalent_indices_share_their_properties(key: str, twin: str) -> None:
    """The paper's table of equivalent indices."""
    first, second = (known(pw.index(each)) for each in (key, twin))
    assert {kind: first[kind].holds for kind in PROPERTIES} == {
        kind: second[kind].holds for kind in PROPERTIES
    }


def test_wallace_2_is_wallace_1_swapped() -> None:
    """All properties but bias are those of the swapped index (erratum 4)."""
    first, second = (known(pw.index(key)) for key in ("wallace_1", "wallace_2"))
    assert [k for k in PROPERTIES if first[k].holds != second[k].holds] == ["bias"]


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
    bias = known(index)["bias"].value
    if bias == "none":
        assert slope_b == 0
    elif bias == "dec":
        assert slope_b.is_positive
    else:
        assert bias == "both"
        assert min(slopes) < -1e-3
        assert max(slopes) > 1e-3
    constant = slope_a == 0 and slope_b == 0
    assert known(index)["asymptotic_constant_baseline"].holds == constant


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_what_an_index_favours(index: pw.Index) -> None:
    """Docstrings, which another test compares with the numbers, say what the verdicts do."""
    assert favours(index.key) == phrase(index)
    told = {"none": "no cluster sizes", "dec": "large clusters", "both": "either"}
    value = known(index)["bias"].value
    assert value is None or phrase(index) == told[value]


# --- the rest


def test_the_papers_footnote_on_the_indices_it_leaves_out() -> None:
    """They "do not satisfy either constant baseline, symmetry, or maximal agreement"."""
    named = {key for key, _, _ in cells(PAIRS_HEAD, PAIRS)}
    wanted: tuple[Property, ...] = ("constant_baseline", "symmetry", "maximal_agreement")
    for index in PAIR_INDICES:
        if index.key not in named:
            assert any(holds(index, kind) is False for kind in wanted), index.key


@pytest.mark.parametrize("index", CATALOGUE, ids=lambda index: index.key)
def test_symmetry_is_that_of_the_registry(index: pw.Index) -> None:
    assert holds(index, "symmetry") == index.symmetric


def test_some_properties_are_defined_for_pair_counting_indices_only() -> None:
    for index in CATALOGUE:
        beyond = {k for k in PROPERTIES if known(index)[k].status == "not_applicable"}
        if index.kind == "pairs":
            assert beyond == set()
        else:
            assert beyond == set(PAIRS_HEAD.split()) - set(GENERAL_HEAD.split())


def test_the_oracle_knows_all_indices() -> None:
    assert {index.key for index in CATALOGUE} <= set(ORACLE)
