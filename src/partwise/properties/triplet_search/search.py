"""The fewest and smallest triplets that separate indices, found by trying all triplets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from partwise.base import InputError, listed, tracked
from partwise.catalogue import Index, as_index
from partwise.properties.auditing import Auditable
from partwise.properties.search.enumeration import MOST_ITEMS
from partwise.properties.triplet_search.cover import (
    Cover,
    TooHardError,
    alike,
    fewest,
    greedy,
    lightest,
)
from partwise.properties.triplet_search.example import Triplet
from partwise.properties.triplet_search.result import Inseparable, SearchStep, Triplets
from partwise.properties.triplet_search.same_order import MOST_INDICES, Signs, same_order, signs

PAPER = (
    "nmi_arithmetic", "nmi_max", "fnmi", "vi", "ami_geometric", "rand", "adjusted_rand", "jaccard",
    "wallace_1", "sokal_sneath_1", "correlation", "f_measure", "bcubed",
)  # fmt: skip
"""The 13 indices of the paper's experiment."""

_TOLD_APART = 6  # items with which indices of different order are told apart, mostly


def triplets(
    indices: Iterable[Auditable] | None = None,
    *,
    max_n: int = 8,
    progress: bool | None = None,
) -> Triplets:
    """Find the fewest and smallest examples on which indices disagree.

    A triplet is a reference and two candidates. Two indices disagree about it if one prefers the
    left candidate and the other the right one. The search tries all triplets of 2, 3, … items, up
    to renaming of items. A triplet counts only if the formula of every index has a value and no
    index ties. Ties are decided exactly.

    Parameters
    ----------
    indices : iterable of str, Index or callable, optional
        Names, formulas such as ``"n11 / (n11 + n10)"``, indices, or functions of a
        :class:`~partwise.Contingency`; by default the 13 of the paper's experiment.
    max_n : int
        The largest number of items of a triplet, from 3 to 12. The search ends earlier if larger
        triplets cannot help. Eight items take seconds, ten take minutes.
    progress : bool, optional
        Whether to show a progress bar; by default, if standard error is a terminal.

    Returns
    -------
    Triplets
        The smallest set of triplets that separates each pair of indices that can be separated: the
        fewest triplets, then the fewest items in the largest one, then the fewest items in total.
        Prints as a table; ``plot()`` draws the triplets.

    Examples
    --------
    >>> found = triplets(["rand", "jaccard", "dice"])
    >>> print(found[0])
    A = 01|2, B₁ = 0|1|2, B₂ = 012: left R; right J, Pair F1
    >>> print(found.inseparable[0])
    J and Pair F1 cannot be separated: they rank all candidates in the same order
    """
    chosen = _chosen(indices)
    if isinstance(max_n, bool) or not isinstance(max_n, int):
        raise InputError(f"max_n must be a whole number, not {max_n!r}")
    if not 3 <= max_n <= MOST_ITEMS:
        raise InputError(f"max_n must be from 3 to {MOST_ITEMS}, not {max_n}")
    proved = _proved_alike(chosen, min(_TOLD_APART, max_n))
    search = _Search([chosen[members[0]] for members in proved], max_n)
    search.run(progress)
    return search.result(chosen, proved)


def _chosen(indices: Iterable[Auditable] | None) -> tuple[Index, ...]:
    if isinstance(indices, str):
        raise InputError(f"indices= must be a list of at least two, such as [{indices!r}, 'rand']")
    chosen = [as_index(name) for name in (PAPER if indices is None else indices)]
    chosen = [replace(i, key=i.label) if i.key == "formula" else i for i in chosen]
    if len(chosen) < 2:
        raise InputError(f"name at least two indices, not {len(chosen)}")
    if len(chosen) > MOST_INDICES:
        raise InputError(f"name at most {MOST_INDICES} indices, not {len(chosen)}")
    keys = [index.key for index in chosen]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        are = "is" if len(twice) == 1 else "are"
        raise InputError(
            f"{listed(twice)} {are} named more than once: name each index once, and use pw.define "
            "to rename functions that have the same name"
        )
    return tuple(chosen)


def _proved_alike(chosen: Sequence[Index], n: int) -> list[list[int]]:
    """Return classes of indices that are proved to order all candidates alike."""
    opposed = signs(chosen, n).opposed
    classes: list[list[int]] = []
    for i, index in enumerate(chosen):
        for members in classes:
            if not opposed[members[0], i] and same_order(chosen[members[0]], index):
                members.append(i)
                break
        else:
            classes.append([i])
    return classes


