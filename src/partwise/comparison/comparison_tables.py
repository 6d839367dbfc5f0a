"""A comparison as tables: for people, the answer above candidates × indices; for frames, all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.base import Result, Table, many, shown
from partwise.tables import AggregatedTable

if TYPE_CHECKING:
    from partwise.comparison.comparison import Comparison


class Tables(Result, Mapping[Any, AggregatedTable]):
    """The contingency table of each candidate: a mapping name → table, printed as their sizes."""

    def __init__(self, tables: Mapping[Any, AggregatedTable]) -> None:
        self._tables: dict[Any, AggregatedTable] = dict(tables)

    def __getitem__(self, name: Any) -> AggregatedTable:
        return self._tables[name]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def to_table(self) -> Table:
        """Return a line for each candidate: its items, and the clusters of both sides."""
        rows: list[list[Any]] = [
            [str(name), table.item_count, table.k_a, table.k_b] for name, table in self.items()
        ]
        return Table(["candidate", "items", "reference clusters", "candidate clusters"], rows)

    def _content(self) -> dict[str, Any]:
        return self._tables


def for_reading(comparison: Comparison) -> Table:
    """Return a line per candidate, best first, and a column per index, the deciding one first."""
    names, decision = comparison.ranking, comparison.decision.key
    keys = [decision, *(key for key in comparison.scores.keys_of_indices if key != decision)]
    table = comparison.scores.table_of(names, keys)
    best = {
        (names.index(name), 1 + place)
        for place, key in enumerate(keys)
        for name in comparison.preferred[key]
    }
    sizes = (
        f"{many(comparison.coverage.compared, 'item')}, "
        f"{many(comparison.reference.k, 'reference cluster')}, "
        f"{many(len(names), 'candidate')}{', best first' if len(names) > 1 else ''}"
    )
    notes = [sizes, *table.notes, *comparison.coverage.notes()]
    return replace(table, title=_title(comparison), notes=notes, emphasis=best)


def _title(comparison: Comparison) -> str:
    """Return the answer in a sentence; of a single candidate, its score."""
    if len(comparison.names) > 1:
        return comparison.headline
    (name,), decision = comparison.names, comparison.decision
    return f"{name} has {decision.short} {shown(float(comparison.scores[name][decision.key]), 4)}."


def wide(comparison: Comparison) -> Table:
    """Return the scores of each candidate in a row, best first; columns are keys of indices."""
    keys = comparison.scores.keys_of_indices
    rows: list[list[Any]] = [
        [name, *(float(comparison.scores[name][key]) for key in keys)]
        for name in comparison.ranking
    ]
    return Table(["candidate", *keys], rows)


def tidy(comparison: Comparison) -> Table:
    """Return a row for each candidate and index: score, rank and note."""
    rows: list[list[Any]] = [
        [name, key, float(value), comparison.ranks[key][name], scores.notes.get(key)]
        for name, scores in comparison.scores.items()
        for key, value in scores.items()
    ]
    return Table(["candidate", "index", "value", "rank", "note"], rows)


def content(comparison: Comparison) -> dict[str, Any]:
    """Return everything that a comparison knows, by name."""
    return {
        "decision": {"index": comparison.decision, "best": comparison.best},
        "ranking": comparison.ranking,
        "candidates": comparison.scores,
        "ranks": comparison.ranks,
        "preferred": comparison.preferred,
        "votes": comparison.votes,
        "agreement": comparison.agreement,
        "classes": comparison.opinions.classes,
        "explanation": comparison.explanation,
        "disagreement": comparison.disagreement,
        "coverage": comparison.coverage,
    }
