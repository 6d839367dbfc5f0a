"""Values of JSON lines: what is too large or of two kinds is refused, and its place is told."""

from __future__ import annotations

import gzip
import json
from itertools import permutations
from pathlib import Path

import pytest

from partwise.engines.loading import clusterings
from partwise.engines.reading import read
from partwise.errors import InputError


def written(folder: Path, values: list[str]) -> Path:
    """A file with a row for each value, given as it stands in JSON."""
    path = folder / "x.jsonl"
    rows = (f'{{"id": "t{i}", "cluster": {value}}}\n' for i, value in enumerate(values))
    path.write_text("".join(rows))
    return path


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (["9007199254740993", "0.5"], r"1 whole number is too large .*\(9007199254740993\);"),
        (["-9007199254740993", "0.5", "null"], r"1 whole number is .*\(-9007199254740993\);"),
        (["18446744073709551616", "1"], r"1 whole number is .*\(18446744073709551616\);"),
        (
            [str(2**64 + i) for i in (5, 3, 1, 4, 2)],
            r"5 whole numbers are .*\(1\d{16}617, 1\d{16}618, 1\d{16}619 and 2 more\);",
        ),
    ],
)
def test_the_smallest_of_too_large_numbers_are_shown(
    tmp_path: Path, values: list[str], says: str
) -> None:
    with pytest.raises(InputError, match=says):
        read(written(tmp_path, values))


@pytest.mark.parametrize(
    "values",
    [
        [2**53, -(2**53), 0.0],
        [2**64 - 1, 0, 1],
        [2**63 - 1, -(2**63), 0],
        [2**63, -1, 0],  # no type of 64 bits holds both
    ],
)
@pytest.mark.parametrize("missing", [False, True])
def test_numbers_are_exact_up_to_the_border(
    tmp_path: Path, values: list[int], missing: bool
) -> None:
    written_values = [*map(json.dumps, values), *(["null"] if missing else [])]
    found = clusterings(read(written(tmp_path, written_values)), missing="drop")["cluster"]
    assert [int(label) for label in found.labels] == values  # type: ignore[call-overload]


KINDS = {
    "lists": ("[1]", "[1]"),
    "booleans": ("true", "True"),
    "objects": ('{"a": 1}', "{'a': 1}"),
    "numbers": ("-3", "-3"),
    "text": ('"b"', "'b'"),
}


@pytest.mark.parametrize(("one", "other"), list(permutations(KINDS, 2)))
def test_two_kinds_of_values_are_told_with_an_example(tmp_path: Path, one: str, other: str) -> None:
    path = written(tmp_path, [KINDS[one][0], "null", KINDS[other][0]])
    with pytest.raises(InputError, match="and it is unclear whether") as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: column 'cluster': mixes ")
    for kind in (one, other):
        assert f"{kind} ({KINDS[kind][1]})" in str(caught.value)


def test_numbers_of_two_types_are_one_kind(tmp_path: Path) -> None:
    found = clusterings(read(written(tmp_path, ["1", "2.0", "-3", "1e0"])))["cluster"]
    assert found.sizes.tolist() == [2, 1, 1]


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (["{", '{"id": "a"}'], 1),
        (['{"id": "a", "cluster": 1}', "", '{"id": "b"}x'], 3),
        (['{"id": "a", "cluster": 1}', "  ", "", '{"id": '], 4),
        (['{"id": "a", "cluster": 1}', "[" * 100_000], 2),
    ],
    ids=["first", "after a blank line", "last", "deep"],
)
def test_the_first_line_that_is_no_json_is_told(
    tmp_path: Path, rows: list[str], line: int, is_packed: bool
) -> None:
    path = tmp_path / ("x.jsonl.gz" if is_packed else "x.jsonl")
    content = ("\n".join(rows) + "\n").encode()
    path.write_bytes(gzip.compress(content) if is_packed else content)
    with pytest.raises(InputError, match=rf", line {line}: not valid JSON \(.*one JSON object$"):
        read(path)


def test_blank_lines_are_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"id": "a", "cluster": 1}\n\n{"id": "b", "cluster": 2}\n')
    assert clusterings(read(path))["cluster"].items == ("a", "b")


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (['{"id": 1, "id": 2, "cluster": 1}'], "two columns are called 'id'"),
        (['{"id": 1, "cluster": 1}', '{"id": 2, "Cluster": 1}'], "'Cluster' and 'cluster' differ"),
        (["1", "2"], "each line must be a JSON object"),
        (["[1]", "[2]"], "each line must be a JSON object"),
    ],
)
def test_rows_are_objects_with_names_of_their_own(
    tmp_path: Path, rows: list[str], says: str
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(rows) + "\n")
    with pytest.raises(InputError, match=says) as caught:
        read(path)
    assert caught.value.subject == str(path)


@pytest.mark.parametrize(
    "times",
    [
        ["2020-01-01", "2020-01-02"],
        ["10:00:00", "11:30:00"],
        ["2020-01-01 10:00:00", "2020-01-02 11:00:00"],
        ["2020-01-01T10:00:00Z", "2020-01-02T11:00:00Z"],
        ["2020-01-01T10:00:00+02:00", "2020-01-02T11:00:00+02:00"],
        ["5c1d1f5e-6d3c-4f0e-9d55-0a2b3c4d5e6f", "6c1d1f5e-6d3c-4f0e-9d55-0a2b3c4d5e6f"],
    ],
)
def test_text_that_looks_like_another_type_stays_as_written(
    tmp_path: Path, times: list[str]
) -> None:
    found = clusterings(read(written(tmp_path, [json.dumps(time) for time in times])))["cluster"]
    assert found.labels == tuple(times)
