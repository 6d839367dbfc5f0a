"""Every smallest set of properties that no index has together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from partwise.base import Result, Table
from partwise.properties.checker.combinations import AXIOMS
from partwise.properties.compatibility.constraints import Kind
from partwise.properties.compatibility.together import Compatibility, compatible
from partwise.properties.registry import PROPERTIES


@dataclass(frozen=True)
class MinimalSets(Result):
    """The smallest sets that are impossible, and the largest that are possible.

    Every set of properties either contains one of the impossible sets or is part of a possible one.

    Parameters
    ----------
    impossible : tuple of Compatibility
        Sets that no index has. Every smaller part of them is possible.
    possible : tuple of Compatibility
        Sets that an index has. Adding any other property makes them impossible.
    """

    impossible: tuple[Compatibility, ...]
    possible: tuple[Compatibility, ...]

    def to_table(self) -> Table:
        """Return one row per set."""
        rows = [
            [_titles(r), "impossible", f"no index on {r.n} items has them"] for r in self.impossible
        ]
        rows += [[_titles(r), "possible", _why(r)] for r in self.possible]
        return Table(["properties", "together", "why"], rows)


def _titles(result: Compatibility) -> str:
    return ", ".join(PROPERTIES[key].title for key in result.properties)


def _why(result: Compatibility) -> str:
    return result.reason if result.index is not None else f"an example for n ≤ {result.max_n}"


def minimal_sets(kind: Kind = "table", max_n: int = 6) -> MinimalSets:
    """Find the smallest impossible and the largest possible sets of properties.

    Sets are tried from small to large. A possible set grows as long as it stays possible, which
    decides all of its parts. An impossible set is minimal, which decides all sets that contain it.

    Examples
    --------
    >>> result = minimal_sets("pairs", max_n=4)
    >>> [r.properties for r in result.impossible]
    [('distance', 'monotonicity', 'constant_baseline')]
    """
    impossible: list[Compatibility] = []
    possible: list[Compatibility] = []
    for size in range(1, len(AXIOMS) + 1):
        for keys in combinations(AXIOMS, size):
            if _is_settled(set(keys), impossible, possible):
                continue
            result = compatible(keys, kind, max_n)
            if result.possible:
                possible.append(_grown(result))
            else:
                impossible.append(result)
    return MinimalSets(tuple(impossible), tuple(possible))


def _is_settled(
    keys: set[str], impossible: list[Compatibility], possible: list[Compatibility]
) -> bool:
    return any(keys >= set(r.properties) for r in impossible) or any(
        keys <= set(r.properties) for r in possible
    )


def _grown(result: Compatibility) -> Compatibility:
    for key in AXIOMS:
        if key not in result.properties:
            keys = [k for k in AXIOMS if k == key or k in result.properties]
            larger = compatible(keys, result.kind, result.max_n)
            result = larger if larger.possible else result
    return result
