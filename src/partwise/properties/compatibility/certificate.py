"""A proof that no index has certain properties together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from partwise.base import TextResult
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import FORMAT
from partwise.properties.checker.combinations import verify
from partwise.properties.compatibility.constraints import Block, Kind


@dataclass(frozen=True)
class Incompatibility(TextResult):
    """A proof that no index has certain properties together, from n items alone.

    The proof cites instances of the properties, each with a rational multiplier. Added up, they say
    0 > 0. The stand-alone checker derives each instance from the clusterings that it names.

    Parameters
    ----------
    properties : tuple of str
        Keys of the properties.
    kind : {"pairs", "table"}
        Whether the proof is about pair-counting indices or about all indices.
    n : int
        The number of items.
    rows : tuple of dict
        The instances: an axiom, clusterings, and a multiplier.
    """

    properties: tuple[str, ...]
    kind: Kind
    n: int
    rows: tuple[dict[str, Any], ...]

    def recheck(self) -> bool:
        """Check the proof with the stand-alone checker; return whether it is valid."""
        try:
            verify(self.to_dict())
        except NotShownError:
            return False
        return True

    def __str__(self) -> str:
        return "\n".join(verify(self.to_dict()))

    def _content(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "kind": "combination",
            "properties": list(self.properties),
            "vocabulary": self.kind,
            "n": self.n,
            "rows": list(self.rows),
        }


def cited(
    properties: Sequence[str],
    kind: Kind,
    n: int,
    blocks: Sequence[Block],
    multipliers: Mapping[int, Fraction],
) -> Incompatibility:
    """Return the proof that consists of some rows of the blocks, counted through."""
    rows, start = [], 0
    for block in blocks:
        end = start + block.rows.shape[0]
        for row in sorted(set(multipliers) & set(range(start, end))):
            citation = {"axiom": block.axiom, **block.cite(row - start)}
            rows.append({**citation, "multiplier": str(multipliers[row])})
        start = end
    return Incompatibility(tuple(properties), kind, n, tuple(rows))
