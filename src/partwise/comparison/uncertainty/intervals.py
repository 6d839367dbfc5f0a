"""When an influence gives an interval, and when it does not.

The limits were chosen in simulations: where all of them are kept, intervals of 95 % cover about
95 % (``benchmarks/coverage.py``).
"""

from __future__ import annotations

import math

from partwise.base import TableError
from partwise.catalogue import Index
from partwise.comparison.uncertainty.estimates import Estimate
from partwise.comparison.uncertainty.influence import Outcome
from partwise.tables import AggregatedTable

NO_SPREAD = "leaving out an item changes nothing, so the sample gives no confidence interval"
_FEWEST_ITEMS = 30
_FEWEST_DECIDING = 20.0
_MOST_UNSEEN = 0.5  # standard errors
_ROUNDING = 1e-13


def interval(index: Index, table: AggregatedTable, outcome: Outcome, level: float) -> Estimate:
    """Turn an influence into an interval, if it allows one."""
    if isinstance(outcome, str):
        try:
            value = float(index.evaluate(table).value)
        except TableError:  # the outcome says why
            value = math.nan
        return Estimate.refused(value, level, outcome)
    reason = outcome.caveat or no_interval(
        outcome.features.n, outcome.standard_error, outcome.powers, outcome.unseen
    )
    if reason:
        return Estimate.refused(outcome.value, level, reason)
    return Estimate.around(
        index,
        outcome.value,
        outcome.standard_error,
        level,
        outcome.method,
        corrected=outcome.corrected,
    )


def no_interval(
    n: float, standard_error: float, powers: tuple[float, float], unseen: float
) -> str | None:
    """Say why there is no interval; None if there is."""
    if n < _FEWEST_ITEMS:
        return f"fewer than {_FEWEST_ITEMS} items are too few for an interval"
    if not has_spread(standard_error) or not powers[1] > 0:
        return NO_SPREAD
    if abs(unseen) > _MOST_UNSEEN * standard_error:
        return (
            "this score does not carry over from the sample to the whole: too much of it rests on "
            "clusters and cells of which the sample has hardly any items; prefer a pair-counting "
            "index"
        )
    deciding = powers[0] ** 2 / powers[1]
    if deciding < _FEWEST_DECIDING:
        return f"only about {deciding:.0f} items decide this, which are too few for an interval"
    return None


def has_spread(standard_error: float) -> bool:
    """Tell whether a standard error is more than rounding."""
    return standard_error > _ROUNDING
