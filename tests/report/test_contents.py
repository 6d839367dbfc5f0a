"""The page needs no comparison: it is made from plain data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import partwise as pw
from partwise.charts import Cluster, Cost, Figure, costs, flows, scores
from partwise.charts import Score as ChartScore
from partwise.engines import Coverage
from partwise.engines.coverage import Side
from partwise.report import (
    Answer,
    Contents,
    Errors,
    Matched,
    Mistake,
    OrderedDifferently,
    Score,
    report_html,
)
from partwise.tables import SizeHistogram
from support.pages import by_id, tree, words

CC, VI = pw.index("CC"), pw.index("VI")
CHART = scores([ChartScore("mine", "CC", 0.25)])


ANSWER = Answer(
    headline="mine",
    text="It is mine.",
    score=Score(0.25, True),
    runner_up="other",
    lead=0.25,
    p_lead=0.03,
    p_chance=0.01,
    agreeing=2,
    opinions=2,
)


def side(clusters: int) -> Side:
    return Side(given=12, missing=0, noise=0, compared=12, clusters=clusters)


def errors(name: str, matched: Matched | None, chart: Figure) -> Errors:
    return Errors(
        name=name,
        outcomes={"split": (3, 9), "recovered": (4, 3), "merged": (0, 0)},
        splits=3,
        split_pairs=17,
        merges=0,
        merge_pairs=0,
        matched=matched,
        mistakes=[Mistake("split", "cats", 5, 6, 0.125, "x (3 of 4) and 1 more")],
        flows=flows([Cluster("a", 1)], [Cluster("x", 1)], [[1]], name=name),
        costs=chart,
    )


def contents() -> Contents:
    histogram = SizeHistogram(np.array([1, 2, 4]), np.array([2, 1, 2]))
    of_mine = {
        "correlation": Score(0.25, True, 0.125, 0.5, 0.3125),
        "vi": Score(1.5, True, refused="nobody knows"),
    }
    of_other = {"correlation": Score(0.0, False), "vi": Score(float("nan"), False)}
    return Contents(
        title="By hand",
        command="none",
        indices=[CC, VI],
        shown=[CC, VI],
        decision=CC,
        drawn=2,
        ranking=["mine", "other"],
        scores={"mine": of_mine, "other": of_other},
        votes={"A": 1},
        notes=["a note"],
        answer=Answer(
            "mine or other", "It is mine.", Score(0.25, True), "other", 0.25, 0.03, 0.01, 2, 2
        ),
        summary="They agree",
        findings=[("not found", "Nobody knows why.")],
        differences=[OrderedDifferently("CC", "VI", [("mine", "other")], 100.0, "one-sided")],
        sizes={"the reference": histogram},
        errors=[errors("mine", Matched(5, 0.75, 2, 1), costs([Cost("split", "c", 1)], index="CC"))],
        figures=dict.fromkeys(("scores", "ranks", "disagreement", "chance", "sizes"), CHART),
        coverage=Coverage(side(7), {"mine": side(5), "other": side(3)}, None, -1, "raise"),
        samples=123,
        seed="7",
        sampling="items",
        level=0.9,
    )


def test_the_page_shows_what_it_was_given() -> None:
    root = tree(report_html(contents()))
    answer = words(by_id(root, "answer"))
    for part in ("mine or other", "It is mine.", "0.2500", "ahead ofother", "0.03", "chance0.01"):
        assert part in answer
    shown = words(by_id(root, "scores"))
    for part in (
        "0.125–0.500",
        "uncorrected 0.3125",
        "no interval",
        "1.5000",
        "undefined",
        "90% interval",
        "a note",
    ):
        assert part in shown
    told = words(by_id(root, "disagreement"))
    for part in ("cause not found", "100.0 %", "mine or other", "sees one kind of error only"):
        assert part in told
    assert "123 were drawn" in words(by_id(root, "chance"))
    # Sizes 1, 1, 2, 4, 4: the median is 2, and half of the 12 items lie in clusters of 4.
    (row,) = [line for line in by_id(root, "sizes").iter("tr") if "the reference" in words(line)]
    assert [words(each) for each in row] == ["the reference", "5", "4", "2", "4", "2"]
    details = words(by_id(root, "errors"))
    for part in ("Of 7 reference clusters: 3 split (9 items), 4 recovered (3 items).", "75.0%"):
        assert part in details
    assert "merged (" not in details
    assert "x (3 of 4) and 1 more" in details


def test_what_is_not_there_is_not_shown() -> None:
    bare = replace(
        contents(),
        ranking=["mine"],
        errors=[replace(contents().errors[0], matched=None, costs=None)],
        level=None,
        sampling=None,
        title=None,
    )
    root = tree(report_html(bare))
    assert "Comparison of a candidate with a reference" in words(root)
    assert "too many clusters to match them" in words(by_id(root, "errors"))
    assert "interval" not in words(by_id(root, "answer"))
    assert 'id="ranks"' not in report_html(bare)
