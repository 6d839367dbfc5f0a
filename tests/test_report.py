"""The report as a file: self-contained, in order, true to the comparison, safe with any name."""

from __future__ import annotations

import base64
import csv
import hashlib
import platform
import re
from collections import Counter
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
import pytest

import partwise as pw
from pages import tables, tree, words
from partwise.comparison import Comparison
from partwise.errors import InputError
from partwise.report import report_html, save_charts, write_report

DIGITS = Path(__file__).parent.parent / "examples" / "digits" / "all.csv"
COMMAND = "partwise compare all.csv --reference reference"
FEW = ["CC", "NMI", "R"]
REFERENCE = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
GOOD = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
BAD = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'",
    "&",
    "&amp;",
    "</style>",
    "</script>",
    "{{ 7*7 }}",
    "{% raw %}",
    "naïve 数据 🙂",
    "עברית",
    "W" * 400,
]


def digits_labels() -> dict[str, list[str]]:
    with DIGITS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0] if name != "item"}


@pytest.fixture(scope="module")
def digits() -> Comparison:
    labels = digits_labels()
    return pw.compare(labels.pop("reference"), labels)


@pytest.fixture(scope="module")
def page(digits: Comparison) -> str:
    return report_html(digits, command=COMMAND)


def by_id(root: Element, name: str) -> Element:
    (found,) = [element for element in root.iter() if element.get("id") == name]
    return found


def small(candidates: Any, reference: Any = REFERENCE, **options: Any) -> Comparison:
    return pw.compare(reference, candidates, FEW, **options)


# One file that needs nothing else


def check_page(page: str) -> Element:
    """Check all that has to hold for every page; return its tree."""
    root = tree(page)
    page.encode()
    assert Counter(element.tag for element in root.iter())["script"] == 1
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in {"src", "srcset", "action", "data", "xlink:href", "http-equiv"} or (
                element.tag == "meta"
            )
            if name == "href":
                assert value == "data:," or value[1:] in ids
            if name in {"aria-describedby", "aria-labelledby"}:
                assert value in ids
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target[1:] in ids
        if element.tag == "th":
            assert element.get("scope") in {"row", "col"}
        if element.tag == "svg":
            assert element.get("aria-label")
            assert words(by_id(root, element.attrib["aria-describedby"]))
    (style,) = root.iter("style")
    assert not re.search(r"url\(|@import|expression|http", style.text or "")
    return root


def test_a_page_needs_nothing_else(page: str) -> None:
    root = check_page(page)
    assert set(re.findall(r"\w+://[^\s\"<]*", page)) == {"http://www.w3.org/2000/svg"}
    assert root.get("lang") == "en"
    assert [words(h) for h in root.iter("h1")] == ["Comparison of 6 candidates with a reference"]


def test_only_its_own_script_may_run(page: str) -> None:
    root = tree(page)
    (script,) = root.iter("script")
    digest = base64.b64encode(hashlib.sha256((script.text or "").encode()).digest()).decode()
    (policy,) = [
        meta.attrib["content"]
        for meta in root.iter("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{digest}'"
    assert rules.keys() == {"default-src", "img-src", "style-src", "script-src"}
    assert rules["img-src"] == "data:"


def test_it_is_a_few_hundred_kilobytes(page: str) -> None:
    assert len(page.encode()) < 400_000


def test_thirty_candidates_stay_below_a_megabyte() -> None:
    random = np.random.default_rng(0)
    reference = random.integers(0, 30, 1500)
    candidates = {
        f"candidate number {i}": np.where(
            random.random(1500) < i / 40, random.integers(0, 60, 1500), reference
        )
        for i in range(30)
    }
    page = report_html(pw.compare(reference, candidates))
    assert len(check_page(page).findall(".//table[@class='sortable scores']/tbody/tr")) == 30
    assert len(page.encode()) < 1_000_000


# What it says, and in which order


def test_it_reads_from_the_answer_down(page: str) -> None:
    root = tree(page)
    order = [section.get("id") for section in root.iter("section")]
    assert order == [
        "answer", "scores", "ranks", "disagreement", "chance", "sizes", "errors", "data", "about",
    ]  # fmt: skip
    links = [a.attrib["href"][1:] for a in root.findall(".//nav/a")]
    assert links == order[1:]
    kinds = [e.tag for e in by_id(root, "scores").iter() if e.tag in {"table", "svg", "details"}]
    assert kinds == ["table", "svg", "details", "table"]
    kinds = [e.tag for e in by_id(root, "disagreement").iter() if e.tag in {"li", "svg"}]
    assert kinds == ["li"] * (len(kinds) - 1) + ["svg"]
    assert len(kinds) > 1
    first = next(by_id(root, "errors").iter("details"))
    titles = [e.attrib["aria-label"] for e in first.iter("svg")]
    assert len(titles) == 2
    assert [e.tag for e in first.iter() if e.tag in {"svg", "table"}] == ["svg", "svg", "table"]
    levels = [int(e.tag[1]) for e in root.iter() if re.fullmatch("h[1-6]", e.tag)]
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))
    about = by_id(root, "about")
    facts = dict(zip(map(words, about.iter("dt")), map(words, about.iter("dd")), strict=True))
    assert facts["partwise"] == pw.__version__
    assert facts["Python, NumPy"] == f"{platform.python_version()}, {np.__version__}"
    assert facts["seed"] == "0"
    assert words(next(about.iter("pre"))) == COMMAND


