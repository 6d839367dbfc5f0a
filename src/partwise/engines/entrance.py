"""The one door for clusterings: it decides where labels live, applies the policies, gives tables.

Labels are in memory, or in columns of a frame or file that an engine holds. Nothing behind this
door asks again: :class:`InMemory` and :class:`InEngine` answer alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack, overload

from partwise.base import InputError
from partwise.clusterings import (
    AS_THEY_ARE,
    MOST_CELLS,
    Clustering,
    Memberships,
    MissingPolicy,
    NoisePolicy,
    Policies,
    Weighting,
    as_clustering,
    is_list_of_labels,
    is_text,
    with_numbers,
)
from partwise.engines.coverage import Coverage, Side, read_side
from partwise.engines.device_arrays import fetched, inputs_on_device, read_device_labels
from partwise.engines.field_objects import opened
from partwise.engines.inputs import (
    REFERENCE,
    are_in_frames,
    as_labels,
    is_frame,
    opened_beside,
    two_columns,
)
from partwise.engines.placing import in_one_place, items_of
from partwise.engines.same_items import (
    InEngine,
    InMemory,
    Inputs,
    RemoteClustering,
    aligned,
    count_in_engine,
)
from partwise.engines.text_inputs import (
    are_text_tables,
    load_side,
    load_weights,
    with_text_items,
)
from partwise.kernels import are_plain
from partwise.tables import (
    AggregatedTable,
    Contingency,
    PairCounts,
    WeightedTable,
    pair_counts,
    weighted_contingency,
)
from partwise.tables import contingency as count_in_memory

if TYPE_CHECKING:
    from partwise.engines.item_join import JoinedItems
    from partwise.engines.label_columns import LabelColumns

_CANDIDATE = "the candidate"


class _Options(TypedDict, total=False):
    threads: int | None
    noise: NoisePolicy | None
    noise_label: Hashable
    missing: MissingPolicy
    max_cells: int


@overload
def contingency(  # type: ignore[overload-overlap]
    reference: LabelColumns,
    candidate: LabelColumns,
    *,
    weights: object = None,
    weighting: Weighting = "multiplicity",
    **options: Unpack[_Options],
) -> AggregatedTable: ...
@overload
def contingency(  # type: ignore[overload-overlap]
    reference: object,
    candidate: object,
    *,
    weights: object,
    weighting: Literal["importance"],
    **options: Unpack[_Options],
) -> WeightedTable: ...
@overload
def contingency(
    reference: object,
    candidate: object,
    *,
    weights: object = None,
    weighting: Weighting = "multiplicity",
    **options: Unpack[_Options],
) -> Contingency: ...
def contingency(
    reference: object,
    candidate: object,
    *,
    threads: int | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    weights: object = None,
    weighting: Weighting = "multiplicity",
    max_cells: int = MOST_CELLS,
) -> AggregatedTable:
    """Count how many items each pair of clusters shares.

    Parameters
    ----------
    reference, candidate : Clustering, labels, label columns of a frame, or Memberships
        Labels in any form that :class:`~partwise.Clustering` takes, or
        :class:`~partwise.Memberships` for an expected table (docs/memberships.md). Data frames
        (pandas, Polars, PyArrow, DuckDB, Spark, Dask, Ibis) and what :func:`~partwise.read`
        returns are counted where they are: pass two columns of one frame, or two frames, which
        are joined on their item ids.
    threads : int, optional
        How many threads may count labels in memory.
    noise, noise_label, missing
        What to do with noise points and missing labels, as in :class:`~partwise.Clustering`.
        ``missing`` also applies to items that only one of the two clusterings has.
    weights : array, sequence, mapping item → weight, or name of a column, optional
        A weight for each item of the reference, in its order or by name. Items of weight 0 are
        left out. For frames, the name of a column in the frame of the reference.
    weighting : {"multiplicity", "importance"}
        What weights mean. An item of multiplicity w, a whole number, stands for w identical items.
        An item of importance w, a real number, is one item that counts w times as much. The two
        differ for pairs: see docs/weights.md.
    max_cells : int
        How many cells of the table may be fetched from the library of a frame. If the table is
        larger, you get a :class:`~partwise.tables.AggregatedTable`, which has everything but the
        cells.

    Examples
    --------
    >>> contingency([0, 0, 1], [0, 1, 1])
    3 items, 2 reference clusters (rows), 2 candidate clusters (columns)
    reference  0  1
            0  1  1
            1  0  1
    >>> import partwise as pw, pyarrow as pa
    >>> labels = pw.read(pa.table({"gold": ["x", "x", "y"], "mine": [1, 2, 2]}))
    >>> contingency(labels["gold"], labels["mine"]).pair_counts
    PairCounts(n11=0, n10=1, n01=1, n00=1)
    """
    policies = Policies(noise, noise_label, missing, weights, weighting, max_cells)
    return table_of(reference, candidate, policies, threads)


def table_of(
    reference: object, candidate: object, policies: Policies, threads: int | None = None
) -> AggregatedTable:
    """Return the table of two clusterings, counted where they are."""
    are_lists = is_list_of_labels(reference) and is_list_of_labels(candidate)
    are_here = are_lists or (is_text(reference) and is_text(candidate))
    if policies.are_none and (are_here or are_plain(reference, candidate)):
        return count_in_memory(reference, candidate, policies, threads=threads)
    on_device = read_device_labels({REFERENCE: reference, _CANDIDATE: candidate}, policies)
    if on_device is not None:
        return on_device.table(REFERENCE, _CANDIDATE, policies.max_cells)
    return _host_table(reference, candidate, policies, threads)


def _host_table(
    reference: object, candidate: object, policies: Policies, threads: int | None
) -> AggregatedTable:
    """Count labels that are in memory, or in an engine."""
    if isinstance(reference, Memberships) or isinstance(candidate, Memberships):
        from partwise.engines.membership_reading import table_of_memberships

        return table_of_memberships(reference, candidate, policies)
    reference, candidate = opened_beside(reference, candidate, "long", policies.weights)
    if isinstance(reference, str) and is_frame(candidate):
        reference, candidate = two_columns(reference, candidate, policies.weights)
    both = fetched({REFERENCE: reference, _CANDIDATE: candidate})
    both = in_one_place(both, policies)
    reference, candidate = both.values()
    if are_in_frames(both):
        return _engine_table(reference, candidate, policies, threads)
    if policies.weights is not None:
        return weighted_contingency(reference, candidate, policies)
    return count_in_memory(reference, candidate, policies, threads=threads)


def counts_of(
    reference: object, candidate: object, policies: Policies
) -> AggregatedTable | PairCounts:
    """Return what a pair-counting index needs of two clusterings: pair counts, or a table."""
    if policies is AS_THEY_ARE:
        sides = with_numbers(reference), with_numbers(candidate)
        if are_plain(*sides):
            return pair_counts(*sides)  # type: ignore[arg-type]
    on_device = read_device_labels({REFERENCE: reference, _CANDIDATE: candidate}, policies)
    if on_device is not None:
        return on_device.pair_counts(REFERENCE, _CANDIDATE)
    return _host_table(reference, candidate, policies, None)


def _engine_table(
    reference: object, candidate: object, policies: Policies, threads: int | None
) -> AggregatedTable:
    from partwise.engines.fetch import fetch_columns, is_near

    both = {REFERENCE: reference, _CANDIDATE: candidate}
    if are_text_tables(both):
        return _loaded(both, policies).table(_CANDIDATE)
    joined = _join(both, policies)
    try:
        if policies.weights is None and is_near(joined):
            one, other = fetch_columns(joined)
            return count_in_memory(one, other, threads=threads)
        return count_in_engine(joined, REFERENCE, _CANDIDATE, policies)
    finally:
        joined.forget()


def _join(
    clusterings: Mapping[str, object], policies: Policies, items: bool = False
) -> JoinedItems:
    """Bring columns of frames to the same items, inside their engine."""
    from partwise.engines.item_join import join

    columns, policies = _columns(clusterings, policies)
    return join(
        columns,
        policies,
        items=items
        and all(labels.is_small and labels.item is not None for labels in columns.values()),
    )


def _columns(
    clusterings: Mapping[str, object], policies: Policies
) -> tuple[dict[str, LabelColumns], Policies]:
    """Return the label column of each clustering, and policies that name the column of weights."""
    from partwise.engines.weight_columns import weight_column

    besides = policies.weights if isinstance(policies.weights, str) else None
    first = next(iter(clusterings))  # weights stand beside its labels
    columns = {
        name: as_labels(frame, name, besides if name == first else None)
        for name, frame in clusterings.items()
    }
    if policies.weights is None:
        return columns, policies
    return columns, replace(policies, weights=weight_column(policies.weights, columns[first]))


def _loaded(clusterings: Mapping[str, object], policies: Policies) -> InMemory:
    """Load clusterings some of which are in text files that are read without DuckDB."""
    columns, policies = _columns(clusterings, policies)
    text_items = not all(labels.typed for labels in columns.values())
    read, sides = {}, {}
    for name, labels in columns.items():
        try:
            read[name], sides[name] = load_side(labels, name, policies, text_items)
        except InputError as error:
            raise error.about(name) from None
    if policies.weights is not None:
        first = next(iter(columns.values()))
        policies = replace(policies, weights=load_weights(first, str(policies.weights)))
    return _counted(aligned(read, policies.missing), sides, policies)


def read_clusterings(
    reference: object, candidates: Mapping[str, object], policies: Policies
) -> Inputs:
    """Read a reference and candidates, and bring them to the same items.

    Examples
    --------
    >>> inputs = read_clusterings([0, 0, 1], {"a": [0, 1, 1]}, Policies())
    >>> inputs.names, inputs.table("a").n
    (('a',), 3)
    """
    return _read({REFERENCE: reference, **candidates}, policies)


def read_ensemble(clusterings: Mapping[str, object], policies: Policies) -> Inputs:
    """Read clusterings of equal rank, and bring them to the same items."""
    _check_names(clusterings)
    return _read(clusterings, policies)


def _check_names(clusterings: Mapping[str, object]) -> None:
    """Refuse the name that stands for the reference, unless it is the only clustering."""
    if REFERENCE in clusterings and len(clusterings) > 1:
        raise InputError(f"a clustering cannot be called {REFERENCE!r}", remedy="rename it")


def _read(clusterings: Mapping[str, object], policies: Policies) -> Inputs:
    on_device = inputs_on_device(clusterings, policies, _in_memory)
    if on_device is not None:
        return on_device
    clusterings = in_one_place(fetched(clusterings), policies)
    if are_in_frames(clusterings):
        return _in_frames(clusterings, policies)
    return _in_memory(clusterings, policies)


def read_items(clusterings: Mapping[str, object], policies: Policies, what: str) -> InMemory:
    """Read clusterings for something that needs every item in memory."""
    return _in_memory(loaded_items(clusterings, policies, what), policies)


def loaded_items(
    clusterings: Mapping[str, object], policies: Policies, what: str
) -> dict[str, object]:
    """Load clusterings of frames in memory and of files that fit; refuse those of other engines."""
    _check_names(clusterings)
    clusterings = in_one_place(clusterings, policies)
    are_in_frames(clusterings)
    loaded = {name: items_of(labels, what, policies) for name, labels in clusterings.items()}
    return with_text_items(loaded, clusterings, policies)


def load_clustering(labels: object, policies: Policies, what: str) -> Clustering:
    """Read one clustering for something that needs every item in memory."""
    return as_clustering(items_of(opened(labels), what, policies), policies)


def _in_memory(clusterings: Mapping[str, object], policies: Policies) -> InMemory:
    read, sides = sides_of(clusterings, policies)
    return _counted(aligned(read, policies.missing), sides, policies)


def sides_of(
    clusterings: Mapping[str, object], policies: Policies
) -> tuple[dict[str, Clustering], dict[str, Side]]:
    """Read each clustering, and count what it brought."""
    read, sides = {}, {}
    for name, labels in clusterings.items():
        try:
            read[name], sides[name] = read_side(labels, policies)
        except InputError as error:
            raise error.about(name) from None
    return read, sides


def _counted(
    read: dict[str, Clustering], sides: Mapping[str, Side], policies: Policies
) -> InMemory:
    clusters = {name: clustering.k for name, clustering in read.items()}
    compared = next((clustering.n for clustering in read.values()), 0)
    return InMemory(read, Coverage.of(sides, compared, clusters, policies), policies)


def _in_frames(clusterings: Mapping[str, object], policies: Policies) -> Inputs:
    """Count clusterings where they are; near ones are fetched and counted in memory."""
    from partwise.engines.fetch import fetch, is_near
    from partwise.engines.source_columns import ITEM

    if are_text_tables(clusterings):
        return _loaded(clusterings, policies)
    names = {str(name): name for name in clusterings}  # an engine knows text alone
    joined = _join(
        {str(name): labels for name, labels in clusterings.items()}, policies, items=True
    )
    sides = {
        names[name]: Side(side.given, side.missing, side.noise, duplicates=side.duplicates)
        for name, side in joined.sides.items()
    }
    if policies.weights is None and is_near(joined):
        read = fetch(joined, items=ITEM in joined.frame.collect_schema().names())
        joined.forget()
        return _counted(
            {names[name]: clustering for name, clustering in read.items()}, sides, policies
        )
    first, *others = names.values()
    tables = {
        (first, name): count_in_engine(joined, str(first), str(name), policies)
        for name in others or [first]
    }
    clusters = {name: table.k_b for (_, name), table in tables.items()}
    clusters[first] = next(iter(tables.values())).k_a
    coverage = Coverage.of(sides, joined.n + joined.weightless, clusters, policies)
    remote = {name: RemoteClustering(joined, str(name), joined.n, clusters[name]) for name in sides}
    return InEngine(remote, coverage, policies, joined, tables)
