"""The paper's printed tables of its experiments with real data, as they are printed."""

from __future__ import annotations

from itertools import combinations

from partwise.studies.collect import DEFAULT_INDICES

__all__ = [
    "BIASES",
    "FULLY_INCONSISTENT",
    "INCONSISTENCY",
    "INCONSISTENCY_INDICES",
    "SHORT_INCONSISTENCY",
    "SHORT_INDICES",
    "TRIPLETS",
]

TRIPLETS = 8688
"""Appendix F.2: "We have 8688 such triplets in total"."""

SHORT_INDICES = ("nmi_arithmetic", "vi", "adjusted_rand", "sokal_sneath_1", "correlation")
INCONSISTENCY_INDICES = DEFAULT_INDICES
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
