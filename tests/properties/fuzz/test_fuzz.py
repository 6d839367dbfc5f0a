"""Proofs about random formulas stand against random clusterings; ``make fuzz`` tries more."""

from __future__ import annotations

import pytest

from partwise.catalogue import as_index
from properties.fuzz.bank import bank
from properties.fuzz.checks import contradiction
from properties.fuzz.run import drawn, proofs

FORMULAS = list(drawn(seed=18, many=60))


# An alarm that rings while memory is collected is lost there, and rings again.
@pytest.mark.filterwarnings("ignore:.*gc_callback:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("text", [text for text, _ in FORMULAS])
def test_no_proof_is_contradicted(text: str) -> None:
    for proof in proofs(text, as_index(text), seconds=0.5):
        assert proof.against is None, proof


def test_proofs_are_found_to_be_held_against_clusterings() -> None:
    found = {proof.about for proof in proofs("n11/(n11 + n10 + n01)", as_index("jaccard"), 20)}
    # The table of pair-counting indices in the paper says so of Jaccard.
    assert {"symmetry", "maximal_agreement", "distance"} <= found


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("(n11 + n00) / N + n10 / (1e9 * N)", "symmetry"),
        ("n11 / (n11 + n10)", "maximal_agreement"),
        ("2*n11 / (2*n11 + n10 + n01)", "distance"),
        ("n11 / (n11 + n10 + n01)", "monotonicity"),
        ("n11*n00 - n10*n01 + n11/1e9", "strong_monotonicity"),
        ("n11 / (n11 + n10 + n01)", "minimal_agreement"),
        ("(n11 + n00) / N", "asymptotic_constant_baseline"),
        ("(n11 + n00) / N", "constant_baseline"),
        ("(n11 + n00) / N", "bias"),
    ],
)
def test_the_bank_contradicts_what_is_false(text: str, about: str) -> None:
    assert contradiction(as_index(text), about, bank()) is not None


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("(n11 + n00) / N", "symmetry"),
        ("(n11 + n00) / N", "maximal_agreement"),
        ("(n11 + n00) / N", "distance"),
        ("(n11 + n00) / N", "monotonicity"),
        ("(n11 + n00) / N", "strong_monotonicity"),
        ("(n11 + n00) / N", "minimal_agreement"),
        ("(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))", "asymptotic_constant_baseline"),
        ("(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))", "constant_baseline"),
        ("(n11*n00 - n10*n01) / sqrt(mA*mB*(N - mA)*(N - mB))", "bias"),
    ],
)
def test_the_bank_does_not_contradict_what_is_true(text: str, about: str) -> None:
    assert contradiction(as_index(text), about, bank()) is None
