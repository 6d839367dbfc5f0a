"""Whether a candidate is better than random ones: z-scores and p-values."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from partwise.base import Cell, InputError, Result, Table
from partwise.catalogue import Index, as_index
from partwise.chance.distribution import (
    Distribution,
    Method,
    closed_form,
    enumerated,
    mixture,
    sampled,
)
from partwise.chance.expectation import sizes_of, sorted_margins
from partwise.chance.lines import Real
from partwise.chance.models import Model, as_model
from partwise.chance.moments import value_of
from partwise.chance.sampling import Seed, random_generator, whole_number
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.engines import table_of

Alternative: TypeAlias = Literal["better", "two-sided"]


@dataclass(frozen=True)
class Significance(Result):
    """How a value compares with those of random clusterings; made by :func:`significance`.

    Parameters
    ----------
    index : Index
        The index.
    model : Model
        From which clusterings random ones are drawn.
    alternative : {"better", "two-sided"}
        What counts as evidence.
    value : Fraction or float
        The value of the candidate.
    mean, sd : float
        Of random clusterings.
    p_value : Fraction or float
        How likely a random clustering is as extreme as the candidate; a fraction if exact.
    method : {"enumeration", "sampling"}
        How the p-value was computed: the first is exact.
    moments_method : {"closed form", "enumeration", "sampling"}
        How mean and standard deviation were computed.
    samples : int
        How many random clusterings were drawn; 0 unless sampled.
    """

    index: Index
    model: Model
    alternative: Alternative
    value: Real
    mean: float
    sd: float
    p_value: Real
    method: Method
    moments_method: Method
    samples: int = 0

    @property
    def z(self) -> float:
        """Standard deviations above the mean (for a distance, below is better).

        NaN where all random clusterings have one value.
        """
        return (float(self.value) - self.mean) / self.sd if self.sd > 0 else math.nan

    def to_table(self) -> Table:
        """Return the table to print."""
        columns = ["index", "value", "mean", "sd", "z", "p", "method"]
        numbers = [float(self.value), self.mean, self.sd, self.z, float(self.p_value)]
        row: list[Cell] = [self.index.short, *numbers, self.method]
        return Table(columns, [row], notes=[f"Against {self.model}; {self.alternative}."])

    def _full_table(self) -> Table:
        columns = ["index", "model", "alternative", "value", "mean", "sd", "z", "p_value"]
        numbers = [float(self.value), self.mean, self.sd, self.z, float(self.p_value)]
        row: list[Cell] = [self.index.key, str(self.model), self.alternative, *numbers]
        return Table([*columns, "method", "samples"], [[*row, self.method, self.samples]])

    def _content(self) -> dict[str, Any]:
        model = {"model": self.model.name, "two_sided_model": self.model.two_sided}
        return {**super()._content(), **model, "z": self.z}


def significance(
    reference: object,
    candidate: object,
    index: str | Index,
    *,
    model: str | Model = "fixed_sizes",
    alternative: Alternative = "better",
    samples: int = 1000,
    seed: Seed = 0,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Significance:
    """Test whether a candidate is closer to the reference than random ones are.

    The p-value is exact if there are few tables. Otherwise it comes from random clusterings, among
    which the candidate counts as one, so that it is valid at any number of samples and never 0.

    Parameters
    ----------
    reference, candidate : Clustering, labels, or label columns of a frame
        The clusterings.
    index : str or Index
        The test statistic.
    model : str or Model
        From which clusterings the candidate is drawn if there is nothing to find; see
        :mod:`partwise.chance.models`.
    alternative : {"better", "two-sided"}
        Whether only candidates that are as good count, or also those as bad: then p is twice the
        smaller tail.
    samples : int
        How many random clusterings to draw if that is needed.
    seed, noise, noise_label, missing
        As in :func:`~partwise.chance.expected`, which also says why there are no weights.

    Examples
    --------
    >>> result = significance([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], "CC")
    >>> result.p_value, result.method  # of the ten ways to halve six items, one is as good
    (Fraction(1, 10), 'enumeration')
    """
    chosen, law = as_index(index), as_model(model)
    if alternative not in get_args(Alternative):
        raise InputError(f'alternative= must be "better" or "two-sided", not {alternative!r}')
    many, rng = whole_number(samples, "samples=", least=2), random_generator(seed)
    table = table_of(reference, candidate, Policies(noise, noise_label, missing))
    rows, columns = sorted_margins(*sizes_of(table))
    margins = mixture(law, rows, columns)
    distribution = enumerated(chosen, margins) if margins else None
    if distribution is None:
        distribution = sampled(chosen, law, rows, columns, many, rng)
    method: Method = "enumeration" if distribution.is_exact else "sampling"
    closed = closed_form(chosen, margins) if margins else None
    mean, variance = closed or distribution.moments
    exact = distribution.is_exact
    value = value_of(chosen, table) if exact else chosen.evaluate(table).value
    return Significance(
        index=chosen,
        model=law,
        alternative=alternative,
        value=value,
        mean=float(mean),
        sd=math.sqrt(variance),
        p_value=_p_value(chosen, distribution, value, alternative),
        method=method,
        moments_method="closed form" if closed else method,
        samples=0 if distribution.is_exact else many,
    )


def _p_value(
    index: Index, distribution: Distribution, value: Real, alternative: Alternative
) -> Real:
    if any(math.isnan(x) for x in (value, *distribution.values)):
        return math.nan
    above, below = _tail(distribution, value, 1), _tail(distribution, value, -1)
    if alternative == "two-sided":
        return min(type(above)(1), 2 * min(above, below))
    return above if index.direction == "similarity" else below


def _tail(distribution: Distribution, value: Real, sign: int) -> Real:
    """Return how likely a value at least as high (sign 1) or as low (−1) is."""
    if not distribution.is_exact:
        slack = _slack(value)
        values = np.array(distribution.values, np.float64)
        as_extreme = int((sign * (values - float(value)) >= -slack).sum())
        return (1 + as_extreme) / (1 + len(values))
    chances = (chance for chance, other in distribution if _reaches(other, value, sign))
    return sum(chances, Fraction(0))


def _reaches(other: Real, value: Real, sign: int) -> bool:
    if isinstance(other, Fraction) and isinstance(value, Fraction):
        return sign * (other - value) >= 0
    return sign * (float(other) - float(value)) >= -_slack(value)


def _slack(value: Real) -> float:
    return 1e-12 * max(1.0, abs(float(value)))  # equal tables may differ by rounding
