"""Joined label columns with weights → their table."""

from __future__ import annotations

from partwise.frames.engine_cells import engine_table
from partwise.frames.fetch import fetch_weighted, is_near
from partwise.frames.given import MOST_CELLS
from partwise.frames.joined import Joined
from partwise.summary import Summary
from partwise.weighted import weighted_contingency

__all__ = ["weighted_table"]


def weighted_table(
    joined: Joined, first: str, second: str, most_cells: int = MOST_CELLS
) -> Summary:
    """Sum the weights of items by pair of clusters.

    Multiplicities are summed inside the engine. Under weights of importance an item is no pair
    with itself, so labels and weights of all items come into memory.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.frames.joined import join
    >>> from partwise.frames.labels import Labels
    >>> frame = nw.from_native(pa.table({"a": [1, 1, 2], "b": [5, 5, 5], "seen": [3, 4, 0]}))
    >>> labels = Labels(frame, ("a", "b"))
    >>> joined = join({name: labels[name] for name in "ab"}, weights="seen")
    >>> weighted_table(joined, "a", "b")
    <Contingency of 7 items: 1 × 1 clusters, 1 cells>
    """
    if joined.weighting == "multiplicity" and not is_near(joined):
        return engine_table(joined, first, second, most_cells)
    (a, b), weights = fetch_weighted(joined, first, second)
    return weighted_contingency(a, b, weights, joined.weighting or "multiplicity")
