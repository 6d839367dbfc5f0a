"""The page needs no comparison: it is made from plain data."""

from __future__ import annotations

from dataclasses import replace
from email.message import Message
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.charts import Cluster, Rank, flows, ranks
from partwise.comparison.reporting import contents_of
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
from partwise.report.alerts import alerts_of
from partwise.report.score_table import scores_section
from partwise.tables import SizeHistogram
from support.pages import by_id, tree, words

CC, VI = pw.index("CC"), pw.index("VI")
CHART = ranks([Rank("mine", "CC", 1)])


def side(clusters: int) -> Side:
    return Side(given=12, missing=0, noise=0, compared=12, clusters=clusters)


def errors(name: str, matched: Matched | None) -> Errors:
    return Errors(
        name=name,
        outcomes={"split": (3, 9), "recovered": (4, 3), "merged": (0, 0)},
        splits=3,
        split_pairs=17,
        merges=0,
        merge_pairs=0,
        matched=matched,
        mistakes=[Mistake("split", "cats", ["x", "y"], "3 + 2", 6, 0.125, [("tom", "kit")])],
        flows=flows([Cluster("a", 1)], [Cluster("x", 1)], [[1]], name=name),
    )


def contents() -> Contents:
    histogram = SizeHistogram(np.array([1, 2, 4]), np.array([2, 1, 2]))
    of_mine = {
        "correlation": Score(0.25, True, 0.125, 0.5, 0.3125, expected=0.0625),
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
        answer=Answer("mine or other", "It is mine.", ["mine", "other"], 0.01, 2, 2),
        summary="They agree",
        findings=[("not found", "Nobody knows why.")],
        differences=[OrderedDifferently("CC", "VI", [("mine", "other")], 100.0, "one-sided")],
        sizes={"the reference": histogram},
        errors=[errors("mine", Matched(5, 0.75, 2, 1))],
        nearly=0.9,
        named_items=True,
        figures=dict.fromkeys(("ranks", "disagreement", "sizes"), CHART),
        coverage=Coverage(side(7), {"mine": side(5), "other": side(3)}, None, -1, "raise"),
        samples=123,
        seed="7",
        sampling="items",
        level=0.9,
    )


def test_the_page_shows_what_it_was_given() -> None:
    root = tree(report_html(contents()))
    answer = words(by_id(root, "answer"))
    for part in ("mine or other", "It is mine.", "CC · Correlation", "clusterings0.01", "2 of 2"):
        assert part in answer
    shown = words(by_id(root, "scores"))
    for part in (
        "0.125–0.500",
        "0.3125",
        "0.0625",
        "mean of 123 random clusterings",
        "no CI",
        "1.5000",
        "undefined",
        "90% confidence interval",
        "a note",
    ):
        assert part in shown
    told = words(by_id(root, "disagreement"))
    for part in ("cause not found", "100.0%", "mine vs. other", "sees one kind of error only"):
        assert part in told
    # Sizes 1, 1, 2, 4, 4: the median is 2, and half of the 12 items lie in clusters of 4.
    (row,) = [line for line in by_id(root, "sizes").iter("tr") if "the reference" in words(line)]
    assert [words(each) for each in row] == ["the reference", "5", "4", "2", "4", "2"]
    details = words(by_id(root, "errors"))
    for part in ("Of 7 reference clusters: 3 split (9 items), 4 recovered (3 items).", "75.0%"):
        assert part in details
    assert "merged (" not in details
    for part in ("reference cats split into candidate x + y", "3 + 2 items", "tom and kit"):
        assert part in details
    assert "share at least 90% of the items" in details


def test_what_is_not_there_is_not_shown() -> None:
    bare = replace(
        contents(),
        ranking=["mine"],
        errors=[replace(contents().errors[0], matched=None)],
        level=None,
        sampling=None,
        title=None,
    )
    root = tree(report_html(bare))
    assert "Comparison of a candidate with a reference" in words(root)
    assert "too many clusters to match them" in words(by_id(root, "errors"))
    assert "interval" not in words(by_id(root, "answer"))
    assert 'id="ranks"' not in report_html(bare)


