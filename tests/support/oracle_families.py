"""The families beyond the paper, written from their definitions: slow, obvious and exact.

Each function takes the reference A and the candidate B as labels. Sets of items, walks and lists
of pairs stand where the library has closed forms. This file never imports partwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb, factorial, prod

from mpmath import mp, mpf

from support.oracle_information import Definitions, Information, Labels, Sizes, ratio, sizes_of

__all__ = ["FAMILIES", "RATIONAL_FAMILIES"]

Sets = list[frozenset[int]]


@lru_cache(maxsize=100)
def information(a: Labels, b: Labels) -> Information:
    """Return the entropies of two clusterings."""
    return Information(a, b)


@lru_cache(maxsize=10_000)
def clusters(labels: Labels) -> Sets:
    """Return the clusters as sets of items."""
    return [
        frozenset(i for i, other in enumerate(labels) if other == name)
        for name in dict.fromkeys(labels)
    ]


def real(x: Fraction) -> mpf:
    """Return a rational number as a real one."""
    return mpf(x.numerator) / x.denominator


def mean(values: list[Fraction]) -> Fraction:
    """Return the mean of some numbers; none have no mean."""
    return sum(values, Fraction(0)) / len(values)


# --- entropies


def homogeneity(a: Labels, b: Labels) -> mpf:
    """M / H(A)."""
    t = information(a, b)
    return ratio(t.mutual, t.h_a)


def nvi(a: Labels, b: Labels) -> mpf:
    """1 - M / H(A, B)."""
    t = information(a, b)
    return ratio(t.h_ab - t.mutual, t.h_ab)


def nid(a: Labels, b: Labels) -> mpf:
    """1 - M / max(H(A), H(B))."""
    t = information(a, b)
    return ratio(t.larger() - t.mutual, t.larger())


def v_measure(a: Labels, b: Labels) -> mpf:
    """Harmonic mean of homogeneity and completeness; 0 if both are."""
    t = information(a, b)
    if t.mutual:
        h, c = ratio(t.mutual, t.h_a), ratio(t.mutual, t.h_b)
        return 2 * h * c / (h + c)
    return ratio(t.mutual, t.h_a + t.h_b)


def rmi(a: Labels, b: Labels) -> mpf:
    """Log of the number of ways to choose, less log of the number of tables, per item."""
    n, rows, columns = len(a), sizes_of(a), sizes_of(b)
    cells = sizes_of(zip(a, b, strict=True))
    ways = Fraction(
        factorial(n) * prod(map(factorial, cells)),
        prod(map(factorial, rows)) * prod(map(factorial, columns)),
    )
    return (mp.log(ways.numerator) - mp.log(ways.denominator) - log_omega(rows, columns)) / n


def log_omega(rows: Sizes, columns: Sizes) -> mpf:
    """Diaconis and Efron's estimate, as Newman, Cantwell and Young write it."""
    n, r, s = sum(rows), len(rows), len(columns)
    w = mpf(n) / (n + mpf(r * s) / 2)
    x = [(1 - w) / r + w * size / n for size in rows]
    y = [(1 - w) / s + w * size / n for size in columns]
    nu = (s + 1) / (s * mp.fsum(v * v for v in x)) - mpf(1) / s
    mu = (r + 1) / (r * mp.fsum(v * v for v in y)) - mpf(1) / r
    gammas = mp.log(mp.gamma(mu * r)) + mp.log(mp.gamma(nu * s))
    gammas -= s * mp.log(mp.gamma(nu) * mp.gamma(r)) + r * mp.log(mp.gamma(mu) * mp.gamma(s))
    total = (r - 1) * (s - 1) * mp.log(n + mpf(r * s) / 2)
    total += (r + nu - 2) / 2 * mp.fsum(map(mp.log, y))
    return total + (s + mu - 2) / 2 * mp.fsum(map(mp.log, x)) + gammas / 2


@lru_cache(maxsize=10_000)
def apart(labels: Labels) -> Fraction:
    """Tsallis's H_2: the chance that two items, drawn with replacement, are apart."""
    n = len(labels)
    return Fraction(sum(labels[i] != labels[j] for i in range(n) for j in range(n)), n * n)


