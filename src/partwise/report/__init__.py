"""The HTML page, from plain data: `Contents` is what it shows, filled in by whoever compares."""

from partwise.report.contents import (
    Answer,
    Contents,
    Errors,
    Matched,
    Mistake,
    OrderedDifferently,
    Score,
)
from partwise.report.page import report_html
from partwise.report.templates import rendered

__all__ = [
    "Answer",
    "Contents",
    "Errors",
    "Matched",
    "Mistake",
    "OrderedDifferently",
    "Score",
    "rendered",
    "report_html",
]
