"""How sure scores are that come from a sample."""

from partwise.comparison.uncertainty.entry import Sampling, difference, difference_of, estimate
from partwise.comparison.uncertainty.estimates import Difference, Estimate
from partwise.comparison.uncertainty.partial_truth import (
    Design,
    PartialTruth,
    difference_whole,
    estimate_whole,
)

__all__ = [
    "Design",
    "Difference",
    "Estimate",
    "PartialTruth",
    "Sampling",
    "difference",
    "difference_of",
    "difference_whole",
    "estimate",
    "estimate_whole",
]
