"""Proofs that no index has certain properties together, checked from the definitions.

A certificate names the properties and a number of items n, and cites instances of the properties:
which property, which clusterings, and a rational multiplier. What each instance says about the
values V(A, B) is derived here; with its multiplier it is added to the others. If all values cancel
and at least one of the inequalities is strict, then 0 > 0 is left: no index has these properties on
n items, and therefore none has them at all.

An index gives one value to two clusterings of the same items, whatever the items and clusters are
called: two pairs of clusterings with the same contingency table, up to the order of its rows and
columns, have the same value. One of kind "pairs" depends on the four counts of pairs alone.
Larger values mean more alike. Standard library only; nothing is shared with what found the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple, TypeAlias

from .pairs.refusals import NotShownError, demand

Labels: TypeAlias = tuple[int, ...]
Quantity: TypeAlias = tuple[Any, ...]
"""What an instance is about: ("V", …) is a value of the index, ("c_max",) a constant."""

_KEYS = {"format", "kind", "properties", "vocabulary", "n", "rows"}
MOST_ITEMS = 8  # 4,140 clusterings
AXIOMS = {
    "maximal_agreement": ("maximal_agreement",),
    "minimal_agreement": ("minimal_agreement",),
    "symmetry": ("symmetry",),
    "distance": ("maximal_agreement", "symmetry", "triangle_inequality"),
    "monotonicity": ("monotonicity",),
    "weak_monotonicity": ("weak_monotonicity",),
    "constant_baseline": ("constant_baseline",),
}
"""The properties that are linear in the values at fixed n, and the axioms of each."""


class Values:
    """The values of an index of a kind, each named after the clusterings that came first."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.names: dict[Quantity, str] = {}

    def __call__(self, a: Labels, b: Labels) -> Quantity:
        """Return V(A, B): the same for all pairs that every index of the kind treats alike."""
        is_pairs = self.kind == "pairs"
        value = ("V", *(_pair_counts(a, b) if is_pairs else _table(a, b)))
        clusterings = f"{_named(a)}, {_named(b)}"
        self.names.setdefault(value, ", ".join(map(str, value[1:])) if is_pairs else clusterings)
        return value


class Instance(NamedTuple):
    """What an axiom says about some clusterings: the sum of the terms is =, ≥ or > 0."""

    terms: dict[Quantity, Fraction]
    relation: str
    words: str


def verify(certificate: Mapping[str, Any]) -> list[str]:
    """Check a certificate; return the proof in words, a line each.

    Raises
    ------
    NotShownError
        If it does not prove what it claims.
    """
    n, kind, axioms = _claim(certificate)
    value, sums = Values(kind), dict[Quantity, Fraction]()
    lines, is_strict = [], False
    for number, row in enumerate(_list(certificate, "rows"), 1):
        instance, multiplier = _instance(row, n, value, axioms), _multiplier(row)
        if instance.relation != "=" and multiplier <= 0:
            raise NotShownError(f"row {number}: an inequality needs a multiplier above 0")
        is_strict |= instance.relation == ">"
        for quantity, factor in instance.terms.items():
            sums[quantity] = sums.get(quantity, Fraction(0)) + multiplier * factor
        said = f"{_sum(instance.terms, value)} {instance.relation} 0"
        lines.append(f"{number}. {instance.words}: {said}; times {_signed(multiplier)}.")
    left = {quantity: total for quantity, total in sums.items() if total}
    if left:
        raise NotShownError(f"the rows do not cancel: {_sum(left, value)} is left")
    if not is_strict:
        raise NotShownError("no row is a strict inequality, so the sum says 0 ≥ 0 only")
    return [*_introduction(certificate, n, kind), *lines, _CONCLUSION]


_CONCLUSION = (
    "Multiply each line by its factor and add the lines up. On the left, everything cancels. Since "
    "at least one inequality is strict, this says 0 > 0, which is false. So there is no such index."
)


def _introduction(certificate: Mapping[str, Any], n: int, kind: str) -> list[str]:
    names = ", ".join(name.replace("_", " ") for name in certificate["properties"])
    which, values = "index", "V(A, B), where larger values mean more alike"
    if kind == "pairs":
        which, values = "pair-counting index", f"{values}; V depends on (N11, N10, N01, N00)"
    return [
        f"No {which} has all of these properties: {names}. There is none on {n} items.",
        f"Suppose there is one, with the values {values}. 01|2 is the clustering {{0, 1}}, {{2}}.",
        "Pairs that differ only in the names of items have the same value, and are written alike.",
    ]


# --- the claim


