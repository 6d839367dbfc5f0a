"""Entropies of the clusters of covers, and what is left of them given a cluster of the other cover.

A cluster is a variable that is 1 for its items and 0 for all others. It explains another one
only if the two agree more than a cluster and a complement would (Lancichinetti et al. 2009).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Codes
from partwise.tables.two_covers import CoverTable

Floats = NDArray[np.float64]

_NEAR = 1e-12
_MOST_EXACT = 5000  # items, after division by common factors, up to which ties are found exactly


class Unexplained(NamedTuple):
    """Entropy of each cluster in nats, and the least that is left given one of the other cover."""

    entropy: Floats
    left: Floats


def unexplained(table: CoverTable, *, ties: bool) -> tuple[Unexplained, Unexplained]:
    """Return the entropies of the clusters of the reference and of the candidate.

    Parameters
    ----------
    table : CoverTable
        The two covers.
    ties : bool
        Whether a cluster is of use that agrees exactly as much as its complement does.

    Examples
    --------
    >>> from partwise.tables import cover_table
    >>> a, b = unexplained(cover_table([{0, 1}, {2, 3}], [{0, 1}, {1, 2, 3}]), ties=True)
    >>> a.entropy.round(4).tolist(), a.left.round(4).tolist()
    ([0.6931, 0.6931], [0.0, 0.4774])
    """
    n, cells = table.n, table.overlaps
    sizes = table.row_sizes, table.column_sizes
    entropy = tuple(_term(own, n) + _term(n - own, n) for own in sizes)
    left = tuple(own.copy() for own in entropy)

    def explain(row: Codes, column: Codes, count: Codes) -> None:
        joint, sign = _joint_entropy(count, sizes[0][row], sizes[1][column], n)
        are_alike = sign >= (0 if ties else 1)
        row, column, joint = row[are_alike], column[are_alike], joint[are_alike]
        np.minimum.at(left[0], row, np.maximum(joint - entropy[1][column], 0))
        np.minimum.at(left[1], column, np.maximum(joint - entropy[0][row], 0))

    explain(*cells)
    for side, other in ((0, 1), (1, 0)):
        everything = np.arange(len(sizes[other]))
        for large in np.flatnonzero(4 * sizes[side] > n).tolist():
            # Clusters without common items can explain each other if they have most items.
            apart = everything[_shared(table, side, large) == 0]
            apart = apart[2 * (sizes[side][large] + sizes[other][apart]) > n]
            whole = np.full(len(apart), large)
            rows, columns = (whole, apart) if side == 0 else (apart, whole)
            explain(rows, columns, np.zeros_like(apart))
    first, second = (Unexplained(*both) for both in zip(entropy, left, strict=True))
    return first, second


def _shared(table: CoverTable, side: int, cluster: int) -> Codes:
    """Return how many items one cluster shares with each of the other cover."""
    line: Any = table.overlap_matrix[[cluster]] if side == 0 else table.overlap_matrix[:, [cluster]]
    return np.asarray(line.toarray(), np.int64).ravel()


def _term(count: Codes, n: int) -> Floats:
    """Return −p log p for p = count / n, to full precision where p is close to 1."""
    p = count / n
    rest = (n - count) / n
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithm = np.where(p > 0.5, np.log1p(-rest), np.log(p))
        return np.where(count > 0, -p * logarithm, 0.0)


def _joint_entropy(both: Codes, row: Codes, column: Codes, n: int) -> tuple[Floats, Codes]:
    """Return the joint entropy of two clusters each, and whether they agree enough to be of use.

    They do if the sign is 1; if it is 0, there is a tie, which floats may miss.
    """
    one, other, none = row - both, column - both, n - row - column + both
    agree = _term(both, n) + _term(none, n)
    differ = _term(one, n) + _term(other, n)
    sign = np.sign(agree - differ).astype(np.int64)
    is_near = np.abs(agree - differ) <= _NEAR * (agree + differ)
    # If clusters are independent, one tells nothing about the other, whatever the sign.
    for place in np.flatnonzero(is_near & (both * none != one * other)).tolist():
        counts = [int(part[place]) for part in (both, none, one, other)]
        sign[place] = _exact_sign(counts, n, int(sign[place]))
    return agree + differ, sign


def _exact_sign(counts: list[int], n: int, otherwise: int) -> int:
    """Compare Σ −p log p of the first two counts with that of the last two, in whole numbers.

    Examples
    --------
    >>> _exact_sign([40, 10, 10, 20], 80, 1), _exact_sign([4, 1, 1, 3], 9, -1)
    (0, -1)
    """
    divisor = math.gcd(*counts, n)
    both, none, one, other = (count // divisor for count in counts)
    n //= divisor
    if n > _MOST_EXACT:
        return otherwise
    agree: int = n ** (both + none) * one**one * other**other  # exp of n times it, with 0⁰ = 1
    differ: int = n ** (one + other) * both**both * none**none
    return (agree > differ) - (agree < differ)
