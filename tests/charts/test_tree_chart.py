"""The chart of a cluster tree: places, colours and words of its dots and lines."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.charts.figure import Figure
from partwise.charts.theme import RAMP, SERIES
from partwise.charts.tree_chart import TreeCluster, TreeFlow, cluster_tree
from partwise.charts.tree_layout import place_nodes, spread
from support.drawings import Mark, described, texts

FAMILY = {
    "res_0.1": ["a"] * 60 + ["b"] * 40,
    "res_0.5": ["a"] * 30 + ["c"] * 30 + ["b"] * 40,
    "res_1.0": ["a"] * 30 + ["c"] * 20 + ["d"] * 20 + ["b"] * 30,
}


def drawn(figure: Figure) -> tuple[list[Mark], list[Mark]]:
    """Return dots and lines."""
    marks = described(figure)
    lines = [mark for mark in marks if " from cluster " in mark.label]
    return [mark for mark in marks if mark not in lines], lines


def width(mark: Mark) -> float:
    return 2 * float(mark.attributes["r"]) if "r" in mark.attributes else _path_width(mark)


def _path_width(mark: Mark) -> float:
    start = mark.attributes["d"].removeprefix("M").split(",")[0].split("A")[0]
    return 2 * abs(float(start))


def test_levels_lie_below_each_other_in_their_colours() -> None:
    dots, _ = drawn(pw.ensembles.tree(FAMILY).plot())
    assert [dot.label.partition(":")[0] for dot in dots] == [
        f"cluster {label} at {level}"
        for level, labels in FAMILY.items()
        for label in sorted(set(labels))
    ]
    heights = [
        {dot.y for dot in dots if dot.label.partition(":")[0].endswith(level)} for level in FAMILY
    ]
    assert all(len(height) == 1 for height in heights)
    assert all(min(lower) > max(upper) for upper, lower in pairwise(heights))
    for level, series in zip(FAMILY, SERIES, strict=False):
        fills = {dot.attributes["fill"] for dot in dots if f"at {level}:" in dot.label}
        assert fills == {series}


def test_dots_grow_with_their_clusters_and_carry_labels() -> None:
    figure = pw.ensembles.tree(FAMILY).plot()
    dots, _ = drawn(figure)
    sizes = {int(dot.label.split(": ")[1].split(" item")[0]): width(dot) for dot in dots}
    assert sorted(sizes) == [20, 30, 40, 60]
    assert [sizes[n] for n in sorted(sizes)] == sorted(sizes.values())
    squares = {n: side**2 for n, side in sizes.items()}
    assert squares[60] - squares[40] == pytest.approx(2 * (squares[30] - squares[20]), rel=0.02)
    written = [mark for mark in texts(figure) if mark.text in set("abcd")]
    assert len(written) == len(dots)
    for dot in dots:
        label = dot.label.split()[1]
        assert any(m.text == label and abs(m.x - dot.x) < 1 for m in written)


def test_lines_show_counts_by_colour_and_shares_by_strength() -> None:
    result = pw.ensembles.tree(FAMILY)
    _, lines = drawn(result.plot())
    assert len(lines) == len(result.edges)
    by_words = {line.label: line for line in lines}
    whole = by_words[
        "30 items from cluster a at res_0.5 to cluster a at res_1.0: "
        "100% of the latter, 100% of the former"
    ]
    half = by_words[
        "10 items from cluster c at res_0.5 to cluster d at res_1.0: "
        "50% of the latter, 33% of the former"
    ]
    strengths = [float(line.attributes.get("opacity", 1)) for line in (half, whole)]
    assert strengths == [0.575, 1.0]
    strokes = [RAMP.index(line.attributes["stroke"]) for line in (half, whole)]
    assert strokes == [4, 6]  # at most 40 items are shared: 10 in the second quarter of the root


def test_weak_lines_are_left_out_but_not_that_of_the_main_parent() -> None:
    above = [0] * 50 + [1] * 50
    result = pw.ensembles.tree({1: above, 2: [0] * 47 + [1] * 53})
    assert len(result.edges) == 3
    assert len(drawn(result.plot())[1]) == 2
    assert len(drawn(result.plot(min_proportion=0))[1]) == 3
    assert len(drawn(result.plot(min_proportion=1))[1]) == 2


def test_stability_colours_the_dots() -> None:
    result = pw.ensembles.tree(FAMILY)
    for by in ("sc3_stability", "jaccard"):
        dots, _ = drawn(result.plot.stability(by))
        values = [getattr(node, by) for node in result.nodes]
        steps = [RAMP.index(dot.attributes["fill"]) for dot in dots]
        assert steps == [int(np.ceil(round(6 * v / max(values), 9))) for v in values]
    with pytest.raises(InputError, match="by= must be 'sc3_stability' or 'jaccard', not 'size'"):
        result.plot.stability("size")  # type: ignore[arg-type]


def test_long_labels_stand_beside_their_dots_and_are_cut_where_they_meet_the_next() -> None:
    names = [f"a rather long type of cell, number {i}" for i in range(4)]
    clusters = [TreeCluster(0, "all", 40), *(TreeCluster(1, name, 10) for name in names)]
    streams = [TreeFlow(0, i, 10) for i in range(1, 5)]
    figure = cluster_tree({"top": 1, "types": 4}, clusters, streams)
    dots = sorted((dot for dot in drawn(figure)[0] if "at types" in dot.label), key=lambda d: d.x)
    labels = sorted((m for m in texts(figure) if m.text.startswith("a r")), key=lambda m: m.x)
    assert len(labels) == 4
    assert all(label.x > dot.x + width(dot) / 2 for dot, label in zip(dots, labels, strict=True))
    assert all("…" in label.text for label in labels)


def test_of_many_clusters_the_largest_are_drawn() -> None:
    fine = np.repeat(np.arange(60), np.arange(1, 61))
    figure = pw.ensembles.tree({"all": np.zeros(len(fine), int), "fine": fine}).plot()
    dots, _ = drawn(figure)
    assert {dot.label.split()[1] for dot in dots if "at fine" in dot.label} == {
        str(i) for i in range(20, 60)
    }
    assert "The 40 largest clusters of each level are shown" in figure.description
    assert "60 clusters" in [mark.text for mark in texts(figure)]


def test_nothing_to_draw() -> None:
    with pytest.raises(InputError, match="at least one cluster"):
        cluster_tree({"a": 0}, [], [])


# The layout


def random_tree(seed: int) -> tuple[list[list[int]], list[tuple[int, int, float]]]:
    """Levels that grow and shrink; each node but those of the first level has one parent."""
    rng = np.random.default_rng(seed)
    levels: list[list[int]] = []
    links = []
    count = 0
    for size in rng.integers(1, 15, 6).tolist():
        level = list(range(count, count + size))
        count += size
        if levels:
            parents = rng.choice(levels[-1], size).tolist()
            weights = rng.integers(1, 9, size).tolist()
            links += list(zip(parents, level, weights, strict=True))
        levels.append(level)
    return levels, links


@pytest.mark.parametrize("seed", range(20))
def test_main_links_never_cross_and_nodes_keep_their_distance(seed: int) -> None:
    levels, links = random_tree(seed)
    rng = np.random.default_rng(seed)
    strays = [
        (int(rng.choice(upper)), int(rng.choice(lower)), 1.0) for upper, lower in pairwise(levels)
    ]
    places = place_nodes(levels, [*links, *strays], links)
    assert set(places) == {node for level in levels for node in level}
    assert min(places.values()) == 0
    for level in levels:
        across = sorted(places[node] for node in level)
        assert all(b - a >= 1 - 1e-9 for a, b in pairwise(across))
    depth = {node: i for i, level in enumerate(levels) for node in level}
    for (a, b, _), (c, d, _) in combinations(links, 2):
        if depth[a] == depth[c] and a != c:
            assert (places[a] - places[c]) * (places[b] - places[d]) > 0
    everything = sorted(places.values())
    assert all(b - a <= 1 + 1e-9 for a, b in pairwise(everything))


@pytest.mark.parametrize("seed", range(10))
def test_places_are_as_near_to_the_wanted_ones_as_can_be(seed: int) -> None:
    """The least squares are unique: no step that keeps the distances makes them smaller."""
    rng = np.random.default_rng(seed)
    wanted = np.sort(rng.normal(0, 3, 8))
    places = np.array(spread(wanted.tolist()))
    least = ((places - wanted) ** 2).sum()
    assert (np.diff(places) >= 1 - 1e-9).all()
    for _ in range(300):
        other = places + rng.normal(0, 0.1, 8)
        if (np.diff(other) >= 1).all():
            assert ((other - wanted) ** 2).sum() > least - 1e-9
    for start, stop in combinations(range(9), 2):  # whole groups moved a little
        for step in (-1e-3, 1e-3):
            other = places.copy()
            other[start:stop] += step
            if (np.diff(other) >= 1 - 1e-12).all():
                assert ((other - wanted) ** 2).sum() >= least - 1e-12
