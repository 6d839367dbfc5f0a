"""Linear equivalence, against the paper's table and against exact values."""

from __future__ import annotations

from fractions import Fraction

import pytest

import partwise as pw
from partwise.paper.index_list import EQUIVALENT
from partwise.properties.equivalence import Equivalence, equivalences, equivalent
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

    @pw.pair_index("half_turn")
    def half_turn(p: pw.PairCounts) -> object:
        return 1 - 2 * pw.index("CD").formula(p)

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
    assert "not proved" in str(told)
    assert told.to_dict()["proved"] is False


def test_a_tiny_defect_is_no_equivalence() -> None:
    near = pw.define("near_rand", "(n11 + n00)/N + 0.0001*n11*n10/N**2")
    assert equivalent(near, "rand") is None


def test_constants_are_not_equivalent_to_anything() -> None:
    assert equivalent(pw.define("always_one", "N/N"), "rand") is None
