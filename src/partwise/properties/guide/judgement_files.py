"""Judgements from a JSON or CSV file."""

from __future__ import annotations

import csv
import json
import os
from os import PathLike
from pathlib import Path
from typing import Any

from partwise.base import InputError

SIDES = ("reference", "better", "worse")
_JSON = (
    'write a list of objects with "reference", "better" and "worse", each a list of labels, an '
    "object item → label, or the name of a label file"
)
_CSV = "write the columns judgement, reference, better and worse (and item), a row for each item"


def read_judgements(path: str | PathLike[str]) -> list[Any]:
    r"""Read judgements: a list in JSON, or a row for each item of each judgement in CSV.

    Names of label files in JSON are relative to the folder of the file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "judgements.csv"
    ...     rows = ["judgement,item,reference,better,worse", "1,a,x,x,x", "1,b,y,y,x"]
    ...     _ = file.write_text("\n".join(rows))
    ...     read_judgements(file)[0]["worse"]
    {'a': 'x', 'b': 'x'}
    """
    file = Path(os.fspath(path))
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError("No such file", place=str(file)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"this cannot be read ({error})", place=str(file)) from None
    if file.suffix.lower() == ".csv":
        return _from_csv(text, file)
    return _from_json(text, file)


def _from_json(text: str, file: Path) -> list[Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # numbers may be too long, lists too deep
        raise InputError(f"this is not JSON ({error})", place=str(file), remedy=_JSON) from None
    if isinstance(content, dict) and "judgements" in content:
        content = content["judgements"]
    if not isinstance(content, list):
        raise InputError("this is not a list of judgements", place=str(file), remedy=_JSON)
    return [_located(judgement, file) for judgement in content]


def _located(judgement: Any, file: Path) -> Any:
    """Return a judgement whose names of label files start from the folder of its file."""
    if isinstance(judgement, dict):
        return {side: _beside(value, file) for side, value in judgement.items()}
    return (
        [_beside(value, file) for value in judgement] if isinstance(judgement, list) else judgement
    )


def _beside(value: Any, file: Path) -> Any:
    return str(file.parent / value) if isinstance(value, str) else value


def _from_csv(text: str, file: Path) -> list[Any]:
    rows = csv.DictReader(text.splitlines())
    names = [name for name in ("judgement", *SIDES) if name not in (rows.fieldnames or ())]
    if names:
        raise InputError(f"the column {names[0]!r} is missing", place=str(file), remedy=_CSV)
    judgements: dict[str, dict[str, dict[str, str]]] = {}
    for line, row in enumerate(rows, 2):
        sides = judgements.setdefault(row["judgement"], {side: {} for side in SIDES})
        item = row.get("item") or str(len(sides["reference"]))
        if item in sides["reference"]:
            raise InputError(
                f"item {item!r} occurs twice in judgement {row['judgement']!r}",
                place=f"{file}, line {line}",
                remedy="give each item one row",
            )
        for side in SIDES:
            if row[side]:
                sides[side][item] = row[side]
    return list(judgements.values())
