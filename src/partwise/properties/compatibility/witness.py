"""Indices that have properties together for every number of items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from partwise.base import Number, ops
from partwise.catalogue import Conventions, Index, indices
from partwise.properties.compatibility.constraints import Kind
from partwise.properties.known_verdicts import known
from partwise.tables import PairCounts


@dataclass(frozen=True)
class Witness:
    """An index, and how it is known that it has the properties for every number of items."""

    index: Index
    reason: str


def _adjusted_braun_blanquet(p: PairCounts) -> Number:
    """Braun-Blanquet's N11 / max(m_A, m_B), adjusted for chance; undefined where no pair agrees."""
    larger, smaller = ops.maximum(p.same_a, p.same_b), ops.minimum(p.same_a, p.same_b)
    adjusted = (p.n11 * p.total - p.same_a * p.same_b) / (larger * (p.total - smaller))
    return adjusted * ((p.n11 + p.n00) / (p.n11 + p.n00))


ADJUSTED_BRAUN_BLANQUET = Index(
    "adjusted_braun_blanquet",
    "Adjusted Braun-Blanquet",
    "pairs",
    _adjusted_braun_blanquet,
    range=(-1, 1),
    symmetric=True,
    conventions=Conventions(identical=1, opposite=-1, vs_other=0, otherwise=-1),
)
"""A distance with a constant baseline, monotone with ties; docs/theorems.md has the proof."""

_PROVED_IN_WORDS = {
    "maximal_agreement",
    "minimal_agreement",
    "symmetry",
    "distance",
    "weak_monotonicity",
    "constant_baseline",
}


def witness(properties: Sequence[str], kind: Kind) -> Witness | None:
    """Return an index that is proved to have all these properties for every n, if one is known.

    Examples
    --------
    >>> witness(["distance", "monotonicity"], "pairs").index
    <Index rand: Rand>
    """
    for index in indices("all"):
        verdicts = known(index) if kind in ("table", index.kind) else {}
        if verdicts and all(verdicts[key].status == "proved" for key in properties):
            them = "it," if len(set(properties)) == 1 else "them, all"
            return Witness(index, f"{index.key} has {them} proved")
    if set(properties) <= _PROVED_IN_WORDS:
        index = ADJUSTED_BRAUN_BLANQUET
        return Witness(index, f"{index.key} has them, by Theorem 2 of the documentation")
    return None
