"""Label columns of a frame that stays where it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

import narwhals as nw

from partwise.base import InputError, many, near_names
from partwise.clusterings import Clustering, Cover, MissingPolicy, NoisePolicy, examples

_FEW_ITEMS = 2 * 10**5
_SMALL_FILE = 2 * 10**7  # bytes, before rows are counted

Frame: TypeAlias = nw.DataFrame[Any] | nw.LazyFrame[Any]


@dataclass(frozen=True, eq=False)
class LabelColumns:
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
    bytes_on_disk : int, optional
        How large the files are.
    layout : str
        What a row of the data is; see :func:`~partwise.read`.
    sniffed : str, optional
        What the first lines show about a text file whose name does not say how to read it.

    Examples
    --------
    >>> import partwise as pw, pyarrow as pa
    >>> labels = pw.read(pa.table({"id": ["x", "y"], "gold": [1, 1], "mine": [1, 2]}))
    >>> labels
    <LabelColumns of the frame: gold, mine, items in id>
    >>> pw.score(labels["gold"], labels["mine"], "rand")
    0.0
    >>> labels["gold"].to_clustering().items
    ('x', 'y')
    """

    frame: Frame
    columns: tuple[str, ...]
    item: str | None = None
    source: str = "the frame"
    typed: bool = True
    where: Callable[[int], str | None] | None = None
    bytes_on_disk: int | None = None
    layout: str = "wide"
    sniffed: str | None = None
    __iter__: ClassVar[None] = None  # else Python would try the columns 0, 1, 2, …

    def __getitem__(self, column: str) -> LabelColumns:
        if column not in self.columns:
            raise InputError(
                f"there is no label column {column!r}{near_names(str(column), self.columns)}",
                subject=self.source,
                remedy=f"choose one of {', '.join(self.columns)}",
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
        return not isinstance(self.frame, nw.LazyFrame)

    @property
    def is_small(self) -> bool:
        """Whether it is worth while to remember the name of each item."""
        if not isinstance(self.frame, nw.LazyFrame):
            return len(self.frame) <= _FEW_ITEMS
        if self.bytes_on_disk is None or self.bytes_on_disk > _SMALL_FILE:
            return False
        return self.rows <= _FEW_ITEMS

    @property
    def rows(self) -> int:
        """How many rows there are; a lazy frame counts them now."""
        if not isinstance(self.frame, nw.LazyFrame):
            return len(self.frame)
        from partwise.engines.backends import backend_of

        counted = backend_of(self.frame).collect(self.frame.select(nw.len().alias("rows")))
        return int(counted["rows"].to_list()[0])

    @property
    def description(self) -> str:
        r"""What was understood of the data: how many items, in which columns.

        Examples
        --------
        >>> import partwise as pw, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "labels.txt")
        ...     _ = path.write_text("item,cluster\nann,1\nbob,1\n")
        ...     print(pw.read(path).description.removeprefix(folder))
        /labels.txt: 2 items, columns item and cluster, delimiter ','
        """
        columns = [*([] if self.item is None else [self.item]), *self.columns]
        return f"{self.source}: {many(self.rows, 'item')}, " + (
            self.sniffed or f"columns {', '.join(columns)}"
        )

    def to_clustering(
        self,
        *,
        noise: NoisePolicy | None = None,
        noise_label: Hashable = -1,
        missing: MissingPolicy = "raise",
    ) -> Clustering:
        """Bring the one label column into memory; policies as in :class:`~partwise.Clustering`."""
        from partwise.engines.loading import clusterings

        by_column = clusterings(
            self[self.column], noise=noise, noise_label=noise_label, missing=missing
        )
        return by_column[self.column]

    def to_cover(self) -> Cover:
        """Bring the rows into memory as a cover: an item may have several, one for each cluster.

        Examples
        --------
        >>> import partwise as pw, pyarrow as pa
        >>> rows = pa.table({"item": ["ann", "bob", "bob"], "cluster": [1, 1, 2]})
        >>> pw.Cover(pw.read(rows))
        <Cover of 2 items by 2 clusters: 1 item in several, 0 in none>
        """
        from partwise.engines.cover_reading import cover_of_rows

        return cover_of_rows(self)

    def __repr__(self) -> str:
        item = "" if self.item is None else f", items in {self.item}"
        return f"<LabelColumns of {self.source}: {', '.join(self.columns)}{item}>"
