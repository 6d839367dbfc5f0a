"""k-means with few clusters against k-means with many: our own run beside the published one."""

from __future__ import annotations

from partwise import index
from partwise.artifacts import listed
from partwise.paper.algorithms import Method
from partwise.paper.artifact import Artifact, Beside, Context, Experiment, cell
from partwise.paper.biases import FEW, MANY, beside, drawing, preferences
from partwise.paper.published import (
    BIASES,
    FILE,
    INCONSISTENCY_INDICES,
    PublishedScores,
    as_study,
    read_published,
)
from partwise.paper.real_inconsistency import same_scores
from partwise.paper.runs import own_run


def _both(scores: PublishedScores) -> PublishedScores:
    """Return the datasets that have both clusterings."""
    return {
        dataset: {name: some[name] for name in (FEW, MANY)}
        for dataset, some in scores.items()
        if FEW in some and MANY in some
    }


def _choices(ours: PublishedScores, paper: PublishedScores) -> Beside:
    """Tell for each dataset and index whether few clusters are preferred or many."""

    def chosen(scores: PublishedScores, dataset: str) -> list[str]:
        found = as_study({dataset: scores[dataset]}, INCONSISTENCY_INDICES).preference(FEW, MANY)
        return ["2" if each.first else "2·ref" if each.second else "tie" for each in found.values()]

    rows = tuple(
        (dataset, tuple(map(cell, chosen(ours, dataset), chosen(paper, dataset))))
        for dataset in ours
    )
    shorts = tuple(index(key).short for key in INCONSISTENCY_INDICES)
    return Beside("The preferred k, dataset by dataset", shorts, rows)


def _is_wanted(method: Method) -> bool:
    return method.name in (FEW, MANY)


def _same(ours: PublishedScores, paper: PublishedScores) -> str:
    """Say which clusterings have the published scores."""
    heads = {FEW: "k = 2", MANY: "k = 2·ref"}
    other = [
        f"{dataset} ({heads[name]})"
        for dataset in ours
        for name in (FEW, MANY)
        if not same_scores(ours[dataset][name], paper[dataset][name])
    ]
    return (
        f"{2 * len(ours) - len(other)} of {2 * len(ours)} clusterings have the published scores; "
        f"the others: {listed(other or ['none'])}."
    )


def _notes(ours: PublishedScores, paper: PublishedScores, choices: Beside) -> list[str]:
    turned = [
        f"{short} on {dataset}"
        for dataset, cells in choices.rows
        for short, each in zip(choices.columns, cells, strict=True)
        if not each.same
    ]
    return [
        f"k-means starts at random: {_same(ours, paper)}",
        f"Preferences that turned: {listed(turned or ['none'])}.",
    ]


def _run(context: Context) -> Artifact:
    ours = _both(own_run(context, _is_wanted).scores())
    title = f"The clustering preferred on {len(ours)} datasets, in our own run"
    study = as_study(ours, INCONSISTENCY_INDICES)
    drawings = [drawing(study, "own_biases")]
    if context.data is None or not (context.data / FILE).is_file():
        return EXPERIMENT.artifact(
            [beside(title, study, {} if context.quick else BIASES)], drawings
        )
    published = _both(read_published(context.data))
    paper = {dataset: published[dataset] for dataset in ours}
    choices = _choices(ours, paper)
    cells = preferences(as_study(paper, INCONSISTENCY_INDICES))
    older = _both(own_run(context, _is_wanted, older=True).scores())
    tables = [
        beside(title, study, cells),
        choices,
        beside(f"{title}, random starts as then", as_study(older, INCONSISTENCY_INDICES), cells),
    ]
    notes = [*_notes(ours, paper, choices), f"As then: {_same(older, paper)}"]
    return EXPERIMENT.artifact(tables, drawings, notes)


EXPERIMENT = Experiment(
    "real_biases",
    "k-means with k = 2 against k = 2·ref, from our own run",
    "Appendix F.2",
    _run,
)
