"""A species of the zoo: an index that is made to mislead, with the truth about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from partwise import Index, PairCounts
from partwise.base import ops
from partwise.catalogue import Conventions, Direction, as_index

Formula: TypeAlias = Callable[[Any], Any]
Kind: TypeAlias = Literal["pairs", "table", "callable"]

NOWHERE = Conventions(None, None, None)


class Broken(tuple[Any, ...]):
    """Clusterings or counts that break the property; too large to be met by trying all small ones.

    ``BREAKS`` of the evidence says what their order means for each property.
    """

    __slots__ = ()

    def __new__(cls, *case: Any) -> Broken:
        return super().__new__(cls, case)


Truth: TypeAlias = "bool | Broken | Literal['no function']"
"""True: it holds. False: some clusterings of at most five items break it. "no function": the value
depends on more than the table, so that nothing can be proved of it."""


@dataclass(frozen=True)
class Species:
    """An index and the truth about some of its properties.

    Parameters
    ----------
    name : str
        What it is called.
    make : callable
        Makes the index, anew for each test: some remember how often they were asked.
    truths : mapping
        The truth about some properties.
    why : str
        The reason for what is true; and what the species tries.
    """

    name: str
    make: Callable[[], Index]
    truths: Mapping[str, Truth]
    why: str


def _species(
    kind: Kind, name: str, factory: Callable[[], Formula], why: str, /, **fields: Any
) -> Species:
    direction: Direction = fields.pop("direction", "similarity")
    conventions: Conventions = fields.pop("conventions", NOWHERE)

    def make() -> Index:
        return Index(name, name, kind, factory(), direction=direction, conventions=conventions)

    return Species(name, make, fields, why)


def pairs(name: str, formula: Callable[[PairCounts], Any], why: str, **truths: Any) -> Species:
    """Return a species that counts pairs; ``direction`` and ``conventions`` may be among truths."""
    return _species("pairs", name, lambda: formula, why, **truths)


def table(name: str, formula: Formula, why: str, **truths: Any) -> Species:
    """Return a species with a formula of tables."""
    return _species("table", name, lambda: formula, why, **truths)


def function(name: str, formula: Formula, why: str, **truths: Any) -> Species:
    """Return a species that is a function of a contingency table."""
    return _species("callable", name, lambda: formula, why, **truths)


def with_memory(
    kind: Kind, name: str, factory: Callable[[], Formula], why: str, **truths: Any
) -> Species:
    """Return a species whose formula is made anew for each test."""
    return _species(kind, name, factory, why, **truths)


def written(name: str, formula: str, why: str, **truths: Truth) -> Species:
    """Return a species whose formula is text."""
    return Species(name, lambda: as_index(formula), truths, why)


def rand(p: PairCounts) -> Any:
    """Share of pairs about which the clusterings agree."""
    return (p.n11 + p.n00) / p.total


def covariance(p: PairCounts) -> Any:
    """Covariance of the two relations, times N²: constant baseline 0."""
    return p.n11 * p.n00 - p.n10 * p.n01


def correlation(p: PairCounts) -> Any:
    """Pearson's correlation of the two relations."""
    return covariance(p) / ops.sqrt(p.same_a * p.same_b * p.diff_a * p.diff_b)


def jaccard(p: PairCounts) -> Any:
    """Share of the pairs together in A or in B that are together in both."""
    return p.n11 / (p.n11 + p.n10 + p.n01)
