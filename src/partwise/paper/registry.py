"""The experiments, in the order of the paper."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from partwise.base import InputError
from partwise.paper import (
    baseline_figures,
    biases,
    decision_figure,
    deviation_of_cd,
    equivalences,
    errata,
    figure_1,
    four_triplets,
    general_requirements,
    inconsistency,
    index_list,
    pair_counting_requirements,
    production,
    real_biases,
    real_inconsistency,
    statistical_tests,
)
from partwise.paper.artifact import Experiment

EXPERIMENTS: dict[str, Experiment] = {
    module.EXPERIMENT.name: module.EXPERIMENT
    for module in (
        figure_1,
        general_requirements,
        pair_counting_requirements,
        decision_figure,
        index_list,
        equivalences,
        statistical_tests,
        baseline_figures,
        deviation_of_cd,
        four_triplets,
        inconsistency,
        real_inconsistency,
        biases,
        real_biases,
        production,
        errata,
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
