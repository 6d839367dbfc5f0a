"""The charts and the report of comparisons of covers and memberships."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from partwise.base import InputError, listed, many, shown
from partwise.catalogue import Index, indices_for
from partwise.charts import Figure, Pictures, Plots
from partwise.comparison.beyond_comparison import BeyondComparison
from partwise.comparison.comparison_tables import scores_for_reading
from partwise.comparison.figures import disagreement_figure, rank_figure, score_figure
from partwise.report import ScoresContents
from partwise.scoring import Which


class BeyondPlots(Plots[BeyondComparison]):
    """``comparison.plot()`` and the other charts of a comparison of covers or memberships.

    Examples
    --------
    >>> import partwise as pw
    >>> reference = pw.Cover([{0, 1, 2}, {2, 3, 4}])
    >>> near, far = pw.Cover([{0, 1}, {2, 3, 4}]), pw.Cover([{0, 4}, {1, 2, 3}])
    >>> pw.compare(reference, {"near": near, "far": far}).plot.ranks()
    <Figure 'Ranks by index'>
    """

    def scores(self, indices: Iterable[Which] | Which | None = None) -> Figure:
        """Draw the scores, best candidate first; by default, by all compared indices."""
        return score_figure(self._result, indices=None if indices is None else self._named(indices))

    def ranks(self) -> Figure:
        """Draw how the ranks of the candidates change from index to index."""
        return rank_figure(self._result)

    def disagreement(self) -> Figure:
        """Draw how often each pair of indices orders two candidates differently."""
        return disagreement_figure(self._result.disagreement, self._result.decision)

    __call__ = scores

    def _named(self, indices: Iterable[Which] | Which) -> list[Index]:
        compared = self._result.indices
        chosen = indices_for(indices, type(compared[0]))  # type: ignore[arg-type]
        for index in chosen:
            if index not in compared:
                keys = listed([known.key for known in compared])
                raise InputError(f"{index.key} was not compared; the compared indices are {keys}")
        return [*chosen]

    def _pictures(self) -> Pictures:
        pictures: dict[str, Callable[[], Figure]] = {"scores": self.scores}
        if len(self._result) > 1:
            pictures["ranks"] = self.ranks
        if self._result.disagreement.counts.any():
            pictures["disagreement"] = self.disagreement
        return pictures


def contents_of(
    comparison: BeyondComparison, title: str | None = None, command: str | None = None
) -> ScoresContents:
    """Return what the page of a comparison shows."""
    decision, best = comparison.decision, comparison.best
    plots = comparison.plot
    figures = {"scores": plots.scores()}
    if len(comparison) > 1:
        figures["ranks"] = plots.ranks()
    if comparison.disagreement.counts.any():
        figures["disagreement"] = plots.disagreement()
    text = comparison.to_table().title
    facts = []
    if best:
        facts.append((decision.short, shown(float(comparison.scores[best[0]][decision.key]), 4)))
    agreement = comparison.agreement
    facts.append(("indices that agree", f"{agreement.agree} of {agreement.of}"))
    candidates = many(len(comparison), "candidate")
    indices = many(len(comparison.indices), "index", "indices")
    return ScoresContents(
        title=title or f"Comparison of {candidates} with a reference: {comparison.inputs}",
        subtitle=f"{comparison.n:,} items · {candidates} · {indices}",
        headline=listed([*map(str, best)]) if best else "No answer",
        text=text,
        facts=facts,
        scores=replace(scores_for_reading(comparison), notes=comparison.notes),
        figures=figures,
        explained={index.short: index.doc.partition("\n")[0] for index in comparison.indices},
        command=command,
    )
