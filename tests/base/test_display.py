"""Tables and scores as people and machines see them."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

import partwise as pw
from partwise.base.display import Cell, Table, shown
from partwise.base.json_values import as_json
from partwise.catalogue.index_card import catalogue_table

EVIL = '<script>alert("x")</script>&\'"'


def rendered(thing: object, width: int = 100) -> str:
    """What rich prints, without colours."""
    text = io.StringIO()
    Console(file=text, width=width, color_system=None).print(thing)
    return text.getvalue()


def markdown_cells(line: str) -> list[str]:
    """Read a row of a table as GitHub does: a backslash escapes the character after it."""
    assert line.startswith("|")
    assert line.endswith("|")
    cells, current, escaped = [], "", False
    for character in line[1:]:
        if escaped:
            current += character if character in "|\\" else "\\" + character
            escaped = False
        elif character == "\\":
            escaped = True
        elif character == "|":
            cells.append(current.strip())
            current = ""
        else:
            current += character
    assert not current.strip()
    return cells


class Page(HTMLParser):
    """Collect the texts of an HTML table by tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: dict[str, list[str]] = {}
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.seen: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002
        self.tags.append(tag)
        self.seen.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "br":
            self.tags.pop()  # it has no end

    def handle_endtag(self, tag: str) -> None:
        assert self.tags.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.tags[-1], []).append(data)
        if self.tags[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def test_shown_and_as_json() -> None:
    cases: list[tuple[Cell, str, object]] = [
        (None, "", None),
        ("text", "text", "text"),
        (7, "7", 7),
        (10**30, "1" + "0" * 30, 10**30),
        (0.5, "0.5", 0.5),
        (1.0, "1", 1.0),
        (2 / 3, "0.666667", 2 / 3),
        (1.5e-9, "1.5e-09", 1.5e-9),
        (Fraction(-1, 3), "-1/3", "-1/3"),
        (Fraction(4, 2), "2", "2"),
        (math.nan, "undefined", None),
        (math.inf, "inf", "inf"),
        (-math.inf, "-inf", "-inf"),
    ]
    for cell, text, json_value in cases:
        assert shown(cell) == text
        assert as_json(cell) == json_value


def test_text() -> None:
    table = Table(
        ["name", "value"], [["a", 1], ["long name", 22.5], ["c", None]], "A title", ["* a note"]
    )
    assert str(table).splitlines() == [
        "A title",
        "name       value",
        "a              1",
        "long name   22.5",
        "c",
        "* a note",
    ]
    assert str(Table(["x", "y"], [])) == "x  y"
    mixed = Table(["m"], [[1], ["long"]])
    assert str(mixed).splitlines() == ["m", "1", "long"]  # not all numbers: to the left


def test_one_row_is_one_line_and_columns_are_aligned() -> None:
    table = Table(["name", "v"], [["two\nlines", 1], ["tab\there", 2], ["日本", 3], ["é", 4]])
    lines = str(table).splitlines()
    assert len(lines) == 5
    assert len({cell_len(line) for line in lines}) == 1


def test_rich() -> None:
    table = Table(
        ["name", "[b]value[/b]"], [["[red]x[/red]", 0.25], ["[/nonsense]", None]],
        "[bold]title", ["[i]note[/i]"],
    )  # fmt: skip
    text = rendered(table)
    for part in (
        "[bold]title",
        "[b]value[/b]",
        "[red]x[/red]",
        "[/nonsense]",
        "0.25",
        "[i]note[/i]",
    ):
        assert part in text
    assert "a" in rendered(Table(["a"], []))


@pytest.mark.parametrize("width", [80, 100])
def test_no_key_or_value_is_cut_in_a_terminal(width: int) -> None:
    keys = [each.key for each in pw.indices("paper")]
    text = rendered(catalogue_table(pw.indices("paper")), width)
    assert [key for key in keys if key not in text] == []
    scores = pw.scores([0, 0, 1, 1, 2], [0, 1, 1, 1, 1], keys)
    text = rendered(scores, width)
    assert [key for key in keys if key not in text] == []
    assert [key for key, value in scores.items() if shown(value) not in text] == []


def test_html_escapes_everything() -> None:
    table = Table([EVIL, "v"], [[EVIL, 1], ["b", Fraction(1, 2)]], EVIL, [EVIL, "second"])
    page = Page(table._repr_html_())
    assert "script" not in page.seen
    assert page.rows == [[EVIL, "v"], [EVIL, "1"], ["b", "1/2"]]
    assert page.texts["strong"] == [EVIL]
    assert page.texts["small"] == [EVIL, "second"]
    assert page.tags == []
    assert "p" not in Page(Table(["a"], [])._repr_html_()).seen


def test_html_aligns_numbers_to_the_right() -> None:
    html = Table(["a", "b", "c"], [["x", 1, None], ["y", 0.5, None]])._repr_html_()
    assert re.findall(r"text-align:(\w+)", html) == ["left", "right", "left"] * 3


@pytest.mark.parametrize(
    "cell", ["a|b", "||", "a\\|b", "\\", "a\\\\|", "two\nlines", "two\rlines", "x\r\ny", "plain"]
)
def test_markdown_keeps_cells_together(cell: str) -> None:
    table = Table([cell, "second"], [[cell, 2], ["x", 3]])
    lines = re.split("\r\n|\r|\n", table.to_markdown())
    assert len(lines) == 4
    expected = re.sub("\r\n|\r|\n", " ", cell)
    assert markdown_cells(lines[0]) == [expected, "second"]
    assert markdown_cells(lines[1]) == ["---", "---:"]
    assert markdown_cells(lines[2]) == [expected, "2"]
    assert markdown_cells(lines[3]) == ["x", "3"]


def test_markdown_title_and_notes() -> None:
    text = Table(["a"], [[1.5], [None]], "Title", ["first", "second"]).to_markdown()
    assert [line.rstrip() for line in text.splitlines()] == [
        "**Title**", "", "| a |", "| ---: |", "| 1.5 |", "|  |", "", "first", "second",
    ]  # fmt: skip
    assert Table(["a"], []).to_markdown().splitlines() == ["| a |", "| --- |"]


def test_marks_of_footnotes_survive_markdown() -> None:
    """A line that begins with "* " is a bullet in Markdown, and its star is gone."""
    text = pw.scores([0, 0, 0], [0, 1, 1], ["CC", "adjusted_rand"]).to_table().to_markdown()
    assert "by convention" in text
    assert [line for line in text.splitlines() if re.match(r"\s*[*+-]\s", line)] == []


CELLS = st.none() | st.integers() | st.floats(allow_nan=False) | st.fractions()
TEXTS = st.text(st.characters(codec="utf-8"), max_size=6) | st.sampled_from(
    ['"', ",", "\n", "\r", "\r\n", "a\rb", " x ", "'", ";", "\t", "=1+1", '""', "a\nb"]
)


@given(st.lists(st.tuples(TEXTS, CELLS, TEXTS), max_size=5), TEXTS)
def test_csv_round_trip(rows: list[tuple[str, Any, str]], name: str) -> None:
    table = Table([name, "value", "text"], rows, "ignored", ["ignored"])
    back = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
    assert back[0] == [name, "value", "text"]
    assert len(back) == len(rows) + 1
    for row, (first, number, last) in zip(back[1:], rows, strict=True):
        assert (row[0], row[2]) == (first, last)
        assert row[1] == "" if number is None else type(number)(row[1]) == number


@given(st.lists(st.tuples(TEXTS, CELLS), max_size=5))
def test_json_round_trip(rows: list[tuple[str, Any]]) -> None:
    back = json.loads(Table(["text", "value"], rows).to_json(), parse_constant=pytest.fail)
    assert [row["text"] for row in back] == [text for text, _ in rows]
    for row, (_, number) in zip(back, rows, strict=True):
        if isinstance(number, Fraction):
            assert Fraction(row["value"]) == number
        elif isinstance(number, float) and math.isinf(number):
            assert float(row["value"]) == number
        else:
            assert row["value"] == number


def test_json_has_no_nan() -> None:
    rows: list[list[Cell]] = [[math.nan, "é"], [math.inf, None], [Fraction(1, 3), 10**40]]
    text = Table(["x", "y"], rows).to_json()
    assert json.loads(text, parse_constant=pytest.fail) == [
        {"x": None, "y": "é"}, {"x": "inf", "y": None}, {"x": "1/3", "y": 10**40},
    ]  # fmt: skip
    assert "é" in text
    assert json.loads(Table(["x"], []).to_json()) == []


def test_scores_are_a_mapping() -> None:
    scores = pw.scores([0, 0, 1, 1], [0, 0, 0, 1], ["jaccard", "R", "hubert"])
    # n11 = 1, n10 = 1, n01 = 2, n00 = 2
    assert list(scores) == ["jaccard", "rand", "hubert"]
    assert dict(scores) == {"jaccard": 0.25, "rand": 0.5, "hubert": 0.0}
    assert (len(scores), scores["J"], scores["Rand"]) == (3, 0.25, 0.5)
    assert "R" in scores
    assert scores.get("J") == 0.25
    assert scores == dict(scores)
    assert [key for key, _ in scores.items()] == list(scores.keys())
    assert scores.notes == {}
    everything = pw.scores([0, 0, 1, 1], [0, 0, 0, 1])
    assert list(everything) == [each.key for each in pw.indices()]


@pytest.mark.parametrize("absent", ["vi", "CC", "nonsense", "corelation", "", 3, None, ("rand",)])
def test_scores_do_not_contain_what_was_not_asked_for(absent: Any) -> None:
    scores = pw.scores([0, 0, 1, 1], [0, 0, 0, 1], ["rand"])
    assert absent not in scores
    assert scores.get(absent) is None
    assert scores.get(absent, 7) == 7
    with pytest.raises(LookupError):
        scores[absent]


def test_scores_tell_about_conventions() -> None:
    keys = ["rand", "correlation", "wallace_1", "sokal_sneath_1"]
    scores = pw.scores([0, 1, 2], [0, 0, 1], keys)
    assert set(scores.notes) == {"correlation", "wallace_1", "sokal_sneath_1"}
    assert scores.notes["correlation"].startswith("by convention: one clustering is trivial")
    assert scores.notes["wallace_1"].startswith("undefined: one clustering is trivial")
    assert math.isnan(scores["wallace_1"])
    assert (scores["correlation"], scores["sokal_sneath_1"]) == (0.0, 0.5)
    lines = str(scores).splitlines()
    marks = {line.split()[0]: line.split()[-1] for line in lines[2:6]}
    assert marks["correlation"] == marks["sokal_sneath_1"] != marks["wallace_1"]
    notes = dict(re.findall(r"(\*+) ([^*]+[^*\s])", " ".join(lines[6:])))
    assert notes == {marks[key]: scores.notes[key] for key in ("correlation", "wallace_1")}
    assert marks["rand"] == "higher"
    assert re.search(r"wallace_1\s.*undefined", str(scores))


def test_scores_print_everywhere() -> None:
    scores = pw.scores([0, 0, 0], [0, 1, 1], ["rand", "correlation"], exact=True)
    assert str(scores).splitlines()[0] == "3 items, 1 reference cluster, 2 candidate clusters"
    assert "1 item, 1 reference cluster" in str(pw.scores([0], [0], ["rand"]))
    assert "0 items, 0 reference clusters" in str(pw.scores([], [], ["rand"]))
    page = Page(scores._repr_html_())
    assert page.rows[1][:3] == ["rand", "Rand", "1/3"]
    assert any("by convention" in text for text in page.texts["small"])
    text = rendered(scores)
    assert "correlation" in text
    assert "1/3" in text
    assert "by convention" in text
    assert repr(scores) == str(scores)
    assert json.loads(json.dumps(scores.to_dict(), allow_nan=False)) == {
        "n": 3, "reference_clusters": 1, "candidate_clusters": 2,
        "scores": {"rand": "1/3", "correlation": 0.0}, "notes": scores.notes,
    }  # fmt: skip
    assert str(pw.scores([0, 1], [0, 1], [])).splitlines()[1].split() == [
        "index", "label", "value", "better",
    ]  # fmt: skip


def test_labels_of_own_indices_are_escaped() -> None:
    own = pw.Index(key="own", label=EVIL, kind="callable", formula=lambda _: 1.0)
    scores = pw.scores([0, 1], [0, 1], [own])
    page = Page(scores._repr_html_())
    assert "script" not in page.seen
    assert page.rows[1][:2] == ["own", EVIL]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_columns_that_do_not_fit_are_left_out_with_a_note(width: int) -> None:
    names = [f"candidate_{i}" for i in range(12)]
    table = Table(["index", *names, "prefers"], [["correlation", *range(100, 112), "candidate_3"]])
    text = rendered(table, width)
    shown_names = [name for name in names if re.search(rf"{name}\b", text)]
    assert max(map(cell_len, text.splitlines())) <= width
    if width == 200:
        assert shown_names == names
        assert "…" not in text
    else:
        left_out = 13 - len(shown_names)
        assert shown_names == names[: len(shown_names)]
        note = f"… and {left_out} more columns; to_frame() has all of them"
        assert note in " ".join(text.split())


def test_text_leaves_out_columns_that_notebooks_have_room_for() -> None:
    names = [f"candidate_{i}" for i in range(12)]
    table = Table(["index", *names], [["correlation", *range(100, 112)]], rest="ask for the rest")
    head = str(table).splitlines()[0].split()
    assert 2 < len(head) < 13
    assert Page(table._repr_html_()).rows[0] == ["index", *names]
    assert table.on_a_screen() == str(table)
    assert str(table).splitlines()[-1].endswith("more columns; ask for the rest")
    assert all(name in table.to_csv() and name in table.to_markdown() for name in names)


def test_notebooks_say_which_of_very_many_columns_are_left_out() -> None:
    html = Table([f"c{i}" for i in range(50)], [[0] * 50])._repr_html_()
    heads = Page(html).rows[0]
    assert 20 <= len(heads) < 50
    assert f"… and {50 - len(heads)} more columns; to_frame() has all of them" in html


@pytest.mark.parametrize("letter", ["x", "界"])
def test_names_that_differ_only_at_their_ends_stay_apart_where_they_are_cut(letter: str) -> None:
    names = [f"{letter * 60} {place}" for place in range(15)]
    table = Table(["candidate", "CC"], [[name, 0.5] for name in names])
    cells = [line.rsplit(maxsplit=1)[0] for line in table.on_a_screen().splitlines()[1:]]
    assert len({*cells}) == 15
    assert all(cell.endswith(f" {place}") for place, cell in enumerate(cells))
    assert max(map(cell_len, table.on_a_screen().splitlines())) <= 80


def test_sentences_and_headings_are_folded_and_numbers_are_not() -> None:
    table = Table(
        ["a long heading", "why", "value"], [[1, "word " * 30, 0.123456], [2, "short", 1.0]]
    )
    lines = str(table).splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert sum(line.count("word") for line in lines) == 30
    assert sum("0.123456" in line for line in lines) == 1
    wide = Table(["much too wide a heading for its column"] * 6, [[1] * 6])
    assert len(str(wide).splitlines()[-1].split()) == 6
