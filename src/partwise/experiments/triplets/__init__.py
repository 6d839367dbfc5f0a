"""Triplets of clusterings on which indices disagree: a reference and two candidates."""

from partwise.experiments.triplets.example import Opinion, Triplet
from partwise.experiments.triplets.result import Inseparable, Step, Triplets
from partwise.experiments.triplets.search import triplets

__all__ = ["Inseparable", "Opinion", "Step", "Triplet", "Triplets", "triplets"]
