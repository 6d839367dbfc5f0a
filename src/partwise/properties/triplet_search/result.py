"""The result of the search: a smallest set of triplets, and why there is no smaller one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from partwise.base import Cell, Result, Table, listed, many
from partwise.catalogue import Index
from partwise.properties.triplet_search.example import Triplet

if TYPE_CHECKING:
    from partwise.properties.plots import TripletsPlots


@dataclass(frozen=True)
class Inseparable:
    """Indices that no triplet was found to separate.

    Parameters
    ----------
    indices : tuple of Index
        The indices.
    reason : str
        Why not: a proof, or up to how many items it was tried.
    """

    indices: tuple[Index, ...]
    reason: str

    def __str__(self) -> str:
        names = listed([index.short for index in self.indices])
        return f"{names} cannot be separated: {self.reason}"


@dataclass(frozen=True)
class SearchStep:
    """What triplets of up to n items can do.

    Parameters
    ----------
    n : int
        Number of items.
    vectors : int
        How many different sign vectors these triplets have.
    classes : int
        How many groups of indices they can separate.
    alike : tuple of tuples of Index
        The groups of indices that none of them separates.
    enough : bool
        Whether triplets of this size are enough for the smallest set that was found.
    """

    n: int
    vectors: int
    classes: int
    alike: tuple[tuple[Index, ...], ...]
    enough: bool

    def __str__(self) -> str:
        text = "enough" if self.enough else "not enough"
        if self.classes == 1:
            text = "no two indices disagree"
        elif self.alike:
            groups = "; ".join(listed([index.short for index in group]) for group in self.alike)
            text += f", and none separates {groups}"
        return f"Up to {self.n} items: {many(self.vectors, 'sign vector')}, {text}."


@dataclass(frozen=True)
class Triplets(Result):
    """A smallest set of triplets on which indices disagree: the result of :func:`triplets`.

    No other set has fewer triplets. Among sets with the same number of triplets, none has a smaller
    largest triplet, and among those none has fewer items in total.

    Parameters
    ----------
    indices : tuple of Index
        The indices.
    triplets : tuple of Triplet
        The examples, the smallest first.
    inseparable : tuple of Inseparable
        The groups of indices that are not separated.
    steps : tuple of SearchStep
        What triplets of up to 2, 3, … items can separate.
    vectors : mapping of int to int
        All sign vectors, with the smallest number of items for each: bit i is set if index i
        prefers the left candidate, and index 0 always does. You can check with them that no smaller
        set separates all indices.
    proved : bool
        Whether the search showed that there is no smaller set.
    """

    indices: tuple[Index, ...]
    triplets: tuple[Triplet, ...]
    inseparable: tuple[Inseparable, ...]
    steps: tuple[SearchStep, ...]
    vectors: Mapping[int, int]
    proved: bool = True

    def __iter__(self) -> Iterator[Triplet]:
        return iter(self.triplets)

    def __len__(self) -> int:
        return len(self.triplets)

    def __getitem__(self, place: int) -> Triplet:
        return self.triplets[place]

    @property
    def most_items(self) -> int:
        """The number of items of the largest triplet; 0 if there is none."""
        return max((triplet.n for triplet in self.triplets), default=0)

    def to_table(self) -> Table:
        """Return one row per triplet."""
        rows: list[list[Cell]] = [
            [place, triplet.n, *triplet.clusterings, triplet.names("left"), triplet.names("right")]
            for place, triplet in enumerate(self.triplets, start=1)
        ]
        columns = ["no.", "items", "reference", "left", "right", "left is favoured by", "right by"]
        return Table(columns, rows, self.title, self.notes)

    @property
    def title(self) -> str:
        """The result in one line."""
        if not self.triplets:
            return f"No triplet separates {listed([index.short for index in self.indices])}"
        return f"{many(len(self), 'triplet')} on which {len(self.indices)} indices disagree"

    @property
    def notes(self) -> tuple[str, ...]:
        """Which indices are not separated, why the set is smallest, and how to read it."""
        items = ("Items are numbered from 0; 01|2 is the clustering {0, 1}, {2}.",)
        minimal = (self._minimal(),) if self.triplets else ()
        return (*map(str, self.inseparable), *minimal, *(items if self.triplets else ()))

    def _minimal(self) -> str:
        if not self.proved:
            return "There may be a smaller set: the search for it took too long and stopped."
        largest, total = self.most_items, sum(triplet.n for triplet in self.triplets)
        separated = len(self.indices) - sum(len(group.indices) - 1 for group in self.inseparable)
        is_least = len(self) == (separated - 1).bit_length()  # each doubles what is told apart
        tried = "" if is_least else f" of up to {self.steps[-1].n} items"
        if len(self) == 1:
            return f"No triplet with fewer than {total} items separates them."
        return (
            f"No smaller set of triplets{tried} separates them: neither fewer triplets, nor "
            f"{len(self)} of at most {largest - 1} items each, nor {len(self)} of at most "
            f"{largest} items each and fewer than {total} in total."
        )

    def values(self) -> Table:
        """Return one row per triplet and index, with both scores."""
        columns = ["triplet", "items", "reference", "left", "right", "index", "value of left",
                   "value of right", "favours"]  # fmt: skip
        rows: list[list[Cell]] = [
            [
                place,
                triplet.n,
                *triplet.clusterings,
                said.index.key,
                said.left,
                said.right,
                said.favours,
            ]
            for place, triplet in enumerate(self.triplets, start=1)
            for said in triplet.opinions
        ]
        return Table(columns, rows, self.title, self.notes)

    @property
    def plot(self) -> TripletsPlots:
        """``plot()`` draws all triplets as one figure."""
        from partwise.properties.plots import TripletsPlots

        return TripletsPlots(self)

    def _content(self) -> dict[str, Any]:
        return {
            "indices": self.indices,
            "triplets": self.triplets,
            "inseparable": self.inseparable,
            "steps": [
                {
                    "items": step.n,
                    "vectors": step.vectors,
                    "classes": step.classes,
                    "alike": step.alike,
                    "enough": step.enough,
                }
                for step in self.steps
            ],
            "proved": self.proved,
        }

    def _full_table(self) -> Table:
        columns = ["triplet", "items", "reference", "left", "right", "index", "left_value"]
        return replace(self.values(), columns=[*columns, "right_value", "favours"])