@pytest.mark.parametrize("key", [index.key for index in pw.indices()])
def test_longer_bars_are_better(key: str) -> None:
    """Also where lower scores are better, and where the range of an index has no end."""
    random = np.random.default_rng(0)
    reference = random.integers(0, 5, 80)
    candidates = {
        str(share): np.where(random.random(80) < share, random.integers(0, 7, 80), reference)
        for share in (0, 0.1, 0.3, 0.6, 1)
    }
    compared = pw.compare(reference, candidates, [key])
    section = scores_section(contents_of(compared, sampling=None))
    lengths = [row["cells"][0]["length"] for row in section["rows"]]
    assert [row["name"] for row in section["rows"]] == compared.ranking
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == 100
    assert lengths[0] > lengths[-1]


# What to watch out for


def alerts(contents: Contents) -> dict[str, str]:
    """Return the texts of the warnings, by the end of their links."""
    return {alert.link.removeprefix("#read-"): alert.text for alert in alerts_of(contents)}


def with_sides(mine: Side, **policies: Any) -> Contents:
    options = {"noise": None, "noise_label": -1, "missing": "raise"} | policies
    return replace(
        contents(), coverage=Coverage(side(7), {"mine": mine, "other": side(3)}, **options)
    )


def test_each_warning_says_what_is_the_matter() -> None:
    found = alerts(contents())
    assert found.keys() == {"ties", "few", "conventions"}
    assert found["ties"].startswith("mine and other cannot be distinguished on these items.")
    assert found["few"].startswith("Only 12 items were compared")
    assert "a note" in found["conventions"]
    mine = replace(side(5), noise=3)
    assert alerts(with_sides(mine))["noise"] == (
        "In mine, 25% of the items are noise points (label −1). They count as one cluster; to "
        "treat them differently, pass noise= (--noise)."
    )
    assert "cluster of its own" in alerts(with_sides(mine, noise="singletons"))["noise"]
    assert "coverage" not in alerts(with_sides(mine))
    more = replace(side(5), given=48)
    assert alerts(with_sides(more))["coverage"].startswith(
        "25% of the items were compared (12 of 48)"
    )
    assert "noise points" in alerts(with_sides(more, noise="drop"))["coverage"]
    missing = with_sides(replace(side(5), missing=2), missing="singletons")
    assert "cluster of its own" in alerts(missing)["coverage"]


def test_where_all_is_well_nothing_is_warned_of() -> None:
    sides = [replace(side(5), given=500, compared=500) for _ in range(3)]
    well = replace(
        contents(),
        answer=replace(contents().answer, contenders=["mine"]),
        notes=[],
        coverage=Coverage(sides[0], {"mine": sides[1], "other": sides[2]}, None, -1, "raise"),
    )
    assert alerts_of(well) == []
    assert 'id="alerts"' not in report_html(well)
    score = replace(well.scores["mine"]["correlation"], refused="nobody knows")
    unsure = replace(well, scores={**well.scores, "mine": {"correlation": score}})
    assert alerts(unsure) == {
        "few": "There is no confidence interval for the CC of mine: nobody knows."
    }


def test_warnings_link_to_the_page_or_to_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree(report_html(contents()))
    links = [link.attrib["href"] for link in by_id(root, "alerts").iter("a")]
    assert len(links) == 3
    for link in links:
        assert words(by_id(root, link.removeprefix("#")))
    published = Message()
    published["Project-URL"] = "Source, https://example.org/source"
    published["Project-URL"] = "Documentation, https://example.org/docs/"
    monkeypatch.setattr("partwise.report.alerts.metadata", lambda _: published)
    assert {alert.link for alert in alerts_of(contents())} == {
        "https://example.org/docs/confidence-intervals.html",
        "https://example.org/docs/undefined.html",
    }
