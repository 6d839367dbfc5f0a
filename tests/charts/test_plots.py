"""``.plot`` of every result: files that need nothing else, and the result's own numbers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError
from partwise.charts import Figure, Plots, file_names
from partwise.scoring.plots import MatrixPlots
from support.drawings import SVG, described, parsed, texts

REFERENCE = [0] * 6 + [1] * 5 + [2] * 4 + [3] * 3
CANDIDATES = {
    "near": [0] * 5 + [1] * 6 + [2] * 4 + [3] * 3,
    "coarse": [0] * 11 + [1] * 7,
    "fine": [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7],
}
INDICES = ["CC", "AMI", "VI", "R"]


class Scored:
    """What a matrix of scores has."""

    def __init__(self, values: list[list[float]], names: list[str], index: str) -> None:
        self.values, self.names, self.index = np.array(values), names, pw.index(index)


@cache
def compared() -> pw.Comparison:
    return pw.compare(REFERENCE, CANDIDATES, INDICES)


@cache
def planned() -> pw.Comparison:
    rng = np.random.default_rng(1)
    reference = rng.integers(0, 8, 300)
    is_right = rng.random((2, 300)) < np.array([[0.8], [0.75]])
    labels = np.where(is_right, reference, rng.integers(0, 8, (2, 300)))
    return pw.compare(reference, {"near": labels[0], "far": labels[1]}, ["CC"])


@cache
def landscape() -> pw.ensembles.Landscape:
    return pw.ensembles.landscape({"truth": REFERENCE, **CANDIDATES})


@cache
def covers() -> Any:
    near, far = [{0, 1}, {2, 3, 4}], [{0, 1, 2, 3, 4}, {2, 3, 4}]
    found = pw.compare(pw.Cover([{0, 1, 2}, {2, 3, 4}]), {"near": near, "far": far})
    assert found.disagreement.counts.any()
    return found


@cache
def consensus() -> pw.ensembles.Consensus:
    return pw.ensembles.consensus(CANDIDATES)


@cache
def stability() -> pw.ensembles.Stability:
    rng = np.random.default_rng(0)
    return pw.ensembles.stability({k: rng.integers(0, k, (4, 30)).tolist() for k in (2, 3, 5)})


@cache
def swept() -> pw.ensembles.Sweep:
    return pw.sweep(REFERENCE, {0.1: CANDIDATES["coarse"], 0.5: CANDIDATES["near"]}, INDICES)


@cache
def unreferenced() -> pw.ensembles.NeighbourSweep:
    return pw.sweep(None, CANDIDATES)


@cache
def tree() -> pw.ensembles.ClusterTree:
    return pw.ensembles.tree({"all": [0] * 18, **CANDIDATES})


@cache
def hierarchy() -> pw.Hierarchy:
    return pw.Hierarchy([[["a", "b"], "c"], ["d", "e"]])


@cache
def cluster_stability() -> pw.ensembles.ClusterStability:
    return pw.ensembles.cluster_stability(REFERENCE, CANDIDATES)


@cache
def tracking() -> pw.ensembles.Tracking:
    return pw.ensembles.track({"truth": REFERENCE, **CANDIDATES})


@cache
def study() -> pw.ensembles.Study:
    return pw.ensembles.study(
        {"d1": (REFERENCE, CANDIDATES), "d2": (REFERENCE[::-1], CANDIDATES)}, indices=INDICES
    )


@cache
def baseline() -> pw.chance.BaselineTest:
    return pw.chance.constant_baseline_test(["CC", "NMI"], n=[20, 40], samples=20, seed=1)


@cache
def curve() -> pw.chance.BiasCurve:
    return pw.chance.equal_clusters_curve(
        ["CC", "VI"], reference_sizes=[5, 5, 5], samples=20, seed=1
    )


@cache
def recommended() -> Any:
    return pw.recommend(distance=True, monotonicity=True)


@cache
def verdicts() -> Any:
    return pw.properties.table(["rand", "jaccard"], max_n=4, properties=["symmetry", "bias"])


@cache
def triplets() -> Any:
    return pw.properties.triplets(["R", "J"], max_n=5)


def matrix() -> MatrixPlots:
    return MatrixPlots(Scored([[1, -0.25], [-0.5, 1]], ["a", "b"], "CC"))


# Every picture of every result, by name.
PICTURES: dict[str, Callable[[], Figure]] = {
    "comparison": lambda: compared().plot(),
    "ranks": lambda: compared().plot.ranks(),
    "disagreement": lambda: compared().plot.disagreement(),
    "chance": lambda: compared().plot.chance(),
    "sizes": lambda: compared().plot.sizes(),
    "clusters": lambda: compared().plot.clusters("near"),
    "errors": lambda: compared().plot.errors("near"),
    "score table": lambda: compared().scores.plot(),
    "estimates": lambda: compared().estimates().plot(),
    "estimates by index": lambda: compared().estimates()["near"].plot(),
    "differences": lambda: compared().differences("near", "coarse").plot(),
    "plan": lambda: planned().plan().plot(),
    "plan for a width": lambda: planned().plan(width=0.1).plot(),
    "disagreement alone": lambda: compared().disagreement.plot(),
    "mistakes": lambda: compared().mistakes("near").plot(),
    "fates": lambda: compared().fates("near").plot(),
    "contingency": lambda: pw.contingency(REFERENCE, CANDIDATES["near"]).plot(),
    "contingency sizes": lambda: pw.contingency(REFERENCE, CANDIDATES["near"]).plot.sizes(),
    "map": lambda: landscape().plot(),
    "dendrogram": lambda: landscape().plot.dendrogram(),
    "matrix": lambda: landscape().plot.matrix(),
    "scores matrix": lambda: matrix()(),
    "covers": lambda: covers().plot(),
    "ranks of covers": lambda: covers().plot.ranks(),
    "disagreement about covers": lambda: covers().plot.disagreement(),
    "consensus": lambda: consensus().plot(),
    "stability": lambda: stability().plot(),
    "hierarchy": lambda: hierarchy().plot(),
    "tanglegram": lambda: hierarchy().plot.tanglegram([[["a", "c"], "b"], ["d", "e"]]),
    "cuts": lambda: hierarchy().bk_curve([[["a", "c"], "b"], ["d", "e"]]).plot(),
    "sweep": lambda: swept().plot(),
    "precision and recall": lambda: swept().plot.precision_recall(x="resolution"),
    "sizes along a sweep": lambda: swept().plot.sizes(),
    "neighbours": lambda: unreferenced().plot(),
    "sizes without a reference": lambda: unreferenced().plot.sizes(),
    "co-association": lambda: pw.ensembles.co_association(REFERENCE, CANDIDATES).plot(),
    "tree": lambda: tree().plot(),
    "tree stability": lambda: tree().plot.stability(),
    "stability of clusters": lambda: cluster_stability().plot(),
    "consistency of items": lambda: pw.ensembles.item_consistency(CANDIDATES).plot(),
    "tracking": lambda: tracking().plot(),
    "study": lambda: study().plot(),
    "wins": lambda: study().plot.wins(),
    "preferences": lambda: study().plot.preferences("near", "fine"),
    "curve": lambda: curve().plot(),
    "surface": lambda: pw.chance.bias_surface("rand", steps=6).plot(),
    "baseline": lambda: baseline().plot(),
    "recommendation": lambda: recommended().plot(),
    "agreement": lambda: pw.recommend(judgements=[(REFERENCE, *CANDIDATES.values())[:3]]).plot(),
    "properties": lambda: verdicts().plot(),
    "decision": lambda: pw.properties.decision().plot(),
    "triplets": lambda: triplets().plot(),
    "triplet": lambda: triplets()[0].plot(),
}
every_picture = pytest.mark.parametrize("draw", PICTURES.values(), ids=list(PICTURES))


# Files


@every_picture
def test_a_picture_is_saved_in_every_form(draw: Callable[[], Figure], tmp_path: Path) -> None:
    figure = draw()
    files = [figure.save(tmp_path / f"chart.{form}") for form in ("svg", "png", "HTML")]
    assert sorted(tmp_path.iterdir()) == sorted(files)
    drawing, picture, page = (path.read_bytes() for path in files)
    assert parsed(drawing.decode()).findtext(f"{SVG}title") == figure.title
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    text = page.decode()
    assert text.startswith("<!doctype html>")
    assert not re.search(r"<script|\bsrc=|\bhref=|@import|url\((?!#)", text)
    assert set(re.findall(r"https?://[^\"' <]+", text)) == {SVG[1:-1]}
    assert figure.description.replace("&", "&amp;") in text
    assert figure.chart.to_dict()["title"]["text"] == figure.title  # which checks the schema


@every_picture
def test_a_picture_says_what_it_shows(draw: Callable[[], Figure]) -> None:
    figure = draw()
    assert repr(figure) == f"<Figure {figure.title!r}>"
    assert described(figure)
    assert max(len(mark.text) for mark in texts(figure)) <= 130
    assert float(parsed(figure._repr_svg_()).get("width", "inf")) < 1100


@pytest.mark.parametrize("name", ["chart.gif", "chart", "chart.svg.gz", ".svg"])
def test_other_endings_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"let the name end with \.svg, \.png or \.html"):
        PICTURES["sizes"]().save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_notebook_gets_the_drawing() -> None:
    formatter = pytest.importorskip("IPython.core.formatters").DisplayFormatter()
    figure = PICTURES["comparison"]()
    shown, _ = formatter.format(figure)
    assert set(shown) == {"image/svg+xml", "text/plain"}
    assert parsed(shown["image/svg+xml"]).findtext(f"{SVG}desc") == figure.description
    assert shown["text/plain"] == "<Figure 'Scores by index'>"


HOSTILE = '<script>alert("1")</script> & ]]>'


def test_hostile_names_are_text_in_the_page(tmp_path: Path) -> None:
    found = pw.compare(REFERENCE, {HOSTILE: CANDIDATES["near"], "b": CANDIDATES["fine"]}, ["CC"])
    for figure in (found.plot(), found.plot.errors(HOSTILE), found.plot.clusters(HOSTILE)):
        page = figure.save(tmp_path / "page.html").read_text("utf-8")
        assert "<script" not in page
        parsed(page[page.index("<svg") : page.index("</svg>") + 6])
        assert HOSTILE in unescape(page)


# The accessor


def every_kind_of_plots() -> Iterator[type[Any]]:
    house = Path(pw.__file__).parent
    for path in house.rglob("*plots.py"):
        import_module(".".join(["partwise", *path.relative_to(house).with_suffix("").parts]))
    waiting: list[type[Any]] = [Plots]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind is not Plots:
            yield kind


def test_every_picture_is_drawn_here() -> None:
    """A picture that has no entry above would be seen by nobody."""
    drawn: set[tuple[str, str]] = set()

    def traced(kind: type[Any], name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: Any, *args: Any, **options: Any) -> Any:
            drawn.add((kind.__name__, name))
            return method(self, *args, **options)

        return call

    kinds = list(every_kind_of_plots())
    assert len(kinds) >= 19
    with pytest.MonkeyPatch.context() as patch:
        pictures = set()
        for kind in kinds:
            for name, method in list(vars(kind).items()):
                if callable(method) and not name.startswith("_") and name != "save":
                    pictures.add((kind.__name__, name))
                    patch.setattr(kind, name, traced(kind, name, method))
            main = vars(kind)["__call__"].__name__
            patch.setattr(kind, "__call__", vars(kind)[main])
        for draw in PICTURES.values():
            draw()
    assert drawn == pictures


def test_the_accessor_names_its_pictures() -> None:
    words = repr(compared().plot)
    assert ".ranks()" in words
    assert ".errors()" in words
    assert words.count("save") == 1


def test_what_cannot_be_drawn_says_why() -> None:
    same = pw.compare(REFERENCE, {"same": list(REFERENCE)}, ["CC"])
    with pytest.raises(InputError, match="same: there are no splits or merges"):
        same.plot.errors("same")
    with pytest.raises(InputError, match="there is no candidate 'other'"):
        same.plot.errors("other")
    with pytest.raises(InputError, match="jaccard was not compared"):
        same.plot.scores(["J"])
    with pytest.raises(InputError, match="jaccard was not scored"):
        same.scores.plot(["J"])
    with pytest.raises(InputError, match="no curve to draw; No number of items can be planned"):
        same.plan(width=0.1).plot()
    with pytest.raises(InputError, match="only estimates and differences"):
        same.better_than_chance(samples=9)["same"].plot()


def test_a_missing_library_is_named() -> None:
    code = (
        "import sys; sys.modules['vl_convert'] = None; sys.modules['altair'] = None\n"
        "import partwise as pw\n"
        "figure = pw.contingency([0, 1], [0, 0]).plot()\n"
        "for use in (lambda: figure.save('x.svg'), lambda: figure.chart):\n"
        "    try: use()\n"
        "    except pw.PartwiseError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert all('pip install "partwise[report]"' in line for line in lines)


# Numbers


def rows(figure: Figure, *fields: str) -> list[dict[str, Any]]:
    """Return the rows of a chart's data that have all of these fields, as Altair reads them."""
    found: list[dict[str, Any]] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            for row in part.get("data", {}).get("values", []) if "data" in part else []:
                if set(fields) <= set(row) and row not in found:
                    found.append(row)
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(json.loads(json.dumps(figure.spec)))
    return found


