"""Whether an index can have certain properties together: a proof that none can, or an example."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, get_args

from partwise.base import InputError, PartwiseError, TextResult, listed, near_names
from partwise.catalogue import Index
from partwise.properties.checker.combinations import AXIOMS
from partwise.properties.compatibility.certificate import Incompatibility, cited
from partwise.properties.compatibility.constraints import CONSTANTS, Block, Constraints, Kind
from partwise.properties.compatibility.example import example_index, listing
from partwise.properties.compatibility.programs import TOLERANCE, largest_margin
from partwise.properties.compatibility.rationals import exact_contradiction, exact_point
from partwise.properties.compatibility.witness import witness
from partwise.properties.registry import PROPERTIES

MOST_ITEMS = 7
_LEVELS = {"c_max": 1, "c_base": 0, "c_min": -1}  # of examples, as the correlation coefficient has


class UndecidedError(PartwiseError, RuntimeError):
    """The linear program suggested an answer that could not be proved exactly."""


@dataclass(frozen=True)
class Compatibility(TextResult):
    """Whether an index can have certain properties together.

    Parameters
    ----------
    properties : tuple of str
        Keys of the properties.
    kind : {"pairs", "table"}
        Whether the result is about pair-counting indices or all indices.
    max_n : int
        The largest number of items that was tried.
    n : int or None
        The smallest number of items for which no index has the properties; None if there is no
        such number up to ``max_n``.
    certificate : Incompatibility or None
        The proof, if the properties are impossible together.
    example : Index or None
        An index that has the properties for all numbers of items up to ``max_n``, or below ``n``.
        It has no value for more items.
    index : Index or None
        An index that is proved to have the properties for every number of items, if one is known.
    reason : str
        How it is known that ``index`` has the properties.

    Examples
    --------
    >>> result = compatible("maximal_agreement", max_n=3)
    >>> result.possible, result.index, result.certificate
    (True, <Index rand: Rand>, None)
    >>> result.example([0, 0, 1], [0, 0, 1])
    1.0
    """

    properties: tuple[str, ...]
    kind: Kind
    max_n: int
    n: int | None
    certificate: Incompatibility | None
    example: Index | None
    index: Index | None = None
    reason: str = ""

    @property
    def possible(self) -> bool:
        """Whether an index has them for every number of items up to ``max_n``."""
        return self.n is None

    def __str__(self) -> str:
        titles = listed([PROPERTIES[key].title.lower() for key in self.properties])
        if self.certificate is not None:
            return f"Impossible: {titles}.\n{self.certificate}"
        if self.index is not None:
            return f"Possible for every n: {titles}. {self.reason}."
        return f"Possible up to n = {self.max_n}: {titles}. For more items, it is unknown."

    def _content(self) -> dict[str, Any]:
        content = {"possible": self.possible, **super()._content()}
        return {**content, "example": None if self.example is None else listing(self.example)}


def compatible(
    properties: str | Sequence[str], kind: Kind = "table", max_n: int = 6
) -> Compatibility:
    """Find out whether an index can have certain properties together.

    For n items, an index is a vector with one value per contingency table. The properties are
    linear in these values, so a linear program decides, and its answer is then proved in fractions.
    A proof of impossibility is a list of instances of the properties that add up to 0 > 0, verified
    by the stand-alone checker. An example is a list of values that meets every constraint exactly.

    "Impossible" at n items means that no index with values for all pairs of clusterings of n items
    has the properties, so no index has them at all.

    Parameters
    ----------
    properties : list of str
        Any of maximal_agreement, minimal_agreement, symmetry, distance, monotonicity,
        weak_monotonicity and constant_baseline. Minimal agreement is defined for pair counts. For
        other indices, it means that V is worst if and only if the clusterings agree on no pair of
        items.
    kind : {"table", "pairs"}
        "table" for all indices, "pairs" for pair-counting indices only.
    max_n : int
        The largest number of items to try, from 2 to 7. Six items take seconds, seven take a minute
        or two.

    Returns
    -------
    Compatibility
        ``.possible`` is the answer. If it is False, see ``.n`` and ``.certificate``, otherwise
        ``.example``.

    Examples
    --------
    >>> import partwise as pw
    >>> result = compatible(["monotonicity", "distance", "constant_baseline"])
    >>> result.possible, result.n, result.certificate.recheck()
    (False, 4, True)
    >>> print(compatible(["monotonicity", "constant_baseline"], max_n=3))
    Possible for every n: monotonicity and constant baseline. adjusted_rand has them, all proved.
    """
    keys = _checked(properties, kind, max_n)
    points: dict[int, tuple[Constraints, list[Fraction]]] = {}
    for n in range(2, max_n + 1):
        constraints = Constraints(n, kind)
        blocks = constraints.of(keys)
        margin = largest_margin(blocks, constraints.size)
        if margin is None or margin.t < TOLERANCE:
            certificate = _proof(keys, kind, n, blocks)
            example = example_index(points) if points else None
            return Compatibility(keys, kind, max_n, n, certificate, example)
        levels = {constraints.value_count + i: _LEVELS[name] for i, name in enumerate(CONSTANTS)}
        point = exact_point(blocks, constraints.size, levels)
        if point is None:
            raise UndecidedError(_undecided(keys, n, "that an index has"))
        points[n] = (constraints, point)
    for_all = witness(keys, kind)
    return Compatibility(
        *(keys, kind, max_n, None, None, example_index(points)),
        index=None if for_all is None else for_all.index,
        reason="" if for_all is None else for_all.reason,
    )


def _proof(keys: tuple[str, ...], kind: Kind, n: int, blocks: list[Block]) -> Incompatibility:
    multipliers = exact_contradiction(blocks)
    certificate = None if multipliers is None else cited(keys, kind, n, blocks, multipliers)
    if certificate is None or not certificate.recheck():
        raise UndecidedError(_undecided(keys, n, "that no index has"))
    return certificate


def _undecided(keys: tuple[str, ...], n: int, what: str) -> str:
    return (
        f"the linear program suggests {what} {listed(keys)} for {n} items, but this was not proved"
    )


def _checked(properties: str | Sequence[str], kind: str, max_n: int) -> tuple[str, ...]:
    if not isinstance(properties, Iterable):
        raise InputError(f"properties= must be a list of property keys, not {properties!r}")
    keys = (properties,) if isinstance(properties, str) else tuple(properties)
    unknown = [key for key in keys if key not in AXIOMS]
    if unknown or not keys:
        problem = "the list is empty"
        if unknown:
            problem = f"there is no linear program for the property {unknown[0]!r}"
            if unknown[0] not in PROPERTIES:
                meant = near_names(str(unknown[0]), AXIOMS)
                problem = f"there is no property {unknown[0]!r}{meant}"
        raise InputError(problem, subject="properties", remedy=f"choose from {', '.join(AXIOMS)}")
    if kind not in get_args(Kind):
        raise InputError(f'kind= must be "pairs" or "table", not {kind!r}')
    if type(max_n) is not int or not 2 <= max_n <= MOST_ITEMS:
        raise InputError(f"max_n must be a whole number from 2 to {MOST_ITEMS}, not {max_n!r}")
    return tuple(dict.fromkeys(keys))
