"""How far CD and CD′ are from a constant: brute force, the paper's series, its footnote."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from itertools import product

import pytest
from mpmath import mp

from partwise.base.errors import InputError
from partwise.chance.deviation_of_cd import CorrelationDeviation, correlation_deviation
from partwise.chance.exact_laws import law_of_n11
from support.oracle import PAIR_COUNTING, arrangements, pair_counts
from support.oracle_tables import exact_law
from support.partitions import integer_partitions

Sizes = tuple[int, ...]


def proper_sizes(n: int) -> list[Sizes]:
    return [sizes for sizes in integer_partitions(n) if 1 < len(sizes) < n]


def labels(sizes: Sizes) -> tuple[int, ...]:
    return tuple(label for label, size in enumerate(sizes) for _ in range(size))


def size_pairs(*numbers: int) -> list[tuple[Sizes, Sizes]]:
    return [pair for n in numbers for pair in product(proper_sizes(n), proper_sizes(n))]


def brute_force(key: str, a: Sizes, b: Sizes) -> mp.mpf:
    """Return the mean over all arrangements of the candidate's labels, all equally likely."""
    formula = PAIR_COUNTING[key]
    found = [
        formula(*map(Fraction, pair_counts(labels(a), arrangement)))
        for arrangement in arrangements(labels(b))
    ]
    return mp.fsum(found) / len(found)


@pytest.mark.parametrize(("a", "b"), size_pairs(3, 4, 5, 6))
def test_deviations_equal_brute_force(a: Sizes, b: Sizes) -> None:
    found = correlation_deviation(a, b)
    assert found.exact
    for deviation, baseline in ((found.distance, mp.mpf(1) / 2), (found.chord, mp.sqrt(2))):
        expected = float(brute_force(deviation.distance, a, b) - baseline)
        assert deviation.mean.value == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(("a", "b"), [((4, 2, 1, 1), (3, 3, 2)), ((3, 2, 2), (2, 2, 2, 1))])
def test_the_law_of_n11_is_that_of_all_tables(a: Sizes, b: Sizes) -> None:
    expected: dict[int, Fraction] = {}
    for table, chance in exact_law(a, b).items():
        n11 = sum(math.comb(cell, 2) for row in table for cell in row)
        expected[n11] = expected.get(n11, Fraction(0)) + chance
    assert law_of_n11(a, b) == expected


@pytest.mark.parametrize("n", range(5, 10))
def test_one_item_apart_deviates_most(n: int) -> None:
    found = {pair: abs(correlation_deviation(*pair).distance.mean.value) for pair in size_pairs(n)}
    assert max(found, key=found.__getitem__) == ((n - 1, 1), (n - 1, 1))


def test_a_law_that_takes_long_is_left() -> None:
    assert law_of_n11([10] * 10, [10] * 10, most_steps=1000) is None
    assert law_of_n11([2] * 150, [2] * 150) is None
    assert law_of_n11([2] * 10**5, [2] * 10**5) is None


@pytest.mark.parametrize(("a", "b"), size_pairs(5, 6, 7))
def test_the_series_of_the_paper_leads_to_the_deviation(a: Sizes, b: Sizes) -> None:
    found = correlation_deviation(a, b)
    errors = [found.series_error(terms) for terms in (1, 2, 3, 4)]
    for terms, error in enumerate(errors, 1):
        assert abs(found.series(terms) - found.distance.mean.value) <= error + 1e-15
    assert errors == sorted(errors, reverse=True)
    assert abs(found.distance.mean.value) <= found.bound  # erratum 29
    assert found.moments[2].value <= 1 / (found.n - 1) + 1e-15  # erratum 3


@pytest.mark.parametrize("n", range(3, 10))
def test_the_footnote_holds_wherever_cc_is_not_constant(n: int) -> None:
    for a, b in size_pairs(n):
        found = correlation_deviation(a, b)
        law = law_of_n11(a, b)
        assert law is not None
        assert found.chord_is_worse == (len(law) > 1)
        assert abs(found.chord.of_range) >= 1.96 * abs(found.distance.of_range)
        if len(law) == 1:
            assert found.distance.mean.value == found.chord.mean.value == 0


