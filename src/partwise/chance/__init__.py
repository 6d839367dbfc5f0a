"""Random clusterings: what an index says when there is nothing to find."""

from partwise.chance.baseline_tests import (
    BaselineTest,
    constant_baseline_test,
    selection_bias_test,
)
from partwise.chance.bias_curves import (
    BiasCurve,
    bias_curve,
    equal_clusters_curve,
    one_large_cluster_curve,
)
from partwise.chance.random_scores import RandomScores, random_scores
from partwise.chance.sampling import SampledSums, SamplingMethod, Seed, sample_sums, sample_tables
from partwise.chance.size_rules import Power, SizeRule, balanced_sizes

__all__ = [
    "BaselineTest",
    "BiasCurve",
    "Power",
    "RandomScores",
    "SampledSums",
    "SamplingMethod",
    "Seed",
    "SizeRule",
    "balanced_sizes",
    "bias_curve",
    "constant_baseline_test",
    "equal_clusters_curve",
    "one_large_cluster_curve",
    "random_scores",
    "sample_sums",
    "sample_tables",
    "selection_bias_test",
]