def test_scores_are_those_of_the_library(digits: Comparison, page: str) -> None:
    labels = digits_labels()
    reference = labels["reference"]
    scores = next(by_id(tree(page), "scores").iter("table"))
    heads = [words(th) for th in scores.iter("th") if th.get("scope") == "col"]
    assert heads[:3] == ["candidate", "clusters", "CC"]
    assert len(heads) == 10
    rows = scores.findall("tbody/tr")
    assert {words(row[0]) for row in rows} == set(labels) - {"reference"}
    cc = [pw.score(reference, labels[words(row[0])], "CC") for row in rows]
    assert cc == sorted(cc, reverse=True)
    for row in rows:
        name = words(row[0])
        assert words(row[1]) == str(len(set(labels[name])))
        for head, cell in zip(heads[2:], list(row)[2:], strict=True):
            value = pw.score(reference, labels[name], head)
            assert float(cell.attrib["data-v"]) == value
            assert words(cell[0]) == f"{value:.4f}"
            e = digits.estimates()[name][pw.index(head).key]
            interval = words(cell[2])
            assert interval == ("no interval" if e.low is None else f"{e.low:.3f}–{e.high:.3f}")


def test_the_best_of_each_index_stands_out(page: str) -> None:
    labels = digits_labels()
    scores = next(by_id(tree(page), "scores").iter("table"))
    heads = [words(th) for th in scores.iter("th") if th.get("scope") == "col"][2:]
    for place, head in enumerate(heads, start=2):
        values = {
            name: pw.score(labels["reference"], found, head)
            for name, found in labels.items()
            if name != "reference"
        }
        best = (max if pw.index(head).direction == "similarity" else min)(values.values())
        marked = [
            words(row[0])
            for row in scores.findall("tbody/tr")
            if "best" in row[place].attrib["class"].split()
        ]
        assert marked == [name for name, value in values.items() if value == best]


def test_every_index_is_in_the_table_of_all(digits: Comparison, page: str) -> None:
    labels = digits_labels()
    heads, *rows = tables(by_id(tree(page), "scores"))[1]
    assert len(rows) == len(pw.indices())
    for index in pw.indices():
        (row,) = [r for r in rows if r[0].split(" · ")[-1] == index.label]
        for name, shown in zip(heads[2:], row[2:], strict=True):
            value = pw.score(labels["reference"], labels[name], index.key)
            assert float(shown.replace("−", "-").replace(",", "")) == pytest.approx(
                value, abs=5.1e-5, rel=6e-4
            )


def test_the_answer_is_that_of_the_comparison(digits: Comparison, page: str) -> None:
    told = words(by_id(tree(page), "answer"))
    assert str(digits.answer()) in told
    agree = [index for index, names in digits.preferred.items() if digits.best[0] in names]
    assert f"{len(agree)} of {len(digits.indices)}" in told
    for finding in digits.explanation.findings:
        assert finding.text in words(by_id(tree(page), "disagreement"))


def test_sizes_are_counted(page: str) -> None:
    heads, *rows = tables(by_id(tree(page), "sizes"))[0]
    labels = digits_labels()
    assert heads[1:3] == ["clusters", "largest"]
    for name, *shown in rows:
        sizes = sorted(Counter(labels[name.removeprefix("the ")]).values())
        singles = sizes.count(1)
        assert [float(x.replace(",", "")) for x in (shown[0], shown[1], shown[2], shown[4])] == [
            len(sizes), sizes[-1], float(np.median(sizes)), singles,
        ]  # fmt: skip


