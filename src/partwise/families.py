"""Families of indices with a parameter: each call makes an index."""

from partwise.catalogue import generalised_mean, tsallis, v_measure_beta

__all__ = ["generalised_mean", "tsallis", "v_measure_beta"]
