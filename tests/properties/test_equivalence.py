"""Linear equivalence, against the paper's table and against exact values."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import partwise as pw
from partwise.base import ops
from partwise.catalogue import Index
from partwise.paper.index_list import EQUIVALENT
from partwise.properties.equivalence import Equivalence, equivalences, equivalent
from partwise.tables import PairCounts
from properties.zoo import branches, disguises, scales
from properties.zoo.species import Species
from support.oracle import PAIR_COUNTING, Pairs

PAPER = {key: set(twins) for key, twins in EQUIVALENT.items()}
POINTS = [
    Pairs(*map(Fraction, p)) for p in ((2, 1, 0, 3), (5, 3, 2, 11), (0, 1, 4, 5), (7, 2, 9, 3))
]


def test_the_papers_table_is_recomputed_over_the_whole_catalogue() -> None:
    found: dict[str, set[str]] = {}
    for each in equivalences():
        assert each.proved
        found.setdefault(each.second, set()).add(each.first)
    assert found == PAPER


@pytest.mark.parametrize(
    ("first", "second"),
    [(twin, key) for key, twins in PAPER.items() for twin in sorted(twins)]
    + [("rand", "hubert"), ("mirkin", "hubert")],
)
def test_factor_and_offset_fit_the_oracle(first: str, second: str) -> None:
    told = equivalent(first, second)
    assert told is not None
    assert isinstance(told.factor, Fraction)
    assert isinstance(told.offset, Fraction)
    for n11, n10, n01, n00 in POINTS:
        x = PAIR_COUNTING[second](*((n11, n01, n10, n00) if told.swapped else (n11, n10, n01, n00)))
        assert PAIR_COUNTING[first](n11, n10, n01, n00) == told.factor * x + told.offset


def test_swapping_is_told() -> None:
    assert equivalent("wallace_2", "wallace_1") == Equivalence(
        "wallace_2", "wallace_1", Fraction(1), Fraction(0), swapped=True, proved=True
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("jaccard", "dice"),
        ("correlation", "correlation_distance"),
        ("correlation_distance", "correlation_chord"),
        ("rand", "gower_legendre"),
        ("goodman_kruskal", "yule"),
        ("nmi_arithmetic", "nmi_geometric"),
        ("vi", "rand"),
    ],
)
def test_monotone_or_near_kin_is_not_equivalent(first: str, second: str) -> None:
    assert equivalent(first, second) is None


def test_roots_angles_and_entropies() -> None:
    cc = "(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))"
    own = equivalent(pw.define("own_cc", f"1 - {cc}/3"), "correlation")
    assert own is not None
    assert (own.factor, own.offset, own.proved) == (Fraction(-1, 3), Fraction(1), True)

    @pw.table_index("distance_by_nmi")
    def distance_by_nmi(t: object) -> object:
        return (t.entropy_joint - t.mutual_information) / t.entropy_joint  # type: ignore[attr-defined]

    joint = equivalent(distance_by_nmi, "nmi_joint")
    assert joint is not None
    assert (joint.factor, joint.offset, joint.proved) == (Fraction(-1), Fraction(1), True)

    distance = pw.index("CD")

    @pw.pair_index("half_turn")
    def half_turn(p: pw.PairCounts) -> object:
        return 1 - 2 * distance.formula(p)

    angle = equivalent(half_turn, "correlation_distance")
    assert angle is not None
    assert (angle.factor, angle.offset, angle.proved) == (Fraction(-2), Fraction(1), True)
    assert str(angle) == "half_turn(A, B) = -2·correlation_distance(A, B) + 1"


def test_a_function_without_a_formula_is_matched_but_not_proved() -> None:
    def five_times(table: pw.Contingency) -> float:
        return 5 * float(pw.index("NMI").evaluate(table).value) + 1

    told = equivalent(pw.define("five_times", five_times), "nmi_arithmetic")
    assert told is not None
    assert not told.proved
    assert told.factor == pytest.approx(5)
    assert told.offset == pytest.approx(1)
    assert told.up_to_n == 6
    assert "tried up to n = 6, not proved" in str(told)
    assert told.to_dict()["proved"] is False


def test_a_tiny_defect_is_no_equivalence() -> None:
    near = pw.define("near_rand", "(n11 + n00)/N + 0.0001*n11*n10/N**2")
    assert equivalent(near, "rand") is None


def test_constants_are_not_equivalent_to_anything() -> None:
    assert equivalent(pw.define("always_one", "N/N"), "rand") is None


# --- whatever the scale

SCALES = [
    (Fraction(1, 10**12), Fraction(0)),
    (Fraction(1), Fraction(10**16)),
    (Fraction(-3, 10**12), Fraction(10**16)),
    (Fraction(10**16), Fraction(-1, 7)),
]


@pytest.mark.parametrize(("factor", "offset"), SCALES)
@pytest.mark.parametrize("key", ["rand", "wallace_1", "correlation", "vi", "nmi_max", "bcubed"])
def test_linear_functions_are_seen_through(key: str, factor: Fraction, offset: Fraction) -> None:
    formula = pw.index(key).formula
    (times, over), (plus, below) = factor.as_integer_ratio(), offset.as_integer_ratio()

    def scaled(data: Any) -> Any:
        return (formula(data) * times * below + plus * over) / (over * below)

    own = replace(pw.index(key), key="own", formula=scaled, builtin=False)
    result = equivalent(own, key)
    assert result is not None
    assert (result.factor, result.offset, result.proved) == (factor, offset, True)


def test_a_difference_of_1e_30_is_seen() -> None:
    near = pw.define("nearly_rand", "(n11 + n00)/N + 1e-30*n11*n10/N**2")
    assert equivalent(near, "rand") is None
    assert (
        equivalent(pw.define("nearly_rand_far_up", "1e16 + (n11 + n00)/N + 1e-30*n10"), "rand")
        is None
    )


def test_sums_over_cells_are_linear() -> None:
    def triple(t: Any) -> Any:
        return 1 - t.sum(3 * t.cell**2 / t.row + t.cell / 7) / t.n

    def single(t: Any) -> Any:
        return t.sum(t.cell**2 / t.row) / t.n

    result = equivalent(Index("a", "a", "table", triple), Index("b", "b", "table", single))
    assert result is not None
    assert (result.factor, result.offset, result.proved) == (-3, Fraction(6, 7), True)
    turned = equivalent(
        Index("a", "a", "table", triple),
        Index("b", "b", "table", lambda t: t.sum(t.cell**2 / t.col) / t.n),
    )
    assert turned is not None
    assert (turned.swapped, turned.proved) == (True, True)


def test_the_sign_of_a_sum_is_not_assumed() -> None:
    """√(Σ²) is |Σ|, and this sum is negative."""

    def root(t: Any) -> Any:
        return ops.sqrt(t.sum(t.cell - t.row) ** 2)

    result = equivalent(
        Index("a", "a", "table", root), Index("b", "b", "table", lambda t: t.sum(t.cell - t.row))
    )
    assert result is None or result.factor == -1


# --- branches


@pytest.mark.parametrize("species", [*branches.SPECIES, *disguises.SPECIES], ids=lambda s: s.name)
def test_branches_prove_nothing(species: Species) -> None:
    """What is proved is true, also where N10 = 700."""
    if species.make().kind != "pairs":
        return
    result = equivalent(species.make(), "rand")
    if result is None or not result.proved:
        return
    formula, rand = species.make().formula, pw.index("rand").formula
    for counts in product((0, 3, 41, 300, 700, 701), repeat=4):
        if sum(counts):
            p = PairCounts(*map(Fraction, counts))
            assert formula(p) == result.factor * rand(p) + result.offset


def test_a_branch_that_nothing_meets_is_not_proved() -> None:
    result = equivalent(Index("a", "a", "pairs", branches.equal_700), "rand")
    assert result is not None
    assert (result.proved, result.up_to_n) == (False, 6)


def test_a_late_difference_is_seen_by_algebra_or_by_larger_tables() -> None:
    late = next(species for species in scales.SPECIES if species.name == "zero_up_to_45")
    result = equivalent(late.make(), "rand")
    assert result is None or not result.proved
