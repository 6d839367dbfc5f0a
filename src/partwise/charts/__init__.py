"""Draw figures from plain data, independently of what computed the numbers.

Specifications in Vega-Lite, their theme, rendering to SVG, PNG and HTML, and `Plots`, of which the
``.plot`` of every result is made.
"""

from partwise.charts.alluvial_chart import Stage, Stream, alluvial
from partwise.charts.bias_curve_chart import Curve, CurvePoint, bias_curves
from partwise.charts.bias_surface_chart import Surface, bias_surfaces
from partwise.charts.consistency_chart import consistency
from partwise.charts.cost_chart import Cost, costs
from partwise.charts.cut_curve_chart import CutPoint, cut_curve
from partwise.charts.decision_chart import Choice, decision_tree
from partwise.charts.dendrogram_chart import dendrogram
from partwise.charts.figure import Figure, Spec, layer, layered, paint, pixels, words
from partwise.charts.flow_chart import Cluster, flows
from partwise.charts.group_chart import Groups, groups
from partwise.charts.interval_chart import Interval, intervals
from partwise.charts.matrix_charts import Disagreement, disagreement, heat_map, preferences
from partwise.charts.planning_chart import Planned, planning_curve
from partwise.charts.plots import Pictures, Plots, cut, file_names, save_all
from partwise.charts.point_chart import points
from partwise.charts.precision_recall_chart import precision_recall_curve
from partwise.charts.rank_chart import Rank, ranks
from partwise.charts.recovery_chart import Recovery, recoveries
from partwise.charts.render import Inline, adaptive_svg, inline, save
from partwise.charts.score_chart import Baseline, Score, baselines, scores
from partwise.charts.size_chart import Sizes, sizes
from partwise.charts.stability_chart import Point, stability_curve
from partwise.charts.sweep_axis import SweepAxis
from partwise.charts.sweep_chart import SweepLine, sweep_curves, sweep_sizes
from partwise.charts.sweep_panels import Shading
from partwise.charts.tanglegram_chart import Branching, dendrogram_of_items, tanglegram
from partwise.charts.theme import SERIES, colour, css
from partwise.charts.together_chart import together
from partwise.charts.tree_chart import TreeCluster, TreeFlow, cluster_tree
from partwise.charts.verdict_chart import Judgement, verdicts
from partwise.charts.wording import clean, plural, printable, shorten_all, text_width

__all__ = [
    "SERIES",
    "Baseline",
    "Branching",
    "Choice",
    "Cluster",
    "Cost",
    "Curve",
    "CurvePoint",
    "CutPoint",
    "Disagreement",
    "Figure",
    "Groups",
    "Inline",
    "Interval",
    "Judgement",
    "Pictures",
    "Planned",
    "Plots",
    "Point",
    "Rank",
    "Recovery",
    "Score",
    "Shading",
    "Sizes",
    "Spec",
    "Stage",
    "Stream",
    "Surface",
    "SweepAxis",
    "SweepLine",
    "TreeCluster",
    "TreeFlow",
    "adaptive_svg",
    "alluvial",
    "baselines",
    "bias_curves",
    "bias_surfaces",
    "clean",
    "cluster_tree",
    "colour",
    "consistency",
    "costs",
    "css",
    "cut",
    "cut_curve",
    "decision_tree",
    "dendrogram",
    "dendrogram_of_items",
    "disagreement",
    "file_names",
    "flows",
    "groups",
    "heat_map",
    "inline",
    "intervals",
    "layer",
    "layered",
    "paint",
    "pixels",
    "planning_curve",
    "plural",
    "points",
    "precision_recall_curve",
    "preferences",
    "printable",
    "ranks",
    "recoveries",
    "save",
    "save_all",
    "scores",
    "shorten_all",
    "sizes",
    "stability_curve",
    "sweep_curves",
    "sweep_sizes",
    "tanglegram",
    "text_width",
    "together",
    "verdicts",
    "words",
]
