"""Scores of covers or memberships, as a page: the answer, the table and the charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from partwise.base import Table, write_whole
from partwise.charts import Figure, inline
from partwise.report.cells import rows_of
from partwise.report.sweep_page import made_with
from partwise.report.templates import checked_path, rendered

_TITLES = {"scores": "Scores by index", "ranks": "Ranks", "disagreement": "Disagreement"}
_READING = """
Scores are those of the compared items, without confidence intervals. A small lead may be chance.
""".strip().split("\n\n")


@dataclass(frozen=True)
class ScoresContents:
    """Everything that the page shows."""

    title: str
    subtitle: str
    headline: str  # the best candidates, or that there is none
    text: str  # the answer in sentences
    facts: Sequence[tuple[str, str]]
    scores: Table  # a row for each candidate, with notes
    figures: Mapping[str, Figure]  # by the keys of _TITLES
    explained: Mapping[str, str]  # what each index is, by its short name
    command: str | None = None  # the one that made the page


def write_scores(path: str | Path, contents: ScoresContents) -> Path:
    """Write the page; return the file."""
    return write_whole(checked_path(Path(path)), scores_html(contents).encode())


def scores_html(contents: ScoresContents) -> str:
    """Return the page."""
    figures = [
        {"id": f"chart-{name}", "title": _TITLES[name], "figure": inline(figure, f"chart-{name}")}
        for name, figure in contents.figures.items()
    ]
    view = {
        "title": contents.title,
        "subtitle": contents.subtitle,
        "answer": {
            "name": contents.headline,
            "text": contents.text,
            "facts": contents.facts,
            "why": "",
        },
        "scores": rows_of(contents.scores),
        "notes_below": contents.scores.notes,
        "figures": figures,
        "about": {
            "facts": made_with(),
            "command": contents.command,
            "explained": {
                f"index-{place}": named for place, named in enumerate(contents.explained.items())
            },
            "reading": _READING,
        },
        "sections": [
            ("answer", "Answer"),
            *((figure["id"], figure["title"]) for figure in figures),
            ("about", "About"),
        ],
        "version": version("partwise"),
    }
    names = [str(row[0]) for row in contents.scores.rows]
    return rendered("partwise.report", "scores.html", view, names=names)
