"""Read certificates, and verify what they claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from .algebra import NotShownError
from .claims import Claim
from .goals import GOALS
from .pairs import certificates as of_pairs
from .proofs import GivenFactors, Proof, demand

FORMAT = "partwise certificate 1"
_KEYS = {
    "format", "kind", "property", "formula", "vocabulary", "direction", "conventions", "method",
    "value", "steps", "factors",
}  # fmt: skip
_ELSEWHERE = {"counterexample": "counterexamples", "combination": "combinations"}


def verify(content: Mapping[str, Any]) -> None:
    """Verify one certificate.

    Raises
    ------
    NotShownError
        If it does not show what it claims; the text says what is missing.
    """
    if not isinstance(content, Mapping):
        raise NotShownError(f"this is not a certificate: {str(content)[:100]}")
    try:
        if content.get("format") != FORMAT:
            raise NotShownError(f"this is not a certificate: its format is not {FORMAT!r}")
        _verifier(str(content["kind"]))(content)
    except NotShownError:
        raise
    except RecursionError:
        raise NotShownError("it is nested too deeply") from None
    except Exception as error:  # whatever goes wrong, nothing has been shown
        raise NotShownError(f"it cannot be read: {type(error).__name__}: {error}") from error


def _verifier(kind: str) -> Callable[[Mapping[str, Any]], None]:
    if kind == "proof":
        return verify_proof
    if kind not in _ELSEWHERE:
        raise NotShownError(f"certificates are proofs, {'s or '.join(_ELSEWHERE)}s, not {kind!r}")
    verifier: Callable[[Mapping[str, Any]], None] = import_module(
        f".{_ELSEWHERE[kind]}", __package__
    ).verify
    return verifier


def verify_proof(content: Mapping[str, Any]) -> None:
    """Derive every goal from the claim, and compare each step with what is written.

    A claim about pair counts is decided once more by a program of its own.
    """
    demand(set(content) == _KEYS, f"a proof has the keys {', '.join(sorted(_KEYS))}")
    claim = Claim.read(content)
    proof = Proof(GivenFactors.read(content["factors"]))
    value = show(claim, content["method"], proof)
    demand(value == content["value"], f"the value is {value}, not {content['value']}")
    for derived, written in zip(proof.steps, content["steps"], strict=False):
        demand(derived == written, f"a step says {written!r}, but should say {derived!r}")
    demand(len(proof.steps) == len(content["steps"]), "there are too few steps, or too many")
    if of_pairs.is_for(content):
        of_pairs.verify(content)


def show(claim: Claim, method: str, proof: Proof) -> str | None:
    """Show a claim in a certain way; return what else comes out, such as a bias."""
    for goal in GOALS[claim.vocabulary].get(claim.about, ()):
        if goal.__name__ == method:
            proof.note(f"to show: {claim.about.replace('_', ' ')}")
            return goal(claim, proof)
    raise NotShownError(f"there is no proof of {claim.about} by the method {method}")
