"""Counterexamples: concrete clusterings, or pair counts, that violate the definition of a property.

Here stand the definitions. Whether the clusterings are as a definition wants them is checked item
by item; the values are exact, or enclosed by intervals that leave no doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations, product
from math import isqrt
from typing import Any

from . import chance_counterexamples as chance
from .algebra import NotShownError
from .claims import Claim
from .clusterings import Counts, Labels, clusters, is_proper
from .formulas import UndefinedError
from .pairs.refusals import demand
from .values import (
    Clusterings,
    Index,
    Points,
    Violations,
    are_whole,
    difference,
    finite,
    named,
    same_items,
)

_KEYS = {
    "format", "kind", "property", "formula", "vocabulary", "direction", "conventions",
    "clusterings", "pair_counts", "items", "violation",
}  # fmt: skip
_KINDS: dict[str | None, tuple[str | None, ...]] = {
    None: (None,),
    "tie": ("tie",),
    "decrease": ("decrease",),
    "at least dec": ("dec",),
    "at least inc": ("inc",),
    "both": ("dec", "inc"),
}
"""What a certificate says is violated, and what has to be met for it."""

_BY_FORMULA = ("strong_monotonicity", "asymptotic_constant_baseline", "bias")
"""Where conventions for undefined values say nothing."""

_MOST_ITEMS = 1000
_SMALL = ((0, 0, 1), (0, 0, 1, 1), (0, 1), (0, 0))


def verify(content: Mapping[str, Any]) -> None:
    """Verify that the property is violated, in the way that the certificate says.

    Raises
    ------
    NotShownError
        If it is not, or if nothing shows it.
    """
    demand(set(content) == _KEYS, f"a counterexample has the keys {', '.join(sorted(_KEYS))}")
    claim = Claim.read(content)
    demand(claim.vocabulary in ("pairs", "table"), "a formula is about pairs or about a table")
    if claim.vocabulary == "pairs":
        extra = claim.formula.symbols - {"n11", "n10", "n01", "n00"}
        demand(not extra, f"a formula of pair counts knows no {', '.join(sorted(extra))}")
    clusterings = {name: _labels(labels) for name, labels in content["clusterings"].items()}
    points = {name: _counts(counts) for name, counts in content["pair_counts"].items()}
    missing = set(_KINDS[content["violation"]])
    items = tuple(content["items"])
    demand(all(type(n) is int for n in items), "numbers of items are whole numbers")
    for kind in _violations(claim, clusterings, points, items):
        missing.discard(kind)
        if not missing:
            return
    how = "" if content["violation"] is None else f" ({content['violation']})"
    raise NotShownError(f"this does not violate {claim.about.replace('_', ' ')}{how}")


def _labels(labels: Any) -> Labels:
    demand(all(type(label) is int for label in labels), "labels are whole numbers")
    demand(2 <= len(labels) <= _MOST_ITEMS, f"there are 2 to {_MOST_ITEMS} items")
    return tuple(labels)


def _counts(counts: Any) -> Counts:
    n11, n10, n01, n00 = (Fraction(count) for count in counts)
    demand(min(n11, n10, n01, n00) >= 0, "counts are not negative")
    total = n11 + n10 + n01 + n00
    demand(total.denominator == 1 and total > 0, "all pairs are a whole number")
    demand(isqrt(8 * int(total) + 1) ** 2 == 8 * total + 1, f"no items have {total} pairs")
    return n11, n10, n01, n00


def _violations(
    claim: Claim, clusterings: Clusterings, points: Points, items: tuple[int, ...]
) -> Violations:
    of_counts, of_clusterings = _OF_COUNTS.get(claim.about), _OF_CLUSTERINGS.get(claim.about)
    if of_counts is not None:
        demand(claim.vocabulary == "pairs" and not clusterings, "it is about pair counts")
        return of_counts(Index(claim, claim.about not in _BY_FORMULA), points)
    if of_clusterings is not None:
        demand(not points, "it is about clusterings")
        return of_clusterings(Index(claim, items=items), clusterings)
    raise NotShownError(f"there is no property {claim.about}")


# --- agreement, symmetry, distance


def _maximal_agreement(index: Index, clusterings: Clusterings) -> Violations:
    """Look whether V(A, A) is not one constant, or not above V(A, B) for another B."""
    a = clusterings["A"]
    if set(clusterings) == {"A"}:
        yield from _without_value(index, a)
        return
    a, b = named(clusterings, "A", "B")
    if _have_values(index, (a, a), (b, b)) and difference(index(a, a), index(b, b)):
        yield None
    is_other = len(a) == len(b) and clusters(a) != clusters(b)
    is_reached = is_other and _have_values(index, (a, a), (a, b))
    if is_reached and difference(index(a, a), index(a, b)) <= 0:
        yield None


def _without_value(index: Index, a: Labels) -> Violations:
    demand(is_proper(a), "a trivial clustering may have no value")
    if not _have_values(index, (a, a)):
        yield None


def _have_values(index: Index, *pairs: tuple[Labels, Labels]) -> bool:
    for a, b in pairs:
        try:
            index(a, b)
        except UndefinedError:
            return False
    return True


def _symmetry(index: Index, clusterings: Clusterings) -> Violations:
    """Look whether V(A, B) ≠ V(B, A)."""
    a, b = named(clusterings, "A", "B")
    if difference(index(a, b), index(b, a)):
        yield None


def _distance(index: Index, clusterings: Clusterings) -> Violations:
    """Look at maximal agreement, symmetry, and the triangle inequality of c_max − V."""
    if set(clusterings) != {"A", "B", "C"}:
        yield from _maximal_agreement(index, clusterings)
        if len(clusterings) == 2 and len(set(map(len, clusterings.values()))) == 1:
            with suppress(UndefinedError):
                yield from _symmetry(index, clusterings)
        return
    a, b, c = named(clusterings, "A", "B", "C")
    same = next(x for x in (a, b, c, *_SMALL) if _have_values(index, (x, x)))
    ab, bc, ac, best = (finite(index(*pair)) for pair in ((a, b), (b, c), (a, c), (same, same)))
    if (ab + bc - ac - best).sign > 0:  # d(A, B) + d(B, C) < d(A, C)
        yield None


def _minimal_agreement(index: Index, points: Points) -> Violations:
    """Look whether the worst value is not reached exactly where no pair agrees."""
    p, q = points["p"], points["q"]
    demand(set(points) == {"p", "q"} and p[0] == p[3] == 0, "p has no agreeing pair")
    order = difference(index.at(q), index.at(p))
    agrees = q[0] + q[3] > 0
    demand(are_whole(p, q), "counts are whole numbers")
    if order <= 0 if agrees else order != 0:
        yield None


# --- monotonicity


def _is_improvement(a: Labels, b: Labels, better: Labels) -> bool:
    """Whether pairs on which A and B agree are pairs on which A and B′ agree, and B′ ≠ B."""
    together = [[x == y for x, y in combinations(labels, 2)] for labels in (a, b, better)]
    kept = all(x == z for x, y, z in zip(*together, strict=True) if x == y)
    return kept and together[1] != together[2]


def _is_split(a: Labels, b: Labels, better: Labels) -> bool:
    """Whether a cluster of B with items of two clusters of A is split into these two parts."""
    before, after = clusters(b) - clusters(better), clusters(better) - clusters(b)
    if len(before) != 1 or len(after) != 2:
        return False
    (whole,) = before
    parts = {frozenset(whole & cluster) for cluster in clusters(a) if whole & cluster}
    return parts == after


def _is_merge(a: Labels, b: Labels, better: Labels) -> bool:
    """Whether two clusters of B within one cluster of A are merged."""
    before, after = clusters(b) - clusters(better), clusters(better) - clusters(b)
    if len(before) != 2 or len(after) != 1:
        return False
    (whole,) = after
    return whole == frozenset().union(*before) and any(whole <= cluster for cluster in clusters(a))


def _is_meet(a: Labels, b: Labels, better: Labels) -> bool:
    """Whether B′ = A ⊗ B, and is not B."""
    parts = {x & y for x in clusters(a) for y in clusters(b) if x & y}
    return clusters(better) == parts != clusters(b)


def _not_better(
    is_better: Callable[[Labels, Labels, Labels], bool], *, both: bool = False, ties: bool = True
) -> Callable[[Index, Clusterings], Violations]:
    """Look whether V(A, B′) ≤ V(A, B), or also V(B′, A) ≤ V(B, A); without ties, whether <."""

    def violations(index: Index, clusterings: Clusterings) -> Violations:
        a, b, better = named(clusterings, "A", "B", "B'")
        same_items(a, b, better)
        demand(is_proper(a), "A is not trivial")
        demand(is_better(a, b, better), "B' is not made from B as the property wants it")
        orders = [((a, better), (a, b)), ((better, a), (b, a))][: 1 + both]
        for after, before in orders:
            if _have_values(index, after, before):
                order = difference(index(*after), index(*before))
                if order < 0 or (order == 0 and ties):
                    yield ("tie" if order == 0 else "decrease") if ties else None

    return violations


def _strong_monotonicity(index: Index, points: Points) -> Violations:
    """Look at more pairs of one kind: V rises with N11 and N00, and falls with N10 and N01."""
    p, q = points["p"], points["q"]
    demand(set(points) == {"p", "q"} and are_whole(p, q), "there are whole counts p and q")
    more = [i for i in range(4) if p[i] != q[i]]
    demand(len(more) == 1 and p[more[0]] < q[more[0]], "q has more of one kind of pairs than p")
    wanted = 1 if more[0] in (0, 3) else -1
    demand((p[1] + p[2] if wanted > 0 else p[0] + p[3]) > 0, "nothing is demanded there")
    order = difference(index.at(q), index.at(p)) * wanted
    if order <= 0:
        yield "tie" if order == 0 else "decrease"


# --- the other constraints of Amigó et al., and copies of items


def _is_rag_bag(a: Labels, b: Labels, better: Labels) -> bool:
    """Whether B puts an item into a clean cluster, and B′ into a noisy one of as many items."""
    before, after = clusters(b) - clusters(better), clusters(better) - clusters(b)
    of_a = clusters(a)
    for (spoilt, noisy), (clean, noisier) in product(
        permutations(before, 2), permutations(after, 2)
    ):
        item = spoilt - clean
        if (
            len(before) == len(after) == 2
            and len(item) == 1
            and spoilt == clean | item
            and noisier == noisy | item
            and len(clean) == len(noisy) >= 2
            and clean in of_a
            and all(frozenset({i}) in of_a for i in noisier)
        ):
            return True
    return False


def _is_size_against_quantity(a: Labels, b: Labels, better: Labels) -> bool:
    """Whether B splits m small clusters of two, and B′ one item off a large one of m + 1."""
    before, after = clusters(b) - clusters(better), clusters(better) - clusters(b)
    of_a = clusters(a)
    large = max(before, key=len, default=frozenset())
    m = len(large) - 1
    small = {pair for pair in after & of_a if len(pair) == 2 and not pair <= large}
    rest = after - small
    return (
        m >= 2
        and large in of_a
        and len(small) == m
        and before - {large} == {frozenset({i}) for pair in small for i in pair}
        and sorted(map(len, rest)) == [1, m]
        and frozenset().union(*rest) == large
    )


def _scale_invariance(index: Index, clusterings: Clusterings) -> Violations:
    """Look whether V changes when every item is replaced by copies."""
    copies, rest = divmod(max(map(len, clusterings.values())), len(clusterings["A"]))
    demand(rest == 0 and copies >= 2, "there are whole copies")
    a, b, many_a, many_b = named(clusterings, "A", "B", f"{copies}A", f"{copies}B")
    for labels, many in ((a, many_a), (b, many_b)):
        copied = tuple(label for label in labels for _ in range(copies))
        demand(clusters(copied) == clusters(many), "the copies are not copies")
    if difference(index(a, b), index(many_a, many_b)):
        yield None


_OF_CLUSTERINGS: dict[str, Callable[[Index, Clusterings], Violations]] = {
    "maximal_agreement": _maximal_agreement,
    "symmetry": _symmetry,
    "distance": _distance,
    "monotonicity": _not_better(_is_improvement, both=True),
    "weak_monotonicity": _not_better(_is_improvement, both=True, ties=False),
    "meila_monotonicity": _not_better(_is_meet, both=True, ties=False),
    "homogeneity": _not_better(_is_split),
    "completeness": _not_better(_is_merge),
    "rag_bag": _not_better(_is_rag_bag),
    "size_against_quantity": _not_better(_is_size_against_quantity),
    "scale_invariance": _scale_invariance,
    **chance.OF_CLUSTERINGS,
}
_OF_COUNTS: dict[str, Callable[[Index, Points], Violations]] = {
    "minimal_agreement": _minimal_agreement,
    "strong_monotonicity": _strong_monotonicity,
    **chance.OF_COUNTS,
}
