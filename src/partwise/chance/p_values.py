"""Whether a candidate is better than random ones: z-scores and p-values."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, get_args

from partwise.base import Cell, InputError, Result, Table, p_number
from partwise.catalogue import Index, as_index
from partwise.chance.better_than_chance import Alternative, Chance, PMethod, tails_of
from partwise.chance.distribution import (
    Distribution,
    Margins,
    Method,
    closed_form,
    enumerated,
    mixture,
    sampled,
)
from partwise.chance.expectation import sizes_of, sorted_margins
from partwise.chance.lines import Moments, Real
from partwise.chance.models import Model, as_model, fixed_sizes
from partwise.chance.moments import value_of
from partwise.chance.sampling import Seed, random_generator, whole_number
from partwise.chance.size_laws import Sizes
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.engines import table_of
from partwise.tables import AggregatedTable

_SAMPLES = 999


@dataclass(frozen=True)
class Significance(Result):
    """How a value compares with those of random clusterings; made by :func:`significance`.

    Parameters
    ----------
    index : Index
        The index.
    model : Model
        The clusterings from which random ones are drawn.
    alternative : {"better", "two-sided"}
        What counts as evidence.
    value : Fraction or float
        The value of the candidate.
    mean, sd : float
        Of random clusterings.
    p_value : Fraction or float
        How likely a random clustering is as extreme as the candidate; a fraction if exact, and
        0.000001 for all approximations that are smaller.
    method : {"enumeration", "one cell", "independent cells", "gamma", "sampling", "undefined"}
        How the p-value was computed: the first two are exact; docs/chance.md has the errors of the
        others.
    moments_method : {"closed form", "enumeration", "sampling"}
        How mean and standard deviation were computed.
    samples : int
        How many random clusterings were drawn, for the p-value or for mean and standard deviation;
        0 if none.
    """

    index: Index
    model: Model
    alternative: Alternative
    value: Real
    mean: float
    sd: float
    p_value: Real
    method: PMethod
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
        numbers = [float(self.value), self.mean, self.sd, self.z]
        p_value = p_number(float(self.p_value))
        row: list[Cell] = [self.index.short, *numbers, p_value, self.method]
        how = "at least as well" if self.alternative == "better" else "as extremely, on either side"
        note = f"p: how likely a random clustering scores {how}. Drawn from {self.model}."
        return Table(columns, [row], notes=[note])

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
    samples: int | None = None,
    seed: Seed = 0,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Significance:
    """Test whether a candidate is closer to the reference than random ones are.

    At given sizes many indices depend on N11 alone, or on mutual information alone: then the
    p-value is that of this number, exact if there are few tables, and otherwise from a law with its
    exact moments. For all others it comes from random clusterings, among which the candidate counts
    as one, so that it is valid at any number of samples. It is never 0.

    Parameters
    ----------
    reference, candidate : Clustering, labels, or label columns of a frame
        The clusterings.
    index : str or Index
        The test statistic.
    model : str or Model
        The clusterings from which the candidate is drawn if there is nothing to find; see
        :mod:`partwise.chance.models`.
    alternative : {"better", "two-sided"}
        Whether only candidates that are as good count, or also those as bad: then p is twice the
        smaller tail.
    samples : int, optional
        How many random clusterings to draw if that is needed; 999 by default, and fewer of very
        many items.
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
    many = None if samples is None else whole_number(samples, "samples=", least=2)
    table = table_of(reference, candidate, Policies(noise, noise_label, missing))
    rows, columns = sorted_margins(*sizes_of(table))
    values = _Values(chosen, law, rows, columns, many or _SAMPLES, seed)
    if law == fixed_sizes():
        p = Chance(table, many, seed).p_value(chosen, alternative)
    else:
        tails = tails_of(values.all, _value(chosen, table, values.all.is_exact))
        p = tails.p_value(chosen, alternative)
    mean, variance = values.closed_moments or values.all.moments
    moments_method: Method = "closed form"
    if values.closed_moments is None:
        moments_method = "enumeration" if values.all.is_exact else "sampling"
    is_sampled = "sampling" in (p.method, moments_method)
    return Significance(
        index=chosen,
        model=law,
        alternative=alternative,
        value=_value(chosen, table, p.method == "enumeration"),
        mean=float(mean),
        sd=math.sqrt(variance),
        p_value=p.value,
        method=p.method,
        moments_method=moments_method,
        samples=(p.samples or many or _SAMPLES) if is_sampled else 0,
    )


@dataclass(frozen=True, eq=False)
class _Values:
    """What an index says about random clusterings, computed once it is asked for."""

    index: Index
    model: Model
    rows: Sizes
    columns: Sizes
    samples: int
    seed: Seed

    @cached_property
    def _margins(self) -> dict[Margins, Fraction] | None:
        return mixture(self.model, self.rows, self.columns)

    @cached_property
    def closed_moments(self) -> Moments | None:
        return closed_form(self.index, self._margins) if self._margins else None

    @cached_property
    def all(self) -> Distribution:
        exact = enumerated(self.index, self._margins) if self._margins else None
        rng = random_generator(self.seed)
        return exact or sampled(self.index, self.model, self.rows, self.columns, self.samples, rng)


def _value(index: Index, table: AggregatedTable, exact: bool) -> Real:
    return value_of(index, table) if exact else index.evaluate(table).value
