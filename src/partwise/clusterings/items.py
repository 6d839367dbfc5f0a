"""Which items a clustering is about, and which items of two clusterings are the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from numbers import Number
from typing import Any, Literal, TypeAlias

import numpy as np

from partwise.base import ITEM_POLICIES, OVERLAPPING, AlignmentError, Either, InputError, many
from partwise.base import examples as examples
from partwise.clusterings.factorization import Codes, is_missing

MissingPolicy: TypeAlias = Literal["raise", "drop", "singletons"]

ABSENT = -1
"""In a correspondence: the item is not in this clustering."""


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """The items of a clustering: names, or positions in the input.

    Parameters
    ----------
    total : int
        Number of items in the input, those left out included.
    names : tuple of hashable, optional
        Names of the items; without them, the names are the positions.
    positions : array, optional
        Positions of the items in the input, if some were left out.
    dropped : tuple of hashable
        Items that a policy or a restriction left out.
    keyed : bool
        Whether items are to be matched by name; if not, they are known by position only.
    ordered : bool
        Whether they came in an order that means something, as labels in a list do.
    untyped : bool
        Whether the names are from a text file, where 7 and "7" are the same.
    """

    total: int
    names: tuple[Hashable, ...] | None = None
    positions: Codes | None = None
    dropped: tuple[Hashable, ...] = ()
    keyed: bool = False
    ordered: bool = True
    untyped: bool = False

    def __len__(self) -> int:
        if self.names is not None:
            return len(self.names)
        return self.total if self.positions is None else len(self.positions)

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out or reordered, and there are no names."""
        return self.names is None and self.positions is None

    def where(self) -> Codes:
        """Return the positions in the input."""
        return np.arange(self.total) if self.positions is None else self.positions

    def ids(self) -> tuple[Hashable, ...]:
        """Return the names; the positions where there are none."""
        return tuple(self.where().tolist()) if self.names is None else self.names

    def take(self, chosen: Codes) -> Items:
        """Return the items at these places, in this order; the others count as dropped."""
        ids = self.ids()
        kept = set(chosen.tolist())
        gone = tuple(name for i, name in enumerate(ids) if i not in kept)
        positions = self.where()[chosen]
        positions.flags.writeable = False
        names = None if self.names is None else tuple(ids[i] for i in chosen.tolist())
        return replace(self, names=names, positions=positions, dropped=self.dropped + gone)

    def as_text(self) -> Items:
        """Return the items with their names written as text; the same if they have none.

        Examples
        --------
        >>> Items(2, names=(7, 1.0), keyed=True).as_text().names
        ('7', '1')
        """
        if self.names is None or not self.keyed:
            return self
        names, dropped = (tuple(map(as_text, some)) for some in (self.names, self.dropped))
        if len({*names, *dropped}) < len({*self.names, *self.dropped}):
            raise InputError(
                "some item ids are the same when written as text, and ids are compared as text "
                "when one source is a text file",
                remedy="rename these items",
            )
        return replace(self, names=names, dropped=dropped)


def alike(one: Items, other: Items) -> tuple[Items, Items]:
    """Write the names of both as text, if those of one are from a text file.

    Examples
    --------
    >>> file = Items(1, names=("7",), keyed=True, untyped=True)
    >>> alike(file, Items(1, names=(7,), keyed=True))[1].names
    ('7',)
    """
    if one.untyped == other.untyped or not (one.keyed and other.keyed):
        return one, other
    return (one, other.as_text()) if one.untyped else (one.as_text(), other)


def as_text(item: Hashable) -> str:
    """Write an item id as text; whole floats as integers, so that 1.0 is "1"."""
    is_whole = isinstance(item, float | np.floating) and item.is_integer()
    return str(int(item) if is_whole else item)  # type: ignore[call-overload]


