"""Charts as the page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from partwise.report.figure import Figure
from partwise.report.render import themed_svg

__all__ = ["Inline", "inline"]


@dataclass(frozen=True)
class Inline:
    """A drawing in the page, and the caption below it."""

    svg: Markup
    caption: str


def inline(figure: Figure, prefix: str) -> Inline:
    """Draw a figure for the page; all that users named in it is escaped by the drawing."""
    return Inline(Markup(themed_svg(figure, prefix)), figure.description)  # noqa: S704
