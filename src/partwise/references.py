"""The bibliography: ``references.bib``, read and shown in one line each."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

__all__ = ["bibliography", "cite"]

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
    text = (files("partwise") / "references.bib").read_text(encoding="utf-8")
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
