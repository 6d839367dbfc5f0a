"""Which goals show which property of indices of tables."""

from __future__ import annotations

from collections.abc import Mapping

from . import table_baselines, table_goals, table_metrics, table_pairs
from .claims import Goal

_GOALS: dict[str, tuple[Goal, ...]] = {
    "maximal_agreement": (table_goals.maximal_agreement,),
    "symmetry": (table_goals.symmetry,),
    "distance": (
        table_metrics.distance_from_largest_sums,
        table_metrics.distance_from_larger_entropy,
        table_metrics.distance_from_information,
        table_pairs.distance_from_disagreements,
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


def goals_of_tables(of_pairs: Mapping[str, tuple[Goal, ...]]) -> dict[str, tuple[Goal, ...]]:
    """Return the goals of tables; those of pair counts serve for formulas that see no more."""
    return {
        about: (*goals, *map(table_pairs.of_pairs, of_pairs.get(about, ())))
        for about, goals in _GOALS.items()
    }
