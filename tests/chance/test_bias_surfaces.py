"""Surfaces of V^(s): the paper's formulas and examples, and the verdicts on every index."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy

import partwise as pw
from partwise.base import ops
from partwise.base.errors import InputError
from partwise.catalogue.index_record import Index
from partwise.chance.bias_surfaces import (
    bias_surface,
    expected_counts,
    jaccard_against_nc_dec,
    slope_expression,
    surface_expression,
)
from partwise.properties.known_verdicts import known
from support.oracle import PAIR_COUNTING, arrangements, pair_counts

N, M_A, M_B = sympy.symbols("N m_A m_B", positive=True)

every_pair_index = pytest.mark.parametrize(
    "index", [i for i in pw.indices("paper") if i.kind == "pairs"], ids=lambda i: i.key
)

# Section 4, "Biases of Cluster Similarity Indices"; Wallace and Dice from their definitions.
PAPER = {
    "jaccard": M_A * M_B / (N * (M_A + M_B) - M_A * M_B),
    "rand": 1 - (M_A + M_B) / N + 2 * M_A * M_B / N**2,
    "wallace_1": M_B / N,
    "dice": 2 * M_A * M_B / (N * (M_A + M_B)),
}


@pytest.mark.parametrize("key", PAPER)
def test_surfaces_are_those_of_the_paper(key: str) -> None:
    assert sympy.simplify(surface_expression(pw.index(key)) - PAPER[key]) == 0


@every_pair_index
def test_values_are_those_of_the_oracle_at_expected_counts(index: Index) -> None:
    n, steps = 12, 5
    found = bias_surface(index, n=n, steps=steps)
    total = Fraction(n * (n - 1), 2)
    for i in range(steps):
        for j in range(steps):
            m_a, m_b = (total * Fraction(2 * place + 1, 2 * steps) for place in (i, j))
            together = m_a * m_b / total
            point = (together, m_a - together, m_b - together, total - m_a - m_b + together)
            expected = float(PAIR_COUNTING[index.key](*point))
            assert found.values[i, j] == pytest.approx(expected, rel=1e-12, abs=1e-13)


@every_pair_index
def test_the_expression_is_the_surface(index: Index) -> None:
    found = bias_surface(index, n=10, steps=4)
    evaluate = sympy.lambdify((N, M_A, M_B), surface_expression(index), "math")
    for i, j in np.ndindex(4, 4):
        value = evaluate(45, 45 * found.shares[i], 45 * found.shares[j])
        assert found.values[i, j] == pytest.approx(float(value), rel=1e-12, abs=1e-13)


@every_pair_index
def test_biases_are_those_of_the_verdicts(index: Index) -> None:
    found = bias_surface(index)
    assert found.bias == known(index)["bias"].value
    assert sum(found.parts().values()) == pytest.approx(1)


@every_pair_index
def test_slopes_have_the_signs_of_the_grid(index: Index) -> None:
    found = bias_surface(index, n=50, steps=8)
    slope = sympy.lambdify((N, M_A, M_B), slope_expression(index), "math")
    sense = 1 if index.direction == "similarity" else -1
    total = 1225
    for i, j in np.ndindex(found.direction.shape):
        ends = [
            sense * slope(total, total * found.shares[i], total * found.shares[j + e])
            for e in (0, 1)
        ]
        if min(ends) > 0:
            assert found.direction[i, j] == 1
        elif max(ends) < 0:
            assert found.direction[i, j] == -1


def test_the_direction_of_rand_is_that_of_its_condition() -> None:
    assert sympy.simplify(slope_expression(pw.index("rand")) - (2 * M_A - N) / N**2) == 0
    found = bias_surface(pw.index("rand"), steps=25)
    for share, signs in zip(found.shares, found.direction, strict=True):
        wanted = 0 if math.isclose(share, 0.5) else 1 if share > 0.5 else -1
        assert (signs == wanted).all()


@pytest.mark.parametrize("size", [3, 4, 5, 8])
def test_jaccard_contradicts_nc_dec(size: int) -> None:
    found = jaccard_against_nc_dec(size)
    assert len(found.other_sizes) == size + 1 > len(found.sizes) == 3
    total = math.comb(3 * size, 2)
    assert found.inter_pairs == total - 3 * math.comb(size, 2)
    assert found.other_inter_pairs == total - math.comb(2 * size, 2) < found.inter_pairs
    assert found.other_mean > found.mean


def test_the_example_is_that_of_all_arrangements() -> None:
    reference = (0, 0, 0, 1, 1, 1, 2, 2, 2)
    found = jaccard_against_nc_dec(3)
    for sizes, mean in ((found.sizes, found.mean), (found.other_sizes, found.other_mean)):
        labels = tuple(label for label, size in enumerate(sizes) for _ in range(size))
        values = [
            Fraction(PAIR_COUNTING["jaccard"](*map(Fraction, pair_counts(reference, arrangement))))
            for arrangement in arrangements(labels)
        ]
        assert sum(values, Fraction(0)) / len(values) == mean


def test_expected_counts_keep_their_margins() -> None:
    counts = expected_counts(Fraction(10), Fraction(4), Fraction(3))
    assert (counts.same_a, counts.same_b, counts.total) == (4, 3, 10)
    assert counts.determinant == 0


def test_undefined_values_are_said_and_not_counted() -> None:
    strange = replace(pw.index("rand"), formula=lambda p: ops.log(p.total - p.same_a - p.same_b))
    found = bias_surface(strange, steps=6)
    assert np.isnan(found.values[-1, -1])
    assert found.bias == "inc"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bias_surface(pw.index("NMI")), "not a pair-counting index"),
        (lambda: surface_expression(pw.index("NMI")), "not a pair-counting index"),
        (lambda: bias_surface(pw.index("rand"), n=2), "n= must be at least 3"),
        (lambda: bias_surface(pw.index("rand"), steps=1), "steps= must be at least 2"),
        (lambda: jaccard_against_nc_dec(2), "size= must be above 2"),
        (lambda: jaccard_against_nc_dec(500), "too many tables"),
    ],
)
def test_bad_input_is_refused(call: object, words: str) -> None:
    assert callable(call)
    with pytest.raises(InputError, match=words):
        call()
