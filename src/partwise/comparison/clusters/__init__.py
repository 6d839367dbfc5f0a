"""Where a candidate errs: what became of clusters, splits and merges, matching, carry-over."""

from partwise.comparison.clusters.carry_over import carry_over
from partwise.comparison.clusters.fates import Fates, fates
from partwise.comparison.clusters.matching import Matching, match_clusters
from partwise.comparison.clusters.mistakes import Mistakes, mistakes

__all__ = ["Fates", "Matching", "Mistakes", "carry_over", "fates", "match_clusters", "mistakes"]
