"""The chart of clusters over time."""

from __future__ import annotations

from collections import Counter

from partwise.base import listed
from partwise.charts import Figure, Pictures, Plots, Stage, Stream, alluvial
from partwise.ensembles.tracking.following import Links
from partwise.ensembles.tracking.tracked import TrackedCluster, Tracking
from partwise.tables import label_text

_MOST_IDS, _MOST_SNAPSHOTS = 30, 40
_OTHERS = "others"


class TrackingPlots(Plots[Tracking]):
    """``tracking.plot()``: the items of each cluster from snapshot to snapshot."""

    def flows(self) -> Figure:
        """Draw a column for each snapshot, a bar for each cluster, and ribbons between them."""
        result = self._result
        first = max(0, len(result.snapshots) - _MOST_SNAPSHOTS)
        snapshots = result.snapshots[first:]
        clusters = [cluster for cluster in result.clusters if cluster.snapshot in snapshots]
        totals: Counter[int] = Counter()
        for cluster in clusters:
            totals[cluster.id] += cluster.size
        names = {id_: str(id_) for id_, _ in totals.most_common(_MOST_IDS)}
        stages = [_stages([c for c in clusters if c.snapshot == at], names) for at in snapshots]
        streams = [_streams(flows, names) for flows in result.flows[first:]]
        order = [names[id_] for id_ in _order([c for c in clusters if c.id in names])]
        note = _note(len(result.snapshots), len(totals))
        return alluvial(snapshots, stages, streams, order=[*order, _OTHERS]).noted(note)

    __call__ = flows

    def _pictures(self) -> Pictures:
        return {"tracking": self.flows}


def _note(snapshots: int, ids: int) -> str:
    parts = []
    if snapshots > _MOST_SNAPSHOTS:
        parts.append(f"the last {_MOST_SNAPSHOTS} of {snapshots} snapshots")
    if ids > _MOST_IDS:
        parts.append(f"the {_MOST_IDS} largest of {ids} ids, with the others combined")
    return f"The chart shows {listed(parts)}." if parts else ""


def _stages(clusters: list[TrackedCluster], names: dict[int, str]) -> list[Stage]:
    """Return the clusters of one snapshot; those without a name are put together."""
    stages = [
        Stage(names[c.id], c.size, _about(c), c.origin == "birth", c.fate == "death")
        for c in clusters
        if c.id in names
    ]
    others = [c.size for c in clusters if c.id not in names]
    if others:
        about = f"{len(others)} other clusters: {sum(others)} items"
        stages.append(Stage(_OTHERS, sum(others), about, other=True))
    return stages


def _about(cluster: TrackedCluster) -> str:
    words = {"first": "", "last": ""}
    origin = words.get(cluster.origin, f", origin: {cluster.origin}")
    fate = words.get(cluster.fate, f", fate: {cluster.fate}")
    label = label_text(cluster.cluster)
    return f"{cluster.id} ({label}) in {cluster.snapshot}: {cluster.size} items{origin}{fate}"


def _streams(flows: Links, names: dict[int, str]) -> list[Stream]:
    counts: Counter[tuple[str, str]] = Counter()
    for source, target, items in zip(*(array.tolist() for array in flows), strict=True):
        counts[names.get(source, _OTHERS), names.get(target, _OTHERS)] += items
    return [Stream(source, target, items) for (source, target), items in counts.items()]


def _order(clusters: list[TrackedCluster]) -> list[int]:
    """Return ids from top to bottom: a new one below the cluster that it comes from."""
    order: list[int] = []
    for cluster in clusters:
        if cluster.id in order:
            continue
        parents = [order.index(source) for source in cluster.sources if source in order]
        order.insert(max(parents) + 1 if parents else len(order), cluster.id)
    return order