def _claim(certificate: Mapping[str, Any]) -> tuple[int, str, set[str]]:
    demand(set(certificate) == _KEYS, f"a combination has the keys {', '.join(sorted(_KEYS))}")
    demand(certificate["kind"] == "combination", "the kind is not combination")
    n, vocabulary = certificate["n"], certificate["vocabulary"]
    demand(type(n) is int and 2 <= n <= MOST_ITEMS, f"n is from 2 to {MOST_ITEMS}, not {n!r}")
    demand(vocabulary in ("pairs", "table"), f"indices are of pairs or a table, not {vocabulary!r}")
    properties = _list(certificate, "properties")
    are_known = bool(properties) and all(name in AXIOMS for name in properties)
    demand(are_known, f"properties are some of {', '.join(AXIOMS)}, not {properties!r}")
    return n, vocabulary, {axiom for name in properties for axiom in AXIOMS[name]}


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data[name]
    demand(isinstance(value, list), f"{name} must be a list, not {value!r}")
    return value  # type: ignore[no-any-return]


def _multiplier(row: Mapping[str, Any]) -> Fraction:
    text = row.get("multiplier")
    try:
        if not isinstance(text, str):
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise NotShownError(f'a multiplier is text such as "2/3", not {text!r}') from None


def _clustering(row: Mapping[str, Any], name: str, n: int) -> Labels:
    labels = row.get(name)
    if (
        not isinstance(labels, list)
        or len(labels) != n
        or not all(type(label) is int for label in labels)
    ):
        raise NotShownError(f"{name} must be the labels of {n} items, not {labels!r}")
    return _numbered(labels)


def _numbered(labels: list[int] | Labels) -> Labels:
    """Give clusters numbers as they appear."""
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(label, len(seen)) for label in labels)


# --- clusterings and values


def clusterings(n: int) -> Iterator[Labels]:
    """Yield every clustering of n items once."""
    if n == 0:
        yield ()
        return
    for labels in clusterings(n - 1):
        for label in range(max(labels, default=-1) + 2):
            yield (*labels, label)


def _sizes(labels: Labels) -> Labels:
    return tuple(sorted((labels.count(label) for label in set(labels)), reverse=True))


def _pair_counts(a: Labels, b: Labels) -> tuple[int, int, int, int]:
    counts = [0, 0, 0, 0]
    for i, j in combinations(range(len(a)), 2):
        counts[2 * (a[i] != a[j]) + (b[i] != b[j])] += 1
    n11, n10, n01, n00 = counts
    return n11, n10, n01, n00


@cache
def _table(a: Labels, b: Labels) -> tuple[Labels, ...]:
    """Return the contingency table with its rows and columns in one order for all equal tables.

    The side with fewer clusters is tried in every order, with the other side sorted.
    """
    cells = [[0] * (max(b) + 1) for _ in range(max(a) + 1)]
    for row, column in zip(a, b, strict=True):
        cells[row][column] += 1
    if len(cells) <= len(cells[0]):
        orders = permutations(cells)
        return tuple(zip(*min(sorted(zip(*rows, strict=True)) for rows in orders), strict=True))
    columns = permutations(zip(*cells, strict=True))
    return tuple(min(sorted(zip(*order, strict=True)) for order in columns))


# --- what the axioms say


def _instance(row: Any, n: int, value: Values, axioms: set[str]) -> Instance:
    if not isinstance(row, Mapping):
        raise NotShownError(f"a row must be an object, not {row!r}")
    axiom = row.get("axiom")
    if axiom not in axioms:
        raise NotShownError(f"{axiom!r} does not follow from the properties of the claim")
    names, others, state = _STATED[axiom]
    expected = {"axiom", "multiplier", *names, *others}
    if set(row) != expected:
        raise NotShownError(f"a row about {axiom} has {sorted(expected)}, not {sorted(row)}")
    named = (_clustering(row, name, n) for name in names)
    return state(value, *named, *(row[name] for name in others))


def _combined(*terms: tuple[Quantity, int | Fraction]) -> dict[Quantity, Fraction]:
    sums: dict[Quantity, Fraction] = {}
    for quantity, factor in terms:
        sums[quantity] = sums.get(quantity, Fraction(0)) + factor
    return {quantity: total for quantity, total in sums.items() if total}


_BEST, _WORST, _BASE = ("c_max",), ("c_min",), ("c_base",)


def _maximal_agreement(value: Values, a: Labels, b: Labels) -> Instance:
    """V(A, A) is one constant, c_max, and V(A, B) < c_max for every other B."""
    same = value(a, b)
    if a == b:
        words = f"Maximal agreement, of {_named(a)} with itself"
        return Instance(_combined((same, 1), (_BEST, -1)), "=", words)
    words = f"Maximal agreement, since {_named(a)} and {_named(b)} differ"
    return Instance(_combined((_BEST, 1), (same, -1)), ">", words)


def _minimal_agreement(value: Values, a: Labels, b: Labels) -> Instance:
    """V(A, B) is one constant, c_min, if A and B agree about no pair; else V(A, B) > c_min."""
    n11, _, _, n00 = _pair_counts(a, b)
    terms = _combined((value(a, b), 1), (_WORST, -1))
    if n11 == n00 == 0:
        words = f"Minimal agreement, since {_named(a)} and {_named(b)} agree about no pair"
        return Instance(terms, "=", words)
    words = f"Minimal agreement, since {_named(a)} and {_named(b)} agree about a pair"
    return Instance(terms, ">", words)