def test_scores_are_those_of_the_comparison() -> None:
    found = compared()
    estimates = found.estimates()
    panels = found.plot.scores().spec["hconcat"]
    assert len(panels) == len(INDICES)
    for panel in panels:
        index = pw.index(panel["title"]["text"])
        circles = panel["layer"][-2 if panel["layer"][-1]["mark"]["type"] == "text" else -1]
        by_row = {row["row"]: row for row in circles["data"]["values"]}
        for place, name in enumerate(found.ranking):
            row, e = by_row[place], estimates[name][index.key]
            assert row["value"] == found.scores[name][index.key]
            assert (row.get("low"), row.get("high")) == (e.low, e.high)
            assert row["best"] == (name in found.preferred[index.key])
        lower = "lower is better" if index.direction == "distance" else "higher is better"
        assert panel["title"]["subtitle"] == lower


def test_estimates_and_differences_are_drawn_as_they_are() -> None:
    found = compared()
    differences = found.differences("near", "coarse")
    drawn = rows(found.differences("near", "coarse").plot(), "value", "tip")
    values = {row["tip"].split(":")[0]: row["value"] for row in drawn if "colour" in row}
    assert values == {pw.index(key).short: d.value for key, d in differences.items() if key != "vi"}
    whole = found.estimates(["CC", "VI"])
    drawn = rows(whole.plot(), "value", "best")
    assert sorted(row["value"] for row in drawn) == sorted(
        e.value for by_key in whole.values() for e in by_key.values()
    )


