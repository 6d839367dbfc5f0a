"""Weak monotonicity, an addition: no A-consistent improvement of B scores worse; ties are allowed.

For every two clusterings A, B with 1 < k_A < n and any A-consistent improvement B′ of B:
V(A, B′) ≥ V(A, B) and V(B′, A) ≥ V(B, A).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from partwise.properties.definitions.monotonicity import violations
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study
from partwise.properties.verdict import Verdict

KEY = "weak_monotonicity"


def decide(study: Study) -> Verdict:
    """Look for improvements that score worse."""
    return replace(search(study, KEY, _decreases, first_n=3), value=None)


def _decreases(study: Study, n: int) -> Iterator[Finding]:
    return violations(study, n, "decrease")
