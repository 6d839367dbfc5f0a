"""The report of odd comparisons and of names that mean something to a browser, and its file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
from partwise.base.errors import InputError
from partwise.comparison.comparison import Comparison
from partwise.comparison.reporting import page_of
from support.pages import by_id, check_page, tables, tree, words

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


def small(candidates: Any, reference: Any = REFERENCE, **options: Any) -> Comparison:
    comparison: Comparison = pw.compare(reference, candidates, FEW, **options)
    return comparison


# Odd comparisons


ODD: dict[str, tuple[list[int], dict[str, list[int]]]] = {
    "one": (REFERENCE, {"only": BAD}),
    "same": (REFERENCE, {"same": list(REFERENCE)}),
    "tie": (REFERENCE, {"A": GOOD, "B": GOOD}),
    "with the reference": (REFERENCE, {"A": GOOD, "same": list(REFERENCE), "B": BAD}),
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
    root = check_page(page_of(found))
    heads, *rows = tables(by_id(root, "scores"))[0]
    assert [row[0] for row in rows] == found.ranking
    for name, *cells in rows:
        for head, cell in zip(heads[2:], cells[1:], strict=True):
            value = found.scores[name][pw.index(head.split()[0]).key]
            assert cell.startswith("undefined") == np.isnan(float(value))


def test_undefined_is_said() -> None:
    page = page_of(small({"A": GOOD, "B": BAD}, [0] * 10, undefined="nan"))
    assert "No candidate is best: CC is undefined" in words(by_id(tree(page), "answer"))


def test_one_candidate_is_compared_with_nobody() -> None:
    root = check_page(page_of(small({"only": GOOD})))
    assert "Comparison of a candidate with a reference" in words(next(root.iter("h1")))
    ids = {section.get("id") for section in root.iter("section")}
    assert not ids & {"ranks", "disagreement"}
    assert "agree" not in words(by_id(root, "answer"))


def test_a_tie_names_both() -> None:
    found = small({"A": GOOD, "B": GOOD, "C": BAD})
    answer = words(by_id(tree(page_of(found)), "answer"))
    said = "A, B and C cannot be distinguished"
    assert answer.startswith(f"{said} {said} by CC")
    assert "A and B tie at" in answer
    assert "They are ahead of C by" in answer


def test_where_all_agree_there_is_no_matrix() -> None:
    found = pw.compare(REFERENCE, {"A": list(REFERENCE), "B": BAD}, ["CC", "R"])
    section = by_id(tree(page_of(found)), "disagreement")
    assert "No two indices order any two candidates differently." in words(section)
    assert section.find(".//svg") is None


def test_a_candidate_may_be_called_reference() -> None:
    page = check_page(page_of(small({"reference": BAD, "A": GOOD})))
    for section in ("sizes", "data"):
        names = [row[0] for row in tables(by_id(page, section))[0][1:]]
        assert names == ["the reference", "reference", "A"]


def test_no_items_are_no_report(tmp_path: Path) -> None:
    found = pw.compare([], {"A": []}, FEW)
    with pytest.raises(InputError, match="no items were compared"):
        found.report(tmp_path / "report.html")
    assert not list(tmp_path.iterdir())


def test_noise_and_missing_labels_are_told() -> None:
    found = pw.compare(
        [0, 0, 0, 1, 1, None],
        {"A": [0, 0, -1, -1, 1, 1]},
        FEW,
        noise="singletons",
        missing="drop",
    )
    data = by_id(check_page(page_of(found)), "data")
    assert "A: 2 items are labelled -1, each counted as a cluster of its own." in words(data)
    assert "the reference: 1 item has no label, left out of all clusterings." in words(data)
    heads, *rows = tables(data)[0]
    assert dict(zip(heads, rows[1], strict=True)) == {
        "clustering": "A", "clusters": "4", "given": "6", "compared": "5", "dropped": "1",
        "no label": "0", "noise": "2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("sampling", "says"),
    [
        ("items", "drawn independently"),
        ("clusters", "whole reference"),
        (None, "these are all the items"),
    ],
)
def test_the_sample_is_told(sampling: Any, says: str) -> None:
    root = check_page(page_of(small({"A": GOOD, "B": BAD}), sampling=sampling))
    assert says in words(by_id(root, "about"))
    intervals = [words(e) for e in root.iter("span") if "ci" in e.get("class", "").split()]
    assert any(intervals) == (sampling is not None)


def test_the_level_is_told() -> None:
    root = tree(page_of(small({"A": GOOD, "B": BAD}), level=0.8))
    assert "the 80% confidence interval" in words(by_id(root, "scores"))
    with pytest.raises(InputError, match="level="):
        page_of(small({"A": GOOD}), level=80)


# Names are data


def hostile_page() -> str:
    n = len(HOSTILE)
    reference = [HOSTILE[i % n] for i in range(4 * n)]
    candidates = {
        name: [HOSTILE[(i // 2 + i * place) % n] for i in range(4 * n)]
        for place, name in enumerate(HOSTILE)
    }
    found = small(candidates, reference)
    return page_of(found, title=HOSTILE[0], command=" ".join(HOSTILE))


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
    assert len(shown) == 12
    assert shown <= set(HOSTILE)
    wrong = [row[0] for table in tables(errors) for row in table[1:]]
    assert any(what.startswith(f"reference {HOSTILE[0]} split into candidate ") for what in wrong)
    assert "49" not in {text.strip() for text in root.itertext()}


def test_names_that_no_page_can_hold_are_replaced(tmp_path: Path) -> None:
    names = ["a\ud800b", "\x00", "\x1b[31m", "\u202egnp.exe", "\u2066x"]
    found = small(dict.fromkeys(names, GOOD), [names[i % 3] for i in range(10)])
    path = found.report(tmp_path / "report.html", title=names[0], command=names[3])
    text = path.read_text(encoding="utf-8")
    check_page(text)
    assert not re.search("[\x00-\x08\x0e-\x1f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
    assert "<title>a\ufffdb</title>" in text
    assert "<pre>\ufffdgnp.exe</pre>" in text


def test_blank_names_are_named() -> None:
    found = small({"": BAD, "  ": BAD, "(empty) 2": GOOD}, ["", "", "", *"bbbbccc"])
    root = check_page(page_of(found))
    for section in ("scores", "sizes", "data"):
        names = {row[0] for row in tables(by_id(root, section))[0][1:]}
        assert names - {"the reference"} == {"(empty)", "(empty) 2", "(empty) 3"}
    assert "It is ahead of (empty) by" in words(by_id(root, "answer"))
    assert "reference (empty) split into candidate" in words(by_id(root, "errors"))


# Files


def test_a_file_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "report.html"
    found = small({"A": GOOD, "B": BAD})
    assert found.report(str(path)) == path
    before = path.read_bytes()
    assert before.decode() == page_of(found)
    with monkeypatch.context() as patch:
        patch.setattr("partwise.report.page._view", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            found.report(path, title="another")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(InputError, match="No space left"):
            found.report(path, title="another")
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder"):
        small({"A": GOOD}).report(tmp_path)


def test_charts_are_saved_alone(tmp_path: Path) -> None:
    written = small({"A": GOOD, "B": BAD}, undefined="nan").plot.save(tmp_path / "charts")
    assert sorted(written) == sorted((tmp_path / "charts").iterdir())
    assert {path.stem for path in written} >= {"scores", "ranks", "chance", "sizes", "clusters-A"}
    assert {path.suffix for path in written} == {".svg", ".png"}


@pytest.mark.parametrize("name", ["report.pdf", "report", "report.html.txt"])
def test_a_file_that_promises_anything_but_html_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(pw.errors.InputError, match=r"ends in \.html"):
        small({"A": GOOD}).report(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_two_candidates_need_no_matrix() -> None:
    found = pw.compare([0, 0, 0, 1, 1, 1], {"a": [0, 0, 1, 1, 2, 2], "b": [0, 0, 0, 0, 0, 1]})
    section = by_id(tree(page_of(found)), "disagreement")
    assert [e.tag for e in section.iter() if e.tag in {"svg", "table"}] == ["table"]


def test_a_candidate_without_errors_is_told() -> None:
    truth = [0, 0, 1, 1, 2, 2]
    found = pw.compare(truth, {"copy": list("aabbcc"), "other": [0, 0, 0, 1, 1, 1]})
    root = tree(page_of(found))
    assert "copy has the same clusters as the reference" in words(by_id(root, "alerts"))
    assert "No errors: it has the same clusters as the reference." in words(by_id(root, "errors"))


@pytest.mark.parametrize("name", ["\u05d0: \u05d1", "k-means \u05d0 (2)", "\u0627, \u0628"])
def test_a_right_to_left_name_is_isolated_as_a_whole(name: str) -> None:
    found = pw.compare([0, 0, 1, 1, 2, 2], {name: [0, 0, 1, 1, 2, 0], "b": [0, 0, 0, 0, 1, 1]})
    sentence = page_of(found).partition('id="answer"')[2].partition("</section>")[0]
    assert sentence.count(f"<bdi>{name}</bdi>") >= 1
    assert sentence.count(name) == sentence.count(f"<bdi>{name}</bdi>")
