"""Scores of plain labels in one call of a kernel, without a table."""

from __future__ import annotations

import math

from partwise.clusterings import AS_THEY_ARE, Policies, with_numbers
from partwise.kernels import Program, score_labels

_MOST = 2**16  # items that are scored in one call


def score_of(
    reference: object, candidate: object, policies: Policies, program: Program | None
) -> float:
    """Score arrays of integers or text, or lists of integers, in kernels; NaN if they cannot.

    Examples
    --------
    >>> import partwise as pw
    >>> score_of([0, 0, 1], [0, 1, 1], AS_THEY_ARE, pw.index("rand").program)
    0.3333333333333333
    """
    if policies is not AS_THEY_ARE or program is None:
        return math.nan
    if not math.isnan(value := score_labels(reference, candidate, program)):
        return value
    sides = with_numbers(reference, _MOST), with_numbers(candidate, _MOST)
    are_numbered = sides[0] is not reference or sides[1] is not candidate
    return score_labels(*sides, program) if are_numbered else math.nan
