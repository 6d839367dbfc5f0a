"""The HTML report: one file that needs nothing else, from plain data."""

from __future__ import annotations

import math
import platform
from collections.abc import Callable
from datetime import date
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np

from partwise.base import listed, p_number, percent, tracked
from partwise.catalogue import Index
from partwise.charts import inline, shorten_all
from partwise.properties import holds
from partwise.report.cells import Cell, Head, Rows, count, number, sort_key
from partwise.report.contents import Answer, Contents, Score
from partwise.report.details import disagreement_section, errors_of, errors_section
from partwise.report.sweep_page import sweep_view
from partwise.report.templates import rendered

_SECTIONS = (
    ("scores", "Scores"),
    ("ranks", "Ranks"),
    ("disagreement", "Disagreement"),
    ("chance", "Chance"),
    ("sizes", "Sizes"),
    ("errors", "Errors"),
    ("sweep", "Sweep"),
    ("data", "Data"),
    ("about", "About"),
)


def report_html(contents: Contents, progress: bool | None = None) -> str:
    """Return the page; progress says whether to show how far it is."""
    return rendered("partwise.report", "report.html", _view(contents, progress))


def _view(contents: Contents, progress: bool | None) -> dict[str, Any]:
    """Return everything that the template needs."""
    steps: dict[str, Callable[[], Any]] = {
        "answer": partial(_answer, contents, contents.answer),
        "scores": partial(_scores, contents),
        "chance": partial(_chance, contents),
        "sizes": partial(_sizes, contents),
        "data": partial(_data, contents),
        "about": partial(_about, contents),
    }
    several = len(contents.ranking) > 1
    if several:
        steps["ranks"] = partial(_ranks, contents)
        steps["disagreement"] = partial(disagreement_section, contents)
    for place, errors in enumerate(contents.errors, start=1):
        steps[f"errors-{place}"] = partial(errors_of, contents, errors, place)
    working = tracked(steps.items(), len(steps), "report: ", progress)
    parts = dict.fromkeys(("ranks", "disagreement")) | {key: make() for key, make in working}
    errors_of_each = [parts.pop(f"errors-{i}") for i in range(1, len(contents.errors) + 1)]
    parts["errors"] = errors_section(contents, errors_of_each)
    parts["sweep"] = None if contents.sweep is None else sweep_view(contents.sweep, "sweep-")
    things = f"{len(contents.ranking)} candidates" if several else "a candidate"
    return {
        **parts,
        "title": contents.title or f"Comparison of {things} with a reference",
        "subtitle": (
            f"{contents.coverage.compared:,} items · {contents.coverage.reference_clusters:,} "
            f"reference clusters · {_indices(len(contents.indices))}"
        ),
        "sections": [(key, name) for key, name in _SECTIONS if parts.get(key)],
        "version": version("partwise"),
    }


def _answer(contents: Contents, answer: Answer) -> dict[str, Any]:
    facts: list[tuple[str, str]] = []
    best = answer.score
    if best is not None:
        facts.append((f"{contents.decision.short} of the best", number(best.value)))
        if contents.level is not None and best.low is not None and best.high is not None:
            interval = f"{number(best.low)} to {number(best.high)}"
            chosen = ", adjusted for the choice" if len(contents.ranking) > 1 else ""
            facts.append((f"{percent(contents.level)} interval{chosen}", interval))
    if answer.runner_up is not None and answer.lead is not None:
        facts.append(("ahead of", answer.runner_up))
        facts.append(("by", number(answer.lead)))
        if answer.p_lead is not None:
            alone = ", for these two alone" if len(contents.ranking) > 2 else ""
            facts.append((f"p-value of the lead{alone}", p_number(answer.p_lead)))
    if answer.p_chance is not None and math.isfinite(answer.p_chance):
        facts.append(("p-value against chance", p_number(answer.p_chance)))
    if len(contents.ranking) > 1:
        once = ", copies counted once" if answer.opinions < len(contents.indices) else ""
        facts.append(("indices that agree", f"{answer.agreeing} of {answer.opinions}{once}"))
    return {
        "name": answer.headline,
        "text": answer.text,
        "facts": facts,
        "why": _why(contents.decision),
    }


