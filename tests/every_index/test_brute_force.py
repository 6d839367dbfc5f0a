"""Every pair of clusterings of up to six items, against the paper's definitions.

The oracle counts pairs of items and arrangements of labels one by one (tests/support/oracle.py); it
shares no code with the library. It knows an index by key and says None where a formula
divides by zero.
"""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import partwise as pw
from every_index.catalogue import CATALOGUE, all_pairs, close, pairs_up_to_order
from support.oracle import ALL_PAIR_COUNTING, ORACLE, pair_counts
from support.oracle_information import rounded


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_every_pair_counting_index(n: int) -> None:
    seen: set[tuple[int, int, int, int]] = set()
    for a, b in all_pairs(n) if n < 6 else pairs_up_to_order(n):
        counts = pair_counts(a, b)
        table = pw.contingency(a, b)
        assert tuple(table.pair_counts) == counts
        if counts in seen:
            continue
        seen.add(counts)
        for key, formula in ALL_PAIR_COUNTING.items():
            expected = rounded(lambda f=formula, c=counts: f(*map(Fraction, c)))  # type: ignore[misc]
            _agree(pw.index(key), table, expected)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_every_other_index(n: int) -> None:
    keys = [index.key for index in CATALOGUE if index.kind == "table"]
    for a, b in pairs_up_to_order(n):
        table = pw.contingency(a, b)
        for key in keys:
            _agree(pw.index(key), table, ORACLE[key](a, b))


# A difference of two sums of fractions: as right as these are, which near 0 are more than it is.
CANCELLING = {"normalised_accuracy", "pair_sets_index", "rmi"}


def _agree(index: pw.Index, table: pw.Contingency, expected: object) -> None:
    found = index.evaluate(table, undefined="nan").value
    if expected is None:
        assert math.isnan(found), _where(index, table)
        return
    if isinstance(expected, Fraction):
        assert index.evaluate(table, exact=True).value == expected, _where(index, table)
        near = index.key in CANCELLING and abs(found - float(expected)) < 1e-15
        assert near or close(float(found), float(expected)), _where(index, table)
        return
    if index.key in CANCELLING and abs(float(found) - float(expected)) < 1e-15:  # type: ignore[arg-type]
        return
    tolerance = 5e-14 if index.key == "smi" else 1e-15
    assert close(float(found), float(expected), tolerance), (  # type: ignore[arg-type]
        f"{_where(index, table)}\nfound {found!r}, expected {expected}"
    )


def _where(index: pw.Index, table: pw.Contingency) -> str:
    return f"{index.key} on\n{table.to_dense()}"
