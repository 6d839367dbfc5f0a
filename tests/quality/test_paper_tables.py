"""The paper's two tables of requirements, recomputed; docs/errata.md says where they are wrong."""

from __future__ import annotations

import pytest

from partwise.properties.table import PropertyTable, property_table

GENERAL = (  # Table "Requirements for general similarity indices": + for a check mark
    "maximal_agreement symmetry distance linear_complexity monotonicity constant_baseline",
    {
        "nmi_arithmetic": "++-++-",
        "nmi_max": "++++--",
        "fnmi": "+--+--",
        "vi": "+++++-",
        "smi": "-+---+",
        "f_measure": "++-+--",
        "bcubed": "++-++-",
        "ami_geometric": "++--++",
    },
)
PAIRS = (  # Table "Requirements for pair-counting indices"; the last column is the type of bias
    (
        "maximal_agreement minimal_agreement symmetry distance linear_complexity monotonicity "
        "strong_monotonicity constant_baseline asymptotic_constant_baseline"
    ),
    {
        "rand": "+++++++-- both",
        "adjusted_rand": "+-+-++-++ none",
        "jaccard": "+-++++--- dec",
        "wallace_1": "----+---- dec",
        "dice": "+-+-++--- dec",
        "correlation": "+++-+++++ none",
        "sokal_sneath_1": "+++-+++++ none",
        "correlation_distance": "+++++++-+ none",
    },
)
WRONG_IN_THE_PAPER = {
    ("ami_geometric", "monotonicity"): "decrease",  # erratum 1
    ("jaccard", "monotonicity"): "tie",  # erratum 2
    ("dice", "monotonicity"): "tie",  # erratum 2
}


@pytest.fixture(scope="module")
def table() -> PropertyTable:
    return property_table([*GENERAL[1], *PAIRS[1]], max_n=9, triples_n=6)


@pytest.mark.parametrize(
    ("key", "about", "claimed"),
    [
        (key, about, mark == "+")
        for columns, rows in (GENERAL, PAIRS)
        for key, row in rows.items()
        for about, mark in zip(columns.split(), row.split()[0], strict=True)
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


@pytest.mark.parametrize("key", PAIRS[1])
def test_each_type_of_bias(table: PropertyTable, key: str) -> None:
    assert table.verdict(key, "bias").value == PAIRS[1][key].split()[1]


def test_proofs_can_be_checked_again(table: PropertyTable) -> None:
    proofs = [
        verdict.certificate
        for key in ("rand", "correlation", "vi", "nmi_arithmetic")
        for verdict in table.audits[key].verdicts.values()
        if verdict.certificate is not None
    ]
    assert len(proofs) >= 20
    assert all(proof.recheck() for proof in proofs)
