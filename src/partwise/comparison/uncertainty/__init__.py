"""How sure scores are that come from a sample."""

from partwise.comparison.uncertainty.entry import Sampling, difference, estimate
from partwise.comparison.uncertainty.estimates import Difference, Estimate

__all__ = ["Difference", "Estimate", "Sampling", "difference", "estimate"]
