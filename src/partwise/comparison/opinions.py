"""What indices prefer, those that always agree counted once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from partwise.base import listed
from partwise.catalogue import ByName, Index
from partwise.properties import order_classes


@dataclass(frozen=True)
class Opinions:
    """Classes of indices that always agree, and the candidates that each class prefers.

    Parameters
    ----------
    classes : tuple of tuples of Index
        Indices of one class order all candidates alike, whatever the reference.
    preferred : mapping key → names of candidates
        What each class prefers, by the key of its first index.

    Examples
    --------
    >>> import partwise as pw
    >>> preferred = {"rand": ("b",), "hubert": ("b",), "mirkin": ("b",), "correlation": ("a",)}
    >>> opinions = Opinions.of(map(pw.index, preferred), preferred)
    >>> opinions.votes(["a", "b"]), opinions.note
    ({'a': 1, 'b': 1}, 'Indices that always agree count once: R (with 2 others).')
    """

    classes: tuple[tuple[Index, ...], ...]
    preferred: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, indices: Iterable[Index], preferred: Mapping[str, tuple[str, ...]]) -> Opinions:
        """Gather what indices prefer; the first of a class that is defined speaks for it."""
        classes = order_classes(indices)
        spoken = (
            (members[0].key, next(filter(None, (preferred[index.key] for index in members)), ()))
            for members in classes
        )
        return cls(classes, ByName(spoken))

    def votes(self, names: Iterable[str]) -> dict[str, int]:
        """Return how many classes prefer each candidate to all others."""
        alone = [best[0] for best in self.preferred.values() if len(best) == 1]
        return {name: alone.count(name) for name in names}

    @property
    def note(self) -> str:
        """Which indices count once; empty if all differ."""
        several = [
            f"{first.short} (with {rest[0].short if len(rest) == 1 else f'{len(rest)} others'})"
            for first, *rest in self.classes
            if rest
        ]
        return f"Indices that always agree count once: {listed(several)}." if several else ""
