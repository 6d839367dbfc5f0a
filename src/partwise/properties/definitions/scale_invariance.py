"""Scale invariance: copies of every item."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partwise.properties.deadline import check_time
from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.enumeration import MOST_ITEMS
from partwise.properties.search.index_values import Floats, IndexValues
from partwise.properties.verdict import Counterexample, LabelTuple, Verdict
from partwise.tables import Cells, Contingency

_ROUNDING = 1e-10  # of larger tables than the enumeration's, which are rounded less carefully


def scale_invariance(index_values: IndexValues) -> Verdict:
    """Scale invariance, an addition: V stays the same when every item is replaced by m copies.

    All counts of the table are multiplied by m ≥ 2. This is about items: pair counts of the copies
    are not multiples of the old ones, since copies of one item are together in both clusterings.
    What the paper calls scale-invariant (Appendix D.2), a continuous function of shares of pairs,
    is another thing. Tried as long as the copies are at most 12 items: n = 1 … 6.
    """
    return search(index_values, "scale_invariance", _differences, last_n=MOST_ITEMS // 2)


def _differences(index_values: IndexValues, n: int) -> Iterator[Violation]:
    tables, values = index_values.tables(n), index_values.values(n)
    numbers = range(2, MOST_ITEMS // n + 1)
    seems_changed = [_is_other(index_values, n, values, copies) for copies in numbers]
    for i in np.flatnonzero(np.any(seems_changed, axis=0)).tolist():
        for copies, is_other in zip(numbers, seems_changed, strict=True):
            if is_other[i]:
                yield from _confirmed(index_values, tables.contingency(i), tables.labels(i), copies)


def _is_other(index_values: IndexValues, n: int, values: Floats, copies: int) -> NDArray[np.bool_]:
    """Whether the value of the copies seems to be another one, for each table."""
    tables, scaled = index_values.tables(n), np.full(len(values), np.nan)
    for i in np.flatnonzero(~np.isnan(values)).tolist():
        check_time()
        larger = _multiplied(tables.contingency(i), copies)
        with contextlib.suppress(Exception):  # of a user's function
            scaled[i] = index_values.sense * float(index_values.index.evaluate(larger).value)
    with np.errstate(invalid="ignore"):
        is_other = (scaled != values) & ~(np.abs(scaled - values) <= _ROUNDING * (1 + abs(values)))
    return np.asarray(is_other & ~np.isnan(scaled) & ~np.isnan(values))


def _confirmed(
    index_values: IndexValues,
    table: Contingency,
    clusterings: tuple[LabelTuple, LabelTuple],
    copies: int,
) -> Iterator[Violation]:
    larger = _multiplied(table, copies)
    order = index_values.compare(table, larger)
    if order is None or order.sign == 0:
        return
    named = dict(zip(("A", "B"), clusterings, strict=True))
    named |= {f"{copies}{name}": _copied(labels, copies) for name, labels in named.items()}
    shown = {
        "V(A, B)": index_values.shown(table),
        f"V({copies}A, {copies}B)": index_values.shown(larger),
    }
    says = f"{copies} copies of every item change the value"
    yield Violation(Counterexample(named, shown, says, certified=order.certified))


def _multiplied(table: Contingency, copies: int) -> Contingency:
    rows, columns, counts = table.cells
    return Contingency(Cells(rows, columns, counts * copies), range(table.k_a), range(table.k_b))


def _copied(labels: LabelTuple, copies: int) -> LabelTuple:
    return tuple(label for label in labels for _ in range(copies))
