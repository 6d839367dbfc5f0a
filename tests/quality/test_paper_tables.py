"""The paper's two tables of requirements, recomputed; docs/errata.md says where they are wrong."""

from __future__ import annotations

import pytest

from partwise.paper.requirements import GENERAL, PAIR_COUNTING
from partwise.properties.property_table import PropertyTable
from partwise.properties.property_table import table as property_table

WRONG_IN_THE_PAPER = {
    ("ami_geometric", "monotonicity"): "decrease",  # erratum 1
    ("jaccard", "monotonicity"): "tie",  # erratum 2
    ("dice", "monotonicity"): "tie",  # erratum 2
}


@pytest.fixture(scope="module")
def table() -> PropertyTable:
    return property_table([*GENERAL.marks, *PAIR_COUNTING.marks], max_n=9, triples_n=6)


@pytest.mark.parametrize(
    ("key", "about", "claimed"),
    [
        (key, about, paper.has(key, about))
        for paper in (GENERAL, PAIR_COUNTING)
        for key in paper.marks
        for about in paper.properties
    ],
)
def test_each_cell_of_the_papers_tables(
    table: PropertyTable, key: str, about: str, claimed: bool
) -> None:
    verdict = table.verdict(key, about)
    if (key, about) in WRONG_IN_THE_PAPER:
        assert claimed
        assert verdict.status == "refuted"
        assert verdict.value == WRONG_IN_THE_PAPER[key, about]
    else:
        assert verdict.holds == claimed, verdict
    if verdict.counterexample is not None:
        assert verdict.counterexample.certified


@pytest.mark.parametrize("key", PAIR_COUNTING.marks)
def test_each_type_of_bias(table: PropertyTable, key: str) -> None:
    assert table.verdict(key, "bias").value == PAIR_COUNTING.bias[key]


def test_proofs_can_be_checked_again(table: PropertyTable) -> None:
    proofs = [
        verdict.certificate
        for key in ("rand", "correlation", "vi", "nmi_arithmetic")
        for verdict in table.audits[key].verdicts.values()
        if verdict.certificate is not None
    ]
    assert len(proofs) >= 20
    assert all(proof.recheck() for proof in proofs)