@dataclass
class _Search:
    """All sign vectors of ever more items, until nothing can be gained."""

    indices: list[Index]
    max_n: int
    signs: dict[int, Signs] = field(default_factory=dict)
    vectors: dict[int, int] = field(default_factory=dict)
    too_hard: bool = False

    def run(self, progress: bool | None) -> None:
        sizes = range(2, self.max_n + 1) if len(self.indices) > 1 else range(0)
        for n in tracked(sizes, len(sizes), "trying all triplets", progress):
            self.signs[n] = signs(self.indices, n)
            for code in self.signs[n].codes:
                self.vectors.setdefault(code, n)
            if self._is_best():
                break

    @property
    def _count(self) -> int:
        return len(self.indices)

    def _up_to(self, n: int) -> dict[int, int]:
        return {code: size for code, size in self.vectors.items() if size <= n}

    def _is_best(self) -> bool:
        """Whether all indices are separated by so few triplets that no more items could help."""
        if self.too_hard or len(alike(self.vectors, self._count)) < self._count:
            return False
        try:
            return self._within((self._count - 1).bit_length())
        except TooHardError:
            self.too_hard = True
            return False

    def _within(self, most: int) -> bool:
        return Cover(self.vectors, self._count).within(most) is not None

    def chosen(self) -> tuple[list[int], bool]:
        """Return the sign vectors of the smallest set, and whether it is proved to be that."""
        classes = alike(self.vectors, self._count)
        small = {_projected(code, classes): code for code in self.vectors}
        weights = {bits: self.vectors[code] for bits, code in small.items()}
        try:
            least = len(fewest(weights, len(classes)))
            chosen = self._smallest(weights, len(classes), least)
        except TooHardError:
            return [small[bits] for bits in greedy(weights, len(classes))], False
        return [small[bits] for bits in chosen], True

    def _smallest(self, weights: dict[int, int], classes: int, least: int) -> list[int]:
        for n in sorted(set(weights.values())):
            within = {bits: size for bits, size in weights.items() if size <= n}
            if Cover(within, classes).within(least) is not None:
                return lightest(within, classes, least)
        return []

    def result(self, everyone: tuple[Index, ...], proved: list[list[int]]) -> Triplets:
        codes, minimal = self.chosen()
        codes.sort(key=lambda code: (self.vectors[code], code))
        clusterings = [self.signs[self.vectors[code]].simplest(code).labels() for code in codes]
        examples = tuple(Triplet.of(*labels, everyone) for labels in clusterings)
        largest = max((len(labels[0]) for labels in clusterings), default=0)
        return Triplets(
            everyone,
            examples,
            tuple(self._inseparable(everyone, proved)),
            tuple(self._steps(largest)),
            dict(self.vectors),
            minimal,
        )

    def _inseparable(
        self, everyone: tuple[Index, ...], proved: list[list[int]]
    ) -> Iterable[Inseparable]:
        for members in proved:
            if len(members) > 1:
                proof = "they rank all candidates in the same order"
                yield Inseparable(tuple(everyone[i] for i in members), proof)
        for places in alike(self.vectors, self._count):
            if len(places) > 1:
                yield Inseparable(tuple(self.indices[i] for i in places), self._reason(places))

    def _reason(self, places: tuple[int, ...]) -> str:
        tried = f"up to {max(self.signs)} items"
        pairs = list(combinations(places, 2))
        if any(signs.opposed[pair] for signs in self.signs.values() for pair in pairs):
            return f"{tried}, they disagree only on triplets on which another index ties"
        return f"{tried}, they never disagree"

    def _steps(self, largest: int) -> Iterable[SearchStep]:
        for n in self.signs:
            within = self._up_to(n)
            classes = alike(within, self._count)
            groups = (tuple(self.indices[i] for i in places) for places in classes)
            together = tuple(group for group in groups if len(group) > 1)
            yield SearchStep(n, len(within), len(classes), together, 0 < largest <= n)


def _projected(code: int, classes: list[tuple[int, ...]]) -> int:
    """Keep one bit of each class."""
    return sum((code >> members[0] & 1) << place for place, members in enumerate(classes))
