"""What pages and charts show of a comparison: from the results that they are made of."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.comparison.beyond_plots import contents_of as beyond_contents
from partwise.comparison.figures import (
    MOST_CANDIDATES,
    chance_figure,
    cost_figure,
    detailed,
    disagreement_figure,
    estimate_figure,
    plan_figure,
    rank_figure,
    score_figure,
    shown_indices,
    size_figure,
)
from partwise.comparison.ranking import leading_first
from partwise.comparison.reporting import contents_of, page_of, shown_estimates, with_names

RNG = np.random.default_rng(0)
N = 400
REFERENCE = RNG.integers(0, 5, N)
CANDIDATES = {
    name: np.where(RNG.random(N) < right, REFERENCE, RNG.integers(0, 5, N))
    for name, right in (("near", 0.9), ("far", 0.7))
}
KEYS = ["CC", "R", "NMI", "VI"]


@pytest.fixture(scope="module")
def compared() -> pw.Comparison:
    found: pw.Comparison = pw.compare(REFERENCE, CANDIDATES, KEYS)
    return found


def test_scores_on_the_page(compared: pw.Comparison) -> None:
    page = contents_of(compared, title="T", command="C")
    assert (page.title, page.command, page.decision.key) == ("T", "C", "correlation")
    assert page.indices == leading_first(compared.indices)
    assert page.shown == shown_indices(compared)
    assert (page.drawn, page.level, page.sampling, page.nearly) == (4, 0.95, "items", 0.9)
    assert (page.ranking, page.samples) == (compared.ranking, compared.samples)
    estimates = compared.estimates(page.shown)
    for name in CANDIDATES:
        for key, score in page.scores[name].items():
            e = estimates[name][key]
            assert score.value == e.centre
            assert (score.low, score.high, score.uncorrected) == (e.low, e.high, e.uncorrected)
            assert score.best == (name in compared.preferred[key])
            assert score.expected == compared.chance[name][key].mean
            assert score.refused is None
    answer = compared.answer()
    assert (page.answer.headline, page.answer.text) == (answer.headline, str(answer))
    assert (page.answer.contenders, page.answer.p_chance) == (answer.informative, answer.p_chance)
    assert (page.answer.agreeing, page.answer.opinions) == (4, 4)
    assert [*page.sizes] == ["the reference", "near", "far"]
    assert not page.named_items
    assert [*page.figures] == ["sizes", "ranks"]
    without = contents_of(compared, sampling=None)
    assert (without.level, without.sampling) == (None, None)
    assert without.scores["near"]["rand"].low is None
    assert without.scores["near"]["rand"].value == compared.scores["near"]["rand"]
    assert shown_estimates(compared, sampling=None) is None


def test_scores_without_an_interval_say_why() -> None:
    few = pw.compare([0, 0, 1, 1], {"x": [0, 0, 1, 2]}, ["CC"])
    score = contents_of(few).scores["x"]["correlation"]
    assert score.refused == few.estimates()["x"]["CC"].note
    assert [*contents_of(few).figures] == ["sizes"]


def test_errors_on_the_page(compared: pw.Comparison) -> None:
    for errors in contents_of(compared).errors:
        name, labels = errors.name, CANDIDATES[errors.name]
        mistakes = compared.mistakes(name, top=10)
        assert (errors.splits, errors.merges) == (mistakes.splits, mistakes.merges)
        assert (errors.split_pairs, errors.merge_pairs) == (
            compared.tables[name].pair_counts.n10, compared.tables[name].pair_counts.n01
        )  # fmt: skip
        assert sum(clusters for clusters, _ in errors.outcomes.values()) == 5
        assert errors.matched is not None
        k = len({*labels.tolist()})
        best = pw.match_clusters(REFERENCE, labels)
        assert (errors.matched.pairs, errors.matched.accuracy) == (len(best.pairs), best.accuracy)
        assert errors.matched.unmatched_reference == 5 - len(best.pairs)
        assert errors.matched.unmatched_candidate == k - len(best.pairs)
        assert len(errors.mistakes) == len(mistakes) == min(10, mistakes.splits + mistakes.merges)
        for shown, mistake in zip(errors.mistakes, mistakes, strict=True):
            assert (shown.kind, shown.pairs, shown.cost) == (
                mistake.kind, mistake.pairs, mistake.cost
            )  # fmt: skip
            _check_examples(shown, mistake, labels)


def _check_examples(shown: Any, mistake: Any, labels: Any) -> None:
    """Up to three pairs: one item of each of the two largest parts of the cluster."""
    whole, other = (REFERENCE, labels) if mistake.kind == "split" else (labels, REFERENCE)
    sizes = [part.items for part in mistake.parts[:2]]
    assert len(shown.examples) == min(3, *sizes)
    for pair in shown.examples:
        one, two = map(int, pair)
        assert whole[one] == whole[two] == mistake.cluster
        assert [other[one], other[two]] == [part.label for part in mistake.parts[:2]]
    assert len({item for pair in shown.examples for item in pair}) == 2 * len(shown.examples)


def test_examples_have_the_names_of_their_items() -> None:
    items = [f"item {i}" for i in range(N)]
    named = pw.compare(
        pw.Clustering(REFERENCE, items=items),
        {"near": pw.Clustering(CANDIDATES["near"], items=items)}, ["CC"],
    )  # fmt: skip
    page = contents_of(named)
    assert page.named_items
    bare = contents_of(pw.compare(REFERENCE, {"near": CANDIDATES["near"]}, ["CC"]))
    for one, other in zip(page.errors[0].mistakes, bare.errors[0].mistakes, strict=True):
        expected = [tuple(f"item {i}" for i in pair) for pair in other.examples]
        assert [*one.examples] == expected


def test_which_indices_order_candidates_differently() -> None:
    reference = np.repeat(np.arange(10), 30)
    rng = np.random.default_rng(11)
    shattered = rng.permutation(np.repeat(np.arange(150), 2))
    half = np.where(rng.random(300) < 0.45, reference, rng.integers(0, 10, 300))
    found = pw.compare(reference, {"s": shattered, "h": half}, ["NMI", "R", "CC"])
    assert found.decision.key == "correlation"
    page = contents_of(found)
    assert "disagreement" in page.figures
    first = [(d.first, d.second) for d in page.differences]
    expected = [
        (one, other) for one, other in combinations(("CC", "NMI", "R"), 2)
        if found.disagreement.between(one, other)
    ]  # fmt: skip
    assert first == expected
    for d in page.differences:
        assert d.pairs == found.disagreement.between(d.first, d.second)
        assert d.percentage == 100
    assert [cause for cause, _ in page.findings] == [f.cause for f in found.explanation.findings]


def test_blank_names_can_be_read() -> None:
    a = [0, 0, 1]
    found = with_names(pw.compare(a, {"": [0, 1, 1], "(empty)": [0, 0, 0], "x": [0, 1, 2]}, ["R"]))
    assert found.names == ("(empty) 2", "(empty)", "x")
    assert [*found.scores] == [*found.coverage.candidates] == [*found.names]
    same = pw.compare(a, {"x": [0, 1, 2]}, ["R"])
    assert with_names(same) is same


def test_a_page_needs_items() -> None:
    with pytest.raises(InputError, match="no items were compared"):
        page_of(pw.compare([], {"x": []}, ["R"]))


# --- charts


def _rows(figure: Any) -> list[dict[str, Any]]:
    """Return the rows of all data sets of a chart."""
    rows: list[dict[str, Any]] = []

    def collect(part: Any) -> None:
        if isinstance(part, dict):
            if isinstance(part.get("values"), list):
                rows.extend(row for row in part["values"] if isinstance(row, dict))
            for value in part.values():
                collect(value)
        elif isinstance(part, list):
            for value in part:
                collect(value)

    collect(figure.spec)
    return rows


def test_charts_have_the_numbers(compared: pw.Comparison) -> None:
    def has(figure: Any, *numbers: Any) -> bool:
        values = {v for row in _rows(figure) for v in row.values() if isinstance(v, float | int)}
        return all(any(abs(float(number) - v) < 1e-9 for v in values) for number in numbers)

    scores = [compared.scores[name][key] for name in CANDIDATES for key in ("CC", "R", "NMI", "VI")]
    assert has(score_figure(compared), *map(float, scores))
    estimates = compared.estimates()
    ends = [end for name in CANDIDATES for key in ("CC", "NMI")
            for end in (estimates[name][key].low, estimates[name][key].high)]  # fmt: skip
    assert has(score_figure(compared, estimates), *ends, estimates["near"]["NMI"].centre)
    assert has(estimate_figure(estimates), *ends)
    assert not has(score_figure(compared), ends[0])
    only = score_figure(compared, None, [pw.index("R")])
    assert not has(only, float(compared.scores["near"]["CC"]))
    means = [compared.chance[name][key].mean for name in CANDIDATES for key in ("R", "NMI")]
    bands = [end for name in CANDIDATES for end in compared.chance[name]["R"].band(0.9)]
    assert has(chance_figure(compared), *means, *bands)
    plan = compared.plan()
    assert has(plan_figure(plan), *(point.power for point in plan.curve))
    assert f"{plan.text} The line is the probability" in plan_figure(plan).description
    width = compared.plan(width=0.05)
    assert has(plan_figure(width), *(point.width for point in width.curve))
    assert "The line is the width of the confidence interval." in plan_figure(width).description
    costs = cost_figure(compared.mistakes("near"), "near")
    assert costs is not None
    assert has(costs, *(mistake.cost for mistake in compared.mistakes("near")[:10]))
    assert "of near" in costs.title
    assert cost_figure(pw.compare([0, 0, 1], {"x": [5, 5, 6]}, ["R"]).mistakes("x")) is None
    sizes = Counter(REFERENCE.tolist()).values()
    assert has(size_figure(compared), *sizes)
    text = str(rank_figure(compared).spec)
    assert all(name in text for name in CANDIDATES)


def test_charts_about_one_candidate(compared: pw.Comparison) -> None:
    assert compared.plot.clusters("near").spec == compared.table("near").plot.clusters("near").spec
    assert "of far" in compared.plot.errors("far").title
    pictures = compared.plot._pictures()
    assert [*pictures] == [
        "scores", "ranks", "disagreement", "chance", "sizes", "clusters-near", "errors-near",
        "clusters-far", "errors-far",
    ]  # fmt: skip
    alone = pw.compare(REFERENCE, {"x": CANDIDATES["near"]}, ["CC"]).plot._pictures()
    assert [*alone] == ["scores", "chance", "sizes", "clusters-x", "errors-x"]
    perfect = pw.compare([0, 0, 1], {"x": [5, 5, 6]}, ["R"])
    with pytest.raises(InputError, match=r"^x: there are no splits or merges to draw"):
        perfect.plot.errors("x")
    with pytest.raises(InputError, match=r"^the candidate: there are no splits or merges to draw"):
        perfect.mistakes("x").plot()
    outcomes = compared.fates("near").plot("near")
    assert outcomes.spec == compared.plot.clusters("near").spec


def test_few_of_many_candidates_are_shown_in_detail() -> None:
    many = {
        f"c{i}": np.where(np.arange(N) < 6 * i, RNG.integers(0, 5, N), REFERENCE)
        for i in range(1, 15)
    }
    found = pw.compare(REFERENCE, many, ["CC", "R"])
    assert detailed(found) == found.ranking[:12]
    assert MOST_CANDIDATES == 12
    assert len(contents_of(found).errors) == 12


def test_charts_of_disagreement() -> None:
    reference = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
    candidates = {"split": [0, 0, 1, 1, 2, 2, 2, 3, 3, 4], "merged": [0] * 7 + [1, 1, 2],
                  "odd": [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]}  # fmt: skip
    found = pw.compare(reference, candidates, ["W", "wallace_2", "R"])
    counts = found.disagreement.counts
    assert counts.max() > 0
    tips = {row.get("tip", "") for row in _rows(disagreement_figure(found.disagreement))}
    for (i, one), (j, other) in combinations(enumerate(found.indices), 2):
        told = f": {counts[i, j]} of 3 pairs ordered differently"
        names = {f"{one.short} and {other.short}{told}", f"{other.short} and {one.short}{told}"}
        assert any(tip.startswith(tuple(names)) for tip in tips)


# --- covers


COVER = pw.Cover([{0, 1, 2}, {2, 3, 4}])
COVERS = {"near": pw.Cover([{0, 1}, {2, 3, 4}]), "far": pw.Cover([{0, 4}, {1, 2, 3}])}


def test_pages_of_covers() -> None:
    found = pw.compare(COVER, COVERS, ["omega", "onmi_max"])
    page = beyond_contents(found, command="C")
    assert page.title == "Comparison of 2 candidates with a reference: covers"
    assert page.subtitle == "5 items · 2 candidates · 2 indices"
    assert (page.headline, page.command) == ("near", "C")
    score = float(found.scores["near"]["omega"])
    assert page.facts == [("Ω", f"{score:.4f}"), ("indices that agree", "2 of 2")]
    assert {"scores", "ranks"} <= set(page.figures)
    assert ("disagreement" in page.figures) == bool(found.disagreement.counts.any())
    one = beyond_contents(pw.compare(COVER, {"near": COVERS["near"]}, "omega"), "Own")
    assert (one.title, [*one.figures]) == ("Own", ["scores"])


def test_comparisons_of_covers() -> None:
    found = pw.compare(COVER, {**COVERS, "self": COVER, "same": COVER}, ["omega", "onmi_max"])
    assert (found.names, found.left_out, len(found)) == (("near", "far"), ("self", "same"), 2)
    assert found.notes[0] == "5 items, 2 reference clusters, 2 candidates, best first"
    assert found.notes[-1] == "self and same are the reference itself and left out"
    assert [*found] == ["near", "far"]
    assert found["near"] is COVERS["near"]
    with pytest.raises(InputError, match="no candidate 'x'; the candidates are near, far"):
        found["x"]
    assert found.n == 5
    assert found.to_dict()["left_out"] == ["self", "same"]
    assert found.decision.key == "omega"
    told = pw.compare(COVER, COVERS, ["omega"], decide_by="onmi_max")
    assert (told.decision.key, [i.key for i in told.indices]) == ("onmi_max", ["omega", "onmi_max"])
    only = pw.compare(COVER, {"self": COVER}, "omega")
    assert (only.names, only.left_out) == (("self",), ())
    for wrong, message in (
        (lambda: pw.compare(COVER, COVERS, []), "indices= is empty"),
        (lambda: pw.compare(COVER, {}, "omega"), "there are no candidates"),
        (lambda: found.plot.scores("average_f1"), "average_f1 was not compared; .* omega and onmi"),
    ):
        with pytest.raises(InputError, match=message):
            wrong()
    more = {**COVERS, "more": pw.Cover([{0, 1, 9}, {2, 3, 4}])}
    with pytest.raises(InputError, match="near and more have different items") as caught:
        pw.compare(COVER, more, "omega", missing="drop")
    assert (caught.value.count, caught.value.examples) == (1, (9,))
