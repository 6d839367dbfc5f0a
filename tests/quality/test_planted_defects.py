"""For each property: an index with a planted defect is caught, one that has it is not accused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import partwise as pw
from partwise.properties.auditing import Auditable, audit
from partwise.properties.registry import PROPERTIES

RAND, JACCARD = "(n11 + n00) / N", "n11 / (n11 + n10 + n01)"
ADJUSTED = "(n11 - mA*mB/N) / ((mA + mB)/2 - mA*mB/N)"


def of_every_pair_of_clusters(table: Any) -> float:
    rows, columns = table.row_sizes.tolist(), table.column_sizes.tolist()
    return float(sum(a * b for a in rows for b in columns))


def favours_many_clusters(table: Any) -> float:
    return float(table.k_b)


def favours_few_clusters(table: Any) -> float:
    return -float(table.k_b)


def favours_as_many_clusters(table: Any) -> float:
    return -abs(float(table.k_b - table.k_a))


def number_of_items(table: Any) -> float:
    return float(table.n)


DEFECTS: dict[str, tuple[Auditable, Auditable]] = {  # caught, and not accused
    "maximal_agreement": ("n11 / (n11 + n10)", RAND),
    "minimal_agreement": (JACCARD, RAND),
    "symmetry": ("n11 / N - 2*n10/N - n01/N", JACCARD),
    "distance": ("1 - ((n10 + n01)/N)**2", RAND),
    "linear_complexity": (of_every_pair_of_clusters, RAND),
    "monotonicity": (JACCARD, RAND),
    "strong_monotonicity": (ADJUSTED, RAND),
    "constant_baseline": (RAND, ADJUSTED),
    "asymptotic_constant_baseline": (RAND, ADJUSTED),
    "bias": (RAND, "adjusted_rand"),
    "weak_monotonicity": ("(n11 - n00) / N", JACCARD),
    "meila_monotonicity": ("(n11 + 2*n01) / N", JACCARD),
    "homogeneity": ("n11 / N", RAND),
    "completeness": ("n00 / N", RAND),
    "rag_bag": (RAND, "bcubed"),  # by Amigó et al., BCubed has all four
    "size_against_quantity": (RAND, "bcubed"),
    "scale_invariance": (number_of_items, "vi"),
    "lei_nc_inc": (favours_few_clusters, favours_many_clusters),
    "lei_nc_dec": (favours_many_clusters, favours_few_clusters),
    "lei_gt_bias": (favours_as_many_clusters, favours_many_clusters),
    "fixed_number_baseline": (RAND, ADJUSTED),
    "fixed_number_two_sided_baseline": (RAND, ADJUSTED),
    "all_clusterings_baseline": (RAND, ADJUSTED),
    "all_clusterings_two_sided_baseline": (RAND, "correlation"),
    "fixed_number_bias": (favours_many_clusters, ADJUSTED),
    "fixed_number_two_sided_bias": (favours_few_clusters, ADJUSTED),
    "all_clusterings_bias": (favours_many_clusters, ADJUSTED),
    "all_clusterings_two_sided_bias": (favours_few_clusters, "correlation"),
}


def test_there_is_a_defect_for_each_property() -> None:
    assert set(DEFECTS) == set(PROPERTIES)


@pytest.mark.parametrize("about", DEFECTS)
def test_a_planted_defect_is_caught(about: str) -> None:
    verdict = audit(DEFECTS[about][0], max_n=7, triples_n=5, properties=about).verdicts[about]
    assert verdict.status == "refuted", verdict
    assert verdict.counterexample is not None


@pytest.mark.parametrize("about", DEFECTS)
def test_an_index_that_has_the_property_is_not_accused(about: str) -> None:
    verdict = audit(DEFECTS[about][1], max_n=7, triples_n=5, properties=about).verdicts[about]
    assert verdict.holds, verdict


@pytest.mark.parametrize("about", ["homogeneity", "completeness", "rag_bag"])
def test_bcubed_has_what_amigo_et_al_ask_for(about: str) -> None:
    assert audit("bcubed", max_n=7, properties=about).verdicts[about].holds


@pytest.mark.parametrize(
    ("formula", "value"),
    [(JACCARD, "dec"), ("n00 / (n00 + n10 + n01)", "inc"), (RAND, "both"), ("peirce", "none")],
)
def test_the_direction_of_a_bias(formula: str, value: str) -> None:
    # with the roles of "together" and "apart" exchanged, Jaccard's PairDec becomes PairInc
    assert audit(formula, properties="bias").verdicts["bias"].value == value


def _without_symbols(formula: Callable[[Any], Any]) -> pw.Index:
    """Make a pair-counting index that proofs cannot read, so that it has to be tried."""

    def evaluate(counts: Any) -> float:
        return float(formula(type(counts)(*map(float, counts))))

    return pw.Index("opaque", "Opaque", "pairs", evaluate)


@pytest.mark.parametrize(
    "about",
    ["minimal_agreement", "strong_monotonicity", "asymptotic_constant_baseline", "bias"],
)
def test_pair_counts_are_tried_where_there_is_no_proof(about: str) -> None:
    jaccard = _without_symbols(lambda p: p.n11 / (p.n11 + p.n10 + p.n01))
    found = audit(jaccard, max_n=5, properties=about).verdicts[about]
    assert found.status == "refuted"
    assert found.counterexample is not None
    assert not found.counterexample.certified
    has_it = _without_symbols(
        lambda p: (
            (p.n11 * p.n00 - p.n10 * p.n01)
            / ((p.n11 + p.n10) * (p.n11 + p.n01) * (p.n01 + p.n00) * (p.n10 + p.n00)) ** 0.5
        )
    )
    verdict = audit(has_it, max_n=4, properties=about).verdicts[about]
    assert verdict.status == "held", verdict
