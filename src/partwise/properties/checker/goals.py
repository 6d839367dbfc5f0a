"""Which goals show which property, for formulas over pair counts and over tables."""

from __future__ import annotations

from . import agreement, baselines, metrics, monotonicity
from .claims import Goal
from .table_list import goals_of_tables

GOALS: dict[str, dict[str, tuple[Goal, ...]]] = {
    "pairs": {
        "maximal_agreement": (agreement.maximal_agreement,),
        "minimal_agreement": (agreement.minimal_agreement,),
        "symmetry": (agreement.symmetry,),
        "distance": (
            metrics.distance_on_the_sphere,
            metrics.distance_by_patterns,
            metrics.distance_by_concavity,
        ),
        "monotonicity": (monotonicity.monotonicity,),
        "strong_monotonicity": (monotonicity.strong_monotonicity,),
        "weak_monotonicity": (monotonicity.weak_monotonicity,),
        "meila_monotonicity": (
            monotonicity.meila_monotonicity,
            monotonicity.meila_monotonicity_at_once,
        ),
        "homogeneity": (monotonicity.homogeneity,),
        "completeness": (monotonicity.completeness,),
        "constant_baseline": (baselines.constant_baseline,),
        "asymptotic_constant_baseline": (baselines.asymptotic_constant_baseline,),
        "bias": (baselines.bias,),
    },
    "table": {},
}
GOALS["table"] |= goals_of_tables(GOALS["pairs"])
