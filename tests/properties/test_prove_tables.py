"""Proofs for indices that do not count pairs, against the definitions on all small clusterings."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from mpmath import mp

import partwise as pw
from partwise.base import ops
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import show, verify
from partwise.properties.checker.claims import Claim
from partwise.properties.checker.goals import GOALS
from partwise.properties.checker.lemmas import LEMMAS
from partwise.properties.checker.proofs import Proof
from partwise.properties.prove.certificate import Certificate
from partwise.properties.prove.proving import prove
from partwise.properties.prove.tracing import traced
from partwise.properties.prove.witnesses import FactorSearch
from partwise.properties.verdict import Verdict
from support.claims import Property, claim
from support.definitions import CHECKS, mean, not_above, score_of, trivial
from support.oracle import set_partitions
from support.partitions import grouped, perfect_merges, perfect_splits, rgs
from support.table_checks import CHECKS as SMALL_CHECKS
from support.table_checks import conventions_of
from support.table_checks import score_of as small_score_of

PAPER = [each.key for each in pw.indices("paper") if each.kind == "table"]
EVERY = [each.key for each in pw.indices("all") if each.kind == "table"]
KINDS: list[Property] = [
    "maximal_agreement",
    "symmetry",
    "distance",
    "monotonicity",
    "constant_baseline",
]
UNCLAIMED = {("nmi_joint", "distance")}  # known from the literature (Rajski's distance)
CLAIMED = {c for c in product(PAPER, KINDS) if claim(*c).holds} | UNCLAIMED


@cache
def verdict_of(key: str, kind: str) -> Verdict | None:
    return prove(pw.index(key), kind)


def is_proved(index: pw.Index, kind: str) -> bool:
    verdict = prove(index, kind)
    return verdict is not None and verdict.status == "proved"


def certificate_of(key: str, kind: str) -> Certificate:
    verdict = verdict_of(key, kind)
    assert verdict is not None
    assert isinstance(verdict.certificate, Certificate)
    return verdict.certificate


# --- what is proved


@pytest.mark.parametrize("key", PAPER)
def test_all_that_is_claimed_is_proved_and_nothing_else(key: str) -> None:
    for kind in KINDS:
        verdict = verdict_of(key, kind)
        assert (verdict is not None and verdict.status == "proved") == ((key, kind) in CLAIMED)


# each with the argument that its lemma makes, or with the literature
KNOWN_BEYOND_THE_PAPER = {
    "nid": ["distance", "weak_monotonicity", "meila_monotonicity"],  # Vinh et al. 2010
    "nvi": ["distance", "monotonicity"],
    "split_join": ["maximal_agreement", "distance", "weak_monotonicity"],  # van Dongen 2000
    "van_dongen": ["distance", "weak_monotonicity"],
    "accuracy": ["maximal_agreement", "symmetry", "distance", "weak_monotonicity"],  # Meilă 2007
    "element_centric": ["maximal_agreement", "distance", "weak_monotonicity", "completeness"],
    "tsallis_vi_2": ["maximal_agreement", "distance", "monotonicity"],  # (n − 1)/n times Mirkin
    "tsallis_nmi_2": ["maximal_agreement", "monotonicity"],
    "mi": ["weak_monotonicity", "meila_monotonicity", "homogeneity"],
    "homogeneity": ["weak_monotonicity", "homogeneity"],
    "completeness": ["weak_monotonicity", "completeness"],
    "nmi_max": ["weak_monotonicity", "homogeneity"],
    "nmi_min": ["weak_monotonicity"],
    "purity": ["weak_monotonicity", "homogeneity"],
    "inverse_purity": ["weak_monotonicity"],
    "f_measure": ["weak_monotonicity", "homogeneity"],
    "bcubed_precision": ["weak_monotonicity", "homogeneity", "rag_bag"],  # Amigó et al. 2009
    "bcubed_recall": ["weak_monotonicity", "completeness", "size_against_quantity"],
    "bcubed": ["homogeneity", "completeness", "rag_bag", "size_against_quantity"],
    "cluster_f1": ["maximal_agreement", "symmetry"],
    "cluster_precision": ["maximal_agreement"],
    "cluster_recall": ["maximal_agreement"],
    "normalised_accuracy": ["maximal_agreement"],
    "pair_sets_index": ["maximal_agreement", "symmetry"],
    "lerman": ["symmetry", "constant_baseline"],
    "rmi": ["symmetry"],
    "mari": ["symmetry"],
}


@pytest.mark.parametrize("key", KNOWN_BEYOND_THE_PAPER)
def test_what_is_known_is_proved(key: str) -> None:
    for kind in KNOWN_BEYOND_THE_PAPER[key]:
        verdict = verdict_of(key, kind)
        assert verdict is not None, kind
        assert verdict.status == "proved"


# --- against the definitions


@pytest.mark.parametrize(("key", "kind"), sorted(CLAIMED))
def test_what_is_proved_holds_on_small_clusterings(key: str, kind: Property) -> None:
    score = score_of(key)
    with mp.workdps(60):
        for n in (2, 3, 4):
            clusterings = list(set_partitions(n))
            if kind in ("maximal_agreement", "symmetry", "distance"):
                for a, b in product(clusterings, repeat=2):
                    assert not CHECKS[kind](score, a, b)
            if kind == "distance":
                for a, b, c in product(clusterings, repeat=3):
                    assert not CHECKS[kind](score, a, b, c)
            if kind == "monotonicity":
                for a, b, better in product(clusterings, repeat=3):
                    assert not CHECKS[kind](score, a, b, better)
            if kind == "constant_baseline":
                for a, b in product(clusterings, repeat=2):
                    expected = None if trivial(a) else mean(score, a, b)
                    assert expected is None or abs(expected) < mp.mpf(10) ** -30


@pytest.mark.parametrize("key", [key for key, kind in sorted(CLAIMED) if kind == "monotonicity"])
def test_monotone_indices_improve_for_five_items(key: str) -> None:
    score = score_of(key)
    reference = [(0, 0, 1, 1, 2), (0, 0, 0, 1, 1), (0, 0, 1, 2, 3), (0, 0, 0, 0, 1)]
    with mp.workdps(60):
        for a, b in product(reference, set_partitions(5)):
            one, other = grouped(a), grouped(b)
            for better in (*perfect_splits(one, other), *perfect_merges(one, other)):
                after = rgs(better)
                assert not not_above(score(a, after), score(a, b))
                assert not not_above(score(after, a), score(b, a))


@pytest.mark.parametrize("key", EVERY)
def test_whatever_is_proved_is_true_for_up_to_five_items(key: str) -> None:
    index = pw.index(key)
    sense = 1 if index.direction == "similarity" else -1
    score = small_score_of(traced(index), sense, conventions_of(index))
    for kind in GOALS["table"]:
        verdict = verdict_of(key, kind)
        if verdict is not None and verdict.status == "proved":
            assert SMALL_CHECKS[kind](score), kind


def test_small_checks_do_find_faults() -> None:
    faulty = {
        "purity": ("maximal_agreement", "symmetry", "completeness", "rag_bag"),
        "inverse_purity": ("homogeneity",),
        "nmi_arithmetic": ("distance", "constant_baseline"),
        "accuracy": ("monotonicity",),
        "fnmi": ("weak_monotonicity", "meila_monotonicity"),
        "bcubed_precision": ("size_against_quantity",),
        "split_join": ("scale_invariance",),
    }
    for key, kinds in faulty.items():
        index = pw.index(key)
        sense = 1 if index.direction == "similarity" else -1
        score = small_score_of(traced(index), sense, conventions_of(index))
        for kind in kinds:
            assert not SMALL_CHECKS[kind](score), (key, kind)
            assert verdict_of(key, kind) is None
    assert {kind for kinds in faulty.values() for kind in kinds} == set(SMALL_CHECKS)


# --- certificates


MUTATED = [
    ("nmi_geometric", "monotonicity"),
    ("fnmi", "maximal_agreement"),
    ("nid", "distance"),
    ("vi", "distance"),
    ("split_join", "distance"),
    ("bcubed", "weak_monotonicity"),
    ("ami_geometric", "maximal_agreement"),
    ("ami_max", "constant_baseline"),
    ("lerman", "constant_baseline"),
    ("tsallis_vi_2", "monotonicity"),
    ("cluster_f1", "rag_bag"),
    ("element_centric", "scale_invariance"),
    ("accuracy", "symmetry"),
]


def is_refused(certificate: Certificate, **changes: Any) -> bool:
    content = copy.deepcopy(certificate.content) | changes
    assert content != certificate.content
    try:
        verify(content)
    except NotShownError:
        return True
    return False


@pytest.mark.parametrize(("key", "kind"), MUTATED)
def test_certificates_of_tables_are_bound_to_what_they_claim(key: str, kind: str) -> None:
    certificate = certificate_of(key, kind)
    assert certificate.recheck()
    steps = list(certificate.steps)
    for i in (0, len(steps) // 2, len(steps) - 1):
        assert is_refused(certificate, steps=steps[:i] + steps[i + 1 :])
        assert is_refused(certificate, steps=[*steps[:i], steps[i] + " ", *steps[i + 1 :]])
    for other in set(GOALS["table"]) - {kind}:
        assert is_refused(certificate, property=other)
        for goal in GOALS["table"][other]:
            assert is_refused(certificate, property=other, method=goal.__name__)
    formula = certificate.content["formula"]
    assert is_refused(certificate, formula=f"{formula} + row_maxima")
    assert is_refused(certificate, formula="entropy_a/entropy_joint")
    assert is_refused(certificate, vocabulary="pairs")
    assert is_refused(certificate, value="1/7")
    other_index = pw.index("nmi_min" if key != "nmi_min" else "purity")
    assert not Certificate(other_index, certificate.content).recheck()


@pytest.mark.parametrize(
    ("key", "kind", "relation", "value"),
    [
        ("nmi_geometric", "maximal_agreement", "vs_other", "1"),
        ("nmi_geometric", "maximal_agreement", "identical", "0"),
        ("nmi_geometric", "monotonicity", "vs_other", "1"),
        ("ami_geometric", "constant_baseline", "vs_other", "1/2"),
        ("ami_geometric", "constant_baseline", "vs_other", None),
        ("ami_geometric", "maximal_agreement", "vs_other", "1"),
        ("smi", "constant_baseline", "otherwise", "1"),
        ("smi", "constant_baseline", "identical", "1"),
        ("lerman", "constant_baseline", "otherwise", None),
        ("lerman", "constant_baseline", "vs_other", "1/3"),
        ("normalised_accuracy", "maximal_agreement", "vs_other", "1"),
        ("nid", "distance", "identical", "1"),
        ("ami_min", "scale_invariance", "otherwise", "1"),
    ],
)
def test_other_conventions_have_other_proofs_or_none(
    key: str, kind: str, relation: str, value: str | None
) -> None:
    index = pw.index(key)
    declared = {
        name: getattr(index.conventions, name)
        for name in ("identical", "opposite", "vs_other", "otherwise")
    }
    content = {
        "property": kind,
        "formula": str(traced(index)),
        "vocabulary": "table",
        "direction": index.direction,
        "conventions": {k: None if v is None else str(v) for k, v in declared.items()}
        | {relation: value},
    }
    assert not any(shows(content, goal.__name__) for goal in GOALS["table"][kind])


def shows(content: dict[str, Any], method: str) -> bool:
    try:
        show(Claim.read(content), method, Proof(FactorSearch()))
    except NotShownError:
        return False
    return True


def test_certificates_cite_lemmas_that_exist() -> None:
    cited = set()
    for key, kind in MUTATED:
        for step in certificate_of(key, kind).steps:
            if step.startswith("lemma "):
                name = step.split("'")[1]
                assert LEMMAS[name].says in step
                cited.add(name)
    assert len(cited) > len(LEMMAS) // 2


def test_gaps_are_named() -> None:
    """NMI by the geometric mean has no value if one clustering is a single cluster."""
    verdict = verdict_of("nmi_geometric", "maximal_agreement")
    assert verdict is not None
    assert "there is no value where" in verdict.reason
    assert "H(B) = 0" in verdict.reason


# --- look-alikes


LOOK_ALIKES: dict[str, tuple[Callable[[Any], Any], dict[str, Any], tuple[str, ...]]] = {
    "a share of H(B) is missing": (
        lambda t: (t.mutual_information - t.entropy_b / 1000) / t.entropy_joint,
        {},
        ("maximal_agreement", "symmetry", "distance", "monotonicity", "constant_baseline"),
    ),
    "precision less recall": (
        lambda t: t.sum(t.cell * t.cell / t.col) - 2 * t.sum(t.cell * t.cell / t.row),
        {},
        ("maximal_agreement", "monotonicity", "weak_monotonicity", "completeness"),
    ),
    "a sum that is negative, or zero": (
        lambda t: t.mutual_information / t.entropy_joint / t.sum(t.cell - t.row),
        {},
        ("maximal_agreement", "monotonicity", "weak_monotonicity", "distance"),
    ),
    "zero, where it is defined": (
        lambda t: t.column_maxima / t.n + 0 / t.sum(t.cell - t.row),
        {},
        ("homogeneity", "weak_monotonicity", "meila_monotonicity"),
    ),
    "divided by what may be zero and dropped": (
        lambda t: t.matched(t.cell) / t.n * ((t.k_a - t.k_b) / (t.k_a - t.k_b)),
        {},
        ("distance", "weak_monotonicity", "meila_monotonicity"),
    ),
    "a matching of what may have no value": (
        lambda t: t.matched(t.cell + 0 / (t.row - t.col)) / t.n,
        {},
        ("maximal_agreement", "distance", "weak_monotonicity", "meila_monotonicity"),
    ),
    "a penalty that exceeds 1": (
        lambda t: ops.exp(ops.absolute(t.k_a - t.k_b) / t.k_a) * t.mutual_information / t.entropy_a,
        {},
        ("maximal_agreement",),
    ),
    "a penalty of one sign only": (
        lambda t: ops.exp((t.k_b - t.k_a) / t.k_a) * t.mutual_information / t.entropy_joint,
        {},
        ("maximal_agreement", "monotonicity", "homogeneity"),
    ),
    "an exponential that moves": (
        lambda t: ops.exp(t.entropy_a - t.entropy_joint) * ops.sqrt(t.entropy_a * t.entropy_b),
        {},
        ("completeness", "size_against_quantity", "weak_monotonicity"),
    ),
    "one side of split-join": (
        lambda t: t.n - t.row_maxima,
        {"direction": "distance"},
        ("maximal_agreement", "symmetry", "distance", "homogeneity"),
    ),
    "split-join with weights": (
        lambda t: (t.n - t.row_maxima) + 2 * (t.n - t.column_maxima),
        {"direction": "distance"},
        ("symmetry", "distance"),
    ),
    "the square of a metric": (
        lambda t: (t.n - t.matched(t.cell)) ** 2 / t.n**2,
        {"direction": "distance"},
        ("distance",),
    ),
    "a product of sides": (
        lambda t: t.row_maxima * t.column_maxima / t.n**2,
        {},
        ("distance", "monotonicity", "completeness"),
    ),
    "smaller cluster in place of the larger": (
        lambda t: t.sum(t.cell * (t.cell / ops.minimum(t.row, t.col))) / t.n,
        {},
        ("maximal_agreement", "distance", "weak_monotonicity"),
    ),
    "matched by what may be 1 in many cells": (
        lambda t: t.matched(t.cell / ops.minimum(t.row, t.col)) / t.k_a,
        {},
        ("maximal_agreement",),
    ),
    "the smaller entropy": (
        lambda t: 1 - t.mutual_information / ops.minimum(t.entropy_a, t.entropy_b),
        {"direction": "distance"},
        ("maximal_agreement", "distance", "monotonicity"),
    ),
    "squared deviations": (
        lambda t: (t.mutual_information - t.expected_mutual_information) ** 2,
        {},
        ("constant_baseline",),
    ),
    "AMI with a bound that is too small": (
        lambda t: (
            (t.mutual_information - t.expected_mutual_information)
            / (t.entropy_a / 2 - t.expected_mutual_information)
        ),
        {"trivial": {"vs_other": 0}},
        ("constant_baseline", "maximal_agreement"),
    ),
    "squares of pair counts": (
        lambda t: (t.pairs.n11 * t.pairs.n00 - t.pairs.n10 * t.pairs.n01) ** 2 / t.n11_variance,
        {"trivial": {"vs_other": 0, "otherwise": 0, "identical": 0}},
        ("constant_baseline", "maximal_agreement"),
    ),
    "an offset for items": (
        lambda t: (t.matched(t.cell) + 1) / t.n,
        {},
        ("maximal_agreement", "distance", "scale_invariance"),
    ),
    "a power of zero, which is one": (
        lambda t: ((0 * t.n) ** 0 + t.n) / t.n,
        {},
        ("scale_invariance",),
    ),
    "pairs that copies change": (
        lambda t: t.pairs.n11 / (t.pairs.n11 + t.pairs.n10),
        {},
        ("scale_invariance", "maximal_agreement", "symmetry"),
    ),
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_look_alikes_are_not_proved(name: str) -> None:
    formula, declared, lost = LOOK_ALIKES[name]
    index = pw.table_index("look_alike", range=(0, 1), **declared)(formula)
    for kind in lost:
        assert not is_proved(index, kind), kind


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_what_is_proved_of_look_alikes_is_true(name: str) -> None:
    formula, declared, _ = LOOK_ALIKES[name]
    index = pw.table_index("look_alike", range=(0, 1), **declared)(formula)
    sense = 1 if index.direction == "similarity" else -1
    score = small_score_of(traced(index), sense, conventions_of(index))
    for kind in GOALS["table"]:
        if is_proved(index, kind):
            assert SMALL_CHECKS[kind](score), kind


def test_other_ways_to_write_a_sum_are_understood() -> None:
    @pw.table_index("own_bcubed", range=(0, 1))
    def own(t: Any) -> Any:
        recall = t.sum(3 * t.cell**2 / t.row - t.cell) / (2 * t.n)  # (3R − 1)/2
        precision = t.sum(3 * t.cell**2 / t.col - t.cell) / (2 * t.n)
        return (recall + precision) / 2

    for kind in ("maximal_agreement", "symmetry", "monotonicity", "scale_invariance", "rag_bag"):
        assert is_proved(own, kind), kind


def test_the_triangle_inequality_is_not_given_away() -> None:
    """NMI normalised by the mean is not a metric; the paper's example has n = 4."""
    assert prove(pw.index("nmi_arithmetic"), "distance") is None
    score = score_of("nmi_arithmetic")
    with mp.workdps(60):
        broken = [
            triple
            for triple in combinations(list(set_partitions(4)), 3)
            if CHECKS["distance"](score, *triple)
        ]
    assert broken
