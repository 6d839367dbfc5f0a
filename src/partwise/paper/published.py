"""What the paper's authors published: scores of their clusterings, tables, and triplets."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from partwise.ensembles import Rule, Study
from partwise.errors import InputError
from partwise.paper.algorithms import as_method
from partwise.paper.names import index
from partwise.properties import Preference, Triplet

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

PublishedScores = dict[str, dict[str, dict[str, float]]]
"""Dataset → clustering → key of the index → value."""


_COMPARISONS = 520


def read_published(folder: Path | None, *, whole: bool = True) -> PublishedScores:
    """Read the published scores; distances are distances again."""
    path = None if folder is None else folder / FILE
    if path is None or not path.is_file():
        where = "you named no data folder" if path is None else f"{path} does not exist"
        raise InputError(
            f"this experiment needs the scores that the authors published, but {where}; use --data "
            f"to name the folder with {FILE} (lines of dataset, comparison, index and value)"
        )
    scores: PublishedScores = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t"), start=1):
            try:
                dataset, comparison, name, text = row
                key, value = KEYS[name], float(text)
            except (ValueError, KeyError):
                raise InputError(
                    f"{path}, line {number}: expected a dataset, a comparison, one of the 15 "
                    f"indices and a number, separated by tabs, but found {row}"
                ) from None
            sign = -1 if index(key).direction == "distance" else 1
            clusterings = scores.setdefault(dataset, {})
            clusterings.setdefault(as_method(comparison).name, {})[key] = sign * value
    _check_values(scores, path)
    comparisons = sum(len(clusterings) for clusterings in scores.values())
    if whole and comparisons != _COMPARISONS:
        raise InputError(
            f"{path}: the file has {comparisons} of the {_COMPARISONS} published comparisons, but "
            "the paper's tables need all of them"
        )
    return scores


def _check_values(published: PublishedScores, path: Path) -> None:
    for dataset, clusterings in published.items():
        for name, scores in clusterings.items():
            missing = [key for key in KEYS.values() if not math.isfinite(scores.get(key, math.nan))]
            if missing:
                raise InputError(f"{path}: there is no value of {missing[0]} for {dataset}, {name}")


def as_study(
    scores: Mapping[str, Mapping[str, Mapping[str, float]]],
    keys: Iterable[str],
    rule: Rule = "signs",
) -> Study:
    """Return scores as a study of some indices, counted as the paper's tables are."""
    chosen = tuple(keys)
    values = {
        dataset: {name: [scores[key] for key in chosen] for name, scores in clusterings.items()}
        for dataset, clusterings in scores.items()
    }
    return Study(tuple(index(key) for key in chosen), values, rule)


TRIPLETS = 8688
"""Appendix F.2: "We have 8688 such triplets in total"."""

SHORT_INDICES = ("nmi_arithmetic", "vi", "adjusted_rand", "sokal_sneath_1", "correlation")
INCONSISTENCY_INDICES = (
    "nmi_arithmetic", "nmi_max", "vi", "fnmi", "ami_geometric", "rand", "adjusted_rand", "jaccard",
    "wallace_1", "sokal_sneath_1", "correlation", "f_measure", "bcubed",
)  # fmt: skip
"""Columns of both tables of Appendix F.2: NMI, NMImax, VI, FNMI, AMI, R, AR, J, W, S&S, CC, …"""

_SHORT = "40.3 15.7 20.1 18.5 37.6 36.0 37.2 11.7 8.3 3.6"
_FULL = """
5.4 40.3 17.3 9.2 13.4 15.7 35.2 68.4 20.1 18.5 31.7 32.0
41.1 16.5 13.2 12.5 14.1 34.3 68.8 21.1 18.9 30.3 32.4
34.7 41.8 45.2 37.6 17.1 28.8 36.0 37.2 18.1 13.6
23.3 24.0 19.0 29.9 57.0 26.7 23.8 27.5 26.7
21.1 17.3 33.3 61.3 15.1 13.6 35.0 34.4
15.5 35.6 71.5 21.1 20.7 32.5 35.8
23.5 59.4 11.7 8.3 25.3 28.1
35.9 23.1 23.8 10.7 9.7
53.5 54.8 40.7 37.4
3.6 26.2 27.8
27.0 28.8
7.7
"""
SHORT_INCONSISTENCY = dict(zip(combinations(SHORT_INDICES, 2), _SHORT.split(), strict=True))
"""Table "Inconsistency on real-world clustering datasets, %" (Section 3), by two indices."""
INCONSISTENCY = dict(zip(combinations(INCONSISTENCY_INDICES, 2), _FULL.split(), strict=True))
"""Table "Inconsistency of indices on real-world clustering datasets, %" (Appendix F.2)."""

