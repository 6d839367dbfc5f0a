"""Constant baseline: the mean over random candidates is one constant (Section 4, Property 6).

"There exists a constant c_base so that, for any clustering A with 1 < k_A < n and every
element-symmetric distribution 𝓑, E[V(A, B)] = c_base." It suffices to look at the uniform
distributions over all clusterings of given sizes (Appendix D.1). The constant is one for all n.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from partwise.base import UndefinedValueError
from partwise.properties.search.candidates import Finding, search
from partwise.properties.search.enumeration import partitions
from partwise.properties.search.exact import (
    Comparison,
    compare_expectations,
    compare_values,
    expectation,
)
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.index_values import Floats, Study, slack
from partwise.properties.verdict import Counterexample, Labels, Verdict

KEY = "constant_baseline"

_TINY = 1e-12


class _Sizes(NamedTuple):
    n: int
    rows: int
    columns: int

    @property
    def pair(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        sizes = partitions(self.n)
        return sizes[self.rows], sizes[self.columns]


def decide(study: Study) -> Verdict:
    """Look for two pairs of size specifications whose means differ."""
    return search(study, KEY, _differences, first_n=3)


def means(study: Study, n: int) -> Floats:
    """Return the mean for each pair of size specifications of A and B; NaN if one is undefined."""
    tables, values, count = study.tables(n), study.values(n), len(partitions(n))
    pairs = tables.row_margin * count + tables.column_margin
    with np.errstate(invalid="ignore"):
        sums = np.bincount(pairs, tables.weight * values, count**2)
    totals = np.bincount(pairs, tables.weight, count**2)
    return (sums / totals).reshape(count, count)


def _differences(study: Study, n: int) -> Iterator[Finding]:
    known = _first_known(study, n)
    if known is None:
        return
    level = means(study, known.n)[known.rows, known.columns]
    found = means(study, n)[1:-1]  # A has one cluster first, and singletons last
    with np.errstate(invalid="ignore"):
        is_other = (found != level) & ~(np.abs(found - level) <= slack(found))
    for row, column in np.argwhere(is_other & ~np.isnan(found)).tolist():
        sizes = _Sizes(n, row + 1, column)
        compared = _compare(study, known, sizes)
        if compared is not None and compared.sign != 0:
            yield Finding(_counterexample(study, known, sizes, compared.certified))


def _first_known(study: Study, n: int) -> _Sizes | None:
    for fewer in range(3, n + 1):
        found = np.argwhere(~np.isnan(means(study, fewer)[1:-1])).tolist()
        if found:
            return _Sizes(fewer, found[0][0] + 1, found[0][1])
    return None


def _compare(study: Study, first: _Sizes, second: _Sizes) -> Comparison | None:
    study.clock.check()
    try:
        return compare_expectations(study.index, first.pair, second.pair)
    except UndefinedValueError:
        return None


def _counterexample(study: Study, first: _Sizes, second: _Sizes, certified: bool) -> Counterexample:
    (a, b), (other_a, other_b) = (tuple(map(clustering_of, s.pair)) for s in (first, second))
    values = [written_value(expectation(study.index, *sizes.pair)) for sizes in (first, second)]
    says = "E is the mean over all candidates with the sizes of the one that is given"
    if a == other_a:
        clusterings, names = {"A": a, "B": b, "B'": other_b}, ("E[V(A, B)]", "E[V(A, B')]")
    else:
        clusterings = {"A": a, "B": b, "A'": other_a, "B'": other_b}
        names = ("E[V(A, B)]", "E[V(A', B')]")
    shown = dict(zip(names, values, strict=True))
    return Counterexample(clusterings, shown, says, certified=certified)


def clustering_of(sizes: tuple[int, ...]) -> Labels:
    """Return a clustering with these sizes.

    Examples
    --------
    >>> clustering_of((2, 1))
    (0, 0, 1)
    """
    return tuple(label for label, size in enumerate(sizes) for _ in range(size))


def written_value(value: Exact) -> Fraction | float | str:
    """Return an exact value as it is shown."""
    if not is_expression(value):
        return value  # type: ignore[no-any-return]
    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    if abs(float(value)) < _TINY and compare_values(value, Fraction(0))[:2] == (0, True):
        return Fraction(0)
    text = str(value)
    decimals = f"{float(value):.6g}"
    return f"{text} ≈ {decimals}" if len(text) <= 60 else f"≈ {decimals}"
