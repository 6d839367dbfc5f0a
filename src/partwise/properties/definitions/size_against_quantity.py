"""Cluster size against quantity (Amigó et al. 2009), an addition.

A small error in a large cluster is better than many small errors in small ones. The reference A has
one cluster of m + 1 items and m clusters of two, m ≥ 2. B splits each of the small ones into single
items, B′ splits one item off the large one: V(A, B′) > V(A, B). All other items are clustered among
themselves, in every way.
"""

from __future__ import annotations

from collections.abc import Iterator

from partwise.properties.definitions.amigo import preferring, with_others
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study
from partwise.properties.verdict import Labels, Verdict

KEY = "size_against_quantity"


def decide(study: Study) -> Verdict:
    """Look for one small error that costs as much as many."""
    return search(study, KEY, _violations, first_n=7)


def _violations(study: Study, n: int) -> Iterator[Finding]:
    says = "B splits many small clusters, B' one item off a large one, but does not score better"
    cases = (case for m in range(2, n) for case in with_others(n, _core(m)))
    return preferring(study, cases, says)


def _core(m: int) -> tuple[Labels, Labels, Labels]:
    large, small = (0,) * (m + 1), tuple(range(1, m + 1))
    whole = tuple(label for label in small for _ in range(2))
    return (*large, *whole), (*large, *range(1, 2 * m + 1)), (*(0,) * m, m + 1, *whole)
