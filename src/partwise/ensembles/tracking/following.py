"""Which clusters of two snapshots are linked, what became of each, and which ids persist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Codes, in_both
from partwise.tables import best_cells, counted

Origin: TypeAlias = Literal["first", "birth", "continue", "split", "merge", "return"]
Fate: TypeAlias = Literal["last", "death", "continue", "split", "merge", "pause"]


@dataclass(frozen=True)
class LinkRule:
    """When two clusters of consecutive snapshots are linked.

    Parameters
    ----------
    overlap : float
        They must share at least this part of the smaller one.
    part : float
        They must share at least this part of the larger one. Both count only items that are in both
        snapshots.
    max_pause : int
        For how many snapshots an id may be absent and still come back.
    """

    overlap: float
    part: float
    max_pause: int


class Links(NamedTuple):
    """Linked clusters of an earlier and a later snapshot, and how many items they share."""

    before: NDArray[np.int64]
    after: NDArray[np.int64]
    shared: NDArray[np.int64]

    def chosen(self, which: NDArray[np.bool_]) -> Links:
        """Return some of the links."""
        return Links(*(array[which] for array in self))

    def matched(self) -> list[tuple[int, int]]:
        """Return the one-to-one matching of linked clusters that shares the most items."""
        if not len(self.shared):
            return []
        best = best_cells(*self)
        return list(zip(self.before[best].tolist(), self.after[best].tolist(), strict=True))


def links_of(before: Codes, after: Codes, rule: LinkRule) -> Links:
    """Return which clusters of two snapshots are linked, on the items that both have.

    Examples
    --------
    >>> before, after = np.array([[0, 0, 0, 1, 1], [0, 0, 1, -1, 1]])
    >>> links = links_of(before, after, LinkRule(0.5, 0.1, 0))
    >>> list(zip(*(array.tolist() for array in links)))
    [(0, 0, 2), (0, 1, 1), (1, 1, 1)]
    """
    table = counted(*in_both(before, after), 1)
    rows, columns, shared = table.cells
    sizes = np.stack([table.row_sizes[rows], table.column_sizes[columns]])
    linked = (shared / sizes.min(axis=0) >= rule.overlap) & (
        shared / sizes.max(axis=0) >= rule.part  # 55 of 100 is 0.55; 0.55 × 100 is above 55
    )
    labels = (np.asarray(own, np.int64) for own in (table.row_labels, table.column_labels))
    row_codes, column_codes = labels
    return Links(row_codes[rows], column_codes[columns], shared.astype(np.int64)).chosen(linked)


@dataclass(frozen=True, eq=False)
class Course:
    """What became of the clusters of all snapshots.

    Parameters
    ----------
    ids : list of arrays
        The persistent id of each cluster, for each snapshot.
    origins, fates : list of lists
        Where each cluster came from, and what became of it.
    links : list of Links
        Between each snapshot and the next.
    """

    ids: list[NDArray[np.int64]]
    origins: list[list[Origin]]
    fates: list[list[Fate]]
    links: list[Links]


def follow(codes: Sequence[Codes], sizes: Sequence[NDArray[np.int64]], rule: LinkRule) -> Course:
    """Give every cluster a persistent id, an origin and a fate.

    Examples
    --------
    >>> snapshots = [np.array([0, 0, 0, 0, 1, 1]), np.array([0, 0, 0, 0, 1, 1])[::-1]]
    >>> course = follow(snapshots, [np.array([4, 2]), np.array([2, 4])], LinkRule(0.5, 0.1, 0))
    >>> [ids.tolist() for ids in course.ids], course.fates[0]
    ([[1, 2], [2, 1]], ['split', 'merge'])
    """
    course = Course(
        [np.zeros(len(own), np.int64) for own in sizes],
        [["first"] * len(sizes[0]), *([] for _ in sizes[1:])],
        [[] for _ in sizes],
        [links_of(*pair, rule) for pair in pairwise(codes)],
    )
    named = _name_new(course.ids[0], sizes[0], 0)
    for place, links in enumerate(course.links):
        after = course.ids[place + 1]
        course.fates[place].extend(_fates(links, len(sizes[place])))
        course.origins[place + 1].extend(_origins(links, len(after)))
        for i, j in links.matched():
            after[j] = course.ids[place][i]
        _bring_back(course, codes, place, rule)
        named = _name_new(after, sizes[place + 1], named)
    course.fates[-1].extend(["last"] * len(sizes[-1]))
    return course


def _fates(links: Links, clusters: int) -> list[Fate]:
    """Return what becomes of each earlier cluster: one of four fates each."""
    ways = np.bincount(links.before, minlength=clusters)
    target = np.zeros(clusters, np.int64)
    target[links.before] = links.after  # used where there is one
    sources = np.bincount(links.after, minlength=1 + int(target.max(initial=0)))
    return [
        "death" if n == 0 else "split" if n > 1 else "merge" if sources[j] > 1 else "continue"
        for n, j in zip(ways.tolist(), target.tolist(), strict=True)
    ]


def _origins(links: Links, clusters: int) -> list[Origin]:
    """Return where each later cluster comes from: its fate if time ran backwards."""
    backwards: dict[Fate, Origin] = {
        "death": "birth", "split": "merge", "merge": "split", "continue": "continue"
    }  # fmt: skip
    turned = Links(links.after, links.before, links.shared)
    return [backwards[fate] for fate in _fates(turned, clusters)]


def _bring_back(course: Course, codes: Sequence[Codes], place: int, rule: LinkRule) -> None:
    """Give ids that ended up to ``max_pause`` snapshots ago to clusters that would be new."""
    ids, origins = course.ids[place + 1], course.origins[place + 1]
    for earlier in range(place - 1, max(place - 1 - rule.max_pause, -1), -1):
        ended = np.array([fate == "death" for fate in course.fates[earlier]], bool)
        born = np.array([origin == "birth" for origin in origins], bool)
        links = links_of(codes[earlier], codes[place + 1], rule)
        links = links.chosen(ended[links.before] & born[links.after])
        for i, j in links.matched():
            ids[j] = course.ids[earlier][i]
            origins[j], course.fates[earlier][i] = "return", "pause"


def _name_new(ids: NDArray[np.int64], sizes: NDArray[np.int64], named: int) -> int:
    """Give numbers to clusters without an id, the largest first; return the last one in use."""
    new = np.flatnonzero(ids == 0)
    order = new[np.argsort(-sizes[new], kind="stable")]
    ids[order] = named + 1 + np.arange(len(order))
    return named + len(order)
