"""A permutation test of "better than chance"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from partwise.chance import Seed, random_scores
from partwise.comparison.answer import ByIndex
from partwise.contingency import Contingency
from partwise.index import Index

__all__ = ["p_values_against_chance"]


def p_values_against_chance(
    tables: Mapping[str, Contingency], indices: Iterable[Index], samples: int, seed: Seed
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
        sizes = (table.row_sizes, table.column_sizes)
        random = random_scores(chosen, *sizes, samples, seed=generator)
        values = {each.key: float(each.evaluate(table).value) for each in chosen}
        found[name] = ByIndex({key: random[key].p_value(values[key]) for key in values})
    return found
