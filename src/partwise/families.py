"""Indices with a parameter: call a function with your parameter to get the index."""

from partwise.catalogue import generalised_mean, sampled_fuzzy_rand, tsallis, v_measure_beta

__all__ = ["generalised_mean", "sampled_fuzzy_rand", "tsallis", "v_measure_beta"]
