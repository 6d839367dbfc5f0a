"""Random clusterings: what an index says when there is nothing to find."""

from partwise.chance.baseline_tests import (
    BaselineTest,
    constant_baseline_test,
    selection_bias_test,
)
from partwise.chance.random_scores import RandomScores, random_scores
from partwise.chance.sampling import SampledSums, SamplingMethod, Seed, sample_sums, sample_tables
from partwise.chance.size_rules import Power, SizeRule, balanced_sizes

__all__ = [
    "BaselineTest",
    "Power",
    "RandomScores",
    "SampledSums",
    "SamplingMethod",
    "Seed",
    "SizeRule",
    "balanced_sizes",
    "constant_baseline_test",
    "random_scores",
    "sample_sums",
    "sample_tables",
    "selection_bias_test",
]
