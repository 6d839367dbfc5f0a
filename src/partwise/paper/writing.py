"""Artifacts → files, and back: finished experiments are cached.

Each artifact has a folder: its tables as CSV, a page of Markdown, its drawings as SVG and PNG, and
``finished.json``, which holds the artifact and says how it was made. That file is written last and
removed first, so an artifact that has it is complete.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from partwise.artifacts import write_whole
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Drawing

RECORD = "finished.json"
_FORM = 1


@dataclass(frozen=True)
class Settings:
    """How artifacts are made."""

    version: str  # of partwise
    quick: bool  # whether less was sampled
    seed: int  # seed of everything random
    data: str | None = None  # tells folders of data apart; None if there is none

    @property
    def key(self) -> str:
        """Tells settings apart, in the name of a folder.

        Examples
        --------
        >>> Settings("1.0", True, 7).key
        '1.0-quick-7'
        """
        parts = (self.version, "quick" if self.quick else "full", str(self.seed), self.data)
        return "-".join(part for part in parts if part)

    def covers(self, other: Settings) -> bool:
        """Whether the cached files are up to date; without data, existing files stay."""
        same = (self.version, self.quick, self.seed) == (other.version, other.quick, other.seed)
        return same and other.data in (None, self.data)


@dataclass(frozen=True)
class Finished:
    """An artifact, how it was made, and how long that took."""

    artifact: Artifact
    settings: Settings
    seconds: float


def csv_names(artifact: Artifact) -> list[str]:
    """Return the names of the files of an artifact's tables.

    Examples
    --------
    >>> csv_names(Artifact("x", "X", "Table 1", (Beside("", (), ()),)))
    ['x.csv']
    """
    if len(artifact.tables) == 1:
        return [f"{artifact.name}.csv"]
    return [f"{artifact.name}_{place}.csv" for place, _ in enumerate(artifact.tables, 1)]


def write_finished(finished: Finished, folder: Path) -> None:
    """Write an artifact into a folder of its own; each file whole or not at all."""
    from partwise.artifacts import save

    artifact = finished.artifact
    record = folder / RECORD
    before = _recorded_files(record)
    record.unlink(missing_ok=True)
    written = [
        write_whole(folder / name, table.to_csv().encode())
        for name, table in zip(csv_names(artifact), artifact.tables, strict=True)
    ]
    written.append(write_whole(folder / f"{artifact.name}.md", _markdown(artifact).encode()))
    for drawing in artifact.drawings:
        written += save(drawing.figure, folder, drawing.name)
    files = [path.name for path in written]
    for name in set(before) - set(files):
        (folder / name).unlink(missing_ok=True)
    write_whole(record, _as_json(finished, files).encode())


def read_finished(folder: Path) -> Finished | None:
    """Return the cached artifact of a folder; None if there is none, or if it is incomplete."""
    try:
        data = json.loads((folder / RECORD).read_text("utf-8"))
        if data["form"] != _FORM or not all((folder / name).is_file() for name in data["files"]):
            return None
        settings = Settings(**data["settings"])
        return Finished(_artifact(data["artifact"]), settings, float(data["seconds"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _recorded_files(record: Path) -> list[str]:
    try:
        names = json.loads(record.read_text("utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [name for name in names if isinstance(name, str) and Path(name).name == name]


def _as_json(finished: Finished, files: list[str]) -> str:
    content = {
        "form": _FORM,
        "settings": asdict(finished.settings),
        "seconds": finished.seconds,
        "matches": finished.artifact.matches,
        "files": files,
        "artifact": _plain(finished.artifact),
    }
    return json.dumps(content, ensure_ascii=False) + "\n"


def _plain(artifact: Artifact) -> dict[str, Any]:
    return {
        "name": artifact.name,
        "title": artifact.title,
        "where": artifact.where,
        "notes": artifact.notes,
        "tables": [
            {
                "title": table.title,
                "columns": table.columns,
                "rows": [
                    [name, [[compared.ours, compared.paper, compared.same] for compared in cells]]
                    for name, cells in table.rows
                ],
                "notes": table.notes,
                "head": table.head,
            }
            for table in artifact.tables
        ],
        "drawings": [asdict(drawing) for drawing in artifact.drawings],
    }


def _artifact(data: dict[str, Any]) -> Artifact:
    from partwise.artifacts import Figure

    tables = tuple(
        Beside(
            table["title"],
            tuple(table["columns"]),
            tuple(
                (name, tuple(ComparedCell(*cell) for cell in cells))
                for name, cells in table["rows"]
            ),
            tuple(table["notes"]),
            table["head"],
        )
        for table in data["tables"]
    )
    drawings = tuple(
        Drawing(drawing["name"], Figure(**drawing["figure"]), drawing["caption"])
        for drawing in data["drawings"]
    )
    place = (data["name"], data["title"], data["where"])
    return Artifact(*place, tables, drawings, tuple(data["notes"]))


def _markdown(artifact: Artifact) -> str:
    return "\n".join(_markdown_lines(artifact)) + "\n"


def _markdown_lines(artifact: Artifact) -> Iterator[str]:
    from partwise.artifacts import as_markdown

    same, compared = artifact.matches
    yield f"# {as_markdown(artifact.title)}\n"
    yield f"{as_markdown(artifact.where)}. {_told(same, compared)}\n"
    for table in artifact.tables:
        yield table.to_markdown() + "\n"
    for drawing in artifact.drawings:
        yield f"![{as_markdown(drawing.figure.title)}]({drawing.name}.svg)\n"
        yield as_markdown(drawing.caption) + "\n"
    for note in artifact.notes:
        yield f"- {as_markdown(note)}"


def _told(same: int, compared: int) -> str:
    if not compared:
        return "The paper prints no numbers to compare."
    return f"{same} of {compared} cells match the paper. The others show ours ≠ the paper's."