def named_items(names: object, n: int | None, *, ordered: bool = True) -> Items:
    """Check names of items: as many as there are labels, hashable, none missing, none twice."""
    if not isinstance(names, Iterable):
        raise InputError(f"items must be a list of names, not {type(names).__name__}")
    known: tuple[Hashable, ...] = tuple(names)
    if n is not None and len(known) != n:
        are = "is" if n == 1 else "are"
        counts = f"{many(n, 'label')} but {many(len(known), 'item')}"
        raise InputError(f"there {are} {counts}; each item needs one label")
    try:
        distinct = len(set(known))
    except TypeError:
        where, bad = next((i, name) for i, name in enumerate(known) if not _is_hashable(name))
        raise InputError(
            f"item {bad!r} is a {type(bad).__name__} and cannot name an item (position {where}); "
            "use text, numbers or tuples of these"
        ) from None
    missing = [i for i, name in enumerate(known) if is_missing(name)]
    if missing:
        raise InputError(
            f"items have no name other than {known[missing[0]]!r} at positions "
            f"{examples(missing)}; name "
            "every item"
        )
    if distinct < len(known):
        raise InputError(
            f"items are named twice: {examples(list(_repeated(known)))}; each item needs one "
            "label. Remove the duplicates, or pass the labels without names (for pandas: "
            f".to_numpy()). If they are in several clusters: {OVERLAPPING}"
        )
    return Items(len(known), names=known, keyed=True, ordered=ordered)


def _is_hashable(name: Any) -> bool:
    try:
        hash(name)
    except TypeError:
        return False
    return True


def _repeated(names: Iterable[Hashable]) -> Iterator[Hashable]:
    seen: set[Hashable] = set()
    reported: set[Hashable] = set()
    for name in names:
        if name in seen and name not in reported:
            reported.add(name)
            yield name
        seen.add(name)


def correspond(a: Items, b: Items, missing: MissingPolicy = "raise") -> tuple[Codes, Codes]:
    """Find which items are the same: two arrays of places, in the order of the first.

    Named items are matched by name. Items without names are matched by position, also with named
    ones whose order means something, such as a series. A mapping or a list of clusters has no such
    order: it is matched with nameless items only if its names are just the positions 0, 1, 2, ….

    What was dropped from one side on purpose is dropped from the other. What is simply absent from
    one side is an error, is dropped, or (``missing="singletons"``) has the place −1 there.
    """
    if a.is_whole and b.is_whole and a.total == b.total:
        everything = np.arange(a.total)
        return everything, everything
    if not (a.keyed and b.keyed) and not _names_are_positions(a, b):
        return _by_position(a, b)
    return _by_name(a, b, missing)


def _names_are_positions(a: Items, b: Items) -> bool:
    if a.keyed == b.keyed:
        return False
    named, nameless = (a, b) if a.keyed else (b, a)
    if named.ordered or named.total != nameless.total:
        return False
    return {*named.ids(), *named.dropped} == set(range(nameless.total))


def _by_position(a: Items, b: Items) -> tuple[Codes, Codes]:
    if a.total != b.total:
        raise different_lengths(a.total, b.total, "the reference", "the candidate")
    if not (a.ordered and b.ordered):
        raise AlignmentError(
            "one clustering has named items in no particular order (a mapping, clusters or pairs) "
            "and the other has labels without names, so it is unknown which items are the same",
            remedy=Either(
                "pass the labels with items= or as a mapping item → label",
                "add a column of item ids to the file without one",
            ),
        )
    shared = np.intersect1d(a.where(), b.where(), assume_unique=True)
    return np.searchsorted(a.where(), shared), np.searchsorted(b.where(), shared)


def different_lengths(first: int, second: int, one: str, other: str) -> AlignmentError:
    """Say that items have no ids, and that there are more of them in one of two clusterings."""
    return AlignmentError(
        f"{one} has {first} items and {other} has {second}, but labels without item ids must have "
        "the same length",
        remedy=Either(
            "to match items by id, pass mappings item → label or pandas series",
            "to match items by id, name the column of ids with --item-column",
        ),
    )


