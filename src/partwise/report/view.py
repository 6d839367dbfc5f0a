"""A comparison → what the page shows, section by section."""

from __future__ import annotations

import math
import platform
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.base import listed, tracked
from partwise.catalogue import Index
from partwise.charts import inline, shorten_all
from partwise.comparison import leading_first, percent
from partwise.properties import holds
from partwise.report.cells import Cell, Head, Rows, number, sort_key, text
from partwise.report.disagreement_view import disagreement_section
from partwise.report.errors_view import errors_of, errors_section
from partwise.report.figures import (
    chance_figure,
    detailed,
    drawn_words,
    rank_figure,
    score_figure,
    shown_estimates,
    shown_indices,
    size_figure,
)

if TYPE_CHECKING:
    from partwise.comparison import Answer, Comparison, Estimates, Sampling


_SECTIONS = (
    ("scores", "Scores"),
    ("ranks", "Ranks"),
    ("disagreement", "Disagreement"),
    ("chance", "Chance"),
    ("sizes", "Sizes"),
    ("errors", "Errors"),
    ("data", "Data"),
    ("about", "About"),
)


@dataclass(frozen=True)
class Options:
    """What the caller chose about the report."""

    title: str | None
    level: float
    sampling: Sampling | None
    clusters: int | None
    command: str | None
    progress: bool | None = None


def view(comparison: Comparison, options: Options) -> dict[str, Any]:
    """Return everything that the template needs."""
    level, sampling, clusters = options.level, options.sampling, options.clusters
    answer = comparison.answer(level=level, sampling=sampling, clusters=clusters)
    estimates = shown_estimates(comparison, level, sampling, clusters)
    several = len(comparison.names) > 1
    steps: dict[str, Callable[[], Any]] = {
        "answer": partial(_answer, comparison, answer),
        "scores": partial(_scores, comparison, estimates, options.level),
        "chance": partial(_chance, comparison),
        "sizes": partial(_sizes, comparison),
        "data": partial(_data, comparison),
        "about": partial(_about, comparison, options),
    }
    if several:
        steps["ranks"] = partial(_ranks, comparison)
        steps["disagreement"] = partial(disagreement_section, comparison)
    shown_errors = detailed(comparison)
    for place, name in enumerate(shown_errors, start=1):
        steps[f"errors-{place}"] = partial(errors_of, comparison, name, place)
    working = tracked(steps.items(), len(steps), "report: ", options.progress)
    parts = dict.fromkeys(("ranks", "disagreement")) | {key: make() for key, make in working}
    errors = [parts.pop(f"errors-{place}") for place in range(1, len(shown_errors) + 1)]
    parts["errors"] = errors_section(comparison, errors)
    things = "a candidate" if not several else f"{len(comparison.names)} candidates"
    return {
        **parts,
        "title": options.title or f"Comparison of {things} with a reference",
        "subtitle": (
            f"{comparison.coverage.compared:,} items · {comparison.reference.k:,} reference "
            f"clusters · {_indices(len(comparison.indices))}"
        ),
        "sections": [(key, name) for key, name in _SECTIONS if parts.get(key)],
        "version": version("partwise"),
    }


def _answer(comparison: Comparison, answer: Answer) -> dict[str, Any]:
    facts: list[tuple[str, str]] = []
    e = answer.estimate
    if e is not None:
        facts.append((f"{answer.index.short} of the best", number(e.value)))
        if e.low is not None and e.high is not None:
            facts.append((f"{percent(e.level)} interval", f"{number(e.low)} to {number(e.high)}"))
    if answer.runner_up is not None:
        lead = answer.differences[answer.runner_up]
        facts.append(("ahead of", answer.runner_up))
        facts.append(("by", number(abs(lead.value))))
        if lead.p_value is not None:
            facts.append(("p-value of the lead", f"{lead.p_value:.2g}"))
    if answer.p_chance is not None and math.isfinite(answer.p_chance):
        drawn = comparison.chance[answer.best[0]][answer.index.key].values
        least = "≤ " if answer.p_chance <= 1 / (1 + len(drawn)) else ""
        facts.append(("p-value against chance", f"{least}{answer.p_chance:.2g}"))
    if len(comparison.names) > 1:
        agree = sum(bool(set(names) & set(answer.best)) for names in comparison.preferred.values())
        facts.append(("indices that agree", f"{agree} of {len(comparison.indices)}"))
    name = " and ".join(answer.best) or "No answer"
    return {"name": name, "text": str(answer), "facts": facts, "why": _why(answer.index)}


