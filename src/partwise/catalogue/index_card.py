"""What there is to know about an index, gathered from its definition: for ``show`` and the docs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from partwise.base import Table, TextResult, is_installed, missing_extra, require, shown
from partwise.catalogue.beyond_partitions import BeyondIndex
from partwise.catalogue.index_record import Index
from partwise.tables import Contingency, contingency

_SIZES = (3, 4)  # of three items, no table has a value of mari
_ONE = [[0] * n for n in _SIZES]
_SINGLETONS = [list(range(n)) for n in _SIZES]
_OTHER = [[0, *range(n - 1)] for n in _SIZES]


def _tables(a: list[list[int]], b: list[list[int]]) -> tuple[Contingency, ...]:
    return tuple(map(contingency, a, b))


SITUATIONS: dict[str, tuple[Contingency, ...]] = {
    "at most one item": _tables([[], [0]], [[], [0]]),
    "identical": _tables(_OTHER, _OTHER),
    "both one cluster": _tables(_ONE, _ONE),
    "both singletons": _tables(_SINGLETONS, _SINGLETONS),
    "one cluster, singletons": _tables(_ONE, _SINGLETONS),
    "singletons, one cluster": _tables(_SINGLETONS, _ONE),
    "one cluster, other": _tables(_ONE, _OTHER),
    "singletons, other": _tables(_SINGLETONS, _OTHER),
    "other, one cluster": _tables(_OTHER, _ONE),
    "other, singletons": _tables(_OTHER, _SINGLETONS),
}
"""Special pairs (reference, candidate) in which a formula may divide by zero, with examples."""


def in_situations(index: Index) -> dict[str, str]:
    """Tell for each special situation whether the formula, a convention or nothing decides.

    Found by evaluating the index on examples of each situation.

    Examples
    --------
    >>> import partwise as pw
    >>> in_situations(pw.index("wallace_1"))["singletons, other"]
    'undefined'
    """
    return {situation: _decided(index, tables) for situation, tables in SITUATIONS.items()}


def _decided(index: Index, tables: Iterable[Contingency]) -> str:
    values = [index.evaluate(table) for table in tables]
    if all(value.note is None for value in values):
        return "formula"
    return " or ".join(dict.fromkeys(shown(value.value) for value in values))


@dataclass(frozen=True)
class Card(TextResult):
    """An index, described."""

    has_layout = True

    index: Index
    situations: dict[str, str]

    @property
    def facts(self) -> dict[str, str]:
        """Short facts, by name."""
        index = self.index
        low, high = (_bound(bound) for bound in index.range)
        better = (
            "higher is more alike" if index.direction == "similarity" else "lower is more alike"
        )
        symmetry = {True: "yes", False: "no", None: "not stated"}[index.symmetric]
        return {
            "key": index.key,
            "also known as": ", ".join(index.aka) or "—",
            "direction": f"{index.direction} ({better})",
            "range": f"{low} to {high}",
            "symmetric": symmetry,
            "exact values": "yes, as fractions" if index.is_rational else "no, not rational",
        }

    @property
    def conventions(self) -> dict[str, str]:
        """The situations that the formula does not decide, and what they are worth."""
        return {where: value for where, value in self.situations.items() if value != "formula"}

    @property
    def references(self) -> list[str]:
        """Where the index comes from."""
        return [cite(key) for key in self.index.references]

    def _content(self) -> dict[str, Any]:
        index = self.index
        has_formula = index.kind != "callable" and is_installed("sympy")
        return {
            **self.facts,
            "label": index.label,
            "formula": str(index.expression()) if has_formula else None,
            "latex": index.latex() if has_formula else None,
            "description": index.doc,
            "conventions": self.conventions,
            "references": self.references,
        }

    def to_markdown(self) -> str:
        """Return the card as a section of Markdown."""
        index = self.index
        facts = Table(["", ""], list(self.facts.items())).to_markdown()
        has_formula = index.kind != "callable" and is_installed("sympy")
        formula = f"$$\n{index.latex()}\n$$\n\n" if has_formula else ""
        conventions = "".join(
            f"- {where}{' (reference, candidate)' if ',' in where else ''}: {value}\n"
            for where, value in self.conventions.items()
        )
        sources = "".join(f"- {reference}\n" for reference in self.references)
        undefined = f"\nWhere the formula divides by zero:\n\n{conventions}" if conventions else ""
        return f"## {index.label}\n\n{formula}{index.doc}\n\n{facts}\n{undefined}" + (
            f"\nReferences:\n\n{sources}" if sources else ""
        )

    def __str__(self) -> str:
        index = self.index
        lines = [index.label, "=" * len(index.label), ""]
        if index.kind != "callable":
            lines += [*_pretty(index), ""]
        lines += [index.doc, ""]
        width = max(map(len, self.facts))
        lines += [f"{name.ljust(width)}  {fact}" for name, fact in self.facts.items()]
        if self.conventions:
            lines += ["", "Where the formula divides by zero (reference, candidate):"]
            wide = max(map(len, self.conventions))
            lines += [
                f"  {where.ljust(wide)}  {value}" for where, value in self.conventions.items()
            ]
        if self.references:
            lines += ["", "References:", *(f"  {reference}" for reference in self.references)]
        return "\n".join(lines)


def card(index: Index) -> Card:
    """Describe an index; one for covers or memberships without its conventions.

    Examples
    --------
    >>> import partwise as pw
    >>> card(pw.index("CC")).conventions["one cluster, other"]
    '0'
    """
    return Card(index, {} if isinstance(index, BeyondIndex) else in_situations(index))


def catalogue_table(chosen: Iterable[Index], *, family: bool = False) -> Table:
    """Return a table with a line for each index, and on request a column for its family."""
    rows = [
        [
            index.key,
            index.short if index.short != index.key else "",
            *([index.family] if family else []),
            " to ".join(_bound(bound) for bound in index.range),
            "higher" if index.direction == "similarity" else "lower",
            index.summary,
        ]
        for index in chosen
    ]
    about = ["family"] if family else []
    return Table(["key", "short", *about, "range", "better", "what it is"], rows)


def _bound(bound: float | Fraction) -> str:
    if math.isinf(bound):
        return "−∞" if bound < 0 else "∞"
    return shown(bound).replace("-", "−")


def _pretty(index: Index) -> list[str]:
    """Return the formula in indented lines of text."""
    if not is_installed("sympy"):
        return [f"    ({missing_extra('sympy')})"]
    sympy = require("sympy")
    text = str(sympy.pretty(index.expression(), use_unicode=True, wrap_line=False))
    return [f"    {line}".rstrip() for line in text.splitlines()]


_ENTRY = re.compile(r"^@\w+\{(?P<key>[^,\s]+),\n(?P<fields>.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^\s*(?P<name>\w+)\s*=\s*\{(?P<text>.*)\},?\s*$", re.MULTILINE)


@cache
def bibliography() -> dict[str, dict[str, str]]:
    """Return the fields of every entry, by key.

    Examples
    --------
    >>> bibliography()["rand1971"]["year"]
    '1971'
    """
    text = (files("partwise.catalogue") / "references.bib").read_text(encoding="utf-8")
    return {
        entry["key"]: {
            field["name"].lower(): _plain(field["text"])
            for field in _FIELD.finditer(entry["fields"])
        }
        for entry in _ENTRY.finditer(text)
    }


def _plain(text: str) -> str:
    text = text.replace("---", "—").replace("--", "–").replace("\\&", "&")
    return text.replace("{", "").replace("}", "")


def cite(key: str) -> str:
    """Return a reference as one line of text.

    Examples
    --------
    >>> cite("rand1971").startswith("Rand, William M. (1971). Objective Criteria")
    True
    """
    fields = bibliography()[key]
    authors = "; ".join(fields.get("author", fields.get("editor", "")).split(" and "))
    venue = next(
        (fields[name] for name in ("journal", "booktitle", "publisher") if name in fields), ""
    )
    details = ", ".join(
        part for part in (fields.get("volume", ""), fields.get("pages", "")) if part
    )
    where = " ".join(part for part in (venue, details) if part)
    return f"{authors} ({fields['year']}). {fields['title']}." + (f" {where}." if where else "")
