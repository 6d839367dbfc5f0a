"""A hierarchy beside a flat reference: the cluster of each leaf, and the best of all cuts."""

from __future__ import annotations

from typing import Any

import numpy as np

from partwise.base import InputError
from partwise.clusterings import Codes, Policies
from partwise.ensembles.sweeps.best_threshold import BestThreshold
from partwise.ensembles.sweeps.families import MergeFamily
from partwise.ensembles.sweeps.family_reading import read_family
from partwise.ensembles.sweeps.sweeping import sweep
from partwise.scoring import Which


def codes_of_leaves(reference: object, hierarchy: Any, policies: Policies) -> Codes:
    """Return the cluster of each leaf in the reference; −1 where it has none."""
    family = read_family(_needed(reference), hierarchy, policies)
    if not isinstance(family, MergeFamily) or family.rows is None:
        raise TypeError("a hierarchy is read as merges")
    return family.rows.astype(np.int64)


def best_of_cuts(
    reference: object, hierarchy: Any, index: Which, policies: Policies
) -> BestThreshold:
    """Return the best cut by an index, with its interval where that is quick."""
    noise, noise_label, missing = policies.noise, policies.noise_label, policies.missing
    swept = sweep(
        _needed(reference),
        hierarchy,
        index,
        noise=noise,
        noise_label=noise_label,
        missing=missing,
    )
    best = swept.best_by_index.get(swept.indices[0].key)
    return swept.best() if best is None else best  # the first says why there is none


def _needed(reference: object) -> object:
    if reference is None:
        raise InputError("the reference is None", remedy="pass a reference clustering")
    return reference
