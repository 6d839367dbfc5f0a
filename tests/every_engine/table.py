"""The table of engines for the docs, from the registry that the tests run on."""

from __future__ import annotations

from every_engine.engines import ENGINES, Engine

__all__ = ["engines_table"]

_HEADER = (
    "Engine",
    "Package",
    "Runs",
    "What leaves it",
    "Joins frames",
    "Between steps",
    "Notes",
)
_LEAVES = "cells, or histograms"


def engines_table() -> str:
    """Return the engines on which all tests of this folder run, as a table in Markdown."""
    rows = [_HEADER, ("---",) * len(_HEADER), *map(_row, ENGINES.values())]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(engine: Engine) -> tuple[str, ...]:
    packages = ", ".join(engine.packages)
    runs = "when asked (lazy)" if engine.lazy else "at once (eager)"
    join = "on item ids" if engine.lazy else "on item ids, or by row"
    return engine.label, packages, runs, _LEAVES, join, engine.kept, engine.notes or "–"
