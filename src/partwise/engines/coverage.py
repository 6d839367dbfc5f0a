"""Which items were compared, and why others were not."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from partwise.base import Result, Table, among, listed, listed_up_to, many
from partwise.clusterings import (
    Clustering,
    Lone,
    MissingInPairs,
    NoisePolicy,
    Policies,
    as_clustering,
    is_noise,
)
from partwise.engines.inputs import REFERENCE


@dataclass(frozen=True)
class Side:
    """Items of one clustering: how many it has, and how many were compared.

    Parameters
    ----------
    given : int
        Items in the input.
    missing : int
        Items without a label.
    noise : int
        Items that carry the noise label.
    compared : int
        Items that were compared, the same for all clusterings of a comparison.
    clusters : int
        Clusters among the compared items.
    duplicates : int
        Rows that repeat an item with the same label, in a frame or file; each item counts once.
    """

    given: int
    missing: int
    noise: int
    compared: int = 0
    clusters: int = 0
    duplicates: int = 0

    @property
    def dropped(self) -> int:
        """Items in the input that were not compared."""
        return max(self.given - self.duplicates - self.compared, 0)


def read_side(labels: object, policies: Policies) -> tuple[Clustering, Side]:
    """Read labels and count what is missing and what is noise.

    Examples
    --------
    >>> read_side([0, None, -1, -1], Policies("singletons", missing="drop"))[1]
    Side(given=4, missing=1, noise=2, compared=0, clusters=0, duplicates=0)
    """
    read = as_clustering(labels, Policies(missing=policies.missing))
    pairs = list(zip(read.cluster_labels, read.sizes.tolist(), strict=True))
    lone = sum(isinstance(label, Lone) for label, _ in pairs)
    noisy = sum(size for label, size in pairs if is_noise(label, policies.noise_label))
    counted = Side(read.total, read.total - read.n + lone, noisy)
    return as_clustering(read, policies), counted


@dataclass(frozen=True)
class Coverage(Result):
    """How many items of each clustering were compared, dropped, unlabelled or noise.

    Parameters
    ----------
    reference : Side or None
        The reference; None for clusterings of equal rank.
    candidates : mapping name → Side
        The candidates.
    noise, noise_label, missing
        How noise points and missing labels were treated.
    left_out : tuple of str
        Candidates that are the reference itself, and were not compared with it.
    """

    reference: Side | None
    candidates: Mapping[str, Side]
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingInPairs
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        sides: Mapping[str, Side],
        compared: int,
        clusters: Mapping[str, int],
        policies: Policies,
    ) -> Coverage:
        """Add how many items and clusters of each clustering are compared."""
        whole = {
            name: replace(side, compared=compared, clusters=clusters[name])
            for name, side in sides.items()
        }
        reference = whole.pop(REFERENCE, None)
        return cls(reference, whole, policies.noise, policies.noise_label, policies.missing)

    @classmethod
    def in_pairs(
        cls, sides: Mapping[str, Side], read: Mapping[str, Clustering], policies: Policies
    ) -> Coverage:
        """Add how many items and clusters each has; two are compared on what both have."""
        whole = {
            name: replace(side, compared=read[name].n, clusters=read[name].k)
            for name, side in sides.items()
        }
        return cls(None, whole, policies.noise, policies.noise_label, "pairwise")

    @property
    def reference_clusters(self) -> int:
        """Clusters of the reference among the compared items; 0 if there is no reference."""
        return 0 if self.reference is None else self.reference.clusters

    @property
    def sides(self) -> dict[str, Side]:
        """All clusterings by name, the reference first if there is one."""
        first = {} if self.reference is None else {REFERENCE: self.reference}
        return {**first, **self.candidates}

    @property
    def compared(self) -> int:
        """The number of items that were compared."""
        return next((side.compared for side in self.sides.values()), 0)

    @property
    def all_unique(self) -> list[str]:
        """The candidates whose labels are all different, as those of an id column are.

        Examples
        --------
        >>> import partwise as pw
        >>> pw.compare([0, 0, 1], {"name": ["x", "y", "z"], "b": [0, 1, 1]}).coverage.all_unique
        ['name']
        """
        return [
            str(name)
            for name, side in self.candidates.items()
            if 2 < side.clusters == side.compared == side.given - side.duplicates
            and not side.noise
            and not side.missing
        ]

    def notes(self) -> list[str]:
        """Return sentences about items that were dropped, are noise or have no label."""
        about: dict[str, list[str]] = {}
        for name, side in self.sides.items():
            for note in self._told(side):
                about.setdefault(note, []).append(str(name))
        notes = [f"{self._who(names)}: {note}." for note, names in about.items()]
        if self.noise is not None and not any(side.noise for side in self.sides.values()):
            notes.append(
                f"No item is labelled {self.noise_label}, so the policy for noise "
                f"({self.noise}) changed nothing."
            )
        if self.left_out:
            is_not = "is the reference itself and was not compared with it"
            are_not = "are the reference itself and were not compared with it"
            notes.append(
                f"{listed(self.left_out)} {is_not if len(self.left_out) == 1 else are_not}."
            )
        return notes

    def _who(self, names: list[str]) -> str:
        """Name the clusterings that a note is about."""
        if 1 < len(names) == len(self.sides):
            return "all clusterings"
        if REFERENCE in names:
            return listed_up_to(names)
        return among(names, len(self.candidates))

    def _told(self, side: Side) -> Iterator[str]:
        if side.noise:
            are = "is" if side.noise == 1 else "are"
            what = _NOISE[self.noise]
            if self.missing == "pairwise" and self.noise == "drop":
                what = _MISSING["pairwise"]
            yield f"{many(side.noise, 'item')} {are} labelled {self.noise_label}, {what}"
        if side.duplicates:
            repeat = "repeats" if side.duplicates == 1 else "repeat"
            same = "with the same label; each item counts once"
            yield f"{many(side.duplicates, 'row')} {repeat} an item {same}"
        if side.missing:
            have = "has" if side.missing == 1 else "have"
            yield f"{many(side.missing, 'item')} {have} no label, {_MISSING[self.missing]}"
        elsewhere = side.dropped - (side.noise if self.noise == "drop" else 0)
        elsewhere -= side.missing if self.missing in ("drop", "pairwise") else 0
        if elsewhere > 0:
            are, them = ("is", "it") if elsewhere == 1 else ("are", "them")
            lacks = f"another clustering lacks {them} or leaves {them} out"
            yield f"{elsewhere} of {many(side.given, 'item')} {are} not compared, because {lacks}"
        added = side.compared - (side.given - side.duplicates)
        if added > 0:
            are = "is" if added == 1 else "are"
            what = _MISSING["singletons"]
            yield f"{many(added, 'item')} of other clusterings {are} missing here, {what}"

    def to_table(self) -> Table:
        """Return a table with one row per clustering."""
        rows: list[list[Any]] = [
            [name, s.clusters, s.given, s.compared, s.dropped, s.missing, s.noise]
            for name, s in self.sides.items()
        ]
        columns = ["clustering", "clusters", "given", "compared", "dropped", "no label", "noise"]
        return Table(columns, rows, notes=self.notes())

    def _content(self) -> dict[str, Any]:
        return {
            "compared": self.compared,
            "reference": None if self.reference is None else _counts(self.reference),
            "candidates": {name: _counts(side) for name, side in self.candidates.items()},
            "policies": {
                "noise": self.noise,
                "noise_label": str(self.noise_label),
                "missing": self.missing,
            },
            "left_out": list(self.left_out),
        }


_NOISE = {
    None: "which counts as a cluster like any other",
    "cluster": "which counts as one cluster",
    "singletons": "each counted as a cluster of its own",
    "drop": "left out of all clusterings",
}
_MISSING = {
    "raise": "which is an error",
    "drop": "left out of all clusterings",
    "singletons": "each counted as a cluster of its own",
    "pairwise": "left out wherever this clustering is compared",
}


def _counts(side: Side) -> dict[str, int]:
    return {**asdict(side), "dropped": side.dropped}
