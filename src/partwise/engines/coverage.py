"""Which items were compared, and what became of the others."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from partwise.base import Result, Table, many
from partwise.clusterings import Clustering, Lone, MissingPolicy, NoisePolicy, is_noise


@dataclass(frozen=True)
class Side:
    """What one clustering brought, and what of it was compared.

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
        """Items that were given and not compared."""
        return max(self.given - self.duplicates - self.compared, 0)


def read_side(
    labels: object, noise: NoisePolicy | None, noise_label: Hashable, missing: MissingPolicy
) -> tuple[Clustering, Side]:
    """Read labels and count what is missing and what is noise.

    Examples
    --------
    >>> read_side([0, None, -1, -1], "singletons", -1, "drop")[1]
    Side(given=4, missing=1, noise=2, compared=0, clusters=0, duplicates=0)
    """
    read = labels if isinstance(labels, Clustering) else Clustering(labels, missing=missing)
    pairs = list(zip(read.cluster_labels, read.sizes.tolist(), strict=True))
    lone = sum(isinstance(label, Lone) for label, _ in pairs)
    noisy = sum(size for label, size in pairs if is_noise(label, noise_label))
    counted = Side(read.total, read.total - read.n + lone, noisy)
    if noise is None:
        return read, counted
    return Clustering(read, noise=noise, noise_label=noise_label), counted


@dataclass(frozen=True)
class Coverage(Result):
    """Items compared, dropped, without label and noise, for each clustering.

    Parameters
    ----------
    reference : Side
        The reference.
    candidates : mapping name → Side
        The candidates.
    noise, noise_label, missing
        The policies that were followed.
    """

    reference: Side
    candidates: Mapping[str, Side]
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy

    @property
    def compared(self) -> int:
        """The number of items that were compared."""
        return self.reference.compared

    def notes(self) -> list[str]:
        """Say in sentences what a reader has to know."""
        sides = {"the reference": self.reference, **self.candidates}
        return [f"{name}: {told}." for name, side in sides.items() for told in self._told(side)]

    def _told(self, side: Side) -> Iterator[str]:
        if side.noise:
            are = "is" if side.noise == 1 else "are"
            what = _NOISE[self.noise]
            yield f"{many(side.noise, 'item')} {are} labelled {self.noise_label}, {what}"
        if side.duplicates:
            repeat = "repeats" if side.duplicates == 1 else "repeat"
            same = "with the same label; each item counts once"
            yield f"{many(side.duplicates, 'row')} {repeat} an item {same}"
        if side.missing:
            have = "has" if side.missing == 1 else "have"
            yield f"{many(side.missing, 'item')} {have} no label, {_MISSING[self.missing]}"
        elsewhere = side.dropped - (side.noise if self.noise == "drop" else 0)
        elsewhere -= side.missing if self.missing == "drop" else 0
        if elsewhere > 0:
            are, them = ("is", "it") if elsewhere == 1 else ("are", "them")
            lacks = f"another clustering lacks {them} or leaves {them} out"
            yield f"{elsewhere} of {many(side.given, 'item')} {are} not compared, since {lacks}"
        added = side.compared - (side.given - side.duplicates)
        if added > 0:
            are = "is" if added == 1 else "are"
            what = _MISSING["singletons"]
            yield f"{many(added, 'item')} of other clusterings {are} not in it, {what}"

    def to_table(self) -> Table:
        """Return a line for each clustering."""
        sides = {"the reference": self.reference, **self.candidates}
        rows: list[list[Any]] = [
            [name, s.clusters, s.given, s.compared, s.dropped, s.missing, s.noise]
            for name, s in sides.items()
        ]
        columns = ["clustering", "clusters", "given", "compared", "dropped", "no label", "noise"]
        return Table(columns, rows, notes=self.notes())

    def _content(self) -> dict[str, Any]:
        return {
            "compared": self.compared,
            "reference": _counts(self.reference),
            "candidates": {name: _counts(side) for name, side in self.candidates.items()},
            "policies": {
                "noise": self.noise,
                "noise_label": str(self.noise_label),
                "missing": self.missing,
            },
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
}


def _counts(side: Side) -> dict[str, int]:
    return {**asdict(side), "dropped": side.dropped}
