"""Maximal agreement: V(A, A) is one constant, and above V(A, B) for every other B.

"We require that V(A, A) = c_max is constant and is a strict upper bound for V(A, B) for all A ≠ B"
(Section 4, Property 1). The constant is one for all numbers of items, from two on: of one item
there is only one clustering.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.index_values import Study, not_above, slack
from partwise.properties.search.tables_view import tables_view
from partwise.properties.verdict import Counterexample, Verdict

KEY = "maximal_agreement"


def decide(study: Study) -> Verdict:
    """Look for a V(A, A) that is undefined or unlike others, or not above V(A, B)."""
    return search(study, KEY, disagreements_about_the_best)


def disagreements_about_the_best(study: Study, n: int) -> Iterator[Finding]:
    """Yield clusterings of n items that break the property, in the order of their tables."""
    tables, values = study.tables(n), study.values(n)
    is_identical = tables_view(n).relations == "identical"
    itself = _itself(study, n)
    best = values[itself]
    known = known_best(study, n)
    is_trivial = (tables.k_a == 1) | (tables.k_a == n)
    with np.errstate(invalid="ignore"):
        is_unlike = is_identical & ~np.isnan(best)
        if known is not None:
            level = _level(study, known)
            is_unlike &= (best != level) & ~(np.abs(best - level) <= slack(best))
        else:
            is_unlike &= False
    is_missing = is_identical & np.isnan(best) & ~is_trivial
    is_reached = ~is_identical & not_above(best, values)
    for i in np.flatnonzero(is_missing | is_unlike | is_reached).tolist():
        if is_missing[i]:
            yield _no_value(study, n, i)
        elif is_unlike[i] and known is not None:
            yield from _unlike(study, known, (n, i))
        else:
            yield from _reached(study, n, i, int(itself[i]))


def _itself(study: Study, n: int) -> NDArray[np.intp]:
    """Return for each table (A, B) the number of the table (A, A)."""
    tables = study.tables(n)
    identical = np.flatnonzero(tables_view(n).relations == "identical")
    of_margin = np.empty(len(identical), np.intp)
    of_margin[tables.row_margin[identical]] = identical
    return of_margin[tables.row_margin]


def known_best(study: Study, n: int) -> tuple[int, int] | None:
    """Return the first table (A, A) that has a value, among up to n items."""
    for fewer in range(2, n + 1):
        is_identical = tables_view(fewer).relations == "identical"
        found = np.flatnonzero(is_identical & ~np.isnan(study.values(fewer)))
        if len(found):
            return fewer, int(found[0])
    return None


def _level(study: Study, known: tuple[int, int]) -> float:
    n, i = known
    return float(study.values(n)[i])


def _no_value(study: Study, n: int, i: int) -> Finding:
    a, _ = study.tables(n).labels(i)
    says = "identical clusterings have no value"
    return Finding(Counterexample({"A": a}, {"V(A, A)": "undefined"}, says))


def _unlike(study: Study, known: tuple[int, int], other: tuple[int, int]) -> Iterator[Finding]:
    (n, i), (m, j) = known, other
    first, second = study.tables(n).contingency(i), study.tables(m).contingency(j)
    found = study.compare(first, second)
    if found is not None and found.sign != 0:
        a, b = study.tables(n).labels(i)[0], study.tables(m).labels(j)[0]
        shown = {"V(A, A)": study.shown(first), "V(B, B)": study.shown(second)}
        says = "V(A, A) is not one constant"
        yield Finding(Counterexample({"A": a, "B": b}, shown, says, certified=found.certified))


def _reached(study: Study, n: int, i: int, itself: int) -> Iterator[Finding]:
    tables = study.tables(n)
    same, table = tables.contingency(itself), tables.contingency(i)
    found = study.compare(same, table)
    if found is not None and found.sign <= 0:
        a, b = tables.labels(i)
        shown = {"V(A, A)": study.shown(same), "V(A, B)": study.shown(table)}
        says = "another clustering is as good as A itself, or better"
        yield Finding(Counterexample({"A": a, "B": b}, shown, says, certified=found.certified))
