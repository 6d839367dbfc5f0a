"""k-means with few clusters against k-means with many, from the published scores."""

from __future__ import annotations

from dataclasses import replace

from partwise import index
from partwise.artifacts import listed
from partwise.ensembles import Study
from partwise.paper.artifact import Artifact, Beside, Context, Drawing, Experiment, cell
from partwise.paper.published import BIASES, INCONSISTENCY_INDICES, as_study, read_published

FEW, MANY = "kmeans_2", "kmeans_gt_double"
_HEADS = {FEW: "k = 2", MANY: "k = 2·ref"}


def preferences(study: Study) -> dict[str, dict[str, str]]:
    """Return on how many datasets each index prefers few clusters, and many."""
    found = study.preference(FEW, MANY)
    return {
        FEW: {key: str(each.first) for key, each in found.items()},
        MANY: {key: str(each.second) for key, each in found.items()},
    }


def beside(title: str, study: Study, paper: dict[str, dict[str, str]]) -> Beside:
    """Return the table of preferences beside another."""
    ours = preferences(study)
    keys = [each.key for each in study.indices]
    rows = tuple(
        (_HEADS[name], tuple(cell(ours[name][key], paper.get(name, {}).get(key)) for key in keys))
        for name in (FEW, MANY)
    )
    return Beside(title, tuple(index(key).short for key in keys), rows)


def drawing(study: Study, name: str) -> Drawing:
    """Draw the table of preferences."""
    named = {
        dataset: {_HEADS[each]: values for each, values in some.items() if each in _HEADS}
        for dataset, some in study.scores.items()
    }
    figure = replace(study, scores=named).preference_figure(_HEADS[FEW], _HEADS[MANY])
    return Drawing(name, figure, figure.description)


def _run(context: Context) -> Artifact:
    study = as_study(read_published(context.data), INCONSISTENCY_INDICES)
    both = [name for name, each in study.scores.items() if FEW in each and MANY in each]
    found = study.preference(FEW, MANY)
    always = [index(key).short for key, each in found.items() if each.second == len(both)]
    table = beside(f"The clustering preferred on {len(both)} datasets", study, BIASES)
    notes = [f"Both clusterings are there for {listed(both)}."]
    if always:
        notes.append(
            f"{listed(always)} prefers k = 2·ref on all {len(both)} datasets; the text says that "
            "Rand prefers k = 2 in all cases (erratum 15)."
        )
    return EXPERIMENT.artifact([table], [drawing(study, "biases")], notes)


EXPERIMENT = Experiment(
    "biases",
    "k-means with k = 2 against k = 2·ref, from the published scores",
    "Appendix F.2",
    _run,
    needs_data=True,
)
