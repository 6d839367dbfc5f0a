"""Cluster homogeneity (Amigó et al. 2009), an addition.

If a cluster of the candidate B holds items of exactly two clusters of the reference A, then B′,
in which it is split into these two parts, is better: V(A, B′) > V(A, B), for 1 < k_A < n.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from partwise.properties.definitions.amigo import improving
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.enumeration import Enumeration
from partwise.properties.search.index_values import Study
from partwise.properties.search.moves import numbered
from partwise.properties.verdict import Labels, Verdict

KEY = "homogeneity"


def decide(study: Study) -> Verdict:
    """Look for a mixed cluster that is split in two without gain."""
    return search(study, KEY, _violations, first_n=3)


def _violations(study: Study, n: int) -> Iterator[Finding]:
    tables = study.tables(n)
    mixed, moves = _mixed_of_two(tables), tables.moves
    # of all splits, only that of a column with two cells leaves one such column less
    is_move = (moves.kind == 0) & (mixed[moves.target] == mixed[moves.source] - 1)
    return improving(study, n, is_move, _halves)


def _mixed_of_two(tables: Enumeration) -> np.ndarray:
    """Return how many columns with exactly two non-zero cells each table has."""
    cells_of_column = np.bincount(tables.column_of_cell)
    return np.add.reduceat(cells_of_column == 2, tables.column_offsets[:-1], dtype=np.int64)


def _halves(a: Labels, b: Labels) -> Iterator[Labels]:
    for cluster in sorted(set(b)):
        inside = [label for label, of in zip(a, b, strict=True) if of == cluster]
        if len(set(inside)) == 2:
            yield numbered(
                tuple(
                    -1 if of == cluster and label == inside[0] else of
                    for label, of in zip(a, b, strict=True)
                )
            )
