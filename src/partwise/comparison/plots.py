"""The charts of a comparison and of its results."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from partwise.base import InputError
from partwise.catalogue import Index, as_indices
from partwise.charts import Figure, Pictures, Plots, file_names, save_all
from partwise.comparison.answer import Estimates
from partwise.comparison.comparison import Comparison
from partwise.comparison.disagreement import Disagreement
from partwise.comparison.errors.cluster_outcomes import ClusterOutcomes
from partwise.comparison.errors.costs import Mistakes
from partwise.comparison.figures import (
    chance_figure,
    compared,
    cost_figure,
    detailed,
    disagreement_figure,
    estimate_figure,
    left_out,
    plan_figure,
    rank_figure,
    score_figure,
    shown_indices,
    size_figure,
)
from partwise.comparison.label_plan import LabelPlan
from partwise.comparison.uncertainty.api import Sampling
from partwise.scoring import Which


class ComparisonPlots(Plots[Comparison]):
    """``comparison.plot()`` and the other charts of a comparison.

    Examples
    --------
    >>> import partwise as pw
    >>> comparison = pw.compare([0, 0, 0, 1, 1], {"A": [0, 0, 1, 1, 1], "B": [0, 0, 0, 0, 1]})
    >>> comparison.plot.ranks()
    <Figure 'Ranks by index'>
    >>> comparison.plot.errors("A")
    <Figure 'The most costly splits and merges of A'>
    """

    def scores(
        self,
        indices: Iterable[Which] | Which | None = None,
        *,
        level: float = 0.95,
        sampling: Sampling | None = "items",
        clusters: int | None = None,
    ) -> Figure:
        """Draw the scores with their confidence intervals, best candidate first.

        Parameters
        ----------
        indices : iterable of str, Index or callable, optional
            Which indices; by default, the deciding one and the best-known others.
        level, sampling, clusters
            As in :meth:`Comparison.answer`.
        """
        chosen = self._chosen(indices)
        estimates = None
        if sampling is not None:
            estimates = self._result.estimates(
                chosen, level=level, sampling=sampling, clusters=clusters
            )
        figure = score_figure(self._result, estimates, chosen)
        return figure if indices is not None else figure.noted(self._left_out(chosen))

    def ranks(self) -> Figure:
        """Draw how the ranks of the candidates change from index to index."""
        comparison = self._result
        shown = compared(comparison, comparison.decision)
        return rank_figure(comparison).noted(left_out(len(shown), len(comparison.indices)))

    def disagreement(self) -> Figure:
        """Draw how often each pair of indices orders two candidates differently."""
        comparison = self._result
        shown = compared(comparison, comparison.decision)
        figure = disagreement_figure(comparison.disagreement, comparison.decision)
        return figure.noted(left_out(len(shown), len(comparison.indices)))

    def chance(self, indices: Iterable[Which] | Which | None = None) -> Figure:
        """Draw the scores next to those of random candidates with the same cluster sizes."""
        chosen = self._chosen(indices)
        figure = chance_figure(self._result, chosen)
        return figure if indices is not None else figure.noted(self._left_out(chosen))

    def sizes(self) -> Figure:
        """Draw the cluster sizes of each candidate and of the reference."""
        return size_figure(self._result)

    def clusters(self, name: str) -> Figure:
        """Draw the largest clusters of the reference against those of a candidate."""
        return self._result.table(name).plot.clusters(name)

    def errors(self, name: str) -> Figure:
        """Draw what the most costly splits and merges of a candidate cost."""
        return _not_empty(self._errors(name), name)

    __call__ = scores

    def save(
        self,
        folder: str | Path,
        *,
        level: float = 0.95,
        sampling: Sampling | None = "items",
        clusters: int | None = None,
        progress: bool | None = None,
    ) -> list[Path]:
        """Write every chart to a folder, as SVG and PNG, and return the files.

        The file of a chart about one candidate has its name, such as ``errors-ward_10.svg``.

        Parameters
        ----------
        folder : str or Path
            The folder, created if it does not exist.
        level, sampling, clusters
            As in :meth:`scores`.
        progress : bool, optional
            Whether to show a progress bar; by default, if standard error is a terminal.
        """
        scores = partial(self.scores, level=level, sampling=sampling, clusters=clusters)
        return save_all({**self._pictures(), "scores": scores}, folder, progress)

    def _pictures(self) -> Pictures:
        comparison = self._result
        pictures: dict[str, Any] = {"scores": self.scores}
        if len(comparison.names) > 1:
            pictures["ranks"] = self.ranks
        if len(comparison.names) > 1 and len(comparison.indices) > 1:
            pictures["disagreement"] = self.disagreement
        pictures |= {"chance": self.chance, "sizes": self.sizes}
        names = detailed(comparison)
        for name, file in zip(names, file_names(names), strict=True):
            pictures[f"clusters-{file}"] = partial(self.clusters, name)
            pictures[f"errors-{file}"] = partial(self._errors, name)
        return pictures

    def _errors(self, name: str) -> Figure | None:
        return cost_figure(self._result.mistakes(name), name)

    def _chosen(self, indices: Iterable[Which] | Which | None) -> list[Index]:
        comparison = self._result
        if indices is None:
            return shown_indices(comparison)
        return [comparison.indices[comparison._place(index)] for index in as_indices(indices)]

    def _left_out(self, chosen: list[Index]) -> str:
        return left_out(len(chosen), len(self._result.indices))


class EstimatesPlots(Plots[Estimates]):
    """``estimates.plot()``: points with their confidence intervals."""

    def intervals(self) -> Figure:
        """Draw one panel per index: the estimates, with their confidence intervals."""
        return estimate_figure(self._result)

    __call__ = intervals

    def _pictures(self) -> Pictures:
        return {"estimates": self.intervals}


class LabelPlanPlots(Plots[LabelPlan]):
    """``plan.plot()``: power or width against the number of labels."""

    def curve(self) -> Figure:
        """Draw what samples of each size are expected to give."""
        if not self._result.curve:
            raise InputError("there is no curve to draw", remedy=self._result.text)
        return plan_figure(self._result)

    __call__ = curve

    def _pictures(self) -> Pictures:
        return {"plan": self.curve} if self._result.curve else {}


class DisagreementPlots(Plots[Disagreement]):
    """``disagreement.plot()``: the matrix of indices."""

    def matrix(self) -> Figure:
        """Draw how often each pair of indices orders two candidates differently."""
        shown, every = compared(self._result), len(self._result.indices)
        return disagreement_figure(self._result).noted(left_out(len(shown), every))

    __call__ = matrix

    def _pictures(self) -> Pictures:
        return {"disagreement": self.matrix} if len(self._result.indices) > 1 else {}


class MistakesPlots(Plots[Mistakes]):
    """``mistakes.plot()``: the most costly splits and merges."""

    def costs(self, name: str = "the candidate") -> Figure:
        """Draw what the most costly splits and merges cost."""
        return _not_empty(cost_figure(self._result, name), name)

    __call__ = costs

    def _pictures(self) -> Pictures:
        return {"errors": partial(cost_figure, self._result)}


class OutcomesPlots(Plots[ClusterOutcomes]):
    """``fates.plot()``: what became of the largest clusters."""

    def clusters(self, name: str = "the candidate") -> Figure:
        """Draw the largest clusters of the reference against those of the candidate."""
        return self._result.table.plot.clusters(name)

    __call__ = clusters

    def _pictures(self) -> Pictures:
        return {"clusters": self.clusters}


def _not_empty(figure: Figure | None, name: str) -> Figure:
    if figure is None:
        raise InputError("there are no splits or merges to draw", subject=name)
    return figure
