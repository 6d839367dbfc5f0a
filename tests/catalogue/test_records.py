"""What a record of an index says of it: nothing that was not declared, and stability truly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import chain, product
from typing import Any

import numpy as np
import pytest
import sympy

import partwise as pw
from every_index.catalogue import STATISTICS
from every_index.test_undefined import BASELINE, WORST
from partwise.base import InputError
from partwise.catalogue import CoverIndex, MembershipIndex
from partwise.catalogue.conventions import Conventions
from partwise.tables import FloatTable, NotGivenError, NotTraceableError, RealTable
from support.oracle import set_partitions

CATALOGUE = [index for index in pw.indices("all") if index.builtin]
OF_ALL_KINDS = [*CATALOGUE, *CoverIndex.by_key.values(), *MembershipIndex.by_key.values()]


def half(_: Any) -> Fraction:
    return Fraction(1, 2)


UNDECLARED: dict[str, Callable[[], pw.Index]] = {
    "a record": lambda: pw.Index("records_own", "records_own", "pairs", half),
    "pairs": lambda: pw.pair_index("records_own")(half),
    "a table": lambda: pw.table_index("records_own")(half),
    "a formula": lambda: pw.define("records_own", "1/2"),
    "a function": lambda: pw.define("records_own", half),
}


@pytest.mark.parametrize("made", UNDECLARED.values(), ids=UNDECLARED)
def test_nothing_is_said_of_an_index_that_was_not_declared(made: Callable[[], pw.Index]) -> None:
    index = made()
    assert (index.key, index.label, index.aka, index.references) == ("records_own",) * 2 + ((),) * 2
    assert index.direction == "similarity"
    assert index.range == (-math.inf, math.inf)
    assert index.symmetric is None
    assert index.conventions == Conventions(None, None, None, None)
    assert (index.stable, index.builtin, index.family) == (False, False, "own")


@pytest.mark.parametrize("direction", ["similarity", "distance"])
def test_only_identical_clusterings_have_a_value_that_nobody_declared(direction: Any) -> None:
    """The best end of the range, where it has one."""
    best = {"similarity": 3, "distance": -2}[direction]
    for make in (pw.pair_index, pw.table_index):
        index = make("records_own", direction=direction, range=(-2, 3))(half)
        assert index.conventions == Conventions(best, None, None, None)
        index = make("records_own", direction=direction, trivial={"identical": 7})(half)
        assert index.conventions == Conventions(7, None, None, None)


def test_records_are_of_the_catalogue_and_cannot_be_changed() -> None:
    for index in OF_ALL_KINDS:
        assert index.builtin
        with pytest.raises(FrozenInstanceError):
            index.key = "other"
        assert index in {index}


DISTANCES = {
    "jaccard_distance", "correlation_distance", "minkowski", "mirkin", "correlation_chord", "vi",
    "nvi", "nid", "tsallis_vi_2", "split_join", "van_dongen",
}  # fmt: skip
WITH_ROLES = {
    "wallace_1", "wallace_2", "minkowski", "yule", "fager_mcgowan", "peirce", "fnmi", "purity",
    "inverse_purity", "homogeneity", "completeness", "normalised_accuracy", "cluster_precision",
    "cluster_recall", "bcubed_precision", "bcubed_recall", "adjusted_wallace_1",
    "adjusted_wallace_2",
}  # fmt: skip
RANGES: dict[tuple[float | Fraction, float | Fraction], set[str]] = {
    (-1, 1): {
        "adjusted_rand", "correlation", "hubert", "mcconnaughey", "peirce", "goodman_kruskal",
        "normalised_accuracy", "adjusted_fowlkes_mallows", "arithmetic_mean",
    },
    (0, math.inf): {"minkowski", "vi", "mi", "split_join"},
    (-math.inf, math.inf): {"yule", "smi", "rmi", "lerman"},
    (-math.inf, 1): {
        "ami_geometric", "ami_arithmetic", "ami_max", "ami_min", "adjusted_wallace_1",
        "adjusted_wallace_2", "mari",
    },
    (Fraction(-1, 2), 1): {"fager_mcgowan"},
    (Fraction(-1, 4), Fraction(1, 4)): {"baulieu_2"},
    (0, 2): {"correlation_chord"},
}  # fmt: skip


def test_what_the_catalogue_declares() -> None:
    """In one place and at once; that it is true is tested elsewhere, index by index."""
    ranges = {key: bounds for bounds, keys in RANGES.items() for key in keys}
    assert {*ranges} | DISTANCES | WITH_ROLES <= {index.key for index in CATALOGUE}
    table = pw.contingency([0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 2])
    for index in CATALOGUE:
        seen: Any = table.pair_counts if index.kind == "pairs" else FloatTable(table)
        value, (low, high) = float(index.formula(seen)), index.range
        assert value == pytest.approx(float(index.evaluate(table).value))
        assert low <= value <= high
        assert index.range == ranges.get(index.key, (0, 1)), index.key
        assert index.direction == ("distance" if index.key in DISTANCES else "similarity")
        assert index.symmetric == (index.key not in WITH_ROLES), index.key
        assert index.stable == (index.key not in {"normalised_accuracy", "pair_sets_index"})
        assert index.references
        assert index.doc
        best = index.range[index.direction == "similarity"]
        without = {"smi": 0, "lerman": 0, "mi": None, "rmi": None}
        assert index.conventions.identical == without.get(index.key, best), index.key
        opposite = WORST.get(index.key)
        assert index.conventions.opposite == opposite, index.key
        vs_other = None if index.key in DECIDED else BASELINE.get(index.key)
        assert index.conventions.vs_other == vs_other, index.key
        assert index.conventions.otherwise == (0 if index.key in STATISTICS else None)
    assert len({*pw.indices("all")} - {*pw.indices("own")}) == len(CATALOGUE) == 70


DECIDED = {"adjusted_rand", "ami_arithmetic", "ami_max"}
"""Their formulas have the baseline's value themselves where a clustering is trivial."""


