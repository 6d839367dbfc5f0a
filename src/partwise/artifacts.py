"""Tools to show your own experiments: tables, charts, progress bars, pages and files.

The paper's experiments use these tools. Charts and pages need the extra ``report``.

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
    require,
    stages,
    tracked,
    write_whole,
)

if TYPE_CHECKING:
    from partwise.charts import Figure, Inline, Score, adaptive_svg, inline, save
    from partwise.charts import scores as scores_chart
    from partwise.report import rendered

_IMPORTED_WHEN_USED = {
    "Figure": ("charts", "Figure"),
    "Inline": ("charts", "Inline"),
    "Score": ("charts", "Score"),
    "adaptive_svg": ("charts", "adaptive_svg"),
    "inline": ("charts", "inline"),
    "rendered": ("report", "rendered"),
    "save": ("charts", "save"),
    "scores_chart": ("charts", "scores"),
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_WHEN_USED:
        raise AttributeError(f"module 'partwise.artifacts' has no attribute {name!r}")
    room, original = _IMPORTED_WHEN_USED[name]
    return getattr(import_module(f"partwise.{room}"), original)


__all__ = [
    "Figure",
    "Inline",
    "Result",
    "Score",
    "Table",
    "adaptive_svg",
    "as_markdown",
    "inline",
    "listed",
    "many",
    "rendered",
    "require",
    "save",
    "scores_chart",
    "stages",
    "tracked",
    "write_whole",
]


def __dir__() -> list[str]:
    return sorted(__all__)
