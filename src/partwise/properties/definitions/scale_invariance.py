"""Scale invariance: copies of every item."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from partwise.properties.search.candidates import Violation, search
from partwise.properties.search.enumeration import MOST_ITEMS
from partwise.properties.search.index_values import IndexValues
from partwise.properties.verdict import Counterexample, LabelTuple, Verdict
from partwise.tables import Cells, Contingency


def scale_invariance(index_values: IndexValues) -> Verdict:
    """Scale invariance: V stays the same if every item is replaced by m copies.

    All counts of the table are multiplied by m ≥ 2. Pair counts are not simply multiplied, because
    the copies of an item are together in both clusterings. The paper uses "scale-invariant" for
    something else: a continuous function of shares of pairs (Appendix D.2). The search tries
    n = 1 … 6 with up to 12 items after copying.
    """
    return search(index_values, "scale_invariance", _differences, last_n=MOST_ITEMS // 2)


def _differences(index_values: IndexValues, n: int) -> Iterator[Violation]:
    tables = index_values.tables(n)
    small = [*map(tables.contingency, range(tables.count))]
    numbers = range(2, MOST_ITEMS // n + 1)
    scaled = [multiplied(table, copies) for table in small for copies in numbers]
    ranks = index_values.levels_at([*small, *scaled]).ranks
    before, after = ranks[: len(small), None], ranks[len(small) :].reshape(len(small), -1)
    is_other = (before != after) & (before >= 0) & (after >= 0)
    for i, k in np.argwhere(is_other).tolist():
        yield from _confirmed(index_values, small[i], tables.labels(i), numbers[k])


def _confirmed(
    index_values: IndexValues,
    table: Contingency,
    clusterings: tuple[LabelTuple, LabelTuple],
    copies: int,
) -> Iterator[Violation]:
    larger = multiplied(table, copies)
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


def multiplied(table: Contingency, copies: int) -> Contingency:
    """Return the table in which every item stands for several."""
    rows, columns, counts = table.cells
    return Contingency(Cells(rows, columns, counts * copies), range(table.k_a), range(table.k_b))


def _copied(labels: LabelTuple, copies: int) -> LabelTuple:
    return tuple(label for label in labels for _ in range(copies))
