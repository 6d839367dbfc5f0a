"""Inconsistency of indices on real data: our own run beside the published one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from partwise.artifacts import listed, many, require
from partwise.ensembles import Study
from partwise.paper.algorithms import FAMILIES, as_method
from partwise.paper.artifact import Artifact, Beside, ComparedCell, Context, Drawing, Experiment
from partwise.paper.inconsistency import beside, moved, printed, rounded
from partwise.paper.published import (
    FILE,
    INCONSISTENCY,
    INCONSISTENCY_INDICES,
    KEYS,
    PublishedScores,
    as_study,
    read_published,
)
from partwise.paper.runs import STARTED_AS_THEN, OwnRun, own_run

Row = tuple[str, tuple[ComparedCell, ...]]

_SAME = 1e-6
_SEEDS = 5
_RANDOM = ("kmeans", "gmm", "affprop", "meanshift")
_WHY = {
    "kmeans": "starts at random; the paper's run drew all starts from one stream",
    "affprop": "adds a little noise to break ties",
    "meanshift": "takes its bandwidth from 500 random items",
    "aggcl": "uses no random numbers",
    "dbscan": "uses no random numbers",
    "optics": "no random numbers; scikit-learn corrected predecessors and rounds distances since",
    "birch": "uses no random numbers",
    "gmm": "starts from a k-means with random starts, and stops after 20 steps",
}
_OLDER = "random starts drawn as scikit-learn did when the paper was written"


def same_scores(ours: dict[str, float], paper: dict[str, float]) -> bool:
    """Return whether all 15 scores of a clustering are the published ones."""
    return all(abs(ours[key] - paper[key]) <= _SAME for key in KEYS.values())


def _mixed(
    paper: PublishedScores, ours: PublishedScores, take: Callable[[str, bool], bool]
) -> Study:
    """Return the published scores, but ours of some clusterings: by name, and whether the same."""
    scores = {
        dataset: {
            name: ours[dataset][name]
            if take(name, same_scores(ours[dataset][name], scores))
            else scores
            for name, scores in some.items()
        }
        for dataset, some in paper.items()
    }
    return as_study(scores, INCONSISTENCY_INDICES)


def _changed(family: str, name: str, same: bool) -> bool:
    return not same and as_method(name).family == family


def _line(title: str, study: Study, published: Study, counts: tuple[int, int], why: str) -> Row:
    cells, points, _ = moved(study, published)
    texts = (*map(str, counts), str(cells), f"{points:.2f}", why)
    return title, tuple(ComparedCell(text) for text in texts)


def _by_algorithm(ours: PublishedScores, older: PublishedScores, paper: PublishedScores) -> Beside:
    """Count for each algorithm the clusterings with the published scores, and what others move."""
    published = as_study(paper, INCONSISTENCY_INDICES)

    def line(title: str, family: str, ours: PublishedScores, why: str) -> Row:
        same, runs = _counts(ours, paper)
        study = _mixed(paper, ours, partial(_changed, family))
        return _line(title, study, published, (runs[family], same[family]), why)

    rows = [line(name, family, ours, _WHY[family]) for family, name in FAMILIES.items()]
    rows += [
        line(f"{FAMILIES[family]}, original starts", family, older, _OLDER)
        for family in STARTED_AS_THEN
    ]
    equal = _counts(ours, paper)[0].total()
    study = _mixed(paper, ours, lambda _, same: same)
    rows.append(_line("equal scores", study, published, (equal, equal), "last digits decide ties"))
    columns = ("clusterings", "same scores", "cells moved", "largest move", "why")
    notes = (
        f"Same scores: all 15 indices are within {_SAME:g} of the published value.",
        (
            "Cells moved: how many of the 78 printed cells change if the published scores of this "
            "row's clusterings are replaced by ours where they differ (in the last row: where they "
            "are equal). The largest move is in points."
        ),
    )
    return Beside("What moved, by algorithm", columns, tuple(rows), notes)


def _counts(ours: PublishedScores, paper: PublishedScores) -> tuple[Counter[str], Counter[str]]:
    """Return by algorithm how many clusterings have the published scores, and how many all."""
    same: Counter[str] = Counter()
    runs: Counter[str] = Counter()
    for dataset, some in ours.items():
        for name, scores in some.items():
            family = as_method(name).family
            runs[family] += 1
            same[family] += same_scores(scores, paper[dataset][name])
    return same, runs


def _notes(run: OwnRun) -> list[str]:
    sklearn = require("sklearn")

    missing = [
        f"{dataset}, {failure.method.name}: {failure.problem}"
        for dataset, failure in run.without_labels
    ]
    return [
        (
            f"scikit-learn {sklearn.__version__}, {many(len(run.all), 'clustering')} in "
            f"{run.seconds:.0f} s on one core."
        ),
        "Runs that gave no clustering today, although the paper has one: "
        + ("; ".join(missing) or "none")
        + ".",
    ]


def _same_note(ours: PublishedScores, paper: PublishedScores) -> str:
    """Say how many clusterings have the published scores."""
    same, runs = _counts(ours, paper)
    fixed = [family for family in FAMILIES if family not in _RANDOM]
    in_fixed, of_fixed = (sum(counts[family] for family in fixed) for counts in (same, runs))
    changed = [
        f"{runs[family] - same[family]} of {FAMILIES[family]}"
        for family in fixed
        if same[family] < runs[family]
    ]
    return (
        f"{same.total()} of {runs.total()} clusterings have the published scores by all "
        f"{len(KEYS)} indices: {in_fixed} of {of_fixed} by algorithms without random numbers "
        f"(the others: {listed(changed or ['none'])}), and {same.total() - in_fixed} of "
        f"{runs.total() - of_fixed} by algorithms with random numbers."
    )


def _older_note(older: PublishedScores, paper: PublishedScores) -> str:
    """Say what the random starts of then explain."""
    same, runs = _counts(older, paper)
    cells, points, _ = moved(
        *(as_study(scores, INCONSISTENCY_INDICES) for scores in (older, paper))
    )
    families = listed(
        [f"{same[family]} of {runs[family]} {FAMILIES[family]}" for family in STARTED_AS_THEN]
    )
    return (
        "With the random starts of k-means drawn as in the paper's run (mixtures start from a "
        f"k-means), {families} have the published scores. In total, {same.total()} of "
        f"{runs.total()} clusterings have them, and {cells} of 78 cells still differ, by at most "
        f"{points:.2f} points."
    )


def _other_seeds(context: Context, ours: PublishedScores, paper: PublishedScores) -> str:
    """Say whether the paper's cells are within the range of our run with other seeds."""
    percentages = [as_study(ours, INCONSISTENCY_INDICES).percentages]
    for seed in range(context.seed + 1, context.seed + _SEEDS):
        again = own_run(replace(context, seed=seed), lambda method: method.family in _RANDOM)
        merged = _replaced(ours, again.scores())
        percentages.append(as_study(merged, INCONSISTENCY_INDICES).percentages)
    upper = np.triu_indices(len(INCONSISTENCY_INDICES), 1)
    low, high = np.min(percentages, axis=0)[upper], np.max(percentages, axis=0)[upper]
    cells = as_study(rounded(paper), INCONSISTENCY_INDICES).percentages[upper]
    off = np.maximum(np.maximum(low - cells, cells - high), 0)
    return (
        f"With the seeds {context.seed} to {context.seed + _SEEDS - 1} for the algorithms that use "
        f"random numbers, a cell varies by {np.median(high - low):.1f} points (median; at most "
        f"{(high - low).max():.1f}). The published scores, rounded to count ties as ties, give "
        f"{(off == 0).sum()} of {len(off)} cells within our range. The others are at most "
        f"{off.max():.1f} points outside it."
    )


