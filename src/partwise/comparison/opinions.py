"""What indices prefer, those that always agree counted once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from partwise.base import Result, Table, TextResult, listed
from partwise.catalogue import ByName, Index
from partwise.properties import order_classes


@dataclass(frozen=True)
class Agreement(TextResult):
    """How many indices agree about the best candidates; each index is counted in one place.

    Parameters
    ----------
    agree : int
        Indices that prefer just these candidates to all others.
    tie : int
        Indices for which one of them ties with another candidate.
    prefer : mapping names of candidates → int
        Indices that prefer these instead.
    undefined : int
        Indices that are undefined for all candidates.
    """

    agree: int
    tie: int
    prefer: Mapping[tuple[Any, ...], int]
    undefined: int

    @property
    def of(self) -> int:
        """How many indices there are."""
        return self.agree + self.tie + sum(self.prefer.values()) + self.undefined

    def __str__(self) -> str:
        counts = [
            f"{self.agree} of {self.of} indices agree{'s' if self.agree == 1 else ''}",
            *([f"{self.tie} tie{'s' if self.tie == 1 else ''}"] if self.tie else []),
            *([_undefined(self.undefined)] if self.undefined else []),
        ]
        others = [
            f"{count} prefer{'s' if count == 1 else ''} {listed(list(map(str, names)))}"
            f"{' equally' if len(names) > 1 else ''}"
            for names, count in self.prefer.items()
        ]
        return ", ".join(counts) + (f" ({listed(others)} instead)" if others else "")

    def _content(self) -> dict[str, Any]:
        prefer = [{"names": names, "indices": count} for names, count in self.prefer.items()]
        counts = {"of": self.of, "agree": self.agree, "tie": self.tie, "undefined": self.undefined}
        return {**counts, "prefer": prefer}


def _undefined(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'} undefined"


class Votes(Result, Mapping[Any, int]):
    """How many indices prefer each candidate to all others: a mapping name → count."""

    def __init__(self, votes: Mapping[Any, int]) -> None:
        self._votes: dict[Any, int] = dict(votes)

    def __getitem__(self, name: Any) -> int:
        return self._votes[name]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._votes)

    def __len__(self) -> int:
        return len(self._votes)

    def to_table(self) -> Table:
        """Return one line per candidate."""
        return Table(["candidate", "votes"], [[str(name), count] for name, count in self.items()])

    def _content(self) -> dict[str, Any]:
        return self._votes


@dataclass(frozen=True)
class Opinions(Result):
    """Classes of indices that always agree, and the candidates that each class prefers.

    Parameters
    ----------
    classes : tuple of tuples of Index
        Indices of one class order all candidates in the same way, whatever the reference; they are
        in different classes only if a convention or an undefined value makes them differ.
    preferred : mapping key → names of candidates
        What each class prefers, by the key of its first index.

    Examples
    --------
    >>> import partwise as pw
    >>> preferred = {"rand": ("b",), "hubert": ("b",), "mirkin": ("b",), "correlation": ("a",)}
    >>> opinions = Opinions.of(map(pw.index, preferred), preferred)
    >>> opinions
    indices              prefer
    R, H, Mirkin metric  b
    CC                   a
    >>> print(opinions.agreement(["a"]))
    1 of 2 indices agrees (1 prefers b instead)
    >>> opinions.note
    'Indices that always agree count once: R (with 2 others).'
    """

    classes: tuple[tuple[Index, ...], ...]
    preferred: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, indices: Iterable[Index], preferred: Mapping[str, tuple[str, ...]]) -> Opinions:
        """Gather what indices prefer, those that always agree together."""
        minds = {
            tuple(members): best
            for together in order_classes(indices)
            for best, members in _minds(together, preferred).items()
        }
        return cls(tuple(minds), ByName({members[0].key: best for members, best in minds.items()}))

    def agreement(self, best: Sequence[Any]) -> Agreement:
        """Count the classes that agree that these candidates are the best."""
        agree = tie = undefined = 0
        prefer: dict[tuple[Any, ...], int] = {}
        for names in self.preferred.values():
            if not names:
                undefined += 1
            elif {*names} == {*best}:
                agree += 1
            elif len(names) > 1 and {*names} & {*best}:
                tie += 1
            else:
                prefer[names] = prefer.get(names, 0) + 1
        return Agreement(agree, tie, prefer, undefined)

    def votes(self, names: Iterable[Any]) -> Votes:
        """Return how many classes prefer each candidate to all others."""
        alone = [best[0] for best in self.preferred.values() if len(best) == 1]
        return Votes({name: alone.count(name) for name in names})

    @property
    def note(self) -> str:
        """A sentence on which indices count as one; empty if all differ."""
        several = [
            f"{first.short} (with {rest[0].short if len(rest) == 1 else f'{len(rest)} others'})"
            for first, *rest in self.classes
            if rest
        ]
        return f"Indices that always agree count once: {listed(several)}." if several else ""

    def to_table(self) -> Table:
        """Return one line per class: its indices, and the candidates that they prefer."""
        rows = [
            [", ".join(index.short for index in members), ", ".join(map(str, names)) or None]
            for members, names in zip(self.classes, self.preferred.values(), strict=True)
        ]
        return Table(["indices", "prefer"], rows)


def _minds(
    together: Iterable[Index], preferred: Mapping[str, tuple[str, ...]]
) -> dict[tuple[str, ...], list[Index]]:
    """Group indices by what they prefer here; those that are undefined go with the first."""
    minds: dict[tuple[str, ...], list[Index]] = {}
    for index in together:
        minds.setdefault(preferred[index.key], []).append(index)
    silent = minds.pop((), [])
    if not minds:
        return {(): silent}
    next(iter(minds.values())).extend(silent)
    return minds
