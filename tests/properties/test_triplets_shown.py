"""Triplets as people see them: tables, drawings, the command line, and the paper's figures."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, pairwise
from math import comb, log, sqrt
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import partwise as pw
from partwise.charts.figure import CONTENT_WIDTH, Figure
from partwise.charts.render import svg, themed_svg
from partwise.paper import triplets as paper_triplets
from partwise.paper.artifact import Artifact, Context
from partwise.paper.published import FIGURE_1, FOUR_TRIPLETS, TRIPLET_INDICES
from partwise.properties.triplet_search.drawing import SHAPES, draw
from partwise.properties.triplet_search.example import Triplet
from partwise.properties.triplet_search.result import Triplets
from partwise.properties.triplet_search.search import triplets
from support.commands import as_json, ran, refused
from support.oracle import ORACLE, value

FEW = ["R", "J", "CC", "VI", "NMI"]


@pytest.fixture(scope="module")
def found() -> Triplets:
    return triplets(FEW)


@pytest.fixture(scope="module")
def published() -> list[Triplet]:
    return [each.triplet() for each in FOUR_TRIPLETS]


@pytest.fixture(scope="module")
def four() -> Artifact:
    return paper_triplets.FOUR_TRIPLETS_EXPERIMENT.run(Context(progress=False))


def rows(figure: Figure, mark: str) -> list[dict[str, Any]]:
    """The rows of all layers of one kind of mark."""
    layers = [each for each in figure.spec["layer"] if each["mark"]["type"] == mark]
    return [row for each in layers for row in each["data"]["values"]]


def ami(a: Sequence[str], b: Sequence[str]) -> float:
    """AMI by the textbook: M and E[M] over all cells, E[M] by the hypergeometric law."""
    n, rows_, columns = len(a), Counter(a).values(), Counter(b).values()

    def entropy(sizes: Collection[int]) -> float:
        return -sum(size / n * log(size / n) for size in sizes)

    expected = sum(
        x / n * log(n * x / (p * q)) * comb(p, x) * comb(n - p, q - x) / comb(n, q)
        for p in rows_
        for q in columns
        for x in range(max(1, p + q - n), min(p, q) + 1)
    )
    h_a, h_b, h_ab = map(entropy, (rows_, columns, Counter(zip(a, b, strict=True)).values()))
    return (h_a + h_b - h_ab - expected) / (sqrt(h_a * h_b) - expected)


class TestPaper:
    """Labels as the authors published them, captions as paper.tex prints them."""

    @pytest.mark.parametrize("place", range(4))
    def test_captions_are_what_the_oracle_finds(self, place: int) -> None:
        printed = FOUR_TRIPLETS[place]
        favours = printed.favours()
        assert len(favours) == 15
        reference, left, right = map(tuple, (printed.reference, printed.left, printed.right))
        for key, side in favours.items():
            asked = ami if key == "ami_geometric" else ORACLE[key]  # the oracle's takes too long
            first, second = asked(reference, left), asked(reference, right)
            assert first is not None
            assert second is not None
            better = first > second if pw.index(key).direction == "similarity" else first < second
            assert abs(first - second) > 1e-6
            assert side == ("left" if better else "right")

    def test_captions_are_what_partwise_finds(self, published: list[Triplet]) -> None:
        for printed, each in zip(FOUR_TRIPLETS, published, strict=True):
            assert {o.index.key: o.favours for o in each.opinions} == printed.favours()
            assert all(o.certified for o in each.opinions)

    def test_figure_1_is_the_first_of_the_four(self) -> None:
        assert FIGURE_1.favours() == FOUR_TRIPLETS[0].favours()

    def test_only_dice_and_cd_have_companions(self, published: list[Triplet]) -> None:
        together = [
            pair
            for pair in combinations(TRIPLET_INDICES, 2)
            if not any(each.separates(*map(pw.index, pair)) for each in published)
        ]
        assert together == [("jaccard", "dice"), ("correlation", "correlation_distance")]

    def test_every_cell_of_figure_1_is_as_printed(self) -> None:
        made = paper_triplets.FIGURE_1_EXPERIMENT.run(Context())
        assert made.matches == (15, 15)
        assert made.drawings[0].caption.startswith("Left: FNMI, R, AR, J, D, W, FMeasure, BCubed.")

    def test_every_cell_of_the_four_is_as_printed(self, four: Artifact) -> None:
        captions, claims, smallest = four.tables
        assert captions.matches == (60, 60)
        assert claims.matches == (4, 4)
        assert smallest.matches == (0, 0)

    def test_ours_stand_beside_the_papers(self, four: Artifact) -> None:
        assert [each.name for each in four.drawings] == ["published", "smallest"]
        items = [(cells[-2].ours, cells[-1].ours) for _, cells in four.tables[2].rows]
        assert items == [("5", "6"), ("5", "10"), ("6", "12"), ("6", "16")]
        assert any("at most 6 items separate all 13" in note for note in four.notes)

    def test_a_wrong_caption_would_be_seen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wrong = FIGURE_1.__class__(
            FIGURE_1.reference, FIGURE_1.left, FIGURE_1.right,
            FIGURE_1.favour_left + ", NMI", FIGURE_1.favour_right.removeprefix("NMI, "),
        )  # fmt: skip
        monkeypatch.setattr(paper_triplets, "FIGURE_1", wrong)
        assert paper_triplets.FIGURE_1_EXPERIMENT.run(Context()).matches == (14, 15)


class TestDrawing:
    def test_has_all_items_and_clusters(self, published: list[Triplet]) -> None:
        for each in published:
            figure = draw([each], "one")
            sides = (each.left, each.right)
            assert len(rows(figure, "point")) == 2 * each.n
            assert len(rows(figure, "rect")) == sum(len(set(side)) for side in sides)

    def test_shapes_are_clusters_of_the_reference(self, published: list[Triplet]) -> None:
        for each in published:
            items = rows(draw([each], "one"), "point")
            shapes = Counter((item["shape"], item["ink"]) for item in items)
            sizes = Counter(each.reference)
            assert sorted(shapes.values()) == sorted(2 * size for size in sizes.values())

    def test_regions_are_clusters_of_the_candidates(self, published: list[Triplet]) -> None:
        for each in published:
            figure = draw([each], "one")
            inside = []
            for region in rows(figure, "rect"):
                items = [
                    item["shape"]
                    for item in rows(figure, "point")
                    if region["x"] < item["x"] < region["x2"]
                    and region["y"] < item["y"] < region["y2"]
                ]
                inside.append(tuple(sorted(items)))
            shape_of = self.shapes(each)
            expected = [
                tuple(
                    sorted(
                        shape_of[true]
                        for true, b in zip(each.reference, side, strict=True)
                        if b == label
                    )
                )
                for side in (each.left, each.right)
                for label in set(side)
            ]
            assert sorted(inside) == sorted(expected)

    @staticmethod
    def shapes(triplet: Triplet) -> dict[Any, str]:
        """The largest cluster has the first shape; of equal ones, the one seen first."""
        sizes = Counter(triplet.reference).most_common()
        return {label: SHAPES[place] for place, (label, _) in enumerate(sizes)}

    def test_nothing_overlaps_or_leaves_the_page(self, published: list[Triplet]) -> None:
        figure = draw(published, "four")
        regions = rows(figure, "rect")
        assert figure.spec["width"] <= CONTENT_WIDTH
        assert all(0 <= r["x"] < r["x2"] <= figure.spec["width"] for r in regions)
        assert all(0 <= r["y"] < r["y2"] <= figure.spec["height"] for r in regions)
        for one, other in combinations(regions, 2):
            assert (
                one["x2"] < other["x"] or other["x2"] < one["x"]
                or one["y2"] < other["y"] or other["y2"] < one["y"]
            )  # fmt: skip

    def test_captions_are_drawn_below(self, published: list[Triplet]) -> None:
        figure = draw(published[:1], "one")
        texts = [row["text"] for row in rows(figure, "text")]
        assert texts == [
            "favoured by", "favoured by",
            "FNMI, R, AR, J, D, W, FMeasure, BCubed", "NMI, NMImax, VI, AMI, S&S, CC, CD",
        ]  # fmt: skip
        lowest = max(region["y2"] for region in rows(figure, "rect"))
        assert all(row["y"] > lowest for row in rows(figure, "text"))

    def test_more_clusters_than_shapes_still_differ(self) -> None:
        one = Triplet.of(range(12), [0] * 11 + [1], [0] * 6 + [1] * 6, [pw.index("R")])
        items = rows(draw([one], "many"), "point")
        assert len({(item["shape"], item["ink"]) for item in items}) == 12

    def test_a_candidate_that_nobody_favours(self) -> None:
        one = Triplet.of([0, 0, 1], [0, 0, 1], [0, 1, 1], [pw.index("R")])
        texts = [row["text"] for row in rows(draw([one], "one"), "text")]
        assert texts == ["favoured by", "favoured by none", "R"]

    def test_is_drawn_in_colours_of_the_theme(self, found: Triplets) -> None:
        figure = found.plot()
        document = ElementTree.fromstring(svg(figure))  # noqa: S314 - our own
        assert len(document.findall(".//{*}path")) > 0
        page = themed_svg(figure, "t")
        painted = {
            element.get(name)
            for element in ElementTree.fromstring(page).iter()  # noqa: S314 - our own
            for name in ("fill", "stroke")
        } - {None, "none", "transparent"}
        assert painted
        assert all(str(paint).startswith("var(--") for paint in painted)
        assert "left candidate, cluster of" in page

    def test_strange_names_are_only_names(self) -> None:
        own = pw.Index("<b>&", "<b>&", "callable", lambda table: table.k_b)
        figure = triplets([own, "R"], max_n=4).plot()
        assert "&lt;b&gt;&amp;" in svg(figure)


class TestTables:
    def test_table(self, found: Triplets) -> None:
        table = found.to_table()
        assert [row[1] for row in table.rows] == [each.n for each in found]
        assert str(found).startswith(f"{len(found)} triplets on which 5 indices disagree\n")
        assert found._repr_html_().count("<tr") == len(found) + 1

    def test_smallest_first(self, found: Triplets) -> None:
        assert all(one.n <= other.n for one, other in pairwise(found))

    def test_values(self, found: Triplets) -> None:
        table = found.values()
        assert len(table.rows) == 5 * len(found)
        first = dict(zip(table.columns, table.rows[0], strict=True))
        labels = (found[0].reference, found[0].left)
        assert first["value of left"] == pytest.approx(float(value("rand", *labels)))  # type: ignore[arg-type]

    def test_json(self, found: Triplets) -> None:
        told = json.loads(json.dumps(found.to_dict()))
        assert told["indices"] == ["rand", "jaccard", "correlation", "vi", "nmi_arithmetic"]
        for each in told["triplets"]:
            for key, said in each["indices"].items():
                left, right = said["left"], said["right"]
                better = left < right if key == "vi" else left > right
                assert said["favours"] == ("left" if better else "right")
        assert told["proved"] is True
        assert told["steps"][-1]["enough"] is True


class TestCommand:
    def test_table(self, capsys: pytest.CaptureFixture[str]) -> None:
        result = ran(capsys, "triplets", "--index", "R", "--index", "J")
        assert (result.code, result.err) == (0, "")
        assert result.out.splitlines()[0] == "1 triplet on which 2 indices disagree"
        assert "01|2" in result.out

    def test_json_of_a_formula(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = as_json(
            ran(capsys, "triplets", "--index", "R", "--index", "n11/(n11+n10)", "--format", "json")
        )
        assert told["indices"] == ["rand", "n11/(n11+n10)"]
        assert len(told["triplets"]) == 1

    def test_csv_has_a_line_for_each_value(self, capsys: pytest.CaptureFixture[str]) -> None:
        result = ran(capsys, "triplets", "--index", "R", "--index", "J", "--format", "csv")
        lines = list(csv.DictReader(io.StringIO(result.out)))
        assert [(line["index"], line["favours"]) for line in lines] == [
            ("rand", "left"), ("jaccard", "right")
        ]  # fmt: skip

    def test_markdown(self, capsys: pytest.CaptureFixture[str]) -> None:
        result = ran(capsys, "triplets", "--index", "R", "--index", "J", "--format", "markdown")
        assert "| 1 | 3 | 01\\|2 | 0\\|1\\|2 | 012 | R | J |" in result.out

    def test_charts(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        folder = tmp_path / "charts"
        result = ran(capsys, "triplets", "--index", "R", "--index", "J", "--charts", str(folder))
        assert result.code == 0
        assert sorted(path.name for path in folder.iterdir()) == ["triplets.png", "triplets.svg"]
        assert str(folder.resolve() / "triplets.svg") in result.err

    def test_no_chart_of_nothing(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        folder = tmp_path / "charts"
        result = ran(capsys, "triplets", "--index", "D", "--index", "J", "--charts", str(folder))
        assert result.code == 0
        assert "Pair F1 and J cannot be separated" in result.out
        assert not folder.exists()

    def test_a_function_of_a_module(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "own_triplets.py").write_text("def fewer(table):\n    return -table.k_b\n")
        monkeypatch.chdir(tmp_path)
        result = ran(capsys, "triplets", "--index", "own_triplets:fewer", "--index", "R")
        assert (result.code, result.err) == (0, "")
        assert "fewer" in result.out

    @pytest.mark.parametrize(
        ("arguments", "code", "word"),
        [
            (("--index", "R"), 2, "at least two"),
            (("--index", "R", "--index", "rand"), 2, "at least two"),
            (("--index", "R", "--index", "nonsense"), 2, "no index is called"),
            (("--max-n", "2"), 2, "from 3 to 12"),
            (("--max-n", "x"), 2, "invalid int"),
            (("--charts", __file__), 2, "this is a file"),
        ],
    )
    def test_bad_input(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, word: str
    ) -> None:
        refused(ran(capsys, "triplets", *arguments), code, word)
