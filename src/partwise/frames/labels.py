"""Label columns of a frame that stays where it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import narwhals as nw

from partwise.errors import InputError
from partwise.items import examples

__all__ = ["Frame", "Labels"]

Frame: TypeAlias = nw.DataFrame[Any] | nw.LazyFrame[Any]


@dataclass(frozen=True, eq=False, repr=False)
class Labels:
    """Label columns of one frame or file; made by :func:`~partwise.read`.

    Nothing is read until it is compared. With one label column it stands for a clustering; with
    several, ``labels["name"]`` is one of them.

    Parameters
    ----------
    frame : narwhals frame
        The data.
    columns : tuple of str
        The label columns.
    item : str, optional
        The column of item ids. Without it, items are known by their row.
    source : str
        What to call the data in messages.
    typed : bool
        Whether columns have types; in a CSV file everything is text.
    where : callable, optional
        Says in which file and on which line a row stands, for messages.
    """

    frame: Frame
    columns: tuple[str, ...]
    item: str | None = None
    source: str = "the frame"
    typed: bool = True
    where: Callable[[int], str | None] | None = None

    def __getitem__(self, column: str) -> Labels:
        if column not in self.columns:
            known = ", ".join(self.columns)
            raise InputError(
                f"{self.source}: there is no label column {column!r}; there are {known}"
            )
        return replace(self, columns=(column,))

    @property
    def column(self) -> str:
        """The one label column; an error if there are several."""
        if len(self.columns) != 1:
            raise InputError(
                f"{self.source} has {len(self.columns)} label columns ({examples(self.columns)}); "
                'choose one of them: labels["name"]'
            )
        return self.columns[0]

    @property
    def is_eager(self) -> bool:
        """Whether the frame is in memory."""
        return isinstance(self.frame, nw.DataFrame)

    def __repr__(self) -> str:
        item = "" if self.item is None else f", items in {self.item}"
        return f"<Labels of {self.source}: {', '.join(self.columns)}{item}>"
