"""What an index says of random clusterings: its whole distribution, exact or sampled."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from partwise.chance.models import Model, fixed_sizes
from partwise.chance.moments import Moments, Real, linear_moments
from partwise.chance.random_scores import random_scores
from partwise.chance.size_laws import Sizes
from partwise.chance.tables import WeighedTable, tables_with_margins
from partwise.index import Index

__all__ = [
    "Distribution",
    "Margins",
    "Method",
    "closed_form",
    "enumerated",
    "mixed",
    "mixture",
    "sampled",
]

Method: TypeAlias = Literal["closed form", "enumeration", "sampling"]
Margins: TypeAlias = tuple[Sizes, Sizes]

_MOST_MARGINS = 2000
_MOST_TABLES = 10_000


@dataclass(frozen=True, eq=False)
class Distribution:
    """Values of an index and their probabilities.

    Parameters
    ----------
    values : tuple of numbers
        Fractions if all are rational, else floats; NaN where the index is undefined.
    chances : tuple of Fraction
        Their probabilities; of sampled values, each is one over their number.
    is_exact : bool
        Whether these are all values, not samples of them.
    """

    values: tuple[Real, ...]
    chances: tuple[Fraction, ...]
    is_exact: bool

    @cached_property
    def moments(self) -> Moments:
        """Mean and variance; of samples, the unbiased estimate of the variance."""
        if not self.is_exact:
            many = len(self.values)
            values = np.array(self.values, np.float64)
            with np.errstate(all="ignore"):  # values may be infinite
                variance = float(np.var(values, ddof=1)) if many > 1 else math.nan
                return Moments(float(np.mean(values)), variance)
        zero = Fraction(0)
        return mixed((c, Moments(value, zero)) for c, value in self)

    def __iter__(self) -> Iterator[tuple[Fraction, Real]]:
        return iter(zip(self.chances, self.values, strict=True))


def mixed(parts: Iterator[tuple[Fraction, Moments]]) -> Moments:
    """Return the moments of a mixture: Var = E[Var] + Var[E]."""
    weighed = list(parts)
    if all(isinstance(x, Fraction) for _, moments in weighed for x in moments):
        mean = sum((c * Fraction(part.mean) for c, part in weighed), Fraction(0))
        terms = (c * (Fraction(p.variance) + (Fraction(p.mean) - mean) ** 2) for c, p in weighed)
        return Moments(mean, sum(terms, Fraction(0)))
    average = math.fsum(float(c) * float(part.mean) for c, part in weighed)
    spread = math.fsum(
        float(c) * (float(part.variance) + (float(part.mean) - average) ** 2) for c, part in weighed
    )
    return Moments(average, spread)


def mixture(model: Model, rows: Sizes, columns: Sizes) -> dict[Margins, Fraction] | None:
    """Return how likely each pair of sizes is under a model; None if there are too many."""
    of_columns = model.law(columns, _MOST_MARGINS)
    of_rows = model.law(rows, _MOST_MARGINS) if model.two_sided else {rows: Fraction(1)}
    if of_rows is None or of_columns is None or len(of_rows) * len(of_columns) > _MOST_MARGINS:
        return None
    return {
        (a, b): chance_a * chance_b
        for a, chance_a in of_rows.items()
        for b, chance_b in of_columns.items()
    }


def closed_form(index: Index, margins: dict[Margins, Fraction]) -> Moments | None:
    """Return mean and variance without looking at tables; None if there is no such formula."""
    parts: list[tuple[Fraction, Moments]] = []
    for (rows, columns), chance in margins.items():
        moments = linear_moments(index, rows, columns)
        if moments is None:
            return None
        parts.append((chance, moments))
    return mixed(iter(parts))


def enumerated(index: Index, margins: dict[Margins, Fraction]) -> Distribution | None:
    """Return the exact distribution from all tables; None if there are too many."""
    found: defaultdict[Real, Fraction] = defaultdict(Fraction)
    room = _MOST_TABLES
    likeliest_first = sorted(margins.items(), key=lambda item: item[1], reverse=True)
    for (rows, columns), chance in likeliest_first:  # of which there are the most tables
        tables = tables_with_margins(rows, columns)
        if tables is None or len(tables) > room:
            return None
        room -= len(tables)
        for value, weight in _values(index, tables):
            found[value] += chance * weight
    return Distribution(tuple(found), tuple(found.values()), is_exact=True)


def _values(index: Index, tables: tuple[WeighedTable, ...]) -> Iterator[tuple[Real, Fraction]]:
    if index.kind == "pairs":
        tables = _one_for_each_n11(tables)
    for table, chance in tables:
        yield index.evaluate(table, exact=index.is_rational).value, chance


def _one_for_each_n11(tables: tuple[WeighedTable, ...]) -> tuple[WeighedTable, ...]:
    found: dict[int, WeighedTable] = {}
    for table, chance in tables:
        n11 = table.pair_counts.n11
        known = found[n11].chance if n11 in found else 0
        found[n11] = WeighedTable(table, known + chance)
    return tuple(found.values())


def sampled(
    index: Index,
    model: Model,
    rows: Sizes,
    columns: Sizes,
    samples: int,
    rng: np.random.Generator,
) -> Distribution:
    """Return values for random clusterings."""
    drawn = _drawn_margins(model, rows, columns, samples, rng)
    values: list[Real] = []
    for (a, b), many in drawn.items():
        values.extend(random_scores([index], a, b, many, seed=rng)[index.key].values.tolist())
    return Distribution(tuple(values), (Fraction(1, samples),) * samples, is_exact=False)


def _drawn_margins(
    model: Model, rows: Sizes, columns: Sizes, samples: int, rng: np.random.Generator
) -> Counter[Margins]:
    """Draw sizes, and return how often each pair of them came."""
    if model == fixed_sizes():
        return Counter({(rows, columns): samples})
    return Counter(
        (model.draw(rows, rng) if model.two_sided else rows, model.draw(columns, rng))
        for _ in range(samples)
    )
