"""Charts of many clusterings show what the data say."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.charts.dendrogram_chart import dendrogram
from partwise.charts.matrix_charts import heat_map
from partwise.charts.point_chart import points
from partwise.charts.stability_chart import Point, stability_curve
from partwise.charts.wording import number
from partwise.ensembles import landscape, stability
from support.drawings import described, texts

GIVEN = {
    "ward": [0, 0, 0, 1, 1, 1, 2, 2],
    "kmeans": [0, 0, 1, 1, 1, 1, 2, 2],
    "dbscan": [0, 0, 0, 0, 1, 1, 1, 1],
    "birch": [0, 1, 0, 1, 0, 1, 0, 1],
}


def test_a_cell_for_each_two() -> None:
    found = landscape(GIVEN)
    cells = described(found.plot.matrix())
    assert len(cells) == 12
    told = {mark.label for mark in cells}
    for a, b in combinations(GIVEN, 2):
        distance = number(float(pw.score(GIVEN[a], GIVEN[b], "CD")), 4)
        assert f"{a} and {b}: {distance} by CD" in told
        assert f"{b} and {a}: {distance} by CD" in told


def test_leaves_and_merges() -> None:
    found = landscape(GIVEN)
    figure = found.plot.dendrogram()
    leaves = sorted((mark for mark in texts(figure) if mark.text in GIVEN), key=lambda m: m.y)
    assert [mark.text for mark in leaves] == list(found.order)
    joined = described(figure)
    assert len(joined) == 3
    places = sorted((mark.x, mark.label) for mark in joined)
    assert [float(label.rpartition(": ")[2].split()[0]) for _, label in places] == pytest.approx(
        sorted(found.merges[:, 2]), abs=1e-4
    )


def test_points_are_as_far_apart_as_on_the_map() -> None:
    found = landscape(GIVEN)
    spots = {mark.label.partition(",")[0]: mark for mark in described(found.plot.map())}
    assert set(spots) == set(GIVEN)
    assert f"{found.medoid}, the medoid" in {mark.label for mark in spots.values()}
    pixels = np.array([[spots[name].x, spots[name].y] for name in GIVEN])
    drawn = [np.hypot(*(pixels[i] - pixels[j])) for i, j in combinations(range(4), 2)]
    plane = found.map.coordinates
    meant = [np.hypot(*(plane[i] - plane[j])) for i, j in combinations(range(4), 2)]
    assert np.array(drawn) / max(drawn) == pytest.approx(np.array(meant) / max(meant), abs=0.01)


def test_names_do_not_cover_each_other() -> None:
    close = [(0.001 * i, 0.002 * (i % 3)) for i in range(12)] + [(1.0, 1.0)]
    names = [f"run {i}" for i in range(13)]
    drawn = [m for m in texts(points(close, names, index="CD", shown=1)) if m.text in names]
    assert len(drawn) == 13
    for one, other in combinations(drawn, 2):  # two that start at the same place across
        assert abs(one.x - other.x) > 10 or abs(one.y - other.y) > 10


def test_a_dot_for_each_number_of_clusters() -> None:
    rng = np.random.default_rng(0)
    found = stability({k: rng.integers(0, k, (4, 30)).tolist() for k in (2, 3, 5)})
    dots = described(found.plot())
    assert sorted(mark.label.split()[0] for mark in dots) == ["2", "3", "5"]
    by_height = sorted(dots, key=lambda mark: mark.y)
    order = sorted(found.points, key=lambda point: -point.mean)
    assert [m.label.split()[0] for m in by_height] == [str(p.clusters) for p in order]
    with pytest.raises(InputError, match="a curve needs several"):
        stability([[0, 1], [0, 1]]).plot()


def test_points_without_interval_are_drawn() -> None:
    row = Point("2", 0.5, float("nan"), float("nan"))
    assert len(described(stability_curve([row], index="CC", level=0.9))) == 1


def test_nothing_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="needs at least one"):
        heat_map([], [], index="CD")
    with pytest.raises(InputError, match="needs at least one"):
        dendrogram([], [], index="CD")
    with pytest.raises(InputError, match="needs at least one"):
        points([], [], index="CD", shown=1)
    with pytest.raises(InputError, match="needs at least one"):
        stability_curve([], index="CC", level=0.9)
