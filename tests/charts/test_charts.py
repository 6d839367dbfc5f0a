"""The charts: every mark has its place and its words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance import bias_surface
from partwise.charts.bias_surface_chart import bias_surfaces
from partwise.charts.cost_chart import Cost, costs
from partwise.charts.figure import Figure
from partwise.charts.flow_chart import Cluster, flows
from partwise.charts.matrix_charts import Disagreement, disagreement
from partwise.charts.rank_chart import Rank, ranks
from partwise.charts.render import svg, themed_svg
from partwise.charts.score_chart import Baseline, Score, baselines, scores
from partwise.charts.size_chart import Sizes, sizes
from partwise.charts.theme import colour
from support.drawings import described, marks, parsed, points, texts

NAN = math.nan


def bias_figure(indices: list[pw.Index]) -> Figure:
    first, *others = (bias_surface(index, steps=48) for index in indices)
    return first.plot(*others)


# Scores


def test_scores_stand_where_they_belong() -> None:
    figure = scores(
        [
            Score("A", "CC", 0.2, 0.1, 0.3),
            Score("B", "CC", 0.4, 0.35, 0.45),
            Score("C", "CC", 0.8, best=True),
        ]
    )
    a, b, c = described(figure)
    assert (b.x - a.x) / (c.x - a.x) == pytest.approx(1 / 3, abs=0.003)
    assert a.y < b.y < c.y
    assert a.label == "A, CC: 0.200 (95% CI 0.100 to 0.300)"
    assert c.label == "C, CC: 0.800, preferred"
    assert c.attributes["fill"] == colour("accent") != a.attributes["fill"]
    lines = [m for m in marks(parsed(svg(figure))) if m.attributes.get("stroke") == colour("faint")]
    assert len(lines) == 2
    length = float(lines[0].attributes["x2"])
    assert length / (c.x - a.x) == pytest.approx(0.2 / 0.6, abs=0.003)
    assert lines[0].x + length / 2 == pytest.approx(a.x, abs=0.2)


def test_indices_of_the_same_range_share_an_axis() -> None:
    values = {"ARI": (0.2, 0.4), "NMI": (0.4, 1.0), "VI": (0.0, 50.0)}
    rows = [Score(c, i, v) for i, both in values.items() for c, v in zip("AB", both, strict=True)]
    figure = scores(rows, scales={"ARI": (0, 1), "NMI": (0, 1), "VI": "nats"})
    places = {mark.label.split(":")[0]: mark.x for mark in described(figure)}
    length = {index: places[f"B, {index}"] - places[f"A, {index}"] for index in values}
    assert length["ARI"] / length["NMI"] == pytest.approx(0.2 / 0.6, abs=0.01)
    assert length["VI"] / length["NMI"] == pytest.approx(0.8 / 0.6, abs=0.01)
    assert "Indices with the same range share an axis." in figure.description
    assert "All panels have the same axis." in scores(rows[:4]).description


def test_scores_and_expected_scores_share_an_axis() -> None:
    rows = [Baseline("A", "ARI", 0.5, 0.0), Baseline("A", "NMI", 1.0, 0.5)]
    figure = baselines(rows, scales={"ARI": (0, 1), "NMI": (0, 1)})
    low, high = (mark.x for mark in described(figure))
    plain = baselines(rows, scales={"ARI": "ARI", "NMI": "NMI"})
    first, second = (mark.x for mark in described(plain))
    assert high - low > second - first  # 0.5 stands in the middle of its panel, not at its end
    assert "All panels have the same axis." in figure.description


def test_each_index_can_have_a_scale_of_its_own() -> None:
    figure = scores(
        [Score(c, i, v) for i, s in (("CC", 1.0), ("VI", 50.0)) for c, v in (("A", 0), ("B", s))],
        lower_is_better=["VI"],
        scales={"CC": "CC", "VI": "VI"},
    )
    places = {mark.label.split(":")[0]: mark.x for mark in described(figure)}
    span = places["B, CC"] - places["A, CC"]
    assert span == pytest.approx(places["B, VI"] - places["A, VI"], abs=0.3)
    words = [mark.text for mark in texts(figure)]
    assert words.count("higher is better") == words.count("lower is better") == 1


def test_values_that_cannot_be_drawn_are_said() -> None:
    figure = scores([Score("A", "SMI", math.inf), Score("B", "SMI", NAN), Score("C", "SMI", 2.0)])
    found = {mark.label: mark.tag for mark in described(figure)}
    assert found == {
        "A, SMI: infinite": "text",
        "B, SMI: undefined": "text",
        "C, SMI: 2.000": "circle",
    }


# Ranks


def test_ranks_are_ordered_from_the_top() -> None:
    order = {"CC": [1, 2, 3], "NMI": [3, 1, 2]}
    rows = [Rank(c, i, r) for i, rr in order.items() for c, r in zip("ABC", rr, strict=True)]
    dots = {m.label: m for m in described(ranks(rows)) if m.tag == "circle"}
    assert len(dots) == 6
    for index, places in order.items():
        heights = [
            dots[f"{c}: rank {r} of 3 by {index}"].y for c, r in zip("ABC", places, strict=True)
        ]
        assert sorted(range(3), key=heights.__getitem__) == sorted(range(3), key=places.__getitem__)
    assert [m.text for m in texts(ranks(rows))].count("A") == 2


@pytest.mark.parametrize("tie", [1, 1.5])
def test_tied_candidates_do_not_hide_each_other(tie: float) -> None:
    rows = [Rank("A", "CC", tie), Rank("B", "CC", tie), Rank("C", "CC", 3)]
    dots = [mark for mark in described(ranks(rows)) if mark.tag == "circle"]
    assert len({mark.y for mark in dots}) == 3
    assert sorted(mark.label for mark in dots) == [
        f"A: rank {tie:g} of 3 by CC, tied",
        f"B: rank {tie:g} of 3 by CC, tied",
        "C: rank 3 of 3 by CC",
    ]
    bars = [
        m for m in marks(parsed(svg(ranks(rows)))) if m.attributes.get("stroke") == colour("band")
    ]
    (bar,) = bars
    span = abs(float(bar.attributes["y2"]))
    assert span == pytest.approx(abs(dots[0].y - dots[1].y), abs=0.2)


def test_an_undefined_rank_is_an_empty_circle_at_the_bottom() -> None:
    figure = ranks([Rank("A", "CC", NAN), Rank("B", "CC", 1)])
    empty = next(mark for mark in described(figure) if "undefined" in mark.label)
    other = next(mark for mark in described(figure) if mark.label.startswith("B: rank"))
    assert empty.label == "A: undefined by CC"
    assert empty.attributes["fill"] == colour("surface")
    assert empty.y > other.y
    assert "empty" in figure.description


def test_many_candidates_are_drawn_with_few_colours() -> None:
    rows = [Rank(f"c{i:02}", f"I{j}", 1 + (i + j) % 30) for j in range(42) for i in range(30)]
    figure = ranks(rows, emphasised=["c07", "c21"])
    dots = [mark for mark in described(figure) if mark.tag == "circle"]
    assert len(dots) == 42 * 30
    coloured = {m.label[:3] for m in dots if m.attributes["fill"] != colour("faint")}
    assert coloured == {"c07", "c21"}
    words = [mark.text for mark in texts(figure)]
    assert all(words.count(f"c{i:02}") == 2 for i in range(30))
    assert len(themed_svg(figure, "p")) < 200_000


# Matrices


def test_disagreement_fills_half_a_matrix() -> None:
    names = [f"I{i}" for i in range(6)]
    counts = {pair: k for k, pair in enumerate(combinations(names, 2))}
    rows = [Disagreement(b, a, k, 15) for (a, b), k in counts.items()]
    figure = disagreement(rows, names)
    cells = described(figure)
    assert len(cells) == 15
    labels = {f"{a} and {b}: {k} of 15 pairs ordered differently" for (a, b), k in counts.items()}
    assert {mark.label.rsplit(" (", 1)[0] for mark in cells} == labels
    by_label = {mark.label: mark for mark in cells}
    nothing = by_label["I0 and I1: 0 of 15 pairs ordered differently (0%)"]
    most = by_label["I4 and I5: 14 of 15 pairs ordered differently (93%)"]
    assert nothing.attributes["fill"] == colour("ramp-0")
    assert most.attributes["fill"] == colour("ramp-6")
    assert points(nothing)[0][1] < points(most)[0][1]


def test_disagreement_of_all_indices_stays_small() -> None:
    names = [f"Index {i}" for i in range(42)]
    rows = [Disagreement(a, b, 3, 15) for a, b in combinations(names, 2)]
    document = themed_svg(disagreement(rows, names), "p")
    assert document.count("aria-label") == 42 * 41 // 2 + 1
    assert len(document) < 200_000


def test_cells_without_pairs_are_left_out() -> None:
    assert not described(disagreement([Disagreement("CC", "J", 0, 0)], ["CC", "J"]))


def test_flows_are_shares_of_the_reference_cluster() -> None:
    figure = flows(
        [Cluster("a", 10), Cluster("b", 1_000_000), Cluster("3 others", 5, other=True)],
        [Cluster("x", 9), Cluster("y", 999_997)],
        [[8, 2], [1, 999_990], [0, 5]],
        matched=[(0, 0), (1, 1)],
        name="A1",
    )
    found = {mark.label: mark for mark in described(figure)}
    assert list(found) == [
        "8 items of reference cluster a in cluster x: 80% of 10, matched",
        "2 items of reference cluster a in cluster y: 20% of 10",
        "1 item of reference cluster b in cluster x: 0.0% of 1,000,000",
        "999,990 items of reference cluster b in cluster y: 100.0% of 1,000,000, matched",
        "5 items of reference 3 others in cluster y: 100% of 5",
    ]
    fills = [mark.attributes["fill"] for mark in found.values()]
    assert fills == [colour(f"ramp-{step}") for step in (5, 2, 1, 6, 6)]
    outlines = [
        m for m in marks(parsed(svg(figure))) if m.attributes.get("stroke") == colour("series-2")
    ]
    assert len(outlines) == 2
    assert [m.text for m in texts(figure)].count("1M") == 1


# Sizes


def test_sizes_are_shares_of_items() -> None:
    figure = sizes(Sizes("gold", {10: 1}), [Sizes("A", {1: 2, 8: 1})])
    gold, candidate = described(figure)
    assert candidate.label == (
        "A: 3 clusters of 1 to 8 items; half of the items are in clusters of at most 8"
    )
    assert gold.label.startswith("gold: 1 cluster of 10 items;")
    heights = sorted({y for _, y in points(candidate)}, reverse=True)
    floor, step, ceiling = heights[0], heights[-2], heights[-1]
    assert (floor - step) / (floor - ceiling) == pytest.approx(0.2, abs=0.01)


def test_many_sizes_are_thinned() -> None:
    many = Sizes("gold", {size: 10**7 // size**2 + 1 for size in range(1, 5000)})
    figure = sizes(many, [Sizes(f"c{i}", many.clusters) for i in range(6)])
    assert len(described(figure)) == 12
    assert len(themed_svg(figure, "p")) < 60_000


# Costs and baselines


def test_bars_are_as_long_as_the_cost() -> None:
    rows = [
        Cost("split", "8 into 3 and 11", 0.04, detail="120 items"),
        Cost("merge", "1 and 9", 0.01),
        Cost("merge", "4 and 5", -0.02),
    ]
    bars = described(costs(rows, index="CC"))
    assert [mark.label for mark in bars] == [
        "split: 8 into 3 and 11, costs 0.0400 in CC; 120 items",
        "merge: 1 and 9, costs 0.0100 in CC",
        "merge: 4 and 5, costs −0.0200 in CC",
    ]
    spans = [(min(x for x, _ in points(m)), max(x for x, _ in points(m))) for m in bars]
    zero = spans[0][0]
    assert (spans[1][1] - zero) / (spans[0][1] - zero) == pytest.approx(0.25, abs=0.005)
    assert spans[2][1] == pytest.approx(zero, abs=0.2)
    assert spans[2][0] < zero
    assert bars[1].attributes["fill"] == bars[2].attributes["fill"] != bars[0].attributes["fill"]
    assert [mark.text for mark in texts(costs(rows, index="CC"))].count("merge") == 2


def test_baselines_stand_beside_scores() -> None:
    figure = baselines([Baseline("A", "NMI", 0.8, 0.2, 0.1, 0.3), Baseline("B", "NMI", 0.6, 0.4)])
    a, b = described(figure)
    assert a.label == ("A, NMI: 0.800; by chance 0.200 (90% of random clusterings 0.100 to 0.300)")
    assert b.label == "B, NMI: 0.600; by chance 0.400"
    unit = (a.x - b.x) / 0.2
    drawn = list(marks(parsed(svg(figure))))
    (band,) = [mark for mark in drawn if mark.attributes.get("fill") == colour("band")]
    low, high = min(x for x, _ in points(band)), max(x for x, _ in points(band))
    assert (high - low) / unit == pytest.approx(0.2, abs=0.005)


def test_a_surface_darkens_towards_what_is_favoured() -> None:
    figure = bias_figure([pw.index("wallace_1"), pw.index("rand"), pw.index("jaccard_distance")])
    assert [mark.label.split(":")[0] for mark in described(figure)] == [
        "Pair recall (Wallace I), PairDec bias",
        "Rand, PairDec and PairInc bias",
        "Jaccard distance, PairDec bias",
    ]
    ramp = [colour(f"ramp-{step}") for step in range(7)]
    cells = [m for m in marks(parsed(svg(figure))) if m.attributes.get("fill") in ramp]
    panel = described(figure)[0]
    wallace = [m for m in cells if (m.x, m.y) == (panel.x, panel.y)]
    lefts: dict[str, set[float]] = {}
    for mark in wallace:
        assert mark.tag == "path"
        lefts.setdefault(mark.attributes["fill"], set()).add(points(mark)[0][0])
    starts = [lefts[step] for step in ramp]  # V = m_B/N: seven bands that stand upright
    assert all(len(places) == 1 for places in starts)
    places = [place for (place,) in starts]
    assert places == sorted(places)
    words = [mark.text for mark in texts(figure)]
    assert words.count("→") == 16 + 8 + 16
    assert words.count("←") == 8  # Rand, where 2 m_A < N


def test_every_pair_counting_index_has_a_surface() -> None:
    chosen = [index for index in pw.indices("paper") if index.kind == "pairs"]
    figure = bias_figure(chosen)
    assert len(described(figure)) == len(chosen) == 28
    assert len(themed_svg(figure, "p")) < 300_000


# What there may be too little of


@pytest.mark.parametrize(
    "figure",
    [
        scores([Score("A", "CC", NAN)]),
        scores([Score("A", "CC", 0.0, 0.0, 0.0), Score("B", "CC", 0.0)]),
        scores([Score("A", "CC", 1.0, NAN, NAN), Score("B", "VI", 0.5)]),
        ranks([Rank("A", "CC", 1)]),
        ranks([Rank("A", "CC", NAN), Rank("A", "J", NAN)]),
        ranks([Rank(c, i, 1) for c in "ABC" for i in ("CC", "J")]),
        sizes(Sizes("gold", {1: 1}), [Sizes("A", {1: 1})]),
        flows([Cluster("a", 0)], [Cluster("x", 0)], [[0]], name="A"),
        costs([Cost("split", "a", 0.0)], index="CC"),
        costs([Cost("merge", "a", NAN)], index="CC"),
        baselines([Baseline("A", "CC", NAN, NAN, NAN, NAN)]),
        baselines([Baseline("A", "CC", NAN, 0.1, 0.0, 0.2)]),
        baselines([Baseline("A", "CC", 0.1, 0.1, 0.1, 0.1)]),
        bias_figure([pw.index("yule")]),
        bias_figure([replace(pw.index("rand"), formula=lambda p: p.n11 * NAN)]),
        bias_figure([replace(pw.index("yule"), formula=lambda p: p.n11 * NAN)]),
    ],
)
def test_little_is_drawn_without_holes(figure: Figure) -> None:
    root = parsed(svg(figure))
    for mark in marks(root):
        for name in ("d", "x", "y", "x2", "y2", "cx", "cy", "width", "height", "transform"):
            assert not re.search("nan|inf|undef", mark.attributes.get(name, ""), re.IGNORECASE)
    assert float(root.get("width", 0)) > 20


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: scores([]), "at least one score"),
        (lambda: ranks([]), "at least one rank"),
        (lambda: baselines([]), "at least one score"),
        (lambda: bias_surfaces([]), "at least one index"),
        (lambda: bias_figure([pw.index("NMI")]), "not a pair-counting index"),
        (lambda: costs([], index="CC"), "at least one split or merge"),
        (lambda: disagreement([], ["CC"]), "at least two indices, not 1"),
        (lambda: disagreement([Disagreement("CC", "J", 1, 2)], ["CC", "R"]), "lacks 'J'"),
        (lambda: sizes(Sizes("gold", {1: 1}), []), "at least one candidate"),
        (lambda: sizes(Sizes("gold", {}), [Sizes("A", {1: 1})]), "'gold' has no clusters"),
        (lambda: flows([], [], [], name="A"), "at least one cluster"),
        (lambda: flows([Cluster("a", 1)], [Cluster("x", 1)], [[1, 2]], name="A"), "1 columns"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call: Callable[[], Figure], words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        call()