FULLY_INCONSISTENT = (
    "heart-statlog", "iris", "segment", "thy", "arrhythmia", "vehicle", "zoo", "ecoli",
    "balance-scale", "letter", "wine",
)  # fmt: skip
"""Appendix F.2: "all indices are inconsistent using only one dataset. This holds for 11 of 16"."""

BIASES = {
    "kmeans_2": dict(
        zip(
            INCONSISTENCY_INDICES,
            ["2", "1", "9", "4", "2", "0", "4", "6", "10", "3", "3", "7", "7"],
            strict=True,
        )
    ),
    "kmeans_gt_double": dict(
        zip(
            INCONSISTENCY_INDICES,
            ["8", "9", "1", "6", "8", "10", "6", "4", "0", "7", "7", "3", "3"],
            strict=True,
        )
    ),
}
"""Table "Algorithms preferred by different indices" (Appendix F.2): k = 2, and k = 2·ref."""

_CAPTIONS = {
    "NMI": "nmi_arithmetic", "NMImax": "nmi_max", "FNMI": "fnmi", "VI": "vi",
    "AMI": "ami_geometric", "R": "rand", "Rand": "rand", "AR": "adjusted_rand",
    "AdjRand": "adjusted_rand", "J": "jaccard", "Jaccard": "jaccard", "D": "dice", "Dice": "dice",
    "W": "wallace_1", "Wallace": "wallace_1", "S&S": "sokal_sneath_1", "CC": "correlation",
    "CD": "correlation_distance", "FMeasure": "f_measure", "BCubed": "bcubed",
}  # fmt: skip

TRIPLET_INDICES = tuple(dict.fromkeys(_CAPTIONS.values()))
"""The paper's 15 indices."""


@dataclass(frozen=True)
class PublishedTriplet:
    """A triplet with the captions below its two drawings."""

    # reference, left, right: a label for each item, a character each
    reference: str
    left: str
    right: str
    # favour_left, favour_right: the captions, as printed
    favour_left: str
    favour_right: str

    def favours(self) -> dict[str, Preference]:
        """Return which candidate the captions say that each index favours, by its key."""
        sides: tuple[tuple[Preference, str], ...] = (
            ("left", self.favour_left),
            ("right", self.favour_right),
        )
        return {_CAPTIONS[name]: side for side, names in sides for name in names.split(", ")}

    def triplet(self) -> Triplet:
        """Return the triplet with what partwise finds."""
        return Triplet.of(self.reference, self.left, self.right, map(index, TRIPLET_INDICES))


FIGURE_1 = PublishedTriplet(
    "100000", "022022", "120022",
    "FNMI, R, AR, J, D, W, FMeasure, BCubed", "NMI, NMImax, VI, AMI, S&S, CC, CD",
)  # fmt: skip
"""Section "Motivating Experiments"."""

FOUR_TRIPLETS = (
    PublishedTriplet(
        "100000", "022022", "120022",
        "FNMI, Rand, AdjRand, Jaccard, Dice, Wallace, FMeasure, BCubed",
        "NMI, NMImax, VI, AMI, S&S, CC, CD",
    ),
    PublishedTriplet(
        "0114121323", "1300420034", "2404440000",
        "NMI, NMImax, FNMI, Rand, FMeasure, BCubed",
        "VI, AMI, AdjRand, Jaccard, Dice, Wallace, S&S, CC, CD",
    ),
    PublishedTriplet(
        "001222120021", "011222102020", "000001012010",
        "NMImax, Rand, AdjRand, Jaccard, Dice, S&S, CC, CD, FMeasure",
        "NMI, VI, FNMI, AMI, Wallace, BCubed",
    ),
    PublishedTriplet(
        "3203012313023230", "2322320130331310", "2302111210112112",
        "NMI, NMImax, FNMI, AMI, Rand, AdjRand, CC, CD",
        "VI, Jaccard, Dice, Wallace, S&S, FMeasure, BCubed",
    ),
)  # fmt: skip
"""Appendix "Synthetic Experiment"."""
