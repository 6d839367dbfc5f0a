"""Items drawn at random from a whole that is not much larger than the sample."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

from partwise.comparison.uncertainty.estimates import Difference, Estimate

_E = TypeVar("_E", Estimate, Difference)


def of_finite_whole(e: _E, share: float) -> _E:
    """Narrow an interval, as a share of the whole was drawn and only the rest is unknown.

    Examples
    --------
    >>> e = of_finite_whole(Estimate(0.5, 0.1, 0.3, 0.7, 0.95, "jackknife"), 0.75)
    >>> e.standard_error, e.low, e.high
    (0.05, 0.4, 0.6)
    """
    if e.standard_error is None or e.low is None or e.high is None:
        return e
    left = math.sqrt(1 - share)
    centre = e.value if e.corrected is None else e.corrected
    low, high = (centre + left * (bound - centre) for bound in (e.low, e.high))
    return replace(e, standard_error=left * e.standard_error, low=low, high=high)
