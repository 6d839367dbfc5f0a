"""How often items of two clusters are together in other clusterings."""

from __future__ import annotations

import math
from collections.abc import Sequence

from partwise.base import InputError
from partwise.charts.figure import Figure, layered
from partwise.charts.grid import Side, cell, cells, column_names, key_of_colours, row_names
from partwise.charts.wording import clean, number, percent, plural, shorten_all

_LONGEST_NAME = 20


def together(
    shares: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    replicates: int,
    title: str = "How often items of two clusters are together",
) -> Figure:
    """Draw a cell for each two clusters, in this order; cells without a share stay empty.

    Examples
    --------
    >>> together([[0.9, 0.1], [0.1, 0.8]], ["a", "b"], replicates=20).title
    'How often items of two clusters are together'
    """
    if not names:
        raise InputError("a chart of clusters needs at least one cluster")
    cleaned, short = [clean(name) for name in names], shorten_all(names, _LONGEST_NAME)
    marks = []
    for i, row in enumerate(shares):
        for j, share in enumerate(row):
            if math.isfinite(share):
                whose = (
                    f"two items of cluster {cleaned[i]}"
                    if i == j
                    else f"an item of cluster {cleaned[i]} and one of {cleaned[j]}"
                )
                tip = f"{whose}: together in {percent(share)} of cases"
                marks.append(cell(i, j, share, number(share, 2), tip))
    side = Side.fitting(short, len(names), (6, 46), 30)
    height = len(names) * side.height
    layers = [
        *cells(marks, side),
        row_names(short, side),
        column_names(short, side, [0] * len(names)),
        *key_of_colours("share of pairs that are together", 1.0, height + 14),
    ]
    description = (
        "Each cell shows, for two clusters, the share of pairs of items, one from each, that are "
        f"together in a replicate, averaged over {plural(replicates, 'replicate')}. On the "
        "diagonal, it is the share of pairs within a cluster. A dark diagonal means that "
        "replicates confirm the clustering. A dark cell next to it means that they mix two "
        "clusters."
    )
    return Figure(layered(layers, len(names) * side.width, height), title, description)
