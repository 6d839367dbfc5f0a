"""Clusterings × clusterings: the value of an index for each two of them, with their names."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.base import Backend, InputError, Result, Table, frame_of, many
from partwise.catalogue import Index

if TYPE_CHECKING:
    from partwise.scoring.plots import MatrixPlots


@dataclass(frozen=True, eq=False)
class PairwiseScores(Result):
    """The value of an index for each clustering with each other; made by :func:`pairwise`.

    NumPy takes it as an array. Subscripts are names or places, of the reference first.

    Parameters
    ----------
    index : Index
        The index.
    names : tuple of str
        Names of the clusterings, in the order of rows and columns.
    values : array of shape (m, m)
        Entry (i, j) has clustering i as the reference and j as the candidate.

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
            Of which library; the first of them that is installed if not given. The names of the
            rows are the index in pandas, and the first column elsewhere.
        """
        return frame_of(self._full_table(), backend, labelled=True)

    def to_table(self) -> Table:
        """Return the values, a line for each reference."""
        better = "higher" if self.index.direction == "similarity" else "lower"
        title = (
            f"{self.index.label} of each two of {many(len(self.names), 'clustering')} "
            f"({better} is more alike)"
        )
        return replace(self._full_table(), title=title, decimals=4)

    def _full_table(self) -> Table:
        rows = [[name, *row] for name, row in zip(self.names, self.values.tolist(), strict=True)]
        return Table(["clustering", *self.names], rows)