def test_a_difference_is_blue_where_the_first_is_better() -> None:
    """For a distance, a lower score of the first is what makes it the better one."""
    rng = np.random.default_rng(0)
    truth, noise = np.arange(300) % 3, rng.random(300)
    good, bad = (np.where(noise < share, rng.integers(0, 3, 300), truth) for share in (0.1, 0.4))
    both = pw.compare(truth, {"good": good, "bad": bad}, ["CC", "correlation_distance"])
    found = both.differences("good", "bad")
    assert found["CC"].low > 0 > found["correlation_distance"].high  # type: ignore[operator]
    colours = {row["colour"] for row in rows(found.plot(), "value", "colour")}
    turned = both.differences("bad", "good").plot()
    others = {row["colour"] for row in rows(turned, "value", "colour")}
    assert len(colours) == len(others) == 1
    assert colours != others


def test_tables_are_drawn_as_they_are() -> None:
    table = pw.contingency(REFERENCE, CANDIDATES["fine"])
    counts = [int(row["text"]) for row in rows(table.plot(), "row", "column", "tip")]
    assert sorted(counts) == sorted(table.cells.counts.tolist())
    assert sum(counts) == len(REFERENCE)
    for figure, wins in ((study().plot.wins(), study().wins),):
        drawn = sorted(int(row["text"]) for row in rows(figure, "row", "column"))
        assert drawn == sorted(won for by_name in wins.values() for won in by_name.values())


