"""Constant baseline, exactly and at the expected pair counts, and bias."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import NamedTuple, TypeAlias

from partwise.base import UndefinedValueError
from partwise.properties.deadline import OutOfTimeError, check_time
from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.enumeration import partitions
from partwise.properties.search.exact import ValueOrder, compare_values, expectation
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.levels import Level, are_near
from partwise.properties.search.pair_points import (
    Point,
    compare_points,
    expected_point,
    pairs_of,
    point_example,
    value_at,
)
from partwise.properties.verdict import Counterexample, LabelTuple, Verdict

MOST_ITEMS = 6  # 15 pairs

_BIAS_NAMES = {1: ("p", "q"), -1: ("r", "s")}

_BIAS_TOLD = {
    1: "from p to q, B has more pairs together and the random candidate is favoured (PairDec)",
    -1: "from r to s, B has more pairs together and the random candidate is disfavoured (PairInc)",
}


class _Sizes(NamedTuple):
    n: int
    rows: int
    columns: int

    @property
    def pair(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        sizes = partitions(self.n)
        return sizes[self.rows], sizes[self.columns]


def constant_baseline(index_values: IndexValues) -> Verdict:
    """Constant baseline: the mean over random candidates is one constant (Section 4, Property 6).

    "There exists a constant c_base so that, for any clustering A with 1 < k_A < n and every
    element-symmetric distribution 𝓑, E[V(A, B)] = c_base." It is enough to check the uniform
    distributions over all clusterings with given cluster sizes (Appendix D.1). The constant is the
    same for all n.
    """
    return search(index_values, "constant_baseline", _differences, first_n=3)


def means(index_values: IndexValues, n: int) -> list[list[Level | None]]:
    """Return the mean for each pair of size specifications of A and B; None if one is undefined."""
    tables, count = index_values.tables(n), len(partitions(n))
    pairs = tables.row_margin * count + tables.column_margin
    flat = index_values.levels(n).means(pairs, tables.weight, count**2)
    return [flat[row * count : (row + 1) * count] for row in range(count)]


def _differences(index_values: IndexValues, n: int) -> Iterator[Violation]:
    known = _first_known(index_values, n)
    if known is None:
        return
    level = means(index_values, known.n)[known.rows][known.columns]
    room = max(index_values.levels(m).tolerance for m in (known.n, n))
    for sizes, mean in _proper_means(index_values, n):
        if are_near(mean, level, room):  # type: ignore[arg-type]
            continue
        compared = _compare(index_values, known, sizes)
        if compared is not None and compared.sign != 0:
            yield Violation(_counterexample(index_values, known, sizes, compared.certified))


def _proper_means(index_values: IndexValues, n: int) -> Iterator[tuple[_Sizes, Level]]:
    """Yield the means that there are, without those for trivial references."""
    for row, line in enumerate(means(index_values, n)[1:-1], 1):
        for column, mean in enumerate(line):
            if mean is not None:
                yield _Sizes(n, row, column), mean


def _first_known(index_values: IndexValues, n: int) -> _Sizes | None:
    for fewer in range(3, n + 1):
        for sizes, _ in _proper_means(index_values, fewer):
            return sizes
    return None


def _compare(index_values: IndexValues, first: _Sizes, second: _Sizes) -> ValueOrder | None:
    check_time()
    try:
        values = [expectation(index_values.index, *sizes.pair) for sizes in (first, second)]
    except UndefinedValueError:
        return None
    return index_values.compare_values(*values)


def _counterexample(
    index_values: IndexValues, first: _Sizes, second: _Sizes, certified: bool
) -> Counterexample:
    (a, b), (other_a, other_b) = (tuple(map(clustering_of, s.pair)) for s in (first, second))
    values = [
        written_value(expectation(index_values.index, *sizes.pair)) for sizes in (first, second)
    ]
    says = "E is the mean over all candidates with the same cluster sizes"
    if a == other_a:
        clusterings, names = {"A": a, "B": b, "B'": other_b}, ("E[V(A, B)]", "E[V(A, B')]")
    else:
        clusterings = {"A": a, "B": b, "A'": other_a, "B'": other_b}
        names = ("E[V(A, B)]", "E[V(A', B')]")
    shown = dict(zip(names, values, strict=True))
    return Counterexample(clusterings, shown, says, certified=certified)


def clustering_of(sizes: tuple[int, ...]) -> LabelTuple:
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
    if compare_values(value, Fraction(0))[:2] == (0, True):
        return Fraction(0)
    text = str(value)
    decimals = f"{float(value):.6g}"
    return f"{text} ≈ {decimals}" if len(text) <= 60 else f"≈ {decimals}"


def asymptotic_constant_baseline(index_values: IndexValues) -> Verdict:
    """Asymptotic constant baseline: V is one constant at the expected pair counts (Property 6′).

    "There exists a constant c_base so that V(N̄11, N̄10, N̄01, N̄00) = c_base for all m_A, m_B in
    (0, N)", where N̄11 = m_A m_B / N is the mean over random candidates, and the other means follow
    from it. If there is no proof, the search tries integer m_A and m_B.
    """
    return search(
        index_values,
        "asymptotic_constant_baseline",
        _different_points,
        first_n=3,
        last_n=MOST_ITEMS,
    )


def _expected_points(n: int) -> Iterator[Point]:
    total = pairs_of(n)
    for m_a, m_b in product(range(1, total), repeat=2):
        yield expected_point(total, m_a, m_b)


def _different_points(index_values: IndexValues, n: int) -> Iterator[Violation]:
    fewer = (p for m in range(3, n + 1) for p in _expected_points(m))
    first = next((p for p in fewer if value_at(index_values.index, p) is not None), None)
    if first is None:
        return
    for point in _expected_points(n):
        order = compare_points(index_values, first, point)
        if order is not None and order.sign != 0:
            says = "both are expected counts, but their values differ"
            shown = {"p": first, "q": point}
            yield Violation(point_example(index_values, shown, says, order.certified))


def bias(index_values: IndexValues) -> Verdict:
    """Bias: whether random candidates with more, or with fewer, inter-cluster pairs are favoured.

    V^(s)(m_A, m_B) is the value at the expected pair counts. An index "suffers from PairDec bias if
    there are m_A, m_B in (0, N) such that dV^(s)/dm_B > 0", and from PairInc bias if the slope is
    negative somewhere (Section 4, Property 6′). The verdict's value is "none", "dec", "inc" or
    "both"; "refuted" means that there is a bias. If there is no proof, the search compares V^(s) at
    integer m_B: if V^(s) rises from one to the next, its slope is positive somewhere between them.
    If the search finds only one bias, the value is "at least dec" or "at least inc", because the
    other may occur elsewhere.
    """
    last = min(MOST_ITEMS, index_values.max_n)
    try:
        biases = biases_among(index_values, range(3, last + 1))
    except OutOfTimeError:
        return Verdict("bias", "unknown", reason="out of time")
    if not biases:
        reason = "tried integer m_A and m_B"
        return Verdict("bias", "held", last, value="none", reason=reason)
    example, value = bias_example(index_values, biases)
    value = value if value == "both" else f"at least {value}"
    return Verdict("bias", "refuted", counterexample=example, value=value)


Biases: TypeAlias = dict[int, tuple[Point, Point, bool]]
"""For each way in which V^(s) moves: two expected counts, and whether this is certified."""


def biases_among(index_values: IndexValues, numbers: Iterable[int], step: int = 1) -> Biases:
    """Return where V^(s) rises with m_B (1), and where it falls (−1), among so many items."""
    biases: Biases = {}
    for n in numbers:
        total = pairs_of(n)
        margins = range(step, total, step)
        for m_a, (m_b, more) in product(margins, pairwise(margins)):
            first, second = (expected_point(total, m_a, m) for m in (m_b, more))
            compared = compare_points(index_values, second, first)
            if compared is not None and compared.sign != 0:
                biases.setdefault(compared.sign, (first, second, compared.certified))
            if len(biases) == 2:
                return biases
    return biases


def bias_example(index_values: IndexValues, biases: Biases) -> tuple[Counterexample, str]:
    """Show biases, and name them: "dec", "inc" or "both"."""
    points = {
        name: point
        for sign, (first, second, _) in sorted(biases.items(), reverse=True)
        for name, point in zip(_BIAS_NAMES[sign], (first, second), strict=True)
    }
    says = "; ".join(_BIAS_TOLD[sign] for sign in sorted(biases, reverse=True))
    is_certified = all(certified for _, _, certified in biases.values())
    example = point_example(index_values, points, says, is_certified)
    return example, "both" if len(biases) == 2 else "dec" if 1 in biases else "inc"
