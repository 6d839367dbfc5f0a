"""A comparison → its charts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from partwise.base import many
from partwise.catalogue import Index, shared_scales
from partwise.charts import cut, shorten_all
from partwise.comparison.ranking import LEADING, leading_first, ranks
from partwise.tables import label_text, sizes_figure

if TYPE_CHECKING:
    from partwise.charts import Figure, Score
    from partwise.comparison.answer import Estimates
    from partwise.comparison.comparison import Comparison
    from partwise.comparison.disagreement import Disagreement
    from partwise.comparison.errors.costs import Mistake, Mistakes
    from partwise.comparison.label_plan import LabelPlan
    from partwise.comparison.ranked import Ranked
    from partwise.comparison.uncertainty.estimates import Estimate

MOST_INDICES = 8
MOST_COMPARED = 20
MOST_MISTAKES = 10
_MOST_PARTS, _LONGEST_LABEL = 4, 40
MOST_CANDIDATES = 12
"""How many candidates are shown in detail, the best ones."""

_BEST = "candidates, best first"


def shown_indices(comparison: Ranked, most: int = MOST_INDICES) -> list[Index]:
    """Return the deciding index and the best-known others."""
    others = [index for index in comparison.indices if index is not comparison.decision]
    return [comparison.decision, *leading_first(others)][:most]


def compared(comparison: Ranked | Disagreement, decision: Index | None = None) -> list[int]:
    """Return the places of the indices to set side by side: all if they are not too many."""
    indices = comparison.indices
    if len(indices) <= MOST_COMPARED:
        return list(range(len(indices)))
    wanted = {*LEADING, *([decision.key] if decision else [])}
    best_known = [place for place, index in enumerate(indices) if index.key in wanted]
    return best_known if len(best_known) > 1 else list(range(MOST_COMPARED))


def detailed(comparison: Comparison) -> list[str]:
    """Return the candidates whose errors are shown: the best ones, if their cells are here."""
    return [name for name in comparison.ranking[:MOST_CANDIDATES] if comparison.has_cells(name)]


def score_figure(
    comparison: Ranked,
    estimates: Estimates | None = None,
    indices: Sequence[Index] | None = None,
) -> Figure:
    """Draw the scores by the best-known indices, with their intervals."""
    from partwise.charts import Score

    chosen = shown_indices(comparison) if indices is None else indices
    names, note = cut(comparison.ranking, _BEST)
    rows = []
    for index in chosen:
        for name in names:
            value = float(comparison.scores[name][index.key])
            best = name in comparison.preferred[index.key]
            row = Score(name, index.short, value, best=best)
            rows.append(row if estimates is None else _bounded(row, estimates[name][index.key]))
    return _drawn(rows, chosen, estimates).noted(note)


def _bounded(row: Score, e: Estimate) -> Score:
    """Return a score with its interval, and corrected as that is."""
    value = row.value if e.corrected is None else e.corrected
    return replace(row, value=value, low=e.low, high=e.high, uncorrected=e.uncorrected)


def estimate_figure(estimates: Estimates) -> Figure:
    """Draw estimates with their intervals."""
    from partwise.charts import Score

    chosen = leading_first(estimates.indices)[:MOST_INDICES]
    names, note = cut(list(estimates), "candidates")
    rows = []
    for index in chosen:
        known = [estimates[name][index.key] for name in names]
        ranked = ranks(index, [e.centre for e in known])
        for name, e, rank in zip(names, known, ranked, strict=True):
            rows.append(_bounded(Score(name, index.short, e.value, best=rank == 1), e))
    figure = _drawn(rows, chosen, estimates)
    return figure.noted(note).noted(left_out(len(chosen), len(estimates.indices)))


def left_out(shown: int, every: int) -> str:
    """Say how many indices are shown, if that is not all of them."""
    if shown == every:
        return ""
    return f"The chart shows {shown} of {every} indices, recommended ones first."


def _drawn(rows: list[Score], indices: Sequence[Index], estimates: Estimates | None) -> Figure:
    from partwise.charts import scores

    lower = {index.short for index in indices if index.direction == "distance"}
    known = [] if estimates is None else [e for by in estimates.values() for e in by.values()]
    level = known[0].level if known else 0.95
    return scores(rows, lower_is_better=lower, confidence=level, scales=shared_scales(indices))


def rank_figure(comparison: Ranked) -> Figure:
    """Draw the ranks of the candidates by each index; indices that agree stand together."""
    from partwise.charts import Rank
    from partwise.charts import ranks as drawn

    chosen = compared(comparison, comparison.decision)
    names, note = cut(comparison.ranking, _BEST)
    rows = [
        Rank(name, index.short, math.nan if rank is None else rank)
        for index in _ordered(comparison.disagreement, chosen)
        for name, rank in comparison.ranks[index.key].items()
        if name in names
    ]
    best, every = comparison.ranking[:MOST_CANDIDATES], len(comparison.names)
    return drawn(rows, emphasised=best, of=every).noted(note)


def _ordered(disagreement: Disagreement, chosen: Collection[int]) -> list[Index]:
    """Return the chosen indices, those that agree next to each other."""
    return [disagreement.indices[place] for place in disagreement.order if place in chosen]


def disagreement_figure(result: Disagreement, decision: Index | None = None) -> Figure:
    """Draw how often two indices order two candidates differently."""
    from partwise.charts import Disagreement, disagreement

    shorts = [index.short for index in result.indices]
    chosen = compared(result, decision)
    rows = [
        Disagreement(shorts[i], shorts[j], int(result.counts[i, j]), len(result.pairs))
        for i, j in combinations(chosen, 2)
    ]
    return disagreement(rows, [index.short for index in _ordered(result, chosen)])


def chance_figure(comparison: Comparison, indices: Sequence[Index] | None = None) -> Figure:
    """Draw the scores beside those of random candidates with the same cluster sizes."""
    from partwise.charts import Baseline, baselines

    chosen = shown_indices(comparison) if indices is None else indices
    names, note = cut(comparison.ranking, _BEST)
    rows = []
    for index in chosen:
        for name in names:
            random = comparison.chance[name][index.key]
            value = float(comparison.scores[name][index.key])
            rows.append(Baseline(name, index.short, value, random.mean, *random.band(0.9)))
    lower = {index.short for index in chosen if index.direction == "distance"}
    scales = shared_scales(chosen)
    return baselines(rows, lower_is_better=lower, band=0.9, scales=scales).noted(note)


def size_figure(comparison: Comparison) -> Figure:
    """Draw the distributions of cluster sizes."""
    tables = comparison.tables
    names, note = cut(comparison.ranking, _BEST)
    histograms = {name: tables[name].column_histogram for name in names}
    return sizes_figure(tables[comparison.names[0]].row_histogram, histograms).noted(note)


def plan_figure(plan: LabelPlan) -> Figure:
    """Draw the power, or the width of the interval, that samples of each size would give."""
    from partwise.charts import Planned, planning_curve

    of_two = plan.power is not None
    rows = [
        Planned(p.size, p.power or 0.0, p.least_power, p.most_power)
        if of_two
        else Planned(p.size, p.width)
        for p in plan.curve
    ]
    band = "; the band is for the ends of its confidence interval" if of_two else ""
    width = "the width of the confidence interval"
    shown = "the probability of distinguishing the two" if of_two else width
    true = ", if the observed difference is the true one" if of_two else ""
    return planning_curve(
        rows,
        unit=f"labelled {plan.sampling}",
        what="power" if of_two else "width",
        goal=plan.power or plan.width or 0.0,
        labelled=plan.labelled,
        needed=plan.size,
        about=f"{plan.text} The line is {shown}{true}{band}.",
    )


def cost_figure(mistakes: Mistakes, name: str = "the candidate") -> Figure | None:
    """Draw what the most costly splits and merges of a candidate cost; None if it has none."""
    from partwise.charts import Cost, costs

    rows = []
    for mistake in mistakes[:MOST_MISTAKES]:
        cluster, labels, items = described(mistake)
        sides = (
            ("reference", "candidate") if mistake.kind == "split" else ("candidate", "reference")
        )
        joint = "into" if mistake.kind == "split" else "of"
        what = f"{sides[0]} {cluster} {joint} {sides[1]} {' + '.join(labels)}"
        detail = f"{many(mistake.pairs, 'wrong pair')}; parts of {items} items"
        rows.append(Cost(mistake.kind, what, mistake.cost, detail))
    title = f"The most costly splits and merges of {name}"
    return costs(rows, index=mistakes.ranked_by.short, title=title) if rows else None


def described(mistake: Mistake) -> tuple[str, list[str], str]:
    """Return the cluster of a mistake, its largest parts, and how many items these have.

    Examples
    --------
    >>> import partwise as pw
    >>> wrong = pw.compare(list("aaabbb"), {"x": [1, 1, 2, 2, 2, 2]}, ["CC"]).mistakes("x")
    >>> {mistake.kind: described(mistake) for mistake in wrong}["merge"]
    ('2', ['b', 'a'], '3 + 1')
    """
    shown, more = mistake.parts[:_MOST_PARTS], ["…"] if len(mistake.parts) > _MOST_PARTS else []
    labels = shorten_all([label_text(part.label) for part in shown], _LONGEST_LABEL)
    sizes = [f"{part.items:,}" for part in shown]
    cluster, *_ = shorten_all([label_text(mistake.cluster)], _LONGEST_LABEL)
    return cluster, [*labels, *more], " + ".join([*sizes, *more])
