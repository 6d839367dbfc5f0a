"""Graphs compared with graphs and with clusterings, by the pair-counting indices."""

from partwise.graphs.graph import Graph
from partwise.graphs.pair_counts import graph_counts
from partwise.graphs.scoring import GraphScores, graph_score, graph_scores

__all__ = ["Graph", "GraphScores", "graph_counts", "graph_score", "graph_scores"]
