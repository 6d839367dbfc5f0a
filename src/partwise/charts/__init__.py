"""Figures from plain data: no chart knows what computed its numbers.

Specifications in Vega-Lite, their theme, rendering to SVG and PNG, and the HTML around them.
"""

from partwise.charts.bias_curve_chart import Curve, CurvePoint, bias_curves
from partwise.charts.bias_surface_chart import Surface, bias_surfaces
from partwise.charts.cost_chart import Cost, costs
from partwise.charts.decision_chart import Choice, decision_tree
from partwise.charts.dendrogram_chart import dendrogram
from partwise.charts.figure import Figure, Spec, layer, layered, paint, pixels, words
from partwise.charts.flow_chart import Cluster, flows
from partwise.charts.matrix_charts import Disagreement, disagreement, heat_map, preferences
from partwise.charts.point_chart import points
from partwise.charts.rank_chart import Rank, ranks
from partwise.charts.render import Inline, inline, save
from partwise.charts.score_chart import Baseline, Score, baselines, scores
from partwise.charts.size_chart import Sizes, sizes
from partwise.charts.stability_chart import Point, stability_curve
from partwise.charts.theme import SERIES, colour, css
from partwise.charts.wording import clean, plural, printable, shorten_all, text_width

__all__ = [
    "SERIES",
    "Baseline",
    "Choice",
    "Cluster",
    "Cost",
    "Curve",
    "CurvePoint",
    "Disagreement",
    "Figure",
    "Inline",
    "Point",
    "Rank",
    "Score",
    "Sizes",
    "Spec",
    "Surface",
    "baselines",
    "bias_curves",
    "bias_surfaces",
    "clean",
    "colour",
    "costs",
    "css",
    "decision_tree",
    "dendrogram",
    "disagreement",
    "flows",
    "heat_map",
    "inline",
    "layer",
    "layered",
    "paint",
    "pixels",
    "plural",
    "points",
    "preferences",
    "printable",
    "ranks",
    "save",
    "scores",
    "shorten_all",
    "sizes",
    "stability_curve",
    "text_width",
    "words",
]
