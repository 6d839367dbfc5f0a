"""Inconsistency of indices on real data, from the scores that the authors published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from partwise.artifacts import listed
from partwise.ensembles import Study
from partwise.paper.artifact import (
    Artifact,
    Beside,
    ComparedCell,
    Context,
    Drawing,
    Experiment,
    cell,
)
from partwise.paper.names import index
from partwise.paper.published import (
    FULLY_INCONSISTENT,
    INCONSISTENCY,
    INCONSISTENCY_INDICES,
    SHORT_INCONSISTENCY,
    SHORT_INDICES,
    TRIPLETS,
    PublishedScores,
    as_study,
    read_published,
)

_SAME_UP_TO = 12  # digits: what differs less differs by rounding


def printed(study: Study) -> dict[tuple[str, str], str]:
    """Return the percentages by two indices, as the paper prints them."""
    keys = [one.key for one in study.indices]
    return {
        (first, second): f"{study.percentages[i, j]:.1f}"
        for i, first in enumerate(keys)
        for j, second in enumerate(keys)
        if j > i
    }


def beside(
    title: str, study: Study, paper: Mapping[tuple[str, str], str], notes: Sequence[str] = ()
) -> Beside:
    """Return the upper half of a matrix of percentages beside another."""
    ours = printed(study)
    keys = [one.key for one in study.indices]
    rows = []
    for first in keys[:-1]:
        cells = (
            cell(ours[first, second], paper.get((first, second)))
            if (first, second) in ours
            else ComparedCell("")
            for second in keys[1:]
        )
        rows.append((index(first).short, tuple(cells)))
    columns = tuple(index(key).short for key in keys[1:])
    return Beside(title, columns, tuple(rows), tuple(notes))


def moved(ours: Study, others: Study) -> tuple[int, float, tuple[str, str]]:
    """Return how many cells print differently, the largest difference in points, and where."""
    first, second = printed(ours), printed(others)
    changes = abs(ours.percentages - others.percentages)
    i, j = divmod(int(changes.argmax()), len(ours.indices))
    where = (ours.indices[min(i, j)].short, ours.indices[max(i, j)].short)
    return sum(first[pair] != second[pair] for pair in first), float(changes.max()), where


def rounded(scores: PublishedScores) -> PublishedScores:
    """Return the scores without the digits that rounding decides."""
    return {
        dataset: {
            name: {key: round(value, _SAME_UP_TO) for key, value in scores.items()}
            for name, scores in clusterings.items()
        }
        for dataset, clusterings in scores.items()
    }


def _datasets(study: Study, strict: Study) -> Beside:
    def is_full(dataset: str, result: Study) -> str:
        return "yes" if dataset in result.fully_inconsistent else "no"

    rows = tuple(
        (
            name,
            (
                cell(is_full(name, study), "yes" if name in FULLY_INCONSISTENT else "no"),
                ComparedCell(is_full(name, strict)),
            ),
        )
        for name in study.datasets
    )
    columns = ("counted as in the table", "by the definition")
    return Beside("Do all 13 indices disagree on a single dataset?", columns, rows)


def _notes(scores: PublishedScores, study: Study, strict: Study) -> list[str]:
    cells = len(INCONSISTENCY)
    by_rule = moved(study, strict)
    by_rounding = moved(study, as_study(rounded(scores), INCONSISTENCY_INDICES))
    ours, paper = set(study.fully_inconsistent), set(FULLY_INCONSISTENT)
    notes = [
        (
            f"The tables compare signs of differences, so a tie by one index and a preference by "
            f"another count as inconsistent. By the definition of Section 3 (strictly opposite "
            f"preferences), {by_rule[0]} of {cells} printed cells change, by at most "
            f"{by_rule[1]:.2f} points ({listed(by_rule[2])})."
        ),
        (
            f"Scores that differ only by rounding errors count as different. If they are rounded "
            f"to {_SAME_UP_TO} digits, {by_rounding[0]} of {cells} cells change, by at most "
            f"{by_rounding[1]:.2f} points ({listed(by_rounding[2])})."
        ),
    ]
    if ours != paper:
        notes.append(
            f"All indices disagree on {len(ours)} datasets, not {len(paper)}. Only the paper lists "
            f"{listed(sorted(paper - ours) or ['none'])}, and it does not list "
            f"{listed(sorted(ours - paper) or ['none'])}. By the definition there are "
            f"{len(strict.fully_inconsistent)}."
        )
    return notes


def _run(context: Context) -> Artifact:
    scores = read_published(context.data)
    study = as_study(scores, INCONSISTENCY_INDICES)
    strict = as_study(scores, INCONSISTENCY_INDICES, "definition")
    short = as_study(scores, SHORT_INDICES)
    size = Beside("Size", ("triplets",), (("all", (cell(str(study.triplets), str(TRIPLETS)),)),))
    tables = [
        beside("Table 1: inconsistency, %", short, SHORT_INCONSISTENCY),
        beside("Appendix F.2: inconsistency, %", study, INCONSISTENCY),
        size,
        _datasets(study, strict),
    ]
    figure = study.plot("How often two indices disagree on real data")
    caption = f"{figure.description} Computed from the published scores."
    notes = _notes(scores, study, strict)
    return EXPERIMENT.artifact(tables, [Drawing("inconsistency", figure, caption)], notes)


EXPERIMENT = Experiment(
    "inconsistency",
    "Inconsistency of indices on real data, from the published scores",
    "Table 1; Appendix F.2",
    _run,
    needs_data=True,
)
