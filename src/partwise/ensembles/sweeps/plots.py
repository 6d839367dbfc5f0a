"""The charts of a sweep."""

from __future__ import annotations

from collections.abc import Iterable

from partwise.catalogue import as_indices
from partwise.charts import Figure, Pictures, Plots
from partwise.ensembles.sweeps.figures import (
    curve_figure,
    has_pairs,
    neighbour_figure,
    neighbour_size_figure,
    precision_recall_figure,
    size_figure,
)
from partwise.ensembles.sweeps.neighbours import NeighbourSweep
from partwise.ensembles.sweeps.sweep_result import Sweep
from partwise.scoring import Which


class SweepPlots(Plots[Sweep]):
    """``sweep.plot()`` and the other charts of a sweep.

    Examples
    --------
    >>> import partwise as pw
    >>> resolutions = {0.5: [0, 0, 0, 0], 1.0: [0, 0, 1, 1], 1.5: [0, 1, 2, 2]}
    >>> result = pw.sweep([0, 0, 1, 1], resolutions, ["ARI", "VI"])
    >>> result.plot(x="resolution")
    <Figure 'Scores along the sweep'>
    >>> result.plot.precision_recall(), result.plot.sizes()
    (<Figure 'Precision and recall of pairs'>, <Figure 'Clusters and the largest of them'>)
    """

    def curves(
        self, indices: Iterable[Which] | Which | None = None, *, x: str | None = None
    ) -> Figure:
        """Draw one curve per index over the thresholds, and mark the best threshold of each.

        Parameters
        ----------
        indices : iterable of str, Index or callable, optional
            Some indices of the sweep; by default, as many as there is space for. The thresholds
            that cannot be distinguished from the best one by the first index are shaded.
        x : str, optional
            What the thresholds are, such as "resolution".
        """
        result = self._result
        chosen = list(result.indices)
        if indices is not None:
            chosen = [result._index(index) for index in as_indices(indices)]
        return curve_figure(result, result.best_by_index, chosen, x)

    def precision_recall(self, *, x: str | None = None) -> Figure:
        """Draw precision against recall of pairs, with some thresholds and the best F1."""
        return precision_recall_figure(self._result, x)

    def sizes(self, *, x: str | None = None) -> Figure:
        """Draw the number of clusters and the size of the largest one."""
        result = self._result
        return size_figure(result, result.best_by_index.get(result.indices[0].key), x)

    __call__ = curves

    def _pictures(self) -> Pictures:
        pairs = {"precision-recall": self.precision_recall} if has_pairs(self._result) else {}
        return {"curves": self.curves, **pairs, "sizes": self.sizes}


class NeighbourPlots(Plots[NeighbourSweep]):
    """``sweep.plot()`` and the other chart of a sweep without a reference."""

    def similarity(self, *, x: str | None = None) -> Figure:
        """Draw how similar consecutive clusterings are, and shade the widest steady stretches.

        Parameters
        ----------
        x : str, optional
            What the thresholds are, such as "resolution".
        """
        return neighbour_figure(self._result, x)

    def sizes(self, *, x: str | None = None) -> Figure:
        """Draw the number of clusters and the size of the largest one."""
        return neighbour_size_figure(self._result, x)

    __call__ = similarity

    def _pictures(self) -> Pictures:
        return {"similarity": self.similarity, "sizes": self.sizes}
