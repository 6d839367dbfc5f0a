"""Which files a name stands for, in which order, and what is said about those that cannot be."""

from __future__ import annotations

import errno
import gzip
import os
import re
import threading
from pathlib import Path
from typing import BinaryIO

import pytest

from partwise.engines.sources import Files, find_files, has_known_suffix, is_file, watched_files
from partwise.engines.text_files import common_dialect, line_of_row, read_table
from partwise.errors import InputError

ROWS = "item,label\na,1\nb,2\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of one table, and beside them what is none of it."""
    for name in (
        "b.csv", "a.csv", "_marks.csv", ".hidden.csv", "p/2.csv", "p/1.csv", "p/deep/0.csv",
        "p/_SUCCESS", "p/.part.crc", "p/_log/1.csv", "p/.git/1.csv", "empty.csv", "q/_SUCCESS",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if name == "empty.csv" else ROWS)
    return tmp_path


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("a.csv", ["a.csv"]),
        ("p", ["p/1.csv", "p/2.csv", "p/deep/0.csv"]),
        ("[ab].csv", ["a.csv", "b.csv"]),
        ("*.csv", ["a.csv", "b.csv"]),
        ("?", ["p/1.csv", "p/2.csv", "p/deep/0.csv"]),
        ("**/1.csv", ["p/1.csv"]),
    ],
)
def test_files_of_a_name(folder: Path, named: str, expected: list[str]) -> None:
    if named == "?":
        (folder / "q" / "_SUCCESS").unlink()
        (folder / "q").rmdir()
    if named == "**/1.csv":  # a glob looks into folders of any name
        for each in (folder / "p" / "_log" / "1.csv", folder / "p" / ".git" / "1.csv"):
            each.unlink()
    found = find_files(str(folder / named))
    assert [path.relative_to(folder).as_posix() for path in found.paths] == expected
    assert (found.format, found.source) == ("csv", str(folder / named))


def test_a_list_of_files_keeps_its_order_and_has_a_short_name(folder: Path) -> None:
    a, b, p = (folder / name for name in ("a.csv", "b.csv", "p"))
    found = find_files([b, str(p), a])
    assert [path.name for path in found.paths] == ["b.csv", "1.csv", "2.csv", "0.csv", "a.csv"]
    assert found.source == f"{b} and 2 more"
    assert find_files([b]).source == str(b)
    assert find_files([a, b]).source == f"{a} and 1 more"
    assert find_files(found) is found


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("c.csv", r"c\.csv: No such file; is it (a\.csv or b|b\.csv or a)\.csv\?$"),
        ("zzzzzz", "zzzzzz: No such file$"),
        ("nowhere/a.csv", r"No such file \(there is no folder .*nowhere\)"),
        ("q", "q: this folder has no label files; name a file"),
        ("*.parquet", r"\*\.parquet: no file matches"),
        ("_*.csv", r"_\*\.csv: no file matches"),
        ("x" * 300, "cannot read it \\(File name too long\\)"),
        ("empty.csv", r"empty\.csv: the file is empty; it needs a row of column names"),
    ],
)
def test_files_that_are_not_there(folder: Path, named: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        find_files(str(folder / named))


def test_what_is_at_an_address_is_not_read_but_a_file_of_that_name_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^s3://x\.csv: only files on a disk can be read"):
        find_files("s3://x.csv")
    (tmp_path / "s3:").mkdir()
    (tmp_path / "s3:" / "x.csv").write_text(ROWS)
    assert [path.name for path in find_files("s3://x.csv").paths] == ["x.csv"]


def test_empty_parts_are_left_out_unless_all_are(folder: Path) -> None:
    names = [folder / "empty.csv", folder / "a.csv"]
    assert [path.name for path in find_files(names).paths] == ["a.csv"]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("x.csv", "csv"), ("x.CSV", "csv"), ("x.csv.gz", "csv"), ("x.tab", "tsv"),
        ("x.tsv.zst", "tsv"), ("x.pq", "parquet"), ("x.parq", "parquet"), ("x.ipc", "arrow"),
        ("x.feather", "arrow"), ("x.ndjson.gz", "json"), ("x.json", "json"), ("x.y.csv", "csv"),
        ("x.csv.txt", "text"), ("x", "text"), ("x.gz", "text"), ("csv", "text"),
    ],
)  # fmt: skip
def test_formats_by_name(tmp_path: Path, name: str, form: str) -> None:
    (tmp_path / name).write_text("x\n")
    found = find_files(tmp_path / name)
    assert found.format == form
    assert found.is_named == (form != "text")
    assert found.is_plain_text == name.endswith(".txt")
    assert found.has_types == (form in ("parquet", "arrow", "json"))
    assert has_known_suffix(name) == (form != "text")


@pytest.mark.parametrize(
    ("suffixes", "says"),
    [
        ("xlsx xls ods", "a spreadsheet; save it as CSV"),
        ("bz2 xz zip lz4 7z tar tgz csv.zip tar.xz", "a packed file; unpack it"),
        ("npy npz", "a NumPy file; load it and pass the array"),
        ("pkl pickle joblib", "a pickle; load it and pass the labels"),
        ("db sqlite duckdb", "a database; pass a relation of its table"),
        ("orc avro h5 hdf5 mat", "in an unsupported format"),
    ],
)
def test_files_that_cannot_be_read_are_told_by_their_names(
    tmp_path: Path, suffixes: str, says: str
) -> None:
    for suffix in suffixes.split():
        for name in (f"x.{suffix}", f"x.{suffix.upper()}"):
            (tmp_path / name).write_text(ROWS)
            with pytest.raises(InputError, match=rf"{re.escape(name)}: this is {says} \("):
                find_files(tmp_path / name)
            assert has_known_suffix(name)


