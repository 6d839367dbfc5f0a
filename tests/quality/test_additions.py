"""The additions to the paper's properties, against a second reading of their definitions.

Here clusterings are sets of sets and all of them are tried; values come from the oracle.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from mpmath import mpf, workdps

import partwise as pw
from partwise.properties.auditing import audit
from partwise.properties.decide import decide
from partwise.properties.definitions.lei import exact_mean, means_by_number
from partwise.properties.search.index_values import IndexValues
from support.definitions import EPSILON, Score, mpf_of, not_above, oriented, score_of, trivial
from support.oracle import set_partitions
from support.partitions import Partition, grouped, integer_partitions, rgs

Labels = tuple[int, ...]
Case = tuple[Labels, Labels, Labels]

KEYS = ("rand", "jaccard", "nmi_max", "nmi_min", "fnmi", "f_measure", "bcubed", "russell_rao")


def every(n: int) -> list[Labels]:
    return [tuple(labels) for labels in set_partitions(n)]


def references(n: int) -> Iterator[Labels]:
    for sizes in integer_partitions(n):
        yield tuple(label for label, size in enumerate(sizes) for _ in range(size))


def halves(n: int) -> Iterator[Case]:
    for a in references(n):
        for b in every(n) if not trivial(a) else []:
            for cluster in grouped(b):
                parts = {part & cluster for part in grouped(a)} - {frozenset()}
                if len(parts) == 2:
                    yield a, b, rgs((grouped(b) - {cluster}) | parts)


def merges(n: int) -> Iterator[Case]:
    for a in references(n):
        for b in every(n) if not trivial(a) else []:
            for one, other in combinations(grouped(b), 2):
                if any(one | other <= part for part in grouped(a)):
                    yield a, b, rgs((grouped(b) - {one, other}) | {one | other})


def bags(n: int) -> Iterator[Case]:
    """The last item, alone in A, joins a whole cluster of A, or as many items alone in A."""
    for before in references(n - 1):
        a: Partition = grouped(before)
        alone = frozenset().union(*(part for part in a if len(part) == 1))
        for others in map(grouped, every(n - 1)):
            for clean in others & a:
                for noisy in others - {clean}:
                    if len(clean) == len(noisy) >= 2 and noisy <= alone:
                        last = frozenset({n - 1})
                        worse = (others - {clean}) | {clean | last}
                        better = (others - {noisy}) | {noisy | last}
                        yield rgs(a | {last}), rgs(worse), rgs(better)


def smallest(score: Score, cases: Any, most: int) -> int | None:
    for n in range(3, most + 1):
        if any(not_above(score(a, better), score(a, b)) for a, b, better in cases(n)):
            return n
    return None


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("about", "cases"), [("homogeneity", halves), ("completeness", merges), ("rag_bag", bags)]
)
def test_constraints_fail_first_where_trying_all_says(about: str, cases: Any, key: str) -> None:
    most = 6 if about == "rag_bag" else 5
    verdict = decide(pw.index(key), about, max_n=most)
    with workdps(60):
        expected = smallest(score_of(key), cases, most)
    found = None if verdict.counterexample is None else verdict.counterexample.n
    assert found == expected


def test_size_against_quantity_is_the_case_that_amigo_et_al_draw() -> None:
    example = decide(pw.index("rand"), "size_against_quantity").counterexample
    assert example is not None
    assert str(example).startswith("A = 012|34|56, B = 012|3|4|5|6, B' = 01|2|34|56:")


@pytest.mark.parametrize("key", ["rand", "jaccard", "bcubed", "vi"])
def test_means_over_candidates_with_k_clusters(key: str) -> None:
    n, score = 5, score_of(key)
    found = means_by_number(IndexValues(pw.index(key), n), n)
    proper = [a for a in references(n) if not trivial(a)]
    with workdps(60):
        for row, a in enumerate(proper):
            for k in range(2, n):
                values = [score(a, b) for b in every(n) if len(set(b)) == k]
                mean = sum(mpf_of(v) for v in values if v is not None) / len(values)
                assert found[row][k - 2] == pytest.approx(float(mean), rel=1e-12)
                sizes = tuple(sorted((a.count(label) for label in set(a)), reverse=True))
                exact = exact_mean(IndexValues(pw.index(key), n), sizes, k)
                exact = mpf_of(exact) if isinstance(exact, Fraction) else mpf(exact.evalf(50))
                assert abs(oriented(key) * exact - mean) < EPSILON


def test_rand_has_ground_truth_bias_and_jaccard_falls_with_the_number_of_clusters() -> None:
    # Lei et al. (2017): Rand's direction depends on the reference; Jaccard and Wallace have NCdec,
    # which for Jaccard has one exception of four items: a tie
    assert decide(pw.index("rand"), "lei_gt_bias").status == "refuted"
    assert decide(pw.index("wallace_1"), "lei_nc_dec").holds
    tie = decide(pw.index("jaccard"), "lei_nc_dec").counterexample
    assert tie is not None
    # by hand, A = 01|2|3: of the 7 clusterings into two J is 1/3 for 012|3 and 013|2, 1/2 for
    # 01|23, 0 for the others, so 1/6 on average; of the 6 into three it is 1 for one, else 0
    assert tie.clusterings == {"A": (0, 0, 1, 2)}
    assert set(tie.values.values()) == {Fraction(1, 6)}


def test_meila_is_weaker_than_monotonicity() -> None:
    # AMI is not monotone (erratum 1), yet nothing up to ten items speaks against Meilă's variant
    found = audit("ami_geometric", properties=["monotonicity", "meila_monotonicity"]).verdicts
    assert found["monotonicity"].status == "refuted"
    assert found["meila_monotonicity"].status == "held"


def test_an_undefined_value_on_the_way_hides_nothing() -> None:
    # A = 01|2: from B = 02|1 the only way to A leads over singletons, where there is no value
    def gap(table: Any) -> float:
        if 3 in (table.k_a, table.k_b):
            return float("nan")
        counts = table.pair_counts
        return 5.0 if counts.n11 == 0 else float(counts.n11 + counts.n00)

    found = audit(gap, max_n=3, properties="monotonicity").verdicts["monotonicity"]
    assert found.value == "decrease"
    assert str(found.counterexample).startswith("A = 01|2, B = 02|1, B' = 01|2: V(A, B) = 5.0")


def test_a_depth_below_what_a_property_speaks_of_decides_nothing() -> None:
    verdict = decide(pw.index("pair_sets_index"), "size_against_quantity", max_n=6)
    assert verdict.status == "unknown"
    assert "at least 7 items" in verdict.reason
