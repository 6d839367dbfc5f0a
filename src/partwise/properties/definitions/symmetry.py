"""Symmetry: V(A, B) = V(B, A) for all clusterings A and B (Section 4, Property 2)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study, slack
from partwise.properties.verdict import Counterexample, Verdict

KEY = "symmetry"


def decide(study: Study) -> Verdict:
    """Look for A and B with V(A, B) ≠ V(B, A)."""
    return search(study, KEY, asymmetries)


def asymmetries(study: Study, n: int) -> Iterator[Finding]:
    """Yield A and B whose order matters."""
    values, tables = study.values(n), study.tables(n)
    swapped = values[tables.transpose]
    with np.errstate(invalid="ignore"):
        is_other = (values != swapped) & ~(np.abs(values - swapped) <= slack(values))
    is_other &= ~np.isnan(values) & ~np.isnan(swapped)
    for i in np.flatnonzero(is_other).tolist():
        table = tables.contingency(i)
        found = study.compare(table, table.T)
        if found is None or found.sign == 0:
            continue
        a, b = tables.labels(i)
        shown = {"V(A, B)": study.shown(table), "V(B, A)": study.shown(table.T)}
        says = "the value changes when A and B are swapped"
        yield Finding(Counterexample({"A": a, "B": b}, shown, says, certified=found.certified))
