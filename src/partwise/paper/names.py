"""The indices under the paper's abbreviations."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import partwise as pw

_ABBREVIATIONS = {
    "adjusted_rand": "AR", "ami_geometric": "AMI", "dice": "D", "wallace_1": "W",
    "wallace_2": "Wallace2",
}  # fmt: skip


@cache
def index(key: str) -> pw.Index:
    """Return an index by its key, abbreviated as in the paper, whose AMI is the geometric one.

    Examples
    --------
    >>> index("ami_geometric").short, pw.index("AMI").key
    ('AMI', 'ami_arithmetic')
    """
    ours = pw.index(key)
    return replace(ours, aka=(_ABBREVIATIONS.get(ours.key, ours.short),))
