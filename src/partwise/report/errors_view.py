"""Where the errors are: a part of the page for each of the best candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from partwise.comparison.clusters.lines import listing
from partwise.comparison.clusters.lines import name as label_text
from partwise.errors import InputError
from partwise.report.cells import Cell, Head, Rows, number, text
from partwise.report.figures import MOST_CANDIDATES, cost_figure, flow_figure
from partwise.report.inline import inline

if TYPE_CHECKING:
    from partwise.comparison import Comparison
    from partwise.comparison.clusters.mistakes import Mistakes

__all__ = ["errors_section"]

_MOST_PARTS = 4


def errors_section(comparison: Comparison) -> dict[str, Any]:
    """Return the section, the best candidates first."""
    shown = comparison.ranking[:MOST_CANDIDATES]
    left_out = len(comparison.names) - len(shown)
    told = (
        "A split scatters a reference cluster over several clusters of the candidate; a merge puts "
        "several reference clusters into one. The costliest come first."
    )
    if left_out:
        told += f" The {len(shown)} best candidates are shown, {left_out} are not."
    return {
        "text": told,
        "candidates": [
            _candidate(comparison, name, place) for place, name in enumerate(shown, start=1)
        ],
    }


def _candidate(comparison: Comparison, name: str, place: int) -> dict[str, Any]:
    found = comparison.mistakes(name)
    costs = inline(cost_figure(found, name), f"costs-{place}") if len(found) else None
    return {
        "name": name,
        "text": _summary(comparison, name, found),
        "flows": inline(flow_figure(comparison, name), f"flows-{place}"),
        "costs": costs,
        "mistakes": _mistakes(found),
    }


def _summary(comparison: Comparison, name: str, found: Mistakes) -> str:
    told = []
    for status, tally in comparison.fates(name).summary.items():
        if tally.clusters:
            told.append(f"{tally.clusters:,} {status} ({tally.items:,} items)")
    text_ = f"Of {comparison.reference.k:,} reference clusters: {', '.join(told)}. "
    text_ += (
        f"{found.splits:,} splits separate {found.split_pairs:,} pairs, {found.merges:,} merges "
        f"join {found.merge_pairs:,}."
    )
    try:
        matching = comparison.matching(name)
    except InputError:
        return text_
    return (
        f"{text_} Matched one to one, {len(matching.pairs):,} pairs of clusters share "
        f"{matching.accuracy:.1%} of the items."
    )


def _mistakes(found: Mistakes) -> Rows:
    heads = [
        Head("error"),
        Head("cluster"),
        Head("size", True),
        Head("wrong pairs", True),
        Head(f"cost in {found.ranked_by.short}", True),
        Head("parts (items of cluster size)"),
    ]
    rows = [
        [
            text(mistake.kind),
            text(str(label_text(mistake.cluster))),
            Cell(f"{mistake.size:,}", float(mistake.size)),
            Cell(f"{mistake.pairs:,}", float(mistake.pairs)),
            Cell(number(mistake.cost), float(mistake.cost)),
            text(listing(mistake.parts[:_MOST_PARTS], len(mistake.parts))),
        ]
        for mistake in found
    ]
    return Rows(heads, rows)
