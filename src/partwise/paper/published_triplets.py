"""The triplets of the paper's synthetic experiment, as its authors published them."""

from __future__ import annotations

from dataclasses import dataclass

from partwise.catalogue import index
from partwise.properties import Preference, Triplet

_KEYS = {
    "NMI": "nmi_arithmetic", "NMImax": "nmi_max", "FNMI": "fnmi", "VI": "vi",
    "AMI": "ami_geometric", "R": "rand", "Rand": "rand", "AR": "adjusted_rand",
    "AdjRand": "adjusted_rand", "J": "jaccard", "Jaccard": "jaccard", "D": "dice", "Dice": "dice",
    "W": "wallace_1", "Wallace": "wallace_1", "S&S": "sokal_sneath_1", "CC": "correlation",
    "CD": "correlation_distance", "FMeasure": "f_measure", "BCubed": "bcubed",
}  # fmt: skip

INDICES = tuple(dict.fromkeys(_KEYS.values()))
"""The paper's 15 indices."""


@dataclass(frozen=True)
class Published:
    """A triplet with the captions below its two drawings.

    Parameters
    ----------
    reference, left, right : str
        A label for each item, a character each.
    favour_left, favour_right : str
        The captions, as printed.
    """

    reference: str
    left: str
    right: str
    favour_left: str
    favour_right: str

    def favours(self) -> dict[str, Preference]:
        """Return which candidate the captions say that each index favours, by its key."""
        sides: tuple[tuple[Preference, str], ...] = (
            ("left", self.favour_left),
            ("right", self.favour_right),
        )
        return {_KEYS[name]: side for side, names in sides for name in names.split(", ")}

    def triplet(self) -> Triplet:
        """Return the triplet with what partwise finds."""
        return Triplet.of(self.reference, self.left, self.right, map(index, INDICES))


FIGURE_1 = Published(
    "100000", "022022", "120022",
    "FNMI, R, AR, J, D, W, FMeasure, BCubed", "NMI, NMImax, VI, AMI, S&S, CC, CD",
)  # fmt: skip
"""Section "Motivating Experiments"."""

FOUR_TRIPLETS = (
    Published(
        "100000", "022022", "120022",
        "FNMI, Rand, AdjRand, Jaccard, Dice, Wallace, FMeasure, BCubed",
        "NMI, NMImax, VI, AMI, S&S, CC, CD",
    ),
    Published(
        "0114121323", "1300420034", "2404440000",
        "NMI, NMImax, FNMI, Rand, FMeasure, BCubed",
        "VI, AMI, AdjRand, Jaccard, Dice, Wallace, S&S, CC, CD",
    ),
    Published(
        "001222120021", "011222102020", "000001012010",
        "NMImax, Rand, AdjRand, Jaccard, Dice, S&S, CC, CD, FMeasure",
        "NMI, VI, FNMI, AMI, Wallace, BCubed",
    ),
    Published(
        "3203012313023230", "2322320130331310", "2302111210112112",
        "NMI, NMImax, FNMI, AMI, Rand, AdjRand, CC, CD",
        "VI, Jaccard, Dice, Wallace, S&S, FMeasure, BCubed",
    ),
)  # fmt: skip
"""Appendix "Synthetic Experiment"."""
