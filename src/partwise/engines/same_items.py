"""Clusterings of the same items, in memory or in their engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.clusterings import Clustering, MissingPolicy, Policies, align
from partwise.engines.coverage import Coverage
from partwise.engines.inputs import REFERENCE
from partwise.tables import (
    AggregatedTable,
    Blocks,
    PairCounts,
    ThreeWayCounts,
    pair_counts,
    table_of_clusterings,
    three_way,
    weighted_table_of,
    weights_of_items,
)

if TYPE_CHECKING:
    from partwise.engines.engine_tables import TripleSizes
    from partwise.engines.item_join import JoinedItems


@dataclass(frozen=True, eq=False)
class RemoteClustering:
    """A clustering that stays in its engine.

    Parameters
    ----------
    joined : JoinedItems
        The frame of all clusterings that are compared.
    name : str
        Which of them.
    n, k : int
        Numbers of items and of clusters.
    """

    joined: JoinedItems
    name: str
    n: int
    k: int

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if hasattr(Clustering, name):
                raise needs_items(name)
            raise AttributeError(name)


def needs_items(what: str, source: str | None = None) -> InputError:
    """Say that something needs the single items, which are not to be loaded unasked."""
    return InputError(
        f"{what} needs every item in memory, but the items are in a file or another library",
        place=source,
        remedy="if they fit, load them first: pw.read(...).to_clustering()",
    )


def in_memory(clustering: Clustering | RemoteClustering) -> Clustering:
    """Return a clustering whose items are here; an error if they are not."""
    if isinstance(clustering, RemoteClustering):
        raise needs_items("this")
    return clustering


@dataclass(frozen=True, eq=False)
class Inputs(ABC):
    """Clusterings of the same items, with all policies applied.

    Parameters
    ----------
    clusterings : mapping name → Clustering or RemoteClustering
        The reference first, if there is one, which is called "the reference".
    coverage : Coverage
        Which items are compared.
    policies : Policies
        What was decided about the items.
    """

    clusterings: Mapping[str, Clustering | RemoteClustering]
    coverage: Coverage
    policies: Policies

    @property
    @abstractmethod
    def most_at_once(self) -> int:
        """How many tables may be counted at the same time."""

    @property
    def names(self) -> tuple[str, ...]:
        """The clusterings, without the reference."""
        return tuple(name for name in self.clusterings if name != REFERENCE)

    @property
    def reference(self) -> Clustering | RemoteClustering:
        """The reference."""
        return self.clusterings[REFERENCE]

    @property
    def candidates(self) -> dict[str, Clustering | RemoteClustering]:
        """The candidates by name."""
        return {name: self.clusterings[name] for name in self.names}

    @abstractmethod
    def table(self, name: str, reference: str = REFERENCE) -> AggregatedTable:
        """Return the table of a clustering against the reference, or against another one."""

    @abstractmethod
    def pair_counts(self, first: str, second: str) -> PairCounts:
        """Count pairs of items in two clusterings."""

    def narrow_codes(self) -> list[NDArray[Any]]:
        """Return the codes of all clusterings in few bytes, if these alone make the tables."""
        return []

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *error: object) -> None: ...


@dataclass(frozen=True, eq=False)
class InMemory(Inputs):
    """Clusterings whose items are here."""

    clusterings: Mapping[str, Clustering]
    _codes: dict[str, NDArray[Any]] = field(default_factory=dict)

    @property
    def most_at_once(self) -> int:
        """A table for each thread."""
        return max(len(self.clusterings) ** 2, 1)

    def table(self, name: str, reference: str = REFERENCE) -> AggregatedTable:
        """Count on one thread: tables of several clusterings are counted at the same time."""
        one, other = self.clusterings[reference], self.clusterings[name]
        if self.policies.weights is not None:
            return weighted_table_of(one, other, self._weights, self.policies.weighting)
        return table_of_clusterings(one, other, 1)

    @cached_property
    def _weights(self) -> Any:
        """The weights of the items, which came beside the first clustering."""
        first = next(iter(self.clusterings.values()))
        return weights_of_items(self.policies.weights, first, first, self.policies.missing)

    def pair_counts(self, first: str, second: str) -> PairCounts:
        """Count pairs without a table, and without weights."""
        return pair_counts(self._narrow(first), self._narrow(second), 1)

    def narrow_codes(self) -> list[NDArray[Any]]:
        """Return the codes in few bytes, unless items have weights."""
        return [] if self.policies.weights is not None else list(map(self._narrow, self.names))

    def _narrow(self, name: str) -> NDArray[Any]:
        """Return codes in as few bytes as hold them: they are read once for each comparison."""
        if name not in self._codes:
            clustering = self.clusterings[name]
            dtype = np.min_scalar_type(max(clustering.k - 1, 0))
            self._codes[name] = clustering.codes.astype(dtype)
        return self._codes[name]

    def __exit__(self, *error: object) -> None:
        """Nothing is held."""


@dataclass(frozen=True, eq=False)
class InEngine(Inputs):
    """Clusterings that stay in their engine; tables are counted there, each once."""

    joined: JoinedItems
    tables: dict[tuple[str, str], AggregatedTable]

    @property
    def most_at_once(self) -> int:
        """One: an engine uses all cores itself."""
        return 1

    def table(self, name: str, reference: str = REFERENCE) -> AggregatedTable:
        """Count in the engine."""
        if (reference, name) not in self.tables:
            self.tables[reference, name] = count_in_engine(
                self.joined, str(reference), str(name), self.policies
            )
        return self.tables[reference, name]

    def pair_counts(self, first: str, second: str) -> PairCounts:
        """Take them from the table."""
        return self.table(second, first).pair_counts

    def __exit__(self, *error: object) -> None:
        """Let go of what is held in the engine."""
        self.joined.forget()


def aligned(clusterings: Mapping[str, Clustering], missing: MissingPolicy) -> dict[str, Clustering]:
    """Bring clusterings to the same items in the same order: what all of them have.

    With ``missing="singletons"`` it is what any of them has.

    Examples
    --------
    >>> found = aligned({"a": Clustering({"x": 0, "y": 1}), "b": Clustering({"y": 0})}, "drop")
    >>> [each.items for each in found.values()]
    [('y',), ('y',)]
    """
    read = dict(clusterings)
    first, *others = read or [""]
    for _ in range(2):  # the first round finds the common items, the second applies them to all
        for name in others:
            try:
                read[first], read[name] = align(read[first], read[name], missing)
            except InputError as error:
                raise error.about(name) from None
    return read


def count_in_engine(
    joined: JoinedItems, first: str, second: str, policies: Policies
) -> AggregatedTable:
    """Return the table of two clusterings, counted or summed in their engine."""
    from partwise.engines.engine_tables import engine_table, weighted_table

    count = engine_table if policies.weights is None else weighted_table
    return count(joined, first, second, policies.max_cells)


def three_way_of(
    sides: tuple[
        Clustering | RemoteClustering, Clustering | RemoteClustering, Clustering | RemoteClustering
    ],
    tables: tuple[AggregatedTable, AggregatedTable],
) -> ThreeWayCounts:
    """Count how two candidates cross each other within the clusters of the reference."""
    reference, first, second = sides
    if (
        isinstance(reference, RemoteClustering)
        and isinstance(first, RemoteClustering)
        and isinstance(second, RemoteClustering)
    ):
        from partwise.engines.engine_tables import engine_triples

        sizes = engine_triples(reference.joined, reference.name, first.name, second.name)
        return _from_sizes(sizes, tables)
    return three_way(*(in_memory(side).codes for side in sides))


def _from_sizes(
    triples: TripleSizes, tables: tuple[AggregatedTable, AggregatedTable]
) -> ThreeWayCounts:
    """Put together what is known about items that are alike."""
    items, n_ab, a, b, n_ac, c, _ = triples
    summaries, places = [], []
    for table, sizes in zip(tables, ((n_ab, a, b), (n_ac, a, c)), strict=True):
        distinct, where = np.unique(sizes, axis=1, return_inverse=True)
        inside = np.zeros(distinct.shape[1], np.int64)
        np.add.at(inside, where.reshape(-1), items)
        cell, row, column = distinct
        blocks = Blocks(cell, row, column, inside // cell)
        histograms = (table.row_histogram, table.column_histogram)
        summaries.append(
            AggregatedTable(blocks, *histograms, table.row_maxima, table.column_maxima)
        )
        places.append(where.reshape(-1))
    return ThreeWayCounts((summaries[0], summaries[1]), triples.same, items, (places[0], places[1]))