def _why(index: Index) -> str:
    """Say what the deciding index is trusted for, or not."""
    kinds = {
        "monotonicity": "monotone",
        "constant_baseline": "of constant baseline",
        "symmetry": "symmetric",
    }
    found = {kind: holds(index, kind) for kind in kinds}
    nearly = holds(index, "asymptotic_constant_baseline")
    good = [word for kind, word in kinds.items() if found[kind]]
    told = f"The answer is by {index.short} ({index.label})"
    if good:
        told += f", which is {', '.join(good[:-1])}{' and ' if good[1:] else ''}{good[-1]}"
    bad = [word for kind, word in kinds.items() if found[kind] is False]
    if nearly and "of constant baseline" in bad:
        bad[bad.index("of constant baseline")] = "of exactly constant baseline (it nearly is)"
    return f"{told}. Mind that it is not {' nor '.join(bad)}." if bad else f"{told}."


def _scores(comparison: Comparison, estimates: Estimates | None, level: float) -> dict[str, Any]:
    chosen = shown_indices(comparison)
    columns = [
        {
            "short": index.short,
            "first": "descending" if index.direction == "similarity" else "ascending",
            "tip": f"{index.label}: {index.summary} "
            f"{'Higher' if index.direction == 'similarity' else 'Lower'} is better.",
        }
        for index in chosen
    ]
    rows = [
        {
            "name": name,
            "clusters": comparison.candidates[name].k,
            "cells": [_score_cell(comparison, estimates, index, name) for index in chosen],
        }
        for name in comparison.ranking
    ]
    told = "The best candidate of each index stands out. Click a heading to sort."
    lower = [index.short for index in chosen if index.direction == "distance"]
    told += f" For {listed(lower)} lower is better." if lower else ""
    if estimates is not None:
        told += f" Below each score is its {percent(level)} interval, where one is valid."
    return {
        "text": told,
        "columns": columns,
        "rows": rows,
        "figure": inline(score_figure(comparison, estimates), "scores"),
        "all": _all_scores(comparison),
        "notes": comparison.scores.to_table().notes,
    }


def _score_cell(
    comparison: Comparison, estimates: Estimates | None, index: Index, name: str
) -> dict[str, Any]:
    place = comparison.indices.index(index)
    row = comparison.values[place]
    value = float(row[comparison.names.index(name)])
    low, high = map(float, index.range)
    low = max(low, 0.0)
    high = high if math.isfinite(high) else float(np.nanmax(np.append(row, low)))
    share = (value - low) / (high - low) if high > low and math.isfinite(value) else 0.0
    interval, tip, refused = "", "", False
    if estimates is not None:
        e = estimates[name][index.key]
        if e.low is not None and e.high is not None:
            interval = f"{number(e.low, 3)}–{number(e.high, 3)}"
            if e.corrected is not None:
                tip = f"around {number(e.corrected)}, the score without the bias of a sample"
        else:
            interval, tip, refused = "no interval", e.note or "no interval is valid", True
    return {
        "text": number(value),
        "sort": sort_key(value),
        "width": f"{100 * min(max(share, 0.0), 1.0):.1f}",
        "interval": interval,
        "tip": tip,
        "refused": refused,
        "best": name in comparison.preferred[index.key],
    }


def _all_scores(comparison: Comparison) -> Rows:
    names = shorten_all(comparison.ranking, _LONGEST_HEAD)
    heads = [Head("index"), Head("better"), *(Head(name, True) for name in names)]
    rows = []
    for index in leading_first(comparison.indices):
        values = [float(comparison.scores[name][index.key]) for name in comparison.ranking]
        better = "higher" if index.direction == "similarity" else "lower"
        label = index.label if index.short == index.key else f"{index.short} · {index.label}"
        cells = [
            Cell(number(value), value, name in comparison.preferred[index.key])
            for name, value in zip(comparison.ranking, values, strict=True)
        ]
        rows.append([text(label), text(better), *cells])
    return Rows(heads, rows)


def _ranks(comparison: Comparison) -> dict[str, Any]:
    first = {
        name: sum(name in names for names in comparison.preferred.values())
        for name in comparison.ranking
    }
    told = ", ".join(
        f"{name} by {_indices(count)}"
        for name, count in sorted(first.items(), key=lambda each: -each[1])
        if count
    )
    told = f"First, or tied for it: {told}." if told else "No candidate is first."
    return {
        "text": f"{told} {drawn_words(comparison)}".rstrip(),
        "figure": inline(rank_figure(comparison), "ranks"),
    }


def _chance(comparison: Comparison) -> dict[str, Any]:
    return {
        "text": (
            "What would a clustering score that knows nothing of the reference, but has the "
            "candidate's cluster sizes? An index whose answer depends on the sizes gives some "
            "candidates a head start; those with a constant baseline do not. "
            f"For each candidate {comparison.samples} were drawn."
        ),
        "figure": inline(chance_figure(comparison), "chance"),
    }


