"""Meilă's monotonicity, an addition: A is at least as close to A ⊗ B as to B.

Meilă (2007) has this of Variation of Information; the paper calls it a weaker variant of
monotonicity (Appendix A): "the similarity between clusterings A and B is upper-bounded by the
similarity between A and A ⊗ B". The clusters of A ⊗ B are the intersections of those of A and B.
Tried for 1 < k_A < n as in the paper's monotonicity, which implies it, in both argument orders.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.enumeration import Enumeration
from partwise.properties.search.index_values import Study, slack
from partwise.properties.search.moves import compared, meet
from partwise.properties.verdict import Labels, Verdict

KEY = "meila_monotonicity"


def decide(study: Study) -> Verdict:
    """Look for A and B such that B scores better than A ⊗ B."""
    return search(study, KEY, _violations, first_n=3)


def meets(tables: Enumeration) -> NDArray[np.int64]:
    """Return for each table (A, B) the number of (A, A ⊗ B): perfect splits until none is left.

    Examples
    --------
    >>> from partwise.properties.search.enumeration import enumeration
    >>> meets(enumeration(3)).tolist()
    [0, 1, 5, 3, 7, 5, 9, 7, 9, 9]
    """
    moves, following = tables.moves, np.arange(tables.count)
    is_split = moves.kind == 0
    following[moves.source[is_split]] = moves.target[is_split]
    while (following[following] != following).any():
        following = following[following]
    return following


def _violations(study: Study, n: int) -> Iterator[Finding]:
    tables, values = study.tables(n), study.values(n)
    finest = meets(tables)
    is_worse = np.zeros(tables.count, bool)
    for seen in (values, values[tables.transpose]):
        with np.errstate(invalid="ignore"):
            is_worse |= seen[finest] < seen - slack(seen)
    is_worse &= (tables.k_a > 1) & (tables.k_a < n)
    for i in np.flatnonzero(is_worse).tolist():
        for example, found in compared(study, *tables.labels(i), _only_the_meet):
            if found.sign < 0:
                yield Finding(example)


def _only_the_meet(a: Labels, b: Labels) -> Iterator[Labels]:
    found = meet(a, b)
    if found != b:
        yield found
