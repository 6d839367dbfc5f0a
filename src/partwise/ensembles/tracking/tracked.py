"""The result of tracking clusters over snapshots, with its tables and frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from partwise.base import (
    Backend,
    Cell,
    InputError,
    Result,
    Table,
    frame_of,
    listed,
    listed_up_to,
    many,
)
from partwise.catalogue import Index
from partwise.clusterings import Clustering
from partwise.ensembles.tracking.following import Fate, LinkRule, Links, Origin
from partwise.tables import as_cell

if TYPE_CHECKING:
    from partwise.ensembles.tracking.plots import TrackingPlots

Kind: TypeAlias = Literal["continue", "split", "merge", "birth", "death", "pause", "return"]
Frame: TypeAlias = Literal["clusters", "events", "items", "snapshots", "flows"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_PRINTED = KINDS[:5]


@dataclass(frozen=True)
class TrackedCluster:
    """A cluster of one snapshot, where it came from and what became of it.

    Parameters
    ----------
    snapshot : str
        The snapshot.
    cluster : hashable
        Label of the cluster in the snapshot.
    id : int
        Persistent id of the cluster.
    size : int
        Number of items.
    new, gone : int
        How many of its items the previous snapshot lacks, and how many the next one lacks.
    origin : str
        "continue", "split", "merge", "birth", "return", or "first" in the first snapshot.
    sources : tuple of int
        Ids of the linked clusters of the previous snapshot.
    fate : str
        "continue", "split", "merge", "death", "pause" (its id returns), or "last".
    targets : tuple of int
        Ids of the linked clusters of the next snapshot.
    """

    snapshot: str
    cluster: Hashable
    id: int
    size: int
    new: int
    gone: int
    origin: Origin
    sources: tuple[int, ...]
    fate: Fate
    targets: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """What happened between two snapshots.

    Parameters
    ----------
    kind : str
        "continue", "split", "merge", "birth", "death", "pause" or "return".
    before, after : str
        The snapshots. An id that returns was last seen in ``before``.
    sources, targets : tuple of int
        Ids in the earlier and in the later snapshot.
    """

    kind: Kind
    before: str
    after: str
    sources: tuple[int, ...]
    targets: tuple[int, ...]


@dataclass(frozen=True)
class Transition:
    """Two consecutive snapshots.

    Parameters
    ----------
    before, after : str
        The snapshots.
    shared, entered, left : int
        Numbers of items in both, only in the later, and only in the earlier snapshot.
    similarity : float
        Similarity on the items that both have; NaN for fewer than two.
    """

    before: str
    after: str
    shared: int
    entered: int
    left: int
    similarity: float


@dataclass(frozen=True, eq=False)
class Tracking(Result):
    """Clusters tracked over snapshots. Made by :func:`track`.

    Parameters
    ----------
    clusters : tuple of TrackedCluster
        Every cluster of every snapshot, in the order of snapshots and ids.
    events : tuple of Event
        What happened, in the order of time.
    transitions : tuple of Transition
        Every two consecutive snapshots, with their similarity.
    clusterings : dict snapshot → Clustering
        The snapshots with persistent ids as labels.
    index : Index
        The index that measures similarity.
    rule : LinkRule
        When two clusters are linked: ``overlap``, ``part`` and ``max_pause``.
    flows : tuple of Links
        For each transition, how many items move from each id to each id of the next snapshot.
    about_items : tuple of str
        Notes on noise points and missing labels.
    """

    clusters: tuple[TrackedCluster, ...]
    events: tuple[Event, ...]
    transitions: tuple[Transition, ...]
    clusterings: Mapping[str, Clustering]
    index: Index
    rule: LinkRule
    flows: tuple[Links, ...]
    about_items: tuple[str, ...] = ()

    @property
    def snapshots(self) -> tuple[str, ...]:
        """Names of the snapshots in the order of time."""
        return tuple(self.clusterings)

    @property
    def ids(self) -> tuple[int, ...]:
        """All persistent ids."""
        return tuple(sorted({cluster.id for cluster in self.clusters}))

    def history(self, id: int) -> tuple[TrackedCluster, ...]:  # noqa: A002 - as in the frames
        """Return the clusters with one persistent id, in the order of time."""
        chosen = tuple(cluster for cluster in self.clusters if cluster.id == id)
        if not chosen:
            raise InputError(f"there is no id {id!r}; ids are 1 to {len(self.ids)}")
        return chosen

    def counts(self, after: str) -> dict[Kind, int]:
        """Return how many events of each kind lead to a snapshot."""
        counts = Counter(event.kind for event in self.events if event.after == after)
        return {kind: counts[kind] for kind in KINDS}

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes about items, and about snapshots without items in common."""
        apart = [f"{t.before} and {t.after}" for t in self.transitions if not t.shared]
        notes = [f"{self.index.short}: with the previous snapshot, on the items that both have"]
        notes += [f"no items in common, so nothing continues: {listed(apart)}"] if apart else []
        back = [str(event.targets[0]) for event in self.events if event.kind == "return"]
        notes += [f"came back after a pause: id {listed_up_to(back)}"] if back else []
        return (*notes, *self.about_items)

    def to_table(self, of: Frame | None = None) -> Table:
        """Return one line per snapshot, or another table with ``of``, as in `to_frame`."""
        if of is not None:
            return self._table(of)
        title = (
            f"{many(len(self.ids), 'persistent cluster')} over "
            f"{many(len(self.snapshots), 'snapshot')}"
        )
        rows = [row[:3] + row[5:] for row in self._snapshot_rows(_PRINTED)]
        columns = ["snapshot", "clusters", "items", "shared", self.index.short, *_PRINTED]
        rest = 'to_frame(of="snapshots") has all of them'
        return Table(columns, rows, title, self.notes, decimals=3, rest=rest)

    def _snapshot_rows(self, kinds: Sequence[Kind]) -> list[list[Cell]]:
        rows: list[list[Cell]] = []
        before: dict[str, Transition] = {step.after: step for step in self.transitions}
        for name, clustering in self.clusterings.items():
            step, counts = before.get(name), self.counts(name)
            since: list[Cell] = [None] * (4 + len(kinds))
            if step is not None:
                similarity = [step.entered, step.left, step.shared, step.similarity]
                since = [*similarity, *(counts[kind] for kind in kinds)]
            rows.append([name, clustering.k, clustering.n, *since])
        return rows

    def to_frame(self, backend: Backend | None = None, *, of: Frame = "clusters") -> Any:
        """Return the clusters, events, items, snapshots or flows as a data frame.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed.
        of : {"clusters", "events", "items", "snapshots", "flows"}
            What a row is: a cluster of a snapshot; an event; an item, with its persistent id in
            each snapshot; a snapshot; or two clusters of consecutive snapshots that share items.
        """
        table = self._table(of)
        frame = frame_of(table, backend)
        if not hasattr(frame, "convert_dtypes"):
            return frame
        whole = {
            name: "Int64"
            for name, cells in zip(frame, zip(*table.rows, strict=True), strict=False)
            if _has_gaps(cells)
        }
        return frame.astype(whole)  # which pandas alone would make floats of

    def _table(self, of: Frame) -> Table:
        tables = {
            "clusters": self._full_table,
            "events": self._event_table,
            "items": self._item_table,
            "snapshots": self._snapshot_table,
            "flows": self._flow_table,
        }
        if of not in tables:
            raise InputError(f"of= must be one of {', '.join(map(repr, tables))}, not {of!r}")
        return tables[of]()

    def _full_table(self) -> Table:
        columns = ["snapshot", "cluster", "id", "size", "new", "gone", "origin", "sources"]
        rows = [
            [c.snapshot, as_cell(c.cluster), c.id, c.size, c.new, c.gone, c.origin,
             _joined(c.sources), c.fate, _joined(c.targets)]
            for c in self.clusters
        ]  # fmt: skip
        return Table([*columns, "fate", "targets"], rows)

    def _event_table(self) -> Table:
        rows = [
            [event.kind, event.before, event.after, _joined(event.sources), _joined(event.targets)]
            for event in self.events
        ]
        return Table(["event", "before", "after", "sources", "targets"], rows)

    def _item_table(self) -> Table:
        """Return a row for each item; an item that a snapshot does not have has no id there."""
        by_snapshot = [
            dict(zip(own.items, own.labels, strict=True)) for own in self.clusterings.values()
        ]
        items = dict.fromkeys(item for ids in by_snapshot for item in ids)
        rows: list[list[Any]] = [
            [as_cell(item), *(ids.get(item) for ids in by_snapshot)] for item in items
        ]
        return Table(["item", *map(str, self.snapshots)], rows)

    def _snapshot_table(self) -> Table:
        columns = ["snapshot", "clusters", "items", "entered", "left", "shared", "similarity"]
        return Table([*columns, *KINDS], self._snapshot_rows(KINDS))

    def _flow_table(self) -> Table:
        rows: list[list[Cell]] = [
            [step.before, step.after, *flow]
            for step, flows in zip(self.transitions, self.flows, strict=True)
            for flow in zip(*(array.tolist() for array in flows), strict=True)
        ]
        return Table(["before", "after", "source", "target", "items"], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "snapshots": self.snapshots,
            "index": self.index,
            "rule": self.rule,
            "clusters": self.clusters,
            "events": self.events,
            "transitions": self.transitions,
            "notes": self.notes,
        }

    @property
    def plot(self) -> TrackingPlots:
        """``plot()`` draws how items flow from cluster to cluster."""
        from partwise.ensembles.tracking.plots import TrackingPlots

        return TrackingPlots(self)


def _has_gaps(cells: Sequence[Cell]) -> bool:
    """Tell whether these are whole numbers, and some are missing."""
    return None in cells and all(cell is None or isinstance(cell, int) for cell in cells)


def _joined(ids: Sequence[int]) -> str:
    return ", ".join(map(str, ids))
