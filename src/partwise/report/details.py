"""Where the indices disagree, and where the candidates err."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from partwise.base import listed
from partwise.charts import inline, plural
from partwise.report.cells import Cell, Head, Rows, count, number
from partwise.report.contents import Contents, Errors, Mistake, OrderedDifferently

_MOST_ROWS = 60
_MOST_PAIRS = 4
_A_PAIR = 2  # candidates: their ranks show what a matrix would

_TAGS = {
    "not found": "cause not found",
    "one-sided": "sees one kind of error only",
    "best value too easily": "gives the best value too easily",
    "trade-off": "weighs the two kinds of error differently",
}


def disagreement_section(contents: Contents) -> dict[str, Any]:
    """Return the section: findings, the matrix, and the pairs of candidates."""
    words = contents.summary
    figure = pairs = None
    if "disagreement" in contents.figures:
        pairs = _pairs(contents.differences)
        if len(contents.ranking) > _A_PAIR:
            figure = inline(contents.figures["disagreement"], "disagreement")
    elif len(contents.indices) > 1:
        words += " No two indices order any two candidates differently."
    return {
        "text": words,
        "findings": [
            {"cause": _TAGS.get(cause, cause), "text": finding}
            for cause, finding in contents.findings
        ],
        "figure": figure,
        "pairs": pairs,
    }


def _pairs(differences: Sequence[OrderedDifferently]) -> Rows:
    """Return which candidates each two indices order differently."""
    heads = [
        Head("indices"),
        Head("pairs of candidates", True),
        Head("share", True),
        Head("choice of the first vs. the second index"),
        Head("why, for the first pair"),
    ]
    shown = differences[:_MOST_ROWS]
    caption = f"The first {len(shown)} of {len(differences)}" if differences[_MOST_ROWS:] else ""
    return Rows(heads, [_pairs_of(difference) for difference in shown], caption)


def _pairs_of(difference: OrderedDifferently) -> list[Cell]:
    left_out = len(difference.pairs) - _MOST_PAIRS
    shown = ", ".join(f"{liked} vs. {other}" for liked, other in difference.pairs[:_MOST_PAIRS])
    more = f" and {left_out} more" if left_out > 0 else ""
    return [
        Cell(f"{difference.first} and {difference.second}"),
        count(len(difference.pairs)),
        Cell(f"{difference.percentage:.1f}%", difference.percentage),
        Cell(f"{shown}{more}"),
        Cell(_TAGS.get(difference.cause, difference.cause)),
    ]


def errors_section(contents: Contents, candidates: Sequence[Any]) -> dict[str, Any]:
    """Return the section, with the errors of the best candidates, best first."""
    words = (
        "A split scatters a reference cluster over several clusters of the candidate; a merge puts "
        f"several reference clusters into one. The most costly in {contents.decision.short} come "
        f"first. A cluster is nearly recovered if it and one cluster of the candidate share at "
        f"least {contents.nearly:.0%} of the items that either has."
    )
    if not candidates:
        words = "The tables have too many cells for this page, so it does not list errors."
    elif len(candidates) < len(contents.ranking):
        words += f" Shown: the {len(candidates)} best of {len(contents.ranking)} candidates."
    return {"text": words, "candidates": candidates}


def errors_of(contents: Contents, errors: Errors, place: int) -> dict[str, Any]:
    """Return the errors of one candidate."""
    largest = max((abs(m.cost) for m in errors.mistakes if math.isfinite(m.cost)), default=0)
    return {
        "name": errors.name,
        "text": _summary(errors, contents.coverage.reference_clusters),
        "flows": inline(errors.flows, f"flows-{place}"),
        "index": contents.decision.short,
        "examples": _examples(contents, errors),
        "mistakes": [_mistake(mistake, largest) for mistake in errors.mistakes],
    }


def _summary(errors: Errors, reference_clusters: int) -> str:
    if not errors.splits and not errors.merges:
        return "No errors: it has the same clusters as the reference."
    outcomes = [
        f"{clusters:,} {outcome} ({plural(items, 'item')})"
        for outcome, (clusters, items) in errors.outcomes.items()
        if clusters
    ]
    words = (
        f"Of {plural(reference_clusters, 'reference cluster')}: {', '.join(outcomes)}. "
        f"It has {plural(errors.splits, 'split')} ({plural(errors.split_pairs, 'wrong pair')}) and "
        f"{plural(errors.merges, 'merge')} ({plural(errors.merge_pairs, 'wrong pair')})."
    )
    matched = errors.matched
    if matched is None:
        return f"{words} There are too many clusters to match them one to one."
    words += (
        f" Matched one to one, {plural(matched.pairs, 'pair')} of clusters share "
        f"{matched.accuracy:.1%} of the items"
    )
    unmatched = [
        plural(clusters, f"{side} cluster")
        for clusters, side in (
            (matched.unmatched_reference, "reference"),
            (matched.unmatched_candidate, "candidate"),
        )
        if clusters
    ]
    return f"{words}. Without a match: {listed(unmatched)}." if unmatched else f"{words}."


def _examples(contents: Contents, errors: Errors) -> str:
    """Return the heading of the examples; empty if there are none."""
    if not any(mistake.examples for mistake in errors.mistakes):
        return ""
    by_position = "" if contents.named_items else ", by position from 0"
    return f"wrong pairs to look at (items{by_position})"


def _mistake(mistake: Mistake, largest: float) -> dict[str, Any]:
    cost = mistake.cost if math.isfinite(mistake.cost) else 0.0
    return {
        "kind": mistake.kind,
        "cluster": mistake.cluster,
        "parts": mistake.parts,
        "sizes": mistake.sizes,
        "pairs": count(mistake.pairs),
        "cost": Cell(number(mistake.cost), float(mistake.cost)),
        "length": round(100 * max(cost, 0.0) / largest, 1) if largest else 0.0,
        "examples": mistake.examples,
    }
