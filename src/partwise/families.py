"""Families of indices with a parameter: each call makes an index."""

from partwise.catalogue import generalised_mean, sampled_fuzzy_rand, tsallis, v_measure_beta

__all__ = ["generalised_mean", "sampled_fuzzy_rand", "tsallis", "v_measure_beta"]
