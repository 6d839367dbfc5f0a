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
from xml.etree import ElementTree

import numpy as np
import pytest

import partwise as pw
from partwise.comparison.comparison import Comparison
from partwise.comparison.reporting import contents_of, page_of
from support.pages import by_id, check_page, tables, tree, words

DIGITS = Path(__file__).parents[2] / "src" / "partwise" / "data" / "digits" / "all.csv"
COMMAND = "partwise compare all.csv --reference reference"
FEW = ["CC", "NMI", "R"]
REFERENCE = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
GOOD = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
BAD = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]


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
    return page_of(digits, command=COMMAND)


def small(candidates: Any, reference: Any = REFERENCE, **options: Any) -> Comparison:
    comparison: Comparison = pw.compare(reference, candidates, FEW, **options)
    return comparison


# One file that needs nothing else


def test_a_page_needs_nothing_else(page: str) -> None:
    root = check_page(page)
    assert set(re.findall(r"\w+://[^\s\"<]*", page)) == {"http://www.w3.org/2000/svg"}
    assert root.get("lang") == "en"
    assert [words(h) for h in root.iter("h1")] == ["Comparison of 6 candidates with a reference"]


def test_only_its_own_script_and_style_are_used(page: str) -> None:
    root = tree(page)
    (script,), (style,) = root.iter("script"), root.iter("style")
    (policy,) = [
        meta.attrib["content"]
        for meta in root.iter("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]
    assert dict(rule.strip().split(" ", 1) for rule in policy.split(";")) == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "img-src": "data:",
        "script-src": _hash(script),
        "style-src-elem": _hash(style),
        "style-src-attr": "'unsafe-inline'",
    }


def _hash(element: ElementTree.Element) -> str:
    digest = hashlib.sha256((element.text or "").encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


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
    page = page_of(pw.compare(reference, candidates))
    assert len(check_page(page).findall(".//table[@class='sortable scores']/tbody/tr")) == 30
    assert len(page.encode()) < 1_000_000


# What it says, and in which order


def test_it_reads_from_the_answer_down(page: str) -> None:
    root = tree(page)
    order = [section.get("id") for section in root.iter("section")]
    assert order == [
        "answer", "alerts", "scores", "ranks", "disagreement", "errors", "sizes", "data", "about",
    ]  # fmt: skip
    links = [a.attrib["href"][1:] for a in root.findall(".//nav/a")]
    assert links == order[2:]
    kinds = [e.tag for e in by_id(root, "scores").iter() if e.tag in {"table", "svg", "details"}]
    assert kinds == ["table", "details", "table", "details", "table"]
    kinds = [e.tag for e in by_id(root, "disagreement").iter() if e.tag in {"li", "svg"}]
    assert kinds == ["li"] * (len(kinds) - 1) + ["svg"]
    assert len(kinds) > 1
    first = next(by_id(root, "errors").iter("details"))
    assert [e.tag for e in first.iter() if e.tag in {"svg", "table"}] == ["svg", "table"]
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
    heads = [(th.text or "").strip() for th in scores.iter("th") if th.get("scope") == "col"]
    assert words(scores.findall("thead/tr/th")[2]) == "CC 0 to 1"
    assert heads[:3] == ["candidate", "clusters", "CC"]
    assert len(heads) == 10
    rows = scores.findall("tbody/tr")
    assert {words(row[0]) for row in rows} == set(labels) - {"reference"}
    estimates = digits.estimates()
    cc = [pw.score(reference, labels[words(row[0])], "CC") for row in rows]
    assert cc == sorted(cc, reverse=True)
    for row in rows:
        name = words(row[0])
        assert words(row[1]) == str(len(set(labels[name])))
        for head, cell in zip(heads[2:], list(row)[2:], strict=True):
            head = head.removesuffix(" ↓")
            value = pw.score(reference, labels[name], head)
            e = estimates[name][pw.index(head).key]
            assert e.value == value
            value = value if e.corrected is None else e.corrected
            assert float(cell.attrib["data-v"]) == value
            assert words(cell[0]) == f"{value:.4f}"
            interval = words(cell[2])
            assert interval == ("no CI" if e.low is None else f"{e.low:.3f}–{e.high:.3f}")


def test_the_best_of_each_index_stands_out(page: str) -> None:
    labels = digits_labels()
    scores = next(by_id(tree(page), "scores").iter("table"))
    ths = scores.findall("thead/tr/th")[2:]
    heads = [(th.text or "").strip().removesuffix(" ↓") for th in ths]
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
    agree = [index for index, names in digits.opinions.preferred.items() if digits.best[0] in names]
    assert f"(equivalent ones count once){len(agree)} of {len(digits.opinions.classes)}" in told
    for finding in digits.explanation.findings:
        assert finding.text in words(by_id(tree(page), "disagreement"))


def test_no_number_is_twice_in_the_answer(page: str) -> None:
    numbers = re.findall(r"\d+\.\d+", words(by_id(tree(page), "answer")))
    assert len(numbers) >= 5
    assert len(numbers) == len(set(numbers))


def test_items_to_look_at_are_wrong_pairs(digits: Comparison) -> None:
    reference, seen = digits.reference, 0
    assert isinstance(reference, pw.Clustering)
    for errors in contents_of(digits).errors:
        candidate = digits[errors.name]
        assert isinstance(candidate, pw.Clustering)
        for mistake in errors.mistakes:
            apart, together = (
                (reference, candidate) if mistake.kind == "merge" else (candidate, reference)
            )
            assert mistake.examples
            for one, two in mistake.examples:
                assert apart.labels[int(one)] != apart.labels[int(two)]
                assert together.labels[int(one)] == together.labels[int(two)]
                seen += 1
    assert seen > 50


def test_clusters_that_are_nearly_recovered_are_told(digits: Comparison, page: str) -> None:
    fates = digits.fates("ward_10")
    near = [fate for fate in fates if fate.overlap >= 0.9 and fate.status != "recovered"]
    assert near
    items = sum(fate.size for fate in near)
    told = words(by_id(tree(page), "errors"))
    assert f"{len(near)} nearly recovered ({items:,} items)" in told
    assert "share at least 90% of the items that either has" in told


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

        monkeypatch.setattr("partwise.report.page.date", Day)
        return page_of(small({"A": GOOD, "B": BAD}, seed=seed)).replace(day, "DAY")

    first = made("2001-02-03", 5)
    assert first.count("DAY") == 1
    assert first == made("2002-03-04", 5)
    assert first != made("2002-03-04", 6)


def test_an_interval_of_a_corrected_score_says_so(digits: Comparison, page: str) -> None:
    e = digits.estimates()["ward_10"]["nmi_arithmetic"]
    assert e.corrected is not None
    shown = words(by_id(tree(page), "scores"))
    assert f"{e.corrected:.4f}{e.low:.3f}–{e.high:.3f}" in shown
    assert f"{e.value:.4f}" in shown
    assert "are corrected for their bias in samples" in shown
