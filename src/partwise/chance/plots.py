"""Charts of the scores of random candidates."""

from __future__ import annotations

import math

from partwise.base import p_text
from partwise.chance.baseline_tests import BaselineTest, TestedIndex
from partwise.chance.bias_curves import BiasCurve
from partwise.chance.bias_surfaces import BiasSurface
from partwise.charts import (
    Curve,
    CurvePoint,
    Figure,
    Groups,
    Pictures,
    Plots,
    Surface,
    bias_curves,
    bias_surfaces,
    cut,
    groups,
    plural,
)

_LEAST_SPREAD = 0.1  # of the axis of an index that ends at 1
_CURVES, _SURFACES = (
    "What would a random clustering score here?",
    "What indices say about random candidates",
)


class BiasCurvePlots(Plots[BiasCurve]):
    """Charts of a bias curve: ``curve.plot()`` draws a panel for each index."""

    def curves(self, title: str = _CURVES) -> Figure:
        """Draw a panel for each index: a line of means, and the band that contains most scores.

        Examples
        --------
        >>> import partwise as pw
        >>> pw.chance.equal_clusters_curve("CC", reference_sizes=[3, 3], seed=1).plot()
        <Figure 'What would a random clustering score here?'>
        """
        curve = self._result
        indices, note = cut(curve.indices, "indices")
        curves = [
            Curve(
                index.label,
                [CurvePoint(p.x, p.mean, p.low, p.high) for p in curve.points[index.key]],
                index.direction == "distance",
            )
            for index in indices
        ]
        reference = f"{plural(curve.n, 'item')} in {plural(curve.reference_clusters, 'cluster')}"
        return bias_curves(
            curves,
            x=curve.x_name,
            samples=curve.samples,
            share=curve.share,
            about=f"{curve.title}, against a reference of {reference}",
            title=title,
        ).noted(note)

    __call__ = curves

    def _pictures(self) -> Pictures:
        return {"baseline": self.curves}


class BiasSurfacePlots(Plots[BiasSurface]):
    """Charts of a bias surface: ``surface.plot()`` draws it over m_A/N and m_B/N."""

    def surface(self, *others: BiasSurface, title: str = _SURFACES) -> Figure:
        """Draw the surface, with others beside it.

        Examples
        --------
        >>> import partwise as pw
        >>> jaccard, rand = (pw.chance.bias_surface(key) for key in ("jaccard", "rand"))
        >>> jaccard.plot(rand)
        <Figure 'What indices say about random candidates'>
        """
        drawn = []
        for surface in (self._result, *others):
            low, high = map(float, surface.index.range)
            lower = surface.index.direction == "distance"
            label = surface.index.label
            drawn.append(Surface(label, surface.values, surface.direction, (low, high), lower))
        return bias_surfaces(drawn, title=title)

    __call__ = surface

    def _pictures(self) -> Pictures:
        return {"bias": self.surface}


class BaselineTestPlots(Plots[BaselineTest]):
    """Charts of a baseline test: ``test.plot()`` draws the average of each kind of candidate."""

    def averages(self) -> Figure:
        """Draw a panel for each index: the average of each kind of candidate, by number of items.

        If the lines differ, the baseline is not constant, or the index favours one kind.
        """
        test = self._result
        tested, note = cut(list(test.results.values()), "indices")
        rows = [
            Groups(
                one.index.label,
                self._said(one),
                [each.averages for each in one.findings],
                _LEAST_SPREAD if one.index.range[1] <= 1 else 0.0,
            )
            for one in tested
        ]
        means = test.asked == "constant baseline"
        title = "Is the baseline constant?" if means else "Is every candidate as likely to win?"
        shown = (
            f"the mean score of {test.samples:,} of them, by number of items. If the"
            " lines differ, the baseline depends on the number of clusters. Each "
            "panel has its own scale."
            if means
            else f"how often it scores best in {test.samples:,} pools of one candidate of each "
            "kind, by number of items. A fair index is near the dashed line."
        )
        described = f"One panel per index, and one line per kind of random candidate: {shown}"
        fair = None if means else 1 / len(test.candidates)
        figure = groups(
            rows, test.candidates, test.items, fair=fair, title=title, description=described
        )
        return figure.noted(note)

    __call__ = averages

    def _said(self, tested: TestedIndex) -> str:
        if math.isnan(tested.p_value):
            return "undefined"
        outcome = "rejected" if tested.rejected(self._result.alpha) else "not rejected"
        p = p_text(tested.p_value)
        return f"{outcome}, {p}"

    def _pictures(self) -> Pictures:
        return {"averages": self.averages}
