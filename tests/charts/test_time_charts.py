"""Charts of clusters over time: every bar and ribbon is in its place, and as high as it should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from partwise.base.errors import InputError
from partwise.charts import Figure
from partwise.charts.alluvial_chart import Stage, alluvial
from partwise.charts.consistency_chart import consistency
from partwise.charts.recovery_chart import recoveries
from partwise.ensembles import item_consistency, track
from support.drawings import texts


def rows(figure: Figure, *names: str) -> list[dict[str, Any]]:
    """Return the data of the layer whose rows have these fields."""
    layers = (layer["data"]["values"] for layer in figure.spec["layer"])
    return next(values for values in layers if values and set(names) <= values[0].keys())


def snapshots(n: int = 60, steps: int = 4, clusters: int = 5) -> dict[str, dict[int, int]]:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, clusters, n)
    days = {}
    for step in range(steps):
        labels = np.where(rng.random(n) < 0.1, rng.integers(0, clusters, n), labels)
        days[f"day {step}"] = {i: int(labels[i]) for i in range(n) if rng.random() < 0.9}
    return days


def test_bars_are_as_high_as_clusters_have_items() -> None:
    tracking = track(snapshots())
    bars = rows(tracking.plot(), "x", "x2", "y", "y2")
    assert len(bars) == len(tracking.clusters)
    heights = [bar["y2"] - bar["y"] for bar in bars]
    sizes = [cluster.size for cluster in tracking.clusters]
    np.testing.assert_allclose(np.array(heights) / heights[0], np.array(sizes) / sizes[0])
    assert min(bar["y"] for bar in bars) >= -1e-9
    assert max(bar["y2"] for bar in bars) <= 380 + 1e-9
    for bar, cluster in zip(bars, tracking.clusters, strict=True):
        assert f"in {cluster.snapshot}: {cluster.size} items" in bar["tip"]


def test_ribbons_join_the_bars_of_their_clusters() -> None:
    tracking = track(snapshots())
    figure = tracking.plot()
    bars = dict(zip(((c.snapshot, c.id) for c in tracking.clusters),
                    rows(figure, "x", "x2"), strict=True))  # fmt: skip
    points = rows(figure, "ribbon")
    for place, (step, flows) in enumerate(zip(tracking.transitions, tracking.flows, strict=True)):
        for source, target, items in zip(*(x.tolist() for x in flows), strict=True):
            first, last = bars[step.before, source], bars[step.after, target]
            line = [
                point
                for point in points
                if point["ribbon"].startswith(f"{place} ")
                and point["tip"].endswith(f" from {source} to {target}")
            ]
            scale = (first["y2"] - first["y"]) / next(
                c.size for c in tracking.clusters if (c.snapshot, c.id) == (step.before, source)
            )
            assert line[0]["x"] == first["x2"]
            assert line[-1]["x"] == last["x"]
            assert line[0]["y2"] - line[0]["y"] == pytest.approx(items * scale)
            for end, bar in ((line[0], first), (line[-1], last)):
                assert bar["y"] - 1e-9 <= end["y"] <= end["y2"] <= bar["y2"] + 1e-9


def test_small_clusters_are_put_together_and_nothing_is_lost() -> None:
    tracking = track(snapshots(400, 50, 60))
    figure = tracking.plot()
    assert "the last 40 of 50 snapshots" in figure.description
    assert "the 30 largest of" in figure.description
    bars = rows(figure, "x", "x2", "y", "y2")
    names = {mark.text for mark in texts(figure)}
    assert "others" in names
    columns = sorted({bar["x"] for bar in bars})
    heights = [sum(b["y2"] - b["y"] for b in bars if abs(b["x"] - x) < 1e-6) for x in columns]
    items = [tracking.clusterings[name].n for name in tracking.snapshots[-40:]]
    per_item = np.array(heights) / np.array(items)
    np.testing.assert_allclose(per_item, per_item[0], rtol=0.05)  # a bar is a pixel at least


def test_a_histogram_holds_every_item() -> None:
    rng = np.random.default_rng(0)
    result = item_consistency(rng.integers(0, 3, (5, 40)).tolist())
    figure = result.plot()
    bars = rows(figure, "start", "count")
    assert sum(bar["count"] for bar in bars) == 40
    for bar in bars:
        inside = (result.values > bar["start"] - 0.02) & (result.values < bar["end"] + 0.02)
        assert inside.sum() >= bar["count"]
    listed = [mark.text for mark in texts(figure)]
    assert all(str(item) in listed for item in result.least(12))


def test_nothing_to_draw() -> None:
    with pytest.raises(InputError, match="at least two snapshots"):
        alluvial(["a"], [[Stage("1", 1, "")]], [], order=["1"])
    with pytest.raises(InputError, match="at least one cluster"):
        recoveries([], level=0.95, dissolution=0.5, recovery=0.75)
    with pytest.raises(InputError, match="at least one item"):
        consistency([float("nan")], {})
