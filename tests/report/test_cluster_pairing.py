"""What the page says of matched clusters, and how far its making is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import partwise as pw
from partwise.base.progress import tracked
from partwise.chance import random_candidates
from partwise.comparison.reporting import page_of
from partwise.tables import figures as limits
from partwise.tables.figures import pairing

REFERENCE = [0] * 6 + [1] * 5 + [2] * 4 + [3] * 3
CANDIDATES = {
    "near": [0] * 5 + [1] * 6 + [2] * 4 + [3] * 3,
    "coarse": [0] * 11 + [1] * 7,
}


@pytest.fixture
def compared() -> pw.Comparison:
    return pw.compare(REFERENCE, CANDIDATES, ["CC", "J"])


@pytest.mark.parametrize("seed", range(5))
def test_clusters_are_paired_as_they_are_matched(seed: int) -> None:
    generator = np.random.default_rng(seed)
    reference, candidate = generator.integers(0, 8, (2, 60))
    compared = pw.compare(reference, {"c": candidate}, ["CC"])
    table, matching = compared.table("c"), compared.matching("c")
    found = pairing(table)
    assert found is not None
    assert found.matches == len(matching.pairs)
    assert found.accuracy == matching.accuracy
    rows = {label: i for i, label in enumerate(table.row_labels)}
    for match in matching.pairs:
        assert table.column_labels[found.partner[rows[match.reference]]] == match.candidate


def test_the_page_says_that_matching_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    entangled = [0] * 5 + [1] * 4 + [0] * 4  # best matched by its two cells of 4, not that of 5
    compared = pw.compare([0] * 9 + [1] * 4, {"entangled": entangled}, ["CC"])
    words, outlines = "too many clusters to match them one to one", "Outlined cells"
    page = page_of(compared)
    assert words not in page
    assert outlines in page
    monkeypatch.setattr(limits, "_MOST_WORK", 0)
    page = page_of(compared)
    assert words in page
    assert outlines not in page


def test_fewer_random_candidates_are_drawn_where_they_are_large(
    compared: pw.Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compared.samples == 200
    assert "mean of 200 random clusterings" in page_of(compared)
    # A table of "near" has at most 16 cells and 18 items, one of "coarse" 8 cells: 24 to be drawn.
    monkeypatch.setattr(random_candidates, "_MOST_WORK", 24 * 70)
    again = pw.compare(REFERENCE, CANDIDATES, ["CC", "J"])
    assert again.samples == 70
    assert len(again.chance["near"]["correlation"].values) == 70
    monkeypatch.setattr(random_candidates, "_MOST_WORK", 1)
    assert pw.compare(REFERENCE, CANDIDATES, ["CC"]).samples == 40


# How far it is


def test_reports_and_charts_show_how_far_they_are(
    compared: pw.Comparison, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compared.report(tmp_path / "quiet.html")
    assert capsys.readouterr() == ("", "")
    compared.report(tmp_path / "report.html", progress=True)
    assert "report:" in capsys.readouterr().err
    written = compared.plot.save(tmp_path / "charts", progress=True)
    assert "charts:" in capsys.readouterr().err
    names = {"scores", "ranks", "disagreement", "chance", "sizes"}
    names |= {f"{kind}-{name}" for kind in ("clusters", "errors") for name in CANDIDATES}
    assert {path.stem for path in written} == names
    assert len(written) == 2 * len(names)


def test_charts_that_would_be_empty_are_left_out(tmp_path: Path) -> None:
    same = pw.compare(REFERENCE, {"same": list(REFERENCE)}, ["CC"])
    names = {path.stem for path in same.plot.save(tmp_path)}
    assert names == {"scores", "chance", "sizes", "clusters-same"}


def test_an_interrupted_report_leaves_no_file(
    compared: pw.Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("partwise.report.page.errors_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compared.report(tmp_path / "report.html", progress=True)
    assert not list(tmp_path.iterdir())
    assert list(tracked([1], 1, "after: ", show=True)) == [1]


def test_there_is_one_bar_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> Iterator[int]:
        for _ in range(2):
            yield from tracked([1, 2], 2, "inner: ", show=True)

    assert list(tracked(work(), 4, "outer: ", show=True)) == [1, 2, 1, 2]
    shown = capsys.readouterr().err
    assert "outer" in shown
    assert "inner" not in shown
    assert list(tracked([1], 1, "next: ", show=True)) == [1]
    assert "next" in capsys.readouterr().err
