"""Scores of a sample as estimates of the scores of the population that it was drawn from."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from statistics import NormalDist

from partwise.base import InputError, TextResult, ci_text, p_text
from partwise.catalogue import Index
from partwise.tables import AggregatedTable

_NORMAL = NormalDist()
LEAST_P = sys.float_info.min
"""What a p-value is reported as if it is smaller."""


@dataclass(frozen=True)
class Estimate(TextResult):
    """A score with its confidence interval.

    Parameters
    ----------
    value : float
        The score of the sample, as other results print it.
    standard_error : float or None
        Standard error of ``corrected`` (of ``value`` if there is none); None if no confidence
        interval is valid.
    low, high : float or None
        Ends of the confidence interval, within the range of the index; None if none is valid.
    level : float
        The share of such intervals that contain the score of the whole population.
    method : str
        How the interval was computed; empty if there is none.
    note : str or None
        Why there is no confidence interval, or what to know about it.
    corrected : float or None
        The estimated score of the whole population, where that differs from ``value``; the
        confidence interval then belongs to this one.
    """

    value: float
    standard_error: float | None
    low: float | None
    high: float | None
    level: float
    method: str
    note: str | None = None
    corrected: float | None = None

    @property
    def centre(self) -> float:
        """What the interval is around: ``corrected`` where there is one, else ``value``."""
        return self.value if self.corrected is None else self.corrected

    @property
    def uncorrected(self) -> float | None:
        """The score of the sample itself, if it differs from ``centre``."""
        return None if self.corrected is None else self.value

    def __str__(self) -> str:
        return _in_words(self)

    @classmethod
    def refused(
        cls, value: float, level: float, note: str, corrected: float | None = None
    ) -> Estimate:
        """Return a score without an interval, and why."""
        return cls(value, None, None, None, level, "", note, corrected)

    @classmethod
    def around(
        cls,
        index: Index,
        value: float,
        standard_error: float,
        level: float,
        method: str,
        *,
        corrected: float | None = None,
        degrees: float | None = None,
    ) -> Estimate:
        """Return a symmetric interval, cut off where the range of the index ends.

        Examples
        --------
        >>> import partwise as pw
        >>> Estimate.around(pw.index("rand"), 0.95, 0.05, 0.95, "jackknife").high
        1.0
        """
        centre = value if corrected is None else corrected
        half = two_sided(level, degrees) * standard_error
        lowest, highest = map(float, index.range)
        low, high = max(lowest, centre - half), min(highest, centre + half)
        return cls(value, standard_error, low, high, level, method, None, corrected)


@dataclass(frozen=True)
class Difference(TextResult):
    """The score of one candidate minus that of another, with its confidence interval.

    Parameters
    ----------
    value : float
        Score of the first candidate minus that of the second, both of the sample.
    standard_error, low, high : float or None
        As in :class:`Estimate`.
    p_value : float or None
        Probability of a difference at least this large, in either direction, if the population has
        none.
    level, method, note, corrected
        As in :class:`Estimate`.
    """

    value: float
    standard_error: float | None
    low: float | None
    high: float | None
    p_value: float | None
    level: float
    method: str
    note: str | None = None
    corrected: float | None = None

    @property
    def centre(self) -> float:
        """What the interval is around: ``corrected`` where there is one, else ``value``."""
        return self.value if self.corrected is None else self.corrected

    def __str__(self) -> str:
        p_value = "" if self.p_value is None else f", {p_text(self.p_value)}"
        return f"{_in_words(self)}{p_value}"

    @classmethod
    def refused(
        cls, value: float, level: float, note: str, corrected: float | None = None
    ) -> Difference:
        """Return a difference without an interval, and why."""
        return cls(value, None, None, None, None, level, "", note, corrected)

    @classmethod
    def none(cls, level: float) -> Difference:
        """Return the difference of two candidates that are the same clustering."""
        return cls(0.0, 0.0, 0.0, 0.0, 1.0, level, "", "the two candidates are the same clustering")

    @classmethod
    def around(
        cls,
        value: float,
        standard_error: float,
        level: float,
        method: str,
        *,
        corrected: float | None = None,
        degrees: float | None = None,
    ) -> Difference:
        """Return a symmetric interval and the p-value that agrees with it.

        Examples
        --------
        >>> d = Difference.around(0.2, 0.1, 0.95, "jackknife")
        >>> round(d.low, 3), round(d.high, 3), round(d.p_value, 4)
        (0.004, 0.396, 0.0455)
        """
        centre = value if corrected is None else corrected
        half = two_sided(level, degrees) * standard_error
        p_value = _tail(abs(centre) / standard_error, degrees)
        low, high = centre - half, centre + half
        return cls(value, standard_error, low, high, p_value, level, method, None, corrected)


def _in_words(e: Estimate | Difference) -> str:
    """Return a number with its interval, or with the reason why there is none.

    Examples
    --------
    >>> print(Estimate(0.5, 0.1, 0.3, 0.7, 0.95, "jackknife"))
    0.5000 (standard error 0.1000, 95% CI 0.3000 to 0.7000)
    >>> print(Difference.refused(0.25, 0.95, "too few items"))
    0.2500 (no confidence interval: too few items)
    >>> print(Difference.refused(0.25, 0.95, "too few items", corrected=0.2))
    0.2000 (no confidence interval: too few items, uncorrected 0.2500)
    """
    bias = "" if e.corrected is None else f", uncorrected {e.value:z.4f}"
    if e.low is None or e.high is None:
        reason = f": {e.note}" if e.note else ""
        return f"{e.centre:z.4f} (no confidence interval{reason}{bias})"
    interval = ci_text(e.level, e.low, e.high)
    note = f"; {e.note}" if e.note else ""
    return f"{e.centre:z.4f} (standard error {e.standard_error:z.4f}, {interval}{bias}{note})"


def two_sided(level: float, degrees: float | None = None) -> float:
    """Return the quantile of the normal or of Student's distribution for an interval."""
    if degrees is None:
        return _NORMAL.inv_cdf((1 + level) / 2)
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + level) / 2))


def _tail(z: float, degrees: float | None = None) -> float:
    """Return how likely a standardised difference is at least this far from zero; never 0."""
    if degrees is None:
        return max(math.erfc(z / math.sqrt(2)), LEAST_P)
    from scipy.special import stdtr

    return max(2 * float(stdtr(degrees, -z)), LEAST_P)


def p_value_of(centre: float, ends: tuple[float, float], level: float) -> float:
    """Return the p-value that agrees with an interval of a difference, by its half towards zero.

    Examples
    --------
    >>> round(p_value_of(1.0, (0.0, 9.0), 0.95), 6)
    0.05
    """
    half = abs(centre - ends[0 if centre > 0 else 1])
    return _tail(two_sided(level) * abs(centre) / half)


def difference_of_scores(index: Index, first: AggregatedTable, second: AggregatedTable) -> float:
    """Return the score of the first table minus that of the second; 0 where both are infinite."""
    one, two = (float(index.evaluate(table).value) for table in (first, second))
    return 0.0 if one == two else one - two


def check_level(level: float) -> None:
    """Refuse a level that is not between 0 and 1."""
    if not isinstance(level, float | int) or not 0 < level < 1:
        raise InputError(f"level= must be between 0 and 1, such as 0.95, not {level!r}")
