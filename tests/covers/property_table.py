"""Which properties indices for covers have, as docs/covers.md prints it.

Run ``python tests/covers/property_table.py`` for both tables in Markdown.
"""

from __future__ import annotations

import sys

import partwise as pw
from partwise.properties import PROPERTIES, mark


def audits() -> list[pw.properties.Audit]:
    return [pw.audit(index, max_n=3, seconds=600) for index in pw.indices("covers")]


def verdict_rows(found: list[pw.properties.Audit]) -> list[str]:
    keys = list(found[0].verdicts)
    rows = [
        "| index | " + " | ".join(PROPERTIES[key].title.lower() for key in keys) + " |",
        "| --- |" + " --- |" * len(keys),
    ]
    return rows + [
        f"| `{audit.index.key}` | "
        + " | ".join(mark(verdict) for verdict in audit.verdicts.values())
        + " |"
        for audit in found
    ]


def counterexample_rows(found: list[pw.properties.Audit]) -> list[str]:
    rows = ["| index | property | counterexample |", "| --- | --- | --- |"]
    return rows + [
        f"| `{audit.index.key}` | {key} | {_in_a_cell(str(verdict.counterexample))} |"
        for audit in found
        for key, verdict in audit.verdicts.items()
        if verdict.counterexample is not None
    ]


def _in_a_cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    every = audits()
    sys.stdout.write("\n".join([*verdict_rows(every), "", *counterexample_rows(every), ""]))
