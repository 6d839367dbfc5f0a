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

from partwise.base import listed, p_number, tracked
from partwise.catalogue import Index
from partwise.charts import inline, plural
from partwise.properties import holds
from partwise.report.alerts import alerts_of, explanations
from partwise.report.cells import Cell, Head, Rows, count
from partwise.report.contents import Contents
from partwise.report.details import disagreement_section, errors_of, errors_section
from partwise.report.score_table import better, named, scores_section
from partwise.report.sweep_page import sweep_view
from partwise.report.templates import rendered

_SECTIONS = (
    ("scores", "Scores"),
    ("ranks", "Ranks"),
    ("disagreement", "Disagreement"),
    ("errors", "Errors"),
    ("sizes", "Sizes"),
    ("sweep", "Sweep"),
    ("data", "Data"),
    ("about", "About"),
)


def report_html(contents: Contents, progress: bool | None = None) -> str:
    """Return the page; progress says whether to show how far it is."""
    view = _view(contents, progress)
    return rendered("partwise.report", "report.html", view, names=contents.ranking)


def _view(contents: Contents, progress: bool | None) -> dict[str, Any]:
    """Return everything that the template needs."""
    steps: dict[str, Callable[[], Any]] = {
        "answer": partial(_answer, contents),
        "alerts": partial(alerts_of, contents),
        "scores": partial(scores_section, contents),
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
            f"{plural(contents.coverage.compared, 'item')} · "
            f"{plural(contents.coverage.reference_clusters, 'reference cluster')} · "
            f"{_indices(len(contents.indices))}"
        ),
        "sections": [(key, name) for key, name in _SECTIONS if parts.get(key)],
        "version": version("partwise"),
    }


def _answer(contents: Contents) -> dict[str, Any]:
    """Return the card of the answer: what its text says is not said again in the facts."""
    answer, index = contents.answer, contents.decision
    facts = [("decided by", named(index))]
    if len(contents.ranking) > 1:
        equivalent = answer.opinions < len(contents.indices)
        once = " (equivalent ones count once)" if equivalent else ""
        facts.append((f"indices that agree{once}", f"{answer.agreeing} of {answer.opinions}"))
    if answer.p_chance is not None and answer.p_chance < _SURE:
        facts.append(("p-value against random clusterings", p_number(answer.p_chance)))
    return {"name": answer.headline, "text": answer.text, "facts": facts, "why": _why(index)}


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
    sentences = [f"{index.short} {listed(good)}."] if good else []
    return " ".join(
        [*sentences, *([f"{'However, it' if good else index.short} {listed(bad)}."] if bad else [])]
    )


def _ranks(contents: Contents) -> dict[str, Any]:
    votes = sorted(contents.votes.items(), key=lambda by_name: -by_name[1])
    by_name = ", ".join(f"{name} by {_indices(count)}" for name, count in votes if count)
    words = f"Best candidate: {by_name}." if by_name else "No index has a single best candidate."
    tied = contents.answer.opinions - sum(contents.votes.values())
    if by_name and tied:
        words += f" {_indices(tied)} {'has' if tied == 1 else 'have'} no single best candidate."
    if contents.drawn < len(contents.indices):
        words += (
            f" The chart shows {contents.drawn} of the {len(contents.indices)} indices: the one "
            "that decides and the recommended ones."
        )
    return {"text": words, "figure": inline(contents.figures["ranks"], "ranks")}


def _sizes(contents: Contents) -> dict[str, Any]:
    rows = []
    for name, (sizes, clusters) in contents.sizes.items():
        from_largest = np.cumsum((sizes * clusters)[::-1])
        half = int(sizes[::-1][np.searchsorted(from_largest, from_largest[-1] / 2)])
        alone = int(clusters[0]) if sizes[0] == 1 else 0
        counts = (int(clusters.sum()), int(sizes[-1]), _median(sizes, clusters), half, alone)
        rows.append([Cell(name), *(Cell(f"{value:,g}", float(value)) for value in counts)])
    heads = (
        "clusters",
        "largest",
        "median size",
        "half of the items in clusters of at least",
        "singletons",
    )
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
        notes = [*notes, "No item appears twice in a clustering."]
    return {"table": Rows(heads, rows), "notes": notes}


def _about(contents: Contents) -> dict[str, Any]:
    coverage = contents.coverage
    sampling = {
        "items": "items, drawn independently",
        "clusters": "whole reference clusters",
        None: "none: these are all the items",
    }[contents.sampling]
    facts = [
        ("partwise", version("partwise")),
        ("Python, NumPy", f"{platform.python_version()}, {np.__version__}"),
        ("created on", date.today().isoformat()),
        ("seed", contents.seed),
        ("sampling", sampling),
        ("noise", f"label {coverage.noise_label}: {_POLICIES[coverage.noise]}"),
        ("missing labels", _POLICIES[coverage.missing]),
    ]
    heads = [Head("index"), Head("what it is"), Head("better"), Head("range", False)]
    indices = [
        [
            Cell(named(index)),
            Cell(index.summary),
            Cell(better(index)),
            Cell(" to ".join(_bound(bound) for bound in index.range)),
        ]
        for index in contents.indices
    ]
    return {
        "facts": facts,
        "command": contents.command,
        "explained": explanations(),
        "reading": [*_READING, *(contents.sweep.reading if contents.sweep else ())],
        "indices": Rows(heads, indices),
    }


def _indices(number_of: int) -> str:
    return "1 index" if number_of == 1 else f"{number_of} indices"


def _bound(bound: object) -> str:
    value = float(bound)  # type: ignore[arg-type]
    return f"{value:g}" if math.isfinite(value) else ("∞" if value > 0 else "−∞")


_SURE = 0.05  # from here on, the text of the answer gives the p-value against chance

_POLICIES = {
    None: "a cluster like any other",
    "cluster": "one cluster",
    "singletons": "clusters of their own",
    "drop": "left out",
    "raise": "not allowed; there were none",
}

_READING = """
Two indices disagree about two candidates if one strictly prefers the first and the other the
second. The matrix counts such pairs of candidates.

Confidence intervals and p-values describe the population that the compared items were drawn from.
They come from leaving out and reweighting items, and differences are paired: both candidates are
scored on the same items. If no interval is known to be valid for a score, the report gives none.
The clusterings are taken as fixed: to see how much would change if you clustered again, use
pw.ensembles.stability.

The cost of a merge is how much the deciding index gains if you split the cluster along the
reference. To repair a split, you take its parts out of the clusters that they share with other
items, and join them. The cost of the split is what the joining gains; taking the parts out undoes
merges, and counts as their cost.

Properties of indices are those of the paper Systematic Analysis of Cluster Similarity
Indices (Gösgens, Tikhonov and Prokhorenkova, ICML 2021) and its errata.
""".strip().split("\n\n")
