"""An index that is a list of its values, for few items."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from partwise.catalogue import Index
from partwise.properties.compatibility.constraints import Constraints
from partwise.properties.search.enumeration import enumeration
from partwise.properties.search.moves import numbered
from partwise.properties.search.tables_view import tables_view
from partwise.properties.verdict import written
from partwise.tables import Contingency, PairCounts


@dataclass(frozen=True)
class PairValues:
    """A function of pair counts that looks its values up; NaN for counts it does not have."""

    values: Mapping[tuple[int, ...], int]

    def __call__(self, p: PairCounts) -> Any:
        """Return the value, a whole number."""
        value = self.values.get(tuple(int(count) for count in p))
        return math.nan if value is None else Fraction(value)

    def listing(self) -> list[dict[str, Any]]:
        """Return all values, with their pair counts."""
        names = ("n11", "n10", "n01", "n00")
        return [
            {**dict(zip(names, counts, strict=True)), "value": value}
            for counts, value in self.values.items()
        ]


@dataclass(frozen=True)
class TableValues:
    """A function of contingency tables that looks its values up; NaN for other numbers of items."""

    values: Mapping[int, tuple[int, ...]]  # by the number of items, in the order of the enumeration

    def __call__(self, table: Contingency) -> float:
        """Return the value, a whole number."""
        if table.n not in self.values:
            return math.nan
        rows, columns, counts = table.cells
        a, b = (numbered(tuple(np.repeat(side, counts).tolist())) for side in (rows, columns))
        return float(self.values[table.n][Constraints(table.n, "table").table_of(a, b)])

    def listing(self) -> list[dict[str, Any]]:
        """Return all values, each with two clusterings that have it."""
        return [
            {**dict(zip("AB", map(written, enumeration(n).labels(i)), strict=True)), "value": value}
            for n, values in self.values.items()
            for i, value in enumerate(values)
        ]


def listing(example: Index) -> list[dict[str, Any]]:
    """Return all values of an index that was made by `example_index`."""
    return example.formula.listing()  # type: ignore[attr-defined, no-any-return]


def example_index(points: Mapping[int, tuple[Constraints, Sequence[Fraction]]]) -> Index:
    """Return the index whose values are these vectors, all multiplied so that they are whole."""
    scale = lcm(*(value.denominator for _, point in points.values() for value in point))
    last = max(points)
    label = f"an example for {last} items" if last == 2 else f"an example for 2 … {last} items"
    (kind,) = {constraints.kind for constraints, _ in points.values()}
    whole = {n: _whole(constraints, point, scale) for n, (constraints, point) in points.items()}
    if kind == "table":
        return Index("example", label, "callable", TableValues(whole))
    values: dict[tuple[int, ...], int] = {}
    for n, of_tables in whole.items():
        counts = np.column_stack(list(tables_view(n).pairs)).astype(int).tolist()
        values |= {tuple(one): value for one, value in zip(counts, of_tables, strict=True)}
    return Index("example", label, "pairs", PairValues(values))


def _whole(constraints: Constraints, point: Sequence[Fraction], scale: int) -> tuple[int, ...]:
    """Return the value of each table, times the scale."""
    return tuple(int(point[place] * scale) for place in constraints.value_of_table.tolist())
