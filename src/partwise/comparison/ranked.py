"""Candidates ranked by several indices: what comparisons of all kinds of inputs share."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import Table, WideResult
from partwise.catalogue import Index
from partwise.comparison.disagreement import Disagreement
from partwise.comparison.opinions import Agreement, Opinions, Votes
from partwise.comparison.ranking import ranks
from partwise.scoring import ByIndex, ScoreTable


class Ranked(WideResult):
    """Scores of candidates, their ranks by each index, and which candidates the indices prefer.

    A subclass has the scores and the index that decides as fields.
    """

    scores: ScoreTable
    decision: Index

    @property
    def names(self) -> tuple[Any, ...]:
        """Names of the candidates: the keys under which they were passed."""
        return tuple(self.scores)

    @cached_property
    def indices(self) -> tuple[Index, ...]:
        """The indices."""
        return next(iter(self.scores.values())).indices

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """Value of each index (row) for each candidate (column)."""
        columns = [[float(value) for value in scores.values()] for scores in self.scores.values()]
        return np.array(columns, np.float64).T

    @cached_property
    def ranks(self) -> ByIndex[dict[str, int | None]]:
        """Rank of each candidate by each index: 1 is best, ties share a rank, None is undefined."""
        rows = zip(self.indices, self.values.tolist(), strict=True)
        by_index = {index.key: ranks(index, row) for index, row in rows}
        return ByIndex({k: dict(zip(self.names, of, strict=True)) for k, of in by_index.items()})

    @cached_property
    def preferred(self) -> ByIndex[tuple[str, ...]]:
        """The candidate that each index prefers; several if they tie."""
        by_index = {
            key: tuple(name for name, rank in ranks.items() if rank == 1)
            for key, ranks in self.ranks.items()
        }
        return ByIndex(by_index, "preferred")

    @property
    def best(self) -> tuple[str, ...]:
        """The best candidate by the deciding index; several if they tie."""
        return self.preferred[self.decision.key]

    @cached_property
    def ranking(self) -> list[str]:
        """The candidates from best to worst by the deciding index; undefined ones come last."""
        ranks = self.ranks[self.decision.key]
        last = len(ranks) + 1
        return sorted(ranks, key=lambda name: ranks[name] or last)

    @cached_property
    def opinions(self) -> Opinions:
        """Which candidates the indices prefer; indices that always agree are grouped."""
        return Opinions.of(self.indices, self.preferred)

    @property
    def agreement(self) -> Agreement:
        """How many indices agree on the best candidate, tie, or prefer another one instead."""
        return self.opinions.agreement(self.best)

    @property
    def votes(self) -> Votes:
        """How many indices prefer each candidate to all others; equivalent indices count once."""
        return self.opinions.votes(self.names)

    @cached_property
    def disagreement(self) -> Disagreement:
        """Which indices order which candidates differently."""
        return Disagreement(self.indices, self.names, self.values)

    def _full_table(self) -> Table:
        keys = self.scores.keys_of_indices
        rows: list[list[Any]] = [
            [name, *(float(self.scores[name][key]) for key in keys)] for name in self.ranking
        ]
        return Table(["candidate", *keys], rows)

    def _tidy_table(self) -> Table:
        rows: list[list[Any]] = [
            [name, key, float(value), self.ranks[key][name], scores.notes.get(key)]
            for name, scores in self.scores.items()
            for key, value in scores.items()
        ]
        return Table(["candidate", "index", "value", "rank", "note"], rows)
