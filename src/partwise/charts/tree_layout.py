"""Where the nodes of levels stand: near those they are linked with, so that few links cross."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TypeAlias

Link: TypeAlias = tuple[int, int, float]  # upper node, lower node, weight

_Linked: TypeAlias = defaultdict[int, list[tuple[int, float]]]
_ROUNDS = 12


def place_nodes(
    levels: Sequence[Sequence[int]], links: Sequence[Link], main: Sequence[Link]
) -> dict[int, float]:
    """Return the place across of each node; nodes of a level are at least 1 apart, the first at 0.

    Levels are ordered by the mean place of the nodes above, then by that of the nodes below, in
    turn. Then children of one parent come together, by the main links, of which each node has at
    most one from above, so that these never cross; and nodes stand as near to those they are
    linked with as their neighbours allow.

    Examples
    --------
    >>> links = [(0, 1, 5), (0, 2, 5)]
    >>> place_nodes([[0], [1, 2]], links, links)
    {0: 0.5, 1: 0.0, 2: 1.0}
    """
    places = {node: float(i) for level in levels for i, node in enumerate(level)}
    above, below = _by_node(links)
    for _ in range(_ROUNDS):
        for level in levels[1:]:
            _settle(_sorted(level, above, places), above, places)
        for level in reversed(levels[:-1]):
            _settle(_sorted(level, below, places), below, places)
    above, below = _by_node(main)
    for level in levels[1:]:
        _settle(_sorted(level, above, places), above, places)
    ordered = [sorted(level, key=places.__getitem__) for level in levels]
    for _ in range(_ROUNDS):
        for level in ordered[1:]:
            _settle(level, above, places)
        for level in reversed(ordered[:-1]):
            _settle(level, below, places)
    return _closed_up(places)


def _by_node(links: Sequence[Link]) -> tuple[_Linked, _Linked]:
    """Return the nodes above and below each node, with weights."""
    above, below = _Linked(list), _Linked(list)
    for upper, lower, weight in links:
        above[lower].append((upper, weight))
        below[upper].append((lower, weight))
    return above, below


def _closed_up(places: Mapping[int, float]) -> dict[int, float]:
    """Close gaps of more than 1 between all nodes on one side and all on the other."""
    closer: dict[int, float] = {}
    last = shift = min(places.values(), default=0.0)
    for node in sorted(places, key=places.__getitem__):
        shift += max(0.0, places[node] - last - 1)
        last = places[node]
        closer[node] = last - shift
    return {node: closer[node] for node in places}


def _sorted(level: Sequence[int], linked: _Linked, places: Mapping[int, float]) -> list[int]:
    """Return the nodes in the order of the mean places of those they are linked with."""
    return sorted(level, key=lambda node: (_mean(node, linked, places), places[node]))


def _settle(level: Sequence[int], linked: _Linked, places: dict[int, float]) -> None:
    """Move nodes towards the mean places of those they are linked with, in this order."""
    wanted = [_mean(node, linked, places) for node in level]
    places.update(zip(level, spread(wanted), strict=True))


def _mean(node: int, linked: _Linked, places: Mapping[int, float]) -> float:
    weights = sum(weight for _, weight in linked[node])
    if not weights:
        return places[node]
    mean = sum(weight * places[other] for other, weight in linked[node]) / weights
    return round(mean, 9)  # so that rounding decides no order


def spread(wanted: Sequence[float]) -> list[float]:
    """Return places at least 1 apart whose squared distances to the wanted ones are least.

    Examples
    --------
    >>> spread([0, 0, 5])
    [-0.5, 0.5, 5.0]
    """
    groups: list[list[float]] = []
    for i, place in enumerate(wanted):
        groups.append([place - i])
        while len(groups) > 1 and fmean(groups[-2]) >= fmean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    flat = [fmean(group) for group in groups for _ in group]
    return [place + i for i, place in enumerate(flat)]
