"""Draw the images of the pages, from the code that the pages show. ``make images`` runs this."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from doctest import DocTestParser
from pathlib import Path
from typing import Any

from partwise.base import write_whole
from partwise.charts import Figure, adaptive_svg

DOCS = Path(__file__).parent
BROWSER = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
REPORT_SIZE = "1300,1680"
"""How much of the report of the demo is shown: from the answer to the ranks."""
REPORTS = {
    "report.png": (),
    "report-dark.png": ("--blink-settings=preferredColorScheme=0",),
}
"""The pictures of the report, and the options that choose their theme."""
IMAGES = {
    "sweep.svg": ("choose-a-threshold.md", "thresholds.plot()"),
    "bias-curves.svg": ("chance.md", "news.plot()"),
}
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


def report_images() -> Iterator[Path]:
    """Take pictures of the report that ``make demo`` writes, in light and in dark."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        demo = [sys.executable, str(DOCS.parent / "examples" / "demo.py"), str(page)]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
        options = (f"--user-data-dir={folder}/profile", f"--window-size={REPORT_SIZE}")
        for name, scheme in REPORTS.items():
            image = DOCS / "images" / name
            shoot = [*BROWSER, *options, *scheme, f"--screenshot={image}", page.as_uri()]
            subprocess.run(shoot, check=True, capture_output=True)  # noqa: S603 - our own page
            yield image


def main() -> None:
    """Write all images; the report's if there is a browser to open it."""
    for name, (page, line) in IMAGES.items():
        drawn = adaptive_svg(figure_of(page, line))
        print(write_whole(DOCS / "images" / name, drawn.encode()).relative_to(DOCS))
    if shutil.which(BROWSER[0]):
        for image in report_images():
            print(image.relative_to(DOCS))


if __name__ == "__main__":
    main()
