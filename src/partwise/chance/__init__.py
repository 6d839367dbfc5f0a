"""Random clusterings: expected scores, p-values, adjustment for chance, and baselines of indices.

Start with :func:`expected` for the expected score of a random clustering, with :func:`significance`
for a p-value, and with :func:`constant_baseline_test` for a test of an index. A model, such as
:func:`fixed_sizes`, says which random clusterings are meant.
"""

from partwise.chance.adjustment import adjust
from partwise.chance.baseline_tests import (
    PAPER_ITEMS,
    BaselineTest,
    constant_baseline_test,
    selection_bias_test,
)
from partwise.chance.better_than_chance import p_values_against_chance
from partwise.chance.bias_curves import (
    PAPER_REFERENCE_SIZES,
    BiasCurve,
    BiasPoint,
    bias_curve,
    equal_clusters_curve,
    one_large_cluster_curve,
)
from partwise.chance.bias_surfaces import BiasSurface, bias_surface
from partwise.chance.closed_means import is_of_entropies, mean_in_closed_form
from partwise.chance.deviation_of_cd import CorrelationDeviation, correlation_deviation
from partwise.chance.expectation import Expected, expected, expected_of_sizes
from partwise.chance.lines import linear_in_n11
from partwise.chance.models import (
    Model,
    all_clusterings,
    element_symmetric,
    fixed_number,
    fixed_sizes,
    power_law,
)
from partwise.chance.p_values import Significance, significance
from partwise.chance.random_candidates import (
    RandomScores,
    memory_of_random_candidates,
    random_scores,
    samples_worthwhile,
    scores_of_chance,
)
from partwise.chance.sampling import (
    SampledSums,
    Seed,
    sample_sums,
    sample_tables,
)
from partwise.chance.size_laws import Power, SizeRule, balanced_sizes

__all__ = [
    "PAPER_ITEMS",
    "PAPER_REFERENCE_SIZES",
    "BaselineTest",
    "BiasCurve",
    "BiasPoint",
    "BiasSurface",
    "CorrelationDeviation",
    "Expected",
    "Model",
    "Power",
    "RandomScores",
    "SampledSums",
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
    "is_of_entropies",
    "linear_in_n11",
    "mean_in_closed_form",
    "memory_of_random_candidates",
    "one_large_cluster_curve",
    "p_values_against_chance",
    "power_law",
    "random_scores",
    "sample_sums",
    "sample_tables",
    "samples_worthwhile",
    "scores_of_chance",
    "selection_bias_test",
    "significance",
]


def __dir__() -> list[str]:
    return sorted(__all__)
