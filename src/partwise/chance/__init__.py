"""Random clusterings: what an index says when there is nothing to find."""

from partwise.chance.adjust import adjust
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
from partwise.chance.bias_surfaces import BiasSurface, bias_surface
from partwise.chance.correlation_deviation import CorrelationDeviation, correlation_deviation
from partwise.chance.expected import Expected, expected, expected_of_sizes
from partwise.chance.models import (
    Model,
    all_clusterings,
    balanced_sizes,
    element_symmetric,
    fixed_number,
    fixed_sizes,
    power_law,
)
from partwise.chance.moments import linear_in_n11, n11_moments
from partwise.chance.random_scores import RandomScores, random_scores
from partwise.chance.sampling import SampledSums, SamplingMethod, Seed, sample_sums, sample_tables
from partwise.chance.significance import Significance, significance
from partwise.chance.size_rules import Power, SizeRule

__all__ = [
    "BaselineTest",
    "BiasCurve",
    "BiasSurface",
    "CorrelationDeviation",
    "Expected",
    "Model",
    "Power",
    "RandomScores",
    "SampledSums",
    "SamplingMethod",
    "Seed",
    "Significance",
    "SizeRule",
    "adjust",
    "all_clusterings",
    "balanced_sizes",
    "bias_curve",
    "bias_surface",
    "constant_baseline_test",
    "correlation_deviation",
    "element_symmetric",
    "equal_clusters_curve",
    "expected",
    "expected_of_sizes",
    "fixed_number",
    "fixed_sizes",
    "linear_in_n11",
    "n11_moments",
    "one_large_cluster_curve",
    "power_law",
    "random_scores",
    "sample_sums",
    "sample_tables",
    "selection_bias_test",
    "significance",
]
