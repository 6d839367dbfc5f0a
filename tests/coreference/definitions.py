"""The metrics of coreference a second time, mention by mention and link by link.

Written from the papers, without partwise: Vilain et al. (1995), Bagga and Baldwin (1998), Luo
(2005), Luo et al. (2014), Moosavi and Strube (2016). A document is a list of sets; both sides are
lists of documents. Nothing here is fast: matchings are tried one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations

Document = list[set[int]]
Corpus = list[Document]
Rates = tuple[Fraction, Fraction, Fraction]
_ZERO = Fraction(0)


def _rates(recall: list[Fraction | int], precision: list[Fraction | int]) -> Rates:
    r, p = (Fraction(a) / b if b else _ZERO for a, b in (recall, precision))
    return r, p, 2 * r * p / (r + p) if r + p else _ZERO


def _both(
    part: Callable[[Document, Document], tuple[Fraction, int]], a: Corpus, b: Corpus
) -> Rates:
    def over(ours: Corpus, theirs: Corpus) -> list[Fraction | int]:
        parts = [part(*pair) for pair in zip(ours, theirs, strict=True)]
        return [sum((p for p, _ in parts), _ZERO), sum(whole for _, whole in parts)]

    return _rates(over(a, b), over(b, a))


def _entity(document: Document, mention: int) -> set[int]:
    return next((entity for entity in document if mention in entity), set())


def muc(a: Corpus, b: Corpus) -> Rates:
    def part(ours: Document, theirs: Document) -> tuple[Fraction, int]:
        found = 0
        for entity in ours:
            parts = {frozenset(_entity(theirs, m) & entity) or frozenset({m}) for m in entity}
            found += len(entity) - len(parts)
        return Fraction(found), sum(len(entity) - 1 for entity in ours)

    return _both(part, a, b)


def bcubed(a: Corpus, b: Corpus) -> Rates:
    def part(ours: Document, theirs: Document) -> tuple[Fraction, int]:
        shares = [
            Fraction(len(entity & _entity(theirs, mention)), len(entity))
            for entity in ours
            for mention in entity
        ]
        return sum(shares, _ZERO), len(shares)

    return _both(part, a, b)


def _largest(
    a: Document, b: Document, similarity: Callable[[set[int], set[int]], Fraction]
) -> Fraction:
    few, many = sorted((a, b), key=len)
    return max(
        sum((similarity(x, y) for x, y in zip(few, chosen, strict=True)), _ZERO)
        for chosen in permutations(many, len(few))
    )


def _ceaf(a: Corpus, b: Corpus, similarity: Callable[[set[int], set[int]], Fraction]) -> Rates:
    best = sum((_largest(x, y, similarity) for x, y in zip(a, b, strict=True)), _ZERO)
    own = [sum((similarity(e, e) for d in side for e in d), _ZERO) for side in (a, b)]
    return _rates([best, own[0]], [best, own[1]])


def ceaf_m(a: Corpus, b: Corpus) -> Rates:
    return _ceaf(a, b, lambda x, y: Fraction(len(x & y)))


def ceaf_e(a: Corpus, b: Corpus) -> Rates:
    return _ceaf(a, b, lambda x, y: Fraction(2 * len(x & y), len(x) + len(y)))


def lea(a: Corpus, b: Corpus) -> Rates:
    def links(entity: set[int]) -> set[tuple[int, ...]]:
        if len(entity) == 1:
            return {(*entity, *entity)}  # to itself
        return set(combinations(sorted(entity), 2))

    def part(ours: Document, theirs: Document) -> tuple[Fraction, int]:
        resolved = set[tuple[int, ...]]().union(*map(links, theirs))
        total = sum(
            (len(e) * Fraction(len(links(e) & resolved), len(links(e))) for e in ours), _ZERO
        )
        return total, sum(map(len, ours))

    return _both(part, a, b)


def _pairs(corpus: Corpus, together: bool) -> Iterator[tuple[int, int, int]]:
    for number, document in enumerate(corpus):
        for x, y in combinations(sorted(set[int]().union(*document)), 2):
            if (y in _entity(document, x)) == together:
                yield number, x, y


def blanc(a: Corpus, b: Corpus) -> Rates:
    kinds = []
    for together in (True, False):
        ours, theirs = (set(_pairs(side, together)) for side in (a, b))
        shared = len(ours & theirs)
        if ours:
            kinds.append(_rates([shared, len(ours)], [shared, len(theirs)]))
    if not kinds:
        mentions = [[set[int]().union(*document) for document in side] for side in (a, b)]
        same = Fraction(any(mentions[0]) and mentions[0] == mentions[1])
        return same, same, same
    r, p, f = (sum(rates, _ZERO) / len(kinds) for rates in zip(*kinds, strict=True))
    return r, p, f


def mentions(a: Corpus, b: Corpus) -> Rates:
    def part(ours: Document, theirs: Document) -> tuple[Fraction, int]:
        mine, others = (set[int]().union(*side) for side in (ours, theirs))
        return Fraction(len(mine & others)), len(mine)

    return _both(part, a, b)


DEFINITIONS = {
    "mentions": mentions,
    "muc": muc,
    "bcubed": bcubed,
    "ceaf_m": ceaf_m,
    "ceaf_e": ceaf_e,
    "lea": lea,
    "blanc": blanc,
}