def test_disagreement_is_drawn_as_it_is() -> None:
    result = compared().disagreement
    cells = rows(result.plot(), "row", "column", "tip")
    order = [result.indices[place] for place in result.order]
    keys = list(result.indices)
    for cell in cells:
        i, j = keys.index(order[cell["row"] + 1]), keys.index(order[cell["column"]])
        said = re.search(r": (\d+) of (\d+) pairs", cell["tip"])
        assert said
        assert [int(number) for number in said.groups()] == [result.counts[i, j], 3]
    assert len(cells) == 6


def test_a_matrix_is_drawn_as_it_is() -> None:
    figure = matrix()()
    tips = [row["tip"] for row in rows(figure, "row", "column", "tip")]
    assert tips == [
        "a and a: 1.0000 by CC",
        "a and b: −0.2500 by CC",
        "b and a: −0.5000 by CC",
        "b and b: 1.0000 by CC",
    ]
    by_value = {row["tip"]: row["colour"] for row in rows(figure, "row", "column", "tip")}
    assert len(set(by_value.values())) == 3
    assert "higher is better" in figure.description
    undefined = MatrixPlots(Scored([[1, np.nan], [np.nan, 1]], ["a", "b"], "VI"))()
    assert len(rows(undefined, "row", "column", "tip")) == 2
    assert "lower is better" in undefined.description


