"""How the first lines of a text file are read: on both sides of each limit."""

from __future__ import annotations

import pytest

from partwise.engines.dialects import Dialect, find_dialect
from partwise.errors import InputError

LINES = Dialect(("label",), None)


@pytest.mark.parametrize(
    ("lines", "named", "expected"),
    [
        (["item,cluster", "a,1"], [], Dialect(("item", "cluster"), ",")),
        ([" item , cluster ", "a,1"], [], Dialect(("item", "cluster"), ",")),
        (["x,Item,y", "a", "b,1"], [], Dialect(("x", "Item", "y"), ",")),  # short lines below
        (["item,cluster", "cluster,item"], [], Dialect(("item", "cluster"), ",")),
        (["item,x", "a,x"], [], Dialect(("item", "x"), ",")),
        (["WHO;x", "a;1"], ["Who"], Dialect(("WHO", "x"), ";")),
        (["item cluster", "a 1"], [], Dialect(("item", "cluster"), " ")),
        (["item cluster x", "a 1 2"], [], Dialect(("item", "cluster", "x"), " ")),
        (["who cluster", "a 1"], ["who"], Dialect(("who", "cluster"), " ")),
        (["", " what ", "1", "1"], ["what"], None),
        (["what", "1", "1"], ["what"], Dialect(("what",), ",")),
        (["item;cluster", "a" * 200_000 + ";1"], [], Dialect(("item", "cluster"), ";")),
        (["x", "y", "z", "1,2", "3,4"], [], LINES),  # fewer than half of the lines have a comma
        (["T cell"], [], LINES),
        (["a 1", "b 1", "a 1"], [], LINES),
        (["x ", "y "], [], LINES),
        (["label", "x", "label"], [], LINES),
        (["k", "1", "x"], [], LINES),
        (["1", "2", "3"], [], LINES),
        (["nan", "2", "3"], [], LINES),
        (["k"], [], LINES),
        (["", "k", " "], [], LINES),
        ([], [], LINES),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_text_is_read_in_the_one_way_that_its_lines_allow(
    lines: list[str], named: list[str], expected: Dialect | None
) -> None:
    if expected is None:
        with pytest.raises(InputError, match="the first line is empty"):
            find_dialect("x", lines, "text", named)
    else:
        assert find_dialect("x", lines, "text", named) == expected


@pytest.mark.parametrize(
    ("lines", "named", "says"),
    [
        (["x", "y", "1,2", "3,4"], [], "separated by ','"),  # half of the lines have a comma
        (["label", "a,1"], [], "separated by ','"),
        (["x", "1,2"], [], "separated by ','"),
        (["item,2", "a,b"], [], "separated by ','"),  # names of columns are no numbers
        (["item,cluster", "a,1", "item,2"], [], "separated by ','"),
        (["item,cluster", "cluster,cluster"], [], "separated by ','"),
        (["WHO;x", "a;1"], ["what"], "separated by ';'"),
        (["a 1", "b 1"], [], "separated by ' '"),
        (["item cluster", "a 1", "b 2 3"], [], "separated by ' '"),
        (["label"], [], "first line 'label'"),
        (["", "label ", "x"], [], "first line 'label'"),
        (["k", "1"], [], "first line 'k'"),
    ],
)
def test_text_that_allows_two_readings(lines: list[str], named: list[str], says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        find_dialect("x", lines, "text", named)
    assert caught.value.subject == "x"


@pytest.mark.parametrize(
    ("lines", "delimiter"),
    [
        (["a,b;c"], ","),
        (["a,b;c", "1", "2"], ","),
        (["a,b;c", "1,2;3"], ","),
        (["a;b"], ";"),
        (["a;b", "1", "2;3;4"], ";"),
        (["a;x|b", "1|2", "3|4"], "|"),
        (["a|x;b", "1;2", "3;4|5"], ";"),
        (["item cluster", "a 1", "b 2"], " "),
        (["who what"], ","),
        (["who what", "a 1", "a 1"], ","),
        (["who what", "a 1", "b 2 3"], ","),
        (["a", "1"], ","),
        (['"a', 'b",c', "1,2"], ","),
    ],
    ids=repr,
)
def test_what_separates_the_columns_of_a_csv_file(lines: list[str], delimiter: str) -> None:
    assert find_dialect("x.csv", lines, "csv").delimiter == delimiter
    tabs = [line.replace(",", "\t") for line in lines]
    assert find_dialect("x.tsv", tabs, "tsv").delimiter == delimiter.replace(",", "\t")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["id;name, first", "1;2"], r"whether ',' or ';' separates .*\('id;name, first', '1;2'\)"),
        (["a;x|b"], r"whether ';' or '\|' separates"),
        (["a;x|b", "1;2|3"], r"whether ';' or '\|' separates"),
        (["a;x|b", "1", "2"], r"whether ';' or '\|' separates"),
        (["who what", "a 1"], "separated by ' '"),
        (['"a"b,c', "1,2"], r"^x\.csv, line 1: not valid CSV"),
        (["", "a,b"], "the first line is empty"),
        ([" , ", "1,2"], "the first line is empty"),
        (["1,2", "3,4"], "the first row '1, 2' looks like data"),
        (["7", "3"], "the first row '7' looks like data"),
        (["a,a", "1,2"], "two columns are called 'a'"),
        (["a,,c", "1,2,3"], r"^x\.csv, line 1: column 2 of 3 has no name"),
        (["a,b,", "1,2,3"], "column 3 of 3 has no name"),
        ([",Unnamed: 0", "1,2"], "column 1 of 2 has no name"),
        ([",a,", "1,2,3"], "column 3 of 3 has no name"),
    ],
)
def test_csv_files_that_are_refused(lines: list[str], says: str) -> None:
    with pytest.raises(InputError, match=says):
        find_dialect("x.csv", lines, "csv")


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("1,a", ("1", "a")),
        (" a , b ", ("a", "b")),
        (",gold", ("item", "gold")),
        (",gold,mine", ("item", "gold", "mine")),
        (",ID,gold", ("Unnamed: 0", "ID", "gold")),
        ("id,gold", ("id", "gold")),
    ],
)
def test_names_of_the_columns_of_a_csv_file(header: str, columns: tuple[str, ...]) -> None:
    assert find_dialect("x.csv", [header, "1,2"], "csv").columns == columns


def test_dialects_in_words() -> None:
    assert str(Dialect(("a", "b", "c"), "\t")) == r"columns a, b and c, delimiter '\t'"
    assert str(Dialect(("a",), ",")) == "column a, delimiter ','"
    assert str(LINES) == "one label per line"
