"""The expected score of a random clustering."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import Cell, Result, Table
from partwise.catalogue import Index, as_index
from partwise.chance.distribution import Method, closed_form, enumerated, mixture, sampled
from partwise.chance.lines import Real
from partwise.chance.models import Model, as_model
from partwise.chance.sampling import Seed, checked_margins, random_generator, whole_number
from partwise.chance.size_laws import Sizes
from partwise.clusterings import MissingPolicy, NoisePolicy, Policies
from partwise.engines import table_of
from partwise.tables import AggregatedTable


@dataclass(frozen=True)
class Expected(Result):
    """The expected score of a random clustering; made by :func:`expected`.

    Parameters
    ----------
    index : Index
        The index.
    model : Model
        The distribution of random clusterings.
    value : Fraction or float
        The mean: a fraction if it is known exactly, and NaN if the index is undefined for some
        random clusterings.
    variance : Fraction or float
        The variance of the score (not of its mean).
    method : {"closed form", "enumeration", "sampling"}
        How mean and variance were computed. The first two are exact.
    samples : int
        How many random clusterings were drawn; 0 if the result is exact.
    """

    index: Index
    model: Model
    value: Real
    variance: Real
    method: Method
    samples: int = 0

    @property
    def sd(self) -> float:
        """Standard deviation of the score."""
        return math.sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """Standard error of the mean from sampling; 0 if the mean is exact."""
        return self.sd / math.sqrt(self.samples) if self.samples else 0.0

    def __float__(self) -> float:
        return float(self.value)

    def to_table(self) -> Table:
        """Return the printed table."""
        row: list[Cell] = [
            self.index.short,
            float(self.value),
            self.sd,
            self.method,
            self.standard_error,
        ]
        columns = ["index", "mean", "sd", "method", "standard error"]
        return Table(columns, [row], notes=[f"Mean over {self.model}."])

    def _full_table(self) -> Table:
        columns = ["index", "model", "mean", "sd", "standard_error", "method", "samples"]
        numbers = [float(self.value), self.sd, self.standard_error]
        row: list[Cell] = [self.index.key, str(self.model), *numbers, self.method, self.samples]
        return Table(columns, [row])

    def _content(self) -> dict[str, Any]:
        model = {"model": self.model.name, "two_sided": self.model.two_sided}
        return {**super()._content(), **model, "standard_error": self.standard_error}


def expected(
    reference: object,
    candidate: object,
    index: str | Index,
    *,
    model: str | Model = "fixed_sizes",
    samples: int = 1000,
    seed: Seed = 0,
    noise: NoisePolicy | None = None,
    noise_label: Hashable = -1,
    missing: MissingPolicy = "raise",
) -> Expected:
    """Compute the expected score of a random clustering, and its variance.

    There is a closed form if, for given cluster sizes, the index is linear in N11 or in mutual
    information. Otherwise, all tables are enumerated if there are few of them. If there are many,
    the result is estimated from random tables, with a standard error.

    Parameters
    ----------
    reference, candidate : Clustering, labels, or label columns of a frame
        The clusterings. Depending on the model, random clusterings keep their cluster sizes, their
        number of clusters, or neither.
    index : str or Index
        The index.
    model : str or Model
        Which clusterings are random candidates: "fixed_sizes" (the same cluster sizes, the
        default), "fixed_number" (the same number of clusters), "all_clusterings", or a model such
        as :func:`power_law`.
    samples : int
        How many random clusterings to draw, if sampling is needed.
    seed : int, numpy.random.Generator or None
        The same seed gives the same result. None gives a different result each time.
    noise, noise_label, missing
        As in :func:`partwise.contingency`. Weights are not supported, because no model here keeps
        the copies of an item together.

    Examples
    --------
    >>> expected([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], "rand").value
    Fraction(14, 25)
    >>> expected([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], "jaccard").method
    'enumeration'
    """
    chosen, policies = as_index(index), Policies(noise, noise_label, missing)
    sizes = sizes_of(table_of(reference, candidate, policies))
    return expected_of_sizes(*sizes, chosen, model=model, samples=samples, seed=seed)


def sizes_of(table: AggregatedTable) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the sizes of both clusterings' clusters, which a table without cells has too."""
    rows, columns = (
        np.repeat(histogram.sizes, histogram.counts.astype(np.int64))
        for histogram in (table.row_histogram, table.column_histogram)
    )
    return rows, columns


def expected_of_sizes(
    row_sizes: object,
    column_sizes: object,
    index: str | Index,
    *,
    model: str | Model = "fixed_sizes",
    samples: int = 1000,
    seed: Seed = 0,
) -> Expected:
    """Compute the expected score of a random clustering from cluster sizes alone.

    The parameters are those of :func:`expected`.

    Examples
    --------
    >>> expected_of_sizes([3, 2], [2, 2, 1], "CC").value
    0.0
    >>> expected_of_sizes([2, 1], [2, 1], "R", model="all_clusterings").value
    Fraction(8, 15)
    """
    chosen, law = as_index(index), as_model(model)
    many, rng = whole_number(samples, "samples=", least=2), random_generator(seed)
    rows, columns = sorted_margins(row_sizes, column_sizes)
    margins = mixture(law, rows, columns)
    if margins is not None:
        moments = closed_form(chosen, margins)
        if moments is not None:
            return Expected(chosen, law, *moments, "closed form")
        distribution = enumerated(chosen, margins)
        if distribution is not None:
            return Expected(chosen, law, *distribution.moments, "enumeration")
    moments = sampled(chosen, law, rows, columns, many, rng).moments
    return Expected(chosen, law, *moments, "sampling", many)


def sorted_margins(row_sizes: object, column_sizes: object) -> tuple[Sizes, Sizes]:
    """Check sizes and put the largest first."""
    rows, columns, _ = checked_margins(row_sizes, column_sizes)
    first, second = (sorted(sizes.tolist(), reverse=True) for sizes in (rows, columns))
    return tuple(first), tuple(second)
