"""Candidates against a reference: who is best, by which index, how sure, and where they err."""

from partwise.comparison.clusters.carry_over import carry_over
from partwise.comparison.clusters.fates import fates
from partwise.comparison.clusters.matching import match_clusters
from partwise.comparison.clusters.mistakes import mistakes
from partwise.comparison.compare import compare
from partwise.comparison.comparison import Comparison
from partwise.comparison.uncertainty import difference, estimate
from partwise.comparison.whole import WholeEstimates, estimate_whole

__all__ = [
    "Comparison",
    "WholeEstimates",
    "carry_over",
    "compare",
    "difference",
    "estimate",
    "estimate_whole",
    "fates",
    "match_clusters",
    "mistakes",
]
