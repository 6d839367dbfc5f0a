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
    ManyTables,
    NotGivenError,
    PairCounts,
    WeightedTable,
)

if TYPE_CHECKING:
    from partwise.catalogue.index_record import Index

_AT_ONCE = 2**13  # entries of arrays that stay in a processor's cache


def values_of_counts(
    index: Index, counts: PairCounts, *, undefined: UndefinedPolicy, exact: bool = False
) -> NDArray[Any]:
    """Evaluate a pair-counting index on arrays of counts."""
    if exact or counts.n11.dtype == object or not index.stable:
        return _one_by_one(index, counts, exact, undefined)
    try:
        values = _in_floats(index, counts)
    except (TypeError, ValueError, AttributeError):  # a formula for one table at a time
        return _one_by_one(index, counts, exact, undefined)
    undecided = ~np.isfinite(values)
    if undecided.any():
        few = PairCounts(*(count[undecided] for count in counts))
        values[undecided] = _one_by_one(index, few, exact, undefined)
    return values


def _in_floats(index: Index, counts: PairCounts) -> NDArray[np.float64]:
    values = np.empty(counts.n11.shape)
    flat, columns = values.reshape(-1), [np.ravel(count) for count in counts]
    with np.errstate(all="ignore"):
        for start in range(0, len(flat), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            flat[part] = index.formula(PairCounts(*(column[part] for column in columns)))
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
    """Evaluate an index on many tables at once, where its formula can."""
    at_once = index.stable or index.kind == "pairs"
    if not at_once or any(isinstance(table, WeightedTable) for table in tables):
        return _table_by_table(index, tables, undefined)
    if index.kind == "pairs":
        counts = zip(*(table.pair_counts for table in tables), strict=True)
        arrays = [np.array(count, object) for count in counts] or [np.zeros(0)] * 4
        fits = all((array < 2**53).all() for array in arrays)
        arrays = [array.astype(np.float64) for array in arrays] if fits else arrays
        return np.asarray(index.from_counts(*arrays, undefined=undefined))
    try:
        with np.errstate(all="ignore"):
            values = np.array(index.formula(ManyTables(tables)), np.float64)
    except (ZeroDivisionError, TypeError, ValueError, AttributeError):
        # pair counts too large for floats, or a formula for one table at a time
        return _table_by_table(index, tables, undefined)
    for i in np.flatnonzero(~np.isfinite(values)).tolist():
        values[i] = index.evaluate(tables[i], undefined=undefined).value
    return values


def _table_by_table(
    index: Index, tables: Sequence[AggregatedTable], undefined: UndefinedPolicy
) -> NDArray[np.float64]:
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
        return values_of_counts(index, sums.pairs, undefined=undefined)
    if index.kind == "callable" or not index.stable:
        raise NotGivenError("cell", sums.whose)
    with np.errstate(all="ignore"):
        values = np.array(np.broadcast_to(index.formula(sums), sums.pairs.n11.shape), np.float64)
    for i in np.flatnonzero(~np.isfinite(values)).tolist():
        counts = PairCounts(*(int(count[i]) for count in sums.pairs))
        values[i] = settle(index.key, counts.relation, index.conventions, undefined).value
    return values
