"""One definition of "this label marks noise", in memory, in every engine and in every file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import partwise as pw
from every_engine.cases import Frame, joined_wide
from every_engine.engines import Engine
from partwise.clusterings.policies import is_noise
from support.commands import as_json, ran

COLUMNS: dict[str, list[Any]] = {
    "integers": [-1, -1, 0, 1, 2**62],
    "floats": [-1.0, 0.0, 1.0, 2.0**62, -1.0],
    "text": ["-1", "-1.0", "noise", "01", "2020-02-03"],
    "more text": ["1", "1.0", "None", "True", "-01"],
    "booleans": [True, False, True, True, False],
    "dates": [date(2020, 2, 3), date(2020, 2, 4), date(2020, 2, 3), date(1, 1, 1), date(1, 1, 2)],
}
# Which labels mark noise, by hand: noise label → column → places.
EXPECTED: list[tuple[Any, dict[str, list[int]]]] = [
    *(
        (minus_one, {"integers": [0, 1], "floats": [0, 4], "text": [0, 1]})
        for minus_one in (-1, "-1", -1.0, "-1.0")
    ),
    *((one, {"integers": [3], "floats": [2], "more text": [0, 1]}) for one in (1, "1", 1.0, "1.0")),
    *((large, {"integers": [4], "floats": [3]}) for large in (2**62, str(2**62), 2.0**62)),
    ("01", {"text": [3]}),
    ("noise", {"text": [2]}),
    ("None", {"more text": [2]}),
    ("True", {"more text": [3]}),
    *((day, {"text": [4], "dates": [0, 2]}) for day in (date(2020, 2, 3), "2020-02-03")),
    (True, {"booleans": [0, 2, 3], "more text": [3]}),
    (False, {"booleans": [1, 4]}),
    *((nothing, {}) for nothing in (None, float("nan"), 0.5, 2**64, "")),
]


@pytest.mark.parametrize(("noise_label", "expected"), EXPECTED, ids=repr)
def test_memory(noise_label: Any, expected: dict[str, list[int]]) -> None:
    for name, values in COLUMNS.items():
        marked = [i for i, value in enumerate(values) if is_noise(value, noise_label)]
        assert marked == expected.get(name, []), name
        kept = pw.Clustering(values, noise="drop", noise_label=noise_label)
        assert kept.n == len(values) - len(marked)


def test_every_engine(frame: Frame, engine: Engine) -> None:
    native = frame(COLUMNS)
    for noise_label, expected in EXPECTED[:: 5 if engine.slow else 1]:
        joined = joined_wide(lambda _: native, COLUMNS, noise_label=noise_label, noise="singletons")
        for name in COLUMNS:
            assert joined.sides[name].noise == len(expected.get(name, [])), (noise_label, name)
        joined.forget()


def _csv(path: Path, table: pa.Table) -> None:
    from pyarrow import csv

    csv.write_csv(table, path)


def _parquet(path: Path, table: pa.Table) -> None:
    from pyarrow import parquet

    parquet.write_table(table, path)


def _arrow(path: Path, table: pa.Table) -> None:
    with pa.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table)


def _jsonl(path: Path, table: pa.Table) -> None:
    import json

    path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))


WRITERS: dict[str, Callable[[Path, pa.Table], None]] = {
    "csv": _csv,
    "parquet": _parquet,
    "arrow": _arrow,
    "jsonl": _jsonl,
}
AS_JSON = ("--format", "json")
GOLD, MINE = [0, 0, 0, 1, 1, 1], [0, 0, -1, -1, 1, 1]


@pytest.mark.parametrize(("suffix", "kind"), list(product(WRITERS, (pa.int64(), pa.float64()))))
@pytest.mark.parametrize("noise", ["singletons", "drop"])
def test_command_line_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str, kind: Any, noise: Any
) -> None:
    for name, labels in (("gold", GOLD), ("mine", MINE)):
        table = pa.table({"id": range(6), "cluster": pa.array(labels, kind)})
        WRITERS[suffix](tmp_path / f"{name}.{suffix}", table)
    paths = [str(tmp_path / f"{name}.{suffix}") for name in ("gold", "mine")]
    expected = pw.score(GOLD, MINE, "rand", noise=noise)
    assert expected != pw.score(GOLD, MINE, "rand")
    for command in ("score", "compare"):
        result = ran(capsys, command, *paths, "--index", "rand", "--noise", noise, *AS_JSON)
        assert repr(expected) in result.out, command
    result = ran(capsys, "landscape", *paths, "--noise", noise, *AS_JSON)
    assert as_json(result)["clusters"] == [2, 4 if noise == "singletons" else 2]
    assert pw.score(pw.read(paths[0]), pw.read(paths[1]), "rand", noise=noise) == expected
