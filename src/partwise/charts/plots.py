"""``result.plot``: the charts of a result, and the names of their files."""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from partwise.base import tracked
from partwise.charts.figure import Figure
from partwise.charts.render import save

MOST_CANDIDATES = 40
"""How many candidates, clusterings or panels one picture shows."""

_MOST_BYTES = 80  # of the name of a file, before its ending
Result_ = TypeVar("Result_")
Pictures: TypeAlias = Mapping[str, Callable[[], Figure | None]]


class Plots(ABC, Generic[Result_]):
    """The charts of a result: ``result.plot()`` draws the main one, and each method draws one.

    A subclass has one method per chart, one of which is also ``__call__``.
    """

    def __init__(self, result: Result_) -> None:
        self._result = result

    @abstractmethod
    def _pictures(self) -> Pictures:
        """Return how to draw each picture that applies, by the name of its file.

        What turns out to have nothing to show is None.
        """

    def save(self, folder: str | Path, *, progress: bool | None = None) -> list[Path]:
        """Write every chart to a folder, as SVG and PNG, and return the files.

        Parameters
        ----------
        folder : str or Path
            The folder, created if it does not exist.
        progress : bool, optional
            Whether to show a progress bar; by default, if standard error is a terminal.
        """
        return save_all(self._pictures(), folder, progress)

    def __repr__(self) -> str:
        names = [name for name in vars(type(self)) if not name.startswith("_") and name != "save"]
        return f"<plot: {', '.join(f'.{name}()' for name in names)}; .save(folder) writes all>"


def save_all(pictures: Pictures, folder: str | Path, progress: bool | None = None) -> list[Path]:
    """Write pictures into a folder, as SVG and PNG; return the files."""
    written: list[Path] = []
    for name, draw in tracked(pictures.items(), len(pictures), "charts: ", progress):
        figure = draw()
        if figure is not None:
            written += save(figure, Path(folder), name)
    return written


def file_names(names: Sequence[Any]) -> list[str]:
    """Return a name for a file for each name: safe, short, and different in any case of letters.

    Examples
    --------
    >>> file_names(["ward_10", "k-means (k=5)", "../../etc/passwd", "WARD_10", ""])
    ['ward_10', 'k-means-k-5', 'etc-passwd', 'WARD_10-2', 'unnamed']
    """
    taken: set[str] = set()
    unique = []
    for name in names:
        text = unicodedata.normalize("NFC", str(name))
        stem = re.sub(r"[^\w.-]+", "-", text).strip("-. ")
        stem = stem.encode("utf-8", "ignore")[:_MOST_BYTES].decode("utf-8", "ignore") or "unnamed"
        candidate, count = stem, 1
        while unicodedata.normalize("NFKC", candidate).casefold() in taken:
            count += 1
            candidate = f"{stem}-{count}"
        taken.add(unicodedata.normalize("NFKC", candidate).casefold())
        unique.append(candidate)
    return unique


def cut(
    names: Sequence[Result_], what: str, most: int = MOST_CANDIDATES
) -> tuple[list[Result_], str]:
    """Return as many names as a picture has space for, and a note if these are not all.

    Examples
    --------
    >>> cut(["a", "b", "c"], "candidates, best first", most=2)
    (['a', 'b'], 'The chart shows the first 2 of 3 candidates, best first.')
    """
    shown = list(names[:most])
    if len(shown) == len(names):
        return shown, ""
    return shown, f"The chart shows the first {len(shown)} of {len(names)} {what}."