def test_the_same_seed_gives_the_same_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(day: str, seed: int) -> str:
        class Day(date):
            @classmethod
            def today(cls) -> date:  # type: ignore[override]
                return date.fromisoformat(day)

        monkeypatch.setattr("partwise.report.view.date", Day)
        return report_html(small({"A": GOOD, "B": BAD}, seed=seed)).replace(day, "DAY")

    first = made("2001-02-03", 5)
    assert first.count("DAY") == 1
    assert first == made("2002-03-04", 5)
    assert first != made("2002-03-04", 6)


# Odd comparisons


ODD: dict[str, tuple[list[int], dict[str, list[int]]]] = {
    "one": (REFERENCE, {"only": BAD}),
    "same": (REFERENCE, {"same": REFERENCE}),
    "tie": (REFERENCE, {"A": GOOD, "B": GOOD}),
    "with the reference": (REFERENCE, {"A": GOOD, "same": REFERENCE, "B": BAD}),
    "one item": ([0], {"A": [0]}),
    "two items": ([0, 1], {"A": [0, 0], "B": [0, 1]}),
    "singletons": ([*range(10)], {"A": GOOD, "B": [0] * 10}),
    "opposite": ([0] * 10, {"A": [*range(10)], "B": [0] * 10}),
    "trivial": ([0] * 10, {"A": GOOD, "B": BAD}),
}


@pytest.mark.parametrize(
    ("odd", "undefined"),
    [
        *((odd, "convention") for odd in ODD),
        *((odd, "nan") for odd in ("two items", "singletons", "opposite", "trivial")),
    ],
)
def test_odd_comparisons_have_a_page(odd: str, undefined: Any) -> None:
    reference, candidates = ODD[odd]
    found = pw.compare(reference, candidates, ["CC", "VI", "J"], undefined=undefined)
    root = check_page(report_html(found))
    heads, *rows = tables(by_id(root, "scores"))[0]
    assert [row[0] for row in rows] == found.ranking
    for name, *cells in rows:
        for head, cell in zip(heads[2:], cells[1:], strict=True):
            value = found.scores[name][pw.index(head).key]
            assert cell.startswith("undefined") == np.isnan(float(value))


def test_undefined_is_said() -> None:
    page = report_html(small({"A": GOOD, "B": BAD}, [0] * 10, undefined="nan"))
    assert "No candidate is best by CC" in words(by_id(tree(page), "answer"))


def test_one_candidate_is_compared_with_nobody() -> None:
    root = check_page(report_html(small({"only": GOOD})))
    assert "Comparison of a candidate with a reference" in words(next(root.iter("h1")))
    ids = {section.get("id") for section in root.iter("section")}
    assert not ids & {"ranks", "disagreement"}
    assert "agree" not in words(by_id(root, "answer"))


def test_a_tie_names_both() -> None:
    found = small({"A": GOOD, "B": GOOD, "C": BAD})
    answer = words(by_id(tree(report_html(found)), "answer"))
    assert answer.startswith("A and B A and B tie for the best by CC")
    assert "They are ahead of C by" in answer


def test_where_all_agree_there_is_no_matrix() -> None:
    found = pw.compare(REFERENCE, {"A": REFERENCE, "B": BAD}, ["CC", "R"])
    section = by_id(tree(report_html(found)), "disagreement")
    assert "No two indices order any two candidates differently." in words(section)
    assert section.find(".//svg") is None


def test_a_candidate_may_be_called_reference() -> None:
    page = check_page(report_html(small({"reference": BAD, "A": GOOD})))
    for section in ("sizes", "data"):
        names = [row[0] for row in tables(by_id(page, section))[0][1:]]
        assert names == ["the reference", "reference", "A"]


def test_no_items_are_no_report(tmp_path: Path) -> None:
    found = pw.compare([], {"A": []}, FEW)
    with pytest.raises(InputError, match="no item was compared"):
        write_report(found, tmp_path / "report.html")
    assert not list(tmp_path.iterdir())


def test_noise_and_missing_labels_are_told() -> None:
    found = pw.compare(
        [0, 0, 0, 1, 1, None],
        {"A": [0, 0, -1, -1, 1, 1]},
        FEW,
        noise="singletons",
        missing="drop",
    )
    data = by_id(check_page(report_html(found)), "data")
    assert "A: 2 items are labelled -1, each counted as a cluster of its own." in words(data)
    assert "the reference: 1 items have no label, which were left out of all" in words(data)
    heads, *rows = tables(data)[0]
    assert dict(zip(heads, rows[1], strict=True)) == {
        "clustering": "A", "clusters": "4", "given": "6", "compared": "5", "dropped": "1",
        "no label": "0", "noise": "2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("sampling", "says"),
    [("items", "drawn independently"), ("clusters", "whole reference"), (None, "all there is")],
)
def test_the_sample_is_told(sampling: Any, says: str) -> None:
    root = check_page(report_html(small({"A": GOOD, "B": BAD}), sampling=sampling))
    assert says in words(by_id(root, "about"))
    intervals = [words(e) for e in root.iter("span") if "ci" in e.get("class", "").split()]
    assert any(intervals) == (sampling is not None)


