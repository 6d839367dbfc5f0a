"""The page of a sweep: self-contained, true to the sweep, safe with any name."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import partwise as pw
from partwise.base import InputError, Table
from partwise.charts import SweepAxis, SweepLine, sweep_curves
from partwise.report import SweepContents, sweep_html
from partwise.report.cells import rows_of
from support.pages import by_id, check_page, tables, words

HOSTILE = '<script>alert("1")</script> & {{ 7*7 }}'


def page_of(result: pw.ensembles.Sweep, command: str | None = None) -> str:
    return sweep_html(result.report_section(command=command))


def swept(n: int = 400) -> pw.ensembles.Sweep:
    rng = np.random.default_rng(3)
    labels = np.repeat(np.arange(n // 4), 4)
    pairs = [
        (i, i + 1, float(rng.beta(6, 2) if (i + 1) % 4 else rng.beta(2, 4))) for i in range(n - 1)
    ]
    return pw.sweep(labels, pairs, ["ARI", "BCubed", "VI"])


@pytest.fixture(scope="module")
def result() -> pw.ensembles.Sweep:
    return swept()


@pytest.fixture(scope="module")
def page(result: pw.ensembles.Sweep) -> str:
    return page_of(result, command="partwise sweep gold.csv pairs.csv")


def test_the_page_needs_nothing_else(page: str) -> None:
    root = check_page(page)
    assert set(re.findall(r"\w+://[^\s\"<]*", page)) == {"http://www.w3.org/2000/svg"}
    for section in ("curves", "precision-recall", "sizes", "thresholds", "about"):
        by_id(root, section)
    assert "partwise sweep gold.csv pairs.csv" in words(by_id(root, "about"))


def test_the_answer_is_that_of_the_sweep(page: str, result: pw.ensembles.Sweep) -> None:
    best = result.best("ARI")
    answer = words(by_id(check_page(page), "answer"))
    shown = float(answer.removeprefix("Best threshold: ").split()[0])
    assert result.at(shown) == result.at(best.threshold)
    assert answer.startswith(f"Best threshold: {shown:.6g} By ARI")
    assert str(best) in answer
    assert best.low is not None
    assert best.high is not None
    assert f"{best.low:.4f} to {best.high:.4f}" in answer


def test_the_table_has_the_scores(page: str, result: pw.ensembles.Sweep) -> None:
    (cells,) = tables(by_id(check_page(page), "thresholds"))
    assert cells[0] == [
        "threshold",
        "clusters",
        "largest",
        "precision",
        "recall",
        "ARI",
        "BCubed",
        "VI",
    ]
    assert 150 < len(cells) - 1 <= 200 < len(result)
    by_threshold = {f"{t:.6g}": i for i, t in enumerate(result.thresholds.tolist())}
    for row in cells[2:]:
        place = by_threshold[row[0]]
        assert row[1] == str(result.clusters[place])
        assert row[5] == f"{result.scores['ARI'][place]:.4f}".replace("-", "−")
    assert cells[1][0] == "∞"
    shown = {row[0] for row in cells}
    for index in ("ARI", "BCubed", "VI"):
        assert f"{result.best(index).threshold:.6g}" in shown


def test_the_best_scores_stand_out(page: str, result: pw.ensembles.Sweep) -> None:
    bold = [words(e) for e in by_id(check_page(page), "thresholds").iter("strong")]
    assert sorted(bold) == sorted(
        f"{result.best(index).score:.4f}" for index in ("ARI", "BCubed", "VI")
    )


def test_hostile_names_are_text(tmp_path: Path) -> None:
    runs = {HOSTILE: [0, 0, 1, 1, 2, 2], "b": [0, 0, 0, 1, 1, 1]}
    labels = [HOSTILE, HOSTILE, "x", "x", "y", "y"]
    options = {"x": HOSTILE, "title": HOSTILE, "command": HOSTILE}
    for reference in (labels, None):
        result = pw.sweep(reference, runs, "ARI")
        path = result.report(tmp_path / "page.html", **options)  # type: ignore[arg-type]
        root = check_page(path.read_text("utf-8"))
        assert [words(h) for h in root.iter("h1")] == [HOSTILE]


def test_the_report_of_a_comparison_has_a_section(
    tmp_path: Path, result: pw.ensembles.Sweep
) -> None:
    """With what the page of the sweep has, and no id twice."""
    compared = pw.compare(np.repeat(np.arange(100), 4), {"at 0.5": result.at(0.5)}, ["ARI", "VI"])
    path = compared.report(tmp_path / "report.html", sweep=result, level=0.9)
    root = check_page(path.read_text("utf-8"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert "Sweep" in [words(link) for link in root.iter("a") if link.get("href") == "#sweep"]
    alone = check_page(sweep_html(result.report_section(level=0.9)))
    assert words(by_id(root, "sweep-answer")) == words(by_id(alone, "answer"))
    for part in ("curves", "precision-recall", "sizes"):
        by_id(root, f"sweep-{part}")
    shown = tables(by_id(root, "sweep-thresholds"))
    assert shown == tables(by_id(alone, "thresholds"))
    reading = "they hold for all compared thresholds at once"
    assert reading in words(by_id(root, "about"))
    without = check_page(compared.report(path).read_text("utf-8"))
    assert not [e for e in without.iter() if "sweep" in (e.get("id") or "")]
    assert reading not in words(without)


def test_hostile_names_are_text_in_the_section_too(tmp_path: Path) -> None:
    runs = {HOSTILE: [0, 0, 1, 1, 2, 2], "b": [0, 0, 0, 1, 1, 1]}
    compared = pw.compare([0, 0, 1, 1, 2, 2], runs, "ARI")
    steady = pw.sweep(None, {HOSTILE: [0, 0, 1, 1], "b": [0, 0, 1, 1], "c": [0, 1, 0, 1]})
    for result in (pw.sweep([0, 0, 1, 1, 2, 2], runs, "ARI"), steady):
        path = compared.report(tmp_path / "report.html", sweep=result)
        root = check_page(path.read_text("utf-8"))
        assert HOSTILE in words(by_id(root, "sweep-answer"))


def test_without_a_reference(tmp_path: Path) -> None:
    result = pw.sweep(None, [("a", "b", 0.9), ("b", "c", 0.8), ("c", "d", 0.2)])
    root = check_page(result.report(tmp_path / "page.html").read_text("utf-8"))
    widest = result.stretches[0]
    assert f"Steady from {widest.start:g} to {widest.end:g}" in words(by_id(root, "answer"))
    assert [len(table) - 1 for table in tables(by_id(root, "thresholds"))] == [len(result)]
    changing = pw.sweep(None, {1: [0, 0, 1, 1], 2: [0, 1, 0, 1]}, tolerance=0)
    root = check_page(changing.report(tmp_path / "page.html").read_text("utf-8"))
    assert "The clustering keeps changing" in words(by_id(root, "answer"))
    named = pw.sweep(None, {"a": [0, 0, 1, 1], "b": [0, 0, 1, 1], "c": [0, 1, 0, 1]})
    root = check_page(named.report(tmp_path / "page.html").read_text("utf-8"))
    assert "Steady from a to b" in words(by_id(root, "answer"))


@pytest.mark.parametrize("name", ["page.pdf", "."])
def test_other_files_are_refused(name: str, tmp_path: Path, result: pw.ensembles.Sweep) -> None:
    with pytest.raises(InputError, match=r"\.html|folder"):
        result.report(tmp_path / name)


def test_the_level_and_the_sample_are_chosen(result: pw.ensembles.Sweep) -> None:
    best = result.best(level=0.8)
    told = result.report_section(level=0.8).text
    assert f"80% CI {best.low:.4f} to {best.high:.4f}" in told
    assert "interval" not in result.report_section(sampling=None).text


def test_no_number_is_twice_in_the_answer(page: str) -> None:
    _, *said = by_id(check_page(page), "answer")  # after the name of the best threshold
    numbers = re.findall(r"\d\.\d{4}", " ".join(map(words, said)))
    assert len(numbers) >= 3
    assert len(numbers) == len(set(numbers))


def test_the_page_is_made_from_plain_data() -> None:
    axis = SweepAxis([1, 2])
    contents = SweepContents(
        title="T",
        subtitle="S",
        headline="H",
        text="It is so.",
        facts=[("fact", "7")],
        figures={"curves": sweep_curves(axis, [SweepLine("ARI", [0.1, 0.2])])},
        best=Table(["index", "threshold"], [["ARI", 2.0]], notes=["Mind the gap."]),
        thresholds=Table(["threshold", "ARI"], [[1.0, 0.1], [2.0, None]]),
    )
    root = check_page(sweep_html(contents))
    assert "Mind the gap." in words(root)
    assert tables(by_id(root, "thresholds")) == [[["threshold", "ARI"], ["1", "0.1000"], ["2", ""]]]


def test_tables_of_nothing_have_their_headings() -> None:
    rows = rows_of(Table(["start", "end"], []))
    assert [head.text for head in rows.heads] == ["start", "end"]
    assert not rows.rows


def test_clusterings_without_numbers_are_called_by_their_names() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 5, 400)

    def noisy(share: float) -> list[int]:
        return [*np.where(rng.random(400) < share, rng.integers(0, 5, 400), labels)]

    runs = {"far": noisy(0.6), "near": noisy(0.1), "alike": noisy(0.1)}
    result = pw.sweep(labels, runs, "ARI")
    best = result.best()
    names = [[*runs][int(threshold)] for threshold in best.plateau]
    assert names == ["near", "alike"]
    assert str(best).startswith(f"By ARI, {best.word} is the best clustering: ")
    assert "clusterings, near and alike, cannot be distinguished" in str(best)
    assert best.to_dict()["name"] == best.word == [*runs][int(best.threshold)]
    answer = words(by_id(check_page(page_of(result)), "answer"))
    assert answer.startswith(f"Best clustering: {best.word}")
    numbered = pw.sweep(labels, {f"leiden_{i}": run for i, run in enumerate(runs.values())}, "ARI")
    assert not numbered.best().names
