"""The HTML pages, from plain data: `Contents`, `ScoresContents` and `SweepContents`.

The packages that compare fill these in.
"""

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
from partwise.report.scores_page import ScoresContents, scores_html, write_scores
from partwise.report.sweep_page import SweepContents, sweep_html, write_sweep
from partwise.report.templates import checked_path, rendered

__all__ = [
    "Answer",
    "Contents",
    "Errors",
    "Matched",
    "Mistake",
    "OrderedDifferently",
    "Score",
    "ScoresContents",
    "SweepContents",
    "checked_path",
    "rendered",
    "report_html",
    "scores_html",
    "sweep_html",
    "write_scores",
    "write_sweep",
]
