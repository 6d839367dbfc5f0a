"""Candidates against a reference: the best one, confidence intervals, and where the errors are.

The comparison and its answer, disagreement between indices explained, uncertainty of scores
(`uncertainty/`), and single clusters, splits and merges (`errors/`).
"""

from partwise.comparison.answer import Answer, Estimates
from partwise.comparison.beyond_comparison import BeyondComparison
from partwise.comparison.choosing import Sample, choose
from partwise.comparison.comparing import compare
from partwise.comparison.comparison import Comparison
from partwise.comparison.disagreement import Disagreement, Rule, agreeing_order
from partwise.comparison.errors.cluster_outcomes import ClusterOutcomes, fates
from partwise.comparison.errors.costs import Mistake, Mistakes, mistakes
from partwise.comparison.errors.matching import Matching, carry_over, match_clusters
from partwise.comparison.estimating import SampleEstimates, estimate
from partwise.comparison.estimating_pairs import PairEstimates
from partwise.comparison.label_plan import LabelPlan
from partwise.comparison.ranking import ranks
from partwise.comparison.uncertainty.api import Sampling, difference, estimates_of
from partwise.comparison.uncertainty.estimates import Difference, Estimate

__all__ = [
    "Answer",
    "BeyondComparison",
    "ClusterOutcomes",
    "Comparison",
    "Difference",
    "Disagreement",
    "Estimate",
    "Estimates",
    "LabelPlan",
    "Matching",
    "Mistake",
    "Mistakes",
    "PairEstimates",
    "Rule",
    "Sample",
    "SampleEstimates",
    "Sampling",
    "agreeing_order",
    "carry_over",
    "choose",
    "compare",
    "difference",
    "estimate",
    "estimates_of",
    "fates",
    "match_clusters",
    "mistakes",
    "ranks",
]


def __dir__() -> list[str]:
    return sorted(__all__)
