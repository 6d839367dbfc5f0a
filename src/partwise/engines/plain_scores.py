"""Scores of plain labels in one call of a kernel, without a table."""

from __future__ import annotations

import math

from partwise.clusterings import AS_THEY_ARE, Policies, with_numbers_for_text
from partwise.kernels import Program, score_labels


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
    sides = with_numbers_for_text(reference), with_numbers_for_text(candidate)
    has_text = sides[0] is not reference or sides[1] is not candidate
    return score_labels(*sides, program) if has_text else math.nan