def test_baselines_are_drawn_as_they_are() -> None:
    test = baseline()
    drawn = {
        (row["tip"].split(",")[0], row["kind"], row["n"]): row["value"]
        for row in rows(test.plot(), "kind", "n", "value")
    }
    assert drawn == {
        (tested.index.label, kind, n): average
        for tested in test.results.values()
        for n, finding in zip(test.items, tested.findings, strict=True)
        for kind, average in zip(test.candidates, finding.averages, strict=True)
    }
    outcomes = [panel["title"]["subtitle"] for panel in test.plot().spec["vconcat"][1]["hconcat"]]
    expected = ["rejected" if key in test.rejected else "not rejected" for key in test.results]
    assert [outcome.split(",")[0] for outcome in outcomes] == expected


def test_consensus_and_curves_are_drawn_as_they_are() -> None:
    found = consensus()
    drawn = [row["value"] for row in rows(found.plot(), "best", "value")]
    assert set(drawn) == {*found.distances.values(), *found.medoid_distances.values()}
    points = {
        (row["x"], row["mean"], row["low"], row["high"]) for row in rows(curve().plot(), "mean")
    }
    assert points == {
        (p.x, p.mean, p.low, p.high) for series in curve().points.values() for p in series
    }
    plan = planned().plan()
    sizes = {(row["size"], row["value"], row["low"]) for row in rows(plan.plot(), "value", "low")}
    assert sizes == {(p.size, p.power, p.least_power) for p in plan.curve}
    shown = {row["value"] for row in rows(cluster_stability().plot(), "value", "low")}
    assert shown >= {row.mean for row in cluster_stability().clusters}
    means = [row["mean"] for row in rows(stability().plot(), "mean", "low")]
    assert means == [p.mean for p in stability().points]


def test_verdicts_are_drawn_as_they_are() -> None:
    table = verdicts()
    drawn = {row["tip"].split(":")[0]: row["tone"] for row in rows(table.plot(), "tone")}
    words = {True: "yes", False: "no", None: "unknown"}
    assert drawn == {
        f"{key}, {title}": words[table.verdict(key, about).holds]
        for key in ("rand", "jaccard")
        for about, title in (("symmetry", "Symmetry"), ("bias", "No bias"))
    }
    found = recommended()
    tones = [row["tone"] for row in rows(found.plot(), "tone")]
    columns = len(found.requirements)
    met = len(found.admissible)
    assert tones[: met * columns] == ["yes"] * (met * columns)
    assert all("no" in tones[i : i + columns] for i in range(met * columns, len(tones), columns))


def test_sweeps_are_drawn_as_they_are() -> None:
    result = swept()
    best = {row["tip"]: (row["x"], row["y"]) for row in rows(result.plot(), "colour", "tip")}
    for index in result.indices:
        (spot,) = [spot for tip, spot in best.items() if tip.startswith(f"{index.short}: best ")]
        best_one = result.best(index)
        assert spot == (best_one.threshold, best_one.score)
    drawn = {
        (row["recall"], row["precision"]) for row in rows(result.plot.precision_recall(), "order")
    }
    assert drawn == set(zip(result.recall.tolist(), result.precision.tolist(), strict=True))
    chosen = result.plot(["VI"])
    assert "Variation" not in chosen.description
    assert [row["text"] for row in rows(chosen, "y", "text")].count("VI") == 1
    with pytest.raises(InputError, match="jaccard is not among the indices"):
        result.plot(["J"])
    similar = [row["y"] for row in rows(unreferenced().plot(), "x", "y") if row["y"] <= 1]
    assert set(unreferenced().similarity[:-1].tolist()) <= set(similar)


