"""The HTML report: one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from partwise.base import InputError, tracked, write_whole
from partwise.charts import clean
from partwise.scoring import ScoreTable

if TYPE_CHECKING:
    from partwise.comparison import Comparison, Sampling


def report_html(
    comparison: Comparison,
    *,
    title: str | None = None,
    level: float = 0.95,
    sampling: Sampling | None = "items",
    clusters: int | None = None,
    command: str | None = None,
    progress: bool | None = None,
) -> str:
    """Return the report of a comparison as a page of HTML that needs nothing else.

    Parameters
    ----------
    comparison : Comparison
        What :func:`~partwise.compare` returned.
    title : str, optional
        Title of the page.
    level : float
        Level of the confidence intervals.
    clusters : int, optional
        How many clusters the whole reference has, for ``sampling="clusters"``.
    sampling : {"items", "clusters", None}
        How the compared items were sampled; None if they are all there is and scores have no error.
    command : str, optional
        The command that made it, to be shown at the end.
    progress : bool, optional
        Whether to show how far it is; by default, if standard error is a terminal.

    Examples
    --------
    >>> import partwise as pw
    >>> found = pw.compare([0, 0, 0, 1, 1], {"A<1>": [0, 0, 1, 2, 2], "A2": [0, 0, 0, 0, 1]})
    >>> "A&lt;1&gt;" in report_html(found)
    True
    """
    from partwise.charts import rendered
    from partwise.report.view import Options, view

    if not comparison.coverage.compared:
        raise InputError("no item was compared: there is nothing to report")
    options = Options(title, level, sampling, clusters, command, progress)
    return rendered("partwise.report", "report.html", view(with_names(comparison), options))


def write_report(comparison: Comparison, path: str | Path, **options: Any) -> Path:
    """Write the report of a comparison to a file; options as in :func:`report_html`.

    The file is written whole or not at all.
    """
    path = Path(path)
    if path.is_dir():
        raise InputError(f"{path}: this is a folder; name a file for the report")
    return write_whole(path, report_html(comparison, **options).encode())


def save_charts(
    comparison: Comparison,
    folder: str | Path,
    *,
    level: float = 0.95,
    sampling: Sampling | None = "items",
    clusters: int | None = None,
    progress: bool | None = None,
) -> list[Path]:
    """Write each chart of the report to a folder, as SVG and PNG; return the files.

    Options as in :func:`report_html`.
    """
    from partwise.charts import save
    from partwise.report.figures import all_figures, shown_estimates

    figures = all_figures(comparison, shown_estimates(comparison, level, sampling, clusters))
    written: list[Path] = []
    for name, draw in tracked(figures.items(), len(figures), "charts: ", progress):
        figure = draw()
        if figure is not None:
            written += save(figure, Path(folder), name)
    return written


_T = TypeVar("_T")


def with_names(comparison: Comparison) -> Comparison:
    """Return the comparison with a name that can be read for a candidate whose name is blank.

    Examples
    --------
    >>> import partwise as pw
    >>> with_names(pw.compare([0, 0, 1], {"": [0, 1, 1], " ": [0, 0, 0], "A": [0, 0, 1]})).names
    ('(empty)', '(empty) 2', 'A')
    """
    if all(name.strip() for name in comparison.names):
        return comparison
    given: dict[str, str] = {}
    for name in comparison.names:
        word, place = name if name.strip() else clean(name), 1
        while word in given.values() or (word != name and word in comparison.names):
            place += 1
            word = f"{clean(name)} {place}"
        given[name] = word

    def renamed(found: Mapping[str, _T]) -> dict[str, _T]:
        return {given[name]: each for name, each in found.items()}

    coverage = comparison.coverage
    return replace(
        comparison,
        candidates=renamed(comparison.candidates),
        scores=ScoreTable(renamed(comparison.scores)),
        coverage=replace(coverage, candidates=renamed(coverage.candidates)),
    )
