"""The properties as linear constraints on the values of an index for all tables of n items.

At fixed n an index is a vector: one value for each table up to the order of rows and columns, or
for each set of pair counts. With the constants c_max, c_min and c_base every property is a list of
equations and inequalities that are linear in it. Each can be cited by its clusterings, from which
the checker derives it by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from partwise.properties.checker.combinations import AXIOMS
from partwise.properties.search.enumeration import Enumeration, enumeration, partitions
from partwise.properties.search.moves import improvements
from partwise.properties.search.tables_view import tables_view
from partwise.properties.search.triples import triples
from partwise.properties.verdict import LabelTuple

Kind: TypeAlias = Literal["pairs", "table"]
Relation: TypeAlias = Literal["=", "≥", ">"]
Ints: TypeAlias = NDArray[np.int64]
Citation: TypeAlias = dict[str, Any]

CONSTANTS = ("c_max", "c_base", "c_min")
_BEST, _BASE, _WORST = range(3)  # places after the values


@dataclass(frozen=True)
class Block:
    """Constraints of one axiom: the rows of a matrix, times the vector, are =, ≥ or > 0."""

    axiom: str
    relation: Relation
    rows: csr_matrix
    cite: Callable[[int], Citation]
    """The clusterings that row i is about, as the checker reads them."""


class Constraints:
    """The constraints on the values of an index of n items.

    Examples
    --------
    >>> constraints = Constraints(4, "pairs")
    >>> constraints.value_count, Constraints(4, "table").value_count
    (32, 33)
    >>> [(block.relation, block.rows.shape[0]) for block in constraints.of(["monotonicity"])]
    [('>', 48)]
    """

    def __init__(self, n: int, kind: Kind) -> None:
        self.n, self.kind = n, kind
        self.tables: Enumeration = enumeration(n)
        self.value_of_table: Ints = np.arange(self.tables.count)
        if kind == "pairs":
            self.value_of_table = tables_view(n).distinct_pair_counts[1].astype(np.int64)
        self.value_count = int(self.value_of_table.max()) + 1

    @property
    def size(self) -> int:
        """The length of the vector: values and constants."""
        return self.value_count + len(CONSTANTS)

    def of(self, properties: Iterable[str]) -> list[Block]:
        """Return the constraints of some properties, of each axiom once."""
        axioms = dict.fromkeys(axiom for key in properties for axiom in AXIOMS[key])
        return [block for axiom in axioms for block in _MAKERS[axiom](self)]

    def matrix(self, columns: Sequence[Ints], factors: Sequence[int]) -> csr_matrix:
        """Return a matrix: in row i, a factor at each of the columns[…][i]."""
        count = len(columns[0])
        entries = np.concatenate([np.full(count, factor, np.int64) for factor in factors])
        places = (np.tile(np.arange(count), len(columns)), np.concatenate(columns))
        return csr_matrix((entries, places), shape=(count, self.size), dtype=np.int64)

    def constant(self, which: int, count: int) -> Ints:
        """Return the column of a constant, so many times."""
        return np.full(count, self.value_count + which)

    def labels(self, table: int) -> tuple[list[int], list[int]]:
        """Return two clusterings with a table."""
        a, b = self.tables.labels(table)
        return list(a), list(b)

    @cached_property
    def places(self) -> dict[LabelTuple, int]:
        """Where each clustering is among all of them."""
        every = triples(self.n).clusterings.tolist()
        return {tuple(labels): place for place, labels in enumerate(every)}

    def table_of(self, a: LabelTuple, b: LabelTuple) -> int:
        """Return the number of the table of two clusterings, numbered as their clusters appear."""
        return int(triples(self.n).table[self.places[a], self.places[b]])


def _pairs(constraints: Constraints, numbers: Ints) -> Callable[[int], Citation]:
    def cite(i: int) -> Citation:
        return dict(zip("AB", constraints.labels(int(numbers[i])), strict=True))

    return cite


def _maximal_agreement(constraints: Constraints) -> Iterator[Block]:
    is_identical = tables_view(constraints.n).relations == "identical"
    for numbers, relation, sign in (
        (np.flatnonzero(is_identical), "=", 1),
        (np.flatnonzero(~is_identical), ">", -1),
    ):
        best = constraints.constant(_BEST, len(numbers))
        rows = constraints.matrix([constraints.value_of_table[numbers], best], [sign, -sign])
        yield Block("maximal_agreement", relation, rows, _pairs(constraints, numbers))  # type: ignore[arg-type]


def _minimal_agreement(constraints: Constraints) -> Iterator[Block]:
    is_opposite = tables_view(constraints.n).relations == "opposite"
    for numbers, relation in (
        (np.flatnonzero(is_opposite), "="),
        (np.flatnonzero(~is_opposite), ">"),
    ):
        worst = constraints.constant(_WORST, len(numbers))
        rows = constraints.matrix([constraints.value_of_table[numbers], worst], [1, -1])
        yield Block("minimal_agreement", relation, rows, _pairs(constraints, numbers))  # type: ignore[arg-type]


def _symmetry(constraints: Constraints) -> Iterator[Block]:
    transposed = constraints.tables.transpose.astype(np.int64)
    numbers = np.flatnonzero(np.arange(len(transposed)) < transposed)
    values = constraints.value_of_table
    rows = constraints.matrix([values[numbers], values[transposed[numbers]]], [1, -1])
    yield Block("symmetry", "=", rows, _pairs(constraints, numbers))


def _triangle_inequality(constraints: Constraints) -> Iterator[Block]:
    """Yield V(A, C) + c_max − V(A, B) − V(B, C) ≥ 0, once for all that say the same."""
    every, count = triples(constraints.n), constraints.value_count
    table = constraints.value_of_table[every.table]
    keys, first = [], []
    for a in every.representatives.tolist():
        from_a, number = table[a], len(table)
        smaller, larger = (
            ufunc(from_a[:, None], table) for ufunc in (np.minimum, np.maximum)
        )  # V(A, B) and V(B, C), by the places of B and C
        key = (from_a[None, :] * count + smaller) * count + larger
        is_proper = ~np.eye(number, dtype=bool)
        is_proper[a] = False
        proper = np.flatnonzero(is_proper)
        unique, where = np.unique(key.reshape(-1)[proper], return_index=True)
        keys.append(unique)
        first.append(a * number**2 + proper[where])
    merged, where = np.unique(np.concatenate(keys), return_index=True)
    triple = np.concatenate(first)[where]
    direct, first_leg, second_leg = merged // count**2, merged // count % count, merged % count
    columns = [direct, constraints.constant(_BEST, len(merged)), first_leg, second_leg]

    def cite(i: int) -> Citation:
        number = len(every.clusterings)
        place = int(triple[i])
        corners = (place // number**2, place // number % number, place % number)
        return {name: list(every.labels(c)) for name, c in zip("ABC", corners, strict=True)}

    yield Block("triangle_inequality", "≥", constraints.matrix(columns, [1, 1, -1, -1]), cite)


def _improvements(constraints: Constraints, axiom: str, relation: Relation) -> Iterator[Block]:
    """Yield V(A, B′) − V(A, B) and V(B′, A) − V(B, A) for all perfect splits and merges."""
    tables, values = constraints.tables, constraints.value_of_table
    moves, k_a = tables.moves, tables.k_a
    is_proper = (k_a[moves.source] > 1) & (k_a[moves.source] < tables.n)
    source, target = moves.source[is_proper], moves.target[is_proper]
    sides = [np.concatenate([side, tables.transpose[side]]) for side in (target, source)]

    def cite(i: int) -> Citation:
        before, after = int(source[i % len(source)]), int(target[i % len(source)])
        a, b = tables.labels(before)
        better = next(c for c in improvements(a, b) if constraints.table_of(a, c) == after)
        first = "A" if i < len(source) else "B"
        return {"A": list(a), "B": list(b), "B'": list(better), "first": first}

    yield Block(axiom, relation, constraints.matrix([values[s] for s in sides], [1, -1]), cite)


def _monotonicity(constraints: Constraints) -> Iterator[Block]:
    return _improvements(constraints, "monotonicity", ">")


def _weak_monotonicity(constraints: Constraints) -> Iterator[Block]:
    return _improvements(constraints, "weak_monotonicity", "≥")


def _constant_baseline(constraints: Constraints) -> Iterator[Block]:
    """Yield Σ V(A, B) − k c_base = 0 for the k clusterings B with certain sizes."""
    tables, sizes = constraints.tables, partitions(constraints.n)
    is_proper = (tables.k_a > 1) & (tables.k_a < tables.n)
    margins = tables.row_margin * len(sizes) + tables.column_margin
    kept = np.unique(margins[is_proper])
    place = np.searchsorted(kept, margins[is_proper])
    weights = tables.weight[is_proper]
    totals = np.bincount(place, weights).astype(np.int64)
    base = constraints.constant(_BASE, len(kept))
    columns = np.concatenate([constraints.value_of_table[is_proper], base])
    entries = np.concatenate([weights, -totals])
    shape = (len(kept), constraints.size)
    rows = csr_matrix((entries, (np.concatenate([place, np.arange(len(kept))]), columns)), shape)

    def cite(i: int) -> Citation:
        reference, candidate = divmod(int(kept[i]), len(sizes))
        labels = np.repeat(np.arange(len(sizes[reference])), sizes[reference])
        return {"A": labels.tolist(), "sizes": list(sizes[candidate])}

    yield Block("constant_baseline", "=", rows, cite)


_MAKERS: dict[str, Callable[[Constraints], Iterator[Block]]] = {
    "maximal_agreement": _maximal_agreement,
    "minimal_agreement": _minimal_agreement,
    "symmetry": _symmetry,
    "triangle_inequality": _triangle_inequality,
    "monotonicity": _monotonicity,
    "weak_monotonicity": _weak_monotonicity,
    "constant_baseline": _constant_baseline,
}
