"""The experiments, in the order of the paper."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from partwise.errors import InputError
from partwise.paper import (
    baseline_figures,
    biases,
    decision_figure,
    deviation_of_cd,
    equivalences,
    errata,
    figure_1,
    four_triplets,
    inconsistency,
    index_list,
    production,
    real_biases,
    real_inconsistency,
    statistical_tests,
)
from partwise.paper.artifact import Experiment
from partwise.paper.requirements import GENERAL_REQUIREMENTS, PAIR_COUNTING_REQUIREMENTS

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        figure_1.EXPERIMENT,
        GENERAL_REQUIREMENTS,
        PAIR_COUNTING_REQUIREMENTS,
        decision_figure.EXPERIMENT,
        index_list.EXPERIMENT,
        equivalences.EXPERIMENT,
        statistical_tests.EXPERIMENT,
        baseline_figures.EXPERIMENT,
        deviation_of_cd.EXPERIMENT,
        four_triplets.EXPERIMENT,
        inconsistency.EXPERIMENT,
        real_inconsistency.EXPERIMENT,
        biases.EXPERIMENT,
        real_biases.EXPERIMENT,
        production.EXPERIMENT,
        errata.EXPERIMENT,
    )
}


def chosen(names: Iterable[str] | None = None) -> list[Experiment]:
    """Return the experiments of these names, in the order of the paper; all unless told.

    Examples
    --------
    >>> [each.where for each in chosen(["general_requirements"])]
    ['Table 3']
    >>> chosen(["equivalence"])
    Traceback (most recent call last):
    ...
    partwise.errors.InputError: no experiment is called 'equivalence'; did you mean \
equivalences?
    """
    wanted = list(EXPERIMENTS if names is None else names)
    for name in wanted:
        if name not in EXPERIMENTS:
            near = difflib.get_close_matches(name, EXPERIMENTS, cutoff=0.5)
            there = f"did you mean {' or '.join(near)}?" if near else f"there are {_all()}"
            raise InputError(f"no experiment is called {name!r}; {there}")
    return [each for each in EXPERIMENTS.values() if each.name in wanted]


def _all() -> str:
    return ", ".join(EXPERIMENTS)
