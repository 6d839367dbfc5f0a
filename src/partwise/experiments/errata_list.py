"""The paper's mistakes by number and title; docs/errata.md tells each of them at length.

The page of documentation is no part of an installed package; a test holds the two together.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ERRATA", "Erratum", "erratum_of"]


class Erratum(NamedTuple):
    """A mistake: its title, and where it is in the paper."""

    title: str
    where: str


ERRATA: dict[int, Erratum] = {
    1: Erratum("AMI is not monotone", "Table 3, C.4"),
    2: Erratum("Jaccard and Dice are not strictly monotone", "Table 4, C.4"),
    3: Erratum("Theorem 3 does not cover W and S&S", "D.2"),
    4: Erratum("Bias is not invariant under swapping A and B", "Section 4"),
    5: Erratum('SMI has no constant baseline "by construction"', "C.5"),
    6: Erratum("SMI's counterexample", "C.4"),
    7: Erratum("E[NMI] for k_A = k_B = n − 1", "C.5"),
    8: Erratum("E[BCubed]", "C.5"),
    9: Erratum("Wallace's counterexample", "C.4"),
    10: Erratum("FMeasure's counterexample", "C.4"),
    11: Erratum("The bound in the proof for AR", "C.4"),
    12: Erratum("Footnote on Kendall", "Section 2"),
    13: Erratum("Section 3", "Section 3"),
    14: Erratum("Production table, A₂", "Table 9"),
    15: Erratum("Text against tables (Appendix F)", "Appendix F"),
    16: Erratum("Appendix E.3", "E.3"),
    17: Erratum("Appendix D.2, last display", "D.2"),
    18: Erratum("Yule", "Table 5"),
    19: Erratum("Constant baseline is not symmetric", "Section 4.6, D.1"),
    20: Erratum('"The only indices" with a constant baseline', "Section 4.6"),
    21: Erratum("What Appendix C calls trivial tests is not enough", "C"),
    22: Erratum("Minimal agreement of CC and S&S", "Section 4.1"),
    23: Erratum("Amigó's constraints", "Section 4.5"),
    24: Erratum("NMI's denominator", "C.4"),
    25: Erratum("AMI and perfect merges", "C.4"),
    26: Erratum("The argument of C.5", "C.5"),
    27: Erratum("Complexity", "C.2"),
    28: Erratum('"The proofs for all entries"', "Section 4"),
    29: Erratum("The theorem of E.2", "E.2"),
    30: Erratum("The lemma of B.3", "B.3"),
    31: Erratum("The tables of inconsistency", "Section 3, F.2"),
    32: Erratum('"11 out of 16 datasets"', "F.2"),
    33: Erratum("Production table, W", "F.3"),
}

_OF_MARKS = {
    ("ami_geometric", "monotonicity"): 1,
    ("jaccard", "monotonicity"): 2,
    ("dice", "monotonicity"): 2,
}


def erratum_of(key: str, about: str) -> int | None:
    """Return the number of the erratum about a mark of the tables of requirements.

    Examples
    --------
    >>> erratum_of("dice", "monotonicity"), erratum_of("dice", "symmetry")
    (2, None)
    """
    return _OF_MARKS.get((key, about))
