"""The contingency table of two clusterings, wherever they are."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Literal, overload

from partwise.base import InputError
from partwise.clusterings import MissingPolicy, NoisePolicy
from partwise.engines.inputs import (
    MOST_CELLS,
    are_frames,
    as_labels,
    check_max_cells,
    columns_beside,
    is_frame,
)
from partwise.tables import (
    AggregatedTable,
    Contingency,
    WeightedTable,
    Weighting,
    check_weighting,
    weighted_contingency,
)
from partwise.tables import contingency_table as in_memory

if TYPE_CHECKING:
    from partwise.engines.label_columns import LabelColumns


_REFERENCE, _CANDIDATE = "the reference", "the candidate"


@overload
def contingency(  # type: ignore[overload-overlap]
    reference: LabelColumns,
    candidate: LabelColumns,
    *,
    threads: int | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    weights: object = None,
    weighting: Weighting = "multiplicity",
    max_cells: int = MOST_CELLS,
) -> AggregatedTable: ...
@overload
def contingency(  # type: ignore[overload-overlap]
    reference: object,
    candidate: object,
    *,
    threads: int | None = None,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
    weights: object,
    weighting: Literal["importance"],
    max_cells: int = MOST_CELLS,
) -> WeightedTable: ...
@overload
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
    reference, candidate : Clustering, labels, or label columns of a frame
        Whatever :class:`~partwise.Clustering` takes. Or frames of any library that Narwhals knows
        (pandas, Polars, PyArrow, DuckDB, Spark, Dask, Ibis) and what :func:`~partwise.read`
        returns: two columns of one frame, or two frames that are joined on their item ids. These
        are counted where they are.
    threads : int, optional
        How many threads may count, in memory.
    noise, noise_label, missing
        Policies for noise and for missing labels, as in :class:`~partwise.Clustering`; ``missing``
        also decides about items that only one of the two clusterings has.
    weights : array, sequence, mapping item → weight, or name of a column, optional
        A weight for each item of the reference, in its order or by name. Items of weight 0 are
        left out. For frames, the name of a column beside the reference's labels.
    weighting : {"multiplicity", "importance"}
        What weights mean: an item of multiplicity w, a whole number, stands for w items that are
        alike; an item of importance w, a real number, is one item that counts w times as much. For
        pairs the two differ: see docs/weights.md.
    max_cells : int
        How many cells may leave the engine of a frame. For a larger table a
        :class:`~partwise.tables.AggregatedTable` is returned, which has everything but the cells.

    Examples
    --------
    >>> contingency([0, 0, 1], [0, 1, 1])
    <Contingency of 3 items: 2 × 2 clusters, 3 cells>
    >>> import partwise as pw, pyarrow as pa
    >>> labels = pw.read(pa.table({"gold": ["x", "x", "y"], "mine": [1, 2, 2]}))
    >>> contingency(labels["gold"], labels["mine"])
    <Contingency of 3 items: 2 × 2 clusters, 3 cells>
    """
    check_max_cells(max_cells)
    if isinstance(reference, str) and is_frame(candidate):
        reference, found = columns_beside(reference, candidate, weights)
        if len(found) > 1:
            raise InputError(
                f"a table is of two clusterings, and besides the reference there are "
                f"{', '.join(found)}; choose one: pw.read(frame)[{next(iter(found))!r}]"
            )
        (candidate,) = found.values()
    given = {_REFERENCE: reference, _CANDIDATE: candidate}
    check_weighting(weighting)
    in_frames = are_frames(given)
    if weights is not None and not in_frames:
        return weighted_contingency(
            reference,
            candidate,
            weights,
            weighting,
            noise=noise,
            noise_label=noise_label,
            missing=missing,
        )
    if not in_frames:
        return in_memory.contingency(
            reference,
            candidate,
            threads=threads,
            noise=noise,
            noise_label=noise_label,
            missing=missing,
        )
    from partwise.engines.engine_tables import engine_table, weighted_table
    from partwise.engines.fetch import fetch_columns, is_near
    from partwise.engines.item_join import join
    from partwise.engines.weight_columns import weight_column

    besides = weights if isinstance(weights, str) else None
    labels = {
        _REFERENCE: as_labels(reference, _REFERENCE, besides),
        _CANDIDATE: as_labels(candidate, _CANDIDATE),
    }
    column = None if weights is None else weight_column(weights, labels[_REFERENCE])
    joined = join(
        labels,
        noise=noise,
        noise_label=noise_label,
        missing=missing,
        weights=column,
        weighting=weighting,
    )
    try:
        if column is not None:
            return weighted_table(joined, _REFERENCE, _CANDIDATE, max_cells)
        if is_near(joined):
            return in_memory.contingency(*fetch_columns(joined), threads=threads)
        return engine_table(joined, _REFERENCE, _CANDIDATE, max_cells)
    finally:
        joined.forget()
