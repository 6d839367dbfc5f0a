"""Metrics against their definitions, against clusterings, and the manners of results."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

import partwise as pw
from coreference.definitions import DEFINITIONS, Corpus
from coreference.table import named, random_corpora, rates

CASES = 1000


def _corpora(rng: random.Random) -> tuple[Corpus, Corpus]:
    return random_corpora(rng, rng.randint(1, 3))


def test_metrics_against_their_definitions() -> None:
    rng = random.Random(0)  # noqa: S311
    one_sided = 0
    for _ in range(CASES):
        a, b = _corpora(rng)
        scores = pw.coreference.scores(named(a), named(b), exact=True)
        one_sided += scores.mentions["shared"] < max(scores.mentions.values())
        for metric, definition in DEFINITIONS.items():
            assert rates(scores[metric]) == definition(a, b), (metric, a, b)
    assert one_sided > CASES // 2


def test_each_document_is_scored_on_its_own_too() -> None:
    rng = random.Random(1)  # noqa: S311
    for _ in range(200):
        a, b = _corpora(rng)
        scores = pw.coreference.scores(named(a), named(b), exact=True)
        for metric, definition in DEFINITIONS.items():
            for name, ours, theirs in zip(scores.by_document, a, b, strict=True):
                found = scores.by_document[name][metric]
                assert rates(found) == definition([ours], [theirs])


def test_score_returns_what_scores_holds() -> None:
    rng = random.Random(2)  # noqa: S311
    for _ in range(100):
        a, b = map(named, _corpora(rng))
        scores = pw.coreference.scores(a, b, exact=True)
        assert scores.conll == pw.coreference.score(a, b, exact=True)
        assert scores.conll == sum(scores[m].f1 for m in ("muc", "bcubed", "ceaf_e")) / Fraction(3)
        for metric in DEFINITIONS:
            assert scores[metric].f1 == pw.coreference.score(a, b, metric, exact=True)
            assert float(scores[metric].recall) == pw.coreference.score(a, b, metric, of="recall")


def test_with_the_same_mentions_bcubed_is_the_index_of_clusterings() -> None:
    """And matched mentions are the maximum matching, MUC and BLANC what tables of pairs give."""
    rng = random.Random(1)  # noqa: S311
    for _ in range(500):
        n, most = rng.randint(2, 12), rng.randint(1, 6)
        ours, theirs = ({m: rng.randrange(most) for m in range(n)} for _ in range(2))
        labels = list(ours.values()), list(theirs.values())
        found = pw.coreference.scores(ours, theirs, exact=True)
        assert found["B3"].f1 == pw.score(*labels, "bcubed", exact=True)
        p = pw.contingency(*labels).pair_counts
        kinds = [
            Fraction(2 * both, 2 * both + p.n10 + p.n01) if both else Fraction(0)
            for both, exists in ((p.n11, p.n11 + p.n10), (p.n00, p.n00 + p.n01))
            if exists
        ]
        assert found["BLANC"].f1 == sum(kinds, Fraction(0)) / len(kinds)
        clusters = [len(set(side)) for side in labels]
        parts = len(set(zip(*labels, strict=True)))
        expected = Fraction(n - parts, n - clusters[0]) if n > clusters[0] else Fraction(0)
        assert found["MUC"].recall == expected


def test_many_entities_are_matched_exactly() -> None:
    """Sizes of many denominators, for which the matching cannot be scaled to whole numbers."""
    from scipy.optimize import linear_sum_assignment

    rng = random.Random(2)  # noqa: S311
    ours, theirs = ({m: int(60 * rng.random() ** 3) for m in range(4000)} for _ in range(2))
    sides = []
    for side in (ours, theirs):
        entities: dict[int, set[int]] = {}
        for mention, entity in side.items():
            entities.setdefault(entity, set()).add(mention)
        sides.append(list(entities.values()))
    similarity = [[2 * len(x & y) / (len(x) + len(y)) for y in sides[1]] for x in sides[0]]
    rows, columns = linear_sum_assignment(similarity, maximize=True)
    best = sum(similarity[i][j] for i, j in zip(rows, columns, strict=True))
    assert pw.coreference.score(ours, theirs, "ceaf_e", of="recall") == pytest.approx(
        best / len(sides[0]), rel=1e-12
    )


# --- input


def test_all_forms_of_input_are_the_same() -> None:
    reference = [["a", "b"], ["c", "d"]]
    forms: list[Any] = [
        [["a", "b", "c"], ["x"]],
        [{"a", "b", "c"}, {"x"}],
        ({"a", "b", "c"}, frozenset("x")),
        {"a": 1, "b": 1, "c": 1, "x": 2},
    ]
    values = {pw.coreference.score(reference, form, "blanc", exact=True) for form in forms}
    assert len(values) == 1
    in_documents = {
        pw.coreference.score({"d": reference}, {"d": f}, "blanc", exact=True) for f in forms
    }
    assert in_documents == values
    assert pw.coreference.score([[[0, 1], [2, 2]]], [[(0, 1), (2, 2)]]) == 1


def test_documents_that_one_side_lacks_are_missed_or_spurious() -> None:
    reference = {"x": [["a", "b"]], "y": [["c", "d"]]}
    scores = pw.coreference.scores(reference, {"x": [["a", "b"]], "z": [["e", "f"]]}, exact=True)
    assert scores["muc"].recall == scores["muc"].precision == Fraction(1, 2)
    assert len(scores.notes) == 2
    assert "'y'" in scores.notes[0]


def test_no_mentions_score_nothing() -> None:
    scores = pw.coreference.scores([], [])
    assert scores.conll == 0
    assert all(metric.f1 == 0 for metric in scores.metrics.values())


@pytest.mark.parametrize(
    ("candidate", "words"),
    [
        ("key.conll", "pw.coreference.read"),
        (["ab"], "not a collection of mentions"),
        ([["a"], ["a", "b"]], "several entities"),
        ([[{}]], "cannot be compared"),
        ({"a": None}, "has no entity"),
        ({"a": 1, "b": [["c"]]}, "are collections and others"),
        (3, "not a collection of entities"),
        ({"other": [["a"]]}, "share no documents"),
    ],
)
def test_wrong_input_says_what_is_wrong(candidate: Any, words: str) -> None:
    with pytest.raises(pw.errors.InputError, match=words):
        pw.coreference.scores([["a", "b"]], candidate)


def test_unknown_metrics_and_rates_are_refused() -> None:
    with pytest.raises(pw.errors.InputError, match="choose mentions, muc"):
        pw.coreference.score([["a"]], [["a"]], "rand")
    with pytest.raises(pw.errors.InputError, match="no recall"):
        pw.coreference.score([["a"]], [["a"]], of="recall")
    with pytest.raises(pw.errors.InputError, match="of="):
        pw.coreference.score([["a"]], [["a"]], "muc", of="accuracy")  # type: ignore[arg-type]
    with pytest.raises(pw.errors.InputError, match=r"\.conll"):
        pw.coreference.scores([["a"]], [["a"]])["conll"]


# --- manners


def test_a_result_leaves_as_frame_and_json() -> None:
    scores = pw.coreference.scores({"x": [["a", "b"]]}, {"x": [["a"], ["b"]]})
    frame = scores.to_frame("polars")
    assert frame.columns == ["metric", "recall", "precision", "f1"]
    assert frame["metric"].to_list() == [*DEFINITIONS, "conll"]
    content = json.loads(scores.to_json())
    assert content["metrics"]["bcubed"] == {"recall": 0.5, "precision": 1.0, "f1": 2 / 3}
    assert content["by_document"]["documents"]["x"]["muc"]["f1"] == 0
    by_document = scores.by_document.to_frame("polars")
    assert by_document.columns == ["document", "metric", "recall", "precision", "f1"]
    assert len(by_document) == len(DEFINITIONS)
    assert "CoNLL score" in repr(scores)
    assert "x" in repr(scores.by_document)
