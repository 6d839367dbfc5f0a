"""The experiments, in the order of the paper."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from partwise.errors import InputError
from partwise.paper import (
    decision_figure,
    deviation_of_cd,
    errata,
    inconsistency,
    production,
    real_inconsistency,
)
from partwise.paper.artifact import Experiment
from partwise.paper.baselines import BASELINE_FIGURES, STATISTICAL_TESTS
from partwise.paper.biases import OWN_BIASES, PUBLISHED_BIASES
from partwise.paper.index_list import EQUIVALENCES, INDEX_LIST
from partwise.paper.requirements import GENERAL_REQUIREMENTS, PAIR_COUNTING_REQUIREMENTS
from partwise.paper.triplets import FIGURE_1_EXPERIMENT, FOUR_TRIPLETS_EXPERIMENT

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        FIGURE_1_EXPERIMENT,
        GENERAL_REQUIREMENTS,
        PAIR_COUNTING_REQUIREMENTS,
        decision_figure.EXPERIMENT,
        INDEX_LIST,
        EQUIVALENCES,
        STATISTICAL_TESTS,
        BASELINE_FIGURES,
        deviation_of_cd.EXPERIMENT,
        FOUR_TRIPLETS_EXPERIMENT,
        inconsistency.EXPERIMENT,
        real_inconsistency.EXPERIMENT,
        PUBLISHED_BIASES,
        OWN_BIASES,
        production.EXPERIMENT,
        errata.EXPERIMENT,
    )
}


def chosen(names: Iterable[str] | None = None) -> list[Experiment]:
    """Return the experiments of these names, in the order of the paper; all by default.

    Examples
    --------
    >>> [each.where for each in chosen(["general_requirements"])]
    ['Table 3']
    >>> chosen(["equivalence"])
    Traceback (most recent call last):
    ...
    partwise.errors.InputError: there is no experiment 'equivalence'; did you mean \
equivalences?
    """
    wanted = list(EXPERIMENTS if names is None else names)
    for name in wanted:
        if name not in EXPERIMENTS:
            near = difflib.get_close_matches(name, EXPERIMENTS, cutoff=0.5)
            there = f"did you mean {' or '.join(near)}?" if near else f"choose from {_all()}"
            raise InputError(f"there is no experiment {name!r}; {there}")
    return [experiment for experiment in EXPERIMENTS.values() if experiment.name in wanted]


def _all() -> str:
    return ", ".join(EXPERIMENTS)
