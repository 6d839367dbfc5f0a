"""Where the errors are: a part of the page for each of the best candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from partwise.charts import inline
from partwise.comparison import listing
from partwise.report.cells import Cell, Head, Rows, number, text
from partwise.report.cluster_pairing import Pairing, pairing
from partwise.report.figures import cost_figure, flow_figure, label_text

if TYPE_CHECKING:
    from partwise.comparison import Comparison, Mistake, Mistakes


_MOST_PARTS = 4


def errors_section(comparison: Comparison, candidates: Sequence[Any]) -> dict[str, Any]:
    """Return the section, with the errors of the best candidates, best first."""
    told = (
        "A split scatters a reference cluster over several clusters of the candidate; a merge puts "
        "several reference clusters into one. The costliest come first."
    )
    if not candidates:
        told = "The tables have too many cells to bring them here, so single errors are not shown."
    elif len(candidates) < len(comparison.names):
        told += f" These are the {len(candidates)} best candidates of {len(comparison.names)}."
    return {"text": told, "candidates": candidates}


def errors_of(comparison: Comparison, name: str, place: int) -> dict[str, Any]:
    """Return the errors of one candidate."""
    table = comparison.table(name)
    found, matched = comparison.mistakes(name), pairing(table)
    costs = cost_figure(found, name)
    return {
        "name": name,
        "text": _summary(comparison, name, found, matched),
        "flows": inline(flow_figure(table, matched, name), f"flows-{place}"),
        "costs": None if costs is None else inline(costs, f"costs-{place}"),
        "mistakes": _mistakes(found),
    }


def _summary(comparison: Comparison, name: str, found: Mistakes, matched: Pairing | None) -> str:
    told = []
    for status, tally in comparison.fates(name).summary.items():
        if tally.clusters:
            told.append(f"{tally.clusters:,} {status} ({tally.items:,} items)")
    text_ = f"Of {comparison.reference.k:,} reference clusters: {', '.join(told)}. "
    text_ += (
        f"{found.splits:,} splits separate {found.split_pairs:,} pairs, {found.merges:,} merges "
        f"join {found.merge_pairs:,}."
    )
    if matched is None:
        return f"{text_} There are too many clusters to match them one to one here."
    table = comparison.table(name)
    return (
        f"{text_} Matched one to one, {matched.matches:,} pairs of clusters share "
        f"{matched.accuracy:.1%} of the items; {table.k_a - matched.matches:,} clusters of the "
        f"reference and {table.k_b - matched.matches:,} of the candidate stay unmatched."
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
            text(label_text(mistake.cluster)),
            Cell(f"{mistake.size:,}", float(mistake.size)),
            Cell(f"{mistake.pairs:,}", float(mistake.pairs)),
            Cell(number(mistake.cost), float(mistake.cost)),
            text(_parts(mistake)),
        ]
        for mistake in found
    ]
    return Rows(heads, rows)


def _parts(mistake: Mistake) -> str:
    shown = [part._replace(label=label_text(part.label)) for part in mistake.parts[:_MOST_PARTS]]
    return listing(shown, len(mistake.parts))