def tsallis_nmi_2(a: Labels, b: Labels) -> Fraction:
    """(H_2(A) + H_2(B) - H_2(A, B)) over the mean of the first two."""
    both = tuple(zip(a, b, strict=True))
    return (apart(a) + apart(b) - apart(both)) / ((apart(a) + apart(b)) / 2)


def tsallis_vi_2(a: Labels, b: Labels) -> Fraction:
    """2 H_2(A, B) - H_2(A) - H_2(B)."""
    return 2 * apart(tuple(zip(a, b, strict=True))) - apart(a) - apart(b)


# --- matching


def purity(a: Labels, b: Labels) -> Fraction:
    """Each cluster of B stands for the cluster of A of which it has most."""
    best = [max(len(x & y) for x in clusters(a)) for y in clusters(b)]
    return Fraction(sum(best), len(a))


def best_matching(worth: list[list[Fraction]]) -> Fraction:
    """Give each row a column of its own or none, in every way."""

    @cache
    def best(row: int, free: frozenset[int]) -> Fraction:
        if row == len(worth):
            return Fraction(0)
        chosen = [worth[row][j] + best(row + 1, free - {j}) for j in free]
        return max(best(row + 1, free), *chosen) if chosen else Fraction(0)

    return best(0, frozenset(range(len(worth[0]))))


def worth(
    a: Labels, b: Labels, of: Callable[[frozenset[int], frozenset[int]], Fraction]
) -> Fraction:
    """Return the best sum over clusters matched one to one."""
    return best_matching([[of(x, y) for y in clusters(b)] for x in clusters(a)])


def accuracy(a: Labels, b: Labels) -> Fraction:
    """Items in matched clusters."""
    return worth(a, b, lambda x, y: Fraction(len(x & y))) / len(a)


def normalised_accuracy(a: Labels, b: Labels) -> Fraction:
    """Mean share of A's clusters that is found, from 1/k to 1 stretched to 0 to 1."""
    k = len(set(a))
    found = worth(a, b, lambda x, y: Fraction(len(x & y), len(x))) / k
    return (found - Fraction(1, k)) / (1 - Fraction(1, k))


def pair_sets_index(a: Labels, b: Labels) -> Fraction:
    """Rezaei and Franti's equation 18, at least 0."""
    n = len(a)
    similarity = worth(a, b, lambda x, y: Fraction(len(x & y), max(len(x), len(y))))
    in_order = zip(sorted(sizes_of(a))[::-1], sorted(sizes_of(b))[::-1], strict=False)
    expected = sum((Fraction(x * y, n * max(x, y)) for x, y in in_order), Fraction(0))
    value = (similarity - expected) / (max(len(set(a)), len(set(b))) - expected)
    return max(value, Fraction(0))


def split_join(a: Labels, b: Labels) -> Fraction:
    """Van Dongen's metric."""
    return len(a) * (2 - purity(a, b) - purity(b, a))


def recovered(a: Labels, b: Labels) -> int:
    """Count the clusters that both have."""
    return len(set(clusters(a)) & set(clusters(b)))


@lru_cache(maxsize=10_000)
def together(labels: Labels, item: int) -> set[int]:
    """Return the items of an item's cluster."""
    return {other for other, label in enumerate(labels) if label == labels[item]}


def bcubed_precision(a: Labels, b: Labels) -> Fraction:
    """Mean over items of the share of their cluster in B that is with them in A."""
    shares = []
    for item in range(len(a)):
        cluster = together(b, item)
        shares.append(Fraction(len(cluster & together(a, item)), len(cluster)))
    return mean(shares)


# --- elements


def element_centric(a: Labels, b: Labels, alpha: Fraction = Fraction(9, 10)) -> Fraction:
    """1 less half the distance of the two distributions of a walk with restarts, over alpha."""
    scores = []
    n = len(a)
    for item in range(n):
        walks = []
        for labels in (a, b):
            cluster = together(labels, item)
            walk = [alpha / len(cluster) if other in cluster else Fraction(0) for other in range(n)]
            walk[item] += 1 - alpha
            walks.append(walk)
        distance = sum((abs(p - q) for p, q in zip(*walks, strict=True)), Fraction(0))
        scores.append(1 - distance / (2 * alpha))
    return mean(scores)


