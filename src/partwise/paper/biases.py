"""k-means with few clusters against k-means with many: published scores, and our own run."""

from __future__ import annotations

from dataclasses import replace

from partwise.artifacts import listed
from partwise.ensembles import Study
from partwise.paper.algorithms import Method
from partwise.paper.artifact import Artifact, Beside, Context, Drawing, Experiment, cell
from partwise.paper.names import index
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

FEW, MANY = "kmeans_2", "kmeans_gt_double"
_HEADS = {FEW: "k = 2", MANY: "k = 2·ref"}


def preferences(study: Study) -> dict[str, dict[str, str]]:
    """Return on how many datasets each index prefers few clusters, and many."""
    preferred = study.preference(FEW, MANY)
    return {
        FEW: {key: str(counts.first) for key, counts in preferred.items()},
        MANY: {key: str(counts.second) for key, counts in preferred.items()},
    }


def beside(title: str, study: Study, paper: dict[str, dict[str, str]]) -> Beside:
    """Return the table of preferences beside another."""
    ours = preferences(study)
    keys = [one.key for one in study.indices]
    rows = tuple(
        (_HEADS[name], tuple(cell(ours[name][key], paper.get(name, {}).get(key)) for key in keys))
        for name in (FEW, MANY)
    )
    return Beside(title, tuple(index(key).short for key in keys), rows)


def drawing(study: Study, title: str) -> Drawing:
    """Draw the table of preferences."""
    named = {
        dataset: {_HEADS[name]: values for name, values in scores.items() if name in _HEADS}
        for dataset, scores in study.scores.items()
    }
    figure = replace(study, scores=named).plot.preferences(_HEADS[FEW], _HEADS[MANY])
    return Drawing(title, figure, figure.description)


def _run_published(context: Context) -> Artifact:
    study = as_study(read_published(context.data), INCONSISTENCY_INDICES)
    both = [name for name, scores in study.scores.items() if FEW in scores and MANY in scores]
    preferred = study.preference(FEW, MANY)
    always = [index(key).short for key, counts in preferred.items() if counts.second == len(both)]
    table = beside(f"The clustering preferred on {len(both)} datasets", study, BIASES)
    notes = [f"Both clusterings were published for {listed(both)}."]
    if always:
        notes.append(
            f"{listed(always)} prefers k = 2·ref on all {len(both)} datasets; the text says that "
            "Rand prefers k = 2 in all cases (erratum 15)."
        )
    return PUBLISHED_BIASES.artifact([table], [drawing(study, "biases")], notes)


PUBLISHED_BIASES = Experiment(
    "biases",
    "k-means with k = 2 against k = 2·ref, from the published scores",
    "Appendix F.2",
    _run_published,
    needs_data=True,
)


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
        preferred = as_study({dataset: scores[dataset]}, INCONSISTENCY_INDICES).preference(
            FEW, MANY
        )
        return [
            "2" if counts.first else "2·ref" if counts.second else "tie"
            for counts in preferred.values()
        ]

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
    other = [
        f"{dataset} ({_HEADS[name]})"
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
        for short, preferred in zip(choices.columns, cells, strict=True)
        if not preferred.same
    ]
    return [
        f"k-means starts at random. {_same(ours, paper)}",
        f"Preferences that changed: {listed(turned or ['none'])}.",
    ]


def _run_own(context: Context) -> Artifact:
    ours = _both(own_run(context, _is_wanted).scores())
    title = f"The clustering preferred on {len(ours)} datasets, in our own run"
    study = as_study(ours, INCONSISTENCY_INDICES)
    drawings = [drawing(study, "own_biases")]
    if context.data is None or not (context.data / FILE).is_file():
        return OWN_BIASES.artifact(
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
        beside(
            f"{title}, with the original random starts",
            as_study(older, INCONSISTENCY_INDICES),
            cells,
        ),
    ]
    notes = [
        *_notes(ours, paper, choices),
        f"With the original random starts: {_same(older, paper)}",
    ]
    return OWN_BIASES.artifact(tables, drawings, notes)


OWN_BIASES = Experiment(
    "real_biases",
    "k-means with k = 2 against k = 2·ref, from our own run",
    "Appendix F.2",
    _run_own,
)
