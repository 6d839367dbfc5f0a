"""The reference and the candidates → the same items, in memory or in their engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace

from partwise.clusterings import Clustering, MissingPolicy, NoisePolicy
from partwise.engines.collections import aligned, told_whose
from partwise.engines.coverage import Coverage, Side, read_side
from partwise.engines.inputs import are_frames, as_labels
from partwise.engines.remote import RemoteClustering
from partwise.tables import AggregatedTable, Contingency, Weighting, counted

REFERENCE = "the reference"


@dataclass(frozen=True)
class Policies:
    """What to do with noise and with items that have no label."""

    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy


@dataclass(frozen=True, eq=False)
class Read:
    """Clusterings of the same items.

    Parameters
    ----------
    reference, candidates
        The clusterings.
    coverage : Coverage
        Which items were compared.
    table : callable
        Gives the contingency table of a candidate.
    """

    reference: Clustering | RemoteClustering
    candidates: Mapping[str, Clustering | RemoteClustering]
    coverage: Coverage
    table: Callable[[str], AggregatedTable]


def read_clusterings(given: Mapping[str, object], policies: Policies, max_cells: int) -> Read:
    """Read the reference and the candidates, and bring them to the same items."""
    if are_frames(given):
        return _in_frames(given, policies, max_cells)
    read, sides = {}, {}
    for name, labels in given.items():
        read[name], sides[name] = told_whose(
            name,
            lambda each: read_side(each, policies.noise, policies.noise_label, policies.missing),
            labels,
        )
    return _in_memory(aligned(read, policies.missing), sides, policies)


def read_weighted(
    given: Mapping[str, object],
    policies: Policies,
    max_cells: int,
    weights: str,
    weighting: Weighting,
) -> Read:
    """Read columns of frames, items being weighted by a column of the reference's frame."""
    return _in_frames(given, policies, max_cells, weights, weighting)


def _in_memory(read: dict[str, Clustering], sides: Mapping[str, Side], policies: Policies) -> Read:
    reference = read.pop(REFERENCE)

    def table(name: str) -> Contingency:
        candidate = read[name]
        found = counted(reference.codes, candidate.codes, 1)
        labels = (reference.cluster_labels, candidate.cluster_labels)
        return Contingency(found.cells, *labels, (found.row_sizes, found.column_sizes))

    clusters = {REFERENCE: reference.k} | {name: each.k for name, each in read.items()}
    coverage = _coverage(sides, reference.n, clusters, policies)
    return Read(reference, read, coverage, table)


def _in_frames(
    given: Mapping[str, object],
    policies: Policies,
    max_cells: int,
    weights: str | None = None,
    weighting: Weighting = "multiplicity",
) -> Read:
    from partwise.engines.engine_tables import engine_table, weighted_table
    from partwise.engines.fetch import fetch, is_near
    from partwise.engines.item_join import join
    from partwise.engines.weight_columns import weight_column

    labels = {name: as_labels(each, name) for name, each in given.items()}
    with_items = all(each.is_small and each.item is not None for each in labels.values())
    joined = join(
        labels,
        noise=policies.noise,
        noise_label=policies.noise_label,
        missing=policies.missing,
        items=with_items,
        weights=None if weights is None else weight_column(weights, labels[REFERENCE]),
        weighting=weighting,
    )
    sides = {
        name: Side(each.given, each.missing, each.noise, duplicates=each.duplicates)
        for name, each in joined.sides.items()
    }
    if weights is None and is_near(joined):
        read = fetch(joined, items=with_items)
        joined.forget()
        return _in_memory(read, sides, policies)
    names = [name for name in given if name != REFERENCE]
    table_of = engine_table if weights is None else weighted_table
    tables = {name: table_of(joined, REFERENCE, name, max_cells) for name in names}
    first = tables[names[0]]
    clusters = {REFERENCE: first.k_a} | {name: table.k_b for name, table in tables.items()}
    found = {name: RemoteClustering(joined, name, joined.n, k) for name, k in clusters.items()}
    reference = found.pop(REFERENCE)
    coverage = _coverage(sides, joined.n + joined.weightless, clusters, policies)
    return Read(reference, found, coverage, tables.__getitem__)


def _coverage(
    sides: Mapping[str, Side], compared: int, clusters: Mapping[str, int], policies: Policies
) -> Coverage:
    told = {
        name: replace(side, compared=compared, clusters=clusters[name])
        for name, side in sides.items()
    }
    reference = told.pop(REFERENCE)
    return Coverage(reference, told, policies.noise, policies.noise_label, policies.missing)