def _why(index: Index) -> str:
    """Say what the deciding index is trusted for, or not."""
    kinds = {
        "monotonicity": ("is monotone", "is not monotone"),
        "constant_baseline": ("has a constant baseline", "has no constant baseline"),
        "symmetry": ("is symmetric", "is not symmetric"),
    }
    if holds(index, "asymptotic_constant_baseline"):
        kinds["constant_baseline"] = (
            "has a constant baseline",
            "has a baseline that is only nearly constant",
        )
    known = {kind: holds(index, kind) for kind in kinds}
    good = [kinds[kind][0] for kind, verdict in known.items() if verdict]
    bad = [kinds[kind][1] for kind, verdict in known.items() if verdict is False]
    trusted = f", which {listed(good)}" if good else ""
    reserved = f" Mind that it {listed(bad)}." if bad else ""
    return f"The answer is by {index.short} ({index.label}){trusted}.{reserved}"


def _scores(contents: Contents) -> dict[str, Any]:
    columns = [
        {
            "short": index.short,
            "first": "descending" if index.direction == "similarity" else "ascending",
            "tip": f"{index.label}: {index.summary} {_better(index).capitalize()} is better.",
        }
        for index in contents.shown
    ]
    rows = [
        {
            "name": name,
            "clusters": contents.coverage.candidates[name].clusters,
            "cells": [_score_cell(contents, index, name) for index in contents.shown],
        }
        for name in contents.ranking
    ]
    words = "The best candidate of each index stands out. Click a heading to sort."
    lower = [index.short for index in contents.shown if index.direction == "distance"]
    words += f" For {listed(lower)} lower is better." if lower else ""
    if contents.level is not None:
        words += f" Below each score is its {percent(contents.level)} interval, where one is valid"
        several = len(contents.ranking) > 1
        words += "; only the one in the answer is adjusted for choosing." if several else "."
    corrected = _corrected(contents)
    return {
        "text": words + corrected,
        "corrected": bool(corrected),
        "columns": columns,
        "rows": rows,
        "figure": inline(contents.figures["scores"], "scores"),
        "all": _all_scores(contents),
        "notes": contents.notes,
    }


def _corrected(contents: Contents) -> str:
    """Say which scores are not those of the sample itself."""
    biased = [
        index.short
        for index in contents.shown
        if any(contents.scores[n][index.key].uncorrected is not None for n in contents.ranking)
    ]
    if not biased:
        return ""
    return (
        f" Scores of {listed(biased)} are corrected for what a sample adds or hides, as their "
        "intervals are; the uncorrected ones, by which candidates are ranked, are below."
    )


def _score_cell(contents: Contents, index: Index, name: str) -> dict[str, Any]:
    score = contents.scores[name][index.key]
    interval, tip = _interval(score)
    plain = "" if score.uncorrected is None else f"uncorrected {number(score.uncorrected)}"
    return {
        "text": number(score.value),
        "sort": sort_key(score.value),
        "width": f"{100 * _share_of_range(contents, index, score.value):.1f}",
        "interval": interval,
        "uncorrected": plain,
        "tip": tip,
        "refused": score.refused is not None,
        "best": score.best,
    }


def _interval(score: Score) -> tuple[str, str]:
    """Return the interval of a score, and what is said about it."""
    if score.refused is not None:
        return "no interval", score.refused
    if score.low is None or score.high is None:
        return "", ""
    return f"{number(score.low, 3)}–{number(score.high, 3)}", ""


def _share_of_range(contents: Contents, index: Index, value: float) -> float:
    """Return how much of the range of an index, above zero, a value takes."""
    low, high = map(float, index.range)
    low = max(low, 0.0)
    if not math.isfinite(high):
        values = [contents.scores[name][index.key].value for name in contents.ranking]
        high = float(np.nanmax([*values, low]))
    share = (value - low) / (high - low) if high > low and math.isfinite(value) else 0.0
    return min(max(share, 0.0), 1.0)


def _all_scores(contents: Contents) -> Rows:
    names = shorten_all(contents.ranking, _LONGEST_HEAD)
    heads = [Head("index"), Head("better"), *(Head(name, True) for name in names)]
    rows = []
    for index in contents.indices:
        scores = [contents.scores[name][index.key] for name in contents.ranking]
        values = [s.value if s.uncorrected is None else s.uncorrected for s in scores]
        cells = [Cell(number(v), v, s.best) for v, s in zip(values, scores, strict=True)]
        rows.append([Cell(_named(index)), Cell(_better(index)), *cells])
    return Rows(heads, rows)


def _ranks(contents: Contents) -> dict[str, Any]:
    votes = sorted(contents.votes.items(), key=lambda named: -named[1])
    by_name = ", ".join(f"{name} by {_indices(count)}" for name, count in votes if count)
    words = f"Preferred to all others: {by_name}." if by_name else "No candidate is preferred."
    tied = contents.answer.opinions - sum(contents.votes.values())
    words += f" {_indices(tied)} prefer{'s' if tied == 1 else ''} no single one." if tied else ""
    if contents.drawn < len(contents.indices):
        words += (
            f" Of the {len(contents.indices)} indices, {contents.drawn} are drawn: the deciding "
            "one and those that are recommended."
        )
    return {"text": words, "figure": inline(contents.figures["ranks"], "ranks")}