# More than fit


def test_more_candidates_than_fit_are_cut_with_a_note() -> None:
    rng = np.random.default_rng(3)
    many = {f"c{i:03}": rng.integers(0, 3, 40) for i in range(45)}
    found = pw.compare(rng.integers(0, 3, 40), many, ["CC", "VI"])
    note = "The chart shows the first 40 of 45 candidates, best first."
    for draw in (found.plot.scores, found.plot.ranks, found.plot.chance, found.plot.sizes):
        assert note in draw().description
    marks = [mark.label for mark in described(found.plot.scores()) if mark.label]
    shown = {label.split(",")[0] for label in marks}
    assert shown == set(found.ranking[:40])
    assert "of 45 by" in described(found.plot.ranks())[-1].label
    near = pw.ensembles.landscape(many)
    for draw in (near.plot.dendrogram, near.plot.matrix):
        assert "40 of 45 clusterings, those nearest to all others first" in draw().description
    assert "Names are left out above 40 points." in near.plot.map().description


def test_more_indices_and_clusters_than_fit_are_cut_with_a_note() -> None:
    found = pw.compare(REFERENCE, CANDIDATES, "all")
    in_all = len(found.indices)
    assert f"The chart shows 8 of {in_all} indices" in found.plot().description
    assert f"of {in_all} indices" in found.plot.ranks().description
    assert f"of {in_all} indices" in found.plot.disagreement().description
    assert "indices" not in found.plot.scores(["CC", "VI"]).description.partition("Shown")[2]
    large = pw.contingency(np.arange(60) // 3, np.arange(60) // 4).plot()
    words = "12 of 20 clusters of the reference and 9 of 15 clusters of the candidate"
    assert words in large.description


# Names of files


def test_files_are_named_after_candidates(tmp_path: Path) -> None:
    names = [
        "ward_10",
        "WARD_10",
        "../../up",
        "a/b\\c",
        "..",
        "é",
        "e\u0301",
        "x" * 300,
        "\x00",
        "",
    ]
    near = CANDIDATES["near"]
    found = pw.compare(REFERENCE, dict.fromkeys(names, near), ["CC"])
    written = found.plot.save(tmp_path / "charts")
    assert sorted(tmp_path.iterdir()) == [tmp_path / "charts"]
    assert sorted((tmp_path / "charts").iterdir()) == sorted(written)
    errors = [path.stem for path in written if path.stem.startswith("errors-")]
    assert len({stem.casefold() for stem in errors}) == len(names)
    assert {"errors-ward_10", "errors-WARD_10-2", "errors-up", "errors-a-b-c"} <= set(errors)
    assert max(len(path.name.encode()) for path in written) < 120


@pytest.mark.parametrize("names", [["a", "a-2", "a", "A"], ["", "unnamed", " "], ["ß", "ss", "SS"]])
def test_names_of_files_are_different(names: list[str]) -> None:
    files = file_names(names)
    assert len({name.casefold() for name in files}) == len(names)
    assert all(re.fullmatch(r"\w[\w.-]*", name) for name in files)


def test_the_command_names_files_after_candidates(tmp_path: Path) -> None:
    lines = ["item,gold,ward_10,k means"]
    lines += [
        f"{i},{a},{b},{c}"
        for i, (a, b, c) in enumerate(zip(REFERENCE, *list(CANDIDATES.values())[:2], strict=True))
    ]
    labels = tmp_path / "all.csv"
    labels.write_text("\n".join(lines) + "\n", "utf-8")
    folder = tmp_path / "charts"
    command = partial(subprocess.run, capture_output=True, text=True, check=True)
    done = command(
        [sys.executable, "-m", "partwise", "compare", str(labels), "--reference", "gold",
         "--index", "CC", "--index", "VI", "--charts", str(folder)]
    )  # fmt: skip
    names = {path.stem for path in folder.iterdir()}
    assert names == {
        *("scores", "ranks", "disagreement", "chance", "sizes"),
        *("clusters-ward_10", "errors-ward_10", "clusters-k-means", "errors-k-means"),
    }
    assert f"{len(names)} charts are in {folder.resolve()}" in done.stderr
