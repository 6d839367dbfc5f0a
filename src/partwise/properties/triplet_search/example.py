"""One triplet: a reference, two candidates, and which index prefers which."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from partwise.base import TextResult, UndefinedValueError
from partwise.catalogue import Index
from partwise.properties.search.exact import compare
from partwise.properties.triplet_search.orders import by_formula
from partwise.properties.verdict import written
from partwise.tables import contingency

if TYPE_CHECKING:
    from partwise.properties.plots import TripletPlots

ItemLabels: TypeAlias = tuple[Hashable, ...]
Preference: TypeAlias = Literal["left", "right", "tie", "undefined"]


@dataclass(frozen=True)
class Opinion:
    """What one index says about a triplet.

    Parameters
    ----------
    index : Index
        The index.
    left, right : float
        Its scores of the two candidates; NaN if the formula has no value.
    favours : {"left", "right", "tie", "undefined"}
        The candidate with the better score.
    certified : bool
        Whether this was decided in exact arithmetic. Your own functions return floats, so it is
        False for them.
    """

    index: Index
    left: float
    right: float
    favours: Preference
    certified: bool


@dataclass(frozen=True)
class Triplet(TextResult):
    """A reference and two candidates, and which of them each index prefers.

    Make a triplet with ``Triplet.of``.

    Parameters
    ----------
    reference, left, right : tuple
        One label per item.
    opinions : tuple of Opinion
        Which candidate each index prefers.

    Examples
    --------
    >>> import partwise as pw
    >>> one = Triplet.of("100000", "022022", "120022", map(pw.index, ["FNMI", "NMI", "J"]))
    >>> print(one)
    A = 0|12345, B₁ = 03|1245, B₂ = 0|145|23: left FNMI, J; right NMI
    """

    reference: ItemLabels
    left: ItemLabels
    right: ItemLabels
    opinions: tuple[Opinion, ...]

    @classmethod
    def of(
        cls,
        reference: Sequence[Hashable],
        left: Sequence[Hashable],
        right: Sequence[Hashable],
        indices: Iterable[Index],
    ) -> Triplet:
        """Make a triplet with the opinions of some indices; values by convention do not count."""
        tables = [contingency(list(reference), list(side)) for side in (left, right)]
        opinions = tuple(_opinion(index, *tables) for index in indices)
        return cls(tuple(reference), tuple(left), tuple(right), opinions)

    @property
    def plot(self) -> TripletPlots:
        """``plot()`` draws the candidates side by side, ``plot(*others)`` other triplets below."""
        from partwise.properties.plots import TripletPlots

        return TripletPlots(self)

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.reference)

    def favouring(self, side: Preference) -> tuple[Index, ...]:
        """Return the indices that prefer a side, tie, or have no value."""
        return tuple(opinion.index for opinion in self.opinions if opinion.favours == side)

    def separates(self, first: Index, second: Index) -> bool:
        """Whether two of the indices prefer different candidates."""
        said = {opinion.index.key: opinion.favours for opinion in self.opinions}
        return {said[first.key], said[second.key]} == {"left", "right"}

    def names(self, side: Preference) -> str:
        """Return the abbreviations of the indices that prefer a side."""
        return ", ".join(index.short for index in self.favouring(side))

    def __str__(self) -> str:
        drawn = ", ".join(
            f"{name} = {_written(labels)}"
            for name, labels in (("A", self.reference), ("B₁", self.left), ("B₂", self.right))
        )
        sides: tuple[Preference, ...] = ("left", "right", "tie", "undefined")
        parts = [f"{side} {self.names(side)}" for side in sides if self.favouring(side)]
        return f"{drawn}: {'; '.join(parts)}"

    @property
    def clusterings(self) -> tuple[str, str, str]:
        """Reference, left and right candidate, written as their clusters."""
        return _written(self.reference), _written(self.left), _written(self.right)

    def _content(self) -> dict[str, Any]:
        return {
            "items": self.n,
            "reference": self.reference,
            "left": self.left,
            "right": self.right,
            "indices": {
                opinion.index.key: {
                    "left": opinion.left,
                    "right": opinion.right,
                    "favours": opinion.favours,
                    "certified": opinion.certified,
                }
                for opinion in self.opinions
            },
        }


def _opinion(index: Index, left: Any, right: Any) -> Opinion:
    bare = by_formula(index)
    values = [float(bare.evaluate(table).value) for table in (left, right)]
    try:
        order = compare(bare, left, right)
    except UndefinedValueError:
        return Opinion(index, values[0], values[1], "undefined", True)
    sign = order.sign if index.direction == "similarity" else -order.sign
    side: Preference = "tie" if sign == 0 else "left" if sign > 0 else "right"
    return Opinion(index, values[0], values[1], side, order.certified)


def _written(labels: ItemLabels) -> str:
    places: dict[Hashable, int] = {}
    return written(tuple(places.setdefault(label, len(places)) for label in labels))
