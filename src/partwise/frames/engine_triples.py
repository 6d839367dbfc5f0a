"""Three joined clusterings → how many items are in cells of which sizes."""

from __future__ import annotations

from typing import NamedTuple

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from partwise.frames.backends import backend_of
from partwise.frames.engine_summary import check_total, with_sizes
from partwise.frames.grouped import COUNT, as_int64, count_groups, sum_groups
from partwise.frames.joined import Joined
from partwise.frames.labels import Frame

__all__ = ["TripleSizes", "engine_triples", "sizes_of_triples"]


class TripleSizes(NamedTuple):
    """Distinct sizes of clusters and cells of two candidates, and how many items have them.

    ``items`` items are in a cluster of ``a`` items of the reference; in one of ``b`` items of the
    first candidate, which shares ``n_ab`` with it; and in one of ``c`` items of the second, which
    shares ``n_ac``.
    """

    items: NDArray[np.int64]
    n_ab: NDArray[np.int64]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    n_ac: NDArray[np.int64]
    c: NDArray[np.int64]


def engine_triples(joined: Joined, reference: str, first: str, second: str) -> TripleSizes:
    """Count items by the sizes of their clusters in three clusterings, inside the engine.

    Examples
    --------
    >>> import narwhals as nw, pyarrow as pa
    >>> from partwise.frames.joined import join
    >>> from partwise.frames.labels import Labels
    >>> frame = nw.from_native(pa.table({"r": [0, 0, 0], "x": [5, 5, 5], "y": [1, 1, 1]}))
    >>> labels = Labels(frame, ("r", "x", "y"))
    >>> engine_triples(join({name: labels[name] for name in "rxy"}), "r", "x", "y").items.tolist()
    [3]
    """
    columns = zip("abc", (reference, first, second), strict=True)
    three = joined.frame.select(nw.col(joined.column(name)).alias(new) for new, name in columns)
    return sizes_of_triples(count_groups(three, ["a", "b", "c"]))


def sizes_of_triples(triples: Frame) -> TripleSizes:
    """Do so for triples that are counted: columns "a", "b", "c" and "count"."""
    backend = backend_of(triples)
    kept = backend.keep(triples)
    try:
        check_total(kept)
        sized = kept
        for name, keys in _LINES.items():
            lines = sum_groups(kept, keys, {COUNT: (COUNT, "sum")})
            sized = with_sizes(sized, lines, keys, name)
        alike = sum_groups(sized, list(_LINES), {"items": (COUNT, "sum")})
        found = backend_of(alike).collect(alike)
    finally:
        backend.forget(kept)
    return TripleSizes(*(as_int64(found, name) for name in ("items", *_LINES)))


_LINES = {
    "n_ab": ["a", "b"],
    "size_a": ["a"],
    "size_b": ["b"],
    "n_ac": ["a", "c"],
    "size_c": ["c"],
}
