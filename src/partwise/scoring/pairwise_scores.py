"""Clusterings × clusterings: the value of an index for every pair, with their names."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import Backend, InputError, Result, Table, frame_of, listed_up_to, many
from partwise.catalogue import Index

if TYPE_CHECKING:
    from partwise.scoring.plots import MatrixPlots


@dataclass(frozen=True, eq=False)
class PairwiseScores(Result):
    """The value of an index for every pair of clusterings; made by :func:`pairwise`.

    NumPy takes it as an array. Write ``scores[reference, candidate]``, with names or positions.

    Parameters
    ----------
    index : Index
        The index.
    names : tuple of str
        Names of the clusterings, in the order of rows and columns.
    values : array of shape (m, m)
        Entry (i, j) has clustering i as the reference and j as the candidate.
    shared : array of shape (m, m), optional
        How many items every two clusterings share, if ``missing="pairwise"`` compares them on
        these. Two clusterings that share fewer than two items have no value (NaN).

    Examples
    --------
    >>> import numpy as np
    >>> import partwise as pw
    >>> found = pw.pairwise({"a": [0, 0, 1], "b": [0, 1, 1]}, "rand")
    >>> found["a", "b"], found[0, 1], np.asarray(found).max()
    (np.float64(0.3333333333333333), np.float64(0.3333333333333333), np.float64(1.0))
    >>> found.to_frame().loc["a", "b"]
    np.float64(0.3333333333333333)
    """

    index: Index
    names: tuple[str, ...]
    values: NDArray[np.float64]
    shared: NDArray[np.int64] | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """On how many items clusterings were compared, if this differs from pair to pair."""
        return () if self.shared is None else tuple(shared_notes(self.names, self.shared))

    @property
    def plot(self) -> MatrixPlots:
        """``plot()`` draws the matrix."""
        from partwise.scoring.plots import MatrixPlots

        return MatrixPlots(self)

    def __getitem__(self, where: Any) -> Any:
        places = tuple(map(self._place, where if isinstance(where, tuple) else (where,)))
        return self.values[places]

    def _place(self, name: Any) -> Any:
        """Return the row of a name; places, slices and the like are what they are."""
        if isinstance(name, Hashable) and name in self.names:
            return self.names.index(name)
        if isinstance(name, str):
            names = ", ".join(map(str, self.names))
            raise InputError(f"there is no clustering {name!r}; the clusterings are {names}")
        return name

    def __len__(self) -> int:
        return len(self.names)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        values = self.values if dtype is None else self.values.astype(dtype, copy=False)
        return values.copy() if copy else values

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers of rows and columns."""
        return self.values.shape

    def tolist(self) -> list[list[float]]:
        """Return the values as lists."""
        return self.values.tolist()  # type: ignore[no-any-return]

    def to_frame(self, backend: Backend | None = None) -> Any:
        """Return the values as a square data frame with the names of both sides.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            The library of the data frame; by default, the first of them that is installed. The
            names of the rows are the index in pandas, and the first column elsewhere.
        """
        return frame_of(self._full_table(), backend, labelled=True)

    def to_table(self) -> Table:
        """Return the values as a table with one row per reference."""
        better = "higher" if self.index.direction == "similarity" else "lower"
        title = (
            f"{self.index.label} of all pairs of {many(len(self.names), 'clustering')} "
            f"({better} is more alike)"
        )
        return replace(self._full_table(), title=title, notes=self.notes, decimals=4)

    def _content(self) -> dict[str, Any]:
        own = {"index": self.index, "names": self.names, "values": self.values}
        return own if self.shared is None else own | {"shared": self.shared, "notes": self.notes}

    def _full_table(self) -> Table:
        rows = [[name, *row] for name, row in zip(self.names, self.values.tolist(), strict=True)]
        return Table(["clustering", *self.names], rows)


FEWEST_SHARED = 2
"""Items that two clusterings must share to be compared: fewer make no pair."""


def shared_notes(names: Sequence[str], shared: NDArray[np.int64]) -> Iterator[str]:
    """Say on how many items clusterings were compared, and which have too few in common.

    Examples
    --------
    >>> list(shared_notes(["a", "b", "c"], np.array([[9, 5, 0], [5, 8, 7], [0, 7, 7]])))[0]
    'each pair is compared on the items that both have: 5 (a, b) to 7 (b, c)'
    """
    pairs = list(combinations(range(len(names)), 2))
    counts = {pair: int(shared[pair]) for pair in pairs if shared[pair] >= FEWEST_SHARED}
    if counts:
        least, most = min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)
        ends = dict.fromkeys((least, most)) if counts[least] < counts[most] else {}
        said = [f"{counts[i, j]} ({names[i]}, {names[j]})" for i, j in ends]
        all_alike = f"{counts[least]} in each pair"
        yield f"each pair is compared on the items that both have: {' to '.join(said) or all_alike}"
    few = [f"{names[i]} with {names[j]}" for i, j in pairs if shared[i, j] < FEWEST_SHARED]
    if few:
        yield f"no value, because there are fewer than two items in common: {listed_up_to(few)}"
