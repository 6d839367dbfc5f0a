"""What makes an index whole: the parts written by hand, and those that ``make index`` writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import partwise as pw
from partwise.catalogue.index_card import bibliography
from partwise.properties.known_verdicts import FILE
from partwise.properties.registry import PROPERTIES
from support.oracle import ORACLE

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "golden.json"
VERDICTS = ROOT / "src" / "partwise" / "properties" / FILE
PHRASES = ("no cluster sizes", "large clusters", "small clusters", "either", "neither")
"""How a "Favours:" starts; tests/every_index/test_favours.py checks that it is true."""

Lacking = Iterator[str]


def definition(index: pw.Index) -> Lacking:
    """Say what its decorator does not declare."""
    if index.symmetric is None:
        yield "symmetric=True or False is missing in its decorator"
    if index.label == index.key:
        yield "label= is missing in its decorator: the name that people read"
    if not index.references:
        yield "references= is missing in its decorator: keys of catalogue/references.bib"


def docstring(index: pw.Index) -> Lacking:
    """Say which paragraphs its docstring lacks."""
    if not index.summary.endswith(".") or len(index.summary) >= 100:
        yield "its docstring must start with one sentence of fewer than 100 characters"
    for start in ("Favours: ", "Avoid when: "):
        if sum(paragraph.startswith(start) for paragraph in index.doc.split("\n\n")) != 1:
            yield f"its docstring needs one paragraph that starts with {start!r}"
    if "Favours: " in index.doc and not favours(index):
        yield f'its "Favours: " must start with one of: {", ".join(PHRASES)}'


def favours(index: pw.Index) -> str | None:
    """Return the phrase with which "Favours:" starts, if it is one of those known."""
    text = index.doc.partition("Favours: ")[2]
    return next((phrase for phrase in PHRASES if text.startswith(phrase)), None)


def references(index: pw.Index) -> Lacking:
    """Say which of its references nobody wrote down."""
    for key in index.references:
        if key not in bibliography():
            yield f"{key} is missing in src/partwise/catalogue/references.bib"


def oracle(index: pw.Index) -> Lacking:
    """Say whether it lacks its independent definition."""
    if index.key not in ORACLE:
        yield (
            f"write `@PAIRS_BEYOND.add def {index.key}(n11, n10, n01, n00)` in "
            "tests/support/oracle.py, straight from its source"
            if index.kind == "pairs"
            else f"write `@FAMILIES.add def {index.key}(a, b)` of two lists of labels at the end "
            "of tests/support/oracle_families.py, straight from its source"
        )


def golden_values(index: pw.Index) -> Lacking:
    """Say whether it lacks golden values."""
    records = json.loads(GOLDEN.read_text("utf-8"))["values"]
    if sum(record["key"] == index.key for record in records) < 4:
        yield f"tests/golden/golden.json has no values of it: make index KEY={index.key}"


def verdicts(index: pw.Index) -> Lacking:
    """Say whether it lacks verdicts on its properties."""
    known = json.loads(VERDICTS.read_text("utf-8")).get(index.key, {})
    if set(known) != set(PROPERTIES):
        yield f"properties/{FILE} has no verdicts on it: make index KEY={index.key}"


def pages(index: pw.Index) -> Lacking:
    """Say which generated pages do not have it."""
    for page in ("indices.md", "properties.md"):
        if f"| {index.key} " not in (ROOT / "docs" / page).read_text("utf-8"):
            yield f"docs/{page} has no line about it: make index KEY={index.key}"


Part = Callable[[pw.Index], Lacking]
BY_HAND: tuple[Part, ...] = (definition, docstring, references, oracle)
GENERATED: tuple[Part, ...] = (golden_values, verdicts, pages)
