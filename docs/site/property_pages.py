"""A page for each property: why it matters, a picture, definition, who has it, counterexamples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import partwise as pw
from count_bars import count_bars
from partwise.base.display import as_markdown
from partwise.properties.known_verdicts import known
from partwise.properties.pictures import pictures
from partwise.properties.registry import PROPERTIES
from partwise.properties.verdict import Counterexample, Verdict
from symbols import with_subscripts

__all__ = ["property_page", "reasons"]

Found = tuple[pw.Index, Verdict]

_STATUS = {
    "proved": "Proved, for every number of items",
    "held": "No counterexample up to {} items",
    "refuted": "Refuted",
    "unknown": "Unknown",
    "not_applicable": "Not defined: the property is about pair counts",
}
_HOW = {
    "tie": "the score stays the same where it should change",
    "decrease": "the score changes in the wrong direction",
}


_OF_ITEMS = (
    "Numbers are items, boxes are clusters, and items of the same colour are together in A. There "
    "is no smaller counterexample for these indices. For those with more than 12 items, no "
    "smaller one is known."
)
_OF_COUNTS = "The four numbers are counts of pairs of items: (N11, N10, N01, N00)."
_OF_MEANS = "Both clusterings are random. There is no smaller counterexample for these indices."


@cache
def reasons() -> dict[str, str]:
    """Return why each property matters, by its key: the sections of why.md."""
    text = (Path(__file__).parent / "why.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (\w+)\n", text, flags=re.MULTILINE)[1:]
    return {key: said.strip() for key, said in zip(sections[::2], sections[1::2], strict=True)}


def property_page(key: str, indices: Sequence[pw.Index]) -> str:
    """Return the page of a property in Markdown, with the verdicts on these indices."""
    about = PROPERTIES[key]
    found = [(index, known(index)[key]) for index in indices if key in known(index)]
    namesakes = [index for index in indices if index.label == about.title]
    also = "".join(f" There is also an index with this name: {_link(each)}." for each in namesakes)
    parts = [
        f"# {as_markdown(about.title)}" + (" (property)" if namesakes else ""),
        _why(reasons()[key]),
        _picture(found),
        "## Definition",
        _definition(about.definition),
        f"Source: {as_markdown(about.source)}. In code: `{key}`.{also}",
        "## Which indices have it",
        *(_having(found, status) for status in _STATUS),
        _counterexamples(found),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _why(text: str) -> str:
    """Return why it matters, its first paragraph large."""
    first, _, rest = text.partition("\n\n")
    return f":::{{div}} lead\n{first}\n:::\n\n{rest}".rstrip()


def _picture(found: Sequence[Found]) -> str:
    """Return the smallest counterexample that can be drawn, and what an index makes of it."""
    drawable = [
        (index, verdict.counterexample, drawn)
        for index, verdict in found
        if verdict.counterexample is not None and (drawn := _drawn(verdict.counterexample))
    ]
    if not drawable:
        return ""
    index, example, drawn = min(drawable, key=lambda each: each[1].n)
    values = ", ".join(f"{name} = {value}" for name, value in example.values.items())
    words = f" {as_markdown(example.says[:1].upper() + example.says[1:].rstrip('.'))}."
    marks = (
        "Colours show the clusters of A, and boxes the clusters of each clustering."
        if example.n
        else ""
    )
    told = f"{_link(index)} does not have this property.{words} {as_markdown(values)}. {marks}"
    return f"{drawn}\n\n:::{{div}} legend\n{told.rstrip()}\n:::"


def _drawn(example: Counterexample) -> str:
    counts = count_bars(example.pair_counts) if example.pair_counts else ""
    drawn = pictures(example) if example.n else counts
    return f'<div class="example-pictures">{drawn}</div>' if drawn else ""


def _definition(text: str) -> str:
    """Return the definition, its own title left out."""
    first, _, rest = text.partition("\n\n")
    told = first.partition(": ")[2] or first
    told = told[:1].upper() + told[1:]
    return _prose(told) + (f"\n\n{_prose(rest)}" if rest else "")


def _prose(text: str) -> str:
    """Return running text in Markdown: line breaks stay, signs are no markup."""
    return "\n\n".join(
        "\n".join(with_subscripts(as_markdown(line)) for line in paragraph.splitlines())
        for paragraph in text.split("\n\n")
    )


def _having(found: Sequence[Found], status: str) -> str:
    """Return who has this verdict: those of the paper, then the others, by how far it is known."""
    parts = []
    having = [(index, verdict) for index, verdict in found if verdict.status == status]
    for far in sorted({verdict.up_to_n or 0 for _, verdict in having}, reverse=True):
        chosen = [each for each in having if (each[1].up_to_n or 0) == far]
        parts.append(f"**{_STATUS[status].format(far)}** ({len(chosen)})")
        for whose, of_paper in (("In the paper", True), ("Beyond the paper", False)):
            these = [each for each in chosen if (each[0].family == "paper") == of_paper]
            listed = ", ".join(_link(index) + _extra(verdict) for index, verdict in these)
            parts.append(f"- {whose}: {listed}." if these else "")
    if any(verdict.value in _HOW for _, verdict in having) and status == "refuted":
        told = "; ".join(f"({value}): {said}" for value, said in _HOW.items())
        parts.append(f"{told}.")
    return "\n\n".join(filter(None, parts))


def _link(index: pw.Index) -> str:
    return f"[{as_markdown(index.label)}](../indices/{index.key}.md)"


def _extra(verdict: Verdict) -> str:
    return f" ({as_markdown(verdict.value)})" if verdict.value not in (None, "none") else ""


def _counterexamples(found: Sequence[Found]) -> str:
    """Return one section for each set of clusterings or counts, with all whom they refute."""
    groups: dict[str, list[tuple[pw.Index, Counterexample]]] = {}
    for index, verdict in found:
        if (example := verdict.counterexample) is not None:
            groups.setdefault(_title(example), []).append((index, example))
    if not groups:
        return ""
    ordered = sorted(groups.values(), key=lambda group: (group[0][1].n, -len(group)))
    examples = [group[0][1] for group in ordered]
    intro = (
        _OF_ITEMS
        if any(example.n for example in examples)
        else _OF_COUNTS
        if any(example.pair_counts for example in examples)
        else _OF_MEANS
    )
    return "\n\n".join(["## Smallest counterexamples", intro, *map(_group, ordered)])


def _title(example: Counterexample) -> str:
    """Return what is compared: clusterings, counts, or means."""
    compared = str(Counterexample(example.clusterings, {}, "", example.pair_counts))
    return compared or ", ".join(example.values)


def _group(group: Sequence[tuple[pw.Index, Counterexample]]) -> str:
    example = group[0][1]
    title = _title(example)
    drawn = _drawn(example)
    columns = list(dict.fromkeys(name for _, each in group for name in each.values))
    head = "| index | " + " | ".join(as_markdown(name) for name in columns) + " |"
    rule = "| --- |" + " --- |" * len(columns)
    rows = [
        f"| {_link(index)} | "
        + " | ".join(as_markdown(str(each.values.get(name, ""))) for name in columns)
        + " |"
        for index, each in group
    ]
    says = f"What they show: {as_markdown(example.says.rstrip('.'))}." if example.says else ""
    return "\n\n".join(
        filter(None, [f"### {as_markdown(title)}", drawn, says, "\n".join([head, rule, *rows])])
    )
