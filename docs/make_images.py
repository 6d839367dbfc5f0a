"""Draw the images of the pages, from the code that the pages show. ``make images`` runs this."""

from __future__ import annotations

from contextlib import redirect_stdout
from doctest import DocTestParser
from pathlib import Path
from typing import Any

from partwise.base import write_whole
from partwise.charts import Figure, adaptive_svg

DOCS = Path(__file__).parent
IMAGES = {"sweep.svg": ("choose-a-threshold.md", "thresholds.plot()")}
"""The image, and which line of which page draws it."""


def figure_of(page: str, line: str) -> Figure:
    """Run the code of a page up to a line, and return the figure that the line draws."""
    names: dict[str, Any] = {}
    for example in DocTestParser().get_examples((DOCS / page).read_text("utf-8")):
        if example.source.startswith(line):
            figure: Figure = eval(line, names)  # noqa: S307 - our own page
            return figure
        with redirect_stdout(None):
            exec(example.source, names)  # noqa: S102 - our own page
    raise LookupError(f"{page} has no line {line}")


def main() -> None:
    """Write all images."""
    for name, (page, line) in IMAGES.items():
        drawn = adaptive_svg(figure_of(page, line))
        print(write_whole(DOCS / "images" / name, drawn.encode()).relative_to(DOCS))


if __name__ == "__main__":
    main()