def _replaced(scores: PublishedScores, others: PublishedScores) -> PublishedScores:
    """Return scores with those of some clusterings replaced."""
    return {
        dataset: {name: others[dataset].get(name, scores) for name, scores in some.items()}
        for dataset, some in scores.items()
    }


def _run(context: Context) -> Artifact:
    run = own_run(context)
    ours = run.scores()
    study = as_study(ours, INCONSISTENCY_INDICES)
    figure = study.plot("How often two indices disagree, in our own run")
    title = f"Inconsistency in our own run, % of {study.triplets} triplets"
    drawings = [Drawing("own_inconsistency", figure, figure.description)]
    notes = _notes(run)
    if context.data is None or not (context.data / FILE).is_file():
        cells = {} if context.quick else INCONSISTENCY
        notes.append(f"Without {FILE}, the clusterings cannot be compared one by one.")
        if context.data is None:
            notes.append(
                "The datasets are those of scikit-learn and OpenML. Here wdbc lacks the column of "
                "patient numbers, which the paper's run used as a feature."
            )
        return EXPERIMENT.artifact([beside(title, study, cells)], drawings, notes)
    published = read_published(context.data)
    paper = {
        dataset: {name: published[dataset][name] for name in ours[dataset]} for dataset in ours
    }
    cells = printed(as_study(paper, INCONSISTENCY_INDICES))
    older = _replaced(ours, own_run(context, older=True).scores())
    notes += [_same_note(ours, paper), _older_note(older, paper)]
    if context.quick:
        notes.append(
            f"Left out: the {many(len(published) - len(paper), 'largest dataset')}. The paper's "
            "cells are computed from the published scores of the other datasets."
        )
    else:
        notes.append(_other_seeds(context, ours, paper))
    if context.quick:
        title += ", beside the published scores of the same datasets"
    tables = [
        beside(title, study, cells),
        _by_algorithm(ours, older, paper),
        beside(
            f"{title}, with the original random starts",
            as_study(older, INCONSISTENCY_INDICES),
            cells,
        ),
    ]
    return EXPERIMENT.artifact(tables, drawings, notes)


EXPERIMENT = Experiment(
    "real_inconsistency",
    "Inconsistency of indices on real data, from our own run",
    "Appendix F.2",
    _run,
)