def test_no_value_is_preferred_to_itself() -> None:
    for index in OF_ALL_KINDS:
        low, high = 0.25, 0.5
        better, worse = (high, low) if index.direction == "similarity" else (low, high)
        assert index.prefers(better, worse)
        assert not index.prefers(worse, better)
        assert not index.prefers(low, low)


def test_only_formulas_of_the_catalogue_and_texts_are_shown_without_steps() -> None:
    assert all(index.is_plain for index in CATALOGUE)
    plain = {name: made().is_plain for name, made in UNDECLARED.items()}
    assert plain == {name: name == "a formula" for name in UNDECLARED}


# --- indices with a parameter

FAMILIES: dict[str, tuple[Callable[[float], pw.Index], tuple[float, ...]]] = {
    "mean": (pw.families.generalised_mean, (-math.inf, -2, -1, -0.5, 0, 0.3, 1, 2, math.inf)),
    "measure": (pw.families.v_measure_beta, (0, 0.5, 1, 3)),
    "information": (lambda q: pw.families.tsallis(q, "nmi"), (0.5, 1, 1.5, 2, 3)),
    "distance": (lambda q: pw.families.tsallis(q, "vi"), (0.5, 1, 1.5, 2, 3)),
}
SMALL = [pw.contingency(a, b) for a, b in product(set_partitions(4), repeat=2)]


def test_indices_with_a_parameter_are_declared_like_their_family() -> None:
    means = ("gosgensmeasures2021",)
    nothing_known = Conventions(1, None, None, None)
    entropies = ("romano2016", "simovici2007")
    measures = pw.index("v_measure").references
    for name, kind, family, range_, best, conventions, references in (
        ("mean", "pairs", "pairs_beyond", (-1, 1), 1, Conventions(1, -1, 0), means),
        ("measure", "table", "entropy", (0, 1), 1, nothing_known, measures),
        ("information", "table", "entropy", (-math.inf, 1), 1, nothing_known, entropies),
        ("distance", "table", "entropy", (0, math.inf), 0, Conventions(0, None, None), entropies),
    ):
        make, parameters = FAMILIES[name]
        for index in map(make, parameters):
            assert (index.kind, index.family, index.builtin) == (kind, family, False)
            assert (index.range, index.best, index.conventions) == (range_, best, conventions)
            assert index.references == references
        stable = [index.stable for index in map(make, parameters)]
        assert stable == [
            family != "entropy" or name == "measure" or q in (1, 2) for q in parameters
        ]


