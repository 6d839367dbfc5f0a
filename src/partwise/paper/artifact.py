"""The results of an experiment: our tables beside the paper's, drawings and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from partwise.artifacts import Result, Table
from partwise.errors import InputError

if TYPE_CHECKING:
    from partwise.artifacts import Figure


@dataclass(frozen=True)
class ComparedCell:
    """One of our values beside the paper's value, both as text.

    Parameters
    ----------
    ours : str
        The value that partwise computes.
    paper : str or None
        The value that the paper prints; None if it prints none.
    same : bool or None
        Whether they agree; None if there is nothing to compare.
    """

    ours: str
    paper: str | None = None
    same: bool | None = None

    def __str__(self) -> str:
        if self.same is False:
            return f"{self.ours or '(nothing)'} ≠ {self.paper or '(nothing)'}"
        if self.paper is None or self.paper == self.ours:
            return self.ours
        return f"{self.ours} (paper: {self.paper})"


def cell(ours: str, paper: str | None = None) -> ComparedCell:
    """Return a cell in which both texts should be equal.

    Examples
    --------
    >>> str(cell("0.5", "0.5")), str(cell("0.5", "0.4")), cell("0.5").same
    ('0.5', '0.5 ≠ 0.4', None)
    """
    return ComparedCell(ours, paper, None if paper is None else ours == paper)


@dataclass(frozen=True)
class Beside(Result):
    """One of our tables beside the paper's, cell by cell.

    Parameters
    ----------
    title : str
        The text above the table.
    columns : tuple of str
        Headings of the columns of cells, without the first column.
    rows : tuple of (str, tuple of ComparedCell)
        The name of each row, and its cells.
    notes : tuple of str
        The lines below the table.
    head : str
        Heading of the first column, which has the names of the rows.

    Examples
    --------
    >>> found = Beside("Shares", ("k=2", "k=4"), (("CC", (cell("3", "3"), cell("7", "6"))),))
    >>> found.matches
    (1, 2)
    >>> print(found)
    Shares
        k=2  k=4
    CC  3    7 ≠ 6
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[ComparedCell, ...]], ...]
    notes: tuple[str, ...] = ()
    head: str = ""

    def __post_init__(self) -> None:
        for name, cells in self.rows:
            if len(cells) != len(self.columns):
                raise InputError(
                    f"{self.title}: the row {name!r} has {len(cells)} cells, "
                    f"but there are {len(self.columns)} columns"
                )

    @property
    def cells(self) -> tuple[ComparedCell, ...]:
        """All cells, row after row."""
        return tuple(compared for _, cells in self.rows for compared in cells)

    @property
    def matches(self) -> tuple[int, int]:
        """How many cells match, and how many there are to compare."""
        compared = [one.same for one in self.cells if one.same is not None]
        return sum(compared), len(compared)

    def to_table(self) -> Table:
        """Return our values, and the paper's value beside each one that differs, with a mark."""
        differing = {
            (i, j + 1)
            for i, (_, cells) in enumerate(self.rows)
            for j, compared in enumerate(cells)
            if compared.same is False
        }
        rows = [[name, *map(str, cells)] for name, cells in self.rows]
        return Table([self.head, *self.columns], rows, self.title, self.notes, differing)

    def to_markdown(self) -> str:
        """Return `to_table` in Markdown."""
        return self.to_table().to_markdown()

    def _full_table(self) -> Table:
        same = {True: "yes", False: "no", None: ""}
        rows = [
            [name, column, compared.ours, compared.paper or "", same[compared.same]]
            for name, cells in self.rows
            for column, compared in zip(self.columns, cells, strict=True)
        ]
        return Table(["row", "column", "ours", "paper", "same"], rows)


def matches(tables: Iterable[Beside]) -> tuple[int, int]:
    """Return how many cells of some tables are the same, and how many there are to compare."""
    counts = [table.matches for table in tables]
    return sum(same for same, _ in counts), sum(compared for _, compared in counts)


@dataclass(frozen=True)
class Drawing:
    """A figure of an artifact.

    Parameters
    ----------
    name : str
        Name of its files, without the extension.
    figure : Figure
        The drawing.
    caption : str
        The text below the drawing.
    """

    name: str
    figure: Figure
    caption: str


@dataclass(frozen=True)
class Artifact:
    """A table or figure of the paper, reproduced.

    Parameters
    ----------
    name : str
        Name of its folder.
    title : str
        What it shows.
    where : str
        Where it is in the paper.
    tables : tuple of Beside
        Our tables beside the paper's.
    drawings : tuple of Drawing
        The charts.
    notes : tuple of str
        What differs, and why.
    """

    name: str
    title: str
    where: str
    tables: tuple[Beside, ...]
    drawings: tuple[Drawing, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def matches(self) -> tuple[int, int]:
        """How many cells of all tables match, and how many there are to compare."""
        return matches(self.tables)


@dataclass(frozen=True)
class Context:
    """The settings of an experiment.

    Parameters
    ----------
    data : Path or None
        Folder with data that do not come with partwise.
    quick : bool
        Whether to use smaller samples.
    seed : int
        Seed of all random numbers.
    keep : Path or None
        Folder that caches the finished parts of a long experiment.
    progress : bool or None
        Whether to show a progress bar; by default, if standard error is a terminal.
    """

    data: Path | None = None
    quick: bool = False
    seed: int = 0
    keep: Path | None = None
    progress: bool | None = None


@dataclass(frozen=True)
class Experiment:
    """An experiment: a function that makes an artifact.

    Parameters
    ----------
    name : str
        The name for `reproduce` and the command line.
    title : str
        What it shows.
    where : str
        Where it is in the paper.
    run : callable
        The function that makes the artifact. It raises `errors.InputError` if data are missing.
    needs_data : bool
        Whether it cannot run without a folder of data.
    """

    name: str
    title: str
    where: str
    run: Callable[[Context], Artifact]
    needs_data: bool = False

    def artifact(
        self,
        tables: Iterable[Beside],
        drawings: Iterable[Drawing] = (),
        notes: Iterable[str] = (),
    ) -> Artifact:
        """Return an artifact with the name, the title and the place of this experiment."""
        return Artifact(
            self.name, self.title, self.where, tuple(tables), tuple(drawings), tuple(notes)
        )