@pytest.mark.parametrize(
    ("start", "form"),
    [
        (b"PAR1junk", "parquet"), (b"ARROW1", "arrow"), (b'{"a": 1}', "json"),
        (b' \n{ "a": 1}', "json"), (b"{a: 1}", "text"), (b"[1]", "text"), (b"PAR2", "text"),
        (b"x,PAR1", "text"),
    ],
)  # fmt: skip
def test_formats_by_the_first_bytes(tmp_path: Path, start: bytes, form: str) -> None:
    (tmp_path / "x").write_bytes(start)
    assert find_files(tmp_path / "x").format == form


def test_sizes_and_names_of_several_files(folder: Path) -> None:
    found = find_files([folder / "a.csv", folder / "b.csv"])
    assert found.size == 2 * len(ROWS)
    assert found.is_named
    (folder / "x.txt").write_text("1\n")
    assert not Files("x", (folder / "a.csv", folder / "x.txt"), "csv").is_named
    assert not Files("x", (folder / "a.csv", folder / "x.txt"), "text").is_plain_text


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "", "."])
def test_any_text_may_be_asked_about(name: str) -> None:
    assert not is_file(name)


@pytest.mark.parametrize("change", ["longer", "as long", "replaced", "gone"])
def test_a_file_that_changes_while_it_is_watched(tmp_path: Path, change: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(ROWS)
    other = tmp_path / "y.csv"
    other.write_text(ROWS)
    with watched_files():
        found = find_files(path)
        assert len(read_table("x", found.paths, "csv")[0]) == 2
        if change == "replaced":
            other.rename(path)
        elif change == "gone":
            path.unlink()
        else:
            path.write_text(ROWS.replace("a,1", "a,3") + "c,3\n" * (change == "longer"))
        if change != "gone":
            find_files(path)  # to look again changes nothing
        with pytest.raises(InputError, match=r"x\.csv: the file changed while it was read"):
            read_table("x", [tmp_path / "x.csv"] if change != "gone" else [other], "csv")
    if change != "gone":  # nobody watches it any more
        assert len(read_table("x", [path], "csv")[0]) >= 2


def test_who_watches_inside_of_another_knows_its_own_files(tmp_path: Path) -> None:
    for name in ("x.csv", "y.csv"):
        (tmp_path / name).write_text(ROWS)
    with watched_files():
        find_files(tmp_path / "x.csv")
        with watched_files():
            found = find_files(tmp_path / "y.csv")
            (tmp_path / "x.csv").write_text("changed")
            assert len(read_table("y", found.paths, "csv")[0]) == 2
            (tmp_path / "y.csv").write_text("changed")
            with pytest.raises(InputError, match=r"y\.csv: the file changed"):
                read_table("z", [_written(tmp_path / "z.csv")], "csv")
        with pytest.raises(InputError, match=r"x\.csv: the file changed"):
            read_table("z", [tmp_path / "z.csv"], "csv")


def _written(path: Path) -> Path:
    path.write_text(ROWS)
    return path


def test_lines_of_rows_in_several_files(tmp_path: Path) -> None:
    """Rows are counted through the files, lines in each of them; blank lines are no rows."""
    texts = {"a": ROWS, "b": 'item,label\n"c\nc",3\n\nd,4\n', "c": "item,label\n", "d": ROWS}
    paths = [tmp_path / f"{name}.csv" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    table, dialect = read_table("x", paths, "csv")
    assert table["item"] == ["a", "b", "c\nc", "d", "a", "b"]
    expected = ["a.csv, line 2", "a.csv, line 3", "b.csv, line 2", "b.csv, line 5"]
    expected += ["d.csv, line 2", "d.csv, line 3"]
    found = [line_of_row(paths, dialect, row) for row in range(7)]
    assert found == [*(f"{tmp_path}/{place}" for place in expected), None]
    assert line_of_row([tmp_path / "a.csv.zst"], dialect, 0) is None


@pytest.mark.parametrize("name", ["x", "x.csv", "x.csv.gz", "a.b.x.csv.gz", "x.txt.gz"])
def test_pipes_keep_what_their_names_say(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    os.mkfifo(path)
    content = gzip.compress(ROWS.encode()) if name.endswith(".gz") else ROWS.encode()
    writer = threading.Thread(target=lambda: path.write_bytes(content))
    writer.start()
    found = find_files(path)
    writer.join()
    assert found.format == ("csv" if ".csv" in name else "text")
    assert len(read_table("x", found.paths, found.format)[0]) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_that_cannot_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(pipe: BinaryIO, _: object) -> None:
        pipe.read()  # the writer is done
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("shutil.copyfileobj", full)
    os.mkfifo(tmp_path / "pipe.csv")
    write = (tmp_path / "pipe.csv").write_text
    writer = threading.Thread(target=write, args=(ROWS,), daemon=True)
    writer.start()
    with pytest.raises(InputError, match=r"pipe\.csv: cannot read it \(No space left on device\)"):
        find_files(tmp_path / "pipe.csv")
    writer.join()


def test_files_with_other_columns_are_named(tmp_path: Path) -> None:
    for name, text in {"a": ROWS, "b": ROWS, "c": "item,cluster\na,1\n"}.items():
        (tmp_path / f"{name}.csv").write_text(text)
    paths = [tmp_path / f"{name}.csv" for name in "abc"]
    says = r"^x: .* columns: item, label in a\.csv, but item, cluster in c\.csv"
    with pytest.raises(InputError, match=says):
        read_table("x", paths, "csv")
    with pytest.raises(InputError, match=r"a\.csv: the file is empty"):
        common_dialect("x", paths, "csv", (), lambda _: [])
