"""Cluster completeness, or equivalence (Amigó et al. 2009), an addition.

If two clusters of the candidate B lie within one cluster of the reference A, then B′, in which they
are merged, is better: V(A, B′) > V(A, B), for 1 < k_A < n. These are the perfect merges.
"""

from __future__ import annotations

from collections.abc import Iterator

from partwise.properties.definitions.amigo import improving
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study
from partwise.properties.search.moves import improvements
from partwise.properties.verdict import Labels, Verdict

KEY = "completeness"


def decide(study: Study) -> Verdict:
    """Look for two parts of a cluster that are merged without gain."""
    return search(study, KEY, _violations, first_n=3)


def _violations(study: Study, n: int) -> Iterator[Finding]:
    return improving(study, n, study.tables(n).moves.kind == 1, _merges)


def _merges(a: Labels, b: Labels) -> Iterator[Labels]:
    return improvements(a, b, (1,))
