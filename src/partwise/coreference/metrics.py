"""The metrics of coreference resolution: what each counts in a document, and its score of the sum.

A metric counts a tuple of numbers in each document. These add up over documents, as in the official
scorer of the CoNLL shared tasks (Pradhan et al. 2014), and the score is computed from the sums.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TypeAlias

from partwise.base import InputError, listed
from partwise.coreference.overlaps import Overlap, matched_mentions, matched_similarity

Sums: TypeAlias = tuple[int | Fraction, ...]
Rates: TypeAlias = tuple[Fraction, Fraction, Fraction]
"""Recall, precision and F1."""


@dataclass(frozen=True)
class Metric:
    """A metric: its label, what it counts in each document, and its rates of the summed counts."""

    label: str
    count: Callable[[Sequence[Overlap]], list[Sums]]
    rates: Callable[[Sums], Rates]


def _share(part: int | Fraction, whole: int | Fraction) -> Fraction:
    """Divide; 0/0 is 0, as in the official scorer."""
    return Fraction(part, whole) if whole else Fraction(0)


def _f1(recall: Fraction, precision: Fraction) -> Fraction:
    return _share(2 * recall * precision, recall + precision)


def _ratios(sums: Sums) -> Rates:
    """Return the rates of: recall's numerator and denominator, precision's, in this order."""
    recall, precision = _share(*sums[:2]), _share(*sums[2:])
    return recall, precision, _f1(recall, precision)


def _both_ways(label: str, recall: Callable[[Overlap], tuple[int | Fraction, int]]) -> Metric:
    """Return a metric whose precision is the recall of exchanged sides."""
    return Metric(
        label, lambda overlaps: [(*recall(o), *recall(o.transposed)) for o in overlaps], _ratios
    )


def _mention_recall(overlap: Overlap) -> tuple[int, int]:
    return sum(count for _, _, count in overlap.cells), sum(overlap.rows)


def _muc_recall(overlap: Overlap) -> tuple[int, int]:
    """Count links: an entity of n mentions takes n − 1, and one fewer for each part it falls into.

    A mention that the other side lacks is a part of its own.
    """
    return sum(count - 1 for _, _, count in overlap.cells), sum(size - 1 for size in overlap.rows)


def _bcubed_recall(overlap: Overlap) -> tuple[Fraction, int]:
    """Sum over mentions the share of their entity that is with them; divide by own mentions."""
    squares: dict[int, int] = {}
    for i, _, count in overlap.cells:
        size = overlap.rows[i]
        squares[size] = squares.get(size, 0) + count * count
    return _summed(squares), sum(overlap.rows)


def _lea_recall(overlap: Overlap) -> tuple[Fraction, int]:
    """Weigh the share of resolved links of each entity by its size.

    A single mention has a link to itself, resolved where it is single on both sides.
    """
    links: dict[int, int] = {}
    for i, j, count in overlap.cells:
        size = overlap.rows[i]
        if size == 1:
            links[1] = links.get(1, 0) + (overlap.columns[j] == 1)
        else:  # size · C(count, 2) / C(size, 2)
            links[size - 1] = links.get(size - 1, 0) + count * (count - 1)
    return _summed(links), sum(overlap.rows)


def _summed(numerators: dict[int, int]) -> Fraction:
    """Sum fractions that are collected by denominator."""
    return sum((Fraction(top, bottom) for bottom, top in numerators.items()), Fraction(0))


def _count_ceaf_m(overlaps: Sequence[Overlap]) -> list[Sums]:
    return [
        (matched, sum(each.rows), matched, sum(each.columns))
        for each, matched in zip(overlaps, matched_mentions(overlaps), strict=True)
    ]


def _count_ceaf_e(overlaps: Sequence[Overlap]) -> list[Sums]:
    return [
        (matched, len(each.rows), matched, len(each.columns))
        for each, matched in zip(overlaps, matched_similarity(overlaps), strict=True)
    ]


def _count_blanc(overlaps: Sequence[Overlap]) -> list[Sums]:
    """Count pairs in one entity, then pairs in two: shared, reference's, candidate's; mentions."""
    return [_blanc_counts(overlap) for overlap in overlaps]


def _blanc_counts(overlap: Overlap) -> Sums:
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    for i, j, count in overlap.cells:
        rows[i] = rows.get(i, 0) + count
        columns[j] = columns.get(j, 0) + count
    together = _pairs(count for _, _, count in overlap.cells)
    mentions = (sum(rows.values()), sum(overlap.rows), sum(overlap.columns))
    linked = (together, _pairs(overlap.rows), _pairs(overlap.columns))
    apart = comb(mentions[0], 2) - _pairs(rows.values()) - _pairs(columns.values()) + together
    return (
        *linked,
        apart,
        comb(mentions[1], 2) - linked[1],
        comb(mentions[2], 2) - linked[2],
        *mentions,
    )


def _pairs(sizes: Iterable[int]) -> int:
    return sum(comb(size, 2) for size in sizes)


def _blanc_rates(sums: Sums) -> Rates:
    """Return the means of the rates of linked and unlinked pairs.

    Of the one kind alone where the reference has no pair of the other. Where it has no pairs at
    all, 1 if both sides have the same mentions and 0 otherwise.
    """
    linked, apart, mentions = sums[:3], sums[3:6], sums[6:]
    kinds = [
        _ratios((shared, ours, shared, theirs)) for shared, ours, theirs in (linked, apart) if ours
    ]
    if not kinds:
        is_same = Fraction(mentions[0] > 0 and len(set(mentions)) == 1)
        return is_same, is_same, is_same
    recall, precision, f1 = (
        sum(rates, Fraction(0)) / len(kinds) for rates in zip(*kinds, strict=True)
    )
    return recall, precision, f1


METRICS: dict[str, Metric] = {
    "mentions": _both_ways("Mention detection", _mention_recall),
    "muc": _both_ways("MUC", _muc_recall),
    "bcubed": _both_ways("B³", _bcubed_recall),
    "ceaf_m": Metric("CEAF-m", _count_ceaf_m, _ratios),
    "ceaf_e": Metric("CEAF-e", _count_ceaf_e, _ratios),
    "lea": _both_ways("LEA", _lea_recall),
    "blanc": Metric("BLANC", _count_blanc, _blanc_rates),
}
"""The metrics by key, in the order of tables."""

CONLL = "conll"
OF_CONLL = ("muc", "bcubed", "ceaf_e")
"""The metrics whose F1 the CoNLL score averages."""

_OTHER_NAMES = {"b3": "bcubed", "b³": "bcubed", "bcub": "bcubed"}


def metric_key(name: str) -> str:
    """Return the key of a metric, which users and other scorers spell in many ways.

    Examples
    --------
    >>> metric_key("CEAF-e"), metric_key("B3"), metric_key("ceafm"), metric_key("CoNLL")
    ('ceaf_e', 'bcubed', 'ceaf_m', 'conll')
    """
    keys = [*METRICS, CONLL]
    plain = re.sub(r"[\W_]", "", str(name).casefold())
    for key in keys:
        if key.replace("_", "") == plain:
            return key
    if plain in _OTHER_NAMES:
        return _OTHER_NAMES[plain]
    raise InputError(
        f"there is no coreference metric {name!r}", remedy=f"choose {listed(keys, 'or')}"
    )
