"""The HTML report: one file that needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.errors import InputError
from partwise.files import write_whole
from partwise.progress import tracked

if TYPE_CHECKING:
    from partwise.comparison import Comparison
    from partwise.comparison.uncertainty import Sampling

__all__ = ["report_html", "save_charts", "write_report"]


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
    from partwise.report.html import rendered
    from partwise.report.names import with_names
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
    from partwise.report.figures import all_figures, shown_estimates
    from partwise.report.render import save

    figures = all_figures(comparison, shown_estimates(comparison, level, sampling, clusters))
    written: list[Path] = []
    for name, draw in tracked(figures.items(), len(figures), "charts: ", progress):
        figure = draw()
        if figure is not None:
            written += save(figure, Path(folder), name)
    return written
