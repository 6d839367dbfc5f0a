"""The page that shows our numbers beside the paper's."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from partwise.artifacts import many
from partwise.paper.artifact import Artifact, Beside, ComparedCell
from partwise.paper.writing import csv_names

if TYPE_CHECKING:
    from partwise.artifacts import Inline
    from partwise.paper.running import Part, Reproduction


_TITLE = "The paper, reproduced"
_PAPER = (
    "Gösgens, Tikhonov, Prokhorenkova: Systematic Analysis of Cluster Similarity Indices: How to "
    "Validate Validation Measures (ICML 2021)"
)
_LONG_LIST = 40  # rows above which a table is folded in if nothing in it differs


@dataclass(frozen=True)
class _Shown:
    """A cell as the page shows it."""

    ours: object
    paper: object | None
    kind: str
    sign: str


@dataclass(frozen=True)
class _Drawn:
    """A drawing with the files that hold it."""

    title: str
    inline: Inline
    svg: str
    png: str


def page_html(reproduction: Reproduction) -> str:
    """Return the page of a reproduction: HTML that needs nothing else.

    Examples
    --------
    >>> from partwise.paper.running import reproduce
    >>> "5 of 5" in page_html(reproduce("equivalences", quick=True))
    True
    """
    from partwise.artifacts import rendered

    values = {
        "title": _TITLE,
        "paper": _PAPER,
        "version": reproduction.settings.version,
        "answer": _answer(reproduction),
        "parts": [_part(part, reproduction.out is not None) for part in reproduction.parts],
        "facts": _facts(reproduction),
    }
    return rendered("partwise.paper", "reproduction.html", values, style="reproduction.css")


def _answer(reproduction: Reproduction) -> dict[str, Any]:
    same, compared = reproduction.matches
    differing = [part for part in reproduction.parts if part.artifact and _differ(part.artifact)]
    missing = [part for part in reproduction.parts if part.artifact is None]
    text = (
        "All our numbers match the paper."
        if not differing
        else f"{many(compared - same, 'cell')} of {many(len(differing), 'experiment')} "
        f"{'differs' if compared - same == 1 else 'differ'}. Each one is marked with ≠ below, and "
        "the notes say why."
    )
    if missing:
        text += f" {many(len(missing), 'experiment')} could not be run here."
    if not compared:
        text = text.removeprefix("All our numbers match the paper. ")
        return {"name": "Nothing could be compared", "text": text, "share": None}
    return {
        "name": f"{same:,} of {compared:,} cells match the paper",
        "text": text,
        "share": 100 * same / compared,
    }


def _differ(artifact: Artifact) -> int:
    same, compared = artifact.matches
    return compared - same


def _facts(reproduction: Reproduction) -> list[tuple[str, str]]:
    import numpy as np

    from partwise.paper.running import took

    settings = reproduction.settings
    return [
        ("partwise", settings.version),
        ("Python, NumPy", f"{platform.python_version()}, {np.__version__}"),
        ("Samples", "smaller (quick)" if settings.quick else "as in the paper"),
        ("Seed", str(settings.seed)),
        ("Total time", took(sum(part.seconds for part in reproduction.parts))),
    ]


def _part(part: Part, linked: bool) -> dict[str, Any]:
    from partwise.paper.running import took

    artifact = part.artifact
    content: dict[str, Any] = {
        "id": part.experiment.name,
        "name": part.experiment.name,
        "title": part.experiment.title,
        "where": part.experiment.where,
        "told": part.told if artifact else part.state,
        "time": took(part.seconds) if artifact else "",
        "kind": _kind(part),
        "order": _differ(artifact) if artifact else "",
        "seconds": part.seconds if artifact else "",
        "sign": {"same": "✓", "differs": "≠", "open": "–"}[_kind(part)],
        "message": part.remark if artifact is None else "",
        "tables": [],
        "drawings": [],
        "notes": (),
        "files": [],
    }
    if artifact is not None:
        content |= {
            "tables": list(_tables(artifact, linked)),
            "drawings": list(_drawings(artifact, linked)),
            "notes": artifact.notes,
            "files": _files(artifact) if linked else [],
        }
    return content


def _kind(part: Part) -> str:
    if part.artifact is None or not part.artifact.matches[1]:
        return "open"
    return "differs" if _differ(part.artifact) else "same"


def _files(artifact: Artifact) -> list[tuple[str, str]]:
    """Return the files that hold all of an artifact, and what to call them."""
    links = [(f"{artifact.name}/{artifact.name}.md", "Markdown")]
    if len(artifact.tables) == 1:
        links += [(f"{artifact.name}/{name}", "CSV") for name in csv_names(artifact)]
    return links


def _tables(artifact: Artifact, linked: bool) -> Iterator[dict[str, Any]]:
    several = len(artifact.tables) > 1
    for table, file in zip(artifact.tables, csv_names(artifact), strict=True):
        same, compared = table.matches
        yield {
            "title": table.title,
            "head": table.head,
            "columns": table.columns,
            "rows": [
                (name, [_shown(compared) for compared in cells]) for name, cells in table.rows
            ],
            "notes": table.notes,
            "told": f"{same} of {compared} match" if compared and several else "",
            "folded": same == compared and len(table.rows) > _LONG_LIST,
            "csv": f"{artifact.name}/{file}" if linked and several else None,
            "numeric": _numeric(table),
        }


def _numeric(table: Beside) -> list[bool]:
    """Tell which columns hold short values, to be set in the middle."""
    return [
        all(len(cells[place].ours) <= 12 for _, cells in table.rows)
        for place, _ in enumerate(table.columns)
    ]


def _shown(cell: ComparedCell) -> _Shown:
    from partwise.paper.formulas import typeset

    ours = typeset(cell.ours)
    paper = None if cell.paper is None else typeset(cell.paper)
    if cell.same is None:
        return _Shown(ours, paper, "alone", "")
    if not cell.same:
        return _Shown(ours, paper, "differs", "≠")
    formula = ours is not cell.ours
    return _Shown(ours, None if cell.paper == cell.ours else paper, "same", "=" if formula else "✓")


def _drawings(artifact: Artifact, linked: bool) -> Iterator[_Drawn]:
    from partwise.artifacts import inline

    for place, drawing in enumerate(artifact.drawings):
        drawn = inline(drawing.figure, f"{artifact.name.replace('_', '-')}-{place}")
        svg, png = (f"{artifact.name}/{drawing.name}.{end}" for end in ("svg", "png"))
        shown = replace(drawn, caption=drawing.caption)
        title = drawing.figure.title if len(artifact.drawings) > 1 else ""
        yield _Drawn(title, shown, svg if linked else "", png if linked else "")
