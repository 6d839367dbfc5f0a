"""Whether a candidate is better than random clusterings: z-scores and p-values."""

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
    """P-value and z-score of a candidate against random clusterings; made by :func:`significance`.

    Parameters
    ----------
    index : Index
        The index.
    model : Model
        The distribution of random clusterings.
    alternative : {"better", "two-sided"}
        Whether only high agreement counts as evidence, or also low agreement.
    value : Fraction or float
        The score of the candidate.
    mean, sd : float
        Mean and standard deviation of the scores of random clusterings.
    p_value : Fraction or float
        The probability that a random clustering is at least as extreme as the candidate: a fraction
        if it is exact. Approximate p-values below 0.000001 are given as 0.000001.
    method : {"enumeration", "one cell", "independent cells", "gamma", "sampling", "undefined"}
        How the p-value was computed. The first two are exact; docs/chance.md lists the errors of
        the others.
    moments_method : {"closed form", "enumeration", "sampling"}
        How mean and standard deviation were computed.
    samples : int
        How many random clusterings were drawn for the p-value, or for mean and standard deviation;
        0 if none were needed.
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
        """Standard deviations above the mean; for a distance, negative is better.

        NaN if all random clusterings have the same score.
        """
        return (float(self.value) - self.mean) / self.sd if self.sd > 0 else math.nan

    def to_table(self) -> Table:
        """Return the printed table."""
        columns = ["index", "value", "mean", "sd", "z", "p", "method"]
        numbers = [float(self.value), self.mean, self.sd, self.z]
        p_value = p_number(float(self.p_value))
        row: list[Cell] = [self.index.short, *numbers, p_value, self.method]
        both = "at least as extremely, on either side"
        how = "at least as well" if self.alternative == "better" else both
        note = f"p: probability that a random clustering scores {how}. Random: {self.model}."
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
    """Test whether a candidate is closer to the reference than random clusterings are.

    For given cluster sizes, many indices depend only on N11 or only on mutual information. Their
    p-value is the tail probability of that number. It is exact if there are few tables, and
    otherwise comes from a distribution with the exact moments. For all other indices, the p-value
    comes from random clusterings. The candidate counts as one of these, so the p-value is valid for
    any number of samples and is never 0.

    Parameters
    ----------
    reference, candidate : Clustering, labels, or label columns of a frame
        The clusterings.
    index : str or Index
        The index that is the test statistic.
    model : str or Model
        The null hypothesis: which clusterings are random candidates, as in
        :func:`~partwise.chance.expected`.
    alternative : {"better", "two-sided"}
        "better" counts random clusterings that are at least as good. "two-sided" also counts those
        that are at least as bad, and p is twice the smaller tail.
    samples : int, optional
        How many random clusterings to draw, if sampling is needed. By default 999, and fewer for
        very many items.
    seed, noise, noise_label, missing
        As in :func:`~partwise.chance.expected`. Weights are not supported.

    Examples
    --------
    >>> result = significance([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], "CC")
    >>> result.p_value, result.method  # one of the ten ways to halve six items is as good
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
