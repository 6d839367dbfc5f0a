"""The ways on which labels reach partwise, and what each of them can carry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import partwise as pw
from every_route.policies import Case, Labelled, Policies


@dataclass(frozen=True)
class Opened:
    """Labels as a user holds them.

    One object stands for each clustering; a command line has files and the options that tell how to
    read them; ``name`` is how a label is called in a table.
    """

    clusterings: Sequence[Any]
    weights: Any = None
    files: Sequence[str] = ()
    options: Sequence[str] = ()
    columns: Sequence[str] = ()
    name: Callable[[Any], Any] = lambda label: label


@dataclass(frozen=True)
class Route:
    """One way: how labels are opened on it, and which cases it can carry."""

    key: str
    open: Callable[[Case, Policies, tuple[str, ...], Path], Opened]
    carries: Callable[[Case, Policies], bool] = lambda _case, _policies: True
    of_text: bool = False
    in_file: bool = False
    layout: str = ""
    lacks: tuple[str, ...] = ()  # libraries that are not installed

    def seen(self, case: Case) -> Case:
        """Return what can be known of the case on this route.

        Where everything is text, spaces around it do not count and an empty one is no label; a
        table of all clusterings has a row for each item.
        """
        sides, weights = case.sides, case.weights
        if self.of_text:
            sides = tuple({item: as_text(x) for item, x in side.items()} for side in sides)
        if self.layout in ("wide", "stacked"):
            sides = tuple({item: side.get(item) for item in case.items} for side in sides)
            weights = {item: weights.get(item, 0) for item in case.items}
        return Case(sides, case.kinds, weights)

    def may_refuse(self, names: Sequence[str]) -> bool:
        """Whether an error is as good as the number: where names differ in case alone."""
        return bool(self.layout) and len({name.lower() for name in names}) < len(names)


def as_text(label: Any) -> Any:
    """Return what is left of a label in a file of text, where numbers keep their meaning."""
    return label.strip(" \t") or None if isinstance(label, str) else label


# --- in memory


def _in_memory(key: str, make: Callable[[Labelled, str], Any], *, keyed: bool) -> Route:
    def opened(case: Case, policies: Policies, names: tuple[str, ...], folder: Path) -> Opened:
        pairs = zip(case.sides, case.kinds, strict=True)
        weights = dict(case.weights) if keyed else list(case.weights.values())
        return Opened([make(side, kind) for side, kind in pairs], weights)

    def carries(case: Case, policies: Policies) -> bool:
        return keyed or case.by_position

    return Route(key, opened, carries)


def _array(side: Labelled, kind: str) -> Any:
    labels = list(side.values())
    if kind == "floats":
        return np.array([np.nan if label is None else label for label in labels], np.float64)
    if None in labels or not labels:
        return np.array([*labels, None], object)[:-1]
    return np.array(labels, np.uint64 if kind == "unsigned" else None)


def arrow_column(labels: Sequence[Any], kind: str) -> Any:
    types = {"unsigned": pa.uint64(), "floats": pa.float64(), "booleans": pa.bool_()}
    is_text = kind in ("texts", "categories")
    found = pa.array(labels, types.get(kind, pa.string() if is_text else pa.int64()))
    return found.dictionary_encode() if kind == "categories" else found


def _series(side: Labelled, kind: str) -> Any:
    types = {"unsigned": "UInt64", "floats": "float64", "booleans": "boolean", "texts": "str"}
    types["categories"] = "category"
    dtype = types.get(kind, "Int64")
    return pd.Series(pd.array(list(side.values()), dtype), index=pd.Index(list(side)))


def _clustering_route() -> Route:
    def opened(case: Case, policies: Policies, names: tuple[str, ...], folder: Path) -> Opened:
        made = [
            pw.Clustering(list(side.values()), items=list(side), missing=policies.missing)  # type: ignore[arg-type]
            for side in case.sides
        ]
        return Opened(made, dict(case.weights))

    return Route("Clustering", opened)


MEMORY = [
    _in_memory("mapping", lambda side, _: dict(side), keyed=True),
    _in_memory("list", lambda side, _: list(side.values()), keyed=False),
    _in_memory("tuple", lambda side, _: tuple(side.values()), keyed=False),
    _in_memory("numpy array", _array, keyed=False),
    _in_memory("pandas series", _series, keyed=True),
    _in_memory(
        "polars series", lambda s, kind: pl.Series(arrow_column([*s.values()], kind)), keyed=False
    ),
    _in_memory("pyarrow array", lambda s, kind: arrow_column([*s.values()], kind), keyed=False),
    _clustering_route(),
]
