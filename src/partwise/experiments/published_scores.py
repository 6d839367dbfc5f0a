"""The scores that the paper's authors published: datasets × clusterings × 15 indices."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from partwise.comparison.disagreement import Rule
from partwise.errors import InputError
from partwise.experiments.algorithms import as_method
from partwise.registry import index
from partwise.studies import Study

__all__ = ["FILE", "KEYS", "Published", "as_study", "read_published"]

FILE = "paper-scores.tsv"

KEYS = {
    "AvgNMI": "nmi_arithmetic",
    "MaxNMI": "nmi_max",
    "VariationOfInformation": "vi",
    "FairNMI": "fnmi",
    "AdjustedMutualInformation": "ami_geometric",
    "RandIndex": "rand",
    "AdjustedRandIndex": "adjusted_rand",
    "JaccardIndex": "jaccard",
    "DiceIndex": "dice",
    "WallaceIndex": "wallace_1",
    "SokalAndSneath1": "sokal_sneath_1",
    "PearsonCoefficient": "correlation",
    "CorrelationDistance": "correlation_distance",
    "FMeasure": "f_measure",
    "BCubed": "bcubed",
}
"""The key of each index in the published file."""

Published = dict[str, dict[str, dict[str, float]]]
"""Dataset → clustering → key of the index → value."""


_COMPARISONS = 520


def read_published(folder: Path | None, *, whole: bool = True) -> Published:
    """Read the published scores; distances are distances again.

    Parameters
    ----------
    folder : Path or None
        Where the file is; None gives an error that says what to do.
    whole : bool
        Whether all comparisons have to be there.

    Returns
    -------
    dict dataset → clustering → key → value
        Names of clusterings without the prefix ``gt_vs_``.
    """
    path = None if folder is None else folder / FILE
    if path is None or not path.is_file():
        where = "no data folder is given" if path is None else f"{path} is not there"
        raise InputError(
            f"the scores that the authors published are needed, and {where}: name the folder that "
            f"has {FILE} (a line for each dataset, comparison, index and value) with --data"
        )
    found: Published = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t"), start=1):
            try:
                dataset, comparison, name, text = row
                key, value = KEYS[name], float(text)
            except (ValueError, KeyError):
                raise InputError(
                    f"{path}, line {number}: expected a dataset, a comparison, one of the 15 "
                    f"indices and a number, separated by tabs, and found {row}"
                ) from None
            sign = -1 if index(key).direction == "distance" else 1
            clusterings = found.setdefault(dataset, {})
            clusterings.setdefault(as_method(comparison).name, {})[key] = sign * value
    _check_values(found, path)
    comparisons = sum(len(clusterings) for clusterings in found.values())
    if whole and comparisons != _COMPARISONS:
        raise InputError(
            f"{path}: there are {comparisons} of the {_COMPARISONS} comparisons that the authors "
            "published; the paper's tables need all of them"
        )
    return found


def _check_values(found: Published, path: Path) -> None:
    for dataset, clusterings in found.items():
        for name, scores in clusterings.items():
            missing = [key for key in KEYS.values() if not math.isfinite(scores.get(key, math.nan))]
            if missing:
                raise InputError(f"{path}: {dataset}, {name} has no value of {missing[0]}")


def as_study(
    scores: Mapping[str, Mapping[str, Mapping[str, float]]],
    keys: Iterable[str],
    rule: Rule = "signs",
) -> Study:
    """Return scores as a study of some indices, counted as the paper's tables are."""
    chosen = tuple(keys)
    values = {
        dataset: {name: [each[key] for key in chosen] for name, each in clusterings.items()}
        for dataset, clusterings in scores.items()
    }
    return Study(tuple(index(key) for key in chosen), values, rule)
