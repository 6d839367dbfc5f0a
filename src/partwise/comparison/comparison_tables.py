"""A comparison as tables: for people, the answer above candidates × indices; for frames, all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from partwise.base import Result, Table, many, shown
from partwise.tables import AggregatedTable

if TYPE_CHECKING:
    from partwise.comparison.beyond_comparison import BeyondComparison
    from partwise.comparison.comparison import Comparison
    from partwise.comparison.ranked import Ranked


class Tables(Result, Mapping[Any, AggregatedTable]):
    """The contingency table of each candidate: a mapping name → table; prints their sizes."""

    def __init__(self, tables: Mapping[Any, AggregatedTable]) -> None:
        self._tables: dict[Any, AggregatedTable] = dict(tables)

    def __getitem__(self, name: Any) -> AggregatedTable:
        return self._tables[name]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def to_table(self) -> Table:
        """Return one line per candidate: its items, and the clusters of both clusterings."""
        rows: list[list[Any]] = [
            [str(name), table.item_count, table.k_a, table.k_b] for name, table in self.items()
        ]
        return Table(["candidate", "items", "reference clusters", "candidate clusters"], rows)

    def _content(self) -> dict[str, Any]:
        return self._tables


def for_reading(comparison: Comparison) -> Table:
    """Return a line per candidate, best first, and a column per index, the deciding one first."""
    sizes = sizes_of(comparison, comparison.coverage.compared, comparison.reference.k)
    table = scores_for_reading(comparison)
    notes = [sizes, *table.notes, *comparison.coverage.notes()]
    return replace(table, title=title_of(comparison), notes=notes)


def scores_for_reading(comparison: Ranked) -> Table:
    """Return the scores, best candidate and deciding index first, with the best ones marked."""
    names, decision = comparison.ranking, comparison.decision.key
    keys = [decision, *(key for key in comparison.scores.keys_of_indices if key != decision)]
    best = {
        (names.index(name), 1 + place)
        for place, key in enumerate(keys)
        for name in comparison.preferred[key]
    }
    return replace(comparison.scores.table_of(names, keys), emphasis=best)


def sizes_of(comparison: Ranked, items: int, clusters: int) -> str:
    """Say how many items, reference clusters and candidates were compared."""
    candidates = len(comparison.names)
    return (
        f"{many(items, 'item')}, {many(clusters, 'reference cluster')}, "
        f"{many(candidates, 'candidate')}{', best first' if candidates > 1 else ''}"
    )


def title_of(comparison: Comparison | BeyondComparison) -> str:
    """Return the answer in a sentence; of a single candidate, its score."""
    if len(comparison.names) > 1:
        return comparison.headline
    (name,), decision = comparison.names, comparison.decision
    return f"{name} has {decision.short} {shown(float(comparison.scores[name][decision.key]), 4)}."


def content(comparison: Comparison) -> dict[str, Any]:
    """Return everything that a comparison knows, by name."""
    return {
        **ranked_content(comparison),
        "classes": comparison.opinions.classes,
        "explanation": comparison.explanation,
        "disagreement": comparison.disagreement,
        "coverage": comparison.coverage,
    }


def ranked_content(comparison: Ranked) -> dict[str, Any]:
    """Return what all comparisons know, by name."""
    return {
        "decision": {"index": comparison.decision, "best": comparison.best},
        "ranking": comparison.ranking,
        "candidates": comparison.scores,
        "ranks": comparison.ranks,
        "preferred": comparison.preferred,
        "votes": comparison.votes,
        "agreement": comparison.agreement,
    }
