"""A second, independent check of the signs that proofs rest on, by an SMT solver."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from partwise.properties.checker.formulas import polynomial
from support.browser import in_ci
from support.sign_claims import asked, sign_claims

FILE = Path(__file__).parents[2] / "docs" / "certificates.json.gz"
LEAST_ANSWERED = 0.9


@pytest.fixture(scope="module", autouse=True)
def _solver() -> None:
    if find_spec("z3") is None:
        if in_ci():
            pytest.fail("the signs are not checked in CI: z3-solver is not installed")
        pytest.skip("z3-solver is not installed")


@pytest.fixture(scope="module")
def proofs() -> list[dict[str, Any]]:
    certificates = json.loads(gzip.decompress(FILE.read_bytes()))
    return [certificate for certificate in certificates if certificate["kind"] == "proof"]


def test_the_solver_finds_no_sign_wrong(
    proofs: list[dict[str, Any]], record_property: Callable[[str, object], None]
) -> None:
    """Wherever z3 answers it agrees, and it answers nearly always."""
    claims = sign_claims(proofs)
    answers = {claim: asked(claim, sign) for claim, sign in claims.items()}
    wrong = [str(claim) for claim, answer in answers.items() if answer == "no"]
    assert wrong == []
    share = sum(answer == "yes" for answer in answers.values()) / len(answers)
    record_property("answered by z3", f"{share:.1%} of {len(answers)} signs")
    assert share >= LEAST_ANSWERED


@pytest.mark.parametrize(
    ("text", "sign", "answer"),
    [
        ("x*x - 2*x*y + 2*y*y", 1, "yes"),
        ("x*x - 2*x*y + y*y", 1, "no"),  # zero where x = y
        ("x - y", -1, "no"),
        ("sqrt(x + y) - sqrt(x)", 1, "yes"),
        ("sqrt(x) - y", 1, "no"),
        ("x - sqrt(x)*sqrt(x)", 0, "yes"),
    ],
)
def test_the_solver_is_asked_the_right_question(text: str, sign: int, answer: str) -> None:
    assert asked(polynomial(text), sign) == answer
