"""Charts of sweeps: every maximum is drawn where it belongs, however many thresholds there are."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from partwise.base import InputError
from partwise.charts import (
    Figure,
    Shading,
    SweepAxis,
    SweepLine,
    precision_recall_curve,
    sweep_curves,
    sweep_sizes,
)
from partwise.charts.sweep_axis import WIDTH, number_word, thinned
from partwise.charts.sweep_chart import apart
from partwise.charts.theme import SERIES, colour
from support.drawings import described, marks, parsed, points, texts

NAN, INF = math.nan, math.inf
RESOLUTIONS = [0.5, 1.0, 1.5, 2.5]
ARI = SweepLine("ARI", [0.2, 0.8, 0.6, 0.1], best=1, low=0.7, high=0.9)
VI = SweepLine("VI", [3.0, 1.0, 1.5, 2.0], lower_is_better=True, best=1)


def dots(figure: Figure) -> dict[str, Any]:
    """Return the described dots by the first words of what they say."""
    return {mark.label.split(":")[0]: mark for mark in described(figure) if mark.tag == "circle"}


def path_of(figure: Figure, name: str) -> list[tuple[float, float]]:
    """Return the corners of the line that says it is of this name."""
    (line,) = [m for m in described(figure) if m.tag == "path" and m.label.startswith(f"{name}: ")]
    return [(line.x + x, line.y + y) for x, y in points(line)]


# Thinning


def columns_of(places: NDArray[np.float64], columns: int) -> NDArray[np.float64]:
    low, high = float(places.min()), float(places.max())
    column: NDArray[np.float64] = np.floor((places - low) / (high - low) * columns)
    return column.clip(0, columns - 1)


@pytest.mark.parametrize("seed", range(5))
def test_thinning_keeps_the_extremes_and_ends_of_every_column(seed: int) -> None:
    rng = np.random.default_rng(seed)
    places = rng.permutation(rng.beta(0.3, 0.3, 20_000))  # as match probabilities: at both ends
    values = rng.normal(size=20_000).cumsum()
    values[rng.integers(0, 20_000, 500)] = NAN
    kept = thinned(places, values, 50)
    assert len(kept) <= 4 * 50
    assert np.all(np.diff(places[kept]) >= 0)
    known = np.flatnonzero(np.isfinite(values))
    every, column = columns_of(places[known], 50), columns_of(places[kept], 50)
    for one in np.unique(every):
        inside, drawn = known[every == one], kept[column == one]
        assert values[drawn].max() == values[inside].max()
        assert values[drawn].min() == values[inside].min()
        assert places[drawn].max() == places[inside].max()
        assert places[drawn].min() == places[inside].min()


def test_few_points_are_all_drawn_and_undefined_ones_are_not() -> None:
    places, values = np.array([3.0, 1, 2]), np.array([1.0, 2, NAN])
    assert thinned(places, values, 10).tolist() == [1, 0]


def test_a_peak_among_a_million_thresholds_is_drawn() -> None:
    thresholds = np.linspace(1, 0, 10**6)
    scores = np.full(10**6, 0.25)
    scores[654_321] = 0.75
    figure = sweep_curves(SweepAxis(thresholds), [SweepLine("ARI", scores, best=654_321)])
    corners = path_of(figure, "ARI")
    assert len(corners) < 4 * WIDTH
    top = min(corners, key=lambda corner: corner[1])
    best = dots(figure)["ARI"]
    assert top == pytest.approx((best.x, best.y), abs=1)
    lines = (min(c[0] for c in corners), max(c[0] for c in corners))
    assert (best.x - lines[0]) / (lines[1] - lines[0]) == pytest.approx(1 - 0.654321, abs=0.003)


# Curves


def test_points_stand_where_they_belong() -> None:
    figure = sweep_curves(SweepAxis(RESOLUTIONS, "resolution"), [ARI], clusters=[2, 4, 8, 32])
    corners = path_of(figure, "ARI")
    xs, ys = zip(*corners, strict=True)
    assert [(x - xs[0]) / (xs[-1] - xs[0]) for x in xs] == pytest.approx([0, 1 / 4, 1 / 2, 1], 0.01)
    assert [(ys[0] - y) / (ys[0] - ys[1]) for y in ys] == pytest.approx(
        [0, 1, 2 / 3, -1 / 6], abs=0.01
    )
    best = dots(figure)["ARI"]
    assert (best.x, best.y) == pytest.approx(corners[1], abs=0.2)
    assert best.label == "ARI: best 0.800 at resolution 1 (95% CI 0.700 to 0.900)"
    heights = [y for _, y in path_of(figure, "clusters")]
    steps = [a - b for a, b in pairwise(heights)]
    assert steps == pytest.approx([steps[0], steps[0], 2 * steps[0]], abs=0.3)  # logarithmic
    said = [mark.text for mark in texts(figure)]
    assert "best 1" in said
    assert "4 clusters" in said
    assert "resolution" in said


def test_the_line_of_the_best_value_runs_through_every_panel() -> None:
    figure = sweep_curves(SweepAxis(RESOLUTIONS), [ARI, VI], clusters=[2, 4, 8, 32])
    upright = [
        mark
        for mark in marks(parsed(figure._repr_svg_()))
        if mark.attributes.get("stroke") == colour("faint")
    ]
    assert len(upright) == 3
    assert {round(mark.x) for mark in upright} == {round(dots(figure)["ARI"].x)}


def test_indices_of_other_scales_and_directions_have_their_own_panel() -> None:
    wide = SweepLine("SMI", [3.0, 9.0, 4.0, 2.0], best=1)
    figure = sweep_curves(SweepAxis(RESOLUTIONS), [ARI, VI, wide])
    assert len(figure.spec["vconcat"]) == 3
    said = [mark.text for mark in texts(figure)]
    assert said.count("higher is better") == 2
    assert said.count("lower is better") == 1
    assert len({dots(figure)[name].attributes["fill"] for name in ("ARI", "VI", "SMI")}) == 3
    best, others = dots(figure)["VI"], path_of(figure, "VI")
    assert best.y == pytest.approx(max(y for _, y in others), abs=0.2)  # lowest in the panel


def test_precision_and_recall_step_back() -> None:
    minor = [
        SweepLine("precision", [0.1, 0.5, 0.9, 1], is_minor=True),
        SweepLine("recall", [1, 0.9, 0.5, 0.1], is_minor=True),
    ]
    figure = sweep_curves(SweepAxis(RESOLUTIONS), [ARI, *minor])
    lines = {m.label.split(":")[0]: m.attributes for m in described(figure) if m.tag == "path"}
    assert lines["ARI"]["stroke"] == SERIES[0]
    assert {lines[name]["stroke"] for name in ("precision", "recall")} == {colour("muted")}
    dashes = [lines[name].get("stroke-dasharray") for name in ("ARI", "precision", "recall")]
    assert dashes[0] is None
    assert len(set(dashes)) == 3
    assert "dashed" in figure.description


def test_stretches_are_shaded() -> None:
    shading = Shading([(1.0, 1.5)], "cannot be distinguished from the best")
    figure = sweep_curves(SweepAxis(RESOLUTIONS), [ARI], clusters=[1, 2, 3, 4], shading=shading)
    corners = path_of(figure, "ARI")
    bands = [
        np.array([(mark.x + x, y) for x, y in points(mark)])
        for mark in marks(parsed(figure._repr_svg_()))
        if mark.attributes.get("fill") == colour("band") and mark.tag == "path"
    ]
    assert len(bands) == 3  # two panels and the key
    for band in bands[:2]:
        assert (band[:, 0].min(), band[:, 0].max()) == pytest.approx(
            (corners[1][0], corners[2][0]), abs=0.6
        )
    assert shading.meaning in [mark.text for mark in texts(figure)]
    assert f"Shaded: {shading.meaning}." in figure.description


def test_an_infinite_threshold_stands_beyond_the_others() -> None:
    for far, step in ((INF, -1), (-INF, 1)):
        values = [far, *([0.9, 0.5, 0.1][::-step] if step > 0 else [0.9, 0.5, 0.1])]
        axis = SweepAxis(values, steps="before")
        line = SweepLine("ARI", [0.5, 0.4, 0.3, 0.2], best=0)
        figure = sweep_curves(axis, [line])
        best, corners = dots(figure)["ARI"], path_of(figure, "ARI")
        end = max(corners) if far > 0 else min(corners)
        assert (best.x, best.y) == pytest.approx(end, abs=0.2)
        assert best.label.endswith("∞")
    assert np.isfinite(SweepAxis([INF]).places).all()


def test_names_stand_side_by_side() -> None:
    names = ["leiden", "louvain", "<b>walktrap</b> & more of it", "infomap"]
    figure = sweep_curves(SweepAxis(names, "method"), [ARI], clusters=[3, 4, 5, 6])
    xs = [x for x, _ in path_of(figure, "ARI")]
    assert np.diff(xs) == pytest.approx([xs[1] - xs[0]] * 3, abs=0.3)
    assert {"leiden", "louvain", "infomap", "best louvain"} <= {m.text for m in texts(figure)}
    many = SweepAxis([f"run {i}" for i in range(200)])
    shown = sweep_curves(many, [SweepLine("ARI", np.linspace(0, 1, 200), best=7)])
    labels = [mark for mark in texts(shown) if mark.text.startswith("run ")]
    assert 20 < len(labels) < 60


@pytest.mark.parametrize("stretch", [(90.0, 99.0), (-5.0, -1.0), (1.0, 1.0)])
def test_a_stretch_that_cannot_be_seen_is_not_explained(stretch: tuple[float, float]) -> None:
    shading = Shading([stretch], "cannot be distinguished from the best")
    for figure in (
        sweep_curves(SweepAxis(RESOLUTIONS), [ARI], clusters=[1, 2, 3, 4], shading=shading),
        sweep_sizes(SweepAxis(RESOLUTIONS), [1, 2, 3, 4], [4, 3, 2, 1], shading=shading),
    ):
        assert shading.meaning not in [mark.text for mark in texts(figure)]
        assert "Shaded" not in figure.description


def test_hostile_names_are_text(tmp_path: Any) -> None:
    hostile = '<script>alert("1")</script> & ]]>'
    line = SweepLine(hostile, [0.1, 0.9], best=1)
    axis = SweepAxis([hostile, "b"], hostile)
    for figure in (
        sweep_curves(axis, [line], shading=Shading([(0, 0)], hostile)),
        sweep_sizes(axis, [1, 2], [2, 1], marked=0),
        precision_recall_curve(axis, [0.5, 1], [1, 0.5]),
    ):
        page = figure.save(tmp_path / "page.html").read_text("utf-8")
        assert "<script" not in page
        parsed(page[page.index("<svg") : page.index("</svg>") + 6])
        figure.chart.to_dict()  # checks the schema


def test_names_of_lines_do_not_cover_each_other() -> None:
    lines = [SweepLine(f"index {i}", [0.1 * i, 0.5 + 0.001 * i]) for i in range(8)]
    names = [m for m in texts(sweep_curves(SweepAxis([1, 2]), lines)) if m.text[:6] == "index "]
    assert len(names) == 8
    for one, other in combinations(names, 2):
        assert abs(one.y - other.y) >= 14


@pytest.mark.parametrize("end", [100.0, 40.0])
def test_places_are_kept_apart(end: float) -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        spots = rng.uniform(0, end, rng.integers(1, 8)).tolist()
        placed = apart(spots, 15, end)
        assert all(b - a >= 15 - 1e-9 for a, b in pairwise(sorted(placed)))
        order = sorted(range(len(spots)), key=spots.__getitem__)
        assert sorted(range(len(spots)), key=placed.__getitem__) == order
        if 15 * (len(spots) - 1) <= end:
            assert max(placed) <= end
    assert apart([10, 50], 15, 100) == [10, 50]


def test_what_is_undefined_is_said() -> None:
    figure = sweep_curves(SweepAxis([0.1, 0.2]), [SweepLine("ARI", [NAN, NAN]), VI_SHORT])
    assert [m.text for m in texts(figure)].count("ARI") == 1
    figure = sweep_curves(SweepAxis([0.1, 0.2]), [SweepLine("ARI", [NAN, 0.5], best=1)])
    assert dots(figure)["ARI"].label == "ARI: best 0.500 at threshold 0.2"


VI_SHORT = SweepLine("VI", [1.0, 2.0], lower_is_better=True)


def test_nothing_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="needs at least one"):
        sweep_curves(SweepAxis([]), [ARI])
    with pytest.raises(InputError, match="needs at least one"):
        sweep_curves(SweepAxis([1]), [])
    with pytest.raises(InputError, match="needs at least one"):
        sweep_sizes(SweepAxis([]), [], [])
    with pytest.raises(InputError, match="precision and recall are undefined everywhere"):
        precision_recall_curve(SweepAxis([1]), [NAN], [0.5])


def test_ratios_of_resolutions_are_shown() -> None:
    line = SweepLine("ARI", [0.1, 0.2, 0.3])
    xs = [x for x, _ in path_of(sweep_curves(SweepAxis([0.01, 0.1, 1.0]), [line]), "ARI")]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.3)
    xs = [x for x, _ in path_of(sweep_curves(SweepAxis([0.1, 0.2, 0.4]), [line]), "ARI")]
    assert xs[2] - xs[1] == pytest.approx(2 * (xs[1] - xs[0]), abs=0.3)


def test_thresholds_near_one_are_not_called_one() -> None:
    assert [number_word(v) for v in (0.999999, 1.0, 1e-9, 0.25, 12345.678)] == [
        "0.999999", "1", "1e−09", "0.25", "1.235e+04",
    ]  # fmt: skip


# Sizes


def test_sizes_are_drawn_below_each_other() -> None:
    figure = sweep_sizes(SweepAxis([3, 2, 1]), [100, 10, 1], [1, 60, 100], marked=1)
    said = {mark.label for mark in described(figure)}
    assert {"10 clusters at threshold 2", "60 items at threshold 2"} <= said
    ys = [y for _, y in path_of(figure, "clusters")]
    assert ys[0] - ys[1] == pytest.approx(ys[1] - ys[2], abs=0.3)


# Precision and recall


def test_the_best_f1_is_marked() -> None:
    rng = np.random.default_rng(1)
    recall = np.sort(rng.random(3000))
    precision = np.sort(rng.random(3000))[::-1]
    thresholds = np.linspace(1, 0, 3000)
    figure = precision_recall_curve(SweepAxis(thresholds, steps="before"), precision, recall)
    f1 = [2 * p * r / (p + r) for p, r in zip(precision, recall, strict=True)]
    best = max(range(3000), key=f1.__getitem__)
    (mark,) = [m for m in described(figure) if m.label.startswith("best F1")]
    assert f"best F1 {f1[best]:.3f} at {number_word(thresholds[best])}" in mark.label
    assert f"precision {precision[best]:.3f}, recall {recall[best]:.3f}" in mark.label
    assert mark.attributes["fill"] == colour("series-2")


def test_labels_tell_the_state_at_round_thresholds() -> None:
    """A pair is joined if its score reaches the threshold: 0.5 joins scores from 0.5 on."""
    scores = np.round(np.linspace(0.98, 0.03, 77), 6)
    recall = np.linspace(0.02, 0.99, 77)
    precision = 1 - recall**3
    figure = precision_recall_curve(SweepAxis(scores, steps="before"), precision, recall)
    for mark in described(figure):
        if mark.label.startswith("threshold"):
            threshold = float(mark.label.split(":")[0].removeprefix("threshold "))
            joined = int((scores >= threshold - 1e-12).sum()) - 1
            assert mark.label.endswith(f"recall {recall[joined]:.3f}")
    assert sum(mark.label.startswith("threshold") for mark in described(figure)) >= 4


def test_lines_of_equal_f1() -> None:
    figure = precision_recall_curve(SweepAxis([1, 2]), [0.5, 1], [1, 0.5])
    curves = [
        part["data"]["values"]
        for part in figure.spec["layer"]
        if part["mark"]["type"] == "line" and part["mark"]["stroke"] == colour("grid")
    ]
    assert len(curves) == 4
    for rows in curves:
        f1 = [2 / (1 / row["precision"] + 1 / row["recall"]) for row in rows]
        assert f1 == pytest.approx([f1[0]] * len(rows))
        assert max(max(row["precision"], row["recall"]) for row in rows) == pytest.approx(1)
    assert [round(2 / (1 / r[0]["precision"] + 1 / r[0]["recall"]), 6) for r in curves] == [
        0.2, 0.4, 0.6, 0.8,
    ]  # fmt: skip
