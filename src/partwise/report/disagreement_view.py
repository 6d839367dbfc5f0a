"""Where the indices disagree: why, how often, and about which candidates."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from partwise.charts import inline
from partwise.report.cells import Cell, Head, Rows, text
from partwise.report.figures import compared, disagreement_figure

if TYPE_CHECKING:
    from partwise.catalogue import Index
    from partwise.comparison import Comparison


_MOST_ROWS = 60
_MOST_PAIRS = 4

_TAGS = {
    "not found": "cause not found",
    "one-sided": "sees one kind of error only",
    "best value too easily": "gives the best value too easily",
    "trade-off": "weighs the two kinds of error differently",
}


def disagreement_section(comparison: Comparison) -> dict[str, Any]:
    """Return the section: findings, the matrix, and the pairs of candidates."""
    told = comparison.explanation.summary
    figure = pairs = None
    if comparison.disagreement.counts.any():
        figure = inline(disagreement_figure(comparison), "disagreement")
        pairs = _pairs(comparison)
    elif len(comparison.indices) > 1:
        told += " No two indices order any two candidates differently."
    return {
        "text": told,
        "findings": [
            {"cause": _TAGS.get(finding.cause, finding.cause), "text": finding.text}
            for finding in comparison.explanation.findings
        ],
        "figure": figure,
        "pairs": pairs,
    }


def _pairs(comparison: Comparison) -> Rows:
    """Return which candidates each two indices order differently, the deciding index first."""
    found = comparison.disagreement
    places = sorted(compared(comparison), key=lambda i: found.indices[i] is not comparison.decision)
    rows = []
    for i, j in combinations(places, 2):
        count = int(found.counts[i, j])
        if count:
            first, second = found.indices[i], found.indices[j]
            share = float(found.percentages[i, j])
            which = found.between(first.key, second.key)
            shown = ", ".join(f"{liked} or {other}" for liked, other in which[:_MOST_PAIRS])
            more = f" and {count - _MOST_PAIRS} more" if count > _MOST_PAIRS else ""
            rows.append(
                [
                    text(f"{first.short} and {second.short}"),
                    Cell(f"{count:,}", float(count)),
                    Cell(f"{share:.1f} %", share),
                    text(f"{shown}{more}"),
                    text(_why(comparison, first, second, which[0])),
                ]
            )
    heads = [
        Head("indices"),
        Head("pairs of candidates", True),
        Head("share", True),
        Head("the first or the second is preferred"),
        Head("why, of the first pair"),
    ]
    caption = f"The first {_MOST_ROWS} of {len(rows)}" if len(rows) > _MOST_ROWS else ""
    return Rows(heads, rows[:_MOST_ROWS], caption)


def _why(comparison: Comparison, first: Index, second: Index, pair: tuple[str, str]) -> str:
    """Say why the second index sees it otherwise, if the first is the one that decides."""
    if first is not comparison.decision:
        return ""
    reason = comparison.why(second, *pair)
    return "" if reason is None else _TAGS.get(reason.cause, reason.cause)
