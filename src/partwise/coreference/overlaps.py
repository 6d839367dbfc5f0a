"""What the entities of one document share: a table of mentions with those of one side beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from partwise.coreference.entity_sets import Entities
from partwise.tables import best_cells


@dataclass(frozen=True, slots=True)
class Overlap:
    """The sizes of all entities, and how many mentions each two of them share.

    Parameters
    ----------
    rows, columns : tuple of int
        Sizes of the entities of the reference and of the candidate, with the mentions that the
        other side lacks.
    cells : tuple of (int, int, int)
        Row, column and count, where it is above zero.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[int, int, int], ...]

    @property
    def transposed(self) -> Overlap:
        """The same with both sides exchanged: its recall is the precision."""
        return Overlap(self.columns, self.rows, tuple((j, i, count) for i, j, count in self.cells))


def overlap_of(reference: Entities, candidate: Entities) -> Overlap:
    """Count what entities share.

    Examples
    --------
    >>> overlap_of((frozenset("ab"),), (frozenset("bc"), frozenset("d")))
    Overlap(rows=(2,), columns=(2, 1), cells=((0, 0, 1),))
    """
    column_of = {mention: j for j, entity in enumerate(candidate) for mention in entity}
    cells: list[tuple[int, int, int]] = []
    for i, entity in enumerate(reference):
        counts = Counter(column_of[mention] for mention in entity if mention in column_of)
        cells.extend((i, j, counts[j]) for j in sorted(counts))
    return Overlap(tuple(map(len, reference)), tuple(map(len, candidate)), tuple(cells))


def matched_mentions(overlaps: Sequence[Overlap]) -> list[int]:
    """Return how many mentions the best one-to-one matching of entities shares, by document.

    Examples
    --------
    >>> matched_mentions([Overlap((3, 2), (4, 1), ((0, 0, 2), (0, 1, 1), (1, 0, 2)))])
    [3]
    """
    chosen = _chosen(overlaps, [[count for _, _, count in each.cells] for each in overlaps])
    return [
        sum(each.cells[k][2] for k in which) for each, which in zip(overlaps, chosen, strict=True)
    ]


def matched_similarity(overlaps: Sequence[Overlap]) -> list[Fraction]:
    """Return the largest sum of 2·shared/(both sizes) over one-to-one matchings, by document.

    Examples
    --------
    >>> matched_similarity([Overlap((3,), (4, 1), ((0, 0, 2), (0, 1, 1)))])
    [Fraction(4, 7)]
    """
    similarities = [
        [Fraction(2 * count, each.rows[i] + each.columns[j]) for i, j, count in each.cells]
        for each in overlaps
    ]
    chosen = _chosen(overlaps, similarities)
    return [
        sum((weights[k] for k in which), Fraction(0))
        for weights, which in zip(similarities, chosen, strict=True)
    ]


def _chosen(
    overlaps: Sequence[Overlap], weights: Sequence[Sequence[int | Fraction]]
) -> list[list[int]]:
    """Match the entities of all documents at once; return the chosen cells of each."""
    rows: list[int] = []
    columns: list[int] = []
    height = width = 0
    starts = []
    for each in overlaps:
        starts.append(len(rows))
        rows += [height + i for i, _, _ in each.cells]
        columns += [width + j for _, j, _ in each.cells]
        height, width = height + len(each.rows), width + len(each.columns)
    all_weights = [weight for each in weights for weight in each]
    if not all_weights:
        return [[] for _ in overlaps]
    kind = np.int64 if isinstance(all_weights[0], int) else object
    best = best_cells(np.array(rows), np.array(columns), np.array(all_weights, kind), None)
    ends = np.searchsorted(best, starts)
    parts = np.split(best, ends[1:])
    return [(part - start).tolist() for part, start in zip(parts, starts, strict=True)]
