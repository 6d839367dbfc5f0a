"""The page of a sweep: the best threshold, the curves, and the table, from plain data."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from typing import Any

import numpy as np

from partwise.base import Table
from partwise.charts import Figure, inline
from partwise.report.cells import rows_of
from partwise.report.templates import rendered

_TITLES = {
    "curves": "Curves",
    "precision-recall": "Precision and recall",
    "similarity": "Similarity of neighbours",
    "sizes": "Cluster sizes",
}
_READING = """
The best threshold was chosen by its score, and such a score is too good on average. Its confidence
interval allows for that: it is one of intervals that hold for all compared thresholds at once.

Thresholds that cannot be distinguished from the best one may be just as good on new items. If one
of them suits you better, such as one with fewer clusters to review, nothing here speaks against it.

Precision is the share of the pairs that a clustering puts together that belong together; recall is
the share of the pairs that belong together that it puts together.
""".strip().split("\n\n")


@dataclass(frozen=True)
class SweepContents:
    """Everything that the page of a sweep shows."""

    title: str
    subtitle: str
    headline: str  # the best threshold, or that there is none
    text: str  # the answer in sentences
    facts: Sequence[tuple[str, str]]
    figures: Mapping[str, Figure]  # by the keys of _TITLES
    best: Table  # a row for each index, or for each steady stretch
    thresholds: Table  # a row for each threshold, or for as many as a page can hold
    notes: Sequence[str]
    has_reference: bool = True
    command: str | None = None  # the one that made the page


def sweep_html(contents: SweepContents) -> str:
    """Return the page."""
    return rendered("partwise.report", "sweep.html", _view(contents))


def _view(contents: SweepContents) -> dict[str, Any]:
    """Return everything that the template needs."""
    figures = [
        {"id": name, "title": _TITLES[name], "figure": inline(figure, name)}
        for name, figure in contents.figures.items()
    ]
    sections = [(figure["id"], figure["title"]) for figure in figures]
    facts = [
        ("partwise", version("partwise")),
        ("Python, NumPy", f"{platform.python_version()}, {np.__version__}"),
        ("made on", date.today().isoformat()),
    ]
    return {
        "title": contents.title,
        "subtitle": contents.subtitle,
        "answer": {"name": contents.headline, "text": contents.text, "facts": contents.facts},
        "best": rows_of(contents.best),
        "figures": figures,
        "thresholds": rows_of(contents.thresholds),
        "notes": contents.notes,
        "about": {
            "facts": facts,
            "command": contents.command,
            "reading": _READING if contents.has_reference else [],
        },
        "sections": [*sections, ("thresholds", "Table"), ("about", "About")],
        "version": version("partwise"),
    }