def test_the_level_is_told() -> None:
    root = tree(report_html(small({"A": GOOD, "B": BAD}), level=0.8))
    assert "its 80% interval" in words(by_id(root, "scores"))
    with pytest.raises(InputError, match="level="):
        report_html(small({"A": GOOD}), level=80)


def test_an_interval_of_a_corrected_score_says_so(digits: Comparison, page: str) -> None:
    e = digits.estimates()["ward_10"]["nmi_arithmetic"]
    assert e.corrected is not None
    tips = [span.get("data-tip", "") for span in tree(page).iter("span")]
    assert f"around {e.corrected:.4f}, the score without the bias of a sample" in tips


# Names are data


def hostile_page() -> str:
    n = len(HOSTILE)
    reference = [HOSTILE[i % n] for i in range(4 * n)]
    candidates = {
        name: [HOSTILE[(i // 2 + i * place) % n] for i in range(4 * n)]
        for place, name in enumerate(HOSTILE)
    }
    found = small(candidates, reference)
    return report_html(found, title=HOSTILE[0], command=" ".join(HOSTILE))


def test_names_are_text_everywhere() -> None:
    root = check_page(hostile_page())
    assert not {element.tag for element in root.iter()} & {"img", "b", "iframe"}
    assert words(next(root.iter("title"))) == words(next(root.iter("h1"))) == HOSTILE[0]
    assert words(next(root.iter("pre"))) == " ".join(HOSTILE)
    for section in ("scores", "sizes", "data"):
        names = {row[0] for row in tables(by_id(root, section))[0][1:]}
        assert names - {"the reference"} == set(HOSTILE)
    errors = by_id(root, "errors")
    shown = {words(summary) for summary in errors.iter("summary")}
    assert len(shown) == 5
    assert shown <= set(HOSTILE)
    clusters = {row[1] for table in tables(errors) for row in table[1:]}
    assert clusters
    assert clusters <= set(HOSTILE)
    assert "49" not in {text.strip() for text in root.itertext()}


def test_names_that_no_page_can_hold_are_replaced(tmp_path: Path) -> None:
    names = ["a\ud800b", "\x00", "\x1b[31m", "\u202egnp.exe", "\u2066x"]
    found = small(dict.fromkeys(names, GOOD), [names[i % 3] for i in range(10)])
    path = write_report(found, tmp_path / "report.html", title=names[0], command=names[3])
    text = path.read_text(encoding="utf-8")
    check_page(text)
    assert not re.search("[\x00-\x08\x0e-\x1f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
    assert "<title>a\ufffdb</title>" in text
    assert "<pre>\ufffdgnp.exe</pre>" in text


def test_blank_names_are_named() -> None:
    found = small({"": BAD, "  ": BAD, "(empty) 2": GOOD}, ["", "", "", *"bbbbccc"])
    root = check_page(report_html(found))
    for section in ("scores", "sizes", "data"):
        names = {row[0] for row in tables(by_id(root, section))[0][1:]}
        assert names - {"the reference"} == {"(empty)", "(empty) 2", "(empty) 3"}
    assert "It is ahead of (empty) by" in words(by_id(root, "answer"))
    assert "(empty)" in {row[1] for table in tables(by_id(root, "errors")) for row in table[1:]}


# Files


def test_a_file_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "report.html"
    found = small({"A": GOOD, "B": BAD})
    assert write_report(found, str(path)) == path
    before = path.read_bytes()
    assert before.decode() == report_html(found)
    with monkeypatch.context() as patch:
        patch.setattr("partwise.report.view.view", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_report(found, path, title="another")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(InputError, match="No space left"):
            write_report(found, path, title="another")
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder"):
        write_report(small({"A": GOOD}), tmp_path)


def test_charts_are_saved_alone(tmp_path: Path) -> None:
    written = save_charts(small({"A": GOOD, "B": BAD}, undefined="nan"), tmp_path / "charts")
    assert sorted(written) == sorted((tmp_path / "charts").iterdir())
    assert {path.stem for path in written} >= {"scores", "ranks", "chance", "sizes", "clusters-1"}
    assert {path.suffix for path in written} == {".svg", ".png"}
