"""The pictures of scores: of several candidates, and of each clustering with each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.catalogue import Index, as_indices, indices_for, shared_scales
from partwise.charts import Figure, Pictures, Plots, Score, cut, heat_map, scores
from partwise.scoring.batches import ScoreTable
from partwise.scoring.beyond_scoring import kind_beyond
from partwise.scoring.single import Which

_MOST_INDICES = 12


class ScoreTablePlots(Plots[ScoreTable]):
    """``scores.plot()``: a panel for each index, a row for each candidate.

    Examples
    --------
    >>> import partwise as pw
    >>> pw.scores([0, 0, 1, 1], {"a": [0, 0, 1, 2], "b": [0, 1, 0, 1]}, ["CC", "VI"]).plot()
    <Figure 'Scores by index'>
    """

    def scores(
        self, indices: Iterable[Which] | Which | None = None, *, title: str = "Scores by index"
    ) -> Figure:
        """Draw the scores of all candidates; the first indices if none are named."""
        names, note = cut(list(self._result), "candidates")
        chosen, also = self._chosen(indices)
        rows = []
        for index in chosen:
            values = [float(self._result[name][index.key]) for name in names]
            known = [value for value in values if not math.isnan(value)]
            for name, value in zip(names, values, strict=True):
                best = value in known and not any(index.prefers(one, value) for one in known)
                rows.append(Score(name, index.short, value, best=best))
        lower = {index.short for index in chosen if index.direction == "distance"}
        scales = shared_scales(chosen)
        figure = scores(rows, lower_is_better=lower, scales=scales, title=title)
        return figure.noted(note).noted(also)

    __call__ = scores

    def _chosen(self, indices: Iterable[Which] | Which | None) -> tuple[list[Index], str]:
        known = next(iter(self._result.values())).indices if len(self._result) else ()
        if indices is None:
            return cut(known, "indices", _MOST_INDICES)
        kind = kind_beyond((), known)
        chosen: list[Index]
        chosen = as_indices(indices) if kind is None else [*indices_for(indices, kind)]
        unknown = [index.key for index in chosen if index not in known]
        if unknown:
            raise InputError(
                f"{unknown[0]} was not scored; the scored indices are "
                f"{', '.join(i.key for i in known)}"
            )
        return chosen, ""

    def _pictures(self) -> Pictures:
        return {"scores": self.scores}


class ScoreMatrix(Protocol):
    """A result with the score of each clustering (row) with each other (column)."""

    @property
    def names(self) -> Sequence[str]:
        """The names of rows and columns."""

    @property
    def values(self) -> NDArray[np.float64]:
        """The scores."""

    @property
    def index(self) -> Index:
        """By which index."""


class MatrixPlots(Plots[ScoreMatrix]):
    """``matrix.plot()``: a cell for each pair of clusterings."""

    def matrix(self) -> Figure:
        """Draw the score of each clustering with each other."""
        names, note = cut([str(name) for name in self._result.names], "clusterings")
        values = np.asarray(self._result.values)[: len(names), : len(names)].tolist()
        index = self._result.index
        lower = index.direction == "distance"
        figure = heat_map(values, names, index=index.short, what="score", lower_is_better=lower)
        return figure.noted(note)

    __call__ = matrix

    def _pictures(self) -> Pictures:
        return {"matrix": self.matrix}