@pytest.mark.parametrize("n", range(3, 11))
def test_cc_of_clusterings_is_at_least_minus_a_half(n: int) -> None:
    """From there on CD′ deviates more at each value of CC, so in every mean: docs say so."""
    total = n * (n - 1) // 2
    for a, b in size_pairs(n):
        m_a, m_b = (sum(math.comb(size, 2) for size in sizes) for sizes in (a, b))
        least = min(law_of_n11(a, b) or {})
        covariance = total * least - m_a * m_b
        variances = m_a * (total - m_a) * m_b * (total - m_b)
        assert covariance >= 0 or 4 * covariance**2 <= variances


def test_each_value_of_cc_adds_more_to_cd_chord() -> None:
    for step in range(-68, 101):
        if step:
            x = mp.mpf(step) / 100
            cd = abs(mp.acos(x) / mp.pi - 0.5 + x / mp.pi)
            chord = abs(mp.sqrt(2 * (1 - x)) - mp.sqrt(2) + x / mp.sqrt(2))
            assert cd / 0.5 < chord / mp.sqrt(2)
            assert cd < chord / 2
    x = mp.mpf("-0.9")  # graphs may be so far apart: there it is the other way round
    assert (
        mp.acos(x) / mp.pi - 0.5 + x / mp.pi
        > (mp.sqrt(2) - x / mp.sqrt(2)) / 2 - mp.sqrt(2 * (1 - x)) / 2
    )


def sampled(
    a: Sizes, b: Sizes, samples: int, monkeypatch: pytest.MonkeyPatch
) -> CorrelationDeviation:
    """Sample although all tables could be counted."""
    module = sys.modules[CorrelationDeviation.__module__]
    with monkeypatch.context() as patch:
        patch.setattr(module, "law_of_n11", lambda *_: None)
        return correlation_deviation(a, b, samples=samples, seed=7)


@pytest.mark.parametrize(("a", "b"), [((5, 4, 3), (6, 3, 2, 1)), ((20, 5), (10, 10, 5))])
def test_sampling_agrees_with_counting(a: Sizes, b: Sizes, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, drawn = correlation_deviation(a, b), sampled(a, b, 50_000, monkeypatch)
    assert counted.exact
    assert not drawn.exact
    pairs = [
        (counted.distance.mean, drawn.distance.mean),
        (counted.chord.mean, drawn.chord.mean),
        *((counted.moments[power], drawn.moments[power]) for power in (2, 3, 4, 5)),
    ]
    for expected, estimate in pairs:
        assert estimate.standard_error > 0
        assert abs(estimate.value - expected.value) < 5 * estimate.standard_error


def test_the_footnote_holds_for_larger_n() -> None:
    for k_a, k_b in ((10, 10), (10, 40), (50, 4)):
        found = correlation_deviation([200 // k_a] * k_a, [200 // k_b] * k_b, samples=4000, seed=1)
        assert not found.exact
        assert found.chord_is_worse
        assert abs(found.chord.of_range) > 20 * abs(found.distance.of_range)
        assert abs(found.distance.mean.value) < found.bound


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ([4], [2, 2], "row sizes are one cluster"),
        ([2, 2], [1, 1, 1, 1], "column sizes are singletons alone"),
        ([2, 2], [3, 2], "add up to"),
    ],
)
def test_trivial_sizes_are_refused(a: list[int], b: list[int], words: str) -> None:
    with pytest.raises(InputError, match=words):
        correlation_deviation(a, b)


def test_numbers_of_terms_and_samples_are_checked() -> None:
    with pytest.raises(InputError, match="terms= must be 1 to 4, not 5"):
        correlation_deviation([2, 2], [2, 2]).series(5)
    with pytest.raises(InputError, match="samples= must be at least 2"):
        correlation_deviation([2, 2], [2, 2], samples=1)
