"""What experiments of your own are shown with: tables, charts, progress bars, pages and files.

The paper's experiments are written with it. Charts and pages need the extra ``report``.

>>> from partwise.artifacts import Table, listed
>>> print(Table(["index", "score"], [["CC", 0.25]], notes=[f"Also tried: {listed(['R', 'J'])}"]))
index  score
CC      0.25
Also tried: R and J
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from partwise.base import (
    Result,
    Table,
    as_markdown,
    listed,
    many,
    stages,
    tracked,
    write_whole,
)

if TYPE_CHECKING:
    from partwise.charts import Figure, Inline, Score, inline, rendered, save
    from partwise.charts import scores as scores_chart

_FROM_CHARTS = {
    "Figure": "Figure",
    "Inline": "Inline",
    "Score": "Score",
    "inline": "inline",
    "rendered": "rendered",
    "save": "save",
    "scores_chart": "scores",
}


def __getattr__(name: str) -> Any:
    if name not in _FROM_CHARTS:
        raise AttributeError(f"module 'partwise.artifacts' has no attribute {name!r}")
    return getattr(import_module("partwise.charts"), _FROM_CHARTS[name])


__all__ = [
    "Figure",
    "Inline",
    "Result",
    "Score",
    "Table",
    "as_markdown",
    "inline",
    "listed",
    "many",
    "rendered",
    "save",
    "scores_chart",
    "stages",
    "tracked",
    "write_whole",
]
