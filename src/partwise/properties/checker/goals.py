"""Which goals show which property, for formulas over pair counts and over tables."""

from __future__ import annotations

from . import (
    agreement,
    baselines,
    metrics,
    monotonicity,
    table_baselines,
    table_goals,
    table_metrics,
)
from .claims import Goal
from .table_pairs import of_pairs

_OF_PAIRS: dict[str, tuple[Goal, ...]] = {
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
}
_OF_TABLES: dict[str, tuple[Goal, ...]] = {
    "maximal_agreement": (table_goals.maximal_agreement,),
    "symmetry": (table_goals.symmetry,),
    "distance": (
        table_metrics.distance_from_largest_sums,
        table_metrics.distance_from_larger_entropy,
        table_metrics.distance_from_information,
    ),
    "monotonicity": (table_goals.monotonicity,),
    "weak_monotonicity": (table_goals.weak_monotonicity,),
    "meila_monotonicity": (table_goals.meila_monotonicity,),
    "homogeneity": (table_goals.homogeneity,),
    "completeness": (table_goals.completeness,),
    "rag_bag": (table_goals.rag_bag,),
    "size_against_quantity": (table_goals.size_against_quantity,),
    "scale_invariance": (table_goals.scale_invariance,),
    "constant_baseline": (
        table_baselines.baseline_of_information,
        table_baselines.baseline_of_pairs,
    ),
}
GOALS: dict[str, dict[str, tuple[Goal, ...]]] = {
    "pairs": _OF_PAIRS,
    "table": {
        about: (*goals, *map(of_pairs, _OF_PAIRS.get(about, ())))
        for about, goals in _OF_TABLES.items()
    },
}
