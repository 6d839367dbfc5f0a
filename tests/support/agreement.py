"""How often indices agree with something else, over many cases, as tables in docs print it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from partwise.base import Table

_COLUMNS = ["index", "compared with", "cases", "same", "undefined", "explained", "unexplained"]


@dataclass
class Row:
    """One comparison of an index, over many cases."""

    index: str
    compared_with: str
    cases: int = 0
    same: int = 0
    undefined: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    unexplained: list[object] = field(default_factory=list)

    def count(self, is_same: bool, case: object, why: str | None = None) -> None:
        """Count a case; keep one that differs, unless it is known why."""
        self.cases += 1
        if is_same:
            self.same += 1
        elif why:
            self.reasons[why] += 1
        else:
            self.unexplained.append(case)

    def count_undefined(self) -> None:
        """Count a case in which neither has a value."""
        self.cases += 1
        self.undefined += 1


def printed(rows: Iterable[Row]) -> str:
    """Return the rows as a table in Markdown, and below it reasons and unexplained cases."""
    rows = list(rows)
    cells: list[list[Any]] = [
        [
            *(row.index, row.compared_with, row.cases, row.same, row.undefined),
            *(sum(row.reasons.values()), len(row.unexplained)),
        ]
        for row in rows
    ]
    lines = [Table(_COLUMNS, cells).to_markdown()]
    for row in rows:
        about = f"{row.index}, {row.compared_with}"
        lines += [f"{about}: {why} ({count})" for why, count in row.reasons.items()]
        lines += [f"UNEXPLAINED {about}: {case}" for case in row.unexplained[:3]]
    return "\n".join(lines) + "\n"
