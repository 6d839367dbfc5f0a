"""Confidence intervals and p-values of scores that come from a sample."""