def _by_name(a: Items, b: Items, missing: MissingPolicy) -> tuple[Codes, Codes]:
    dropped = {*a.dropped, *b.dropped}
    in_a = {name: i for i, name in enumerate(a.ids()) if name not in dropped}
    in_b = {name: i for i, name in enumerate(b.ids()) if name not in dropped}
    only_a = [name for name in in_a if name not in in_b]
    only_b = [name for name in in_b if name not in in_a]
    if missing == "raise" and (only_a or only_b):
        raise _different_items(a, b, only_a, only_b)
    if missing == "singletons" and len(only_a) == len(in_a):
        _check_kinds(only_a, only_b)
    chosen = [*in_a, *only_b] if missing == "singletons" else [x for x in in_a if x in in_b]
    return (
        np.array([in_a.get(name, ABSENT) for name in chosen], np.int64),
        np.array([in_b.get(name, ABSENT) for name in chosen], np.int64),
    )


def _check_kinds(mine: list[Hashable], theirs: list[Hashable]) -> None:
    """Refuse ids of different types, such as 1 and "1": each item would be counted twice."""
    kinds = [{_kind(name) for name in names} for names in (mine, theirs)]
    if all(kinds) and not kinds[0] & kinds[1]:
        raise AlignmentError(
            f"item ids have different types: {' and '.join(sorted(kinds[0]))} in the reference "
            f"({examples(mine)}), {' and '.join(sorted(kinds[1]))} in the candidate "
            f"({examples(theirs)})",
            remedy="cast them to one type, such as text",
        )


def _kind(name: Hashable) -> str:
    if isinstance(name, str):
        return "text"
    return "numbers" if isinstance(name, Number) else type(name).__name__


def _different_items(
    a: Items, b: Items, only_a: list[Hashable], only_b: list[Hashable]
) -> AlignmentError:
    parts = [
        f"{len(names)} only in the {side} ({examples(names)})"
        for side, names in (("reference", only_a), ("candidate", only_b))
        if names
    ]
    return AlignmentError(
        f"the clusterings do not have the same items: {' and '.join(parts)}, of {len(a)} and "
        f"{len(b)}",
        remedy=ITEM_POLICIES,
    )


def cluster_members(name: Hashable, members: Iterable[Hashable]) -> list[Hashable]:
    """Check the items of one cluster; whether one is named twice is for the caller to see."""
    items = list(members)
    if not items:
        raise InputError(f"cluster {name!r} is empty; leave it out")
    for item in items:
        check_item(item, f"cluster {name!r}")
    return items


def check_item(item: Any, where: str) -> None:
    """Refuse what cannot name an item, and say where it was named."""
    if is_missing(item):
        raise InputError(f"{where} has a missing item ({item!r}); leave it out")
    try:
        hash(item)
    except TypeError:
        raise InputError(f"{where} names {item!r}, which cannot name an item") from None


_JUDGED = (
    "pass only the two items of each match (all other pairs count as non-matches); if only some "
    "pairs were judged, use pw.estimate(None, candidates, pairs=…)"
)
"""What to do with pairs that have a judgement beside them."""


def item_pairs(pairs: Any) -> Iterable[Any]:
    """Return the pairs of an array, a data frame or an iterable one by one."""
    if getattr(pairs, "nlevels", 1) == 2:
        return pairs  # type: ignore[no-any-return]  # a MultiIndex of pandas: tuples
    if not isinstance(pairs, np.ndarray) and hasattr(pairs, "to_numpy"):
        pairs = pairs.to_numpy()
    if isinstance(pairs, np.ndarray):
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise InputError(
                f"pairs must have two columns, but the array has shape {pairs.shape}",
                remedy=_JUDGED if pairs.ndim == 2 and pairs.shape[1] > 2 else "",
            )
        return pairs.tolist()  # type: ignore[no-any-return]
    if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
        raise InputError(f"pairs must be a list of pairs of items, not {type(pairs).__name__}")
    return pairs


def checked_pair(pair: Any, position: int) -> Sequence[Hashable]:
    """Check that this is a pair of items."""
    if isinstance(pair, np.ndarray):
        pair = pair.tolist()
    if isinstance(pair, str | bytes) or not isinstance(pair, Sequence) or len(pair) != 2:
        is_more = isinstance(pair, Sequence) and not isinstance(pair, str | bytes) and len(pair) > 2
        raise InputError(
            f"pair {position} must be two items, not {pair!r}", remedy=_JUDGED if is_more else ""
        )
    for item in pair:
        check_item(item, f"pair {position}")
    return pair
