"""The paper's two tables of its production experiment, as they are printed."""

from __future__ import annotations

__all__ = ["BOLD", "MAIN", "MAIN_BOLD", "PARTITIONS", "SCORES"]

PARTITIONS = ("A_prod", "A1", "A2")

_SCORES = """
nmi_arithmetic 0.9326 0.9479 0.9482
nmi_max 0.8928 0.9457 0.9298
fnmi 0.7551 0.9304 0.8722
ami_geometric 0.6710 0.7815 0.7533
vi -0.6996 -0.5662 -0.5503
f_measure 0.8675 0.8782 0.8852
bcubed 0.8302 0.8431 0.8543
rand 0.9827 0.9915 0.9901
adjusted_rand 0.4911 0.5999 0.6213
jaccard 0.3320 0.4329 0.4556
wallace_1 0.8323 0.6287 0.8010
dice 0.4985 0.6042 0.6260
sokal_sneath_1 0.7926 0.8004 0.8262
correlation 0.5376 0.6004 0.6371
correlation_distance -0.3193 -0.2950 -0.2802
"""
SCORES = {
    key: dict(zip(PARTITIONS, values, strict=True))
    for key, *values in map(str.split, _SCORES.strip().splitlines())
}
"""Table "Similarity of candidate partitions to the reference one" (Appendix F.3): the signs of
distances are flipped there, so that larger is better."""

BOLD = {
    "nmi_max": ("A1", "A2"),
    "fnmi": ("A1", "A2"),
    "ami_geometric": ("A1", "A2"),
    "rand": ("A1", "A2"),
    "wallace_1": ("A_prod", "A1"),
}
"""What the same table has in bold: "the inconsistently ranked pairs of partitions"."""

_MAIN = """
nmi_arithmetic 0.9479 0.9482 A2
fnmi 0.9304 0.8722 A1
ami_geometric 0.7815 0.7533 A1
vi 0.5662 0.5503 A2
rand 0.9915 0.9901 A1
adjusted_rand 0.5999 0.6213 A2
jaccard 0.4329 0.4556 A2
sokal_sneath_1 0.8004 0.8262 A2
correlation 0.6004 0.6371 A2
"""
_LINES = [line.split() for line in _MAIN.strip().splitlines()]
MAIN = {key: {"A1": first, "A2": second} for key, first, second, _ in _LINES}
"""Table "Comparing algorithms according to different indices" (Section 3)."""
MAIN_BOLD = {key: bold for key, *_, bold in _LINES}
"""What the same table has in bold."""