def _symmetry(value: Values, a: Labels, b: Labels) -> Instance:
    """V(A, B) = V(B, A)."""
    terms = _combined((value(a, b), 1), (value(b, a), -1))
    return Instance(terms, "=", f"Symmetry, of {_named(a)} and {_named(b)}")


def _triangle_inequality(value: Values, a: Labels, b: Labels, c: Labels) -> Instance:
    """With d = c_max − V: d(A, B) + d(B, C) ≥ d(A, C)."""
    terms = _combined(
        (value(a, c), 1),
        (_BEST, 1),
        (value(a, b), -1),
        (value(b, c), -1),
    )
    words = f"Triangle inequality of c_max − V, from {_named(a)} over {_named(b)} to {_named(c)}"
    return Instance(terms, "≥", words)


def _monotonicity(value: Values, a: Labels, b: Labels, better: Labels, first: Any) -> Instance:
    """V(A, B′) > V(A, B) and V(B′, A) > V(B, A) if B′ is an A-consistent improvement of B."""
    terms, words = _improved(value, a, b, better, first)
    return Instance(terms, ">", f"Monotonicity: {words}")


def _weak_monotonicity(value: Values, a: Labels, b: Labels, better: Labels, first: Any) -> Instance:
    """V(A, B′) ≥ V(A, B) and V(B′, A) ≥ V(B, A) if B′ is an A-consistent improvement of B."""
    terms, words = _improved(value, a, b, better, first)
    return Instance(terms, "≥", f"Monotonicity with ties: {words}")


def _improved(
    value: Values, a: Labels, b: Labels, better: Labels, first: Any
) -> tuple[dict[Quantity, Fraction], str]:
    """Return V(A, B′) − V(A, B), or V(B′, A) − V(B, A), if B′ is an improvement.

    For 1 < k_A < n; an improvement is another clustering that agrees with A about every pair of
    items about which B does.
    """
    n, clusters = len(a), max(a) + 1
    if not 1 < clusters < n:
        raise NotShownError(f"monotonicity says nothing about A = {_named(a)}")
    if b == better or any(
        (a[i] == a[j]) == (b[i] == b[j]) != (better[i] == better[j])
        for i, j in combinations(range(n), 2)
    ):
        raise NotShownError(f"{_named(better)} does not improve {_named(b)} for {_named(a)}")
    words = f"{_named(better)} is an improvement of {_named(b)} for A = {_named(a)}"
    if first == "A":
        return _combined((value(a, better), 1), (value(a, b), -1)), words
    if first == "B":
        return _combined((value(better, a), 1), (value(b, a), -1)), words
    raise NotShownError(f'first must be "A" or "B", not {first!r}')


def _constant_baseline(value: Values, a: Labels, sizes: Any) -> Instance:
    """Say that the mean of V(A, B) over all B with certain sizes is one constant, c_base.

    For 1 < k_A < n. Written as a sum: Σ V(A, B) = k c_base for k clusterings B.
    """
    n = len(a)
    if not 1 < max(a) + 1 < n:
        raise NotShownError(f"a constant baseline says nothing about A = {_named(a)}")
    candidates = [b for b in clusterings(n) if list(_sizes(b)) == sizes]
    if not candidates:
        raise NotShownError(f"no clustering of {n} items has the sizes {sizes!r}")
    values = ((value(a, b), 1) for b in candidates)
    terms = _combined(*values, (_BASE, -len(candidates)))
    shown = ", ".join(map(str, sizes))
    words = f"Constant baseline, over all candidates with the sizes {shown} for A = {_named(a)}"
    return Instance(terms, "=", words)


_STATED: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[..., Instance]]] = {
    "maximal_agreement": (("A", "B"), (), _maximal_agreement),
    "minimal_agreement": (("A", "B"), (), _minimal_agreement),
    "symmetry": (("A", "B"), (), _symmetry),
    "triangle_inequality": (("A", "B", "C"), (), _triangle_inequality),
    "monotonicity": (("A", "B", "B'"), ("first",), _monotonicity),
    "weak_monotonicity": (("A", "B", "B'"), ("first",), _weak_monotonicity),
    "constant_baseline": (("A",), ("sizes",), _constant_baseline),
}
"""For each axiom the clusterings that a row names, what else it says, and what follows."""


# --- words


def _named(labels: Labels) -> str:
    """Write a clustering as its clusters: 02|1."""
    clusters = ["" for _ in range(max(labels) + 1)]
    for item, label in enumerate(labels):
        clusters[label] += str(item)
    return "|".join(clusters)


def _sum(terms: Mapping[Quantity, Fraction], value: Values) -> str:
    parts: list[str] = []
    for quantity, factor in terms.items():
        sign = "−" if factor < 0 else "+" if parts else ""
        size = "" if abs(factor) == 1 else f"{abs(factor)} "
        name = f"V({value.names[quantity]})" if quantity in value.names else quantity[0]
        parts.append(f"{sign}{' ' if parts else ''}{size}{name}")
    return " ".join(parts)


def _signed(number: Fraction) -> str:
    return str(number).replace("-", "−")
