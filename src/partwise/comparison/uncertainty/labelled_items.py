"""Items drawn at random from a whole that is not much larger than the sample."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

from partwise.comparison.uncertainty.estimates import Difference, Estimate, p_value_of

_E = TypeVar("_E", Estimate, Difference)

_ALL = "all items are labelled"


def of_finite_whole(e: _E, share: float) -> _E:
    """Narrow an interval, as a share of the whole was drawn and only the rest is unknown.

    The whole is a sample, too, of which the score is as biased as its size says: a correction for
    the bias takes away what the whole lacks of it.

    Examples
    --------
    >>> e = of_finite_whole(Estimate(0.5, 0.1, 0.3, 0.7, 0.95, "jackknife"), 0.75)
    >>> e.standard_error, e.low, e.high
    (0.05, 0.4, 0.6)
    """
    if share == 1 and math.isfinite(e.value):
        return _of_all(e)
    if not share or e.standard_error is None or e.low is None or e.high is None:
        return e
    left = math.sqrt(1 - share)
    centre = e.value + (1 - share) * (e.centre - e.value)
    low, high = (centre + left * (bound - e.centre) for bound in (e.low, e.high))
    corrected = None if e.corrected is None else centre
    narrow = replace(
        e, standard_error=left * e.standard_error, low=low, high=high, corrected=corrected
    )
    if isinstance(narrow, Difference) and narrow.standard_error:
        return replace(narrow, p_value=p_value_of(centre, (low, high), e.level))
    return narrow


def _of_all(e: _E) -> _E:
    """Return the score itself, as all items are labelled."""
    known = replace(e, standard_error=0.0, low=e.value, high=e.value, corrected=None, note=_ALL)
    return replace(known, p_value=None) if isinstance(known, Difference) else known
