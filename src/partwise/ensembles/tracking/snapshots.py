"""``track``: read snapshots, follow their clusters, and say what happened."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from glob import has_magic
from itertools import pairwise
from os import fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import AlignmentError, InputError, examples
from partwise.catalogue import Index, UndefinedPolicy, as_index, check_undefined
from partwise.clusterings import (
    MISSING,
    Clustering,
    Codes,
    Factorized,
    MissingInPairs,
    NoisePolicy,
    Policies,
    in_both,
    missing_in_each,
)
from partwise.engines import Several, find_files, named
from partwise.ensembles.replicates import read_codes
from partwise.ensembles.tracking.following import Course, LinkRule, Links, follow, links_of
from partwise.ensembles.tracking.tracked import Event, TrackedCluster, Tracking, Transition
from partwise.scoring import Which
from partwise.tables import counted

_WHAT = "tracking of clusters"
_FEWEST = 2


def track(
    snapshots: Several,
    index: Which = "correlation",
    *,
    overlap: float = 0.5,
    part: float = 0.1,
    max_pause: int = 0,
    undefined: UndefinedPolicy = "convention",
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingInPairs = "pairwise",
) -> Tracking:
    """Track clusters over time: give them persistent ids, and find splits, merges, births, deaths.

    Parameters
    ----------
    snapshots : mapping name → labels, sequence, data frame with a column per snapshot, or str
        Clusterings in the order of time, as in :func:`~partwise.pairwise`. They may have different
        items, which are matched by their ids. A pattern such as ``"days/*.csv"`` means the files
        that match it, in the order of their names.
    index : str, Index or callable
        The index that measures the similarity of two consecutive snapshots.
    overlap, part : float
        Two clusters of consecutive snapshots are linked if they share at least ``overlap`` of the
        smaller one and at least ``part`` of the larger one. Only items that are in both snapshots
        count.
    max_pause : int
        For how many snapshots an id may be absent and still come back; with 0, it never does.
    undefined, noise, noise_label
        As in :func:`~partwise.score`.
    missing : {"pairwise", "raise", "drop", "singletons"}
        As in :func:`~partwise.pairwise`; by default, two snapshots are compared on the items that
        both have.

    Returns
    -------
    Tracking
        Clusters with their links, and what happened to them. A cluster with one link to the next
        snapshot, whose target has no other link back, *continues*. A cluster with several links to
        the next snapshot *splits*; one with several links to the previous snapshot is a *merge*. A
        cluster without a link to the previous snapshot is *born*; one without a link to the next
        snapshot *dies*. Every cluster has one origin and one fate. Ids pass to the next snapshot by
        the one-to-one matching of linked clusters that shares the most items. New items get the id
        of the cluster that they are in.

    Examples
    --------
    >>> monday = {"ann": 1, "bob": 1, "cy": 1, "dee": 1, "eve": 2, "fay": 2}
    >>> tuesday = {"ann": "x", "bob": "x", "cy": "x", "dee": "y", "eve": "z", "gus": "z"}
    >>> tracking = track({"monday": monday, "tuesday": tuesday})
    >>> tracking
    3 persistent clusters over 2 snapshots
    snapshot  clusters  items  shared     CC  continue  split  merge  birth  death
    monday           2      6
    tuesday          3      6       5  0.535         1      1      0      0      0
    CC: with the previous snapshot, on the items that both have
    >>> tracking.clusterings["tuesday"].labels
    (1, 1, 1, 3, 2, 2)
    """
    chosen, rule = as_index(index), _checked_rule(overlap, part, max_pause)
    check_undefined(undefined)
    in_each, by_pairs = missing_in_each(missing)
    by_name = named(_expanded(snapshots))
    if len(by_name) < 2:
        raise InputError(f"tracking needs at least two snapshots, not {len(by_name)}")
    read = read_codes(by_name, Policies(noise, noise_label, in_each), by_pairs, _WHAT)
    own = {str(name): clustering for name, clustering in read.clusterings.items()}
    codes = read.codes
    _check_shared(own, codes, rule)
    course = follow(codes, [clustering.sizes for clustering in own.values()], rule)
    clusters = tuple(_clusters(own, codes, course))
    return Tracking(
        clusters,
        tuple(_events(clusters, list(own))),
        tuple(_transitions(list(own), codes, chosen, undefined)),
        {name: _renamed(own[name], ids) for name, ids in zip(own, course.ids, strict=True)},
        chosen,
        rule,
        tuple(_flows(codes, course)),
        (*_about_rows(by_name), *read.coverage.notes()),
    )


def _expanded(snapshots: Any) -> Any:
    """Return the files of a pattern such as "days/*.csv", sorted; anything else as it is."""
    if not isinstance(snapshots, str) or not has_magic(snapshots) or Path(snapshots).exists():
        return snapshots
    return [fspath(path) for path in find_files(snapshots).paths]


def _about_rows(snapshots: Mapping[str, Any]) -> list[str]:
    """Say so if items are matched by row although there are not as many in each snapshot."""
    rows = [getattr(labels, "index", None) for labels in snapshots.values()]
    are_numbered = all(type(index).__name__ == "RangeIndex" for index in rows)
    if not are_numbered or len(set(map(len, snapshots.values()))) == 1:
        return []
    note = (
        "items were matched by row number, because the series have the default index 0, 1, 2, …; "
        "their lengths differ, so check that a row is the same item in each, or set the ids: "
        'series.index = frame["id"]'
    )
    return [note]


def _checked_rule(overlap: float, part: float, max_pause: int) -> LinkRule:
    for name, value in (("overlap", overlap), ("part", part)):
        if not 0 <= value <= 1:
            raise InputError(f"{name}= must be between 0 and 1, not {value!r}")
    if type(max_pause) is not int or max_pause < 0:
        raise InputError(f"max_pause= must be a whole number of at least 0, not {max_pause!r}")
    return LinkRule(overlap, part, max_pause)


def _check_shared(snapshots: dict[str, Clustering], codes: Sequence[Codes], rule: LinkRule) -> None:
    """Refuse snapshots of which no two that may be linked share an item: ids differ in kind."""
    for apart in range(1, rule.max_pause + 2):
        ends = zip(codes, codes[apart:], strict=False)
        if any(len(in_both(*pair)[0]) for pair in ends):
            return
    one, other, *_ = snapshots
    pauses = f", nor any with up to {rule.max_pause} between them" if rule.max_pause else ""
    raise AlignmentError(
        f"no two consecutive snapshots have an item in common{pauses}: {one!r} has "
        f"{examples(snapshots[one].items) or 'none'}, {other!r} "
        f"{examples(snapshots[other].items) or 'none'}",
        remedy="give an item the same id in all snapshots",
    )


def _clusters(
    snapshots: dict[str, Clustering], codes: Sequence[Codes], course: Course
) -> Iterator[TrackedCluster]:
    last = len(codes) - 1
    for place, (name, own) in enumerate(snapshots.items()):
        sources: list[tuple[int, ...]] = [()] * own.k
        targets, new, gone = sources, np.zeros(own.k, np.int64), np.zeros(own.k, np.int64)
        if place > 0:
            links = course.links[place - 1]
            sources = _partners(links.after, course.ids[place - 1][links.before], own.k)
            new = _absent(codes[place], codes[place - 1], own.k)
        if place < last:
            links = course.links[place]
            targets = _partners(links.before, course.ids[place + 1][links.after], own.k)
            gone = _absent(codes[place], codes[place + 1], own.k)
        for code in np.argsort(course.ids[place]).tolist():
            yield TrackedCluster(
                name,
                own.cluster_labels[code],
                int(course.ids[place][code]),
                int(own.sizes[code]),
                int(new[code]),
                int(gone[code]),
                course.origins[place][code],
                sources[code],
                course.fates[place][code],
                targets[code],
            )


def _partners(
    codes: NDArray[np.int64], ids: NDArray[np.int64], clusters: int
) -> list[tuple[int, ...]]:
    """Return the sorted ids of those that each cluster is linked with."""
    order = np.lexsort((ids, codes))
    ends = np.cumsum(np.bincount(codes, minlength=clusters))[:-1]
    return [tuple(part.tolist()) for part in np.split(ids[order], ends)]


def _absent(codes: Codes, other: Codes, clusters: int) -> NDArray[np.int64]:
    """Count the items of each cluster that another snapshot does not have."""
    absent = (codes != MISSING) & (other == MISSING)
    return np.bincount(codes[absent], minlength=clusters)


def _events(clusters: Sequence[TrackedCluster], names: Sequence[str]) -> Iterator[Event]:
    """Yield what happened between each two snapshots: seen from the earlier one, then the later."""
    by_snapshot: dict[str, list[TrackedCluster]] = {name: [] for name in names}
    last_seen: dict[int, str] = {}
    for cluster in clusters:
        by_snapshot[cluster.snapshot].append(cluster)
    for before, after in pairwise(names):
        for cluster in by_snapshot[before]:
            last_seen[cluster.id] = before
            if cluster.fate in ("split", "death", "pause"):
                yield Event(cluster.fate, before, after, (cluster.id,), cluster.targets)
        for cluster in by_snapshot[after]:
            if cluster.origin == "return":
                yield Event("return", last_seen[cluster.id], after, (cluster.id,), (cluster.id,))
            elif cluster.origin in ("continue", "merge", "birth"):
                yield Event(cluster.origin, before, after, cluster.sources, (cluster.id,))


def _transitions(
    names: Sequence[str], codes: Sequence[Codes], index: Index, undefined: UndefinedPolicy
) -> Iterator[Transition]:
    for (before, after), (one, other) in zip(pairwise(names), pairwise(codes), strict=True):
        both = in_both(one, other)
        shared, similarity = len(both[0]), math.nan
        if shared >= _FEWEST:
            table = counted(*both, 1)
            similarity = float(index.evaluate(table, undefined=undefined).value)
        entered, left = (int((own != MISSING).sum()) - shared for own in (other, one))
        yield Transition(before, after, shared, entered, left, similarity)


def _flows(codes: Sequence[Codes], course: Course) -> Iterator[Links]:
    """Yield all cells of each transition, with ids."""
    everything = LinkRule(0, 0, 0)
    for place, (one, other) in enumerate(pairwise(codes)):
        cells = links_of(one, other, everything)
        before, after = course.ids[place], course.ids[place + 1]
        yield Links(before[cells.before], after[cells.after], cells.shared)


def _renamed(clustering: Clustering, ids: NDArray[np.int64]) -> Clustering:
    """Return a snapshot with persistent ids as labels."""
    return Clustering.from_codes(Factorized(clustering.codes, ids.tolist()), clustering.item_set)
