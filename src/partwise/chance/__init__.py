"""Random clusterings: what an index says when there is nothing to find."""

from partwise.chance.random_scores import RandomScores, random_scores
from partwise.chance.sampling import SampledSums, SamplingMethod, Seed, sample_sums, sample_tables

__all__ = [
    "RandomScores",
    "SampledSums",
    "SamplingMethod",
    "Seed",
    "random_scores",
    "sample_sums",
    "sample_tables",
]
