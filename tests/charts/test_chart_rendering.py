"""Charts as files and in a page: names are text whatever they hold, and text can be read."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import altair as alt
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.chance import bias_surface
from partwise.charts.alluvial_chart import Stage, Stream, alluvial
from partwise.charts.consistency_chart import consistency
from partwise.charts.cost_chart import Cost, costs
from partwise.charts.dendrogram_chart import dendrogram
from partwise.charts.figure import Figure
from partwise.charts.flow_chart import Cluster, flows
from partwise.charts.matrix_charts import Disagreement, disagreement, heat_map
from partwise.charts.planning_chart import Planned, planning_curve
from partwise.charts.point_chart import points
from partwise.charts.rank_chart import Rank, ranks
from partwise.charts.recovery_chart import Recovery, recoveries
from partwise.charts.render import VEGA_LITE, png, save, svg, themed_svg
from partwise.charts.score_chart import Baseline, Score, baselines, scores
from partwise.charts.size_chart import Sizes, sizes
from partwise.charts.stability_chart import Point, stability_curve
from partwise.charts.theme import DARK, LIGHT, contrast, css, on_ramp
from partwise.charts.together_chart import together
from partwise.charts.tree_chart import TreeCluster, TreeFlow, cluster_tree
from support.drawings import SVG, described, marks, parsed, texts

# Each chart with one name that the user chose.
CHARTS: dict[str, Callable[[str], Figure]] = {
    "scores": lambda name: scores([Score(name, "CC", 0.5, 0.4, 0.6), Score("B", "CC", 0.7)]),
    "ranks": lambda name: ranks([Rank(name, "CC", 1), Rank("B", "CC", 2)]),
    "ranks by": lambda name: ranks([Rank("A", name, 1), Rank("B", name, 2)]),
    "disagreement": lambda name: disagreement([Disagreement(name, "J", 1, 3)], [name, "J"]),
    "sizes": lambda name: sizes(Sizes("gold", {3: 2}), [Sizes(name, {2: 3})]),
    "flows": lambda name: flows(
        [Cluster(name, 3)], [Cluster("x", 3)], [[3]], matched=[(0, 0)], name="A1"
    ),
    "flows of": lambda name: flows([Cluster("x", 3)], [Cluster("y", 3)], [[3]], name=name),
    "costs": lambda name: costs([Cost("split", name, 0.1)], index="CC"),
    "costs in": lambda name: costs([Cost("merge", "a and b", 0.1)], index=name),
    "baselines": lambda name: baselines([Baseline(name, "NMI", 0.5, 0.1, 0.05, 0.15)]),
    "baselines by": lambda name: baselines([Baseline("A", name, 0.5, 0.1)]),
    "distances": lambda name: heat_map([[0, 0.4], [0.4, 0]], [name, "B"], index="CD"),
    "distances by": lambda name: heat_map([[0, 0.4], [0.4, 0]], ["A", "B"], index=name),
    "dendrogram": lambda name: dendrogram([(0, 1, 0.4, 2)], [name, "B"], index="CD"),
    "dendrogram by": lambda name: dendrogram([(0, 1, 0.4, 2)], ["A", "B"], index=name),
    "map": lambda name: points([(0, 0), (1, 0)], [name, "B"], index="CD", shown=1, marked=["B"]),
    "map by": lambda name: points([(0, 0), (1, 0)], ["A", "B"], index=name, shown=1),
    "stability": lambda name: stability_curve(
        [Point(name, 0.5, 0.4, 0.6), Point("3", 0.7, 0.6, 0.8)], index="CC", level=0.95
    ),
    "stability by": lambda name: stability_curve(
        [Point("2", 0.5, 0.4, 0.6), Point("3", 0.7, 0.6, 0.8)], index=name, level=0.95
    ),
    "together": lambda name: together([[0.9, 0.1], [0.1, 0.8]], [name, "b"], replicates=3),
    "tree": lambda name: cluster_tree(
        {"top": 1, "bottom": 2},
        [TreeCluster(0, name, 5), TreeCluster(1, "b", 3), TreeCluster(1, "c", 2)],
        [TreeFlow(0, 1, 3), TreeFlow(0, 2, 2)],
    ),
    "tree of levels": lambda name: cluster_tree(
        {name: 1, "bottom": 1},
        [TreeCluster(0, "a", 5), TreeCluster(1, "b", 5)],
        [TreeFlow(0, 1, 5)],
    ),
    "recoveries": lambda name: recoveries(
        [Recovery(name, 9, 0.8, 0.7, 0.9, 1, 7, 10, "stable")],
        level=0.95,
        dissolution=0.5,
        recovery=0.75,
    ),
    "consistency": lambda name: consistency([0.4, 0.9, 1.0], {name: 0.4}),
    "alluvial": lambda name: alluvial(
        ["mon", "tue"],
        [[Stage(name, 4, name)], [Stage(name, 3, name)]],
        [[Stream(name, name, 3)]],
        order=[name],
    ),
    "alluvial over": lambda name: alluvial(
        [name, "tue"], [[Stage("1", 4, name)], [Stage("1", 3, "")]], [[]], order=["1"]
    ),
    "plan": lambda name: planning_curve(
        [Planned(100, 0.3, 0.1, 0.9), Planned(400, 0.8, 0.2, 1.0)],
        unit="items",
        what="power",
        goal=0.8,
        labelled=100,
        needed=400,
        about=f"{name} and others.",
    ),
    "biases": lambda name: bias_surface(replace(pw.index("rand"), label=name)).plot(),
}
DRAWN = {"svg", "g", "path", "line", "circle", "text", "tspan", "rect", "title", "desc"}
HOSTILE = [
    "<script>alert(1)</script>",
    'a"b & &amp; [\'c\'] \\ datum.value fill="#1b2330" ]]> --> {{ x }} ${y} 数据 🙂 é',
]
ODD = ["", "\x00\x1b[31m\ud800 \t\n", "W" * 500]


every_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=list(CHARTS))


# Names and files


@every_chart
@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text(chart: Callable[[str], Figure], name: str) -> None:
    figure = chart(name)
    for document in (svg(figure), themed_svg(figure, "p")):
        root = parsed(document)
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= DRAWN
        attributes = {attribute for element in root.iter() for attribute in element.attrib}
        assert not [a for a in attributes if a.startswith("on") or a.endswith("href")]
        assert re.findall(r'[\w:]+="http[^"]*"', document) == [f'xmlns="{SVG[1:-1]}"']
        assert document.count("http") == 1
        assert (
            f'<svg xmlns="{SVG[1:-1]}"' in document.replace("<svg", "<svg", 1)
            or "xmlns" in document
        )
        words = [text for e in root.iter() for text in (e.text, e.get("aria-label")) if text]
        assert any(name in text for text in words)


@every_chart
@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_drawn(chart: Callable[[str], Figure], name: str) -> None:
    root = parsed(themed_svg(chart(name), "p"))
    assert max(len(mark.text) for mark in marks(root) if mark.tag == "text") <= 70
    assert float(root.get("width", "inf")) < 1100


def test_names_that_are_short_for_the_same_stay_apart() -> None:
    names = [f"a very long common beginning {i} and the same long end" for i in range(3)]
    figure = scores([Score(name, "CC", i / 10) for i, name in enumerate(names)])
    assert len({mark.y for mark in described(figure)}) == 3


def test_names_that_are_short_for_the_same_show_where_they_differ() -> None:
    names = [f"a very long common beginning {i} and the same long end" for i in range(3)]
    for figure in (
        scores([Score(name, "CC", i / 10) for i, name in enumerate(names)]),
        ranks([Rank(name, "CC", i + 1) for i, name in enumerate(names)]),
    ):
        shown = {mark.text for mark in texts(figure) if mark.text.startswith("…")}
        assert {text[:3] for text in shown} == {"…0 ", "…1 ", "…2 "}


@every_chart
def test_a_page_can_hold_two(chart: Callable[[str], Figure]) -> None:
    figure = chart("A")
    page = themed_svg(figure, "first") + themed_svg(figure, "second")
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids)) >= 2
    assert set(re.findall(r'aria-describedby="([^"]*)"', page)) <= set(ids)
    assert not re.findall(r'(?:fill|stroke)="#', page)
    variables = set(re.findall(r"var\(--([\w-]+)\)", page))
    assert variables
    assert variables <= set(LIGHT)


@every_chart
def test_a_chart_keeps_to_the_schema(chart: Callable[[str], Figure]) -> None:
    figure = chart(HOSTILE[1])
    drawn = figure.chart.to_dict()  # which raises if anything in it is unknown to Vega-Lite
    kind = next(kind for kind in ("layer", "hconcat", "vconcat") if kind in figure.spec)
    assert len(drawn[kind]) == len(figure.spec[kind])
    drawn_in = alt.SCHEMA_VERSION.removeprefix("v").split(".")[0]
    assert VEGA_LITE.split(".")[0] == drawn_in


@every_chart
def test_a_chart_says_what_it_is(chart: Callable[[str], Figure]) -> None:
    figure = chart("A")
    alone, inlined = parsed(svg(figure)), parsed(themed_svg(figure, "p"))
    assert alone.findtext(f"{SVG}title") == figure.title
    assert alone.findtext(f"{SVG}desc") == inlined.findtext(f"{SVG}desc") == figure.description
    assert inlined.get("aria-label") == figure.title
    assert inlined.find(f"{SVG}title") is None
    assert "var(" not in svg(figure)
    drawn = [mark.text for mark in marks(alone) if mark.tag == "text"]
    assert figure.title in drawn
    assert figure.title not in [m.text for m in marks(inlined) if m.tag == "text"]


def test_files_are_written_whole(tmp_path: Path) -> None:
    figure = CHARTS["scores"]("A")
    written = save(figure, tmp_path / "charts", "scores")
    assert sorted((tmp_path / "charts").iterdir()) == sorted(written)
    drawing, picture = written
    assert drawing.read_text(encoding="utf-8") == svg(figure)
    content = picture.read_bytes()
    assert content == png(figure)
    width, height = struct.unpack(">II", content[16:24])
    assert (width, height) == tuple(
        2 * int(parsed(svg(figure)).get(side, "0")) for side in ("width", "height")
    )


@pytest.mark.parametrize("name", ["", "../scores", "a/b", ".."])
def test_files_stay_in_their_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="is not the name of a file"):
        save(CHARTS["scores"]("A"), tmp_path / "charts", name)
    assert not list(tmp_path.iterdir())


# The theme


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(theme: dict[str, str]) -> None:
    written = ["ink", "muted", "accent", *(f"series-{i}" for i in range(1, 9))]
    assert min(contrast(theme[name], theme["surface"]) for name in written) >= 4.5
    assert contrast(theme["faint"], theme["surface"]) >= 3
    name_of = {value: name for name, value in LIGHT.items()}
    for step in range(7):
        text = theme[name_of[on_ramp(step)]]
        assert contrast(text, theme[f"ramp-{step}"]) >= 4.5


def test_a_ramp_grows_away_from_the_surface() -> None:
    for theme in (LIGHT, DARK):
        distances = [contrast(theme[f"ramp-{step}"], theme["surface"]) for step in range(7)]
        assert all(b > a for a, b in pairwise(distances))


def test_colours_have_one_name_each() -> None:
    assert len(set(LIGHT.values())) == len(LIGHT)
    assert LIGHT.keys() == DARK.keys()
    sheet = css()
    assert all(f"--{name}:{value}" in sheet for name, value in [*LIGHT.items(), *DARK.items()])
    assert sheet.count("{") == sheet.count("}")


def test_contrast_is_that_of_wcag() -> None:
    # Known ratios: grey #767676 on white is the lightest that passes AA (4.54), red on white 4.0.
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#ffffff", "#ff0000") == pytest.approx(4.0, abs=0.005)
