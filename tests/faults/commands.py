"""The commands that faults are tried on, their input and what they write."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

FORMATS = ("csv", "parquet", "jsonl", "arrow")
OUT = "out"


@dataclass(frozen=True)
class Command:
    """A command line; ``{gold}``, ``{a}``, ``{b}`` and ``{pairs}`` stand for files of a format."""

    name: str
    line: str
    outputs: tuple[str, ...] = ()
    reads: tuple[str, ...] = ("gold", "a", "b")
    change: tuple[str, str] = ("{a} {b}", "{b} {a}")

    @property
    def rival(self) -> Command:
        """The same command with another result, for the same file."""
        return replace(self, name=f"rival {self.name}", line=self.line.replace(*self.change))

    def arguments(self, form: str) -> list[str]:
        names = {name: file_name(name, form) for name in self.reads}
        return [part.format(**names) for part in self.line.split()]


COMMANDS = (
    Command("score", "score {gold} {a} --index ARI,AMI,VI --format json", reads=("gold", "a")),
    Command(
        "compare",
        "compare {gold} {a} {b} --index CC,VI --format csv --report out/report.html",
        ("report.html",),
    ),
    Command(
        "sweep",
        "sweep {gold} {pairs} --index ARI --format csv --output out/curve.csv",
        ("curve.csv",),
        ("gold", "pairs"),
        ("ARI", "VI"),
    ),
    Command("estimate", "estimate {gold} {a} {b} --design random-items --index ARI --format json"),
    Command("track", "track {gold} {a} {b} --output out/ids.csv --format csv", ("ids.csv",)),
    Command("consensus", "consensus {a} {b} --output out/c.csv", ("c.csv",), ("a", "b")),
    Command(
        "audit",
        "audit n11/(n11+n10) --property symmetry --max-n 6 --seconds 600 "
        "--certificates out/proofs.json --format csv",
        ("proofs.json",),
        (),
        ("symmetry", "monotonicity"),
    ),
)


def file_name(name: str, form: str) -> str:
    """Names are not all ASCII, as those of users."""
    return f"{'é' if name == 'a' else ''}{name}.{form}"


def write_inputs(folder: Path) -> None:
    """Write the label files and the scored pairs, in every format."""
    draw = random.Random(0)  # noqa: S311 - not for secrets
    items = [f"item {number}" for number in range(300)]
    gold = [draw.randrange(12) for _ in items]
    tables: dict[str, dict[str, list[Any]]] = {
        "gold": {"item": items, "label": [f"Käse {cluster}" for cluster in gold]},
        "a": {"item": items, "label": [cluster // 2 for cluster in gold]},
        "b": {"item": items, "label": [draw.choice((cluster, 99)) for cluster in gold]},
    }
    pairs = [
        (items[i], items[j], round(draw.random() / 2 + (gold[i] == gold[j]) / 2, 3))
        for i, j in draw.sample([*combinations(range(300), 2)], 800)
    ]
    names = ("item_1", "item_2", "score")
    tables["pairs"] = dict(zip(names, map(list, zip(*pairs, strict=True)), strict=True))
    for name, table in tables.items():
        _write(folder, name, table)


def _write(folder: Path, name: str, table: dict[str, list[Any]]) -> None:
    import pyarrow as pa
    from pyarrow import csv, feather, parquet

    arrow = pa.table(table)
    csv.write_csv(arrow, folder / file_name(name, "csv"))
    parquet.write_table(arrow, folder / file_name(name, "parquet"))
    feather.write_feather(arrow, str(folder / file_name(name, "arrow")))
    lines: Iterable[str] = (json.dumps(row) for row in arrow.to_pylist())
    (folder / file_name(name, "jsonl")).write_text("\n".join(lines) + "\n", encoding="utf-8")
