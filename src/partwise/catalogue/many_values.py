"""One index on many tables at once: arrays of pair counts, lists of tables, sums that were kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.catalogue.conventions import UndefinedPolicy, settle
from partwise.tables import (
    AggregatedTable,
    KeptSums,
    NotGivenError,
    PairCounts,
    WeightedTable,
    values_of,
)

if TYPE_CHECKING:
    from partwise.catalogue.index_record import Index


def values_of_counts(
    index: Index, counts: PairCounts, *, undefined: UndefinedPolicy, exact: bool
) -> NDArray[Any]:
    """Evaluate a pair-counting index on arrays of counts."""
    program = None if exact else index.program
    if program is None:
        return _one_by_one(index, counts, exact, undefined)
    values = values_of(program, counts)
    undecided = np.isnan(values)
    if undecided.any():
        few = PairCounts(*(count[undecided] for count in counts))
        values[undecided] = _one_by_one(index, few, exact, undefined)
    return values


def _one_by_one(
    index: Index, counts: PairCounts, exact: bool, undefined: UndefinedPolicy
) -> NDArray[Any]:
    """Evaluate the index on Python integers, once for equal counts."""
    flat = list(zip(*(np.ravel(count).tolist() for count in counts), strict=True))
    by_counts = {
        one: index.evaluate(PairCounts(*map(int, one)), exact=exact, undefined=undefined).value
        for one in dict.fromkeys(flat)
    }
    values = [by_counts[one] for one in flat]
    return np.array(values, object if exact else np.float64).reshape(counts.n11.shape)


def values_of_tables(
    index: Index, tables: Sequence[AggregatedTable], undefined: UndefinedPolicy
) -> NDArray[np.float64]:
    """Evaluate an index on many tables."""
    if index.kind == "pairs" and not any(isinstance(table, WeightedTable) for table in tables):
        counts = zip(*(table.pair_counts for table in tables), strict=True)
        arrays = [np.array(count, object) for count in counts] or [np.zeros(0)] * 4
        return np.asarray(index.from_counts(*arrays, undefined=undefined))
    values = [index.evaluate(table, undefined=undefined).value for table in tables]
    return np.array(values, np.float64)


def values_of_sums(index: Index, sums: KeptSums, undefined: UndefinedPolicy) -> NDArray[np.float64]:
    """Evaluate an index on tables of which some sums were kept.

    Raises
    ------
    NotGivenError
        If the formula needs more than these sums.
    """
    if index.kind == "pairs":
        return values_of_counts(index, sums.pairs, undefined=undefined, exact=False)
    if index.kind == "callable" or not index.stable:
        raise NotGivenError("cell", sums.whose)
    with np.errstate(all="ignore"):
        values = np.array(np.broadcast_to(index.formula(sums), sums.pairs.n11.shape), np.float64)
    for i in np.flatnonzero(~np.isfinite(values)).tolist():
        counts = PairCounts(*(int(count[i]) for count in sums.pairs))
        values[i] = settle(index.key, counts.relation, index.conventions, undefined).value
    return values
