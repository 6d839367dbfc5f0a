"""Rag bag (Amigó et al. 2009), an addition: disorder does less harm where there is disorder.

The reference A has a cluster of m ≥ 2 items, and the candidates keep it whole. Of m + 1 more items,
each is a cluster of its own in A; m of them form one noisy cluster in the candidates. B puts the
last one into the clean cluster, B′ into the noisy one: V(A, B′) > V(A, B). All other items are
clustered among themselves, in every way.
"""

from __future__ import annotations

from collections.abc import Iterator

from partwise.properties.definitions.amigo import preferring, with_others
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study
from partwise.properties.verdict import Labels, Verdict

KEY = "rag_bag"


def decide(study: Study) -> Verdict:
    """Look for an item that would do no more harm in the clean cluster."""
    return search(study, KEY, _violations, first_n=5)


def _violations(study: Study, n: int) -> Iterator[Finding]:
    says = "in B an item spoils a clean cluster, in B' a noisy one, but B' does not score better"
    cases = (case for m in range(2, n) for case in with_others(n, _core(m)))
    return preferring(study, cases, says)


def _core(m: int) -> tuple[Labels, Labels, Labels]:
    clean, noisy = (0,) * m, (1,) * m
    return (*clean, *range(1, m + 2)), (*clean, *noisy, 0), (*clean, *noisy, 1)
