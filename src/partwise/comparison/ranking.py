"""Values → ranks, with ties."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from partwise.catalogue import Index, indices
from partwise.scoring import better


def ranks(index: Index, values: Sequence[float]) -> list[int | None]:
    """Return the rank of each value: 1 for the best; equal values share the better rank.

    Undefined values have no rank.

    Examples
    --------
    >>> import partwise as pw
    >>> ranks(pw.index("rand"), [0.5, 0.9, 0.5, math.nan, 0.1])
    [2, 1, 2, None, 4]
    """
    array = np.asarray(values, np.float64)
    losses = (better(index, array[:, None], array[None, :]) < 0).sum(axis=1)
    return [
        None if math.isnan(value) else 1 + int(loss)
        for value, loss in zip(array.tolist(), losses.tolist(), strict=True)
    ]


LEADING = tuple(index.key for index in indices("recommended"))


def leading_first(chosen: Iterable[Index]) -> list[Index]:
    """Put the recommended indices first, otherwise in the order given.

    Examples
    --------
    >>> import partwise as pw
    >>> [index.short for index in leading_first(pw.indices("paper"))][:3]
    ['CC', 'S&S', 'AMI']
    """
    places = {key: place for place, key in enumerate(LEADING)}
    return sorted(chosen, key=lambda index: places.get(index.key, len(LEADING)))
