"""Try to prove a property of an index, or to refute it by pair counts where it speaks of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from partwise.errors import InputError
from partwise.index import Index
from partwise.properties.prove import points
from partwise.properties.prove.agreement import maximal_agreement, minimal_agreement
from partwise.properties.prove.baseline import (
    asymptotic_constant_baseline,
    bias,
    constant_baseline,
)
from partwise.properties.prove.budget import NotProvedError, limited
from partwise.properties.prove.certificates import ProofCertificate, Prover, Search
from partwise.properties.prove.distance import distance
from partwise.properties.prove.faces import NO_VALUE
from partwise.properties.prove.monotonicity import monotonicity, strong_monotonicity
from partwise.properties.prove.symmetry import symmetry
from partwise.properties.verdict import Counterexample, Verdict

__all__ = ["PROVABLE", "prove"]

Refuter: TypeAlias = Callable[[Index], "tuple[Counterexample, str] | Counterexample | None"]

_PAIR_PROVERS: dict[str, Prover] = {
    "maximal_agreement": maximal_agreement,
    "minimal_agreement": minimal_agreement,
    "symmetry": symmetry,
    "distance": distance,
    "monotonicity": monotonicity,
    "strong_monotonicity": strong_monotonicity,
    "constant_baseline": constant_baseline,
    "asymptotic_constant_baseline": asymptotic_constant_baseline,
    "bias": bias,
}
_REFUTERS: dict[str, Refuter] = {
    "minimal_agreement": points.points_against_minimal_agreement,
    "strong_monotonicity": points.points_against_strong_monotonicity,
    "asymptotic_constant_baseline": points.points_against_asymptotic_baseline,
    "bias": points.bias_points,
}
PROVABLE = tuple(_PAIR_PROVERS)


def prove(index: Index, about: str, seconds: float = 10.0) -> Verdict | None:
    """Prove that an index has a property, for every number of items.

    Parameters
    ----------
    index : Index
        The index; its formula must run on symbols.
    about : str
        Key of the property.
    seconds : float
        When to give up. It is looked at between steps.

    Returns
    -------
    Verdict or None
        "proved" with a certificate; "refuted" where pair counts settle it, since the definition
        speaks of pair counts; None if there is no proof, which says nothing about the property.

    Examples
    --------
    >>> import partwise as pw
    >>> verdict = prove(pw.index("rand"), "symmetry")
    >>> verdict.status, verdict.certificate.recheck()
    ('proved', True)
    >>> print(prove(pw.index("jaccard"), "minimal_agreement"))
    refuted: p = (0, 3, 0, 0), q = (0, 2, 0, 1): V(p) = 0, V(q) = 0
    >>> prove(pw.index("jaccard"), "monotonicity") is None
    True
    """
    if about not in PROVABLE:
        raise InputError(f"no proofs for {about!r}; there are some for {', '.join(PROVABLE)}")
    with limited(seconds):
        try:
            return _proved(index, about) or _refuted(index, about)
        except NotProvedError:
            return None
        except Exception:  # noqa: BLE001 - a user's formula may do anything with symbols
            return None


def _proved(index: Index, about: str) -> Verdict | None:
    prover = _PAIR_PROVERS[about]
    search = Search()
    try:
        value = prover(index, search)
    except NotProvedError:
        return None
    certificate = ProofCertificate(index, about, prover, tuple(search.steps), value)
    if about == "bias" and value != "none":
        found = points.bias_points(index)
        if found is None or found[1] != value:
            return None
        return Verdict(about, "refuted", None, found[0], certificate, value)
    gaps = [step.where for step in search.steps if step.what == NO_VALUE]
    reason = f"there is no value where {'; '.join(gaps)}" if gaps else ""
    return Verdict(
        about,
        "proved",
        certificate=certificate,
        value=value if about == "bias" else None,
        reason=reason,
    )


def _refuted(index: Index, about: str) -> Verdict | None:
    refuter = _REFUTERS.get(about)
    found = refuter(index) if refuter else None
    if isinstance(found, Counterexample):
        return Verdict(about, "refuted", counterexample=found)
    if found is None or (about == "bias" and found[1] != "both"):
        return None
    return Verdict(about, "refuted", counterexample=found[0], value=found[1])