def _sizes(comparison: Comparison) -> dict[str, Any]:
    tables = comparison.tables
    histograms = {"the reference": tables[comparison.names[0]].row_histogram}
    histograms |= {name: table.column_histogram for name, table in tables.items()}
    rows = []
    for name, (sizes, clusters) in histograms.items():
        from_largest = np.cumsum((sizes * clusters)[::-1])
        half = int(sizes[::-1][np.searchsorted(from_largest, from_largest[-1] / 2)])
        alone = int(clusters[0]) if sizes[0] == 1 else 0
        counts = (int(clusters.sum()), int(sizes[-1]), _median(sizes, clusters), half, alone)
        rows.append([text(name), *(Cell(f"{count:,g}", float(count)) for count in counts)])
    heads = ("clusters", "largest", "median size", "half of the items in size ≥", "singletons")
    table = Rows([Head("clustering"), *(Head(head, True) for head in heads)], rows)
    return {"figure": inline(size_figure(comparison), "sizes"), "table": table}


def _median(sizes: np.ndarray, clusters: np.ndarray) -> float:
    """Return the median of sizes of which each occurs as often as it is told."""
    up_to, middle = np.cumsum(clusters), int(clusters.sum()) - 1
    low, high = (
        np.searchsorted(up_to, place, side="right") for place in (middle // 2, -(-middle // 2))
    )
    return float(sizes[low] + sizes[high]) / 2


def _data(comparison: Comparison) -> dict[str, Any]:
    coverage = comparison.coverage
    shown = coverage.to_table()
    rows = [
        [text(str(row[0])), *(Cell(f"{count:,}", float(count)) for count in row[1:])]  # type: ignore[arg-type]
        for row in shown.rows
    ]
    heads = [Head(str(name), place > 0) for place, name in enumerate(shown.columns)]
    notes = coverage.notes() or ["All items of all clusterings were compared."]
    if not any(side.duplicates for side in coverage.sides.values()):
        notes = [*notes, "No item is named twice in any clustering."]
    return {"table": Rows(heads, rows), "notes": notes}


def _about(comparison: Comparison, options: Options) -> dict[str, Any]:
    coverage = comparison.coverage
    sampling = {
        "items": "items, drawn independently",
        "clusters": "whole reference clusters",
        None: "none: these items are all there is",
    }[options.sampling]
    facts = [
        ("partwise", version("partwise")),
        ("Python, NumPy", f"{platform.python_version()}, {np.__version__}"),
        ("made on", date.today().isoformat()),
        ("seed", str(comparison.seed)),
        ("sample of", sampling),
        ("noise", f"label {coverage.noise_label}: {_POLICIES[coverage.noise]}"),
        ("missing labels", _POLICIES[coverage.missing]),
    ]
    heads = [Head("index"), Head("what it is"), Head("better"), Head("range", False)]
    indices = [
        [
            text(f"{index.short} · {index.label}" if index.short != index.key else index.label),
            text(index.summary),
            text("higher" if index.direction == "similarity" else "lower"),
            text(" to ".join(_bound(bound) for bound in index.range)),
        ]
        for index in leading_first(comparison.indices)
    ]
    return {
        "facts": facts,
        "command": options.command,
        "reading": _READING,
        "indices": Rows(heads, indices),
    }


def _indices(count: int) -> str:
    return "1 index" if count == 1 else f"{count} indices"


def _bound(bound: object) -> str:
    value = float(bound)  # type: ignore[arg-type]
    return f"{value:g}" if math.isfinite(value) else ("∞" if value > 0 else "−∞")


_LONGEST_HEAD = 24

_POLICIES = {
    None: "a cluster like any other",
    "cluster": "one cluster",
    "singletons": "clusters of their own",
    "drop": "left out",
    "raise": "refused; there were none",
}

_READING = """
Two indices disagree about two candidates if one strictly prefers the first and the other the
second; the matrix counts such pairs of candidates.

Intervals and p-values take the compared items as a sample of a larger whole. They come from the
jackknife; differences are paired, on the same items. Where no interval is known to hold, none is
given.

The cost of a merge is how much the deciding index gains if the cluster is split along the
reference. The cost of a split is how much it gains by joining the parts, once they are taken out of
the clusters that they share with others: that first step undoes others' merges.

What is said about properties of indices follows the paper Systematic Analysis of Cluster Similarity
Indices (Gösgens, Tikhonov and Prokhorenkova, ICML 2021) and its errata.
""".strip().split("\n\n")
