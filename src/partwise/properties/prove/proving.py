"""Try to prove a property of an index, or to refute it by pair counts where it is about these."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import show, verify
from partwise.properties.checker.claims import Claim
from partwise.properties.checker.faces import NO_VALUE
from partwise.properties.checker.goals import GOALS
from partwise.properties.checker.proofs import Proof
from partwise.properties.deadline import current_deadline, time_limit
from partwise.properties.prove import points
from partwise.properties.prove.certificate import Certificate, claim_of
from partwise.properties.prove.faithful import is_faithful
from partwise.properties.prove.tracing import traced
from partwise.properties.prove.witnesses import FactorSearch
from partwise.properties.verdict import Counterexample, Verdict

Refuter: TypeAlias = Callable[[Index], "tuple[Counterexample, str] | Counterexample | None"]

_REFUTERS: dict[str, Refuter] = {
    "minimal_agreement": points.points_against_minimal_agreement,
    "strong_monotonicity": points.points_against_strong_monotonicity,
    "asymptotic_constant_baseline": points.points_against_asymptotic_baseline,
    "bias": points.bias_points,
}
PROVABLE = tuple(dict.fromkeys((*GOALS["pairs"], *GOALS["table"])))


def prove(index: Index, about: str, seconds: float = 10.0) -> Verdict | None:
    """Prove that an index has a property, for every number of items.

    Examples
    --------
    >>> import partwise as pw
    >>> verdict = prove(pw.index("rand"), "symmetry")
    >>> verdict.status, verdict.certificate.recheck()
    ('proved', True)
    >>> print(prove(pw.index("jaccard"), "minimal_agreement"))
    refuted: p = (0, 3, 0, 0), q = (0, 0, 1, 2): V(p) = 0, V(q) = 0
    >>> prove(pw.index("jaccard"), "monotonicity") is None
    True
    """
    if about not in PROVABLE:
        raise InputError(f"cannot prove {about!r}; there are proofs for {', '.join(PROVABLE)}")
    with time_limit(current_deadline().part(seconds)):
        return next(filter(None, _attempts(index, about)), None)


def _attempts(index: Index, about: str) -> Iterator[Verdict | None]:
    if index.kind == "callable":
        return
    for goal in GOALS[index.kind].get(about, ()):
        yield _attempt(partial(_proved, index, about, goal.__name__))
    if index.kind == "pairs" and about in _REFUTERS:
        yield _attempt(partial(_refuted, index, about))


def _attempt(method: Callable[[], Verdict | None]) -> Verdict | None:
    try:
        return method()
    except Exception:  # noqa: BLE001 - a user's formula may do anything with symbols
        return None


def _proved(index: Index, about: str, method: str) -> Verdict | None:
    certificate = certificate_of(index, about, method)
    if about == "bias" and certificate.value != "none":
        refutation = points.bias_points(index)
        if refutation is None or refutation[1] != certificate.value:
            return None
        return Verdict(about, "refuted", None, refutation[0], certificate, certificate.value)
    gaps = [step.removesuffix(f": {NO_VALUE}") for step in certificate.steps if NO_VALUE in step]
    return Verdict(
        about,
        "proved",
        certificate=certificate,
        value=certificate.value if about == "bias" else None,
        reason=f"there is no value where {'; '.join(gaps)}" if gaps else "",
    )


def certificate_of(index: Index, about: str, method: str) -> Certificate:
    """Search for the witnesses of a proof; the checker verifies the certificate that comes out.

    Raises
    ------
    NotShownError
        If there is no proof of this kind.
    """
    tree = traced(index)
    if not is_faithful(tree, index):
        raise NotShownError("the traced formula and the index have different values")
    content = {**claim_of(index, tree), "property": about, "method": method}
    search = FactorSearch()
    proof = Proof(search)
    value = show(Claim.read(content), method, proof)
    content |= {"value": value, "steps": proof.steps, "factors": search.written()}
    verify(json.loads(json.dumps(content)))
    return Certificate(index, content)


def _refuted(index: Index, about: str) -> Verdict | None:
    refutation = _REFUTERS[about](index)
    if isinstance(refutation, Counterexample):
        return Verdict(about, "refuted", counterexample=refutation)
    if refutation is None or (about == "bias" and refutation[1] != "both"):
        return None
    return Verdict(about, "refuted", counterexample=refutation[0], value=refutation[1])
