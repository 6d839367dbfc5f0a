"""Score every clustering of a family: from running sums, or from tables on a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError, listed, many, tracked
from partwise.catalogue import ByName, Index, index
from partwise.ensembles.sweeps.families import Family, LabelFamily, MergeFamily
from partwise.ensembles.sweeps.grids import Places, joined, spread
from partwise.ensembles.sweeps.sweep_result import Sweep
from partwise.ensembles.sweeps.threshold_comparison import DEFAULTS, Options, counted_codes
from partwise.tables import AggregatedTable, NotGivenError, counted, sweep_merges

Curve = NDArray[np.float64]

MOST_ON_GRID = 100
"""Thresholds at which indices that need more than running sums are evaluated."""

_MOST_ONE_BY_ONE = 20_000  # thresholds for formulas of users, which are evaluated one by one
_NO_PAIRS = (
    "no two items of the reference are in one cluster, so nothing shows which items to join; also "
    "label items that belong together"
)


def sweep_of(
    family: Family,
    indices: Sequence[Index],
    options: Options = DEFAULTS,
    progress: bool | None = None,
) -> Sweep:
    """Score the clusterings of a family that has a reference."""
    by_key: dict[str, Index] = {}
    for chosen in indices:
        if by_key.setdefault(chosen.key, chosen).formula is not chosen.formula:
            raise InputError(
                f"two different indices have the key {chosen.key!r}",
                remedy="give each a unique key",
            )
    distinct = tuple(by_key.values())
    if isinstance(family, LabelFamily):
        return _of_labels(family, distinct, options, progress)
    if family.reference is not None and family.reference.k == family.reference.n > 0:
        family = replace(family, notes=(*family.notes, _NO_PAIRS))
    return _of_merges(family, distinct, options, progress)


def _of_merges(
    family: MergeFamily, indices: tuple[Index, ...], options: Options, progress: bool | None
) -> Sweep:
    merges = family.merges
    sums = sweep_merges(family.reference_rows, merges.left, merges.right, merges.ends)
    scores: dict[str, Curve] = {}
    slow: list[Index] = []
    for chosen in indices:
        if not chosen.stable and len(sums) > _MOST_ONE_BY_ONE:
            slow.append(chosen)
            continue
        try:
            scores[chosen.key] = chosen.values(sums, undefined=options.undefined)
        except NotGivenError:
            slow.append(chosen)
    grid, on_grid = _on_grid(family, slow, joined(sums.clusters), options, progress)
    scores |= on_grid
    return Sweep(
        family,
        indices,
        family.thresholds,
        sums.clusters,
        sums.largest,
        index("wallace_2").values(sums, undefined="nan"),
        index("wallace_1").values(sums, undefined="nan"),
        ByName({chosen.key: scores[chosen.key] for chosen in indices}),
        grid,
        tuple(chosen.key for chosen in slow if len(grid) < len(sums)),
        (*family.notes, *_about_grid(slow, grid, len(sums))),
        options,
    )


def _on_grid(
    family: MergeFamily,
    indices: Sequence[Index],
    joins: Curve,
    options: Options,
    progress: bool | None,
) -> tuple[Places, dict[str, Curve]]:
    """Evaluate indices at some thresholds; return the places that have values, and the values.

    Places with the same number of joins have the same clustering. The other places have NaN.
    """
    if not indices:
        return np.arange(len(joins)), {}
    grid = spread(joins, MOST_ON_GRID)
    reference = family.reference_codes
    values = np.empty((len(indices), len(grid)))
    along = enumerate(counted_codes(family, grid))
    for place, codes in tracked(along, len(grid), "thresholds: ", progress):
        table = counted(reference, codes)
        for row, chosen in enumerate(indices):
            values[row, place] = float(chosen.evaluate(table, undefined=options.undefined).value)
    nearest = np.searchsorted(joins[grid], joins, side="right") - 1
    is_known = joins[grid][nearest] == joins
    curves = np.where(is_known, values[:, nearest], np.nan)
    known = np.flatnonzero(is_known)
    return known, {chosen.key: curves[row] for row, chosen in enumerate(indices)}


def _about_grid(slow: Sequence[Index], grid: Places, thresholds: int) -> list[str]:
    if not slow or len(grid) == thresholds:
        return []
    names = listed([chosen.short for chosen in slow])
    where = f"{len(grid)} of {many(thresholds, 'threshold')}"
    return [f"{names}: evaluated at only {where}, because each needs a contingency table"]


def _of_labels(
    family: LabelFamily, indices: tuple[Index, ...], options: Options, progress: bool | None
) -> Sweep:
    names = family.names
    tables = [family.inputs.table(name) for name in tracked(names, len(names), "", progress)]
    scores = {chosen.key: chosen.values(tables, undefined=options.undefined) for chosen in indices}
    return Sweep(
        family,
        indices,
        family.thresholds,
        np.array([table.k_b for table in tables], np.int64),
        np.array([_largest(table) for table in tables], np.int64),
        index("wallace_2").values(tables, undefined="nan"),
        index("wallace_1").values(tables, undefined="nan"),
        ByName(scores),
        np.arange(len(tables)),
        (),
        family.notes,
        options,
    )


def _largest(table: AggregatedTable) -> int:
    return int(max(table.column_histogram.sizes, default=0))
