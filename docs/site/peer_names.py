"""What other libraries call an index, read from the tables of docs/migrate.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["PeerName", "peer_names"]

_MIGRATE = Path(__file__).parents[1] / "migrate.md"


@dataclass(frozen=True)
class PeerName:
    """How another library computes an index.

    Parameters
    ----------
    library : str
        Its name.
    call : str
        What one calls there, in Markdown.
    key : str
        Our index.
    note : str
        How the values differ, in Markdown; nothing if they do not.
    """

    library: str
    call: str
    key: str
    note: str


@cache
def peer_names() -> tuple[PeerName, ...]:
    """Return all names of the page on migration, in its order."""
    return tuple(_read(_MIGRATE.read_text(encoding="utf-8")))


def _read(text: str) -> Iterator[PeerName]:
    for section in re.split(r"^## From ", text, flags=re.MULTILINE)[1:]:
        library, _, rest = section.partition("\n")
        for line in rest.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            ours = re.fullmatch(r"`(\w+)`", cells[1]) if len(cells) == 3 else None
            if line.startswith("| `") and ours:
                yield PeerName(library.strip(), cells[0], ours[1], cells[2])
