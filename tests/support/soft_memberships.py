"""Soft clusterings of tenths, and how they agree, written from the definitions in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from random import Random

from mpmath import mp, mpf

Rows = list[list[Fraction]]


def random_rows(rng: Random, n: int, k: int) -> Rows:
    """Draw memberships that are multiples of 1/10, many of them zero."""
    rows = []
    for _ in range(n):
        cuts = [0, *sorted(rng.randint(0, 10) for _ in range(k - 1)), 10]
        rows.append([Fraction(high - low, 10) for low, high in pairwise(cuts)])
    return rows


def one_hot(labels: list[int]) -> Rows:
    """Give each item the membership 1 in its cluster."""
    return [[Fraction(label == own) for label in range(max(labels) + 1)] for own in labels]


def pairs(n: int) -> list[tuple[int, int]]:
    """List the pairs of n items."""
    return list(combinations(range(n), 2))


def together(rows: Rows, x: int, y: int) -> Fraction:
    """E(x, y) = 1 - ||u(x) - u(y)|| / 2, of the sum of absolute differences."""
    return 1 - sum((abs(a - b) for a, b in zip(rows[x], rows[y], strict=True)), Fraction(0)) / 2


def disagreement(p: Rows, q: Rows) -> Fraction:
    """Sum |E_P - E_Q| over pairs."""
    return sum((abs(together(p, *xy) - together(q, *xy)) for xy in pairs(len(p))), Fraction(0))


def permuted(q: Rows) -> Iterator[Rows]:
    """Iterate over all orders of the items."""
    for order in permutations(range(len(q))):
        yield [q[i] for i in order]


def expected_disagreement(p: Rows, q: Rows) -> Fraction:
    """Average the disagreement over all permutations of the items of Q, one by one."""
    values = [disagreement(p, other) for other in permuted(q)]
    return sum(values, Fraction(0)) / len(values)


def expected_cells(p: Rows, q: Rows) -> list[list[Fraction]]:
    """n_ij = Σ_x u_xi v_xj."""
    return [
        [
            sum((u[i] * v[j] for u, v in zip(p, q, strict=True)), Fraction(0))
            for j in range(len(q[0]))
        ]
        for i in range(len(p[0]))
    ]


def entropies(cells: list[list[Fraction]]) -> tuple[mpf, mpf, mpf]:
    """H(A), H(B) and H(A, B) of shares of the items."""
    rows = [sum(row, Fraction(0)) for row in cells]
    columns = [sum(column, Fraction(0)) for column in zip(*cells, strict=True)]
    every = [cell for row in cells for cell in row]
    return _entropy(rows), _entropy(columns), _entropy(every)


def _entropy(sizes: list[Fraction]) -> mpf:
    n = sum(sizes, Fraction(0))
    shares = [size / n for size in sizes if size]
    return -sum(
        (
            mpf(p.numerator) / p.denominator * mp.log(mpf(p.numerator) / p.denominator)
            for p in shares
        ),
        mpf(0),
    )
