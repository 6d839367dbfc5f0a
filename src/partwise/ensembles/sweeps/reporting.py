"""A sweep → what a page shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict, Unpack

from partwise.base import Table, shown
from partwise.comparison import Sampling
from partwise.ensembles.sweeps.best_threshold import BestThreshold
from partwise.ensembles.sweeps.families import Family, LabelFamily
from partwise.ensembles.sweeps.figures import (
    curve_figure,
    has_pairs,
    neighbour_figure,
    neighbour_size_figure,
    place_of,
    precision_recall_figure,
    size_figure,
)
from partwise.ensembles.sweeps.neighbours import NeighbourSweep
from partwise.ensembles.sweeps.sweep_result import Sweep
from partwise.report import SweepContents

_MOST_ROWS = 200


class SweepPageOptions(TypedDict, total=False):
    """What one can choose about the page; see :meth:`Sweep.report`."""

    level: float
    sampling: Sampling | None
    clusters: int | None
    x: str | None
    title: str | None
    command: str | None


def contents_of(
    sweep: Sweep,
    level: float = 0.95,
    sampling: Sampling | None = "items",
    clusters: int | None = None,
    x: str | None = None,
    title: str | None = None,
    command: str | None = None,
) -> SweepContents:
    """Return what the page shows; the first index decides, and has an interval in any case."""
    decision = sweep.indices[0]
    best = sweep.best(decision, level=level, sampling=sampling, clusters=clusters)
    bests = {**sweep.best_by_index, decision.key: best}
    figures = {
        "curves": curve_figure(sweep, bests, sweep.indices, x),
        **({"precision-recall": precision_recall_figure(sweep, x)} if has_pairs(sweep) else {}),
        "sizes": size_figure(sweep, best, x),
    }
    return SweepContents(
        title=title or f"Sweep over {x or best.noun}s",
        subtitle=f"{len(sweep):,} {x or best.noun}s · {sweep.n:,} items",
        headline=f"Best {x or best.noun}: {best.word}",
        text=str(best),
        facts=[],
        figures=figures,
        best=sweep.to_table(),
        thresholds=_thresholds(sweep, bests),
        command=command,
    )


def contents_of_neighbours(
    sweep: NeighbourSweep, **options: Unpack[SweepPageOptions]
) -> SweepContents:
    """Return what the page of a sweep without a reference shows."""
    x = options.get("x")
    widest = sweep.stretches[0] if sweep.stretches else None
    headline, text = "The clustering keeps changing", "No stretch of thresholds is steady."
    facts: list[tuple[str, str]] = []
    if widest is not None:
        start, end = (_word(sweep.family, threshold) for threshold in widest[:2])
        headline = f"Steady from {start} to {end}"
        text = (
            f"Between {start} and {end} the clustering hardly changes: {sweep.index.label} of its "
            f"two ends is {widest.similarity:.4f}."
        )
        clusters = dict.fromkeys((f"{widest.clusters:,}", f"{widest.clusters_at_end:,}"))
        facts = [("clusters", " to ".join(clusters)), ("largest cluster", f"{widest.largest:,}")]
    return SweepContents(
        title=options.get("title") or "Sweep without a reference",
        subtitle=f"{len(sweep):,} thresholds",
        headline=headline,
        text=text,
        facts=facts,
        figures={
            "similarity": neighbour_figure(sweep, x),
            "sizes": neighbour_size_figure(sweep, x),
        },
        best=sweep.to_table(),
        thresholds=Table.from_columns(sweep.columns(), f"All {len(sweep):,} thresholds"),
        has_reference=False,
        command=options.get("command"),
    )


def _word(family: Family, threshold: float) -> str:
    """Return a threshold as text, or the name of the clustering if it only counts these."""
    if isinstance(family, LabelFamily) and family.are_counted:
        return str(family.name(threshold))
    return shown(threshold)


def _thresholds(sweep: Sweep, bests: Mapping[str, BestThreshold]) -> Table:
    """Return a row for each threshold, or for so many that are spread over what is joined."""
    places = sweep.thinned(_MOST_ROWS)
    columns = sweep.columns(places)
    shorts = {index.key: index.short for index in sweep.indices}
    row_of = {place: row for row, place in enumerate(places.tolist())}
    column_of = {name: column for column, name in enumerate(columns)}
    emphasis = {
        (row_of[place_of(sweep, best.threshold)], column_of[key]) for key, best in bests.items()
    }
    title = f"All {len(sweep):,} thresholds"
    if len(places) < len(sweep):
        title = f"{len(places)} of {len(sweep):,} thresholds, including the best ones"
    heads = [shorts.get(name, name) for name in columns]
    return replace(Table.from_columns(columns, title), columns=heads, emphasis=emphasis)
