"""Where clusterings can stand to each other, as values of what formulas see in positive variables.

Every pair of clusterings is at one of these places for some positive values of the variables. The
variables are m = M(A, B), x and y for H(A|B) and H(B|A), e = E[M], k and u for numbers of clusters,
and one for each sum that tells how far it is from its largest value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from .algebra import Quotient
from .formulas import polynomial
from .table_names import (
    ELEMENTS,
    MATCHED,
    MATCHED_PRECISION,
    MATCHED_RECALL,
    MATCHED_SHARES,
    PRECISION,
    RECALL,
)

Values = Mapping[str, Quotient]

LEMMA_OF = {
    "entropy_a": "information",
    "entropy_b": "information",
    "entropy_joint": "information",
    "expected_mutual_information": "expected information",
    RECALL: "recall and precision",
    PRECISION: "recall and precision",
    "row_maxima": "maxima",
    "column_maxima": "maxima",
    MATCHED: "matching",
    MATCHED_RECALL: "matched shares",
    MATCHED_PRECISION: "matched shares",
    MATCHED_SHARES: "matched shares",
    ELEMENTS: "elements",
    "size_overlap": "sizes in order",
    "k_a": "numbers of clusters",
    "k_b": "numbers of clusters",
    "same_clusters": "common clusters",
}
"""By which lemma the places of a name are all that there are."""

REFINED = {RECALL: "r1", "row_maxima": "r2"}  # n if and only if A refines B
REFINING = {PRECISION: "p1", "column_maxima": "p2"}  # n if and only if B refines A
EQUAL = {MATCHED: "d1", ELEMENTS: "d2"}  # n if and only if A = B


class Place(NamedTuple):
    """Values of names and sums, and how the clusterings may stand to each other there."""

    values: Values
    relations: frozenset[str]

    def __str__(self) -> str:
        return written(self.values)


def written(values: Values) -> str:
    """Write values down, with the names that readers know.

    Examples
    --------
    >>> written({"entropy_a": quotient("x"), "n": quotient("n")})
    'H(A) = x, n = n'
    """
    pairs = ((_WRITTEN.get(name, name), value) for name, value in values.items())
    return ", ".join(f"{name} = {value}" for name, value in pairs)


_WRITTEN = {
    "entropy_a": "H(A)",
    "entropy_b": "H(B)",
    "entropy_joint": "H(A, B)",
    "expected_mutual_information": "E[M]",
    "sd_mutual_information": "σ[M]",
    "k_a": "k_A",
    "k_b": "k_B",
}


class _Case(NamedTuple):
    """What is known about two clusterings: which refines which, and their information."""

    refines: bool  # A refines B
    refined: bool  # B refines A
    shared: str
    only_a: str
    only_b: str
    expected: str
    relations: str

    @property
    def swapped(self) -> _Case:
        return self._replace(
            refines=self.refined, refined=self.refines, only_a=self.only_b, only_b=self.only_a
        )


_SOME = (("x", "x"), ("x + d", "x"), ("x", "x + d"))
_REFINEMENTS = (
    _Case(True, False, "m", "x", "0", "", "ordinary trivial"),
    _Case(True, False, "0", "x", "0", "", "trivial opposite"),
)
_CASES = (
    _Case(True, True, "m", "0", "0", "", "identical"),
    _Case(True, True, "0", "0", "0", "", "identical"),
    *_REFINEMENTS,
    *(case.swapped for case in _REFINEMENTS),
    *(_Case(False, False, m, *some, "", "ordinary") for m in "m0" for some in _SOME),
)
_REFINEMENTS_WITH_EXPECTED = (
    *(_Case(True, False, f"{e} + p", "x", "0", e, "ordinary") for e in "e0"),
    _Case(True, False, "e", "x", "0", "e", "trivial"),
    _Case(True, False, "0", "x", "0", "0", "trivial opposite"),
)
_CASES_WITH_EXPECTED = (
    *(_Case(True, True, f"{e} + p", "0", "0", e, "identical") for e in "e0"),
    *(_Case(True, True, e, "0", "0", e, "identical") for e in "e0"),
    *_REFINEMENTS_WITH_EXPECTED,
    *(case.swapped for case in _REFINEMENTS_WITH_EXPECTED),
    *(
        _Case(False, False, f"{e}{more}", *some, e, "ordinary")
        for e in "e0"
        for more in (" + p", "")
        for some in _SOME
    ),
    *(
        _Case(False, False, m, f"{a} + q", f"{b} + q", f"{m} + q", "ordinary")
        for m in "m0"
        for a, b in _SOME
    ),
)


def quotient(text: str) -> Quotient:
    """Return a polynomial as a quotient."""
    return Quotient(polynomial(text))


N, ZERO, ONE = quotient("n"), quotient("0"), quotient("1")


def places(names: set[str]) -> list[Place]:
    """Return all places that clusterings can be at, as far as these names tell them apart.

    Examples
    --------
    >>> for place in places({"n", "matched(cell)"}):
    ...     print(place, *sorted(place.relations))
    n = n, matched(cell) = n identical
    n = n, matched(cell) = n/(d1 + 1) opposite ordinary trivial
    """
    with_expected = "expected_mutual_information" in names
    relations: dict[str, set[str]] = {}
    values: dict[str, Values] = {}
    for case in _CASES_WITH_EXPECTED if with_expected else _CASES:
        for known in _values(case, names):
            seen = {name: value for name, value in known.items() if name in names}
            key = ", ".join(map(str, seen.values()))
            key += ", A = B" * (case.relations == "identical")
            relations.setdefault(key, set()).update(case.relations.split())
            values[key] = seen
    return [Place(values[key], frozenset(relations[key])) for key in values]


def _values(case: _Case, names: set[str]) -> Iterator[dict[str, Quotient]]:
    equal = case.refines and case.refined
    values = {"n": N, **information(case.shared, case.only_a, case.only_b)}
    if case.expected:
        values["expected_mutual_information"] = quotient(case.expected)
    for sums, is_largest in (
        (REFINED, case.refines),
        (REFINING, case.refined),
        (EQUAL, equal),
    ):
        values |= {name: N if is_largest else below(N, d) for name, d in sums.items()}
    overlaps = [N] if equal else [N, below(N, "w")]
    for numbers, overlap in product(_numbers(case, names), overlaps):
        yield {**values, **numbers, **_shares(numbers, equal), "size_overlap": overlap}


def information(shared: str, only_a: str, only_b: str) -> dict[str, Quotient]:
    """Return the entropies for M, H(A|B) and H(B|A)."""
    m, x, y = map(quotient, (shared, only_a, only_b))
    return {"entropy_a": m + x, "entropy_b": m + y, "entropy_joint": m + x + y}


def below(largest: Quotient, by: str) -> Quotient:
    """Return a positive number that is at most the largest value, and it only if ``by`` is 0."""
    return largest / (ONE + quotient(by))


def _numbers(case: _Case, names: set[str]) -> Iterator[dict[str, Quotient]]:
    """Yield numbers of clusters: of A, of B, and of those in common."""
    is_single = case.shared == "0" and (case.refines or case.refined)
    smaller = [(ONE if is_single else quotient("k + 1"), ZERO)]
    if case.refines and case.refined:
        k, _ = smaller[0]
        yield {"k_a": k, "k_b": k, "same_clusters": k}
        return
    if "same_clusters" in names and not is_single:
        smaller.append((quotient("s + k"), quotient("s")))
    for few, common in smaller:
        many = few + quotient("u")
        if not case.refined:
            yield {"k_a": many, "k_b": few, "same_clusters": common}
        if not case.refines:
            yield {"k_a": few, "k_b": many, "same_clusters": common}
        if not case.refines and not case.refined:
            yield {"k_a": few, "k_b": few, "same_clusters": common}


def _shares(numbers: Values, equal: bool) -> dict[str, Quotient]:
    k_a, k_b = numbers["k_a"], numbers["k_b"]
    larger = k_a if "u" in k_a.above.variables else k_b
    shares = {MATCHED_RECALL: k_a, MATCHED_PRECISION: k_b, MATCHED_SHARES: larger}
    if equal:
        return shares
    return {name: below(k, f"h{i}") for i, (name, k) in enumerate(shares.items())}
