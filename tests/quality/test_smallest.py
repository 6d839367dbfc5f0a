"""Which counterexample is found; that it is one, and that fewer items have none.

Independent of the code under test: the definitions of ``tests/support/definitions.py`` on the
values of the oracle, tried on all clusterings of fewer items.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from mpmath import workdps

import partwise as pw
from partwise.properties.decide import decide
from partwise.properties.registry import PROPERTIES
from partwise.properties.verdict import Counterexample
from support.definitions import CHECKS, Score, mean, score_of, trivial
from support.definitions import differ as are_different
from support.oracle import set_partitions
from support.partitions import agreements, integer_partitions

Labels = tuple[int, ...]

# the reader may check each by hand; where the paper or docs/errata.md has the same one, it says so
FOUND = {
    ("wallace_1", "symmetry"): "A = 012, B = 01|2",
    ("yule", "symmetry"): "A = 012|3, B = 03|1|2",
    ("fnmi", "symmetry"): "A = 01|2, B = 0|1|2",
    ("wallace_1", "maximal_agreement"): "A = 01|2, B = 012",
    ("russell_rao", "maximal_agreement"): "A = 0|1, B = 01",  # both 0
    ("smi", "maximal_agreement"): "A = 01|2, B = 012|3",
    ("yule", "maximal_agreement"): "A = 01|2",  # erratum 18: identical ones are 0/0
    ("jaccard", "monotonicity"): "A = 01|2, B = 02|1, B' = 0|1|2",  # erratum 2
    ("dice", "monotonicity"): "A = 01|2, B = 02|1, B' = 0|1|2",  # erratum 2
    ("wallace_1", "monotonicity"): "A = 01|2, B = 012, B' = 01|2",  # erratum 9
    ("nmi_max", "monotonicity"): "A = 01|2|3, B = 0|1|23, B' = 01|23",
    ("fnmi", "monotonicity"): "A = 01|2|3, B = 02|1|3, B' = 0|1|2|3",
    ("f_measure", "monotonicity"): "A = 0123|4, B = 014|2|3, B' = 014|23",  # erratum 10
    ("dice", "distance"): "A = 012|3, B = 01|23, C = 0|1|23",
    ("correlation", "distance"): "A = 012|3, B = 01|23, C = 0|1|23",
    ("nmi_arithmetic", "distance"): "A = 01|2, B = 0|1|2, C = 02|1",
    ("bcubed", "distance"): "A = 012, B = 01|2, C = 0|1|2",
    ("rand", "constant_baseline"): "A = 01|2, B = 012, B' = 01|2",
    ("jaccard", "constant_baseline"): "A = 01|2, B = 012, B' = 0|1|2",
    ("vi", "constant_baseline"): "A = 01|2, B = 012, B' = 01|2",
    # three items: CC is 1 or −1/2, so 2/3·2/3; four: CC is 1 or −1/3
    ("correlation_distance", "constant_baseline"): "A = 01|2, B = 01|2, A' = 012|3, B' = 012|3",
}


def references(n: int) -> Iterator[Labels]:
    """One clustering for each set of sizes: others are the same up to the names of items."""
    for sizes in integer_partitions(n):
        yield tuple(label for label, size in enumerate(sizes) for _ in range(size))


def every(n: int) -> list[Labels]:
    return [tuple(labels) for labels in set_partitions(n)]


def given(example: Counterexample, about: str) -> tuple[Labels, ...]:
    """The clusterings in the order in which the definitions take them."""
    named = example.clusterings
    if about == "constant_baseline":
        return named["A"], named["B"], named.get("A'", named["A"]), named["B'"]
    if about == "maximal_agreement" and "B" not in named:
        return named["A"], tuple(0 for _ in named["A"])
    return tuple(named.values())


def some_break(score: Score, about: str, n: int) -> bool:
    """Whether any clusterings of n items break a property, by trying them all."""
    breaks = CHECKS[about]
    if about in ("symmetry", "maximal_agreement"):
        return any(breaks(score, a, b) for a in references(n) for b in every(n))
    if about == "monotonicity":
        return any(
            breaks(score, a, b, better)
            for a in references(n)
            if not trivial(a)
            for b, better in product(every(n), repeat=2)
            if agreements(a, b) <= agreements(a, better)
        )
    if about == "distance":
        pairs = any(breaks(score, a, b) for a in references(n) for b in every(n))
        return pairs or any(
            breaks(score, a, b, c) for a in references(n) for b, c in product(every(n), repeat=2)
        )
    means = [mean(score, a, b) for a in references(n) if not trivial(a) for b in references(n)]
    known = [value for value in means if value is not None]
    return any(are_different(known[0], value) for value in known)


@pytest.mark.parametrize(("key", "about"), FOUND)
def test_which_counterexample_is_found_and_that_fewer_items_have_none(key: str, about: str) -> None:
    verdict = decide(pw.index(key), about, max_n=6, triples_n=5)
    example = verdict.counterexample
    assert verdict.status == "refuted"
    assert example is not None
    assert example.certified
    assert str(example).split(": ")[0] == FOUND[key, about]
    score = score_of(key)
    with workdps(60):
        clusterings = given(example, about)
        if about == "maximal_agreement" and len(clusterings[0]) != len(clusterings[1]):
            a, b = clusterings
            assert are_different(score(a, a), score(b, b))
        else:
            assert CHECKS[about](score, *clusterings)
        assert not any(some_break(score, about, n) for n in range(2, example.n))


@pytest.mark.parametrize(
    ("key", "about"),
    [
        ("rand", "monotonicity"),
        ("rand", "distance"),
        ("vi", "distance"),
        ("correlation", "maximal_agreement"),
        ("sokal_sneath_1", "monotonicity"),
        ("nmi_max", "distance"),
        ("bcubed", "monotonicity"),
        ("smi", "symmetry"),
        ("adjusted_rand", "constant_baseline"),
    ],
)
def test_what_holds_is_not_refuted_by_trying_all(key: str, about: str) -> None:
    assert decide(pw.index(key), about, max_n=5, triples_n=4).holds
    with workdps(60):
        assert not any(some_break(score_of(key), about, n) for n in range(3, 5))


def test_ties_are_told_from_decreases() -> None:
    kinds = {
        key: decide(pw.index(key), "monotonicity", max_n=6).value
        for key in ("jaccard", "nmi_max", "fnmi", "f_measure")
    }
    assert kinds == {"jaccard": "tie", "nmi_max": "tie", "fnmi": "decrease", "f_measure": "tie"}


def test_the_other_kind_of_violation_is_mentioned() -> None:
    # erratum 6: SMI is √2 before and after a merge; the paper says that it is not monotone
    verdict = decide(pw.index("smi"), "monotonicity", max_n=5)
    assert verdict.value == "tie"
    assert "decreases, from n = 5" in verdict.reason


def test_ami_decreases_first_at_nine_items() -> None:
    # erratum 1 gives one of nine items; there is none of eight
    assert decide(pw.index("ami_geometric"), "monotonicity", max_n=8).status == "held"
    verdict = decide(pw.index("ami_geometric"), "monotonicity", max_n=9)
    example = verdict.counterexample
    assert verdict.value == "decrease"
    assert example is not None
    with workdps(60):
        assert CHECKS["monotonicity"](score_of("ami_geometric"), *example.clusterings.values())


def test_values_are_exact() -> None:
    example = decide(pw.index("f_measure"), "monotonicity").counterexample
    assert example is not None
    assert {name: str(value) for name, value in example.values.items()} == {
        "V(A, B)": "24/35",  # erratum 10
        "V(A, B')": "24/35",
    }


def test_every_property_has_a_definition() -> None:
    assert len(PROPERTIES) == 28
    assert sum(not each.addition for each in PROPERTIES.values()) == 10
    for each in PROPERTIES.values():
        assert len(each.definition) > 60
        assert each.source
