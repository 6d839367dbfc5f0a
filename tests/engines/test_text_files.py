"""Text files by Python alone: what is text, and what is wrong with rows and packed files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from partwise.engines import text_files
from partwise.engines.text_files import TextTable, read_table
from partwise.errors import InputError

LOOKED_AT = 32


def read(path: Path, form: str = "csv") -> TextTable:
    return read_table(str(path), [path], form)[0]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of whose start only a few bytes are looked at."""
    monkeypatch.setattr(text_files, "_LOOKED_AT", LOOKED_AT)
    return tmp_path / "x.csv"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("before", range(24, 36))
@pytest.mark.parametrize("letter", ["é", "€", "𝄞"])
def test_letters_may_be_cut_where_looking_ends(
    path: Path, letter: str, before: int, packed: bool
) -> None:
    text = "item,label\n" + "a" * (before - 11) + f"{letter},1\n"
    if packed:
        path = path.with_suffix(".csv.gz")
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert read(path)["item"] == ["a" * (before - 11) + letter]


@pytest.mark.parametrize("before", [11, 20, 27, 28, 31, 32, 40])
def test_bytes_that_are_no_text_are_refused_wherever_they_are(path: Path, before: int) -> None:
    path.write_bytes(b"item,label\n" + b"a" * (before - 11) + b"\xff" + b",1\n" + b"b,1\n" * 20)
    says = rf"byte {before}\)" if before < LOOKED_AT else "not UTF-8 text"
    with pytest.raises(InputError, match=rf"x\.csv.*{says}.*save it as UTF-8"):
        read(path)


def test_a_short_file_that_ends_within_a_letter(path: Path) -> None:
    path.write_bytes(b"item,label\na,1\n\xe2\x82")
    with pytest.raises(InputError, match=r"byte 15\)"):
        read(path)


@pytest.mark.parametrize("before", [12, 31, 32, 60])
def test_null_bytes_are_refused_wherever_they_are(path: Path, before: int) -> None:
    rows = (b"item,label\n" + b"bb,1\n" * 20)[:before].rpartition(b"\n")[0] + b"\n"
    path.write_bytes(rows + b"c\0,1\n")
    line = rows.count(b"\n") + 1
    says = "not a text file" if len(rows) + 1 < LOOKED_AT else rf"line {line}: there is a null byte"
    with pytest.raises(InputError, match=says):
        read(path)


def test_a_mark_of_the_byte_order_is_no_part_of_the_first_name(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbfitem,label\na,1\n")
    assert list(read(path).columns) == ["item", "label"]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("a", r"line 3: 1 field where the header has 2; quote fields"),
        ("a,b,c", r"line 3: 3 fields where the header has 2"),
        ("a,1,,", r"line 3: 4 fields where the header has 2"),
        ('a,"1', r"line 3: not valid CSV \(a quote is not closed"),
        ('a,"1"2', r"line 3: not valid CSV \(a quote is not closed, or not at the end"),
        ("a," + "1" * 200_000, r"x\.csv: not valid CSV \(field larger than field limit"),
    ],
)
def test_rows_that_do_not_fit(path: Path, row: str, says: str) -> None:
    path.write_text(f"item,label\nz,1\n{row}\n")
    with pytest.raises(InputError, match=says):
        read(path)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("a,1,\nb,2\n", [("a", "1"), ("b", "2")]),  # a delimiter at the end
        ("a,1\n\n\nb,2", [("a", "1"), ("b", "2")]),
        (' a\t,  "1, x"\nb,""\n', [("a", "1, x"), ("b", None)]),
        ('"a\nb",1\r\nc,\r\n', [("a\nb", "1"), ("c", None)]),
    ],
)
def test_rows_as_they_are_read(path: Path, rows: str, expected: list[tuple[str, str]]) -> None:
    path.write_bytes(b"item,label\n" + rows.encode())
    table = read(path)
    assert list(zip(table["item"], table["label"], strict=True)) == expected
    assert len(table) == len(expected)


def test_a_table_of_one_column_has_rows_that_are_blank(path: Path) -> None:
    path.write_text("label\na\n\nb\n")
    assert read(path)["label"] == ["a", None, "b"]


def test_one_label_per_line(path: Path) -> None:
    path.write_text('a\n"b\n\n c d \n')
    assert read(path, "text")["label"] == ["a", '"b', None, "c d"]


def test_packed_files(path: Path) -> None:
    rows = gzip.compress(b"item,label\na,1\n" + b"b,2\n" * 100)
    path.write_bytes(rows)
    with pytest.raises(
        InputError, match=r"compressed, but its name .*; unpack it, or name it \.gz"
    ):
        read(path)
    packed = path.with_suffix(".csv.gz")
    packed.write_bytes(rows)
    assert len(read(packed)) == 101
    packed.write_bytes(rows[:-12])
    with pytest.raises(InputError, match="the compressed file is damaged"):
        read(packed)
    packed.write_bytes(b"\x1f\x8bno more")
    with pytest.raises(InputError, match="the compressed file is damaged"):
        read(packed)
    path.write_bytes(b"\x28\xb5\x2f\xfdand more")
    with pytest.raises(InputError, match=r"compressed, but its name .*name it \.zst"):
        read(path)
