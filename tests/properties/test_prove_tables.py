"""Proofs for indices that do not count pairs, against the definitions on all small clusterings."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from mpmath import mp

import partwise as pw
from partwise.properties.prove.certificates import ProofCertificate
from partwise.properties.prove.proving import prove
from support.claims import Property, claim
from support.definitions import CHECKS, mean, not_above, score_of, trivial
from support.oracle import set_partitions
from support.partitions import grouped, perfect_merges, perfect_splits, rgs

TABLES = [each.key for each in pw.indices("paper") if each.kind == "table"]
KINDS: list[Property] = [
    "maximal_agreement",
    "symmetry",
    "distance",
    "monotonicity",
    "constant_baseline",
]
PROVED = [
    (key, kind)
    for key, kind in product(TABLES, KINDS)
    if (verdict := prove(pw.index(key), kind)) and verdict.status == "proved"
]
UNCLAIMED = {("nmi_joint", "distance")}  # known from the literature (Rajski's distance)


def test_all_that_is_claimed_is_proved_and_nothing_else() -> None:
    claimed = {cell for cell in product(TABLES, KINDS) if claim(*cell).holds}
    assert set(PROVED) == claimed | UNCLAIMED


@pytest.mark.parametrize(("key", "kind"), PROVED)
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
                    found = None if trivial(a) else mean(score, a, b)
                    assert found is None or abs(found) < mp.mpf(10) ** -30


@pytest.mark.parametrize("key", [key for key, kind in PROVED if kind == "monotonicity"])
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


@pytest.mark.parametrize(("key", "kind"), PROVED)
def test_certificates_of_tables(key: str, kind: Property) -> None:
    verdict = prove(pw.index(key), kind)
    assert verdict is not None
    certificate = verdict.certificate
    assert isinstance(certificate, ProofCertificate)
    assert certificate.recheck()
    assert str(certificate).startswith(f"Proof of {kind.replace('_', ' ')} of")
    assert not replace(certificate, steps=certificate.steps[:-1]).recheck()
    other = pw.index("nmi_min" if key == "fnmi" else "fnmi")
    assert not replace(certificate, index=other).recheck()


def test_own_tables_with_a_defect_are_not_proved() -> None:
    @pw.table_index("nmi_with_defect", range=(0, 1))
    def defect(t: pw.Contingency) -> object:
        table: object = t
        return (table.mutual_information - table.entropy_b / 1000) / table.entropy_joint  # type: ignore[attr-defined]

    assert all(prove(defect, kind) is None for kind in KINDS)


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
