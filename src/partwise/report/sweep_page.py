"""A sweep, as a page or as a section of the report: best threshold, curves and table."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from partwise.base import Table, write_whole
from partwise.charts import Figure, inline
from partwise.report.cells import rows_of
from partwise.report.templates import checked_path, rendered

_TITLES = {
    "curves": "Curves",
    "precision-recall": "Precision and recall",
    "similarity": "Similarity of neighbours",
    "sizes": "Cluster sizes",
}
_READING = """
The best threshold was chosen by its score, and the score of a chosen threshold is too good on
average. The confidence intervals allow for that: they hold for all compared thresholds at once.

Thresholds that cannot be distinguished from the best one may be just as good on new items. If one
of them suits you better, such as one with fewer clusters to review, you can choose it.

Pair precision is the share of correct pairs among those that a clustering puts together. Pair
recall is the share of the pairs that belong together that it puts together.
""".strip().split("\n\n")


@dataclass(frozen=True)
class SweepContents:
    """Everything that a page shows of a sweep."""

    title: str
    subtitle: str
    headline: str  # the best threshold, or that there is none
    text: str  # the answer in sentences
    facts: Sequence[tuple[str, str]]
    figures: Mapping[str, Figure]  # by the keys of _TITLES
    best: Table  # a row for each index, or for each steady stretch, with notes
    thresholds: Table  # a row for each threshold, or for as many as a page can hold
    has_reference: bool = True
    command: str | None = None  # the one that made the page

    @property
    def reading(self) -> Sequence[str]:
        """How to read it, in paragraphs."""
        return _READING if self.has_reference else ()


def write_sweep(path: str | Path, contents: SweepContents) -> Path:
    """Write the page of a sweep alone; return the file."""
    return write_whole(checked_path(Path(path)), sweep_html(contents).encode())


def sweep_html(contents: SweepContents) -> str:
    """Return the page of a sweep alone."""
    sweep = sweep_view(contents)
    figures = [(figure["id"], figure["title"]) for figure in sweep["figures"]]
    view = {
        "title": contents.title,
        "subtitle": contents.subtitle,
        "sweep": sweep,
        "about": {
            "facts": made_with(),
            "command": contents.command,
            "explained": {},
            "reading": contents.reading,
        },
        "sections": [*figures, ("thresholds", "Table"), ("about", "About")],
        "version": version("partwise"),
    }
    return rendered("partwise.report", "sweep.html", view)


def made_with() -> list[tuple[str, str]]:
    """Return what made a page, and when."""
    return [
        ("partwise", version("partwise")),
        ("Python, NumPy", f"{platform.python_version()}, {np.__version__}"),
        ("created on", date.today().isoformat()),
    ]


def sweep_view(contents: SweepContents, prefix: str = "") -> dict[str, Any]:
    """Return what templates show of a sweep; all ids on the page begin with the prefix."""
    return {
        "title": contents.title,
        "subtitle": contents.subtitle,
        "id": {part: f"{prefix}{part}" for part in ("answer", "thresholds")},
        "answer": {
            "name": contents.headline,
            "text": contents.text,
            "facts": contents.facts,
            "why": "",
        },
        "best": rows_of(contents.best),
        "figures": [
            {
                "id": f"{prefix}{name}",
                "title": _TITLES[name],
                "figure": inline(figure, f"{prefix}{name}"),
            }
            for name, figure in contents.figures.items()
        ],
        "thresholds": {
            "title": contents.thresholds.title,
            "table": rows_of(replace(contents.thresholds, title="")),
        },
        "notes": contents.best.notes,
    }
