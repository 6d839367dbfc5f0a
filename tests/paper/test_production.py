"""What has to hold within the table of the production experiment."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import partwise as pw
from partwise.paper import production
from partwise.paper.artifact import Beside, Context
from partwise.paper.production import (
    BOLD,
    PARTITIONS,
    SCORES,
    about_the_reference,
    orders,
    relations,
    short_table,
)


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, str]]:
    """Scores of real partitions, rounded as the paper rounds."""
    generator = np.random.default_rng(5)
    truth = generator.integers(0, 40, 300)
    scores: dict[str, dict[str, str]] = {key: {} for key in SCORES}
    for partition, share in zip(PARTITIONS, (0.3, 0.2, 0.1), strict=True):
        moved = generator.random(300) < share
        labels = np.where(moved, generator.integers(0, 45, 300), truth)
        for key, value in pw.scores(truth, labels, list(SCORES)).items():
            sign = -1 if pw.index(key).direction == "distance" else 1
            scores[key][partition] = f"{sign * float(value):.4f}"
    monkeypatch.setattr(production, "SCORES", scores)
    return scores


def test_the_scores_fit_together_as_far_as_they_are_printed() -> None:
    for table in (short_table(), relations(), orders(), about_the_reference()):
        same, compared = table.matches
        assert same == compared > 0, table.title


def test_the_bold_pairs_are_the_inconsistent_ones_but_for_wallace() -> None:
    ours = {
        key: {partition for pair in pairs for partition in pair}
        for key, pairs in production.inconsistent().items()
        if pairs
    }
    assert ours.keys() == BOLD.keys()
    assert {key: ours[key] for key in BOLD if key != "wallace_1"} == {
        key: set(names) for key, names in BOLD.items() if key != "wallace_1"
    }
    assert float(SCORES["wallace_1"]["A_prod"]) > float(SCORES["wallace_1"]["A2"])
    assert production.inconsistent()["wallace_1"] == {("A_prod", "A1"), ("A_prod", "A2")}


def test_rounded_scores_of_real_partitions_pass(made_up: dict[str, dict[str, str]]) -> None:
    for table in (relations(), orders(), about_the_reference()):
        same, compared = table.matches
        assert same == compared > 0, table.title
    assert 40 in production.possible_clusters(300)


@pytest.mark.parametrize(
    ("key", "table"),
    [
        ("correlation_distance", relations),
        ("dice", relations),
        ("adjusted_rand", relations),
        ("sokal_sneath_1", relations),
        ("vi", about_the_reference),
        ("rand", about_the_reference),
    ],
)
def test_a_misprint_is_found(
    made_up: dict[str, dict[str, str]], key: str, table: Callable[[], Beside]
) -> None:
    made_up[key]["A1"] = f"{float(made_up[key]['A1']) * 1.02:.4f}"
    if key == "rand":
        made_up[key]["A1"] = f"{float(made_up[key]['A2']) * 0.97:.4f}"
    same, compared = table().matches
    assert same < compared


def test_the_artifact_counts_preferences() -> None:
    artifact = production.EXPERIMENT.run(Context())
    best = [max(PARTITIONS, key=lambda p: float(values[p])) for values in SCORES.values()]
    told = ", ".join(f"{p} is preferred by {best.count(p)}" for p in PARTITIONS)
    assert told in artifact.drawings[0].caption
    same, compared = artifact.matches
    assert compared - same == 1  # Wallace's third partition, which is not in bold
