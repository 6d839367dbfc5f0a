"""Indices on expected tables of soft clusterings, written from their definitions.

A table is a list of rows of fractions, none of them empty. Matchings are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, zip_longest
from typing import Any

from mpmath import mp, mpf, sqrt

from support import soft_memberships as brute

Cells = list[list[Fraction]]


def cells_of(p: brute.Rows, q: brute.Rows) -> Cells:
    """n_ij = Σ_x u_xi v_xj, without clusters that nothing belongs to."""
    rows = [row for row in brute.expected_cells(p, q) if any(row)]
    kept = [column for column in zip(*rows, strict=True) if any(column)]
    return [list(row) for row in zip(*kept, strict=True)]


def _sizes(cells: Cells) -> tuple[list[Fraction], list[Fraction], Fraction]:
    rows = [sum(row, Fraction(0)) for row in cells]
    columns = [sum(column, Fraction(0)) for column in zip(*cells, strict=True)]
    return rows, columns, sum(rows, Fraction(0))


def _best(cells: Cells, worth: Callable[[Fraction, Fraction, Fraction], Fraction]) -> Fraction:
    """Return the largest sum over one-to-one matchings of clusters."""
    rows, columns, _ = _sizes(cells)
    weights = [
        [worth(cell, a, b) for cell, b in zip(row, columns, strict=True)]
        for row, a in zip(cells, rows, strict=True)
    ]
    if len(weights) > len(weights[0]):
        weights = [list(column) for column in zip(*weights, strict=True)]
    return max(
        sum((row[j] for row, j in zip(weights, chosen, strict=True)), Fraction(0))
        for chosen in permutations(range(len(weights[0])), len(weights))
    )


def _of_entropies(formula: Callable[[mpf, mpf, mpf], Any]) -> Callable[[Cells], Any]:
    def value(cells: Cells) -> Any:
        a, b, joint = brute.entropies(cells)
        try:
            return formula(a, b, joint)
        except ZeroDivisionError:
            return None

    return value


def _nmi(a: mpf, b: mpf, joint: mpf) -> Any:
    return (a + b - joint) / ((a + b) / 2)


def _fnmi(cells: Cells) -> Any:
    """Amelio and Pizzuti (2015): NMI times exp(−|k_A − k_B| / k_A)."""
    value = _of_entropies(_nmi)(cells)
    k_a, k_b = len(cells), len(cells[0])
    return None if value is None else mp.exp(-mpf(abs(k_a - k_b)) / k_a) * value


def _maxima(cells: Cells) -> tuple[Fraction, Fraction, Fraction]:
    """Return sums of the largest cell of each row and of each column, and the number of items."""
    columns = list(zip(*cells, strict=True))
    inverse, pure = (sum(map(max, parts), Fraction(0)) for parts in (cells, columns))
    return inverse, pure, _sizes(cells)[2]


def _purity(cells: Cells) -> Fraction:
    return _maxima(cells)[1] / _maxima(cells)[2]


def _inverse_purity(cells: Cells) -> Fraction:
    return _maxima(cells)[0] / _maxima(cells)[2]


def _f_measure(cells: Cells) -> Fraction:
    recall, precision = _inverse_purity(cells), _purity(cells)
    return 2 * precision * recall / (precision + recall)


def _split_join(cells: Cells) -> Fraction:
    """van Dongen (2000): how many items have to move."""
    inverse, pure, n = _maxima(cells)
    return 2 * n - inverse - pure


def _van_dongen(cells: Cells) -> Fraction:
    return _split_join(cells) / (2 * _sizes(cells)[2])


def _accuracy(cells: Cells) -> Fraction:
    return _best(cells, lambda cell, _a, _b: cell) / _sizes(cells)[2]


def _normalised_accuracy(cells: Cells) -> Fraction | None:
    """Mean recall of matched clusters, 0 for one cluster: Gagolewski (2021), for any k."""
    if len(cells) == 1:
        return None
    return (_best(cells, lambda cell, a, _b: cell / a) - 1) / (len(cells) - 1)


def _pair_sets_index(cells: Cells) -> Fraction | None:
    """Rezaei and Fränti (2016), equations 16 to 19, cut off at 0."""
    rows, columns, n = _sizes(cells)
    found = _best(cells, lambda cell, a, b: cell / max(a, b))
    in_order = zip_longest(*(sorted(sizes, reverse=True) for sizes in (rows, columns)))
    expected = sum((min(a, b) for a, b in in_order if a and b), Fraction(0)) / n
    most = max(len(rows), len(columns))
    return None if most == expected else max(Fraction(0), (found - expected) / (most - expected))


DEFINITIONS: dict[str, Callable[[Cells], Any]] = {
    "nmi_arithmetic": _of_entropies(_nmi),
    "nmi_max": _of_entropies(lambda a, b, joint: (a + b - joint) / max(a, b)),
    "nmi_min": _of_entropies(lambda a, b, joint: (a + b - joint) / min(a, b)),
    "nmi_geometric": _of_entropies(lambda a, b, joint: (a + b - joint) / sqrt(a * b)),
    "nmi_joint": _of_entropies(lambda a, b, joint: (a + b - joint) / joint),
    "fnmi": _fnmi,
    "vi": _of_entropies(lambda a, b, joint: 2 * joint - a - b),
    "nvi": _of_entropies(lambda a, b, joint: (2 * joint - a - b) / joint),
    "nid": _of_entropies(lambda a, b, joint: 1 - (a + b - joint) / max(a, b)),
    "mi": _of_entropies(lambda a, b, joint: a + b - joint),
    "homogeneity": _of_entropies(lambda a, b, joint: (a + b - joint) / a),
    "completeness": _of_entropies(lambda a, b, joint: (a + b - joint) / b),
    "v_measure": _of_entropies(_nmi),  # the harmonic mean of both
    "f_measure": _f_measure,
    "purity": _purity,
    "inverse_purity": _inverse_purity,
    "accuracy": _accuracy,
    "normalised_accuracy": _normalised_accuracy,
    "pair_sets_index": _pair_sets_index,
    "split_join": _split_join,
    "van_dongen": _van_dongen,
}
