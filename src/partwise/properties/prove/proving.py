"""Try to prove a property of an index, or to refute it by pair counts where it speaks of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from partwise.base import InputError
from partwise.catalogue import Index
from partwise.properties.deadline import current_deadline, time_limit
from partwise.properties.prove import adjusted, entropies, points, recall_precision
from partwise.properties.prove.agreement import maximal_agreement, minimal_agreement, symmetry
from partwise.properties.prove.baseline import asymptotic_constant_baseline, bias, constant_baseline
from partwise.properties.prove.certificates import ProofCertificate, Prover, Search
from partwise.properties.prove.distance import distance
from partwise.properties.prove.faces import NO_VALUE
from partwise.properties.prove.monotonicity import monotonicity, strong_monotonicity
from partwise.properties.verdict import Counterexample, Verdict

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
_TABLE_PROVERS: dict[str, tuple[Prover, ...]] = {
    "maximal_agreement": (
        entropies.maximal_agreement,
        adjusted.maximal_agreement,
        recall_precision.maximal_agreement,
        entropies.maximal_agreement_with_penalty,
    ),
    "symmetry": (entropies.symmetry,),
    "distance": (entropies.distance,),
    "monotonicity": (entropies.monotonicity, recall_precision.monotonicity),
    "constant_baseline": (adjusted.constant_baseline,),
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
        raise InputError(f"no proofs for {about!r}; there are some for {', '.join(PROVABLE)}")
    with time_limit(current_deadline().part(seconds)):
        return next(filter(None, _attempts(index, about)), None)


def _attempts(index: Index, about: str) -> Iterator[Verdict | None]:
    if index.kind == "callable":
        return
    of_tables = _TABLE_PROVERS.get(about, ())
    provers = (_PAIR_PROVERS[about],) if index.kind == "pairs" else of_tables
    for prover in provers:
        yield _attempt(partial(_proved, index, about, prover))
    if index.kind == "pairs" and about in _REFUTERS:
        yield _attempt(partial(_refuted, index, about))


def _attempt(method: Callable[[], Verdict | None]) -> Verdict | None:
    try:
        return method()
    except Exception:  # noqa: BLE001 - a user's formula may do anything with symbols
        return None


def _proved(index: Index, about: str, prover: Prover) -> Verdict | None:
    search = Search()
    value = prover(index, search)
    certificate = ProofCertificate(index, about, prover, tuple(search.steps), value)
    if about == "bias" and value != "none":
        refutation = points.bias_points(index)
        if refutation is None or refutation[1] != value:
            return None
        return Verdict(about, "refuted", None, refutation[0], certificate, value)
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
    refutation = _REFUTERS[about](index)
    if isinstance(refutation, Counterexample):
        return Verdict(about, "refuted", counterexample=refutation)
    if refutation is None or (about == "bias" and refutation[1] != "both"):
        return None
    return Verdict(about, "refuted", counterexample=refutation[0], value=refutation[1])