# --- pairs


@lru_cache(maxsize=10_000)
def same_pairs(labels: Labels) -> list[frozenset[int]]:
    """Return the pairs of items that are together."""
    pairs = combinations(range(len(labels)), 2)
    return [frozenset(pair) for pair in pairs if labels[pair[0]] == labels[pair[1]]]


def mari(a: Labels, b: Labels) -> Fraction:
    """(share of pairs in both - share of disjoint pairs of pairs) over what it is at best."""
    n, in_a, in_b = len(a), same_pairs(a), same_pairs(b)
    disjoint = sum(not e & f for e in in_a for f in in_b)
    chance = Fraction(disjoint, 6 * comb(n, 4))
    both = Fraction(len(set(in_a) & set(in_b)), comb(n, 2))
    best = Fraction(len(in_a) + len(in_b), 2 * comb(n, 2))
    return (both - chance) / (best - chance)


def rows_within(total: int, room: Sizes) -> Iterator[Sizes]:
    """Yield the rows of a table: counts that add up to total and fit into the room left."""
    if not room:
        if total == 0:
            yield ()
        return
    for count in range(min(total, room[0]) + 1):
        for rest in rows_within(total - count, room[1:]):
            yield (count, *rest)


@cache
def moments_of_pairs(rows: Sizes, columns: Sizes) -> tuple[Fraction, Fraction]:
    """Mean and variance of N11, row by row over all tables with their numbers of arrangements."""
    states = {columns: (1, 0, 0)}
    for size in rows:
        after: dict[Sizes, tuple[int, int, int]] = {}
        for room, (ways, first, second) in states.items():
            for row in rows_within(size, room):
                left = tuple(r - x for r, x in zip(room, row, strict=True))
                s, k = sum(comb(x, 2) for x in row), factorial(size)
                k //= prod(map(factorial, row))
                w, f, g = after.get(left, (0, 0, 0))
                squares = second + 2 * s * first + ways * s * s
                after[left] = (w + k * ways, f + k * (first + ways * s), g + k * squares)
        states = after
    ((ways, first, second),) = states.values()
    average = Fraction(first, ways)
    return average, Fraction(second, ways) - average**2


def lerman(a: Labels, b: Labels) -> mpf:
    """(N11 - E[N11]) / sigma[N11] over all candidates of B's sizes."""
    average, variance = moments_of_pairs(sizes_of(a), sizes_of(b))
    both = len(set(same_pairs(a)) & set(same_pairs(b)))
    return real(both - average) / mp.sqrt(real(variance))


RATIONAL_FAMILIES: dict[str, Callable[[Labels, Labels], Fraction]] = {
    "tsallis_nmi_2": tsallis_nmi_2,
    "tsallis_vi_2": tsallis_vi_2,
    "purity": purity,
    "inverse_purity": lambda a, b: purity(b, a),
    "accuracy": accuracy,
    "normalised_accuracy": normalised_accuracy,
    "pair_sets_index": pair_sets_index,
    "split_join": split_join,
    "van_dongen": lambda a, b: split_join(a, b) / (2 * len(a)),
    "cluster_precision": lambda a, b: Fraction(recovered(a, b), len(set(b))),
    "cluster_recall": lambda a, b: Fraction(recovered(a, b), len(set(a))),
    "cluster_f1": lambda a, b: Fraction(2 * recovered(a, b), len(set(a)) + len(set(b))),
    "bcubed_precision": bcubed_precision,
    "bcubed_recall": lambda a, b: bcubed_precision(b, a),
    "element_centric": element_centric,
    "mari": mari,
}
FAMILIES = Definitions(
    {
        "homogeneity": homogeneity,
        "completeness": lambda a, b: homogeneity(b, a),
        "v_measure": v_measure,
        "nvi": nvi,
        "nid": nid,
        "mi": lambda a, b: information(a, b).mutual.value(),
        "rmi": rmi,
        **RATIONAL_FAMILIES,
        "lerman": lerman,
    }
)
