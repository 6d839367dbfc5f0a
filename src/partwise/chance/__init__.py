"""Random clusterings: what an index says when there is nothing to find."""

from partwise.chance.sampling import SampledSums, SamplingMethod, sample_sums, sample_tables

__all__ = ["SampledSums", "SamplingMethod", "sample_sums", "sample_tables"]
