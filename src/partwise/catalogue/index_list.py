"""Indices in their order, as a tuple that prints as a table."""

from __future__ import annotations

from typing import Any

from partwise.base import Backend, Table, frame_of
from partwise.catalogue.index_record import Index


class Indices(tuple[Index, ...]):
    """A tuple of indices that prints as a table on one screen, and leaves as a data frame.

    Examples
    --------
    >>> import partwise as pw
    >>> pw.indices("element")
    key              short  family   range   better  what it is
    element_centric  ECS    element  0 to 1  higher  Mean overlap of an item's two …
    >>> pw.indices("all").to_frame("polars").columns[:3]
    ['key', 'short', 'family']
    """

    __slots__ = ()

    def _table(self) -> Table:
        from partwise.catalogue.index_card import catalogue_table

        return catalogue_table(self, family=True)

    def __repr__(self) -> str:
        return self._table().on_a_screen()

    def _repr_html_(self) -> str:
        return self._table()._repr_html_()

    def to_frame(self, backend: Backend | None = None) -> Any:
        """Return a data frame with a row for each index."""
        return frame_of(self._table(), backend)
