"""What random candidates score, and a permutation test of "better than chance"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from partwise.chance import RandomScores, Seed, random_scores
from partwise.chance.at_scale import scores_at_scale
from partwise.comparison.answer import ByIndex
from partwise.contingency import Contingency
from partwise.index import Index
from partwise.summary import Summary

__all__ = ["p_values_against_chance", "scores_of_chance"]

_MOST_DRAWN = 2 * 10**7
"""Items that are drawn one by one; of more, only moments are computed."""


def scores_of_chance(
    table: Summary, indices: Iterable[Index], samples: int, seed: Seed
) -> dict[str, RandomScores]:
    """Score random candidates with the cluster sizes of a table."""
    histograms = (table.row_histogram, table.column_histogram)
    if table.n > _MOST_DRAWN:
        return scores_at_scale(indices, *histograms, samples, seed=seed)
    if isinstance(table, Contingency):
        return random_scores(indices, table.row_sizes, table.column_sizes, samples, seed=seed)
    rows, columns = (each.expanded() for each in histograms)
    return random_scores(indices, rows, columns, samples, seed=seed)


def p_values_against_chance(
    tables: Mapping[str, Summary], indices: Iterable[Index], samples: int, seed: Seed
) -> dict[str, ByIndex[float]]:
    """Return how likely random candidates with the same sizes are at least as good.

    Examples
    --------
    >>> import partwise as pw
    >>> table = pw.contingency([0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0])
    >>> found = p_values_against_chance({"same": table}, [pw.index("CC")], 999, 0)
    >>> 0.07 < found["same"]["CC"] < 0.13  # six items can be halved in ten ways
    True
    """
    chosen = list(indices)
    generator = np.random.default_rng(seed)
    found = {}
    for name, table in tables.items():
        random = scores_of_chance(table, chosen, samples, generator)
        values = {each.key: float(each.evaluate(table).value) for each in chosen}
        found[name] = ByIndex({key: random[key].p_value(values[key]) for key in values})
    return found