def _chance(contents: Contents) -> dict[str, Any]:
    return {
        "text": (
            "What would a clustering score that knows nothing of the reference, but has the "
            "candidate's cluster sizes? An index whose answer depends on the sizes gives some "
            "candidates a head start; those with a constant baseline do not. "
            f"For each candidate {contents.samples} were drawn."
        ),
        "figure": inline(contents.figures["chance"], "chance"),
    }


def _sizes(contents: Contents) -> dict[str, Any]:
    rows = []
    for name, (sizes, clusters) in contents.sizes.items():
        from_largest = np.cumsum((sizes * clusters)[::-1])
        half = int(sizes[::-1][np.searchsorted(from_largest, from_largest[-1] / 2)])
        alone = int(clusters[0]) if sizes[0] == 1 else 0
        counts = (int(clusters.sum()), int(sizes[-1]), _median(sizes, clusters), half, alone)
        rows.append([Cell(name), *(Cell(f"{value:,g}", float(value)) for value in counts)])
    heads = ("clusters", "largest", "median size", "half of the items in size ≥", "singletons")
    table = Rows([Head("clustering"), *(Head(head, True) for head in heads)], rows)
    return {"figure": inline(contents.figures["sizes"], "sizes"), "table": table}


def _median(sizes: np.ndarray, clusters: np.ndarray) -> float:
    """Return the median of sizes of which each occurs as often as it is told."""
    up_to, middle = np.cumsum(clusters), int(clusters.sum()) - 1
    low, high = (
        np.searchsorted(up_to, place, side="right") for place in (middle // 2, -(-middle // 2))
    )
    return float(sizes[low] + sizes[high]) / 2


def _data(contents: Contents) -> dict[str, Any]:
    coverage = contents.coverage
    shown = coverage.to_table()
    rows = [
        [Cell(str(row[0])), *(count(value) for value in row[1:])]  # type: ignore[arg-type]
        for row in shown.rows
    ]
    heads = [Head(str(name), place > 0) for place, name in enumerate(shown.columns)]
    notes = coverage.notes() or ["All items of all clusterings were compared."]
    if not any(side.duplicates for side in coverage.sides.values()):
        notes = [*notes, "No item is named twice in any clustering."]
    return {"table": Rows(heads, rows), "notes": notes}


def _about(contents: Contents) -> dict[str, Any]:
    coverage = contents.coverage
    sampling = {
        "items": "items, drawn independently",
        "clusters": "whole reference clusters",
        None: "none: these items are all there is",
    }[contents.sampling]
    facts = [
        ("partwise", version("partwise")),
        ("Python, NumPy", f"{platform.python_version()}, {np.__version__}"),
        ("made on", date.today().isoformat()),
        ("seed", contents.seed),
        ("sample of", sampling),
        ("noise", f"label {coverage.noise_label}: {_POLICIES[coverage.noise]}"),
        ("missing labels", _POLICIES[coverage.missing]),
    ]
    heads = [Head("index"), Head("what it is"), Head("better"), Head("range", False)]
    indices = [
        [
            Cell(_named(index)),
            Cell(index.summary),
            Cell(_better(index)),
            Cell(" to ".join(_bound(bound) for bound in index.range)),
        ]
        for index in contents.indices
    ]
    return {
        "facts": facts,
        "command": contents.command,
        "reading": [*_READING, *(contents.sweep.reading if contents.sweep else ())],
        "indices": Rows(heads, indices),
    }


def _indices(number_of: int) -> str:
    return "1 index" if number_of == 1 else f"{number_of} indices"


def _named(index: Index) -> str:
    return index.label if index.short == index.key else f"{index.short} · {index.label}"


def _better(index: Index) -> str:
    return "higher" if index.direction == "similarity" else "lower"


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

Intervals and p-values are about the population that the compared items were drawn from, with the
clusterings as they are; what clustering again would change is for pw.ensembles.stability. They
come from leaving out and reweighting items; differences are paired, on the same items. Where no
interval is known to hold, none is given.

The cost of a merge is how much the deciding index gains if the cluster is split along the
reference. The cost of a split is how much it gains by joining the parts, once they are taken out of
the clusters that they share with others: that first step undoes others' merges.

What is said about properties of indices follows the paper Systematic Analysis of Cluster Similarity
Indices (Gösgens, Tikhonov and Prokhorenkova, ICML 2021) and its errata.
""".strip().split("\n\n")
