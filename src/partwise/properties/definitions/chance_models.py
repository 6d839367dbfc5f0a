"""Baselines and biases under the other random models of Gates & Ahn (2017).

A constant baseline is about candidates with given cluster sizes (M_perm). Here a random clustering
is drawn uniformly from those with a fixed number of clusters (M_num), or from all clusterings
(M_all). In one-sided models only the candidate is random, in two-sided models the reference is
random too. The distributions of the sizes are those of ``partwise.chance``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import pairwise, product
from typing import Any, NamedTuple, TypeAlias

from partwise.base import UndefinedValueError, require
from partwise.chance import all_clusterings, fixed_number
from partwise.properties.deadline import OutOfTimeError, check_time
from partwise.properties.definitions.baseline import clustering_of, means, written_value
from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.enumeration import partitions
from partwise.properties.search.exact import ValueOrder, expectation
from partwise.properties.search.exact_value import Exact, is_expression
from partwise.properties.search.index_values import IndexValues
from partwise.properties.search.levels import Level, are_near
from partwise.properties.verdict import Counterexample, LabelTuple, Quantity, Verdict

Sizes: TypeAlias = tuple[int, ...]
Law: TypeAlias = Mapping[Sizes, Fraction]
"""A weight for each list of sizes."""

_FIRST_N = 3  # below, every clustering is trivial
_FIRST_TREND = 4  # with 2 and 3 clusters
_NO_MEAN = "there is no mean: the index has no value on some clusterings of the model"
_IS_MEAN = "E is the mean over all clusterings of the model"
_VALUES = {(1,): "at least inc", (-1,): "at least dec", (1, -1): "both"}
_SAYS = {
    (1,): "random candidates with more clusters are favoured",
    (-1,): "random candidates with fewer clusters are favoured",
    (1, -1): (
        "in one case, random candidates with more clusters are favoured, in the other those with "
        "fewer"
    ),
}


class _Mean(NamedTuple):
    """A weighted mean of V over clusterings, by the laws of their sizes."""

    n: int
    reference: Sizes | None  # None: it is random
    references: Law
    candidates: Law
    text: str  # with {} for the name of the reference


class _Trend(NamedTuple):
    """A mean and the one that it is compared with; 0 for a covariance."""

    mean: _Mean
    other: _Mean | None = None


_Means: TypeAlias = Callable[[int], list[_Mean]]
_Trends: TypeAlias = Callable[[int], list[_Trend]]


def fixed_number_baseline(index_values: IndexValues) -> Verdict:
    """Constant baseline for a fixed number of clusters (M_num, one-sided).

    There is a constant c such that, for every reference A with 1 < k_A < n and every k_B, the mean
    of V(A, B) over all candidates B with k_B clusters, each equally likely, is c. The constant is
    the same for all n. Every index with a constant baseline has this property.
    """
    return _baseline(index_values, "fixed_number_baseline", partial(_by_number, two_sided=False))


def fixed_number_two_sided_baseline(index_values: IndexValues) -> Verdict:
    """Constant baseline for two fixed numbers of clusters (M_num, two-sided).

    There is a constant c such that, for every k_A with 1 < k_A < n and every k_B, the mean of
    V(A, B) over all A with k_A clusters and all B with k_B clusters, each pair equally likely, is
    c. The constant is the same for all n. The property follows from the one-sided form.
    """
    return _baseline(
        index_values, "fixed_number_two_sided_baseline", partial(_by_number, two_sided=True)
    )


def all_clusterings_baseline(index_values: IndexValues) -> Verdict:
    """Constant baseline among all clusterings (M_all, one-sided).

    There is a constant c such that, for every reference A with 1 < k_A < n, the mean of V(A, B)
    over all clusterings B of the items, each equally likely, is c. The constant is the same for all
    n. The property follows from the form for a fixed number of clusters.
    """
    return _baseline(index_values, "all_clusterings_baseline", partial(_among_all, two_sided=False))


def all_clusterings_two_sided_baseline(index_values: IndexValues) -> Verdict:
    """Constant baseline among all pairs of clusterings (M_all, two-sided).

    The mean of V(A, B) over all pairs of clusterings of n items, each equally likely, is the same
    for every n ≥ 3. The pairs include trivial clusterings and identical ones. So the values for a
    trivial A matter, including those that follow from a convention.
    """
    return _baseline(
        index_values, "all_clusterings_two_sided_baseline", partial(_among_all, two_sided=True)
    )


def fixed_number_bias(index_values: IndexValues) -> Verdict:
    """Freedom from bias for a fixed number of clusters (M_num, one-sided).

    For a reference A with 1 < k_A < n, let e(k) be the mean of V(A, B) over all candidates B with
    k clusters, 1 < k < n. The bias is "inc" if e rises from some k to k + 1 for some A, "dec" if it
    falls somewhere, "both" if it does both, and otherwise "none". If the search finds only one of
    them, the value is "at least inc" or "at least dec". "Refuted" means that there is a bias. NCinc
    and NCdec require e to move in one direction throughout; here one step is enough.
    """
    return _bias(index_values, "fixed_number_bias", partial(_steps, two_sided=False), _FIRST_TREND)


def fixed_number_two_sided_bias(index_values: IndexValues) -> Verdict:
    """Freedom from bias for two fixed numbers of clusters (M_num, two-sided).

    This is the one-sided form, but e(k) is the mean of V(A, B) over all references A with k_A
    clusters as well, 1 < k_A < n. The bias is "inc" if e rises from some k to k + 1 for some k_A.
    """
    return _bias(
        index_values, "fixed_number_two_sided_bias", partial(_steps, two_sided=True), _FIRST_TREND
    )


def all_clusterings_bias(index_values: IndexValues) -> Verdict:
    """Freedom from bias among all clusterings (M_all, one-sided).

    B is drawn uniformly from all clusterings of the items. The bias is "inc" if V(A, B) and the
    number of clusters k_B have a positive covariance for some reference A with 1 < k_A < n: more
    clusters score better. It is "dec" if the covariance is negative for some A, "both" if both
    occur, and otherwise "none". "Refuted" means that there is a bias.
    """
    return _bias(
        index_values, "all_clusterings_bias", partial(_covariances, two_sided=False), _FIRST_N
    )


def all_clusterings_two_sided_bias(index_values: IndexValues) -> Verdict:
    """Freedom from bias among all pairs of clusterings (M_all, two-sided).

    This is the one-sided form, but the covariance of V(A, B) and k_B is over all pairs of
    clusterings of n items, each equally likely, including trivial clusterings.
    """
    key = "all_clusterings_two_sided_bias"
    return _bias(index_values, key, partial(_covariances, two_sided=True), _FIRST_N)


# --- the means that are compared


@cache
def _law(n: int, k: int | None) -> Law:
    """Return how likely each list of sizes is for n items, in k clusters or in any number."""
    law = (all_clusterings() if k is None else fixed_number(k)).law((n,))
    return {} if law is None else law


def _references(n: int, two_sided: bool, numbers: bool) -> list[tuple[Sizes | None, Law, str]]:
    """Return where references are drawn from, with what there is to say about it."""
    if not two_sided:
        return [(sizes, {sizes: Fraction(1)}, "") for sizes in partitions(n)[1:-1]]
    if not numbers:
        return [(None, _law(n, None), f"n = {n}")]
    return [(None, _law(n, k), f"n = {n}, k_A = {k}") for k in range(2, n)]


def _mean(n: int, reference: tuple[Sizes | None, Law, str], k: int | None) -> _Mean:
    sizes, law, words = reference
    conditions = ", ".join(filter(None, (words, "" if k is None else f"k_B = {k}")))
    text = f"E[V({{}}, B) | {conditions}]" if conditions else "E[V({}, B)]"
    return _Mean(n, sizes, law, _law(n, k), text)


def _by_number(n: int, *, two_sided: bool) -> list[_Mean]:
    references = _references(n, two_sided, numbers=True)
    return [_mean(n, one, k) for one, k in product(references, range(1, n + 1))]


def _among_all(n: int, *, two_sided: bool) -> list[_Mean]:
    return [_mean(n, one, None) for one in _references(n, two_sided, numbers=False)]


def _steps(n: int, *, two_sided: bool) -> list[_Trend]:
    """Return the means for k + 1 and for k clusters, 1 < k < k + 1 < n."""
    return [
        _Trend(_mean(n, one, more), _mean(n, one, k))
        for one in _references(n, two_sided, numbers=True)
        for k, more in pairwise(range(2, n))
    ]


def _covariances(n: int, *, two_sided: bool) -> list[_Trend]:
    law = _law(n, None)
    average = sum((p * len(sizes) for sizes, p in law.items()), Fraction(0))
    centred = {sizes: p * (len(sizes) - average) for sizes, p in law.items()}
    return [
        _Trend(
            _Mean(n, sizes, references, centred, f"Cov[V({{}}, B), k_B{words and f' | {words}'}]")
        )
        for sizes, references, words in _references(n, two_sided, numbers=False)
    ]


def _exact(index_values: IndexValues, mean: _Mean) -> Exact:
    """Return a mean without rounding, where the index has values without."""
    pairs = list(product(mean.references.items(), mean.candidates.items()))
    weights = [p * q for (_, p), (_, q) in pairs]
    values = [expectation(index_values.index, a, b) for (a, _), (b, _) in pairs]
    if any(isinstance(value, float) for value in values):
        return math.fsum(float(w) * float(v) for w, v in zip(weights, values, strict=True))
    if not any(map(is_expression, values)):
        return sum((w * v for w, v in zip(weights, values, strict=True)), Fraction(0))
    sympy = require("sympy")

    terms: list[Any] = [
        sympy.sympify(w) * sympy.sympify(v) for w, v in zip(weights, values, strict=True)
    ]
    return sympy.Add(*terms)


@lru_cache(maxsize=32)  # the properties of one index after another look at the same
def _by_sizes(index_values: IndexValues, n: int) -> list[list[Level | None]]:
    return means(index_values, n)


def _level(by_sizes: list[list[Level | None]], mean: _Mean) -> Fraction | None:
    """Return a mean from the means for given sizes, which may be a little off; None without one."""
    places = {sizes: place for place, sizes in enumerate(partitions(mean.n))}
    level = Fraction(0)
    for (a, p), (b, q) in product(mean.references.items(), mean.candidates.items()):
        value = by_sizes[places[a]][places[b]]
        if not isinstance(value, Fraction):  # infinite, or undefined
            return None
        level += p * q * value
    return level


def _compare(index_values: IndexValues, first: _Mean, second: _Mean | None) -> ValueOrder | None:
    """Compare two means, or a covariance with 0, larger meaning more alike; None if undefined."""
    check_time()
    try:
        other = Fraction(0) if second is None else _exact(index_values, second)
        return index_values.compare_values(_exact(index_values, first), other)
    except UndefinedValueError:
        return None


def _shown(index_values: IndexValues, mean: _Mean, name: str) -> dict[str, Quantity]:
    return {mean.text.format(name): written_value(_exact(index_values, mean))}


# --- baselines


def _baseline(index_values: IndexValues, about: str, means_of: _Means) -> Verdict:
    look = partial(_differences, means_of=means_of)
    verdict = search(index_values, about, look, first_n=_FIRST_N)
    reached = range(_FIRST_N, (verdict.up_to_n or 0) + 1)
    if verdict.status == "held" and not any(_known(index_values, n, means_of) for n in reached):
        return Verdict(about, "unknown", reason=_NO_MEAN)
    return verdict


def _known(index_values: IndexValues, n: int, means_of: _Means) -> list[tuple[_Mean, Fraction]]:
    """Return the means that there are, with their values."""
    by_sizes = _by_sizes(index_values, n)
    levels = [(mean, _level(by_sizes, mean)) for mean in means_of(n)]
    return [(mean, level) for mean, level in levels if level is not None]


def _differences(index_values: IndexValues, n: int, means_of: _Means) -> Iterator[Violation]:
    """Yield means that differ from the first one of as many items, or of fewer items."""
    here = _known(index_values, n, means_of)
    fewer = (_known(index_values, m, means_of)[:1] for m in range(_FIRST_N, n))
    earlier = next(filter(None, fewer), [])
    pairs = [(here[0], other) for other in here[1:]] + [(one, here[0]) for one in earlier if here]
    for (first, level), (second, value) in pairs:
        room = max(index_values.levels(mean.n).tolerance for mean in (first, second))
        if are_near(level, value, room):
            continue
        order = _compare(index_values, first, second)
        if order is not None and order.sign != 0:
            yield Violation(_differing(index_values, first, second, order.certified))


def _differing(
    index_values: IndexValues, first: _Mean, second: _Mean, certified: bool
) -> Counterexample:
    name = "A" if first.reference in (None, second.reference) else "A'"
    clusterings = {
        label: clustering_of(mean.reference)
        for label, mean in (("A", first), (name, second))
        if mean.reference is not None
    }
    shown = _shown(index_values, first, "A") | _shown(index_values, second, name)
    return Counterexample(clusterings, shown, _IS_MEAN, certified=certified)


# --- biases


class _Bias(NamedTuple):
    """A trend that goes one way."""

    trend: _Trend
    certified: bool


def _bias(index_values: IndexValues, about: str, trends_of: _Trends, first_n: int) -> Verdict:
    """Look for trends in both directions among ever more items."""
    last = index_values.max_n
    if last < first_n:
        reason = f"it needs at least {first_n} items, but max_n is {last}"
        return Verdict(about, "unknown", reason=reason)
    biases: dict[int, _Bias] = {}
    reached, known = first_n - 1, 0
    try:
        for n in range(first_n, last + 1):
            known += _look_for_bias(index_values, n, trends_of(n), biases)
            reached = n
            if len(biases) == 2:
                break
    except OutOfTimeError:
        if not biases:
            return Verdict(about, "unknown", reason=f"out of time; no bias up to n = {reached}")
    if not known:
        return Verdict(about, "unknown", reason=_NO_MEAN)
    if not biases:
        return Verdict(about, "held", last, value="none")
    return _biased(index_values, about, biases, reached)


def _look_for_bias(
    index_values: IndexValues, n: int, trends: list[_Trend], biases: dict[int, _Bias]
) -> int:
    """Note the first trend in each direction; return how many trends there are to look at."""
    by_sizes, room, known = _by_sizes(index_values, n), index_values.levels(n).tolerance, 0
    for trend in trends:
        level = _level(by_sizes, trend.mean)
        other = Fraction(0) if trend.other is None else _level(by_sizes, trend.other)
        if level is None or other is None:
            continue
        known += 1
        scale = sum(map(abs, trend.mean.candidates.values()))
        if are_near(level, other, room * scale) or (1 if level > other else -1) in biases:
            continue
        order = _compare(index_values, trend.mean, trend.other)
        if order is not None and order.sign != 0:
            biases.setdefault(order.sign, _Bias(trend, order.certified))
    return known


def _biased(
    index_values: IndexValues, about: str, biases: Mapping[int, _Bias], reached: int
) -> Verdict:
    """Return what was met, a rising mean first."""
    ways = tuple(sorted(biases, reverse=True))
    first = biases[ways[0]].trend.mean.reference
    clusterings: dict[str, LabelTuple] = {}
    shown: dict[str, Quantity] = {}
    for mean, other in (biases[way].trend for way in ways):
        name = "A" if mean.reference == first else "A'"
        if mean.reference is not None:
            clusterings[name] = clustering_of(mean.reference)
        if other is not None:
            shown |= _shown(index_values, other, name)
        shown |= _shown(index_values, mean, name)
    certified = all(bias.certified for bias in biases.values())
    example = Counterexample(clusterings, shown, _SAYS[ways], certified=certified)
    notes = [] if certified else ["in floating-point numbers; not certified"]
    if len(ways) == 1:
        notes.append(f"no other bias up to n = {reached}")
    return Verdict(about, "refuted", None, example, None, _VALUES[ways], "; ".join(notes))
