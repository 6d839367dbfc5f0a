"""Compare graphs with graphs or with clusterings, by pair-counting indices."""

from partwise.scoring import Graph, GraphScores
from partwise.scoring import graph_counts as counts
from partwise.scoring import graph_score as score
from partwise.scoring import graph_scores as scores

__all__ = ["Graph", "GraphScores", "counts", "score", "scores"]
