"""Perfect splits and merges, on tables for screening and on clusterings for counterexamples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from partwise.clusterings import Clustering, perfect_merges, perfect_splits
from partwise.properties.deadline import OutOfTimeError
from partwise.properties.search.enumeration import Enumeration
from partwise.properties.search.exact import ValueOrder
from partwise.properties.search.index_values import IndexValues, table_of
from partwise.properties.verdict import Counterexample, LabelTuple

Ints: TypeAlias = NDArray[np.int64]
Improve: TypeAlias = Callable[[LabelTuple, LabelTuple], Iterator[LabelTuple]]

_MOST_DETOURS = 2_000_000


def numbered(labels: LabelTuple) -> LabelTuple:
    """Give clusters numbers as they appear.

    Examples
    --------
    >>> numbered((2, 0, 2))
    (0, 1, 0)
    """
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(label, len(seen)) for label in labels)


def improvements(
    a: LabelTuple, b: LabelTuple, kinds: tuple[int, ...] = (0, 1)
) -> Iterator[LabelTuple]:
    """Yield the perfect splits (0) and merges (1) of B.

    Examples
    --------
    >>> list(improvements((0, 0, 1), (0, 1, 1)))
    [(0, 1, 2)]
    """
    reference, candidate = Clustering(list(a)), Clustering(list(b))
    for kind, moves in enumerate((perfect_splits, perfect_merges)):
        if kind in kinds:
            moved = (numbered(tuple(c.codes.tolist())) for c in moves(reference, candidate))
            yield from sorted(set(moved))


def meet(a: LabelTuple, b: LabelTuple) -> LabelTuple:
    """Return A ⊗ B, whose clusters are the intersections.

    Examples
    --------
    >>> meet((0, 0, 1), (0, 1, 1))
    (0, 1, 2)
    """
    seen: dict[tuple[int, int], int] = {}
    return tuple(seen.setdefault(pair, len(seen)) for pair in zip(a, b, strict=True))


def proper_moves(tables: Enumeration, undefined: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Return the tables before and after each move for which A is not trivial.

    Where the index is undefined after a move, it is the next one that counts.
    """
    moves, k_a = tables.moves, tables.k_a
    is_proper = (k_a[moves.source] > 1) & (k_a[moves.source] < tables.n)
    source = moves.source[is_proper].astype(np.int64)
    target = moves.target[is_proper].astype(np.int64)
    if undefined[target].any():
        source, target = _past(undefined, source, target, tables.count)
    return source, target


def _past(
    undefined: NDArray[np.bool_], source: Ints, target: Ints, count: int
) -> tuple[Ints, Ints]:
    """Extend moves that end where there is no value by the moves that go on from there."""
    order = np.argsort(source, kind="stable")
    starts = np.searchsorted(source[order], np.arange(count + 1))
    pairs = np.unique(source * count + target)
    fresh = pairs
    while len(fresh):
        ends = fresh % count
        fresh = fresh[undefined[ends]]
        ends = fresh % count
        lengths = starts[ends + 1] - starts[ends]
        if lengths.sum() > _MOST_DETOURS:  # nearly nothing has a value
            raise OutOfTimeError
        skipped = starts[ends] - (np.cumsum(lengths) - lengths)
        places = np.arange(lengths.sum()) + np.repeat(skipped, lengths)
        further = np.repeat(fresh // count, lengths) * count + target[order][places]
        fresh = np.setdiff1d(further, pairs)
        pairs = np.union1d(pairs, fresh)
    return pairs // count, pairs % count


def _concrete(
    index_values: IndexValues, a: LabelTuple, b: LabelTuple, improve: Improve, swapped: bool
) -> Iterator[LabelTuple]:
    """Yield improvements of B; past those that have no value, what follows them."""
    waiting, seen = [b], {b}
    while waiting:
        for better in improve(a, waiting.pop(0)):
            if better in seen:
                continue
            seen.add(better)
            if index_values.is_defined(table_of(*((better, a) if swapped else (a, better)))):
                yield better
            else:
                waiting.append(better)


def compared(
    index_values: IndexValues,
    a: LabelTuple,
    b: LabelTuple,
    improve: Improve,
    *,
    orders: tuple[bool, ...] = (False, True),
) -> Iterator[tuple[Counterexample, ValueOrder]]:
    """Compare B with its improvements, for V(A, B) and, swapped, for V(B, A)."""
    for swapped in orders:
        before = table_of(*((b, a) if swapped else (a, b)))
        if not index_values.is_defined(before):
            continue
        for better in _concrete(index_values, a, b, improve, swapped):
            after = table_of(*((better, a) if swapped else (a, better)))
            order = index_values.compare(after, before)
            if order is not None and order.sign <= 0:
                names = ("V(B, A)", "V(B', A)") if swapped else ("V(A, B)", "V(A, B')")
                shown = dict(
                    zip(names, (index_values.shown(before), index_values.shown(after)), strict=True)
                )
                said = "the value stays the same" if order.sign == 0 else "the value gets worse"
                says = f"B' is an improvement of B, but {said}"
                clusterings = {"A": a, "B": b, "B'": better}
                yield Counterexample(clusterings, shown, says, certified=order.certified), order