STRANGE: list[Any] = [True, "2", None, math.nan, -math.inf, math.inf, -1, 0]
ALLOWED = {"mean": 4, "measure": 1, "information": 0, "distance": 0}
"""How many of the last ones a family takes."""


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_no_parameter_of_a_family_is_refused(family: str) -> None:
    make, allowed = FAMILIES[family][0], ALLOWED[family]
    for parameter in STRANGE[: len(STRANGE) - allowed]:
        with pytest.raises(InputError, match=r"must be a number.*, not "):
            make(parameter)
    for parameter in STRANGE[len(STRANGE) - allowed :]:
        assert make(parameter).family == make(0.5).family


@pytest.mark.parametrize(
    ("family", "parameter"), [(name, each) for name, (_, some) in FAMILIES.items() for each in some]
)
def test_what_is_declared_of_an_index_with_a_parameter_is_true(
    family: str, parameter: float
) -> None:
    index = FAMILIES[family][0](parameter)
    low, high = index.range
    values, swapped = index.values(SMALL), index.values([table.T for table in SMALL])
    defined = values[~np.isnan(values)]
    assert low - 1e-12 <= defined.min() <= defined.max() <= high + 1e-12
    assert (defined.max() if index.direction == "similarity" else defined.min()) == index.best
    is_symmetric = np.allclose(values, swapped, rtol=1e-12, atol=1e-12, equal_nan=True)
    assert is_symmetric == index.symmetric
    if index.kind == "pairs":
        assert index.from_counts(0, 1, 1, 0) == low
    if index.stable:
        assert max(error_of_floats(index, table) for table in TABLES[:2]) < 1e-13


# --- stability


def nearly_independent() -> Iterator[pw.Contingency]:
    """Tables on which values nearly vanish, so that floats that cancel have few digits left."""
    rng = np.random.default_rng(4)
    for height, width in ((4, 5), (3, 4), (5, 4)):
        sizes = rng.integers(1, 1000, height + width)
        independent = np.outer(sizes[:height], sizes[height:])
        yield pw.Contingency.from_matrix(independent + rng.integers(0, 2, independent.shape))


TABLES = tuple(nearly_independent())


def error_of_floats(index: pw.Index, table: pw.Contingency) -> float:
    """Return the relative error of the formula in float arithmetic; 1 where only zero is right."""
    floats: Any = table.pair_counts if index.kind == "pairs" else FloatTable(table)
    reals = table.pair_counts.as_reals() if index.kind == "pairs" else RealTable(table)
    found, exact = (float(index.formula(seen)) for seen in (floats, reals))
    return abs(found - exact) / abs(exact) if exact else float(found != 0)


def test_formulas_are_declared_stable_where_and_only_where_floats_lose_no_digits() -> None:
    """SMI is left out: what it divides by is a standard deviation, which floats know less well."""
    for index in CATALOGUE:
        if index.key != "smi":
            errors = [error_of_floats(index, table) for table in TABLES]
            assert (max(errors) < 1e-14) == index.stable, index.key


# --- formulas as they are shown


def test_counts_are_not_negative_in_an_expression() -> None:
    """SymPy simplifies roots of squares then."""
    counts = {str(symbol): symbol for symbol in pw.index("rand").expression().free_symbols}
    assert counts.keys() == {"N11", "N10", "N01", "N00"}
    assert all(symbol.is_nonnegative for symbol in counts.values())
    own = pw.pair_index("records_own")(lambda p: (p.n11**2) ** Fraction(1, 2) / p.total)
    assert sympy.cancel(own.expression() - counts["N11"] / sum(counts.values())) == 0


EXTREMES = ("min", "max")
SIDES = [("entropy_a", "entropy_b"), ("row", "col"), ("k_a", "k_b")]


def test_the_reference_comes_first_in_a_maximum_or_minimum() -> None:
    found = set[tuple[str, ...]]()
    for index in CATALOGUE:
        with suppress(NotTraceableError, NotGivenError):
            steps = [*index.recorded().steps]
            found |= {tuple(x.does for x in step.parts) for step in steps if step.does in EXTREMES}
    of_sides = {pair for pair in found if {*pair} & {*chain(*SIDES)}}
    assert of_sides == {*SIDES}
